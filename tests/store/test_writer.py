"""Writes that share a commit: each stands or falls alone, and none is told before it is kept."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from azulejos.store import writer
from azulejos.store.db import Conflict, Store, StoreError
from azulejos.store.records import Move
from tests.store.making import a_table, kept, with_store


def hold(started: threading.Event, go_on: threading.Event, _: Connection) -> None:
    """Keep the writer's thread busy, so that others wait and share the next transaction."""
    started.set()
    go_on.wait(10)


async def together(store: Store, *works: object) -> list[object]:
    """Have writes wait for each other, so that one transaction takes them all."""
    started, go_on = threading.Event(), threading.Event()
    first = asyncio.create_task(store._engines.change(lambda connection: hold(started, go_on, connection)))
    await asyncio.to_thread(started.wait, 10)
    tasks = [asyncio.ensure_future(work) for work in works]  # type: ignore[call-overload]
    await asyncio.sleep(0)
    go_on.set()
    await first
    return list(await asyncio.gather(*tasks, return_exceptions=True))


def test_a_conflict_fails_alone(url: str) -> None:
    async def test(store: Store) -> None:
        for name in "abc":
            await store.create_table(a_table(name))
        found = await together(
            store,
            store.append("a", 0, [Move(0, "one")]),
            store.append("b", 7, [Move(0, "one")]),
            store.append("a", 1, [Move(1, "two")]),
            store.append("nowhere", 0, [Move(0, "one")]),
            store.append("c", 0, [Move(0, "one"), Move(1, "two")]),
        )
        assert [type(one) for one in found] == [type(None), Conflict, type(None), StoreError, type(None)]
        assert [move.text for move in (await kept(store, "a")).moves] == ["one", "two"]
        assert (await kept(store, "b")).moves == ()
        assert len((await kept(store, "c")).moves) == 2

    with_store(url, test)


def test_what_fails_half_way_leaves_nothing(file: Path) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("update tables set status = 'over'"))
        raise ValueError("half way")

    async def test(store: Store) -> None:
        await store.create_table(a_table("a"))
        status = (await kept(store, "a")).status
        found = await together(store, store._engines.change(half), store.append("a", 0, [Move(0, "one")]))
        assert isinstance(found[0], ValueError)
        assert found[1] is None
        assert ((await kept(store, "a")).status, len((await kept(store, "a")).moves)) == (status, 1)

    with_store(f"sqlite:///{file}", test)


def test_many_share_a_commit_and_are_told_after_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    write_group = writer._write_group

    def counted(engine: object, works: list[object]) -> object:
        groups.append(len(works))
        return write_group(engine, works)  # type: ignore[arg-type]

    monkeypatch.setattr(writer, "_write_group", counted)

    async def one(store: Store, name: str) -> None:
        await store.append(name, 0, [Move(0, "one")])
        with sqlite3.connect(file) as other:  # another program sees it as soon as we are told
            assert other.execute("select count(*) from moves where table_id = ?", [name]).fetchone() == (1,)
        other.close()

    async def test(store: Store) -> None:
        names = [f"table {number}" for number in range(30)]
        for name in names:
            await store.create_table(a_table(name))
        groups.clear()
        await together(store, *(one(store, name) for name in names))
        assert groups == [1, 30]

    with_store(f"sqlite:///{file}", test)


def test_a_full_disk_fails_all_that_share_the_transaction(file: Path) -> None:
    async def pages(store: Store, most: int) -> None:
        command = f"PRAGMA max_page_count = {most}"
        await store._engines.change(lambda connection: connection.exec_driver_sql(command).scalar())

    async def test(store: Store) -> None:
        for name in "abc":
            await store.create_table(a_table(name))
        await pages(store, 1)  # SQLite takes the number there are
        large = [Move(0, "x" * 3000) for _ in range(50)]
        found = await together(
            store,
            store.append("a", 0, [Move(0, "one")]),
            store.append("b", 0, large),
            store.append("c", 0, large),
        )
        lengths = [len((await kept(store, name)).moves) for name in "abc"]
        for one, length in zip(found, lengths, strict=True):  # told and kept, or refused and not there
            assert (one is None) == (length > 0), (one, length)
        assert "the disk is full" in str(found[1])
        await pages(store, 100_000)
        await store.append("b", 0, large)

    with_store(f"sqlite:///{file}", test)


def test_who_gives_up_before_it_was_begun_has_written_nothing(file: Path) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table("a"))
        started, go_on = threading.Event(), threading.Event()
        first = asyncio.create_task(store._engines.change(lambda found: hold(started, go_on, found)))
        await asyncio.to_thread(started.wait, 10)
        given_up = asyncio.create_task(store.append("a", 0, [Move(0, "one")]))
        await asyncio.sleep(0)
        given_up.cancel()
        go_on.set()
        await first
        await store.append("a", 0, [Move(0, "two")])
        assert [move.text for move in (await kept(store, "a")).moves] == ["two"]

    with_store(f"sqlite:///{file}", test)
