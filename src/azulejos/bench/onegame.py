"""One game at a time, as PettingZoo plays it: ours beside its own connect-four, in turns."""

import time
import warnings
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

from azulejos.bench.table import rows_text

STEPS = 1_000  # in a slice
# their modules
TABLES = {
    "azul_v0": "azulejos.envs.azul_v0",
    "pavilion_v0": "azulejos.envs.pavilion_v0",
    "PettingZoo's connect_four_v3": "pettingzoo.classic.connect_four_v3",
}

Report = dict[str, dict[str, float]]


def measure(slices: int, say: Callable[[str], None]) -> Report | None:
    """Steps per second of processor time; None where PettingZoo is not installed."""
    try:
        games = _games()
    except ImportError:
        return None
    rates: dict[str, list[float]] = {name: [] for name in games}
    for n in range(slices + 1):
        say(f"one game at a time, slice {n} of {slices}" if n else "one game at a time, to warm up")
        for name, env in games.items():
            rates[name].append(_rate(env, Random(n)))
    return {name: {"best": max(own[1:]), "median": median(own[1:])} for name, own in rates.items()}


def _games() -> dict[str, Any]:
    with warnings.catch_warnings():  # newer versions have a registry, older ones have only the modules
        warnings.simplefilter("ignore", DeprecationWarning)
        return {name: import_module(module).env() for name, module in TABLES.items()}


def _rate(env: Any, luck: Random) -> float:
    env.reset(seed=luck.randrange(1 << 20))
    steps, begin = 0, time.process_time()
    while steps < STEPS:
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else luck.choice(seen["action_mask"].nonzero()[0]))
        steps += not (over or cut)
        if not env.agents:
            env.reset()
    return steps / (time.process_time() - begin)


def text(told: Report | None) -> str:
    """The figures as a table."""
    if told is None:
        return "one game at a time: not measured, PettingZoo is not installed (pip install '.[rl]')"
    rows = [(name, f"{one['best']:,.0f}", f"{one['median']:,.0f}") for name, one in told.items()]
    return rows_text(("steps per CPU second, one game at a time (PettingZoo)", "best", "median"), rows)
