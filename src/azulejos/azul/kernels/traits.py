"""What speaks for and against a move, as numbers, before anything is searched.

A weighted sum of them says how much more likely a good player is to make the move than another. The
weights are in `azul.weights`.
"""

from azulejos.azul.fields import (
    COLOURS,
    DESTINATIONS,
    DRAFTS,
    FLOOR_COUNT,
    FLOOR_LINE,
    FLOOR_SPACES,
    FULL_ROW,
    JOKER,
    LINE_COLOUR,
    LINES,
    MIXED,
    MIXED_STEP,
    OPEN,
    PENALTY,
    ROWS,
    TAKEN,
    TILING,
    WALL,
)
from azulejos.azul.kernels.judging import aimed_column, column_rows
from azulejos.azul.kernels.offer import room
from azulejos.azul.kernels.tiling import cell_points, complete_lines
from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS as LANES
from azulejos.core.lanes import WIDTH, lane, member, size, total
from azulejos.core.layout import AVAIL, CENTRE, GREY, IN_CENTRE, MARKER, MOST_FACTORIES, PHASE, PLAYERS
from azulejos.core.table import mover

KINDS = 2  # drafts, wall choices

TRAIT_NAMES = (
    "completes the line",
    "points",  # of the cell, for a line that is completed
    "points begun",  # of the cell, for a line that is not, by its share
    "column",  # tiles in the cell's column, if the line is completed
    "column done",
    "colour",  # tiles of the colour on the wall, if the line is completed
    "colour done",
    "ends the game",
    *(f"begins line {n}" for n in (1, 2, 3, 4, 5)),
    *(f"goes on with line {n}" for n in (1, 2, 3, 4, 5)),
    "left open",  # free spaces of the line afterwards
    "cannot be filled",  # by what lies on the table
    "can be filled exactly",  # by one more draft
    "spilled",  # points that the floor will cost
    "to the floor",
    "takes the marker",
    "marker late",  # the marker, by how few places are left on offer
    "tiles",
    "left to the centre",
    "denied",  # tiles that the next seat could have used
    "dumped on the next",  # tiles left that the next seat could not use
    "jokers",
)
TRAITS = len(TRAIT_NAMES)

COMPLETES, POINTS, POINTS_BEGUN, COLUMN_TILES, COLUMN_DONE = 0, 1, 2, 3, 4
COLOUR_TILES, COLOUR_DONE, ENDS, BEGINS, GOES_ON = 5, 6, 7, 8, 13
LEFT_OPEN, UNFILLABLE, EXACT, SPILLED, TO_FLOOR = 18, 19, 20, 21, 22
TAKES_MARKER, MARKER_LATE, TILES, TO_CENTRE, DENIED, DUMPED, WITH_JOKERS = 23, 24, 25, 26, 27, 28, 29


@kernel
def kind(s):
    """Which kind of decision is due."""
    return 1 if s[PHASE] == TILING else 0


@kernel
def traits(s, action, out):
    """Write the numbers of TRAIT_NAMES for a legal action of the seat to move."""
    for n in range(TRAITS):
        out[n] = 0.0
    seat = mover(s)
    if DRAFTS <= action < MIXED:
        row = (action - DRAFTS) // ROWS
        judge_cell(s, seat, row, (action - DRAFTS) % ROWS, out)
        return
    source, colour, to, tiles, jokers, in_line = parts(s, action)
    out[TILES] = tiles + jokers
    out[WITH_JOKERS] = jokers
    spilled = tiles + jokers
    if to == FLOOR_LINE:
        out[TO_FLOOR] = 1.0
    else:
        put = min(tiles, room(s[LINES + seat], to) - in_line) + in_line
        spilled -= put
        judge_line(s, seat, source, colour, to, put, out)
    judge_source(s, seat, source, colour, spilled, out)


