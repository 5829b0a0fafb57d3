"""Sheets: edits of several phones, in any order, as often as they are sent; the game on record at last."""

import asyncio
import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from azulejos.service import sheets as module
from azulejos.service.errors import TooMany, UnknownSheet
from azulejos.service.merging import MOST_FIELDS, merged
from azulejos.store.records import Sheet
from tests.service.league import DAY, NOW, Club, in_club

ID = "k3f9x2ab7qk3f9x2ab7q"


def edit(value: Any, time: int = NOW, by: str = "phone") -> dict[str, Any]:
    return {"v": value, "t": time, "by": by}


def played(**totals: int) -> dict[str, Any]:
    """A quick sheet, filled in."""
    fields: dict[str, Any] = {"game": "azul", "way": "quick", "players": len(totals), "played": DAY}
    for seat, (name, points) in enumerate(totals.items()):
        fields |= {f"name/{seat}": name, f"total/{seat}": points}
    return {key: edit(value) for key, value in fields.items()}


def values(view: dict[str, Any]) -> dict[str, Any]:
    return {key: entry["v"] for key, entry in view["fields"].items()}


def codes(view: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["field"], one["code"]) for one in view["problems"]]


# --- merging ------------------------------------------------------------------------------------------------


def test_whatever_order_edits_come_in_all_phones_see_the_same() -> None:
    dice = random.Random(7)
    for _ in range(50):
        edits = [
            {f"total/{dice.randrange(2)}": edit(dice.randrange(9), dice.randrange(3), dice.choice("abc"))}
            for _ in range(5)
        ]
        ends = set()
        for order in itertools.permutations(edits):
            sheet = Sheet(ID, None, 0, {})
            for one in (*order, *order[:2]):  # and some of them twice
                sheet, problems = merged(sheet, one, NOW)
                assert problems == []
            ends.add(str(sorted(sheet.fields.items())))
        assert len(ends) == 1


