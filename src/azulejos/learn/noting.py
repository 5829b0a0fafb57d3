"""Games of the search against itself as kernels, and what is noted of every decision for a net to learn from.

Most moves are thought over briefly, only to bring the game on; some in full, and those say where the search
went (as KataGo does it: many games for the value, good searches for the prior). The same kernel plays the
games of a gate, where each side decides at a desk of its own.
"""

from math import log
from typing import Any, NamedTuple

from azulejos.bots.judging import settle
from azulejos.bots.nodes import SUMS
from azulejos.bots.slots import between_rounds, deal, draw, likely, play
from azulejos.bots.tree import simulate
from azulejos.core.jit import kernel
from azulejos.core.layout import DEAL, ENDED, PHASE, PLAYERS, ROUND, SEATS, TURN
from azulejos.core.rng import below, next32, start_stream

# what a plan holds
FULL = 0  # simulations of a decision that is thought over in full ...
BRIEF = 1  # ... and of the others
FULLY = 2  # of 256 decisions, how many are
SAMPLED = 3  # of 256 moves, how many are drawn by visits so that games differ
NOISE = 4  # of 256 parts of the root's prior, how many are noise; full thoughts only
OPENING = 5  # a game begins with up to so many moves that are only likely
STRAY = 6  # of 256 moves later on, how many are only likely
PLAN = 7

# kinds of what is noted
BOUNDARY = 0  # between two rounds; its value is what the search thought once the deal was known
GLANCE = 1  # a brief thought
THOUGHT = 2  # a full one, with its visits

SPREAD = 3  # the higher, the fewer moves the noise falls on
STREAMS = 128  # streams of random numbers that a game has: one a round, and the last for all else
MOST_STEPS = 1 << 14  # more decisions and deals than a game has
TOGETHER = 32  # games that think in full at the same time: threads of a GPU that go hand in hand


class Notes(NamedTuple):
    """What a game leaves behind; the arrays are long enough for any game, or what is beyond is not noted."""

    states: Any  # [sample, field]
    values: Any  # [sample, seat]: what the search expected
    kinds: Any  # [sample]
    chosen: Any  # [sample]: the move that was made
    counts: Any  # [sample]: how many rows of moves it has
    actions: Any  # [row]
    visits: Any  # [row]
    used: Any  # samples, rows


@kernel
def start_luck(luck, plan, seed, number):
    """Begin game `number` of `seed`: luck is the generator, then the moves of the opening still to come."""
    start_stream(luck, seed, STREAMS * number + STREAMS - 1)
    luck[2] = 0
    if plan[OPENING] > 0 and below(luck, 2) == 0:
        luck[2] = 1 + below(luck, plan[OPENING])


