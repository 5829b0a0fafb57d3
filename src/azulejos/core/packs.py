"""Full factories by what they hold: each pack of four tiles has a number, found by its word's remainder.

The numbers are places of weights in nets that were trained: change them, and both games' `ENCODING` too.
"""

from itertools import combinations_with_replacement

from azulejos.core.jit import Table
from azulejos.core.lanes import COLOURS, WIDTH

FACTORY_TILES = 4
PACKS = 126  # ways to draw them from six kinds
MODULUS = 455  # by which all words of four tiles leave different remainders


def _packs() -> list[int]:
    """Where each full factory lies among all of them, by its word's remainder."""
    found = [0] * MODULUS
    for number, group in enumerate(combinations_with_replacement(range(COLOURS), FACTORY_TILES)):
        found[sum(1 << (WIDTH * kind) for kind in group) % MODULUS] = number
    return found


PACK = Table(_packs())
