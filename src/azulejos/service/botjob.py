"""A request on its way to a worker."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from azulejos.service.botprocess import Trouble

GRACE = 30.0  # seconds that an answer may take longer than its thought
HABIT = 1.0  # seconds that a bot takes at most when nobody says how long


def _future() -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().create_future()


@dataclass(eq=False, slots=True)
class Job:
    """A request, and the two moments that whoever asked may wait for."""

    record: str
    game: str
    level: str
    seconds: float | None
    key: str
    moves: Collection[str]  # the legal ones
    taken: asyncio.Future[None] = field(default_factory=_future)
    move: asyncio.Future[str] = field(default_factory=_future)

    def request(self, number: int) -> dict[str, Any]:
        """As the worker reads it."""
        asked = {"record": self.record, "level": self.level, "seconds": self.seconds, "key": self.key}
        return {"id": number, **asked}

    @property
    def limit(self) -> float:
        """Seconds after which a worker counts as silent."""
        return (HABIT if self.seconds is None else self.seconds) + GRACE

    def fail(self, reason: str) -> None:
        """Tell whoever still waits."""
        if not self.move.done():
            self.move.set_exception(Trouble(reason))
        if not self.taken.done():
            self.taken.set_result(None)

    def drop(self) -> None:
        """Nobody waits any more: an answer that comes late goes nowhere."""
        if not self.move.cancel() and not self.move.cancelled():
            self.move.exception()  # which counts as having heard it
