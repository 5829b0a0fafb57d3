"""The search tree: Monte Carlo tree search as kernels, one for every family.

Within a round nothing is hidden and, in Azul, nothing is left to chance, so the tree is exact there. A deal
is a node of its own whose children are deals sampled from what is really in the bag. Inside a round
(Pavilion's supply) it always is; between two rounds the position is judged, and searched beyond only once
walks have come by often.

A node belongs to the seat that chose it: `total` sums what that seat got from the simulations through
it, so every seat maximises its own result, for any number of seats. Children lie side by side, the
likeliest first, and are tried in that order: those visited always come before those that are not.

With a net a simulation ends where the tree does and is judged there; without one, the round is played out
with likely moves and judged at its end.
"""

from math import sqrt
from typing import Any, NamedTuple

from azulejos.bots.evaluating import evaluate, softmax
from azulejos.bots.net import SCALE, Net, likelihood_of
from azulejos.bots.slots import (
    between_rounds,
    deal,
    draw,
    features,
    kind,
    likely,
    list_moves,
    move_keys,
    play,
    score_of,
    shares,
    stage,
    traits,
)
from azulejos.bots.sorting import order
from azulejos.core.jit import kernel
from azulejos.core.layout import BAG, DEAL, ENDED, PHASE, PLAYERS, SEATS, TURN
from azulejos.core.rng import below, start_stream

DEALS = 16  # how many deals a node of chance samples at most
STREAMS = 1 << 15  # of random numbers, by which deals are known ...
APART_FROM_GAMES = 1 << 40  # ... far from all that a game is dealt from, whatever its seed
PRIME, APART = 32749, 977  # lead from a bag to the streams of its deals
SUMS = SEATS + 1  # per child of the root: what each seat got, and from how many simulations
CLOSE = 1e-6  # more than rounding can make of a difference
MARGIN_SCALE = 15.0  # points that make a clear win

# what `Desk.settings` holds
EXPLORE = 0  # how much a likely move is tried before it has proved itself
URGENCY = 1  # how much worse than its siblings an untried move is taken to be
WARMTH = 2  # above one the prior is flattened, below it is sharpened
PATIENCE = 3  # visits before a node gets children, as long as there is much room
MARGIN = 4  # share of the result that is points, not winning
BEYOND = 5  # visits before the tree grows beyond the end of a round ...
NEVER = 1e9  # ... more than a node ever has
SALT = 6  # which deals are looked at beyond it: trees side by side see others


class Tree(NamedTuple):
    """Nodes side by side in arrays; node 0 is the root."""

    action: Any  # the move that leads here; for a deal, the number of its stream
    first: Any  # the first child ...
    count: Any  # ... and how many there are
    visits: Any
    total: Any
    prior: Any
    used: Any  # [0]: how many nodes there are


class Desk(NamedTuple):
    """What a search works with besides its tree."""

    root: Any  # the position that is searched
    s: Any  # the position that a simulation is at
    rng: Any
    deal_rng: Any
    dealt: Any
    moves: Any
    logits: Any
    spare_moves: Any  # room to sort both
    spare_logits: Any
    features: Any
    traits: Any
    value: Any  # the result of a simulation, a share of the win per seat
    path: Any  # the nodes a simulation went through ...
    who: Any  # ... and the seats that chose them
    sums: Any  # results per child of the root and seat
    value_weights: Any
    prior_weights: Any
    settings: Any
    net: Net  # of length nought where there is none
    active: Any  # the features that it is shown ...
    keys: Any  # ... and the keys of a move
    known: Any  # [key]: what speaks for it; none where that is not kept ...
    known_at: Any  # ... [0] the number of this list of moves, [1 + key] the one for which it was last counted
    sums1: Any  # its first layer
    hidden: Any  # its second layer, as of the position that was judged last
    marks: Any  # of positions that it has judged, a power of two; none where it remembers nothing ...
    recalled: Any  # [mark, second layer]: ... and what it made of them


@kernel
def learned(desk):
    """Whether there is a net to judge by."""
    return len(desk.net.b1) > 0


