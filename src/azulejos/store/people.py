"""People of leagues: entries with names that nobody else has there, which can be joined and parted again."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.store.engines import Engines
from azulejos.store.errors import StoreError
from azulejos.store.records import Person
from azulejos.store.schema import guests, leagues, people, scores

ONLINE = "online"  # the league of rated games

# Two spaces in a row: no name has them when it is compared, so these are nobody's name.


def guest_key(guest_id: str) -> str:
    """What a guest is compared by in the list of online games, where names may be anybody's."""
    return f"guest  {guest_id}"


def bot_key(level: str) -> str:
    """What a bot is compared by."""
    return f"bot  {level}"


def gone_key(person_id: str) -> str:
    """What somebody is compared by who has no name any more."""
    return f"gone  {person_id}"


class People:
    """The store's methods for people."""

    _engines: Engines

    async def people(self, league_id: str, *, games: bool = False) -> list[Person]:
        """Everybody in a league by name, merged entries too; with `games`, how many each has on record."""
        columns = (*_COLUMNS, guests.c.name.label("guest_name"))
        wanted = select(*columns).select_from(people.outerjoin(guests)).where(people.c.league_id == league_id)
        count = select(scores.c.person_id, func.count()).where(scores.c.league_id == league_id)
        async with self._engines.read() as connection:
            rows = (await connection.execute(wanted.order_by(people.c.name, people.c.id))).all()
            counted = (await connection.execute(count.group_by(scores.c.person_id))).all() if games else []
        played: dict[str, int] = {row[0]: row[1] for row in counted}
        return [_person(league_id, row, played.get(row.id, 0)) for row in rows]

    async def add_person(self, league_id: str, person: Person, key: str) -> None:
        """Somebody new; Conflict where the name is taken."""
        async with self._engines.write() as connection:
            await bump(connection, league_id)
            await connection.execute(insert(people).values(person_row(league_id, person, key)))

    async def change_person(self, league_id: str, person_id: str, **values: Any) -> None:
        """Another name (with its key), guest, or entry that it is merged into; Conflict where it is taken."""
        this = (people.c.league_id == league_id, people.c.id == person_id)
        async with self._engines.write() as connection:
            await bump(connection, league_id)
            if (await connection.execute(update(people).where(*this).values(values))).rowcount != 1:
                raise StoreError(f"there is no person {person_id!r} in league {league_id!r}")

    async def link(self, league_id: str, person_id: str, guest_id: str) -> bool:
        """A guest is that person and nobody else in the league; whether the person was free."""
        before = (people.c.league_id == league_id, people.c.guest_id == guest_id, people.c.id != person_id)
        async with self._engines.write() as connection:
            await bump(connection, league_id)
            if not await take(connection, league_id, person_id, guest_id):
                return False
            await connection.execute(update(people).where(*before).values(guest_id=None))
            return True

    async def merge_people(self, league_id: str, one: str, other: str) -> bool:
        """The first entry is the second's; whether both still were people of their own who have never met."""
        async with self._engines.write() as connection:
            await bump(connection, league_id)
            entries = await _entries(connection, league_id)
            if one == other or any(entries[each].merged_into is not None for each in (one, other)):
                return False
            if await have_met(connection, league_id, below(entries, one), below(entries, other)):
                return False
            this = (people.c.league_id == league_id, people.c.id == one)
            await connection.execute(update(people).where(*this).values(merged_into=other, key=None))
            return True

    async def met(self, league_id: str, one: Iterable[str], other: Iterable[str]) -> bool:
        """Whether some of these entries sat in one game with some of those."""
        async with self._engines.read() as connection:
            return await have_met(connection, league_id, one, other)


_COLUMNS = (
    people.c.id,
    people.c.name,
    people.c.guest_id,
    people.c.bot,
    people.c.merged_into,
    people.c.created,
)


def _person(league_id: str, row: Any, games: int) -> Person:
    """A person from a row; among online games everybody goes by the name that they have now."""
    name = row.guest_name if league_id == ONLINE and row.guest_id is not None else row.name
    return Person(row.id, name, row.guest_id, row.bot, row.merged_into, row.created, games)


def person_row(league_id: str, person: Person, key: str | None) -> Mapping[str, Any]:
    """A person as the database keeps one."""
    return {
        "league_id": league_id,
        "id": person.id,
        "name": person.name,
        "key": key,
        "guest_id": person.guest,
        "bot": person.bot,
        "merged_into": person.merged_into,
        "created": person.created,
    }


async def _entries(connection: AsyncConnection, league_id: str) -> dict[str, Any]:
    """By id, what every entry of a league is merged into and linked with."""
    columns = (people.c.id, people.c.merged_into, people.c.guest_id)
    rows = await connection.execute(select(*columns).where(people.c.league_id == league_id))
    return {row.id: row for row in rows}


def below(entries: Mapping[str, Any], head: str) -> list[str]:
    """An entry and all that are merged into it, also by way of others."""
    found, coming = [head], [head]
    while coming:
        into = set(coming)
        coming = [one for one, row in entries.items() if row.merged_into in into and one not in found]
        found += coming
    return found


async def whole(connection: AsyncConnection, league_id: str, person_id: str) -> list[str]:
    """The person that an entry stands for, first, and all entries that stand for the same."""
    entries = await _entries(connection, league_id)
    head = person_id
    for _ in entries:
        head = entries[head].merged_into or head
    return below(entries, head)


async def take(connection: AsyncConnection, league_id: str, person_id: str, guest_id: str) -> bool:
    """Link a person with a guest; whether nobody else is that person, by a merged entry neither."""
    entries = await _entries(connection, league_id)
    if person_id not in entries:
        return False
    behind = {entries[one].guest_id for one in below(entries, person_id)}
    free = (people.c.guest_id.is_(None), people.c.bot.is_(None), people.c.merged_into.is_(None))
    this = (people.c.league_id == league_id, people.c.id == person_id, *free)
    if behind - {None, guest_id}:
        return False
    return (await connection.execute(update(people).where(*this).values(guest_id=guest_id))).rowcount == 1


async def have_met(
    connection: AsyncConnection, league_id: str, one: Iterable[str], other: Iterable[str]
) -> bool:
    """Whether some of these entries sat in one game with some of those, deleted games too."""
    mine, theirs = scores.alias(), scores.alias()
    same = and_(theirs.c.league_id == mine.c.league_id, theirs.c.result_id == mine.c.result_id)
    wanted = select(mine.c.result_id).select_from(mine.join(theirs, same)).limit(1)
    wanted = wanted.where(mine.c.league_id == league_id, mine.c.person_id.in_(list(one)))
    return (await connection.execute(wanted.where(theirs.c.person_id.in_(list(other))))).first() is not None


async def bump(connection: AsyncConnection, league_id: str, by: int = 1) -> int:
    """Begin a change of a league: nobody else changes it until this is kept; its revision before."""
    return await connection.run_sync(bump_now, league_id, by)


def bump_now(connection: Connection, league_id: str, by: int = 1) -> int:
    """The same on a plain connection."""
    this = leagues.c.id == league_id
    grown = update(leagues).where(this).values(revision=leagues.c.revision + by)
    if connection.execute(grown).rowcount != 1:
        raise StoreError(f"there is no league {league_id!r}")
    return int(connection.execute(select(leagues.c.revision).where(this)).scalar_one()) - by
