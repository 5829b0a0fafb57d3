"""From the start of a process to its first move: uncompiled, compiling everything, and from the cache."""

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

# A process that makes one move and tells the memory it took, in megabytes.
FIRST_MOVE = """
import azulejos as az
game = az.new("azul", players=2, seed=1)
game.play(game.moves()[0])
from azulejos.bench.startup import peak_megabytes
print(peak_megabytes())
"""
HELP = "import sys; sys.argv[1:] = ['--help']; from azulejos.cli import main; main()"


def measure_startup() -> dict[str, Any]:
    """Seconds of wall time and memory, each by a process of its own."""
    with tempfile.TemporaryDirectory() as cache:
        return {
            "help": _time(HELP, AZULEJOS_CACHE=cache),
            "first_move_uncompiled": _time(FIRST_MOVE, AZULEJOS_CACHE=cache, AZULEJOS_JIT="0"),
            "first_move_cold": _time(FIRST_MOVE, tries=1, AZULEJOS_CACHE=cache, AZULEJOS_JIT="1"),
            "first_move_cached": _time(FIRST_MOVE, AZULEJOS_CACHE=cache, AZULEJOS_JIT="1"),
        }


def _time(code: str, tries: int = 3, **environment: str) -> dict[str, float]:
    seconds, memory = [], 0.0
    for _ in range(tries):
        begin = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        seconds.append(time.perf_counter() - begin)
        memory = float(done.stdout.split()[-1]) if code == FIRST_MOVE else 0.0
    return {"seconds": min(seconds), **({"megabytes": memory} if memory else {})}


def peak_megabytes() -> float:
    """The most memory this process has held; 0 where the system does not tell.

    Linux's ru_maxrss would not do: a process inherits it from the one that started it.
    """
    try:
        with open("/proc/self/status", encoding="utf8") as lines:
            kilobytes = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return 0.0
    return int(kilobytes) * 1024 / 1e6
