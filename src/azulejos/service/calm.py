"""Python's search for unreachable cycles, put off while much is in hand.

With half a million objects in memory one such search takes half a second, in which nothing else runs; while
thousands of results are read or counted there would be a dozen of them, for nothing: results have no cycles.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_calm = 0


@contextmanager
def calm(keep: bool = False) -> Iterator[None]:
    """No such search meanwhile; with `keep`, what is in memory afterwards is never searched again."""
    global _calm
    with _lock:
        _calm += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _calm -= 1
            if keep:
                gc.freeze()
            if not _calm:
                gc.enable()
