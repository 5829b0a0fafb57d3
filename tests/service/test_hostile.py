"""People who try what they should not, and what goes wrong at the worst moment: no table suffers from it."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from azulejos import games
from azulejos.core.match import Match
from azulejos.service import course
from azulejos.service.errors import BadName, NotSaved, TooMany
from azulejos.service.lobby import MOST_TABLES, Wish
from azulejos.service.seating import clean_name
from azulejos.store.db import StoreError
from azulejos.store.records import Table
from tests.service.house import House, Player, in_house, together


async def on_one_device(house: House, player: Player) -> str:
    wish = Wish("device", "azul", {"players": 2}, player.name, names=("Bea",))
    return await house.service.create(await house.person(player), wish)


# --- playing on ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_playing_on_from_just_before_a_deal_has_a_deal_of_its_own(tmp_path: Path, game: str) -> None:
    async def story(house: House) -> None:
        ana, eve = await house.guest("Ana"), await house.guest("Eve")
        name = await house.bots(ana, game)
        await ana.until(await ana.enter(name), lambda v: v["show"]["round"] == 3)
        ply = [entry["ply"] for entry in ana.log if entry["seat"] == -1][-1]
        other = await house.service.play_on(await house.person(eve), name, ply, 0, "greedy")
        stored = await house.store.load_table(other)
        assert stored is not None
        assert (len(stored.moves), stored.moves[-1].seat) == (ply + 1, -1)
        assert stored.seed != ana.table.table.seed
        assert stored.moves[-1].text != ana.log[ply]["move"]
        await eve.until(await eve.enter(other), lambda v: v["ply"] > ply + 4)
        assert not eve.refusals

    in_house(tmp_path, story)


# --- wall choices that are nobody else's business --------------------------------------------------------


def tiling() -> Match:
    """A game on the grey wall where both seats have to choose."""
    for seed in range(50):
        match = games.new("azul", seed=seed, starter=0, players=2, wall="grey")
        while match.phase == "offer":
            match.play(match.moves()[0])
        if match.phase == "tiling" and course.undecided(match, {}) == [0, 1] and len(match.moves()) > 1:
            return match
    raise AssertionError("no such game")


def test_a_bot_is_not_told_what_others_have_chosen() -> None:
    match = tiling()
    seen = {course.ahead(match, {0: (move,)}, 1).record() for move in match.moves()}
    assert seen == {course.ahead(match, {}, 1).record()}


# --- taking back -----------------------------------------------------------------------------------------


def test_a_yes_is_never_counted_for_another_request(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        people = [await house.guest(name) for name in ("Ana", "Bea", "Carl")]
        name = await house.friends(*people)
        for player in people:
            await player.enter(name)
        for _ in range(2):
            mover = next(p for p in people if p.table.view(p.id)["acting"] is not None)
            await mover.move(mover.table.view(mover.id))
        first, second = [p for p in people if p.table.view(p.id)["can"]["takeback"]]
        await first.say("takeback")
        await second.say("takeback")
        assert second.refusals == ["not_possible"]
        assert first.table.offer is not None
        assert first.table.offer.seat == people.index(first)

    in_house(tmp_path, story)


def test_a_page_that_comes_back_after_moves_were_taken_back_gets_them_anew(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        name = await on_one_device(house, ana)
        view = await ana.enter(name)
        for _ in range(3):
            view = await ana.move(view)
        away = view["ply"]
        view = await ana.say("takeback")
        for _ in range(2):
            view = await ana.move(view, ana.moves(view)[-1])
        assert view["ply"] > away
        page = ana.table.join(ana.id, away)
        assert (await anext(page))["from"] == away - 1

    in_house(tmp_path, story)


def test_a_second_server_cannot_take_back_what_it_has_not_seen(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        name = await on_one_device(house, ana)
        view = await ana.move(await ana.enter(name))
        other = House(house.url)
        await other.start()
        try:
            twin = await other.guest("Ana")
            await twin.enter(name)
            view = await ana.move(view)
            seen = await twin.say("takeback")
            while not twin.refusals:
                seen = await twin.look()
            assert twin.refusals == ["stale"]
            assert seen["ply"] == view["ply"]
        finally:
            await other.stop()

    in_house(tmp_path, story)


# --- crowds ----------------------------------------------------------------------------------------------


def test_no_crowd_keeps_a_player_from_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        table = await house.service.table(await house.bots(ana))
        for _ in range(3):
            table.join(None)
        with pytest.raises(TooMany):
            table.join("eve")
        table.join(ana.id)

    monkeypatch.setattr("azulejos.service.watching.MOST_VIEWERS", 3)
    in_house(tmp_path, story)


def test_who_comes_and_goes_all_the_time_is_told_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        await ana.enter(await on_one_device(house, ana))
        await asyncio.sleep(0.3)
        await ana.look()  # that she is here herself
        for _ in range(20):
            ana.table.part(ana.table.join(None))
            await asyncio.sleep(0)
        ana.table.join(None)
        assert (await ana.look())["watching"] == 1
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(ana.viewer), 0.3)

    in_house(tmp_path, story)


def test_a_room_that_nobody_uses_is_neither_offered_nor_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        guest, wish = await house.person(ana), Wish("friends", "azul", {"players": 2}, "Ana", listed=True)
        for _ in range(MOST_TABLES):
            name = await house.service.create(guest, wish)
        with pytest.raises(TooMany):
            await house.service.create(guest, wish)
        assert (await house.service.lobby("eve"))["open"]
        monkeypatch.setattr("azulejos.store.lists.WAITS", timedelta(0))
        assert not (await house.service.lobby("eve"))["open"]
        assert (await house.service.table(name)).table.status == "open"  # its link still works
        await house.service.create(guest, wish)

    in_house(tmp_path, story)


def test_a_table_is_in_memory_once_whatever_happens_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        ana = await house.guest("Ana")
        name = await house.bots(ana)
        load, tries, found = house.store.load_table, 0, []

        async def shaky(table: str) -> Table | None:
            nonlocal tries
            tries += 1
            await asyncio.sleep(0.01)
            if tries == 1:
                raise StoreError("busy")
            return await load(table)

        async def come(after: float) -> None:
            await asyncio.sleep(after)
            try:
                found.append(await house.service.table(name))
            except NotSaved:
                found.append(await house.service.table(name))

        monkeypatch.setattr(house.store, "load_table", shaky)
        await together(*(come(0.002 * n) for n in range(12)))
        assert len({id(table) for table in found}) == 1
        assert tries == 2

    in_house(tmp_path, story)


# --- names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",  # letters that show nothing
        "\u2800\u2800",
        "An\u115fa",
        "\ufe0f",
        "\u0301a",
        "a" + "\u0335" * 20,  # a tower of accents
        "\u202eanA",
        "A\u200bna",
        "Ana\x00",
        "\ud800",
    ],
)
def test_names_that_cannot_be_read_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("name", ["José", "Nguyễn", "สมชาย ผู้ดี", "שָׁלוֹם", "नमस्ते", "李雷", "Ana ❤️", "O'Neill"])
def test_names_of_the_world_are_names(name: str) -> None:
    assert clean_name(name)
    assert clean_name("Jose\u0301") == "José"
