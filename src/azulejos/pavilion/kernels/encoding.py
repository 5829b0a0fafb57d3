"""What a net sees of a position: sparse features, as indices. How it knows a move is in `keys`.

Everything is seen from one seat, the `viewer`: its own board first, the others clockwise after it. The
numbers are the places of weights in nets that were trained: change anything here, and `ENCODING` too.
"""

from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import COLOURS, lane, member, sizes, total
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
from azulejos.pavilion.fields import (
    ACQUIRE,
    BONUS,
    CORNERS_MOST,
    DUE,
    FILL_FACTORIES,
    FILLED,
    HAND,
    KEPT,
    NEXT,
    PASSED,
    ROUNDS,
    SCORE,
    SUPPLY,
    SUPPLY_SPACES,
    TOWER,
    USED,
)
from azulejos.pavilion.kernels.encoded_board import (
    BOARD,
    LEAD_AT,
    LEAD_MOST,
    LEAD_STEP,
    SCORE_AT,
    SCORE_MOST,
    SCORE_REST_AT,
    SCORE_STEP,
    encode_count,
    encode_stars,
    encode_structures,
    encode_tiles,
)
from azulejos.pavilion.kernels.setup import wild
from azulejos.pavilion.kernels.stars import number_points, star_points

ENCODING = 2  # the version of all that is here, in `encoded_board`, `keys` and `core.packs`

# --- where features of the table lie ---------------------------------------------------------------------

HELD_AT = 0  # by colour: the first, second, ... factory with exactly so many of it
HELD = Table((0, 0, 9, 18, 25))  # where those with 1, 2, 3 and 4 tiles begin: a colour has 22 in all
HELD_EACH = 30
PACK_AT = HELD_AT + COLOURS * HELD_EACH  # by what a factory holds: the first such one, the second
CENTRE_AT = PACK_AT + 2 * PACKS  # by colour: how many lie in the centre
CENTRE_MOST = 12
SUPPLY_AT = CENTRE_AT + COLOURS * CENTRE_MOST  # by colour: how many lie in the supply
SUPPLY_MOST = 6
POOL_AT = SUPPLY_AT + COLOURS * SUPPLY_MOST  # by colour: how many the next deal is drawn from, in twos
POOL_EACH = 12
WILDS_AT = POOL_AT + COLOURS * POOL_EACH  # wild tiles on offer
WILDS_MOST = 10
TURNS_AT = WILDS_AT + WILDS_MOST + 1  # takes that are left, as things lie
TURNS_MOST = 39
TILES_AT = TURNS_AT + TURNS_MOST + 1  # tiles on offer
TILES_MOST = 39
MARKER_AT = TILES_AT + TILES_MOST + 1  # who has it, clockwise from the viewer, or the centre
STARTER_AT = MARKER_AT + SEATS + 1
ROUND_AT = STARTER_AT + SEATS
PLACING_AT = ROUND_AT + ROUNDS + 1  # seats that have not passed
PHASE_AT = PLACING_AT + SEATS + 1  # acquiring, placing, before a deal, between rounds, bonus tiles due
TABLE = PHASE_AT + 4 + CORNERS_MOST + 1

GREY_AT = TABLE + SEATS * BOARD  # the grey side, for nets that play on both
ENCODED = GREY_AT + 1

PART_WORDS = 6  # words that the features of a part follow from


@kernel
def viewer(s):
    """The seat that a position is seen from: who decides, or who will."""
    if s[TURN] >= 0:
        return s[TURN]
    if s[FILL_FACTORIES] == 0:
        return s[NEXT]
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


# --- parts: what changes seldom, and what that depends on ---------------------------------------------------


@kernel
def parts(s):
    """How many parts a position has: its boards, the viewer's first, and what is drawn from."""
    return s[PLAYERS] + 1


@kernel
def part_words(s, part, words):
    """Write what the features of a part follow from."""
    if part == s[PLAYERS]:
        words[0] = pool_of(s)
        words[1] = clockwise(s, s[STARTER], viewer(s))
        words[2] = 0
        words[3] = 0
        words[4] = 0
    else:
        seat = seat_of(s, part)
        words[0] = s[FILLED + seat]
        words[1] = s[USED + seat]
        words[2] = s[HAND + seat]
        words[3] = s[KEPT + seat]
        words[4] = 2 * s[SCORE + seat] + s[PASSED + seat]
    words[5] = ((part * (ROUNDS + 1) + s[ROUND]) * 2 + s[FILL_FACTORIES]) * 2 + s[GREY]


