"""Leagues, members and people in the store: names that are nobody else's, links, what moves and what goes."""

from dataclasses import replace

import pytest

from azulejos.store.db import Conflict, Store, StoreError
from azulejos.store.people import ONLINE, guest_key
from azulejos.store.records import League, Person, ResultRow, ScoreRow, now
from azulejos.store.writing import Writing
from tests.store.making import with_store

OPTIONS = {"wall": "coloured", "jokers": False}


def a_league(name: str = "thursday", owner: str = "ana", **other: object) -> League:
    league = League(name, "Thursday", "private", owner, f"secret of {name}", True, 0, now())
    return replace(league, **other)  # type: ignore[arg-type]


async def begun(store: Store, **other: object) -> League:
    league = a_league(**other)  # type: ignore[arg-type]
    person = Person(f"p-{league.owner}", str(league.owner).title(), league.owner)
    await store.add_league(league, person, str(league.owner))
    return league


async def add_game(store: Store, league: str, *people: str, id: str = "g") -> None:
    seats = tuple(ScoreRow(person, 10 * n) for n, person in enumerate(people))
    row = ResultRow(id, "azul", "azul", OPTIONS, "2026-01-01", seats)
    await store.write_results(league, Writing("ana", "Ana", add=[row]))


async def league_of(store: Store, guest: str, name: str = "thursday") -> League:
    found = await store.find_league(name, guest)
    assert found is not None
    return found


async def person(store: Store, name: str, league: str = "thursday") -> Person:
    [found] = [one for one in await store.people(league) if one.id == name]
    return found


def test_only_members_find_a_league_and_everybody_finds_online(url: str) -> None:
    async def test(store: Store) -> None:
        league = await begun(store)
        assert await store.find_league(league.id, "bea") is None
        assert await store.find_league(league.id, None) is None
        seen = await league_of(store, "ana")
        assert seen == replace(league, members=1, revision=0)
        online = await store.find_league(ONLINE, None)
        assert online is not None
        assert (online.kind, online.name, online.owner, online.invite) == ("online", "", None, None)
        assert await store.leagues_of("bea") == []
        assert await store.invited_to("secret of nobody") is None
        assert await store.own_league("ana") is None

    with_store(url, test)


def test_a_name_is_nobody_elses_until_its_entry_is_merged(url: str) -> None:
    async def test(store: Store) -> None:
        await begun(store)
        await store.add_person("thursday", Person("p1", "Cleo"), "cleo")
        with pytest.raises(Conflict):
            await store.add_person("thursday", Person("p2", "CLEO"), "cleo")
        await store.change_person("thursday", "p1", merged_into="p-ana", key=None)
        await store.add_person("thursday", Person("p2", "CLEO"), "cleo")
        with pytest.raises(Conflict):
            await store.change_person("thursday", "p1", merged_into=None, key="cleo")
        assert (await person(store, "p1")).merged_into == "p-ana"
        with pytest.raises(StoreError):
            await store.change_person("thursday", "nobody", name="x", key="x")
        with pytest.raises(StoreError):
            await store.add_person("nowhere", Person("p", "P"), "p")
        await begun(store, name="friday")
        await store.add_person("friday", Person("p1", "Cleo"), "cleo")  # another league, another matter

    with_store(url, test)


def test_joining_leaving_and_who_inherits(url: str) -> None:
    async def test(store: Store) -> None:
        await begun(store)
        await store.add_person("thursday", Person("p1", "Bea"), "bea")
        assert await store.add_member("thursday", "bea", "p1")
        assert await store.add_member(
            "thursday", "bea", Person("p9", "Other", "bea"), "other"
        )  # is in already
        assert [one.guest for one in await store.members("thursday")] == ["ana", "bea"]
        assert [one.id for one in await store.people("thursday")] == ["p-ana", "p1"]
        await store.add_guest("cleo", "hash of cleo", "Cleo", None)
        assert not await store.add_member("thursday", "cleo", "p1")
        assert await store.find_league("thursday", "cleo") is None
        assert await store.drop_member("thursday", "ana", invite="another")
        league = await league_of(store, "bea")
        assert (league.owner, league.members, league.invite) == ("bea", 1, "another")
        assert (await person(store, "p-ana")).guest is None
        assert not await store.drop_member("thursday", "bea")
        await store.delete_league("thursday")
        assert await store.leagues_of("bea") == []

    with_store(url, test)


