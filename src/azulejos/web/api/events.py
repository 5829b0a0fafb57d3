"""A table as a stream of server-sent events: the socket's views, for whoever only listens.

A reader has no queue: its view is made when it can take one, so a slow reader costs a table nothing.
"""

import json
from contextlib import ExitStack
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from starlette.responses import Response

from azulejos.service.tables import LiveTable
from azulejos.web.api.answers import WELCOME, fails
from azulejos.web.api.known import Anyone
from azulejos.web.api.tables import Name, Since
from azulejos.web.limits import address_of
from azulejos.web.resuming import known_from, marked
from azulejos.web.streaming import EventStream
from azulejos.web.visit import Visiting

router = APIRouter(prefix="/api/tables", tags=["Tables"])
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "`event: view`, `id:` the ply and a mark of the record, `data:` a view.",
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'event: view\nid: 17-3f9ad01c\ndata: {"type": "view", "ply": 17, ...}\n\n',
            }
        },
    }
}


def written(message: dict[str, Any], live: LiveTable) -> bytes:
    """A message as an event."""
    data = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    number = f"id: {marked(live, message['ply'])}\n" if "ply" in message else ""
    return f"event: {message['type']}\n{number}data: {data}\n\n".encode()


@router.get(
    "/{table}/events",
    response_class=Response,
    responses={**STREAM, **fails(401, 404)},
    openapi_extra=WELCOME,
)
async def events(
    request: Request,
    visit: Visiting,
    guest: Anyone,
    table: Name,
    since: Since = 0,
    last_event_id: Annotated[
        str | None, Header(description="the last `id` you have; sent by browsers that come back")
    ] = None,
) -> Response:
    """The same views as over the socket, whenever something changes; a comment every 15 s of silence."""
    who = guest.id if guest else None
    live = await visit.house.service.table(table)
    with ExitStack() as stack:
        stack.enter_context(visit.house.sockets.one_more(who, address_of(request.scope)))
        viewer = live.join(who, known_from(live, last_event_id or "") if last_event_id else since)
        stack.callback(live.part, viewer)
        return EventStream(viewer, lambda message: written(message, live), stack.pop_all())
