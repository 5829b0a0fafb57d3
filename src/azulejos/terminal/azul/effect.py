"""What a move would do, asked of the engine on a copy: tiles taken, put and fallen, points in sight."""

from dataclasses import dataclass
from typing import Any

from azulejos.azul import kernels
from azulejos.azul.fields import (
    CHOICES,
    DRAFTS,
    FLOOR_LINE,
    JOKER,
    LETTERS,
    LINES,
    ROWS,
    WALL,
)
from azulejos.azul.notation import Draft, parse_move
from azulejos.azul.show import show
from azulejos.core.layout import (
    CENTRE,
)
from azulejos.core.match import Match
from azulejos.core.tiles import place_name


@dataclass(frozen=True, slots=True)
class Points:
    """A tile on the wall: its column, its two runs and what they bring."""

    column: int
    across: int
    down: int
    points: int


NO_CELL = Points(0, 0, 0, 0)  # of a tile that no cell will take, so that its line falls (A50)


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft carried out, the walls not yet tiled."""

    place: str
    tiles: str
    marker: bool  # taken along with them
    line: int | None  # None for the floor
    filled: int  # tiles in the line afterwards
    fallen: int
    cost: int  # points that the floor costs more than before
    points: Points | None  # of the line's tile, where it is complete and its cell is certain


@dataclass(frozen=True, slots=True)
class Tiled:
    """The tile of a complete line put on the wall."""

    line: int
    tile: str
    points: Points


def effect(game: Match, move: str) -> Drafted | Tiled:
    """What a legal move does; raises as the engine does where it is none."""
    action = game.rules.read_move(game.state, move)
    state = [int(word) for word in game.state]
    turn = game.rules.decider(game.state)
    if _is_choice(action):
        return _tiled(state, turn, *divmod(action - DRAFTS, ROWS))
    meant = parse_move(move)
    assert isinstance(meant, Draft)
    return _drafted(state, turn, meant, action)


def after_draft(game: Match, move: str) -> dict[str, Any]:
    """The table as a move leaves it before any wall is tiled by itself."""
    state, action = [int(word) for word in game.state], game.rules.read_move(game.state, move)
    if not _is_choice(action):
        kernels.draft(state, action)
    return show(state)


def _is_choice(action: int) -> bool:
    return DRAFTS <= action < DRAFTS + CHOICES


def _drafted(state: list[int], seat: int, move: Draft, action: int) -> Drafted:
    before, kind = show(state), LETTERS[move.colour]
    lying = before["centre"] if move.source == CENTRE else before["factories"][move.source]
    tiles = "".join(c for c in lying if c == kind or (c == "J" and move.with_jokers))
    kernels.draft(state, action)
    after = show(state)
    old, new = before["boards"][seat], after["boards"][seat]
    to_floor = move.to == FLOOR_LINE
    filled = 0 if to_floor else len(new["lines"][move.to])
    return Drafted(
        place=place_name(move.source),
        tiles=tiles,
        marker=before["marker"] != after["marker"],
        line=None if to_floor else move.to + 1,
        filled=filled,
        fallen=len(tiles) if to_floor else len(tiles) - filled + len(old["lines"][move.to]),
        cost=new["penalty"] - old["penalty"],
        points=_promised(state, seat, move.to) if filled == move.to + 1 else None,
    )


def _promised(state: list[int], seat: int, row: int) -> Points | None:
    """The points of a complete line's tile as things lie; None where a choice comes before."""
    state = list(state)
    while True:
        first = int(kernels.first_row(kernels.complete_lines(state[LINES + seat])))
        cells = kernels.legal_cells(state, seat, first)
        if cells & (cells - 1):
            return None
        placed = _place(state, seat, first, cells.bit_length() - 1) if cells else NO_CELL
        if first == row:
            return placed
        if not cells:
            kernels.fall(state, seat, first)


def _place(state: list[int], seat: int, row: int, column: int) -> Points:
    kernels.place(state, seat, row, column)
    wall = state[WALL + seat]
    return Points(
        column + 1,
        int(kernels.run_across(wall, row, column)),
        int(kernels.run_down(wall, row, column)),
        int(kernels.cell_points(wall, row, column)),
    )


def _tiled(state: list[int], seat: int, row: int, column: int) -> Tiled:
    line = show(state)["boards"][seat]["lines"][row]
    tile = LETTERS[JOKER] if "J" in line else line[0]  # A62
    return Tiled(row + 1, tile, _place(state, seat, row, column))
