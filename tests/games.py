"""The games under test, for tests that no family has to write again: variants, reference, tiles, start."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from tests.reference.azul import Reference as AzulReference
from tests.reference.pavilion import Reference as PavilionReference

Options = dict[str, Any]
Position = dict[str, Any]


class Reference(Protocol):
    """What a slow reference answers; see tests/reference."""

    @property
    def deal_due(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    @property
    def rounds(self) -> list[list[dict[str, int]]]: ...
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
    hand_deal: Callable[[Any, str], str | None]  # gives a reference a deal as text; what is wrong with it
    tiles: Callable[[Position], Counter[str]]  # every tile of a position, by letter
    all_tiles: Callable[[Options], dict[str, int]]  # what the rules say there are
    styles: dict[str, Callable[[str], bool]]  # ways to play on: which moves a stubborn player prefers
    cap: Options  # what keeps stubborn games short
    reference_games: int  # random games of a variant against the reference


def _azul_variants() -> list[Options]:
    return [
        {"players": players, "wall": wall, "jokers": jokers}
        for players in (2, 3, 4)
        for wall in ("coloured", "grey")
        for jokers in (False, True)
    ]


def _azul_reference(options: Options, starter: int) -> Reference:
    return AzulReference(**options, starter=starter)


def _azul_deal(reference: AzulReference, text: str) -> str | None:
    factories = ["" if word == "-" else word for word in text.split(" ")]
    if problem := reference.deal_problem(factories):
        return problem
    reference.deal(factories)
    return None


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
    _azul_deal,
    _azul_tiles,
    _azul_all_tiles,
    {
        "floors": lambda move: move.endswith(">f"),  # long games: the lid comes back, deals run short
        "hoards": lambda move: move[-1] in "45",  # lines that stay open for rounds
        "mixes": lambda move: "J" in move,
        "crowds": lambda move: move.endswith((">1", "@1", "@2")),  # walls that block themselves
    },
    {"max_rounds": 12},
    200,
)


# --- Summer Pavilion --------------------------------------------------------------------------------------


def _pavilion_variants() -> list[Options]:
    return [{"players": players, "side": side} for players in (2, 3, 4) for side in ("coloured", "grey")]


def _pavilion_reference(options: Options, starter: int) -> Reference:
    return PavilionReference(options["players"], options["side"], starter)


def _pavilion_deal(reference: PavilionReference, text: str) -> str | None:
    supply, *factories = text.split(" ")
    tiles = ["" if word == "-" else word for word in factories] or None
    if problem := reference.deal_problem(supply[1:], tiles):
        return problem
    reference.deal(supply[1:], tiles)
    return None


def _pavilion_tiles(position: Position) -> Counter[str]:
    tiles = Counter("".join(position["factories"]) + position["centre"] + position["supply"])
    tiles.update(position["bag"])
    tiles.update(position["tower"])
    for board in position["boards"]:
        tiles.update("".join(board["stars"].values()) + board["hand"] + board["corners"])
    return Counter({letter: count for letter, count in tiles.items() if letter != "." and count})


PAVILION = Game(
    "pavilion",
    _pavilion_variants(),
    _pavilion_reference,
    _pavilion_deal,
    _pavilion_tiles,
    lambda _options: dict.fromkeys("PGOYBR", 22),  # S1
    {
        "places": lambda move: not move.startswith("pass"),  # boards fill up, structures pay
        "centres": lambda move: move[0] in "*c+",
        "keeps": lambda move: len(move) == len("pass=PGOY"),
        "spends wilds": lambda move: "=" in move and len(set(move[3:])) > 1,
    },
    {},
    80,
)

GAMES = [AZUL, PAVILION]

CASES = [(game, options) for game in GAMES for options in game.variants]


def case_name(case: object) -> str:
    """A short name for a parametrised case."""
    if isinstance(case, Game):
        return case.name
    if isinstance(case, dict):
        return "-".join(f"{key}={value}" for key, value in case.items())
    return str(case)
