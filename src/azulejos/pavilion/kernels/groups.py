"""Counting groups of tiles: what can be kept, what can be picked."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS, ONES, WIDTH, holds, lane, total
from azulejos.pavilion.fields import FIRST_OF, GROUP, GROUPS


@kernel
def count_kept(tiles, most):
    """How many groups of at most so many tiles there are.

    The lanes of `ways` are the coefficients of a polynomial: lane n counts groups of n tiles of the
    colours seen so far. A colour with k tiles multiplies it by 1 + x + ... + x^k.
    """
    ways = 1
    for colour in range(COLOURS):
        few = min(lane(tiles, colour), most)
        ways = (ways * (ONES & ((1 << (WIDTH * (few + 1))) - 1))) & ((1 << (WIDTH * (most + 1))) - 1)
    return total(ways)


@kernel
def nth_group(tiles, first, index):
    """Of the groups from `first` on that these tiles hold, the one at that place."""
    for group in range(first, GROUPS):
        if holds(tiles, GROUP[group]):
            if index == 0:
                return group
            index -= 1
    return -1


@kernel
def count_picks(supply, due):
    """How many groups of exactly so many tiles the supply has."""
    n = 0
    for group in range(FIRST_OF[due], FIRST_OF[due + 1]):
        if holds(supply, GROUP[group]):
            n += 1
    return n
