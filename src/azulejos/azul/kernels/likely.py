"""Moves for playing a round out: random, but seldom silly."""

from azulejos.azul.fields import DESTINATIONS, DRAFTS, FLOOR_LINE, LINES
from azulejos.azul.kernels.moves import sample_move
from azulejos.azul.kernels.offer import room
from azulejos.core.jit import kernel
from azulejos.core.lanes import lane
from azulejos.core.table import mover


@kernel
def likely(s, rng):
    """The better of two random moves: fewer tiles wasted, then the fuller line."""
    first = sample_move(s, rng)
    if first >= DRAFTS:
        return first
    second = sample_move(s, rng)
    if second >= DRAFTS:
        return first
    return first if tidiness(s, first) >= tidiness(s, second) else second


@kernel
def tidiness(s, action):
    """High for a draft that fills its line exactly, low for one that spills."""
    to = action % DESTINATIONS
    pair = action // DESTINATIONS
    count = lane(s[pair // 6], pair % 6)
    if to == FLOOR_LINE:
        return -3 * count
    space = room(s[LINES + mover(s)], to)
    if count > space:
        return space - 3 * (count - space)
    return 2 * count - (space - count)
