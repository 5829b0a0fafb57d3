"""Clocks: what is charged to whom, what restarts, take-backs and time-outs do. The watch is set by hand."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from azulejos.bots.simple import GreedyBot
from azulejos.service import course, lobby
from azulejos.service.clock import DAYS, LIVE, Clocks, Terms, choices
from azulejos.service.errors import BadWish
from azulejos.store.records import Seat
from tests.service.house import House, Player, in_house

TEN = Terms(LIVE, 600, 10)
TWO_DAYS = Terms(DAYS, 2 * 24 * 3600)
PEOPLE = (
    Seat("person", "Ana", guest="ana"),
    Seat("person", "Bea", guest="bea"),
    Seat("bot", "", level="artisan"),
)


class Watch:
    """Shows what it is set to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def begun(terms: Terms = TEN, deciding: tuple[int, ...] = (0,), now: int = 0) -> Clocks:
    return Clocks.begun(terms, PEOPLE, deciding, now)


# --- as values ---------------------------------------------------------------------------------------------


def test_people_have_a_clock_and_only_who_decides_pays() -> None:
    clocks = begun()
    assert clocks.left == (600_000, 600_000, None)
    assert clocks.remaining(5000) == [595_000, 600_000, None]
    assert clocks.due() == 600_000


def test_a_decision_adds_the_increment_and_starts_the_next_clock() -> None:
    clocks = begun().turned(30_000, PEOPLE, (1,), decided=0)
    assert clocks.left == (580_000, 600_000, None)
    assert clocks.running == (1,)
    assert clocks.due() == 630_000
    assert clocks.turned(31_000, PEOPLE, (2,), decided=1).due() is None  # a bot's turn costs nobody anything


def test_days_are_full_again_after_each_decision() -> None:
    day = 24 * 3600 * 1000
    clocks = begun(TWO_DAYS)
    assert clocks.out(2 * day - 1) == []
    assert clocks.out(2 * day) == [0]
    clocks = clocks.turned(day, PEOPLE, (1,), decided=0)
    assert clocks.left == (2 * day, 2 * day, None)


def test_while_tiling_all_who_choose_pay_at_once() -> None:
    clocks = begun(deciding=(0, 1, 2))
    assert clocks.running == (0, 1)
    clocks = clocks.turned(4000, PEOPLE, (1, 2), decided=0)
    assert clocks.left == (606_000, 596_000, None)
    assert clocks.running == (1,)


def test_time_never_runs_backwards_nor_below_nothing() -> None:
    clocks = begun(now=5000)
    assert clocks.remaining(1000) == [600_000, 600_000, None]
    assert clocks.remaining(10**9)[0] == 0
    assert clocks.out(10**9) == [0]


def test_what_is_kept_comes_back_and_a_moment_to_come_is_now() -> None:
    clocks = begun(now=5000)
    data = clocks.data()
    assert Clocks.read(TEN.data(), data, 9000) == clocks
    back = Clocks.read(TEN.data(), data, 1000)  # the server forgot its last seconds
    assert back is not None
    assert back.at == 1000
    assert Clocks.read(None, None, 0) is None


def test_what_can_be_agreed_on() -> None:
    assert len(choices()) == 13
    assert choices()["10+30"] == Terms(LIVE, 600, 30)
    assert choices()["7d"] == Terms(DAYS, 7 * 24 * 3600)
    assert all(Terms.read(terms.data()) == terms for terms in choices().values())


# --- at a table ---------------------------------------------------------------------------------------------


class Timed:
    """Two people at a table with a clock, and the watch."""

    def __init__(self, house: House, people: list[Player], name: str) -> None:
        self.house, self.people, self.name = house, people, name
        self.watch: Watch = house.watch  # type: ignore[assignment]

    def left(self, player: int = 0) -> list[float]:
        seconds: list[float] = self.people[player].table.view(None)["clock"]["seconds"]
        return seconds

    def mover(self) -> Player:
        return next(p for p in self.people if p.table.view(p.id)["acting"] is not None)

    async def move(self) -> int:
        """Whoever must decides; their seat."""
        player = self.mover()
        view = player.table.view(player.id)
        await player.move(view)
        return int(view["acting"])

    async def pass_time(self, seconds: float) -> None:
        self.watch.seconds += seconds
        await self.people[0].table.tick()


async def timed(house: House, terms: Terms = TEN, rated: bool = False, **options: Any) -> Timed:
    people = [await house.guest("Ana"), await house.guest("Bea")]
    name = await house.friends(*people, clock=terms, rated=rated, **options)
    for player in people:
        await player.enter(name)
    return Timed(house, people, name)


