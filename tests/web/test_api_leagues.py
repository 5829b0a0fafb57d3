"""Leagues and games on record over the API: what members can do, and that nobody else learns anything."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos.study.reading import MOST_BYTES
from azulejos.web.api import leaguemodels as told
from azulejos.web.api import models
from azulejos.web.security import MOST_BODY
from tests.web.site import Site, with_site
from tests.web.test_api import fault, program
from tests.web.test_api_truth import check, undescribed

DAY = "2026-03-14"
Club = tuple[httpx.AsyncClient, str]  # the owner, and where the league is


async def club(site: Site, name: str = "Thursday") -> Club:
    """A league of Ana's."""
    ana = await program(site)
    made = check(told.LeagueFull, await ana.post("/api/leagues", json={"name": name}))
    return ana, f"/api/leagues/{made['id']}"


def game(*seats: Any, **more: Any) -> dict[str, Any]:
    """A finished game of Azul: name, points and perhaps rows of each."""
    scores = [dict(zip(("person", "total_points", "completed_rows"), seat, strict=False)) for seat in seats]
    return {"game": "azul", "played": DAY, "scores": scores, **more}


async def put(ana: httpx.AsyncClient, league: str, *seats: Any, **more: Any) -> dict[str, Any]:
    """A game put on record."""
    answer = await ana.post(f"{league}/results", json=game(*seats, **more))
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def in_club(folder: Path, story: Callable[[httpx.AsyncClient, str], Awaitable[None]]) -> None:
    """A story in a league of Ana's."""

    async def test(site: Site) -> None:
        await story(*await club(site))

    with_site(folder, test)


async def join(site: Site, ana: httpx.AsyncClient, league: str, name: str) -> httpx.AsyncClient:
    """Somebody else becomes a member."""
    invite = (await ana.get(league)).json()["invite"]
    bea = await program(site, name)
    check(told.LeagueFull, await bea.post(f"/api/invitations/{invite}", json={}))
    return bea


def problems(answer: httpx.Response) -> dict[str, str]:
    """By field, what is wrong with it."""
    error = models.Problem(**answer.json()).error
    assert not list(undescribed(error, "error")), answer.text
    assert all(one.message for one in error.problems or [])
    return {one.field: one.code for one in error.problems or []}


# --- leagues and people ----------------------------------------------------------------------------------


