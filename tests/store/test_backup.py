"""Copies made while others write, and put back: each is one moment, whole, and refused where it must be."""

import asyncio
import errno
import os
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from azulejos.store.backup import back_up, file_of, inspected, restore
from azulejos.store.db import Store, StoreError, open_store
from azulejos.store.records import Move
from tests.store.making import a_table, kept, opened, with_store

SOURCE = Path(__file__).parents[2] / "src"
WRITING = """
import asyncio, sys
from azulejos.store.db import open_store
from azulejos.store.records import Move
from tests.store.making import a_table

async def main():
    store = await open_store(sys.argv[1])
    await store.add_guest("ana", "hash of ana", "Ana", None)
    for name in ("one", "two"):
        await store.create_table(a_table(name))
    print("ready", flush=True)
    for ply in range(100_000):
        for name in ("one", "two"):
            await store.append(name, 2 * ply, [Move(0, f"first {ply}"), Move(1, f"second {ply}")])
            print(name, 2 * ply + 2, flush=True)

asyncio.run(main())
"""


def test_copies_under_writes_are_whole_and_hold_all_that_was_acknowledged(file: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITING, f"sqlite:///{file}"]
    paths = os.pathsep.join((str(SOURCE), str(SOURCE.parent)))
    with (tmp_path / "said").open("w") as said:
        writer = subprocess.Popen(command, stdout=said, env={**os.environ, "PYTHONPATH": paths})
    try:
        acknowledged = _acknowledged(tmp_path / "said", 20)
        for number in range(8):
            before = acknowledged
            copy = tmp_path / f"copy-{number}.db"
            copied = back_up(file, copy)
            acknowledged = _acknowledged(tmp_path / "said", acknowledged + 2)  # nobody was held up
            assert copied.moves >= before
            assert copied.moves % 2 == 0  # never half a transaction
    finally:
        writer.kill()
        writer.wait()
    assert sorted(path.name for path in tmp_path.glob("copy*")) == [f"copy-{n}.db" for n in range(8)]
    place = tmp_path / "elsewhere" / "azulejos.db"
    assert restore(copy, place) == (copied, None)

    async def go_on() -> None:
        async with opened(f"sqlite:///{place}") as store:
            one, two = (await kept(store, "one")).moves, (await kept(store, "two")).moves
            assert len(one) + len(two) == copied.moves
            assert len(one) - len(two) in (0, 2)
            await store.append("one", len(one), [Move(0, "and on")])

    asyncio.run(go_on())


def _acknowledged(said: Path, least: int) -> int:
    """Wait until so many moves are acknowledged; how many are."""
    for _ in range(600):
        lines = said.read_text().splitlines()
        counts = {words[0]: int(words[1]) for line in lines if len(words := line.split()) == 2}
        if sum(counts.values()) >= least:
            return sum(counts.values())
        time.sleep(0.05)
    raise AssertionError("the writer does not get on")


def a_database(file: Path, moves: int = 4) -> None:
    async def write(store: Store) -> None:
        await store.create_table(a_table())
        for ply in range(moves):
            await store.append("k3f9x2ab7q", ply, [Move(0, "3B>2")])

    with_store(f"sqlite:///{file}", write)


def test_a_copy_is_one_file_that_nobody_else_may_read(file: Path, tmp_path: Path) -> None:
    a_database(file)
    copied = back_up(file, tmp_path / "copy.db")
    assert (copied.tables, copied.moves) == (1, 4)
    assert inspected(tmp_path / "copy.db") == copied
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"azulejos.db", "copy.db"}


def test_what_was_there_is_kept_when_a_copy_is_put_back(file: Path, tmp_path: Path) -> None:
    a_database(file)
    back_up(file, tmp_path / "copy.db")

    async def more() -> None:
        async with opened(f"sqlite:///{file}") as store:
            await store.append("k3f9x2ab7q", 4, [Move(0, "later")])

    asyncio.run(more())
    copied, old = restore(tmp_path / "copy.db", file)
    assert old is not None
    assert (copied.moves, inspected(old).moves, inspected(file).moves) == (4, 5, 4)
    asyncio.run(more())  # the server goes on from the copy
    assert (tmp_path / "copy.db").exists()


def test_nothing_is_put_back_under_a_running_server(file: Path, tmp_path: Path) -> None:
    a_database(file)
    back_up(file, tmp_path / "copy.db")

    async def test() -> None:
        store = await open_store(f"sqlite:///{file}")
        await store.append("k3f9x2ab7q", 4, [Move(0, "while we run")])
        with pytest.raises(StoreError, match="is in use: stop the server first"):
            restore(tmp_path / "copy.db", file)
        await store.append("k3f9x2ab7q", 5, [Move(0, "and on")])
        await store.close()

    asyncio.run(test())
    assert inspected(file).moves == 6


def test_what_is_there_stays_where_it_is_until_the_copy_is_whole(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_database(file)
    copy = tmp_path / "copy.db"
    back_up(file, copy)
    with pytest.raises(StoreError, match="is the database itself"):
        restore(file, file)
    assert inspected(file).moves == 4

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        restore(copy, file)
    assert inspected(file).moves == 4
    assert not [*tmp_path.glob("*.old"), *tmp_path.glob(".*")]


def test_what_cannot_be_copied_or_put_back_is_told(file: Path, tmp_path: Path) -> None:
    a_database(file)
    there = tmp_path / "there"
    there.write_text("a letter")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as foreign:
        foreign.execute("CREATE TABLE birds (name)")
    foreign.close()
    broken = tmp_path / "broken.db"
    back_up(file, broken)
    content = broken.read_bytes()
    broken.write_bytes(content[: len(content) // 2])
    for sentence, make in (
        ("there is no database", lambda: back_up(tmp_path / "nowhere.db", tmp_path / "copy.db")),
        ("is there already: name another file", lambda: back_up(file, there)),
        ("there is no folder", lambda: back_up(file, tmp_path / "no" / "folder.db")),
        ("there is no file", lambda: restore(tmp_path / "nowhere.db", file)),
        ("is no database", lambda: restore(there, file)),
        ("holds no games of ours", lambda: restore(other, file)),
        ("is damaged", lambda: restore(broken, file)),
    ):
        with pytest.raises(StoreError, match=sentence):
            make()
    assert there.read_text() == "a letter"
    assert inspected(file).moves == 4
    for url in ("postgresql://host/name", "sqlite://", "nonsense"):
        with pytest.raises(StoreError):
            file_of(url)
    assert file_of(f"sqlite+aiosqlite:///{file}") == file