@kernel
def parts(s, action):
    """Source, colour, destination, tiles of the colour, jokers, and jokers that go into the line."""
    if action < DRAFTS:
        to = action % DESTINATIONS
        pair = action // DESTINATIONS
        count = lane(s[pair // 6], pair % 6)
        if pair % 6 == JOKER:
            return pair // 6, JOKER, to, 0, count, min(count, room(s[LINES + mover(s)], min(to, 4)))
        return pair // 6, pair % 6, to, count, 0, 0
    code = action - MIXED
    pair = code % MIXED_STEP // DESTINATIONS
    source = pair // COLOURS
    colour = pair % COLOURS
    return (
        source,
        colour,
        code % DESTINATIONS,
        lane(s[source], colour),
        lane(s[source], JOKER),
        code // MIXED_STEP,
    )


@kernel
def judge_line(s, seat, source, colour, row, put, out):
    """What putting so many tiles into a line does for the wall."""
    before = lane(s[LINES + seat], row)
    if before == 0:
        out[BEGINS + row] = 1.0
    else:
        out[GOES_ON + row] = 1.0
        if (before >> LINE_COLOUR) & 7 < COLOURS:
            colour = (before >> LINE_COLOUR) & 7
    open_after = room(s[LINES + seat], row) - put
    column = aimed_column(s, seat, row, 1 | (colour << LINE_COLOUR))
    if column < 0:
        return
    wall = expected_wall(s, seat)
    points = cell_points(wall | (1 << (ROWS * row + column)), row, column)
    if open_after == 0:
        out[COMPLETES] = 1.0
        out[POINTS] = points
        judge_places(s, seat, wall, row, column, colour, out)
        return
    out[POINTS_BEGUN] = points * (row + 1 - open_after) / (row + 1)
    out[LEFT_OPEN] = open_after
    judge_rest(s, source, colour, open_after, out)


@kernel
def expected_wall(s, seat):
    """The wall as it will be once the lines that are complete now are tiled (coloured cells only)."""
    wall = s[WALL + seat]
    if s[GREY] == 1:
        return wall
    complete = complete_lines(s[LINES + seat])
    for row in range(ROWS):
        if (complete >> (WIDTH * row)) & 1:
            colour = (lane(s[LINES + seat], row) >> LINE_COLOUR) & 7
            if colour < COLOURS:
                wall |= 1 << (ROWS * row + (colour + row) % ROWS)
    return wall


@kernel
def judge_places(s, seat, wall, row, column, colour, out):
    """How far a new tile brings its column, its colour and its row."""
    in_column = size(column_rows(wall, column) & ~(1 << row))
    out[COLUMN_TILES] = in_column
    out[COLUMN_DONE] = 1.0 if in_column == ROWS - 1 else 0.0
    if colour < COLOURS:
        of_colour = size(lane(s[TAKEN + seat], colour) & FULL_ROW)
        out[COLOUR_TILES] = of_colour
        out[COLOUR_DONE] = 1.0 if of_colour == ROWS - 1 else 0.0
    if size((wall >> (ROWS * row)) & FULL_ROW & ~(1 << column)) == ROWS - 1:
        out[ENDS] = 1.0


@kernel
def judge_rest(s, source, colour, wanted, out):
    """Whether what is left on the table could fill the line."""
    if colour >= COLOURS:
        return
    there = 0
    exact = 0.0
    places = lane(s[AVAIL], colour) & ~(1 << source)
    while places != 0:
        count = lane(s[member(places, 0)], colour)
        there += count
        if count == wanted:
            exact = 1.0
        places &= places - 1
    out[UNFILLABLE] = 1.0 if there < wanted else 0.0
    out[EXACT] = exact


@kernel
def judge_source(s, seat, source, colour, spilled, out):
    """Floor, marker, and what the draft takes from and leaves to the next seat."""
    floor = s[FLOOR_COUNT + seat]
    if source == CENTRE:
        if s[MARKER] == IN_CENTRE:
            out[TAKES_MARKER] = 1.0
            out[MARKER_LATE] = 1 / (1 + places_left(s))
            spilled += 1
    else:
        out[TO_CENTRE] = total(s[source]) - out[TILES]
    out[SPILLED] = PENALTY[min(FLOOR_SPACES, floor + spilled)] - PENALTY[floor]
    after = seat + 1
    judge_next(s, 0 if after == s[PLAYERS] else after, source, colour, out)


@kernel
def places_left(s):
    """How many factories still hold tiles."""
    places = 0
    for colour in range(LANES):
        places |= lane(s[AVAIL], colour)
    return size(places & ((1 << MOST_FACTORIES) - 1))


@kernel
def judge_next(s, after, source, colour, out):
    """What the next seat could have done with the tiles, and what it gets instead."""
    if colour < COLOURS:
        out[DENIED] = usable(s, after, colour, lane(s[source], colour))
    if source == CENTRE:
        return
    for other in range(COLOURS):
        count = lane(s[source], other)
        if other != colour and count > 0 and lane(s[OPEN + after], other) & FULL_ROW == 0:
            out[DUMPED] += count


@kernel
def usable(s, seat, colour, count):
    """How well a seat's lines could take so many tiles: what it could put down, if it completes a line."""
    best = 0
    rows = lane(s[OPEN + seat], colour) & FULL_ROW
    while rows != 0:
        row = member(rows, 0)
        space = room(s[LINES + seat], row)
        if count >= space:
            best = max(best, space - (count - space))
        rows &= rows - 1
    return best


@kernel
def judge_cell(s, seat, row, column, out):
    """What a wall choice brings (A49, A64)."""
    line = lane(s[LINES + seat], row)
    out[POINTS] = cell_points(s[WALL + seat] | (1 << (ROWS * row + column)), row, column)
    judge_places(s, seat, s[WALL + seat], row, column, (line >> LINE_COLOUR) & 7, out)
