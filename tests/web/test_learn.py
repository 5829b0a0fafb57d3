"""First games with a coach: how they are reached, and that their seeds bring what the coach speaks of."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from azulejos import games
from azulejos.core.match import Match
from azulejos.service import lesson
from azulejos.web import learn
from azulejos.web.locale import Catalogues
from tests.web.site import Site, with_site
from tests.web.test_pages import inside

JS = Path(learn.__file__).parent / "static" / "js"
ME, BOT = 0, 1


def scripted(name: str, game: str) -> list[str]:
    """A list of moves that the coach of a game has in mind."""
    found = re.search(rf"export const {name} = \[(.*?)\]", (JS / f"lesson{game}.js").read_text())
    assert found is not None
    return re.findall(r"'(.*?)'", found[1])


def begun(game: str) -> Match:
    """The lesson's game, as its table has it."""
    return games.new(game, seed=learn.LESSONS[game].seed, starter=ME, names=["Ana", "bot"], players=2)


def answered(match: Match, round_: int = 1) -> dict[str, Any]:
    """Let the bot play, and what is forced, until there is something to decide; what that is."""
    match.moves()
    while match.show()["round"] == round_ and (match.turn == BOT or len(match.moves()) == 1):
        if match.turn == BOT:
            match.play(asyncio.run(lesson.reply(match)).move)
        else:
            match.play(match.moves()[0])
        match.moves()
    return match.rules.preview(match.state)


def way(choices: dict[str, Any], move: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The group and the destination of a move."""
    return next((g, w) for g in choices["groups"] for w in g["to"] if w["move"] == move)


# --- pages ---


@pytest.mark.parametrize(("lang", "words"), [("en", "Start the lesson"), ("fr", "Commencer la leçon")])
def test_a_lesson_is_chosen_and_started(tmp_path: Path, lang: str, words: str) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor(accept_language=lang)
        page = (await ana.get("/learn")).text
        assert page.count(f"{words}<") == 2  # beside the catalogue
        for game in learn.LESSONS:
            assert (await ana.get(f"/learn/{game}")).headers["location"] == f"/learn#{game}"
            answer = await ana.post(f"/learn/{game}", data={})
            assert answer.status_code == 303
            table = (await ana.get(answer.headers["location"])).text
            assert "css/lesson.css" in table
            view = inside(table, "view")
            assert (view["kind"], view["game"], view["acting"]) == ("lesson", game, ME)
            assert (view["seats"][BOT]["level"], view["listed"]) == ("greedy", False)
            assert view["show"]["factories"] == begun(game).show()["factories"]

    with_site(tmp_path, test)


def test_the_way_to_the_lessons(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        visitor = site.visitor()
        assert 'href="/learn"' in (await visitor.get("/")).text
        assert 'href="/learn"' in (await visitor.get("/rules")).text
        assert 'href="/learn#azul"' in (await visitor.get("/rules/azul")).text
        assert (await visitor.get("/learn/chess")).status_code == 404
        assert (await visitor.post("/learn/chess", data={})).status_code == 404

    with_site(tmp_path, test)


def test_a_lesson_begun_is_offered_again_and_stays_out_of_the_lists(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        address = (await ana.post("/learn/azul", data={})).headers["location"]
        page = (await ana.get("/learn")).text
        assert f'href="{address}"' in page
        assert "Start afresh" in page
        lists = (await ana.get("/api/lobby")).json()
        assert [card["kind"] for card in lists["mine"]] == ["lesson"]
        others = (await site.visitor().get("/api/lobby")).json()
        assert others["open"] == others["playing"] == []

    with_site(tmp_path, test)


def test_the_bot_of_a_lesson_answers_as_planned_and_a_rematch_is_a_plain_game(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        table = (await ana.post("/learn/azul", data={})).headers["location"].removeprefix("/t/")
        socket = await site.enter(table, ana)
        view = await socket.until("view")
        for move in scripted("LINE", "azul")[:2]:
            socket.say({"type": "move", "ply": view["ply"], "move": move, "seat": ME})
            while (view := await socket.until("view"))["acting"] != ME or view["log"][-1:] == []:
                pass
        assert view["show"]["marker"] == ME
        socket.say({"type": "resign"})
        while (await socket.until("view"))["status"] != "over":
            pass
        socket.say({"type": "rematch"})
        while not (view := await socket.until("view"))["offers"]["rematch"]["table"]:
            pass
        again = await ana.get(f"/t/{view['offers']['rematch']['table']}")
        assert inside(again.text, "view")["kind"] == "bots"
        await socket.hang_up()

    with_site(tmp_path, test)


def test_every_text_that_the_coach_uses_is_there() -> None:
    scripts = "".join((JS / f"{name}.js").read_text() for name in ("lesson", "lessonazul", "lessonpavilion"))
    used = set(re.findall(r"'(learn\.[a-z.]+)'", scripts))
    assert len(used) > 40
    texts = Catalogues()
    for lang in ("en", "fr"):
        assert used <= set(texts[lang].texts), lang


# --- the games, as planned ---


def test_azul_has_what_its_coach_speaks_of() -> None:
    line = scripted("LINE", "azul")
    match = begun("azul")
    for move in line[:-1]:
        choices = answered(match)
        group, to = way(choices, move)
        if move == line[0]:  # a full line at once, and something left for the centre
            assert (group["from"] != "c", to["full"], to["fell"]) == (True, True, 0)
        if move == line[1]:  # the first to take from the centre
            assert (group["from"], group["marker"], to["floor"]) == ("c", True, -1)
        match.play(move)
    answered(match)
    account = next(seat for seat in match.account() or [] if seat["seat"] == ME)
    assert [tile["points"] for tile in account["tiles"]] == [1, 2, 1, 1]  # one beside a neighbour
    assert "K" in account["floor"]  # something has overflowed
    assert match.turn == ME  # by the marker
    _, crossing = way(answered(match, round_=2), line[-1])
    assert (crossing["cell"]["across"], crossing["cell"]["down"], crossing["cell"]["points"]) == (2, 2, 4)


def test_pavilion_has_what_its_coach_speaks_of() -> None:
    match = begun("pavilion")
    takes, spaces = scripted("TAKES", "pavilion"), scripted("SPACES", "pavilion")
    first = answered(match)
    assert next(g["wild"] for g in first["groups"] if g["move"] == takes[0]) == 1  # a wild comes along
    for move in takes[:-1]:
        answered(match)
        match.play(move)
    points = []
    for name in spaces:
        choices = answered(match)
        assert choices["kind"] == "place"
        space = next(space for space in choices["spaces"] if space["space"] == name)
        points.append(space["points"])
        match.play(space["pays"][0]["move"])
    assert points == [1, 2, 1, 2]
    choices = answered(match)
    assert (choices["kind"], choices["due"]) == ("bonus", 1)  # the pillar
    assert "G" in choices["supply"]  # wild in the next round
    match.play("+G")
    assert answered(match)["pass"]["lost"] == 0
