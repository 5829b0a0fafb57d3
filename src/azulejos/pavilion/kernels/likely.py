"""One sensible move, quickly: what a rollout plays. Chance decides among the good ones."""

from math import comb

from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import (
    COLOURS,
    LANE,
    ONES,
    WIDTH,
    colour_of,
    filled,
    lane,
    member,
    size,
    sizes,
    tile_at,
    total,
)
from azulejos.core.layout import CENTRE, GREY, IN_CENTRE, MARKER, PHASE, ROUND
from azulejos.core.rng import below, next32
from azulejos.core.table import mover
from azulejos.pavilion.fields import (
    ACQUIRE,
    BONUS,
    BONUS_FROM,
    CORNERS_MOST,
    DUE,
    FILLED,
    FIRST_OF,
    FULL_STAR,
    HAND,
    NUMBER,
    PASS_FROM,
    POINTS,
    ROUNDS,
    SPACES,
    STARS,
    SUPPLY,
)
from azulejos.pavilion.kernels.acquiring import offers
from azulejos.pavilion.kernels.judging import GAIN, home, planned, row_of
from azulejos.pavilion.kernels.placing import bonus_of, placement
from azulejos.pavilion.kernels.setup import wild
from azulejos.pavilion.kernels.stars import accepts
from azulejos.pavilion.kernels.turns import free_corners

TRIES = 6  # takes that are compared; they matter most
COLOURS_TRIED = 2  # of which placements are compared; one on the grey side, where a colour has many
# quarter points
BASE = 128  # keeps values positive
PRICE = 5  # of a tile
WILD_PRICE = 4  # of a wild tile, above that
BONUS_PRICE = 8  # of a bonus tile
WORTHWHILE = 128  # below this, rather keep the tiles
ACTION_BITS = 12
_MOST = CORNERS_MOST + 1


def _skipped(colour: int, tiles: int, count: int) -> int:
    """Of the groups of so many tiles of this colour and later ones, those listed before that count."""
    later = COLOURS - 1 - colour
    return sum(comb(tiles - more + later - 1, tiles - more) for more in range(count + 1, tiles) if later) + (
        count < tiles
    )


# SKIPPED[(colour * _MOST + tiles) * _MOST + count]
SKIPPED = Table(
    _skipped(colour, tiles, count)
    for colour in range(COLOURS)
    for tiles in range(_MOST)
    for count in range(_MOST)
)


@kernel
def group_of(tiles):
    """The number of a group of at most four tiles: the inverse of GROUP."""
    left = total(tiles)
    group = FIRST_OF[left]
    for colour in range(COLOURS):
        here = lane(tiles, colour)
        group += SKIPPED[(colour * _MOST + left) * _MOST + here]
        left -= here
    return group


@kernel
def likely(s, rng):
    """One legal action, sensible rather than any."""
    if s[PHASE] == ACQUIRE:
        return likely_take(s, rng)
    seat = mover(s)
    if s[PHASE] == BONUS:
        return BONUS_FROM + group_of(likely_pick(s, seat, rng))
    action = likely_placement(s, seat, rng)
    if action >= 0:
        return action
    return PASS_FROM + group_of(likely_keep(s, seat))


# --- taking ---------------------------------------------------------------------------------------------


@kernel
def likely_take(s, rng):
    """The best of a few random takes."""
    offered = offers(s)
    counts = sizes(offered)
    n = total(counts)
    sums = counts * ONES << WIDTH
    best = -1
    most = -1000
    for _ in range(TRIES):
        index = below(rng, n)
        colour = colour_of(tile_at(counts, index))
        source = member(lane(offered, colour), index - lane(sums, colour))
        value = quick_take(s, source, colour)
        if value > most:
            most = value
            best = source * COLOURS + colour
    return best


@kernel
def quick_take(s, source, colour):
    """What a take is worth at a glance: tiles above all, wilds, then what the colour promises."""
    here = s[source]
    with_wild = 1 if lane(here, wild(s)) > 0 else 0
    taken = with_wild
    value = 20 * with_wild
    if colour != wild(s):
        seat = mover(s)
        tiles = lane(here, colour)
        have = lane(s[HAND + seat], colour)
        row = home(s, seat, colour)
        taken += tiles
        value += planned(row, have + tiles) - planned(row, have) + tiles * size(row & FULL_STAR)
        if colour == s[ROUND]:  # wild in the next round
            value += 3 * tiles
    value += 16 * taken
    if source != CENTRE:
        value -= 3 * (total(here) - taken)
    elif s[MARKER] == IN_CENTRE:
        value += 12 - 3 * taken
    return value


