"""A browser for the run, a server for each worker, pages for each test that may not complain or ask away."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.running import ROOT, Running

CHROMIUM = os.environ.get("AZULEJOS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
SHOTS = ROOT / "build" / "screenshots"
WIDE, PHONE = (1440, 900), (390, 844)
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no chromium here: see `make test`")
    from playwright.sync_api import sync_playwright

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


class Visitors:
    """Opens pages, each of a visitor with cookies of their own, and listens to what they complain about."""

    def __init__(self, browser: Any, address: str, name: str) -> None:
        self._browser, self.address, self._name = browser, address, name
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
            **{"reduced_motion": "reduce", **settings},
        )
        self._contexts.append(context)
        context.on("request", self._request)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self._console)
        return page

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws"), "data:", "blob:")):
            self.foreign.append(request.url)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and "WebSocket connection" not in message.text:
            self.complaints.append(f"{message.type}: {message.text}")

    def shot(self, page: Any, what: str, whole: bool = True) -> None:
        """Keep a picture to look at; nothing is compared."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(SHOTS / f"{self._name}-{what}.png"), full_page=whole)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


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
