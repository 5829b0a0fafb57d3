"""The likeliest strengths of entrants, given who won what from whom. Arithmetic only, no Elo yet.

A seat of strength a wins a game with probability e^a over the sum of e^a of all its seats; a shared win is
split. For two players that is the Bradley-Terry model, for more the winner's part of Plackett-Luce.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from azulejos.arena.results import Game

STEPS = 60  # of Newton's method, far more than it needs
CLOSE = 1e-9

Array = NDArray[np.float64]
Relation = NDArray[np.bool_]  # entrant, entrant


class Tables:
    """The games added up: by deal and by who sat at the table."""

    def __init__(self, games: Sequence[Game], entrants: int) -> None:
        kinds: dict[tuple[int, ...], int] = {}
        deals: dict[int, int] = {}
        sums: dict[tuple[int, int], Array] = defaultdict(lambda: np.zeros(entrants))
        for game in games:
            kind = kinds.setdefault(tuple(sorted(game.seats)), len(kinds))
            deal = deals.setdefault(game.deal, len(deals))
            for entrant, share in zip(game.seats, game.shares(), strict=True):
                sums[deal, kind][entrant] += share
        self.entrants, self.deals = entrants, len(deals)
        counts = [[kind.count(entrant) for entrant in range(entrants)] for kind in kinds]
        self.seats: Array = np.array(counts, float).reshape(-1, entrants)  # kind of table, entrant
        self.won: Array = np.zeros((len(deals), len(kinds), entrants))
        for (deal, kind), shares in sums.items():
            self.won[deal, kind] = shares

    def beaten(self) -> Relation:
        """Whether the first has ever won anything at a table where the second sat."""
        won = self.won.sum(axis=0) > 0
        return np.asarray(won.T.astype(float) @ (self.seats > 0) > 0)


def strengths(tables: Tables, weights: Array) -> Array:
    """The likeliest strengths for every row of weights of the deals, by Newton's method.

    Everybody has one more game, drawn with an opponent of strength nought: it keeps a clean sweep from
    being worth infinitely much, and says where the scale begins.
    """
    won = np.tensordot(weights, tables.won, axes=1)  # sample, kind, entrant
    games, total = won.sum(axis=2), won.sum(axis=1)
    strength = np.zeros((len(weights), tables.entrants))
    for _ in range(STEPS):
        chance = _chances(strength, tables.seats)
        expected = games[:, :, None] * chance
        drawn = 1 / (1 + np.exp(-strength))
        slope = total - expected.sum(axis=1) + 0.5 - drawn
        bend = _bend(expected, chance, drawn)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        strength += np.clip(step, -1, 1)
        if np.abs(step).max(initial=0) < CLOSE:
            break
    return strength


def _chances(strength: Array, seats: Array) -> Array:
    """How likely each entrant wins at each kind of table: sample, kind, entrant."""
    power = np.exp(strength)[:, None, :] * seats
    return np.asarray(power / power.sum(axis=2, keepdims=True))


def _bend(expected: Array, chance: Array, drawn: Array) -> Array:
    """The second derivatives, sign changed: sample, entrant, entrant."""
    bend = -np.einsum("bke,bkf->bef", expected, chance)
    diagonal = np.arange(bend.shape[1])
    bend[:, diagonal, diagonal] += expected.sum(axis=1) + drawn * (1 - drawn)
    return np.asarray(bend)


def groups(beaten: Relation) -> list[list[int]]:
    """Entrants that can be compared: all in a group won something from each other, if only through others."""
    reach = beaten | np.eye(len(beaten), dtype=bool)
    for between in range(len(reach)):
        reach = reach | np.outer(reach[:, between], reach[between])
    together = {tuple(np.flatnonzero(reach[n] & reach[:, n]).tolist()) for n in range(len(reach))}
    return [list(group) for group in sorted(together)]
