"""Summer Pavilion's kernels as a batch of games needs them: the rules' own, and what a seat sees."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS
from azulejos.core.layout import BAG, CENTRE, GREY, MARKER, PHASE, PLAYERS, ROUND, STARTER
from azulejos.core.table import factories
from azulejos.envs.writing import write_number, write_one, write_seat, write_set, write_tiles
from azulejos.pavilion.features import prospect as prospect
from azulejos.pavilion.fields import (
    DUE,
    FILLED,
    HAND,
    KEPT,
    PASSED,
    POINTS,
    SCORE,
    SPACES,
    STARS,
    SUPPLY,
    TOWER,
    USED,
)
from azulejos.pavilion.kernels import deal as deal
from azulejos.pavilion.kernels import draw as draw
from azulejos.pavilion.kernels import list_moves as list_moves
from azulejos.pavilion.kernels import play as play
from azulejos.pavilion.kernels import sample_move as sample_move
from azulejos.pavilion.kernels import score_of as score_of
from azulejos.pavilion.kernels import set_up, wild

PHASES = 3  # acquire, place, bonus


@kernel
def begin(s, like, starter):
    """Lay out a new game with the options of another one, its first deal due."""
    set_up(s, like[PLAYERS], like[GREY], starter)


@kernel
def standing(s, seat):
    """Most points; there is no tie-break (S53)."""
    return s[SCORE + seat]


@kernel
def observe(s, seat, o):
    """The table, then all boards clockwise from that seat, in the order of `spaces`."""
    n = 0
    for factory in range(factories(s)):
        n = write_tiles(o, n, s[factory], COLOURS)
    n = write_tiles(o, n, s[CENTRE], COLOURS)
    n = write_tiles(o, n, s[SUPPLY], COLOURS)
    n = write_tiles(o, n, s[BAG], COLOURS)
    n = write_tiles(o, n, s[TOWER], COLOURS)
    n = write_number(o, n, s[ROUND])
    n = write_one(o, n, wild(s), COLOURS)
    n = write_one(o, n, s[PHASE], PHASES)
    n = write_number(o, n, s[DUE])
    n = write_seat(o, n, s, seat, s[STARTER])
    n = write_seat(o, n, s, seat, s[MARKER])
    for k in range(s[PLAYERS]):
        n = observe_board(s, (seat + k) % s[PLAYERS], o, n)
    return n


@kernel
def observe_board(s, seat, o, n):
    """One board: score, tiles beside it, whether it passed, its stars."""
    n = write_number(o, n, s[SCORE + seat])
    n = write_tiles(o, n, s[HAND + seat], COLOURS)
    n = write_tiles(o, n, s[KEPT + seat], COLOURS)
    n = write_number(o, n, s[PASSED + seat])
    n = write_set(o, n, s[FILLED + seat], SPACES)
    return write_set(o, n, s[USED + seat], STARS * POINTS)
