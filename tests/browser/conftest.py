"""A browser for the run, a server for each worker, pages for each test that may not complain or ask away."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.playing import PATIENCE
from tests.browser.running import ROOT, Running

CHROMIUM = os.environ.get("AZULEJOS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
SHOTS = ROOT / "build" / "screenshots"
WIDE, PHONE = (1440, 900), (390, 844)
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]

EXPECTED = ("WebSocket connection", "Service Worker registration blocked")  # servers come and go; `workers`


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no chromium here: see `make test`")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One for all tests of a worker that do not stop it."""
    running = Running(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()
    assert "Traceback" not in running.log(), running.log()


@pytest.fixture(scope="session")
def _own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("own"))
    yield running
    running.stop()


@pytest.fixture
def own(_own: Running) -> Running:
    """A server that may be stopped; who comes next finds it running, with what others left in it."""
    _own.start()
    return _own


class Visitors:
    """Opens pages, each of a visitor with cookies of their own, and listens to what they complain about."""

    pictures = True

    def __init__(self, browser: Any, address: str, name: str, workers: bool = False) -> None:
        """`workers` are service workers: a new visitor's fetches all files, a tenth of a test's time."""
        self._browser, self.address, self._name = browser, address, name
        self._workers = "allow" if workers or self.pictures else "block"
        self._contexts: list[Any] = []
        self.complaints: list[str] = []
        self.foreign: list[str] = []

    def page(self, size: tuple[int, int] = WIDE, language: str = "en-GB", **settings: Any) -> Any:
        """A new visitor's first page, still blank."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            has_touch=size == PHONE,
            base_url=self.address,
            **{"reduced_motion": "reduce", "service_workers": self._workers, **settings},
        )
        self._contexts.append(context)
        context.on("request", self._request)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self._console)
        return page

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws"), "data:", "blob:")):
            self.foreign.append(request.url)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(EXPECTED):
            self.complaints.append(f"{message.type}: {message.text}")

    def shot(self, page: Any, what: str, whole: bool = True) -> None:
        """Keep a picture to look at; nothing is compared, so `make test` does without."""
        if not self.pictures:
            return
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(SHOTS / f"{self._name}-{what}.png"), full_page=whole)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture(scope="session", autouse=True)
def pictures(request: pytest.FixtureRequest) -> None:
    Visitors.pictures = request.config.option.markexpr != "not slow"  # which is what `make test` runs


@pytest.fixture
def visitors(chromium: Any, server: Running, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    own = Visitors(chromium, server.address, request.node.name.removeprefix("test_").replace("/", "-"))
    yield own
    own.close()
    assert own.foreign == []
    assert own.complaints == []


@pytest.fixture
def page(visitors: Visitors) -> Any:
    return visitors.page()
