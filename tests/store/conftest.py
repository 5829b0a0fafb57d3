"""A fresh database for a test: a SQLite file, and one in PostgreSQL where a server is named.

AZULEJOS_TEST_POSTGRES is the address of a database whose user may create others: postgresql://user@host/name.
"""

import asyncio
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

SERVER = os.environ.get("AZULEJOS_TEST_POSTGRES", "")


@pytest.fixture(params=["sqlite", *(["postgresql"] if SERVER else [])])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'azulejos.db'}"
        return
    name = f"azulejos_test_{secrets.token_hex(4)}"
    asyncio.run(_on_server(f"CREATE DATABASE {name}"))
    yield make_url(SERVER).set(database=name).render_as_string(hide_password=False)
    asyncio.run(_on_server(f"DROP DATABASE {name}"))


async def _on_server(command: str) -> None:
    address = make_url(SERVER).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(address, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(command))
    await engine.dispose()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a SQLite database may be."""
    return tmp_path / "azulejos.db"
