"""The rules in a real browser: for everyone, on every width, and a link to a clause that is easy to spot."""

from typing import Any

import pytest

from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.playing import GREY, drawn, onward, open_game, skip
from tests.browser.test_pages import NARROW, assert_accessible, assert_fits

PAGES = ("/rules", "/rules/azul", "/rules/pavilion")


def settled(page: Any, path: str) -> None:
    page.goto(path)
    drawn(page)


@pytest.mark.parametrize(
    ("size", "language", "scheme"),
    [
        pytest.param(WIDE, "en-GB", "light", id="wide-light"),
        pytest.param(WIDE, "en-GB", "dark", id="wide-dark", marks=pytest.mark.slow),
        pytest.param(PHONE, "fr-FR", "light", id="phone-light", marks=pytest.mark.slow),
        pytest.param(PHONE, "fr-FR", "dark", id="phone-dark"),
    ],
)
def test_axe_finds_nothing_in_the_rules(
    visitors: Visitors, size: tuple[int, int], language: str, scheme: str
) -> None:
    page = visitors.page(size, language=language, color_scheme=scheme)
    for path in PAGES:
        settled(page, path)
        assert_accessible(page, path)
        visitors.shot(page, f"{scheme}{path.replace('/', '-')}")
        grounds = set()
        for other in ("light", "dark"):
            page.emulate_media(color_scheme=other)
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert len(grounds) == 2
        page.emulate_media(color_scheme=scheme)


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_the_rules_never_scroll_sideways(visitors: Visitors, language: str) -> None:
    page = visitors.page(PHONE, language=language)
    for path in PAGES:
        settled(page, path)
        for width, height in (NARROW, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert_fits(page, f"{path} {width}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_link_to_a_clause_shows_which_one(visitors: Visitors, scheme: str) -> None:
    page = visitors.page(PHONE, color_scheme=scheme)
    settled(page, "/rules/azul#A21")
    box = page.locator("#A21").bounding_box()
    assert 0 < box["y"] < PHONE[1] - box["height"]
    marked = "(el) => getComputedStyle(el.parentElement).outlineStyle"
    assert page.locator("#A21").evaluate(marked) == "solid"
    assert page.locator("#A22").evaluate(marked) == "none"
    assert_accessible(page, "a clause")


def test_the_contents_are_at_hand(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    settled(page, "/rules/pavilion")
    page.locator("main summary").first.click()
    page.locator(".rules-fold a").nth(3).click()
    page.wait_for_url("**#place")
    wide = visitors.page(WIDE)
    settled(wide, "/rules/azul#A70")
    assert wide.locator(".rules-side a").first.is_visible()  # still in sight at the end of the text
    assert wide.locator(".rules-side a").first.bounding_box()["y"] >= 0
    onward(wide.get_by_role("link", name="Play now"))
    assert "game=azul" in wide.url


def test_a_cell_of_the_grey_wall_that_refuses_says_why_with_its_rule(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    open_game(page, mode="device", players="2", name="Ana", name1="Bea", **GREY)
    skip(page, lambda view: view["choices"]["kind"] != "offer", lambda it: it["groups"][0]["to"][0]["move"])
    page.wait_for_selector(".mine .cell.legal")
    page.locator(".mine .wall .cell:not(.legal)").last.click()
    page.wait_for_selector(".banner.error a[href^='/rules/azul#A']")
