"""Stores to test, guests and tables to put into them, and a way to run a test that waits."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from azulejos.store.db import Store, open_store
from azulejos.store.records import Move, Seat, Table

SEATS = (Seat("person", "Ana", guest="ana"), Seat("bot", "Master", level="master"))
MOVES = (Move(-1, "deal BBRY"), Move(0, "3B>2"), Move(1, "cR>f", auto=True))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


def with_store(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test on a store that has the guests ana and bea."""

    async def run() -> None:
        async with opened(url) as store:
            await store.add_guest("ana", "hash of ana", "Ana", "fr")
            await store.add_guest("bea", "hash of bea", "Bea", None)
            await test(store)

    asyncio.run(run())


def a_table(table_id: str = "k3f9x2ab7q", **other: Any) -> Table:
    """A table of ana's against a bot, with what is said otherwise."""
    values: dict[str, Any] = {
        "game": "azul",
        "options": {"players": 2, "wall": "coloured", "jokers": False},
        "kind": "bots",
        "listed": True,
        "status": "playing",
        "host": "ana",
        "seed": 2**63 - 1,
        "starter": 1,
        "seats": SEATS,
    }
    return Table(id=table_id, **(values | other))


async def kept(store: Store, table_id: str = "k3f9x2ab7q") -> Table:
    table = await store.load_table(table_id)
    assert table is not None
    return table
