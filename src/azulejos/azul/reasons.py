"""Why Azul refuses a move: a code, the clause and the values; `sentence` says it in English."""

from typing import Any

from azulejos.azul import kernels
from azulejos.azul.fields import (
    COLOURS,
    FLOOR_LINE,
    JOKER,
    JOKERS,
    LETTERS,
    LINE_COLOUR,
    LINES,
    ROWS,
    TAKEN,
    TILING,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.notation import NAMES, Choice, Draft, Move
from azulejos.azul.positions import State
from azulejos.core.lanes import WIDTH, lane
from azulejos.core.layout import CENTRE, ENDED, GREY, IN_CENTRE, MARKER, PHASE, PLAYERS, TURN
from azulejos.core.reasons import AT_ANY_TABLE, Reason, Texts, at_any_table, refusal, said
from azulejos.core.table import factories

_CHOICE_DUE = "a wall choice is due for line {line}, expected one of {choices}"
_CELL_TAKEN = "column {column} of row {line} already holds a tile, expected one of {choices}"
_ROW_HAS = "row {line} of the wall already holds {colour}"

TEXTS: Texts = {
    **at_any_table(
        game_over="",
        no_such_factory="A3",
        factory_empty="A13",
        centre_empty="A14",
        factory_lacks_colour="A13",
        centre_lacks_colour="A14",
    ),
    "centre_marker_only": ("A16", AT_ANY_TABLE["centre_empty"]),
    "factory_lacks_joker": ("A55", "factory {place} holds no joker"),
    "centre_lacks_joker": ("A55", "the centre holds no joker"),
    "without_jokers": ("A54", "this game is played without jokers"),
    "line_full": ("A22", "line {line} is full"),
    "line_other_colour": ("A19", "line {line} holds {colour} tiles"),
    "row_has_colour": ("A21", _ROW_HAS),
    "row_has_joker": ("A66", _ROW_HAS),  # a joker lies on the cell of that colour
    "jokers_exact": ("A61", "{jokers} jokers in line {line}, expected exactly {expected}"),
    "jokers_between": ("A61", "{jokers} jokers in line {line}, expected {least} to {most}"),
    "draft_due": ("", "no wall choice is due, expected a draft such as 3B>2"),
    "choice_due": ("", _CHOICE_DUE),
    "other_line_due": ("A29", _CHOICE_DUE),
    "cell_taken": ("A47", _CELL_TAKEN),
    "joker_cell_taken": ("A64", _CELL_TAKEN),  # coloured wall: a line of jokers alone
    "column_has_colour": (
        "A48",
        "column {column} already holds {colour} ({clause}), expected one of {choices}",
    ),
}


def sentence(reason: Reason) -> str:
    """A reason in English."""
    words = {}
    if colour := reason.values.get("colour"):
        words["colour"] = NAMES[LETTERS.index(colour)]
    if columns := reason.values.get("columns"):
        row = reason.values["line"] - 1
        words["choices"] = ", ".join(str(Choice(row, column - 1)) for column in columns)
    return said(TEXTS, reason, words)


def _no(code: str, **values: Any) -> Reason:
    return refusal(TEXTS, code, values)


def why_not(s: State, move: Move) -> Reason | None:
    """What the rules have against a move, or None where it is legal."""
    if s[PHASE] == ENDED:
        return _no("game_over")
    if isinstance(move, Choice):
        return _why_not_choice(s, move)
    if s[PHASE] == TILING:
        return _no("choice_due", **_due(s))
    return _why_not_take(s, move) or _why_not_put(s, move)


# --- wall choices -----------------------------------------------------------------------------------------


def _why_not_choice(s: State, move: Choice) -> Reason | None:
    """What is wrong with a cell (A29, A47, A48, A64)."""
    if s[PHASE] != TILING:
        return _no("draft_due")
    due, column = _due(s), move.column + 1
    if move.row + 1 != due["line"]:
        return _no("other_line_due", **due)
    if column in due["columns"]:
        return None
    if s[WALL + s[TURN]] >> (ROWS * move.row + move.column) & 1:
        return _no("cell_taken" if s[GREY] else "joker_cell_taken", column=column, **due)
    colour = LETTERS[lane(s[LINES + s[TURN]], move.row) >> LINE_COLOUR & 7]
    return _no("column_has_colour", column=column, colour=colour, **due)


def _due(s: State) -> dict[str, Any]:
    """The line whose tile is to be placed, and the columns that take it."""
    row = int(kernels.first_row(kernels.complete_lines(s[LINES + s[TURN]])))
    cells = kernels.legal_cells(s, s[TURN], row)
    return {"line": row + 1, "columns": [column + 1 for column in range(ROWS) if cells >> column & 1]}


# --- drafts -----------------------------------------------------------------------------------------------


def _why_not_take(s: State, move: Draft) -> Reason | None:
    """What is wrong with where the tiles come from (A13, A14, A16, A55)."""
    where, place = ("centre", "c") if move.source == CENTRE else ("factory", str(move.source + 1))
    if move.source != CENTRE and move.source >= factories(s):
        return _no("no_such_factory", place=place, players=s[PLAYERS], factories=factories(s))
    if not s[JOKERS] and (move.with_jokers or move.colour == JOKER):
        return _no("without_jokers")
    if not s[move.source]:
        alone = move.source == CENTRE and s[MARKER] == IN_CENTRE
        return _no("centre_marker_only" if alone else f"{where}_empty", place=place)
    if move.colour != JOKER and not lane(s[move.source], move.colour):
        return _no(f"{where}_lacks_colour", place=place, colour=LETTERS[move.colour])
    if (move.with_jokers or move.colour == JOKER) and not lane(s[move.source], JOKER):
        return _no(f"{where}_lacks_joker", place=place)
    return None


def _why_not_put(s: State, move: Draft) -> Reason | None:
    """What is wrong with where the tiles go (A19, A21, A22, A60, A61, A66)."""
    if move.to == FLOOR_LINE:
        return None
    line = lane(s[LINES + s[TURN]], move.to)
    if line & 7 == move.to + 1:
        return _no("line_full", line=move.to + 1)
    return _why_not_colour(s, move, line) or _why_not_split(s, move)


def _why_not_colour(s: State, move: Draft, line: int) -> Reason | None:
    """What a line and its row of the wall have against a colour; nothing against jokers alone (A60)."""
    seat, number, kind = s[TURN], move.to + 1, line >> LINE_COLOUR & 7
    if move.colour == JOKER:
        return None
    if line and kind not in (JOKER, move.colour):
        return _no("line_other_colour", line=number, colour=LETTERS[kind])
    if s[TAKEN + seat] >> (WIDTH * move.colour + move.to) & 1:
        joker = _joker_on(s, seat, move.to, move.colour)
        return _no("row_has_joker" if joker else "row_has_colour", line=number, colour=LETTERS[move.colour])
    return None


def _joker_on(s: State, seat: int, row: int, colour: int) -> bool:
    """Whether a joker lies on a colour's cell of the coloured wall (A5, A66)."""
    cell = ROWS * row + (colour + row) % COLOURS
    return not s[GREY] and bool(s[WALL_JOKERS + seat] >> cell & 1)


def _why_not_split(s: State, move: Draft) -> Reason | None:
    """What is wrong with how many jokers go into the line (A61)."""
    if not move.with_jokers or move.jokers_in_line is None:
        return None
    tiles, jokers = s[move.source], move.jokers_in_line
    least, most = kernels.joker_range(s, s[TURN], move.to, lane(tiles, move.colour), lane(tiles, JOKER))
    if least <= jokers <= most:
        return None
    if least == most:
        return _no("jokers_exact", line=move.to + 1, jokers=jokers, expected=least)
    return _no("jokers_between", line=move.to + 1, jokers=jokers, least=least, most=most)
