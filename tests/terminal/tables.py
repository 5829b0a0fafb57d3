"""Positions and seeded games that several tests of the terminal look at."""

from typing import Any

import azulejos as az

EMPTY_WALL = ["....."] * 5
NO_LINES = [""] * 5


def board(**changes: Any) -> dict[str, Any]:
    """A board with nothing on it but what is named."""
    return {"score": 0, "lines": NO_LINES, "wall": EMPTY_WALL, "floor": "", **changes}


def position(*boards: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """An offer in which only the centre holds tiles."""
    grey = {"wall": changes.pop("wall", "coloured"), "jokers": changes.pop("jokers", False)}
    plain = {
        "game": "azul",
        "options": {"players": len(boards), **grey},
        "round": 2,
        "phase": "offer",
        "turn": 0,
        "starter": 0,
        "marker": "centre",
        "factories": [""] * (2 * len(boards) + 1),
        "centre": "K",
        "boards": list(boards),
    }
    return {**plain, **changes}


def last_draft() -> az.Match:
    """One black tile is left, and Ana has to take it: two of her lines are complete, Bruno owes much."""
    ana = board(score=3, lines=["K", "YY", "", "", ""], wall=["BYR..", ".B...", *["....."] * 3])
    bruno = board(score=1, floor="1RR")
    return az.load(position(ana, bruno, marker=1), seed=1, names=["Ana", "Bruno"])


def grey_tiling() -> az.Match:
    """Grey wall: after the last draft Ana must choose a column for line 2; red has a neighbour in row 1."""
    ana = board(lines=["", "RR", "", "", ""], wall=["B....", "Y....", *["....."] * 3])
    return az.load(
        position(ana, board(), wall="grey", marker=1, turn=0, boards=[ana, board(floor="1")]), seed=1
    )


def played(players: int, moves: int, **options: Any) -> az.Match:
    """A seeded game between greedy bots, so many moves on."""
    game, player = az.new("azul", players=players, seed=7, **options), az.bot("greedy", seed=7)
    for _ in range(moves):
        if not game.over:
            game.play(player.choose(game).move)
    return game
