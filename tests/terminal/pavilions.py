"""Positions and seeded games of Summer Pavilion that several tests of the terminal look at."""

from typing import Any

import azulejos as az

STARS = dict.fromkeys("PORBYG*", "......")


def board(stars: dict[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    """A board with nothing on or beside it but what is named."""
    plain = {"score": 5, "hand": "", "corners": "", "passed": False}
    return {**plain, "stars": {**STARS, **(stars or {})}, **changes}


def position(*boards: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Placing in the first round, purple wild, seat 0 to decide; seat 1 has the marker."""
    plain = {
        "game": "pavilion",
        "options": {"players": len(boards), "side": changes.pop("side", "coloured")},
        "round": 1,
        "phase": "place",
        "turn": 0,
        "starter": 0,
        "marker": 1,
        "due": 0,
        "factories": [""] * (2 * len(boards) + 1),
        "centre": "",
        "supply": "PPGOYYBBRR",
        "boards": list(boards),
    }
    return {**plain, **changes}


def placing(**changes: Any) -> az.Match:
    """Ana can place R3 with two payments and complete the red pillar; Bruno holds one blue tile."""
    ana = board({"R": ".R....", "*": "GR...."}, hand="PRRRG")
    return az.load(position(ana, board(hand="B"), **changes), seed=1, names=["Ana", "Bruno"])


def played(players: int, moves: int, side: str = "coloured") -> az.Match:
    """A seeded game between greedy bots, so many moves on."""
    game, player = az.new("pavilion", players=players, seed=7, side=side), az.bot("greedy", seed=7)
    for _ in range(moves):
        if not game.over:
            game.play(player.choose(game).move)
    return game
