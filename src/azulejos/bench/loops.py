"""The loops that benchmarks time, as kernels of their own."""

from numpy import int64

from azulejos.azul import fields as azul
from azulejos.azul import kernels as azul_kernels
from azulejos.bots.evaluating import look
from azulejos.bots.judging import judge
from azulejos.bots.marks import mark_of
from azulejos.bots.slots import between_rounds, deal, draw, likely, play
from azulejos.core.jit import kernel, slot
from azulejos.core.layout import DEAL, MOST_FACTORIES, PHASE
from azulejos.core.rng import WORDS
from azulejos.core.table import fingerprint
from azulejos.pavilion import fields as pavilion
from azulejos.pavilion import kernels as pavilion_kernels

CAP = 50  # A46b
GROUPS = MOST_FACTORIES + 1  # of a deal: the supply's tiles, then the factories
AZUL_SIZE = azul.SIZE
PAVILION_SIZE = pavilion.SIZE
cuda = None  # `jit.launchable` puts the GPU here

azul_game = azul_kernels.random_game
azul_moves = azul_kernels.list_moves
pavilion_game = pavilion_kernels.random_game


# --- many games on one processor: how many decisions they took ----------------------------------------


@kernel
def play_azul(s, rng, dealt, seed, first, games, players, grey, jokers):
    """Random games of Azul, one after the other."""
    moves = 0
    for number in range(first, first + games):
        moves += azul_game(s, rng, dealt, seed, number, players, grey, jokers, CAP)
    return moves


@kernel
def play_pavilion(s, rng, dealt, seed, first, games, players, grey, _jokers):
    """Random games of Summer Pavilion, one after the other."""
    moves = 0
    for number in range(first, first + games):
        moves += pavilion_game(s, rng, dealt, seed, number, players, grey)
    return moves


# --- a share of many games, with a mark of each one's final state -------------------------------------


@kernel
def fill_azul(s, rng, dealt, seed, results, start, step, players, grey, jokers):
    """Play every step-th game of Azul from `start` on."""
    for n in range(start, results.shape[0], step):
        azul_game(s, rng, dealt, seed, n, players, grey, jokers, CAP)
        results[n] = fingerprint(s, AZUL_SIZE)


@kernel
def fill_pavilion(s, rng, dealt, seed, results, start, step, players, grey, _jokers):
    """Play every step-th game of Summer Pavilion from `start` on."""
    for n in range(start, results.shape[0], step):
        pavilion_game(s, rng, dealt, seed, n, players, grey)
        results[n] = fingerprint(s, PAVILION_SIZE)


def azul_on_gpu(seed, results, players, grey, jokers):
    """What one thread of a GPU does: its share of the games, in memory of its own."""
    s = cuda.local.array(AZUL_SIZE, int64)
    rng = cuda.local.array(WORDS, int64)
    dealt = cuda.local.array(GROUPS, int64)
    fill_azul(s, rng, dealt, seed, results, cuda.grid(1), cuda.gridsize(1), players, grey, jokers)


def pavilion_on_gpu(seed, results, players, grey, jokers):
    """The same for Summer Pavilion."""
    s = cuda.local.array(PAVILION_SIZE, int64)
    rng = cuda.local.array(WORDS, int64)
    dealt = cuda.local.array(GROUPS, int64)
    fill_pavilion(s, rng, dealt, seed, results, cuda.grid(1), cuda.gridsize(1), players, grey, jokers)


# --- small costs --------------------------------------------------------------------------------------


@kernel
def list_often(s, moves, times):
    """List the moves of a position many times over."""
    n = 0
    for _ in range(times):
        n += azul_moves(s, moves)
    return n


@kernel
def copy_often(s, other, times):
    """Copy a state many times over, changed a little each time so that no copy can be left out."""
    for n in range(times):
        s[0] = n
        for field in range(AZUL_SIZE):
            other[field] = s[field]
    return other[0]


# --- rounds played to their end, over either family's kernels -----------------------------------------


@slot
def sample_move(s, rng):
    """One legal action, all equally likely."""
    raise NotImplementedError


@kernel
def evaluate_often(states, desk, times):
    """Let the net see one position after the other, so many in all, remembering none."""
    for n in range(times):
        state = states[n % len(states)]
        for field in range(len(desk.s)):
            desk.s[field] = state[field]
        look(desk)


@kernel
def play_out(desk, times, sensible):
    """Play from `desk.root` to the end of the round and judge it, so many times; tells the decisions made.

    Moves are uniformly random, or those that a search's simulations play. One loop does both, so that
    `play` is compiled in one place only.
    """
    s = desk.s
    decisions = 0
    for _ in range(times):
        for field in range(len(desk.root)):
            s[field] = desk.root[field]
        while not between_rounds(s):
            if s[PHASE] == DEAL:
                draw(s, desk.rng, desk.dealt)
                deal(s, desk.dealt)
            else:
                play(s, likely(s, desk.rng) if sensible else sample_move(s, desk.rng))
                decisions += 1
        judge(s, desk, mark_of(s))
    return decisions
