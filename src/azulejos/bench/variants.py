"""What is measured: every variant of every game, with the kernels and memory it needs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from azulejos.bench import loops


@dataclass(frozen=True)
class Variant:
    """A game with its options, as loops take them."""

    game: str
    players: int
    grey: int
    jokers: int

    @property
    def name(self) -> str:
        """In words."""
        side = "grey" if self.grey else "coloured"
        return f"{self.game}, {self.players} players, {side}{', jokers' if self.jokers else ''}"

    @property
    def code(self) -> tuple[int, int, int]:
        """As the loops take it."""
        return self.players, self.grey, self.jokers

    @property
    def plain(self) -> bool:
        """Whether the yardstick plays the same game."""
        return self.game == "azul" and not self.grey and not self.jokers


@dataclass(frozen=True)
class Engine:
    """A game's loops and the length of its states."""

    size: int
    play: Callable[..., Any]
    fill: Callable[..., Any]
    on_gpu: Callable[..., Any]


ENGINES = {
    "azul": Engine(loops.AZUL_SIZE, loops.play_azul, loops.fill_azul, loops.azul_on_gpu),
    "pavilion": Engine(loops.PAVILION_SIZE, loops.play_pavilion, loops.fill_pavilion, loops.pavilion_on_gpu),
}

VARIANTS = [
    *(
        Variant("azul", players, grey, jokers)
        for grey in (0, 1)
        for jokers in (0, 1)
        for players in (2, 3, 4)
    ),
    *(Variant("pavilion", players, grey, 0) for grey in (0, 1) for players in (2, 3, 4)),
]
