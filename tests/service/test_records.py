"""Games on record: put down once, found, corrected with a trace, deleted and brought back; as files."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from azulejos.service.errors import BadImport, BadResult, Stale, UnknownResult
from azulejos.service.records import Filters
from azulejos.study.results import Score
from tests.service.league import Club, game, in_club


def problems(error: pytest.ExceptionInfo[BadResult]) -> list[tuple[str, str]]:
    return [(one.field, one.code) for one in error.value.problems]


async def ids(club: Club, league: str, **asked: object) -> list[str]:
    """What is found by the first person's eyes."""
    guest = await club.come("Ana")
    found, total = await club.records.find(guest, league, Filters(**asked))  # type: ignore[arg-type]
    assert total == len(found)
    return [one.result.id for one in found]


# --- putting down -------------------------------------------------------------------------------------------


def test_a_game_is_put_down_with_all_that_was_given(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        rounds: tuple[dict[str, int | None], ...] = (
            {"wall": 3, "floor": -1, "score": 2},
            {"wall": 5, "floor": None, "score": 7},
        )
        bonuses = {"rows": 2, "columns": 0, "colours": 10}
        scores = (Score("Ana", 40, 1, rounds, bonuses, "lucky"), Score("ana maria", 40, 0, out="time"))
        told = game(note="<b>at Bea's</b>", scores=scores, options={"wall": "grey", "jokers": True})
        name = await club.records.add(ana, league, told)
        found = await club.records.get(ana, league, name)
        people = {one.name: one.id for one in await club.leagues.people(ana, league)}
        wanted = (replace(scores[0], person=people["Ana"]), replace(scores[1], person=people["ana maria"]))
        assert found.result == replace(told, id=name, scores=wanted)
        assert (found.by, [change.kind for change in found.trace]) == ("Ana", ["made"])

    in_club(tmp_path, story)


def test_what_cannot_be_is_named_field_by_field_and_nothing_is_kept(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = await club.league(ana)
        with pytest.raises(BadResult) as caught:
            await club.records.add(ana, league.id, game(("Zoe", -1), ("Yan", 400), played="2999-01-01"))
        assert problems(caught) == [
            ("played", "future"),
            ("total/0", "total_negative"),
            ("total/1", "total_high"),
        ]
        for scores, wrong in (
            ([("Ana", 1)], ("players", "players")),
            ([(name, 1) for name in "abcde"], ("players", "players")),
            ([("Zoe", 1), ("zoe", 2)], ("name/1", "twice")),
            ([("Zoe", 1), ("Ｚｏｅ", 2)], ("name/1", "twice")),  # the same without width
            ([("Zoe", 1), ("p-aaaaaaaaaa", 2)], ("name/1", "person")),
            ([("Zoe", 1), ("\u3164", 2)], ("name/1", "name_signs")),
        ):
            with pytest.raises(BadResult) as caught:
                await club.records.add(ana, league.id, game(*scores))
            assert wrong in problems(caught), scores
        after = await club.leagues.open(ana, league.id)
        assert (after.games, after.revision) == (0, league.revision)
        assert [one.name for one in await club.leagues.people(ana, league.id)] == ["Ana"]

    in_club(tmp_path, story)


def test_sent_twice_it_is_one_game_and_another_under_its_id_is_refused(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        same = game(("Ana", 40), ("Bea", 30), id="g")
        assert await club.records.add(ana, league, same) == "g"
        assert await club.records.add(ana, league, same) == "g"
        with pytest.raises(Stale):
            await club.records.add(ana, league, game(("Ana", 41), ("Bea", 30), id="g"))
        assert await ids(club, league) == ["g"]

    in_club(tmp_path, story)


def test_many_at_once_with_the_same_new_name_make_one_person(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        games = [game(("Ana", n), ("Zoe", 2), id=f"g{n}") for n in range(2)] * 2
        await asyncio.gather(*(club.records.add(ana, league, one) for one in games))
        assert [one.name for one in await club.leagues.people(ana, league)] == ["Ana", "Zoe"]
        assert sorted(await ids(club, league)) == ["g0", "g1"]

    in_club(tmp_path, story)


def test_somebody_new_who_comes_between_two_looks_confuses_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        real, names = club.store.people, iter(("Bea", "Cleo", "Dora", "Eli", "Fay"))

        async def people(league_id: str, **more: Any) -> Any:
            found = await real(league_id, **more)
            monkeypatch.setattr(club.store, "people", real)
            name = next(names)
            await club.records.add(ana, league, game(("Ana", 1), (name, 2), id=name.lower()))
            return found

        text = await club.records.export(ana, league, "json")
        for act in (
            lambda: club.records.add(ana, league, game(("Ana", 1), ("Bea", 2), id="bea")),
            lambda: club.records.find(ana, league),
            lambda: club.records.export(ana, league, "csv"),
            lambda: club.records.dry_run(ana, league, text),
        ):
            monkeypatch.setattr(club.store, "people", people)
            await act()
        monkeypatch.setattr(club.store, "people", people)
        standing = await club.standings.of(await club.leagues.open(ana, league), None)
        assert {score.person for one in standing.results for score in one.scores} <= set(standing.people)
        assert await ids(club, league) == ["fay", "eli", "dora", "cleo", "bea"]

    in_club(tmp_path, story)


# --- finding ------------------------------------------------------------------------------------------------


def test_finding_by_everything_that_can_be_asked(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        pavilion = {"game": "pavilion", "options": {"side": "grey"}}
        for result in (
            game(("Ana", 40), ("Bea", 30), id="a", played="2026-01-01", note="50% off_sale"),
            game(("Ana", 20), ("Bea", 50), ("Éloïse", 1), id="b", played="2026-02-01"),
            game(("Cleo", 20), ("Bea", 50), id="c", played="2026-02-01", options={"wall": "grey"}),
            game(("Ana", 90), ("Cleo", 95), id="d", played="2026-03-01", source="sheet", **pavilion),
        ):
            await club.records.add(ana, league, result)
        people = {one.name: one.id for one in await club.leagues.people(ana, league)}
        assert await ids(club, league) == ["d", "c", "b", "a"]  # latest first, of a day as they came
        assert await ids(club, league, game="pavilion") == ["d"]
        assert await ids(club, league, variant="azul") == ["b", "a"]
        assert await ids(club, league, variant="azul-grey") == ["c"]
        assert await ids(club, league, person=people["Ana"]) == ["d", "b", "a"]
        assert await ids(club, league, person="p-nobody") == []
        assert await ids(club, league, players=3) == ["b"]
        assert await ids(club, league, source="sheet") == ["d"]
        assert await ids(club, league, since="2026-02-01", until="2026-02-28") == ["c", "b"]
        assert await ids(club, league, text="ÉLOÏ") == ["b"]
        assert await ids(club, league, text="50% OFF_") == ["a"]
        assert await ids(club, league, text="%") == ["a"]  # a sign like any other
        await club.leagues.merge(ana, league, people["Éloïse"], people["Cleo"])
        assert await ids(club, league, person=people["Cleo"]) == ["d", "c", "b"]
        await club.records.delete(ana, league, "c")
        assert await ids(club, league, deleted=True) == ["c"]
        assert await ids(club, league, person=people["Cleo"]) == ["d", "b"]
        page, total = await club.records.find(ana, league, page=2, size=2)
        assert ([one.result.id for one in page], total) == (["a"], 3)

    in_club(tmp_path, story)


# --- changing -----------------------------------------------------------------------------------------------


def test_a_correction_leaves_a_trace_and_a_stale_one_is_refused(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = (await club.league(ana, bea)).id
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30), id="g", source="sheet", ref="s"))
        first = await club.records.get(bea, league, "g")
        better = game(("Ana", 40), ("Bea", 43), id="ignored", note="counted again")
        after = await club.records.correct(bea, league, "g", better, first.version)
        assert [score.total_points for score in after.result.scores] == [40, 43]
        assert (after.result.source, after.result.ref, after.by) == (
            "sheet",
            "s",
            "Ana",
        )  # where it came from
        [made, corrected] = after.trace
        assert (made.kind, corrected.kind, corrected.name) == ("made", "corrected", "Bea")
        assert corrected.before is not None
        assert corrected.after is not None
        assert [one["total_points"] for one in corrected.before["scores"]] == [40, 30]
        assert [one["total_points"] for one in corrected.after["scores"]] == [40, 43]
        assert (corrected.before["note"], corrected.after["note"]) == ("", "counted again")
        with pytest.raises(Stale):
            await club.records.correct(ana, league, "g", game(("Ana", 1), ("Bea", 2)), first.version)
        with pytest.raises(BadResult):
            await club.records.correct(ana, league, "g", game(("Ana", -1), ("Bea", 2)), after.version)
        same = await club.records.correct(ana, league, "g", after.result, after.version)
        assert len(same.trace) == 2  # nothing has changed
        with pytest.raises(UnknownResult):
            await club.records.correct(ana, league, "none", better, 1)

    in_club(tmp_path, story)


def test_of_two_corrections_at_once_one_is_stale(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30), id="g"))
        version = (await club.records.get(ana, league, "g")).version
        tries = [game(("Ana", 41 + n), ("Bea", 30)) for n in range(4)]
        work = (club.records.correct(ana, league, "g", one, version) for one in tries)
        done = await asyncio.gather(*work, return_exceptions=True)
        assert sum(isinstance(one, Stale) for one in done) == 3
        assert len((await club.records.get(ana, league, "g")).trace) == 2

    in_club(tmp_path, story)


def test_deleted_and_brought_back_with_a_trace(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30), id="g"))
        for _ in range(2):
            await club.records.delete(ana, league, "g")
        gone = await club.records.get(ana, league, "g")
        assert gone.deleted is not None
        assert await ids(club, league) == []
        assert (await club.leagues.open(ana, league)).games == 0
        for _ in range(2):
            await club.records.restore(ana, league, "g")
        back = await club.records.get(ana, league, "g")
        assert [change.kind for change in back.trace] == ["made", "deleted", "restored"]
        assert (back.deleted, back.result) == (None, gone.result)
        with pytest.raises(UnknownResult):
            await club.records.delete(ana, league, "none")

    in_club(tmp_path, story)


