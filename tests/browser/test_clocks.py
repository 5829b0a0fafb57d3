"""Clocks and absence as people see them: time runs out, a bot goes on, somebody takes their seat back."""

import random
from typing import Any

from tests.browser.conftest import PHONE, Visitors
from tests.browser.playing import draft, my_turn, open_game, ply
from tests.browser.test_together import begin, whose


def sat_down(host: Any, guest: Any, **wishes: str) -> str:
    """A table for two, both seated, begun."""
    address = open_game(host, mode="friends", name="Ana", confirm="off", **wishes)
    guest.goto(address)
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Take this seat").first.click()
    host.get_by_text("Bea").first.wait_for()
    begin(host)
    guest.wait_for_selector(".market")
    return address


def test_time_runs_out_and_a_bot_goes_on(visitors: Visitors) -> None:
    ana, bea = visitors.page(), visitors.page(PHONE)
    sat_down(ana, bea, clock="blink", rated="on")
    name, late = whose({"Ana": ana, "Bea": bea})
    other = bea if late is ana else ana
    late.wait_for_selector(".clock.runs.low")  # gold: the own one, under a minute
    other.wait_for_selector(".clock.runs:not(.low)")
    assert late.get_by_role("timer").count() == 2
    assert late.locator('button[aria-label="This game is rated: moves stand."]').count() == 1
    first = late.locator(".clock.runs [data-clock]").inner_text()
    late.wait_for_function(
        "t => document.querySelector('.clock.runs [data-clock]').textContent !== t", arg=first
    )
    assert float(late.locator(".clock.runs [data-clock]").inner_text()) < 4
    visitors.shot(late, "runs")
    late.get_by_text("Your time has run out").first.wait_for()
    other.get_by_text("out of time, a bot plays").first.wait_for()
    before = ply(other)
    other.wait_for_selector(".turn.yours")  # the bot has moved
    assert ply(other) >= before
    visitors.shot(other, "bot")
    other.get_by_role("heading", name="Time ran out for everybody").wait_for()
    visitors.shot(other, "over")
    assert name


def test_who_is_away_is_replaced_and_comes_back(visitors: Visitors) -> None:
    pages = {"Ana": visitors.page(), "Bea": visitors.page()}
    address = sat_down(pages["Ana"], pages["Bea"])
    name, away = whose(pages)
    context = away.context
    other = next(page for page in pages.values() if page is not away)
    away.close()
    other.get_by_text(f"{name} has been away for a minute").wait_for()
    visitors.shot(other, "vote")
    other.get_by_role("button", name="Let a bot play").click()
    other.get_by_text("away, a bot plays").wait_for()
    other.wait_for_selector(".turn.yours")
    back = context.new_page()
    back.goto(address)
    back.get_by_role("button", name="Take my seat back").click()
    back.wait_for_selector(".banner", state="detached")
    other.get_by_text("away, a bot plays").wait_for(state="detached")
    assert back.locator(".bar-tools button").count() >= 4  # a player's tools again
    back.goto("/")
    assert back.locator(".list.mine .row").count() == 1


def test_the_form_shows_clocks_for_friends_only(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    page.goto("/?mode=friends&clock=10%2B10")
    page.locator(".more summary").click()
    clock = page.get_by_label("Clock")
    assert clock.input_value() == "10+10"
    visitors.shot(page, "form")
    page.locator("label:has([name=mode][value=bots])").click()
    assert not clock.is_visible()
    page.goto("/?mode=friends")
    page.locator(".more summary").click()
    page.get_by_label("Clock").select_option("3d")
    page.get_by_text("Rated", exact=True).last.click()
    page.locator("form.start button.primary").click()
    page.locator(".room-head .eyebrow", has_text="3 days a move · rated").wait_for()


QUIET = """
    window.told = [];
    window.Notification = class {
        static permission = 'default';
        static async requestPermission() { this.permission = 'granted'; return 'granted'; }
        constructor(title, { tag }) { window.told.push([title, tag]); }
    };
    if (navigator.serviceWorker) navigator.serviceWorker.getRegistration = async () => undefined;
"""


def test_whoever_wants_it_is_told_of_their_turn_in_the_background(visitors: Visitors) -> None:
    page = visitors.page()
    page.add_init_script(QUIET)
    address = open_game(page, level="greedy", starter="me")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Tell me when it is my turn").check()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert my_turn(page)
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    draft(page, random.Random(3))
    page.wait_for_function("() => window.told.length === 1")
    assert page.evaluate("window.told") == [["Your turn", address.rsplit("/", 1)[1]]]
