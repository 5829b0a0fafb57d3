"""Errors: one shape for programs, a page for people, one line for the log, never a stack trace."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from azulejos.store.db import StoreError
from azulejos.web.logs import OneLine
from tests.web.site import BROWSER, PROGRAM, Site, with_site


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/static/x/nowhere.js", 404, "not_found"),
        ("GET", "/static/x/../pages.py", 404, "not_found"),
        ("GET", "/t/nowhere", 404, "unknown_table"),
        ("GET", "/t/nowhere/replay", 404, "unknown_table"),
        ("GET", "/t/nowhere/record", 404, "unknown_table"),
        ("GET", "/t/nowhere/qr.svg", 404, "unknown_table"),
        ("GET", "/api/tables/nowhere/frames", 404, "unknown_table"),
        ("GET", "/t/" + "x" * 3000, 404, "unknown_table"),
        ("POST", "/", 405, "not_allowed"),
        ("GET", "/play", 405, "not_allowed"),
        ("PUT", "/api/lobby", 405, "not_allowed"),
        ("POST", "/play", 422, "bad_form"),
        ("POST", "/name", 422, "bad_form"),
        ("POST", "/t/nowhere/again", 422, "bad_form"),
    ],
)
def test_one_shape(tmp_path: Path, method: str, path: str, status: int, code: str) -> None:
    async def test(site: Site) -> None:
        program = await site.visitor().request(method, path, headers=PROGRAM)
        assert program.status_code == status
        error = program.json()
        assert set(error) == {"error"}
        assert set(error["error"]) == {"code", "message"}
        assert error["error"]["code"] == code
        assert error["error"]["message"]
        browser = await site.visitor().request(method, path, headers=BROWSER)
        assert browser.status_code == status
        if not path.startswith("/api/"):
            assert browser.headers["content-type"] == "text/html; charset=utf-8"
            assert error["error"]["message"] in browser.text.replace("&#39;", "'")

    with_site(tmp_path, test)


@pytest.mark.parametrize(
    "form",
    [
        {"players": "5"},
        {"players": "two"},
        {"game": "chess"},
        {"mode": "alone"},
        {"wall": "blue"},
        {"level": "deep"},
        {"mode": "bots", "players": "3", "level2": "deep"},
        {"starter": "2"},
        {"jokers": "yes"},
        {"colour": "red"},
        {"name": "x" * 101},
        {"level": "x" * 21},
        {"name": ["Ana", "Bea"]},
    ],
)
def test_a_form_that_no_page_of_ours_sends(tmp_path: Path, form: dict[str, Any]) -> None:
    async def test(site: Site) -> None:
        answer = await site.visitor(**PROGRAM).post("/play", data=form)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_form")
        assert (await site.visitor().post("/play", data=form)).status_code == 422

    with_site(tmp_path, test)


@pytest.mark.parametrize("name", ["x" * 25, "\u202eevil", "a\x00b", "tab\x07"])
def test_names_that_cannot_be_shown(tmp_path: Path, name: str) -> None:
    async def test(site: Site) -> None:
        for path in ("/play", "/name"):
            answer = await site.visitor(**PROGRAM).post(path, data={"name": name})
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_name")

    with_site(tmp_path, test)


def test_forms_are_forms(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor(**PROGRAM)
        assert (await ana.post("/name", json={"name": "Ana"})).status_code == 422
        assert (await ana.post("/name", files={"name": b"Ana"})).status_code in (400, 422)
        assert (await ana.post("/name", data={f"f{n}": "1" for n in range(99)})).status_code in (400, 422)
        broken = {"content-type": "multipart/form-data; boundary=x"}
        assert (await ana.post("/name", content=b"--y\r\n", headers=broken)).status_code in (400, 422)

    with_site(tmp_path, test)


def test_too_many_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        await site.table(ana)
        refused = await ana.post("/play", data={"name": "Ana"})
        assert refused.status_code == 429
        assert "too many games" in refused.text
        assert 'action="/play"' in refused.text

    monkeypatch.setattr("azulejos.service.lobby.MOST_TABLES", 1)
    with_site(tmp_path, test)


def test_a_fault_of_ours_is_one_line_in_the_log_and_no_trace_for_the_visitor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("in the cellar")

    async def test(site: Site) -> None:
        monkeypatch.setattr(site.house.service, "lobby", broken)
        for headers in (PROGRAM, BROWSER):
            caplog.clear()
            answer = await site.visitor().get("/", headers=headers)
            assert answer.status_code == 500
            assert "cellar" not in answer.text
            assert "Traceback" not in answer.text
            assert "x-content-type-options" in answer.headers
            (line,) = [record.getMessage() for record in caplog.records if record.name == "azulejos.web"]
            told = json.loads(line)
            assert (told["problem"], told["message"], told["at"]) == (
                "ZeroDivisionError",
                "in the cellar",
                "GET /",
            )
        error = (await site.visitor(**PROGRAM).get("/")).json()["error"]
        assert error["code"] == "our_fault"

    with caplog.at_level(logging.ERROR):
        with_site(tmp_path, test)


def test_a_store_that_fails_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StoreError("the disk is full")

    async def test(site: Site) -> None:
        ana = site.visitor(**PROGRAM)
        await ana.post("/name", data={"name": "Ana"})
        monkeypatch.setattr(site.house.store, "find_guest", full)
        answer = await ana.get("/api/lobby")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_saved")

    with_site(tmp_path, test)


def test_even_a_broken_error_page_says_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise LookupError("no template")

    async def test(site: Site) -> None:
        monkeypatch.setattr(type(site.house), "render", broken)
        answer = await site.visitor().get("/nowhere")
        assert (answer.status_code, answer.text) == (404, "Nothing here. There is no such page.")

    with_site(tmp_path, test)


def test_the_log_has_one_line_for_each_problem(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ZeroDivisionError("in\nthe cellar")
    except ZeroDivisionError:
        logging.getLogger("azulejos.tables").exception("table %s", "k3\n")
    line = OneLine("%(levelname)s %(message)s").format(caplog.records[0])
    assert "\n" not in line
    assert line.startswith("ERROR table k3")
    assert "(ZeroDivisionError: in the cellar; test_errors.py:" in line