def with_watch(folder: Path, story: Any) -> None:
    async def run(house: House) -> None:
        house.watch = Watch()
        await house.stop()
        await house.start()
        await story(house)

    in_house(folder, run)


def test_the_clock_of_who_must_decide_runs_and_both_see_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house)
        table.watch.seconds += 7
        first = table.people.index(table.mover())
        assert table.left()[first] == 593
        seat = await table.move()
        assert seat == first
        view = table.people[0].table.view(None)
        assert view["clock"]["seconds"][seat] == 603
        assert view["clock"]["running"] == [1 - seat]
        assert (view["clock"]["kind"], view["clock"]["base"], view["clock"]["increment"]) == ("live", 600, 10)

    with_watch(tmp_path, story)


def test_bots_one_device_and_the_waiting_room_have_no_running_clock(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        wish = lobby.Wish("bots", "azul", {"players": 2}, "Ana", ("greedy",), clock=TEN, rated=True)
        view = await ana.enter(await house.service.create(await house.person(ana), wish))
        assert (view["clock"], view["rated"]) == (None, False)
        wish = lobby.Wish("friends", "azul", {"players": 2}, "Ana", clock=TEN, rated=True)
        view = await ana.enter(await house.service.create(await house.person(ana), wish))
        assert view["rated"]
        assert (view["clock"]["seconds"], view["clock"]["running"]) == ([], [])

    with_watch(tmp_path, story)


def test_on_time_out_a_bot_takes_the_seat_and_the_game_goes_on(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, Terms(LIVE, 5))
        late = table.people.index(table.mover())
        other = table.people[1 - late]
        await table.pass_time(4.5)
        assert table.left()[late] == 0.5
        await table.pass_time(0.5)
        view = table.people[late].table.view(table.people[late].id)
        assert view["seats"][late] | {"name": ""} == {
            "seat": late, "name": "", "kind": "bot", "level": "artisan", "here": True,
            "you": False, "resigned": False, "out": "time", "lent": True,
        }  # fmt: skip
        assert (view["you"], view["can"]["return"]) == ([], False)
        await table.people[late].say("return")
        assert table.people[late].refusals == ["not_your_seat"]
        mine = (await house.service.lobby(table.people[late].id))["mine"]
        assert [card["id"] for card in mine] == [table.name]  # still their game to look at
        view = await other.until(other.table.view(other.id), lambda v: v["status"] == "over")
        assert view["result"]["out"] == [late]

    with_watch(tmp_path, story)


def test_a_move_after_the_flag_is_too_late_even_before_the_timer_rings(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, Terms(LIVE, 5))
        late = table.mover()
        view = late.table.view(late.id)
        text = late.moves(view)[0]
        table.watch.seconds += 6
        await late.move(view, text)
        assert late.refusals == ["not_your_seat"]
        assert late.table.table.seats[view["acting"]].out == "time"
        async with asyncio.timeout(5):
            while late.table.match is None or late.table.match.ply == view["ply"]:  # the bot plays
                await asyncio.sleep(0.01)

    with_watch(tmp_path, story)


def test_where_time_ran_out_for_everybody_the_game_is_over(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, Terms(LIVE, 5))
        await table.pass_time(5)
        stayed = table.people[0].table
        async with asyncio.timeout(5):
            while not stayed.clocks or not stayed.clocks.running:  # the bot answers, then the other must
                await asyncio.sleep(0.01)
        await table.pass_time(5)
        view = stayed.view(None)
        assert (view["status"], view["result"]["ending"], view["result"]["winners"]) == ("over", "time", [])
        assert view["result"]["out"] == [0, 1]
        stored = await house.store.load_table(table.name)
        assert stored is not None
        assert (stored.status, stored.clocks and stored.clocks["due"]) == ("over", None)

    with_watch(tmp_path, story)


def test_a_restart_costs_nobody_any_time(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house)
        first = table.people.index(table.mover())
        table.watch.seconds += 20
        await house.stop()
        table.watch.seconds += 3600  # an hour without a server
        await house.start()
        table.watch.seconds += 4
        view = await table.people[0].enter(table.name)
        assert view["clock"]["seconds"][first] == pytest.approx(576, abs=0.01)
        assert view["clock"]["seconds"][1 - first] == 600
        assert view["clock"]["running"] == [first]

    with_watch(tmp_path, story)


def test_a_killed_server_gives_its_last_seconds_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house)
        await house.store.set_house_time(house.service.now())
        table.watch.seconds += 20
        seat = await table.move()
        table.watch.seconds += 5
        await house.service.close()
        await house.store.set_house_time(0)  # as if it had been killed before it wrote anything down
        await house.store.close()
        await house.start()
        view = await table.people[0].enter(table.name)
        assert view["clock"]["seconds"][seat] == 590
        assert view["clock"]["seconds"][1 - seat] == 600
        table.watch.seconds += 1
        assert table.left()[1 - seat] == 599

    with_watch(tmp_path, story)


