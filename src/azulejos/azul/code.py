"""An Azul position in one line that fits in a URL, as FEN is for chess.

Parts are joined by `_`: game, options, course of play, factories, centre, bag, lid, then a board per
seat. The text is turned into the JSON data and back; the rules of a position are checked there, once.
"""

import re
from typing import Any

from azulejos.azul.fields import COLOURS, LETTERS, ROWS
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

EXPECTED = "expected azul_OPTIONS_COURSE_FACTORIES_CENTRE_BAG_LID_BOARDS, as game.code() writes it"

_OPTIONS = re.compile(r"([2-4])([cg])(j?)(?:m([1-9][0-9]{0,8}))?")
_PHASES = {"o": "offer", "t": "tiling", "x": "over"}
_COURSE = re.compile(course_pattern(_PHASES))
_WALLS = {"c": "coloured", "g": "grey"}


def write_code(position: dict[str, Any]) -> str:
    """One line for a position's JSON data."""
    options = position["options"]
    cap = f"m{options['max_rounds']}" if "max_rounds" in options else ""
    parts = [
        "azul",
        f"{options['players']}{options['wall'][0]}{'j' if options['jokers'] else ''}{cap}",
        write_course(position, _PHASES),
        ".".join(position["factories"]),
        position["centre"],
        write_counts(position["bag"]),
        write_counts(position["lid"]),
    ]
    return "_".join(parts + [_write_board(board) for board in position["boards"]])


def _write_board(board: dict[str, Any]) -> str:
    return f"{board['score']}~{'.'.join(board['lines'])}~{write_rows(board['wall'])}~{board['floor']}"


def read_code(text: str) -> dict[str, Any]:
    """The JSON data of a one-line text, its shape checked, its rules not yet."""
    parts = text.strip().split("_")
    options = _OPTIONS.fullmatch(parts[1]) if len(parts) > 7 else None
    course = _COURSE.fullmatch(parts[2]) if options else None
    if parts[0] != "azul" or not options or not course:
        raise BadPosition(f"not a position: {quoted(text)} ({EXPECTED})")
    letters = LETTERS[: COLOURS + bool(options[3])]
    return {
        "game": "azul",
        "options": _read_options(options),
        **read_course(course, _PHASES),
        "factories": parts[3].split("."),
        "centre": parts[4],
        "bag": read_counts(parts[5], letters, "bag"),
        "lid": read_counts(parts[6], letters, "lid"),
        "boards": [_read_board(part, seat) for seat, part in enumerate(parts[7:])],
    }


def _read_options(match: re.Match[str]) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "players": int(match[1]),
        "wall": _WALLS[match[2]],
        "jokers": bool(match[3]),
    }
    return {**plain, "max_rounds": int(match[4])} if match[4] else plain


def _read_board(part: str, seat: int) -> dict[str, Any]:
    pieces = part.split("~")
    if len(pieces) != 4 or not re.fullmatch(r"[0-9]{1,18}", pieces[0]):
        raise BadPosition(f"board {seat} is {quoted(part)}, expected SCORE~LINES~WALL~FLOOR")
    return {
        "score": int(pieces[0]),
        "lines": pieces[1].split("."),
        "wall": read_rows(pieces[2], ROWS),
        "floor": pieces[3],
    }
