"""How fast the environments are on this machine: `azulejos bench envs`, as a table or as JSON.

A step is one action in one game: a batch of 64 makes 64 steps a call. Actions are random legal ones, and
choosing them is part of the time. Masks, rewards, deals and new games are always included; observations are
measured without, with, and copied for the caller, as an environment does unless told otherwise. On one thread
steps are counted per second of processor time, in turns, so that all figures see the same machine; on two
threads per second of the clock. Games one at a time, ours beside PettingZoo's connect-four, end the report.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from azulejos.bench import gpuenvs, onegame
from azulejos.bench.engine import machine, say
from azulejos.bench.server import load
from azulejos.bench.table import machine_text, rows_text
from azulejos.core.jit import why_no_gpu
from azulejos.envs import VectorEnv, vector

SEED = 2
BATCHES = (1, 64, 4096)
THREADS = (1, 2)
STEPS = 100_000  # in a slice, at the least; a batch of one makes fewer
CALLS = 8_000  # at the most
# whether there are observations, whether they are copied
KINDS = {"without observations": (False, False), "with": (True, False), "with, copied": (True, True)}

Report = dict[str, Any]
Clock = Callable[[], float]


@dataclass
class Figure:
    """One environment, and the steps a second that its slices made, by one clock or another."""

    env: VectorEnv
    clock: Clock
    rates: list[float] = field(default_factory=list)

    def measure(self) -> None:
        """One slice."""
        env = self.env
        calls = max(1, min(CALLS, STEPS // env.num_envs))
        begin = self.clock()
        for _ in range(calls):
            env.step(env.sample())
        self.rates.append(calls * env.num_envs / (self.clock() - begin))

    def told(self) -> dict[str, float]:
        """What the machine can do, and what it usually does; the first slice was to warm up."""
        return {"best": max(self.rates[1:]), "median": statistics.median(self.rates[1:])}


def run(as_json: bool = False, gpu: bool = False, slices: int = 15) -> int:
    """Measure and print; the exit status."""
    if gpu and (reason := why_no_gpu()):
        print(f"azulejos: {reason}", file=sys.stderr)
        return 2
    told: Report = {"machine": machine(), "load": load()}
    if gpu:
        told["gpu"] = gpuenvs.measure(say)
    else:
        say("compiling the kernels, or fetching them from the cache")
        told["steps_per_cpu_second"] = measure(slices)
        told["steps_per_second"] = measure_threads(slices)
        told["one_game"] = onegame.measure(slices, say)
    print(json.dumps(told, indent=1) if as_json else text(told))
    return 0


def measure(slices: int) -> Report:
    """Steps per second of processor time by game, kind and batch, on one thread."""
    figures = {
        (game, kind, str(batch)): Figure(_env(game, batch, *wanted), time.process_time)
        for game in ("azul", "pavilion")
        for kind, wanted in KINDS.items()
        for batch in BATCHES
    }
    return _in_turns(figures, slices, "steps")


def measure_threads(slices: int) -> Report:
    """Steps per second of the clock by game, threads and batch, with observations."""
    figures = {
        (game, str(threads), str(batch)): Figure(_env(game, batch, True, False, threads), time.perf_counter)
        for game in ("azul", "pavilion")
        for threads in THREADS
        for batch in BATCHES
    }
    return _in_turns(figures, slices, "steps on two threads")


def _in_turns(figures: dict[tuple[str, str, str], Figure], slices: int, what: str) -> Report:
    for n in range(slices + 1):
        say(f"{what}, slice {n} of {slices}" if n else f"{what}, to warm up")
        for figure in figures.values():
            figure.measure()
    told: Report = {}
    for (game, kind, batch), figure in figures.items():
        told.setdefault(game, {}).setdefault(kind, {})[batch] = figure.told()
    return told


def _env(game: str, batch: int, observations: bool, copy: bool, threads: int = 1) -> VectorEnv:
    env = vector(game, batch, seed=SEED, observations=observations, copy=copy, compiled=True, threads=threads)
    env.reset()
    return env


# --- for people -------------------------------------------------------------------------------------------


def text(told: Report) -> str:
    """The report for people: the best slice, and the median in brackets."""
    begun = "" if told["load"] is None else f"; load {told['load']} as it began"
    parts = [machine_text(told["machine"]) + begun]
    if "gpu" in told:
        return "\n\n".join([*parts, gpuenvs.text(told["gpu"])])
    parts.append(_table("steps per CPU second, one thread", told["steps_per_cpu_second"], _kind))
    parts.append(_table("steps per second, with observations", told["steps_per_second"], _threads))
    return "\n\n".join([*parts, onegame.text(told["one_game"])])


def _kind(kind: str) -> str:
    return kind


def _threads(threads: str) -> str:
    return "1 thread" if threads == "1" else f"{threads} threads"


def _table(what: str, games: Report, named: Callable[[str], str]) -> str:
    rows = [
        (f"{game}, 2 players, {named(kind)}", *(_cell(rates[str(batch)]) for batch in BATCHES))
        for game, kinds in games.items()
        for kind, rates in kinds.items()
    ]
    return rows_text((f"{what}: best (median)", *(f"batch of {batch:,}" for batch in BATCHES)), rows)


def _cell(rate: dict[str, float]) -> str:
    return f"{rate['best']:,.0f} ({rate['median']:,.0f})"
