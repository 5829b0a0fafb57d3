"""A table as a stream of server-sent events: the socket's views, for whoever only listens.

A reader has no queue: its view is made when it can take one, so a slow reader costs a table nothing.
"""

import asyncio
import json
from contextlib import ExitStack
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from azulejos.service.hub import Viewer
from azulejos.web.api.answers import WELCOME, fails
from azulejos.web.api.known import Anyone
from azulejos.web.api.tables import Name, Since
from azulejos.web.socket import SLOWEST, known_ply
from azulejos.web.visit import Visiting

BEAT = 15.0  # seconds of silence after which we say that we are still here
RETRY = b"retry: 2000\n\n"  # milliseconds until a browser comes back

router = APIRouter(prefix="/api/tables", tags=["Tables"])
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "`event: view`, `id:` the ply, `data:` a view.",
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'event: view\nid: 17\ndata: {"type": "view", "ply": 17, ...}\n\n',
            }
        },
    }
}


class EventStream(Response):
    """Everything a viewer gets, until the reader goes or the table does."""

    media_type = "text/event-stream"

    def __init__(self, viewer: Viewer, closing: ExitStack) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._viewer, self._closing = viewer, closing

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
        while True:
            async with asyncio.timeout(SLOWEST):  # whoever does not read is let go
                await send({"type": "http.response.body", "body": text, "more_body": True})
            try:
                async with asyncio.timeout(BEAT):
                    text = written(await anext(self._viewer))
            except TimeoutError:
                text = b": still here\n\n"
            except StopAsyncIteration:
                return


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def written(message: dict[str, Any]) -> bytes:
    """A message as an event."""
    data = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    number = f"id: {message['ply']}\n" if "ply" in message else ""
    return f"event: {message['type']}\n{number}data: {data}\n\n".encode()


@router.get(
    "/{table}/events",
    response_class=Response,
    responses={**STREAM, **fails(401, 404)},
    openapi_extra=WELCOME,
)
async def events(
    request: Request,
    visit: Visiting,
    guest: Anyone,
    table: Name,
    since: Since = 0,
    last_event_id: Annotated[
        str | None, Header(description="the last ply you have; sent by browsers that come back")
    ] = None,
) -> Response:
    """The same views as over the socket, whenever something changes; a comment every 15 s of silence."""
    who = guest.id if guest else None
    live = await visit.house.service.table(table)
    address = request.client.host if request.client else "here"
    with ExitStack() as stack:
        stack.enter_context(visit.house.sockets.one_more(who, address))
        viewer = live.join(who, known_ply(last_event_id or "") or since)
        stack.callback(live.part, viewer)
        return EventStream(viewer, stack.pop_all())
