"""What happens to a guest's leagues, people and sheets when they sign in as somebody else, or are no more."""

from typing import Any

from sqlalchemy import Select, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.store.engines import Engines
from azulejos.store.leagues import leave, oldest_but
from azulejos.store.people import ONLINE, bump, gone_key, guest_key, have_met, whole
from azulejos.store.schema import changes, leagues, members, people, results, sheets


class Passing:
    """The store's methods for guests who change hands."""

    _engines: Engines

    async def pass_on_leagues(self, guest_id: str, to: str) -> None:
        """Memberships, people and sheets of a guest become another's.

        Where both are people of a league, they become one, unless they have played against each other.
        """
        async with self._engines.write() as connection:
            for league_id in await _touched(connection, guest_id):
                await bump(connection, league_id)
                await _pass_membership(connection, league_id, guest_id, to)
                for person in await _linked(connection, league_id, guest_id):
                    await _pass_person(connection, league_id, person, to)
            await _write_instead(connection, guest_id, {"by": to})
            await connection.execute(update(sheets).where(sheets.c.owner == guest_id).values(owner=to))


async def forget_leagues(connection: AsyncConnection, guest_id: str, nameless: bool) -> None:
    """A guest is no more: out of every league, linked with nobody, no name in any trace, no sheets.

    Their people keep their names for the others, unless `nameless`, except among online games. A league goes
    to its oldest member, and without any it goes too.
    """
    for league_id in await _touched(connection, guest_id):
        await bump(connection, league_id)
        for person in await _linked(connection, league_id, guest_id):
            nobody: dict[str, Any] = {"guest_id": None}
            await _change(connection, league_id, person.id, nobody)
            if nameless or league_id == ONLINE:
                await _unname(connection, league_id, person.id)
        if league_id != ONLINE:
            await _leave(connection, league_id, guest_id)
    await _write_instead(connection, guest_id, {"by": None, "name": ""})
    await connection.execute(delete(sheets).where(sheets.c.owner == guest_id))


async def _unname(connection: AsyncConnection, league_id: str, person_id: str) -> None:
    """No entry that stands for a person has a name any more; of one that is another's too, only this one."""
    here = people.c.league_id == league_id
    entries = await whole(connection, league_id, person_id)
    linked = select(people.c.id).where(here, people.c.id.in_(entries), people.c.guest_id.is_not(None))
    head = entries[0]
    if (await connection.execute(linked)).first() is not None:
        entries = [person_id]
    await connection.execute(update(people).where(here, people.c.id.in_(entries)).values(name=""))
    if head in entries:
        await _change(connection, league_id, head, {"key": gone_key(head)})


async def _touched(connection: AsyncConnection, guest_id: str) -> list[str]:
    """The leagues that know a guest."""
    linked = select(people.c.league_id).where(people.c.guest_id == guest_id)
    joined = select(members.c.league_id).where(members.c.guest_id == guest_id)
    known = select(leagues.c.id).where(or_(leagues.c.id.in_(linked), leagues.c.id.in_(joined)))
    return list((await connection.execute(known.order_by(leagues.c.id))).scalars())


async def _linked(connection: AsyncConnection, league_id: str, guest_id: str) -> list[Any]:
    these = (people.c.league_id == league_id, people.c.guest_id == guest_id)
    return list((await connection.execute(select(people).where(*these).order_by(people.c.id))).all())


async def _pass_membership(connection: AsyncConnection, league_id: str, guest_id: str, to: str) -> None:
    here = members.c.league_id == league_id
    there = select(members.c.guest_id).where(here, members.c.guest_id == to)
    if (await connection.execute(there)).first() is None:
        mine = update(members).where(here, members.c.guest_id == guest_id)
        await connection.execute(mine.values(guest_id=to))
    else:
        await connection.execute(delete(members).where(here, members.c.guest_id == guest_id))
    owned = and_(leagues.c.id == league_id, leagues.c.owner == guest_id)
    await connection.execute(update(leagues).where(owned).values(owner=to))
    own: Select[Any] = select(leagues.c.id).where(leagues.c.owner == to, leagues.c.kind == "own")
    for (extra,) in (await connection.execute(own.order_by(leagues.c.created))).all()[1:]:
        await connection.execute(update(leagues).where(leagues.c.id == extra).values(kind="private"))


async def _pass_person(connection: AsyncConnection, league_id: str, person: Any, to: str) -> None:
    """The entry is that guest's, or that of who they are there already, or nobody's."""
    mine = select(people).where(people.c.league_id == league_id, people.c.guest_id == to)
    known = (await connection.execute(mine.order_by(people.c.merged_into.is_not(None), people.c.id))).first()
    values: dict[str, Any] = {"guest_id": to}
    if known is not None:
        entries, others = [await whole(connection, league_id, one) for one in (known.id, person.id)]
        values = {"guest_id": None}
        if person.merged_into is not None or entries[0] == person.id:
            pass
        elif await have_met(connection, league_id, others, entries):
            if league_id == ONLINE:
                values |= {"key": gone_key(person.id), "name": ""}
        else:
            values |= {"merged_into": entries[0], "key": None}
            if league_id == ONLINE:  # nobody parts them there, and the name is that of the account
                values["name"] = ""
    elif league_id == ONLINE and person.merged_into is None:
        values["key"] = guest_key(to)
    await _change(connection, league_id, person.id, values)


async def _leave(connection: AsyncConnection, league_id: str, guest_id: str) -> None:
    heir = await oldest_but(connection, league_id, guest_id)
    if heir is None:
        await connection.execute(delete(leagues).where(leagues.c.id == league_id))
    else:
        await leave(connection, league_id, guest_id, heir)


async def _change(
    connection: AsyncConnection, league_id: str, person_id: str, values: dict[str, Any]
) -> None:
    this = (people.c.league_id == league_id, people.c.id == person_id)
    await connection.execute(update(people).where(*this).values(values))


async def _write_instead(connection: AsyncConnection, guest_id: str, values: dict[str, Any]) -> None:
    """Whoever recorded and changed things was somebody else, or nobody."""
    own = update(results).where(results.c.by == guest_id)
    await connection.execute(own.values(by=values["by"]))
    await connection.execute(update(changes).where(changes.c.by == guest_id).values(values))