# --- placing --------------------------------------------------------------------------------------------


@kernel
def likely_placement(s, seat, rng):
    """A good placement at a glance, with a little luck; -1 to pass rather."""
    hand = s[HAND + seat]
    luck = next32(rng)
    tries = COLOURS_TRIED - s[GREY]
    best = -1
    colour = (luck & LANE) * COLOURS >> WIDTH
    for _ in range(COLOURS):
        if lane(hand, colour) > 0 and tries > 0:
            found = place_colour(s, seat, colour, luck)
            best = max(best, found)
            tries -= 1 if found >= 0 else 0
            luck = (luck >> 5) | ((luck & 31) << 27)
        colour = colour + 1 if colour + 1 < COLOURS else 0
    few = (total(hand) <= CORNERS_MOST) & (s[ROUND] < ROUNDS)
    if (best >> ACTION_BITS) < (WORTHWHILE if few else 0):
        return -1
    return best & ((1 << ACTION_BITS) - 1)


@kernel
def place_colour(s, seat, colour, luck):
    """The best placement of one colour and, above it, how good it is; -1 for none."""
    hand = s[HAND + seat]
    own = lane(hand, colour)
    wilds = 0 if colour == wild(s) else lane(hand, wild(s))
    best = -1
    for star in range(STARS):
        if (accepts(s, seat, star) >> colour) & 1 == 0:
            continue
        row = row_of(s, seat, star)
        empty = FULL_STAR & ~row
        while empty != 0:
            position = member(empty, 0)
            empty &= empty - 1
            space = POINTS * star + position
            cost = NUMBER[SPACES * s[GREY] + space]
            if cost <= own + wilds:
                needed = max(0, cost - own)
                value = BASE + 2 * GAIN[POINTS * row + position] - PRICE * cost - WILD_PRICE * needed
                value += BONUS_PRICE * bonus_of(s[FILLED + seat] | 1 << space, space) + (luck & 7)
                luck = (luck >> 3) | ((luck & 7) << 29)
                best = max(best, (value << ACTION_BITS) | placement(space, colour, needed))
    return best


# --- keeping and picking --------------------------------------------------------------------------------


@kernel
def likely_keep(s, seat):
    """The tiles to keep: next round's wild first, then colours that promise most; none at the end."""
    if s[ROUND] == ROUNDS:
        return 0
    hand = s[HAND + seat]
    room = min(free_corners(s, seat), total(hand))
    kept = min(room, lane(hand, s[ROUND])) << (WIDTH * s[ROUND])
    hand &= ~(LANE << (WIDTH * s[ROUND]))
    room -= total(kept)
    while room > 0:
        best = 0
        most = -1
        left = filled(hand)
        while left != 0:
            colour = colour_of(left & -left)
            value = 16 * size(home(s, seat, colour) & FULL_STAR) + lane(hand, colour)
            if home(s, seat, colour) & FULL_STAR == FULL_STAR:
                value = 0
            if value > most:
                most = value
                best = colour
            left &= left - 1
        here = min(room, lane(hand, best))
        kept += here << (WIDTH * best)
        hand &= ~(LANE << (WIDTH * best))
        room -= here
    return kept


@kernel
def likely_pick(s, seat, rng):
    """Bonus tiles one by one: what a further tile of the colour promises, wilds above most, and luck."""
    supply = s[SUPPLY]
    hand = s[HAND + seat]
    picked = 0
    luck = next32(rng)
    for _ in range(s[DUE]):
        best = 0
        most = -1
        left = filled(supply)
        while left != 0:
            tile = left & -left
            colour = colour_of(tile)
            if colour == wild(s):
                value = 9
            else:
                row = home(s, seat, colour)
                have = lane(hand + picked, colour)
                value = planned(row, have + 1) - planned(row, have)
            value += luck & 7
            luck = (luck >> 3) | ((luck & 7) << 29)
            if value > most:
                most = value
                best = tile
            left &= left - 1
        picked += best
        supply -= best
    return picked
