"""Acquiring tiles (S21-S29)."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import LANE, ONES, WIDTH, filled, total
from azulejos.core.layout import AVAIL, CENTRE, IN_CENTRE, MARKER, PLAYERS, STARTER, TURN
from azulejos.core.table import mover
from azulejos.pavilion.fields import HAND, MARKER_COST
from azulejos.pavilion.kernels.setup import wild
from azulejos.pavilion.kernels.turns import begin_placing, lose


@kernel
def offers(s):
    """Per colour, the set of places it may be taken from: wilds only where nothing else lies (S22-S25)."""
    avail = s[AVAIL]
    w = WIDTH * wild(s)
    wilds = (avail >> w) & LANE
    others = avail & ~(LANE << w)
    there = others | (others >> 30)
    there = (there | (there >> 20) | (there >> 10)) & LANE
    return others | ((wilds & ~there) << w)


@kernel
def take(s, source, colour):
    """Take all of one colour and one wild with it, or one wild where only wilds lie (S22-S26)."""
    seat = mover(s)
    w = WIDTH * wild(s)
    here = s[source]
    if colour == wild(s):
        tiles = 1 << w
    else:
        tiles = (here & (LANE << (WIDTH * colour))) + (((filled(here) >> w) & 1) << w)
    s[HAND + seat] += tiles
    if (source == CENTRE) & (s[MARKER] == IN_CENTRE):
        s[MARKER] = seat
        s[MARKER_COST + seat] = total(tiles)
        lose(s, seat, total(tiles))
    s[source] = 0
    s[CENTRE] += here - tiles
    s[AVAIL] = (s[AVAIL] & ~(ONES << source) & ~(ONES << CENTRE)) | (filled(s[CENTRE]) << CENTRE)
    if s[AVAIL] != 0:
        after = s[TURN] + 1
        s[TURN] = 0 if after == s[PLAYERS] else after
    else:
        begin_placing(s, s[STARTER] if s[MARKER] == IN_CENTRE else s[MARKER])  # S29
