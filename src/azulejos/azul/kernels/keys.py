"""How a net knows a move: by a few keys, each the place of weights in nets that were trained.

Change anything here, and `ENCODING` in `encoding` too.
"""

from azulejos.azul.fields import (
    COLOURS,
    DESTINATIONS,
    DRAFTS,
    FLOOR_COUNT,
    FLOOR_LINE,
    FULL_ROW,
    LINE_COLOUR,
    LINES,
    MIXED,
    ROWS,
    TAKEN,
    WALL,
)
from azulejos.azul.kernels.encoded_board import ROW_BASE, aimed
from azulejos.azul.kernels.judging import column_rows
from azulejos.azul.kernels.offer import room
from azulejos.azul.kernels.tiling import cell_points, complete_lines, first_row
from azulejos.azul.kernels.traits import parts, usable
from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS as KINDS
from azulejos.core.lanes import filled, lane, size, total
from azulejos.core.layout import (
    CENTRE,
    GREY,
    IN_CENTRE,
    MARKER,
    PLAYERS,
)
from azulejos.core.packs import FACTORY_TILES, MODULUS, PACK, PACKS
from azulejos.core.table import mover

KEYS = 8

PLAIN_KEY = 0  # destination, colour and tiles of a draft
MIXED_KEY = PLAIN_KEY + 216  # of a draft with jokers: destination, jokers that go into the line, jokers
FILL_KEY = MIXED_KEY + 216  # line, spaces free there, tiles
FILL_MOST = 8
SOURCE_KEY = FILL_KEY + 16 * FILL_MOST  # marker and centre, centre, factory by what stays; colour; tiles
PACK_KEY = SOURCE_KEY + 6 * KINDS * 4  # all that the factory holds, colour
CENTRE_KEY = PACK_KEY + PACKS * KINDS  # colours in the centre, colour
REST_KEY = CENTRE_KEY + 6 * KINDS  # a factory that is not full, colour
POINTS_KEY = REST_KEY + KINDS  # line, complete or not, points of its cell; the floor; no cell
POINTS_MOST = 10
PLACES_KEY = POINTS_KEY + 2 * ROWS * POINTS_MOST + 2  # complete or not; tiles around the cell
NEXT_KEY = PLACES_KEY + 2 * 125 + 1  # what the next seat could make of the tiles, tiles
SPILL_KEY = NEXT_KEY + 10 * 4  # floor spaces taken, tiles that fall
CELL_KEY = SPILL_KEY + 64  # a tile laid: where ...
LAID_KEY = CELL_KEY + ROWS * ROWS  # ... its points ...
AROUND_KEY = LAID_KEY + POINTS_MOST  # ... tiles in its column, colour, row ...
COLUMN_KEY = AROUND_KEY + 125  # ... its colour and column
NO_KEY = COLUMN_KEY + KINDS * ROWS
MOVE_KEYS = NO_KEY + 1


@kernel
def move_keys(s, action, keys):
    """Write the KEYS keys by which a net knows a legal action of the seat to move."""
    if DRAFTS <= action < MIXED:
        choice_keys(s, action - DRAFTS, keys)
        return
    seat = mover(s)
    source, colour, to, tiles, jokers, in_line = parts(s, action)
    source_keys(s, seat, source, colour, tiles + jokers, keys)
    destination_keys(s, seat, source, colour, to, tiles, jokers, in_line, keys)


@kernel
def next_keys(s, action, before, keys):
    """The same where `keys` are those of an action listed before: what is taken may be the same."""
    if action < DRAFTS and action // DESTINATIONS == before // DESTINATIONS:
        source, colour, to, tiles, jokers, in_line = parts(s, action)
        destination_keys(s, mover(s), source, colour, to, tiles, jokers, in_line, keys)
    else:
        move_keys(s, action, keys)


@kernel
def destination_keys(s, seat, source, colour, to, tiles, jokers, in_line, keys):
    """What becomes of the tiles."""
    count = tiles + jokers
    if jokers > 0:
        keys[0] = MIXED_KEY + (to * 6 + min(in_line, 5)) * 6 + min(jokers, 6) - 1
    else:
        keys[0] = PLAIN_KEY + (to * KINDS + colour) * 6 + min(count, 6) - 1
    spilled = count
    if to == FLOOR_LINE:
        keys[1] = FILL_KEY + FILL_MOST * 15 + min(count, FILL_MOST) - 1
        keys[2] = POINTS_KEY + 2 * ROWS * POINTS_MOST
        keys[3] = PLACES_KEY + 250
    else:
        space = room(s[LINES + seat], to)
        put = min(tiles, space - in_line) + in_line
        spilled -= put
        keys[1] = FILL_KEY + FILL_MOST * (ROW_BASE[to] + space - 1) + min(count, FILL_MOST) - 1
        line_keys(s, seat, to, colour, space == put, keys)
    spill_key(s, seat, source, spilled, keys)


