"""What the threads of a GPU do with a batch: each has one row, and calls the kernels of `stepping` on it."""

from numpy import int16, int64

from azulejos.envs.stepping import Desk, advance, allowed, look_closer, mark_of, sample_one

MARK = -1
cuda = None  # `jit.launchable` puts the GPU here, and sizes that must be known when it compiles
ROOM = WORDS = RNG = DEALT = 0

# the order in which `go_on` takes a batch's arrays
ARRAYS = (
    "states",
    "finals",
    "masks",
    "words",
    "observations",
    "rewards",
    "scores",
    "done",
    "seats",
    "moves",
    "illegal",
)


def go_on(
    states,
    finals,
    masks,
    words,
    observations,
    rewards,
    scores,
    done,
    seats,
    moves,
    illegal,
    like,
    deed,
    actions,
    seed,
    scheme,
):
    """`stepping.go_on` for one row, in memory of the thread's own."""
    s = cuda.local.array(WORDS, int64)
    rng = cuda.local.array(RNG, int64)
    dealt = cuda.local.array(DEALT, int64)
    room = cuda.local.array(ROOM, int16)
    desk = Desk(
        states,
        finals,
        masks,
        observations,
        rewards,
        scores,
        done,
        seats,
        moves,
        illegal,
        0,
        like,
        room,
        rng,
        dealt,
    )
    row = cuda.grid(1)
    here = row < states.shape[0]
    if here:
        for word in range(WORDS):
            s[word] = states[row, word]
        advance(desk, s, row, deed, actions[row], seed, scheme)
        for word in range(WORDS):
            states[row, word] = s[word]
    cuda.syncthreads()  # all have seen their masks: now the block clears them together, in whole words
    share = cuda.blockDim.x * masks.shape[1] // 8
    first = cuda.blockIdx.x * share
    for word in range(first + cuda.threadIdx.x, first + share, cuda.blockDim.x):
        words[word] = 0
    cuda.syncthreads()
    if here:
        look_closer(desk, s, row)


def sample(states, seed, draws, actions):
    """`stepping.sample` for one row."""
    rng = cuda.local.array(RNG, int64)
    row = cuda.grid(1)
    if row < states.shape[0]:
        actions[row] = sample_one(states[row], rng, row, seed, draws)


def first_illegal(masks, actions, found):
    """Note the first row whose action its mask forbids."""
    row = cuda.grid(1)
    if row < masks.shape[0] and not allowed(masks[row], actions[row]):
        cuda.atomic.min(found, 0, row)


def mark_rows(states, like):
    """Give a row its mark."""
    row = cuda.grid(1)
    if row < states.shape[0]:
        states[row, MARK] = mark_of(states[row], like)


def first_unmarked(states, like, found):
    """Note the first row that does not bear its own mark."""
    row = cuda.grid(1)
    if row < states.shape[0] and states[row, MARK] != mark_of(states[row], like):
        cuda.atomic.min(found, 0, row)


def widen(given, out):
    """Whole numbers of any width as int64, one by one."""
    k = cuda.grid(1)
    if k < out.shape[0]:
        out[k] = given[k]
