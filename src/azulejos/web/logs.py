"""The server's log: one line for each problem and for each game that begins or ends, as text or as JSON."""

import copy
import json
import logging
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

KINDS = ("text", "json")
request_id: ContextVar[str] = ContextVar("request_id", default="")  # of the request being answered

_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class OneLine(logging.Formatter):
    """A record on one line, with the way to the fault that it is about."""

    def format(self, record: logging.LogRecord) -> str:
        own = copy.copy(record)
        own.exc_text = None  # another handler may have written it its own way
        text = _printable(" ".join(super().format(own).split("\n")))
        asked = request_id.get()
        return f"{text} [{asked}]" if asked else text

    def formatException(self, ei: _Raised) -> str:  # noqa: N802
        return f"({type(ei[1]).__name__}: {ei[1]}; {' > '.join(_way(ei[2]))})"


class JsonLine(logging.Formatter):
    """A record as one JSON object; whoever logs with `extra={"facts": ...}` chooses its fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
        }
        if asked := request_id.get():
            line["request"] = asked
        line |= getattr(record, "facts", None) or {"message": record.getMessage()}
        if record.exc_info and record.exc_info[1] is not None:
            fault = record.exc_info[1]
            line |= {
                "problem": type(fault).__name__,
                "said": str(fault)[:500],
                "way": _way(record.exc_info[2]),
            }
        return _printable(json.dumps(line, ensure_ascii=False, default=str))


def _printable(text: str) -> str:
    """Without what a terminal would obey or another reader take for the end of a line, as in an address."""
    return "".join(
        one if one.isprintable() else f"\\u{ord(one):04x}" if ord(one) < 1 << 16 else "\ufffd" for one in text
    )


def _way(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-6:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


def start_log(kind: str = "text") -> None:
    """Write problems, and games that begin or end, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    usual = OneLine("%(asctime)s %(levelname)s %(name)s %(message)s")
    handler.setFormatter(JsonLine() if kind == "json" else usual)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("azulejos.games").setLevel(logging.INFO)
