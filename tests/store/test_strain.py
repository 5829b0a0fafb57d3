"""Many writers at once, callers that give up, a database held by others, a full disk."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from azulejos.store import engines
from azulejos.store.db import Store, StoreError
from azulejos.store.records import Move
from tests.store.making import a_table, kept, with_store


def test_fifty_tables_write_at_once(url: str) -> None:
    names = [f"table {number}" for number in range(50)]

    async def play(store: Store, name: str) -> None:
        for ply in range(10):
            await store.append(name, ply, [Move(ply % 2, f"{name} {ply}")], turn=[1 - ply % 2])
            if ply % 5 == 0:
                assert len((await kept(store, name)).moves) == ply + 1
                await store.playing_tables(5)

    async def test(store: Store) -> None:
        await asyncio.gather(*(store.create_table(a_table(name)) for name in names))
        await asyncio.gather(*(play(store, name) for name in names))
        for name in names:
            moves = (await kept(store, name)).moves
            assert [move.text for move in moves] == [f"{name} {ply}" for ply in range(10)]

    with_store(url, test)


def test_a_caller_that_gives_up_leaves_whole_moves_and_no_lock(url: str) -> None:
    async def test(store: Store) -> None:
        for number in range(12):
            await store.create_table(a_table(str(number)))
        two = [Move(0, "first"), Move(1, "second")]
        tasks = [asyncio.create_task(store.append(str(number), 0, two)) for number in range(12)]
        for task in tasks:
            await asyncio.sleep(0.001)
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.create_table(a_table("after"))  # it waits for all that was begun
        for number in range(12):
            written = len((await kept(store, str(number))).moves)
            assert written in (0, 2)
            await store.append(str(number), written, two)

    with_store(url, test)


def test_a_database_held_by_another_program_is_told_and_used_once_it_is_free(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "PRAGMAS", ("PRAGMA busy_timeout = 20", *engines.PRAGMAS[1:]))

    async def test(store: Store) -> None:
        await store.create_table(a_table())
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is in use by another program: stop that one, or try again"):
            await store.append("k3f9x2ab7q", 0, [Move(0, "3B>2")])
        assert (await kept(store)).moves == ()  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        await store.append("k3f9x2ab7q", 0, [Move(0, "3B>2")])

    with_store(f"sqlite:///{file}", test)


def test_a_full_disk_is_told_and_costs_no_move(file: Path) -> None:
    acknowledged: list[int] = []

    async def fill(store: Store) -> None:
        for ply in range(2000):
            await store.append("k3f9x2ab7q", ply, [Move(0, "3B>2" * 50)])
            acknowledged.append(ply)

    async def pages(store: Store, most: str) -> None:
        command = f"PRAGMA max_page_count = {most}"
        await store._engines.change(lambda connection: connection.exec_driver_sql(command).scalar())

    async def test(store: Store) -> None:
        await store.create_table(a_table())
        await pages(store, "1")  # SQLite takes the number there are
        with pytest.raises(StoreError, match=r"cannot write .*azulejos\.db: the disk is full"):
            await fill(store)
        ply = len((await kept(store)).moves)
        assert ply == len(acknowledged)
        await pages(store, "100000")
        await store.append("k3f9x2ab7q", ply, [Move(0, "3B>2")])

    with_store(f"sqlite:///{file}", test)
