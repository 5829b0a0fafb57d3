"""What all tests need: programs that can be interrupted, and an order in which none disturbs another."""

import contextlib
import signal

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # which the programs that tests start would inherit
    with contextlib.suppress(ValueError):  # not the main thread: then whoever started us is
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: their driver leaves an event loop running, where no other can be started."""
    items.sort(key=lambda item: "/browser/" in item.path.as_posix())