@kernel
def line_keys(s, seat, row, colour, complete, keys):
    """What a line that these tiles go to does for the wall."""
    line = lane(s[LINES + seat], row)
    if line != 0 and (line >> LINE_COLOUR) & 7 < COLOURS:
        colour = (line >> LINE_COLOUR) & 7
    column = aimed(s, seat, row, 1 | (colour << LINE_COLOUR), colour)
    if column < 0:
        keys[2] = POINTS_KEY + 2 * ROWS * POINTS_MOST + 1
        keys[3] = PLACES_KEY + 250
        return
    wall = expected_wall(s, seat)
    points = cell_points(wall | (1 << (ROWS * row + column)), row, column)
    done = 1 if complete else 0
    keys[2] = POINTS_KEY + (2 * row + done) * POINTS_MOST + min(points, POINTS_MOST) - 1
    keys[3] = PLACES_KEY + 125 * done + around(s, seat, wall, row, column, colour)


@kernel
def expected_wall(s, seat):
    """The wall as it will be once the lines that are complete now are tiled; a grey one as it is."""
    wall = s[WALL + seat]
    lines = s[LINES + seat]
    complete = complete_lines(lines)
    if s[GREY] == 1:
        return wall
    while complete != 0:
        row = first_row(complete)
        colour = (lane(lines, row) >> LINE_COLOUR) & 7
        if colour < COLOURS:
            wall |= 1 << (ROWS * row + (colour + row) % ROWS)
        complete &= complete - 1
    return wall


@kernel
def around(s, seat, wall, row, column, colour):
    """How many tiles the column, the colour and the row of a cell have without it, as one number."""
    in_column = size(column_rows(wall, column) & ~(1 << row))
    of_colour = 0 if colour >= COLOURS else size(lane(s[TAKEN + seat], colour) & FULL_ROW & ~(1 << row))
    in_row = size((wall >> (ROWS * row)) & FULL_ROW & ~(1 << column))
    return (in_column * 5 + of_colour) * 5 + in_row


@kernel
def source_keys(s, seat, source, colour, count, keys):
    """Where tiles come from, what that leaves, and what they would be worth to the next seat."""
    few = min(count, 4) - 1
    here = s[source]
    if source == CENTRE:
        marker = s[MARKER] == IN_CENTRE
        keys[4] = SOURCE_KEY + ((0 if marker else 1) * KINDS + colour) * 4 + few
        keys[5] = CENTRE_KEY + (total(filled(here)) - 1) * KINDS + colour
    else:
        left = min(max(total(here) - count, 0), 3)
        keys[4] = SOURCE_KEY + ((2 + left) * KINDS + colour) * 4 + few
        if total(here) == FACTORY_TILES:
            keys[5] = PACK_KEY + PACK[here % MODULUS] * KINDS + colour
        else:
            keys[5] = REST_KEY + colour
    after = seat + 1
    if after == s[PLAYERS]:
        after = 0
    use = 0 if colour >= COLOURS else min(max(usable(s, after, colour, count), -4), 5)
    keys[6] = NEXT_KEY + (use + 4) * 4 + few


@kernel
def spill_key(s, seat, source, spilled, keys):
    """What falls on the floor, the marker among it."""
    if source == CENTRE and s[MARKER] == IN_CENTRE:
        spilled += 1
    keys[7] = SPILL_KEY + 8 * s[FLOOR_COUNT + seat] + min(spilled, 7)


@kernel
def choice_keys(s, cell, keys):
    """The keys of a wall choice (A49, A64)."""
    seat = mover(s)
    row = cell // ROWS
    column = cell - ROWS * row
    kind = (lane(s[LINES + seat], row) >> LINE_COLOUR) & 7
    wall = s[WALL + seat]
    keys[0] = CELL_KEY + cell
    keys[1] = LAID_KEY + min(cell_points(wall | (1 << cell), row, column), POINTS_MOST) - 1
    keys[2] = AROUND_KEY + around(s, seat, wall, row, column, kind)
    keys[3] = COLUMN_KEY + kind * ROWS + column
    for k in range(4, KEYS):
        keys[k] = NO_KEY
