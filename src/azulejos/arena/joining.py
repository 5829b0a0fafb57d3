"""A Ray cluster (extra `cluster`), found and left again; what is done on it is told elsewhere."""

import importlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from azulejos.arena.errors import ArenaTrouble

CONNECTING = 5.0  # seconds for a cluster to answer at all


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Ray on a cluster: `auto` finds the one this machine is part of, `local` starts one here.

    A session that is there already is used and kept. ArenaTrouble where there is no such cluster.
    """
    ray = _ray()
    _check_there(address)
    mine = not ray.is_initialized()
    try:
        if mine:
            _begin(ray, address)
        yield ray
    finally:
        if mine:
            ray.shutdown()


def unusable(address: str, error: BaseException) -> ArenaTrouble:
    """The sentence for a cluster that failed us."""
    return ArenaTrouble(f"the Ray cluster {address!r} cannot be used: {first_line(error)}")


def first_line(error: BaseException) -> str:
    """The first line that an error says, or its name."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def _begin(ray: Any, address: str) -> None:
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise unusable(address, error) from error


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise ArenaTrouble(
            'playing on a cluster needs Ray, which is not installed: pip install "azulejos[cluster]"'
        ) from None


def _check_there(address: str) -> None:
    """Whether anybody answers at an address with a port; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()
    except (OSError, OverflowError, ValueError) as error:  # ValueError: neither a name nor a number
        raise unusable(address, error) from None
