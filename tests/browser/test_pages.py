"""Every page for everyone: axe, both languages, both themes, wide and narrow, nothing from elsewhere."""

import random
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.playing import draft, drawn, my_turn, onward, open_game, until

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # to describe all that passes takes twice as long as the checks
}
NARROW = (320, 640)
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def assert_accessible(page: Any, what: str) -> None:
    """axe has nothing to say."""
    page.wait_for_timeout(100)  # what comes by a timer is there
    drawn(page)  # and what fades in has begun to
    until(page, STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("async (rules) => (await axe.run(rules)).violations", RULES)
    told = [
        f"{v['id']}: {v['nodes'][0]['html'][:160]} {v['nodes'][0].get('failureSummary', '')}" for v in found
    ]
    assert told == [], what


def assert_fits(page: Any, what: str) -> None:
    """Nothing sticks out sideways."""
    wide = page.evaluate(
        "() => [...document.querySelectorAll('body *')]"
        ".filter((el) => el.getBoundingClientRect().right > innerWidth + 1)"
        ".filter((el) => !el.closest('svg, .sr, .scroll-x, [hidden], dialog'))"
        ".slice(0, 3).map((el) => el.outerHTML.slice(0, 120))"
    )
    scrolls = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not scrolls, (what, wide)


def assert_fine(page: Any, what: str) -> None:
    """Accessible as it is, and nothing sticks out where the page is narrowest."""
    assert_accessible(page, what)
    size = page.viewport_size
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    assert_fits(page, what)
    page.set_viewport_size(size)


def visit_all(visitors: Visitors, page: Any, tag: str, looks: Any) -> None:
    """Go through the pages, each looked at."""
    page.goto("/")
    looks(page, "home")
    visitors.shot(page, f"{tag}-home")
    page.locator(".start .more summary").click()
    looks(page, "home with options")
    visitors.shot(page, f"{tag}-options")
    open_game(page, mode="friends", players="4")
    page.wait_for_selector(".room")
    looks(page, "waiting room")
    visitors.shot(page, f"{tag}-room")
    for wishes in ({"level": "greedy"}, {"game": "pavilion", "level": "greedy", "players": "3"}):
        address = open_game(page, **wishes)
        assert my_turn(page)
        looks(page, f"table {wishes}")
        visitors.shot(page, f"{tag}-{wishes.get('game', 'azul')}")
        page.locator(".market .group.can").first.click()
        looks(page, f"in hand {wishes}")
        page.locator(".bar-tools button").last.click()
        page.wait_for_selector("dialog[open]")
        looks(page, f"menu {wishes}")
        visitors.shot(page, f"{tag}-menu", whole=False)
        page.keyboard.press("Escape")
        page.goto(address + "/replay")
        page.wait_for_selector(".market")
        looks(page, f"replay {wishes}")
        visitors.shot(page, f"{tag}-{wishes.get('game', 'azul')}-replay")
    page.goto("/t/nothere")
    looks(page, "error page")
    visitors.shot(page, f"{tag}-error")


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [
        pytest.param(WIDE, "light", "en-GB", id="wide", marks=pytest.mark.slow),
        pytest.param(PHONE, "dark", "fr-FR", id="phone"),
    ],
)
def test_axe_finds_nothing_on_any_page_and_none_scrolls_sideways(
    visitors: Visitors, size: tuple[int, int], scheme: str, language: str
) -> None:
    """French has the longer words."""
    visit_all(visitors, visitors.page(size, language=language, color_scheme=scheme), scheme, assert_fine)
    visitors.complaints = [c for c in visitors.complaints if "404" not in c]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "language"),
    [pytest.param(PHONE, "en-GB", id="phone"), pytest.param(NARROW, "fr-FR", id="narrow")],
)
def test_no_page_scrolls_sideways(visitors: Visitors, size: tuple[int, int], language: str) -> None:
    """Pages that were as narrow from the beginning."""
    visit_all(visitors, visitors.page(size, language=language), f"{size[0]}", assert_fits)
    visitors.complaints = [c for c in visitors.complaints if "404" not in c]


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_a_low_window_shows_the_whole_form_and_its_button_covers_nothing(
    visitors: Visitors, language: str
) -> None:
    page = visitors.page((1280, 720), language=language)
    page.goto("/")
    visitors.shot(page, "low", whole=False)
    parts = ["[name=name]", ".players", ".more summary"]
    *fields, button = page.evaluate(
        "(all) => all.map((it) => document.querySelector(`.start ${it}`).getBoundingClientRect().toJSON())",
        [*parts, "button.primary"],
    )
    for part, box in zip(parts, fields, strict=True):
        assert box["bottom"] <= button["top"] or box["right"] <= button["left"], part
    assert max(box["bottom"] for box in (*fields, button)) <= 720


def test_the_end_of_a_game_passes_axe_and_fits(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    open_game(page, level="greedy")
    draft(page, random.Random(1)) if my_turn(page) else None
    page.locator(".bar-tools button").last.click()
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog[open] .danger").click()
    page.wait_for_selector(".result")
    for size in (WIDE, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert_accessible(page, "result")
        assert_fits(page, "result")
        visitors.shot(page, f"{size[0]}-resigned")


def test_the_browser_chooses_the_language_and_the_visitor_changes_it(visitors: Visitors) -> None:
    page = visitors.page(language="fr-CA")
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "fr"
    assert "Jouer" in page.locator("form.start").inner_text()
    open_game(page, level="greedy")
    assert my_turn(page)
    assert "vous" in page.locator(".turn").inner_text().lower()
    visitors.shot(page, "table")
    page.goto("/")
    onward(page.get_by_role("button", name="EN").or_(page.get_by_role("button", name="English")).first)
    assert page.locator("html").get_attribute("lang") == "en"
    assert "Play now" in page.locator("form.start").inner_text()


def test_the_theme_follows_the_system_until_it_is_chosen(visitors: Visitors) -> None:
    page = visitors.page(color_scheme="dark")
    page.goto("/")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("[data-do=theme], button[aria-label*=dark i]").first.click()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.goto("/")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


def test_every_answer_forbids_what_is_not_ours(visitors: Visitors, page: Any) -> None:
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    open_game(page, level="greedy")
    assert my_turn(page)
    pages = [
        answer for answer in answers if "/static/" not in answer.url
    ]  # scripts follow their page's policy
    policies = {answer.headers.get("content-security-policy", "none") for answer in pages}
    assert all("default-src 'none'" in policy and "script-src 'self'" in policy for policy in policies), (
        policies
    )
    assert not any("unsafe" in policy for policy in policies)
    weight = sum(
        int(answer.headers.get("content-length", 0)) for answer in answers if "/static/" in answer.url
    )
    assert weight < 150_000, f"{weight} bytes of scripts, styles and drawings"
    assert visitors.foreign == []


def test_a_policy_that_is_broken_is_noticed(visitors: Visitors, page: Any) -> None:
    """The listener that proves the rule hears a foreign request and a refused script."""
    page.goto("/")
    with page.expect_console_message(lambda message: "foreign.invalid" in message.text):
        page.evaluate(
            "() => document.body.append(Object.assign(document.createElement('script'),"
            " { src: 'http://foreign.invalid/x.js' }))"
        )
    assert any("foreign.invalid" in complaint for complaint in visitors.complaints)
    visitors.complaints.clear()
    visitors.foreign.clear()
