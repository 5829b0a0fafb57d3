"""What a seat has going for it, as numbers: what an expert looks at between two rounds.

`features` describes one seat; a weighted sum of them, compared over the seats, is the chance to win.
The weights are not here but in `azul.weights`, so that they can be tuned without touching a rule.
"""

from azulejos.azul.fields import (
    COLOURS,
    COLUMN,
    FULL_ROW,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    ROWS,
    SCORE,
    TAKEN,
    WALL,
)
from azulejos.azul.kernels.ending import full_rows
from azulejos.azul.kernels.tiling import cell_points
from azulejos.core.jit import kernel
from azulejos.core.lanes import WIDTH, lane, size
from azulejos.core.layout import BAG, DEAL, ENDED, GREY, MARKER, PHASE, PLAYERS

STAGES = 4  # by the longest row on any wall: 0 or 1, 2, 3, 4 tiles

FEATURE_NAMES = (
    "points",  # tens
    "starts the next round",
    *(f"rows with {n}" for n in (1, 2, 3, 4)),
    *(f"columns with {n}" for n in (1, 2, 3, 4, 5)),
    *(f"colours with {n}" for n in (1, 2, 3, 4, 5)),
    *(f"tiles in row {n}" for n in (1, 2, 3, 4, 5)),
    *(f"line {n} begun" for n in (1, 2, 3, 4, 5)),  # as a share of the line
    "points begun",  # of the cells that begun lines lead to, by their share
    "points open",  # of all empty cells, those of short lines more
    "columns near",  # by the tiles that they still need
    "colours near",
    "rows near",
    "row to end",  # the share of the line that would complete a row
    "scarce",  # tiles that begun lines want beyond what bag and lid can bring
)
FEATURES = len(FEATURE_NAMES)

POINTS, STARTS, ROWS_WITH, COLUMNS_WITH, COLOURS_WITH = 0, 1, 1, 5, 10  # the last three count from 1
IN_ROW, BEGUN, POINTS_BEGUN, POINTS_OPEN = 16, 21, 26, 27
COLUMNS_NEAR, COLOURS_NEAR, ROWS_NEAR, ROW_TO_END, SCARCE = 28, 29, 30, 31, 32
FAR = 10  # tiles still needed beyond which a column, colour or row counts as out of reach


@kernel
def between_rounds(s):
    """Whether the walls are tiled and nothing is dealt yet, or the game is over."""
    return s[PHASE] == DEAL or s[PHASE] == ENDED


@kernel
def stage(s):
    """How far the game is, by the longest row on any wall."""
    longest = 1
    for seat in range(s[PLAYERS]):
        wall = s[WALL + seat]
        for row in range(ROWS):
            longest = max(longest, size((wall >> (ROWS * row)) & FULL_ROW))
    return min(longest, STAGES) - 1


@kernel
def score_of(s, seat):
    """A seat's points."""
    return s[SCORE + seat]


@kernel
def shares(s, out):
    """When the game is over: each seat's share of the win (A45)."""
    best = -1
    winners = 0
    for seat in range(s[PLAYERS]):
        rank = 8 * s[SCORE + seat] + full_rows(s[WALL + seat])
        if rank > best:
            best = rank
            winners = 0
        winners += 1 if rank == best else 0
    for seat in range(s[PLAYERS]):
        out[seat] = 1 / winners if 8 * s[SCORE + seat] + full_rows(s[WALL + seat]) == best else 0.0


@kernel
def features(s, seat, out):
    """Write the numbers of FEATURE_NAMES for one seat."""
    for n in range(FEATURES):
        out[n] = 0.0
    out[POINTS] = s[SCORE + seat] / 10
    out[STARTS] = 1.0 if s[MARKER] == seat else 0.0
    count_wall(s, seat, out)
    columns, colours = look_at_rows(s, seat, out)
    for n in range(ROWS):
        out[COLUMNS_NEAR] += nearness(lane(columns, n))
        out[COLOURS_NEAR] += nearness(lane(colours, n))


