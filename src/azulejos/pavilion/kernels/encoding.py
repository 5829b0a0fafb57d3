"""What a net sees of a position: sparse features, as indices. How it knows a move is in `keys`.

Everything is seen from one seat, the `viewer`: its own board first, the others clockwise after it. The
numbers are the places of weights in nets that were trained: change anything here, and `ENCODING` too.
"""

from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import COLOURS, lane, member, size, sizes, total
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
from azulejos.pavilion.fields import (
    ACQUIRE,
    BONUS,
    CENTRE_STAR,
    CORNERS_MOST,
    DUE,
    FILL_FACTORIES,
    FILLED,
    FULL_STAR,
    HAND,
    KEPT,
    NEXT,
    NUMBER_SET,
    PASSED,
    POINTS,
    ROUNDS,
    SCORE,
    STARS,
    SUPPLY,
    SUPPLY_SPACES,
    TOWER,
    USED,
)
from azulejos.pavilion.kernels.judging import COST_LEFT, count, home
from azulejos.pavilion.kernels.setup import wild
from azulejos.pavilion.kernels.stars import in_star, number_points, star_points

ENCODING = 2  # the version of all that is here, in `keys` and in `core.packs`

# --- where features lie: on the table ... ---------------------------------------------------------------

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

# --- ... and on each board, as seen from the viewer's ------------------------------------------------------

PATTERNS = FULL_STAR  # sets of a star's spaces but the empty one
STAR_AT = 0  # which spaces are covered
USED_AT = STAR_AT + STARS * PATTERNS  # colours that lie on a star that may have several
PURE_AT = USED_AT + STARS * COLOURS  # grey side: the only colour of a star with two tiles or more
PILLAR_AT = PURE_AT + STARS * COLOURS  # structures by their covered spaces, from two on ...
STATUE_AT = PILLAR_AT + 6 * 3
WINDOW_AT = STATUE_AT + 6 * 3  # ... or from one on
NUMBER_AT = WINDOW_AT + 6 * 2  # by number: covered spaces
NUMBER_MOST = 12
HAND_AT = NUMBER_AT + 4 * (NUMBER_MOST + 1)  # by colour: tiles beside the board
HAND_MOST = 12
KEPT_AT = HAND_AT + COLOURS * HAND_MOST  # by colour: tiles in the corners
HOLD_AT = KEPT_AT + COLOURS * CORNERS_MOST  # by colour: tiles of both kinds, and fullness of its star
HOLD_MOST = 7
SHORT_AT = HOLD_AT + COLOURS * (POINTS + 1) * HOLD_MOST  # by colour: tiles that its star lacks beyond those
SHORT_LEAST, SHORT_MOST = -2, 12
OWN_WILDS_AT = SHORT_AT + COLOURS * (SHORT_MOST - SHORT_LEAST + 1)  # wild tiles
OWN_WILDS_MOST = 8
NEXT_WILDS_AT = OWN_WILDS_AT + OWN_WILDS_MOST + 1  # tiles that will be wild in the next round
ASSETS_AT = NEXT_WILDS_AT + OWN_WILDS_MOST + 1  # all tiles
ASSETS_MOST = 20
PASSED_AT = ASSETS_AT + ASSETS_MOST + 1
SCORE_AT = PASSED_AT + 1  # points, sure bonuses included: tens, as a thermometer ...
SCORE_STEP, SCORE_MOST = 10, 20
SCORE_REST_AT = SCORE_AT + SCORE_MOST  # ... and the rest
LEAD_AT = SCORE_REST_AT + SCORE_STEP  # by how much the viewer is ahead, or behind: fives, and the rest
LEAD_STEP, LEAD_MOST = 5, 20
LEAD_REST_AT = LEAD_AT + 2 * LEAD_MOST
BOARD = LEAD_REST_AT + 2 * LEAD_STEP

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
def wild_next(s):
    """The colour that is wild when tiles are next placed: between rounds the next one's; COLOURS for none."""
    return s[ROUND] if s[FILL_FACTORIES] == 1 else s[ROUND] - 1


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
    return encode_score(points, base, active, n), min(points, SAYS)


