"""Games on record, found and read: one, a page, or all of a league in chunks."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Text,
    and_,
    func,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.store.engines import Engines
from azulejos.store.records import Change, ResultRow, ScoreRow
from azulejos.store.schema import changes, guests, results, scores

CHUNK = 500  # rows at a time, where thousands are read: the loop is never held for long


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which results are looked for; what is empty asks nothing."""

    game: str = ""
    variant: str = ""
    people: Collection[str] | None = None  # somebody of these
    players: int | None = None
    source: str = ""
    since: str = ""
    until: str = ""
    text: str = ""  # in the note, or one of these entries sits there:
    named: Collection[str] = field(default_factory=list)
    deleted: bool = False


class Results:
    """The store's methods for games on record."""

    _engines: Engines

    async def find_result(self, league_id: str, result_id: str) -> ResultRow | None:
        async with self._engines.read() as connection:
            found = await _read(connection, league_id, [results.c.id == result_id], limit=1)
        return found[0] if found else None

    async def find_results(
        self, league_id: str, wanted: Wanted, limit: int, offset: int = 0
    ) -> tuple[list[ResultRow], int]:
        """Some of the results that are wanted, latest first, and how many there are."""
        these = _conditions(league_id, wanted)
        count = select(func.count()).select_from(results).where(results.c.league_id == league_id, *these)
        async with self._engines.read() as connection:
            total = int((await connection.execute(count)).scalar_one())
            return await _read(connection, league_id, these, limit, offset), total

    async def some_results(self, league_id: str, ids: Sequence[str]) -> dict[str, ResultRow]:
        """Those of these results that are on record, deleted ones too."""
        found: dict[str, ResultRow] = {}
        async with self._engines.read() as connection:
            for start in range(0, len(ids), CHUNK):
                these = [results.c.id.in_(ids[start : start + CHUNK])]
                found |= {row.id: row for row in await _read(connection, league_id, these, CHUNK)}
        return found

    async def trace(self, league_id: str, result_id: str) -> list[Change]:
        """What has happened to a result, oldest first."""
        columns = (
            changes.c.at,
            changes.c.by,
            changes.c.name,
            changes.c.kind,
            changes.c.before,
            changes.c.after,
        )
        this = (changes.c.league_id == league_id, changes.c.result_id == result_id)
        async with self._engines.read() as connection:
            rows = await connection.execute(select(*columns).where(*this).order_by(changes.c.n))
            return [Change(*row) for row in rows]

    async def guest_names(self, ids: Collection[str]) -> dict[str, str]:
        """What some guests are called."""
        wanted = select(guests.c.id, guests.c.name).where(guests.c.id.in_(list(ids)))
        async with self._engines.read() as connection:
            return {row.id: row.name for row in await connection.execute(wanted)}

    async def raw_results(self, league_id: str, after: tuple[int, str]) -> "Raw":
        """Results changed after a revision, deleted ones too, a chunk, for `unpacked` in a thread."""
        revision, last = after
        later = or_(results.c.revision > revision, and_(results.c.revision == revision, results.c.id > last))
        page = select(*_RAW).where(results.c.league_id == league_id, later)
        page = page.order_by(results.c.revision, results.c.id).limit(CHUNK)
        async with self._engines.read() as connection:
            rows = (await connection.execute(page)).all()
            ids = [row.id for row in rows]
            these = (scores.c.league_id == league_id, scores.c.result_id.in_(ids))
            seats = select(*_RAW_SCORES).where(*these).order_by(scores.c.result_id, scores.c.seat)
            return Raw(rows, (await connection.execute(seats)).all() if ids else [])


# --- reading ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Raw:
    """Rows as the database gave them: making values of them takes time that the loop has not."""

    rows: Sequence[Row[Any]]
    scores: Sequence[Row[Any]]

    @property
    def last(self) -> tuple[int, str]:
        """Where the next chunk begins."""
        return self.rows[-1].revision, self.rows[-1].id


_PLAIN = ("id", "game", "variant", "played", "note", "source", "ref", "by", "made", "revision")
_RAW = (
    *(results.c[name] for name in _PLAIN),
    type_coerce(results.c.options, Text).label("options"),
    results.c.deleted.is_not(None).label("gone"),
)
_RAW_SCORES = (
    scores.c.result_id,
    scores.c.person_id,
    scores.c.total_points,
    scores.c.completed_rows,
    type_coerce(scores.c.details, Text).label("details"),
)
_NEVER = datetime.min


def unpacked(raw: Raw) -> list[tuple[ResultRow, bool]]:
    """The results of a chunk, each with whether it is deleted; without moments."""
    options: dict[str, dict[str, Any]] = {}  # there are six of them
    seats: dict[str, list[ScoreRow]] = {}
    for row in raw.scores:
        told = json.loads(row.details) if row.details != "{}" else {}
        score = ScoreRow(row.person_id, row.total_points, row.completed_rows, told)
        seats.setdefault(row.result_id, []).append(score)
    return [
        (
            ResultRow(
                **dict(zip(_PLAIN, row, strict=False)),
                options=options.get(row.options) or options.setdefault(row.options, json.loads(row.options)),
                scores=tuple(seats.get(row.id, ())),
                created=_NEVER,
                updated=_NEVER,
            ),
            bool(row.gone),
        )
        for row in raw.rows
    ]


async def _read(
    connection: AsyncConnection,
    league_id: str,
    wanted: Iterable[ColumnElement[bool]],
    limit: int,
    offset: int = 0,
) -> list[ResultRow]:
    page = select(results).where(results.c.league_id == league_id, *wanted)
    page = page.order_by(results.c.played.desc(), results.c.made.desc()).limit(limit).offset(offset)
    rows = (await connection.execute(page)).all()
    seats: dict[str, list[ScoreRow]] = {row.id: [] for row in rows}
    these = (scores.c.league_id == league_id, scores.c.result_id.in_(list(seats)))
    for row in await connection.execute(
        select(scores).where(*these).order_by(scores.c.result_id, scores.c.seat)
    ):
        seats[row.result_id].append(
            ScoreRow(row.person_id, row.total_points, row.completed_rows, row.details)
        )
    return [
        ResultRow(
            **{name: getattr(row, name) for name in _PLAIN},
            options=row.options,
            scores=tuple(seats[row.id]),
            created=row.created,
            updated=row.updated,
            deleted=row.deleted,
        )
        for row in rows
    ]


def _conditions(league_id: str, wanted: Wanted) -> list[ColumnElement[bool]]:
    """What is asked, in SQL."""
    equal = {name: getattr(wanted, name) for name in ("game", "variant", "source", "players")}
    found: list[ColumnElement[bool]] = [results.c[name] == value for name, value in equal.items() if value]
    found.append(results.c.deleted.is_not(None) if wanted.deleted else results.c.deleted.is_(None))
    if wanted.since:
        found.append(results.c.played >= wanted.since)
    if wanted.until:
        found.append(results.c.played <= wanted.until)
    if wanted.people is not None:
        found.append(results.c.id.in_(_sits(league_id, wanted.people)))
    if wanted.text:
        said = results.c.note.icontains(wanted.text, autoescape=True)
        found.append(or_(said, results.c.id.in_(_sits(league_id, wanted.named))))
    return found


def _sits(league_id: str, ids: Collection[str]) -> Any:
    these = (scores.c.league_id == league_id, scores.c.person_id.in_(list(ids)))
    return select(scores.c.result_id).where(*these)
