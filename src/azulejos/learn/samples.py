"""Samples to train on: shards as a net sees them, made in many processes and put side by side."""

import random
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from azulejos.bots.desk import MOST_MOVES
from azulejos.bots.net import MOST_ACTIVE
from azulejos.core.jit import Bound, Compiled, never_compiled
from azulejos.core.lanes import COLOURS as KINDS
from azulejos.core.rng import WORDS
from azulejos.learn import encoding, recolouring
from azulejos.learn.noting import BOUNDARY, THOUGHT
from azulejos.learn.replay import Damaged, Shard, read, read_meta
from azulejos.learn.variants import Variant, rules_of, variants_of

HELD_OUT = 20  # one game of so many is not trained on
SCORE_SCALE = 50.0  # points that count as one for the heads that only training has


@dataclass
class Samples:
    """How a net sees many positions, and what it should say of them; seats clockwise from the viewer."""

    actives: Any  # [sample, most]: numbers of active features, beyond them the number of features
    values: Any  # [sample, seat]: what the search expected; negative where nobody thought
    results: Any  # [sample, seat]
    scores: Any  # [sample, 2, seat]: points at the end of the round and of the game, scaled
    kinds: Any  # [sample]
    held: Any  # [sample]: whether it is of a game that is held out
    counts: Any  # [sample]: legal moves with keys and shares, 0 where the search did not think in full
    keys: Any  # [row, key]
    shares: Any  # [row]: of the visits
    features: int  # how many there are

    def __len__(self) -> int:
        return len(self.actives)


def encoded(variant: Variant, shard: Shard) -> Samples:
    """A shard as a net sees it."""
    rules = rules_of(variant)
    family: Any = rules.kernels
    kernels: Any = Bound(encoding, family, not never_compiled())
    several = variants_of(variant)
    if any(one.get("wall") == "grey" for one in several):
        shard = recoloured(shard)
    states, s = shard.states, _numbers(shard.states.shape[1])
    actives = np.full((len(states), MOST_ACTIVE), family.ENCODED, np.int16)
    viewers = np.zeros(len(states), np.int64)
    most = int(kernels.encode_all(_rows(states), s, _numbers(MOST_ACTIVE), actives, viewers))
    order = (viewers[:, None] + np.arange(rules.players)) % rules.players
    full = shard.kinds == THOUGHT
    counts, keys, actions = _keyed(kernels, family.KEYS, states[full], s)
    all_counts = np.zeros(len(states), np.int32)
    all_counts[full] = counts
    return Samples(
        actives=actives[:, :most].copy(),
        values=np.take_along_axis(shard.values, order, 1).astype(np.float32),
        results=np.take_along_axis(shard.results[shard.games], order, 1).astype(np.float32),
        scores=_scores(shard, order, family),
        kinds=shard.kinds,
        held=shard.numbers[shard.games] // len(several) % HELD_OUT == 0,
        counts=all_counts,
        keys=keys,
        shares=_shares(counts, actions, shard.counts[full], shard.actions, shard.visits),
        features=family.ENCODED,
    )


def recoloured(shard: Shard) -> Shard:
    """The same with colours exchanged at random, where the rules make no difference between them."""
    kernels: Any = recolouring if never_compiled() else Compiled(recolouring)
    states, actions, seed = _rows(shard.states.copy()), shard.actions.copy(), random.getrandbits(32)
    kernels.recolour_all(states, shard.counts, actions, _numbers(WORDS), _numbers(KINDS), seed)
    return replace(shard, states=np.asarray(states), actions=actions)


def _numbers(count: int) -> Any:
    """Room for numbers, as kernels want it."""
    return [0] * count if never_compiled() else np.zeros(count, np.int64)


def _rows(states: Any) -> Any:
    """Positions, as kernels want them: plain ones would stumble over numbers that are not Python's."""
    return states.tolist() if never_compiled() else np.ascontiguousarray(states)


