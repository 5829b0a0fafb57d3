"""Clocks and absence as people see them: time runs out, a bot goes on, somebody takes their seat back."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.playing import draft, my_turn, open_game, until
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


OTHERWISE = """(before) => {
    const now = document.querySelector('.clock.runs [data-clock]').textContent;
    return now === before ? null : now;
}"""


def test_a_clock_that_runs_presses_its_own_player(visitors: Visitors) -> None:
    ana, bea = visitors.page(), visitors.page(PHONE)
    sat_down(ana, bea, clock="short", rated="on")
    _, late = whose({"Ana": ana, "Bea": bea})
    other = bea if late is ana else ana
    late.wait_for_selector(".clock.runs.low")  # gold: the own one, under a minute
    other.wait_for_selector(".clock.runs:not(.low)")
    assert late.get_by_role("timer").count() == 2
    assert late.locator('button[aria-label="This game is rated: moves stand."]').count() == 1
    first = late.locator(".clock.runs [data-clock]").inner_text()
    then = until(late, OTHERWISE, first)
    assert 0 <= seconds(then) < seconds(first) < 60
    visitors.shot(late, "runs")


def seconds(face: str) -> float:
    """What a clock shows."""
    minutes, _, rest = face.rpartition(":")
    return 60 * int(minutes or 0) + float(rest)


# Everything that a table ever says: with clocks of four seconds much has passed before a slow test looks.
SEEN = """
    window.seen = [];
    new MutationObserver(() => {
        const now = document.querySelector('#app')?.textContent;
        if (now && now !== window.seen.at(-1)) window.seen.push(now);
    }).observe(document, { subtree: true, childList: true, characterData: true });
"""


def saw(page: Any, *words: str) -> None:
    """Wait until the page has said all that, one after the other or at once."""
    until(
        page,
        "words => words.reduce((at, one) => at < 0 ? at"
        " : window.seen.findIndex((text, n) => n >= at && text.includes(one)), 0) >= 0",
        words,
    )


def test_time_runs_out_and_a_bot_goes_on(visitors: Visitors) -> None:
    late, other = visitors.page(), visitors.page(PHONE)
    for page in (late, other):
        page.add_init_script(SEEN)
    sat_down(late, other, clock="blink", rated="on", starter="me")
    over = "Time ran out for everybody"
    saw(late, "Your turn", "Your time has run out", over)
    saw(other, "out of time, a bot plays", "Your turn", over)  # since the bot has moved
    other.get_by_role("heading", name=over).wait_for()
    visitors.shot(other, "over")


@pytest.mark.slow
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
    expect(back.locator(".bar-tools button").nth(3)).to_be_attached()  # a player's tools again
    back.goto("/")
    expect(back.locator(".list.mine .row")).to_have_count(1)


def test_the_form_shows_clocks_for_friends_only(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    page.goto("/?mode=friends&clock=10%2B10")
    page.locator(".more summary").click()
    clock = page.get_by_label("Clock")
    assert clock.input_value() == "10+10"
    visitors.shot(page, "form")
    page.locator("label:has([name=mode][value=bots])").click()
    expect(clock).to_be_hidden()
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
    until(page, "() => window.told.length === 1")
    assert page.evaluate("window.told") == [["Your turn", address.rsplit("/", 1)[1]]]
