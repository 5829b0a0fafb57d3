"""What people could try in leagues and on sheets, by chance or on purpose: at once, or as somebody else."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from azulejos.cli.scoreshow import harmless
from azulejos.service import imports
from azulejos.service.errors import NameTaken, NotOwner, Refused, TooMany, UnknownLeague
from azulejos.service.merging import MOST_DEVICES
from azulejos.service.people import heads
from azulejos.service.resolving import row_of
from azulejos.store.errors import StoreError
from azulejos.store.people import ONLINE
from azulejos.store.records import Person
from azulejos.store.writing import Writing
from azulejos.study import files
from tests.service.league import NOW, Club, game, in_club

FILE = b"id,played,game,player,total_points\ng1,2026-03-14,azul,Xa,61\ng1,2026-03-14,azul,Ya,48\n"
SHEET = "k3f9x2ab7qk3f9x2ab7q"


def test_two_entries_merged_into_each_other_at_once_are_no_circle(tmp_path: Path) -> None:
    """A circle would have no head: whoever looks for it would look for ever."""

    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = await club.league(ana)
        one, other, third = [await club.leagues.add_person(ana, league.id, name) for name in "XYZ"]
        merges = [(one, other), (other, one), (other, third), (third, one)]
        asked = [club.leagues.merge(ana, league.id, a.id, b.id) for a, b in merges]
        done = await asyncio.gather(*asked, return_exceptions=True)
        assert all(each is None or isinstance(each, Refused) for each in done), done
        people = {each.id: each for each in await club.store.people(league.id)}
        for each in people.values():
            for _ in people:
                each = people[each.merged_into] if each.merged_into else each
            assert each.merged_into is None

    in_club(tmp_path, story)


def test_a_circle_in_a_database_ends_somewhere() -> None:
    one, other = Person("p-a", "A", merged_into="p-b"), Person("p-b", "B", merged_into="p-a")
    assert heads([one, other])["p-a"].id == heads([one, other])["p-b"].id


def test_signing_in_as_who_is_merged_further_down_is_no_circle(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, phone = await club.come("Ana"), await club.come("Ana on her phone")
        league = await club.league(ana, phone)
        middle = await club.leagues.add_person(ana, league.id, "Ana?")
        first, last = await club.leagues.me(ana, league.id), await club.leagues.me(phone, league.id)
        assert first is not None
        assert last is not None
        await club.leagues.merge(ana, league.id, first.id, middle.id)
        await club.leagues.merge(ana, league.id, middle.id, last.id)
        await club.store.pass_on_leagues(phone.id, ana.id)
        me = await asyncio.wait_for(club.leagues.me(ana, league.id), 5)
        assert me is not None
        assert me.id == last.id

    in_club(tmp_path, story)


def test_nobody_takes_a_person_whose_merged_entry_is_somebodys(tmp_path: Path) -> None:
    """Ana's entry is merged into one that is nobody's: she is that person now, and nobody else can be."""

    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = await club.league(ana, bea)
        mine = await club.leagues.me(ana, league.id)
        assert mine is not None
        other = await club.leagues.add_person(bea, league.id, "Anna")
        await club.leagues.merge(ana, league.id, mine.id, other.id)
        with pytest.raises(NameTaken):
            await club.leagues.claim(bea, league.id, other.id)
        cleo = await club.come("Cleo")
        invited = await club.leagues.invited(cleo, league.invite or "")
        assert other.id not in {each.id for each in invited.people}
        with pytest.raises(NameTaken):
            await club.leagues.join(cleo, league.invite or "", other.id, "")
        await club.leagues.unclaim(ana, league.id, other.id)
        assert await club.leagues.me(ana, league.id) is None
        await club.leagues.claim(ana, league.id, other.id)
        me = await club.leagues.me(ana, league.id)
        assert me is not None
        assert me.id == other.id

    in_club(tmp_path, story)


def test_who_is_somebody_else_is_merged_by_themselves_or_the_owner(tmp_path: Path) -> None:
    """Two entries with two people behind them: a third member does not make one take the other's games."""

    async def story(club: Club) -> None:
        ana, bea, cleo = [await club.come(name) for name in ("Ana", "Bea", "Cleo")]
        league = await club.league(ana, bea, cleo)
        one, two, three = [await club.leagues.me(who, league.id) for who in (ana, bea, cleo)]
        assert one is not None
        assert two is not None
        assert three is not None
        with pytest.raises(NotOwner):
            await club.leagues.merge(cleo, league.id, two.id, three.id)
        with pytest.raises(NotOwner):
            await club.leagues.merge(cleo, league.id, one.id, two.id)
        free = await club.leagues.add_person(cleo, league.id, "Beatrice")
        await club.leagues.merge(cleo, league.id, free.id, two.id)  # nobody is behind that one
        await club.leagues.merge(ana, league.id, two.id, three.id)  # the owner tidies up

    in_club(tmp_path, story)