def test_deleting_takes_everything_along_and_online_stays(url: str) -> None:
    async def test(store: Store) -> None:
        await begun(store)
        await store.add_person("thursday", Person("p1", "Bea"), "bea")
        await add_game(store, "thursday", "p-ana", "p1")
        await store.delete_league("thursday")
        assert await store.people("thursday") == []
        assert await store.find_result("thursday", "g") is None
        assert await store.trace("thursday", "g") == []
        await store.delete_league(ONLINE)
        assert await store.find_league(ONLINE, None) is not None

    with_store(url, test)


def test_somebody_is_linked_with_one_entry_at_most(url: str) -> None:
    async def test(store: Store) -> None:
        await begun(store)
        await store.add_person("thursday", Person("p1", "Anna"), "anna")
        assert await store.link("thursday", "p1", "ana")
        assert (await person(store, "p-ana")).guest is None
        assert not await store.link("thursday", "p1", "bea")
        assert (await person(store, "p1")).guest == "ana"

    with_store(url, test)


def test_passing_on_joins_two_entries_of_one_person(url: str) -> None:
    async def test(store: Store) -> None:
        await begun(store)
        await store.add_member("thursday", "bea", Person("p-bea", "Bea", "bea"), "bea")
        await begun(store, name="friday")
        await add_game(store, "thursday", "p-ana", "p-bea")
        await begun(store, name="own-a", owner="ana", kind="own")
        await begun(store, name="own-b", owner="bea", kind="own")
        revision = (await league_of(store, "ana", "friday")).revision
        await store.pass_on_leagues("ana", "bea")
        assert await store.leagues_of("ana") == []
        mine = {one.id: (one.owner, one.kind) for one in await store.leagues_of("bea")}
        assert mine == {
            "thursday": ("bea", "private"),
            "friday": ("bea", "private"),
            "own-a": ("bea", "own"),
            "own-b": ("bea", "private"),
        }
        assert (await league_of(store, "bea", "friday")).revision > revision
        met = await person(store, "p-ana")  # they have played against each other: two people
        assert (met.guest, met.merged_into) == (None, None)
        assert (await person(store, "p-ana", "friday")).guest == "bea"
        [change] = await store.trace("thursday", "g")
        assert change.by == "bea"

    with_store(url, test)


def test_passing_on_among_online_games_keeps_keys_apart(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_guest("cleo", "hash of cleo", "Cleo", None)
        for guest in ("ana", "bea"):
            await store.add_person(ONLINE, Person(f"p-{guest}", guest, guest), guest_key(guest))
        await store.pass_on_leagues("ana", "bea")
        assert (await person(store, "p-ana", ONLINE)).merged_into == "p-bea"
        await store.pass_on_leagues("bea", "cleo")
        assert (await person(store, "p-bea", ONLINE)).guest == "cleo"
        with pytest.raises(Conflict):
            await store.add_person(ONLINE, Person("p", "x", "cleo"), guest_key("cleo"))
        await store.add_person(ONLINE, Person("p", "x", "bea"), guest_key("bea"))

    with_store(url, test)


def test_who_is_forgotten_leaves_a_name_or_none(url: str) -> None:
    async def test(store: Store) -> None:
        for name, nameless in (("keeps", False), ("loses", True)):
            await store.add_guest(name, f"hash of {name}", name, None)
            await begun(store, name=f"league-{name}", owner=name)
            await store.add_member(f"league-{name}", "bea", Person("p-bea", "Bea", "bea"), "bea")
            await begun(store, name=f"lonely-{name}", owner=name)
            await store.add_person(ONLINE, Person(f"p-{name}", name, name), guest_key(name))
            assert await store.forget(name, nameless)
            there = await person(store, f"p-{name}", f"league-{name}")
            assert (there.name, there.guest) == ("" if nameless else name.title(), None)
            public = await person(store, f"p-{name}", ONLINE)
            assert (public.name, public.guest) == ("", None)
            assert (await league_of(store, "bea", f"league-{name}")).owner == "bea"
            assert await store.people(f"lonely-{name}") == []

    with_store(url, test)
