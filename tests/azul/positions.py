"""Positions as pictures: a test says what matters and the rest is filled in here. No rules live here."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import azulejos as az

Position = dict[str, Any]

EMPTY = "..... ..... ..... ..... ....."
PATTERN = "BYRKW WBYRK KWBYR RKWBY YRKWB"  # the coloured wall, copied from the table of A5
MARKER = "1"

VARIANTS: list[dict[str, Any]] = [
    {"players": players, "wall": wall, "jokers": jokers}
    for players in (2, 3, 4)
    for wall in ("coloured", "grey")
    for jokers in (False, True)
]


def variant_name(options: dict[str, Any]) -> str:
    """A variant as a test's name shows it."""
    return f"{options['players']}p-{options['wall']}{'-jokers' if options['jokers'] else ''}"


def board(lines: Sequence[str] = (), wall: str = EMPTY, floor: str = "", score: int = 0) -> Position:
    """One board: lines from the top, those left out empty; the wall as five words."""
    return {
        "score": score,
        "lines": [*lines, *[""] * (5 - len(lines))],
        "wall": wall.split(),
        "floor": floor,
    }


def position(
    *,
    factories: Sequence[str] = (),
    centre: str = "",
    boards: Sequence[Position] = (),
    players: int | None = None,
    wall: str = "coloured",
    jokers: bool = False,
    max_rounds: int | None = None,
    phase: str | None = None,
    turn: int | None = 0,
    starter: int = 0,
    marker: str | int | None = None,
    round: int = 1,
    bag: str | None = None,
    lid: str = "",
) -> Position:
    """A whole position; boards and factories left out are empty, the bag holds what is not seen.

    With an empty table it is a position in tiling. The marker lies where a floor shows it, else in
    the centre.
    """
    seats = players or max(2, len(boards))
    table = [*factories, *[""] * (2 * seats + 1 - len(factories))]
    all_boards = [*boards, *(board() for _ in range(seats - len(boards)))]
    holders = [seat for seat, one in enumerate(all_boards) if MARKER in one["floor"]]
    found: str | int = holders[0] if holders else "centre"
    options: dict[str, Any] = {"players": seats, "wall": wall, "jokers": jokers}
    if max_rounds is not None:
        options["max_rounds"] = max_rounds
    whole: Position = {
        "game": "azul",
        "options": options,
        "round": round,
        "phase": phase or ("offer" if any(table) or centre else "tiling"),
        "turn": turn,
        "starter": starter,
        "marker": found if marker is None else marker,
        "factories": table,
        "centre": centre,
        "bag": {},
        "lid": counts(lid, jokers),
        "boards": all_boards,
    }
    rest = Counter(tiles_of_game(seats, jokers)) - census(whole)
    whole["bag"] = counts(rest.elements() if bag is None else bag, jokers)
    return whole


def counts(tiles: Iterable[str], jokers: bool) -> dict[str, int]:
    """How often each letter occurs, as a position lists bag and lid."""
    found = Counter(tiles)
    return {letter: found[letter] for letter in ("BYRKWJ" if jokers else "BYRKW")}


def tiles_of_game(players: int, jokers: bool) -> dict[str, int]:
    """All tiles of the game, written out from A2 and A54."""
    if not jokers:
        return {"B": 20, "Y": 20, "R": 20, "K": 20, "W": 20}
    if players == 2:
        return {"B": 19, "Y": 19, "R": 19, "K": 19, "W": 19, "J": 5}
    return {"B": 18, "Y": 18, "R": 18, "K": 18, "W": 18, "J": 10}


def census(shown: Position) -> Counter[str]:
    """Every tile that a position shows anywhere, the marker not counted."""
    seen: Counter[str] = Counter("".join(shown["factories"]) + shown["centre"])
    for zone in (shown["bag"], shown["lid"]):
        seen.update(zone)
    for one in shown["boards"]:
        seen.update("".join(one["lines"]) + "".join(one["wall"]) + one["floor"])
    return Counter({letter: count for letter, count in seen.items() if letter in "BYRKWJ" and count})


def load(**picture: Any) -> az.Match:
    """The game that goes on from a picture."""
    return az.load(position(**picture), seed=1)


def last_draft(*boards: Position, **picture: Any) -> az.Match:
    """The boards at the end of an offer: one more seat takes the last white tile into its line 5.

    That seat scores and loses nothing and sends nothing to the lid.
    """
    picture = {"factories": ["W"], "turn": len(boards), **picture}
    return load(boards=[*boards, board()], **picture).play("1W>5")


def gains(game: az.Match, seat: int = 0) -> list[tuple[int, int | None, int]]:
    """How a seat's lines were tiled in the round that just ended: line, column, points."""
    account = game.account()
    assert account is not None, "the last move ended no round"
    return [(tile["line"], tile["column"], tile["points"]) for tile in account[seat]["tiles"]]


def stock(game: az.Match, zone: str) -> str:
    """The tiles of the bag or the lid as letters."""
    return "".join(letter * count for letter, count in game.position()[zone].items())


def wall_of(game: az.Match, seat: int = 0) -> str:
    """A seat's wall as five words."""
    return " ".join(game.position()["boards"][seat]["wall"])


def lines_of(game: az.Match, seat: int = 0) -> list[str]:
    """A seat's pattern lines."""
    lines: list[str] = game.position()["boards"][seat]["lines"]
    return lines


def floor_of(game: az.Match, seat: int = 0) -> str:
    """A seat's floor line."""
    return str(game.position()["boards"][seat]["floor"])


def destinations(game: az.Match, taken: str) -> list[str]:
    """Where the tiles of a draft, such as `1B`, may go."""
    return [move.partition(">")[2] for move in game.moves() if move.startswith(taken + ">")]


def wander(game: az.Match, luck: random.Random, plies: int = 10_000) -> az.Match:
    """Play random moves, at most so many, or to the end."""
    for _ in range(plies):
        if game.over:
            break
        game.play(luck.choice(game.moves()))
    return game


def random_game(seed: int, **options: Any) -> az.Match:
    """A finished game of random moves, the same for the same seed."""
    return wander(az.new("azul", seed=seed, **options), random.Random(seed))
