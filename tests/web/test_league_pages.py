"""Pages of leagues: all without scripts, outsiders see nothing, bad input is told beside its field."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos.study.files import as_csv, as_json
from azulejos.study.results import Result, Score
from tests.web.leaguedemo import demo_results, tie
from tests.web.site import PROGRAM, Site, with_site

GAME = {"game": "azul", "wall": "coloured", "played": "2026-03-14", "note": ""}
TWO = {**GAME, "name0": "Ana", "total0": "60", "rows0": "1", "name1": "Bo", "total1": "51", "rows1": "2"}


async def founded(site: Site, name: str = "Thursday") -> tuple[httpx.AsyncClient, str]:
    """Somebody with a league, and the league's address."""
    ana = site.visitor()
    answer = await ana.post("/leagues", data={"name": name, "me": "Ana"})
    assert answer.status_code == 303, answer.text
    return ana, answer.headers["location"].partition("?")[0]


async def entered(ana: httpx.AsyncClient, league: str, **fields: str) -> str:
    """A game on record; its address."""
    answer = await ana.post(f"{league}/enter", data={**TWO, **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].partition("?")[0])


async def taken_in(
    ana: httpx.AsyncClient, league: str, text: str, name: str = "games.json"
) -> httpx.Response:
    """The page that tells what a file would do."""
    return await ana.post(f"{league}/import", files={"file": (name, text.encode())})


async def press(client: httpx.AsyncClient, way: str) -> httpx.Response:
    """A button of a form with nothing filled in."""
    return await client.post(way, content=b"", headers={"content-type": "application/x-www-form-urlencoded"})


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, name
    return unescape(found[1])


async def people_of(ana: httpx.AsyncClient, league: str) -> dict[str, str]:
    told = (await ana.get(f"{league}/people", headers=PROGRAM)).json()["people"]
    return {one["name"]: one["id"] for one in told}


def run(folder: Path, story: Callable[[Site], Awaitable[None]]) -> None:
    with_site(folder, story, limits=0.0)


# --- leagues -----------------------------------------------------------------------------------------------


def test_a_league_is_made_and_listed(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        stranger = await site.visitor().get("/leagues")
        assert "No league yet" in stranger.text
        ana, league = await founded(site)
        assert "Thursday" in (await ana.get("/leagues")).text
        page = await ana.get(league)
        assert page.status_code == 200
        assert "Nothing is on record yet" in page.text
        assert (await ana.get("/leagues", headers=PROGRAM)).json()["leagues"][0]["name"] == "Thursday"

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": "", "me": "Ana"}, "new-name"),
        ({"name": "x" * 41, "me": "Ana"}, "new-name"),
        ({"name": "T\u202ehursday", "me": "Ana"}, "new-name"),
        ({"name": "Thursday", "me": ""}, "new-me"),
    ],
)
def test_a_bad_name_is_told_beside_its_field(tmp_path: Path, fields: dict[str, str], field: str) -> None:
    async def story(site: Site) -> None:
        ana = site.visitor()
        answer = await ana.post("/leagues", data=fields)
        assert answer.status_code == 422
        assert f'id="{field}-bad"' in answer.text
        assert (await ana.get("/leagues", headers=PROGRAM)).json()["leagues"] == []

    run(tmp_path, story)


