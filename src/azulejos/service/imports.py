"""Games as files: out of a league, and into one, all or nothing, after a look at what would happen."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from azulejos.service.calm import calm
from azulejos.service.errors import BadImport, Stale, TooMany
from azulejos.service.leagues import Leagues
from azulejos.service.people import check_many
from azulejos.service.resolving import Resolver, keep_entries, names_of, result_of, row_of, seated
from azulejos.store.db import Conflict, Store
from azulejos.store.records import Guest, League, Person, ResultRow
from azulejos.store.results import unpacked
from azulejos.store.writing import Writing
from azulejos.study.files import BadFile, BadRow, Reading, as_csv, as_json, read
from azulejos.study.results import Problem, Result, renamed

MOST_RESULTS = 200_000  # in a league
AT_ONCE = 2  # files that are read or written: each may take seconds, and hundreds of megabytes
MOST_WAITING = 12


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What a file would do to a league. Persons in it are names."""

    new: list[Result] = field(default_factory=list)
    same: list[Result] = field(default_factory=list)  # on record already, exactly so
    differing: list[tuple[Result, Result]] = field(default_factory=list)  # on record otherwise: (there, here)
    bad: list[BadRow] = field(default_factory=list)
    people: list[str] = field(default_factory=list)  # names that would be new in the league
    digest: str = ""  # stands for all of the above


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import has done."""

    added: int
    corrected: int
    same: int
    people: int


@dataclass(frozen=True, slots=True)
class _Work:
    """A plan, and what has to be written for it."""

    plan: ImportPlan
    add: list[ResultRow]
    correct: list[tuple[ResultRow, int]]
    people: list[tuple[Person, str]]  # new ones, with what is added and what is corrected

    def fresh(self, correct: bool) -> list[tuple[Person, str]]:
        """Who is new; those of corrections only where they are made."""
        rows = [*self.add, *(row for row, _ in self.correct if correct)]
        used = {score.person for row in rows for score in row.scores}
        return [(person, key) for person, key in self.people if person.id in used]


class Imports:
    """The part of Records that deals with files."""

    _store: Store
    _leagues: Leagues

    def __init__(self) -> None:
        self._files = asyncio.Semaphore(AT_ONCE)
        self._asked = 0

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """One's turn with a file; TooMany where many wait already."""
        if self._asked >= AT_ONCE + MOST_WAITING:
            raise TooMany("many files are read or written at this moment; try again soon")
        self._asked += 1
        try:
            async with self._files:
                with calm():
                    yield
        finally:
            self._asked -= 1

    async def export(self, guest: Guest | None, league_id: str, kind: str) -> str:
        """All games of a league, `csv` or `json`, deleted ones not; oldest first."""
        await self._leagues.open(guest, league_id)
        write = {"csv": as_csv, "json": as_json}.get(kind)
        if write is None:
            raise BadImport("file_kind", {}, f"kind is {kind[:20]!r}, expected csv or json")
        async with self._turn():
            return await self._written(league_id, write)

    async def _written(self, league_id: str, write: Callable[[Iterable[Result]], str]) -> str:
        rows = await self.all_rows(league_id)
        people = await self._store.people(league_id)  # last: they know everybody who is in the rows

        def written() -> str:
            names = names_of(people)
            return write(renamed(result_of(row), names) for row in in_order(rows))

        return await asyncio.to_thread(written)

    async def all_rows(self, league_id: str) -> list[ResultRow]:
        """Every game on record that is not deleted, in no order; without moments."""
        found: list[ResultRow] = []
        after = (-1, "")
        while (raw := await self._store.raw_results(league_id, after)).rows:
            found += [row for row, gone in await asyncio.to_thread(unpacked, raw) if not gone]
            after = raw.last
        return found

    async def dry_run(self, guest: Guest, league_id: str, text: str | bytes) -> ImportPlan:
        """What an import would do; changes nothing. BadImport where the file is refused as a whole."""
        await self._leagues.edit(guest, league_id)
        async with self._turn():
            return (await self._planned(league_id, text)).plan

    async def take_in(
        self, guest: Guest, league_id: str, text: str | bytes, digest: str, differing: bool = False
    ) -> Imported:
        """Do what `dry_run` told, in one transaction; bad rows stay out. Stale if it would be another by now.

        Games that differ from those on record correct them only if `differing` says so.
        """
        league = await self._leagues.edit(guest, league_id)
        async with self._turn():
            return await self._taken_in(guest, league, text, digest, differing)

    async def _taken_in(
        self, guest: Guest, league: League, text: str | bytes, digest: str, differing: bool
    ) -> Imported:
        work = await self._planned(league.id, text)
        if work.plan.digest != digest:
            raise Stale("the file or the league is not what was looked at; look again")
        if league.games + len(work.add) > MOST_RESULTS:
            raise TooMany(f"a league has at most {MOST_RESULTS} games")
        correct = work.correct if differing else []
        fresh = work.fresh(differing)
        check_many(await self._store.people(league.id), len(fresh))
        writing = Writing(guest.id, guest.name, "imported", work.add, correct, fresh)
        if work.add or correct:
            try:
                await self._store.write_results(league.id, writing)
            except Conflict:
                await self._leagues.edit(guest, league.id)  # a member no more
                raise Stale("somebody has written here meanwhile; look again") from None
        return Imported(len(work.add), len(correct), len(work.plan.same), len(fresh))

    async def _planned(self, league_id: str, text: str | bytes) -> _Work:
        try:
            reading = await asyncio.to_thread(read, text, datetime.now(UTC).date())
        except BadFile as error:
            raise BadImport(error.code, error.values, error.message) from None
        there = await self._store.some_results(league_id, [result.id for result in reading.results])
        people = await self._store.people(league_id)  # last: they know everybody who is there

        def planned() -> _Work:
            work = _plan(reading, people, there)
            return replace(work, plan=replace(work.plan, digest=_digest(text, work)))

        return await asyncio.to_thread(planned)


