"""Numbers that judge an Azul position: today the quick prospect that the greedy bot maximises."""

from azulejos.azul import kernels
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
from azulejos.azul.positions import State
from azulejos.core.lanes import lane
from azulejos.core.layout import GREY

STARTED = 0.3  # what a tile in an unfinished line is worth, as a share of its part of the line's points


def prospect(s: State, seat: int) -> float:
    """Points if the offer ended now: complete lines tiled, the floor paid, a little for begun lines."""
    wall = s[WALL + seat]
    points = 0.0
    for row in range(ROWS):
        line = lane(s[LINES + seat], row)
        tiles = line & 7
        if tiles == 0:
            continue
        cell, gain = _best_cell(s, seat, row, wall, line)
        if tiles == row + 1:
            points += gain + _row_end(wall, row)
            wall |= cell
        else:
            points += STARTED * gain * tiles / (row + 1)
    floor = min(PENALTY[s[FLOOR_COUNT + seat]], s[SCORE + seat] + int(points))
    return float(s[SCORE + seat] + points - floor)


def _row_end(wall: int, row: int) -> int:
    """The row bonus, if the tile to come completes the row."""
    return 2 if (wall >> (ROWS * row) & FULL_ROW).bit_count() == ROWS - 1 else 0


def _best_cell(s: State, seat: int, row: int, wall: int, line: int) -> tuple[int, int]:
    """The cell that a line's tile would go to, as a bit of the wall, and its points there."""
    colour, jokers = line >> LINE_COLOUR & 7, line >> LINE_JOKERS
    empty = FULL_ROW & ~(wall >> (ROWS * row))
    if s[GREY]:
        empty &= 31 if jokers else ~(lane(s[TAKEN + seat], colour) >> ROWS)  # A48, A70
    elif colour < COLOURS:
        empty &= 1 << (colour + row) % ROWS
    best = (0, 0)
    for column in range(ROWS):
        if empty >> column & 1:
            cell = 1 << (ROWS * row + column)
            points = int(kernels.cell_points(wall | cell, row, column))
            best = max(best, (cell, points), key=lambda pair: pair[1])
    return best
