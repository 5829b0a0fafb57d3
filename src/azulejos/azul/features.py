"""Numbers that judge an Azul position: today the quick prospect that the greedy bot maximises.

Kernels like those of the rules, so that many games can be judged in one compiled call.
"""

from typing import Any

from azulejos.azul.fields import (
    COLOURS,
    FLOOR_COUNT,
    FULL_ROW,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    PENALTY,
    ROWS,
    SCORE,
    TAKEN,
    WALL,
)
from azulejos.azul.kernels import cell_points
from azulejos.core.jit import kernel
from azulejos.core.lanes import lane, size
from azulejos.core.layout import GREY

STARTED = 0.3  # what a tile in an unfinished line is worth, as a share of its part of the line's points


@kernel
def prospect(s: Any, seat: int) -> float:
    """Points if the offer ended now: complete lines tiled, the floor paid, a little for begun lines."""
    wall = s[WALL + seat]
    points = 0.0
    for row in range(ROWS):
        line = lane(s[LINES + seat], row)
        tiles = line & 7
        if tiles > 0:
            column, gain = best_column(s, seat, row, wall, line)
            if tiles == row + 1:
                points += gain + row_end(wall, row)
                wall |= (1 if gain > 0 else 0) << (ROWS * row + column)
            else:
                points += STARTED * gain * tiles / (row + 1)
    floor = min(PENALTY[s[FLOOR_COUNT + seat]], s[SCORE + seat] + int(points))
    return float(s[SCORE + seat] + points - floor)


@kernel
def row_end(wall: int, row: int) -> int:
    """The row bonus, if the tile to come completes the row."""
    return 2 if size((wall >> (ROWS * row)) & FULL_ROW) == ROWS - 1 else 0


@kernel
def best_column(s: Any, seat: int, row: int, wall: int, line: int) -> tuple[int, int]:
    """The column that a line's tile would go to, and its points there: none where it has no place."""
    columns = open_columns(s, seat, row, wall, line)
    best = 0
    most = 0
    for column in range(ROWS):
        if (columns >> column) & 1 == 1:
            points = cell_points(wall | (1 << (ROWS * row + column)), row, column)
            if points > most:
                best = column
                most = points
    return best, most


@kernel
def open_columns(s: Any, seat: int, row: int, wall: int, line: int) -> int:
    """The set of columns that take a line's tile."""
    colour = (line >> LINE_COLOUR) & 7
    empty = FULL_ROW & ~(wall >> (ROWS * row))
    if s[GREY] == 1:
        taken = 0 if line >> LINE_JOKERS > 0 else lane(s[TAKEN + seat], colour) >> ROWS  # A48, A70
        return empty & ~taken
    return empty & (1 << (colour + row) % ROWS) if colour < COLOURS else empty
