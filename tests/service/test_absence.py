"""People who are away: the others let a bot play, they come back, the host frees a seat."""

from pathlib import Path

from azulejos.service.clock import DAYS, LIVE, Terms
from azulejos.service.lobby import Wish
from tests.service.house import House, Player
from tests.service.test_clock import Timed, Watch, with_watch

MINUTE = 60


async def three(house: House, clock: Terms | None = None) -> Timed:
    """Ana, Bea and Carl play; whoever must decide has just closed the page and is the last of `people`."""
    people = [await house.guest(name) for name in ("Ana", "Bea", "Carl")]
    name = await house.friends(*people, clock=clock)
    for player in people:
        await player.enter(name)
    away = next(player for player in people if player.table.view(player.id)["acting"] is not None)
    away.leave_page()
    return Timed(house, [*(player for player in people if player is not away), away], name)


def seat_of(player: Player) -> int:
    return [seat.guest for seat in player.table.table.seats].index(player.id)


def test_after_a_minute_those_who_are_here_may_let_a_bot_play(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await three(house)
        first, second, away = table.people
        seat = seat_of(away)
        await first.say("vote", seat=seat, yes=True)
        assert first.refusals == ["not_possible"]  # not yet
        await table.pass_time(MINUTE)
        offer = first.table.view(first.id)["offers"]["vote"]
        both = sorted([seat_of(first), seat_of(second)])
        assert offer == {"seat": seat, "agreed": [], "needed": both}
        view = await first.say("vote", seat=seat, yes=True)
        assert view["offers"]["vote"]["agreed"] == [seat_of(first)]
        view = await first.say("vote", seat=seat, yes=False)
        assert view["offers"]["vote"]["agreed"] == []
        await first.say("vote", seat=seat, yes=True)
        await second.say("vote", seat=seat, yes=True)
        there = first.table.table.seats[seat]
        assert (there.kind, there.level, there.out, there.guest) == ("bot", "artisan", "away", away.id)
        await first.until(first.table.view(first.id), lambda v: seat not in v["waiting"])  # it goes on

    with_watch(tmp_path, story)


def test_who_was_away_takes_the_seat_back_and_nobody_else_can(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await three(house)
        first, second, away = table.people
        seat = seat_of(away)
        await table.pass_time(MINUTE)
        for player in (first, second):
            await player.say("vote", seat=seat, yes=True)
        await house.stop()
        await house.start()  # remembered over a restart
        eve = await house.guest("Eve")
        for player in (first, second, eve):
            assert not (await player.enter(table.name))["can"]["return"]
            await player.say("return")
            assert player.refusals.pop() == "not_your_seat"
        view = await away.enter(table.name)
        assert (view["you"], view["can"]["return"]) == ([], True)
        mine = (await house.service.lobby(away.id))["mine"]
        assert [card["id"] for card in mine] == [table.name]
        view = await away.say("return")
        assert (view["you"], view["can"]["return"]) == ([seat], False)
        assert view["seats"][seat] == {
            "seat": seat, "name": away.name, "kind": "person", "level": None, "here": True,
            "you": True, "resigned": False, "out": None, "lent": False,
        }  # fmt: skip

    with_watch(tmp_path, story)


def test_only_those_who_are_here_are_asked(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await three(house)
        first, second, away = table.people
        await table.pass_time(MINUTE)
        await first.say("vote", seat=seat_of(away), yes=True)
        second.leave_page()
        await table.pass_time(MINUTE)
        assert first.table.table.seats[seat_of(away)].out == "away"

    with_watch(tmp_path, story)


def test_who_comes_back_in_time_is_not_voted_out(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await three(house)
        first, second, away = table.people
        seat = seat_of(away)
        await table.pass_time(MINUTE)
        await first.say("vote", seat=seat, yes=True)
        await away.enter(table.name)
        await second.say("vote", seat=seat, yes=True)
        assert second.refusals == ["not_possible"]
        assert first.table.votes == {}
        assert first.table.view(first.id)["offers"]["vote"] is None

    with_watch(tmp_path, story)


def test_nobody_is_voted_out_whose_turn_it_is_not_or_who_has_days(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await three(house)
        first, _, away = table.people
        view = await away.enter(table.name)
        await away.move(view)
        away.leave_page()
        await table.pass_time(2 * MINUTE)
        assert first.table.view(first.id)["offers"]["vote"] is None
        slow = await three(house, Terms(DAYS, 24 * 3600))
        await slow.pass_time(2 * MINUTE)
        await slow.people[0].say("vote", seat=seat_of(slow.people[2]), yes=True)
        assert slow.people[0].refusals[-1] == "not_possible"

    with_watch(tmp_path, story)


def test_the_host_frees_the_seat_of_somebody_who_does_not_come_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        watch = house.watch
        assert isinstance(watch, Watch)
        ana, bea = await house.guest("Ana"), await house.guest("Bea")
        name = await house.service.create(
            await house.person(ana), Wish("friends", "azul", {"players": 2}, "Ana")
        )
        await ana.enter(name)
        await bea.enter(name)
        await bea.say("sit", seat=1, name="Bea")
        bea.leave_page()
        await ana.say("bot", seat=1, level=None)
        assert ana.refusals == ["seat_taken"]
        watch.seconds += MINUTE
        await ana.table.tick()
        assert ana.table.view(ana.id)["can"]["free"] == [1]
        assert ana.table.view(None)["can"]["free"] == []
        await ana.say("bot", seat=1, level="greedy")  # a person's seat is freed first, and seen to be
        assert ana.refusals[1:] == ["seat_taken"]
        await ana.say("bot", seat=1, level=None)
        assert ana.table.table.seats[1].kind == "open"

    with_watch(tmp_path, story)


def test_in_a_rated_game_with_a_clock_nobody_is_voted_out(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        for clock, voted in ((Terms(LIVE, 600), False), (None, True)):  # without one nothing else would help
            people = [await house.guest("Ana"), await house.guest("Bea")]
            name = await house.friends(*people, clock=clock, rated=True)
            for player in people:
                await player.enter(name)
            away = next(player for player in people if player.table.view(player.id)["acting"] is not None)
            away.leave_page()
            other = people[1 - people.index(away)]
            table = Timed(house, [other, away], name)
            await table.pass_time(2 * MINUTE)
            await other.say("vote", seat=seat_of(away), yes=True)
            assert (away.table.table.seats[seat_of(away)].out == "away") is voted

    with_watch(tmp_path, story)


def test_the_vote_of_a_program_without_a_socket_counts(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await three(house)
        first, second, away = table.people
        await table.pass_time(MINUTE)
        first.leave_page()
        second.leave_page()
        await first.table.vote(first.id, seat_of(away), True)
        assert first.table.table.seats[seat_of(away)].out == "away"

    with_watch(tmp_path, story)


def test_no_live_clock_starts_for_somebody_who_has_gone(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        watch = house.watch
        assert isinstance(watch, Watch)
        ana, bea = await house.guest("Ana"), await house.guest("Bea")
        for clock, begins in ((Terms(LIVE, 300), False), (Terms(DAYS, 24 * 3600), True), (None, True)):
            wish = Wish("friends", "azul", {"players": 2}, "Ana", clock=clock)
            name = await house.service.create(await house.person(ana), wish)
            await ana.enter(name)
            await bea.enter(name)
            await bea.say("sit", seat=1, name="Bea")
            bea.leave_page()
            watch.seconds += MINUTE
            assert ana.table.view(ana.id)["can"]["start"] is begins
            await ana.say("start")
            assert (ana.table.table.status == "playing") is begins

    with_watch(tmp_path, story)


def test_a_program_that_asks_now_and_then_without_a_socket_is_not_away(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await three(house)
        first, _, away = table.people
        await table.pass_time(MINUTE - 1)
        away.table.view(away.id)
        await table.pass_time(MINUTE - 1)
        assert first.table.missing() == []
        await table.pass_time(1)
        assert first.table.missing() == [seat_of(away)]

    with_watch(tmp_path, story)
