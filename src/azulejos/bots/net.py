"""A small net in whole numbers, evaluated inside the search: kernels over the arrays of a `Net`.

Two layers between what a position has (a sparse set of features) and two heads: what each seat may expect,
and how likely a good player is to make a move. All sums are of integers, so that plain Python, compiled code
and a GPU give the same numbers bit for bit.

    acc1 = b1 + the rows of w1 of all active features        h1 = acc1 >> SHIFT1, between 0 and ONE
    acc2 = b2 + h1 @ w2                                      h2 = acc2 >> SHIFT2, between 0 and ONE
    worth[k] = (b3[k] + h2 @ w3[:, k]) / SCALE               of the k-th seat clockwise from the viewer
    likely[move] = sum of (b4[key] + h2 @ w4[key]) / SCALE   over the move's keys

Seats and moves are compared by a softmax. Sums stay within 32 bits where weights are 16 bits wide, at most
400 features are active, the layers are no wider than 512, and biases of the second are at most `MOST2`.

Adding numbers of 16 bits is the quickest. So weights of the first layer are multiples of `STEP1`, by which
kernels have them divided, and of w4 they are at most `MOST4`: then 16 bits hold the sum of `TOGETHER` rows.
"""

from typing import Any, NamedTuple

from azulejos.core.jit import kernel, on_gpus
from azulejos.core.widths import as16, as32

ONE = 127  # a unit of a hidden layer that is fully on
SHIFT1 = 6
SHIFT2 = 10
SCALE = ONE * 256
TOGETHER = 8  # rows that are added up at once; a move has as many keys
STEPS1 = 4
STEP1 = 1 << STEPS1
MOST4 = 32767 // TOGETHER
MOST2 = (1 << 24) - 1  # what 32 bits have left beside 512 units that are fully on
SHIFT = SHIFT1 - STEPS1  # what is left of SHIFT1 in kernels
MOST_ACTIVE = 512  # room for the features of a position, and for the units of a layer that are on


class Net(NamedTuple):
    """Weights of 16 bits and biases of 32: arrays for compiled kernels, rows in lists for plain ones."""

    w1: Any  # [feature, first layer], in steps of STEP1; a row of noughts comes last
    b1: Any  # likewise in such steps, rounded down, since nothing is lost before they are shifted
    w2: Any  # [first layer, second layer]
    b2: Any
    w3: Any  # [seat, second layer]
    b3: Any
    w4: Any  # [key, second layer]
    b4: Any


class Layers(NamedTuple):
    """Room for what a net makes of a position."""

    first: Any  # [first layer], 32 bits
    times: Any  # [first layer], 16 bits: units that are on
    sums: Any  # [second layer], 32 bits: before it is cut off
    second: Any  # [second layer], 16 bits


@kernel
def forward(net, active, n, layers):
    """Fill the second hidden layer from the first n active features; those are lost."""
    begin(net, layers)
    add_rows(net.w1, active, n, layers.first)
    finish(net, active, layers)


@kernel
def begin(net, layers):
    """The first layer before anything is seen."""
    first = layers.first
    for j in range(len(first)):
        first[j] = net.b1[j]


@kernel
def finish(net, which, layers):
    """Fill the second hidden layer from the sums of the first; `which` has room for its units."""
    sums = layers.sums
    second = layers.second
    for j in range(len(sums)):
        sums[j] = net.b2[j]
    on = gather(layers.first, which, layers.times)
    add_times(net.w2, which, layers.times, on, sums)
    for j in range(len(second)):
        second[j] = min(max(sums[j] >> SHIFT2, 0), ONE)


@kernel
def add_rows(rows, which, n, sums):
    """Add the first n rows named, so many at once; the last row of all, which is nought, fills up."""
    while n % TOGETHER != 0:
        which[n] = len(rows) - 1
        n += 1
    for i in range(0, n, TOGETHER):
        a = rows[which[i]]
        b = rows[which[i + 1]]
        c = rows[which[i + 2]]
        d = rows[which[i + 3]]
        e = rows[which[i + 4]]
        f = rows[which[i + 5]]
        g = rows[which[i + 6]]
        h = rows[which[i + 7]]
        for j in range(len(sums)):
            sums[j] = as32(sums[j] + as16(a[j] + b[j] + c[j] + d[j] + e[j] + f[j] + g[j] + h[j]))


@kernel
def gather(sums, which, times):
    """Name the units that are on and how much, and tell how many; a guess about each would often be wrong."""
    for i in range(len(sums)):
        times[i] = as16(min(max(sums[i] >> SHIFT, 0), ONE))
    n = 0
    for i in range(len(sums)):
        on = times[i]
        which[n] = i
        times[n] = on
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
        a = as32(times[i])
        b = as32(times[i + 1])
        c = as32(times[i + 2])
        d = as32(times[i + 3])
        for j in range(len(sums)):
            sums[j] = as32(sums[j] + a * one[j] + b * two[j] + c * three[j] + d * four[j])
        i += 4
    while i < n:
        one = rows[which[i]]
        a = as32(times[i])
        for j in range(len(sums)):
            sums[j] = as32(sums[j] + a * one[j])
        i += 1


@kernel
def worth_of(net, second, k):
    """What the k-th seat clockwise has going for it, in log odds."""
    row = net.w3[k]
    found = as32(0)
    for j in range(len(second)):
        found = as32(found + second[j] * row[j])
    return (found + net.b3[k]) / SCALE


@kernel
def likelihood_of(net, second, keys):
    """What speaks for a move that has these keys, in log odds times SCALE; their rows are added up first."""
    a = net.w4[keys[0]]
    b = net.w4[keys[1]]
    c = net.w4[keys[2]]
    d = net.w4[keys[3]]
    e = net.w4[keys[4]]
    f = net.w4[keys[5]]
    g = net.w4[keys[6]]
    h = net.w4[keys[7]]
    found = as32(0)
    for j in range(len(second)):
        said = as16(a[j] + b[j] + c[j] + d[j] + e[j] + f[j] + g[j] + h[j])
        found = as32(found + second[j] * said)
    biases = 0
    for key in keys:
        biases += net.b4[key]
    return biases + found


# --- the same for a GPU, whose threads have registers rather than a cache of their own ----------------------


@on_gpus(forward)
@kernel
def forward_by_fours(net, active, n, layers):
    """`forward` for layers whose widths are multiples of four."""
    first = layers.first
    second = layers.second
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
        first[j] = min(max(a >> SHIFT, 0), ONE)
        first[j + 1] = min(max(b >> SHIFT, 0), ONE)
        first[j + 2] = min(max(c >> SHIFT, 0), ONE)
        first[j + 3] = min(max(d >> SHIFT, 0), ONE)
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
