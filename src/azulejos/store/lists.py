"""Lists of tables as cards: open ones, those being played, a guest's own. No record is read for them."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.store.engines import Engines
from azulejos.store.records import Card, Seat, now
from azulejos.store.schema import seats, tables

WAITS = timedelta(days=1)  # a table that nobody has sat down at since is neither offered nor counted


class Lists:
    """The store's methods for lists, newest first."""

    _engines: Engines

    async def open_tables(self, limit: int) -> list[Card]:
        """Listed tables that still wait for people."""
        return await self._cards(limit, tables.c.listed, _waits())

    async def playing_tables(self, limit: int) -> list[Card]:
        """Listed tables to watch."""
        return await self._cards(limit, tables.c.listed, tables.c.status == "playing")

    async def tables_of(self, guest_id: str, limit: int) -> list[Card]:
        """Tables where a guest sits and has not left, or that they opened; listed or not. Those that are over
        come last: a game with days for a move, which waits for somebody, is older than many that are done."""
        sits = select(seats.c.table_id).where(seats.c.guest == guest_id, ~seats.c.resigned)
        mine = or_(tables.c.host == guest_id, tables.c.id.in_(sits))
        return await self._cards(limit, mine, last=tables.c.status == "over")

    async def count_open(self, guest_id: str) -> int:
        """How many tables a guest has opened that are being played or still wait for people."""
        mine = select(func.count()).select_from(tables)
        mine = mine.where(tables.c.host == guest_id, or_(tables.c.status == "playing", _waits()))
        async with self._engines.read() as connection:
            return int((await connection.execute(mine)).scalar_one())

    async def _cards(
        self, limit: int, *wanted: ColumnElement[bool], last: ColumnElement[bool] | None = None
    ) -> list[Card]:
        order = [*([] if last is None else [last]), tables.c.updated.desc(), tables.c.id]
        newest = select(tables).where(*wanted).order_by(*order).limit(limit)
        async with self._engines.read() as connection:
            rows = (await connection.execute(newest)).all()
            seated = await read_seats(connection, [row.id for row in rows])
        return [_card(row, seated[row.id]) for row in rows]


def _waits() -> ColumnElement[bool]:
    return and_(tables.c.status == "open", tables.c.updated > now() - WAITS)


async def read_seats(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of some tables, in one question."""
    found: dict[str, tuple[Seat, ...]] = dict.fromkeys(ids, ())
    wanted = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
    for row in await connection.execute(wanted):
        found[row.table_id] += (Seat(row.kind, row.name, row.guest, row.level, row.resigned, row.out),)
    return found


def _card(row: Row[Any], seated: tuple[Seat, ...]) -> Card:
    return Card(
        id=row.id,
        game=row.game,
        options=row.options,
        kind=row.kind,
        status=row.status,
        seats=seated,
        listed=row.listed,
        host=row.host,
        updated=row.updated,
        round=row.round,
        scores=row.scores,
        turn=row.turn,
        clock=row.clock,
        rated=row.rated,
    )
