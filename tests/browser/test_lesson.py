"""First games with a coach: followed by mouse and keyboard, skipped, taken up again, on a phone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.pavilion import decide
from tests.browser.playing import drawn, my_turn, onward, play_azul, until
from tests.browser.test_pages import NARROW, assert_accessible, assert_fits

MOST = 120  # looks at the coach; a lesson takes about fifty

# What the coach says, points at and waits for, as one text; null while it waits for somebody else, and while
# nothing is new: a press may still be on its way to the server.
ASKS = """(before) => {
    const coach = document.querySelector('.coach'), spot = document.querySelector('[data-spot]');
    const next = coach?.querySelector('[data-do=next]');
    if (!next && !spot?.matches('button:not([aria-disabled=true]), [role=button], .supply')) return null;
    const { decision } = document.querySelector('#main').dataset;
    const named = [spot?.getAttribute('aria-label'), spot?.textContent];
    const asks = [coach.textContent, decision, ...named].join(' | ');
    return asks === before ? null : asks;
}"""
# The keyboard's focus is led there a frame after the drawing.
LED = """() => {
    const next = document.querySelector('.coach [data-do=next]'), at = document.activeElement;
    return next ? at === next : at.matches('[data-spot], [data-spot] [data-bonus]');
}"""

PASSED = """() => /passed/.test(document.querySelector('.own').innerText)
    || Number(document.querySelector('#main').dataset.round) === 2"""


def start(page: Any, game: str) -> None:
    page.goto("/learn")
    onward(page.locator(f"#{game} button"))
    page.wait_for_selector(".coach .coach-words")
    assert my_turn(page)  # the coach speaks before the table is connected


def step(page: Any) -> int:
    return int(page.locator(".coach").get_attribute("data-step"))


def words(page: Any) -> str:
    return str(page.locator(".coach-words").inner_text())


def settled(page: Any, before: str = "") -> str:
    """Wait until the coach asks the player for something else than before; what it asks."""
    asks = str(until(page, ASKS, before))
    drawn(page)  # what it speaks of has been scrolled into sight
    return asks


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


def follow(page: Any, look: Any = lambda: None, to: int = 0) -> list[int]:
    """Do what the coach says, to its last step or until one begins; the steps seen."""
    seen: list[int] = []
    asks = ""
    for _ in range(MOST):
        asks = settled(page, asks)
        if not seen or seen[-1] != step(page):
            seen.append(step(page))
            look()
        if step(page) == to or page.locator(".coach a").count():
            return seen
        if page.locator(".coach [data-do=next]").count():
            press(page, ".coach [data-do=next]")
        elif page.locator("[data-spot].supply").count():
            press(page, "[data-bonus=G]")
        else:
            press(page, "[data-spot]")
    raise AssertionError((seen, words(page)))


def follow_by_keys(page: Any) -> set[int]:
    """The same with the keyboard alone."""
    seen: set[int] = set()
    asks = ""
    for _ in range(MOST):
        asks = settled(page, asks)
        seen.add(step(page))
        if page.locator(".coach a").count():
            return seen
        until(page, LED)
        if page.locator("[data-spot].supply").count():
            page.keyboard.press("ArrowRight")  # the second colour of the supply: green
        page.keyboard.press("Enter")
    raise AssertionError((seen, words(page)))


def test_azul_is_learnt_with_the_mouse(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "azul")
    said: list[str] = []
    seen = follow(page, lambda: said.append(words(page)))
    assert seen == list(range(1, 14))
    assert any("2 blue from factory 3 and put them on line 2" in text for text in said)
    assert any("2 + 2 = 4" in text and "2 white" in text for text in said)
    assert page.locator(".mine .score").first.inner_text().strip().startswith("3")
    assert_accessible(page, "the end of a lesson")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".coach")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".market")
    assert page.locator(".coach").count() == 0


def test_pavilion_is_learnt_with_the_keyboard(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "pavilion")
    assert follow_by_keys(page) == set(range(1, 14))
    until(page, PASSED)


def test_azul_is_learnt_with_the_keyboard(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "azul")
    assert follow_by_keys(page) == set(range(1, 14))


@pytest.mark.slow
def test_who_passes_at_once_learns_to_build_in_the_next_round(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "pavilion")
    follow(page, to=5)
    assert my_turn(page)
    press(page, "[data-do=pass]")
    press(page, "[data-do=pass-now]")
    page.wait_for_selector("#main[data-round='2'] .market [data-spot]")
    assert step(page) == 6
    assert "You passed before laying a tile" in words(page)
    said: list[str] = []
    seen = follow(page, lambda: said.append(words(page)))
    assert seen[0] == 6
    assert {7, 8, 11, 12, 13} <= set(seen)  # all of it, a round later


@pytest.mark.slow
def test_who_goes_astray_is_led_back(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    start(page, "pavilion")
    follow(page, to=5)
    assert my_turn(page)  # others may still be taking tiles
    drawn(page)
    press(page, ".own .stars")  # the star in the middle; the coach will want a red space
    page.wait_for_selector("[data-step='*1']")
    press(page, ".coach [data-do=next]")
    page.wait_for_selector("[data-star=R][data-spot]")
    drawn(page)
    assert_uncovered(page)
    press(page, ".pay-head .btn")
    press(page, "[data-do=pass]")
    page.wait_for_selector("[data-do=stay][data-spot]")
    assert follow(page, to=11)[-1] == 11
    press(page, "[data-pick-star]:enabled")  # which hides the button to pass
    page.wait_for_selector(".pay-head [data-spot]")
    assert follow(page)[-1] == 13


@pytest.mark.slow
@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_who_confirms_every_move_is_led_to_that_too(visitors: Visitors, game: str) -> None:
    page = visitors.page(WIDE)
    page.add_init_script("localStorage.setItem('azulejos.prefs', JSON.stringify({ confirm: 'on' }))")
    start(page, game)
    assert follow(page, to=7) == list(range(1, 8))


@pytest.mark.slow
def test_pavilion_is_played_to_its_end(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "pavilion")
    page.get_by_role("button", name="Skip the lesson").click()
    for _ in range(400):
        if not my_turn(page):
            break
        decide(page)
    page.wait_for_selector(".coach.after")
    told = words(page)
    assert "what brought points" in told
    for reason in page.locator(".summary .legend").first.locator("li").all_inner_texts():
        assert reason in ("Start", "Not lost", "Corners") or reason.lower() in told, reason
    assert_accessible(page, "the end of a first game of Pavilion")
    visitors.shot(page, "over")


def test_a_lesson_is_skipped_taken_up_again_and_survives_a_reload(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "azul")
    page.keyboard.press("Enter")  # nothing else has the focus: that is Next
    page.wait_for_selector(".coach[data-step='2']")
    page.reload()
    page.wait_for_selector(".coach[data-step='2']")
    page.get_by_role("button", name="Skip the lesson").click()
    page.wait_for_selector(".coach.away")
    expect(page.locator("[data-spot]")).to_have_count(0)
    page.reload()
    page.locator(".coach.away [data-do=resume]").click()
    page.wait_for_selector(".coach[data-step='2']")
    assert my_turn(page)
    # Who plays ahead, and otherwise than advised, is not held up.
    page.locator("[data-group='1K']").click()
    page.locator(".mine [data-line='5']").click()
    page.wait_for_selector(".coach[data-step='5']")
    page.goto("/learn")
    onward(page.get_by_role("link", name="Go on where you were"))
    page.wait_for_selector(".coach[data-step='5']")


def test_a_mistake_is_explained_where_a_phone_shows_it(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    start(page, "azul")
    press(page, "[data-group='1K']")
    press(page, ".mine [data-line='1']")  # two tiles, room for one
    page.wait_for_selector(".coach[data-step='5']")
    assert "Line 1 had no room for all of them: one fell to the floor" in words(page)
    assert my_turn(page)
    press(page, ".market .group.can")
    drawn(page)
    page.evaluate("scrollTo(0, 400)")
    drawn(page)
    page.locator(".mine [data-line='1']").click(force=True)  # full
    page.wait_for_selector(".banner.error")
    drawn(page)
    top, coach, foot = page.evaluate(
        "() => { const of = (it) => document.querySelector(it).getBoundingClientRect();"
        " return [of('.banner.error').top, of('.coach').bottom, of('.banner.error').bottom]; }"
    )
    assert coach <= top
    assert foot < PHONE[1] / 2
    page.evaluate("scrollTo(0, 0)")
    visitors.shot(page, "refused", whole=False)


def test_throwing_tiles_away_is_explained(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "azul")
    press(page, "[data-group='1K']")
    press(page, ".mine .floor")
    page.wait_for_selector(".coach[data-step='5']")
    assert "On the floor tiles only cost points" in words(page)


@pytest.mark.slow
def test_after_the_game_the_next_step_is_an_apprentice(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    start(page, "azul")
    page.get_by_role("button", name="Skip the lesson").click()
    play_azul(page, seed=3)
    page.wait_for_selector(".coach.after")
    assert "what brought points" in words(page)
    assert_accessible(page, "the end of a first game")
    onward(page.locator(".coach.after a"))
    page.wait_for_selector("form.start")
    expect(page.locator("[name=level][value=apprentice]").first).to_be_checked()


@pytest.mark.parametrize("width", [800, 1440])
def test_dots_and_next_do_not_touch(visitors: Visitors, width: int) -> None:
    page = visitors.page((width, 900))
    start(page, "azul")
    free = page.evaluate(
        "() => { const of = (it) => document.querySelector(it).getBoundingClientRect();"
        " const dots = of('.coach-dots'), next = of('.coach [data-do=next]');"
        " return Math.max(next.top - dots.bottom, of('.coach-do').left - dots.right); }"
    )
    assert free >= 7  # the ring of the focus is five wide


@pytest.mark.parametrize("game", [pytest.param("azul", marks=pytest.mark.slow), "pavilion"])
@pytest.mark.slow
def test_the_coach_covers_nothing_on_a_phone(visitors: Visitors, game: str) -> None:
    page = visitors.page(PHONE, language="fr-FR", color_scheme="dark")
    start(page, game)
    accessible = {6}

    def look() -> None:
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
