"""What a net sees of one board: sparse features, as indices from where those of the board begin.

Where boards begin stands in `encoding`. These numbers are places of weights, too: change anything here, and
`ENCODING` there.
"""

from azulejos.azul.fields import (
    COLOURS,
    DIAGONAL,
    FULL_ROW,
    JOKERS,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    OPEN,
    ROWS,
    TAKEN,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.kernels.judging import aimed_column, column_rows
from azulejos.azul.kernels.offer import room
from azulejos.azul.kernels.tiling import cell_points
from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import COLOURS as KINDS
from azulejos.core.lanes import ONES, WIDTH, colour_of, lane, member
from azulejos.core.layout import GREY

PATTERNS = 31  # sets of five but the empty one
ROWS_AT = 0  # of the wall: each row, column and colour by where its tiles lie
COLUMNS_AT = ROWS_AT + ROWS * PATTERNS
COLOURS_AT = COLUMNS_AT + ROWS * PATTERNS
TAKEN_AT = COLOURS_AT + COLOURS * PATTERNS  # grey wall: columns that hold a colour
JOKERS_AT = TAKEN_AT + COLOURS * ROWS  # jokers on the wall
LINE_AT = JOKERS_AT + ROWS * ROWS  # begun lines by colour and tiles
LINE_BASE = Table((0, 6, 18, 36, 60))
IN_LINE_AT = LINE_AT + 90  # jokers in a line
ROW_BASE = Table((0, 1, 3, 6, 10, 15))
MISSING_AT = IN_LINE_AT + 15  # begun lines by tiles that they lack
MISSING_BASE = Table((0, 1, 3, 6, 10))
WORTH_AT = MISSING_AT + 15  # begun lines by the points of their cell: incomplete, complete
WORTH_MOST = 8
FIT_AT = WORTH_AT + ROWS * 2 * WORTH_MOST  # begun lines by what the offer has for them
FITS = 5
FILLS_AT = FIT_AT + ROWS * FITS  # lines by a colour of which one draft completes them, or one of several
ROOM_AT = FILLS_AT + ROWS * KINDS * 2  # free spaces of all lines
FLOOR_AT = ROOM_AT + 16
SCORE_AT = FLOOR_AT + 8  # points as things lie, sure bonuses included: eights, as a thermometer ...
SCORE_STEP, SCORE_MOST = 8, 13
SCORE_REST_AT = SCORE_AT + SCORE_MOST  # ... and the rest
LEAD_AT = SCORE_REST_AT + SCORE_STEP  # by how much the viewer is ahead, or behind: fours, and the rest
LEAD_STEP, LEAD_MOST = 4, 16
LEAD_REST_AT = LEAD_AT + 2 * LEAD_MOST
BOARD = LEAD_REST_AT + 2 * LEAD_STEP


@kernel
def encode_lines(s, seat, base, active, n):
    """The lines; also tells what they will score, and the wall and its colours once they are tiled."""
    lines = s[LINES + seat]
    wall = s[WALL + seat]
    colours = s[TAKEN + seat]
    gains = 0
    space = 0
    for row in range(ROWS):
        lacks = room(lines, row)
        space += lacks
        line = lane(lines, row)
        if line == 0:
            continue
        tiles = line & 7
        kind = (line >> LINE_COLOUR) & 7
        active[n] = base + LINE_AT + LINE_BASE[row] + kind * (row + 1) + tiles - 1
        active[n + 1] = base + MISSING_AT + MISSING_BASE[row] + lacks
        n += 2
        if line >> LINE_JOKERS > 0:
            active[n] = base + IN_LINE_AT + ROW_BASE[row] + (line >> LINE_JOKERS) - 1
            n += 1
        column = aimed(s, seat, row, line, kind)
        if column >= 0:
            bit = 1 << (ROWS * row + column)
            points = cell_points(wall | bit, row, column)
            if lacks == 0:
                wall |= bit
                gains += points
                if kind < COLOURS:
                    colours |= ((1 << row) | (1 << (ROWS + column))) << (WIDTH * kind)
            place = 2 * row + (1 if lacks == 0 else 0)
            active[n] = base + WORTH_AT + WORTH_MOST * place + min(points, WORTH_MOST) - 1
            n += 1
    active[n] = base + ROOM_AT + space
    return n + 1, gains, wall, colours


@kernel
def encode_wants(s, seat, base, exact, twice, there, active, n):
    """What the offer has for the lines: for begun ones, and which drafts would complete one."""
    lines = s[LINES + seat]
    opened = s[OPEN + seat]
    for row in range(ROWS):
        lacks = room(lines, row)
        line = lane(lines, row)
        kind = (line >> LINE_COLOUR) & 7
        if line != 0 and lacks > 0 and kind < COLOURS:
            active[n] = base + FIT_AT + FITS * row + fit(lane(exact, kind), lane(there, kind), lacks)
            n += 1
        fitting = (opened >> row) & (exact >> lacks) & ONES
        while fitting != 0:
            colour = colour_of(fitting & -fitting)
            often = (lane(twice, colour) >> lacks) & 1
            active[n] = base + FILLS_AT + 2 * (KINDS * row + colour) + often
            n += 1
            fitting &= fitting - 1
    return n


@kernel
def aimed(s, seat, row, line, kind):
    """The column that a begun line leads to, or -1."""
    if s[GREY] == 0 and kind < COLOURS:
        return (kind + row) % ROWS
    return aimed_column(s, seat, row, line)


@kernel
def fit(counts, there, lacks):
    """What the offer has for a line: nothing, too little, enough in several drafts, in one, or too much."""
    if there < lacks:
        return 0 if there == 0 else 1
    if (counts >> lacks) & 1:
        return 3
    return 4 if counts >> lacks else 2


@kernel
def encode_wall(s, seat, base, wall, colours, active, n):
    """The wall; also tells the bonuses that are sure, and whether a row is complete."""
    bonuses = 0
    full = False
    for k in range(ROWS):
        row = (wall >> (ROWS * k)) & FULL_ROW
        column = column_rows(wall, k)
        colour = lane(colours, k) & FULL_ROW
        if row > 0:
            active[n] = base + ROWS_AT + PATTERNS * k + row - 1
            n += 1
            if row == FULL_ROW:
                bonuses += 2
                full = True
        if column > 0:
            active[n] = base + COLUMNS_AT + PATTERNS * k + column - 1
            n += 1
            if column == FULL_ROW:
                bonuses += 7
        if colour > 0:
            active[n] = base + COLOURS_AT + PATTERNS * k + colour - 1
            n += 1
            if colour == FULL_ROW and (s[GREY] == 1 or s[WALL_JOKERS + seat] & DIAGONAL[k] == 0):
                bonuses += 10
        if s[GREY] == 1:
            n = encode_set(lane(colours, k) >> ROWS, base + TAKEN_AT + ROWS * k, active, n)
        if s[JOKERS] == 1:
            jokers = (s[WALL_JOKERS + seat] >> (ROWS * k)) & FULL_ROW
            n = encode_set(jokers, base + JOKERS_AT + ROWS * k, active, n)
    return n, bonuses, full


@kernel
def encode_set(members, base, active, n):
    """A feature for each member of a set."""
    while members != 0:
        active[n] = base + member(members, 0)
        n += 1
        members &= members - 1
    return n
