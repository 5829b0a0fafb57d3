"""What all tests need: programs that can be interrupted, an order in which none disturbs another, and a fair
share for each process."""

import contextlib
import signal
from typing import Any

import pytest

GROUPS = {  # what compiles the same kernels runs in one process: a second would wait, or compile them again
    "search": (
        "tests/bots/test_search_bot.py",
        "tests/bots/test_solving.py",
        "tests/bots/test_tree.py",
        "tests/bench/test_engine.py",
        "tests/bench/test_search.py",
        "tests/learn/",
        "tests/test_compiled.py",
        "tests/azul/test_judging.py",
        "tests/azul/test_sampling.py",
        "tests/pavilion/test_judging.py",
        "tests/pavilion/test_sampling.py",
    ),
    "envs": ("tests/envs/",),
}
BROWSER = "tests/browser/"
LENGTHY = ("axe", "server", "restart", "proxy", "whole_game", "plays_it_to_the_end", "learnt", "two_phones")
LONG = (BROWSER, "tests/test_conformance.py")  # where one case is long enough to be handed out by itself

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # which the programs that tests start would inherit
    with contextlib.suppress(ValueError):  # not the main thread: then whoever started us is
        signal.signal(signal.SIGINT, signal.default_int_handler)


def group(nodeid: str) -> str:
    """The tests that go to one process together: a group, else all cases of a test, or one that is long."""
    for name, places in GROUPS.items():
        if nodeid.startswith(places):
            return name
    return nodeid if nodeid.startswith(LONG) else nodeid.partition("[")[0]


def turn(nodeid: str) -> int:
    """When a test's turn is. What takes longest comes first, so that no process is left with it alone.

    Browser tests come last: their driver leaves an event loop running, where no other can be started.
    """
    if nodeid.startswith(BROWSER):
        return 2 if any(word in nodeid for word in LENGTHY) else 3
    return 0 if group(nodeid) in GROUPS else 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `-n` alone: in that order, group by group, to whoever is free."""
    if config.getvalue("dist") != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    config.option.loadscopereorder = False
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = group
    return scheduler
