"""Online games that go on record by themselves, with all that the engine knows of them (R11).

A rated game goes to `online`, a game among friends also to every league with `feeds` in which all its people
are known. A table is marked in the same transaction as its results are written: none comes twice, and what
ended while no server was running is caught up on.

Who gave up, ran out of time or was replaced by a bot is `out`, and comes after all who were not, with the
points that their seat had at the end. A game that everybody has left is nobody's result and goes nowhere.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from azulejos.service.lobby import Service
from azulejos.service.matches import restored
from azulejos.service.outcomes import abandoned, result_of
from azulejos.service.people import heads, new_person
from azulejos.service.resolving import bot_person, row_of
from azulejos.store.db import Conflict, StoreError
from azulejos.store.people import ONLINE, bot_key, gone_key, guest_key
from azulejos.store.records import Person, Seat, Table
from azulejos.store.writing import Writing
from azulejos.study.results import Result

PAGE = 20  # tables at a time
AGAIN = 30.0  # seconds until it is looked for games again, should nobody have told of one

log = logging.getLogger("azulejos.feed")


class Feed:
    """Looks for games that are over and not yet on record; open it, and it does so by itself."""

    def __init__(self, service: Service) -> None:
        self._service, self._store = service, service.store
        self._news = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self._alone = asyncio.Lock()
        self._closed = False

    async def open(self) -> None:
        """Catch up on what ended while nobody was there, in the background, and listen."""
        self._store.ended = lambda _: self._news.set()
        self._work = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Finish what is at hand and listen no more; the rest will be on record at the next start."""
        self._store.ended, self._closed = None, True
        self._news.set()
        if self._work is not None:
            await asyncio.gather(self._work, return_exceptions=True)

    async def _look(self) -> None:
        while not self._closed:
            self._news.clear()
            try:
                await self.settle()
            except StoreError as error:
                log.error("%s", error)
            if not self._closed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), AGAIN)

    async def settle(self) -> int:
        """Put all games that wait on record now; how many there were."""
        done = 0
        async with self._alone:
            while not self._closed and (tables := await self._store.unfed_tables(PAGE)):
                fed = [await self._feed(table) for table in tables]  # in order: a day's ratings go by it
                done += sum(fed)
                if not any(fed):  # names are being written at this moment: later
                    break
        return done

    async def _feed(self, table: Table) -> bool:
        """One table; whether it is done with."""
        try:
            leagues = await self._leagues(table)
            row = await asyncio.to_thread(described, table) if leagues else None
            writings = {} if row is None else await self._writings(leagues, table, row)
            await self._store.feed_table(table.id, writings)
        except Conflict:
            return False
        except StoreError:
            raise
        except Exception:  # a game that cannot be told must not keep all others waiting for ever
            log.exception("table %s cannot be put on record", table.id)
            await self._store.feed_table(table.id, {})
        return True

    async def _leagues(self, table: Table) -> list[str]:
        """Where a game belongs."""
        guests = [seat.guest for seat in table.seats if seat.guest is not None]
        if table.kind != "friends" or not table.moves or len(set(guests)) < 2 or abandoned(table):
            return []
        known = await self._store.fed_leagues(sorted(set(guests)))
        return [ONLINE, *known] if table.rated else known

    async def _writings(self, leagues: Sequence[str], table: Table, row: Result) -> dict[str, Writing]:
        writings: dict[str, Writing] = {}
        for league in leagues:
            people = await self._store.people(league)
            found = _seated(table.seats, people, league == ONLINE)
            if found is not None:
                entries, fresh = found
                writings[league] = Writing(None, "", add=[row_of(row, entries)], people=fresh)
        return writings


def _seated(
    seats: Sequence[Seat], people: Sequence[Person], online: bool
) -> tuple[list[str], list[tuple[Person, str]]] | None:
    """The entries of a table's seats and who of them is new; None where somebody is nobody in the league.

    Among online games everybody is somebody.
    """
    stand_for = heads(people)
    linked = {one.guest: stand_for[one.id].id for one in people if one.guest is not None}
    entries: list[str] = []
    fresh: dict[str, tuple[Person, str]] = {}
    for seat in seats:
        person = linked.get(seat.guest) if seat.guest is not None else None
        if person is None and seat.guest is None and seat.level is not None:
            bot = bot_person(seat.level)
            person = bot.id
            if bot.id not in stand_for:
                fresh[bot.id] = (bot, bot_key(seat.level))
        if person is None and online:
            new = new_person(seat.name, seat.guest)
            key = gone_key(new.id) if seat.guest is None else guest_key(seat.guest)
            person, fresh[new.id] = new.id, (new, key)
        if person is None:
            return None
        entries.append(person)
    people_there = [entry for entry in entries if not entry.startswith("bot-")]
    return None if len(set(people_there)) < len(people_there) else (entries, list(fresh.values()))


def described(table: Table) -> Result | None:
    """A game as a result; None where none was begun."""
    match = restored(table)
    return None if match is None else result_of(table, match)
