"""Every page and every form: what it shows, where it leads."""

import json
import re
from pathlib import Path
from typing import Any

import azulejos
from azulejos import games
from tests.web.site import PROGRAM, Site, with_site


def inside(page: str, name: str) -> Any:
    """The JSON that a page carries for its script."""
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_home_page(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        home = await site.visitor().get("/")
        assert home.status_code == 200
        assert home.headers["content-type"] == "text/html; charset=utf-8"
        assert '<html lang="en"' in home.text
        assert 'action="/play"' in home.text
        assert inside(home.text, "texts")["language.name"] == "English"

    with_site(tmp_path, test)


def test_the_home_page_takes_over_what_its_address_says(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        home = await site.visitor().get("/?game=pavilion&mode=friends&players=9&bogus=1&name=<b>")
        assert re.search(r'name="game" value="pavilion"\s+checked', home.text)
        assert re.search(r'name="mode" value="friends"\s+checked', home.text)
        assert re.search(r'name="players" value="2"\s+checked', home.text)
        assert 'value="&lt;b&gt;"' in home.text

    with_site(tmp_path, test)


def test_a_table_is_set_up_and_shown(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        page = await ana.get(f"/t/{name}")
        assert page.status_code == 200
        view = inside(page.text, "view")
        assert (view["table"], view["you"], view["acting"]) == (name, [0], 0)
        assert view["seats"][0]["name"] == "Ana"
        other = inside((await site.visitor().get(f"/t/{name}")).text, "view")
        assert (other["you"], other["choices"]) == ([], None)

    with_site(tmp_path, test)


def test_every_kind_of_table_can_be_wished_for(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        for form in (
            {"mode": "bots", "players": "4", "wall": "grey", "jokers": "on", "level2": "random"},
            {"mode": "device", "players": "3", "name1": "Bea", "game": "pavilion", "side": "grey"},
            {"mode": "friends", "players": "2", "listed": "on"},
        ):
            name = await site.table(ana, **form)
            view = inside((await ana.get(f"/t/{name}")).text, "view")
            assert view["kind"] == form["mode"]
            assert len(view["seats"]) == int(form["players"])
            assert view["options"].get("wall", view["options"].get("side")) in ("grey", "coloured")
        mine = (await ana.get("/api/lobby")).json()["mine"]
        assert sorted(card["kind"] for card in mine) == ["bots", "device", "friends"]

    with_site(tmp_path, test)


def test_names_on_one_device_default_to_numbers(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana, mode="device", players="3", name2="Bea")
        seats = inside((await ana.get(f"/t/{name}")).text, "view")["seats"]
        assert [seat["name"] for seat in seats] == ["Ana", "Player 2", "Bea"]
        assert [seat["you"] for seat in seats] == [True, True, True]

    with_site(tmp_path, test)


def test_a_newcomer_without_a_name_plays_at_once_and_is_known_again(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        someone = site.visitor()
        name = await site.table(someone, name="  ")
        assert inside((await someone.get(f"/t/{name}")).text, "view")["seats"][0]["name"] == "Guest"
        await site.table(someone, name="Zoé")
        assert 'value="Zoé"' in (await someone.get("/")).text
        again = await site.table(someone, name="")
        assert inside((await someone.get(f"/t/{again}")).text, "view")["seats"][0]["name"] == "Zoé"

    with_site(tmp_path, test)


def test_a_refused_form_comes_back_as_it_was_filled_in(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        answer = await ana.post("/play", data={"name": "x" * 30, "game": "pavilion"})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
        assert "A name has 1 to 24" in answer.text
        assert 'value="' + "x" * 30 in answer.text
        assert re.search(r'name="game" value="pavilion"\s+checked', answer.text)

    with_site(tmp_path, test)


def test_programs_get_json_from_the_same_forms(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        script = site.visitor(**PROGRAM)
        made = await script.post("/play", data={"level": "greedy"})
        assert made.status_code == 201
        assert made.json()["address"] == f"/t/{made.json()['table']}"
        assert (await script.post("/name", data={"name": " Ana  B "})).json() == {"name": "Ana B"}
        refused = await script.post("/play", data={"players": "5"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_form")

    with_site(tmp_path, test)


def test_the_replay_page_names_the_frames_and_the_move(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        page = (await ana.get(f"/t/{name}/replay?ply=1")).text
        assert f'data-frames="/api/tables/{name}/frames"' in page
        assert 'data-ply="1"' in page
        assert inside(page, "view")["log"] == []
        assert "data-ply" not in (await ana.get(f"/t/{name}/replay?ply=-3")).text
        frames = (await ana.get(f"/api/tables/{name}/frames")).json()
        assert frames["game"] == "azul"
        assert frames["frames"][0]["show"]["round"] == 1

    with_site(tmp_path, test)


def test_playing_on_from_a_move(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        name = await site.table(site.visitor())
        bea = site.visitor()
        answer = await bea.post(f"/t/{name}/again", data={"ply": "1", "seat": "1", "level": "greedy"})
        assert answer.status_code == 303
        view = inside((await bea.get(answer.headers["location"])).text, "view")
        assert (view["you"], view["again"]) == ([1], name)
        for wrong in ({"ply": "99", "seat": "1"}, {"ply": "1", "seat": "7"}, {"seat": "1"}, {"ply": "x"}):
            refused = await bea.post(f"/t/{name}/again", data=wrong, headers=PROGRAM)
            assert refused.status_code == 422

    with_site(tmp_path, test)


def test_the_record_is_a_file_to_keep(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        record = await ana.get(f"/t/{name}/record")
        assert record.headers["content-type"] == "text/plain; charset=utf-8"
        assert record.headers["content-disposition"] == f'attachment; filename="azulejos-{name}.txt"'
        assert games.read(record.text).names[0] == "Ana"

    with_site(tmp_path, test)


def test_the_qr_code_is_a_drawing_without_style(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        code = await ana.get(f"/t/{await site.table(ana)}/qr.svg")
        assert code.headers["content-type"] == "image/svg+xml"
        assert code.text.startswith("<svg")
        assert "style" not in code.text

    with_site(tmp_path, test)


def test_names_and_languages_lead_back_to_the_page(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        named = await ana.post("/name", data={"name": "Ana", "next": "/t/abc?x=1"})
        assert (named.status_code, named.headers["location"]) == (303, "/t/abc?x=1")
        french = await ana.post("/language", data={"lang": "fr", "next": "/"})
        assert french.headers["location"] == "/"
        home = (await ana.get("/")).text
        assert '<html lang="fr"' in home
        assert 'value="Ana"' in home
        for foreign in ("//evil.example", "https://evil.example/", "/\\evil.example", "", "/\t/evil.example"):
            answer = await ana.post("/language", data={"lang": "en", "next": foreign})
            assert answer.headers["location"] == "/", foreign
        assert (await ana.post("/language", data={"lang": "xx"})).status_code == 422
        assert (await ana.post("/name", data={"name": " "})).status_code == 422

    with_site(tmp_path, test)


def test_the_theme_comes_from_its_cookie(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        assert "data-theme" not in (await ana.get("/")).text.partition(">")[0]
        for theme, found in (("dark", True), ("light", True), ('"><script>', False)):
            page = (await site.visitor(cookie=f"theme={theme}").get("/")).text
            assert (f'data-theme="{theme}"' in page) == found

    with_site(tmp_path, test)


def test_health_and_the_icon(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        anyone = site.visitor()
        assert (await anyone.get("/healthz")).json() == {"status": "ok", "version": azulejos.__version__}
        assert (await anyone.get("/favicon.ico")).headers["location"].endswith("/icon.svg")

    with_site(tmp_path, test)


def test_friends_elsewhere_get_an_address_they_can_reach(tmp_path: Path, monkeypatch: Any) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana, mode="friends")
        page = await ana.get(f"http://localhost:8000/t/{name}")
        assert f'data-link="http://192.0.2.50:8000/t/{name}"' in page.text
        assert f'data-link="http://azulejos.test/t/{name}"' in (await ana.get(f"/t/{name}")).text

    monkeypatch.setattr("azulejos.web.addresses.network_address", lambda: "192.0.2.50")
    with_site(tmp_path, test, host="0.0.0.0")