@kernel
def count_wall(s, seat, out):
    """Rows, columns and colours by how many tiles they have."""
    wall = s[WALL + seat]
    for n in range(ROWS):
        row = size((wall >> (ROWS * n)) & FULL_ROW)
        column = size(column_rows(wall, n))
        colour = size(lane(s[TAKEN + seat], n) & FULL_ROW)
        out[IN_ROW + n] = row / ROWS
        if 0 < row < ROWS:
            out[ROWS_WITH + row] += 1
        if column > 0:
            out[COLUMNS_WITH + column] += 1
        if colour > 0:
            out[COLOURS_WITH + colour] += 1


@kernel
def column_rows(wall, column):
    """The set of rows in which a column has its tile."""
    return ((((wall >> column) & COLUMN) * 0x111110) >> 20) & FULL_ROW


@kernel
def nearness(need):
    """One for what is complete, falling to zero for what needs too many tiles."""
    return 0.0 if need >= FAR else (FAR - need) * (FAR - need) / (FAR * FAR)


@kernel
def look_at_rows(s, seat, out):
    """Judge lines and empty cells; returns the tiles that each column and each colour still needs."""
    columns = 0
    colours = 0
    for row in range(ROWS):
        line = lane(s[LINES + seat], row)
        tiles = line & 7
        aim = aimed_column(s, seat, row, line)
        out[BEGUN + row] = tiles / (row + 1)
        row_need = 0
        for column in range(ROWS):
            bit = 1 << (ROWS * row + column)
            if s[WALL + seat] & bit == 0:
                need = row + 1
                points = cell_points(s[WALL + seat] | bit, row, column)
                if column == aim:
                    need -= tiles
                    out[POINTS_BEGUN] += points * tiles / (row + 1) / 5
                out[POINTS_OPEN] += points / (row + 1) / 10
                row_need += need
                columns += need << (WIDTH * column)
                if s[GREY] == 0:
                    colours += need << (WIDTH * ((column + ROWS - row) % ROWS))
        look_at_end(s, seat, row, tiles, row_need, out)
        out[SCARCE] += scarcity(s, row, line)
    if s[GREY] == 1:
        colours = grey_colours(s, seat)
    return columns, colours


@kernel
def look_at_end(s, seat, row, tiles, need, out):
    """How near a row is to ending the game."""
    out[ROWS_NEAR] += nearness(need)
    if size((s[WALL + seat] >> (ROWS * row)) & FULL_ROW) == ROWS - 1:
        out[ROW_TO_END] += (1 + tiles) / (row + 1)


@kernel
def aimed_column(s, seat, row, line):
    """The column that a begun line leads to: fixed on the coloured wall, the best one on the grey."""
    if line == 0:
        return -1
    colour = (line >> LINE_COLOUR) & 7
    if s[GREY] == 0 and colour < COLOURS:
        return (colour + row) % ROWS
    empty = FULL_ROW & ~(s[WALL + seat] >> (ROWS * row))
    if colour < COLOURS and line >> LINE_JOKERS == 0:
        empty &= ~(lane(s[TAKEN + seat], colour) >> ROWS)
    best = -1
    most = 0
    for column in range(ROWS):
        if (empty >> column) & 1:
            points = cell_points(s[WALL + seat] | (1 << (ROWS * row + column)), row, column)
            if points > most:
                most = points
                best = column
    return best


@kernel
def grey_colours(s, seat):
    """Tiles that each colour still needs on a grey wall, whichever cells they go to."""
    needs = 0
    for colour in range(COLOURS):
        there = lane(s[TAKEN + seat], colour) & FULL_ROW
        for row in range(ROWS):
            line = lane(s[LINES + seat], row)
            if (there >> row) & 1 == 0:
                begun = (line & 7) if (line >> LINE_COLOUR) & 7 == colour else 0
                needs += (row + 1 - begun) << (WIDTH * colour)
    return needs


@kernel
def scarcity(s, row, line):
    """Tiles that a begun line wants beyond half of what bag and lid hold of its colour."""
    colour = (line >> LINE_COLOUR) & 7
    if line & 7 == 0 or line & 7 > row or colour >= COLOURS:
        return 0.0
    return max(0.0, row + 1 - (line & 7) - lane(s[BAG] + s[LID], colour) / 4)
