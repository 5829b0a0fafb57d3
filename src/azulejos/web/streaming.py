"""Server-sent events: whatever comes, as it comes, until the reader goes or nothing more will come."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from azulejos.web.socket import SLOWEST

BEAT = 15.0  # seconds of silence after which we say that we are still here
RETRY = b"retry: 2000\n\n"  # milliseconds until a browser comes back

Message = dict[str, Any]


class EventStream(Response):
    """Messages as events; the next one is asked for when it can be sent, so a slow reader costs nothing."""

    media_type = "text/event-stream"

    def __init__(
        self, messages: AsyncIterator[Message], written: Callable[[Message], bytes], closing: ExitStack
    ) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._messages, self._written, self._closing = messages, written, closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._closing:
            await send(
                {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
            )
            if not scope.get("head"):
                tasks = [asyncio.create_task(self._push(send)), asyncio.create_task(_gone(receive))]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _push(self, send: Send) -> None:
        text = RETRY
        coming: asyncio.Future[Message] | None = None  # kept over a beat: cancelled, a generator would end
        try:
            while True:
                async with asyncio.timeout(SLOWEST):  # whoever does not read is let go
                    await send({"type": "http.response.body", "body": text, "more_body": True})
                coming = coming or asyncio.ensure_future(anext(self._messages))
                await asyncio.wait({coming}, timeout=BEAT)
                text = b": still here\n\n"
                if coming.done():
                    text, coming = self._written(coming.result()), None
        except StopAsyncIteration:
            return
        finally:
            if coming is not None:
                coming.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
