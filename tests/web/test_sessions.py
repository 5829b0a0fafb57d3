"""Guests: a signed secret in a cookie that scripts cannot read; the store has only its hash."""

import asyncio
import hashlib
import re
import sqlite3
import stat
import sys
import time
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from azulejos.web.sessions import KEY_FILE, Badges, hashed, signing_key
from tests.web.site import PROGRAM, Site, with_site


def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        for scheme, secure in (("http", ""), ("https", True)):
            answer = await site.visitor(scheme).get("/")
            cookie = SimpleCookie(answer.headers["set-cookie"])["guest"]
            assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "lax", "/")
            assert cookie["max-age"] == str(365 * 24 * 3600)
            assert cookie["secure"] == secure

    with_site(tmp_path, test)


def test_who_has_a_cookie_keeps_it(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        assert "set-cookie" in (await ana.get("/")).headers
        assert "set-cookie" not in (await ana.get("/")).headers
        assert "set-cookie" not in (await ana.post("/name", data={"name": "Ana"})).headers

    with_site(tmp_path, test)


def test_the_store_knows_only_a_hash(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        await site.table(ana)
        secret = ana.cookies["guest"].split(".")[0]
        with sqlite3.connect(tmp_path / "azulejos.db") as database:
            rows = str(database.execute("select * from sessions").fetchall())
        database.close()
        assert hashlib.sha256(secret.encode()).hexdigest() in rows
        assert secret not in rows
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert secret.encode() not in kept

    with_site(tmp_path, test)


def test_looking_around_writes_nobody_down(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        name = await site.table(site.visitor())
        for path in ("/", f"/t/{name}", f"/t/{name}/replay", "/api/lobby"):
            await site.visitor().get(path)
        with sqlite3.connect(tmp_path / "azulejos.db") as database:
            assert database.execute("select count(*) from guests").fetchone() == (1,)
        database.close()

    with_site(tmp_path, test)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda value: value[:-5] + ("A" if value[-5] != "A" else "B") + value[-4:],
        lambda value: "x" + value[1:],
        lambda value: value.split(".")[0],
        lambda value: value.rpartition(".")[0] + ".",
        lambda value: value + "." + value,
        lambda _: Badges(b"another key of ours, thirty-two b").write("secret"),
        lambda _: "",
        lambda _: "x" * 4000,
    ],
)
def test_a_cookie_that_we_did_not_sign_is_nobodys(tmp_path: Path, tamper: Any) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        forged = site.visitor(cookie=f"guest={tamper(ana.cookies['guest'])}")
        assert (await forged.get("/api/lobby")).json()["mine"] == []
        page = await forged.get(f"/t/{name}")
        assert page.status_code == 200
        assert '"you":[]' in page.text
        assert "set-cookie" in page.headers

    with_site(tmp_path, test)


def test_an_old_cookie_is_renewed_and_a_very_old_one_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    badges = Badges(b"k" * 32)
    now, day = time.time(), 24 * 3600
    assert badges.read(badges.write("secret")) == ("secret", False)
    assert badges.read("é") == (None, True)
    clock_set_back = (-day, ("secret", True))
    for age, expected in ((8 * day, ("secret", True)), (366 * day, (None, True)), clock_set_back):
        monkeypatch.setattr("itsdangerous.timed.time.time", lambda age=age: now - age)
        value = badges.write("secret")
        monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now)
        assert badges.read(value) == expected


def test_two_tabs_at_once_are_one_guest(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        await ana.get("/")
        names = await asyncio.gather(*(ana.post("/name", data={"name": "Ana"}) for _ in range(6)))
        assert {answer.status_code for answer in names} == {303}
        with sqlite3.connect(tmp_path / "azulejos.db") as database:
            assert database.execute("select count(*) from guests").fetchone() == (1,)
        database.close()

    with_site(tmp_path, test)


def test_secrets_are_long_and_never_the_same() -> None:
    badges = Badges(b"k" * 32)
    made = {badges.new() for _ in range(100)}
    assert len(made) == 100
    assert all(len(secret) >= 32 for secret in made)
    assert re.fullmatch("[0-9a-f]{64}", hashed("secret"))


# --- the key ---------------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_readable_by_nobody_else(tmp_path: Path) -> None:
    key = signing_key(tmp_path)
    assert len(key) == 32
    assert signing_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_a_second_server_that_starts_at_once_takes_the_first_ones_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _self: False)  # both looked before either wrote
    assert signing_key(tmp_path) == signing_key(tmp_path)


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr("os.link", refuse)
    assert signing_key(tmp_path) == signing_key(tmp_path)


def test_a_broken_key_file_is_told(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_bytes(b"short")
    with pytest.raises(OSError, match="holds no key"):
        signing_key(tmp_path)


def test_cookies_outlive_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with Site(tmp_path, secret=b"") as site:
            ana = site.visitor(**PROGRAM)
            await ana.post("/play", data={"level": "greedy"})
            cookie = ana.cookies["guest"]
        async with Site(tmp_path, secret=b"") as site:
            mine = (await site.visitor(cookie=f"guest={cookie}").get("/api/lobby")).json()["mine"]
            assert len(mine) == 1

    asyncio.run(test())
