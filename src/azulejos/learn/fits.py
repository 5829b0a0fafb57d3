"""Fits of the judgement's weights: conditional logits, the very sums that the search computes.

They are convex, so Newton's steps find the one best answer: a seat's chance to win is its share among the
seats, a move's chance to be played its share among the moves.
"""

from math import inf
from typing import Any

import numpy as np

from azulejos.learn.batches import Batch


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
            weights[stage] = newton(x, target[mine], weights[stage], decay)
    return weights, _loss(batch, target, start, held), _loss(batch, target, weights, held)


def _loss(batch: Batch, target: Any, weights: Any, rows: Any) -> float:
    logits = np.einsum("nsf,nf->ns", batch.features[rows], weights[batch.stages[rows]])
    return float(-(target[rows] * _log_softmax(logits)).sum(1).mean())


def _log_softmax(logits: Any) -> Any:
    top = logits.max(1, keepdims=True)
    return logits - top - np.log(np.exp(logits - top).sum(1, keepdims=True))


def newton(x: Any, target: Any, start: Any, decay: float, reach: float = inf) -> Any:
    """Minimise the cross-entropy plus a pull towards the start, by Newton's steps within reach."""
    w = start.copy()
    pull = decay * np.eye(x.shape[2])
    for _ in range(25):
        p = np.exp(_log_softmax(x @ w))
        gradient = np.einsum("nsf,ns->f", x, p - target) + pull @ (w - start)
        mean = np.einsum("nsf,ns->nf", x, p)
        hessian = np.einsum("nsf,ns,nsg->fg", x, p, x) - mean.T @ mean + pull
        step = np.clip(np.linalg.solve(hessian, gradient), -reach, reach)
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