# --- files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_out_of_one_league_into_another_and_nothing_twice(tmp_path: Path, kind: str) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        here, there = (await club.league(ana)).id, (await club.league(ana)).id
        rounds: tuple[dict[str, int | None], ...] = ({"wall": 3, "floor": -1, "score": 2},)
        scores = (Score("Ana", 40, 1, rounds, {"rows": 2, "columns": 0, "colours": 0}), Score("=Bea", 30))
        await club.records.add(ana, here, game(id="a", scores=scores, note="-1 glass"))
        await club.records.add(ana, here, game(("Cleo", 1), ("Ana", 2), id="b", played="2025-12-31"))
        await club.records.add(ana, here, game(("Cleo", 1), ("Ana", 2), id="gone"))
        await club.records.delete(ana, here, "gone")
        text = await club.records.export(ana, here, kind)
        plan = await club.records.dry_run(ana, there, text)
        assert [one.id for one in plan.new] == ["b", "a"]
        assert (plan.same, plan.differing, plan.bad, plan.people) == ([], [], [], ["Cleo", "=Bea"])
        assert await ids(club, there) == []  # nothing has happened yet
        done = await club.records.take_in(ana, there, text.encode(), plan.digest)
        assert (done.added, done.corrected, done.same, done.people) == (2, 0, 0, 2)
        assert await club.records.export(ana, there, kind) == text
        assert [one.kind for one in (await club.records.get(ana, there, "a")).trace] == ["imported"]
        again = await club.records.dry_run(ana, there, text)
        assert (len(again.same), again.new) == (2, [])
        assert (await club.records.take_in(ana, there, text, again.digest)).added == 0
        assert [one.name for one in await club.leagues.people(ana, there)] == ["=Bea", "Ana", "Cleo"]

    in_club(tmp_path, story)


