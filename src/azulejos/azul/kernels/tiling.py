"""Tiling the walls: where tiles may go, what they score, what the floor costs (A26-A36, A47-A53, A62-A70)."""

from azulejos.azul.fields import (
    CELLS,
    CELLS_BELOW,
    COLUMN,
    FLOOR,
    FLOOR_COUNT,
    FULL_ROW,
    GAINED,
    JOKER,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    LOST,
    OPEN,
    PENALTY,
    ROWS,
    RUN,
    SCORE,
    TAKEN,
    TILING,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.kernels.ending import end_round
from azulejos.azul.kernels.offer import drop
from azulejos.azul.kernels.setup import JOKER_LANE
from azulejos.core.jit import kernel
from azulejos.core.lanes import LANE, ONES, WIDTH, colour_of, filled, lane, member
from azulejos.core.layout import GREY, PHASE, PLAYERS, TURN
from azulejos.core.table import mover

FULL_LINES = sum((row + 1) << (WIDTH * row) for row in range(6))  # lane 5 is no line: never full


@kernel
def begin_tiling(s):
    """The offer is empty: the walls are to be tiled (A26, A28)."""
    for seat in range(s[PLAYERS]):
        s[GAINED + seat] = 0
    s[PHASE] = TILING


@kernel
def tile_from(s, first):
    """Tile the walls from one seat on, stopping where a cell must be chosen; then end the round."""
    for seat in range(first, s[PLAYERS]):
        if tile_seat(s, seat):
            s[TURN] = seat
            return
    end_round(s)


@kernel
def tile_seat(s, seat):
    """Tile a wall top to bottom and pay for the floor; True where a choice comes first (A29, A34)."""
    complete = complete_lines(s[LINES + seat])
    while complete != 0:
        row = first_row(complete)
        cells = legal_cells(s, seat, row)
        if cells == 0:
            fall(s, seat, row)
        elif cells & (cells - 1) == 0:
            place(s, seat, row, member(cells, 0))
        else:
            return True
        complete &= complete - 1
    pay_floor(s, seat)
    return False


@kernel
def complete_lines(lines):
    """A one in the lane of every line that is full (A20)."""
    return ONES & ~filled((lines & 7 * ONES) ^ FULL_LINES)


@kernel
def first_row(lines):
    """The topmost row among those with a one in their lane."""
    return colour_of(lines & -lines)


@kernel
def legal_cells(s, seat, row):
    """The columns that the tile of a complete line may go to (A29, A47-A49, A63, A64, A70)."""
    line = lane(s[LINES + seat], row)
    colour = (line >> LINE_COLOUR) & 7
    empty = FULL_ROW & ~(s[WALL + seat] >> (ROWS * row))
    if s[GREY] == 1:
        if line >> LINE_JOKERS > 0:
            return empty
        return empty & ~(lane(s[TAKEN + seat], colour) >> ROWS)
    if colour == JOKER:
        return empty
    return empty & (1 << ((colour + row) % ROWS))


@kernel
def choose_cell(s, cell):
    """The owner's choice for a line."""
    seat = mover(s)
    row = cell // ROWS
    place(s, seat, row, cell - ROWS * row)


@kernel
def place(s, seat, row, column):
    """Move a line's tile to the wall, score it, put the line's other tiles in the lid (A30-A32)."""
    line = lane(s[LINES + seat], row)
    colour = (line >> LINE_COLOUR) & 7
    jokers = line >> LINE_JOKERS
    wall = s[WALL + seat] | (1 << (ROWS * row + column))
    s[WALL + seat] = wall
    points = cell_points(wall, row, column)
    s[SCORE + seat] += points
    s[GAINED + seat] += points
    if jokers > 0:
        s[WALL_JOKERS + seat] |= 1 << (ROWS * row + column)
        s[LID] += ((jokers - 1) << JOKER_LANE) + ((row + 1 - jokers) << (WIDTH * colour))
    else:
        s[LID] += row << (WIDTH * colour)
    mark_cell(s, seat, row, column, colour, jokers)
    clear_line(s, seat, row)


@kernel
def cell_points(wall, row, column):
    """Points of a tile just laid, from the two runs it is part of (A30)."""
    across = run_across(wall, row, column)
    down = run_down(wall, row, column)
    if across == 1 or down == 1:  # a run of one adds nothing beside a longer one
        return across + down - 1
    return across + down


@kernel
def run_across(wall, row, column):
    """Length of the unbroken run of tiles along the row through a cell."""
    return RUN[ROWS * ((wall >> (ROWS * row)) & FULL_ROW) + column]


@kernel
def run_down(wall, row, column):
    """Length of the unbroken run of tiles down the column through a cell."""
    every_fifth = (wall >> column) & COLUMN
    in_a_row = ((every_fifth * 0x111110) >> 20) & FULL_ROW  # the product brings them together
    return RUN[ROWS * in_a_row + row]


@kernel
def mark_cell(s, seat, row, column, colour, jokers):
    """Remember which colour the wall now holds where (A21, A48, A66, A70)."""
    if s[GREY] == 0:
        if jokers > 0:  # A66: a joker occupies the colour of its cell
            colour = (column + ROWS - row) % ROWS
        s[TAKEN + seat] |= 1 << (WIDTH * colour + row)
        return
    kind = JOKER if jokers > 0 else colour
    if kind != JOKER:
        s[TAKEN + seat] |= ((1 << row) | (1 << (ROWS + column))) << (WIDTH * colour)
    set_cell(s, seat, row, column, kind)


@kernel
def set_cell(s, seat, row, column, kind):
    """Write a grey cell's colour."""
    if row < 3:
        s[CELLS + seat] |= kind << (3 * (ROWS * row + column))
    else:
        s[CELLS_BELOW + seat] |= kind << (3 * (ROWS * (row - 3) + column))


@kernel
def clear_line(s, seat, row):
    """Empty a line: it takes again every colour that its wall row does not hold (A21, A32)."""
    s[LINES + seat] &= ~(LANE << (WIDTH * row))
    s[OPEN + seat] |= (ONES << row) & ~s[TAKEN + seat]


@kernel
def fall(s, seat, row):
    """No cell takes the tile: all tiles of the line go to the floor (A50)."""
    line = lane(s[LINES + seat], row)
    jokers = line >> LINE_JOKERS
    clear_line(s, seat, row)
    drop(s, seat, (line >> LINE_COLOUR) & 7, row + 1 - jokers)
    drop(s, seat, JOKER, jokers)


@kernel
def pay_floor(s, seat):
    """Subtract the floor's penalty, never below zero, and empty the floor into the lid (A34-A36)."""
    penalty = PENALTY[s[FLOOR_COUNT + seat]]
    s[LOST + seat] = penalty
    s[SCORE + seat] = max(0, s[SCORE + seat] - penalty)
    s[LID] += s[FLOOR + seat]
    s[FLOOR + seat] = 0
    s[FLOOR_COUNT + seat] = 0
