"""The bot protocol: a bot is asked to choose within a budget and answers with a choice.

Seeds, ties and thought are the bot's own. It looks at the position and the record, never at the game's
seed: it works on the state, and the state holds how many tiles of each colour the bag has, not their order.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Protocol

from azulejos.core.checks import quoted, whole
from azulejos.core.errors import RulesError
from azulejos.core.match import Match, check_seed

MOST_SIMULATIONS = 2**53
MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: seconds, simulations, or both, whichever is spent first.

    Nothing named means the bot's own habit. Zero of either still gives a legal move.
    """

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            _check_seconds(self.seconds)
        if self.simulations is not None:
            whole(self.simulations, "simulations", 0, MOST_SIMULATIONS)

    def __bool__(self) -> bool:
        """Whether anything is named."""
        return self.seconds is not None or self.simulations is not None

    def __str__(self) -> str:
        parts = [] if self.seconds is None else [f"{self.seconds:g} s"]
        parts += [] if self.simulations is None else [f"{self.simulations:,} simulations"]
        return " or ".join(parts) or "its own habit"


def _check_seconds(seconds: object) -> None:
    fits = isinstance(seconds, int | float) and not isinstance(seconds, bool) and isfinite(seconds)
    if not fits or not 0 <= seconds <= MOST_SECONDS:  # type: ignore[operator]
        raise RulesError(f"seconds is {quoted(seconds)}, expected a number from 0 to {MOST_SECONDS:,.0f}")


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot decided, and what it thinks of the game.

    `value` has every seat's chance of winning, ties shared, summing to one. `line` is how the bot expects the
    round to go on, its own move first. `statistics` is plain data: `simulations`, `seconds`, and for bots
    that weigh moves `moves`, the most looked at first. Bots that do not judge leave them empty.
    """

    move: str
    value: tuple[float, ...] = ()
    line: tuple[str, ...] = ()
    statistics: Mapping[str, Any] = field(default_factory=dict)


class Bot(Protocol):
    """A program that holds a seat."""

    @property
    def name(self) -> str:
        """The name it is listed under."""

    def choose(
        self,
        game: Match,
        budget: Budget | None = None,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
    ) -> Choice:
        """A legal move for the seat whose turn it is; RulesError when the game is over."""


class Thinker(ABC):
    """What our own bots share: the checks, the budget, a generator of their own."""

    habit = Budget()  # what it thinks when nobody says how long

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.seed = check_seed(seed)
        self.random = random.Random(self.seed)

    def choose(
        self,
        game: Match,
        budget: Budget | None = None,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
    ) -> Choice:
        """A legal move for the seat whose turn it is, thought about for as long as the budget says."""
        if game.over:
            raise RulesError("the game is over: there is no move to choose")
        if budget is None:
            budget = Budget(seconds, simulations)
        elif seconds is not None or simulations is not None:
            raise TypeError("name a budget, or seconds and simulations, not both")
        return self.think(game, budget or self.habit)

    def warm(self, game: Match) -> None:  # noqa: B027  (most have nothing to compile)
        """Compile whatever this bot needs for this game, so that its first choice is as quick as its next."""

    @abstractmethod
    def think(self, game: Match, budget: Budget) -> Choice:
        """The choice itself; the game is not over."""
