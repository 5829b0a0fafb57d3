"""Positions that several orders of moves lead to share their children.

Within a round the same tiles are taken in many orders. A node whose position has children below another node
already gets those as its own: what was found there counts here too, and the tree has room for more. Visits
and results of the node itself stay its own, as those of a way to the position. No position comes back later
in a game, so no walk goes in circles.
"""

from azulejos.bots.marks import place_of
from azulejos.bots.nodes import BROOD
from azulejos.core.jit import kernel


@kernel
def brood_of(tree, mark):
    """Where the children of the position with this mark are, or -1 where none are known."""
    if len(tree.marks) > 0:
        place = place_of(tree.marks, mark)
        if tree.marks[place] == mark:
            return tree.broods[place]
    return -1


@kernel
def take_part(tree, node, brood):
    """Give the node the children that its position has elsewhere; False where there are none."""
    if brood < 0:
        return False
    tree.first[node] = brood // BROOD
    tree.count[node] = brood % BROOD
    return True


@kernel
def offer(tree, mark, node):
    """Let other ways to its position find the node's children; what had its place is forgotten."""
    if len(tree.marks) > 0:
        place = place_of(tree.marks, mark)
        tree.marks[place] = mark
        tree.broods[place] = tree.first[node] * BROOD + tree.count[node]


@kernel
def keep_offers(tree, other):
    """After `tree.keep`, which left behind where children lie now: offer those that were kept."""
    for place in range(len(tree.marks)):
        other.marks[place] = 0
        if tree.marks[place] != 0:
            brood = tree.broods[place]
            moved = tree.visits[brood // BROOD]
            if moved < 0:
                other.marks[place] = tree.marks[place]
                other.broods[place] = (-1 - moved) * BROOD + brood % BROOD
