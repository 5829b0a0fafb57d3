"""The GPU side without a GPU: Numba's simulator runs the very same function, thread by thread."""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from azulejos.bench import gpu
from azulejos.bench.loops import GROUPS
from azulejos.bench.variants import ENGINES, VARIANTS, Variant
from azulejos.core.jit import compiled, why_no_gpu
from azulejos.core.rng import WORDS

SIMULATE = """
import json, sys, warnings
import numpy as np
warnings.simplefilter("ignore")  # the simulator's numbers wrap as a GPU's do, and say so
from azulejos.bench import gpu
from azulejos.bench.variants import ENGINES, VARIANTS
from azulejos.core.jit import launchable
marks = {variant.name: np.zeros(4, np.int64) for variant in VARIANTS}
for variant in VARIANTS:
    launchable(ENGINES[variant.game].on_gpu)[1, 2](gpu.SEED, marks[variant.name], *variant.code)
print(json.dumps({name: found.tolist() for name, found in marks.items()}))
"""


@pytest.fixture(scope="module")
def simulated() -> Any:
    """The marks of every variant's games; one process for all: to start takes longer than to play."""
    done = subprocess.run(
        [sys.executable, "-c", SIMULATE],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_gpus_threads_play_the_same_games(simulated: Any, variant: Variant) -> None:
    assert simulated[variant.name] == gpu.on_cpu(variant, 4).tolist()


def test_the_processors_threads_share_the_games_without_gaps() -> None:
    engine = ENGINES["azul"]
    state, rng, dealt = (np.zeros(n, np.int64) for n in (engine.size, WORDS, GROUPS))
    alone = np.zeros(50, np.int64)
    compiled(engine.fill)(state, rng, dealt, gpu.SEED, alone, 0, 1, 2, 0, 0)
    assert gpu.on_cpu(Variant("azul", 2, 0, 0), 50).tolist() == alone.tolist()
    assert len(set(alone.tolist())) == 50


def test_a_machine_without_a_gpu_is_told_so_in_a_sentence() -> None:
    reason = why_no_gpu()
    if reason is not None:  # on a machine with one there is nothing to say
        assert "GPU" in reason
        assert "\n" not in reason
