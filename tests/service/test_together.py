"""People at one table: waiting room, taking back, resigning, leaving, rematch, wall choices at once."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from azulejos.service.errors import BadName, BadWish, TooMany, UnknownTable
from azulejos.service.lobby import MOST_TABLES, Wish
from tests.service.house import House, Player, in_house


async def open_table(house: House, host: Player, **options: Any) -> str:
    wish = Wish("friends", "azul", {"players": 3, **options}, host.name, listed=True)
    return await house.service.create(await house.person(host), wish)


async def started(house: House, *players: Player, **options: Any) -> dict[int, tuple[Player, dict[str, Any]]]:
    """A begun game of these players, each with the page open: by seat, the player and the newest view."""
    name = await house.friends(*players, **options)
    for player in players:
        await player.enter(name)
    return {seat: (player, player.table.view(player.id)) for seat, player in enumerate(players)}


# --- the waiting room ------------------------------------------------------------------------------------


def test_seats_fill_with_people_and_bots_and_the_host_begins(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea, eve = [await house.guest(name) for name in ("Ana", "Bea", "Eve")]
        name = await open_table(house, ana)
        await ana.enter(name)
        assert (await bea.enter(name))["can"]["sit"] == [1, 2]
        view = await bea.say("sit", seat=1, name="  Bea   B ")
        assert view["seats"][1]["name"] == "Bea B"
        await eve.enter(name)
        await eve.say("sit", seat=1, name="Eve")
        await eve.say("start")
        await eve.say("bot", seat=2, level="master")
        await eve.say("sit", seat=7, name="Eve")
        await eve.say("sit", seat=2, name=" \u202e ")
        assert eve.refusals == ["seat_taken", "not_your_seat", "not_your_seat", "not_possible", "bad_name"]
        await ana.say("start")
        assert ana.refusals == ["not_possible"]
        view = await ana.say("bot", seat=2, level="greedy")
        assert view["can"]["start"]
        await ana.say("start")
        view = await ana.say("snapshot")
        assert view["status"] == "playing"
        assert view["show"]["round"] == 1
        assert [seat["kind"] for seat in view["seats"]] == ["person", "person", "bot"]

    in_house(tmp_path, story)


def test_who_sits_already_moves_and_who_stands_up_frees_the_seat(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea = await house.guest("Ana"), await house.guest("Bea")
        name = await open_table(house, ana)
        await bea.enter(name)
        await bea.say("sit", seat=1, name="Bea")
        view = await bea.say("sit", seat=2, name="Bea")
        assert [seat["kind"] for seat in view["seats"]] == ["person", "open", "person"]
        view = await bea.say("stand")
        assert [seat["kind"] for seat in view["seats"]] == ["person", "open", "open"]

    in_house(tmp_path, story)


def test_lists_show_what_can_be_joined_watched_and_gone_on_with(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea = await house.guest("Ana"), await house.guest("Bea")
        waits = await open_table(house, ana)
        wish = Wish("bots", "pavilion", {"players": 2}, "Ana", ("greedy",), listed=True)
        plays = await house.service.create(await house.person(ana), wish)
        await house.bots(ana)  # not listed
        for_bea = await house.service.lobby(bea.id)
        assert [card["id"] for card in for_bea["open"]] == [waits]
        assert [card["id"] for card in for_bea["playing"]] == [plays]
        assert for_bea["mine"] == []
        for_ana = await house.service.lobby(ana.id)
        assert len(for_ana["mine"]) == 3
        assert for_ana["open"] == for_ana["playing"] == []

    in_house(tmp_path, story)


@pytest.mark.parametrize(
    "wish",
    [
        Wish("bots", "azul", {"players": 5}, "Ana", ("greedy",) * 4),
        Wish("bots", "chess", {"players": 2}, "Ana", ("greedy",)),
        Wish("bots", "azul", {"players": 2}, "Ana", ("nobody",)),
        Wish("bots", "azul", {"players": 3}, "Ana", ("greedy",)),
        Wish("device", "azul", {"players": 3}, "Ana", names=("Bea",)),
        Wish("alone", "azul", {"players": 2}, "Ana"),
        Wish("bots", "azul", {"players": 2, "wall": "green"}, "Ana", ("greedy",)),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path, wish: Wish) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        with pytest.raises(BadWish, match="expected"):
            await house.service.create(await house.person(ana), wish)

    in_house(tmp_path, story)


def test_names_and_numbers_of_tables_have_limits(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        guest = await house.person(ana)
        with pytest.raises(BadName):
            await house.service.create(guest, Wish("bots", "azul", {"players": 2}, "x" * 25, ("greedy",)))
        for _ in range(MOST_TABLES):
            await house.bots(ana)
        with pytest.raises(TooMany):
            await house.bots(ana)
        with pytest.raises(UnknownTable):
            await house.service.table("nothere")

    in_house(tmp_path, story)


# --- taking back -----------------------------------------------------------------------------------------


def test_against_bots_a_move_is_taken_back_at_once_with_the_answer_to_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        view = await ana.until(await ana.enter(await house.bots(ana)), lambda v: v["acting"] is not None)
        ply = view["ply"]
        await ana.move(view)
        view = await ana.until(ana.views[-1], lambda v: v["acting"] is not None)
        assert view["ply"] == ply + 2
        view = await ana.say("takeback")
        assert (view["ply"], len(ana.log), view["acting"]) == (ply, ply, 0)
        stored = await house.store.load_table(view["table"])
        assert stored is not None
        assert len(stored.moves) == ply

    in_house(tmp_path, story)


def test_an_answer_to_a_move_that_was_taken_back_falls_out(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        view = await ana.until(await ana.enter(await house.bots(ana)), lambda v: v["acting"] is not None)
        first, other = ana.moves(view)[0], ana.moves(view)[-1]
        house.desk.may_answer.clear()
        await ana.move(view, first)
        view = await ana.say("takeback")
        await ana.move(view, other)
        house.desk.may_answer.set()
        view = await ana.until(ana.views[-1], lambda v: v["acting"] is not None)
        assert [entry["move"] for entry in ana.log].count(other) == 1
        assert not ana.refusals

    in_house(tmp_path, story)


def test_between_people_all_must_agree(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        people = [await house.guest(name) for name in ("Ana", "Bea", "Carl")]
        seats = await started(house, *people)
        mover, view = next(pair for pair in seats.values() if pair[1]["acting"] is not None)
        await mover.move(view)
        seat = view["acting"]
        others = [player for player in people if player is not mover]
        view = await mover.say("takeback")
        assert view["offers"]["takeback"] == {"seat": seat, "agreed": [seat]}
        await others[0].say("answer", to="takeback", yes=False)
        assert mover.table.offer is None
        await mover.say("takeback")
        await others[0].say("answer", to="takeback", yes=True)
        assert mover.table.match is not None
        assert mover.table.match.ply == 2
        view = await others[1].say("answer", to="takeback", yes=True)
        assert view["ply"] == 1

    in_house(tmp_path, story)


def test_a_deal_is_never_taken_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        wish = Wish("device", "azul", {"players": 2}, "Ana", names=("Bea",))
        view = await ana.enter(await house.service.create(await house.person(ana), wish))
        assert not view["can"]["takeback"]
        view = await ana.until(view, lambda v: v["show"]["round"] == 2)
        assert not view["can"]["takeback"]
        await ana.say("takeback")
        assert ana.refusals == ["not_possible"]

    in_house(tmp_path, story)


# --- leaving, resigning, again -----------------------------------------------------------------------------


def test_between_two_resigning_ends_the_game(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea = await house.guest("Ana"), await house.guest("Bea")
        await started(house, ana, bea)
        view = await bea.say("resign")
        assert view["status"] == "over"
        assert view["result"]["ending"] == "resigned"
        assert (view["result"]["winners"], view["result"]["seat"]) == ([0], 1)
        await bea.say("resign")
        assert bea.refusals == ["not_possible"]

    in_house(tmp_path, story)


def test_among_several_a_bot_goes_on_for_who_leaves_or_resigns(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea, carl = [await house.guest(name) for name in ("Ana", "Bea", "Carl")]
        await started(house, ana, bea, carl)
        await bea.say("resign")
        await carl.say("leave", level="master")
        view = await ana.say("snapshot")
        assert [seat["kind"] for seat in view["seats"]] == ["person", "bot", "bot"]
        assert [seat["level"] for seat in view["seats"]] == [None, "artisan", "master"]
        assert [seat["name"] for seat in view["seats"]] == ["Ana", "Bea", "Carl"]
        view = await ana.until(view, lambda v: v["status"] == "over")
        assert view["result"]["ending"] in ("row", "stalemate")

    in_house(tmp_path, story)


def test_where_nobody_is_left_the_game_is_over(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        await ana.enter(await house.bots(ana, count=2))
        view = await ana.say("leave", level=None)
        assert view["result"]["ending"] == "left"
        assert view["result"]["winners"] == []

    in_house(tmp_path, story)


def test_a_rematch_needs_everybody_and_turns_the_seats(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea = await house.guest("Ana"), await house.guest("Bea")
        await started(house, ana, bea)
        await bea.say("rematch")
        assert bea.refusals.pop() == "not_possible"
        await bea.say("resign")
        view = await ana.say("rematch")
        assert view["offers"]["rematch"] == {"agreed": [0], "needed": [0, 1], "table": None}
        view = await bea.say("rematch")
        name = view["offers"]["rematch"]["table"]
        again = await ana.enter(name)
        assert [seat["name"] for seat in again["seats"]] == ["Bea", "Ana"]
        assert again["you"] == [1]
        assert again["status"] == "playing"

    in_house(tmp_path, story)


# --- wall choices by everyone at once (A49) ----------------------------------------------------------------


def test_wall_choices_are_made_at_once_and_shown_together(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea = await house.guest("Ana"), await house.guest("Bea")
        await started(house, ana, bea, wall="grey")
        await _until_both_choose(ana, bea)
        assert ana.table.match is not None
        ply = ana.table.match.ply
        view = bea.table.view(bea.id)
        assert view["waiting"] == [0, 1]
        assert (view["acting"], view["choices"]["kind"]) == (1, "tiling")
        before = ana.table.view(ana.id)["show"]
        while bea.table.view(bea.id)["acting"] is not None:  # seat 1 chooses although it is seat 0's turn
            view = await bea.move(bea.table.view(bea.id))
        assert ana.table.match.ply == ply
        assert ana.table.view(ana.id)["show"] == before
        assert bea.table.view(bea.id)["show"]["boards"][1] != before["boards"][1]
        assert bea.table.view(bea.id)["waiting"] == [0]

        await house.stop()  # and a restart keeps what nobody has seen yet
        await house.start()
        await ana.enter(view["table"])
        await bea.enter(view["table"])
        assert bea.table.view(bea.id)["waiting"] == [0]
        view = await ana.until(
            ana.table.view(ana.id), lambda v: v["show"]["phase"] != "tiling" or v["ply"] > ply
        )
        assert view["ply"] > ply
        assert not ana.refusals + bea.refusals

    in_house(tmp_path, story)


async def _until_both_choose(*people: Player) -> None:
    async with asyncio.timeout(30):
        while True:
            for player in people:
                view = player.table.view(player.id)
                if view["waiting"] == [0, 1]:
                    return
                if view["acting"] is not None:
                    await player.move(view)


# --- replays and playing on --------------------------------------------------------------------------------


def test_a_replay_has_every_position_and_every_rounds_scoring(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        name = await house.bots(ana, "pavilion")
        view = await ana.until(await ana.enter(name), lambda v: v["status"] == "over")
        told = await house.service.frames(name)
        assert [frame["ply"] for frame in told["frames"]] == list(range(1, view["ply"] + 1))
        assert told["frames"][-1]["show"] == view["show"]
        assert [frame["entry"] for frame in told["frames"]] == ana.log
        assert sum(frame["story"] is not None for frame in told["frames"]) == 6
        assert told["result"] == view["result"]

    in_house(tmp_path, story)


def test_anybody_who_sees_a_game_can_play_on_from_it_against_bots(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, eve = await house.guest("Ana"), await house.guest("Eve")
        name = await house.bots(ana)
        await ana.until(await ana.enter(name), lambda v: v["show"]["round"] == 3)
        person = await house.person(eve)
        other = await house.service.play_on(person, name, 9, 1, "greedy")
        view = await eve.enter(other)
        assert [e["move"] for e in eve.log][:9] == [e["move"] for e in ana.log][:9]
        assert (view["you"], view["again"], view["kind"]) == ([1], name, "bots")
        await eve.until(view, lambda v: v["status"] == "over")
        for ply, seat, level in ((0, 0, "greedy"), (9, 2, "greedy"), (9, 0, "nobody"), (999, 0, "greedy")):
            with pytest.raises(BadWish):
                await house.service.play_on(person, name, ply, seat, level)

    in_house(tmp_path, story)
