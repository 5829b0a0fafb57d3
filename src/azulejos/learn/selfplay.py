"""Whole games played by the search against itself inside one compiled call, and what is noted of them.

Between two rounds: every seat's features, and what the first search after the deal made of it. At some
decisions: every legal move's traits, and how often the search went there.
"""

from typing import Any, NamedTuple

from azulejos.bots.judging import settle
from azulejos.bots.nodes import SUMS
from azulejos.bots.slots import between_rounds, deal, draw, features, kind, play, stage, traits
from azulejos.bots.tree import simulate
from azulejos.core.jit import kernel
from azulejos.core.layout import DEAL, ENDED, PHASE, PLAYERS, SEATS
from azulejos.core.rng import below, next32, start_stream


class Notes(NamedTuple):
    """What a game leaves behind; the arrays are long enough for any game."""

    features: Any  # [boundary, seat, feature]
    stages: Any  # [boundary]
    values: Any  # [boundary, seat]: what the search expected once the deal was known
    traits: Any  # [noted move, trait]
    visits: Any  # [noted move]
    kinds: Any  # [noted move]
    groups: Any  # [noted move]: which decision it belongs to
    used: Any  # boundaries, moves, decisions


@kernel
def play_game(tree, desk, notes, game_rng, seed, number, simulations, sampled, noted):
    """Play a game from `desk.root` and leave its result in `desk.value`.

    Of 256 moves `sampled` are drawn by visits, of 256 decisions `noted` are noted.
    """
    s = desk.root
    start_stream(game_rng, seed, 2 * number)
    start_stream(desk.rng, seed, 2 * number + 1)
    fresh = False
    while s[PHASE] != ENDED:
        if s[PHASE] == DEAL:
            if between_rounds(s):
                note_boundary(s, desk, notes)
                fresh = True
            draw(s, game_rng, desk.dealt)
            deal(s, desk.dealt)
            continue
        think(tree, desk, simulations)
        if fresh:
            note_value(tree, desk, notes)
            fresh = False
        if below(game_rng, 256) < noted:
            note_decision(tree, desk, notes)
        play(s, chosen(tree, game_rng, below(game_rng, 256) < sampled))
    settle(s, desk)


@kernel
def think(tree, desk, simulations):
    """Search the position anew."""
    tree.used[0] = 1
    tree.count[0] = 0
    tree.visits[0] = 0
    for n in range(len(desk.sums)):
        desk.sums[n] = 0.0
    simulate(tree, desk, simulations)


@kernel
def chosen(tree, rng, by_visits):
    """The most visited move, or one drawn by visits."""
    first = tree.first[0]
    best = first
    mark = next32(rng) % tree.visits[0] if by_visits else -1
    for child in range(first, first + tree.count[0]):
        if tree.visits[child] > tree.visits[best]:
            best = child
        if by_visits:
            mark -= tree.visits[child]
            if mark < 0:
                return tree.action[child]
    return tree.action[best]


@kernel
def note_boundary(s, desk, notes):
    """Note what every seat has between two rounds."""
    n = notes.used[0]
    if n == len(notes.stages):
        return
    for seat in range(s[PLAYERS]):
        features(s, seat, desk.features)
        for k in range(len(desk.features)):
            notes.features[n, seat, k] = desk.features[k]
    notes.stages[n] = stage(s)
    notes.used[0] = n + 1


@kernel
def note_value(tree, desk, notes):
    """Note what the search expects for every seat, on average over its simulations."""
    n = notes.used[0] - 1
    for seat in range(desk.root[PLAYERS]):
        got = 0.0
        times = 0.0
        for child in range(tree.count[0]):
            got += desk.sums[SUMS * child + seat]
            times += desk.sums[SUMS * child + SEATS]
        notes.values[n, seat] = got / max(1.0, times)


@kernel
def note_decision(tree, desk, notes):
    """Note all legal moves with their traits and visits."""
    first = tree.first[0]
    row = notes.used[1]
    if row + tree.count[0] > len(notes.visits) or tree.count[0] < 2:
        return
    for child in range(first, first + tree.count[0]):
        traits(desk.root, tree.action[child], desk.traits)
        for k in range(len(desk.traits)):
            notes.traits[row, k] = desk.traits[k]
        notes.visits[row] = tree.visits[child]
        notes.kinds[row] = kind(desk.root)
        notes.groups[row] = notes.used[2]
        row += 1
    notes.used[1] = row
    notes.used[2] += 1