def test_a_take_back_gives_no_time_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, Terms(LIVE, 600))
        table.watch.seconds += 30
        seat = await table.move()
        table.watch.seconds += 5
        await table.people[seat].say("takeback")
        await table.people[1 - seat].say("answer", to="takeback", yes=True)
        left = table.left()
        assert (left[seat], left[1 - seat]) == (570, 595)
        assert table.people[0].table.view(None)["clock"]["running"] == [seat]

    with_watch(tmp_path, story)


def test_a_take_back_earns_nothing(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house)  # 10 s more with each turn
        for again in (0, 1):
            table.watch.seconds += 30
            seat = await table.move()
            assert table.left()[seat] == 580 - 30 * again
            await table.people[seat].say("takeback")
            await table.people[1 - seat].say("answer", to="takeback", yes=True)
            assert table.left()[seat] == 570 - 30 * again
        assert table.left()[1 - seat] == 600

    with_watch(tmp_path, story)


def test_a_turn_earns_once_whether_a_bonus_is_chosen_or_not(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, game="pavilion")
        live, greedy, bonuses = table.people[0].table, GreedyBot("greedy", 1), 0
        while live.match is not None and not live.match.over:
            before, phase, turns = table.left(), live.match.phase, course.turns(live.match, 0, live.auto)
            mover = table.mover()
            view = await mover.move(live.view(mover.id), greedy.choose(live.match).move)
            seat = table.people.index(mover)
            ended = not (live.match.phase == "bonus" and seat in view["waiting"])
            assert table.left()[seat] - before[seat] == (10 if ended else 0)
            assert course.turns(live.match, 0, live.auto)[seat] - turns[seat] == ended
            bonuses += phase == "bonus"
        assert bonuses > 0

    with_watch(tmp_path, story)


def test_on_the_grey_wall_a_whole_wall_earns_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, wall="grey")
        live, bea, choices = table.people[0].table, table.people[1], 0
        while choices < 2:  # until a round in which there is more than one thing to choose
            async with asyncio.timeout(30):
                while live.match is None or live.match.phase != course.TILING or 1 not in live.undecided():
                    await table.move()
            before, choices = table.left()[1], 0
            while (view := live.view(bea.id))["acting"] is not None and live.match.phase == course.TILING:
                await bea.move(view)
                choices += 1
            assert table.left()[1] == before + 10

    with_watch(tmp_path, story)


def test_on_the_grey_wall_both_clocks_run_until_each_has_chosen(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, Terms(LIVE, 600), wall="grey")
        live = table.people[0].table
        async with asyncio.timeout(30):
            while live.view(None)["clock"]["running"] != [0, 1]:
                await table.move()
        before = table.left()
        table.watch.seconds += 3
        assert table.left() == [before[0] - 3, before[1] - 3]
        bea = table.people[1]
        while live.view(bea.id)["acting"] is not None:
            await bea.move(live.view(bea.id))
        assert live.view(None)["clock"]["running"] == [0]
        assert [card["your_turn"] for card in (await house.service.lobby(bea.id))["mine"]] == [False]
        table.watch.seconds += 2
        assert table.left() == [before[0] - 5, before[1] - 3]

    with_watch(tmp_path, story)


def test_a_table_that_nobody_looks_at_runs_out_of_time_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        table = await timed(house, TWO_DAYS)
        late = table.people.index(table.mover())
        for player in table.people:
            player.leave_page()
        house.service._tables.pop(table.name).rest()  # as after five minutes without anybody
        table.watch.seconds += 2 * 24 * 3600 - 100
        await house.service._look_after_clocks()
        assert table.name not in house.service._tables
        table.watch.seconds += 101
        await house.service._look_after_clocks()
        live = house.service._tables[table.name]
        async with asyncio.timeout(5):
            while live.table.seats[late].out is None:
                await asyncio.sleep(0.01)
            while not live.clocks or not live.clocks.running:
                await asyncio.sleep(0.01)
        assert live.clocks.running == (1 - late,)

    monkeypatch.setattr(lobby, "SWEEP", 30.0)
    with_watch(tmp_path, story)


