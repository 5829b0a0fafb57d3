"""Leagues: a group's memory of its games, private, by invitation; and `online`, that of rated games here."""

from contextlib import suppress
from dataclasses import dataclass, replace

from azulejos.service.errors import (
    BadName,
    NameTaken,
    NotOwner,
    ReadOnly,
    Refused,
    Stale,
    TooMany,
    UnknownLeague,
    UnknownPerson,
)
from azulejos.service.lobby import Service
from azulejos.service.people import (
    MOST_NAME,
    People,
    check_many,
    found,
    free_name,
    heads,
    key_of,
    new_id,
    new_person,
)
from azulejos.service.seating import clean_name
from azulejos.store.db import Conflict
from azulejos.store.people import ONLINE
from azulejos.store.records import Guest, League, Member, Person, now

__all__ = ["ONLINE", "Invitation", "LastMember", "Leagues"]

MOST_LEAGUES = 50  # that one guest is a member of
MOST_MEMBERS = 500
NOT_THERE = "there is no such league, or it is not yours to see"


class LastMember(Refused):
    """A league needs a member: its last one deletes it instead of leaving."""

    code = "last_member"


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link to join shows: the league's name, who asks, and the entries that may be oneself."""

    league: str
    name: str
    owner: str  # their name
    people: list[Person]  # without a guest, by name
    member: bool  # whether who asks is one already


