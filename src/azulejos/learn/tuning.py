"""Fit the judgement's weights to self-play: `python -m azulejos.learn.tuning azul --players 2`.

Both fits are conditional logits, the same sum as in the search, so they are convex and need no luck:
a seat's chance to win is its share among the seats, a move's chance to be played its share among the moves.
"""

import argparse
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejos import games
from azulejos.bots.desk import Settings, new_desk, new_tree
from azulejos.core.jit import Bound
from azulejos.core.layout import SEATS
from azulejos.core.rng import WORDS
from azulejos.learn import selfplay
from azulejos.learn.selfplay import Notes
from azulejos.learn.weights import write_weights

BOUNDARIES = 64  # more than a game has rounds
NOTED_MOVES = 1 << 15


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
        kernels.play_game(tree, desk, notes, np.zeros(WORDS, np.int64), seed, number, sims, 64, noted)
        kernels_tree_settle(rules, desk)
        parts.append(_batch(rules, desk, notes, len(parts)))
    return _joined(parts)


def kernels_tree_settle(rules: Any, desk: Any) -> None:
    """Write the result of the finished game into the desk's value."""
    from azulejos.bots import tree

    Bound(tree, rules.kernels, True).settle(desk.root, desk)


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


def _batch(rules: Any, desk: Any, notes: Notes, _number: int) -> Batch:
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


def _joined(parts: Iterable[Batch]) -> Batch:
    parts = list(parts)
    offset = 0
    groups = []
    for part in parts:
        groups.append(part.groups + offset)
        offset += int(part.groups.max()) + 1 if len(part.groups) else 0
    count = sum(part.games for part in parts)
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS}
    score = sum(part.score * part.games for part in parts) / count
    return Batch(**arrays, groups=np.concatenate(groups), games=count, score=score)


_ARRAYS = ("features", "stages", "values", "results", "traits", "visits", "kinds")


# --- fits -------------------------------------------------------------------------------------------------


def fit_value(batch: Batch, stages: int, start: Any, trust: float, decay: float) -> tuple[Any, float, float]:
    """Weights per stage whose softmax over the seats fits the results; held-out loss before and after."""
    target = trust * batch.values + (1 - trust) * batch.results
    count = len(target)
    held = np.arange(count) >= 0.9 * count  # games follow one another, so these are other games
    weights = start.copy()
    for stage in range(stages):
        mine = (batch.stages == stage) & ~held
        if mine.sum() > 50:
            x = batch.features[mine]
            weights[stage] = _newton(x, target[mine], weights[stage], decay)
    return weights, _loss(batch, target, start, held), _loss(batch, target, weights, held)


def _loss(batch: Batch, target: Any, weights: Any, rows: Any) -> float:
    logits = np.einsum("nsf,nf->ns", batch.features[rows], weights[batch.stages[rows]])
    return float(-(target[rows] * _log_softmax(logits)).sum(1).mean())


def _log_softmax(logits: Any) -> Any:
    top = logits.max(1, keepdims=True)
    return logits - top - np.log(np.exp(logits - top).sum(1, keepdims=True))


def _newton(x: Any, target: Any, start: Any, decay: float) -> Any:
    """Minimise the cross-entropy plus a pull towards the start, by Newton's steps."""
    w = start.copy()
    pull = decay * np.eye(x.shape[2])
    for _ in range(25):
        p = np.exp(_log_softmax(x @ w))
        gradient = np.einsum("nsf,ns->f", x, p - target) + pull @ (w - start)
        mean = np.einsum("nsf,ns->nf", x, p)
        hessian = np.einsum("nsf,ns,nsg->fg", x, p, x) - mean.T @ mean + pull
        step = np.linalg.solve(hessian, gradient)
        w -= step
        if np.abs(step).max() < 1e-4:
            break
    return w


def fit_prior(batch: Batch, kinds: int, start: Any, decay: float) -> tuple[Any, float, float]:
    """Weights per kind whose softmax over a decision's moves fits where the search went."""
    weights = start.copy()
    before = after = 0.0
    for kind in range(kinds):
        mine = batch.kinds == kind
        if mine.sum() < 2000:
            continue
        x = batch.traits[mine].astype(np.float64)
        _, group = np.unique(batch.groups[mine], return_inverse=True)
        share = batch.visits[mine] / np.bincount(group, batch.visits[mine])[group]
        loss = _prior_loss(x, group, share, weights[kind])
        weights[kind] = _newton_groups(x, group, share, weights[kind], decay)
        if kind == 0:
            before, after = loss, _prior_loss(x, group, share, weights[kind])
    return weights, before, after