def test_a_table_that_cannot_be_read_stops_no_other_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        table = await timed(house, TWO_DAYS)
        people = [await house.guest("Carl"), await house.guest("Dora")]
        other = await house.friends(*people, clock=TWO_DAYS)
        for player in table.people:
            player.leave_page()
        for name in (table.name, other):
            house.service._tables.pop(name).rest()
        read = house.store.load_table

        async def load_table(name: str) -> Any:
            if name == table.name:
                raise ValueError("a record that nobody can read")
            return await read(name)

        monkeypatch.setattr(house.store, "load_table", load_table)
        table.watch.seconds += 2 * 24 * 3600
        await house.service._look_after_clocks()
        assert list(house.service._tables) == [other]

    with_watch(tmp_path, story)


def test_the_real_timer_rings(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, Terms(LIVE, 0.2))  # type: ignore[arg-type]
        live = table.people[0].table
        async with asyncio.timeout(10):
            while live.table.status != "over":
                await asyncio.sleep(0.02)
        assert live.table.ending == "time"

    in_house(tmp_path, story)


# --- rated, rematch ---------------------------------------------------------------------------------------


def test_a_rated_game_takes_nothing_back_and_is_not_played_on_before_its_end(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, rated=True)
        seat = await table.move()
        mover = table.people[seat]
        assert not mover.table.view(mover.id)["can"]["takeback"]
        await mover.say("takeback")
        assert mover.refusals == ["not_possible"]
        guest = await house.person(mover)
        with pytest.raises(BadWish, match="rated"):
            await house.service.play_on(guest, table.name, 2, 0, "greedy")
        await mover.say("resign")
        assert await house.service.play_on(guest, table.name, 2, 0, "greedy")

    with_watch(tmp_path, story)


def test_a_rematch_has_the_same_clock(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, rated=True)
        await table.move()
        ana, bea = table.people
        await ana.say("resign")
        await ana.say("rematch")
        name = (await bea.say("rematch"))["offers"]["rematch"]["table"]
        view = await ana.enter(name)
        assert (view["clock"]["seconds"], view["rated"]) == ([600, 600], True)
        assert view["clock"]["running"] == view["waiting"]
        [card] = [c for c in (await house.service.lobby(ana.id))["mine"] if c["id"] == name]
        assert (card["clock"], card["rated"], card["turn"]) == (TEN.data(), True, view["waiting"])

    with_watch(tmp_path, story)


def test_who_ran_out_of_time_is_asked_for_a_rematch_and_plays_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, Terms(LIVE, 5))
        late = table.mover()
        other = table.people[1 - table.people.index(late)]
        await table.pass_time(5)
        await other.say("resign")
        assert late.table.view(late.id)["can"]["rematch"]
        view = await other.say("rematch")
        assert view["offers"]["rematch"] == {
            "agreed": [table.people.index(other)],
            "needed": [0, 1],
            "table": None,
        }
        name = (await late.say("rematch"))["offers"]["rematch"]["table"]
        again = await late.enter(name)
        assert [seat["kind"] for seat in again["seats"]] == ["person", "person"]
        assert (again["you"], again["clock"]["seconds"]) == ([1 - table.people.index(late)], [5, 5])

    with_watch(tmp_path, story)


def test_who_has_gone_after_a_time_out_holds_no_rematch_up(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await timed(house, Terms(LIVE, 5))
        late = table.mover()
        other = table.people[1 - table.people.index(late)]
        await table.pass_time(5)
        late.leave_page()
        await other.say("resign")
        name = (await other.say("rematch"))["offers"]["rematch"]["table"]
        again = await other.enter(name)
        assert sorted(seat["kind"] for seat in again["seats"]) == ["bot", "person"]
        assert again["host"]

    with_watch(tmp_path, story)


def test_no_rematch_with_a_live_clock_begins_while_somebody_is_gone(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        for clock, begins in ((TEN, False), (TWO_DAYS, True)):
            table = await timed(house, clock)
            ana, bea = table.people
            await ana.say("resign")
            await ana.say("rematch")
            ana.leave_page()
            await table.pass_time(61)
            view = await bea.say("rematch")
            assert (view["offers"]["rematch"]["table"] is not None) is begins
            if not begins:
                assert view["offers"]["rematch"]["agreed"] == [1]
                await ana.enter(table.name)
                assert (await ana.say("rematch"))["offers"]["rematch"]["table"]

    with_watch(tmp_path, story)
