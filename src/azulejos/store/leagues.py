"""Leagues and who belongs to them."""

from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.store.engines import Engines
from azulejos.store.errors import Conflict, StoreError
from azulejos.store.people import ONLINE, bump, person_row, take
from azulejos.store.records import League, Member, Person, now
from azulejos.store.schema import guests, leagues, members, people, results


class Leagues:
    """The store's methods for leagues."""

    _engines: Engines

    async def add_league(self, league: League, person: Person, key: str) -> None:
        """A new league, whose owner is its first member and its first person.

        Conflict where it is the owner's own list and there is one.
        """
        names = ("id", "name", "kind", "owner", "invite", "feeds", "revision", "created")
        row = {name: getattr(league, name) for name in names}
        member = {"league_id": league.id, "guest_id": league.owner, "joined": league.created}
        async with self._engines.write() as connection:
            if league.kind == "own":  # one after the other, so that there is never a second
                await connection.execute(
                    select(guests.c.id).where(guests.c.id == league.owner).with_for_update()
                )
                own = select(leagues.c.id).where(leagues.c.owner == league.owner, leagues.c.kind == "own")
                if (await connection.execute(own)).first() is not None:
                    raise Conflict(f"guest {league.owner!r} has a list already")
            await connection.execute(insert(leagues).values(row))
            await connection.execute(insert(members).values(member))
            await connection.execute(insert(people).values(person_row(league.id, person, key)))

    async def find_league(self, league_id: str, guest_id: str | None) -> League | None:
        """A league that this guest may see: `online`, or one whose member they are."""
        if league_id == ONLINE:
            return await self._league(leagues.c.id == league_id)
        return await self._league(leagues.c.id == league_id, leagues.c.id.in_(_joined(guest_id)))

    async def invited_to(self, secret: str) -> League | None:
        """The league that an invitation leads to."""
        return await self._league(leagues.c.invite == secret)

    async def own_league(self, guest_id: str) -> League | None:
        """The league that is a guest's own list."""
        return await self._league(leagues.c.owner == guest_id, leagues.c.kind == "own")

    async def _league(self, *wanted: ColumnElement[bool]) -> League | None:
        async with self._engines.read() as connection:
            row = (await connection.execute(_leagues().where(*wanted).limit(1))).first()
        return None if row is None else _read(row)

    async def leagues_of(self, guest_id: str) -> list[League]:
        """The leagues whose member a guest is, the latest game first, then the newest."""
        wanted = _leagues().where(leagues.c.id.in_(_joined(guest_id)))
        async with self._engines.read() as connection:
            found = [_read(row) for row in (await connection.execute(wanted)).all()]
        return sorted(found, key=lambda one: (one.last or "", one.created), reverse=True)

    async def every_league(self) -> list[League]:
        """All leagues of this database but `online`, by name; for whoever runs it, on its own machine."""
        async with self._engines.read() as connection:
            rows = (await connection.execute(_leagues().where(leagues.c.id != ONLINE))).all()
        return sorted(map(_read, rows), key=lambda one: (one.name.casefold(), one.created))

    async def change_league(self, league_id: str, **values: Any) -> None:
        """Another name, invitation or owner (a member), or whether online games go in."""
        this = [leagues.c.id == league_id]
        if "owner" in values:
            this.append(leagues.c.id.in_(_joined(values["owner"])))
        async with self._engines.write() as connection:
            done = await connection.execute(update(leagues).where(*this).values(values))
            if done.rowcount != 1:
                raise StoreError(f"there is no league {league_id!r}")

    async def delete_league(self, league_id: str) -> None:
        """Remove a league and everything in it."""
        async with self._engines.write() as connection:
            await connection.execute(delete(leagues).where(leagues.c.id == league_id, leagues.c.id != ONLINE))

    # --- members -----------------------------------------------------------------------------------------

    async def members(self, league_id: str) -> list[Member]:
        """Who belongs to a league, oldest first, and who they are in it."""
        linked = and_(people.c.league_id == members.c.league_id, people.c.guest_id == members.c.guest_id)
        columns = (members.c.guest_id, guests.c.name, members.c.joined, people.c.id, people.c.merged_into)
        wanted = select(*columns).select_from(members.join(guests).outerjoin(people, linked))
        wanted = wanted.where(members.c.league_id == league_id)
        async with self._engines.read() as connection:
            rows = (await connection.execute(wanted.order_by(members.c.joined, members.c.guest_id))).all()
        found: dict[str, Member] = {}
        for guest, name, joined, person, into in rows:
            found.setdefault(guest, Member(guest, name, joined, into or person))
        return list(found.values())

    async def add_member(
        self, league_id: str, guest_id: str, person: Person | str, key: str = "", invite: str | None = None
    ) -> bool:
        """A guest joins, as somebody new or as an entry that is nobody's; whether it was nobody's.

        Who is a member already stays as they are. With `invite`, only while that is the league's invitation.
        Conflict where the new one's name is taken.
        """
        asked = select(leagues.c.id).where(leagues.c.id == league_id, leagues.c.invite == invite)
        known = select(members.c.guest_id).where(_is(league_id, guest_id))
        row = {"league_id": league_id, "guest_id": guest_id, "joined": now()}
        async with self._engines.write() as connection:
            await bump(connection, league_id)
            if (await connection.execute(known)).first() is not None:
                return True
            if invite is not None and (await connection.execute(asked)).first() is None:
                return False
            if isinstance(person, Person):
                await connection.execute(insert(people).values(person_row(league_id, person, key)))
            elif not await take(connection, league_id, person, guest_id):
                return False
            await connection.execute(insert(members).values(row))
            return True

    async def drop_member(self, league_id: str, guest_id: str, invite: str | None = None) -> bool:
        """A guest leaves, their person is nobody's; with `invite`, the old link is void.

        Where they were the owner, the oldest member is; not where nobody else is left.
        """
        async with self._engines.write() as connection:
            await bump(connection, league_id)
            heir = await oldest_but(connection, league_id, guest_id)
            if heir is None:
                return False
            await leave(connection, league_id, guest_id, heir)
            if invite is not None:
                await connection.execute(
                    update(leagues).where(leagues.c.id == league_id).values(invite=invite)
                )
            return True