@kernel
def encode_rest(s, told, active, n):
    """All that is not in a part; `told` is what those tell, one after the other."""
    n, there = encode_offer(s, active, n)
    n = encode_turn(s, there, active, n)
    mine = told & SAYS
    for k in range(1, s[PLAYERS]):
        n = encode_lead(mine - ((told >> (TOLD * k)) & SAYS), TABLE + BOARD * k, active, n)
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
def encode_count(number, most, base, active, n):
    """A feature for a number from one on."""
    if number > 0:
        active[n] = base + min(number, most) - 1
        n += 1
    return n


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


# --- a board ----------------------------------------------------------------------------------------------


@kernel
def encode_stars(s, seat, base, active, n):
    """Which spaces are covered, and by which colours where that is open."""
    for star in range(STARS):
        bits = in_star(s, seat, star)
        if bits == 0:
            continue
        active[n] = base + STAR_AT + PATTERNS * star + bits - 1
        n += 1
        if s[GREY] == 1 or star == CENTRE_STAR:
            used = (s[USED + seat] >> (POINTS * star)) & FULL_STAR
            if used & (used - 1) == 0 and bits & (bits - 1) != 0:
                active[n] = base + PURE_AT + COLOURS * star + member(used, 0)
                n += 1
            while used != 0:
                active[n] = base + USED_AT + COLOURS * star + member(used, 0)
                n += 1
                used &= used - 1
    return n


@kernel
def encode_structures(s, seat, base, active, n):
    """How far pillars, statues, windows and numbers are."""
    centre = in_star(s, seat, CENTRE_STAR)
    centre |= centre << POINTS  # so that 6 and 1 lie side by side
    last = in_star(s, seat, CENTRE_STAR - 1)
    for star in range(CENTRE_STAR):
        here = in_star(s, seat, star)
        pillar = size((here >> 1) & 3) + size((centre >> ((star + 4) % POINTS)) & 3)
        statue = size(last & 3) + size((here >> 2) & 3)
        n = encode_count(pillar - 1, 3, base + PILLAR_AT + 3 * star, active, n)
        n = encode_count(statue - 1, 3, base + STATUE_AT + 3 * star, active, n)
        n = encode_count(size(here >> 4), 2, base + WINDOW_AT + 2 * star, active, n)
        last = here
    for number in range(4):
        covered = count(NUMBER_SET[4 * s[GREY] + number] & s[FILLED + seat])
        active[n] = base + NUMBER_AT + (NUMBER_MOST + 1) * number + covered
        n += 1
    return n


@kernel
def encode_tiles(s, seat, base, active, n):
    """Tiles beside the board and in the corners, and what their stars lack."""
    hand = s[HAND + seat]
    kept = s[KEPT + seat]
    tiles = hand + kept
    w = wild_next(s)
    wilds = lane(tiles, w) if w < COLOURS else 0
    for colour in range(COLOURS):
        held = lane(tiles, colour)
        if held == 0:
            continue
        n = encode_count(lane(hand, colour), HAND_MOST, base + HAND_AT + HAND_MOST * colour, active, n)
        n = encode_count(lane(kept, colour), CORNERS_MOST, base + KEPT_AT + CORNERS_MOST * colour, active, n)
        row = home(s, seat, colour)
        place = colour * (POINTS + 1) + size(row & FULL_STAR)
        active[n] = base + HOLD_AT + HOLD_MOST * place + min(held, HOLD_MOST) - 1
        short = COST_LEFT[row] - held - (0 if colour == w else wilds)
        short = min(max(short, SHORT_LEAST), SHORT_MOST) - SHORT_LEAST
        active[n + 1] = base + SHORT_AT + (SHORT_MOST - SHORT_LEAST + 1) * colour + short
        n += 2
    after = lane(tiles, w + 1) if w + 1 < COLOURS else 0
    active[n] = base + OWN_WILDS_AT + min(wilds, OWN_WILDS_MOST)
    active[n + 1] = base + NEXT_WILDS_AT + min(after, OWN_WILDS_MOST)
    active[n + 2] = base + ASSETS_AT + min(total(tiles), ASSETS_MOST)
    n += 3
    if s[PASSED + seat] == 1:
        active[n] = base + PASSED_AT
        n += 1
    return n


@kernel
def encode_score(points, base, active, n):
    """Points as a thermometer of tens, and the rest."""
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
