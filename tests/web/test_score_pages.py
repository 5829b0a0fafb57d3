"""The scorecard's pages: the same for everybody, complete without a network, nobody in what is kept."""

import json
import re
from pathlib import Path

import pytest

from azulejos.web.assets import FOLDER
from tests.web.site import HOST, Site, with_site
from tests.web.test_shell import shell_of

SHEET = "abcdefghjkmnpqrstuvw"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_both_pages_speak_the_visitors_language(tmp_path: Path, lang: str) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor(accept_language=lang)
        for path in ("/score", f"/s/{SHEET}"):
            answer = await ana.get(path)
            assert answer.status_code == 200
            assert f'<html lang="{lang}"' in answer.text
            assert f"<title>{site.house.texts[lang].t('score.title')} · Azulejos</title>" in answer.text
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")

    with_site(tmp_path, test)


def test_a_sheets_page_is_the_same_for_all_sheets(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        await ana.put(
            f"/api/sheets/{SHEET}/fields", json={"edits": {"name/0": {"v": "Zuleika", "t": 1, "by": "a"}}}
        )
        known, unknown = await ana.get(f"/s/{SHEET}"), await ana.get("/s/" + "z" * 20)
        assert known.text == unknown.text
        assert "Zuleika" not in known.text
        for bad in ("short", "UPPERCASEUPPERCASE", "a" * 41, "abcdefghjkmnpqrstuv%3Cb"):
            assert (await ana.get(f"/s/{bad}")).status_code == 404

    with_site(tmp_path, test)


def test_the_pages_have_twins_for_programs(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        program = site.visitor(accept="application/json")
        assert (await program.get("/score")).json() == {"sheets": [], "leagues": []}
        gone = await program.get(f"/s/{SHEET}")
        assert (gone.status_code, gone.json()["error"]["code"]) == (404, "unknown_sheet")
        edits = {"game": {"v": "azul", "t": 5, "by": "a"}}
        await program.put(f"/api/sheets/{SHEET}/fields", json={"edits": edits})
        told = await program.get(f"/s/{SHEET}")
        assert told.json()["fields"] == edits
        assert told.headers["cache-control"] == "no-store"

    with_site(tmp_path, test)


def test_a_camera_finds_the_sheet(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        answer = await site.visitor().get(f"/s/{SHEET}/qr.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        other = await site.visitor().get(f"/s/{'z' * 20}/qr.svg")
        assert other.text != answer.text
        assert (await site.visitor().get("/s/nonsense/qr.svg")).status_code == 404
        page = (await site.visitor().get(f"/s/{SHEET}")).text
        assert f'data-origin="http://{HOST}"' in page

    with_site(tmp_path, test)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["score", "sheet"])
def test_what_the_worker_keeps_is_nobodys_and_complete(tmp_path: Path, lang: str, name: str) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        await site.table(ana, name="Secret Ana")
        ana.cookies.set("theme", "dark", domain=HOST)
        ana.cookies.set("lang", "en", domain=HOST)
        mine = await ana.get(f"/offline/{lang}/{name}")
        anybody = await site.visitor().get(f"/offline/{lang}/{name}")
        assert mine.text == anybody.text
        assert "set-cookie" not in mine.headers
        assert "Secret Ana" not in mine.text
        assert f'<html lang="{lang}">' in mine.text
        shell = shell_of((await ana.get("/sw.js")).text)
        assert shell["sheets"][name][lang] == f"/offline/{lang}/{name}"
        assert shell["sheets"][name][lang] in shell["keep"]
        files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', mine.text))
        assert files
        assert files <= set(shell["keep"])  # every file of the page, every module that they import
        texts = re.search(r'id="texts">(.*?)</script>', mine.text, re.S)
        assert texts is not None
        assert json.loads(texts[1])["score.away"] == site.house.texts[lang].t("score.away")
        for bad in (f"/offline/xx/{name}", f"/offline/{lang}/table"):
            assert (await ana.get(bad)).status_code == 404

    with_site(tmp_path, test)


def test_another_sheets_page_is_another_worker(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        first = shell_of((await ana.get("/sw.js")).text)["version"]
        site.house.texts["fr"].scripted["score.away"] = "Ailleurs"
        assert shell_of((await ana.get("/sw.js")).text)["version"] != first

    with_site(tmp_path, test)


def test_every_module_of_the_scorecard_is_kept(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        kept = shell_of((await site.visitor().get("/sw.js")).text)["keep"]
        own = {path.relative_to(FOLDER).as_posix() for path in (FOLDER / "js/score").glob("*.js")}
        assert own <= {address.split("/", 3)[3] for address in kept if address.startswith("/static/")}

    with_site(tmp_path, test)


def test_the_worker_knows_the_scorecards_addresses() -> None:
    text = (FOLDER / "sw.js").read_text("utf-8")
    assert r"/^\/s\/[a-z0-9]{16,40}$/" in text
    assert "path === '/score'" in text
