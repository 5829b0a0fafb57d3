"""Clocks are kept with what moved them, a house's time over its starts; tables are found by due time."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from azulejos.store.db import Store
from azulejos.store.records import Seat
from tests.store.making import MOVES, a_table, kept, opened, with_store

CLOCK = {"kind": "live", "base": 600, "increment": 10}


def clocks(due: int | None) -> dict[str, object]:
    return {"left": [600_000, None], "running": [0], "at": 5, "due": due}


def test_clocks_and_lent_seats_come_back_as_they_were_written(url: str) -> None:
    async def test(store: Store) -> None:
        seats = (Seat("bot", "Ana", "ana", "artisan", out="away"), Seat("person", "Bea", "bea"))
        table = a_table(clock=CLOCK, clocks=clocks(7), rated=True, seats=seats)
        await store.create_table(table)
        assert await kept(store) == table
        [card] = await store.playing_tables(9)
        assert (card.clock, card.rated) == (CLOCK, True)
        assert [card.id for card in await store.tables_of("ana", 9)] == [table.id]

    with_store(url, test)


def test_every_change_of_a_game_can_move_its_clocks(url: str) -> None:
    async def test(store: Store) -> None:
        table = a_table(clock=CLOCK)
        await store.create_table(table)
        await store.append(table.id, 0, MOVES, clocks=clocks(1))
        assert (await kept(store)).clocks == clocks(1)
        await store.append(table.id, 3, MOVES[1:], turn=[1])  # as they were
        assert (await kept(store)).clocks == clocks(1)
        await store.cut(table.id, 2, round=1, scores=None, turn=[0], clocks=clocks(2))
        assert (await kept(store)).clocks == clocks(2)
        await store.put_draft(table.id, 0, ["1@2"], turn=[1], clocks=clocks(3))
        assert (await kept(store)).clocks == clocks(3)
        assert (await store.playing_tables(9))[0].turn == [1]
        await store.set_seats(table.id, table.seats, clocks=clocks(4))
        assert (await kept(store)).clocks == clocks(4)
        await store.set_status(table.id, "over", clocks=clocks(None))
        after = await kept(store)
        assert after.clocks == clocks(None)
        assert after == replace(after, clock=CLOCK)

    with_store(url, test)


def test_tables_are_found_by_when_time_runs_out(url: str) -> None:
    async def test(store: Store) -> None:
        for name, due in (("late", 900), ("soon", 300), ("sooner", 100), ("never", None)):
            await store.create_table(a_table(name, clock=CLOCK, clocks=clocks(due)))
        await store.create_table(a_table("none"))
        await store.create_table(a_table("over", clock=CLOCK, clocks=clocks(1), status="over"))
        assert await store.due_tables(300, 9) == ["sooner", "soon"]
        assert await store.due_tables(300, 1) == ["sooner"]
        await store.set_seats("sooner", (), clocks=clocks(None))
        assert await store.due_tables(300, 9) == ["soon"]

    with_store(url, test)


def test_a_houses_time_is_remembered(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.house_time() == 0
        for time in (5, 2**40):
            await store.set_house_time(time)
            assert await store.house_time() == time

    with_store(url, test)


def test_a_database_from_before_there_were_clocks_keeps_its_games(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", "azulejos.store:migrations")
        command.upgrade(config, "0001")
    engine.dispose()
    bare = sqlite3.connect(file)
    with bare:
        then = "2026-11-15 10:00:00.000000"
        bare.execute("INSERT INTO guests VALUES ('ana', 'hash', 'Ana', NULL, ?)", (then,))
        row = ("old", "azul", '{"players":2}', "friends", True, "playing", "ana", 1, 0, 1, "[0]", then, then)
        names = "id, game, options, kind, listed, status, host, seed, starter, ply, turn, created, updated"
        bare.execute(f"INSERT INTO tables ({names}) VALUES ({', '.join('?' * len(row))})", row)
        bare.execute("INSERT INTO seats VALUES ('old', 0, 'person', 'Ana', 'ana', NULL, 0)")
        bare.execute("INSERT INTO moves VALUES ('old', 0, 0, '3B>2', 0)")
    bare.close()

    async def test() -> None:
        async with opened(f"sqlite:///{file}") as store:
            table = await kept(store, "old")
            assert (table.clock, table.clocks, table.rated) == (None, None, False)
            assert table.seats == (Seat("person", "Ana", guest="ana"),)
            assert [move.text for move in table.moves] == ["3B>2"]

    asyncio.run(test())
