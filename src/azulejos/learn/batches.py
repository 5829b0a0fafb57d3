"""Batches of self-play: what many games left behind, as arrays to fit weights to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejos import games
from azulejos.bots.desk import Settings, new_desk, new_tree
from azulejos.bots.nodes import Desk
from azulejos.core.jit import Bound
from azulejos.core.layout import SEATS
from azulejos.core.rng import WORDS
from azulejos.core.rules import Rules
from azulejos.learn import selfplay
from azulejos.learn.selfplay import Notes

BOUNDARIES = 64  # more than a game has rounds
NOTED_MOVES = 1 << 15
SAMPLED = 64  # of 256 moves, how many are drawn by visits so that games differ
_ARRAYS = ("features", "stages", "values", "results", "traits", "visits", "kinds")


@dataclass
class Batch:
    """What many games left behind."""

    features: Any  # [boundary, seat, feature]
    stages: Any
    values: Any
    results: Any  # [boundary, seat]: share of the result that the seat got in the end
    traits: Any
    visits: Any
    kinds: Any
    groups: Any
    games: int = 0
    score: float = 0.0


def play_games(variant: dict[str, Any], seed: int, first: int, count: int, sims: int, noted: int) -> Batch:
    """Play games `first` on of that seed and gather what they leave."""
    options = {k: v for k, v in variant.items() if k != "game"}
    rules = games.rules(variant["game"], compiled=True, **options)
    kernels = Bound(selfplay, rules.kernels, True)
    tree = new_tree(sims * 60 + 4096, True)
    parts: list[Batch] = []
    for number in range(first, first + count):
        state = rules.start(number % rules.players)
        desk = new_desk(rules, state, 0, Settings(), True)
        notes = _new_notes(rules.kernels)
        kernels.play_game(tree, desk, notes, np.zeros(WORDS, np.int64), seed, number, sims, SAMPLED, noted)
        parts.append(_batch(rules, desk, notes))
    return joined(parts)


def _new_notes(kernels: Any) -> Notes:
    return Notes(
        np.zeros((BOUNDARIES, SEATS, kernels.FEATURES)),
        np.zeros(BOUNDARIES, np.int64),
        np.zeros((BOUNDARIES, SEATS)),
        np.zeros((NOTED_MOVES, kernels.TRAITS), np.float32),
        np.zeros(NOTED_MOVES),
        np.zeros(NOTED_MOVES, np.int64),
        np.zeros(NOTED_MOVES, np.int64),
        np.zeros(3, np.int64),
    )


def _batch(rules: Rules, desk: Desk, notes: Notes) -> Batch:
    """What one game left, its result in `desk.value`."""
    n, m, _ = (int(x) for x in notes.used)
    players = rules.players
    return Batch(
        notes.features[:n, :players].copy(),
        notes.stages[:n].copy(),
        notes.values[:n, :players].copy(),
        np.repeat(desk.value[None, :players], n, axis=0),
        notes.traits[:m].copy(),
        notes.visits[:m].copy(),
        notes.kinds[:m].copy(),
        notes.groups[:m].copy(),
        1,
        float(np.mean(rules.scores(desk.root))),
    )


def joined(parts: Sequence[Batch]) -> Batch:
    """Several batches as one, every decision with a number of its own."""
    offset = 0
    groups = []
    for part in parts:
        groups.append(part.groups + offset)
        offset += int(part.groups.max()) + 1 if len(part.groups) else 0
    count = sum(part.games for part in parts)
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS}
    score = sum(part.score * part.games for part in parts) / count
    return Batch(**arrays, groups=np.concatenate(groups), games=count, score=score)
