"""What a net makes of a position, as kernels over a `Desk`, and its memory of positions it has judged.

Within a round many orders of moves lead to the same position, and a node is judged once for its value and
once more for its moves. So what the net made of a position is kept under a mark of it, the last one in each
place. Memory changes nothing but the time it takes: in Azul half of it.
"""

from math import exp

from azulejos.bots.marks import mark_of, place_of
from azulejos.bots.net import add_rows, begin, finish, forward, worth_of
from azulejos.bots.slots import encode, encode_part, encode_rest, part_words, parts, viewer
from azulejos.core.jit import kernel
from azulejos.core.layout import PLAYERS, TOLD


@kernel
def evaluate(desk, mark):
    """What the net makes of `desk.s`: the seats' shares in `desk.value`, its last layer in `desk.layers`."""
    s = desk.s
    hidden = desk.layers.second
    if len(desk.marks) == 0:
        look(desk)
    else:
        place = place_of(desk.marks, mark)
        if desk.marks[place] == mark:
            for n in range(len(hidden)):
                hidden[n] = desk.recalled[place, n]
        else:
            look(desk)
            desk.marks[place] = mark
            for n in range(len(hidden)):
                desk.recalled[place, n] = hidden[n]
    seat = viewer(s)
    for k in range(s[PLAYERS]):
        desk.value[seat] = worth_of(desk.net, hidden, k)
        seat += 1
        if seat == s[PLAYERS]:
            seat = 0
    softmax(desk.value, s[PLAYERS])


@kernel
def look(desk):
    """Let the net see `desk.s`.

    Most of what is there follows from parts of it, such as a board, that many positions have: what such a
    part adds up to is kept as well.
    """
    s = desk.s
    if len(desk.part_marks) == 0:
        n = encode(s, desk.active)
        forward(desk.net, desk.active, n, desk.layers)
        return
    first = desk.layers.first
    begin(desk.net, desk.layers)
    told = 0
    for part in range(parts(s)):
        place = place_of_part(desk, part)
        told |= desk.part_told[place] << (TOLD * part)
        sums = desk.part_sums[place]
        for j in range(len(sums)):
            first[j] += sums[j]
    n = encode_rest(s, told, desk.active, 0)
    add_rows(desk.net.w1, desk.active, n, first)
    finish(desk.net, desk.active, desk.layers)


@kernel
def place_of_part(desk, part):
    """Where it is kept what a part of `desk.s` adds up to, added up now unless it was seen before."""
    part_words(desk.s, part, desk.words)
    mark = mark_of(desk.words)
    place = place_of(desk.part_marks, mark)
    if desk.part_marks[place] != mark:
        n, told = encode_part(desk.s, part, desk.active, 0)
        desk.part_marks[place] = mark
        desk.part_told[place] = told
        sums = desk.part_sums[place]
        for j in range(len(sums)):
            sums[j] = 0
        add_rows(desk.net.w1, desk.active, n, sums)
    return place


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
