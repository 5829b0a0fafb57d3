"""The app in a browser that knows it: installable, an offline page while we are gone, and on with it."""

import random
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.browser.conftest import Visitors
from tests.browser.playing import draft, my_turn, once, open_game, ply, until
from tests.browser.running import Running

READY = "navigator.serviceWorker.ready.then(() => true)"
OURS = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def visitor(chromium: Any, own: Running, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    visitors = Visitors(chromium, own.address, request.node.name.removeprefix("test_"), workers=True)
    yield visitors
    visitors.close()
    assert visitors.foreign == []


def settled(page: Any) -> None:
    """Wait until the service worker serves the page."""
    assert page.evaluate(READY)
    until(page, OURS)


def kept(page: Any) -> list[str]:
    """The paths of everything that the browser's caches hold."""
    found: list[str] = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname)))).flat()"
    )
    return found


def test_chromium_would_install_it(visitor: Visitors) -> None:
    page = visitor.page()
    page.goto("/")
    settled(page)
    tools = page.context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest?lang=en")
    wrong = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in wrong if error["errorId"] != "in-incognito"] == []
    assert visitor.complaints == []


@pytest.mark.parametrize(
    ("language", "title"),
    [
        pytest.param("en-GB", "cannot be reached", marks=pytest.mark.slow),
        ("fr-FR", "injoignable"),
    ],
)
@pytest.mark.slow
def test_a_page_asked_for_while_the_server_is_gone_comes_back_with_it(
    visitor: Visitors, own: Running, language: str, title: str
) -> None:
    page = visitor.page(language=language)
    page.goto("/")
    page.locator("[data-do=theme]").click()  # dark, where the system is light
    open_game(page, level="greedy", name="Ana")
    chance = random.Random(3)
    my_turn(page)
    draft(page, chance)
    my_turn(page)
    settled(page)
    before, address = ply(page), page.url
    own.stop()
    page.reload()
    assert title in page.locator("h1").inner_text()
    assert page.url == address
    assert page.evaluate("getComputedStyle(document.querySelector('.sorry')).display") == "grid"
    until(page, "() => getComputedStyle(document.documentElement).colorScheme === 'dark'")
    visitor.shot(page, "offline")
    page.goto("/rules")  # any other page as well
    assert title in page.locator("h1").inner_text()
    page.goto(address)
    own.start()
    page.wait_for_selector(".market")  # by itself
    my_turn(page)
    assert ply(page) == before
    draft(page, chance)
    my_turn(page)
    assert ply(page) > before


class BadGateway(BaseHTTPRequestHandler):
    """What a proxy says while the server behind it starts again."""

    def do_GET(self) -> None:
        self.send_error(502)

    def log_message(self, *_: object) -> None:
        pass


def test_a_proxy_that_answers_in_our_place_is_not_shown(visitor: Visitors, own: Running) -> None:
    page = visitor.page()
    page.goto("/rules")
    settled(page)
    own.stop()
    with ThreadingHTTPServer(("127.0.0.1", own.port), BadGateway) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        page.reload()
        assert "cannot be reached" in page.locator("h1").inner_text()
        proxy.shutdown()
    own.start()
    page.wait_for_selector("[data-offline]", state="detached")
    assert page.url.endswith("/rules")


class Newer(BadGateway):
    """The next version of the server, with other files under the old addresses; it says that they are."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/javascript")
        self.send_header("cache-control", "no-cache")
        self.end_headers()
        self.wfile.write(b"// newer")


def test_a_newer_file_is_not_kept_under_an_old_address(visitor: Visitors, own: Running) -> None:
    page = visitor.page()
    page.goto("/rules")
    settled(page)
    folder = next(path for path in kept(page) if path.startswith("/static/")).split("/")[2]
    own.stop()
    with ThreadingHTTPServer(("127.0.0.1", own.port), Newer) as newer:
        threading.Thread(target=newer.serve_forever, daemon=True).start()
        address = f"/static/{folder}/js/of-a-later-page.js"
        assert page.evaluate(f"fetch('{address}').then((answer) => answer.text())") == "// newer"
        assert address not in kept(page)
        newer.shutdown()


def test_nothing_about_anybody_is_kept(visitor: Visitors) -> None:
    page = visitor.page()
    open_game(page, level="greedy", name="Zuleika")
    settled(page)
    my_turn(page)
    page.reload()
    page.wait_for_selector(".market")
    page.goto(page.url + "/replay")
    page.wait_for_selector(".market")
    page.goto("/")
    paths = kept(page)
    assert any(path.endswith("/js/table.js") for path in paths)
    assert {path.split("/")[1] for path in paths} == {"static", "offline", "language"}
    held = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).filter((name) => name !== 'azulejos-language')"
        ".map(async (name) => Promise.all((await (await caches.open(name)).keys())"
        ".map(async (each) => (await caches.match(each)).text()))))).flat().join('')"
    )
    assert "offline.js" in held
    assert "Zuleika" not in held
    assert visitor.complaints == []


def test_files_come_from_the_cache_the_second_time(visitor: Visitors) -> None:
    page = visitor.page()
    page.goto("/")
    settled(page)
    page.reload()
    page.wait_for_load_state("load")
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    page.reload()
    page.wait_for_load_state("load")
    files = [answer for answer in answers if "/static/" in answer.url]
    assert files
    assert all(answer.from_service_worker for answer in files)


def test_a_new_version_takes_over_and_clears_what_the_old_one_kept(visitor: Visitors) -> None:
    page = visitor.page()
    page.goto("/")
    settled(page)
    page.evaluate(
        "caches.open('azulejos-0123456789abcdef').then((cache) => cache.put('/static/old', new Response('')))"
    )
    # the browser has an older worker: as if this one's bytes had been others
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.unregister())")
    page.goto("/rules")
    settled(page)
    once(page, lambda: "/static/old" not in kept(page), "what the old one kept is gone")
    versions = "async () => (await caches.keys()).filter((name) => /-[0-9a-f]{16}$/.test(name)).length"
    assert page.evaluate(versions) == 1
