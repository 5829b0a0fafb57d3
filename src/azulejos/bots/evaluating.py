"""What a net makes of a position, as kernels over a `Desk`, and its memory of positions it has judged.

Within a round many orders of moves lead to the same position, and a node is judged once for its value and
once more for its moves. So what the net made of a position is kept under a mark of it, the last one in each
place. Memory changes nothing but the time it takes: in Azul half of it.
"""

from math import exp
from random import Random

from azulejos.bots.net import forward, worth_of
from azulejos.bots.slots import encode, viewer
from azulejos.core.jit import Table, kernel
from azulejos.core.layout import PLAYERS

MOST_FIELDS = 128  # of a position
LOW = 24  # the place of a mark is taken from this bit up, where sums of products are mixed better
MASK, HALF = (1 << 62) - 1, (1 << 31) - 1
_luck = Random(64)
ODD = Table(_luck.getrandbits(62) | 1 for _ in range(MOST_FIELDS))


@kernel
def evaluate(desk):
    """What the net makes of `desk.s`: the seats' shares in `desk.value`, its last layer in `desk.hidden`."""
    s = desk.s
    if len(desk.marks) == 0:
        look(desk)
    else:
        mark = mark_of(s)
        place = (mark >> LOW) & (len(desk.marks) - 1)
        if desk.marks[place] == mark:
            for n in range(len(desk.hidden)):
                desk.hidden[n] = desk.recalled[place, n]
        else:
            look(desk)
            desk.marks[place] = mark
            for n in range(len(desk.hidden)):
                desk.recalled[place, n] = desk.hidden[n]
    seat = viewer(s)
    for k in range(s[PLAYERS]):
        desk.value[seat] = worth_of(desk.net, desk.hidden, k)
        seat += 1
        if seat == s[PLAYERS]:
            seat = 0
    softmax(desk.value, s[PLAYERS])


@kernel
def look(desk):
    """Let the net see `desk.s`."""
    n = encode(desk.s, desk.active)
    forward(desk.net, desk.active, n, desk.sums1, desk.hidden)


@kernel
def mark_of(s):
    """A number by which a position is known; the high half of each field counts in the low one too."""
    mark = 1
    for field in range(len(s)):
        word = s[field]
        mark += (word ^ ((word >> 31) & HALF)) * ODD[field]
    return mark & MASK


@kernel
def softmax(values, n):
    """Turn numbers into shares that sum to one."""
    most = values[0]
    for i in range(1, n):
        most = max(most, values[i])
    whole = 0.0
    for i in range(n):
        values[i] = exp(values[i] - most)
        whole += values[i]
    for i in range(n):
        values[i] /= whole