@kernel
def encode_part(s, part, active, n):
    """The features of a part, and what `encode_rest` must know of it: of a board its points as things lie."""
    if part == s[PLAYERS]:
        return encode_round(s, active, n), 0
    seat = seat_of(s, part)
    base = TABLE + BOARD * part
    n = encode_stars(s, seat, base, active, n)
    n = encode_structures(s, seat, base, active, n)
    n = encode_tiles(s, seat, base, active, n)
    points = s[SCORE + seat] + star_points(s, seat) + number_points(s, seat)
    if s[ROUND] == ROUNDS:
        points = max(0, points - total(s[KEPT + seat]))
    n = encode_steps(points, SCORE_STEP, SCORE_MOST, base + SCORE_AT, base + SCORE_REST_AT, active, n)
    return n, min(points, SAYS)


@kernel
def encode_rest(s, told, active, n):
    """All that is not in a part; `told` is what those tell, one after the other."""
    n, there = encode_offer(s, active, n)
    n = encode_turn(s, there, active, n)
    mine = told & SAYS
    for k in range(1, s[PLAYERS]):
        lead = mine - ((told >> (TOLD * k)) & SAYS)
        n = encode_lead(lead, LEAD_STEP, LEAD_MOST, TABLE + BOARD * k + LEAD_AT, active, n)
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
    """Factories, centre and supply; also tells what lies on factories and in the centre."""
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
    for colour in range(COLOURS):
        seen = 0
        sources = lane(s[AVAIL], colour) & ((1 << MOST_FACTORIES) - 1)
        while sources != 0:
            tiles = lane(s[member(sources, 0)], colour) & 7
            active[n] = HELD_AT + HELD_EACH * colour + HELD[tiles] + ((seen >> (4 * tiles)) & 15)
            n += 1
            seen += 1 << (4 * tiles)
            sources &= sources - 1
        n = encode_count(lane(s[CENTRE], colour), CENTRE_MOST, CENTRE_AT + CENTRE_MOST * colour, active, n)
        n = encode_count(lane(s[SUPPLY], colour), SUPPLY_MOST, SUPPLY_AT + SUPPLY_MOST * colour, active, n)
    return n, there


@kernel
def encode_turn(s, there, active, n):
    """What is due, and how long it will go on."""
    placing = 0
    for seat in range(s[PLAYERS]):
        placing += 1 - s[PASSED + seat]
    wilds = lane(there, wild(s)) if s[ROUND] > 0 else 0
    active[n] = WILDS_AT + min(wilds, WILDS_MOST)
    active[n + 1] = TURNS_AT + min(total(sizes(s[AVAIL])), TURNS_MOST)
    active[n + 2] = TILES_AT + min(total(there), TILES_MOST)
    active[n + 3] = MARKER_AT + (SEATS if s[MARKER] == IN_CENTRE else clockwise(s, s[MARKER], viewer(s)))
    active[n + 4] = PLACING_AT + placing
    active[n + 5] = PHASE_AT + phase_of(s)
    return n + 6


@kernel
def encode_round(s, active, n):
    """What the next deal is drawn from, who began and when."""
    pool = pool_of(s)
    for colour in range(COLOURS):
        active[n] = POOL_AT + POOL_EACH * colour + min(lane(pool, colour) // 2, POOL_EACH - 1)
        n += 1
    active[n] = STARTER_AT + clockwise(s, s[STARTER], viewer(s))
    active[n + 1] = ROUND_AT + s[ROUND]
    n += 2
    if s[GREY] == 1:
        active[n] = GREY_AT
        n += 1
    return n


@kernel
def pool_of(s):
    """What the next deal is drawn from: the bag, and the tower where that will not do."""
    wanted = SUPPLY_SPACES + FACTORY_TILES * factories(s)
    return s[BAG] if total(s[BAG]) >= wanted else s[BAG] + s[TOWER]


@kernel
def phase_of(s):
    """What is due, as a number."""
    if s[PHASE] == ACQUIRE:
        return 0
    if s[PHASE] == BONUS:
        return 4 + min(s[DUE], CORNERS_MOST)
    if s[TURN] >= 0:
        return 1
    return 2 + s[FILL_FACTORIES]
