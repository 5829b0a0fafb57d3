"""How good: Elo with intervals from strengths, and win shares with theirs.

Intervals come from drawing the deals, with all games on them, again and again (bootstrap): games on one deal
are not independent. Of entrants that never lost to the others, or never won, only a bound is known: the
Elo at which so clean a sweep would be seen once in twenty times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from azulejos.arena.results import Game
from azulejos.arena.strength import Array, Relation, Tables, groups, strengths

ELO = 400 / log(10)  # Elo points of one unit of strength
SAMPLES, BATCH = 1_000, 100  # so often the deals are drawn again, so many at a time to save memory
RARE = -log(0.05)  # the surprise of a one in twenty event
FAR = 60.0  # beyond any strength
Z = 1.959964  # of a two-sided interval of 95%


@dataclass(frozen=True, slots=True)
class Rating:
    """An entrant's Elo and the ends of its 95% interval; None for an end that nothing is known of."""

    elo: float
    low: float | None
    high: float | None

    @property
    def bound(self) -> str:
        """`above` or `below` where one end is all that is known, else nothing."""
        if (self.low is None) == (self.high is None):
            return ""
        return "above" if self.high is None else "below"


@dataclass(frozen=True, slots=True)
class Scale:
    """Where the Elo scale begins: these entrants have this Elo on average."""

    entrants: Sequence[int]
    elo: float = 0.0

    def place(self, strength: Array) -> Array:
        """Strengths (sample, entrant) as Elo."""
        elo = strength * ELO
        return np.asarray(elo - elo[:, list(self.entrants)].mean(axis=1, keepdims=True) + self.elo)


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share won in so many games (Wilson's)."""
    if not games:
        return 0.0, 1.0
    square = Z * Z / games
    centre = share + square / 2
    spread = Z * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, (centre - spread) / (1 + square)), min(1.0, (centre + spread) / (1 + square))


def rate(
    games: Sequence[Game], entrants: int, anchor: tuple[int, float] | None = None, seed: int = 0
) -> list[Rating]:
    """Everybody's Elo; the mean is 0, or the anchor, an entrant and its Elo, is where it is said to be.

    Where some swept the others, the mean is that of the largest group that can be compared.
    """
    tables = Tables(games, entrants)
    comparable = groups(tables.beaten())
    known = _known(comparable, anchor)
    scale = Scale([anchor[0]], anchor[1]) if anchor else Scale(known or range(entrants))
    strength = strengths(tables, np.ones((1, tables.deals)))
    elo = scale.place(strength)[0].tolist()
    ratings = [Rating(elo[n], *ends) for n, ends in enumerate(_ends(tables, scale, seed))]
    for group in comparable:
        if group != known:
            bound = _bound(tables, strength[0], group, scale)
            ratings = [Rating(r.elo, *bound[n]) if n in group else r for n, r in enumerate(ratings)]
    return ratings


def _known(comparable: list[list[int]], anchor: tuple[int, float] | None) -> list[int]:
    """The group that the others are compared with: the anchor's, or the largest; none if all stand alone."""
    if anchor is not None:
        return next(group for group in comparable if anchor[0] in group)
    largest = max(comparable, key=len)
    return largest if len(largest) > 1 else []


def _ends(tables: Tables, scale: Scale, seed: int) -> list[tuple[float | None, float | None]]:
    """The ends of everybody's interval; unknown where there are too few deals to tell."""
    if tables.deals < 2:
        return [(None, None)] * tables.entrants
    random = np.random.Generator(np.random.PCG64(seed))
    each = np.full(tables.deals, 1 / tables.deals)
    draws = (random.multinomial(tables.deals, each, size=BATCH) for _ in range(SAMPLES // BATCH))
    drawn = np.concatenate([scale.place(strengths(tables, weights.astype(float))) for weights in draws])
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return list(zip(low.tolist(), high.tolist(), strict=True))


# --- clean sweeps -------------------------------------------------------------------------------------------


def _bound(
    tables: Tables, strength: Array, group: list[int], scale: Scale
) -> dict[int, tuple[float | None, float | None]]:
    """What is known of a group that swept all the others or was swept; nothing of one in between."""
    above = _swept(tables.beaten(), group)
    if above is None:
        return dict.fromkeys(group, (None, None))
    ours = np.isin(np.arange(tables.entrants), group)
    shifted = strength + _shift(tables, strength, ours, above) * ours
    elo = scale.place(shifted[None])[0].tolist()
    return {n: (elo[n], None) if above else (None, elo[n]) for n in group}


def _swept(beaten: Relation, group: list[int]) -> bool | None:
    """True if a group won something from the others and lost nothing, False the other way round."""
    ours = np.isin(np.arange(len(beaten)), group)
    won, lost = bool(beaten[ours][:, ~ours].any()), bool(beaten[~ours][:, ours].any())
    return None if won == lost else won


def _shift(tables: Tables, strength: Array, ours: Relation, above: bool) -> float:
    """How far a group must be moved until its clean sweep would be a one in twenty event."""
    met = (tables.seats[:, ours].sum(axis=1) > 0) & (tables.seats[:, ~ours].sum(axis=1) > 0)
    games, seats = tables.won.sum(axis=(0, 2))[met], tables.seats[met]

    def surprise(shift: float) -> float:
        power = np.exp(strength + shift * ours) * seats
        share = power[:, ours if above else ~ours].sum(axis=1) / power.sum(axis=1)
        return float(-(games * np.log(share)).sum())

    low, high = -FAR, FAR
    for _ in range(80):
        middle = (low + high) / 2
        too_rare = surprise(middle) > RARE
        low, high = (middle, high) if too_rare == above else (low, middle)
    return (low + high) / 2
