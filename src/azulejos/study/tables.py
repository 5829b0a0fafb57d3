"""The engine's tables as a module for the pages' own reckoning: `python -m azulejos.study.tables FILE`."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from azulejos.azul import fields as azul
from azulejos.azul import kernels as azul_kernels
from azulejos.core.lanes import lane
from azulejos.pavilion import fields as pavilion
from azulejos.pavilion import kernels as pavilion_kernels
from azulejos.pavilion.kernels.setup import START_SCORE
from azulejos.study import azulsheet, pavsheet
from azulejos.study.checking import MOST_POINTS, MOST_ROWS
from azulejos.study.sheetfields import MOST_ROUNDS
from azulejos.study.values import VARIANTS

HEAD = "// The boards' tables as the engine has them. Written by `make tables`; change them there."


def azul_tables() -> dict[str, Any]:
    """What reckoning a wall needs (A2, A5, A6, A30, A44, A54)."""
    rows = range(azul.ROWS)
    return {
        "letters": azul.LETTERS,
        "wall": ["".join(azul.LETTERS[(column - row) % azul.ROWS] for column in rows) for row in rows],
        "run": list(azul.RUN),
        "penalty": list(azul.PENALTY),
        "each": azulsheet.EACH,
        "bag": {
            f"{players}{'J' if jokers else ''}": [
                lane(azul_kernels.full_bag(players, jokers), colour) for colour in range(len(azul.LETTERS))
            ]
            for jokers in (0, 1)
            for players in (2, 3, 4)
        },
        "mostWall": azulsheet.MOST_WALL,
        "mostFloor": azul.FLOOR_SPACES,
        "mostRows": MOST_ROWS,
        "mostRounds": MOST_ROUNDS["azul"],
    }


def pavilion_tables() -> dict[str, Any]:
    """What reckoning stars needs (S4, S5, S15, S35-S37, S49, S50, S57)."""
    return {
        "letters": pavilion.LETTERS,
        "places": pavsheet.PLACES,
        "stars": pavilion.STAR_LETTERS,
        "starColour": "".join(pavilion.LETTERS[colour] for colour in pavilion.STAR_COLOUR),
        "ring": list(pavilion.RING),
        "printed": {
            side: list(_side(grey, pavilion.NUMBER)) for grey, side in enumerate(("coloured", "grey"))
        },
        "starWorth": dict(zip(pavilion.LETTERS, pavilion.STAR_WORTH, strict=True))
        | {pavsheet.MANY: pavilion.MIXED_STAR},
        "numberWorth": pavsheet.NUMBER_WORTH,
        "tiles": lane(pavilion.ALL_TILES, 0),
        "start": START_SCORE,
        "least": pavilion_kernels.LEAST_SCORE,
        "mostPlaced": pavsheet.MOST_PLACED,
        "mostMarker": pavsheet.MOST_MARKER,
        "mostDiscards": pavsheet.MOST_DISCARDS,
        "mostCorners": pavilion.CORNERS_MOST,
        "mostRounds": MOST_ROUNDS["pavilion"],
    }


def _side(grey: int, numbers: Sequence[int]) -> Sequence[int]:
    return numbers[pavilion.SPACES * grey :][: pavilion.SPACES]


def most_points() -> dict[str, int]:
    """Per variant what no board can exceed."""
    return {name: MOST_POINTS.get(name, MOST_POINTS[name.split("-")[0]]) for name in VARIANTS}


def text() -> str:
    """The module."""
    parts = {"AZUL": azul_tables(), "PAVILION": pavilion_tables(), "MOST_POINTS": most_points()}
    lines = [f"export const {name} = {_literal(table)};" for name, table in parts.items()]
    return "\n".join([HEAD, *lines, ""])


def _literal(table: dict[str, Any]) -> str:
    """One line an entry, so that a change shows where it is."""
    entries = [
        f"  {name if name.isidentifier() else json.dumps(name)}: {json.dumps(value)},"
        for name, value in table.items()
    ]
    return "\n".join(["{", *entries, "}"])


def main(arguments: Sequence[str]) -> None:
    """Write the file named."""
    (path,) = arguments
    Path(path).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
