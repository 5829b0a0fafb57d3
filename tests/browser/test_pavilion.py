"""What is most likely to break at the Pavilion table: the grey side by keyboard, bonus tiles, passing."""

import json
from typing import Any

from tests.browser.conftest import PHONE, Visitors
from tests.browser.pavilion import Told, best, decide, type_move
from tests.browser.playing import after, decision, drawn, my_turn, open_game, round_of, skip

NEVER_LOST = "document.activeElement !== document.body"


def _at(page: Any, selector: str) -> bool:
    """Whether the focus is there."""
    return bool(page.evaluate("it => document.activeElement.matches(it)", selector))


def _keys(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def _take_by_keyboard(page: Any) -> None:
    """Tab leads into the market once; afterwards the focus is there."""
    for _ in range(40):
        if _at(page, ".market .group.can"):
            break
        _keys(page, "Tab")
    _keys(page, "ArrowRight", "Enter")


def _place_by_keyboard(page: Any) -> None:
    """To a space, to the payments, pay; or pass where the focus already stands on that."""
    if page.locator(".own .space.can").count() == 0:
        assert _at(page, "[data-do=pass-now], [data-do=pass]")
        _keys(page, "Enter")
        return
    if not _at(page, ".space.can"):
        _keys(page, "ArrowRight")
    assert _at(page, ".space.can")
    _keys(page, "Enter", "Enter")
    assert _at(page, ".pay")
    _keys(page, "Enter")


def _bonus_by_keyboard(page: Any) -> None:
    """A single tile is taken at once; several, once in hand, by the button that the focus is led to."""
    assert _at(page, "[data-bonus]"), "the focus is led to the bonus tiles"
    for _ in range(3):
        _keys(page, "Enter")
        if page.locator(".supply .on").count() == 0:
            return
        if _at(page, "[data-do=bonus]"):
            _keys(page, "Enter")
            return
        _keys(page, "ArrowRight")


def test_a_round_of_the_grey_side_by_keyboard_alone(visitors: Visitors, page: Any) -> None:
    open_game(page, game="pavilion", side="grey", level="greedy")
    hands = {"acquire": _take_by_keyboard, "place": _place_by_keyboard, "bonus": _bonus_by_keyboard}
    for done in range(60):
        if not my_turn(page) or round_of(page) > 1:
            break
        page.wait_for_selector("#main[data-choices]")
        before = decision(page)
        assert done == 0 or page.evaluate(NEVER_LOST), before
        hands[str(page.locator("#main").get_attribute("data-choices"))](page)
        after(page, before)
        assert page.evaluate(NEVER_LOST), before
    assert round_of(page) == 2
    visitors.shot(page, "round-2")


def test_bonus_tiles_are_chosen_from_the_supply(visitors: Visitors, page: Any) -> None:
    told = Told(page)
    open_game(page, mode="device", game="pavilion", name="Ana", name1="Bea")
    skip(page, lambda view: view["choices"]["kind"] == "bonus", best)
    visitors.shot(page, "bonus")
    view = told.view(page)
    due, before = view["choices"]["due"], decision(page)
    tiles = sorted(view["choices"]["supply"], key="PGOYBR".index)[:due]
    for letter in tiles:
        page.locator(f"[data-bonus={letter}]").click()
    if due > 1:
        assert page.locator("[data-do=bonus]").get_attribute("aria-disabled") is None
        page.locator("[data-do=bonus]").click()
    after(page, before)
    entry = next(e for e in told.log if e["told"]["kind"] == "bonus")
    assert sorted(entry["told"]["tiles"]) == sorted(tiles)


def test_passing_says_what_it_costs_and_keeps_what_was_chosen(visitors: Visitors, page: Any) -> None:
    told = Told(page)
    open_game(page, mode="device", game="pavilion", side="grey", name="Ana", name1="Bea")
    skip(page, lambda view: view["choices"]["kind"] == "place", best)
    view = told.view(page)
    before, seat, hand = decision(page), view["acting"], view["choices"]["pass"]["hand"]
    assert len(hand) > 4
    page.locator("[data-do=pass]").click()
    lost = page.locator(".pass-cost").inner_text()
    page.locator(".keep .btn:not([aria-disabled])", has_text="−").first.click()
    assert page.locator(".pass-cost").inner_text() != lost
    assert page.locator(".warn").count() == 1
    visitors.shot(page, "chooser")
    page.locator("[data-do=pass-now]").click()
    after(page, before)
    entry = next(e for e in told.log if e["told"]["kind"] == "pass")
    assert entry["seat"] == seat
    assert len(entry["told"]["kept"]) == 3
    assert page.locator(f"[data-seat='{seat}'] .corner [data-piece]").count() == 3


def test_passing_by_itself_where_nothing_can_be_placed(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    told = Told(page)
    open_game(page, mode="device", game="pavilion", name="Ana", name1="Bea")
    skip(page, lambda view: view["choices"]["kind"] != "acquire", best)
    page.locator(".autopass input").check()
    for _ in range(60):
        before, view = decision(page), told.view(page)
        if view["show"]["round"] > 1:
            break
        if view["choices"]["kind"] == "place" and not view["choices"]["spaces"]:
            after(page, before)  # the page is about to pass
            continue
        type_move(page, best(view["choices"]))
    passes = [e for e in told.log if e["told"]["kind"] == "pass"]
    assert len(passes) == 2
    assert "automatic" in page.locator(".log-list").inner_text(), json.dumps(passes)
    assert not page.locator(".autopass input").count() or not page.locator(".autopass input").is_checked()


def test_a_space_that_cannot_be_filled_says_why_with_its_rule(page: Any) -> None:
    open_game(page, game="pavilion", level="greedy")
    while my_turn(page) and page.locator("#main[data-choices=place]").count() == 0:
        decide(page)
    drawn(page)
    page.locator(".own .space[role=img]:not(.full)").last.click(force=True)
    page.wait_for_selector(".banner.error a[href^='/rules/pavilion#S']")
