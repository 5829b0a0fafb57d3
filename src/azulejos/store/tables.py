"""Tables and their records: made, loaded, grown by moves, cut.

The length of a record is kept with its table and every change of the record moves it from the length that
the caller expects: of two writers, also in two processes, one succeeds. Every transaction begins with that
change, so the row is locked before anything else is done.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.store.engines import Engines
from azulejos.store.errors import Conflict, StoreError
from azulejos.store.lists import read_seats
from azulejos.store.records import Move, Seat, Table, now
from azulejos.store.schema import drafts, moves, seats, tables

Clocks = Mapping[str, Any] | None  # how a table's clocks stand; None: as before

_PLAIN = [one.name for one in fields(Table) if one.name not in ("seats", "moves", "drafts")]  # as in a row


class Tables:
    """The store's methods for tables."""

    _engines: Engines

    async def create_table(
        self,
        table: Table,
        *,
        round: int | None = None,
        scores: Sequence[int] | None = None,
        turn: Sequence[int] = (),
    ) -> None:
        """Write a new table with all that it holds already; Conflict where the id is taken."""
        row = {name: getattr(table, name) for name in _PLAIN} | _timing(table.clocks)
        listed = {"round": round, "scores": None if scores is None else list(scores), "turn": list(turn)}
        async with self._engines.write() as connection:
            await connection.execute(insert(tables).values(ply=len(table.moves), **row, **listed))
            await _add_seats(connection, table.id, table.seats)
            await _add_moves(connection, table.id, 0, table.moves)
            for seat, texts in table.drafts.items():
                await _add_draft(connection, table.id, seat, texts)

    async def load_table(self, table_id: str) -> Table | None:
        """A table as it was at one moment."""
        wanted = select(tables).where(tables.c.id == table_id).with_for_update(read=True)
        async with self._engines.read() as connection:
            row = (await connection.execute(wanted)).first()  # locked where that is needed (not in SQLite)
            return None if row is None else await read_whole(connection, row)

    async def append(
        self,
        table_id: str,
        ply: int,
        moves: Sequence[Move],
        *,
        round: int | None = None,
        scores: Sequence[int] | None = None,
        turn: Sequence[int] = (),
        status: str | None = None,
        ending: str | None = None,
        ending_seat: int | None = None,
        clear_drafts: bool = False,
        clocks: Clocks = None,
    ) -> None:
        """Add moves at the end of a record, which must be `ply` long; what is None stays as it was."""
        given = {"round": round, "status": status, "ending": ending, "ending_seat": ending_seat}
        values: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if scores is not None:
            values["scores"] = list(scores)
        values |= {"turn": list(turn), "ply": ply + len(moves), **_timing(clocks)}
        rows = _move_rows(table_id, ply, moves)
        await self._engines.change(partial(_grow, table_id, ply, values, rows, clear_drafts))

    async def cut(
        self,
        table_id: str,
        ply: int,
        *,
        length: int | None = None,
        round: int | None,
        scores: Sequence[int] | None,
        turn: Sequence[int],
        clocks: Clocks = None,
    ) -> None:
        """Keep the first `ply` entries of a record, of that length if one is given, and no drafts."""
        values: dict[str, Any] = {"ply": ply, "round": round, "turn": list(turn), **_timing(clocks)}
        values["scores"] = None if scores is None else list(scores)
        async with self._engines.write() as connection:
            await _change(connection, table_id, values, ply=length, at_least=ply)
            await connection.execute(delete(moves).where(moves.c.table_id == table_id, moves.c.ply >= ply))
            await connection.execute(delete(drafts).where(drafts.c.table_id == table_id))

    async def set_seats(self, table_id: str, seated: Sequence[Seat], clocks: Clocks = None) -> None:
        async with self._engines.write() as connection:
            await _change(connection, table_id, _timing(clocks))
            await connection.execute(delete(seats).where(seats.c.table_id == table_id))
            await _add_seats(connection, table_id, seated)

    async def set_status(
        self,
        table_id: str,
        status: str,
        ending: str | None = None,
        ending_seat: int | None = None,
        clocks: Clocks = None,
    ) -> None:
        values = {"status": status, "ending": ending, "ending_seat": ending_seat, **_timing(clocks)}
        async with self._engines.write() as connection:
            await _change(connection, table_id, values)

    async def set_next(self, table_id: str, next_id: str | None) -> None:
        async with self._engines.write() as connection:
            await _change(connection, table_id, {"next": next_id})

    async def put_draft(
        self,
        table_id: str,
        seat: int,
        texts: Sequence[str],
        *,
        turn: Sequence[int] | None = None,
        clocks: Clocks = None,
    ) -> None:
        """The choices that a seat has made and nobody may see yet, instead of those before."""
        here = (drafts.c.table_id == table_id, drafts.c.seat == seat)
        values = _timing(clocks) | ({} if turn is None else {"turn": list(turn)})
        async with self._engines.write() as connection:
            await _change(connection, table_id, values)
            await connection.execute(delete(drafts).where(*here))
            await _add_draft(connection, table_id, seat, texts)


