"""Broods: the children of a node side by side, the likeliest first.

A position may have a hundred moves, and most walks that come by look into two or three of them. So a brood
begins with the likeliest `FEW`, the last of which only stands for all that are not there yet: its prior is
kept as a negative number. As soon as a walk would try that one, the whole brood is laid elsewhere, and the
last child of the old one tells where, for other ways to the position that share it. As long as half of the
tree's room is free, every walk goes as it would if all children were there from the beginning.
"""

from azulejos.core.jit import kernel

FEW = 8  # children that a brood begins with
MORE = -1  # in the place of a child: one that is not there yet
MOVED = -2.0  # in the place of a prior: this brood lies elsewhere by now
LEAST = 1e-30  # prior of a child that stands for others: nought has no sign


@kernel
def lay(tree, node, moves, priors, n, whole):
    """Give a node the first n moves as children, the last one standing for others unless these are all."""
    first = tree.used[0]
    for i in range(n):
        clear(tree, first + i, moves[i], priors[i])
    if not whole:
        last = first + n - 1
        tree.prior[last] = -max(tree.prior[last], LEAST)
    adopt(tree, node, first, n)


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
    """Give a node the children that were laid last."""
    tree.first[node] = first
    tree.count[node] = n
    tree.used[0] = first + n


@kernel
def last_of(tree, node):
    """The last child of a node that has some."""
    return tree.first[node] + tree.count[node] - 1


@kernel
def incomplete(tree, node):
    """Whether a node has some of its children, but not all of them here."""
    return tree.count[node] > 0 and tree.prior[last_of(tree, node)] < 0


@kernel
def follow(tree, node):
    """Give a node its brood where it lies now; False where it is still here."""
    last = last_of(tree, node)
    if tree.prior[last] != MOVED:
        return False
    tree.first[node] = tree.first[last]
    tree.count[node] = tree.count[last]
    return True


@kernel
def complete(tree, node, moves, priors, n):
    """Lay the whole brood of a node elsewhere, what is known of it copied."""
    old = tree.first[node]
    last = last_of(tree, node)
    lay(tree, node, moves, priors, n, True)
    for i in range(last - old):
        copy_node(tree, old + i, tree, tree.first[node] + i)
    tree.prior[last] = MOVED
    tree.first[last] = tree.first[node]
    tree.count[last] = n


@kernel
def give_up(tree, node):
    """Where there is no room for the others: the last child is one like any, and they are left out."""
    last = last_of(tree, node)
    tree.prior[last] = -tree.prior[last]


@kernel
def copy_node(tree, node, other, place):
    """Copy one node as it is."""
    other.action[place] = tree.action[node]
    other.first[place] = tree.first[node]
    other.count[place] = tree.count[node]
    other.visits[place] = tree.visits[node]
    other.total[place] = tree.total[node]
    other.prior[place] = tree.prior[node]
