"""Writing games on record: every change begins with the league's revision, so that all are in one order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from azulejos.store.engines import Engines
from azulejos.store.errors import Conflict, StoreError
from azulejos.store.people import bump_now, person_row
from azulejos.store.records import Person, ResultRow, now
from azulejos.store.schema import changes, members, people, results, scores


@dataclass(frozen=True, slots=True)
class Writing:
    """What is written into a league in one transaction, by whom, under which kind of change."""

    by: str | None
    name: str
    kind: str = "made"
    add: Sequence[ResultRow] = ()
    correct: Sequence[tuple[ResultRow, int]] = ()  # each with the revision that it must have had
    people: Sequence[tuple[Person, str]] = ()  # new ones, each with the key it is compared by


class Written:
    """The store's methods that write games on record."""

    _engines: Engines

    async def write_results(self, league_id: str, writing: Writing) -> None:
        """All of it or nothing.

        Conflict where an id or a name is taken, a result is not as expected, or who writes is no member.
        """
        await self._engines.change(partial(write_now, league_id, writing))

    async def mark_deleted(
        self, league_id: str, result_id: str, deleted: bool, by: str | None, name: str
    ) -> bool:
        """Delete a result, or bring it back; whether there was anything to do."""
        return await self._engines.change(partial(_mark, league_id, result_id, deleted, by, name))


def write_now(league_id: str, writing: Writing, connection: Connection) -> None:
    """What `write_results` does, inside a transaction."""
    serial = bump_now(connection, league_id, max(1, len(writing.add) + len(writing.correct))) + 1
    _check_member(connection, league_id, writing.by)
    if writing.people:
        rows = [person_row(league_id, person, key) for person, key in writing.people]
        connection.execute(insert(people), rows)
    _add(connection, league_id, writing, serial)
    for number, (row, expected) in enumerate(writing.correct, serial + len(writing.add)):
        _correct(connection, league_id, writing, row, expected, number)


def _check_member(connection: Connection, league_id: str, by: str | None) -> None:
    """Whoever was removed since they were let in writes nothing; Conflict."""
    known = select(members.c.guest_id).where(members.c.league_id == league_id, members.c.guest_id == by)
    if by is not None and connection.execute(known).first() is None:
        raise Conflict(f"{by!r} is no member of league {league_id}")


def _add(connection: Connection, league_id: str, writing: Writing, serial: int) -> None:
    if not writing.add:
        return
    at = now()
    fresh = {"by": writing.by, "created": at}
    rows = [
        {**_row(league_id, row, at), **fresh, "made": n, "revision": n}
        for n, row in enumerate(writing.add, serial)
    ]
    connection.execute(insert(results), rows)
    connection.execute(insert(scores), [seat for row in writing.add for seat in _seats(league_id, row)])
    told = {"league_id": league_id, "n": 0, "at": at, "by": writing.by, "name": writing.name}
    entries = [{**told, "kind": writing.kind, "result_id": row.id} for row in writing.add]
    connection.execute(insert(changes), entries)


def _correct(
    connection: Connection, league_id: str, writing: Writing, row: ResultRow, expected: int, serial: int
) -> None:
    """Write a result anew and keep what it said before; brought back if it was deleted."""
    this = (results.c.league_id == league_id, results.c.id == row.id)
    before = _told(connection, league_id, row.id)
    values = _row(league_id, row, now()) | {"revision": serial, "deleted": None}
    for name in ("league_id", "id", "source", "ref"):  # where it came from stays
        del values[name]
    done = connection.execute(update(results).where(*this, results.c.revision == expected).values(values))
    if done.rowcount != 1:
        raise Conflict(f"result {row.id!r} of league {league_id} has changed since revision {expected}")
    connection.execute(delete(scores).where(scores.c.league_id == league_id, scores.c.result_id == row.id))
    connection.execute(insert(scores), _seats(league_id, row))
    after = _told(connection, league_id, row.id)
    _note(connection, league_id, row.id, writing, before=before, after=after)


def _mark(
    league_id: str, result_id: str, deleted: bool, by: str | None, name: str, connection: Connection
) -> bool:
    serial = bump_now(connection, league_id) + 1
    _check_member(connection, league_id, by)
    at = now()
    this = [results.c.league_id == league_id, results.c.id == result_id]
    this.append(results.c.deleted.is_(None) if deleted else results.c.deleted.is_not(None))
    values = {"deleted": at if deleted else None, "updated": at, "revision": serial}
    if connection.execute(update(results).where(*this).values(values)).rowcount != 1:
        return False
    _note(connection, league_id, result_id, Writing(by, name, "deleted" if deleted else "restored"))
    return True


def _note(
    connection: Connection,
    league_id: str,
    result_id: str,
    writing: Writing,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """One more step in a result's history."""
    this = (changes.c.league_id == league_id, changes.c.result_id == result_id)
    last = connection.execute(select(func.max(changes.c.n)).where(*this)).scalar()
    row = {"league_id": league_id, "result_id": result_id, "n": 0 if last is None else last + 1, "at": now()}
    who = {"by": writing.by, "name": writing.name, "kind": writing.kind}
    connection.execute(insert(changes).values(**row, **who, before=before, after=after))


def _told(connection: Connection, league_id: str, result_id: str) -> dict[str, Any]:
    """What a result says now, as plain data."""
    this = (results.c.league_id == league_id, results.c.id == result_id)
    row = connection.execute(select(results).where(*this)).first()
    if row is None:
        raise StoreError(f"there is no result {result_id!r} in league {league_id}")
    seated = (scores.c.league_id == league_id, scores.c.result_id == result_id)
    seats = connection.execute(select(scores).where(*seated).order_by(scores.c.seat)).all()
    return {
        "game": row.game,
        "options": row.options,
        "played": row.played,
        "note": row.note,
        "deleted": row.deleted is not None,
        "scores": [
            {
                "person": seat.person_id,
                "total_points": seat.total_points,
                "completed_rows": seat.completed_rows,
                **seat.details,
            }
            for seat in seats
        ],
    }


def _row(league_id: str, row: ResultRow, at: datetime) -> dict[str, Any]:
    names = ("id", "game", "variant", "options", "played", "note", "source", "ref")
    values = {name: getattr(row, name) for name in names}
    return {"league_id": league_id, "players": len(row.scores), "updated": at, **values}


def _seats(league_id: str, row: ResultRow) -> list[dict[str, Any]]:
    return [
        {
            "league_id": league_id,
            "result_id": row.id,
            "seat": seat,
            "person_id": score.person,
            "total_points": score.total_points,
            "completed_rows": score.completed_rows,
            "details": score.details,
        }
        for seat, score in enumerate(row.scores)
    ]
