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

from math import log, sqrt

from azulejos.bots.broods import FEW, MORE, MOVED, copy_node, incomplete
from azulejos.bots.growing import crowding, has_children
from azulejos.bots.judging import judge
from azulejos.bots.marks import mark_of
from azulejos.bots.nodes import BEYOND, DEALS, EXPLORE, SUMS, URGENCY, WIDEN, learned
from azulejos.bots.sharing import brood_of, keep_offers
from azulejos.bots.slots import between_rounds, deal, draw, likely, play
from azulejos.core.jit import kernel
from azulejos.core.layout import DEAL, ENDED, PHASE, PLAYERS, SEATS, TURN
from azulejos.core.rng import start_stream

APART_FROM_GAMES = 1 << 40  # where searched deals' streams begin: far from all that a game is dealt from
MANY = 3000  # visits of a node from which on exploring may widen
CLOSE = 1e-6  # more than rounding can make of a difference


@kernel
def simulate(tree, desk, times):
    """Run so many simulations from the root; children that it lacks grow first.

    (Without a net a root that has none gets them by its first walk.)

    Each walks down the tree, lets it grow where it ends, and judges what is there: at once with a net, else
    after playing likely moves to the end of the round. All walks judge in one place, where the threads of a
    GPU wait for each other; and what is compiled once only is compiled sooner.
    """
    s = desk.s
    by_net = learned(desk)
    remembering = len(tree.marks) + len(desk.marks) > 0
    growing = incomplete(tree, 0) or (by_net and tree.count[0] == 0)
    done = -1 if growing and desk.root[PHASE] != DEAL else 0
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
                at_end = done < 0 or tree.count[node] == 0 if in_tree else by_net and s[PHASE] != DEAL
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
                        child = pick_move(tree, desk, node)
                        if child == MORE:
                            break
                        node = child
                        depth = note(desk, depth, node, s[TURN])
                        action = tree.action[node]
                    else:
                        action = likely(s, desk.rng)
                    play(s, action)
                in_tree = in_tree and depth < len(desk.path)
                over = comes_to_rest(tree, desk, node, in_tree)
            mark = mark_of(s) if remembering else 0
            brood = brood_of(tree, mark) if in_tree and not over else -1  # what is far away comes meanwhile
            leaf = by_net and s[PHASE] != DEAL
            if over or leaf:
                judge(s, desk, mark)
            in_tree = in_tree and not over and has_children(tree, desk, node, mark, brood)
            if over or done < 0 or (leaf and not in_tree):
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
    """The child with the best mix of result so far and promise (PUCT); MORE where it is not there yet."""
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
    if seen > MANY:
        reach *= 1 + desk.settings[WIDEN] * log(seen / MANY)
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
    if untried == end:
        return best
    prior = tree.prior[untried]
    if prior == MOVED:
        return MORE
    if gained / seen - desk.settings[URGENCY] + reach * abs(prior) <= most:
        return best
    if prior >= 0:
        return untried
    return MORE if seen >= (FEW - 1) * crowding(tree) else best


@kernel
def pick_deal(tree, node):
    """A sampled deal: more of them the more often they are visited, by whichever way, each in its turn."""
    first = tree.first[node]
    known = 0
    seen = 0
    rarest = first
    while known < DEALS and tree.visits[first + known] > 0:
        seen += tree.visits[first + known]
        if tree.visits[first + known] < tree.visits[rarest]:
            rarest = first + known
        known += 1
    if known < DEALS and known * known <= max(seen, tree.visits[node]):
        return first + known
    return rarest


# --- keeping the part of a tree that came true ------------------------------------------------------------


@kernel
def keep(tree, child, other):
    """Move the part of the tree below a child of the root into another tree, as its root.

    What is left behind is no tree any more.
    """
    copy_node(tree, child, other, 0)
    other.used[0] = 1
    done = 0
    while done < other.used[0]:
        first = other.first[done]  # still where the children lie in the old tree
        n = other.count[done]
        last = first + n - 1
        if n > 0 and tree.prior[last] == MOVED:
            first = tree.first[last]
            n = tree.count[last]
            other.count[done] = n
        if n > 0 and tree.visits[first] < 0:  # shared, and copied for another node
            other.first[done] = -1 - tree.visits[first]
        elif n > 0:
            start = other.used[0]
            for i in range(n):
                copy_node(tree, first + i, other, start + i)
            other.first[done] = start
            other.used[0] = start + n
            tree.visits[first] = -1 - start  # where they lie now
        done += 1
    keep_offers(tree, other)
