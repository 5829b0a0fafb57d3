"""Online games go on record by themselves: where they belong, with everything, exactly once."""

import asyncio
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from azulejos.service import feed as module
from azulejos.service.feed import Feed, described
from azulejos.service.leagues import ONLINE
from azulejos.service.lobby import Wish
from azulejos.service.records import Recorded
from azulejos.store import endings
from azulejos.store.db import StoreError
from azulejos.store.records import Table
from azulejos.store.writing import write_now
from azulejos.study.results import Result, places, problems, winners
from tests.service.house import Player
from tests.service.league import Club, in_club


async def play(club: Club, *names: str, game: str = "azul", rated: bool = False, **options: Any) -> str:
    """A game of these people, to its end; the table's id."""
    players = [await club.guest(name) for name in names]
    table = await club.friends(*players, game=game, rated=rated, **options)
    await finish(table, *players)
    return table


async def finish(table: str, *players: Player) -> None:
    live = await players[0].house.service.table(table)
    seats = {player.id: player for player in players}
    while live.table.status == "playing":
        seat = live.undecided()[0]
        guest = live.table.seats[seat].guest
        moves = live.moves(guest)
        text = seats[str(guest)].random.choice(moves["moves"])
        await live.play(guest, moves["seat"], moves["ply"], text)


