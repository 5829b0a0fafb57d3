"""What was kept by older versions is still there afterwards, in every database."""

import asyncio

from sqlalchemy import Connection, text

from azulejos.store.engines import Engines
from tests.store.making import opened

GUEST = "INSERT INTO guests VALUES ('ana', 'hash of ana', 'Ana', 'fr', '2026-01-01 10:00:00+00:00')"
TABLE = """INSERT INTO tables
    (id, game, options, kind, listed, status, host, seed, starter, ply, turn, created, updated)
    VALUES ('k3f9x2ab7q', 'azul', '{"players": 2}', 'friends', true, 'playing', 'ana', 9, 0, 1, '[0]',
            '2026-01-01 10:00:00+00:00', '2026-01-01 10:00:00+00:00')"""
SEAT = "INSERT INTO seats VALUES ('k3f9x2ab7q', 0, 'person', 'Ana', 'ana', NULL, false)"
MOVE = "INSERT INTO moves VALUES ('k3f9x2ab7q', 0, -1, 'deal BBRY', false)"


def _as_first(connection: Connection) -> None:
    """A database of the first version, with a game in it."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "azulejos.store:migrations")
    command.upgrade(config, "0001")
    for statement in (GUEST, TABLE, SEAT, MOVE):
        if connection.dialect.name == "postgresql":  # which wants to know what a text is
            statement = statement.replace(
                "'2026-01-01 10:00:00+00:00'", "TIMESTAMPTZ '2026-01-01 10:00:00+00'"
            )
        connection.exec_driver_sql(statement)


def test_guests_and_games_of_the_first_version_are_kept(unmade: str) -> None:
    async def test() -> None:
        engines = Engines(unmade)
        async with engines.write() as connection:
            await connection.run_sync(_as_first)
        await engines.close()
        async with opened(unmade) as store:
            guest = await store.find_guest("hash of ana")
            assert guest is not None
            assert (guest.id, guest.name, guest.language, guest.account) == ("ana", "Ana", "fr", None)
            table = await store.load_table("k3f9x2ab7q")
            assert table is not None
            assert [move.text for move in table.moves] == ["deal BBRY"]
            assert (table.clock, table.clocks, table.rated, table.seats[0].out) == (None, None, False, None)
            assert [card.id for card in await store.tables_of("ana", 9)] == ["k3f9x2ab7q"]
            await store.set_house_time(5)
            async with store._engines.read() as connection:
                assert (await connection.execute(text("SELECT count(*) FROM sessions"))).scalar() == 1

    asyncio.run(test())
