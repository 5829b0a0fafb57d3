"""The server's log: one line for each problem, whatever is told in it."""

import copy
import logging
import sys
import traceback
from types import TracebackType

_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class OneLine(logging.Formatter):
    """A record on one line, with the way to the fault that it is about."""

    def format(self, record: logging.LogRecord) -> str:
        own = copy.copy(record)
        own.exc_text = None  # another handler may have written it its own way
        return " ".join(super().format(own).split("\n"))

    def formatException(self, ei: _Raised) -> str:  # noqa: N802
        frames = traceback.extract_tb(ei[2])[-6:]
        way = " > ".join(
            f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames
        )
        return f"({type(ei[1]).__name__}: {ei[1]}; {way})"


def start_log() -> None:
    """Write warnings and worse to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
