"""People of a league: added, renamed, merged when they are the same, linked with guests."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from azulejos.service.accounts import login_of
from azulejos.service.errors import NameTaken, NotOwner, Refused, SamePerson, Stale, TooMany, UnknownPerson
from azulejos.service.lobby import LETTERS
from azulejos.service.seating import clean_name
from azulejos.store.db import Conflict, Store
from azulejos.store.people import bot_key
from azulejos.store.records import Guest, League, Person

MOST_PEOPLE = 2000  # in a league
MOST_NAME = 40  # characters of a league's or a person's name, as in files
TAKEN = "somebody in this league has that name"


def new_id(prefix: str, length: int = 10) -> str:
    """A name that nobody guesses and nobody misreads."""
    return prefix + "".join(secrets.choice(LETTERS) for _ in range(length))


def new_person(name: str, guest: str | None = None) -> Person:
    """Somebody who is not in the league yet."""
    return Person(new_id("p-"), name, guest)


def heads(people: Iterable[Person]) -> dict[str, Person]:
    """By id of any entry, the person it stands for."""
    known = {person.id: person for person in people}
    return {one: _head(known, known[one]) for one in known}


def _head(known: Mapping[str, Person], person: Person) -> Person:
    way = [person.id]
    while person.merged_into is not None and person.merged_into in known:
        person = known[person.merged_into]
        if person.id in way:  # a circle, which nobody can make; still no reason to walk for ever
            return known[min(way[way.index(person.id) :])]
        way.append(person.id)
    return person


def key_of(person: Person) -> str:
    """What a person of a private league is compared by."""
    return login_of(person.name) if person.bot is None else bot_key(person.bot)


@contextmanager
def free_name() -> Iterator[None]:
    """A name that is taken is told as such."""
    try:
        yield
    except Conflict:
        raise NameTaken(TAKEN) from None


class _Doors(Protocol):
    """Who lets people in: the rest of Leagues."""

    _store: Store

    async def open(self, guest: Guest | None, league_id: str) -> League: ...
    async def edit(self, guest: Guest | None, league_id: str) -> League: ...


class People:
    """What can be done with the people of a league. Not a member: UnknownLeague, whatever is asked.

    `people` and `me` are for everybody who may see the league; in `online` nobody writes (ReadOnly).
    """

    async def people(self: _Doors, guest: Guest | None, league_id: str) -> list[Person]:
        """Everybody in a league by name, entries merged into others too (`merged_into`), with their games."""
        await self.open(guest, league_id)
        return await self._store.people(league_id, games=True)

    async def me(self: _Doors, guest: Guest | None, league_id: str) -> Person | None:
        """Who this guest is in a league; None for who is nobody there (yet)."""
        await self.open(guest, league_id)
        people = await self._store.people(league_id)
        stand_for = heads(people)
        mine = [one for one in people if guest is not None and one.guest == guest.id]
        return stand_for[mine[0].id] if mine else None

    async def add_person(self: _Doors, guest: Guest, league_id: str, name: str) -> Person:
        """Somebody new. BadName, NameTaken, TooMany."""
        await self.edit(guest, league_id)
        check_many(await self._store.people(league_id), 1)
        person = new_person(clean_name(name, MOST_NAME))
        with free_name():
            await self._store.add_person(league_id, person, key_of(person))
        return person

    async def rename_person(self: _Doors, guest: Guest, league_id: str, person_id: str, name: str) -> Person:
        """Another name. BadName, NameTaken, UnknownPerson."""
        await self.edit(guest, league_id)
        person = found(await self._store.people(league_id), person_id)
        if person.bot is not None or person.merged_into is not None:
            raise Refused("a bot, or an entry that is another's, has no name to change")
        name = clean_name(name, MOST_NAME)
        with free_name():
            await self._store.change_person(league_id, person.id, name=name, key=login_of(name))
        return found(await self._store.people(league_id), person_id)

    async def merge(self: _Doors, guest: Guest, league_id: str, person_id: str, into: str) -> None:
        """Two entries are one person: all games are those of `into`. SamePerson if both sat in one game.

        Entries of two members are merged by the owner alone (NotOwner): nobody takes another's games.
        """
        league = await self.edit(guest, league_id)
        people = await self._store.people(league_id)
        one, other = found(people, person_id), found(people, into)
        if one.merged_into is not None or other.merged_into is not None:
            raise Refused("an entry that is another's already cannot be merged again")
        if one.id == other.id or one.bot != other.bot:
            raise Refused("expected two entries of people, or two of the same bot")
        stand_for = heads(people)
        sides = [[x for x in people if stand_for[x.id].id == y.id] for y in (one, other)]
        if await self._store.met(league_id, *([x.id for x in side] for side in sides)):
            raise SamePerson(f"{one.name} and {other.name} have played against each other")
        behind = [{x.guest for x in side if x.guest is not None} for side in sides]
        if all(behind) and behind[0] != behind[1] and guest.id != league.owner:
            raise NotOwner("two members are behind these entries: only the league's owner merges them")
        if not await self._store.merge_people(league_id, one.id, other.id):
            raise Stale("somebody has changed these people meanwhile; look again")

    async def unmerge(self: _Doors, guest: Guest, league_id: str, person_id: str) -> Person:
        """An entry is a person of its own again, with the games it had; NameTaken if its name is gone."""
        await self.edit(guest, league_id)
        person = found(await self._store.people(league_id), person_id)
        if person.merged_into is None:
            return person
        with free_name():
            await self._store.change_person(league_id, person.id, merged_into=None, key=key_of(person))
        return found(await self._store.people(league_id), person_id)

    async def claim(self: _Doors, guest: Guest, league_id: str, person_id: str) -> None:
        """This guest is that person from now on, not who they were before. NameTaken if somebody else is."""
        await self.edit(guest, league_id)
        person = found(await self._store.people(league_id), person_id)
        if person.guest == guest.id:
            return
        if person.merged_into is not None or not await self._store.link(league_id, person.id, guest.id):
            raise NameTaken("somebody else is that person")

    async def unclaim(self: _Doors, guest: Guest, league_id: str, person_id: str) -> None:
        """A person is no longer linked with a guest, by no merged entry: one's own, or any for the owner.

        NotOwner.
        """
        league = await self.edit(guest, league_id)
        people = await self._store.people(league_id)
        stand_for, person = heads(people), found(people, person_id)
        same = [one for one in people if one.guest and stand_for[one.id].id == stand_for[person.id].id]
        mine = [one for one in same if one.guest == guest.id]
        if not mine and guest.id != league.owner:
            raise NotOwner("only the league's owner parts others from their entries")
        for one in mine or same:
            await self._store.change_person(league_id, one.id, guest_id=None)


def found(people: Iterable[Person], person_id: str) -> Person:
    """The entry with that id; UnknownPerson."""
    for person in people:
        if person.id == person_id:
            return person
    raise UnknownPerson(f"nobody in this league has the id {person_id[:40]!r}")


def check_many(people: list[Person], more: int) -> None:
    """Nobody fills a league with names; TooMany."""
    if len(people) + more > MOST_PEOPLE:
        raise TooMany(f"a league has at most {MOST_PEOPLE} people")