def _timing(clocks: Clocks) -> dict[str, Any]:
    """The columns that say how the clocks stand; none where they stay as they were."""
    return {} if clocks is None else {"clocks": dict(clocks), "due": clocks.get("due")}


async def read_whole(connection: AsyncConnection, row: Row[Any]) -> Table:
    """A table from its row, with its seats and its record."""
    record = select(moves.c.seat, moves.c.text, moves.c.auto).where(moves.c.table_id == row.id)
    made = (await connection.execute(record.order_by(moves.c.ply))).all()
    waiting = (await connection.execute(select(drafts).where(drafts.c.table_id == row.id))).all()
    seated = await read_seats(connection, [row.id])
    return Table(
        **{name: getattr(row, name) for name in _PLAIN},
        seats=seated[row.id],
        moves=tuple(Move(*move) for move in made),
        drafts={draft.seat: tuple(draft.texts) for draft in waiting},
    )


async def _change(
    connection: AsyncConnection,
    table_id: str,
    values: dict[str, Any],
    *,
    ply: int | None = None,
    at_least: int = 0,
) -> None:
    """Change a table's row if its record is as long as expected."""
    here = [tables.c.id == table_id, tables.c.ply >= at_least]
    if ply is not None:
        here.append(tables.c.ply == ply)
    done = await connection.execute(update(tables).where(*here).values(updated=now(), **values))
    if done.rowcount == 1:
        return
    kept = (await connection.execute(select(tables.c.ply).where(tables.c.id == table_id))).scalar()
    raise _unfit(table_id, at_least if ply is None else ply, kept)


def _unfit(table_id: str, ply: int, kept: int | None) -> StoreError:
    """Why a record cannot be changed from there."""
    if kept is None:
        return StoreError(f"there is no table {table_id!r}")
    return Conflict(f"table {table_id}: ply {ply} is not where its record of {kept} entries goes on")


# The statements of `append`, made once: making them takes longer than running them.
_GROW = update(tables).where(tables.c.id == bindparam("of"), tables.c.ply == bindparam("from_ply"))
_ADD_MOVES = insert(moves)
_CLEAR_DRAFTS = delete(drafts).where(drafts.c.table_id == bindparam("of"))


def _grow(
    table_id: str,
    ply: int,
    values: dict[str, Any],
    rows: list[dict[str, Any]],
    clear_drafts: bool,
    connection: Connection,
) -> None:
    """What `append` writes."""
    done = connection.execute(_GROW, {"of": table_id, "from_ply": ply, "updated": now(), **values})
    if done.rowcount != 1:
        kept = connection.execute(select(tables.c.ply).where(tables.c.id == table_id)).scalar()
        raise _unfit(table_id, ply, kept)
    if rows:
        connection.execute(_ADD_MOVES, rows)
    if clear_drafts:
        connection.execute(_CLEAR_DRAFTS, {"of": table_id})


async def _add_seats(connection: AsyncConnection, table_id: str, seated: Sequence[Seat]) -> None:
    names = ("kind", "name", "guest", "level", "resigned", "out")
    rows = [{name: getattr(seat, name) for name in names} for seat in seated]
    if rows:
        numbered = [{"table_id": table_id, "seat": number, **row} for number, row in enumerate(rows)]
        await connection.execute(insert(seats), numbered)


async def _add_moves(connection: AsyncConnection, table_id: str, ply: int, made: Sequence[Move]) -> None:
    rows = _move_rows(table_id, ply, made)
    if rows:
        await connection.execute(_ADD_MOVES, rows)


def _move_rows(table_id: str, ply: int, made: Sequence[Move]) -> list[dict[str, Any]]:
    at = now()
    return [
        {
            "table_id": table_id,
            "ply": number,
            "seat": move.seat,
            "text": move.text,
            "auto": move.auto,
            "at": at,
        }
        for number, move in enumerate(made, ply)
    ]


async def _add_draft(connection: AsyncConnection, table_id: str, seat: int, texts: Sequence[str]) -> None:
    if texts:
        await connection.execute(insert(drafts).values(table_id=table_id, seat=seat, texts=list(texts)))
