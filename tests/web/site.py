"""The whole web app inside the test's process: visitors with cookies, sockets without a net, quick bots."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

import httpx
from jinja2.bccache import Bucket, BytecodeCache

from azulejos.service.lobby import Service
from azulejos.store.db import open_store
from azulejos.web.app import create_app
from azulejos.web.config import Config
from tests import databases
from tests.service.house import QuickDesk

HOST = "azulejos.test"
BROWSER = {"accept": "text/html,application/xhtml+xml"}
PROGRAM = {"accept": "application/json"}


@asynccontextmanager
async def quick_service(config: Config) -> AsyncIterator[Service]:
    if not config.database:
        databases.prepared(config.data / "azulejos.db")
    store = await open_store(config.url)
    service = Service(store, QuickDesk(), pace=config.pace)
    await service.open()
    try:
        yield service
    finally:
        await service.close()
        await store.close()


class Socket:
    """A page's socket, driven as a server would drive it."""

    def __init__(self, app: Any, scope: dict[str, Any]) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self.reading = asyncio.Event()
        self.reading.set()
        self.task = asyncio.create_task(app(scope, self._in.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        await self.reading.wait()  # a page that does not read holds up whoever writes
        self._out.put_nowait(message)

    async def event(self) -> dict[str, Any]:
        """What the app does next: accept, send or close."""
        async with asyncio.timeout(10):
            return await self._out.get()

    async def next(self) -> dict[str, Any]:
        """The next message to the page."""
        event = await self.event()
        assert event["type"] == "websocket.send", event
        found: dict[str, Any] = json.loads(event["text"])
        return found

    async def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (message := await self.next())["type"] != kind:
            pass
        return message

    async def closed(self) -> int:
        """The code that the app hangs up with."""
        while (event := await self.event())["type"] != "websocket.close":
            pass
        return int(event["code"])

    def say(self, message: object) -> None:
        """Send a message; text goes as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    def say_bytes(self, content: bytes) -> None:
        self._in.put_nowait({"type": "websocket.receive", "bytes": content})

    async def hang_up(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        async with asyncio.timeout(10):
            await self.task


class Kept(BytecodeCache):
    """Templates are compiled once for all sites of a process; one that has changed is compiled again."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


TEMPLATES = Kept()


class Site:
    """A running app and those who visit it."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        usual: dict[str, Any] = {"data": folder, "secret": b"k" * 32, "pace": 0.0}
        self.config = Config(**{**usual, **settings})
        self.app = create_app(self.config, quick_service)
        self.house.templates.bytecode_cache = TEMPLATES
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._open.enter_async_context(self.app.router.lifespan_context(self.app))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    @property
    def house(self) -> Any:
        return self.app.state.house

    def visitor(self, scheme: str = "http", **headers: str) -> httpx.AsyncClient:
        """Somebody with a browser and no cookies yet."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(
            transport=transport, base_url=f"{scheme}://{HOST}", headers={**BROWSER, **named}
        )

    async def table(self, visitor: httpx.AsyncClient, **form: str) -> str:
        """A table of a visitor's; its name."""
        answer = await visitor.post("/play", data={"level": "greedy", "name": "Ana", "starter": "me", **form})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def socket(
        self,
        table: str,
        visitor: httpx.AsyncClient | None = None,
        origin: str | None = f"http://{HOST}",
        query: str = "",
        **more: Any,
    ) -> Socket:
        """A page opens its socket; nothing has been accepted yet."""
        headers = [(b"host", HOST.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if visitor is not None:
            cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
            headers.append((b"cookie", cookies.encode()))
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"/ws/{table}",
            "raw_path": f"/ws/{table}".encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "client": ("192.0.2.7", 4711),
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
            **more,
        }
        return Socket(self.app, scope)

    async def enter(self, table: str, visitor: httpx.AsyncClient | None = None, **more: Any) -> Socket:
        """A page's socket, accepted."""
        socket = self.socket(table, visitor, **more)
        assert (await socket.event())["type"] == "websocket.accept"
        return socket


def with_site(folder: Path, test: Callable[[Site], Awaitable[None]], **settings: Any) -> None:
    """Run a test on a site of its own."""

    async def run() -> None:
        async with Site(folder, **settings) as site:
            await test(site)

    asyncio.run(run())
