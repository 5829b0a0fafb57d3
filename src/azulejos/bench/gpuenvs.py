"""The batched environments on a GPU: steps a second, and whether every array equals the processor's."""

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from azulejos.bench.table import rows_text
from azulejos.core.jit import gpu_name
from azulejos.envs import vector
from azulejos.envs.batched import Batch
from azulejos.envs.device import DeviceEnv, on_gpu

SEED = 2
BATCHES = (4_096, 65_536, 1_048_576)
GAMES: dict[str, dict[str, Any]] = {
    "azul, 2 players": {"game": "azul"},
    "azul, 4 players, grey, jokers": {"game": "azul", "players": 4, "wall": "grey", "jokers": True},
    "pavilion, 2 players": {"game": "pavilion"},
}
STEPS, REPEATS = 60, 5
COMPARED, MOVES = 4_096, 150  # games and steps that are compared with the processor's

Report = dict[str, Any]


def measure(say: Callable[[str], None]) -> Report:
    """By game: equality, and steps per second of the clock by batch, without observations and with."""
    told: Report = {"device": gpu_name(), "games": {}}
    for name, wanted in GAMES.items():
        say(f"{name}: compiling, and playing beside the processor")
        equal = equal_to_cpu(wanted)
        say(f"{name}: steps")
        told["games"][name] = {"equal_to_cpu": equal, "steps_per_second": _rates(wanted)}
    return told


def equal_to_cpu(wanted: dict[str, Any], games: int = COMPARED, moves: int = MOVES) -> bool:
    """Whether every array of every step, the states and the ends of games are the processor's."""
    theirs = on_gpu(num_envs=games, seed=SEED, reward="margin", **wanted)
    ours = vector(
        num_envs=games, seed=SEED, reward="margin", copy=False, threads=os.cpu_count() or 1, **wanted
    )
    there, here = theirs.reset(), ours.reset()
    same = _equal(there, here)
    for _ in range(moves):
        actions = theirs.sample()
        same &= bool(np.array_equal(actions.copy_to_host(), ours.sample()))
        there, here = theirs.step(actions), ours.step(actions.copy_to_host())
        same &= _equal(there, here)
    same &= bool(np.array_equal(theirs.states().copy_to_host(), ours.states()))
    return same and bool(np.array_equal(theirs.finals().copy_to_host(), ours.finals()))


def _equal(there: Any, here: Batch) -> bool:
    return all(np.array_equal(a.copy_to_host(), b) for a, b in zip(there, here, strict=True))


def _rates(wanted: dict[str, Any]) -> Report:
    return {
        str(batch): {
            kind: _rate(on_gpu(num_envs=batch, seed=SEED, observations=seen, illegal="lose", **wanted))
            for kind, seen in (("without", False), ("with", True))
        }
        for batch in BATCHES
    }


def _rate(env: DeviceEnv) -> float:
    env.reset()
    best = 0.0
    for _ in range(REPEATS + 1):  # one of them to warm up, and to spread the games over their rounds
        env.synchronize()
        begin = time.perf_counter()
        for _ in range(STEPS):
            env.step(env.sample())
        env.synchronize()
        best = max(best, STEPS * env.num_envs / (time.perf_counter() - begin))
    return best


def text(told: Report) -> str:
    """The figures as a table."""
    rows = [
        (f"{name}, {kind} observations", *(_millions(one, batch, kind) for batch in BATCHES), _yes(one))
        for name, one in told["games"].items()
        for kind in ("without", "with")
    ]
    head = (f"steps per second on {told['device']}", *(f"batch of {batch:,}" for batch in BATCHES))
    return rows_text((*head, "equal to the CPU's"), rows)


def _millions(one: Report, batch: int, kind: str) -> str:
    return f"{one['steps_per_second'][str(batch)][kind] / 1e6:.1f} M"


def _yes(one: Report) -> str:
    return "yes" if one["equal_to_cpu"] else "NO"
