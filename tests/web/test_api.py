"""The API: every route does what the page does, and answers as its description says."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from azulejos import games
from azulejos.web.api import models
from tests.web.site import HOST, PROGRAM, Site, with_site


async def program(site: Site, name: str = "Ana") -> httpx.AsyncClient:
    """A program with a token of its own."""
    client = site.visitor(accept="*/*")
    made = await client.post("/api/guests", json={"name": name})
    assert made.status_code == 201, made.text
    client.headers["authorization"] = f"Bearer {made.json()['token']}"
    return client


async def new_table(client: httpx.AsyncClient, **wish: Any) -> str:
    made = await client.post("/api/tables", json={"levels": ["greedy"], "starter": "me", **wish})
    assert made.status_code == 201, made.text
    assert models.Made(**made.json()).address == f"/t/{made.json()['table']}"
    return str(made.json()["table"])


def fault(answer: httpx.Response) -> tuple[int, str]:
    """An error's status and code; it must have the one shape."""
    told = models.Problem(**answer.json())
    assert told.error.message
    return answer.status_code, told.error.code


async def say(client: httpx.AsyncClient, table: str, kind: str, **more: Any) -> httpx.Response:
    return await client.post(f"/api/tables/{table}/messages", json={"type": kind, **more})


# --- who you are -----------------------------------------------------------------------------------------


