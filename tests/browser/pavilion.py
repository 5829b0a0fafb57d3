"""How a visitor plays Summer Pavilion: take, place, choose bonus tiles, pass."""

from typing import Any

from tests.browser.conftest import Visitors
from tests.browser.playing import after, decision, my_turn, round_of


def play_pavilion(page: Any, visitors: Visitors, until_round: int) -> None:
    """Play with whatever comes first until a round begins; a picture of each kind of decision."""
    seen: set[str] = set()
    for _ in range(120):
        if not my_turn(page) or round_of(page) >= until_round:
            return
        kind = str(page.locator("#main").get_attribute("data-choices"))
        if kind not in seen:
            seen.add(kind)
            visitors.shot(page, kind)
        decide(page)
    raise AssertionError("the round never ended")


def decide(page: Any) -> None:
    """Whatever is asked, the first that may be answered."""
    page.wait_for_selector("#main[data-choices]")
    before = decision(page)
    kind = str(page.locator("#main").get_attribute("data-choices"))
    {"acquire": take, "place": place, "bonus": bonus}[kind](page)
    after(page, before)


def take(page: Any) -> None:
    page.locator(".market .group.can").first.click()
    _confirm(page)


def place(page: Any) -> None:
    """A space of the board by keyboard, on a phone by star and step; pass where nothing fits."""
    if page.locator(".space.can, [data-pick-star]:enabled").count() == 0:
        page.locator("[data-do=pass-now], [data-do=pass]").first.click()
        return
    if page.viewport_size["width"] < 768:  # a space is narrower than a finger: the star, then its step
        page.locator("[data-pick-star]:enabled").first.click()
        page.locator("[data-step]:enabled").first.click()
    else:
        page.locator(".space.can").first.focus()
        page.keyboard.press("Enter")
    page.locator(".pays .pay").first.click()
    _confirm(page)


def bonus(page: Any) -> None:
    while page.locator(".supply .group:enabled, .supply button:enabled").count():
        page.locator(".supply .group:enabled, .supply button:enabled").first.click()
        if page.locator(".desk .primary:enabled, .tray .primary:enabled").count():
            break
    page.locator(".desk .primary:enabled, .tray .primary:enabled").first.click()


def _confirm(page: Any) -> None:
    ready = page.locator(", ".join(f"{place} .primary:enabled" for place in (".desk", ".tray", "dialog")))
    if ready.count():
        ready.first.click()
