"""How a visitor plays Summer Pavilion: take, place, choose bonus tiles, pass."""

import json
from typing import Any

from tests.browser.conftest import Visitors
from tests.browser.playing import after, decision, my_turn, once, round_of, until

# Bonus tiles are in hand, or, where a single one was due, taken already.
CHOSEN = """([before, n]) => document.querySelector('#main').dataset.decision !== before
    || document.querySelectorAll('.supply .on').length >= n"""


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
    """One tile after the other; the button to take them says as long that it cannot be pressed yet."""
    before, take = decision(page), page.locator("[data-do=bonus]:not([aria-disabled=true])")
    for n in (1, 2, 3):
        page.locator(".supply [data-bonus]:not([aria-disabled=true])").first.click()
        until(page, CHOSEN, [before, n])
        if decision(page) != before:
            return
        if take.count():
            take.click()
            return


def _confirm(page: Any) -> None:
    """Only the move in hand: with none, what can be pressed belongs to the next decision."""
    ready = page.locator(".tray [data-do=confirm]")
    if ready.count():
        ready.click()


class Told:
    """What the server told a page: the last view and all entries so far."""

    def __init__(self, page: Any) -> None:
        self._last: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            self._last = message
            self.log[message["from"] :] = message["log"]

    def view(self, page: Any) -> dict[str, Any]:
        """The view that the page shows, once there is something to decide."""
        assert my_turn(page)
        return once(page, lambda: self._shown(page), "something to decide")

    def _shown(self, page: Any) -> dict[str, Any] | None:
        shown = str(self._last.get("ply")) == page.locator("#main").get_attribute("data-ply")
        return self._last if shown and self._last.get("choices") else None


def best(choices: dict[str, Any]) -> str:
    """A move that hastens bonus tiles: the fullest group, the space that completes most; pass at the last."""
    if choices["kind"] == "acquire":
        return str(max(choices["groups"], key=lambda group: group["count"])["move"])
    if choices["kind"] == "bonus":
        return "+" + "".join(sorted(choices["supply"], key="PGOYBR".index)[: choices["due"]])
    if choices["spaces"]:
        pillars = ["*1", "*2", "R2", "R3", "*6", "O2", "O3", "*3", "B2", "B3"]  # cheap neighbours (S12)
        space = max(choices["spaces"], key=lambda one: (one["due"], one["space"] in pillars, -one["number"]))
        return str(space["pays"][0]["move"])
    return "pass" + (f"={choices['pass']['keep']}" if choices["pass"]["keep"] else "")


def type_move(page: Any, move: str) -> None:
    """Into the box for typed moves; no faster than the server listens (20 messages in 2 s)."""
    before = decision(page)
    page.wait_for_timeout(70)
    page.locator(".typed .field").fill(move)
    page.locator(".typed .field").press("Enter")
    after(page, before)
