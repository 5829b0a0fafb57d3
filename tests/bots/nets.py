"""Nets with random weights, for tests: as good as any to tell whether sums are right."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.bots import nets
from azulejos.bots.net import STEP1, Net
from azulejos.core.rules import Rules

SPREAD = {"w1": 900, "b1": 2000, "w2": 150, "b2": 20000, "w3": 300, "b3": 3000, "w4": 60, "b4": 1000}


def random_arrays(rules: Rules, seed: int = 1, first: int = 16, second: int = 8) -> dict[str, Any]:
    """The arrays of a net for this variant, by name."""
    luck = np.random.default_rng(seed)
    arrays = {
        name: luck.normal(0, SPREAD[name], shape).round().astype(np.int16 if name[0] == "w" else np.int32)
        for name, shape in nets.shapes(rules, first, second).items()
    }
    return {**arrays, "w1": arrays["w1"] // STEP1 * STEP1}


def random_net(rules: Rules, fast: bool, **more: Any) -> Net:
    """The same as a net for compiled kernels or plain ones."""
    arrays = random_arrays(rules, **more)
    rows = {name: values.tolist() for name, values in arrays.items()}
    return nets.ready(nets.Written(**(arrays if fast else rows)), fast)


def save_unchecked(monkeypatch: pytest.MonkeyPatch, path: Path, rules: Rules, arrays: dict[str, Any]) -> None:
    """Write what `nets.save` would refuse, as older versions or strangers may have."""
    with monkeypatch.context() as careless:
        careless.setattr(nets, "ready", lambda *_: None)
        nets.save(path, rules, arrays, {})
