"""What came out: one `Game` for every game played, all of them in `Results`; to and from plain data."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from azulejos.arena.plans import Plan

KINDS = ("illegal", "crash", "timeout", "rubbish")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a game ended early: the bot on this seat lost it."""

    seat: int
    kind: str  # one of KINDS
    reason: str


@dataclass(frozen=True, slots=True)
class Game:
    """One game of an arena once it is played. Times are what they were, the rest follows from the plan."""

    number: int
    deal: int
    starter: int
    seats: tuple[int, ...]  # the entrant on each seat
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # seats; after a failure all the others
    ending: str
    moves: tuple[int, ...]  # by seat, as the following
    seconds: tuple[float, ...]  # thought in all
    longest: tuple[float, ...]  # thought about one move
    overruns: tuple[int, ...]
    failure: Failure | None = None
    record: str = field(default="", compare=False)  # kept only until it is written to a file of its own

    def shares(self) -> list[float]:
        """What each seat won of the game: one in all."""
        return [(seat in self.winners) / len(self.winners) for seat in range(len(self.seats))]

    def as_dict(self) -> dict[str, Any]:
        """The game as plain data, without its record."""
        told = asdict(self)
        del told["record"]
        return told

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> "Game":
        """The inverse of `as_dict`; KeyError, TypeError or ValueError where the data is something else."""
        plain = dict(told)
        failure = plain.pop("failure")
        lists = {name: tuple(value) for name, value in plain.items() if isinstance(value, list)}
        return cls(**{**plain, **lists}, failure=Failure(**failure) if failure else None)


@dataclass(slots=True)
class Results:
    """The games of a plan that have been played, in order of their numbers."""

    plan: Plan
    games: list[Game] = field(default_factory=list)
    planned: int = 0
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.games.sort(key=lambda game: game.number)

    @property
    def complete(self) -> bool:
        """Whether every game has been played."""
        return len(self.games) == self.planned


def outcomes(games: Iterable[Game]) -> list[dict[str, Any]]:
    """The games without what differs from run to run: their times and what follows from them."""
    timed = ("seconds", "longest", "overruns")
    return [{name: value for name, value in game.as_dict().items() if name not in timed} for game in games]
