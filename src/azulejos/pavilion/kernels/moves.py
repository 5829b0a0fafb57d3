"""Legal moves: all of them in a list, or one picked at random without listing."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import (
    COLOURS,
    LAST,
    ONES,
    WIDTH,
    colour_of,
    filled,
    holds,
    lane,
    member,
    products,
    sizes,
    tile_at,
    total,
)
from azulejos.core.layout import GREY, PHASE
from azulejos.core.rng import below
from azulejos.core.table import mover
from azulejos.pavilion.fields import (
    ACQUIRE,
    BONUS,
    BONUS_FROM,
    DUE,
    FIRST_OF,
    FULL_STAR,
    GROUP,
    HAND,
    NUMBER,
    PASS_FROM,
    POINTS,
    SPACES,
    STARS,
    SUPPLY,
)
from azulejos.pavilion.kernels.acquiring import offers
from azulejos.pavilion.kernels.groups import count_kept, count_picks, nth_group
from azulejos.pavilion.kernels.placing import open_spaces, payments, placement
from azulejos.pavilion.kernels.stars import accepts, in_star
from azulejos.pavilion.kernels.turns import free_corners

GATHER = sum(1 << (LAST - WIDTH * colour + colour) for colour in range(COLOURS))


@kernel
def list_moves(s, moves):
    """Write all legal actions into `moves` and tell how many there are."""
    if s[PHASE] == ACQUIRE:
        return list_takes(s, moves)
    if s[PHASE] == BONUS:
        return list_groups(s[SUPPLY], FIRST_OF[s[DUE]], FIRST_OF[s[DUE] + 1], BONUS_FROM, moves, 0)
    n = list_placements(s, moves)
    seat = mover(s)
    return list_groups(s[HAND + seat], 0, FIRST_OF[free_corners(s, seat) + 1], PASS_FROM, moves, n)


@kernel
def list_takes(s, moves):
    """What may be taken from where (S22-S25)."""
    offered = offers(s)
    n = 0
    for colour in range(COLOURS):
        sources = lane(offered, colour)
        while sources != 0:
            moves[n] = member(sources, 0) * COLOURS + colour
            n += 1
            sources &= sources - 1
    return n


@kernel
def list_groups(tiles, first, last, base, moves, n):
    """The groups of a range that these tiles hold."""
    for group in range(first, last):
        if holds(tiles, GROUP[group]):
            moves[n] = base + group
            n += 1
    return n


@kernel
def list_placements(s, moves):
    """Every empty space that some tile of the hand may go to, with every way to pay for it."""
    seat = mover(s)
    n = 0
    for star in range(STARS):
        colours = accepts(s, seat, star) & held(s[HAND + seat])
        while colours != 0:
            colour = member(colours, 0)
            n = list_on_star(s, seat, star, colour, moves, n)
            colours &= colours - 1
    return n


@kernel
def held(tiles):
    """The set of colours among these tiles: the product gathers a bit from every lane."""
    return ((filled(tiles) * GATHER) >> LAST) & FULL_STAR


@kernel
def list_on_star(s, seat, star, colour, moves, n):
    """The placements of one colour on one star."""
    ways = payments(s, seat, colour)
    empty = FULL_STAR & ~in_star(s, seat, star)
    while empty != 0:
        space = POINTS * star + member(empty, 0)
        cost = NUMBER[SPACES * s[GREY] + space]
        fewest = max(0, cost - lane(s[HAND + seat], colour))
        for k in range(lane(ways, cost - 1)):
            moves[n] = placement(space, colour, fewest + k)
            n += 1
        empty &= empty - 1
    return n


@kernel
def sample_move(s, rng):
    """One legal action, all equally likely, without listing them."""
    if s[PHASE] == ACQUIRE:
        offered = offers(s)
        counts = sizes(offered)
        index = below(rng, total(counts))
        colour = colour_of(tile_at(counts, index))
        index -= lane(counts * ONES << WIDTH, colour)
        return member(lane(offered, colour), index) * COLOURS + colour
    if s[PHASE] == BONUS:
        index = below(rng, count_picks(s[SUPPLY], s[DUE]))
        return BONUS_FROM + nth_group(s[SUPPLY], FIRST_OF[s[DUE]], index)
    seat = mover(s)
    n = count_placements(s, seat)
    index = below(rng, n + count_kept(s[HAND + seat], free_corners(s, seat)))
    if index < n:
        return nth_placement(s, seat, index)
    return PASS_FROM + nth_group(s[HAND + seat], 0, index - n)


@kernel
def count_placements(s, seat):
    """How many ways there are to place a tile, payments told apart."""
    hand = filled(s[HAND + seat])
    n = 0
    while hand != 0:
        colour = colour_of(hand & -hand)
        n += total(products(open_spaces(s, seat, colour), payments(s, seat, colour)))
        hand &= hand - 1
    return n


@kernel
def nth_placement(s, seat, index):
    """The placement at that place in the list of them."""
    hand = filled(s[HAND + seat])
    while hand != 0:
        colour = colour_of(hand & -hand)
        ways = payments(s, seat, colour)
        here = total(products(open_spaces(s, seat, colour), ways))
        if index < here:
            return placement_of_colour(s, seat, colour, ways, index)
        index -= here
        hand &= hand - 1
    return -1


@kernel
def placement_of_colour(s, seat, colour, ways, index):
    """The placement at that place among those of one colour, star by star."""
    for star in range(STARS):
        if (accepts(s, seat, star) >> colour) & 1:
            empty = FULL_STAR & ~in_star(s, seat, star)
            while empty != 0:
                space = POINTS * star + member(empty, 0)
                cost = NUMBER[SPACES * s[GREY] + space]
                here = lane(ways, cost - 1)
                if index < here:
                    fewest = max(0, cost - lane(s[HAND + seat], colour))
                    return placement(space, colour, fewest + index)
                index -= here
                empty &= empty - 1
    return -1
