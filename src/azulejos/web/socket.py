"""A page's line to its table: messages in, views out. Nothing is decided here, nobody slows a table."""

import asyncio
import json
from collections import deque
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from azulejos.service.errors import Refused
from azulejos.service.hub import Viewer
from azulejos.service.tables import LiveTable
from azulejos.store.records import Guest
from azulejos.web.errors import shape
from azulejos.web.house import house_of
from azulejos.web.limits import address_of
from azulejos.web.messages import MOST_BYTES, BadMessage, read_message
from azulejos.web.metrics import Meters
from azulejos.web.resuming import known_from
from azulejos.web.talk import tell_table
from azulejos.web.visit import Visit

SLOWEST = 10.0  # seconds that a page may take to read one push
MOST_MESSAGES = 20  # in so many seconds:
WINDOW = 2.0

GONE, POLICY, TOO_BIG = 1001, 1008, 1009
CLOSES = {"unknown_table": 4404, "bad_token": 4401}  # by the code of the refusal

router = APIRouter()


class Closing(Exception):
    """We end the line, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Line:
    """One open socket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._sending = asyncio.Lock()
        self._times: deque[float] = deque(maxlen=MOST_MESSAGES)

    async def send(self, message: dict[str, Any]) -> None:
        """Send one message; whoever does not read it in time is let go."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        try:
            async with asyncio.timeout(SLOWEST), self._sending:
                await self._socket.send_text(text)
        except TimeoutError:
            raise Closing(POLICY) from None
        except RuntimeError:  # the server has hung up already, on a page that broke the protocol
            raise WebSocketDisconnect(GONE) from None

    async def refuse(self, code: str, message: str) -> None:
        """Say why not."""
        await self.send({"type": "refused", **shape(code, message)})

    async def receive(self) -> str:
        """The next message's text; whoever sends too much or too often is told so and let go."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", GONE))
        text: str | None = message.get("text")
        if text is None or len(text.encode(errors="replace")) > MOST_BYTES:
            await self.refuse("bad_message", f"a message is text of at most {MOST_BYTES} bytes")
            raise Closing(TOO_BIG)
        if self._flooded():
            await self.refuse("slow_down", f"more than {MOST_MESSAGES} messages in {WINDOW:g} s")
            raise Closing(POLICY)
        return text

    def _flooded(self) -> bool:
        now = asyncio.get_running_loop().time()
        full = len(self._times) == MOST_MESSAGES and now - self._times[0] < WINDOW
        self._times.append(now)
        return full

    async def close(self, code: int) -> None:
        """Hang up; if even that cannot be sent, the server drops the connection."""
        try:
            async with asyncio.timeout(1.0):
                await self._socket.close(code)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            pass


@router.websocket("/ws/{table}")
async def talk(socket: WebSocket, table: str) -> None:
    """A page opens its line."""
    visit = Visit(socket)
    await socket.accept()
    line = Line(socket)
    try:
        guest = None if visit.secret is None else await visit.need_guest()
        with house_of(socket).sockets.one_more(guest.id if guest else None, address_of(socket.scope)):
            live = await visit.house.service.table(table)
            known = known_from(live, socket.query_params.get("ply", ""))
            await _watch(line, visit, live, guest, known)
    except Refused as refusal:
        with suppress(Closing, WebSocketDisconnect):  # whoever is refused may be gone before hearing why
            await line.refuse(refusal.code, refusal.message)
        await line.close(CLOSES.get(refusal.code, POLICY))
    except Closing as closing:
        await line.close(closing.code)
    except WebSocketDisconnect:
        pass


async def _watch(line: Line, visit: Visit, live: LiveTable, guest: Guest | None, known: int) -> None:
    """Both directions, until one of them ends."""
    viewer = live.join(guest.id if guest else None, known)
    tasks = [
        asyncio.create_task(_send_all(line, viewer, visit.house.meters)),
        asyncio.create_task(_receive_all(line, visit, live, guest, viewer)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        raise Closing(GONE)  # the table lets its pages go
    finally:
        live.part(viewer)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send_all(line: Line, viewer: Viewer, meters: Meters) -> None:
    async for message in viewer:
        if message["type"] == "refused":
            meters.refusals.add(code=message["error"]["code"])
        await line.send(message)


async def _receive_all(
    line: Line, visit: Visit, live: LiveTable, guest: Guest | None, viewer: Viewer
) -> None:
    while True:
        text = await line.receive()
        try:
            message = read_message(text)
        except BadMessage as error:
            viewer.refuse("bad_message", str(error))
            continue
        if message.type == "ping":
            await line.send({"type": "pong"})
            continue
        await tell_table(visit.house, live, guest, viewer, message)
