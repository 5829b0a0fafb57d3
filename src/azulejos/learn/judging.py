"""Judging a net on games that it was not trained on: losses, calibration, what rounding to integers costs."""

from typing import Any

import numpy as np
import torch

from azulejos.learn.model import Model, integer_value, value_loss
from azulejos.learn.noting import BOUNDARY
from azulejos.learn.trainer import Data, losses

QUANTISED = 4_000  # samples that the integers are compared on
BINS = 10  # of the calibration


@torch.no_grad()
def judged(model: Model, data: Data, rows: Any, batch: int = 8192) -> dict[str, float]:
    """Mean losses on samples that were not trained on, and of the result alone between rounds and within."""
    if not len(rows):
        return {}
    parts, by_kind = [], []
    for chosen in rows.split(batch):
        value, prior, points = losses(model, data, chosen)
        parts.append(torch.stack([value, prior, points]) * len(chosen))
        logits = model.value(model.hidden(data.actives[chosen].long()))
        by_kind.append(value_loss(logits, data.results[chosen]))
    mean = torch.stack(parts).sum(0) / len(rows)
    result, between = torch.cat(by_kind), data.kinds[rows] == BOUNDARY
    told = {"value": mean[0], "prior": mean[1], "points": mean[2], "result": result.mean()}
    if 0 < int(between.sum()) < len(rows):
        told |= {"between": result[between].mean(), "within": result[~between].mean()}
    return {name: float(loss) for name, loss in told.items()}


@torch.no_grad()
def calibration(model: Model, data: Data, rows: Any, batch: int = 8192) -> list[list[float]]:
    """What the viewer was promised and got, by tenths: mean promise, result and wins, and how many samples.

    A result is mostly who won and a little by how much; rounded to halves it is who won, with two players.
    """
    parts = [
        torch.softmax(model.value(model.hidden(data.actives[x].long())), 1)[:, 0] for x in rows.split(batch)
    ]
    promised, got = torch.cat(parts).cpu().numpy(), data.results[rows, 0].cpu().numpy()
    bins = np.minimum((promised * BINS).astype(int), BINS - 1)
    told = []
    for place in np.unique(bins):
        mine = bins == place
        won = np.round(2 * got[mine]) / 2
        figures = [promised[mine].mean(), got[mine].mean(), won.mean()]
        told.append([*(round(float(figure), 4) for figure in figures), int(mine.sum())])
    return told


@torch.no_grad()
def rounding(model: Model, net: dict[str, Any], data: Data, rows: Any) -> dict[str, float]:
    """How far the integers are from the model, as shares of the game."""
    rows = rows[:QUANTISED]
    actives = data.actives[rows]
    plain = torch.softmax(model.value(model.hidden(actives.long())), 1).cpu().numpy()
    logits = integer_value(net, actives.cpu().numpy().astype(np.int64))
    powers = np.exp(logits - logits.max(1, keepdims=True))
    apart = np.abs(powers / powers.sum(1, keepdims=True) - plain)
    return {"mean": float(apart.mean()), "most": float(apart.max())}
