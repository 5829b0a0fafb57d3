"""Positions as pictures: a test says what matters and the rest is filled in here. No rules live here."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import azulejos as az

Position = dict[str, Any]

LETTERS = "PGOYBR"  # also the order in which colours are wild: purple in round 1, red in round 6 (S20)
STARS = "PORBYG*"
EACH = 22  # tiles of a colour (S1)
FULL_SUPPLY = "PPGGOOYYBB"  # ten tiles, so that nothing is refilled

VARIANTS: list[dict[str, Any]] = [
    {"players": players, "side": side} for players in (2, 3, 4) for side in ("coloured", "grey")
]


def variant_name(options: dict[str, Any]) -> str:
    """A variant as a test's name shows it."""
    return f"{options['players']}p-{options['side']}"


def board(
    stars: str = "", hand: str = "", score: int = 5, corners: str = "", passed: bool = False
) -> Position:
    """One board; its stars as words such as `R:RR....` or `*:P.....`, those left out empty."""
    shown = dict(word.split(":") for word in stars.split())
    assert set(shown) <= set(STARS), stars
    return {
        "score": score,
        "hand": hand,
        "corners": corners,
        "passed": passed,
        "stars": {letter: shown.get(letter, "......") for letter in STARS},
    }


def position(
    *,
    factories: Sequence[str] = (),
    centre: str = "",
    supply: str = FULL_SUPPLY,
    boards: Sequence[Position] = (),
    players: int | None = None,
    side: str = "coloured",
    phase: str | None = None,
    turn: int | None = 0,
    starter: int = 0,
    marker: str | int = "centre",
    due: int = 0,
    round: int = 1,
    bag: str | None = None,
    tower: str | None = None,
) -> Position:
    """A whole position; boards and factories left out are empty.

    With tiles on the table it is a position in acquire, else in place, or in bonus if tiles are due.
    What is not seen lies in the bag; if the bag is given, in the tower; if both are given, beside the
    last board.
    """
    seats = players or max(2, len(boards))
    table = [*factories, *[""] * (2 * seats + 1 - len(factories))]
    all_boards = [*boards, *(board() for _ in range(seats - len(boards)))]
    whole: Position = {
        "game": "pavilion",
        "options": {"players": seats, "side": side},
        "round": round,
        "phase": phase or ("acquire" if any(table) or centre else "bonus" if due else "place"),
        "turn": turn,
        "starter": starter,
        "marker": marker,
        "due": due,
        "factories": table,
        "centre": centre,
        "supply": supply,
        "bag": counts(bag or ""),
        "tower": counts(tower or ""),
        "boards": all_boards,
    }
    unseen = Counter(dict.fromkeys(LETTERS, EACH)) - census(whole)
    rest = "".join(sorted(unseen.elements(), key=LETTERS.index))
    if bag is None:
        whole["bag"] = counts(rest)
    elif tower is None:
        whole["tower"] = counts(rest)
    else:
        all_boards[-1] = {**all_boards[-1], "hand": all_boards[-1]["hand"] + rest}
    return whole


def counts(tiles: Iterable[str]) -> dict[str, int]:
    """How often each letter occurs, as a position lists bag and tower."""
    found = Counter(tiles)
    return {letter: found[letter] for letter in LETTERS}


def census(shown: Position) -> Counter[str]:
    """Every tile that a position shows anywhere."""
    seen: Counter[str] = Counter("".join(shown["factories"]) + shown["centre"] + shown["supply"])
    for zone in (shown["bag"], shown["tower"]):
        seen.update(zone)
    for one in shown["boards"]:
        seen.update("".join(one["stars"].values()) + one["hand"] + one["corners"])
    return Counter({letter: count for letter, count in seen.items() if letter != "." and count})


def load(*boards: Position, **picture: Any) -> az.Match:
    """The game that goes on from a picture."""
    return az.load(position(boards=boards, **picture), seed=1)


def finish(*boards: Position, move: str = "pass", **picture: Any) -> az.Match:
    """These boards at the end of a round, the sixth unless told: all have passed, the last does now."""
    done = [{**one, "passed": True} for one in boards[:-1]]
    if not done:  # another seat that has nothing
        done, picture = [board(passed=True)], {"turn": 0, **picture}
        return load(boards[0], *done, **{"round": 6, **picture}).play(move)
    return load(*done, boards[-1], **{"round": 6, "turn": len(done), **picture}).play(move)


def stock(game: az.Match, zone: str) -> str:
    """The tiles of the bag or the tower as letters."""
    return "".join(letter * count for letter, count in game.position()[zone].items())


def shown_board(game: az.Match, seat: int = 0) -> Position:
    """A seat's board."""
    found: Position = game.position()["boards"][seat]
    return found


def hand(game: az.Match, seat: int = 0) -> str:
    """The tiles beside a seat's board."""
    return str(shown_board(game, seat)["hand"])


def star(game: az.Match, letter: str, seat: int = 0) -> str:
    """A star of a seat."""
    return str(shown_board(game, seat)["stars"][letter])


def placements(game: az.Match) -> list[str]:
    """The legal moves that place a tile."""
    return [move for move in game.moves() if move[0] in STARS and move[1].isdigit()]


def payments(game: az.Match, space: str, colour: str = "") -> list[str]:
    """What may be paid for a space, such as `R4`, by a tile of that colour or any."""
    words = [move.partition("=") for move in placements(game)]
    return [paid for where, _, paid in words if where == space and paid.startswith(colour)]


def passes(game: az.Match) -> list[str]:
    """The groups that a seat may keep when it passes."""
    return [move[5:] for move in game.moves() if move.startswith("pass")]


def wander(game: az.Match, luck: random.Random, plies: int = 10_000) -> az.Match:
    """Play random moves, at most so many, or to the end; placing is preferred to passing."""
    for _ in range(plies):
        if game.over:
            break
        moves = game.moves()
        busy = [move for move in moves if not move.startswith("pass")]
        game.play(luck.choice(busy if busy and luck.random() < 0.9 else moves))
    return game


def random_game(seed: int, **options: Any) -> az.Match:
    """A finished game of random moves, the same for the same seed."""
    return wander(az.new("pavilion", seed=seed, **options), random.Random(seed))