async def leave(connection: AsyncConnection, league_id: str, guest_id: str, heir: str) -> None:
    """Take a guest out of a league; if it was theirs, it is the heir's."""
    owned = (leagues.c.id == league_id, leagues.c.owner == guest_id)
    await connection.execute(delete(members).where(_is(league_id, guest_id)))
    await connection.execute(update(leagues).where(*owned).values(owner=heir, kind="private"))
    linked = (people.c.league_id == league_id, people.c.guest_id == guest_id)
    await connection.execute(update(people).where(*linked).values(guest_id=None))


async def oldest_but(connection: AsyncConnection, league_id: str, guest_id: str) -> str | None:
    """The guest who has been a member for longest, except this one."""
    others = select(members.c.guest_id).where(
        members.c.league_id == league_id, members.c.guest_id != guest_id
    )
    oldest = others.order_by(members.c.joined, members.c.guest_id).limit(1)
    return (await connection.execute(oldest)).scalar()


def _is(league_id: str, guest_id: str) -> ColumnElement[bool]:
    return and_(members.c.league_id == league_id, members.c.guest_id == guest_id)


def _joined(guest_id: str | None) -> Select[tuple[str]]:
    return select(members.c.league_id).where(members.c.guest_id == guest_id)


def _leagues() -> Select[Any]:
    """Leagues with what lists tell of them."""
    here = (results.c.league_id == leagues.c.id, results.c.deleted.is_(None))
    games = select(func.count()).select_from(results).where(*here).scalar_subquery()
    last = select(func.max(results.c.played)).where(*here).scalar_subquery()
    belong = select(func.count()).select_from(members).where(members.c.league_id == leagues.c.id)
    return select(
        leagues, games.label("games"), belong.scalar_subquery().label("members"), last.label("last")
    )


def _read(row: Row[Any]) -> League:
    return League(**row._mapping)
