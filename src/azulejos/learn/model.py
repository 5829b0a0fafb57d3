"""The net in floating point, as it is trained: the very sums of `bots.net`, one for 127, and some heads more.

A hidden unit is the sum of its active features' weights, cut off at 0 and 1. While training, hidden units are
rounded as the integers are, so that rounding is no surprise; weights are kept within what kernels add up.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from azulejos.bots.net import MOST4, ONE, SCALE, SHIFT1, SHIFT2, STEP1
from azulejos.learn.sparse import summed

MOST16 = 32767
MOST_BIAS = 100.0  # far beyond any, and within what the second layer's may be
COARSE_FIRST, COARSE_MOVES = STEP1, 4  # steps of the weights of both, in integers
AUXILIARY = 2  # points at the end of the round and of the game


def _limits() -> dict[str, float]:
    """By part, the largest weight that kernels can add up, rounded as it will be."""
    return {
        "first": (MOST16 - COARSE_FIRST) / (ONE << SHIFT1),
        "second": MOST16 / (1 << SHIFT2),
        "value": MOST16 * ONE / SCALE,
        "moves": (MOST4 - COARSE_MOVES) * ONE / SCALE,
    }


class Model(nn.Module):
    """Two hidden layers over sparse features; a value per seat, a prior per key of a move.

    On a GPU features are spread out into rows of noughts and ones: a multiplication by those is faster than
    looking rows up. On a processor it is the other way round (`learn.sparse`).
    """

    def __init__(self, encoded: int, keys: int, players: int, sizes: tuple[int, int]) -> None:
        super().__init__()
        first, second = sizes
        self.players, self.encoded = players, encoded
        self.first = nn.Linear(encoded, first)
        self.second = nn.Linear(first, second)
        self.value = nn.Linear(second, players)
        self.moves = nn.Linear(second, keys)
        self.points = nn.Linear(second, AUXILIARY * players)
        self._begin()

    def _begin(self) -> None:
        """Small weights, and nought for what a feature or key says: one that no game has had stays there.

        So it adds nothing by chance where it turns up at last, and nothing to the size of the file.
        """
        for layer, spread, bias in (
            (self.first, 0.0, 0.25),
            (self.second, 0.12, 0.25),
            (self.value, 0.05, 0.0),
            (self.moves, 0.0, 0.0),
        ):
            nn.init.normal_(layer.weight, std=spread)
            nn.init.constant_(layer.bias, bias)

    def hidden(self, actives: Any) -> Any:
        """The second hidden layer: what everything is read off."""
        if actives.device.type == "cpu":
            sums = summed(actives, self.first.weight) + self.first.bias
        else:
            spread = torch.zeros(len(actives), self.encoded + 1, device=actives.device)
            spread.scatter_add_(1, actives, torch.ones_like(actives, dtype=torch.float32))
            sums = self.first(spread[:, : self.encoded])
        return _rounded(self.second(_rounded(sums)))

    def move_logits(self, hidden: Any, keys: Any, decision: Any) -> Any:
        """The prior's logit of moves, given by their keys and the row of `hidden` they belong to."""
        every = self.moves(hidden)
        return every.flatten()[decision[:, None] * every.shape[1] + keys].sum(1)

    def clamp(self) -> None:
        """Keep every weight within what its integer can hold."""
        with torch.no_grad():
            for name, limit in _limits().items():
                getattr(self, name).weight.clamp_(-limit, limit)
                getattr(self, name).bias.clamp_(-MOST_BIAS, MOST_BIAS)

    def quantised(self) -> dict[str, Any]:
        """The net as integers. Half a step is added where the search rounds down by shifting.

        The many weights are rounded to steps of a quarter of what a hidden unit can tell apart: kernels add
        up the first layer's in such steps, and files are a third smaller for it.
        """
        self.clamp()  # what was trained before limits were as narrow may be beyond them

        def whole(x: Any, scale: float, kind: Any, coarse: int = 1) -> Any:
            return (np.rint(x.detach().cpu().double().numpy() * scale / coarse) * coarse).astype(kind)

        one, two = ONE << SHIFT1, ONE << SHIFT2
        return {
            "w1": whole(self.first.weight.T, one, np.int16, COARSE_FIRST),
            "b1": whole(self.first.bias, one, np.int32) + (1 << (SHIFT1 - 1)),
            "w2": whole(self.second.weight.T, 1 << SHIFT2, np.int16),
            "b2": whole(self.second.bias, two, np.int32) + (1 << (SHIFT2 - 1)),
            "w3": whole(self.value.weight.T, SCALE / ONE, np.int16),
            "b3": whole(self.value.bias, SCALE, np.int32),
            "w4": whole(self.moves.weight, SCALE / ONE, np.int16, COARSE_MOVES),
            "b4": whole(self.moves.bias, SCALE, np.int32),
        }

    def learn_from(self, net: Mapping[str, Any]) -> None:
        """Take a net's integers for weights: the way back from `quantised`."""

        def there(values: Any, scale: float) -> Any:
            return torch.as_tensor(np.asarray(values, np.float64) / scale, dtype=torch.float32)

        one, two = ONE << SHIFT1, ONE << SHIFT2
        parts = (
            (self.first, there(net["w1"].T, one), there(net["b1"] - (1 << (SHIFT1 - 1)), one)),
            (self.second, there(net["w2"].T, 1 << SHIFT2), there(net["b2"] - (1 << (SHIFT2 - 1)), two)),
            (self.value, there(net["w3"].T, SCALE / ONE), there(net["b3"], SCALE)),
            (self.moves, there(net["w4"], SCALE / ONE), there(net["b4"], SCALE)),
        )
        with torch.no_grad():
            for layer, weight, bias in parts:
                layer.weight.copy_(weight)
                layer.bias.copy_(bias)


def _rounded(sums: Any) -> Any:
    """Cut off at 0 and 1 and rounded to what the integers know; the gradient does not see the rounding."""
    unit = sums.clamp(0, 1)
    return unit + ((unit * ONE).round() / ONE - unit).detach()


def value_loss(logits: Any, target: Any) -> Any:
    """Cross-entropy per sample."""
    return -(target * functional.log_softmax(logits, 1)).sum(1)


def move_loss(logits: Any, shares: Any, decision: Any, decisions: int) -> Any:
    """Cross-entropy per decision over its legal moves."""
    top = torch.full((decisions,), -torch.inf, device=logits.device)
    top = top.scatter_reduce(0, decision, logits.detach(), "amax")
    powers = torch.zeros(decisions, device=logits.device).index_add(
        0, decision, (logits - top[decision]).exp()
    )
    surprise = (top + powers.log())[decision] - logits
    return torch.zeros(decisions, device=logits.device).index_add(0, decision, shares * surprise)


def integer_value(net: dict[str, Any], actives: Any) -> Any:
    """The value's logits by integers, exactly as the search computes them, for many positions."""
    rows = np.vstack([net["w1"], np.zeros((1, net["w1"].shape[1]), np.int16)]).astype(np.int64)
    first = np.clip((net["b1"] + rows[actives].sum(1)) >> SHIFT1, 0, ONE)
    second = np.clip((net["b2"] + first @ net["w2"].astype(np.int64)) >> SHIFT2, 0, ONE)
    return (net["b3"] + second @ net["w3"].astype(np.int64)) / SCALE
