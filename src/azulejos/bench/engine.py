"""How fast the engine is on this machine: `azulejos bench engine`, as a table or as JSON.

Games are counted per second of processor time on one thread, over many short slices: the best slice
is what the machine can do, the median what it usually does. The yardstick, a C program kept outside
the repository, is timed between our slices, so both see the same machine in the same state.
"""

import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from azulejos.azul.fields import MOST_MOVES
from azulejos.bench import gpu as gpu_games
from azulejos.bench import table, yardstick
from azulejos.bench.loops import GROUPS, copy_often, list_often
from azulejos.bench.startup import measure_startup, peak_megabytes
from azulejos.bench.variants import ENGINES, VARIANTS, Engine, Variant
from azulejos.core.jit import compiled, why_no_gpu
from azulejos.core.rng import WORDS
from azulejos.games import new, rules

SEED = 2
SLICE = 2_000  # games in a slice
GPU_GAMES = 4_000_000

Report = dict[str, Any]


def run(as_json: bool = False, gpu: bool = False, slices: int = 40) -> int:
    """Measure and print; the exit status."""
    if gpu and (reason := why_no_gpu()):
        print(f"azulejos: {reason}", file=sys.stderr)
        return 2
    told: Report = {"machine": machine()}
    if gpu:
        say("random games on the GPU, and the same on all cores to compare")
        told["gpu"] = gpu_games.measure(VARIANTS, GPU_GAMES)
    else:
        _measure_all(told, slices)
    print(json.dumps(told, indent=1) if as_json else table.text(told))
    return 0


def _measure_all(told: Report, slices: int) -> None:
    say("compiling the kernels, or fetching them from the cache")
    players = {game: _player(engine) for game, engine in ENGINES.items()}
    told["games_per_cpu_second"] = {}
    told["yardstick"] = {}
    for variant in VARIANTS:
        say(f"random games: {variant.name}")
        play, before = players[variant.game], slices // 2 if variant.plain else slices
        rates = _rates(play, variant, before)
        if variant.plain and (other := yardstick.measure(variant.players, slices)):
            told["yardstick"][str(variant.players)] = other
        rates += _rates(play, variant, slices - before)
        told["games_per_cpu_second"][variant.name] = _figures(rates, play(variant.code, 0, SLICE) / SLICE)
    _ratios(told)
    say("listing moves, copying states, Match.play")
    told["nanoseconds"] = _small_costs()
    told["memory_megabytes"] = peak_megabytes()
    say("starting up: with nothing compiled, with an empty cache, with a full one")
    told["startup"] = measure_startup()


def _figures(rates: list[float], decisions: float) -> dict[str, float]:
    """Games a second, and what that makes a decision cost."""
    best = max(rates)
    return {
        "best": best,
        "median": statistics.median(rates),
        "decisions": decisions,
        "decision_ns": 1e9 / best / decisions,
    }


def _ratios(told: Report) -> None:
    """Azul's speed over the yardstick's, by players, and a Pavilion decision's cost over an Azul one's."""
    games, other = told["games_per_cpu_second"], told["yardstick"]
    names = {str(variant.players): variant.name for variant in VARIANTS if variant.plain}
    for kind, entry in (("best", "yardstick_ratio"), ("median", "yardstick_ratio_of_medians")):
        told[entry] = {
            players: round(games[names[players]][kind] / other[players][kind], 3) for players in other
        }
    if not other:
        told["yardstick_missing"] = yardstick.why_not()
    told["decision_ratio"] = {
        v.name: round(games[v.name]["decision_ns"] / games[names[str(v.players)]]["decision_ns"], 2)
        for v in VARIANTS
    }


def _player(engine: Engine) -> Callable[..., int]:
    """Plays games `first` to `first + games` of a variant and tells the decisions made."""
    fast = compiled(engine.play)
    s, rng, dealt = (np.zeros(n, np.int64) for n in (engine.size, WORDS, GROUPS))

    def play(code: tuple[int, int, int], first: int, games: int) -> int:
        return int(fast(s, rng, dealt, SEED, first, games, *code))

    play((2, 0, 0), 0, 1)
    return play


def _rates(play: Callable[..., int], variant: Variant, slices: int) -> list[float]:
    play(variant.code, 0, SLICE)  # warms caches and branch predictors
    rates = []
    for n in range(slices):
        begin = time.process_time()
        play(variant.code, n * SLICE, SLICE)
        rates.append(SLICE / (time.process_time() - begin))
    return rates


# --- small costs ----------------------------------------------------------------------------------------


def _small_costs() -> dict[str, float]:
    state = np.array(new("azul", seed=1).state, np.int64)
    moves, other = np.zeros(MOST_MOVES, np.int64), state.copy()
    plain, many = state.tolist(), 20_000
    azul = rules("azul")
    lists, copies = compiled(list_often), compiled(copy_often)
    return {
        "list_moves": _least(lambda: lists(state, moves, many), many),
        "list_moves_uncompiled": _least(lambda: [azul.actions(plain) for _ in range(300)], 300),
        "copy_state": _least(lambda: copies(state.copy(), other, many), many),
        "match_play": _least(_play_through, _play_through()),
    }


def _play_through() -> int:
    """A whole game through the checked, friendly side; the number of moves."""
    game = new("azul", seed=1)
    n = 0
    while not game.over:
        actions = game.rules.actions(game.state)
        game.play(game.rules.move_text(game.state, actions[n * 7 % len(actions)]))
        n += 1
    return n


def _least(work: Callable[[], object], times: int) -> float:
    """Nanoseconds of processor time for one of so many, in the best of nine tries."""
    work()
    best = float("inf")
    for _ in range(9):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best / times * 1e9


# --- the machine ----------------------------------------------------------------------------------------


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    import numba

    return {
        "processor": _processor(),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "numba": numba.__version__,
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf8") as lines:
            names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    except OSError:
        names = []
    return f"{len(names)} x {names[0]}" if names else platform.processor() or platform.machine()


def say(what: str) -> None:
    """A sign of life while measuring, on a line of its own beside the result."""
    print(f"... {what}", file=sys.stderr, flush=True)