def test_members_are_told_while_others_join(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = await club.league(ana)
        guests = [await club.come(f"Guest {n}") for n in range(8)]
        joining = [club.leagues.join(one, league.invite or "", None, one.name) for one in guests]
        looking = [club.leagues.members(ana, league.id) for _ in range(8)]
        await asyncio.gather(*(each for pair in zip(joining, looking, strict=True) for each in pair))
        assert len(await club.leagues.members(ana, league.id)) == 9

    in_club(tmp_path, story)


def test_one_list_of_ones_own_however_often_it_is_asked_for_at_once(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        made = await asyncio.gather(*(club.leagues.own(ana, "My games") for _ in range(5)))
        assert len({one.id for one in made}) == 1
        assert len(await club.leagues.mine(ana)) == 1

    in_club(tmp_path, story)


def test_a_link_that_was_renewed_while_somebody_joins_is_void(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = await club.league(ana)
        invite = league.invite or ""
        people = club.store.people

        async def slow(*args: Any, **more: Any) -> Any:
            club.store.people = people  # type: ignore[method-assign]
            await club.leagues.new_invite(ana, league.id)
            return await people(*args, **more)

        club.store.people = slow  # type: ignore[method-assign]
        with pytest.raises(UnknownLeague):
            await club.leagues.join(bea, invite, None, "Bea")
        with pytest.raises(UnknownLeague):
            await club.leagues.open(bea, league.id)

    in_club(tmp_path, story)


def test_whoever_is_removed_meanwhile_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import takes seconds; who is no member when it is written down writes nothing."""

    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = await club.league(ana, bea)
        plan = await club.records.dry_run(bea, league.id, FILE)
        some = club.store.some_results

        async def slow(*args: Any) -> Any:
            await club.leagues.remove_member(ana, league.id, bea.id)
            return await some(*args)

        monkeypatch.setattr(club.store, "some_results", slow)
        with pytest.raises(UnknownLeague):
            await club.records.take_in(bea, league.id, FILE, plan.digest)
        assert (await club.records.find(ana, league.id))[1] == 0

    in_club(tmp_path, story)


def test_two_tabs_import_one_file_at_once(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = await club.league(ana)
        plan = await club.records.dry_run(ana, league.id, FILE)
        asked = [club.records.take_in(ana, league.id, FILE, plan.digest) for _ in range(4)]
        done = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(getattr(one, "added", 0) for one in done) == 1
        assert all(not isinstance(one, BaseException) or isinstance(one, Refused) for one in done), done
        assert (await club.records.find(ana, league.id))[1] == 1

    in_club(tmp_path, story)


def test_few_files_are_read_at_once_and_few_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each may take seconds and hundreds of megabytes: forty at once would take the machine."""
    reading, most, may = 0, 0, threading.Event()
    read = files.read

    def slow(*args: Any) -> Any:
        nonlocal reading, most
        reading += 1
        most = max(most, reading)
        may.wait(10)
        reading -= 1
        return read(*args)

    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        league = await club.league(ana)
        many = imports.AT_ONCE + imports.MOST_WAITING
        coming = [asyncio.create_task(club.records.dry_run(ana, league.id, FILE)) for _ in range(many + 3)]
        async with asyncio.timeout(10):
            while sum(one.done() for one in coming) < 3:
                await asyncio.sleep(0.01)
        may.set()
        done = await asyncio.gather(*coming, return_exceptions=True)
        assert sum(isinstance(one, imports.ImportPlan) for one in done) == many
        assert sum(isinstance(one, TooMany) for one in done) == 3
        assert most == imports.AT_ONCE
        assert await club.records.dry_run(ana, league.id, FILE)

    monkeypatch.setattr(imports, "read", slow)
    in_club(tmp_path, story)


def test_a_deleted_account_leaves_no_name_among_online_games(tmp_path: Path) -> None:
    """Names from before signing in go too, and with `nameless` those of entries merged into one's own."""

    async def story(club: Club) -> None:
        ana, phone, rival = [await club.come(name) for name in ("Ana", "Secret nickname", "Rival name")]
        league = await club.league(ana)
        me = await club.leagues.me(ana, league.id)
        assert me is not None
        alias = await club.leagues.add_person(ana, league.id, "Ana Alias")
        await club.leagues.merge(ana, league.id, alias.id, me.id)
        for who in (ana, phone, rival):
            person = Person(f"p-{who.id}", who.name, who.id)
            await club.store.add_person(ONLINE, person, f"guest  {who.id}")
        ends = game((f"p-{ana.id}", 50), (f"p-{rival.id}", 40), id="t-1", source="online")
        row = row_of(ends, [score.person for score in ends.scores])
        await club.store.write_results(ONLINE, Writing(None, "", add=[row]))
        await club.store.pass_on_leagues(phone.id, ana.id)
        await club.store.pass_on_leagues(rival.id, ana.id)  # they have met
        assert await club.store.forget(ana.id, True)
        told = [each.name for each in await club.store.people(ONLINE) if each.bot is None]
        assert not any(told), told

    in_club(tmp_path, story)


def test_a_deleted_account_takes_its_other_names_along_if_asked(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = await club.league(ana, bea)
        me = await club.leagues.me(ana, league.id)
        assert me is not None
        alias = await club.leagues.add_person(ana, league.id, "Ana Alias")
        await club.leagues.merge(ana, league.id, alias.id, me.id)
        assert await club.store.forget(ana.id, True)
        told = {each.name for each in await club.store.people(league.id)}
        assert told == {"", "Bea"}

    in_club(tmp_path, story)


def test_a_deleted_account_leaves_the_name_of_who_was_taken_for_the_same(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = await club.league(ana, bea)
        one, other = [await club.leagues.me(who, league.id) for who in (ana, bea)]
        assert one is not None
        assert other is not None
        await club.leagues.merge(ana, league.id, one.id, other.id)
        assert await club.store.forget(ana.id, True)
        assert {each.name for each in await club.store.people(league.id)} == {"", "Bea"}
        assert (await club.leagues.add_person(bea, league.id, "Ana")).name == "Ana"  # that name is free

    in_club(tmp_path, story)


def edits(by: str, t: int, **values: Any) -> dict[str, Any]:
    return {key.replace("_", "/"): {"v": value, "t": t, "by": by} for key, value in values.items()}


def test_sixty_wrong_clocks_do_not_lock_a_sheet(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        for n in range(MOST_DEVICES):
            await club.sheets.merge(ana, SHEET, edits(f"wrong{n}", 2**53 - 1, total_0=n))
        view = await club.sheets.merge(ana, SHEET, edits("wrong-too", 2**53 - 1, total_0=99))
        assert [one["code"] for one in view["problems"]] == ["too_many_fields"]
        view = await club.sheets.merge(ana, SHEET, edits("right", NOW + 1000, total_0=61))
        assert view["problems"] == []
        assert view["fields"]["total/0"]["v"] == 61

    in_club(tmp_path, story)


@pytest.mark.parametrize("time", [2**53, -1, 1.5, float("nan"), float("inf"), True, "1", None, [], {}])
def test_a_time_that_is_none_is_a_problem(tmp_path: Path, time: Any) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        view = await club.sheets.merge(ana, SHEET, edits("p", time, total_0=1, keep="own"))
        assert {one["code"] for one in view["problems"]} == {"bad_edit"}
        assert view["fields"] == {}

    in_club(tmp_path, story)


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        10**400,
        "\ud800",
        "a\0b",
        "x" * 10_000,
        [],
        {},
        {"__proto__": 1},
    ],
)
def test_a_value_that_cannot_be_written_is_a_problem(tmp_path: Path, value: Any) -> None:
    async def story(club: Club) -> None:
        ana = await club.come("Ana")
        sent = edits("p", NOW, name_0=value, total_0=value, note=value, keep=value, played=value, game=value)
        sent |= {key: {"v": value, "t": NOW, "by": "p"} for key in ("__proto__", "\ud800", "t/0/11", "")}
        view = await club.sheets.merge(ana, SHEET, sent)
        assert view["fields"] == {}
        assert json.dumps(view, ensure_ascii=False, allow_nan=False).encode()

    in_club(tmp_path, story)


def test_nobody_owns_a_league_that_they_have_left(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ana, bea = await club.come("Ana"), await club.come("Bea")
        league = await club.league(ana, bea)
        await club.leagues.leave(bea, league.id)
        with pytest.raises(StoreError):  # as where Bea left between looking and writing
            await club.store.change_league(league.id, owner=bea.id)
        assert (await club.leagues.open(ana, league.id)).owner == ana.id

    in_club(tmp_path, story)


def test_a_note_gives_a_terminal_no_orders() -> None:
    assert harmless("Good\x1b[2J evening,\n\u202ebye") == "Good\ufffd[2J evening,\n\ufffdbye"
