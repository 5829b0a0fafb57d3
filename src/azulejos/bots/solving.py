"""The end of a game, or of a round, solved exactly: every line of play, each seat maximising its own.

With two players alpha-beta leaves out what cannot matter; with more, every line is looked at. Only what
is certain is solved: where a deal would come before the round ends, the search has to do. It has to, too,
where it looks beyond the round and the game may go on: then only the end of a game is solved.
"""

from typing import Any, NamedTuple

from azulejos.bots.growing import likelihoods
from azulejos.bots.judging import judge
from azulejos.bots.marks import mark_of
from azulejos.bots.nodes import BEYOND, NEVER, learned
from azulejos.bots.slots import between_rounds, likely, list_moves, play
from azulejos.bots.sorting import order
from azulejos.core.jit import kernel
from azulejos.core.layout import DEAL, ENDED, PHASE, PLAYERS, SEATS, TURN

UNSOLVABLE = -1
UNFINISHED = -2
DEPTH = 40  # decisions to the end of the round, at most
WIDTH = 256  # moves of a position, at most
TRIED = 16  # likely games to the end of the round that must all end the game, before it is solved
# A value must be better by this much: seats' shares sum to one only nearly, and a line that was cut because
# it is no better would else be taken for one that is.
CLEARLY = 1e-9


class Bench(NamedTuple):
    """Room for the line of play that is being looked at, one row per decision."""

    states: Any  # [depth, field]
    moves: Any  # [depth, move], the likeliest first
    count: Any  # [depth]
    tried: Any  # [depth]
    best: Any  # [depth, seat]: what the best move so far brings
    least: Any  # [depth, seat]: what each seat can have elsewhere, two players only
    line: Any  # [depth, move]: the best way to go on so far
    length: Any  # [depth]
    at: Any  # [0]: the depth of the decision that is being looked at


@kernel
def begin(bench, desk):
    """Set out to solve `desk.root`; False if it cannot be, or likely games say that it will not."""
    solvable = desk.root[PHASE] != DEAL
    for _ in range(TRIED if solvable and desk.settings[BEYOND] < NEVER else 0):
        come_to(desk.root, desk)
        while not between_rounds(desk.s) and desk.s[PHASE] != DEAL:
            play(desk.s, likely(desk.s, desk.rng))
        solvable = solvable and desk.s[PHASE] == ENDED
    come_to(desk.root, desk)
    bench.at[0] = -1  # not even the root has been looked at
    return solvable


@kernel
def solve(bench, desk, limit):
    """Go on solving for so many positions: how many were needed, or UNFINISHED, or UNSOLVABLE.

    Once it is solved, the result is `bench.best[0]` and the line of play `bench.line[0]`.
    """
    s = desk.s
    depth = bench.at[0]
    for looked in range(limit):
        if depth >= 0:
            while bench.tried[depth] == bench.count[depth]:
                if depth == 0:
                    return looked
                depth -= 1
                weigh(bench, depth, depth + 1)
            come_to(bench.states[depth], desk)
            play(s, bench.moves[depth, bench.tried[depth]])
            bench.tried[depth] += 1
        over = between_rounds(s)
        if over and s[PHASE] != ENDED and desk.settings[BEYOND] < NEVER:
            return UNSOLVABLE
        if over or learned(desk):  # a net's judgement also orders the moves
            judge(s, desk, mark_of(s))
        if over:
            for seat in range(SEATS):
                bench.best[depth + 1, seat] = desk.value[seat]
            bench.length[depth + 1] = 0
            weigh(bench, depth, depth + 1)
        elif s[PHASE] == DEAL or depth + 2 >= DEPTH:
            return UNSOLVABLE
        else:
            depth += 1
            for seat in range(SEATS):
                bench.least[depth, seat] = bench.least[depth - 1, seat] if depth > 0 else -1.0
            if not enter(bench, desk, depth):
                return UNSOLVABLE
    bench.at[0] = depth
    return UNFINISHED


@kernel
def enter(bench, desk, depth):
    """Begin with the position in `desk.s`: list its moves, the likeliest first; False if too many."""
    n = list_moves(desk.s, desk.moves)
    if n > WIDTH:
        return False
    for field in range(len(desk.s)):
        bench.states[depth, field] = desk.s[field]
    likelihoods(desk, n)
    order(desk.logits, desk.moves, n, desk.spare_logits, desk.spare_moves)
    for i in range(n):
        bench.moves[depth, i] = desk.moves[i]
    bench.count[depth] = n
    bench.tried[depth] = 0
    bench.length[depth] = 0
    bench.best[depth, desk.s[TURN]] = -1.0
    return True


@kernel
def come_to(position, desk):
    """Set `desk.s` to that position."""
    for field in range(len(desk.s)):
        desk.s[field] = position[field]


@kernel
def weigh(bench, depth, below):
    """Take what the move tried last brings, if it is the best so far; skip the rest if it is enough."""
    seat = bench.states[depth, TURN]
    if bench.best[below, seat] > bench.best[depth, seat] + CLEARLY:
        for other in range(SEATS):
            bench.best[depth, other] = bench.best[below, other]
        bench.line[depth, 0] = bench.moves[depth, bench.tried[depth] - 1]
        for step in range(bench.length[below]):
            bench.line[depth, step + 1] = bench.line[below, step]
        bench.length[depth] = bench.length[below] + 1
    if bench.states[depth, PLAYERS] == 2:
        bench.least[depth, seat] = max(bench.least[depth, seat], bench.best[depth, seat])
        if bench.least[depth, seat] >= 1 - bench.least[depth, 1 - seat]:
            bench.tried[depth] = bench.count[depth]  # the other seat will not let it come to this
