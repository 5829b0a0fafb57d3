"""The rules in a real browser: for everyone, on every width, and a link to a clause that is easy to spot."""

from typing import Any

import pytest

from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.test_pages import NARROW, assert_accessible, assert_fits

PAGES = ("/rules", "/rules/azul", "/rules/pavilion")


def settled(page: Any, path: str) -> None:
    page.goto(path)
    page.wait_for_timeout(100)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_rules(visitors: Visitors, scheme: str) -> None:
    for size, language in ((WIDE, "en-GB"), (PHONE, "fr-FR")):
        page = visitors.page(size, language=language, color_scheme=scheme)
        for path in PAGES:
            settled(page, path)
            assert_accessible(page, path)
            visitors.shot(page, f"{size[0]}-{scheme}{path.replace('/', '-')}")


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["phone", "narrow"])
def test_the_rules_never_scroll_sideways(visitors: Visitors, size: tuple[int, int]) -> None:
    for language in ("en-GB", "fr-FR"):
        page = visitors.page(size, language=language)
        for path in PAGES:
            settled(page, path)
            assert_fits(page, path)


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
    page.locator("summary").click()
    page.locator(".rules-fold a").nth(3).click()
    assert page.url.endswith("#place")
    wide = visitors.page(WIDE)
    settled(wide, "/rules/azul#A70")
    assert wide.locator(".rules-side a").first.is_visible()  # still in sight at the end of the text
    assert wide.locator(".rules-side a").first.bounding_box()["y"] >= 0
    wide.get_by_role("link", name="Play now").click()
    assert "game=azul" in wide.url
