"""Leagues: by invitation, private to everybody else; people who are merged, parted, linked."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from azulejos.service import leagues as module
from azulejos.service.accounts import Accounts
from azulejos.service.errors import (
    BadName,
    NameTaken,
    NotOwner,
    ReadOnly,
    Refused,
    SamePerson,
    TooMany,
    UnknownLeague,
    UnknownPerson,
)
from azulejos.service.leagues import ONLINE, LastMember
from azulejos.store.records import Guest
from tests.service.league import Club, game, in_club

Act = Callable[[Club, Guest, str], Awaitable[object]]

# Everything that can be asked about a league, by who may not even know that it is there.
ACTS: dict[str, Act] = {
    "open": lambda club, who, at: club.leagues.open(who, at),
    "edit": lambda club, who, at: club.leagues.edit(who, at),
    "members": lambda club, who, at: club.leagues.members(who, at),
    "leave": lambda club, who, at: club.leagues.leave(who, at),
    "rename": lambda club, who, at: club.leagues.rename(who, at, "Mine"),
    "set_feeds": lambda club, who, at: club.leagues.set_feeds(who, at, False),
    "new_invite": lambda club, who, at: club.leagues.new_invite(who, at),
    "remove_member": lambda club, who, at: club.leagues.remove_member(who, at, "ana"),
    "make_owner": lambda club, who, at: club.leagues.make_owner(who, at, who.id),
    "delete_league": lambda club, who, at: club.leagues.delete_league(who, at),
    "people": lambda club, who, at: club.leagues.people(who, at),
    "me": lambda club, who, at: club.leagues.me(who, at),
    "add_person": lambda club, who, at: club.leagues.add_person(who, at, "Eve"),
    "rename_person": lambda club, who, at: club.leagues.rename_person(who, at, "p", "Eve"),
    "merge": lambda club, who, at: club.leagues.merge(who, at, "p", "q"),
    "unmerge": lambda club, who, at: club.leagues.unmerge(who, at, "p"),
    "claim": lambda club, who, at: club.leagues.claim(who, at, "p"),
    "unclaim": lambda club, who, at: club.leagues.unclaim(who, at, "p"),
    "add": lambda club, who, at: club.records.add(who, at, game(("Eve", 1), ("Ana", 2))),
    "get": lambda club, who, at: club.records.get(who, at, "g"),
    "find": lambda club, who, at: club.records.find(who, at),
    "correct": lambda club, who, at: club.records.correct(who, at, "g", game(("A", 1), ("B", 2)), 1),
    "delete": lambda club, who, at: club.records.delete(who, at, "g"),
    "restore": lambda club, who, at: club.records.restore(who, at, "g"),
    "export": lambda club, who, at: club.records.export(who, at, "csv"),
    "dry_run": lambda club, who, at: club.records.dry_run(who, at, "id"),
    "take_in": lambda club, who, at: club.records.take_in(who, at, "id", ""),
}
LOOKS = {"open", "members", "people", "me", "get", "find", "export"}  # what everybody may do with `online`


async def answer(act: Awaitable[object]) -> tuple[type[BaseException], str]:
    with pytest.raises(Refused) as caught:
        await act
    return caught.type, str(caught.value)


def test_who_is_no_member_hears_what_is_said_of_a_league_that_is_not_there(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, eve = await club.come("Ana"), await club.come("Eve")
        league = await club.league(ana)
        await club.records.add(ana, league.id, game(("Ana", 40), ("Bea", 30), id="g"))
        for name, act in ACTS.items():
            here, nowhere = await answer(act(club, eve, league.id)), await answer(act(club, eve, "nowhere"))
            assert here == nowhere, name
            assert here[0] is UnknownLeague, name
        assert await club.leagues.mine(eve) == []
        assert [one.games for one in await club.leagues.mine(ana)] == [1]
        for anonymous in ("open", "people", "members", "me", "find", "export", "get"):
            assert await answer(ACTS[anonymous](club, None, league.id)) == (  # type: ignore[arg-type]
                UnknownLeague,
                module.NOT_THERE,
            )

    in_club(tmp_path, story)


def test_who_has_left_or_was_removed_is_an_outsider_and_the_old_link_is_void(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea, eve = [await club.come(name) for name in ("Ana", "Bea", "Eve")]
        league = await club.league(ana, bea, eve)
        await club.leagues.remove_member(ana, league.id, eve.id)
        await club.leagues.leave(bea, league.id)
        for name, act in ACTS.items():
            for who in (bea, eve):
                assert (await answer(act(club, who, league.id)))[0] is UnknownLeague, name
        with pytest.raises(UnknownLeague):
            await club.leagues.join(eve, league.invite or "", None, "Eve again")
        with pytest.raises(UnknownLeague):
            await club.leagues.invited(None, league.invite or "")
        people = await club.leagues.people(ana, league.id)
        assert [(one.name, one.guest) for one in people] == [("Ana", "ana"), ("Bea", None), ("Eve", None)]

    in_club(tmp_path, story)


def test_online_is_open_to_all_and_nobody_writes_there(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        assert (await club.leagues.open(None, ONLINE)).kind == "online"
        assert await club.leagues.people(None, ONLINE) == []
        for name, act in ACTS.items():
            if name not in LOOKS:
                assert (await answer(act(club, ana, ONLINE)))[0] is ReadOnly, name
        assert (await club.leagues.open(None, ONLINE)).revision == 0

    in_club(tmp_path, story)


def test_joining_as_somebody_who_is_there_and_as_somebody_new(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea, cleo = [await club.come(name) for name in ("Ana", "Bea", "Cleo")]
        league = await club.league(ana)
        secret = league.invite or ""
        await club.records.add(ana, league.id, game(("Ana", 40), ("Beatrice", 30)))
        seen = await club.leagues.invited(bea, secret)
        assert (seen.name, seen.owner, seen.member) == ("Thursday", "Ana", False)
        assert [one.name for one in seen.people] == ["Beatrice"]
        [beatrice] = seen.people
        await club.leagues.join(bea, secret, beatrice.id, "")
        assert (await club.leagues.me(bea, league.id)) is not None
        assert (await club.leagues.invited(bea, secret)).member
        with pytest.raises(NameTaken):
            await club.leagues.join(cleo, secret, beatrice.id, "")
        with pytest.raises(NameTaken):
            await club.leagues.join(cleo, secret, None, "  beaTRICE ")
        with pytest.raises(UnknownPerson):
            await club.leagues.join(cleo, secret, "p-nobody", "")
        with pytest.raises(BadName):
            await club.leagues.join(cleo, secret, None, " ")
        with pytest.raises(UnknownLeague):
            await club.leagues.open(cleo, league.id)
        await club.leagues.join(cleo, secret, None, "Cleo")
        await club.leagues.join(cleo, secret, None, "Cleo")  # a page sent twice
        members = await club.leagues.members(ana, league.id)
        assert [one.guest for one in members] == ["ana", "bea", "cleo"]
        assert members[1].person == beatrice.id

    in_club(tmp_path, story)


def test_the_owners_rights_and_how_they_pass_on(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea, cleo = [await club.come(name) for name in ("Ana", "Bea", "Cleo")]
        league = await club.league(ana, bea, cleo)
        for name in ("rename", "set_feeds", "new_invite", "remove_member", "make_owner", "delete_league"):
            assert (await answer(ACTS[name](club, bea, league.id)))[0] is NotOwner, name
        await club.leagues.rename(ana, league.id, "Friday <b>")
        await club.leagues.set_feeds(ana, league.id, False)
        seen = await club.leagues.open(bea, league.id)
        assert (seen.name, seen.feeds, seen.members) == ("Friday <b>", False, 3)
        with pytest.raises(UnknownPerson):
            await club.leagues.make_owner(ana, league.id, "eve")
        await club.leagues.leave(ana, league.id)
        assert (await club.leagues.open(bea, league.id)).owner == "bea"
        await club.leagues.make_owner(bea, league.id, "cleo")
        await club.leagues.leave(bea, league.id)
        with pytest.raises(LastMember):
            await club.leagues.leave(cleo, league.id)
        await club.leagues.delete_league(cleo, league.id)
        assert await club.leagues.mine(cleo) == []

    in_club(tmp_path, story)


def test_merging_moves_games_and_unmerging_moves_them_back(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        await club.records.add(ana, league, game(("Ana", 40), ("Bea", 30), id="one"))
        await club.records.add(ana, league, game(("Ana", 20), ("Beatriz", 50), id="two"))
        await club.records.add(ana, league, game(("Bea", 20), ("Cleo", 50), id="three"))
        who = {one.name: one.id for one in await club.leagues.people(ana, league)}
        with pytest.raises(SamePerson):
            await club.leagues.merge(ana, league, who["Bea"], who["Cleo"])
        await club.leagues.merge(ana, league, who["Beatriz"], who["Bea"])
        two = await club.records.get(ana, league, "two")
        assert [score.person for score in two.result.scores] == [who["Ana"], who["Bea"]]
        with pytest.raises(Refused):
            await club.leagues.merge(ana, league, who["Cleo"], who["Beatriz"])
        # the other name still means the same person, and a correction keeps the entry
        await club.records.add(ana, league, game(("beatriz", 33), ("Cleo", 50), id="four"))
        four = await club.records.get(ana, league, "four")
        assert four.result.scores[0].person == who["Bea"]
        changed = game(("Ana", 21), ("Bea", 50), id="two")
        await club.records.correct(ana, league, "two", changed, two.version)
        await club.leagues.unmerge(ana, league, who["Beatriz"])
        two = await club.records.get(ana, league, "two")
        assert [(score.person, score.total_points) for score in two.result.scores] == [
            (who["Ana"], 21),
            (who["Beatriz"], 50),
        ]

    in_club(tmp_path, story)


def test_a_name_that_was_given_away_meanwhile_keeps_an_entry_merged(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        bea = await club.leagues.add_person(ana, league, "Bea")
        other = await club.leagues.add_person(ana, league, "Beatriz")
        with pytest.raises(NameTaken):
            await club.leagues.add_person(ana, league, "BEA")
        await club.leagues.merge(ana, league, bea.id, other.id)
        await club.leagues.rename_person(ana, league, other.id, "Bea")
        with pytest.raises(NameTaken):
            await club.leagues.unmerge(ana, league, bea.id)
        await club.leagues.rename_person(ana, league, other.id, "Beatriz")
        assert (await club.leagues.unmerge(ana, league, bea.id)).merged_into is None

    in_club(tmp_path, story)


def test_claiming_somebody_else_parts_from_who_one_was(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = (await club.league(ana, bea)).id
        anna = await club.leagues.add_person(ana, league, "Anna")
        await club.leagues.claim(ana, league, anna.id)
        me = await club.leagues.me(ana, league)
        assert me is not None
        assert me.name == "Anna"
        theirs = await club.leagues.me(bea, league)
        assert theirs is not None
        with pytest.raises(NameTaken):
            await club.leagues.claim(ana, league, theirs.id)
        with pytest.raises(NotOwner):
            await club.leagues.unclaim(bea, league, anna.id)
        await club.leagues.unclaim(ana, league, theirs.id)
        assert await club.leagues.me(bea, league) is None

    in_club(tmp_path, story)


def test_there_is_an_end_to_leagues_and_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = (await club.league(ana)).id
        monkeypatch.setattr(module, "MOST_LEAGUES", 1)
        monkeypatch.setattr("azulejos.service.people.MOST_PEOPLE", 2)
        with pytest.raises(TooMany):
            await club.leagues.create(ana, "Another")
        with pytest.raises(TooMany):
            await club.records.add(ana, league, game(("Ana", 1), ("Bea", 2), ("Cleo", 3)))
        assert [one.name for one in await club.leagues.people(ana, league)] == ["Ana"]

    in_club(tmp_path, story)


# --- accounts -----------------------------------------------------------------------------------------------


def test_signing_in_brings_leagues_people_and_sheets_along(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        accounts = Accounts(club.service)
        ana, phone, bea = [await club.come(name) for name in ("Ana", "Phone", "Bea")]
        await accounts.sign_up(ana, "Ana", "correct horse battery", "home")
        club_of_phone = await club.league(phone, bea)
        both = await club.league(bea, ana, phone)
        await club.records.add(phone, both.id, game(("Phone", 40), ("Bea", 30), id="g"))
        await club.leagues.own(phone, "My games")
        await club.sheets.merge(phone, "s" * 20, {"game": {"v": "azul", "t": 1, "by": "d"}})
        await accounts.sign_in(phone, "Ana", "correct horse battery", "home")
        mine = {one.id: one for one in await club.leagues.mine(ana)}
        assert set(mine) >= {club_of_phone.id, both.id}
        assert mine[club_of_phone.id].owner == "ana"
        assert sorted(one.kind for one in mine.values()) == ["own", "private", "private"]
        assert await club.leagues.mine(phone) == []
        me = await club.leagues.me(ana, both.id)
        assert me is not None
        game_of_phone = await club.records.get(ana, both.id, "g")
        assert game_of_phone.result.scores[0].person == me.id
        assert game_of_phone.by == "Ana"
        assert [one.id for one in await club.sheets.mine(ana)] == ["s" * 20]
        assert len(await club.leagues.members(bea, both.id)) == 2

    in_club(tmp_path, story)


def test_two_who_have_played_against_each_other_are_not_made_one_by_signing_in(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, phone = await club.come("Ana"), await club.come("Phone")
        league = (await club.league(ana, phone)).id
        await club.records.add(ana, league, game(("Phone", 40), ("Ana", 30), id="g"))
        await club.store.pass_on_leagues(phone.id, ana.id)
        people = {one.name: one for one in await club.leagues.people(ana, league)}
        assert people["Phone"].merged_into is None
        assert people["Phone"].guest is None
        assert people["Ana"].guest == "ana"

    in_club(tmp_path, story)


@pytest.mark.parametrize("nameless", [False, True])
def test_deleting_an_account_leaves_leagues_to_the_others(tmp_path: Path, nameless: bool) -> None:
    async def story(club: Club) -> None:
        accounts = Accounts(club.service)
        ana, bea = await club.come("Ana"), await club.come("Bea")
        await accounts.sign_up(ana, "Ana", "correct horse battery", "home")
        shared, alone = (await club.league(ana, bea)).id, (await club.league(ana)).id
        await club.records.add(ana, shared, game(("Ana", 40), ("Bea", 30), id="g"))
        await club.sheets.merge(ana, "s" * 20, {"game": {"v": "azul", "t": 1, "by": "d"}})
        account = replace(ana, account="Ana")
        await accounts.delete(account, "correct horse battery", "home", nameless=nameless)
        league = await club.leagues.open(bea, shared)
        assert (league.owner, league.members, league.games) == ("bea", 1, 1)
        found = await club.records.get(bea, shared, "g")
        first = found.people[found.result.scores[0].person]
        assert (first.name, first.guest) == ("" if nameless else "Ana", None)
        assert (found.by, found.trace[0].name, found.trace[0].by) == ("", "", None)
        assert await club.store.find_league(alone, "ana") is None
        assert await club.store.find_sheet("s" * 20) is None

    in_club(tmp_path, story)