class Leagues(People):
    """What can be done with leagues.

    Whoever is not a member gets UnknownLeague from every method, as for a league that is not there; everybody
    may look at `online`, and writing there is ReadOnly. Store trouble is a StoreError.
    """

    def __init__(self, service: Service) -> None:
        self._service, self._store = service, service.store

    # --- looking -----------------------------------------------------------------------------------------

    async def mine(self, guest: Guest | None) -> list[League]:
        """The leagues that a guest is a member of, the latest game first; not `online`."""
        return [] if guest is None else await self._store.leagues_of(guest.id)

    async def open(self, guest: Guest | None, league_id: str) -> League:
        """A league that this guest may see; UnknownLeague."""
        league = await self._store.find_league(league_id, None if guest is None else guest.id)
        if league is None:
            raise UnknownLeague(NOT_THERE)
        return league

    async def edit(self, guest: Guest | None, league_id: str) -> League:
        """A league that this guest may write in; UnknownLeague, ReadOnly."""
        league = await self.open(guest, league_id)
        if league.kind == ONLINE:
            raise ReadOnly("games played here go on record by themselves")
        return league

    async def members(self, guest: Guest | None, league_id: str) -> list[Member]:
        """Who belongs to it, oldest first; nobody in `online`. The owner's id is `league.owner`."""
        await self.open(guest, league_id)
        members = await self._store.members(league_id)
        stand_for = heads(await self._store.people(league_id))  # last: they know everybody's person
        return [replace(one, person=one.person and stand_for[one.person].id) for one in members]

    # --- coming and going --------------------------------------------------------------------------------

    async def create(self, guest: Guest, name: str, kind: str = "private") -> League:
        """A new league of this guest's, who is its first person. BadName, TooMany."""
        name = clean_name(name, MOST_NAME)
        await self._check_room(guest)
        league = League(
            id=new_id(""),
            name=name,
            kind=kind,
            owner=guest.id,
            invite=new_id("", 20),
            feeds=kind == "private",
            revision=0,
            created=now(),
            members=1,
        )
        first = new_person(_called(guest, name), guest.id)
        await self._store.add_league(league, first, key_of(first))
        return league

    async def _check_room(self, guest: Guest) -> None:
        if len(await self._store.leagues_of(guest.id)) >= MOST_LEAGUES:
            raise TooMany(f"you are a member of {MOST_LEAGUES} leagues; leave one first")

    async def own(self, guest: Guest, name: str) -> League:
        """The guest's own list, made with that name when it is first asked for."""
        for _ in range(2):
            if (there := await self._store.own_league(guest.id)) is not None:
                return there
            with suppress(Conflict):  # made at this moment, by another request
                return await self.create(guest, name, "own")
        raise Stale("your list is being made at this moment; try again")

    async def invited(self, guest: Guest | None, secret: str) -> Invitation:
        """What an invitation leads to; UnknownLeague where the link is void."""
        league = await self._invited(secret)
        members = await self._store.members(league.id)
        people = await self._store.people(league.id, games=True)
        names = {one.guest: one.name for one in members}
        stand_for = heads(people)
        taken = {stand_for[one.id].id for one in people if one.guest is not None}
        free = [one for one in people if one.merged_into is None and one.bot is None and one.id not in taken]
        return Invitation(
            league=league.id,
            name=league.name,
            owner=names.get(league.owner or "", ""),
            people=[one for one in free if one.name],
            member=guest is not None and guest.id in names,
        )

    async def _invited(self, secret: str) -> League:
        league = await self._store.invited_to(secret) if secret else None
        if league is None:
            raise UnknownLeague("this invitation is void; ask for a new link")
        return league

    async def join(self, guest: Guest, secret: str, person_id: str | None, name: str) -> League:
        """Become a member, as somebody who is in the league already, or as somebody new of that name.

        Who is a member already stays as they are. NameTaken where somebody has that name or is that person,
        UnknownPerson, BadName, TooMany.
        """
        league = await self._invited(secret)
        members = await self._store.members(league.id)
        if guest.id in {one.guest for one in members}:
            return await self.open(guest, league.id)
        people = await self._store.people(league.id)
        who = (
            new_person(clean_name(name, MOST_NAME), guest.id)
            if person_id is None
            else found(people, person_id)
        )
        await self._check_room(guest)
        if len(members) >= MOST_MEMBERS:
            raise TooMany(f"a league has at most {MOST_MEMBERS} members")
        if person_id is None:
            check_many(people, 1)
        with free_name():
            taken = who if person_id is None else who.id
            if not await self._store.add_member(league.id, guest.id, taken, key_of(who), secret):
                await self._invited(secret)  # void since a moment
                raise NameTaken("somebody else is that person")
        return await self.open(guest, league.id)

    async def leave(self, guest: Guest, league_id: str) -> None:
        """No longer a member; the person stays, linked with nobody. An owner's league is the oldest member's.

        LastMember: delete the league instead.
        """
        await self.edit(guest, league_id)
        if not await self._store.drop_member(league_id, guest.id):
            raise LastMember("nobody else is a member: delete the league instead")

    # --- the owner's --------------------------------------------------------------------------------------

    async def _owned(self, guest: Guest | None, league_id: str) -> League:
        league = await self.edit(guest, league_id)
        if guest is None or league.owner != guest.id:
            raise NotOwner("only the league's owner can do that")
        return league

    async def rename(self, guest: Guest, league_id: str, name: str) -> None:
        """Another name. BadName, NotOwner."""
        await self._owned(guest, league_id)
        await self._store.change_league(league_id, name=clean_name(name, MOST_NAME))

    async def set_feeds(self, guest: Guest, league_id: str, feeds: bool) -> None:
        """Whether online games among members go in by themselves. NotOwner."""
        await self._owned(guest, league_id)
        await self._store.change_league(league_id, feeds=feeds)

    async def new_invite(self, guest: Guest, league_id: str) -> str:
        """Another secret for the invitation link; the one before is void. NotOwner."""
        await self._owned(guest, league_id)
        secret = new_id("", 20)
        await self._store.change_league(league_id, invite=secret)
        return secret

    async def remove_member(self, guest: Guest, league_id: str, member: str) -> None:
        """Somebody (a guest's id) no longer belongs to it, and the invitation link is another. NotOwner."""
        await self._owned(guest, league_id)
        await self._check_member(league_id, member)
        if not await self._store.drop_member(league_id, member, invite=new_id("", 20)):
            raise LastMember("nobody else is a member: delete the league instead")

    async def make_owner(self, guest: Guest, league_id: str, member: str) -> None:
        """Hand the league over to another member (a guest's id). NotOwner, UnknownPerson."""
        await self._owned(guest, league_id)
        await self._check_member(league_id, member)
        await self._store.change_league(league_id, owner=member, kind="private")

    async def _check_member(self, league_id: str, member: str) -> None:
        if member not in {one.guest for one in await self._store.members(league_id)}:
            raise UnknownPerson("nobody of that id is a member of this league")

    async def delete_league(self, guest: Guest, league_id: str) -> None:
        """Remove a league with everything in it, for good. NotOwner."""
        await self._owned(guest, league_id)
        await self._store.delete_league(league_id)


def _called(guest: Guest, otherwise: str) -> str:
    """A guest's name as it is written, or something to write where there is none yet."""
    try:
        return clean_name(guest.name, MOST_NAME)
    except BadName:
        return otherwise
