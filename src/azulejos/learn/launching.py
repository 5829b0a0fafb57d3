"""What a thread of a GPU does in self-play: one game from beginning to end, by the kernels of `noting`.

What only its own thread sees is in memory of the thread; the tree and the notes, which are too large for
that, are rows of arrays that all threads share.
"""

from numpy import float32, float64, int16, int32, int64

from azulejos.bots.net import MOST_ACTIVE, Layers, Net
from azulejos.bots.nodes import Desk, Tree
from azulejos.learn.noting import Notes, play_on, start_luck

cuda = None  # `jit.launchable` puts the GPU here, and sizes that must be known when it compiles
SIZE = SEATS = RNG = LUCK = DEALT = MOVES = DEEPEST = FEATURES = TRAITS = KEYS = FIRST = SECOND = 0
ACTION, REAL = int16, float32  # how wide moves and results are


def play_games(
    roots, trees, notes, net, memory, weights, settings, plan, seed, first, games, everybody, results
):
    """Play game `first + row` of a seed; the last position stays in `roots`, the result in `results`."""
    row = cuda.grid(1)
    if row >= games:
        return
    root = cuda.local.array(SIZE, int64)
    s = cuda.local.array(SIZE, int64)
    rng = cuda.local.array(RNG, int64)
    deal_rng = cuda.local.array(RNG, int64)
    luck = cuda.local.array(LUCK, int64)
    dealt = cuda.local.array(DEALT, int64)
    moves = cuda.local.array(MOVES, ACTION)
    logits = cuda.local.array(MOVES, REAL)
    spare_moves = cuda.local.array(MOVES, ACTION)
    spare_logits = cuda.local.array(MOVES, REAL)
    features = cuda.local.array(FEATURES, REAL)
    traits = cuda.local.array(TRAITS, REAL)
    value = cuda.local.array(SEATS, float64)
    path = cuda.local.array(DEEPEST, int32)
    who = cuda.local.array(DEEPEST, int16)
    active = cuda.local.array(MOST_ACTIVE, int32)
    keys = cuda.local.array(KEYS, int32)
    sums1 = cuda.local.array(FIRST, int32)
    hidden = cuda.local.array(SECOND, int16)
    nodes = cuda.local.array(1, int32)
    used = cuda.local.array(2, int32)
    for field in range(SIZE):
        root[field] = roots[row, field]
    used[0] = 0
    used[1] = 0
    value_weights, prior_weights = weights
    which = (first + row) % value_weights.shape[0]
    action, child, count, visits, total, prior, sums = trees
    tree = Tree(
        action[row], child[row], count[row], visits[row], total[row], prior[row], nodes, memory[0], memory[0]
    )
    desk = Desk(
        root,
        s,
        rng,
        deal_rng,
        dealt,
        moves,
        logits,
        spare_moves,
        spare_logits,
        features,
        traits,
        value,
        path,
        who,
        sums[row],
        value_weights[which],
        prior_weights[which],
        settings,
        Net(net[0], net[1], net[2], net[3], net[4], net[5], net[6], net[7]),
        active,
        keys,
        Layers(sums1, hidden, sums1, hidden),
        memory[0],
        memory[1],
        memory[0],
        memory[0],
        memory[0],
        memory[2],
    )
    states, values, kinds, chosen, counts, actions, looks, length = notes
    own = Notes(
        states[row], values[row], kinds[row], chosen[row], counts[row], actions[row], looks[row], used
    )
    start_luck(luck, plan, seed, first + row)
    play_on(tree, desk, own, luck, plan, seed, first + row, everybody)
    for field in range(SIZE):
        roots[row, field] = root[field]
    for seat in range(SEATS):
        results[row, seat] = value[seat]
    length[row, 0] = used[0]
    length[row, 1] = used[1]
