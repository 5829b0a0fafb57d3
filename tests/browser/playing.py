"""How a visitor plays through a page: what they look at, what they press."""

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlencode

from playwright.sync_api import TimeoutError as Late

PATIENCE = 60_000  # milliseconds: how long anything may take where ten other things run
# The page says whose turn it is before it is connected; what may be pressed is marked once it is.
MAY_DECIDE = "#app:has(.turn.yours):not(:has(.line-state)) :is(.azul-table, .pavtable)"
READY = f"{MAY_DECIDE}, .result"
FRAMES = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
# A page on its way has no element at all, and then not yet the one asked about: that is no mistake.
YET = "(it) => { try { return (%s)(it); } catch (e) { if (e instanceof TypeError) return null; throw e; } }"
GREY = {"wall": "grey"}
Seen = TypeVar("Seen")


def until(page: Any, so: str, arg: Any = None) -> Any:
    """Wait until a function of the page finds something; what it finds. Not for one that promises it."""
    try:
        # a function always: the content policy forbids to read a text a second time
        return page.wait_for_function(YET % so, arg=arg, polling=25).json_value()
    except Late:
        raise AssertionError(f"never so at {page.url}: {so} with {arg!r}") from None


def once(page: Any, look: Callable[[], Seen | None], what: str) -> Seen:
    """Look again and again until there is something to see; what that is."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if seen := look():
            return seen
        page.wait_for_timeout(25)
    raise AssertionError(f"never at {page.url}: {what}")


def onward(way: Any) -> None:
    """Press what leads to another page, and wait until that one is there instead of this."""
    with way.page.expect_navigation():
        way.click()


def open_game(page: Any, **wishes: str) -> str:
    """Fill the home page's form by its address, press the one big button; the table's address."""
    page.goto("/?" + urlencode(wishes))
    onward(page.locator("form.start button.primary"))
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#main")
    return str(page.url)


def skip(page: Any, enough: Callable[[dict[str, Any]], bool], move: Callable[[dict[str, Any]], str]) -> None:
    """Play the table of one device over the API, where nothing is drawn, until a view is the one wanted."""
    address = str(page.url)
    table = f"/api/tables/{address.rpartition('/')[2]}"
    page.goto("about:blank")
    view = page.request.get(table).json()
    while not enough(view):
        said = {"ply": view["ply"], "move": move(view["choices"]), "seat": view["acting"]}
        answer = page.request.post(f"{table}/moves", data=said)
        assert answer.ok, (said, answer.text())
        view = answer.json()
    page.goto(address)
    page.wait_for_selector("#main")


def my_turn(page: Any) -> bool:
    """Wait until there is something to decide; False once the game is over."""
    until(page, "it => document.querySelector(it) !== null", READY)
    return bool(page.locator(".result").count() == 0)


def drawn(page: Any) -> None:
    """Wait for what a page does a frame after a drawing: scroll, lead the focus elsewhere, fade in."""
    page.evaluate(FRAMES)


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
    until(page, "it => document.querySelector('#main').dataset.decision !== it", before)


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
