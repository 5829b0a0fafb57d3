"""How a visitor plays through a page: what they look at, what they press."""

import random
from typing import Any
from urllib.parse import urlencode

READY = ".turn.yours, .result"
GREY = {"wall": "grey"}


def open_game(page: Any, **wishes: str) -> str:
    """Fill the home page's form by its address, press the one big button; the table's address."""
    page.goto("/?" + urlencode(wishes))
    page.locator("form.start button.primary").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#main")
    return str(page.url)


def my_turn(page: Any) -> bool:
    """Wait until there is something to decide; False once the game is over."""
    page.wait_for_selector(READY)
    return bool(page.locator(".result").count() == 0)


def ply(page: Any) -> int:
    """How many entries the page's log has."""
    return int(page.locator("#main").get_attribute("data-ply"))


def round_of(page: Any) -> int:
    """The round the page shows."""
    return int(page.locator("#main").get_attribute("data-round"))


def decision(page: Any) -> str:
    """What is to be decided: another text for every decision."""
    return str(page.locator("#main").get_attribute("data-decision"))


def after(page: Any, before: str) -> None:
    """Wait until the decision made has come back from the server as another, or as none."""
    page.wait_for_function("it => document.querySelector('#main').dataset.decision !== it", arg=before)


def draft(page: Any, chance: random.Random) -> None:
    """One Azul decision with the mouse: a group, then a line that takes it, or a cell of the grey wall."""
    before = decision(page)
    cells = page.locator(".mine .cell.legal")
    if cells.count():
        cells.nth(chance.randrange(cells.count())).click()
        after(page, before)
        return
    groups = page.locator(".market .group.can")
    groups.nth(chance.randrange(groups.count())).click()
    lines = page.locator(".mine .line.legal")
    fits = lines.count()
    (lines.nth(chance.randrange(fits)) if fits else page.locator(".mine .floor.legal")).click()
    confirm = page.locator(".tray .primary:enabled")
    if confirm.count():
        confirm.click()
    after(page, before)


def play_azul(page: Any, most: int = 200, seed: int = 1) -> int:
    """Play until the end or for so many decisions; how many were made."""
    chance = random.Random(seed)
    for done in range(most):
        if not my_turn(page):
            return done
        draft(page, chance)
    return most
