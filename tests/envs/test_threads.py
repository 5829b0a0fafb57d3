"""Threads share a batch and change none of its results."""

import os
import signal

import numpy as np
import pytest

from azulejos.envs import batched, vector


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads share also the few games of a test."""
    monkeypatch.setattr(batched, "FEWEST", 1)


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_several_threads_play_the_same_games_as_one(game: str) -> None:
    alone = vector(game, 7, seed=3, reward="margin", compiled=True)
    shared = vector(game, 7, seed=3, reward="margin", compiled=True, threads=3)
    told, same, ends = alone.reset(), shared.reset(), 0
    for _ in range(150):
        for ours, theirs in zip(told, same, strict=True):
            assert np.array_equal(ours, theirs)
        actions = alone.sample()
        assert np.array_equal(actions, shared.sample())
        told, same = alone.step(actions), shared.step(actions)
        ends += int(told.done.sum())
    assert ends >= 7  # so that games were begun anew, too
    assert np.array_equal(alone.states(), shared.states())
    assert np.array_equal(alone.finals(), shared.finals())


def test_a_clone_has_as_many_threads_and_goes_on_alike() -> None:
    env = vector("azul", 5, seed=1, compiled=True, threads=2)
    env.reset()
    twin = env.clone()
    assert twin.threads == 2
    assert np.array_equal(env.step(env.sample()).masks, twin.step(twin.sample()).masks)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings(
    "ignore:This process:DeprecationWarning"
)  # newer Pythons warn of what is tried here
def test_a_fork_goes_on_alike_with_threads_of_its_own() -> None:
    env = vector("azul", 6, seed=1, compiled=True, threads=2)
    env.reset()
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # rather than hang
        os.write(writes, env.step(env.sample()).moves.astype(np.int8).tobytes())
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as told:
        assert told.read() == bytes([1] * 6)
    assert os.waitpid(child, 0)[1] == 0


def test_a_small_batch_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batched, "FEWEST", 512)
    assert vector("azul", 1023, compiled=True, threads=2)._pool is None
    assert vector("azul", 1024, compiled=True, threads=2)._pool is not None


def test_plain_kernels_take_the_number_and_use_one_thread() -> None:
    env = vector("azul", 4, compiled=False, threads=4)
    assert env.reset().masks.sum() > 0


@pytest.mark.parametrize(("threads", "error"), [(0, ValueError), (1000, ValueError), (1.5, TypeError)])
def test_a_wrong_number_of_threads_is_refused(threads: int, error: type[Exception]) -> None:
    with pytest.raises(error, match="threads is"):
        vector("azul", 4, compiled=False, threads=threads)