def test_a_program_becomes_a_guest(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        me = (await ana.get("/api/me")).json()
        assert (me["name"], me["by"]) == ("Ana", "token")
        models.Me(**me)
        assert "set-cookie" not in (await ana.get("/")).headers
        changed = await ana.patch("/api/me", json={"name": " Zoé ", "language": "fr"})
        assert (changed.json()["name"], changed.json()["language"]) == ("Zoé", "fr")
        assert (await ana.get("/api/me")).json()["name"] == "Zoé"
        assert fault(await ana.patch("/api/me", json={"language": "xx"})) == (422, "bad_form")
        assert fault(await ana.patch("/api/me", json={"name": "x" * 50})) == (422, "bad_name")
        assert fault(await site.visitor().post("/api/guests", json={"name": " "})) == (422, "bad_name")

    with_site(tmp_path, test)


def test_tokens_are_made_listed_and_ended(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        await site.table(ana)  # a browser with a cookie
        made = (await ana.post("/api/tokens", json={"label": "my bot"})).json()
        assert made["token"].startswith("az_")
        bot = site.visitor(authorization=f"Bearer {made['token']}")
        assert (await bot.get("/api/me")).json()["name"] == "Ana"
        listed = (await bot.get("/api/tokens")).json()
        assert [(one.id, one.label) for one in models.Tokens(**listed).tokens] == [(made["id"], "my bot")]
        assert made["token"] not in json.dumps(listed)
        assert fault(await ana.delete("/api/tokens/nonsense")) == (404, "unknown_token")
        assert (await bot.delete(f"/api/tokens/{made['id']}")).status_code == 204
        refused = await bot.get("/api/me")
        assert fault(refused) == (401, "bad_token")
        assert refused.headers["www-authenticate"] == "Bearer"
        assert (await ana.get("/api/me")).json()["by"] == "cookie"

    with_site(tmp_path, test)


def test_nobody_has_more_tokens_than_anybody_needs(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        for _ in range(19):
            assert (await ana.post("/api/tokens", json={})).status_code == 201
        assert fault(await ana.post("/api/tokens", json={})) == (429, "too_many")

    with_site(tmp_path, test, limits=0)


def test_a_token_is_stored_only_hashed(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        token = (await program(site)).headers["authorization"].removeprefix("Bearer ").encode()
        for file in tmp_path.glob("azulejos.db*"):
            assert token not in file.read_bytes()

    with_site(tmp_path, test)


def test_what_needs_a_guest_says_so(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        stranger = site.visitor(accept="*/*")
        for method, path, body in (
            ("GET", "/api/me", None),
            ("PATCH", "/api/me", {}),
            ("GET", "/api/tokens", None),
            ("POST", "/api/tokens", {}),
            ("DELETE", "/api/tokens/x", None),
            ("POST", "/api/tables", {}),
            ("POST", "/api/tables/x/moves", {"ply": 1, "move": "x", "seat": 0}),
            ("POST", "/api/tables/x/messages", {"type": "start"}),
            ("POST", "/api/tables/x/again", {"ply": 1, "seat": 0}),
        ):
            answer = await stranger.request(method, path, json=body)
            assert fault(answer) == (401, "no_guest"), path
        wrong = site.visitor(authorization="Bearer az_nobody")
        for path in ("/api/me", "/api/lobby", "/"):
            assert (await wrong.get(path)).status_code == 401, path

    with_site(tmp_path, test)


def test_a_token_needs_no_origin_and_a_cookie_does(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        foreign = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
        ana, browser = await program(site), site.visitor()
        await site.table(browser)
        assert (await ana.post("/api/tokens", json={}, headers=foreign)).status_code == 201
        assert fault(await browser.post("/api/tokens", json={}, headers=foreign)) == (403, "foreign")
        both = {**foreign, "authorization": "Bearer az_nobody"}  # the cookie beside it must not count
        assert fault(await browser.post("/api/tokens", json={}, headers=both)) == (401, "bad_token")

    with_site(tmp_path, test)


# --- tables ----------------------------------------------------------------------------------------------


def test_a_table_is_set_up_looked_at_and_played_at(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana)
        view = models.View(**(await ana.get(f"/api/tables/{table}")).json())
        assert (view.you, view.acting, len(view.log)) == ([0], 0, 1)
        may = models.Moves(**(await ana.get(f"/api/tables/{table}/moves")).json())
        assert (may.ply, may.seat) == (1, 0)
        told = games.read((await ana.get(f"/api/tables/{table}/record")).text)
        assert may.moves == told.moves()
        move = {"ply": may.ply, "seat": 0, "move": may.moves[0]}
        after = await ana.post(f"/api/tables/{table}/moves?since=1", json=move)
        assert after.status_code == 200
        assert models.View(**after.json()).log[0].move == may.moves[0]
        assert after.json()["from"] == 1
        assert fault(await ana.post(f"/api/tables/{table}/moves", json=move)) == (409, "stale")

    with_site(tmp_path, test)


def test_a_refused_move_says_why(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, eve = await program(site), await program(site, "Eve")
        table = await new_table(ana)
        path = f"/api/tables/{table}/moves"
        move = {"ply": 1, "seat": 0, "move": "9B>2"}
        refused = await ana.post(path, json=move)
        assert fault(refused) == (422, "illegal_move")
        assert refused.json()["error"]["message"] != "That move is not possible."  # it says more than that
        assert fault(await eve.post(path, json=move)) == (403, "not_your_seat")
        assert fault(await ana.post(path, json={**move, "seat": 1})) == (403, "not_your_seat")
        assert fault(await ana.post("/api/tables/nowhere/moves", json=move)) == (404, "unknown_table")
        assert (await eve.get(path)).json() == {"ply": 1, "seat": None, "moves": []}

    with_site(tmp_path, test)


def test_a_move_against_the_rules_has_its_reason(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana)
        factories = (await ana.get(f"/api/tables/{table}")).json()["show"]["factories"]
        colour = next(letter for letter in "BYRKW" if letter not in factories[0])
        move = {"ply": 1, "seat": 0, "move": f"1{colour}>2"}
        refused = (await ana.post(f"/api/tables/{table}/moves", json=move)).json()
        reason = models.Problem(**refused).error.reason
        assert reason is not None
        assert reason.clause.startswith("A")
        why = await say(ana, table, "why", move=move["move"], seat=0)
        assert models.WhyNot(**why.json()).reason == reason

    with_site(tmp_path, test)


def test_every_message_of_the_socket_can_be_sent(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, bea = await program(site), await program(site, "Bea")
        table = await new_table(ana, mode="friends", options={"players": 3}, listed=True)
        assert (await say(ana, table, "ping")).json() == {"type": "pong"}
        assert (await say(bea, table, "sit", seat=1, name="Beatriz")).json()["you"] == [1]
        assert (await bea.get("/api/me")).json()["name"] == "Beatriz"
        assert fault(await say(ana, table, "sit", seat=1, name="Ana")) == (409, "seat_taken")
        assert (await say(bea, table, "stand")).json()["you"] == []
        await say(bea, table, "sit", seat=2, name="Bea")
        assert fault(await say(bea, table, "bot", seat=1, level="greedy")) == (403, "not_your_seat")
        assert fault(await say(ana, table, "start")) == (409, "not_possible")
        await say(ana, table, "bot", seat=1, level="greedy")
        begun = await say(ana, table, "start")
        assert begun.json()["status"] == "playing"
        assert (await say(ana, table, "snapshot")).json()["from"] == 0
        assert fault(await say(ana, table, "takeback"))[0] == 409
        assert fault(await say(ana, table, "answer", to="takeback", yes=True)) == (409, "not_possible")
        assert (await say(bea, table, "leave", level="greedy")).json()["you"] == []
        assert (await say(ana, table, "resign")).json()["status"] == "over"
        again = (await say(ana, table, "rematch")).json()
        assert again["offers"]["rematch"]["table"]
        TypeAdapter(models.View).validate_python(again)

    with_site(tmp_path, test)


@pytest.mark.parametrize(
    "wish",
    [
        {"mode": "bots", "options": {"players": 4, "wall": "grey", "jokers": True}, "levels": ["random"]},
        {"mode": "device", "game": "pavilion", "options": {"players": 3, "side": "grey"}, "names": ["Bea"]},
        {"mode": "friends", "game": "pavilion", "listed": True, "name": "Host", "starter": "draw"},
    ],
)
def test_every_kind_of_table_can_be_wished_for(tmp_path: Path, wish: dict[str, Any]) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana, **{"levels": [], **wish})
        view = models.View(**(await ana.get(f"/api/tables/{table}")).json())
        assert view.kind == wish["mode"]
        assert view.seats[0].name == wish.get("name", "Ana")
        lobby = models.Lobby(**(await ana.get("/api/lobby")).json())
        assert [card.id for card in lobby.mine] == [table]
        assert len(models.Lobby(**(await site.visitor().get("/api/lobby")).json()).open) == wish.get(
            "listed", 0
        )

    with_site(tmp_path, test)


def test_a_first_game_is_the_one_of_the_page(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, page = await program(site), site.visitor()
        for game in ("azul", "pavilion"):
            own = (await ana.get(f"/api/tables/{await new_table(ana, mode='lesson', game=game)}")).json()
            made = await page.post(f"/learn/{game}")
            theirs = (await page.get(made.headers["location"], headers=PROGRAM)).json()
            assert (own["kind"], own["game"], own["acting"]) == ("lesson", game, 0)
            assert (own["show"], own["seats"][1]) == (theirs["show"], theirs["seats"][1])

    with_site(tmp_path, test)


def test_what_is_sent_is_read_strictly(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana)
        wrong: dict[str, tuple[Any, ...]] = {
            "/api/tables": (
                {"mode": "chess"},
                {"players": 2},
                {"options": {"players": "2"}},
                {"options": {"players": 5}},
                {"options": {"side": "grey"}},
                {"levels": ["nobody"]},
                {"listed": 1},
                {"mode": "friends", "clock": "nonsense"},
                [],
            ),
            f"/api/tables/{table}/moves": (
                {"ply": "1", "move": "x", "seat": 0},
                {"ply": 1, "move": "x", "seat": 9},
                {"ply": 1, "move": "", "seat": 0},
                {"ply": 1, "move": "\ud800", "seat": 0},
                {"ply": 1, "move": "x", "seat": 0, "\ud800": 1},
            ),
            f"/api/tables/{table}/messages": (
                {"type": "dance"},
                {"type": "sit"},
                {"type": "start", "now": 1},
            ),
            f"/api/tables/{table}/again": ({"ply": -1, "seat": 0}, {"ply": 99, "seat": 0}, {"seat": 0}),
            "/api/guests": ({}, {"name": 3}, {"name": "Ana", "admin": True}),
            "/api/tokens": ({"label": "x" * 99}, {"label": "a\0"}, {"label": "\ud800"}, None),
        }
        for path, bodies in wrong.items():
            for body in bodies:
                answer = await ana.post(path, content=json.dumps(body), headers=JSON)
                assert fault(answer)[0] == 422, (path, body)
        for content in (b"", b"{", b"\xff\xfe", b"[" * 9000):
            status = (await ana.post("/api/tables", content=content, headers=JSON)).status_code
            assert status in (400, 422), content[:9]
        assert fault(await ana.post("/api/tables", content=b"x" * 70_000, headers=JSON)) == (413, "too_large")
        assert fault(await ana.get(f"/api/tables/{table}?since=-1")) == (422, "bad_request")
        message = (await ana.post("/api/tables", json={"players": 2})).json()["error"]["message"]
        assert "body.players" in message

    with_site(tmp_path, test, limits=0)


JSON = {"content-type": "application/json"}


def test_playing_on_and_looking_back(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, bea = await program(site), await program(site, "Bea")
        table = await new_table(ana)
        made = await bea.post(f"/api/tables/{table}/again", json={"ply": 1, "seat": 1, "level": "greedy"})
        assert made.status_code == 201
        view = (await bea.get(f"/api/tables/{made.json()['table']}")).json()
        assert (view["you"], view["again"]) == ([1], table)
        frames = models.Frames(**(await bea.get(f"/api/tables/{table}/frames")).json())
        assert frames.frames[0].ply == 1
        waiting = await new_table(ana, mode="friends")
        for path in ("frames", "record"):
            assert fault(await ana.get(f"/api/tables/{waiting}/{path}")) == (404, "unknown_table")

    with_site(tmp_path, test)


def test_a_bot_goes_on_after_a_restart_for_who_only_polls(tmp_path: Path) -> None:
    async def first(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana)
        site.house.service.desk.may_answer.clear()  # the server ends while the bot thinks
        may = (await ana.get(f"/api/tables/{table}/moves")).json()
        move = {"ply": 1, "seat": 0, "move": may["moves"][0]}
        await ana.post(f"/api/tables/{table}/moves", json=move)
        kept.update(table=table, **ana.headers)

    async def second(site: Site) -> None:
        ana = site.visitor(authorization=kept["authorization"])
        async with asyncio.timeout(10):
            while (await ana.get(f"/api/tables/{kept['table']}")).json()["ply"] < 3:
                await asyncio.sleep(0.02)

    kept: dict[str, str] = {}
    with_site(tmp_path, first, limits=0)
    with_site(tmp_path, second, limits=0)


# --- the socket, the pages' twins ------------------------------------------------------------------------


def test_a_token_opens_the_socket_and_holds_its_seat(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana)
        shown = ana.headers["authorization"].encode()
        headers = [(b"host", HOST.encode()), (b"authorization", shown), (b"origin", b"https://evil.example")]
        page = await site.enter(table, headers=headers)
        view = await page.until("view")
        assert view["you"] == [0]
        move = view["choices"]["groups"][0]["to"][0]["move"]
        page.say({"type": "move", "ply": view["ply"], "move": move, "seat": 0})
        assert (await page.until("view"))["ply"] >= 1
        await page.hang_up()
        made = (await ana.post("/api/tokens", json={})).json()
        shown = f"Bearer {made['token']}".encode()
        page = await site.enter(table, headers=[(b"host", HOST.encode()), (b"authorization", shown)])
        await page.until("view")
        await ana.delete(f"/api/tokens/{made['id']}")
        assert await page.closed() == 1001
        bad = site.socket(table, headers=[(b"host", HOST.encode()), (b"authorization", b"Bearer az_nobody")])
        assert await bad.closed() == 4401

    with_site(tmp_path, test)


def test_pages_have_twins_for_programs(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        ana.headers.update(PROGRAM)
        table = await new_table(ana, listed=True)
        home = (await ana.get("/")).json()
        assert home["mine"][0]["id"] == table
        assert home["links"]["docs"] == "/docs"
        assert (await ana.get(f"/t/{table}")).json()["table"] == table
        assert (await ana.get(f"/t/{table}/replay")).json()["frames"][0]["ply"] == 1
        assert (await ana.get("/rules")).json()["rules"][0]["address"] == "/rules/azul"
        lesson = await new_table(ana, mode="lesson", game="pavilion", levels=[])
        assert (await ana.get("/learn")).json() == {
            "lessons": [{"game": "azul", "begun": None}, {"game": "pavilion", "begun": lesson}]
        }
        assert fault(await ana.get("/t/nowhere")) == (404, "unknown_table")
        browser = await site.visitor().get("/", headers={"accept": "*/*"})
        assert browser.headers["content-type"].startswith("text/html")
        assert "accept" in browser.headers["vary"]

    with_site(tmp_path, test)
