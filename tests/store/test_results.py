"""Games on record in the store: written whole or not at all, in one order, found quickly, read in chunks."""

import asyncio
from dataclasses import replace

import pytest

from azulejos.store import results as module
from azulejos.store.db import Conflict, Store, StoreError
from azulejos.store.records import Person, ResultRow, ScoreRow
from azulejos.store.results import Wanted, unpacked
from azulejos.store.writing import Writing
from tests.store.making import a_table, with_store
from tests.store.test_leagues import OPTIONS, begun, league_of

DETAILS = {"rounds": [{"wall": 3, "floor": -1, "score": 2}], "note": "à côté <b>"}


def a_result(name: str = "g", played: str = "2026-01-01", **other: object) -> ResultRow:
    scores = (ScoreRow("p-ana", 40, 2, DETAILS), ScoreRow("p-bea", 40))
    row = ResultRow(name, "azul", "azul", OPTIONS, played, scores, note="n")
    return replace(row, **other)  # type: ignore[arg-type]


async def ready(store: Store, *rows: ResultRow) -> None:
    await begun(store)
    await store.add_person("thursday", Person("p-bea", "Bea"), "bea")
    if rows:
        await store.write_results("thursday", Writing("ana", "Ana", add=rows))


async def found(store: Store, name: str = "g") -> ResultRow:
    row = await store.find_result("thursday", name)
    assert row is not None
    return row


async def order(store: Store, **asked: object) -> list[str]:
    rows, total = await store.find_results("thursday", Wanted(**asked), 100)  # type: ignore[arg-type]
    assert total == len(rows)
    return [row.id for row in rows]


def test_a_result_is_read_as_it_was_written(url: str) -> None:
    async def test(store: Store) -> None:
        before = a_result(source="sheet", ref="s1")
        await ready(store, before)
        after = await found(store)
        assert after.told == before.told
        assert (after.source, after.ref, after.by, after.deleted) == ("sheet", "s1", "ana", None)
        league = await league_of(store, "ana")
        assert (league.games, league.last, after.made, after.revision) == (
            1,
            "2026-01-01",
            league.revision,
            league.revision,
        )

    with_store(url, test)


def test_within_a_day_games_are_in_the_order_they_came(url: str) -> None:
    async def test(store: Store) -> None:
        await ready(store, a_result("b"), a_result("a"), a_result("c", "2025-12-31"))
        await store.write_results("thursday", Writing("ana", "Ana", add=[a_result("0")]))
        assert await order(store) == ["0", "a", "b", "c"]
        rows = [await found(store, name) for name in "ba0"]
        assert [row.made for row in rows] == sorted({row.made for row in rows})

    with_store(url, test)


def test_many_are_written_whole_or_not_at_all(url: str) -> None:
    async def test(store: Store) -> None:
        await ready(store, a_result("taken"))
        before = await league_of(store, "ana")
        fresh = [(Person("p-cleo", "Cleo"), "cleo")]
        for bad in (
            Writing("ana", "Ana", add=[a_result("x"), a_result("taken")], people=fresh),
            Writing("ana", "Ana", add=[a_result("x"), a_result("x")], people=fresh),
            Writing("ana", "Ana", add=[a_result("x")], people=[(Person("p", "Bea"), "bea")]),
            Writing("ana", "Ana", add=[a_result("x")], correct=[(a_result("taken"), 999)], people=fresh),
        ):
            with pytest.raises(Conflict):
                await store.write_results("thursday", bad)
            assert await league_of(store, "ana") == before
            assert [one.id for one in await store.people("thursday")] == ["p-ana", "p-bea"]
        nobody = a_result("x", scores=(ScoreRow("nobody", 1), ScoreRow("p-ana", 2)))
        with pytest.raises(StoreError):
            await store.write_results("thursday", Writing("ana", "Ana", add=[nobody]))
        with pytest.raises(StoreError):
            await store.write_results("nowhere", Writing("ana", "Ana", add=[a_result("x")]))
        assert await order(store) == ["taken"]

    with_store(url, test)


def test_corrections_are_made_once_and_traced(url: str) -> None:
    async def test(store: Store) -> None:
        await ready(store, a_result(ref="s1", source="sheet"))
        row = await found(store)
        better = a_result(scores=(ScoreRow("p-bea", 7), ScoreRow("p-ana", 8, 0)), played="2026-02-02")
        tries = [
            store.write_results(
                "thursday", Writing("ana", "Ana", "corrected", correct=[(better, row.revision)])
            )
            for _ in range(4)
        ]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(one, Conflict) for one in done) == 3
        after = await found(store)
        assert after.told == better.told
        assert (after.ref, after.source, after.made) == ("s1", "sheet", row.made)
        [made, corrected] = await store.trace("thursday", "g")
        assert (made.kind, made.before, made.after) == ("made", None, None)
        assert corrected.before is not None
        assert corrected.before["scores"][0] == {
            "person": "p-ana",
            "total_points": 40,
            "completed_rows": 2,
            **DETAILS,
        }
        assert corrected.after is not None
        assert corrected.after["played"] == "2026-02-02"

    with_store(url, test)


