"""A league in real browsers: founded, filled, corrected, joined from a phone, exported and imported."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from azulejos.study.files import as_json
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.playing import onward, until
from tests.browser.test_pages import NARROW, assert_accessible, assert_fits
from tests.web.leaguedemo import demo_results

# A page whose numbers are still being counted opens itself again; on its way it has nothing at all.
COUNTED = "() => document.readyState === 'complete' && !document.querySelector('[data-counting]')"


def found_league(page: Any, name: str = "Thursday evenings") -> str:
    """A league of this visitor's; its address."""
    page.goto("/leagues")
    page.locator("#new-name").fill(name)
    if page.locator("#new-me").count():
        page.locator("#new-me").fill("Inês")
    onward(page.locator("form[action='/leagues'] button"))
    page.wait_for_selector(".club-tabs")
    return str(page.url.partition("?")[0])


def enter_game(page: Any, league: str, *seats: tuple[str, str]) -> str:
    """A game typed in; its address."""
    page.goto(f"{league}/enter")
    for n, (name, total) in enumerate(seats):
        page.locator(f"[name=name{n}]").fill(name)
        page.locator(f"[name=total{n}]").fill(total)
    onward(page.locator("[data-result-form] .primary"))
    page.wait_for_selector(".game-card")
    return str(page.url.partition("?")[0])


def fill_demo(page: Any, league: str, folder: Path, games: int = 90, text: str = "") -> None:
    """Many games, by the import."""
    file = folder / "demo.json"
    file.write_text(text or as_json(demo_results(games)))
    page.goto(f"{league}/settings")
    page.locator("#import-file").set_input_files(file)
    onward(page.locator("[data-import] button"))
    onward(page.get_by_role("button", name=re.compile("Yes, add|Oui, ajouter")))
    page.wait_for_selector(".game-link")


def forgiven(visitors: Visitors, *codes: str) -> None:
    """A form that was refused on purpose is no complaint."""
    visitors.complaints = [one for one in visitors.complaints if not any(code in one for code in codes)]


def test_a_game_is_entered_corrected_deleted_and_brought_back(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    league = found_league(page)
    assert_accessible(page, "empty league")
    visitors.shot(page, "empty")
    onward(page.get_by_role("link", name="Enter a game").first)
    assert page.locator("[name=name0]").input_value() == "Inês"
    page.locator("[name=name1]").fill("Tomás")
    page.locator("[name=total0]").fill("400")
    page.locator("[name=total1]").fill("51")
    page.keyboard.press("Enter")
    page.wait_for_selector(".field-bad")
    assert "nobody can make more" in page.locator("#bad-total0").inner_text()
    expect(page.locator("[name=total0]")).to_be_focused()  # where the mistake is
    assert_accessible(page, "refused")
    visitors.shot(page, "refused")
    page.keyboard.press("Control+a")
    page.keyboard.type("60")
    page.keyboard.press("Enter")
    page.wait_for_selector(".game-card")
    assert "Inês wins by 9" in page.locator("h1").inner_text()

    page.get_by_text("Correct", exact=True).click()
    page.locator("[name=total1]").fill("66")
    onward(page.get_by_role("button", name="Save the correction"))
    page.wait_for_selector(".club-done")
    assert "Tomás wins by 6" in page.locator("h1").inner_text()
    assert "Total of Tomás: 51 → 66" in page.locator(".trace").inner_text()
    assert_accessible(page, "game")

    onward(page.get_by_role("button", name="Delete this game"))
    page.wait_for_selector(".club-undo")
    page.goto(league)
    until(page, COUNTED)
    assert page.locator(".game-link").count() == 0
    page.goto(f"{league}/games?deleted=on")
    onward(page.locator(".game-link"))
    onward(page.get_by_role("button", name="Undo"))
    page.wait_for_selector(".club-done")
    page.goto(league)
    until(page, COUNTED)
    assert page.locator(".game-link").count() == 1
    forgiven(visitors, "422")


def test_options_of_the_other_game_are_out_of_the_way(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    league = found_league(page)
    page.goto(f"{league}/enter")
    assert page.locator("[name=wall]").is_visible()
    assert not page.locator("[name=side]").is_visible()
    page.get_by_text("Summer Pavilion", exact=True).first.click()
    expect(page.locator("[name=side]")).to_be_visible()
    expect(page.locator("[name=rows0]")).to_be_hidden()


def test_everything_works_without_scripts(visitors: Visitors, tmp_path: Path) -> None:
    page = visitors.page(WIDE, java_script_enabled=False)
    league = found_league(page)
    fill_demo(page, league, tmp_path, 40)
    game = enter_game(page, league, ("Inês", "60"), ("Tomás", "51"))
    page.locator("summary", has_text="Correct").click()
    page.locator("[name=total1]").fill("66")
    onward(page.get_by_role("button", name="Save the correction"))
    assert "Tomás wins by 6" in page.locator("h1").inner_text()
    page.goto(f"{game}")
    onward(page.get_by_role("button", name="Delete this game"))
    onward(page.get_by_role("button", name="Undo"))
    page.goto(league)
    assert page.locator(".game-link").count() == 10


def test_a_friend_joins_by_the_link_on_a_phone_in_french(visitors: Visitors) -> None:
    desk = visitors.page(WIDE)
    league = found_league(desk)
    enter_game(desk, league, ("Inês", "60"), ("Mireille", "51"))
    desk.goto(f"{league}/settings")
    until(desk, "() => document.querySelector('.qr img').naturalWidth > 0")
    link = desk.locator("#invite-link").input_value()

    phone = visitors.page(PHONE, language="fr-FR", color_scheme="dark")
    phone.goto(league)
    assert "Thursday" not in phone.locator("body").inner_text()
    phone.goto(link)
    assert_accessible(phone, "invitation")
    assert_fits(phone, "invitation")
    visitors.shot(phone, "invitation")
    phone.get_by_text("Mireille").click()
    onward(phone.get_by_role("button", name="Rejoindre"))
    phone.wait_for_selector(".club-done")
    assert "Bienvenue" in phone.locator(".club-done").inner_text()
    until(phone, COUNTED)
    assert_fits(phone, "league")
    enter_game(phone, league, ("Mireille", "70"), ("Inês", "44"))
    assert "Mireille gagne de 26 points" in phone.locator("h1").inner_text()
    desk.goto(league)
    until(desk, COUNTED)
    assert desk.locator(".game-link").count() == 2
    forgiven(visitors, "404")


def test_export_and_import(visitors: Visitors, tmp_path: Path) -> None:
    page = visitors.page(WIDE)
    league = found_league(page)
    fill_demo(page, league, tmp_path, 30)
    page.goto(f"{league}/settings")
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON").click()
    told = json.loads(download.value.path().read_text())
    assert len(told["results"]) == 30

    other = found_league(page, "Fridays")
    told["results"][3]["scores"][0]["total_points"] = -4
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(told))
    page.goto(f"{other}/settings")
    page.locator("#import-file").set_input_files(file)
    onward(page.get_by_role("button", name="Look at it"))
    page.wait_for_selector("#bad-title")
    assert "never goes below 0" in page.locator("table").inner_text()
    assert_accessible(page, "dry run")
    visitors.shot(page, "dry-run")
    onward(page.get_by_role("button", name="Yes, add 29 games"))
    page.wait_for_selector(".game-link")
    assert "29 games" in page.locator(".games-count").inner_text()

    page.goto(f"{other}/settings")
    big = tmp_path / "big.csv"
    big.write_bytes(b"x" * 33_000_000)
    page.locator("#import-file").set_input_files(big)
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator("#import-bad")).to_contain_text("too big")


