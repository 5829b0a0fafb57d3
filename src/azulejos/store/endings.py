"""Games that are over: which of them are not on record yet, and putting one there exactly once."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, update

from azulejos.store.records import Move, Table
from azulejos.store.schema import leagues, members, results, tables
from azulejos.store.tables import Tables, read_whole
from azulejos.store.writing import Writing, write_now


class Endings(Tables):
    """The store's methods for the ends of games; `ended` is told a table's id whenever its game is over."""

    ended: Callable[[str], None] | None = None

    async def append(self, table_id: str, ply: int, moves: Sequence[Move], **more: Any) -> None:
        await super().append(table_id, ply, moves, **more)
        self._tell(table_id, more.get("status"))

    async def set_status(self, table_id: str, status: str, *rest: Any, **more: Any) -> None:
        await super().set_status(table_id, status, *rest, **more)
        self._tell(table_id, status)

    def _tell(self, table_id: str, status: str | None) -> None:
        if status == "over" and self.ended is not None:
            self.ended(table_id)

    async def unfed_tables(self, limit: int) -> list[Table]:
        """Games that are over and not on record yet, in the order in which they ended."""
        wanted = select(tables).where(tables.c.status == "over", tables.c.fed.is_(False))
        async with self._engines.read() as connection:
            rows = (await connection.execute(wanted.order_by(tables.c.updated).limit(limit))).all()
            return [await read_whole(connection, row) for row in rows]

    async def fed_leagues(self, guest_ids: Sequence[str]) -> list[str]:
        """The leagues that online games go into and all of these guests are members of."""
        wanted = select(leagues.c.id).where(leagues.c.feeds)
        for guest in guest_ids:
            joined = select(members.c.league_id).where(members.c.guest_id == guest)
            wanted = wanted.where(leagues.c.id.in_(joined))
        async with self._engines.read() as connection:
            return list((await connection.execute(wanted.order_by(leagues.c.id))).scalars())

    async def feed_table(self, table_id: str, writings: Mapping[str, Writing]) -> bool:
        """Put a game on record in these leagues, once; whether that was now. One transaction."""
        return await self._engines.change(partial(_feed, table_id, dict(writings)))


def _feed(table_id: str, writings: dict[str, Writing], connection: Connection) -> bool:
    this = (tables.c.id == table_id, tables.c.fed.is_(False))
    if connection.execute(update(tables).where(*this).values(fed=True)).rowcount != 1:
        return False  # somebody else was quicker
    for league_id, writing in writings.items():
        known = select(results.c.id).where(results.c.league_id == league_id)
        if connection.execute(known.where(results.c.id.in_([row.id for row in writing.add]))).first() is None:
            write_now(league_id, writing, connection)  # else a file has brought it already
    return True
