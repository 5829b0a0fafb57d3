"""What a net makes of a position, as kernels over a `Desk`, and its memory of positions it has judged.

Within a round many orders of moves lead to the same position, and a node is judged once for its value and
once more for its moves. So what the net made of a position is kept under a mark of it, the last one in each
place. Memory changes nothing but the time it takes: in Azul half of it.
"""

from math import exp

from azulejos.bots.marks import mark_of, place_of
from azulejos.bots.net import forward, worth_of
from azulejos.bots.slots import encode, viewer
from azulejos.core.jit import kernel
from azulejos.core.layout import PLAYERS


@kernel
def evaluate(desk):
    """What the net makes of `desk.s`: the seats' shares in `desk.value`, its last layer in `desk.hidden`."""
    s = desk.s
    if len(desk.marks) == 0:
        look(desk)
    else:
        mark = mark_of(s)
        place = place_of(desk.marks, mark)
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