@kernel
def play_on(tree, desk, notes, luck, plan, seed, number, seats):
    """Play from `desk.root` to the end, or to a decision of none of `seats`, a set of bits.

    Deals follow from the number of the game and the round, so that a game played twice with seats swapped
    gets the same tiles as far as the bags are the same. At the end the result is in `desk.value`.
    """
    s = desk.root
    fresh = False
    step = 0
    while s[PHASE] != ENDED:
        step += 1
        if s[PHASE] == DEAL:
            if between_rounds(s):
                fresh = note_boundary(s, notes)
                start_stream(desk.deal_rng, seed, STREAMS * number + min(s[ROUND], STREAMS - 2))
                start_stream(desk.rng, seed + 1, STREAMS * number + min(s[ROUND], STREAMS - 2))
                draw(s, desk.deal_rng, desk.dealt)
            else:
                draw(s, luck, desk.dealt)
            deal(s, desk.dealt)
            continue
        if (seats >> s[TURN]) & 1 == 0:
            return
        if strays(luck, plan):
            fresh = False
            play(s, likely(s, luck))
            continue
        start_stream(desk.deal_rng, seed + 2, number // TOGETHER * MOST_STEPS + step)
        fully = below(desk.deal_rng, 256) < plan[FULLY]
        think(tree, desk, luck, plan[FULL] if fully else plan[BRIEF], plan[NOISE] if fully else 0)
        if fresh:
            note_value(tree, desk, notes, notes.used[0] - 1)
            fresh = False
        action = chosen(tree, luck, below(luck, 256) < plan[SAMPLED])
        if tree.count[0] > 1:
            note_decision(tree, desk, notes, fully, action)
        play(s, action)
    settle(s, desk)


@kernel
def strays(luck, plan):
    """Whether the next move is not thought over."""
    if luck[2] > 0:
        luck[2] -= 1
        return True
    return plan[STRAY] > 0 and below(luck, 256) < plan[STRAY]


# --- thinking ---------------------------------------------------------------------------------------------


@kernel
def think(tree, desk, luck, simulations, noise):
    """Search the position anew; where there is but one move, hardly."""
    tree.used[0] = 1
    tree.count[0] = 0
    tree.visits[0] = 0
    for n in range(len(desk.sums)):
        desk.sums[n] = 0.0
    done = 0
    step = 1
    while done < simulations:
        simulate(tree, desk, step)
        if tree.count[0] == 1:
            return
        if done == 0 and noise > 0:
            blur(tree, desk, luck, noise / 256)
        done += step
        step = simulations - done


@kernel
def blur(tree, desk, luck, share):
    """Mix noise into the prior of the root's moves, so that now and then an unlikely one is looked into."""
    first = tree.first[0]
    n = tree.count[0]
    whole = 0.0
    for i in range(n):
        power = -log((next32(luck) + 0.5) / 4294967296.0)
        weight = 1.0
        for _ in range(SPREAD):
            weight *= power
        desk.logits[i] = weight
        whole += weight
    for i in range(n):
        tree.prior[first + i] = (1 - share) * tree.prior[first + i] + share * desk.logits[i] / whole
    order_untried(tree, first, first + n)


@kernel
def order_untried(tree, first, end):
    """Sort the moves that nobody tried, the likeliest first, as the search expects them."""
    while first < end and tree.visits[first] > 0:
        first += 1
    for i in range(first, end):
        prior = tree.prior[i]
        action = tree.action[i]
        place = i
        while place > first and tree.prior[place - 1] < prior:
            tree.prior[place] = tree.prior[place - 1]
            tree.action[place] = tree.action[place - 1]
            place -= 1
        tree.prior[place] = prior
        tree.action[place] = action


@kernel
def chosen(tree, luck, by_visits):
    """The most visited move, or one drawn by visits."""
    first = tree.first[0]
    end = first + tree.count[0]
    best = first
    whole = 0
    for child in range(first, end):
        whole += tree.visits[child]
        if tree.visits[child] > tree.visits[best]:
            best = child
    if by_visits and whole > 0:
        mark = below(luck, whole)
        for child in range(first, end):
            mark -= tree.visits[child]
            if mark < 0:
                return tree.action[child]
    return tree.action[best]


# --- noting -----------------------------------------------------------------------------------------------


@kernel
def note_state(s, notes, kind):
    """Begin a sample with the position; its number, or -1 where there is no room."""
    n = notes.used[0]
    if n == len(notes.kinds):
        return -1
    for field in range(len(s)):
        notes.states[n, field] = s[field]
    notes.kinds[n] = kind
    notes.chosen[n] = -1
    notes.counts[n] = 0
    notes.used[0] = n + 1
    return n


@kernel
def note_boundary(s, notes):
    """Note the position between two rounds; tells whether there was room."""
    n = note_state(s, notes, BOUNDARY)
    if n < 0:
        return False
    for seat in range(SEATS):
        notes.values[n, seat] = -1.0  # nobody thought yet
    return True


@kernel
def note_value(tree, desk, notes, sample):
    """Note what the search expects for every seat, on average over its simulations."""
    times = 0.0
    for child in range(tree.count[0]):
        times += desk.sums[SUMS * child + SEATS]
    for seat in range(desk.root[PLAYERS]):
        got = 0.0
        for child in range(tree.count[0]):
            got += desk.sums[SUMS * child + seat]
        notes.values[sample, seat] = got / max(1.0, times)


@kernel
def note_decision(tree, desk, notes, fully, action):
    """Note the position, the search's opinion of it and, if it thought in full, where it went."""
    n = note_state(desk.root, notes, THOUGHT if fully else GLANCE)
    if n < 0:
        return
    note_value(tree, desk, notes, n)
    notes.chosen[n] = action
    if not fully:
        return
    row = notes.used[1]
    first = tree.first[0]
    if row + tree.count[0] > len(notes.visits):
        notes.kinds[n] = GLANCE
        return
    for child in range(first, first + tree.count[0]):
        if tree.visits[child] > 0:
            notes.actions[row] = tree.action[child]
            notes.visits[row] = tree.visits[child]
            row += 1
    notes.counts[n] = row - notes.used[1]
    notes.used[1] = row
