"""How the search tree grows: when a node gets children, which ones, and how likely each is."""

from azulejos.bots.broods import FEW, adopt, clear, complete, follow, give_up, lay
from azulejos.bots.evaluating import softmax
from azulejos.bots.net import SCALE, likelihood_of
from azulejos.bots.nodes import DEALS, NEVER, PATIENCE, SALT, STREAMS, WARMTH, learned
from azulejos.bots.sharing import offer, take_part
from azulejos.bots.slots import between_rounds, kind, list_moves, next_keys, traits
from azulejos.bots.sorting import lead, order
from azulejos.core.jit import kernel
from azulejos.core.layout import BAG, DEAL, PHASE
from azulejos.core.rng import below

NO_MOVE = -1
PRIME, APART = 32749, 977  # lead from a bag to the streams of its deals


@kernel
def has_children(tree, desk, node, mark, brood):
    """Whether the walk can go on below this node, growing its children if it is time.

    `mark` is that of `desk.s`, `brood` where that position has children already, or -1.
    A walk that comes to its end where there are children wants one that is not there yet.
    """
    if tree.count[node] > 0:
        grow_rest(tree, desk, node, mark)
        return True
    if take_part(tree, node, brood):
        return True
    if node > 0 and tree.visits[node] < patience(tree, desk):
        return False
    grown = grow_deals(tree, desk, node) if desk.s[PHASE] == DEAL else grow_moves(tree, desk, node)
    if grown:
        offer(tree, mark, node)
    return grown


@kernel
def patience(tree, desk):
    """Visits before a node gets children."""
    slower = crowding(tree)
    return NEVER if slower == NEVER else desk.settings[PATIENCE] * slower


@kernel
def crowding(tree):
    """How much more slowly a tree grows for want of room: four times whenever what is left has halved.

    So a tree of any size goes on growing where it matters, however long the search is.
    """
    room = 2 * (len(tree.visits) - tree.used[0])
    if room == 0:
        return NEVER
    slower = 1.0
    while room < len(tree.visits):
        slower *= 4
        room *= 2
    return slower


@kernel
def grow_deals(tree, desk, node):
    """Children for deals that may be sampled; False where there is no room.

    All ends of a round are dealt the same, as long as their bags are: else the luck of deals that only some
    of them have would be taken for merit.
    """
    first = tree.used[0]
    if first + DEALS > len(tree.visits):
        return False
    common = between_rounds(desk.s)
    number = int(desk.settings[SALT]) + 31 * (desk.s[BAG] % PRIME)
    for child in range(first, first + DEALS):
        number = number + APART if common else below(desk.rng, STREAMS)
        clear(tree, child, number % STREAMS, 1 / DEALS)
    adopt(tree, node, first, DEALS)
    return True


@kernel
def grow_moves(tree, desk, node):
    """Children for the likeliest moves, at the root for all; False where there is no room."""
    n = list_moves(desk.s, desk.moves)
    few = n if node == 0 else min(n, FEW)
    if tree.used[0] + few > len(tree.visits):
        return False
    likelihoods(desk, n)
    if few < n:
        lead(desk.logits, desk.moves, n, few)
    else:
        order(desk.logits, desk.moves, n, desk.spare_logits, desk.spare_moves)
    lay(tree, node, desk.moves, desk.logits, few, few == n)
    return True


@kernel
def grow_rest(tree, desk, node, mark):
    """Children for all the other moves too, unless another way to the position had them grow already."""
    if follow(tree, node):
        return
    n = list_moves(desk.s, desk.moves)
    if tree.used[0] + n > len(tree.visits):
        give_up(tree, node)
        return
    likelihoods(desk, n)
    order(desk.logits, desk.moves, n, desk.spare_logits, desk.spare_moves)
    complete(tree, node, desk.moves, desk.logits, n)
    offer(tree, mark, node)


@kernel
def likelihoods(desk, n):
    """Turn what speaks for the listed moves into a prior that sums to one, in `desk.logits`.

    A net must have judged the position before.
    """
    if n == 1:
        desk.logits[0] = 1.0
        return
    if learned(desk):
        count_keys(desk, n)
        softmax(desk.logits, n)
        return
    row = kind(desk.s) * len(desk.traits)
    for i in range(n):
        traits(desk.s, desk.moves[i], desk.traits)
        worth = 0.0
        for k in range(len(desk.traits)):
            worth += desk.prior_weights[row + k] * desk.traits[k]
        desk.logits[i] = worth / desk.settings[WARMTH]
    softmax(desk.logits, n)


@kernel
def count_keys(desk, n):
    """What the net says for each of the listed moves."""
    before = NO_MOVE
    scale = SCALE * desk.settings[WARMTH]
    for i in range(n):
        next_keys(desk.s, desk.moves[i], before, desk.keys)
        before = desk.moves[i]
        desk.logits[i] = likelihood_of(desk.net, desk.layers.second, desk.keys) / scale