def test_the_later_edit_wins_whenever_it_arrives(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.sheets.merge(None, ID, {"total/0": edit(40, NOW + 5, "a")})
        view = await club.sheets.merge(
            None, ID, {"total/0": edit(30, NOW, "b"), "total/1": edit(9, NOW, "b")}
        )
        assert values(view) == {"total/0": 40, "total/1": 9}
        view = await club.sheets.merge(None, ID, {"total/0": edit(None, NOW + 6, "b")})
        assert values(view) == {"total/0": None, "total/1": 9}
        assert await club.sheets.open(ID) == view

    in_club(tmp_path, story)


def test_sending_again_changes_nothing(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        first = await club.sheets.merge(ana, ID, played(Ana=40, Bea=30))
        again = await club.sheets.merge(ana, ID, played(Ana=40, Bea=30))
        assert again == first

    in_club(tmp_path, story)


def test_a_clock_that_is_ahead_wins_nothing_by_it_and_may_send_again(tmp_path: Path) -> None:
    hour = 3_600_000

    async def story(club: Club) -> None:
        ahead = {"total/0": edit(1, NOW + hour, "fast")}
        view = await club.sheets.merge(None, ID, ahead)
        assert view["fields"]["total/0"] == edit(1, NOW, "fast")
        club.clock += 1000
        await club.sheets.merge(None, ID, {"total/0": edit(2, NOW + 500, "right")})
        view = await club.sheets.merge(None, ID, ahead)  # the answer had been lost
        assert values(view) == {"total/0": 2}
        view = await club.sheets.merge(None, ID, {"total/0": edit(3, NOW + hour + 900, "fast")})
        assert view["fields"]["total/0"] == edit(3, NOW + 900, "fast")
        near = {"total/1": edit(7, NOW + 200_000, "near")}  # three minutes: as it says
        assert (await club.sheets.merge(None, ID, near))["fields"]["total/1"]["t"] == NOW + 200_000

    in_club(tmp_path, story)


def test_two_phones_at_once_lose_nothing(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        keys = [f"r{n}/{seat}/wall" for n in range(1, 6) for seat in range(2)]
        work = [
            club.sheets.merge(None, ID, {key: edit(number, NOW + number, device)})
            for number, key in enumerate(keys)
            for device in ("a", "b")
        ]
        await asyncio.gather(*work)
        view = await club.sheets.open(ID)
        assert values(view) == {key: number for number, key in enumerate(keys)}
        assert {entry["by"] for entry in view["fields"].values()} == {"b"}

    in_club(tmp_path, story)


def test_another_server_on_the_same_store_loses_nothing_either(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        other = module.Sheets(club.service, club.records, lambda: NOW)
        work = [
            sheets.merge(None, ID, {f"r{n}/0/wall": edit(n, NOW, device)})
            for n in range(1, 5)
            for sheets, device in ((club.sheets, "a"), (other, "b"))
        ]
        await asyncio.gather(*work)
        assert len(values(await club.sheets.open(ID))) == 4

    in_club(tmp_path, story)


@pytest.mark.parametrize(
    ("key", "entry", "code"),
    [
        ("colour of the sky", edit("blue"), "unknown_field"),
        ("name/9", edit("Ana"), "unknown_field"),
        ("name/0", edit(7), "bad_value"),
        ("name/0", edit("x" * 5000), "too_long"),
        ("total/0", edit([1]), "bad_edit"),
        ("total/0", {"v": 1}, "bad_edit"),
        ("total/0", {"v": 1, "t": -1, "by": "a"}, "bad_edit"),
        ("total/0", {"v": 1, "t": 2**60, "by": "a"}, "bad_edit"),
        ("total/0", {"v": 1, "t": True, "by": "a"}, "bad_edit"),
        ("total/0", {"v": 1, "t": 1, "by": "<script>"}, "bad_edit"),
        ("total/0", "40", "bad_edit"),
    ],
)
def test_what_is_no_field_is_named_and_the_rest_is_taken(
    tmp_path: Path, key: str, entry: Any, code: str
) -> None:
    async def story(club: Club) -> None:
        view = await club.sheets.merge(None, ID, {key: entry, "total/1": edit(30)})
        assert codes(view) == [(key, code)]
        assert values(view) == {"total/1": 30}

    in_club(tmp_path, story)


def test_a_request_of_which_nothing_is_taken_begins_no_sheet(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        for edits in ({"total/9": edit(1), "total/0": "40"}, {"keep": {"v": "own"}}, {}):
            view = await club.sheets.merge(ana, ID, edits)
            assert sorted(key for key, _ in codes(view)) == sorted(edits)
            assert (values(view), view["revision"]) == ({}, 0)
            assert await club.sheets.mine(ana) == []
            with pytest.raises(UnknownSheet):
                await club.sheets.open(ID)
        await club.sheets.merge(ana, ID, {"total/0": edit(40)})
        assert codes(await club.sheets.merge(ana, ID, {"total/9": edit(1)})) == [("total/9", "unknown_field")]
        assert values(await club.sheets.open(ID)) == {"total/0": 40}

    in_club(tmp_path, story)


def test_a_sheet_has_an_end() -> None:
    taps = [f"t/{seat}/{row}{column}" for seat in range(4) for row in range(1, 6) for column in range(1, 6)]
    keys = taps + [f"r{n}/{seat}/wall" for n in range(1, 60) for seat in range(4)]
    keys += [f"r{n}/{seat}/floor" for n in range(1, 99) for seat in range(4)]
    full = Sheet(ID, None, 1, {f"r{n}/0/x": [0, 1, "a"] for n in range(MOST_FIELDS - len(taps))})
    sheet, problems = merged(full, {key: edit(None) for key in keys}, NOW)
    assert len(sheet.fields) == MOST_FIELDS
    assert {one["code"] for one in problems} <= {"too_many_fields", "unknown_field"}
    assert "too_many_fields" in {one["code"] for one in problems}


def test_a_name_that_is_no_sheets_is_nothing(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        for name in ("short", "UPPERCASE" * 3, "a" * 41, "../../../../etc/passwd"):
            with pytest.raises(UnknownSheet):
                await club.sheets.open(name)
            with pytest.raises(UnknownSheet):
                await club.sheets.merge(None, name, {"total/0": edit(1)})
        with pytest.raises(UnknownSheet):
            await club.sheets.open(ID)

    in_club(tmp_path, story)


# --- on record ----------------------------------------------------------------------------------------------


def test_keeping_puts_the_game_on_record_once_and_again_corrects_it(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        keep = {"keep": edit(league, NOW + 1)}
        view = await club.sheets.merge(ana, ID, {**played(ana=40, Bea=30), **keep})
        assert view["problems"] == []
        kept = view["kept"]
        assert kept == {"league": league, "result": f"s-{ID}", "revision": view["revision"]}
        for _ in range(2):  # the answer had been lost
            assert (await club.sheets.merge(ana, ID, keep))["kept"] == kept
        found = await club.records.get(ana, league, f"s-{ID}")
        assert (found.result.source, found.result.ref, found.result.played) == ("sheet", ID, DAY)
        assert [found.people[score.person].name for score in found.result.scores] == ["Ana", "Bea"]
        assert len(found.trace) == 1
        changed = await club.sheets.merge(ana, ID, {"total/1": edit(33, NOW + 2)})
        assert changed["kept"] == kept  # not on record before somebody says so
        assert changed["revision"] > kept["revision"]
        await club.sheets.merge(ana, ID, {"keep": edit(league, NOW + 3)})
        found = await club.records.get(ana, league, f"s-{ID}")
        assert [score.total_points for score in found.result.scores] == [40, 33]
        assert [change.kind for change in found.trace] == ["made", "corrected"]

    in_club(tmp_path, story)


def test_stopped_between_the_record_and_its_note_nothing_comes_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        edits = {**played(Ana=40, Bea=30), "keep": edit(league)}
        real, calls = club.store.save_sheet, 0

        async def dying(sheet: Sheet) -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise RuntimeError("killed")
            await real(sheet)

        monkeypatch.setattr(club.store, "save_sheet", dying)
        with pytest.raises(RuntimeError):
            await club.sheets.merge(ana, ID, edits)
        assert (await club.sheets.open(ID))["kept"] is None
        view = await club.sheets.merge(ana, ID, edits)
        assert view["kept"]["result"] == f"s-{ID}"
        assert len((await club.records.get(ana, league, f"s-{ID}")).trace) == 1

    in_club(tmp_path, story)


def test_what_cannot_be_on_record_is_named_and_stays_on_the_sheet(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        fields = {**played(Ana=40, Bea=400), "keep": edit(league), "played": edit("2999-01-01")}
        view = await club.sheets.merge(ana, ID, fields)
        assert codes(view) == [("played", "future"), ("total/1", "total_high")]
        assert view["problems"][0]["text"] == "score.problem.future"
        view = await club.sheets.merge(
            ana, ID, {"total/0": edit(None, NOW + 1), "keep": edit(league, NOW + 1)}
        )
        assert codes(view) == [("total/0", "total_missing")]
        assert view["kept"] is None
        assert (await club.leagues.open(ana, league)).games == 0

    in_club(tmp_path, story)


def test_nobody_writes_in_a_league_through_a_sheet_but_its_members(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, eve = await club.come("Ana"), await club.come("Eve")
        league = (await club.league(ana)).id
        sheet = {**played(Ana=4, Eve=90), "keep": edit(league, NOW, "eve")}
        here = await club.sheets.merge(eve, ID, sheet)
        nowhere = await club.sheets.merge(eve, ID[::-1], {**sheet, "keep": edit("nowhere", NOW, "eve")})
        assert here["problems"] == nowhere["problems"]
        assert codes(here) == [("keep", "unknown_league")]
        assert codes(await club.sheets.merge(None, ID, sheet)) == [("keep", "not_possible")]
        # a member who merely writes on Eve's sheet has not asked for anything
        await club.sheets.merge(ana, ID, {"total/0": edit(5, NOW + 9, "ana")})
        assert (await club.leagues.open(ana, league)).games == 0
        assert codes(await club.sheets.merge(eve, ID, {"keep": edit("online", NOW + 10)})) == [
            ("keep", "read_only")
        ]

    in_club(tmp_path, story)


def test_ones_own_list_is_made_at_first_use(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        view = await club.sheets.merge(ana, ID, {**played(Ana=40, Bea=30), "keep": edit("own")}, "My games")
        view = await club.sheets.merge(ana, ID, {"keep": edit("own", NOW + 1)}, "Mes parties")
        [own] = await club.leagues.mine(ana)
        assert (own.id, own.name, own.kind, own.games) == (view["kept"]["league"], "My games", "own", 1)

    in_club(tmp_path, story)


def test_people_of_another_league_are_taken_by_their_names(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        here, there = (await club.league(ana)).id, (await club.league(ana)).id
        me, other = await club.leagues.me(ana, here), await club.leagues.me(ana, there)
        assert me is not None
        assert other is not None
        fields = {**played(Anna=40, Bea=30), "person/0": edit(me.id), "keep": edit(here)}
        await club.sheets.merge(ana, ID, fields)
        found = await club.records.get(ana, here, f"s-{ID}")
        assert found.result.scores[0].person == me.id
        await club.sheets.merge(ana, ID, {"keep": edit(there, NOW + 1)})
        found = await club.records.get(ana, there, f"s-{ID}")
        assert [found.people[score.person].name for score in found.result.scores] == ["Anna", "Bea"]

    in_club(tmp_path, story)


# --- watching -----------------------------------------------------------------------------------------------


def test_whoever_watches_sees_every_change_and_no_other(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.sheets.merge(None, ID, {"total/0": edit(1)})
        watching = club.sheets.watch(ID)
        first = await anext(watching)
        assert values(first) == {"total/0": 1}
        waiting = asyncio.ensure_future(anext(watching))
        await club.sheets.merge(None, ID, {"total/0": edit(1)})  # nothing new
        await club.sheets.merge(None, ID[::-1], {"total/0": edit(7)})  # elsewhere
        await asyncio.sleep(0.05)
        assert not waiting.done()
        await club.sheets.merge(None, ID, {"total/0": edit(2, NOW + 1)})
        assert values(await asyncio.wait_for(waiting, 5)) == {"total/0": 2}
        known = club.sheets.watch(ID, known=first["revision"] + 1)
        waiting = asyncio.ensure_future(anext(known))
        with pytest.raises(UnknownSheet):
            await anext(club.sheets.watch("z" * 20))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        await club.sheets.close()
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(waiting, 5)
        await watching.aclose()  # type: ignore[attr-defined]

    in_club(tmp_path, story)


def test_a_change_while_the_sheet_is_read_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(club: Club) -> None:
        await club.sheets.merge(None, ID, {"total/0": edit(1)})
        real = club.sheets.open

        async def slow(sheet_id: str) -> dict[str, Any]:
            view = await real(sheet_id)
            if values(view) == {"total/0": 1}:
                await club.sheets.merge(None, ID, {"total/0": edit(2, NOW + 1)})
            return view

        monkeypatch.setattr(club.sheets, "open", slow)
        watching = club.sheets.watch(ID)
        assert values(await anext(watching)) == {"total/0": 1}
        assert values(await asyncio.wait_for(anext(watching), 5)) == {"total/0": 2}
        await watching.aclose()  # type: ignore[attr-defined]
        assert club.sheets._watchers == {}

    in_club(tmp_path, story)


def test_a_crowd_is_told_that_it_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(club: Club) -> None:
        monkeypatch.setattr(module, "MOST_WATCHERS", 1)
        monkeypatch.setattr(module, "MOST_SHEETS", 1)
        ana = await club.come("Ana")
        await club.sheets.merge(ana, ID, {"total/0": edit(1)})
        first = club.sheets.watch(ID)
        await anext(first)
        with pytest.raises(TooMany):
            await anext(club.sheets.watch(ID))
        await first.aclose()  # type: ignore[attr-defined]
        again = club.sheets.watch(ID)
        assert (await anext(again))["id"] == ID
        await again.aclose()  # type: ignore[attr-defined]
        with pytest.raises(TooMany):
            await club.sheets.merge(ana, ID[::-1], {"total/0": edit(1)})

    in_club(tmp_path, story)


def test_ones_own_sheets_are_listed(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        await club.sheets.merge(ana, ID, {**played(Ana=40, Bea=30), "keep": edit("own")}, "Mine")
        await club.sheets.merge(ana, ID[::-1], {"game": edit("pavilion"), "players": edit(3)})
        [new, old] = await club.sheets.mine(ana)
        assert (new.game, new.names, new.kept) == ("pavilion", ["", "", ""], None)
        assert (old.id, old.names, old.played) == (ID, ["Ana", "Bea"], DAY)
        assert old.kept is not None
        assert await club.sheets.mine(None) == []
        assert await club.sheets.mine(await club.come("Eve")) == []

    in_club(tmp_path, story)
