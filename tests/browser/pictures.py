"""The README's pictures of the pages, taken from the running app: `make picture`."""

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.pavilion import decide
from tests.browser.playing import draft, my_turn, open_game, round_of
from tests.browser.running import Running

SIZE = {"width": 1280, "height": 800}


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


def main(folder: Path) -> None:
    """Take them all, light, in English."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Running(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, prepare in (("azul", azul), ("pavilion", pavilion)):
            settings: dict[str, Any] = {"viewport": SIZE, "locale": "en-GB", "reduced_motion": "reduce"}
            page = browser.new_context(base_url=server.address, **settings).new_page()
            prepare(page)
            page.wait_for_timeout(1500)  # edges that mark what is new have faded
            page.screenshot(path=str(folder / f"{name}.png"))
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
