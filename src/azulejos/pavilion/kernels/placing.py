"""Placing a tile: where it may go, what it costs and scores, which structures it completes (S31-S42)."""

from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import COLOURS, WIDTH, lane, total
from azulejos.core.layout import GREY, PHASE, SEATS
from azulejos.core.table import mover
from azulejos.pavilion.fields import (
    BONUS,
    CENTRE_STAR,
    DUE,
    FILLED,
    GROUP,
    HAND,
    NUMBER,
    PLACED,
    POINTS,
    RING,
    SCORE,
    SPACES,
    SPREAD,
    STAR_COLOUR,
    STARS,
    STRUCTURE,
    SUPPLY,
    TAKES,
    TILES,
    TOUCHES,
    TOWER,
    USED,
    WORTH,
)
from azulejos.pavilion.kernels.setup import wild
from azulejos.pavilion.kernels.stars import accepts, in_star
from azulejos.pavilion.kernels.turns import end_turn

OWN_STAR = Table(STAR_COLOUR.index(colour) for colour in range(COLOURS))
# PAYMENTS[7 * own + wilds]: lane N - 1 has the ways to pay N tiles with at least one own (S32)
PAYMENTS = Table(
    sum(
        max(0, min(cost - 1, wilds) - max(0, cost - own) + 1) << (WIDTH * (cost - 1))
        for cost in range(1, 7)
        if own > 0
    )
    for own in range(7)
    for wilds in range(7)
)


@kernel
def payments(s, seat, colour):
    """Lane N - 1: how many ways the hand has to pay N tiles for a tile of that colour (S32-S34)."""
    hand = s[HAND + seat]
    own = min(lane(hand, colour), 6)
    wilds = 0 if colour == wild(s) else min(lane(hand, wild(s)), 6)
    return PAYMENTS[7 * own + wilds]


@kernel
def open_spaces(s, seat, colour):
    """Lane N - 1: how many empty spaces with number N take that colour."""
    if s[GREY] == 0:
        return SPREAD[in_star(s, seat, OWN_STAR[colour])] + (
            0
            if (s[USED + seat] >> (POINTS * CENTRE_STAR + colour)) & 1
            else SPREAD[in_star(s, seat, CENTRE_STAR)]
        )
    spaces = 0
    for star in range(STARS):
        if (accepts(s, seat, star) >> colour) & 1:
            kind = 2 if star == CENTRE_STAR else 1
            spaces += SPREAD[64 * kind + in_star(s, seat, star)]
    return spaces


@kernel
def placement(space, colour, wilds):
    """The number of a placement."""
    return TAKES + (space * COLOURS + colour) * 6 + wilds


@kernel
def placement_parts(action):
    """Space, colour and wilds of a placement's number."""
    code = action - TAKES
    return code // (COLOURS * 6), code // 6 % COLOURS, code % 6


@kernel
def place(s, space, colour, wilds):
    """Pay, lay the tile, score its group, and see which structures are complete (S31, S37-S39, S42)."""
    seat = mover(s)
    star = space // POINTS
    cost = NUMBER[SPACES * s[GREY] + space]
    own = 1 << (WIDTH * colour)
    paid = (cost - wilds) * own + (wilds << (WIDTH * wild(s)))
    s[HAND + seat] -= paid
    s[TOWER] += paid - own
    lay(s, seat, space, colour)
    points = RING[POINTS * in_star(s, seat, star) + space - POINTS * star]
    s[SCORE + seat] += points
    s[PLACED + seat] += points
    due = min(bonus_of(s[FILLED + seat], space), total(s[SUPPLY]))
    if due > 0:
        s[DUE] = due
        s[PHASE] = BONUS
    else:
        end_turn(s)


@kernel
def lay(s, seat, space, colour):
    """A tile of that colour lies on that space."""
    s[FILLED + seat] |= 1 << space
    s[USED + seat] |= 1 << (POINTS * (space // POINTS) + colour)
    s[TILES + SEATS * (space // 14) + seat] |= (colour + 1) << (3 * (space % 14))


@kernel
def bonus_of(full, space):
    """Bonus tiles for the structures that a tile on this space completes (S38, S39)."""
    due = 0
    for k in range(2):
        structure = TOUCHES[2 * space + k]
        around = STRUCTURE[structure]
        if full & around == around:
            due += WORTH[structure]
    return due


@kernel
def pick(s, group):
    """Take bonus tiles from the supply (S38, S40)."""
    s[SUPPLY] -= GROUP[group]
    s[HAND + mover(s)] += GROUP[group]
    s[DUE] = 0
    end_turn(s)
