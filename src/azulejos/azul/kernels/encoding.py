"""What a net sees of a position: sparse features, as indices. How it knows a move is in `keys`.

Everything is seen from one seat, the `viewer`: its own board first, the others clockwise after it. Tiles
of complete lines count as lying on the wall already, so that a round's gains are seen as they are made.
The numbers are the places of weights in nets that were trained: change anything here, and `ENCODING` too.
"""

from azulejos.azul.fields import (
    COLOURS,
    DIAGONAL,
    FLOOR_COUNT,
    FULL_ROW,
    JOKERS,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    OPEN,
    PENALTY,
    ROWS,
    SCORE,
    TAKEN,
    TILING,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.kernels.judging import aimed_column, column_rows
from azulejos.azul.kernels.offer import room
from azulejos.azul.kernels.tiling import cell_points, complete_lines, first_row
from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import COLOURS as KINDS
from azulejos.core.lanes import ONES, WIDTH, colour_of, lane, member, sizes, total
from azulejos.core.layout import (
    AVAIL,
    BAG,
    CENTRE,
    GREY,
    IN_CENTRE,
    MARKER,
    MOST_FACTORIES,
    PHASE,
    PLAYERS,
    ROUND,
    SAYS,
    SEATS,
    STARTER,
    TOLD,
    TURN,
)
from azulejos.core.packs import FACTORY_TILES, MODULUS, PACK, PACKS
from azulejos.core.table import clockwise, factories

ENCODING = 2  # the version of all that is here, in `keys` and in `core.packs`

# --- where features lie: on the table ... ---------------------------------------------------------------

HELD_AT = 0  # by colour: the first, second, ... factory with exactly so many of it
HELD = Table((0, 0, 9, 18, 24))  # where those with 1, 2, 3 and 4 tiles begin: a colour has 20 in all
HELD_EACH = 29
PACK_AT = HELD_AT + KINDS * HELD_EACH  # by what a factory holds: the first such one, the second
CENTRE_AT = PACK_AT + 2 * PACKS  # by colour: how many lie in the centre
CENTRE_MOST = 12
POOL_AT = CENTRE_AT + KINDS * CENTRE_MOST  # by colour: how many the next deal is drawn from, in twos
POOL_EACH = 11
BAG_AT = POOL_AT + KINDS * POOL_EACH  # tiles in the bag, in tens
TURNS_AT = BAG_AT + 12  # drafts that are left, as things lie
TURNS_MOST = 39
TILES_AT = TURNS_AT + TURNS_MOST + 1  # tiles on offer
TILES_MOST = 39
MARKER_AT = TILES_AT + TILES_MOST + 1  # who has it, clockwise from the viewer, or the centre
STARTER_AT = MARKER_AT + SEATS + 1
ROUND_AT = STARTER_AT + SEATS
ROUND_MOST = 10
PHASE_AT = ROUND_AT + ROUND_MOST + 1  # offer, between rounds, or which line's tile is being laid
ENDS_AT = PHASE_AT + 2 + ROWS  # some wall's row is complete: this is the last round
TABLE = ENDS_AT + 1

# --- ... and on each board, as seen from the viewer's ------------------------------------------------------

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

GREY_AT = TABLE + SEATS * BOARD  # the grey wall, for nets that play on both
ENCODED = GREY_AT + 1

PART_WORDS = 5  # words that the features of a part follow from
WALL_CELLS = ROWS * ROWS


@kernel
def viewer(s):
    """The seat that a position is seen from: who decides, or who will begin the next round."""
    if s[TURN] >= 0:
        return s[TURN]
    return s[STARTER] if s[MARKER] == IN_CENTRE else s[MARKER]


@kernel
def encode(s, active):
    """Write the indices of all features that the position has, each once, and tell how many they are."""
    n = 0
    told = 0
    for part in range(parts(s)):
        n, says = encode_part(s, part, active, n)
        told |= says << (TOLD * part)
    return encode_rest(s, told, active, n)


# --- parts: what hardly changes within a round, and what that depends on ------------------------------------


@kernel
def parts(s):
    """How many parts a position has: its boards, the viewer's first, and what stays all round long."""
    return s[PLAYERS] + 1


@kernel
def part_words(s, part, words):
    """Write what the features of a part follow from."""
    if part == s[PLAYERS]:
        words[0] = s[BAG]
        words[1] = s[LID]
        words[2] = clockwise(s, s[STARTER], viewer(s))
        words[3] = s[ROUND]
    else:
        seat = seat_of(s, part)
        words[0] = s[LINES + seat]
        words[1] = s[WALL + seat] + (s[WALL_JOKERS + seat] << WALL_CELLS)
        words[2] = s[TAKEN + seat]
        words[3] = s[SCORE + seat] * len(PENALTY) + s[FLOOR_COUNT + seat]
    words[4] = (part * 2 + s[GREY]) * 2 + s[JOKERS]


@kernel
def encode_part(s, part, active, n):
    """The features of a part, and what `encode_rest` must know of it.

    Of a board that is whether a row is complete, and above that bit its points as things lie.
    """
    if part == s[PLAYERS]:
        return encode_round(s, active, n), 0
    seat = seat_of(s, part)
    base = TABLE + BOARD * part
    n, gains, wall, colours = encode_lines(s, seat, base, active, n)
    n, bonuses, full = encode_wall(s, seat, base, wall, colours, active, n)
    points = max(0, s[SCORE + seat] + gains - PENALTY[s[FLOOR_COUNT + seat]]) + bonuses
    active[n] = base + FLOOR_AT + s[FLOOR_COUNT + seat]
    says = 2 * min(points, SAYS >> 1) + (1 if full else 0)
    return encode_score(points, base, active, n + 1), says


@kernel
def encode_rest(s, told, active, n):
    """All that is not in a part; `told` is what those tell, one after the other."""
    n, exact, twice, there = encode_offer(s, active, n)
    n = encode_turn(s, there, active, n)
    mine = (told & SAYS) >> 1
    ends = 0
    for k in range(s[PLAYERS]):
        base = TABLE + BOARD * k
        if there != 0:
            n = encode_wants(s, seat_of(s, k), base, exact, twice, there, active, n)
        says = (told >> (TOLD * k)) & SAYS
        ends |= says & 1
        if k > 0:
            n = encode_lead(mine - (says >> 1), base, active, n)
    if ends == 1:
        active[n] = ENDS_AT
        n += 1
    return n


@kernel
def seat_of(s, part):
    """Whose board it is."""
    seat = viewer(s) + part
    if seat >= s[PLAYERS]:
        seat -= s[PLAYERS]
    return seat & 3


# --- the table --------------------------------------------------------------------------------------------


@kernel
def encode_offer(s, active, n):
    """Factories and centre; also tells per colour which counts can be drafted, which twice, and the sum."""
    there = s[CENTRE]
    for source in range(MOST_FACTORIES):
        tiles = s[source]
        there += tiles
        if total(tiles) == FACTORY_TILES:
            copies = 0
            for other in range(source):
                if s[other] == tiles:
                    copies += 1
            if copies < 2:
                active[n] = PACK_AT + 2 * PACK[tiles % MODULUS] + copies
                n += 1
    exact = 0
    twice = 0
    for colour in range(COLOURS + s[JOKERS]):
        seen = 0
        counts = 0
        again = 0
        sources = lane(s[AVAIL], colour) & ((1 << MOST_FACTORIES) - 1)
        while sources != 0:
            count = lane(s[member(sources, 0)], colour) & 7
            active[n] = HELD_AT + HELD_EACH * colour + HELD[count] + ((seen >> (4 * count)) & 15)
            n += 1
            seen += 1 << (4 * count)
            again |= counts & (1 << count)
            counts |= 1 << count
            sources &= sources - 1
        count = lane(s[CENTRE], colour)
        if count > 0:
            active[n] = CENTRE_AT + CENTRE_MOST * colour + min(count, CENTRE_MOST) - 1
            n += 1
            count = 1 << min(count, WIDTH - 1)
            again |= counts & count
            counts |= count
        exact |= counts << (WIDTH * colour)
        twice |= again << (WIDTH * colour)
    return n, exact, twice, there


@kernel
def encode_turn(s, there, active, n):
    """What is due, and how long the round will go on."""
    active[n] = TURNS_AT + min(total(sizes(s[AVAIL])), TURNS_MOST)
    active[n + 1] = MARKER_AT + (SEATS if s[MARKER] == IN_CENTRE else clockwise(s, s[MARKER], viewer(s)))
    active[n + 2] = TILES_AT + min(total(there), TILES_MOST)
    if s[PHASE] == TILING:
        active[n + 3] = PHASE_AT + 2 + first_row(complete_lines(s[LINES + seat_of(s, 0)]))
    else:
        active[n + 3] = PHASE_AT + (1 if s[TURN] < 0 else 0)
    return n + 4


@kernel
def encode_round(s, active, n):
    """What stays as it is until the next deal, apart from the boards."""
    bag = total(s[BAG])
    pool = s[BAG] if bag >= FACTORY_TILES * factories(s) else s[BAG] + s[LID]
    for colour in range(COLOURS + s[JOKERS]):
        active[n] = POOL_AT + POOL_EACH * colour + min(lane(pool, colour) // 2, POOL_EACH - 1)
        n += 1
    active[n] = BAG_AT + min(bag // 10, 11)
    active[n + 1] = STARTER_AT + clockwise(s, s[STARTER], viewer(s))
    active[n + 2] = ROUND_AT + min(s[ROUND], ROUND_MOST)
    n += 3
    if s[GREY] == 1:
        active[n] = GREY_AT
        n += 1
    return n


# --- a board ----------------------------------------------------------------------------------------------


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


@kernel
def encode_score(points, base, active, n):
    """Points as a thermometer of eights, and the rest."""
    for step in range(min(points // SCORE_STEP, SCORE_MOST)):
        active[n] = base + SCORE_AT + step
        n += 1
    active[n] = base + SCORE_REST_AT + points % SCORE_STEP
    return n + 1


@kernel
def encode_lead(lead, base, active, n):
    """How far the viewer is ahead of that seat, or behind."""
    side = 0
    if lead < 0:
        side = 1
        lead = -lead
    for step in range(min(lead // LEAD_STEP, LEAD_MOST)):
        active[n] = base + LEAD_AT + LEAD_MOST * side + step
        n += 1
    active[n] = base + LEAD_REST_AT + LEAD_STEP * side + lead % LEAD_STEP
    return n + 1
