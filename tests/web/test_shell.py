"""The site as an app: manifest, icons, service worker, offline page; and nobody's data in them."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest

from azulejos.web.assets import FOLDER
from azulejos.web.shell import ICONS
from tests.web.site import HOST, Site, with_site

SIZES = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "touch-180": 180}


@pytest.mark.parametrize("name", SIZES)
def test_icons_are_small_square_pictures(name: str) -> None:
    content = (FOLDER / "icons" / f"{name}.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, colour = struct.unpack(">IIBB", content[16:26])
    assert (width, height, depth) == (SIZES[name], SIZES[name], 8)
    assert colour in (2, 6)
    assert len(content) < 20_000


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_manifest_has_what_an_installable_site_needs(tmp_path: Path, lang: str) -> None:
    async def test(site: Site) -> None:
        page = (await site.visitor(accept_language=lang).get("/")).text
        link = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
        assert len(link) == 1
        answer = await site.visitor(accept_language="de").get(link[0])  # asked for without cookies
        assert answer.headers["content-type"] == "application/manifest+json"
        assert "set-cookie" not in answer.headers
        told = answer.json()
        assert (told["lang"], told["name"]) == (lang, "Azulejos")
        assert told["description"] == site.house.texts[lang].t("site.about")
        assert (told["id"], told["start_url"], told["scope"]) == ("/", "/", "/")
        assert told["display"] == "standalone"
        assert all(re.fullmatch("#[0-9a-f]{6}", told[name]) for name in ("background_color", "theme_color"))
        assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
            ("192x192", "any"),
            ("512x512", "any"),
            ("512x512", "maskable"),
        }
        for icon in told["icons"]:
            picture = await site.visitor().get(icon["src"])
            assert (picture.status_code, picture.headers["content-type"]) == (200, icon["type"])
        for shortcut in told["shortcuts"]:
            assert (await site.visitor().get(shortcut["url"])).status_code == 200

    with_site(tmp_path, test)


def shell_of(script: str) -> dict[str, Any]:
    """What the server put before the worker's text."""
    found = re.match(r"self\.SHELL = (\{.*\});\n", script)
    assert found is not None
    shell: dict[str, Any] = json.loads(found[1])
    return shell


def test_the_worker_comes_with_the_files_it_keeps(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        answer = await site.visitor().get("/sw.js")
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert "worker-src 'self'" in answer.headers["content-security-policy"]
        assert "set-cookie" not in answer.headers
        shell = shell_of(answer.text)
        assert shell["files"] == f"/static/{site.house.assets.hash}/"
        assert set(shell["offline"]) == {"en", "fr"}
        assert set(shell["offline"].values()) <= set(shell["keep"])
        for address in shell["keep"]:
            kept = await site.visitor().get(address)
            assert kept.status_code == 200
            assert "set-cookie" not in kept.headers

    with_site(tmp_path, test)


def test_another_file_or_another_text_is_another_worker(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        first = shell_of((await ana.get("/sw.js")).text)
        assert shell_of((await ana.get("/sw.js")).text) == first
        site.house.texts["fr"].texts["offline.title"] = "Ailleurs"
        second = shell_of((await ana.get("/sw.js")).text)
        assert second["version"] != first["version"]
        assert second["files"] == first["files"]
        site.house.assets.hash = "0" * 16
        third = shell_of((await ana.get("/sw.js")).text)
        assert third["version"] not in (first["version"], second["version"])
        assert third["files"] == "/static/0000000000000000/"

    with_site(tmp_path, test)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_offline_page_is_the_same_for_everybody(tmp_path: Path, lang: str) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        await site.table(ana, name="Secret Ana")
        mine, anybody = await ana.get(f"/offline/{lang}"), await site.visitor().get(f"/offline/{lang}")
        assert mine.text == anybody.text
        assert "Ana" not in mine.text
        assert f'<html lang="{lang}">' in mine.text
        assert site.house.texts[lang].t("offline.title") in mine.text
        kept = shell_of((await ana.get("/sw.js")).text)["keep"]
        needed = re.findall(r'(?:href|src)="(/[^"]+)"', mine.text)
        assert set(needed) <= set(kept)  # it looks as it should without the server
        assert (await ana.get("/offline/xx")).status_code == 404

    with_site(tmp_path, test)


def test_every_page_names_its_icons_and_its_colours(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        for path in ("/", "/rules", "/nowhere", f"/t/{await site.table(ana)}"):
            page = (await ana.get(path)).text
            assert page.count('rel="manifest"') == 1
            assert page.count('rel="apple-touch-icon"') == 1
            assert page.count('name="theme-color"') == 2
            assert "js/shell.js" in page
        ana.cookies.set("theme", "dark", domain=HOST)
        assert (await ana.get("/")).text.count('name="theme-color"') == 1

    with_site(tmp_path, test)


def test_the_manifest_names_icons_that_are_there() -> None:
    assert all((FOLDER / name).is_file() for name, _, _ in ICONS)
