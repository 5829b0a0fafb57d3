"""Whole games through the page, with mouse, finger and keyboard."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.pavilion import play_pavilion
from tests.browser.playing import (
    after,
    decision,
    draft,
    drawn,
    my_turn,
    onward,
    open_game,
    play_azul,
    ply,
    until,
)


def test_a_newcomer_is_in_a_game_in_two_clicks_and_plays_it_to_the_end(visitors: Visitors, page: Any) -> None:
    page.goto("/")
    visitors.shot(page, "home")
    onward(page.get_by_role("button", name="Play now"))
    page.wait_for_selector(".market .group")
    assert my_turn(page)
    visitors.shot(page, "first-turn")
    page.locator(".market .group.can").first.click()
    page.locator(".mine .line.legal").nth(2).hover()
    visitors.shot(page, "group-in-hand")
    page.keyboard.press("Escape")
    assert play_azul(page) > 10
    page.wait_for_selector(".result")
    visitors.shot(page, "result")
    assert page.locator(".story").count() == 0  # the last round's card does not lie on the points
    assert page.locator(".result h2").inner_text()
    table = page.locator(".result table, .sums").first
    assert "Total" in table.inner_text()
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    text = download.value.path().read_text()
    assert text.startswith("azulejos record 1")
    assert "result " in text
    page.get_by_role("button", name="Rematch").click()
    until(page, "() => document.querySelector('#main').dataset.ply < 6")
    assert my_turn(page)


def test_a_whole_game_by_keyboard_alone(visitors: Visitors, page: Any) -> None:
    open_game(page, level="greedy")
    chance = random.Random(3)
    page.keyboard.press("m")  # to the market
    for _ in range(200):
        if not my_turn(page):
            break
        before = decision(page)
        _keys_to_a_group(page, chance)
        page.keyboard.press("Enter")
        until(page, "() => document.activeElement.matches('.mine .legal')")  # the focus follows the hand
        for _ in range(chance.randrange(3)):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        after(page, before)
    page.wait_for_selector(".result")
    assert page.locator(".result h2").is_visible()
    visitors.shot(page, "result")


def _keys_to_a_group(page: Any, chance: random.Random) -> None:
    """Arrows lead round the market; Tab leads into it if the focus is elsewhere."""
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.market .group.can')"):
            break
        page.keyboard.press("Tab")
    for _ in range(chance.randrange(4)):
        page.keyboard.press("ArrowRight")


def test_every_move_can_be_typed(page: Any) -> None:
    open_game(page, level="greedy")
    for _ in range(3):
        assert my_turn(page)
        before = decision(page)
        group = page.locator(".market .group.can").first.get_attribute("data-group")
        page.locator(".typed .field").fill(f"{group}>f")
        page.keyboard.press("Enter")
        after(page, before)
    page.locator(".typed .field").fill("nonsense")
    assert my_turn(page)
    page.locator(".typed .field").press("Enter")
    page.wait_for_selector(".banner.error")


def test_a_tile_can_be_dragged_to_its_line(page: Any) -> None:
    open_game(page, level="greedy")
    assert my_turn(page)
    before = decision(page)
    page.locator(".market .group.can").first.drag_to(page.locator(".mine .line").nth(4))
    after(page, before)


@pytest.mark.slow
def test_the_whole_table_on_one_device(visitors: Visitors, page: Any) -> None:
    open_game(page, mode="device", players="3", name="Ana", name1="Bea", name2="Carl")
    chance, seen = random.Random(2), set()
    for _ in range(9):
        assert my_turn(page)
        seen.add(page.locator(".mine .seat-name b").inner_text())
        draft(page, chance)
    visitors.shot(page, "third-turn")
    assert seen == {"Ana", "Bea", "Carl"}


@pytest.mark.slow
def test_the_grey_wall_asks_where_each_tile_goes(visitors: Visitors, page: Any) -> None:
    open_game(page, level="greedy", wall="grey", players="3", level1="greedy", level2="greedy")
    chance, chose = random.Random(5), 0
    for _ in range(80):
        if not my_turn(page):
            break
        if page.locator(".mine .cell.legal").count():
            if chose == 0:
                visitors.shot(page, "choice")
            chose += 1
        draft(page, chance)
        if chose > 2:
            break
    assert chose > 2


def test_jokers_are_taken_with_a_colour_or_alone(visitors: Visitors, page: Any) -> None:
    open_game(page, level="greedy", jokers="on")
    chance, offered = random.Random(4), False
    for _ in range(60):
        if not my_turn(page):
            break
        for place in page.locator(".plate:has([data-piece=J]) .group.can:not([data-group$=J])").all()[:1]:
            place.click()
            if page.locator(".tray .small-choice").count():
                visitors.shot(page, "with-or-without")
                before = decision(page)
                page.locator(".tray .small-choice .btn").last.click()
                page.locator(".mine .line.legal, .mine .floor.legal").first.click()
                if page.locator(".tray .primary:enabled").count():
                    page.locator(".tray .primary:enabled").click()
                after(page, before)
                offered = True
            else:
                page.keyboard.press("Escape")
        if offered:
            break
        draft(page, chance)
    assert offered


@pytest.mark.slow  # a whole game of it is played by taps
def test_a_whole_round_of_summer_pavilion(visitors: Visitors, page: Any) -> None:
    open_game(page, game="pavilion", level="greedy")
    play_pavilion(page, visitors, until_round=2)
    assert "2" in page.locator(".wild").inner_text()


def test_summer_pavilion_on_a_phone_by_touch(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    open_game(page, game="pavilion", level="greedy", side="grey")
    play_pavilion(page, visitors, until_round=2)


def test_a_phone_plays_without_zoom_or_sideways_scroll(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    open_game(page, level="greedy")
    assert play_azul(page, most=4) == 4
    assert my_turn(page)
    page.locator(".market .group.can").first.tap()
    visitors.shot(page, "group-in-hand")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        "() => [...document.querySelectorAll('.market .group.can, .mine button.legal, .tray .btn')]"
        ".filter((el) => el.getBoundingClientRect().height < 40).map((el) => el.className)"
    )
    assert small == []


def test_taking_back_against_a_bot(page: Any) -> None:
    open_game(page, level="greedy")
    assert my_turn(page)
    before = ply(page)
    draft(page, random.Random(1))
    assert my_turn(page)
    page.get_by_role("button", name="Take back").click()
    until(page, "n => Number(document.querySelector('#main').dataset.ply) === n", before)


def test_a_game_is_replayed_linked_to_and_played_on(visitors: Visitors, page: Any) -> None:
    address = open_game(page, level="greedy")
    play_azul(page, most=5)
    assert my_turn(page)
    other = visitors.page()
    other.goto(address + "/replay?ply=4")
    other.wait_for_selector(".market .group")
    expect(other.locator("#main")).to_have_attribute("data-ply", "4")
    other.keyboard.press("ArrowRight")
    expect(other.locator("#main")).to_have_attribute("data-ply", "5")
    other.wait_for_url("**ply=5")
    other.keyboard.press("End")
    other.keyboard.press("Home")
    visitors.shot(other, "replay")
    other.goto(address + "/replay?ply=6")
    onward(other.locator("form[action$='/again'] button[type=submit], form[action$='/again'] .primary").first)
    other.wait_for_url(lambda url: "replay" not in url)
    other.wait_for_selector(".turn")
    assert other.locator("#main").get_attribute("data-ply") is not None


def test_a_line_that_does_not_take_the_tiles_says_why_with_its_rule(page: Any) -> None:
    open_game(page, mode="device", players="2", name="Ana", name1="Bea")
    chance = random.Random(6)
    for _ in range(12):
        assert my_turn(page)
        for group in page.locator(".market .group.can").all():
            group.click()
            refuses = page.locator(".mine .line:not(.legal)")
            if refuses.count():
                drawn(page)
                refuses.first.click(force=True)  # it says that it is disabled, and why when pressed
                page.wait_for_selector(".banner.error a[href^='/rules/azul#A']")
                return
            page.keyboard.press("Escape")
        draft(page, chance)
    raise AssertionError("every line took everything")