def test_a_league_is_made_renamed_and_deleted(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        [listed] = check(told.LeaguesTold, await ana.get("/api/leagues"))["leagues"]
        assert (listed["name"], listed["owner"], listed["members"]) == ("Thursday", True, 1)
        changed = await ana.patch(league, json={"name": " Friday ", "feeds": False})
        assert check(told.LeagueFull, changed)["name"] == "Friday"
        assert changed.json()["feeds"] is False
        assert fault(await ana.patch(league, json={"name": " "})) == (422, "bad_name")
        assert fault(await ana.patch(league, json={"game": "azul"})) == (422, "bad_request")
        assert (await ana.delete(league)).status_code == 204
        assert fault(await ana.get(league)) == (404, "unknown_league")
        assert (await ana.get("/api/leagues")).json() == {"leagues": []}

    in_club(tmp_path, story)


def test_people_join_by_invitation_and_leave(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, league = await club(site)
        await put(ana, league, ("Ana", 50), ("Bruno", 40))
        invite = (await ana.get(league)).json()["invite"]
        bruno = await program(site, "Bru")
        shown = check(told.InvitationTold, await bruno.get(f"/api/invitations/{invite}"))
        assert (shown["name"], shown["owner"], shown["member"], shown["league"]) == (
            "Thursday",
            "Ana",
            False,
            None,
        )
        [free] = shown["people"]  # Ana is somebody's already
        assert (free["name"], free["games"]) == ("Bruno", 1)
        joined = check(
            told.LeagueFull, await bruno.post(f"/api/invitations/{invite}", json={"person": free["id"]})
        )
        assert (joined["me"], joined["owner"]) == (free["id"], False)
        members = check(told.MembersTold, await bruno.get(f"{league}/members"))["members"]
        assert [(one["name"], one["owner"], one["you"]) for one in members] == [
            ("Ana", True, False),
            ("Bru", False, True),
        ]
        assert fault(await bruno.patch(league, json={"name": "Mine"})) == (403, "not_owner")
        assert fault(await bruno.delete(league)) == (403, "not_owner")
        assert (await bruno.delete(f"{league}/members/me")).status_code == 204
        assert fault(await bruno.get(league)) == (404, "unknown_league")
        assert fault(await ana.delete(f"{league}/members/me")) == (409, "last_member")

    with_site(tmp_path, test)


def test_an_owner_hands_over_removes_and_makes_another_link(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, league = await club(site)
        bea = await join(site, ana, league, "Bea")
        old = (await ana.get(league)).json()["invite"]
        new = check(told.InviteTold, await ana.post(f"{league}/invite"))
        assert new["address"] == f"/join/{new['invite']}"
        assert fault(await bea.get(f"/api/invitations/{old}")) == (404, "unknown_league")
        members = (await ana.get(f"{league}/members")).json()["members"]
        (await ana.patch(league, json={"owner": members[1]["id"]})).raise_for_status()
        assert (await bea.get(league)).json()["owner"] is True
        assert fault(await ana.post(f"{league}/invite")) == (403, "not_owner")
        assert (await bea.delete(f"{league}/members/{members[0]['id']}")).status_code == 204
        assert fault(await ana.get(league)) == (404, "unknown_league")
        assert fault(await bea.delete(f"{league}/members/nobody")) == (404, "unknown_person")

    with_site(tmp_path, test)


def test_people_are_added_renamed_merged_and_linked(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        await put(ana, league, ("Ana", 50), ("Bruno", 40))
        await put(ana, league, ("Ana", 50), ("Brno", 60))
        people = check(told.PeopleTold, await ana.get(f"{league}/people"))["people"]
        by_name = {one["name"]: one["id"] for one in people}
        wrong, right = (f"{league}/people/{by_name[name]}" for name in ("Brno", "Bruno"))
        assert (
            check(told.PersonTold, await ana.post(f"{wrong}/merge", json={"into": by_name["Bruno"]}))[
                "merged_into"
            ]
            == (by_name["Bruno"])
        )
        for one in (wrong, right):
            about = check(told.AboutTold, await ana.get(one))
            assert (about["name"], about["games"], about["wins"]) == ("Bruno", 2, 1)
        into_ana = {"into": by_name["Ana"]}
        assert fault(await ana.post(f"{right}/merge", json=into_ana)) == (409, "same_person")
        check(told.PersonTold, await ana.post(f"{wrong}/unmerge"))
        assert check(told.AboutTold, await ana.get(right))["games"] == 1
        assert check(told.PersonTold, await ana.patch(wrong, json={"name": "Nora"}))["name"] == "Nora"
        assert fault(await ana.patch(wrong, json={"name": "bruno"})) == (409, "name_taken")
        added = check(told.PersonTold, await ana.post(f"{league}/people", json={"name": "Zoé"}))
        assert (await ana.post(f"{right}/claim")).json()["you"] is True
        assert (await ana.post(f"{right}/unclaim")).json()["you"] is False
        assert check(told.AboutTold, await ana.get(f"{league}/people/{added['id']}"))["games"] == 0
        assert fault(await ana.get(f"{league}/people/p-nobody")) == (404, "unknown_person")

    in_club(tmp_path, story)


# --- games on record -------------------------------------------------------------------------------------


def test_a_game_is_put_down_corrected_deleted_and_brought_back(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        bonuses = {"rows": 4, "columns": 0, "colours": 10}
        rounds = [{"wall": 40, "floor": -2, "score": 38}]
        sent = game(("Ana", 61, 2), ("Bruno", 61, 1), options={"wall": "grey"}, note="by the fire")
        sent["scores"][0] |= {"rounds": rounds, "bonuses": bonuses, "note": "lucky"}
        answer = await ana.post(f"{league}/results", json=sent)
        made = check(told.FinishedFull, answer)
        assert answer.status_code == 201
        first, second = made["scores"]
        assert (first["place"], second["place"], made["variant"]) == (1, 2, "azul-grey")
        assert (first["rounds"], first["bonuses"], first["note"]) == (rounds, bonuses, "lucky")
        assert [hint["code"] for hint in made["hints"]] == ["differs"]  # 52 by the parts: a hint, no more
        place = f"{league}/results/{made['id']}"
        again = game(("Ana", 60, 2), ("Bruno", 61, 1), version=made["version"])
        corrected = check(told.FinishedFull, await ana.put(place, json=again))
        assert [seat["place"] for seat in corrected["scores"]] == [2, 1]
        assert fault(await ana.put(place, json=again)) == (409, "stale")
        assert check(told.FinishedFull, await ana.delete(place))["deleted"]
        assert check(told.ResultsTold, await ana.get(f"{league}/results"))["total"] == 0
        assert (await ana.get(f"{league}/results?deleted=true")).json()["total"] == 1
        back = check(told.FinishedFull, await ana.post(f"{place}/restore"))
        kinds = [step["kind"] for step in back["trace"]]
        assert kinds == ["made", "corrected", "deleted", "restored"]
        assert back["trace"][1]["before"]["scores"][0]["total_points"] == 61
        assert fault(await ana.get(f"{league}/results/nothing")) == (404, "unknown_result")

    in_club(tmp_path, story)


def test_a_game_sent_twice_under_its_own_id_is_one_game(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        one = await put(ana, league, ("Ana", 50), ("Bruno", 40), id="evening-1")
        two = await put(ana, league, ("Ana", 50), ("Bruno", 40), id="evening-1")
        assert one["version"] == two["version"]
        other = await ana.post(f"{league}/results", json=game(("Ana", 51), ("Bruno", 40), id="evening-1"))
        assert fault(other) == (409, "stale")

    in_club(tmp_path, story)


def test_games_are_found_by_what_is_asked(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        first = await put(ana, league, ("Ana", 50), ("Bruno", 40), note="in the train")
        await put(ana, league, ("Ana", 50), ("Bruno", 40), ("Zoé", 30), options={"jokers": True})
        pavilion = {"game": "pavilion", "played": "2026-04-01"}
        await put(ana, league, ("Ana", 80), ("Zoé", 90), **pavilion)
        zoe = {one["name"]: one["id"] for one in (await ana.get(f"{league}/people")).json()["people"]}["Zoé"]
        for query, expected in {
            "": 3,
            "game=azul": 2,
            "variant=azul": 1,
            "variant=azul-jokers": 1,
            f"person={zoe}": 2,
            "players=3": 1,
            "source=online": 0,
            "since=2026-03-15": 1,
            "until=2026-03-14": 2,
            "text=TRAIN": 1,
            "text=zo": 2,
        }.items():
            found = check(told.ResultsTold, await ana.get(f"{league}/results?{query}"))
            assert (found["total"], len(found["results"])) == (expected, expected), query
        last = (await ana.get(f"{league}/results?page=3&size=1")).json()["results"]
        assert [one["id"] for one in last] == [first["id"]]
        for query in ("game=chess", "players=5", "since=tomorrow", "page=0", "size=1000"):
            assert fault(await ana.get(f"{league}/results?{query}")) == (422, "bad_request"), query

    in_club(tmp_path, story)


TOMORROW = (datetime.now(UTC) + timedelta(days=3)).strftime("%Y-%m-%d")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (game(("Ana", -1), ("Bruno", 40)), {"total/0": "total_negative"}),
        (game(("Ana", 50), ("Bruno", 400)), {"total/1": "total_high"}),
        (game(("Ana", 10**30), ("Bruno", 40)), {"total/0": "total_high"}),
        (game(("Ana", 50, 7), ("Bruno", 40)), {"rows/0": "rows_range"}),
        (game(("Ana", 50), ("ana", 40)), {"name/1": "twice"}),
        (game(("Ana", 50)), {"players": "players"}),
        (game(*((name, 50) for name in "ABCDE")), {"players": "players"}),
        (game(("Ana", 50), ("Bruno", 40), played=TOMORROW), {"played": "future"}),
        (game(("Ana", 50), ("Bruno", 40), played="14.3.2026"), {"played": "day"}),
        (game(("Ana", 50), ("", 40)), {"name/1": "name_missing"}),
        (game(("Ana", 50), ("B" * 41, 40)), {"name/1": "name_long"}),
        (game(("Ana", 50), ("Bruno", 40), options={"side": "grey"}), {"side": "option_unknown"}),
        (game(("Ana", 50, 2), ("Bruno", 40), game="pavilion"), {"rows/0": "rows_pavilion"}),
        (
            game(("Ana", -5, 9), ("Bruno", 40), played=TOMORROW),
            {"total/0": "total_negative", "rows/0": "rows_range", "played": "future"},
        ),
    ],
    ids=lambda value: ",".join(value.values()) if "game" not in value else "",
)
def test_a_bad_game_is_told_field_by_field_and_leaves_nothing(
    tmp_path: Path, sent: dict[str, Any], expected: dict[str, str]
) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        before = (await ana.get(f"{league}/people")).json()
        answer = await ana.post(f"{league}/results", json=sent)
        assert fault(answer) == (422, "bad_result")
        assert problems(answer) == expected
        assert (await ana.get(f"{league}/people")).json() == before
        assert (await ana.get(f"{league}/results")).json()["total"] == 0
        kept = await put(ana, league, ("Ana", 50), ("Bruno", 40))
        place = f"{league}/results/{kept['id']}"
        answer = await ana.put(place, json={**sent, "version": kept["version"]})
        assert problems(answer) == expected
        assert (await ana.get(place)).json() == kept

    in_club(tmp_path, story)


def test_html_in_a_name_is_a_name(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        evil = "<script>alert(1)</script>"
        made = await put(ana, league, ("Ana", 50), (evil, 40), note="<b>bold</b>")
        assert made["scores"][1]["name"] == evil
        rows = check(told.StandingsTold, await ana.get(f"{league}/standings"))["rows"]
        assert evil in {row["name"] for row in rows}

    in_club(tmp_path, story)


@pytest.mark.parametrize("kind", [{"total_points": "61"}, {"total_points": 1.5}, {"points": 3}, {"note": 3}])
def test_what_has_another_shape_is_refused_by_name(tmp_path: Path, kind: dict[str, Any]) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        sent = game(("Ana", 50), ("Bruno", 40))
        sent["scores"][0] |= kind
        answer = await ana.post(f"{league}/results", json=sent)
        assert fault(answer) == (422, "bad_request")
        assert f"scores.0.{next(iter(kind))}" in answer.json()["error"]["message"]

    in_club(tmp_path, story)


# --- files -----------------------------------------------------------------------------------------------


CSV = """id,played,game,player,total_points
g1,2026-03-14,azul,Ana,61
g1,2026-03-14,azul,Bruno,48
g2,2026-03-15,azul,Ana,61
g2,2026-03-15,azul,Bruno,-3
"""


def test_a_file_is_looked_at_then_taken_in(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        plan = check(told.PlanTold, await ana.post(f"{league}/import", content=CSV))
        assert plan["counts"] == {"new": 1, "same": 0, "differing": 0, "bad": 1, "people": 1}
        [bad] = plan["bad"]
        assert (bad["line"], bad["field"], bad["code"]) == (5, "total_points", "total_negative")
        assert plan["people"] == ["Bruno"]
        assert (await ana.get(f"{league}/results")).json()["total"] == 0
        stale = await ana.post(f"{league}/import?digest=nonsense", content=CSV)
        assert fault(stale) == (409, "stale")
        yes = {"digest": plan["digest"]}
        done = check(told.ImportedTold, await ana.post(f"{league}/import", params=yes, content=CSV))
        assert done == {"added": 1, "corrected": 0, "same": 0, "people": 1}
        assert fault(await ana.post(f"{league}/import", params=yes, content=CSV)) == (409, "stale")
        for kind in ("csv", "json"):
            answer = await ana.get(f"{league}/export?kind={kind}")
            assert "attachment" in answer.headers["content-disposition"]
            again = check(told.PlanTold, await ana.post(f"{league}/import", content=answer.content))
            assert again["counts"] == {"new": 0, "same": 1, "differing": 0, "bad": 0, "people": 0}

    in_club(tmp_path, story)


def test_games_that_differ_are_corrected_only_by_a_yes(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        await put(ana, league, ("Ana", 61), ("Bruno", 48), id="g1")
        other = CSV.replace("Ana,61", "Ana,62")
        plan = check(told.PlanTold, await ana.post(f"{league}/import", content=other))
        assert plan["counts"]["differing"] == 1
        assert [plan["differing"][0][side]["scores"][0]["total_points"] for side in ("there", "here")] == [
            61,
            62,
        ]
        params = {"digest": plan["digest"], "differing": "true"}
        done = await ana.post(f"{league}/import", params=params, content=other)
        assert check(told.ImportedTold, done)["corrected"] == 1
        assert (await ana.get(f"{league}/results/g1")).json()["scores"][0]["total_points"] == 62

    in_club(tmp_path, story)


@pytest.mark.parametrize(
    ("file", "code", "word"),
    [
        (b"", "file_empty", "empty"),
        (CSV.replace("total_points", "punkte").encode(), "column_unknown", "punkte"),
        (CSV.replace(",total_points", "").encode(), "column_missing", "total_points"),
        (b"\xff\xfe", "file_text", "UTF-8"),
        (b'{"azulejos": "results"', "file_json", "JSON"),
        (b"[" * 100_000, "file_json", "JSON"),
        (b'{"tables": []}', "file_kind", "results"),
        ((CSV.splitlines()[0] + "\n" + "g,2026-03-14,azul,A,1\n" * 100_001).encode(), "file_lines", "100000"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_none_is_refused_with_its_reason(
    tmp_path: Path, file: bytes, code: str, word: str
) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        answer = await ana.post(f"{league}/import", content=file)
        assert fault(answer) == (422, "bad_import")
        assert problems(answer) == {"file": code}
        assert word in answer.json()["error"]["message"].replace(",", "")
        assert (await ana.get(f"{league}/results")).json()["total"] == 0

    in_club(tmp_path, story)


def test_odd_letters_in_a_file_are_told_and_break_nothing(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        odd = {"id": "\ud800", "game": "azul", "played": "\ud800", "scores": [], "note": "\ud800"}
        names = {"id": "x", "game": "azul", "played": DAY, "scores": [{"player": "\ud800"}, {"\ud800": 1}]}
        file = json.dumps({"azulejos": "results", "version": 1, "results": [odd, names, 3, [], {}]})
        plan = check(told.PlanTold, await ana.post(f"{league}/import", content=file))
        assert plan["counts"]["new"] == 0
        assert {one["line"] for one in plan["bad"]} == {1, 2, 3, 4, 5}

    in_club(tmp_path, story)


def test_two_million_rows_are_refused_in_a_word_before_they_are_read(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        read = 0

        async def rows() -> AsyncIterator[bytes]:
            nonlocal read
            yield CSV.splitlines()[0].encode() + b"\n"
            for number in range(2000):
                read = number
                yield b"".join(b"g%d,2026-03-14,azul,Ana,%d\n" % (number, n) for n in range(1000))

        answer = await ana.post(f"{league}/import", content=rows())
        assert fault(answer) == (413, "file_large")
        assert "32 MB" in answer.json()["error"]["message"]
        assert read < 1999
        told_length = {"content-length": str(MOST_BYTES + MOST_BODY + 1)}
        answer = await ana.post(f"{league}/import", content=b"x", headers=told_length)
        assert fault(answer) == (413, "file_large")
        elsewhere = await ana.post(f"{league}/results", content=b"x" * (MOST_BODY + 1))
        assert fault(elsewhere) == (413, "too_large")

    in_club(tmp_path, story)


# --- rankings --------------------------------------------------------------------------------------------


def test_standings_follow_the_games_and_their_corrections(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        for number in range(12):
            last = await put(ana, league, ("Ana", 50 + number), ("Bruno", 40), options={"wall": "grey"})
        board = check(told.StandingsTold, await ana.get(f"{league}/standings"))
        assert (board["current"], board["results"]) == (True, 12)
        assert board["scopes"] == ["overall", "azul", "azul-grey"]
        assert [(row["place"], row["name"], row["wins"]) for row in board["rows"]] == [
            (1, "Ana", 12),
            (2, "Bruno", 0),
        ]
        wrong = game(("Ana", 30), ("Bruno", 40), options={"wall": "grey"}, version=last["version"])
        (await ana.put(f"{league}/results/{last['id']}", json=wrong)).raise_for_status()
        after = (await ana.get(f"{league}/standings?scope=azul-grey")).json()
        assert after["rows"][0]["rating"] < board["rows"][0]["rating"]
        assert fault(await ana.get(f"{league}/standings?scope=chess")) == (422, "bad_request")
        about = check(told.AboutTold, await ana.get(f"{league}/people/{after['rows'][0]['person']}"))
        assert set(about["ratings"]) == {"overall", "azul", "azul-grey"}
        assert len(about["ratings"]["azul"]["history"]) == 12
        assert (about["streak"], about["longest"]) == (-1, 11)
        assert (
            check(told.SummaryTold, await ana.get(f"{league}/summary"))["records"]["azul"][0]["points"] == 60
        )

    in_club(tmp_path, story)


# --- who may see and do what ------------------------------------------------------------------------------

ASKED: list[tuple[str, str, Any]] = [
    ("GET", "", None),
    ("GET", "/members", None),
    ("GET", "/people", None),
    ("GET", "/people/PERSON", None),
    ("GET", "/standings", None),
    ("GET", "/summary", None),
    ("GET", "/results", None),
    ("GET", "/results/RESULT", None),
    ("GET", "/export?kind=csv", None),
    ("GET", "/export?kind=json", None),
    ("PATCH", "", {"name": "Mine", "feeds": True}),
    ("DELETE", "", None),
    ("POST", "/invite", None),
    ("DELETE", "/members/me", None),
    ("DELETE", "/members/MEMBER", None),
    ("POST", "/people", {"name": "Eva"}),
    ("PATCH", "/people/PERSON", {"name": "Eva"}),
    ("POST", "/people/PERSON/merge", {"into": "PERSON"}),
    ("POST", "/people/PERSON/unmerge", None),
    ("POST", "/people/PERSON/claim", None),
    ("POST", "/people/PERSON/unclaim", None),
    ("POST", "/results", game(("Ana", 50), ("Eva", 40))),
    ("PUT", "/results/RESULT", game(("Ana", 50), ("Eva", 40), version=1)),
    ("DELETE", "/results/RESULT", None),
    ("POST", "/results/RESULT/restore", None),
    ("POST", "/import", game(("Ana", 50))),
    ("POST", "/import?digest=00", game(("Ana", 50))),
]


def test_every_route_of_a_league_is_asked_below(tmp_path: Path) -> None:
    described = Site(tmp_path).app.openapi()["paths"]
    routes = {
        (method.upper(), path.removeprefix("/api/leagues/{league}"))
        for path, methods in described.items()
        if path.startswith("/api/leagues/{league}")
        for method in methods
    }
    named = {"PERSON": "{person}", "RESULT": "{result}", "MEMBER": "{member}"}
    asked = {
        (method, re.sub("|".join(named), lambda found: named[found[0]], path.partition("?")[0]))
        for method, path, _ in ASKED
    }
    assert len(routes) > 20
    assert routes <= asked


def test_outsiders_learn_nothing_and_change_nothing(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, league = await club(site)
        kept = await put(ana, league, ("Ana", 50), ("Bruno", 40))
        member = (await ana.get(f"{league}/members")).json()["members"][0]["id"]
        names = {"PERSON": kept["scores"][1]["person"], "RESULT": kept["id"], "MEMBER": member}
        before = (await ana.get(f"{league}/export")).text, (await ana.get(league)).json()
        eva, anyone = await program(site, "Eva"), site.visitor(accept="*/*")
        for method, path, body in ASKED:
            for old, new in names.items():
                path = path.replace(old, new)
            there = await eva.request(method, league + path, json=body)
            assert fault(there) == (404, "unknown_league"), (method, path, there.text)
            nowhere = await eva.request(method, f"/api/leagues/nowhere{path}", json=body)
            assert there.json() == nowhere.json()
            unknown = await anyone.request(method, league + path, json=body)
            expected = (404, "unknown_league") if method == "GET" else (401, "no_guest")
            assert fault(unknown) == expected, (method, path)
        assert ((await ana.get(f"{league}/export")).text, (await ana.get(league)).json()) == before
        assert (await eva.get("/api/leagues")).json() == {"leagues": []}

    with_site(tmp_path, test)


def test_online_is_open_to_all_and_written_by_nobody(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, _ = await club(site)
        anyone, league = site.visitor(accept="*/*"), "/api/leagues/online"
        whole = check(told.LeagueFull, await anyone.get(league))
        assert (whole["kind"], whole["invite"], whole["me"]) == ("online", None, None)
        for method, path, body in ASKED:
            if "RESULT" in path or "PERSON" in path or "MEMBER" in path:
                continue
            if method == "GET":
                assert (await anyone.get(league + path)).status_code == 200, path
            else:
                refused = await ana.request(method, league + path, json=body)
                assert fault(refused) == (403, "read_only"), (method, path)

    with_site(tmp_path, test)


def test_two_who_write_the_same_new_name_at_once_mean_one_person(tmp_path: Path) -> None:
    async def story(ana: httpx.AsyncClient, league: str) -> None:
        sent = [game(("Ana", 50 + n), ("Newcomer", 40)) for n in range(6)]
        answers = await asyncio.gather(*(ana.post(f"{league}/results", json=one) for one in sent))
        assert {answer.status_code for answer in answers} <= {201, 409}
        people = (await ana.get(f"{league}/people")).json()["people"]
        assert sorted(one["name"] for one in people) == ["Ana", "Newcomer"]

    in_club(tmp_path, story)
