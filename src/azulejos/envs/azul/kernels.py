"""Azul's kernels as a batch of games needs them: the rules' own, and what a seat sees."""

from azulejos.azul.features import prospect as prospect
from azulejos.azul.fields import (
    COLOURS,
    FLOOR,
    FLOOR_COUNT,
    JOKERS,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    MAX_ROUNDS,
    ROWS,
    SCORE,
    TAKEN,
    TILING,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.kernels import deal as deal
from azulejos.azul.kernels import draw as draw
from azulejos.azul.kernels import full_rows, set_up
from azulejos.azul.kernels import list_moves as list_moves
from azulejos.azul.kernels import play as play
from azulejos.azul.kernels import sample_move as sample_move
from azulejos.azul.kernels import score_of as score_of
from azulejos.core.jit import kernel
from azulejos.core.lanes import lane
from azulejos.core.layout import BAG, CENTRE, GREY, MARKER, PHASE, PLAYERS, ROUND, STARTER
from azulejos.core.table import factories
from azulejos.envs.writing import write_number, write_one, write_seat, write_set, write_tiles


@kernel
def begin(s, like, starter):
    """Lay out a new game with the options of another one, its first deal due."""
    set_up(s, like[PLAYERS], like[GREY], like[JOKERS], like[MAX_ROUNDS], starter)


@kernel
def standing(s, seat):
    """Most points, then most complete rows (A45)."""
    return 8 * s[SCORE + seat] + full_rows(s[WALL + seat])


@kernel
def observe(s, seat, o):
    """The table, then all boards clockwise from that seat, in the order of `spaces`."""
    kinds = COLOURS + s[JOKERS]
    n = 0
    for factory in range(factories(s)):
        n = write_tiles(o, n, s[factory], kinds)
    n = write_tiles(o, n, s[CENTRE], kinds)
    n = write_tiles(o, n, s[BAG], kinds)
    n = write_tiles(o, n, s[LID], kinds)
    n = write_number(o, n, s[ROUND])
    n = write_number(o, n, 1 if s[PHASE] == TILING else 0)
    n = write_seat(o, n, s, seat, s[STARTER])
    n = write_seat(o, n, s, seat, s[MARKER])
    for k in range(s[PLAYERS]):
        n = observe_board(s, (seat + k) % s[PLAYERS], kinds, o, n)
    return n


@kernel
def observe_board(s, seat, kinds, o, n):
    """One board: score, lines, wall, floor."""
    n = write_number(o, n, s[SCORE + seat])
    n = observe_lines(s[LINES + seat], s[JOKERS], kinds, o, n)
    n = write_set(o, n, s[WALL + seat], ROWS * ROWS)
    if s[JOKERS] == 1:
        n = write_set(o, n, s[WALL_JOKERS + seat], ROWS * ROWS)
    if s[GREY] == 1:  # on the other wall a cell's place tells its colour
        for colour in range(COLOURS):
            n = write_set(o, n, lane(s[TAKEN + seat], colour), 2 * ROWS)
    n = write_tiles(o, n, s[FLOOR + seat], kinds)
    return write_number(o, n, s[FLOOR_COUNT + seat])


@kernel
def observe_lines(lines, jokers, kinds, o, n):
    """The five lines: how many tiles lie there, of which kind, and how many of them are jokers."""
    for row in range(ROWS):
        n = write_number(o, n, lane(lines, row) & 7)
    for row in range(ROWS):
        line = lane(lines, row)
        n = write_one(o, n, -1 if line == 0 else (line >> LINE_COLOUR) & 7, kinds)
    if jokers == 1:
        for row in range(ROWS):
            n = write_number(o, n, lane(lines, row) >> LINE_JOKERS)
    return n
