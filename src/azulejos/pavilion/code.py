"""A Pavilion position in one line that fits in a URL.

Parts are joined by `_`: game, options, course of play, factories, centre, supply, bag, tower, then a
board per seat. The text is turned into the JSON data and back; its rules are checked there, once.
"""

import re
from typing import Any

from azulejos.core.checks import quoted
from azulejos.core.errors import BadPosition
from azulejos.core.oneline import (
    course_pattern,
    read_counts,
    read_course,
    read_rows,
    write_counts,
    write_course,
    write_rows,
)
from azulejos.pavilion.fields import LETTERS, POINTS, STAR_LETTERS

EXPECTED = (
    "expected pavilion_OPTIONS_COURSE_FACTORIES_CENTRE_SUPPLY_BAG_TOWER_BOARDS, as game.code() writes it"
)

_OPTIONS = re.compile(r"([2-4])([cg])")
_PHASES = {"a": "acquire", "p": "place", "b": "bonus", "x": "over"}
_COURSE = re.compile(course_pattern(_PHASES) + r"d([0-3])")
_SIDES = {"c": "coloured", "g": "grey"}


def write_code(position: dict[str, Any]) -> str:
    """One line for a position's JSON data."""
    options = position["options"]
    parts = [
        "pavilion",
        f"{options['players']}{options['side'][0]}",
        f"{write_course(position, _PHASES)}d{position['due']}",
        ".".join(position["factories"]),
        position["centre"],
        position["supply"],
        write_counts(position["bag"]),
        write_counts(position["tower"]),
    ]
    return "_".join(parts + [_write_board(board) for board in position["boards"]])


def _write_board(board: dict[str, Any]) -> str:
    passed = "p" if board["passed"] else ""
    stars = write_rows(board["stars"].values())
    return f"{board['score']}{passed}~{board['hand']}~{board['corners']}~{stars}"


def read_code(text: str) -> dict[str, Any]:
    """The JSON data of a one-line text, its shape checked, its rules not yet."""
    parts = text.strip().split("_")
    options = _OPTIONS.fullmatch(parts[1]) if len(parts) > 8 else None
    course = _COURSE.fullmatch(parts[2]) if options else None
    if parts[0] != "pavilion" or not options or not course:
        raise BadPosition(f"not a position: {quoted(text)} ({EXPECTED})")
    return {
        "game": "pavilion",
        "options": {"players": int(options[1]), "side": _SIDES[options[2]]},
        **read_course(course, _PHASES),
        "due": int(course[6]),
        "factories": parts[3].split("."),
        "centre": parts[4],
        "supply": parts[5],
        "bag": read_counts(parts[6], LETTERS, "bag"),
        "tower": read_counts(parts[7], LETTERS, "tower"),
        "boards": [_read_board(part, seat) for seat, part in enumerate(parts[8:])],
    }


def _read_board(part: str, seat: int) -> dict[str, Any]:
    pieces = part.split("~")
    score = re.fullmatch(r"([0-9]{1,18})(p?)", pieces[0])
    rows = read_rows(pieces[-1], POINTS)
    if len(pieces) != 4 or not score or len(rows) != len(STAR_LETTERS):
        raise BadPosition(f"board {seat} is {quoted(part)}, expected SCORE~HAND~CORNERS~STARS")
    return {
        "score": int(score[1]),
        "hand": pieces[1],
        "corners": pieces[2],
        "passed": bool(score[2]),
        "stars": dict(zip(STAR_LETTERS, rows, strict=True)),
    }
