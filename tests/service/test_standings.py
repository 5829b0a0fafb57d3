"""Standings: those of the results as they are now, counted beside the loop, going on where they can."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from azulejos.service import boards
from azulejos.service import standings as module
from azulejos.service.leagues import ONLINE
from azulejos.service.standings import Standing, Standings
from azulejos.store.db import StoreError
from azulejos.store.records import Guest, ResultRow, ScoreRow
from azulejos.store.writing import Writing
from azulejos.study.ratings import Ratings
from azulejos.study.results import Result
from tests.service.league import Club, game, in_club


async def standing(club: Club, guest: Guest, league: str, patience: float | None = None) -> Standing:
    return await club.standings.of(await club.leagues.open(guest, league), patience)


def table(found: Standing) -> list[tuple[str, int, int]]:
    """Who stands where, by name."""
    assert found.ratings is not None
    return [(found.names[row.person], row.rating, row.games) for row in found.ratings.table()]


def recount(found: Standing) -> list[tuple[str, int, int]]:
    """The same from nothing."""
    ratings = Ratings()
    ratings.feed(found.results)
    return [(found.names[row.person], row.rating, row.games) for row in ratings.table()]


def test_every_change_changes_the_whole_of_history(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        empty = await standing(club, ana, league)
        assert (empty.results, empty.current, table(empty)) == ([], True, [])
        for day, points in enumerate((40, 60, 35), start=1):
            result = game(("Ana", points), ("Bea", 50), ("Cleo", 45), id=f"g{day}", played=f"2026-01-0{day}")
            await club.records.add(ana, league, result)
        seen = await standing(club, ana, league)
        assert [one.id for one in seen.results] == ["g1", "g2", "g3"]
        assert (seen.current, seen.progress) == (True, 1.0)
        assert table(seen) == recount(seen)
        assert await standing(club, ana, league) == seen  # nothing new: nothing counted
        version = (await club.records.get(ana, league, "g1")).version
        better = game(("Ana", 99), ("Bea", 50), ("Cleo", 45), played="2026-01-01")
        await club.records.correct(ana, league, "g1", better, version)
        corrected = await standing(club, ana, league)
        assert table(corrected) == recount(corrected) != table(seen)
        await club.records.delete(ana, league, "g2")
        after = await standing(club, ana, league)
        assert [one.id for one in after.results] == ["g1", "g3"]
        assert table(after) == recount(after)
        await club.records.restore(ana, league, "g2")
        assert table(await standing(club, ana, league)) == table(corrected)
        await club.records.add(ana, league, game(("Ana", 1), ("Bea", 2), id="old", played="2025-01-01"))
        late = await standing(club, ana, league)
        assert late.results[0].id == "old"
        assert table(late) == recount(late)

    in_club(tmp_path, story)


def test_merging_and_renaming_show_at_once_and_unmerging_too(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30)))
        await club.records.add(ana, league, game(("Ana", 40), ("Beatriz", 30)))
        who = {one.name: one.id for one in await club.leagues.people(ana, league)}
        apart = await standing(club, ana, league)
        assert sorted(name for name, _, _ in table(apart)) == ["Ana", "Bea", "Beatriz"]
        await club.leagues.merge(ana, league, who["Beatriz"], who["Bea"])
        await club.leagues.rename_person(ana, league, who["Bea"], "Béa")
        one = await standing(club, ana, league)
        assert [(name, games) for name, _, games in table(one)] == [("Ana", 2), ("Béa", 2)]
        assert set(one.people) == {who["Ana"], who["Bea"]}
        told = await one.about(who["Bea"])
        assert (told.games, told.versus[0].behind) == (2, 2)
        assert (await one.summary()).games == 2
        await club.leagues.unmerge(ana, league, who["Beatriz"])
        assert len(table(await standing(club, ana, league))) == 3

    in_club(tmp_path, story)


def test_games_at_the_end_are_counted_on_and_who_reads_the_old_list_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fed: list[str] = []
    real = Ratings._take

    def counting(self: Ratings, result: Result) -> None:
        fed.append(result.id)
        real(self, result)

    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        for number in range(3):
            await club.records.add(ana, league, game(("Ana", 40), ("Bea", number), id=f"g{number}"))
        before = await standing(club, ana, league)
        held = table(before)
        monkeypatch.setattr(Ratings, "_take", counting)
        await club.records.add(ana, league, game(("Ana", 1), ("Bea", 30), id="next"))
        after = await standing(club, ana, league)
        assert fed == ["next"]
        assert table(before) == held
        assert table(after) == recount(after)

    in_club(tmp_path, story)


def test_while_ratings_are_counted_results_are_there_and_progress_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, gate = Ratings._take, threading.Event()

    def waiting(self: Ratings, result: Result) -> None:
        if self.fed >= 10:
            gate.wait(30)
        real(self, result)

    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        for number in range(30):
            await club.records.add(ana, league, game(("Ana", 40), ("Bea", number), id=f"g{number}"))
        monkeypatch.setattr(Ratings, "_take", waiting)
        first = await standing(club, ana, league, patience=0)
        assert (first.results, first.ratings, first.current) == ([], None, False)  # nothing is read yet
        while first.progress < 10 / 30:
            first = await standing(club, ana, league, patience=0.01)
        assert (len(first.results), first.ratings, first.current) == (30, None, False)
        assert first.progress < 1
        await club.records.delete(ana, league, "g0")  # what is being counted is worth nothing
        assert len((await standing(club, ana, league, patience=0.5)).results) == 29
        gate.set()
        done = await standing(club, ana, league)
        assert (done.current, len(done.results)) == (True, 29)
        assert table(done) == recount(done)
        gate.clear()
        await club.records.delete(ana, league, "g1")
        between = await standing(club, ana, league, patience=0.2)
        assert not between.current  # those of before are shown meanwhile
        assert table(between) == table(done)
        gate.set()

    in_club(tmp_path, story)


def test_everything_else_goes_on_beside_it(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30), ("Cleo", 20), id="first"))
        people = {one.name: one.id for one in await club.store.people(league)}
        seats = tuple(ScoreRow(people[name], 40 + n) for n, name in enumerate(("Ana", "Bea", "Cleo")))
        options = {"wall": "coloured", "jokers": False}
        rows = [ResultRow(f"g{n}", "azul", "azul", options, "2026-01-01", seats) for n in range(3000)]
        await club.store.write_results(league, Writing(None, "", add=rows))
        held: list[float] = []

        async def watch() -> None:
            while True:
                began = time.perf_counter()
                await asyncio.sleep(0)
                held.append(time.perf_counter() - began)
                await asyncio.sleep(0.001)

        watcher = asyncio.create_task(watch())
        found = await standing(club, ana, league, patience=60)
        watcher.cancel()
        assert found.current
        assert len(found.results) == 3001
        assert len(held) > 20

    in_club(tmp_path, story)


def test_online_has_the_ladder_of_bots_before_its_own_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = (game(("artisan", 60), ("greedy", 50), id="l1", played="2027-01-01", source="arena"),)
    monkeypatch.setattr(boards, "ladder", lambda: played)

    async def story(club: Club) -> None:
        found = await club.standings.of(await club.leagues.open(None, ONLINE), 60)
        assert [one.id for one in found.results] == ["l1"]
        assert found.people["bot-artisan"].bot == "artisan"
        assert [name for name, _, _ in table(found)] == ["artisan (bot)", "greedy (bot)"]
        summary = await found.summary()  # of games that people played
        assert (summary.games, summary.months, summary.records) == (0, {}, {})

    in_club(tmp_path, story)


def test_what_could_not_be_read_once_is_read_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30), id="g"))

        async def broken(league_id: str) -> None:  # noqa: ARG001
            raise StoreError("the disk is busy")

        with monkeypatch.context() as patch:
            patch.setattr(club.store, "people", broken)
            with pytest.raises(StoreError):
                await standing(club, ana, league)
        assert [one.id for one in (await standing(club, ana, league)).results] == ["g"]

    in_club(tmp_path, story)


def test_leagues_that_nobody_looks_at_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(club: Club) -> None:
        monkeypatch.setattr(module, "MOST", 2)
        ana = await club.come("Ana")
        leagues = [(await club.league(ana)).id for _ in range(4)]
        for league in leagues:
            await standing(club, ana, league)
        assert list(club.standings._boards) == leagues[-2:]
        other = Standings(club.service)
        await other.close()

    in_club(tmp_path, story)
