"""The short way into a SQLite file: whatever waits to be written goes in one transaction, in one thread.

Most of what a small write costs is waiting: for a thread at every statement, for the disk at every commit.
So writes are functions that run in the writer's thread from begin to end, and all that came while the last
transaction was being committed share the next. Each is undone alone where it fails (a savepoint), and none
is acknowledged before the commit that holds it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

MOST = 100  # writes in one transaction: nobody waits long for the others

Result = TypeVar("Result")
Work = Callable[[Connection], Any]
Outcome = tuple[Any, Exception | None]  # what a write gave, or why it failed


class Writer:
    """Writes one group after the other; `alone` is held meanwhile, so that no other connection writes."""

    def __init__(self, engine: Engine, alone: asyncio.Lock) -> None:
        self._engine, self._alone = engine, alone
        self._thread = ThreadPoolExecutor(1, "azulejos-writer")
        self._waiting: deque[tuple[Work, asyncio.Future[Any]]] = deque()
        self._busy: asyncio.Task[None] | None = None

    async def do(self, work: Callable[[Connection], Result]) -> Result:
        """Have it written; raises what it raised, or what kept its transaction from being kept."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if self._busy is None:
            self._busy = asyncio.create_task(self._write_all())
        return await future

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                async with self._alone:
                    await self._write_some()
        finally:
            self._busy = None

    async def _write_some(self) -> None:
        taken = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
        group = [(work, future) for work, future in taken if not future.done()]  # the others gave up
        if not group:
            return
        works = [work for work, _ in group]
        loop = asyncio.get_running_loop()
        outcomes = await loop.run_in_executor(self._thread, _write_group, self._engine, works)
        for (_, future), (value, error) in zip(group, outcomes, strict=True):
            if future.done():
                continue
            if error is None:
                future.set_result(value)
            else:
                future.set_exception(error)

    async def close(self) -> None:
        """Finish what was begun, and close the connection in the thread that made it."""
        if self._busy is not None:
            await asyncio.gather(self._busy, return_exceptions=True)
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown(wait=False)


def _write_group(engine: Engine, works: Sequence[Work]) -> list[Outcome]:
    """One transaction; where it cannot be kept, nothing in it was written."""
    try:
        with engine.begin() as connection:
            return [_write_one(connection, work) for work in works]
    except Exception as error:
        return [(None, error)] * len(works)


def _write_one(connection: Connection, work: Work) -> Outcome:
    connection.exec_driver_sql("SAVEPOINT one")
    try:
        value, trouble = work(connection), None
    except Exception as error:
        value, trouble = None, error
        try:
            connection.exec_driver_sql("ROLLBACK TO one")
        except Exception:  # a full disk ends the whole transaction
            raise error from None
    connection.exec_driver_sql("RELEASE one")
    return value, trouble
