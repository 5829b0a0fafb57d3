"""Azul's options: how many play, which wall, jokers or not, and the round cap for automated play."""

from dataclasses import dataclass
from typing import Any

from azulejos.core.checks import quoted, whole
from azulejos.core.errors import RulesError

WALLS = ("coloured", "grey")
MOST_ROUNDS = 1_000_000


@dataclass(frozen=True, slots=True)
class AzulOptions:
    """One variant of the game; building one checks it."""

    players: int = 2
    wall: str = "coloured"
    jokers: bool = False
    max_rounds: int | None = None  # A46b; people play without one

    def __post_init__(self) -> None:
        self._set("players", whole(self.players, "option players", 2, 4, "2, 3 or 4"))
        if not isinstance(self.wall, str) or self.wall not in WALLS:
            raise RulesError(f"option wall is {quoted(self.wall)}, expected 'coloured' or 'grey'")
        if not isinstance(self.jokers, bool):
            raise RulesError(f"option jokers is {quoted(self.jokers)}, expected true or false")
        if self.max_rounds is not None:
            self._set("max_rounds", whole(self.max_rounds, "option max_rounds", 1, MOST_ROUNDS))

    def _set(self, name: str, value: int) -> None:
        object.__setattr__(self, name, value)  # frozen for everybody else

    @property
    def factories(self) -> int:
        """How many factories are in play (A3)."""
        return 2 * self.players + 1

    def as_dict(self) -> dict[str, Any]:
        """The options as a position lists them; the cap only where there is one."""
        plain: dict[str, Any] = {
            "players": self.players,
            "wall": self.wall,
            "jokers": self.jokers,
        }
        return plain if self.max_rounds is None else {**plain, "max_rounds": self.max_rounds}