async def found(club: Club, league: str, result: str) -> Recorded | None:
    """A game on record, whoever looks."""
    row = await club.store.find_result(league, result)
    owner = None
    if row is None:
        return None
    if league != ONLINE:
        owner = await club.come("Ana")
    return await club.records.get(owner, league, result)


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_rated_game_is_on_record_with_all_that_the_engine_knows(tmp_path: Path, game: str) -> None:
    async def story(club: Club) -> None:
        await club.come("Ana")
        table = await play(club, "Ana", "Bea", game=game, rated=True)
        assert await club.feed.settle() == 1
        seen = await found(club, ONLINE, f"t-{table}")
        assert seen is not None
        live = await club.service.table(table)
        assert live.match is not None
        result, told = seen.result, live.match.breakdown()
        assert [score.total_points for score in result.scores] == live.match.scores()
        assert [list(score.rounds) for score in result.scores] == [one["rounds"] for one in told]
        assert [score.bonuses for score in result.scores] == [one["bonuses"] for one in told]
        rows = [one["bonuses"]["rows"] // 2 for one in told] if game == "azul" else [None, None]
        assert [score.completed_rows for score in result.scores] == rows
        assert winners(result) == live.match.winners()
        assert problems(result, seen.created.date()) == []
        assert (result.source, result.ref, seen.by) == ("online", table, "")
        assert [seen.people[score.person].name for score in result.scores] == ["Ana", "Bea"]
        assert (await club.leagues.open(None, ONLINE)).games == 1

    in_club(tmp_path, story)


def test_where_games_belong(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea, cleo = [await club.come(name) for name in ("Ana", "Bea", "Cleo")]
        pair, trio = (await club.league(ana, bea)).id, (await club.league(ana, bea, cleo)).id
        shut = (await club.league(ana, bea, cleo)).id
        await club.leagues.set_feeds(ana, shut, False)
        casual = await play(club, "Ana", "Bea")
        rated = await play(club, "Bea", "Ana", rated=True)
        three = await play(club, "Ana", "Cleo", "Bea", rated=True)
        strangers = await play(club, "Ana", "Dora")
        alone = await club.bots(await club.guest("Ana"))
        assert await club.feed.settle() == 4
        for league, games in {
            pair: [casual, rated],
            trio: [casual, rated, three],
            shut: [],
            ONLINE: [rated, three],
        }.items():
            tables = (casual, rated, three, strangers, alone)
            assert [table for table in tables if await found(club, league, f"t-{table}")] == games
        first = await found(club, trio, f"t-{three}")
        assert first is not None
        assert [first.people[score.person].guest for score in first.result.scores] == ["ana", "cleo", "bea"]

    in_club(tmp_path, story)


def test_somebody_who_is_nobody_in_a_league_keeps_a_game_out_of_it(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = (await club.league(ana, bea)).id
        me = await club.leagues.me(bea, league)
        assert me is not None
        await club.leagues.unclaim(bea, league, me.id)
        table = await play(club, "Ana", "Bea")
        await club.feed.settle()
        assert await found(club, league, f"t-{table}") is None

    in_club(tmp_path, story)


def test_bots_at_the_table_are_people_of_their_own(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.guest("Ana"), await club.guest("Bea")
        league = (await club.league(await club.come("Ana"), await club.come("Bea"))).id
        for _ in range(2):
            table = await club.friends(ana, bea, await club.guest("Cleo"), rated=True)
            live = await club.service.table(table)
            await live.leave("cleo", "greedy")  # a person still, who is out
            await finish_with_bots(club, table, ana, bea)
        await club.feed.settle()
        seen = await found(club, ONLINE, f"t-{table}")
        assert seen is not None
        assert [score.out for score in seen.result.scores] == ["", "", "resigned"]
        assert places(seen.result)[2] == 3  # after all who played to the end, whatever the bot made
        assert [seen.people[score.person].name for score in seen.result.scores] == ["Ana", "Bea", "Cleo"]
        assert await found(club, league, f"t-{table}") is None  # Cleo is nobody there

    in_club(tmp_path, story)


async def finish_with_bots(club: Club, table: str, *players: Player) -> None:
    live = await club.service.table(table)
    seats = {player.id: player for player in players}
    async with asyncio.timeout(60):
        while live.table.status == "playing":
            waiting = live.undecided()
            person = next((n for n in waiting if live.table.seats[n].kind == "person"), None)
            if person is None:
                await asyncio.sleep(0.005)
                continue
            guest = live.table.seats[person].guest
            moves = live.moves(guest)
            text = seats[str(guest)].random.choice(moves["moves"])
            await live.play(guest, moves["seat"], moves["ply"], text)


def test_a_seat_that_a_bot_was_asked_to_takes_no_persons_name(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.guest("Ana"), await club.guest("Bea")
        league = (await club.league(await club.come("Ana"), await club.come("Bea"))).id
        wish = Wish("friends", "azul", {"players": 3}, "Ana", rated=True)
        table = await club.service.create(await club.come("Ana"), wish)
        live = await club.service.table(table)
        await live.sit("bea", 1, "Bea")
        await live.seat_bot("ana", 2, "greedy")
        await live.start("ana")
        await finish_with_bots(club, table, ana, bea)
        await club.feed.settle()
        for where in (league, ONLINE):
            seen = await found(club, where, f"t-{table}")
            assert seen is not None
            bot = seen.people[seen.result.scores[2].person]
            assert (bot.id, bot.bot, bot.guest) == ("bot-greedy", "greedy", None)

    in_club(tmp_path, story)


def test_games_are_caught_up_on_in_the_order_in_which_they_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(club: Club) -> None:
        played = [await play(club, "Ana", "Bea", rated=True) for _ in range(4)]

        def slow_at_first(table: Table) -> Result | None:
            time.sleep(0.2 if table.id == played[0] else 0)  # a long game takes longer to tell
            return described(table)

        monkeypatch.setattr(module, "described", slow_at_first)
        assert await club.feed.settle() == 4
        games, _ = await club.records.find(None, ONLINE)
        assert [one.result.ref for one in reversed(games)] == played

    in_club(tmp_path, story)


def test_two_seats_of_one_bot_are_kept_exported_and_corrected(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.guest("Ana"), await club.guest("Bea")
        owner = await club.come("Ana")
        league = (await club.league(owner, await club.come("Bea"))).id
        table = await club.service.create(owner, Wish("friends", "azul", {"players": 4}, "Ana"))
        live = await club.service.table(table)
        await live.sit("bea", 1, "Bea")
        await live.seat_bot("ana", 2, "greedy")
        await live.seat_bot("ana", 3, "greedy")
        await live.start("ana")
        await finish_with_bots(club, table, ana, bea)
        await club.feed.settle()
        seen = await found(club, league, f"t-{table}")
        assert seen is not None
        assert [score.person for score in seen.result.scores[2:]] == ["bot-greedy", "bot-greedy"]
        for kind in ("csv", "json"):
            text = await club.records.export(owner, league, kind)
            other = (await club.leagues.create(owner, "Friday")).id
            plan = await club.records.dry_run(owner, other, text)
            assert (len(plan.new), plan.bad, plan.people) == (1, [], ["Bea", "greedy (bot)"])
            await club.records.take_in(owner, other, text, plan.digest)
            assert await club.records.export(owner, other, kind) == text
        noted = replace(seen.result, note="late")
        again = await club.records.correct(owner, league, seen.result.id, noted, seen.version)
        assert again.result == noted

    in_club(tmp_path, story)


def test_who_resigns_loses_whatever_the_points(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.guest("Ana"), await club.guest("Bea")
        await club.come("Ana")
        table = await club.friends(ana, bea, rated=True)
        live = await club.service.table(table)
        for _ in range(3):
            seat = live.undecided()[0]
            guest = live.table.seats[seat].guest
            moves = live.moves(guest)
            await live.play(guest, moves["seat"], moves["ply"], moves["moves"][0])
        await live.resign("ana")
        await club.feed.settle()
        seen = await found(club, ONLINE, f"t-{table}")
        assert seen is not None
        scores = seen.result.scores
        assert [(score.total_points, score.out) for score in scores] == [(0, "resigned"), (0, "")]
        assert [score.bonuses for score in scores] == [None, None]
        assert (winners(seen.result), places(seen.result)) == ([1], [2, 1])

    in_club(tmp_path, story)


def test_a_game_that_everybody_has_left_is_nobodys(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.guest("Ana"), await club.guest("Bea")
        table = await club.friends(ana, bea, rated=True)
        live = await club.service.table(table)
        await live.leave("ana", "greedy")
        await live.leave("bea", "greedy")
        assert live.table.status == "over"
        assert await club.feed.settle() == 1  # done with, and never looked at again
        assert await club.feed.settle() == 0
        assert await found(club, ONLINE, f"t-{table}") is None

    in_club(tmp_path, story)


# --- exactly once -------------------------------------------------------------------------------------------


def test_it_happens_by_itself_as_soon_as_a_game_is_over(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.feed.open()
        table = await play(club, "Ana", "Bea", rated=True)
        async with asyncio.timeout(10):
            while await found(club, ONLINE, f"t-{table}") is None:
                await asyncio.sleep(0.01)
        assert await club.feed.settle() == 0

    in_club(tmp_path, story)


def test_closing_at_the_very_moment_of_an_ending_ends(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.feed.open()
        await asyncio.sleep(0.05)  # it waits for news by now
        assert club.store.ended is not None
        club.store.ended("table")
        async with asyncio.timeout(10):
            await club.feed.close()

    in_club(tmp_path, story)


def test_what_ended_while_nobody_listened_is_caught_up_on_after_a_restart(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await play(club, "Ana", "Bea", rated=True)
        await club.stop()
        await club.start()
        await club.feed.open()
        async with asyncio.timeout(10):
            while await found(club, ONLINE, f"t-{table}") is None:
                await asyncio.sleep(0.01)
        await club.stop()
        await club.start()
        assert await club.feed.settle() == 0
        assert (await club.leagues.open(None, ONLINE)).games == 1

    in_club(tmp_path, story)


def test_killed_anywhere_between_it_is_all_or_nothing_and_then_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(club: Club) -> None:
        league = (await club.league(await club.come("Ana"), await club.come("Bea"))).id
        table = await play(club, "Ana", "Bea", rated=True)
        calls = 0

        def dying(*given: Any) -> None:
            nonlocal calls
            calls += 1
            write_now(*given)
            if calls == 2:  # online is written, the league too, nothing is kept yet
                raise StoreError("the power is gone")

        monkeypatch.setattr(endings, "write_now", dying)
        with pytest.raises(StoreError):
            await club.feed.settle()
        monkeypatch.undo()
        for where in (league, ONLINE):
            assert await found(club, where, f"t-{table}") is None
        await club.stop()
        await club.start()
        assert await club.feed.settle() == 1
        for where in (league, ONLINE):
            assert await found(club, where, f"t-{table}") is not None

    in_club(tmp_path, story)


KILLED = """
import asyncio, os, sys
from azulejos.service.feed import Feed
from azulejos.store import endings
from azulejos.store.db import open_store

write = endings.write_now

def dying(*given):
    write(*given)
    os._exit(9)

endings.write_now = dying

class Service:
    pass

async def main():
    service = Service()
    service.store = await open_store(sys.argv[1])
    await Feed(service).settle()

asyncio.run(main())
"""


def test_a_process_that_dies_in_the_middle_leaves_nothing_half_done(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await play(club, "Ana", "Bea", rated=True)
        await club.stop()
        dead = subprocess.run([sys.executable, "-c", KILLED, club.url], check=False)
        assert dead.returncode == 9
        await club.start()
        assert (await club.leagues.open(None, ONLINE)).games == 0
        assert await club.feed.settle() == 1
        assert await found(club, ONLINE, f"t-{table}") is not None

    in_club(tmp_path, story)


def test_two_servers_at_once_record_it_once(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        tables = [await play(club, "Ana", "Bea", rated=True) for _ in range(3)]
        feeds = [Feed(club.service) for _ in range(3)]
        await asyncio.gather(*(one.settle() for one in feeds))
        await club.feed.settle()
        league = await club.leagues.open(None, ONLINE)
        assert league.games == len(tables)
        people = await club.leagues.people(None, ONLINE)
        assert sorted(one.name for one in people) == ["Ana", "Bea"]

    in_club(tmp_path, story)


def test_a_deleted_game_does_not_come_back(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = (await club.league(ana, bea)).id
        table = await play(club, "Ana", "Bea")
        await club.feed.settle()
        await club.records.delete(ana, league, f"t-{table}")
        await club.stop()
        await club.start()
        await club.feed.settle()
        assert (await club.leagues.open(ana, league)).games == 0

    in_club(tmp_path, story)


def test_a_game_that_cannot_be_told_holds_no_other_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(club: Club) -> None:
        broken, sound = [await play(club, "Ana", "Bea", rated=True) for _ in range(2)]

        def telling(table: Any) -> Any:
            if table.id == broken:
                raise ValueError("nonsense")
            return described(table)

        monkeypatch.setattr(module, "described", telling)
        await club.feed.settle()
        assert await found(club, ONLINE, f"t-{sound}") is not None
        assert await found(club, ONLINE, f"t-{broken}") is None
        assert broken in caplog.text
        assert await club.feed.settle() == 0

    in_club(tmp_path, story)


def test_names_among_online_games_are_those_of_now(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await play(club, "Ana", "Bea", rated=True)
        await club.feed.settle()
        await club.store.rename_guest("ana", "Bea")  # two may have one name there
        people = await club.leagues.people(None, ONLINE)
        assert [one.name for one in people] == ["Bea", "Bea"]
        text = await club.records.export(None, ONLINE, "csv")
        assert "Bea (2)" in text
        assert await club.store.forget("ana")
        assert sorted(one.name for one in await club.leagues.people(None, ONLINE)) == ["", "Bea"]

    in_club(tmp_path, story)