def test_bad_rows_are_named_and_stay_out_while_the_others_wait_for_a_yes(tmp_path: Path) -> None:
    text = (
        "id,played,game,player,total_points\n"
        "a,2026-01-01,azul,Ana,40\n"
        "a,2026-01-01,azul,Bea,30\n"
        "b,2026-01-02,azul,Ana,-4\n"
        "b,2026-01-02,azul,Cleo,30\n"
        "c,2026-01-02,azul,Dora,7\n"
    )

    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        plan = await club.records.dry_run(ana, league, text)
        assert [one.id for one in plan.new] == ["a"]
        assert [(row.line, row.field, row.code) for row in plan.bad] == [
            (4, "total_points", "total_negative"),
            (6, "players", "players"),
        ]
        assert plan.people == ["Bea"]  # nobody comes in with a row that stays out
        await club.records.take_in(ana, league, text, plan.digest)
        assert await ids(club, league) == ["a"]
        assert [one.name for one in await club.leagues.people(ana, league)] == ["Ana", "Bea"]
        for refused in ("id,played,game,player,points\n", "", "\x00", '{"azulejos": "results"}', b"\xff\xfe"):
            with pytest.raises(BadImport):
                await club.records.dry_run(ana, league, refused)

    in_club(tmp_path, story)