def test_joining_as_somebody_on_record_or_somebody_new(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        await entered(ana, league)
        link = (await ana.get(f"{league}/settings", headers=PROGRAM)).json()["invitation"]
        way = link.partition("azulejos.test")[2]
        bo, cy = site.visitor(), site.visitor()
        page = await bo.get(way)
        assert "Thursday" in page.text
        assert "Bo" in page.text
        assert league not in page.text  # nothing of the league but its name and who may be oneself
        people = await people_of(ana, league)
        joined = await bo.post(way, data={"person": people["Bo"]})
        assert joined.headers["location"].startswith(league)
        assert (await bo.get(league)).status_code == 200
        assert (await bo.get(way)).headers["location"] == league

        taken = await cy.post(way, data={"person": "new", "name": "ana"})
        assert taken.status_code == 409
        assert "has that name" in taken.text
        assert (await cy.get(league)).status_code == 404
        assert (await cy.post(way, data={"person": "new", "name": "Cy"})).status_code == 303
        assert "Cy" in await people_of(ana, league)

        await press(ana, f"{league}/invite")
        assert (await site.visitor().get(way)).status_code == 404

    run(tmp_path, story)


def test_who_is_alone_in_a_league_is_told_how_to_invite(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        await entered(ana, league)
        page = (await ana.get(league)).text
        assert "Only you are here so far" in page
        assert f'href="{league}/settings#invite"' in page
        assert "How sure the rating is" in page  # what the sign means
        assert f'href="{league}/settings#invite"' in (await ana.get(f"{league}/people")).text

    run(tmp_path, story)


def test_settings_are_the_owners_and_leaving_is_everybodys(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        link = (await ana.get(f"{league}/settings", headers=PROGRAM)).json()["invitation"]
        bo = site.visitor()
        await bo.post(link.partition("azulejos.test")[2], data={"person": "new", "name": "Bo"})
        refused = await bo.post(f"{league}/rename", data={"name": "Friday"})
        assert refused.status_code == 403
        assert "Only the owner" in refused.text
        assert (await ana.post(f"{league}/rename", data={"name": "Friday"})).status_code == 303
        assert "Friday" in (await bo.get(league)).text
        assert 'id="rename-name-bad"' in (await ana.post(f"{league}/rename", data={"name": " "})).text
        assert (await press(ana, f"{league}/feeds")).status_code == 303
        assert (await ana.get("/leagues", headers=PROGRAM)).json()["leagues"][0]["feeds"] is False

        members = (await ana.get(f"{league}/settings", headers=PROGRAM)).json()["members"]
        other = next(one["id"] for one in members if not one["you"])
        await ana.post(f"{league}/member", data={"member": other, "do": "remove"})
        assert (await bo.get(league)).status_code == 404

        alone = await ana.post(f"{league}/leave", data={"sure": "on"})
        assert alone.status_code == 409
        assert "delete the league instead" in alone.text
        unsure = await press(ana, f"{league}/delete")
        assert unsure.status_code == 422
        assert "Tick the box" in unsure.text
        assert (await ana.post(f"{league}/delete", data={"sure": "on"})).status_code == 303
        assert (await ana.get(league)).status_code == 404

    run(tmp_path, story)


def test_the_owner_hands_the_league_over(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        link = (await ana.get(f"{league}/settings", headers=PROGRAM)).json()["invitation"]
        bo = site.visitor()
        await bo.post(link.partition("azulejos.test")[2], data={"person": "new", "name": "Bo"})
        members = (await ana.get(f"{league}/settings", headers=PROGRAM)).json()["members"]
        other = next(one["id"] for one in members if not one["you"])
        assert (await ana.post(f"{league}/member", data={"member": other, "do": "owner"})).status_code == 303
        assert (await bo.post(f"{league}/rename", data={"name": "Bo’s"})).status_code == 303
        assert (await ana.post(f"{league}/leave", data={"sure": "on"})).status_code == 303
        assert (await ana.get(league)).status_code == 404

    run(tmp_path, story)


# --- outsiders ---------------------------------------------------------------------------------------------

LOOKS = (
    "", "/games", "/enter", "/people", "/settings", "/invite.svg", "/export.csv", "/export.json", "/import",
    "/games/GAME", "/games/GAME/picture.svg", "/games/GAME/correct", "/people/PERSON",
    "/people/PERSON/merge?into=PERSON", "/people/PERSON/unmerge", "/rename",
)  # fmt: skip
DOES = (
    "/enter", "/people", "/rename", "/feeds", "/invite", "/member", "/leave", "/delete", "/import",
    "/games/GAME/correct", "/games/GAME/delete", "/games/GAME/restore", "/people/PERSON/rename",
    "/people/PERSON/claim", "/people/PERSON/unclaim", "/people/PERSON/merge", "/people/PERSON/unmerge",
)  # fmt: skip


def test_outsiders_get_the_answer_for_a_league_that_is_not_there(tmp_path: Path) -> None:
    """The same page to the letter, whatever they ask for, whether they ask as people or as programs."""

    async def story(site: Site) -> None:
        ana, league = await founded(site, "Sneaky")
        game = (await entered(ana, league)).rpartition("/")[2]
        person = (await people_of(ana, league))["Bo"]
        nowhere = "/l/" + "z" * len(league.removeprefix("/l/"))
        for stranger in (site.visitor(), (await founded(site, "Other"))[0]):
            for way in [*LOOKS, *(f"POST {way}" for way in DOES)]:
                method, _, path = way.rpartition(" ")
                path = path.replace("GAME", game).replace("PERSON", person)
                for headers in ({}, PROGRAM):
                    found = [
                        await _ask(stranger, method, f"{base}{path}", headers) for base in (league, nowhere)
                    ]
                    assert found[0].status_code == 404, (way, found[0].text[:300])
                    texts = [
                        one.text.replace(base.removeprefix("/l/"), "")
                        for one, base in zip(found, (league, nowhere), strict=True)
                    ]
                    assert texts[0] == texts[1], way
                    assert "Sneaky" not in texts[0]
        assert (await ana.get(f"{league}/games/{game}")).status_code == 200

    run(tmp_path, story)


async def _ask(client: httpx.AsyncClient, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    if method == "POST":
        return await client.post(path, data={"name": "x"}, headers=headers)
    return await client.get(path, headers=headers)


def test_posts_from_other_sites_change_nothing(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        game = await entered(ana, league)
        for way in (f"{league}/enter", f"{league}/delete", f"{game}/delete", "/leagues"):
            answer = await ana.post(way, data={**TWO, "sure": "on"}, headers={"sec-fetch-site": "cross-site"})
            assert answer.status_code == 403, way
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 1

    run(tmp_path, story)


# --- games ------------------------------------------------------------------------------------------------


def test_a_game_is_entered_corrected_deleted_and_brought_back(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        game = await entered(ana, league, note="first <i>one</i>")
        page = (await ana.get(game)).text
        assert "Ana wins by 9" in page
        assert "first &lt;i&gt;one&lt;/i&gt;" in page
        assert "<i>one" not in page
        assert "Ana put it on record" in page
        version = hidden(page, "version")

        again = await ana.post(f"{game}/correct", data={**TWO, "total1": "71", "version": version})
        assert again.headers["location"] == f"{game}?done=corrected"
        page = (await ana.get(game)).text
        assert "Bo wins by 11" in page
        assert "Total of Bo: 51 → 71" in page
        assert "Ana corrected it" in page

        gone = await press(ana, f"{game}/delete")
        page = (await ana.get(gone.headers["location"])).text
        assert "Undo: bring it back" in page
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 0
        assert game in (await ana.get(f"{league}/games?deleted=on")).text
        await press(ana, f"{game}/restore")
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 1
        told = (await ana.get(game, headers=PROGRAM)).json()["trace"]
        assert [step["kind"] for step in told] == ["made", "corrected", "deleted", "restored"]

    run(tmp_path, story)


def test_two_tabs_correct_at_once(tmp_path: Path) -> None:
    """The second is told, keeps what was typed, and may say it again."""

    async def story(site: Site) -> None:
        ana, league = await founded(site)
        game = await entered(ana, league)
        version = hidden((await ana.get(game)).text, "version")
        await ana.post(f"{game}/correct", data={**TWO, "total0": "61", "version": version})
        late = await ana.post(f"{game}/correct", data={**TWO, "total0": "62", "version": version})
        assert late.status_code == 409
        assert "Somebody has changed this game meanwhile" in late.text
        assert 'name="total0" value="62"' in late.text
        assert (await ana.get(game, headers=PROGRAM)).json()["scores"][0]["total_points"] == 61
        now = hidden(late.text, "version")
        assert now != version
        await ana.post(f"{game}/correct", data={**TWO, "total0": "62", "version": now})
        assert (await ana.get(game, headers=PROGRAM)).json()["scores"][0]["total_points"] == 62

    run(tmp_path, story)


def test_the_same_form_twice_is_one_game(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        number = hidden((await ana.get(f"{league}/enter")).text, "id")
        first = await entered(ana, league, id=number)
        assert await entered(ana, league, id=number) == first
        other = await ana.post(f"{league}/enter", data={**TWO, "total0": "99", "id": number})
        assert other.status_code == 409
        assert first in other.text
        assert hidden(other.text, "id") != number
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 1

    run(tmp_path, story)


BAD: list[tuple[dict[str, str], str, str]] = [
    ({"total0": "-5"}, "total0", "never goes below 0"),
    ({"total0": "400"}, "total0", "nobody can make more than"),
    ({"total0": "many"}, "total0", "expected a whole number"),
    ({"total0": "4.5"}, "total0", "expected a whole number"),
    ({"total0": "9" * 30}, "total0", "expected a whole number"),
    ({"total0": ""}, "total0", "is missing"),
    ({"rows1": "7"}, "rows1", "expected 0 to 5"),
    ({"rows1": "two"}, "rows1", "expected 0 to 5"),
    ({"name1": "Ana"}, "name1", "is here twice"),
    ({"name1": "ANA"}, "name1", "is here twice"),
    ({"name1": ""}, "name1", "is missing"),
    ({"name1": "x" * 41}, "name1", "at most 40"),
    ({"name1": "", "total1": "", "rows1": ""}, "players", "Expected 2 to 4 players, got 1"),
    (
        {f"{what}{n}": value for n in (2, 3, 4) for what, value in (("name", f"P{n}"), ("total", "9"))},
        "players",
        "Expected 2 to 4 players, got 5",
    ),
    ({"played": "2999-01-01"}, "played", "lies in the future"),
    ({"played": "14.3.2026"}, "played", "is no day"),
    ({"played": ""}, "played", "is no day"),
    ({"wall": "purple"}, "wall", "expected coloured, grey"),
    ({"game": "chess"}, "game", "expected azul or pavilion"),
    ({"game": "pavilion"}, "rows0", "knows no tie-break by rows"),
    ({"note": "x" * 501}, "note", "at most 500"),
]


def test_bad_input_is_told_beside_its_field_and_nothing_is_saved(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        game = await entered(ana, league)
        before = (await ana.get(game, headers=PROGRAM)).json()
        for fields, field, said in BAD:
            for way in (f"{league}/enter", f"{game}/correct"):
                answer = await ana.post(way, data={**TWO, **fields})
                assert answer.status_code == 422, (fields, way)
                marked = re.search(rf'<small class="field-bad" id="bad-{field}">([^<]*)<', answer.text)
                assert marked, (fields, re.findall(r'id="bad-[^>]*>[^<]*', answer.text))
                assert said in unescape(marked[1]), fields
                for name, value in fields.items():  # what was typed is there to be mended
                    if name.startswith(("name", "total", "rows")):
                        assert f'name="{name}" value="{value}"' in answer.text, fields
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 1
        assert (await ana.get(game, headers=PROGRAM)).json() == before
        assert sorted(await people_of(ana, league)) == ["Ana", "Bo"]

    run(tmp_path, story)


def test_a_form_with_strange_fields_is_refused(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        assert (await ana.post(f"{league}/enter", data={**TWO, "colour": "blue"})).status_code == 422
        assert (await ana.post(f"{league}/enter", json=TWO)).status_code == 422

    run(tmp_path, story)


def test_html_in_names_and_notes_is_text_everywhere(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"

    async def story(site: Site) -> None:
        ana, league = await founded(site, "<b>Bold</b>")
        game = await entered(ana, league, name1=evil, note=evil)
        person = (await people_of(ana, league))[evil]
        ways = [
            league,
            f"{league}/games",
            game,
            f"{league}/people",
            f"{league}/people/{person}",
            f"{league}/settings",
        ]
        ways += [f"{league}/enter", f"{game}/picture.svg", "/leagues"]
        for way in ways:
            page = (await ana.get(way)).text
            assert evil not in page, way
            assert "<b>Bold" not in page, way
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), way
        assert "&lt;script&gt;" in (await ana.get(game)).text

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("source", "ref", "link"),
    [
        ("online", "abcdefgh23", "/t/abcdefgh23/replay"),
        ("sheet", "a" * 20, f"/s/{'a' * 20}"),
        ("online", "../../logout?x=", None),
        ("online", "a" * 20, None),
        ("sheet", "abcdefgh23", None),
        ("sheet", "/evil.example/" + "a" * 20, None),
        ("sheet", 'aaaaaaaaaaaaaaaaaaaa" x="', None),
        ("typed", "abcdefgh23", None),
    ],
)
def test_where_a_game_comes_from_is_a_link_only_if_it_can_be_there(
    tmp_path: Path, source: str, ref: str, link: str | None
) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        one = replace(demo_results(20)[0], source=source, ref=ref)
        plan = await taken_in(ana, league, as_json([one]))
        await ana.post(f"{league}/import", files=_yes(plan.text))
        told = (await ana.get(f"{league}/games/{one.id}", headers=PROGRAM)).json()
        assert (told["source"], told["ref"]) == (source, ref)
        page = (await ana.get(f"{league}/games/{one.id}")).text
        actions = page.split('class="game-do', 1)[1].split("</div>", 1)[0]
        assert re.findall(r'<a class="btn" href="([^"]*)"', actions) == [*([link] if link else []), "#share"]

    run(tmp_path, story)


def test_details_stay_when_a_total_is_corrected(tmp_path: Path) -> None:
    """R2, R4: a total is what people say it is, and changes nothing else."""

    async def story(site: Site) -> None:
        ana, league = await founded(site)
        one = next(result for result in demo_results(20) if result.game == "azul" and result.scores[0].rounds)
        plan = await taken_in(ana, league, as_json([one]))
        await ana.post(f"{league}/import", files=_yes(plan.text))
        game = f"{league}/games/{one.id}"
        page = (await ana.get(game)).text
        assert "Round by round" in page
        assert 'class="curve"' in page
        assert "reason-floor" in page
        fields = {
            name: unescape(value)
            for name, value in re.findall(r'name="((?:name|total|rows)\d|version)" value="([^"]*)"', page)
        }
        sent = {**GAME, "wall": one.options["wall"], "played": one.played, **fields, "total0": "77"}
        assert (await ana.post(f"{game}/correct", data=sent)).status_code == 303
        told = (await ana.get(game, headers=PROGRAM)).json()["scores"]
        assert told[0]["total_points"] == 77
        assert [seat["rounds"] for seat in told] == [list(score.rounds) for score in one.scores]
        assert told[0]["bonuses"] == one.scores[0].bonuses
        assert "The total counts" in (await ana.get(game)).text  # R12: a hint

    run(tmp_path, story)


def test_whoever_stays_keeps_their_own_details_when_somebody_is_taken_out(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        seats = ("Ana", "Bea", "Cleo")
        told_rounds: list[dict[str, int | None]] = [{"wall": n, "floor": 0, "score": n} for n in (1, 2, 3)]
        rounds = [(one,) for one in told_rounds]
        scores = [Score(name, 30 + n, 1, rounds[n]) for n, name in enumerate(seats)]
        scores[1] = replace(scores[1], out="resigned")
        wall = {"wall": "coloured", "jokers": False}
        one = Result("evening-1", "azul", wall, "2026-03-14", tuple(scores))
        plan = await taken_in(ana, league, as_json([one]))
        await ana.post(f"{league}/import", files=_yes(plan.text))
        sent = {**GAME, "played": one.played, "name0": "Ana", "total0": "30", "name2": "Cleo", "total2": "32"}
        assert (await ana.post(f"{league}/games/{one.id}/correct", data=sent)).status_code == 303
        told = (await ana.get(f"{league}/games/{one.id}", headers=PROGRAM)).json()["scores"]
        assert [(seat["name"], seat["rounds"], seat["out"]) for seat in told] == [
            ("Ana", list(rounds[0]), ""),
            ("Cleo", list(rounds[2]), ""),
        ]

    run(tmp_path, story)


def test_a_tie_without_rows_is_open(tmp_path: Path) -> None:
    """R14: told as unresolved, until the rows are supplied."""

    async def story(site: Site) -> None:
        ana, league = await founded(site)
        game = await entered(ana, league, total0="50", total1="50", rows1="")
        page = (await ana.get(game)).text
        assert "Ana and Bo are level" in page
        assert "complete rows would decide" in page
        await ana.post(f"{game}/correct", data={**TWO, "total0": "50", "total1": "50"})
        assert "Bo wins" in (await ana.get(game)).text
        await ana.post(f"{game}/correct", data={**TWO, "total0": "50", "total1": "50", "rows1": "1"})
        assert "Ana and Bo share the win" in (await ana.get(game)).text

    run(tmp_path, story)


def test_games_are_filtered_and_paged(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        results = demo_results(120)
        plan = await taken_in(ana, league, as_csv(results), "games.csv")
        assert (await ana.post(f"{league}/import", files=_yes(plan.text))).status_code == 303
        people = await people_of(ana, league)

        async def total(**asked: str) -> int:
            return int((await ana.get(f"{league}/games", params=asked, headers=PROGRAM)).json()["total"])

        assert await total() == 120
        assert await total(game="azul") == sum(one.game == "azul" for one in results)
        assert await total(variant="azul-grey") == sum(one.options.get("wall") == "grey" for one in results)
        assert await total(players="4") == sum(len(one.scores) == 4 for one in results)
        assert await total(person=people["Inês"]) == sum(
            any(s.person == "Inês" for s in one.scores) for one in results
        )
        assert await total(text="CAT") == sum("cat" in one.note for one in results)
        assert await total(since="2026-06-01", until="2026-08-31") == sum(
            "2026-06-01" <= one.played <= "2026-08-31" for one in results
        )
        assert await total(game="nonsense", players="x", since="x", page="-1") == 120
        first, last = (await ana.get(f"{league}/games")).text, (await ana.get(f"{league}/games?page=3")).text
        assert "1 of 3" in first
        assert 'href="?page=2"' in first
        assert len(re.findall(r'class="game-link"', last)) == 20

    run(tmp_path, story)


def test_a_game_is_shared_as_text_and_picture(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        game = await entered(ana, league, name1="A & <B>")
        page = (await ana.get(game)).text
        assert "🥇 Ana: 60 points" in page
        picture = await ana.get(f"{game}/picture.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "style=" not in picture.text
        assert "A &amp; &lt;B&gt;" in picture.text
        french = await ana.get(f"{game}/picture.svg", headers={"accept-language": "fr"})
        assert "14 mars 2026" in french.text

    run(tmp_path, story)


# --- files -------------------------------------------------------------------------------------------------


def _yes(page: str, **more: str) -> list[tuple[str, tuple[None, str]]]:
    """The form with which a page of what would happen is agreed to."""
    fields = {"packed": hidden(page, "packed"), "digest": hidden(page, "digest"), **more}
    return [(name, (None, value)) for name, value in fields.items()]


def test_an_import_is_looked_at_then_done(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        results = demo_results(30)
        page = await taken_in(ana, league, as_json(results))
        assert page.status_code == 200
        assert "Yes, add 30 games" in page.text
        assert "Nothing is saved yet" in page.text
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 0
        done = await ana.post(f"{league}/import", files=_yes(page.text))
        assert done.status_code == 303
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 30

        for kind in ("csv", "json"):
            export = await ana.get(f"{league}/export.{kind}")
            assert "attachment" in export.headers["content-disposition"]
            again = await taken_in(ana, league, export.text, f"games.{kind}")
            assert "Yes, add" not in again.text  # all are there already, exactly so

    run(tmp_path, story)


def test_bad_rows_are_named_by_line_and_reason(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        lines = [
            "id,played,game,player,total_points",
            "a,2026-03-14,azul,Ana,60", "a,2026-03-14,azul,Bo,50",
            "b,2026-03-14,azul,Ana,-3", "b,2026-03-14,azul,Bo,50",
            "c,2026-03-14,azul,Ana,50", "c,2026-03-14,azul,<b>Bo</b>,many",
        ]  # fmt: skip
        page = await taken_in(ana, league, "\n".join(lines), "games.csv")
        assert "Yes, add 1 game" in page.text
        rows = re.findall(r'<td class="n">(\S+)</td><td><code>([^<]*)</code></td><td>([^<]*)', page.text)
        assert [(line, field) for line, field, _ in rows] == [("4", "total_points"), ("7", "total_points")]
        assert "never goes below 0" in rows[0][2]
        assert "many is no whole number" in rows[1][2]
        await ana.post(f"{league}/import", files=_yes(page.text))
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 1

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,played,game,player,points\na,2026-03-14,azul,Ana,60\n", "There is no column points"),
        ("", "Choose a file first"),
        ("{nonsense", "this is no JSON"),
        (
            "id,played,game,player,total_points\n" + "a,2026-03-14,azul,Ana,60\n" * 100_001,
            "more than 100000 lines",
        ),
    ],
    ids=["column", "empty", "json", "lines"],
)
def test_a_file_that_cannot_be_read_is_refused_beside_the_field(tmp_path: Path, text: str, said: str) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        page = await taken_in(ana, league, text, "games.csv")
        assert page.status_code == 422
        told = re.search(r'id="import-bad" role="alert">([^<]+)<', page.text)
        assert told
        assert said in unescape(told[1])

    run(tmp_path, story)


def test_two_million_rows_are_too_much(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        text = "id,played,game,player,total_points\n" + "a,2026-03-14,azul,Ana,60\n" * 2_000_000
        page = await taken_in(ana, league, text)
        assert page.status_code == 413
        assert (await ana.get(f"{league}/games", headers=PROGRAM)).json()["total"] == 0

    run(tmp_path, story)


def test_an_import_of_before_is_looked_at_again(tmp_path: Path) -> None:
    """A yes to what was true before somebody else wrote is shown once more; differing games need a tick."""

    async def story(site: Site) -> None:
        ana, league = await founded(site)
        page = await taken_in(ana, league, as_json([tie("one")]))
        yes = _yes(page.text)
        await ana.post(f"{league}/import", files=yes)
        stale = await ana.post(f"{league}/import", files=yes)
        assert stale.status_code == 409
        assert "has changed meanwhile" in stale.text

        other = (
            as_json([tie("one")]).replace('"total_points": 50', '"total_points": 51').replace(":50", ":51")
        )
        page = await taken_in(ana, league, other)
        assert "Correct the 1 game that differs" in page.text
        await ana.post(f"{league}/import", files=_yes(page.text))
        assert (await ana.get(f"{league}/games/one", headers=PROGRAM)).json()["scores"][0][
            "total_points"
        ] == 50
        await ana.post(f"{league}/import", files=_yes(page.text, differing="on"))
        assert (await ana.get(f"{league}/games/one", headers=PROGRAM)).json()["scores"][0][
            "total_points"
        ] == 51

    run(tmp_path, story)


@pytest.mark.parametrize("packed", ["%%%", "AAAA", ""])
def test_a_packed_file_that_is_none_is_refused(tmp_path: Path, packed: str) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        files = [("packed", (None, packed)), ("digest", (None, "x"))]
        assert (await ana.post(f"{league}/import", files=files)).status_code == 422

    run(tmp_path, story)


# --- people ------------------------------------------------------------------------------------------------


def test_two_entries_of_one_person_are_merged_and_parted(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        await entered(ana, league)
        await entered(ana, league, name1="Bobby")
        people = await people_of(ana, league)
        one, other = people["Bobby"], people["Bo"]
        ask = (await ana.get(f"{league}/people/{one}/merge?into={other}")).text
        assert "Is Bobby the same person as Bo?" in ask
        assert (await ana.post(f"{league}/people/{one}/merge", data={"into": other})).status_code == 303
        page = (await ana.get(f"{league}/people/{other}")).text
        assert "Also known as" in page
        assert "Bobby" in page
        assert (await ana.get(f"{league}/people/{one}")).headers["location"] == f"{league}/people/{other}"
        told = (await ana.get(f"{league}/people/{other}", headers=PROGRAM)).json()
        assert told["games"] == 2
        assert "Part Bobby from Bo again?" in (await ana.get(f"{league}/people/{one}/unmerge")).text
        await press(ana, f"{league}/people/{one}/unmerge")
        assert (await ana.get(f"{league}/people/{other}", headers=PROGRAM)).json()["games"] == 1

        both = await ana.post(f"{league}/people/{one}/merge", data={"into": people["Ana"]})
        assert both.status_code == 409
        assert "two people" in both.text

    run(tmp_path, story)


def test_people_are_added_renamed_and_claimed(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        made = (await ana.post(f"{league}/people", data={"name": "Cy"})).headers["location"].partition("?")[0]
        assert (await ana.post(f"{league}/people", data={"name": "cy"})).status_code == 409
        assert 'id="add-name-bad"' in (await ana.post(f"{league}/people", data={"name": ""})).text
        assert (await ana.post(f"{made}/rename", data={"name": "Cyrille"})).status_code == 303
        taken = await ana.post(f"{made}/rename", data={"name": "Ana"})
        assert taken.status_code == 409
        assert 'id="rename-name-bad"' in taken.text
        await press(ana, f"{made}/claim")
        assert (await ana.get(made, headers=PROGRAM)).json()["you"] is True
        await press(ana, f"{made}/unclaim")
        assert (await ana.get(made, headers=PROGRAM)).json()["you"] is False
        assert (await ana.get(f"{league}/people/nobody")).status_code == 404

    run(tmp_path, story)


def test_a_persons_page_has_charts_with_their_figures(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        plan = await taken_in(ana, league, as_json(demo_results(80)))
        await ana.post(f"{league}/import", files=_yes(plan.text))
        person = (await people_of(ana, league))["Inês"]
        await site.house.standings.of(await _league(site, league), None)
        page = (await ana.get(f"{league}/people/{person}")).text
        for title in (
            "Rating over time",
            "Head to head",
            "Where points come from",
            "Wins by number of players",
        ):
            assert '<title id="c' in page
            assert title in page
        assert page.count("<figure") == page.count('<details class="figures"') == 4
        assert 'class="band"' in page
        board = (await ana.get(league)).text
        assert board.count("<tr") >= 7
        assert "whisker" in board
        assert "▲" in board
        assert "▼" in board
        assert (await ana.get(f"{league}?scope=pavilion")).text != board
        assert (await ana.get(f"{league}?scope=nonsense")).status_code == 200

    run(tmp_path, story)


async def _league(site: Site, address: str) -> Any:
    every = await site.house.store.every_league()
    return next(one for one in every if one.id == address.removeprefix("/l/"))


def test_a_sign_is_shown_while_ratings_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        plan = await taken_in(ana, league, as_json(demo_results(60)))
        await ana.post(f"{league}/import", files=_yes(plan.text))
        monkeypatch.setattr("azulejos.web.leagues.PATIENCE", 0.0)
        page = (await ana.get(league)).text
        assert "data-counting" in page
        assert "<progress" in page
        await site.house.standings.of(await _league(site, league), None)
        monkeypatch.setattr("azulejos.web.leagues.PATIENCE", 5.0)
        assert "data-counting" not in (await ana.get(league)).text

    run(tmp_path, story)


# --- the ranking of all ------------------------------------------------------------------------------------


def test_everybody_may_look_at_the_ranking_and_nobody_writes(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        anybody = site.visitor()
        await site.house.standings.of(await site.house.store.find_league("online", None), None)
        page = await anybody.get("/ranking")
        assert page.status_code == 200
        assert "bot-chip" in page.text  # bots of the arena in the same list
        assert "No rated game has been played here yet" in page.text
        for part in ("records-title", "months-title", "latest-title"):
            assert part not in page.text  # games of bots are nobody's evening
        summary = (await anybody.get("/ranking", headers=PROGRAM)).json()["summary"]
        assert (summary["games"], summary["records"]) == (0, {})
        assert (await anybody.get("/l/online/games")).status_code == 200
        assert (await anybody.get("/l/online/people")).status_code == 200
        bot = re.search(r'href="(/l/online/people/bot-\w+)"', page.text)
        assert bot
        assert "Rating over time" in (await anybody.get(bot[1])).text
        assert (await anybody.get("/l/online/export.csv")).status_code == 200
        for way in ("/l/online/settings", "/l/online/enter", "/l/online/invite.svg"):
            assert (await anybody.get(way)).status_code == 403, way
        for way in ("/l/online/enter", "/l/online/delete", "/l/online/people", "/l/online/import"):
            assert (await anybody.post(way, data=TWO)).status_code == 403, way

    run(tmp_path, story)


def test_links_lead_there(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        page = (await site.visitor().get("/")).text
        for way in ("/score", "/ranking", "/leagues"):
            assert f'href="{way}"' in page, way

    run(tmp_path, story)


def test_french_all_the_way(tmp_path: Path) -> None:
    async def story(site: Site) -> None:
        ana, league = await founded(site)
        game = await entered(ana, league)
        ana.headers["accept-language"] = "fr"
        page = (await ana.get(game)).text
        assert "Ana gagne de 9 points" in page
        assert "14 mars 2026" in page
        bad = await ana.post(f"{league}/enter", data={**TWO, "total0": "-5"})
        assert "jamais" in re.findall(r'id="bad-total0">([^<]*)', bad.text)[0]
        for way in (league, f"{league}/people", f"{league}/settings", f"{league}/games", "/leagues"):
            text = (await ana.get(way)).text
            assert not re.findall(r">\s*league\.[a-z.]+", text), way

    run(tmp_path, story)
