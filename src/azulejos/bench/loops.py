"""The loops that benchmarks time, as kernels of their own."""

from numpy import int64

from azulejos.azul.fields import (
    SIZE,
)
from azulejos.azul.kernels import fingerprint, list_moves, random_game
from azulejos.core.jit import kernel
from azulejos.core.layout import (
    MOST_FACTORIES,
)
from azulejos.core.rng import WORDS

CAP = 50  # A46b
cuda = None  # `jit.launchable` puts the GPU here


@kernel
def fill_results(s, rng, dealt, seed, first, results, start, step, players, grey, jokers):
    """Play every step-th game from `start` on and write down the mark of each one's final state."""
    for n in range(start, results.shape[0], step):
        random_game(s, rng, dealt, seed, first + n, players, grey, jokers, CAP)
        results[n] = fingerprint(s)


def play_on_gpu(seed, first, results, players, grey, jokers):
    """What one thread of a GPU does: its share of the games, in memory of its own."""
    s = cuda.local.array(SIZE, int64)
    rng = cuda.local.array(WORDS, int64)
    dealt = cuda.local.array(MOST_FACTORIES, int64)
    fill_results(s, rng, dealt, seed, first, results, cuda.grid(1), cuda.gridsize(1), players, grey, jokers)


@kernel
def list_often(s, moves, times):
    """List the moves of a position many times over."""
    n = 0
    for _ in range(times):
        n += list_moves(s, moves)
    return n


@kernel
def copy_often(s, other, times):
    """Copy a state many times over, changed a little each time so that no copy can be left out."""
    for n in range(times):
        s[0] = n
        for field in range(SIZE):
            other[field] = s[field]
    return other[0]