@kernel
def simulate(tree, desk, times):
    """Run so many simulations from the root; with a net and a root without children, let those grow first.

    Each walks down the tree, lets it grow where it ends, and judges what is there: at once with a net, else
    after playing likely moves to the end of the round. All walks judge in one place, where the threads of a
    GPU wait for each other; and what is compiled once only is compiled sooner.
    """
    s = desk.s
    by_net = learned(desk)
    done = -1 if by_net and tree.count[0] == 0 and desk.root[PHASE] != DEAL else 0
    while done < times:
        for field in range(len(desk.root)):
            s[field] = desk.root[field]
        node = 0
        depth = 0
        in_tree = True
        while True:
            in_tree = in_tree and depth < len(desk.path)
            over = comes_to_rest(tree, desk, node, in_tree)
            while not over:
                at_end = tree.count[node] == 0 if in_tree else by_net and s[PHASE] != DEAL
                if at_end:
                    break
                if s[PHASE] == DEAL:
                    if in_tree:
                        node = pick_deal(tree, node)
                        depth = note(desk, depth, node, -1)
                        number = APART_FROM_GAMES + tree.action[node]  # the same deal each time
                        start_stream(desk.deal_rng, 0, number)
                        draw(s, desk.deal_rng, desk.dealt)
                    else:
                        draw(s, desk.rng, desk.dealt)
                    deal(s, desk.dealt)
                else:
                    if in_tree:
                        node = pick_move(tree, desk, node)
                        depth = note(desk, depth, node, s[TURN])
                        action = tree.action[node]
                    else:
                        action = likely(s, desk.rng)
                    play(s, action)
                in_tree = in_tree and depth < len(desk.path)
                over = comes_to_rest(tree, desk, node, in_tree)
            leaf = by_net and s[PHASE] != DEAL
            if over or leaf:
                judge(s, desk)
            in_tree = in_tree and not over and has_children(tree, desk, node)
            if over or (leaf and (not in_tree or done < 0)):
                break
        if done >= 0:
            back_up(tree, desk, depth)
        done += 1


@kernel
def comes_to_rest(tree, desk, node, in_tree):
    """Whether a walk ends here for good: between rounds, unless so many came by that it is worth going on."""
    if not between_rounds(desk.s):
        return False
    return desk.s[PHASE] == ENDED or not in_tree or tree.visits[node] < desk.settings[BEYOND]


@kernel
def note(desk, depth, node, seat):
    """Remember the way down; tells how long it is now."""
    desk.path[depth] = node
    desk.who[depth] = seat
    return depth + 1


@kernel
def back_up(tree, desk, depth):
    """Add the result to the nodes of the walk."""
    tree.visits[0] += 1
    for step in range(depth):
        node = desk.path[step]
        tree.visits[node] += 1
        if desk.who[step] >= 0:
            tree.total[node] += desk.value[desk.who[step]]
    if depth > 0:
        place = SUMS * (desk.path[0] - tree.first[0])
        for seat in range(desk.root[PLAYERS]):
            desk.sums[place + seat] += desk.value[seat]
        desk.sums[place + SEATS] += 1


# --- choosing on the way down -----------------------------------------------------------------------------


@kernel
def pick_move(tree, desk, node):
    """The child with the best mix of result so far and promise (PUCT)."""
    first = tree.first[node]
    end = first + tree.count[node]
    seen = 0
    untried = first
    while untried < end and tree.visits[untried] > 0:
        seen += tree.visits[untried]
        untried += 1
    if seen == 0:
        return first
    reach = desk.settings[EXPLORE] * sqrt(seen)
    best = first
    most = -1e9
    bar = most
    gained = 0.0
    for child in range(first, untried):
        n = float(tree.visits[child])
        total = tree.total[child]
        hope = reach * tree.prior[child]
        gained += total
        if total + n * (total + hope) > bar * (n + n * n):  # both sides times n (n + 1): dividing is slow
            worth = total / n + hope / (1 + n)
            if worth > most:
                most = worth
                bar = most - CLOSE
                best = child
    if untried < end and gained / seen - desk.settings[URGENCY] + reach * tree.prior[untried] > most:
        return untried
    return best


@kernel
def pick_deal(tree, node):
    """A sampled deal: more of them the more often the node is visited, each in its turn."""
    first = tree.first[node]
    n = tree.visits[node]
    known = 0
    while known < DEALS and tree.visits[first + known] > 0:
        known += 1
    if known < DEALS and known * known <= n:
        return first + known
    return first + n % known


# --- growing the tree -------------------------------------------------------------------------------------