def in_order(rows: Iterable[ResultRow]) -> list[ResultRow]:
    """By day, those of a day as they came."""
    return sorted(rows, key=lambda row: (row.played, row.made))


def _plan(reading: Reading, people: list[Person], there: dict[str, ResultRow]) -> _Work:
    """What a file means for a league."""
    resolver, names = Resolver(people), names_of(people)
    plan = ImportPlan(bad=list(reading.bad))
    add: list[ResultRow] = []
    correct: list[tuple[ResultRow, int]] = []
    for result in reading.results:
        entries, wrong = seated(result, resolver, strict=False)
        if wrong:
            plan.bad.extend(_bad(result, one) for one in wrong)
            continue
        row, before = row_of(result, entries), there.get(result.id)
        if before is None:
            plan.new.append(result)
            add.append(row)
            continue
        row = keep_entries(row, before, resolver)
        if row.told == before.told and before.deleted is None:
            plan.same.append(result)
        else:
            plan.differing.append((renamed(result_of(before), names), result))
            correct.append((row, before.revision))
    work = _Work(plan, add, correct, resolver.writing())
    plan.people.extend(person.name for person, _ in work.fresh(True))
    return work


def _bad(result: Result, found: Problem) -> BadRow:
    """A game whose people cannot be; which line that was is not known any more, which game is."""
    return BadRow(0, "player", found.code, found.message, found.values, result.id)


def _digest(text: str | bytes, work: _Work) -> str:
    """What stands for a file and for what it would do."""
    plan = work.plan
    does = [
        [row.id for row in work.add],
        [(row.id, expected) for row, expected in work.correct],
        len(plan.same),
        plan.people,
    ]
    data = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    return hashlib.sha256(data + json.dumps(does).encode()).hexdigest()