def _keyed(kernels: Any, key_count: int, states: Any, s: Any) -> tuple[Any, Any, Any]:
    """Counts, keys and actions of all legal moves."""
    moves, counts = _numbers(MOST_MOVES), np.zeros(len(states), np.int32)
    whole = int(kernels.count_all(_rows(states), s, moves, counts))
    keys, actions = np.zeros((whole, key_count), np.int16), np.zeros(whole, np.int16)
    kernels.key_all(_rows(states), s, moves, _numbers(key_count), keys, actions)
    return counts, keys, actions


def _shares(counts: Any, actions: Any, visited: Any, where: Any, visits: Any) -> Any:
    """Each legal move's share of its decision's visits, those that were only glanced at left out."""
    span = 1 << 16  # more than there are actions
    legal = np.repeat(np.arange(len(counts)), counts).astype(np.int64) * span + actions
    decision = np.repeat(np.arange(len(counts)), visited)
    looked = decision.astype(np.int64) * span + where
    order = np.argsort(legal)
    place = order[np.searchsorted(legal, looked, sorter=order)]
    assert np.array_equal(legal[place], looked), "a move that is not legal was visited"
    most = np.zeros(len(counts), np.int64)
    np.maximum.at(most, decision, visits)
    kept = np.where((visits > 1) | (most[decision] == 1), visits, 0)  # a single visit may be noise alone
    shares = np.zeros(len(legal), np.float32)
    shares[place] = kept / np.bincount(decision, kept, minlength=len(counts))[decision]
    return shares


def _scores(shard: Shard, order: Any, family: Any) -> Any:
    """Points at the end of the round and of the game, for the heads that only training has."""
    players = order.shape[1]
    points = np.stack([family.score_of(shard.states.T, seat) for seat in range(players)], 1)
    final = shard.scores[shard.games].astype(np.float32)
    place = np.arange(len(points))
    after = np.where(shard.kinds == BOUNDARY, place, len(points))
    after = np.minimum.accumulate(after[::-1])[::-1]  # the next boundary from here on ...
    after = np.append(after[1:], len(points))  # ... but not this very position
    inside = after < len(points)
    inside[inside] = shard.games[after[inside]] == shard.games[inside]
    following = np.where(inside[:, None], points[np.minimum(after, len(points) - 1)], final)
    told = np.stack([following, final], 1) / SCORE_SCALE
    return np.take_along_axis(told, order[:, None], 2).astype(np.float32)


def load(variant: Variant, paths: Sequence[Path], cores: int) -> Samples:
    """The samples of many shards; a damaged shard is named and passed over."""
    if cores == 0:
        return together([part for path in paths if (part := load_one(variant, path)) is not None])
    parts: dict[Path, Samples] = {}
    with ProcessPoolExecutor(min(cores, len(paths)), get_context("spawn")) as pool:
        jobs = {pool.submit(load_one, variant, path): path for path in paths}
        for job in as_completed(jobs):
            if (part := job.result()) is not None:
                parts[jobs[job]] = part
    return together([parts[path] for path in paths if path in parts])


def load_one(variant: Variant, path: Path) -> Samples | None:
    """One shard's samples, or None."""
    try:
        return encoded(variant, read(path))
    except Damaged as error:
        print(f"passed over: {error}")
        return None


def together(parts: Sequence[Samples]) -> Samples:
    """Several parts as one; ValueError where there is none."""
    if not parts:
        raise ValueError("there is nothing to train on: no shard is whole")
    most = max(part.actives.shape[1] for part in parts)
    actives = np.full((sum(map(len, parts)), most), parts[0].features, np.int16)
    at = 0
    for part in parts:
        actives[at : at + len(part), : part.actives.shape[1]] = part.actives
        at += len(part)
    names = ("values", "results", "scores", "kinds", "held", "counts", "keys", "shares")
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    return Samples(actives, **arrays, features=parts[0].features)


def newest(folders: Iterable[Path], most: int) -> list[Path]:
    """The newest shards that hold up to so many samples, folders given oldest first."""
    chosen: list[Path] = []
    for folder in reversed(list(folders)):
        for path in sorted(folder.glob("*.npz"), reverse=True):
            meta = read_meta(path)
            if meta is None:
                print(f"passed over: {path.name} is damaged")
                continue
            if most <= 0:
                return chosen[::-1]
            most -= int(meta["samples"])
            chosen.append(path)
    return chosen[::-1]