def _group_softmax(logits: Any, group: Any) -> Any:
    top = np.full(group.max() + 1, -np.inf)
    np.maximum.at(top, group, logits)
    e = np.exp(logits - top[group])
    return e / np.bincount(group, e)[group]


def _prior_loss(x: Any, group: Any, share: Any, w: Any) -> float:
    p = _group_softmax(x @ w, group)
    return float(-(share * np.log(p + 1e-12)).sum() / (group.max() + 1))


def _newton_groups(x: Any, group: Any, share: Any, start: Any, decay: float) -> Any:
    w = start.copy()
    pull = decay * np.eye(len(w))
    decisions = group.max() + 1
    for _ in range(20):
        p = _group_softmax(x @ w, group)
        gradient = x.T @ (p - share) + pull @ (w - start)
        mean = np.zeros((decisions, x.shape[1]))
        np.add.at(mean, group, x * p[:, None])
        hessian = (x * p[:, None]).T @ x - mean.T @ mean + pull
        step = np.linalg.solve(hessian, gradient)
        w -= step
        if np.abs(step).max() < 1e-4:
            break
    return w


# --- the command ------------------------------------------------------------------------------------------


def gather(variant: dict[str, Any], seed: int, count: int, sims: int, noted: int, cores: int) -> Batch:
    """Play so many games over the cores."""
    chunk = max(1, min(50, count // (4 * cores)))
    starts = range(0, count, chunk)
    began = time.perf_counter()
    parts = []
    with ProcessPoolExecutor(cores) as pool:
        jobs = [pool.submit(play_games, variant, seed, n, min(chunk, count - n), sims, noted) for n in starts]
        for done, job in enumerate(jobs, 1):
            parts.append(job.result())
            took = time.perf_counter() - began
            sys.stderr.write(
                f"\r{done * chunk:,} of {count:,} games, {took * (len(jobs) - done) / done:,.0f} s left  "
            )
    sys.stderr.write("\n")
    return _joined(parts)


def tune(variant: dict[str, Any], arguments: argparse.Namespace) -> None:
    """One round of self-play and fitting; the weights are written where the family reads them."""
    rules = games.rules(variant["game"], compiled=True, **{k: v for k, v in variant.items() if k != "game"})
    kernels: Any = rules.kernels
    value, prior = (np.array(weights) for weights in rules.weights())
    value, prior = value.reshape(kernels.STAGES, -1), prior.reshape(kernels.KINDS, -1)
    batch = gather(
        variant, arguments.seed, arguments.games, arguments.simulations, arguments.noted, arguments.cores
    )
    print(f"{variant}: {batch.games} games, mean score {batch.score:.1f}, {len(batch.stages)} boundaries")
    if arguments.what in ("value", "both"):
        value, before, after = fit_value(batch, kernels.STAGES, value, arguments.trust, arguments.decay)
        print(f"value: held-out loss {before:.4f} -> {after:.4f}")
    if arguments.what in ("prior", "both"):
        prior, before, after = fit_prior(batch, kernels.KINDS, prior, arguments.decay)
        print(f"prior: loss {before:.4f} -> {after:.4f}")
    write_weights(rules, value, prior)


def main() -> None:
    """Read the command line, tune, write."""
    parser = argparse.ArgumentParser(prog="azulejos.learn.tuning", description=__doc__)
    parser.add_argument("game", choices=list(games.FAMILIES))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--wall", choices=["coloured", "grey"])
    parser.add_argument("--side", choices=["coloured", "grey"])
    parser.add_argument("--jokers", action="store_true", default=None)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--noted", type=int, default=0, help="of 256 decisions, how many tune the prior")
    parser.add_argument("--what", choices=["value", "prior", "both"], default="value")
    parser.add_argument("--trust", type=float, default=0.0, help="share of the search's value in the target")
    parser.add_argument("--decay", type=float, default=5.0, help="pull towards the weights before")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    arguments = parser.parse_args()
    names = ("players", "wall", "side", "jokers")
    options = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    tune({"game": arguments.game, **options}, arguments)


if __name__ == "__main__":
    main()