@kernel
def has_children(tree, desk, node):
    """Whether the walk can go on below this node, growing its children if it is time."""
    if tree.count[node] > 0:
        return True
    if node > 0 and tree.visits[node] < patience(tree, desk):
        return False
    if desk.s[PHASE] == DEAL:
        return grow_deals(tree, desk, node)
    return grow_moves(tree, desk, node)


@kernel
def patience(tree, desk):
    """Visits before a node gets children: four times as many whenever the room that is left has halved.

    So a tree of any size goes on growing where it matters, however long the search is.
    """
    wanted = desk.settings[PATIENCE]
    room = 2 * (len(tree.visits) - tree.used[0])
    while room < len(tree.visits) and wanted < NEVER:
        wanted *= 4
        room *= 2
    return wanted


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
    """Children for all legal moves, the likeliest first; False where there is no room."""
    n = list_moves(desk.s, desk.moves)
    first = tree.used[0]
    if first + n > len(tree.visits):
        return False
    likelihoods(desk, n)
    order(desk.logits, desk.moves, n, desk.spare_logits, desk.spare_moves)
    for i in range(n):
        clear(tree, first + i, desk.moves[i], desk.logits[i])
    adopt(tree, node, first, n)
    return True


@kernel
def clear(tree, node, action, prior):
    """A node that nobody has visited."""
    tree.action[node] = action
    tree.prior[node] = prior
    tree.first[node] = 0
    tree.count[node] = 0
    tree.visits[node] = 0
    tree.total[node] = 0.0


@kernel
def adopt(tree, node, first, n):
    """Give a node its children."""
    tree.first[node] = first
    tree.count[node] = n
    tree.used[0] = first + n


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
    """What the net says for each of the listed moves; what it says for a key is counted once."""
    keep = len(desk.known) > 0
    if keep:
        desk.known_at[0] += 1
    for i in range(n):
        move_keys(desk.s, desk.moves[i], desk.keys)
        found = 0
        for key in desk.keys:
            if not keep:
                found += likelihood_of(desk.net, desk.hidden, key)
                continue
            if desk.known_at[key + 1] != desk.known_at[0]:
                desk.known_at[key + 1] = desk.known_at[0]
                desk.known[key] = likelihood_of(desk.net, desk.hidden, key)
            found += desk.known[key]
        desk.logits[i] = found / (SCALE * desk.settings[WARMTH])


# --- judging ----------------------------------------------------------------------------------------------


@kernel
def judge(s, desk):
    """What each seat may expect, or has got, in `desk.value`; without a net only between rounds."""
    if s[PHASE] == ENDED:
        settle(s, desk)
        return
    if learned(desk):
        evaluate(desk)
        return
    row = stage(s) * len(desk.features)
    for seat in range(s[PLAYERS]):
        features(s, seat, desk.features)
        worth = 0.0
        for n in range(len(desk.features)):
            worth += desk.value_weights[row + n] * desk.features[n]
        desk.value[seat] = worth
    softmax(desk.value, s[PLAYERS])


@kernel
def settle(s, desk):
    """The result: mostly who won, and a little by how much, so that a lost game is still played well."""
    players = s[PLAYERS]
    for seat in range(players):
        desk.value[seat] = score_of(s, seat) / MARGIN_SCALE
    softmax(desk.value, players)
    shares(s, desk.features)
    part = desk.settings[MARGIN]
    for seat in range(players):
        desk.value[seat] = part * desk.value[seat] + (1 - part) * desk.features[seat]


# --- keeping the part of a tree that came true ------------------------------------------------------------


@kernel
def keep(tree, child, other):
    """Copy the part of the tree below a child of the root into another tree, as its root."""
    copy_node(tree, child, other, 0)
    other.used[0] = 1
    done = 0
    while done < other.used[0]:
        first = other.first[done]  # still where the children lie in the old tree
        n = other.count[done]
        if n > 0:
            start = other.used[0]
            for i in range(n):
                copy_node(tree, first + i, other, start + i)
            other.first[done] = start
            other.used[0] = start + n
        done += 1


@kernel
def copy_node(tree, node, other, place):
    """Copy one node as it is."""
    other.action[place] = tree.action[node]
    other.first[place] = tree.first[node]
    other.count[place] = tree.count[node]
    other.visits[place] = tree.visits[node]
    other.total[place] = tree.total[node]
    other.prior[place] = tree.prior[node]
