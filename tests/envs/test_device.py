"""Environments on a GPU, without one: Numba's simulator runs the very same functions, thread by thread."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from azulejos.core.jit import why_no_gpu
from azulejos.envs.device import on_gpu

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("azul", {}),
    ("azul", {"players": 3, "jokers": True}),
    ("azul", {"players": 4, "wall": "grey", "jokers": True}),
    ("pavilion", {}),
    ("pavilion", {"players": 4, "side": "grey"}),
]

PREPARE = """
import json, sys, warnings
import numpy as np
warnings.simplefilter("ignore")  # the simulator's numbers wrap as a GPU's do, and say so
from azulejos import games
from azulejos.envs import device as home, vector
home.THREADS = 8  # the simulator starts every thread for real
SAME = {"num_envs": 3, "seed": 7, "reward": "margin"}
GAME, OPTIONS = json.loads(sys.argv[1])

def there(**changed):
    wanted = {"observations": True, "illegal": "raise", **SAME, **changed}
    return home.DeviceEnv(games.rules(GAME, compiled=False, **OPTIONS), **wanted)

def here(**changed):
    return vector(GAME, **SAME, **changed, compiled=False, **OPTIONS)

def same(a, b):
    for name in b._fields:
        assert np.array_equal(getattr(a, name).copy_to_host(), getattr(b, name)), name

def refusal(function, *arguments):
    try:
        function(*arguments)
    except (TypeError, ValueError) as error:
        return [type(error).__name__, str(error)]
"""

GAMES = """
theirs, ours = there(), here()
a, b = theirs.reset(), ours.reset()
for step in range(16):
    same(a, b)
    chosen = ours.sample()
    assert np.array_equal(theirs.sample().copy_to_host(), chosen)
    a, b = theirs.step(chosen), ours.step(chosen)
same(a, b)
assert np.array_equal(theirs.states().copy_to_host(), ours.states())
assert theirs.seeds().tolist() == ours.seeds().tolist()
assert theirs.position(2) == ours.position(2)
same(theirs.reset(9), ours.reset(9))
narrow = home.cuda().to_device(ours.sample().astype(np.int32))  # as JAX counts
same(theirs.step(narrow), ours.step(narrow.copy_to_host()))
"""

ENDS = """
theirs, ours = there(illegal="lose"), here(illegal="lose")
theirs.reset(), ours.reset()
wrong = [-1, 10**6, int(ours.sample()[2])]
a, b = theirs.step(wrong), ours.step(wrong)
same(a, b)
assert b.done.tolist() == b.illegal.tolist() == [True, True, False]
assert np.array_equal(theirs.finals().copy_to_host(), ours.finals())
theirs.set_states(ours.states()), ours.set_states(ours.states())
theirs.reset(3), ours.reset(3)  # of the states before nothing is left
theirs.step([-1] * 3), ours.step([-1] * 3)
assert np.array_equal(theirs.finals().copy_to_host(), ours.finals())
"""

STATES = """
theirs, ours = there(), here()
theirs.reset(), ours.reset()
kept, twin = theirs.states(), theirs.clone()
theirs.step(theirs.sample())
same(theirs.set_states(kept), ours.set_states(ours.states()))
same(twin.step(twin.sample()), ours.step(ours.sample()))
same(theirs.set_states(ours.states()), ours.set_states(ours.states()))  # from the machine's memory
spoilt = kept.copy_to_host()
spoilt[1, 0] += 1
print(json.dumps(refusal(theirs.set_states, spoilt)))
"""

REFUSALS = """
env = there()
told = [refusal(env.step, [0, 0, 0]), refusal(env.sample)]
before = env.reset().masks.copy_to_host()
bad = int(np.flatnonzero(before[1] == 0)[0])
good = env.sample().copy_to_host()
told.append(refusal(env.step, [good[0], bad, good[2]]))
told.append(refusal(env.step, good[:2]))
told.append(refusal(env.step, good * 1.0))
told.append(env.action_text(bad))
assert np.array_equal(env.set_states(env.states()).masks.copy_to_host(), before)  # nothing has happened
print(json.dumps(told))
"""


BENCH = """
from azulejos.bench import gpuenvs
assert gpuenvs.equal_to_cpu({"game": GAME, **OPTIONS}, games=2, moves=4)
gpuenvs.BATCHES, gpuenvs.STEPS, gpuenvs.REPEATS = (2,), 1, 1
rates = gpuenvs._rates({"game": GAME, **OPTIONS})
assert rates["2"]["with"] > 0 and rates["2"]["without"] > 0
told = {"device": "a GPU", "games": {"azul": {"equal_to_cpu": True, "steps_per_second": rates}}}
print(gpuenvs.text(told))
"""


def simulate(script: str, game: str = "azul", options: Any = None) -> str:
    """What a program prints that sees Numba's simulator instead of a GPU."""
    done = subprocess.run(
        [sys.executable, "-c", PREPARE + script, json.dumps([game, options or {}])],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=str)
def test_every_array_of_every_step_is_the_processors(game: str, options: dict[str, Any]) -> None:
    simulate(GAMES, game, options)


def test_games_that_end_are_followed_by_the_same_next_ones() -> None:
    simulate(ENDS)


def test_states_go_back_and_forth_and_spoilt_ones_are_refused() -> None:
    kind, text = json.loads(simulate(STATES))
    assert kind == "ValueError"
    assert text == "states: row 1 is not as states() gave it for azul players=2 wall=coloured jokers=false"


def test_what_cannot_be_is_refused_in_words_and_changes_nothing() -> None:
    early, drawn, illegal, shape, kind, text = json.loads(simulate(REFUSALS))
    assert early == ["ValueError", "step before reset: call reset() first"]
    assert drawn == ["ValueError", "sample before reset: call reset() first"]
    assert illegal[0] == "ValueError"
    assert illegal[1].startswith("env 1: action ")
    assert f"({text}) is illegal: its mask is 0 there" in illegal[1]
    assert shape[0] == "ValueError"
    assert "(2,)" in shape[1]
    assert kind[0] == "TypeError"


def test_the_benchmark_compares_and_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJOS_JIT", "0")
    lines = simulate(BENCH).splitlines()
    assert "batch of 2" in lines[0]
    assert [line.rpartition(" | ")[2].strip(" |") for line in lines[2:]] == ["yes", "yes"]


def test_a_machine_without_a_gpu_is_told_so_in_a_sentence() -> None:
    reason = why_no_gpu()
    if reason is not None:  # on a machine with one there is nothing to say
        with pytest.raises(RuntimeError) as caught:
            on_gpu()
        assert str(caught.value) == reason
