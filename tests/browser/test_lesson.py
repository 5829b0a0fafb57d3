"""First games with a coach: followed by mouse and keyboard, skipped, taken up again, on a phone."""

from typing import Any

import pytest

from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.test_pages import NARROW, assert_accessible, assert_fits

MOST = 120  # looks at the coach; a lesson takes about fifty


def start(page: Any, game: str) -> None:
    page.goto("/learn")
    page.locator(f"#{game} button").click()
    page.wait_for_selector(".coach .coach-words")


def step(page: Any) -> int:
    return int(page.locator(".coach").get_attribute("data-step"))


def words(page: Any) -> str:
    return str(page.locator(".coach-words").inner_text())


def settled(page: Any) -> str:
    """Wait until the coach waits for the player; what there is to press."""
    page.wait_for_selector(".coach [data-do=next], [data-spot]:is(button, [tabindex], .supply)")
    page.wait_for_timeout(60)
    return "next" if page.locator(".coach [data-do=next]").count() else "spot"


def assert_uncovered(page: Any) -> None:
    """What the coach speaks of is in sight, and not below the coach."""
    found = page.evaluate(
        "() => { const of = (it) => document.querySelector(it)?.getBoundingClientRect();"
        " const box = of('[data-spot]'), coach = of('.coach'); if (!box) return null;"
        " return [box.top - coach.bottom, innerHeight - Math.min(box.bottom, box.top + 120)]; }"
    )
    assert found is None or (found[0] >= 0 and found[1] >= 0), (step(page), words(page), found)


def press(page: Any, selector: str) -> None:
    """With the mouse, or on a phone with a finger."""
    thing = page.locator(selector).first
    thing.tap() if page.viewport_size["width"] == PHONE[0] else thing.click()


def follow(page: Any, look: Any = lambda: None) -> list[int]:
    """Do what the coach says to its last step; the steps seen."""
    seen: list[int] = []
    for _ in range(MOST):
        what = settled(page)
        if not seen or seen[-1] != step(page):
            seen.append(step(page))
            look()
        if page.locator(".coach a").count():
            return seen
        if what == "next":
            press(page, ".coach [data-do=next]")
        elif page.locator("[data-spot].supply").count():
            press(page, "[data-bonus=G]")
        else:
            press(page, "[data-spot]")
        page.wait_for_timeout(40)
    raise AssertionError((seen, words(page)))


def test_azul_is_learnt_with_the_mouse(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "azul")
    said: list[str] = []
    seen = follow(page, lambda: said.append(words(page)))
    assert seen == list(range(1, 13))
    assert any("2 blue from factory 3 and put them on line 2" in text for text in said)
    assert any("2 + 2 = 4" in text and "2 white" in text for text in said)
    assert page.locator(".mine .score").first.inner_text().strip().startswith("3")
    assert_accessible(page, "the end of a lesson")
    page.get_by_role("button", name="Play on").click()
    assert page.locator(".coach").count() == 0
    page.reload()
    page.wait_for_selector(".market")
    assert page.locator(".coach").count() == 0


def test_pavilion_is_learnt_with_the_keyboard(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "pavilion")
    seen: set[int] = set()
    for _ in range(MOST):
        settled(page)
        seen.add(step(page))
        if page.locator(".coach a").count():
            break
        ready = "document.activeElement.matches('[data-spot], [data-bonus], .coach [data-do=next]')"
        page.wait_for_function(f"() => {ready}")
        if page.locator("[data-spot].supply").count():
            page.keyboard.press("ArrowRight")  # the second colour of the supply: green
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    assert seen == set(range(1, 14))
    assert "passed" in page.locator(".own").inner_text() or page.locator("#main[data-round='2']").count()


def test_a_lesson_is_skipped_taken_up_again_and_survives_a_reload(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "azul")
    page.keyboard.press("Enter")  # nothing else has the focus: that is Next
    page.wait_for_selector(".coach[data-step='2']")
    page.reload()
    page.wait_for_selector(".coach[data-step='2']")
    page.get_by_role("button", name="Skip the lesson").click()
    page.wait_for_selector(".coach.away")
    assert page.locator("[data-spot]").count() == 0
    page.reload()
    page.locator(".coach.away [data-do=resume]").click()
    page.wait_for_selector(".coach[data-step='2']")
    # Who plays ahead, and otherwise than advised, is not held up.
    page.locator("[data-group='1K']").click()
    page.locator(".mine [data-line='5']").click()
    page.wait_for_selector(".coach[data-step='5']")
    page.goto("/learn")
    page.get_by_role("link", name="Go on where you were").click()
    page.wait_for_selector(".coach[data-step='5']")


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_the_coach_covers_nothing_on_a_phone(visitors: Visitors, game: str) -> None:
    page = visitors.page(PHONE, language="fr-FR", color_scheme="dark")
    start(page, game)
    accessible = {6}

    def look() -> None:
        page.wait_for_timeout(60)
        assert_uncovered(page)
        assert_fits(page, f"{game} {step(page)}")
        if step(page) in accessible:
            assert_accessible(page, f"{game} {step(page)}")
        visitors.shot(page, f"{step(page):02d}", whole=False)

    follow(page, look)
    assert "Continuer la partie" in page.locator(".coach").inner_text()


def test_the_page_to_choose_a_lesson_is_for_everyone(visitors: Visitors) -> None:
    for size, scheme in ((WIDE, "light"), (NARROW, "dark")):
        page = visitors.page(size, color_scheme=scheme)
        page.goto("/learn")
        assert_accessible(page, "learn")
        assert_fits(page, "learn")
        start(page, "pavilion")
        assert_fits(page, "a lesson")
        visitors.shot(page, f"{size[0]}", whole=False)
