"""A live table: one lock, one order of steps. Check, store, apply, tell; bots come through the same door.

A move is tried on a copy, written to the store, and only then shown to anybody, so nobody sees a move that
a restart could lose. A table that is not in memory is its record, read again.
"""

import asyncio
from typing import Any

from azulejos.service import views
from azulejos.service.agreeing import Agreeing
from azulejos.service.botdesk import BotDesk
from azulejos.service.errors import Refused
from azulejos.service.gathering import Gathering
from azulejos.service.hub import Viewer
from azulejos.service.moving import Moving
from azulejos.service.timing import Timing
from azulejos.service.watching import Again, Now
from azulejos.store.db import Store
from azulejos.store.records import Table


class LiveTable(Timing, Moving, Agreeing, Gathering):
    """One table in memory: its people, its game, who watches it."""

    def __init__(
        self, table: Table, store: Store, desk: BotDesk, again: Again, pace: float, now: Now
    ) -> None:
        super().__init__(table, store, desk, again, pace, now)
        self._views = views.Views(self)
        self._set_timer()

    def view(self, guest: str | None, since: int = 0) -> dict[str, Any]:
        """What this guest sees, with the entries of the record from `since` on."""
        if self._plays(guest) and guest not in self.present():  # a program that asks by HTTP is not away
            self.presence.seen(str(guest), self.now())
        return self._views.view(guest, since)

    async def handle(self, guest: str | None, viewer: Viewer, message: Any) -> None:
        """Do what a page asks; what is refused is told to that page alone."""
        if message.type == "snapshot":
            viewer.forget()
            return
        if message.type == "why":
            viewer.aside(self.why(guest, message.seat, message.move))
            return
        try:
            await self._finish(self._do(guest, message))
        except Refused as refusal:
            viewer.refuse(refusal.code, refusal.message, refusal.reason)

    async def _do(self, guest: str | None, message: Any) -> None:
        match message.type:
            case "move":
                await self.play(guest, message.seat, message.ply, message.move)
            case "takeback":
                await self.ask_takeback(guest)
            case "answer" if message.to == "takeback":
                await self.answer_takeback(guest, message.yes)
            case "answer" | "rematch":
                await self.ask_rematch(guest, getattr(message, "yes", True))
            case "resign":
                await self.resign(guest)
            case "leave":
                await self.leave(guest, message.level)
            case "sit":
                await self.sit(guest, message.seat, message.name)
            case "stand":
                await self.stand(guest)
            case "bot":
                await self.seat_bot(guest, message.seat, message.level)
            case "start":
                await self.start(guest)
            case "vote":
                await self.vote(guest, message.seat, message.yes)
            case "return":
                await self.come_back(guest)
            case other:
                raise Refused(f"no table does {other!r}")

    async def close(self) -> None:
        """Stop thinking, finish what was asked for, and let the pages go."""
        self._closed = True
        self.rest()
        if self._thinks is not None:
            self._thinks.cancel()
            await asyncio.gather(self._thinks, return_exceptions=True)
        await asyncio.gather(*self._works, return_exceptions=True)
        for viewer in self.viewers:
            viewer.close()
