"""Games on record in a league: put down, found, corrected with a trace, deleted and brought back."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from azulejos.service.errors import Stale, TooMany, UnknownResult
from azulejos.service.imports import Imports
from azulejos.service.leagues import Leagues
from azulejos.service.lobby import Service
from azulejos.service.people import check_many, heads, new_id
from azulejos.service.resolving import Resolver, checked, keep_entries, result_of, row_of
from azulejos.store.db import Conflict
from azulejos.store.records import Change, Guest, League, Person, ResultRow
from azulejos.store.results import Wanted
from azulejos.store.writing import Writing
from azulejos.study.results import Result

PAGE = 50  # games on a page
MOST_PAGE = 200
MOST_RESULTS = 200_000  # in a league
TRIES = 3  # where two people write down the same new name at once


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game on record as pages show it."""

    result: Result  # persons are ids of `people`, merged entries being those they stand for
    people: dict[str, Person]
    version: int  # what a correction must be based on
    made: int  # its place among the games of that day
    created: datetime
    updated: datetime
    deleted: datetime | None
    by: str  # the name of who recorded it; "" if nobody, or nobody any more
    trace: list[Change] = field(default_factory=list)  # oldest first; only from `get`


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games are looked for; what is None or "" asks nothing."""

    game: str = ""
    variant: str = ""  # as study.results.variant names it; "azul" is the plain game alone
    person: str = ""  # an id
    players: int | None = None
    source: str = ""
    since: str = ""  # days, both included
    until: str = ""
    text: str = ""  # in a note or a person's name
    deleted: bool = False  # only those that were deleted, instead of only the others


class Records(Imports):
    """What can be done with games on record. Not a member: UnknownLeague; in `online`: ReadOnly."""

    def __init__(self, service: Service, leagues: Leagues) -> None:
        super().__init__()
        self._service, self._store, self._leagues = service, service.store, leagues

    @property
    def leagues(self) -> Leagues:
        """Who lets people in."""
        return self._leagues

    async def add(self, guest: Guest, league_id: str, result: Result) -> str:
        """Put a game on record; its id, a new one where `result.id` is "". BadResult, TooMany.

        A score's person is the id of somebody in the league, or a name: found without case, or somebody new.
        The same game twice under one id is one game; another game under a taken id is a Stale.
        """
        league = await self._leagues.edit(guest, league_id)
        self._check_room(league, 1)
        source = result.source if result.source in ("typed", "sheet") else "typed"
        result = replace(result, id=result.id or new_id("r-"), source=source)
        for _ in range(TRIES):
            known = result.id.isprintable()  # else it is refused below; not every database takes it as a name
            before = await self._store.find_result(league_id, result.id) if known else None
            people = await self._store.people(league_id)  # last: they know everybody who is in the result
            resolver = Resolver(people)
            row = row_of(result, checked(result, resolver, datetime.now(UTC).date()))
            check_many(people, len(resolver.new))
            if before is not None:
                return self._same(before, row, resolver)
            try:
                writing = Writing(guest.id, guest.name, add=[row], people=resolver.writing())
                await self._store.write_results(league_id, writing)
            except Conflict:
                continue  # somebody has written the same id or name meanwhile: look again
            return row.id
        await self._leagues.edit(guest, league_id)  # a member no more
        raise Stale("others are writing here at this moment; try again")

    @staticmethod
    def _same(before: ResultRow, row: ResultRow, resolver: Resolver) -> str:
        if before.told != keep_entries(row, before, resolver).told:
            raise Stale(f"another game is on record as {row.id}")
        return row.id

    @staticmethod
    def _check_room(league: League, more: int) -> None:
        if league.games + more > MOST_RESULTS:
            raise TooMany(f"a league has at most {MOST_RESULTS} games")

    # --- looking -----------------------------------------------------------------------------------------

    async def get(self, guest: Guest | None, league_id: str, result_id: str) -> Recorded:
        """A game with its history, deleted or not. UnknownResult."""
        await self._leagues.open(guest, league_id)
        row = await self._row(league_id, result_id)
        trace = await self._store.trace(league_id, result_id)
        [told] = await self._told(league_id, [row])
        return replace(told, trace=trace)

    async def _row(self, league_id: str, result_id: str) -> ResultRow:
        row = await self._store.find_result(league_id, result_id)
        if row is None:
            raise UnknownResult(f"no game is on record here as {result_id[:40]!r}")
        return row

    async def find(
        self,
        guest: Guest | None,
        league_id: str,
        filters: Filters | None = None,
        page: int = 1,
        size: int = PAGE,
    ) -> tuple[list[Recorded], int]:
        """A page of games, latest first, and how many there are in all."""
        await self._leagues.open(guest, league_id)
        people = await self._store.people(league_id)
        wanted = _wanted(filters or Filters(), people)
        size = max(1, min(size, MOST_PAGE))
        offset = (min(max(page, 1), MOST_RESULTS) - 1) * size
        rows, total = await self._store.find_results(league_id, wanted, size, offset)
        return await self._told(league_id, rows), total

    async def _told(self, league_id: str, rows: list[ResultRow]) -> list[Recorded]:
        stand_for = heads(await self._store.people(league_id))  # after the rows: everybody in them is there
        names = await self._store.guest_names({row.by for row in rows if row.by is not None})
        return [_recorded(row, stand_for, names) for row in rows]

    # --- changing ----------------------------------------------------------------------------------------

    async def correct(
        self, guest: Guest, league_id: str, result_id: str, result: Result, expected: int
    ) -> Recorded:
        """Write a game anew; its source and ref stay, and a deleted one is back.

        BadResult, UnknownResult; Stale if its version is not `expected` any more.
        """
        await self._leagues.edit(guest, league_id)
        for _ in range(TRIES):
            before = await self._row(league_id, result_id)
            if before.revision != expected:
                raise Stale("somebody has changed this game meanwhile; look at it again")
            if await self._corrected(guest, league_id, before, replace(result, id=result_id)):
                break
        return await self.get(guest, league_id, result_id)

    async def _corrected(self, guest: Guest, league_id: str, before: ResultRow, result: Result) -> bool:
        """Whether a correction could be written, or there was nothing to correct."""
        people = await self._store.people(league_id)
        resolver = Resolver(people)
        result = replace(result, source=before.source, ref=before.ref)
        row = row_of(result, checked(result, resolver, datetime.now(UTC).date()))
        row = keep_entries(row, before, resolver)
        if row.told == before.told and before.deleted is None:
            return True
        check_many(people, len(resolver.new))
        again = [(row, before.revision)]
        writing = Writing(guest.id, guest.name, "corrected", correct=again, people=resolver.writing())
        try:
            await self._store.write_results(league_id, writing)
        except Conflict:
            return False
        return True

    async def delete(self, guest: Guest, league_id: str, result_id: str) -> None:
        """Take a game from the record; it can be brought back. Nothing happens to one that is deleted."""
        await self._mark(guest, league_id, result_id, True)

    async def restore(self, guest: Guest, league_id: str, result_id: str) -> None:
        """Bring a deleted game back. Nothing happens to one that is not deleted."""
        await self._mark(guest, league_id, result_id, False)

    async def _mark(self, guest: Guest, league_id: str, result_id: str, deleted: bool) -> None:
        await self._leagues.edit(guest, league_id)
        await self._row(league_id, result_id)
        await self._store.mark_deleted(league_id, result_id, deleted, guest.id, guest.name)


def _recorded(row: ResultRow, stand_for: dict[str, Person], names: dict[str, str]) -> Recorded:
    result = result_of(row, stand_for)
    return Recorded(
        result=result,
        people={score.person: stand_for[score.person] for score in result.scores},
        version=row.revision,
        made=row.made,
        created=row.created,
        updated=row.updated,
        deleted=row.deleted,
        by=names.get(row.by or "", ""),
    )


def _wanted(filters: Filters, people: list[Person]) -> Wanted:
    """What is asked, with entries for people."""
    stand_for = heads(people)
    sought = filters.text.strip().casefold()
    entries = [one.id for one in people if filters.person in (one.id, stand_for[one.id].id)]
    named = [
        one.id
        for one in people
        if sought and (sought in one.name.casefold() or sought in stand_for[one.id].name.casefold())
    ]
    return Wanted(
        game=filters.game,
        variant=filters.variant,
        people=entries if filters.person else None,
        players=filters.players,
        source=filters.source,
        since=filters.since,
        until=filters.until,
        text=filters.text.strip(),
        named=named,
        deleted=filters.deleted,
    )
