"""Sheets in the store: one revision after the other, whoever writes."""

import asyncio
from dataclasses import replace

import pytest

from azulejos.store.db import Conflict, Store
from azulejos.store.records import Sheet
from tests.store.making import with_store

SHEET = Sheet(
    "s1", "ana", 1, {"name/0": ["Éva <b>", 5, "phone"], "total/0": [None, 6, "phone"]}, {"phone": 7}
)


def test_a_sheet_is_read_as_it_was_written(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_sheet(SHEET)
        assert await store.find_sheet("s1") == SHEET
        assert await store.find_sheet("s2") is None
        with pytest.raises(Conflict):
            await store.add_sheet(SHEET)

    with_store(url, test)


def test_of_two_writers_one_looks_again(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_sheet(SHEET)
        kept = {"league": "l", "result": "r", "revision": 2, "stamp": [1, "phone"]}
        after = replace(SHEET, revision=2, kept=kept, fields={})
        done = await asyncio.gather(*(store.save_sheet(after) for _ in range(3)), return_exceptions=True)
        assert sum(isinstance(one, Conflict) for one in done) == 2
        there = await store.find_sheet("s1")
        assert there is not None
        assert replace(there, updated=SHEET.updated) == after
        assert there.updated > SHEET.updated

    with_store(url, test)


def test_ones_own_are_listed_latest_first_and_counted(url: str) -> None:
    async def test(store: Store) -> None:
        for name in ("s1", "s2", "s3"):
            await store.add_sheet(replace(SHEET, id=name))
        await store.add_sheet(replace(SHEET, id="theirs", owner="bea"))
        await store.add_sheet(replace(SHEET, id="nobodys", owner=None))
        await store.save_sheet(replace(SHEET, id="s2", revision=2))
        assert [one.id for one in await store.sheets_of("ana", 2)] == ["s2", "s1"]
        assert await store.count_sheets("ana") == 3
        await store.pass_on_leagues("ana", "bea")
        assert (await store.count_sheets("ana"), await store.count_sheets("bea")) == (0, 4)
        assert await store.forget("bea")
        assert await store.find_sheet("s1") is None
        assert await store.find_sheet("nobodys") is not None

    with_store(url, test)
