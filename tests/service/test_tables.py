"""Tables: whole games in every variant, who may move, and what a restart leaves."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from azulejos import games
from azulejos.service.errors import UnknownTable
from azulejos.service.lobby import Wish
from azulejos.store.db import StoreError
from tests.games import GAMES
from tests.service.house import House, Player, in_house, together

VARIANTS = [(game.name, options) for game in GAMES for options in game.variants]


def over(view: dict[str, Any]) -> bool:
    return bool(view["status"] == "over")


def reached(ply: int) -> Callable[[dict[str, Any]], bool]:
    return lambda view: view["ply"] >= ply or over(view)


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_a_game_against_bots_goes_to_its_end(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        rest = {key: value for key, value in options.items() if key != "players"}
        name = await house.bots(ana, game, options["players"] - 1, **rest)
        view = await ana.until(await ana.enter(name), over)
        match = ana.table.match
        assert match is not None
        assert view["result"]["scores"] == match.scores()
        assert view["result"]["winners"] == match.winners()
        assert [(e["seat"], e["move"]) for e in ana.log] == [(e.seat, e.text) for e in match.entries]
        assert not ana.refusals
        stored = await house.store.load_table(name)
        assert stored is not None
        assert [(m.seat, m.text) for m in stored.moves] == [(e.seat, e.text) for e in match.entries]
        assert games.read(await house.service.record(name)).scores() == match.scores()

    in_house(tmp_path, story)


def test_nobody_plays_for_another(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea, eve = [await house.guest(name) for name in ("Ana", "Bea", "Eve")]
        name = await house.friends(ana, bea)
        views = {player: await player.enter(name) for player in (ana, bea, eve)}
        turn = views[eve]["show"]["turn"]
        there, other = (ana, bea) if turn == 0 else (bea, ana)
        legal = there.moves(views[there])[0]
        assert views[eve]["you"] == []
        assert views[eve]["choices"] is views[other]["choices"] is None
        for thief in (eve, other):
            await thief.say("move", seat=turn, ply=1, move=legal)
            assert thief.refusals.pop() == "not_your_seat"
        await other.say("move", seat=1 - turn, ply=1, move=legal)
        assert other.refusals.pop() == "not_your_turn"
        await there.say("move", seat=turn, ply=0, move=legal)
        assert there.refusals.pop() == "stale"
        await there.say("move", seat=turn, ply=1, move="9B>9")
        assert there.refusals.pop() == "illegal_move"
        assert there.table.match is not None
        assert there.table.match.ply == 1
        view = await there.say("move", seat=turn, ply=1, move=legal)
        assert view["ply"] == 2
        assert view["choices"] is None
        assert (await other.look())["choices"] is not None

    in_house(tmp_path, story)


def test_a_move_that_is_not_stored_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        view = await ana.until(await ana.enter(await house.bots(ana)), lambda v: v["acting"] is not None)
        ply = view["ply"]

        async def full(*_: object, **__: object) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(house.store, "append", full)
            view = await ana.move(view)
            assert ana.refusals == ["not_saved"]
            assert view["ply"] == ply
        view = await ana.move(view)
        assert view["ply"] > ply

    in_house(tmp_path, story)


def test_a_restart_in_the_middle_of_a_hundred_games_loses_no_move(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        names = []
        for n in range(100):
            owner = await house.guest(f"P{n // 30}")
            names.append((owner.name, await house.bots(owner, ("azul", "pavilion")[n % 2])))
        seen: dict[str, list[tuple[int, str]]] = {}
        for n, (owner_name, name) in enumerate(names):
            owner = await house.guest(owner_name)
            await owner.until(await owner.enter(name), reached(3 + n % 20))
            seen[name] = [(entry["seat"], entry["move"]) for entry in owner.log]
        await house.stop()
        await house.start()
        for owner_name, name in names:
            owner = await house.guest(owner_name)
            await owner.enter(name)
            assert [(e["seat"], e["move"]) for e in owner.log][: len(seen[name])] == seen[name]
        owner = await house.guest(names[0][0])
        await owner.until(await owner.enter(names[0][1]), over)
        assert ana.refusals == []

    in_house(tmp_path, story)


def test_the_deal_after_a_restart_is_the_one_that_would_have_come(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        name = await house.bots(ana)
        await ana.until(await ana.enter(name), lambda v: v["show"]["round"] == 2)
        assert ana.table.match is not None
        dealt = [e.text for e in ana.table.match.entries if e.seat == -1]
        moves = [e.text for e in ana.table.match.entries if e.seat != -1]
        stored = await house.store.load_table(name)
        assert stored is not None
        match = games.new("azul", players=2, seed=stored.seed, starter=stored.starter)
        for move in moves:
            match.play(move)
        assert [e.text for e in match.entries if e.seat == -1] == dealt

    in_house(tmp_path, story)


def test_forced_moves_are_made_by_themselves_and_marked(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        await ana.until(await ana.enter(await house.bots(ana, "pavilion")), over)
        auto = [entry for entry in ana.log if entry["auto"]]
        assert auto
        match = ana.table.match
        assert match is not None
        for entry in auto:
            assert match.at(entry["ply"]).moves() == [entry["move"]]
        alone = [e for e in ana.log if e["seat"] >= 0 and not e["auto"]]
        assert all(len(match.at(entry["ply"]).moves()) > 1 for entry in alone)

    in_house(tmp_path, story)


def test_one_person_plays_all_seats_of_one_device(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        wish = Wish("device", "azul", {"players": 3, "wall": "grey"}, "Ana", names=("Bea", "Carl"))
        view = await ana.enter(await house.service.create(await house.person(ana), wish))
        assert view["you"] == [0, 1, 2]
        view = await ana.until(view, over)
        assert {entry["seat"] for entry in ana.log} == {-1, 0, 1, 2}

    in_house(tmp_path, story)


def test_a_slow_viewer_gets_everything_in_one_piece(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, eve = await house.guest("Ana"), await house.guest("Eve")
        name = await house.bots(ana)
        await eve.enter(name)
        view = await ana.until(await ana.enter(name), over)
        late = await eve.look()
        assert late["ply"] == view["ply"] == len(eve.log)
        assert [e["move"] for e in eve.log] == [e["move"] for e in ana.log]
        eve.viewer.forget()
        assert (await eve.look())["from"] == 0

    in_house(tmp_path, story)


def test_presence_is_told(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea, eve = [await house.guest(name) for name in ("Ana", "Bea", "Eve")]
        name = await house.friends(ana, bea)
        view = await ana.enter(name)
        assert [seat["here"] for seat in view["seats"]] == [True, False]
        await bea.enter(name)
        await eve.enter(name)
        view = await ana.look()
        assert [seat["here"] for seat in view["seats"]] == [True, True]
        assert view["watching"] == 1
        bea.leave_page()
        view = await ana.look()
        assert [seat["here"] for seat in view["seats"]] == [True, False]

    in_house(tmp_path, story)


def test_two_people_play_at_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, bea = await house.guest("Ana"), await house.guest("Bea")
        name = await house.friends(ana, bea, wall="grey", jokers=True)

        async def whole(player: Player) -> None:
            await player.until(await player.enter(name), over)

        await together(whole(ana), whole(bea))
        assert ana.log == bea.log

    in_house(tmp_path, story)


def test_a_page_that_closes_in_the_middle_of_a_move_leaves_the_table_whole(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        view = await ana.until(await ana.enter(await house.bots(ana)), lambda v: v["acting"] is not None)
        message = SimpleNamespace(type="move", seat=0, ply=view["ply"], move=ana.moves(view)[0])
        asking = asyncio.create_task(ana.table.handle(ana.id, ana.viewer, message))
        await asyncio.sleep(0.001)  # the move is on its way into the store
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        view = await ana.until(await ana.look(), lambda v: v["ply"] > view["ply"])
        stored = await house.store.load_table(view["table"])
        assert stored is not None
        assert len(stored.moves) >= view["ply"]

    in_house(tmp_path, story)


def test_why_a_move_is_not_possible_is_told_to_who_asks(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, eve = await house.guest("Ana"), await house.guest("Eve")
        name = await house.bots(ana)
        view = await ana.until(await ana.enter(name), lambda v: v["acting"] is not None)
        told = ana.table.why(ana.id, 0, "9B>1")
        assert told["reason"] == {
            "code": "no_such_factory",
            "clause": "A3",
            "values": {"place": "9", "players": 2, "factories": 5},
        }
        assert ana.table.why(ana.id, 0, ana.moves(view)[0])["reason"] is None
        assert ana.table.why(eve.id, 0, "9B>1")["reason"] is None
        assert ana.table.why(ana.id, 0, "nonsense")["reason"] is None
        await ana.table.handle(ana.id, ana.viewer, SimpleNamespace(type="why", seat=0, move="9B>1"))
        assert (await anext(ana.viewer)) == told
        await ana.move(view, "9B>1")
        assert ana.refusals == ["illegal_move"]

    in_house(tmp_path, story)


def test_a_name_that_no_table_can_have_is_not_even_looked_for(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        for name in ("\0", "a\0b", "é", "a b", ""):  # PostgreSQL takes no text with a zero in it
            with pytest.raises(UnknownTable):
                await house.service.table(name)

    in_house(tmp_path, story)