def test_a_game_is_shared_as_text_and_as_a_picture(visitors: Visitors) -> None:
    page = visitors.page(WIDE, permissions=["clipboard-read", "clipboard-write"])
    league = found_league(page)
    game = enter_game(page, league, ("Inês", "60"), ("Zoë <b>", "51"))
    page.goto(game)
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert "Inês: 60 points" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (PNG)").click()
    picture = download.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 2400
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator("#share")).to_be_hidden()
    expect(page.locator(".game-card")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [pytest.param(WIDE, "light", "en-GB", marks=pytest.mark.slow), (PHONE, "dark", "fr-FR")],
)
def test_pages_of_a_league_pass_axe_and_fit(
    visitors: Visitors, tmp_path: Path, size: tuple[int, int], scheme: str, language: str
) -> None:
    page = visitors.page(size, language=language, color_scheme=scheme)
    page.goto("/leagues")
    assert_accessible(page, "no league yet")
    league = found_league(page)
    fill_demo(page, league, tmp_path)
    page.goto(f"{league}/people")
    people = [one.get_attribute("href") for one in page.locator(".who-link").all()]
    ways = ["/leagues", league, f"{league}?scope=azul", f"{league}/games?text=cat", f"{league}/games/demo-7"]
    other = people[1].rpartition("/")[2]
    ways += [f"{league}/enter", f"{league}/people", people[0], f"{people[0]}/merge?into={other}"]
    ways += [f"{league}/settings", "/ranking", "/l/online/games", "/"]
    for way in ways:
        page.goto(way)
        until(page, COUNTED)
        for fold in page.locator("main details:not([open]) > summary").all():
            if fold.is_visible():
                fold.click()
        assert_accessible(page, way)
        assert_fits(page, way)
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        assert_fits(page, f"{way} on a small phone")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        name = {league: "board", f"{league}?scope=azul": "scope", people[0]: "person", "/": "home"}.get(way)
        visitors.shot(page, f"{size[0]}-{name or way.rpartition('/')[2].partition('?')[0]}")
