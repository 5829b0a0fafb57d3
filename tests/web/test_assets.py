"""Static files: kept by browsers for ever under an address that changes with their contents."""

import gzip
import os
from pathlib import Path

import pytest

from azulejos.web.assets import FOLDER, TYPES, Assets
from tests.web.site import Site, with_site


def test_files_are_kept_for_ever_under_their_own_address(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        anyone = site.visitor()
        address = site.house.assets.address("css/tokens.css")
        found = await anyone.get(address)
        assert found.content == (FOLDER / "css" / "tokens.css").read_bytes()
        assert found.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert found.headers["content-type"] == "text/css; charset=utf-8"
        assert found.headers["content-encoding"] == "gzip"
        assert "set-cookie" not in found.headers
        plain = await anyone.get(address, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == found.content
        old = await anyone.get("/static/0123456789abcdef/css/tokens.css")
        assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")

    with_site(tmp_path, test)


def test_nothing_outside_the_folder_can_be_had(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        base = f"/static/{site.house.assets.hash}"
        for path in (
            "../app.py",
            "%2e%2e/app.py",
            "js/../../app.py",
            "",
            "css",
            "/etc/passwd",
            "..%5capp.py",
        ):
            assert (await site.visitor().get(f"{base}/{path}")).status_code == 404, path

    with_site(tmp_path, test)


def test_every_file_is_of_a_kind_we_can_name() -> None:
    odd = [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix not in TYPES]
    assert odd == []


def folder(path: Path) -> Path:
    (path / "a").mkdir()
    (path / "a" / "x.js").write_text("export const x = 1;\n" * 50)
    (path / "y.svg").write_text("<svg/>")
    (path / "notes.md").write_text("not for the world")
    return path


def test_the_address_changes_with_any_file(tmp_path: Path) -> None:
    assets = Assets(folder(tmp_path))
    before = assets.address("a/x.js")
    assert before == Assets(tmp_path).address("a/x.js")
    (tmp_path / "y.svg").write_text("<svg></svg>")
    os.utime(tmp_path / "y.svg", (1, 1))
    assets.read()
    assert assets.address("a/x.js") != before
    assert assets.drawing("y.svg") == "<svg></svg>"
    (tmp_path / "y.svg").rename(tmp_path / "z.svg")
    assert Assets(tmp_path).hash != assets.hash


def test_small_files_are_not_packed_and_large_ones_are(tmp_path: Path) -> None:
    assets = Assets(folder(tmp_path))
    assert sorted(assets.files) == ["a/x.js", "y.svg"]
    assert assets.files["y.svg"].packed is None
    packed = assets.files["a/x.js"].packed
    assert packed is not None
    assert gzip.decompress(packed) == assets.files["a/x.js"].plain
    assert (assets.has("y.svg"), assets.has("notes.md")) == (True, False)
    with pytest.raises(LookupError, match=r"there is no static file 'nowhere\.js'"):
        assets.address("nowhere.js")


def test_a_script_is_known_with_all_that_it_imports(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "main.js").write_text(
        "import { a,\n  b } from './a.js';\nimport './deep/b.js';\n// import './c.js' is no more\n"
    )
    (tmp_path / "js" / "a.js").write_text("export { x } from './main.js';\nconst z = 'from ./c.js';\n")
    (tmp_path / "js" / "c.js").write_text("")
    (tmp_path / "js" / "deep").mkdir()
    (tmp_path / "js" / "deep" / "b.js").write_text('export * from "../d.js";\nimport "./nowhere.js";\n')
    (tmp_path / "js" / "d.js").write_text("")
    assets = Assets(tmp_path)
    names = ["js/main.js", "js/a.js", "js/deep/b.js", "js/d.js"]
    assert assets.modules("js/main.js") == [assets.address(name) for name in names]


def test_while_developing_a_change_is_seen_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(site: Site) -> None:
        before = site.house.assets.hash
        monkeypatch.setattr(site.house.assets, "_folder", folder(tmp_path / "static"))
        assert (await site.visitor().get(f"/static/{before}/y.svg")).text == "<svg/>"
        assert site.house.assets.hash != before

    (tmp_path / "static").mkdir()
    with_site(tmp_path, test, develop=True)


def test_pages_are_packed_too(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        assert (await site.visitor().get("/")).headers["content-encoding"] == "gzip"

    with_site(tmp_path, test)
