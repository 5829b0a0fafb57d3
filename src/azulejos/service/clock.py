"""The clocks of a table as values: what was agreed on, how much each seat has left, who ran out.

Time here is the house's own, in milliseconds: it stands still while the server is down (`now` in
service.lobby), so nobody pays for a restart. Nothing here looks at a watch: whoever asks says the time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from azulejos.service import seating
from azulejos.store.records import Seat

LIVE, DAYS = "live", "days"
MINUTES, INCREMENTS, DAYS_A_MOVE = (5, 10, 20), (0, 10, 30), (1, 2, 3, 7)
DAY = 24 * 60 * 60
LEAST = 1000  # milliseconds that a take-back leaves: nobody runs out of time by it


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table agreed on, in seconds. Live: so much for the game, and more with each turn.
    Days: so much for each turn. A turn may be several decisions: with a bonus, or while tiling."""

    kind: str
    base: int
    increment: int = 0

    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, "base": self.base, "increment": self.increment}

    @classmethod
    def read(cls, data: Mapping[str, Any] | None) -> Self | None:
        """The terms that a table was kept with; None where it has no clock."""
        return None if data is None else cls(data["kind"], data["base"], data["increment"])


def choices() -> dict[str, Terms]:
    """What can be agreed on, by the name that forms and programs call it."""
    live = {f"{m}+{more}": Terms(LIVE, m * 60, more) for m in MINUTES for more in INCREMENTS}
    return live | {f"{days}d": Terms(DAYS, days * DAY) for days in DAYS_A_MOVE}


@dataclass(frozen=True, slots=True)
class Clocks:
    """How the clocks stood at one moment: milliseconds left, None where a seat has none; who runs."""

    terms: Terms
    left: tuple[int | None, ...]
    running: tuple[int, ...]
    at: int

    @classmethod
    def begun(cls, terms: Terms, seats: Sequence[Seat], deciding: Collection[int], now: int) -> Self:
        """The clocks of a game that begins: people have one, bots none."""
        full = terms.base * 1000
        left = tuple(full if seat.kind == seating.PERSON else None for seat in seats)
        return cls(terms, left, (), now).turned(now, seats, deciding)

    @classmethod
    def read(cls, clock: Mapping[str, Any] | None, data: Mapping[str, Any] | None, now: int) -> Self | None:
        """The clocks as they were kept. A server that was killed may have forgotten its last half minute:
        a moment that has not come yet is now, and that time is given back."""
        terms = Terms.read(clock)
        if terms is None or data is None:
            return None
        return cls(terms, tuple(data["left"]), tuple(data["running"]), min(data["at"], now))

    def data(self) -> dict[str, Any]:
        """As it is kept."""
        return {"left": list(self.left), "running": list(self.running), "at": self.at, "due": self.due()}

    def remaining(self, now: int) -> list[int | None]:
        """What each seat has left at this moment."""
        gone = max(0, now - self.at)
        return [
            max(0, left - gone) if left is not None and seat in self.running else left
            for seat, left in enumerate(self.left)
        ]

    def due(self) -> int | None:
        """When the first one runs out if nobody decides."""
        times = [left for seat in self.running if (left := self.left[seat]) is not None]
        return self.at + min(times) if times else None

    def out(self, now: int) -> list[int]:
        """The seats whose time is over."""
        left = self.remaining(now)
        return [seat for seat in self.running if left[seat] == 0]

    def turned(
        self, now: int, seats: Sequence[Seat], deciding: Collection[int], decided: int | None = None
    ) -> Self:
        """The clocks from now on: `decided` has just ended its turn, these seats must decide now."""
        left = self.remaining(now)
        if decided is not None and (rest := left[decided]) is not None:
            left[decided] = self._after_turn(rest)
        running = tuple(n for n in deciding if seats[n].kind == seating.PERSON and left[n] is not None)
        return replace(self, left=tuple(left), running=running, at=now)

    def _after_turn(self, rest: int) -> int:
        return self.terms.base * 1000 if self.terms.kind == DAYS else rest + self.terms.increment * 1000

    def without(self, turns: Mapping[int, int]) -> Self:
        """The clocks when so many turns of these seats were taken back: what they had earned goes too."""
        earned = self.terms.increment * 1000
        left = tuple(
            rest if rest is None else max(rest - earned * turns.get(seat, 0), min(rest, LEAST))
            for seat, rest in enumerate(self.left)
        )
        return replace(self, left=left)

    def told(self, now: int) -> dict[str, Any]:
        """As a page shows it."""
        seconds = [None if left is None else left / 1000 for left in self.remaining(now)]
        return {**told_terms(self.terms), "seconds": seconds, "running": list(self.running), "now": now}


def told_terms(terms: Terms) -> dict[str, Any]:
    """What was agreed on, for a page: before the game nobody's clock runs."""
    return {**terms.data(), "seconds": [], "running": [], "now": 0}