def test_what_differs_is_shown_and_corrected_only_if_asked(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30), id="a"))
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30), id="b"))
        text = (await club.records.export(ana, league, "csv")).replace(",Bea,30", ",Bette,31")
        await club.records.delete(ana, league, "b")
        plan = await club.records.dry_run(ana, league, text)
        assert [(old.id, new.scores[1].person) for old, new in plan.differing] == [
            ("a", "Bette"),
            ("b", "Bette"),
        ]
        assert plan.people == ["Bette"]
        done = await club.records.take_in(ana, league, text, plan.digest)
        assert (done.added, done.corrected, done.people) == (0, 0, 0)
        done = await club.records.take_in(ana, league, text, plan.digest, differing=True)
        assert (done.added, done.corrected, done.people) == (0, 2, 1)
        assert await ids(club, league) == ["b", "a"]  # the deleted one is back
        assert (await club.records.get(ana, league, "a")).trace[-1].kind == "imported"

    in_club(tmp_path, story)


def test_a_league_that_has_changed_since_the_look_is_looked_at_again(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        here, there = (await club.league(ana)).id, (await club.league(ana)).id
        await club.records.add(ana, here, game(("Ana", 40), ("Bea", 30), id="a"))
        text = await club.records.export(ana, here, "json")
        plan = await club.records.dry_run(ana, there, text)
        await club.records.add(ana, there, game(("Ana", 4), ("Bea", 3), id="a"))
        with pytest.raises(Stale):
            await club.records.take_in(ana, there, text, plan.digest)
        with pytest.raises(Stale):
            await club.records.take_in(ana, there, text + " ", plan.digest)
        assert (await club.records.get(ana, there, "a")).result.scores[0].total_points == 4

    in_club(tmp_path, story)


def test_an_import_that_fails_in_the_middle_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        here, there = (await club.league(ana)).id, (await club.league(ana)).id
        for number in range(3):
            await club.records.add(ana, here, game(("Ana", number), ("Bea", 30), id=f"g{number}"))
        text = await club.records.export(ana, here, "json")
        plan = await club.records.dry_run(ana, there, text)
        before = await club.leagues.open(ana, there)
        monkeypatch.setattr("azulejos.store.writing.insert", _failing_at_the_third())
        with pytest.raises(RuntimeError):
            await club.records.take_in(ana, there, text, plan.digest)
        monkeypatch.undo()
        assert await club.leagues.open(ana, there) == before
        assert [one.name for one in await club.leagues.people(ana, there)] == ["Ana"]
        await club.records.take_in(ana, there, text, plan.digest)
        assert (await club.leagues.open(ana, there)).games == 3

    in_club(tmp_path, story)


def _failing_at_the_third() -> object:
    calls = iter(range(9))

    def inserting(table: Any) -> object:
        if next(calls) == 2:
            raise RuntimeError("the disk is gone")
        return insert(table)

    return inserting


def test_a_bot_and_somebody_without_a_name_survive_a_file(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        await club.records.add(ana, league, game(("Ana", 40), ("artisan (bot)", 30), id="a"))
        people = await club.leagues.people(ana, league)
        assert [(one.id, one.bot) for one in people if one.bot] == [("bot-artisan", "artisan")]
        text = await club.records.export(ana, league, "json")
        assert json.loads(text)["results"][0]["scores"][1]["player"] == "artisan (bot)"
        assert len((await club.records.dry_run(ana, league, text)).same) == 1
        [me] = [one for one in people if one.guest == "ana"]
        await club.store.change_person(league, me.id, name="", key="gone  x")
        text = await club.records.export(ana, league, "json")
        assert json.loads(text)["results"][0]["scores"][0]["player"] == me.id
        assert len((await club.records.dry_run(ana, league, text)).same) == 1

    in_club(tmp_path, story)
