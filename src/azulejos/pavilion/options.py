"""Summer Pavilion's options: how many play, and which side of the boards."""

from dataclasses import dataclass
from typing import Any

from azulejos.core.checks import quoted, whole
from azulejos.core.errors import RulesError

SIDES = ("coloured", "grey")


@dataclass(frozen=True, slots=True)
class PavilionOptions:
    """One variant of the game; building one checks it."""

    players: int = 2
    side: str = "coloured"

    def __post_init__(self) -> None:
        players = whole(self.players, "option players", 2, 4, "2, 3 or 4")
        object.__setattr__(self, "players", players)  # frozen for everybody else
        if not isinstance(self.side, str) or self.side not in SIDES:
            raise RulesError(f"option side is {quoted(self.side)}, expected 'coloured' or 'grey'")

    @property
    def factories(self) -> int:
        """How many factories are in play (S2)."""
        return 2 * self.players + 1

    def as_dict(self) -> dict[str, Any]:
        """The options as a position lists them."""
        return {"players": self.players, "side": self.side}
