"""Fresh databases for tests: a SQLite file, or one in PostgreSQL where a server is named.

AZULEJOS_TEST_POSTGRES is the address of a database whose user may create others: postgresql://user@host/name.
"""

import asyncio
import atexit
import functools
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from azulejos.store.db import open_store

SERVER = os.environ.get("AZULEJOS_TEST_POSTGRES", "")


def sqlite(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def prepared(file: Path) -> str:
    """A SQLite file with our tables, unless it is there: a copy, for migrations take a while to walk."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_migrated(), file)
    return sqlite(file)


@functools.cache
def _migrated() -> Path:
    """A new database as the program makes it, once for the whole process."""
    folder = Path(tempfile.mkdtemp(prefix="azulejos-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    async def make() -> None:
        await (await open_store(sqlite(folder / "new.db"))).close()

    with ThreadPoolExecutor(1) as beside:  # whoever asks may have a loop running
        beside.submit(asyncio.run, make()).result()
    return folder / "new.db"


@contextmanager
def postgresql() -> Iterator[str]:
    """A new database on that server; gone afterwards."""
    name = f"azulejos_test_{secrets.token_hex(4)}"
    asyncio.run(_on_server(f"CREATE DATABASE {name}"))
    try:
        yield make_url(SERVER).set(database=name).render_as_string(hide_password=False)
    finally:
        asyncio.run(_on_server(f"DROP DATABASE {name}"))


@contextmanager
def fresh(file: Path) -> Iterator[str]:
    """A new database: on the server where there is one, else that file."""
    if not SERVER:
        yield prepared(file)
        return
    with postgresql() as url:
        yield url


async def _on_server(command: str) -> None:
    address = make_url(SERVER).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(address, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(command))
    await engine.dispose()
