"""What a net sees of a position: sparse features, as indices. How it knows a move is in `keys`.

Everything is seen from one seat, the `viewer`: its own board first, the others clockwise after it. Tiles
of complete lines count as lying on the wall already, so that a round's gains are seen as they are made.
The numbers are the places of weights in nets that were trained: change anything here, and `ENCODING` too.
"""

from azulejos.azul.fields import (
    COLOURS,
    FLOOR_COUNT,
    JOKERS,
    LID,
    LINES,
    PENALTY,
    ROWS,
    SCORE,
    TAKEN,
    TILING,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.kernels.encoded_board import (
    BOARD,
    FLOOR_AT,
    LEAD_AT,
    LEAD_MOST,
    LEAD_STEP,
    SCORE_AT,
    SCORE_MOST,
    SCORE_REST_AT,
    SCORE_STEP,
    encode_lines,
    encode_wall,
    encode_wants,
)
from azulejos.azul.kernels.tiling import complete_lines, first_row
from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import COLOURS as KINDS
from azulejos.core.lanes import WIDTH, lane, member, sizes, total
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
from azulejos.core.thermometer import encode_lead, encode_steps

ENCODING = 2  # the version of all that is here, in `encoded_board`, `keys` and `core.packs`

# --- where features of the table lie ---------------------------------------------------------------------

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
    n = encode_steps(points, SCORE_STEP, SCORE_MOST, base + SCORE_AT, base + SCORE_REST_AT, active, n + 1)
    return n, says


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
            n = encode_lead(mine - (says >> 1), LEAD_STEP, LEAD_MOST, base + LEAD_AT, active, n)
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
