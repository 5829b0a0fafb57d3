"""Who watches a table. A viewer has no queue: it is marked, and its view is made when it can be sent.

So a slow viewer costs a table nothing: however many moves it misses, it gets the newest view and the
entries it has not seen, in one piece.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Self

from azulejos.core.reasons import Reason

Look = Callable[[str | None, int], dict[str, Any]]

MOST_REFUSALS = 8


class Viewer:
    """One page that shows a table: `async for message in viewer` gives what to send next."""

    def __init__(self, guest: str | None, known: int, look: Look) -> None:
        self.guest = guest
        self._known = known  # the entries this page has
        self._look = look
        self._stale = True
        self._closed = False
        self._asides: deque[dict[str, Any]] = deque(maxlen=MOST_REFUSALS)
        self._wake = asyncio.Event()
        self._wake.set()

    def mark(self, ply: int | None = None) -> None:
        """The table has changed; with a ply, the record is now no longer than that."""
        if ply is not None:
            self._known = min(self._known, ply)
        self._stale = True
        self._wake.set()

    def forget(self) -> None:
        """The page has lost count: the next view has the whole log."""
        self.mark(0)

    def aside(self, message: dict[str, Any]) -> None:
        """Something for this page alone."""
        self._asides.append(message)
        self._wake.set()

    def refuse(self, code: str, message: str, reason: Reason | None = None) -> None:
        """Say why something was not done, and show how things stand."""
        told = {} if reason is None else {"reason": asdict(reason)}
        self.aside({"type": "refused", "error": {"code": code, "message": message, **told}})
        self.mark()

    def close(self) -> None:
        """Nothing more will be sent."""
        self._closed = True
        self._wake.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> dict[str, Any]:
        while True:
            await self._wake.wait()
            if self._closed:
                raise StopAsyncIteration
            if self._asides:
                return self._asides.popleft()
            if self._stale:
                self._stale = False
                view = self._look(self.guest, self._known)
                self._known = view["ply"]
                return view
            self._wake.clear()