def test_deleting_twice_is_deleting_once(url: str) -> None:
    async def test(store: Store) -> None:
        await ready(store, a_result())
        marks = [store.mark_deleted("thursday", "g", True, "ana", "Ana") for _ in range(3)]
        assert sorted(await asyncio.gather(*marks)) == [False, False, True]
        assert (await order(store), await order(store, deleted=True)) == ([], ["g"])
        assert await store.mark_deleted("thursday", "g", False, "ana", "Ana")
        assert [one.kind for one in await store.trace("thursday", "g")] == ["made", "deleted", "restored"]
        assert not await store.mark_deleted("thursday", "none", True, "ana", "Ana")

    with_store(url, test)


def test_signs_of_the_database_are_only_signs(url: str) -> None:
    async def test(store: Store) -> None:
        await ready(
            store, a_result("a", note="100% sure_ly"), a_result("b", note="'; DROP TABLE results; --")
        )
        assert await order(store, text="%") == ["a"]
        assert await order(store, text="_L") == ["a"]
        assert await order(store, text="'; drop") == ["b"]
        assert await order(store, people=["' OR 1=1 --"]) == []

    with_store(url, test)


def test_chunks_hold_every_change_once_in_order(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 3)

    async def test(store: Store) -> None:
        await ready(store, *(a_result(f"g{n}") for n in range(8)))
        await store.mark_deleted("thursday", "g3", True, "ana", "Ana")

        async def changed(after: tuple[int, str]) -> tuple[list[tuple[str, bool]], tuple[int, str]]:
            seen: list[tuple[str, bool]] = []
            while (raw := await store.raw_results("thursday", after)).rows:
                assert len(raw.rows) <= 3
                seen += [(row.id, gone) for row, gone in unpacked(raw)]
                after = raw.last
            return seen, after

        seen, last = await changed((-1, ""))
        assert seen == [(f"g{n}", False) for n in range(8) if n != 3] + [("g3", True)]
        assert await changed(last) == ([], last)
        await store.write_results("thursday", Writing("ana", "Ana", add=[a_result("new")]))
        assert (await changed(last))[0] == [("new", False)]
        [row] = [row for row, _ in unpacked(await store.raw_results("thursday", last))]
        assert row.told == a_result("new").told
        some = await store.some_results("thursday", [f"g{n}" for n in range(9)])
        assert len(some) == 8

    with_store(url, test)


def test_a_finished_table_is_on_record_once(url: str) -> None:
    async def test(store: Store) -> None:
        await ready(store)
        ended: list[str] = []
        store.ended = ended.append
        await store.create_table(a_table("one"))
        await store.create_table(a_table("two"))
        assert await store.unfed_tables(9) == []
        await store.set_status("one", "over", ending="resigned", ending_seat=0)
        await store.append("two", 0, [], status="over", ending="row")
        assert ended == ["one", "two"]
        assert [one.id for one in await store.unfed_tables(9)] == ["one", "two"]
        writing = {"thursday": Writing(None, "", add=[a_result("t-one")])}
        done = await asyncio.gather(*(store.feed_table("one", writing) for _ in range(3)))
        assert sorted(done) == [False, False, True]
        assert [one.id for one in await store.unfed_tables(9)] == ["two"]
        # a file has brought it already: the table is done with, the result stays as it is
        await store.write_results("thursday", Writing("ana", "Ana", add=[a_result("t-two", note="mine")]))
        assert await store.feed_table("two", {"thursday": Writing(None, "", add=[a_result("t-two")])})
        assert (await found(store, "t-two")).note == "mine"
        assert await store.unfed_tables(9) == []

    with_store(url, test)


def test_games_go_to_leagues_that_want_them_and_know_everybody(url: str) -> None:
    async def test(store: Store) -> None:
        await begun(store)
        await begun(store, name="shut", feeds=False)
        for league in ("thursday", "shut"):
            await store.add_member(league, "bea", Person("p-bea", "Bea", "bea"), "bea")
        await begun(store, name="alone")
        assert await store.fed_leagues(["ana", "bea"]) == ["thursday"]
        assert await store.fed_leagues(["ana"]) == ["alone", "thursday"]

    with_store(url, test)
