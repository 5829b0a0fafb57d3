"""Kernels over the fields that every game has: who moves and sits where, factories, a mark of all."""

from azulejos.core.jit import kernel
from azulejos.core.layout import PLAYERS, TURN
from azulejos.core.rng import mix32


@kernel
def mover(s):
    """The seat to decide. The mask changes nothing, but spares the compiler a sign check per access."""
    return s[TURN] & 3


@kernel
def factories(s):
    """How many factories are in play (A3, S2)."""
    return 2 * s[PLAYERS] + 1


@kernel
def clockwise(s, seat, me):
    """How far a seat sits from another, going clockwise."""
    return seat - me if seat >= me else seat - me + s[PLAYERS]


@kernel
def fingerprint(s, size):
    """A 32-bit number that any change of the state changes, but for one chance in four billion."""
    mark = 0
    for field in range(size):
        mark = mix32(mark + s[field]) ^ mix32((s[field] >> 32) + field)
    return mark
