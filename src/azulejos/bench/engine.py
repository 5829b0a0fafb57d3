"""How fast the Azul engine is on this machine: `azulejos bench engine`, as a table or as JSON.

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

from azulejos.azul.fields import (
    MOST_MOVES,
    SIZE,
)
from azulejos.azul.kernels import random_games
from azulejos.bench import gpu as gpu_games
from azulejos.bench import table, yardstick
from azulejos.bench.loops import CAP, copy_often, list_often
from azulejos.bench.startup import measure_startup, peak_megabytes
from azulejos.core.jit import compiled
from azulejos.core.layout import (
    MOST_FACTORIES,
)
from azulejos.core.rng import WORDS
from azulejos.games import new, rules

SEED = 2
SLICE = 2_000  # games in a slice
VARIANTS = {
    (players, wall, jokers): (players, int(wall == "grey"), int(jokers))
    for wall in ("coloured", "grey")
    for jokers in (False, True)
    for players in (2, 3, 4)
}
GPU_GAMES = 4_000_000

Report = dict[str, Any]


def run(as_json: bool = False, gpu: bool = False, slices: int = 40) -> int:
    """Measure and print; the exit status."""
    if gpu and (reason := gpu_games.why_not()):
        print(f"azulejos: {reason}", file=sys.stderr)
        return 2
    told: Report = {"machine": machine()}
    if gpu:
        _say("random games on the GPU, and the same on all cores to compare")
        told["gpu"] = gpu_games.measure({_name(*key): code for key, code in VARIANTS.items()}, GPU_GAMES)
    else:
        _measure_all(told, slices)
    print(json.dumps(told, indent=1) if as_json else table.text(told))
    return 0


def _measure_all(told: Report, slices: int) -> None:
    _say("compiling the kernels, or fetching them from the cache")
    play = _player()
    told["games_per_cpu_second"] = {}
    told["yardstick"] = {}
    for key, code in VARIANTS.items():
        players, wall, jokers = key
        plain = wall == "coloured" and not jokers
        _say(f"random games: {_name(*key)}")
        rates, ours = [], slices // 2 if plain else slices
        rates += _rates(play, code, ours)
        if plain and (other := yardstick.measure(players, slices)):
            told["yardstick"][str(players)] = other
        if plain:
            rates += _rates(play, code, slices - ours)
        told["games_per_cpu_second"][_name(*key)] = {
            "best": max(rates),
            "median": statistics.median(rates),
        }
    _ratios(told)
    _say("listing moves, copying states, Match.play")
    told["nanoseconds"] = _small_costs()
    told["memory_megabytes"] = peak_megabytes()
    _say("starting up: with nothing compiled, with an empty cache, with a full one")
    told["startup"] = measure_startup()


def _ratios(told: Report) -> None:
    """Our speed over the yardstick's, by players; empty where the yardstick could not be measured."""
    games, other = told["games_per_cpu_second"], told["yardstick"]
    for kind, entry in (("best", "yardstick_ratio"), ("median", "yardstick_ratio_of_medians")):
        told[entry] = {
            players: round(games[_name(int(players), "coloured", False)][kind] / other[players][kind], 3)
            for players in other
        }
    if not other:
        told["yardstick_missing"] = yardstick.why_not()


def _name(players: int, wall: str, jokers: bool) -> str:
    return f"{players} players, {wall}{', jokers' if jokers else ''}"


def _player() -> Callable[..., int]:
    """Plays games `first` to `first + games` of a variant and tells the moves made."""
    fast = compiled(random_games)
    s, rng, dealt = (np.zeros(n, np.int64) for n in (SIZE, WORDS, MOST_FACTORIES))

    def play(code: tuple[int, int, int], first: int, games: int) -> int:
        return int(fast(s, rng, dealt, SEED, first, games, *code, CAP))

    play((2, 0, 0), 0, 1)
    return play


def _rates(play: Callable[..., int], code: tuple[int, int, int], slices: int) -> list[float]:
    play(code, 0, SLICE)  # warms caches and branch predictors
    rates = []
    for n in range(slices):
        begin = time.process_time()
        play(code, n * SLICE, SLICE)
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


def _say(what: str) -> None:
    """A sign of life while measuring, on a line of its own beside the result."""
    print(f"... {what}", file=sys.stderr, flush=True)
