"""An account in real browsers: sign up after a game as a guest, find the game on a phone, change, go."""

import re
from typing import Any

import pytest

from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.playing import my_turn, onward, open_game
from tests.browser.test_pages import NARROW, assert_accessible, assert_fits

WORDS = "correct horse battery"


def fill(page: Any, form: str, **values: str) -> None:
    """Fill a form and send it."""
    for name, value in values.items():
        page.locator(f"form[action='/account/{form}'] [name={name}]").fill(value)
    onward(page.locator(f"form[action='/account/{form}'] button"))


def test_a_guests_game_is_found_again_on_a_phone(visitors: Visitors) -> None:
    desk = visitors.page(WIDE)
    address = open_game(desk, level="greedy", name="Mireille")
    assert my_turn(desk)
    desk.goto("/")
    onward(desk.get_by_role("link", name="Sign in"))
    assert_accessible(desk, "sign in")
    visitors.shot(desk, "enter")
    assert desk.locator("#signup-name").input_value() == "Mireille"
    fill(desk, "signup", password="password")
    assert "first that anybody would try" in desk.get_by_role("alert").inner_text()
    fill(desk, "signup", password=WORDS)
    codes = desk.locator("#codes code").all_inner_texts()
    assert len(codes) == 8
    assert_accessible(desk, "codes")
    visitors.shot(desk, "codes")
    with desk.expect_download() as download:
        desk.get_by_role("link", name="Download").click()
    assert codes[7] in download.value.path().read_text()
    onward(desk.get_by_role("link", name="I have kept them"))
    assert "Mireille" in desk.locator("h1").inner_text()

    phone = visitors.page(PHONE, language="fr-FR", color_scheme="dark")
    phone.goto("/account")
    assert_fits(phone, "sign in")
    fill(phone, "signin", name="mireille", password="a wrong password")
    assert "incorrect" in phone.get_by_role("alert").inner_text()
    assert_accessible(phone, "refused")
    visitors.shot(phone, "refused")
    fill(phone, "signin", name="mireille", password=WORDS)
    phone.wait_for_selector(".account-fold")
    for fold in phone.locator(".account-fold summary").all():
        fold.click()
    assert_accessible(phone, "account")
    assert_fits(phone, "account")
    visitors.shot(phone, "own")
    onward(phone.get_by_role("link", name="Vos parties"))
    onward(phone.locator(f"a[href='{re.sub('^https?://[^/]+', '', address)}']"))
    assert my_turn(phone)

    visitors.complaints = [told for told in visitors.complaints if "403" not in told and "422" not in told]


def test_without_a_script_and_on_the_narrowest_screen(visitors: Visitors) -> None:
    page = visitors.page(NARROW, language="fr-FR", java_script_enabled=False)
    page.goto("/account")
    fill(page, "signup", name="Maximilienne-Éléonore W", password=WORDS)
    codes = page.locator("#codes code").all_inner_texts()
    onward(page.locator(".codes-do + .btn"))
    for fold in page.locator(".account-fold summary").all():
        fold.click()
    fill(page, "password", old=WORDS, password="another " + WORDS)
    assert "autres appareils" in page.get_by_role("status").inner_text()
    onward(page.get_by_role("button", name="Se déconnecter", exact=True))
    onward(page.locator(".account-more"))
    fill(page, "recover", name="maximilienne-éléonore w", code=codes[0], password=WORDS)
    page.locator("summary", has_text="Supprimer").click()
    fill(page, "delete", password=WORDS)
    assert "supprimé" in page.get_by_role("status").inner_text()


@pytest.mark.slow
def test_every_page_of_it_fits_the_narrowest_screen(visitors: Visitors) -> None:
    for language in ("en-GB", "fr-FR"):
        page = visitors.page(NARROW, language=language)
        page.goto("/account/recover")
        assert_fits(page, "recover")
        page.goto("/account")
        assert_fits(page, "enter")
        fill(page, "signup", name=f"Wwwwwwwwwwwwwwwwwwwww {language[:2]}", password=WORDS)
        page.wait_for_selector("#codes")
        assert_fits(page, "codes")
        page.goto("/account")
        for fold in page.locator(".account-fold summary").all():
            fold.click()
        assert_fits(page, "own")
        visitors.shot(page, language[:2])
        page.goto("/")
        assert_fits(page, "home")
