"""A small net in whole numbers, evaluated inside the search: kernels over the arrays of a `Net`.

Two layers between what a position has (a sparse set of features) and two heads: what each seat may expect,
and how likely a good player is to make a move. All sums are of integers, so that plain Python, compiled code
and a GPU give the same numbers bit for bit.

    acc1 = b1 + the rows of w1 of all active features        h1 = acc1 >> SHIFT1, between 0 and ONE
    acc2 = b2 + h1 @ w2                                      h2 = acc2 >> SHIFT2, between 0 and ONE
    worth[k] = (b3[k] + h2 @ w3[:, k]) / SCALE               of the k-th seat clockwise from the viewer
    likely[move] = sum of (b4[key] + h2 @ w4[key]) / SCALE   over the move's keys

Seats and moves are compared by a softmax. Sums stay below 31 bits where weights are 16 bits wide, at most 400
features are active, and the layers are no wider than 512.
"""

from typing import Any, NamedTuple

from azulejos.core.jit import kernel, on_gpus

ONE = 127  # a unit of a hidden layer that is fully on
SHIFT1 = 6
SHIFT2 = 10
SCALE = ONE * 256
MOST_ACTIVE = 512  # room for the features of a position, and for the units of a layer that are on


class Net(NamedTuple):
    """Weights of 16 bits and biases of 32: arrays for compiled kernels, rows in lists for plain ones."""

    w1: Any  # [feature, first layer]
    b1: Any
    w2: Any  # [first layer, second layer]
    b2: Any
    w3: Any  # [second layer, seat]
    b3: Any
    w4: Any  # [key, second layer]
    b4: Any


@kernel
def forward(net, active, n, first, second):
    """Fill the second hidden layer from the first n active features; those and the first are lost."""
    for j in range(len(first)):
        first[j] = net.b1[j]
    add_rows(net.w1, active, n, first)
    for j in range(len(second)):
        second[j] = net.b2[j]
    on = gather(first, active)
    add_times(net.w2, active, first, on, second)
    for j in range(len(second)):
        second[j] = min(max(second[j] >> SHIFT2, 0), ONE)


@kernel
def add_rows(rows, which, n, sums):
    """Add the first n rows named, four at a time: fewer walks through the sums."""
    i = 0
    while i + 4 <= n:
        one = rows[which[i]]
        two = rows[which[i + 1]]
        three = rows[which[i + 2]]
        four = rows[which[i + 3]]
        for j in range(len(sums)):
            sums[j] += one[j] + two[j] + three[j] + four[j]
        i += 4
    while i < n:
        one = rows[which[i]]
        for j in range(len(sums)):
            sums[j] += one[j]
        i += 1


@kernel
def gather(sums, which):
    """Move the units that are on to the front and tell how many; a guess about each would often be wrong."""
    n = 0
    for i in range(len(sums)):
        on = min(sums[i] >> SHIFT1, ONE)
        which[n] = i
        sums[n] = on
        n += 1 if on > 0 else 0
    return n


@kernel
def add_times(rows, which, times, n, sums):
    """Add the first n rows named so many times each, four at a time."""
    i = 0
    while i + 4 <= n:
        one = rows[which[i]]
        two = rows[which[i + 1]]
        three = rows[which[i + 2]]
        four = rows[which[i + 3]]
        a = times[i]
        b = times[i + 1]
        c = times[i + 2]
        d = times[i + 3]
        for j in range(len(sums)):
            sums[j] += a * one[j] + b * two[j] + c * three[j] + d * four[j]
        i += 4
    while i < n:
        one = rows[which[i]]
        a = times[i]
        for j in range(len(sums)):
            sums[j] += a * one[j]
        i += 1


@kernel
def worth_of(net, second, k):
    """What the k-th seat clockwise has going for it, in log odds."""
    found = net.b3[k] + 0
    for j in range(len(second)):
        found += second[j] * net.w3[j][k]
    return found / SCALE


@kernel
def likelihood_of(net, second, key):
    """What speaks for moves that have this key, in log odds times SCALE."""
    found = net.b4[key] + 0
    row = net.w4[key]
    for j in range(len(second)):
        found += second[j] * row[j]
    return found


# --- the same for a GPU, whose threads have registers rather than a cache of their own ----------------------


@on_gpus(forward)
@kernel
def forward_by_fours(net, active, n, first, second):
    """`forward` for layers whose widths are multiples of four."""
    for j in range(0, len(first), 4):
        a = net.b1[j]
        b = net.b1[j + 1]
        c = net.b1[j + 2]
        d = net.b1[j + 3]
        for i in range(n):
            row = net.w1[active[i]]
            a += row[j]
            b += row[j + 1]
            c += row[j + 2]
            d += row[j + 3]
        first[j] = min(max(a >> SHIFT1, 0), ONE)
        first[j + 1] = min(max(b >> SHIFT1, 0), ONE)
        first[j + 2] = min(max(c >> SHIFT1, 0), ONE)
        first[j + 3] = min(max(d >> SHIFT1, 0), ONE)
    for j in range(0, len(second), 4):
        a = net.b2[j]
        b = net.b2[j + 1]
        c = net.b2[j + 2]
        d = net.b2[j + 3]
        for i in range(len(first)):
            on = first[i]
            if on > 0:
                row = net.w2[i]
                a += on * row[j]
                b += on * row[j + 1]
                c += on * row[j + 2]
                d += on * row[j + 3]
        second[j] = min(max(a >> SHIFT2, 0), ONE)
        second[j + 1] = min(max(b >> SHIFT2, 0), ONE)
        second[j + 2] = min(max(c >> SHIFT2, 0), ONE)
        second[j + 3] = min(max(d >> SHIFT2, 0), ONE)
