"""How a table is changed at all: one thing at a time, stored before it is applied, told after that."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from azulejos.service import seating
from azulejos.service.clock import Clocks
from azulejos.service.errors import NotSaved, Refused, Stale
from azulejos.service.matches import kept, restored
from azulejos.service.watching import Watching
from azulejos.store.db import Conflict, StoreError
from azulejos.store.records import Seat

STAND_IN = "artisan"  # who goes on for somebody who resigns among several, runs out of time or is away

log = logging.getLogger("azulejos.tables")


class Changing(Watching):
    """A table with its lock."""

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it to the end even if the page is closed meanwhile: what is stored must also be applied."""
        task = asyncio.ensure_future(work)
        self._works.add(task)
        task.add_done_callback(self._works.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen, if nobody waits
        await asyncio.shield(task)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One thing at a time, and a store that fails is a refusal, not a broken table."""
        async with self._lock:
            try:
                yield
            except Conflict:  # another process has written here: read what is true now
                await self._reload()
                raise Stale("the table has changed, look again") from None
            except StoreError as error:
                log.error("table %s: %s", self.table.id, error)
                raise NotSaved("this could not be saved; try again") from None
        self.wake()
        self._set_timer()

    async def rewritten(self, change: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let somebody change this table in the store while nothing happens here, and read it again."""
        async with self._alone():
            await change()
            await self._reload()

    async def _reload(self) -> None:
        stored = await self._store.load_table(self.table.id)
        if stored is not None:
            self.table, self.match, self.drafts = stored, restored(stored), dict(stored.drafts)
            self.auto = {ply for ply, move in enumerate(stored.moves) if move.auto}
            self.clocks = Clocks.read(stored.clock, stored.clocks, self.now())
            self.offer = None
            self._shortened(0)

    def _shortened(self, ply: int) -> None:
        self._cuts += 1
        self._steady = min(self._steady, ply)
        self.tell(ply)

    def _turned(
        self, deciding: Sequence[int], decided: int | None = None, seats: Sequence[Seat] | None = None
    ) -> Clocks | None:
        """The clocks from now on, with these seats to decide; None at a table without."""
        if self.clocks is None:
            return None
        return self.clocks.turned(self.now(), seats or self.table.seats, deciding, decided)

    async def _reseat(self, seat: int, who: Seat) -> None:
        seats = list(self.table.seats)
        seats[seat] = who
        await self._seat_all(tuple(seats))

    async def _seat_all(self, seats: tuple[Seat, ...]) -> None:
        clocks = self._turned(self.undecided(), seats=seats)
        await self._store.set_seats(self.table.id, seats, clocks=kept(clocks))
        self.table, self.clocks = replace(self.table, seats=seats), clocks
        self.tell()

    async def _hand_over(self, seat: int, level: str) -> None:
        if level not in self._desk.levels(self.table.game):
            raise Refused(f"there is no bot {level!r}")
        await self._reseat(seat, seating.taken_over(self.table.seats[seat], level))
        self.offer = None

    async def _end(self, ending: str, seat: int) -> None:
        clocks = self._turned(())
        await self._store.set_status(
            self.table.id, "over", ending=ending, ending_seat=seat, clocks=kept(clocks)
        )
        self.table = replace(self.table, status="over", ending=ending, ending_seat=seat)
        self.offer, self.clocks = None, clocks
        self.tell()
