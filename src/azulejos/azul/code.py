"""An Azul position in one line that fits in a URL, as FEN is for chess.

Parts are joined by `_`: game, options, course of play, factories, centre, bag, lid, then a board per
seat. Only letters, digits and `-._~` occur. The text is turned into the JSON data and back; the rules
of a position are checked there, once.
"""

import re
from typing import Any

from azulejos.azul.fields import COLOURS, LETTERS, ROWS
from azulejos.core.checks import quoted
from azulejos.core.errors import BadPosition

EXPECTED = "expected azul_OPTIONS_COURSE_FACTORIES_CENTRE_BAG_LID_BOARDS, as game.code() writes it"

_OPTIONS = re.compile(r"([2-4])([cg])(j?)(?:m([1-9][0-9]{0,8}))?")
_COURSE = re.compile(r"([1-9][0-9]{0,8})([otx])([0-3]?)s([0-3])m([0-3c])")
_PHASES = {"o": "offer", "t": "tiling", "x": "over"}
_WALLS = {"c": "coloured", "g": "grey"}


def write_code(position: dict[str, Any]) -> str:
    """One line for a position's JSON data."""
    options = position["options"]
    cap = f"m{options['max_rounds']}" if "max_rounds" in options else ""
    phase = next(letter for letter, name in _PHASES.items() if name == position["phase"])
    turn = "" if position["turn"] is None else position["turn"]
    marker = "c" if position["marker"] == "centre" else position["marker"]
    parts = [
        "azul",
        f"{options['players']}{options['wall'][0]}{'j' if options['jokers'] else ''}{cap}",
        f"{position['round']}{phase}{turn}s{position['starter']}m{marker}",
        ".".join(position["factories"]),
        position["centre"],
        ".".join(str(count) for count in position["bag"].values()),
        ".".join(str(count) for count in position["lid"].values()),
    ]
    return "_".join(parts + [_write_board(board) for board in position["boards"]])


def _write_board(board: dict[str, Any]) -> str:
    wall = "-".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in board["wall"])
    return f"{board['score']}~{'.'.join(board['lines'])}~{wall}~{board['floor']}"


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
        "round": int(course[1]),
        "phase": _PHASES[course[2]],
        "turn": int(course[3]) if course[3] else None,
        "starter": int(course[4]),
        "marker": "centre" if course[5] == "c" else int(course[5]),
        "factories": parts[3].split("."),
        "centre": parts[4],
        "bag": _read_counts(parts[5], letters, "bag"),
        "lid": _read_counts(parts[6], letters, "lid"),
        "boards": [_read_board(part, seat) for seat, part in enumerate(parts[7:])],
    }


def _read_options(match: re.Match[str]) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "players": int(match[1]),
        "wall": _WALLS[match[2]],
        "jokers": bool(match[3]),
    }
    return {**plain, "max_rounds": int(match[4])} if match[4] else plain


def _read_counts(part: str, letters: str, where: str) -> dict[str, int]:
    counts = part.split(".")
    if len(counts) != len(letters) or not all(re.fullmatch(r"[0-9]{1,3}", c) for c in counts):
        raise BadPosition(f"{where} is {quoted(part)}, expected {len(letters)} counts joined by '.'")
    return {letter: int(count) for letter, count in zip(letters, counts, strict=True)}


def _read_board(part: str, seat: int) -> dict[str, Any]:
    pieces = part.split("~")
    if len(pieces) != 4 or not re.fullmatch(r"[0-9]{1,9}", pieces[0]):
        raise BadPosition(f"board {seat} is {quoted(part)}, expected SCORE~LINES~WALL~FLOOR")
    rows = [re.sub("[1-5]", lambda gap: "." * int(gap[0]), row) for row in pieces[2].split("-")]
    return {
        "score": int(pieces[0]),
        "lines": pieces[1].split("."),
        "wall": [row[: ROWS + 1] for row in rows],
        "floor": pieces[3],
    }
