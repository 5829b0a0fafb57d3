"""The README's pictures of the pages, taken from the running app: `make picture`."""

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from azulejos.study.files import as_json
from azulejos.study.sheet import fields_of
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.pavilion import decide
from tests.browser.playing import draft, my_turn, open_game, round_of
from tests.browser.running import Running
from tests.browser.test_league import fill_demo, found_league
from tests.browser.test_taps import blank, open_sheet, played, tap_wall
from tests.web.leaguedemo import demo_results

SIZE = {"width": 1280, "height": 800}
LIGHT: dict[str, Any] = {"viewport": SIZE, "locale": "en-GB", "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}


def azul(page: Page) -> None:
    """Three players in their third round, a group in hand over a line that it completes."""
    open_game(page, name="Ana", players="3", level="greedy")
    chance = random.Random(4)
    while my_turn(page) and round_of(page) < 3:
        draft(page, chance)
    for _ in range(2):
        my_turn(page)
        draft(page, chance)
    my_turn(page)
    page.keyboard.press("Escape")
    for group in page.locator(".market .group.can").all():
        group.click()
        full = page.locator(".mine .line.legal:has(.chip.good)")
        if full.count():
            full.last.hover()
            return


def pavilion(page: Page) -> None:
    """Placing in the third round, a space chosen."""
    open_game(page, game="pavilion", name="Ana", level="greedy")
    while my_turn(page) and (round_of(page) < 3 or page.locator("#main[data-choices=place]").count() == 0):
        decide(page)
    page.locator(".space.can").last.focus()
    page.keyboard.press("Enter")


def scorecard(page: Page) -> None:
    """A wall being tapped in the third round, at a table of three."""
    fields = fields_of(played("azul", 5, players=3))
    before = {
        key: value
        for key, value in fields.items()
        if key.startswith(("r1/", "r2/")) or (key.startswith("t/") and str(value)[0] in "12")
    }
    open_sheet(page, before | blank(fields) | {"rounds": 3})
    for seat in range(2):
        tap_wall(page, fields, seat, 3)
        page.locator(".entry > .btn.primary").click()
    page.locator(".tab[data-seat='1']").click()


def league(page: Page) -> None:
    """The demo league's ranking, once another member has come."""
    address = found_league(page)
    text = as_json(demo_results(160)).replace(" <b>", "")
    with tempfile.TemporaryDirectory() as folder:
        fill_demo(page, address, Path(folder), text=text)
    page.goto(f"{address}/settings")
    link = page.locator("#invite-link").input_value()
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context().new_page()
    other.goto(link)
    other.get_by_label("Mireille").check()
    other.get_by_role("button", name="Join").click()
    other.wait_for_selector(".club-tabs")
    page.goto(address)


PICTURES: dict[str, tuple[Callable[[Page], None], dict[str, Any]]] = {
    "azul": (azul, {}),
    "pavilion": (pavilion, {}),
    "scorecard": (scorecard, PHONE),
    "league": (league, {}),
}


def main(folder: Path, *names: str) -> None:
    """Take those named, or all: light, in English."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Running(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in names or PICTURES:
            prepare, more = PICTURES[name]
            settings = LIGHT | more
            page = browser.new_context(base_url=server.address, **settings).new_page()
            prepare(page)
            page.wait_for_timeout(1500)  # edges that mark what is new have faded
            page.screenshot(path=str(folder / f"{name}.png"))
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
