"""Other sites can do nothing in a visitor's name, whatever routes there are; no log line has a secret."""

import asyncio
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import BaseRoute

from azulejos.store.db import StoreError
from azulejos.web.logs import JsonLine, OneLine
from tests.web.site import HOST, PROGRAM, Site, with_site

SAFE = {"GET", "HEAD", "OPTIONS"}
FOREIGN = (
    {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
    {"sec-fetch-site": "same-site", "origin": f"https://other.{HOST}"},
    {"origin": "https://evil.example"},
    {"origin": "null"},
)


def unsafe(routes: list[BaseRoute]) -> list[tuple[str, str]]:
    """Every route that changes something: method and an address of it."""
    found: list[tuple[str, str]] = []
    for route in routes:
        path = str(getattr(route, "path", ""))
        found += unsafe(list(getattr(getattr(route, "original_router", route), "routes", None) or []))
        for method in sorted((getattr(route, "methods", None) or set()) - SAFE):
            found.append((method, re.sub(r"\{[^}]*\}", "x", path)))
    return found


def all_unsafe(site: Site) -> list[tuple[str, str]]:
    """By the routes of the app, else by what the API says of itself."""
    told = [
        (method.upper(), re.sub(r"\{[^}]*\}", "x", path))
        for path, methods in site.app.openapi().get("paths", {}).items()
        for method in methods
        if method.upper() not in SAFE
    ]
    return sorted({*unsafe(list(site.app.router.routes)), *told})


def test_every_route_that_changes_something_refuses_other_sites(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        await site.table(ana, name="Ana")
        routes = all_unsafe(site)
        assert {("POST", path) for path in ("/play", "/name", "/account/signin", "/api/tables")} <= set(
            routes
        )
        for method, path in routes:
            for headers in FOREIGN:
                answer = await ana.request(
                    method, path, data={"name": "Mallory"}, headers={**PROGRAM, **headers}
                )
                assert answer.status_code == 403, (method, path, headers)
                assert answer.json()["error"]["code"] == "foreign"
                assert "set-cookie" not in answer.headers
        page = (await ana.get("/")).text
        assert "Mallory" not in page

    with_site(tmp_path, test, limits=0.0)


def test_reading_changes_nothing(tmp_path: Path) -> None:
    """A link or a picture on another site can make a browser GET with cookies: no GET may do anything."""

    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        before = (await ana.get(f"/t/{name}/record")).text
        for _, path in all_unsafe(site):
            answer = await ana.get(path.replace("/x", f"/{name}"), headers={"sec-fetch-site": "cross-site"})
            assert answer.status_code < 500
        assert (await ana.get(f"/t/{name}/record")).text == before

    with_site(tmp_path, test, limits=0.0)


def test_a_cookie_cannot_be_read_by_scripts_nor_sent_by_foreign_forms(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        for scheme, secure in (("http", False), ("https", True)):
            answer = await site.visitor(scheme=scheme).get("/")
            for cookie in answer.headers.get_list("set-cookie"):
                words = [word.strip().lower() for word in cookie.split(";")]
                assert "httponly" in words
                assert "samesite=lax" in words
                assert ("secure" in words) == secure

    with_site(tmp_path, test)


# --- the log ---------------------------------------------------------------------------------------------

SECRETS = ("correct horse battery", "tok_0123456789abcdef", "Zuleika Private", "?code=hidden")


class Lines(logging.Handler):
    """Everything that is logged, at any level, in both ways of writing it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self._ways = (OneLine("%(asctime)s %(levelname)s %(name)s %(message)s"), JsonLine())

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.split(".")[0] == "azulejos":
            self.lines += [way.format(record) for way in self._ways]


@pytest.fixture
def lines() -> Any:
    handler, root = Lines(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler.lines
    root.removeHandler(handler)
    root.setLevel(level)


def test_log_lines_have_no_secret_in_them(
    tmp_path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor(**PROGRAM, authorization=f"Bearer {SECRETS[1]}")
        form = {"name": SECRETS[2], "password": SECRETS[0], "level": "greedy", "starter": "me"}
        await ana.get("/")
        cookies = [*ana.cookies.values(), SECRETS[0]]
        await site.table(site.visitor(), name=SECRETS[2])
        for _, path in all_unsafe(site):
            await ana.post(path + SECRETS[3], data=form)
        for trouble in (StoreError("the disk is full"), RuntimeError("broken"), KeyError("x")):

            async def broken(*_: object, trouble: Exception = trouble, **__: object) -> Any:
                raise trouble

            with monkeypatch.context() as patched:
                patched.setattr(site.house.store, "find_guest", broken)
                for path in ("/", "/play", "/name", "/api/lobby"):
                    await ana.request(
                        "POST" if path in ("/play", "/name") else "GET", path + SECRETS[3], data=form
                    )
                socket = site.socket("nowhere", ana, query=SECRETS[3][1:])
                async with asyncio.timeout(10):
                    await socket.task
        told = "\n".join(lines)
        assert "broken" in told  # the faults themselves are told
        for secret in (*SECRETS, *cookies, *(cookie.partition(".")[0] for cookie in cookies), "k" * 32):
            assert secret not in told

    with_site(tmp_path, test, limits=0.0)


def test_what_a_database_says_is_told_without_the_values() -> None:
    from sqlalchemy.exc import IntegrityError

    from azulejos.store.errors import told

    said = IntegrityError(
        "INSERT INTO guests VALUES (?)", ("secret hash",), Exception("NOT NULL failed: guests.id")
    )
    with pytest.raises(StoreError) as trouble, told("azulejos.db"):
        raise said
    assert "secret hash" not in str(trouble.value)
