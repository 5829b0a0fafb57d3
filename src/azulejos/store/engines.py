"""The connections to a database: how they are opened, who may write, and what its address means.

SQLite takes one writer at a time, so all writing of this process queues, in order, and nothing ever meets a
lock of our own; reading has connections beside it and, the log being ahead (WAL), never waits for the writer.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    AsyncAdaptedQueuePool,
    Connection,
    Engine,
    QueuePool,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from azulejos.store.errors import StoreError, told
from azulejos.store.writer import Writer

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
BUSY_MS = 5000  # how long to wait for another program that writes
PAUSE = 0.01  # seconds between two tries where SQLite does not wait by itself

PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_MS}",
    "PRAGMA journal_mode = WAL",
    # NORMAL would survive a killed process too, but a power cut could take back moves that people saw
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)

Result = TypeVar("Result")


class Engines:
    """A database, with one way to read it and two to change it: step by step, or at one stroke."""

    def __init__(self, url: str) -> None:
        self._url = _address(url)
        self._alone = asyncio.Lock()  # of those who write a file
        self._writer: Writer | None = None
        self.where = self._url.render_as_string(hide_password=True)
        if self._url.get_backend_name() == "sqlite":
            self._open_file()
        else:
            self._reading = self._writing = _engine(self._url, pool_pre_ping=True)

    def _open_file(self) -> None:
        file = self._url.database
        if file in (None, "", ":memory:"):  # each connection would have a database of its own
            self._reading = self._writing = _sqlite(self._url, "BEGIN", connections=1)
            return
        self.where = str(file)
        with told(self.where):
            _try_file(Path(str(file)))
        self._reading = _sqlite(self._url, "BEGIN", connections=4)
        self._writing = _sqlite(self._url, "BEGIN IMMEDIATE", connections=1)
        self._writer = Writer(_plain_sqlite(self._url), self._alone)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one moment of the database."""
        with told(self.where):
            async with self._reading.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is kept at the end, or nothing where something is raised."""
        with told(self.where):
            async with self._turn(), self._writing.begin() as connection:
                yield connection

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """One at a time where a file is written."""
        if self._writer is None:
            yield
        else:
            async with self._alone:
                yield

    async def change(self, work: Callable[[Connection], Result]) -> Result:
        """A transaction as one function: what it gives, once that is kept; nothing where it raises.

        For what is written often: in a file many such share one commit (see `writer`). The function runs in
        another thread, perhaps while others of this process wait for it, and must wait for nothing itself.
        """
        if self._writer is None:
            async with self.write() as connection:
                return await connection.run_sync(work)
        with told(self.where):
            return await self._writer.do(work)

    async def close(self) -> None:
        with told(self.where):
            if self._writer is not None:
                await self._writer.close()
            await self._reading.dispose()
            await self._writing.dispose()


def _address(url: str) -> URL:
    """The address with a driver that can wait, whichever way it was written."""
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        came = "" if "@" in url else f": {url!r}"  # there may be a password in it
        raise StoreError(
            f"not a database address{came} (expected sqlite:///FILE or postgresql://USER@HOST/NAME)"
        ) from None
    kind = read.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise StoreError(f"cannot use a {kind} database (expected sqlite or postgresql)")
    return read.set(drivername=DRIVERS[kind])


def _try_file(file: Path) -> None:
    """Make the file's folder and look into the file: the driver's thread ends badly where that fails."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(f"cannot make the folder {file.parent}: {reason}") from None
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA schema_version")


def _engine(url: URL, **settings: Any) -> AsyncEngine:
    try:
        return create_async_engine(url, **settings)
    except ModuleNotFoundError as error:
        raise StoreError(
            f"a {url.get_backend_name()} database needs {error.name}: pip install 'azulejos[postgres]'"
        ) from None


def _sqlite(url: URL, begin: str, connections: int) -> AsyncEngine:
    engine = _engine(url, poolclass=AsyncAdaptedQueuePool, pool_size=connections, max_overflow=0)
    _prepare(engine.sync_engine, begin)
    return engine


def _plain_sqlite(url: URL) -> Engine:
    """One connection that writes, for a thread."""
    engine = create_engine(url.set(drivername="sqlite"), poolclass=QueuePool, pool_size=1, max_overflow=0)
    _prepare(engine, "BEGIN IMMEDIATE")
    return engine


def _execute(connection: Any, cursor: Any, pragma: str) -> None:
    """Set a connection up, again and again while another is at it.

    The change of a new file to WAL, which takes it alone for a moment, does not wait as `busy_timeout` says.
    """
    end = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            cursor.execute(pragma)
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
        if hasattr(connection, "run_async"):  # others of this loop go on meanwhile
            connection.run_async(lambda _: asyncio.sleep(PAUSE))
        else:
            time.sleep(PAUSE)


def _prepare(engine: Engine, begin: str) -> None:
    """Every connection is set up, every transaction begun, our way."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we begin transactions, not the driver: its own way splits them
        try:
            cursor = connection.cursor()
            for pragma in PRAGMAS:
                _execute(connection, cursor, pragma)
            cursor.close()
        except BaseException:
            connection.close()  # nobody else would
            raise

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
