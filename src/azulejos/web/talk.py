"""A message to a table, whichever way it came: timed, handled, and its sender called as they sat down."""

import time

from azulejos.service.hub import Viewer
from azulejos.service.seating import clean_name
from azulejos.service.tables import LiveTable
from azulejos.store.records import Guest
from azulejos.web.house import House
from azulejos.web.messages import AnyMessage, Sit


async def tell_table(
    house: House, live: LiveTable, guest: Guest | None, viewer: Viewer, message: AnyMessage
) -> None:
    """Hand a message to its table; what came of it is put into the viewer."""
    began = time.perf_counter()
    await live.handle(guest.id if guest else None, viewer, message)
    if message.type == "move":
        house.meters.move_seconds.add(time.perf_counter() - began)
    if isinstance(message, Sit) and guest is not None:
        await _call(house, live, guest, message)


async def _call(house: House, live: LiveTable, guest: Guest, message: Sit) -> None:
    """Whoever sat down under a name is called that at the next table too."""
    seats = live.view(guest.id)["seats"]
    name = next((seat["name"] for seat in seats if seat["you"] and seat["seat"] == message.seat), "")
    if name and name == clean_name(message.name):
        await house.store.rename_guest(guest.id, name)
