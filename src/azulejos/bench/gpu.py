"""Random games on a GPU through the same kernels, every result compared with the processor's."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from azulejos.bench.loops import GROUPS
from azulejos.bench.variants import ENGINES, Variant
from azulejos.core.jit import compiled, cuda, gpu_name, launchable
from azulejos.core.rng import WORDS

THREADS = 128  # per block
SEED = 3


def on_gpu(launch: Any, variant: Variant, games: int, repeats: int) -> tuple[Any, list[float]]:
    """The marks of all games and the seconds that each repeat took."""
    device = cuda()
    results = device.device_array(games, np.int64)
    blocks = device.get_current_device().MULTIPROCESSOR_COUNT * 16
    seconds = []
    for _ in range(repeats):
        begin, end = device.event(), device.event()
        begin.record()
        launch[blocks, THREADS](SEED, results, *variant.code)
        end.record()
        end.synchronize()
        seconds.append(device.event_elapsed_time(begin, end) / 1000)
    return results.copy_to_host(), seconds


def on_cpu(variant: Variant, games: int) -> Any:
    """The marks of the same games from compiled kernels on all cores."""
    results = np.zeros(games, np.int64)
    workers = os.cpu_count() or 1
    engine = ENGINES[variant.game]
    fill = compiled(engine.fill)

    def work(start: int) -> None:
        s, rng, dealt = (np.zeros(n, np.int64) for n in (engine.size, WORDS, GROUPS))
        fill(s, rng, dealt, SEED, results, start, workers, *variant.code)

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    return results


def measure(variants: list[Variant], games: int, repeats: int = 6) -> dict[str, Any]:
    """Games per second on the GPU for every variant, and whether all results equal the processor's."""
    launches = {game: launchable(engine.on_gpu) for game, engine in ENGINES.items()}
    return {
        "device": gpu_name(),
        "variants": {v.name: _measure_one(launches[v.game], v, games, repeats) for v in variants},
    }


def _measure_one(launch: Any, variant: Variant, games: int, repeats: int) -> dict[str, Any]:
    on_gpu(launch, variant, 1024, 1)  # compiles, on the first call
    marks, seconds = on_gpu(launch, variant, games, repeats)
    seconds.sort()
    return {
        "best": games / seconds[0],
        "median": games / seconds[len(seconds) // 2],
        "games": games,
        "equal_to_cpu": bool(np.array_equal(marks, on_cpu(variant, games))),
    }
