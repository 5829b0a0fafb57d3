"""Self-play on a GPU, without one: Numba's simulator runs the very same functions, thread by thread."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from azulejos.learn import play
from tests.learn.conftest import random_net

SAME = """
import json, sys, time, warnings
from pathlib import Path
import numpy as np
warnings.simplefilter("ignore")  # the simulator's numbers wrap as a GPU's do, and say so
from azulejos.learn import device
from azulejos.learn.player import Plan, Player
from azulejos.learn.replay import SAMPLES, joined, listed, read

# as wide as on a processor; and integers, which compiled code widens by itself, would wrap in the simulator
device.ACTION, device.REAL, device.THREADS, device.PARTS = np.int64, np.float64, 4, 2
there = device._there
device._there = lambda array: there(np.asarray(array, np.int64) if array.dtype == np.int16 else array)

variant, full, net, shards, odd = (*json.loads(sys.argv[1]), *map(Path, sys.argv[2:]))
net = net.read_bytes() if net.name != "none" else None
plan, meta = Plan(full=full, brief=2, opening=4), {"seed": 3, "generation": 1}
about = (variant, plan, net, meta, 5, shards, 1)
assert list(device.play_batches(*about, 2, time.time() + 600, lambda: False)) == [1, 1]
assert list(device.play_batches(*about, 2, time.time() + 600, lambda: True)) == []  # stopped before it began
theirs = joined([read(path) for path in listed(shards)], {})
told = [read(path).meta for path in listed(shards)]
assert [(meta["last"], meta["gpu"]) for meta in told] == [(5, True), (6, True)]
player = Player(variant, plan, net)
ours = joined([player.game(3, number) for number in (5, 6)], {})
for name in (*SAMPLES, "actions", "visits", "finals", "scores", "numbers"):
    a, b = getattr(theirs, name), getattr(ours, name)
    same = np.allclose(a, b, atol=1e-6) if name == "values" else np.array_equal(a, b)
    assert a.shape == b.shape and same, name
assert np.allclose(theirs.results, ours.results)
device._free = lambda: 1e6
for file in (odd.read_bytes(), net):
    try:
        device.DevicePlayer(variant, plan, file, 2)
    except device.DeviceTrouble as error:
        print(error)
"""


def simulate(script: str, *given: object) -> subprocess.CompletedProcess[str]:
    """What a program does that sees Numba's simulator instead of a GPU, and no compiled kernels."""
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, given)],
        env={
            **os.environ,
            "AZULEJOS_JIT": "0",
            "NUMBA_ENABLE_CUDASIM": "1",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("variant", "full", "learned"),
    [
        ({"game": "azul", "players": 2, "mixed": True}, 3, True),
        pytest.param({"game": "azul", "players": 3}, 3, False, marks=pytest.mark.slow),
        pytest.param({"game": "pavilion", "players": 2}, 2, True, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_games_on_a_gpu_are_those_of_the_processor(
    variant: dict[str, Any], full: int, learned: bool, tmp_path: Path
) -> None:
    net = random_net(tmp_path / "a.net", variant) if learned else tmp_path / "none"
    odd = random_net(tmp_path / "b.net", variant, sizes=(6, 4))
    done = simulate(SAME, json.dumps([variant, full]), net, tmp_path / "shards", odd)
    assert done.returncode == 0, done.stderr
    layers, memory = done.stdout.splitlines()
    assert layers == "the net's layers are 6 and 4, expected multiples of 4 to play on a GPU"
    assert re.fullmatch(
        r"2 games at a time need 1\.\d GiB of the GPU's memory, of which 0\.0 are free: .*", memory
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], "--gpu 64: there is none here"),
        (["--cluster=auto"], "--gpu 64 and --cluster auto were given, expected one of them"),
    ],
)
def test_where_no_gpu_can_play_a_sentence_says_so(
    given: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.learn.arguments.why_no_gpu", lambda: "there is none here")
    monkeypatch.setattr("sys.argv", ["", "azul", f"--dir={tmp_path / 'run'}", "--gpu=64", *given])
    with pytest.raises(SystemExit, match=f"^azulejos: {told}$"):
        play.main()
    assert not (tmp_path / "run").exists()
