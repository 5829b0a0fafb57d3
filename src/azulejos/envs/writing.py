"""Numbers of an observation, written one after the other: each of these tells where the next one goes."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import lane
from azulejos.core.layout import PLAYERS


@kernel
def write_number(o, n, number):
    """A number as it is."""
    o[n] = number
    return n + 1


@kernel
def write_tiles(o, n, tiles, kinds):
    """A lane word as a count for each of so many kinds of tiles."""
    for kind in range(kinds):
        o[n + kind] = lane(tiles, kind)
    return n + kinds


@kernel
def write_set(o, n, members, most):
    """A set as a 0 or 1 for each of so many possible members."""
    for k in range(most):
        o[n + k] = (members >> k) & 1
    return n + most


@kernel
def write_one(o, n, which, most):
    """One out of so many, or none of them: a 1 there and 0 elsewhere."""
    for k in range(most):
        o[n + k] = 1 if k == which else 0
    return n + most


@kernel
def write_seat(o, n, s, own, seat):
    """A seat, counted clockwise from one's own; all 0 for none."""
    players = s[PLAYERS]
    away = -1 if seat < 0 else (seat + players - own) % players
    return write_one(o, n, away, players)
