"""The games under test, for tests that no family has to write again: variants, reference, tiles, start."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from tests.reference.azul import Reference as AzulReference

Options = dict[str, Any]
Position = dict[str, Any]


class Reference(Protocol):
    """What a slow reference answers; see tests/reference."""

    @property
    def deal_due(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    @property
    def ending(self) -> str | None: ...
    def deal(self, factories: list[str]) -> None: ...
    def deal_problem(self, factories: list[str]) -> str | None: ...
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> None: ...
    def position(self) -> Position: ...
    def scores(self) -> list[int]: ...
    def winners(self) -> list[int]: ...


@dataclass(frozen=True)
class Game:
    """A family, as the generic tests see it."""

    name: str
    variants: list[Options]
    reference: Callable[[Options, int], Reference]
    tiles: Callable[[Position], Counter[str]]  # every tile of a position, by letter
    all_tiles: Callable[[Options], dict[str, int]]  # what the rules say there are
    styles: dict[str, Callable[[str], bool]]  # ways to play on: which moves a stubborn player prefers


def _azul_variants() -> list[Options]:
    return [
        {"players": players, "wall": wall, "jokers": jokers}
        for players in (2, 3, 4)
        for wall in ("coloured", "grey")
        for jokers in (False, True)
    ]


def _azul_reference(options: Options, starter: int) -> Reference:
    return AzulReference(**options, starter=starter)


def _azul_tiles(position: Position) -> Counter[str]:
    tiles = Counter("".join(position["factories"]) + position["centre"])
    tiles.update(position["bag"])
    tiles.update(position["lid"])
    for board in position["boards"]:
        tiles.update("".join(board["lines"] + board["wall"]) + board["floor"])
    return Counter({letter: count for letter, count in tiles.items() if letter not in ".1" and count})


def _azul_all_tiles(options: Options) -> dict[str, int]:
    if not options.get("jokers"):
        return dict.fromkeys("BYRKW", 20)  # A2
    few = options["players"] == 2
    return {**dict.fromkeys("BYRKW", 19 if few else 18), "J": 5 if few else 10}  # A54


AZUL = Game(
    "azul",
    _azul_variants(),
    _azul_reference,
    _azul_tiles,
    _azul_all_tiles,
    {
        "floors": lambda move: move.endswith(">f"),  # long games: the lid comes back, deals run short
        "hoards": lambda move: move[-1] in "45",  # lines that stay open for rounds
        "mixes": lambda move: "J" in move,
        "crowds": lambda move: move.endswith((">1", "@1", "@2")),  # walls that block themselves
    },
)
GAMES = [AZUL]

CASES = [(game, options) for game in GAMES for options in game.variants]


def case_name(case: object) -> str:
    """A short name for a parametrised case."""
    if isinstance(case, Game):
        return case.name
    if isinstance(case, dict):
        return "-".join(f"{key}={value}" for key, value in case.items())
    return str(case)
