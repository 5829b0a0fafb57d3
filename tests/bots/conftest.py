"""The search compiled once for all tests that need it, however many processes they run in."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import azulejos as az
from azulejos.bots.engine import Engine, engine_of
from azulejos.core.jit import cache_root

Warm = Callable[[str], Engine]


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: those that wait find what it compiled in the cache."""
    if os.name == "nt":
        yield
        return
    import fcntl

    cache_root().mkdir(parents=True, exist_ok=True)
    with (cache_root() / "tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def warm() -> Warm:
    """Gives the engine of a family, compiled."""

    def compiled_engine(family: str) -> Engine:
        game = az.new(family, seed=1)
        engine = engine_of(game)
        if engine.solver is None:
            with _alone():
                engine.warm(game.rules, game.state)
        return engine

    return compiled_engine
