"""The table as everybody looks at it: what is known, who watches, who holds which seat. Changes nothing."""

import asyncio
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any

from azulejos.core.match import Match
from azulejos.service import absence, course, seating
from azulejos.service.botdesk import BotDesk
from azulejos.service.clock import Clocks
from azulejos.service.errors import NotYourSeat, Refused, TooMany
from azulejos.service.hub import Viewer
from azulejos.service.matches import restored
from azulejos.service.takeback import Takeback
from azulejos.store.db import Store
from azulejos.store.records import Table

MOST_VIEWERS = 200
SOON = 0.2  # seconds until who came and who went is told, once for all of them

Again = Callable[[Table], Coroutine[Any, Any, str]]  # sets up a rematch and gives its name
Now = Callable[[], int]  # the house's time in milliseconds


class Watching(ABC):
    """One table in memory, as it is looked at."""

    def __init__(
        self, table: Table, store: Store, desk: BotDesk, again: Again, pace: float, now: Now
    ) -> None:
        self.table = table
        self.now = now
        self.match = restored(table)
        self.drafts = dict(table.drafts)
        self.auto = {ply for ply, move in enumerate(table.moves) if move.auto}
        self.offer: Takeback | None = None
        self.rematch: set[int] = set()
        self.clocks = Clocks.read(table.clock, table.clocks, now())
        self.presence = absence.Presence(now())
        self.votes: dict[int, frozenset[int]] = {}  # who wants a bot to play for an absent seat
        self.viewers: set[Viewer] = set()
        self.used = asyncio.get_running_loop().time()
        self._store, self._desk, self._again, self._pace = store, desk, again, pace
        self._lock = asyncio.Lock()
        self._works: set[asyncio.Task[None]] = set()
        self._thinks: asyncio.Task[None] | None = None
        self._untold = False  # somebody came or went and the others do not know yet
        self._cuts = 0  # how often the record was shortened, so that no late answer fits by chance
        self._steady = sys.maxsize  # the least it was shortened to; pages that come back may know more
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @abstractmethod
    def view(self, guest: str | None, since: int = 0) -> dict[str, Any]:
        """What this guest sees."""

    @abstractmethod
    def wake(self) -> None:
        """Let a bot think if one must decide."""

    @abstractmethod
    def _set_timer(self) -> None:
        """Look again when time alone will change something."""

    # --- who looks -------------------------------------------------------------------------------------

    def warming(self) -> bool:
        """Whether the bots of this game are still being compiled."""
        return self._desk.warming(self.table.game)

    def join(self, guest: str | None, since: int = 0) -> Viewer:
        """Somebody opens the table's page; TooMany."""
        if len(self.viewers) >= MOST_VIEWERS and not self._plays(guest):  # no crowd keeps players out
            raise TooMany(f"{MOST_VIEWERS} pages show this table already")
        viewer = Viewer(guest, min(since, self._steady), self.view)
        self.viewers.add(viewer)
        for seat in self.seats_of(guest):
            self.votes.pop(seat, None)
        self._tell_soon()
        self.wake()
        self._set_timer()
        return viewer

    def part(self, viewer: Viewer) -> None:
        """A page is closed."""
        viewer.close()
        self.viewers.discard(viewer)
        self.used = asyncio.get_running_loop().time()
        if viewer.guest is not None and viewer.guest not in self.present():
            self.presence.seen(viewer.guest, self.now())
        self._tell_soon()
        self._set_timer()

    def present(self) -> set[str]:
        """The guests who have the page open."""
        return {viewer.guest for viewer in self.viewers if viewer.guest is not None}

    def tell(self, ply: int | None = None) -> None:
        """Everybody gets a new view; with a ply, the record has been shortened to it."""
        self.used = asyncio.get_running_loop().time()
        self._untold = False
        for viewer in self.viewers:
            viewer.mark(ply)

    def _tell_soon(self) -> None:
        """Tell who is here, but not for every one of a crowd that comes and goes."""
        if not self._untold:
            self._untold = True
            asyncio.get_running_loop().call_later(SOON, self._tell_presence)

    def _tell_presence(self) -> None:
        if self._untold:  # else a move has told it meanwhile
            self.tell()

    def idle(self) -> bool:
        """Whether nobody looks and nothing is being thought about."""
        return not self.viewers and self._thinks is None and not self._lock.locked()

    def undecided(self) -> list[int]:
        """The seats that must decide now."""
        if self.table.status != "playing" or self.match is None:
            return []
        return course.undecided(self.match, self.drafts)

    # --- who plays -------------------------------------------------------------------------------------

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats this guest holds."""
        return seating.seats_of(self.table.seats, guest)

    def _plays(self, guest: str | None) -> bool:
        """Whether this is a player, also one whom a bot plays for."""
        return guest is not None and any(seat.guest == guest for seat in self.table.seats)

    def _mine(self, guest: str | None) -> list[int]:
        mine = self.seats_of(guest)
        if not mine:
            raise NotYourSeat("you have no seat at this table")
        return mine

    def _acting(self, guest: str | None) -> int:
        """The seat that somebody with several means: the one that must decide."""
        mine = self._mine(guest)
        return next((seat for seat in self.undecided() if seat in mine), mine[0])

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.table.seats):
            raise Refused(f"there is no seat {seat}")

    def _playing(self) -> Match:
        if self.table.status != "playing" or self.match is None:
            raise Refused("no game is being played at this table")
        return self.match
