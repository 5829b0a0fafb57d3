"""A real table's sheet on phones: quick and by round to the end, without a network and back, two at once."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.playing import drawn, until
from tests.browser.running import Running
from tests.browser.test_offline import kept, settled
from tests.browser.test_pages import NARROW, assert_accessible, assert_fits


@pytest.fixture
def away(chromium: Any, own: Running, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    """Visitors of that server; what their consoles say while it is gone is no complaint."""
    visitors = Visitors(chromium, own.address, request.node.name.removeprefix("test_"), workers=True)
    yield visitors
    visitors.close()
    assert visitors.foreign == []
    assert [told for told in visitors.complaints if "Failed to load resource" not in told] == []


def begin(page: Any, *names: str, game: str = "azul", way: str = "round") -> str:
    """Fill the front page in and open a sheet; its address."""
    page.goto("/score")
    page.locator(f"[name=sheet-game][value={game}]").check(force=True)
    page.locator(f"[name=sheet-players][value='{len(names)}']").check(force=True)
    for seat, name in enumerate(names):
        page.locator(f"#f-name-{seat}").fill(name)
    page.locator(f"[name=sheet-way][value={way}]").check(force=True)
    page.locator(".score-form .btn.primary").click()
    page.wait_for_selector(".sheet-page")
    page.wait_for_url("**/s/*")
    return str(page.url)


def field(page: Any, key: str) -> Any:
    return page.locator(f"#f-{key.replace('/', '-')}")


def line(page: Any, state: str) -> None:
    """Wait until the page says that about the server."""
    page.wait_for_selector(f"main[data-line={state}]")


def told(page: Any, address: str) -> dict[str, Any]:
    """The sheet as the server has it."""
    sheet = address.rsplit("/", 1)[1]
    answer = page.request.get(f"/api/sheets/{sheet}")
    assert answer.ok, answer.text()
    return {key: entry["v"] for key, entry in answer.json()["fields"].items()}


def turn(page: Any, name: str) -> None:
    """Press what leads to another part of the sheet; a frame later the page leads the focus there as well."""
    page.get_by_role("button", name=name).click()
    drawn(page)


def running_scores(page: Any) -> list[str]:
    found: list[str] = page.locator(".sofar tfoot td").all_inner_texts()
    return found


# --- to the end ------------------------------------------------------------------------------------------


def test_the_quick_way_to_the_end_with_a_tie(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    address = begin(page, "Ana", "Bea", way="quick")
    field(page, "total/0").fill("61")
    assert page.locator(".quick-rows").count() == 0
    field(page, "total/1").fill("61")
    page.wait_for_selector(".quick-rows")  # a tie asks for rows
    assert "share the victory" in page.locator("#outcome-title").inner_text()
    field(page, "rows/0").fill("1")
    field(page, "rows/1").fill("7")
    assert "from 0 to 5" in page.locator("#f-rows-1-bad").inner_text()
    field(page, "rows/1").fill("2")
    page.get_by_text("Bea wins").first.wait_for()
    visitors.shot(page, "result")
    page.locator("[data-do=keep]").click()
    page.wait_for_selector("[data-do=record]")
    assert told(page, address)["total/1"] == 61
    page.goto("/score")
    row = page.locator(".score-lists .row", has_text="Ana and Bea")
    expect(row).to_contain_text("on record")
    assert_fits(page, "front page")


def test_by_round_to_the_end_with_the_clamp_and_an_earlier_round_put_right(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    address = begin(page, "Ana", "Bea", "Caro")
    expect(page.locator("#f-r1-0-wall")).to_be_focused()
    for seat, points in enumerate((3, 5, 2)):
        field(page, f"r1/{seat}/wall").fill(str(points))
    page.get_by_role("group", name="Ana").get_by_role("button", name="one more").click(click_count=3)
    assert field(page, "r1/0/floor").input_value() == "3"
    assert "0 + 3 − 4 = 0" in page.get_by_role("group", name="Ana").inner_text().replace("\n", " ")
    assert "never below 0" in page.get_by_role("group", name="Ana").inner_text()
    assert running_scores(page) == ["0", "5", "2"]
    turn(page, "Next: round 2")
    page.wait_for_selector("main[data-round='2']")
    for seat, points in enumerate((10, 0, 4)):
        field(page, f"r2/{seat}/wall").fill(str(points))
    assert running_scores(page) == ["10", "5", "6"]
    turn(page, "Edit round 1")
    field(page, "r1/0/floor").fill("1")
    assert running_scores(page) == ["12", "5", "6"]  # 3 - 1 + 10
    page.get_by_role("button", name="Undo").click()
    assert running_scores(page) == ["10", "5", "6"]
    visitors.shot(page, "rounds")
    turn(page, "End the game")
    page.locator("li.final").nth(0).get_by_role("button", name="Rows, +2 each: one more").click()
    page.get_by_label("Final score of Bea").fill("9")  # R12: their own number stays
    turn(page, "These totals are right")
    page.get_by_text("Ana wins").first.wait_for()
    assert "you say 9" in page.locator("li.final").nth(1).inner_text()
    page.locator("[data-do=keep]").click()
    page.wait_for_selector("[data-do=record]")
    visitors.shot(page, "end")
    values = told(page, address)
    assert [values[f"total/{seat}"] for seat in range(3)] == [12, 9, 6]
    assert values["over"] is True


def test_a_finished_sheet_opens_with_its_result_and_a_way_back_to_the_entries(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    address = begin(page, "Ana", "Bea")
    field(page, "r1/0/wall").fill("9")
    field(page, "r1/1/wall").fill("4")
    turn(page, "End the game")
    page.get_by_role("button", name="These totals are right").click()
    page.wait_for_selector(".outcome")
    line(page, "sent")
    other = visitors.page(PHONE)
    other.goto(address)
    page.reload()
    for phone in (page, other):
        phone.wait_for_selector(".outcome")
        assert "Ana wins" in phone.locator("#outcome-title").inner_text()
        assert phone.locator("li.final").count() == 0
        assert phone.locator(".outcome").bounding_box()["y"] < 300
    visitors.shot(page, "reopened")
    assert_accessible(page, "reopened")
    turn(page, "Back to the entries")
    page.wait_for_selector("li.final")
    page.get_by_label("Final score of Bea").fill("10")
    page.get_by_text("Bea wins").first.wait_for()
    turn(page, "Back to the rounds")
    assert field(page, "r1/0/wall").input_value() == "9"


def test_a_round_begun_by_habit_is_no_round_and_the_end_begins_at_its_top(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    address = begin(page, "Ana", "Bea", "Caro", "Dan")
    assert page.evaluate("scrollY") == 0
    for seat in range(4):
        field(page, f"r1/{seat}/wall").fill(str(3 + seat))
    turn(page, "Next: round 2")
    turn(page, "End the game")
    page.get_by_role("button", name="These totals are right").wait_for()
    until(page, "() => scrollY === 0 && document.activeElement !== document.body")
    assert page.locator(".sofar tbody tr").count() == 1
    page.get_by_role("button", name="These totals are right").click()
    expect(page.locator("#outcome-title")).to_be_focused()
    page.locator("[data-do=keep]").click()
    page.wait_for_selector("[data-do=record]")
    expect(page.locator("#outcome-title")).to_be_focused()
    assert_accessible(page, "kept")
    page.locator("[data-do=board]").click()
    page.wait_for_selector(".ranks")
    assert told(page, address)["rounds"] == 1


def test_the_pages_are_in_a_menu_where_the_bar_is_narrow(visitors: Visitors) -> None:
    page = visitors.page(NARROW)
    page.goto("/score")
    expect(page.locator(".bar-menu")).to_be_hidden()
    page.locator(".bar-more summary").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".bar-menu a")
    assert page.locator(".bar-menu a").all_inner_texts()[:4] == [
        "Rules",
        "Scorecard",
        "Your leagues",
        "Ranking",
    ]
    box = page.locator(".bar-menu").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= NARROW[0]
    assert_accessible(page, "menu")
    page.keyboard.press("Escape")
    expect(page.locator(".bar-menu")).to_be_hidden()
    page.locator(".bar-more summary").click()
    page.locator(".bar-menu a", has_text="Ranking").click()
    page.wait_for_url("**/ranking")


def test_pavilion_by_round_marker_before_placing_discards_after(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    begin(page, "Ana", "Bea", game="pavilion")
    field(page, "r1/0/placed").fill("4")
    field(page, "r1/0/marker").fill("6")
    field(page, "r1/1/placed").fill("3")
    field(page, "r1/1/discards").fill("2")
    assert running_scores(page) == ["5", "6"]  # 5 - 6 stays at 1, then 4 more; 5 + 3 - 2
    field(page, "r1/1/marker").fill("1")
    assert "only one" in page.locator("#f-r1-1-marker-bad").inner_text()
    for number in range(2, 7):
        turn(page, f"Next: round {number}")
        page.wait_for_selector(f"main[data-round='{number}']")
        field(page, f"r{number}/0/placed").fill("1")
        field(page, f"r{number}/1/placed").fill("2")
    page.get_by_role("button", name="Next: the end of the game").click()
    page.get_by_role("button", name="These totals are right").wait_for()
    visitors.shot(page, "end")


def test_going_from_one_way_to_another_loses_nothing(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    begin(page, "Ana", "Bea")
    field(page, "r1/0/wall").fill("7")
    for way in ("quick", "wall", "round"):
        page.locator(f"[name=way][value={way}]").check(force=True)
        page.wait_for_selector(f".way-{way}")
        if way == "quick":
            field(page, "total/0").fill("50")
    assert field(page, "r1/0/wall").input_value() == "7"
    page.locator("[name=way][value=quick]").check(force=True)
    assert field(page, "total/0").input_value() == "50"
    page.reload()
    page.wait_for_selector(".way-quick")
    assert field(page, "total/0").input_value() == "50"


# --- without a network -----------------------------------------------------------------------------------


def test_offline_at_the_table_and_back(away: Visitors, own: Running) -> None:
    page = away.page(PHONE)
    page.goto("/score")
    settled(page)
    address = begin(page, "Ana", "Bea")
    field(page, "r1/0/wall").fill("3")
    line(page, "sent")
    own.stop()
    field(page, "r1/1/wall").fill("4")
    line(page, "away")
    banner = page.locator(".banner.offline")
    assert "kept on this phone" in banner.inner_text()
    away.shot(page, "away")
    turn(page, "Next: round 2")
    field(page, "r2/0/wall").fill("9")
    page.reload()  # without a server: the page and all entries are there
    page.wait_for_selector(".sheet-page")
    assert page.url == address
    turn(page, "Edit round 2")
    assert field(page, "r2/0/wall").input_value() == "9"
    line(page, "away")
    field(page, "r2/1/wall").fill("8")
    page.locator("[name=way][value=quick]").check(force=True)
    field(page, "total/0").fill("30")
    field(page, "total/1").fill("20")
    page.locator("[data-do=keep]").click()
    own.start()
    line(page, "sent")
    page.wait_for_selector("[data-do=record]")
    values = told(page, address)
    assert [values[key] for key in ("r1/0/wall", "r1/1/wall", "r2/0/wall", "r2/1/wall")] == [3, 4, 9, 8]
    assert banner.count() == 0


@pytest.mark.parametrize(
    ("language", "words"),
    [
        pytest.param("en-GB", "No connection", marks=pytest.mark.slow),
        ("fr-FR", "Pas de connexion"),
    ],
)
@pytest.mark.slow
def test_a_sheet_begun_while_the_server_is_gone(
    away: Visitors, own: Running, language: str, words: str
) -> None:
    page = away.page(PHONE, language=language)
    page.goto("/rules")  # any page: the scorecard comes along
    settled(page)
    own.stop()
    address = begin(page, "Zuleika", "Bea", way="quick")
    line(page, "away")
    expect(page.locator(".banner.offline")).to_contain_text(words)
    field(page, "total/0").fill("33")
    page.goto("/score")
    expect(page.locator(".score-lists")).to_contain_text("Zuleika")
    page.goto(address)
    page.wait_for_selector(".sheet-page")
    assert field(page, "total/0").input_value() == "33"
    assert {path.split("/")[1] for path in kept(page)} == {"static", "offline", "language"}
    own.start()
    line(page, "sent")
    assert told(page, address)["name/0"] == "Zuleika"
    page.goto("/score")
    page.wait_for_selector(".score-lists .row")
    held = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " Promise.all((await (await caches.open(name)).keys())"
        ".map(async (each) => (await caches.match(each)).text()))))).flat().join('')"
    )
    assert "score.away" in held
    assert "Zuleika" not in held


def test_a_browser_that_keeps_nothing_says_so(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    )
    address = begin(page, "Ana", "Bea", way="quick")
    field(page, "total/0").fill("33")
    line(page, "sent")
    expect(page.locator(".banner.error")).to_contain_text("no room")
    assert told(page, address)["total/0"] == 33


# --- two phones ------------------------------------------------------------------------------------------


def test_two_phones_see_each_others_entries(visitors: Visitors) -> None:
    ana, bea = visitors.page(PHONE), visitors.page(PHONE, language="fr-FR")
    address = begin(ana, "Ana", "Bea")
    line(ana, "sent")
    ana.get_by_role("button", name="Another phone").click()
    assert ana.get_by_label("Link to this sheet").input_value() == address
    until(ana, "() => document.querySelector('.qr img').naturalWidth > 0")
    visitors.shot(ana, "share", whole=False)
    ana.keyboard.press("Escape")
    bea.goto(address)
    bea.wait_for_selector(".sheet-page")
    field(bea, "r1/1/wall").fill("12")
    expect(field(ana, "r1/1/wall")).to_have_value("12")
    field(ana, "r1/0/wall").fill("5")
    expect(field(bea, "r1/0/wall")).to_have_value("5")
    field(bea, "r1/0/wall").fill("6")  # the later edit of a field holds on both
    field(bea, "r1/0/wall").blur()
    expect(field(ana, "r1/0/wall")).to_have_value("6")
    assert "Manche 1" in bea.locator(".turn").inner_text()
    ana.get_by_role("button", name="Next: round 2").click()
    bea.locator(".round-chip").nth(1).wait_for()


@pytest.mark.slow
def test_two_phones_without_a_server_agree_afterwards(away: Visitors, own: Running) -> None:
    ana, bea = away.page(PHONE), away.page(PHONE)
    address = begin(ana, "Ana", "Bea", way="quick")
    line(ana, "sent")
    bea.goto(address)
    line(bea, "sent")
    own.stop()
    for page, key, value in ((ana, "total/0", "40"), (bea, "total/1", "50"), (bea, "total/0", "41")):
        field(page, key).fill(value)
        page.wait_for_timeout(20)
    for page in (ana, bea):
        line(page, "away")
    own.start()
    for page in (ana, bea):
        line(page, "sent")
        for seat, total in enumerate(("41", "50")):
            expect(field(page, f"total/{seat}")).to_have_value(total)


# --- for everyone ----------------------------------------------------------------------------------------


def test_what_is_wrong_is_said_beside_the_field(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    page.goto("/score")
    for seat in (0, 1):
        page.locator(f"#f-name-{seat}").fill("Ana")
    page.locator("#f-played").fill("2999-01-01")
    page.locator(".score-form .btn.primary").click()
    assert "here twice" in page.locator("#f-name-1-bad").inner_text()
    assert "future" in page.locator("#f-played-bad").inner_text()
    expect(page.locator("#f-name-1")).to_be_focused()
    assert_accessible(page, "front page with errors")
    page.locator("#f-name-1").fill("<b>Bea</b>")
    page.locator("#f-played").fill("2026-01-05")
    page.locator("[name=sheet-way][value=quick]").check(force=True)
    page.locator(".score-form .btn.primary").click()
    page.wait_for_selector(".sheet-page")
    assert "<b>Bea</b>" in page.locator(".quick-card").nth(1).inner_text()
    for value in ("-5", "400", "ten", "1.5"):
        field(page, "total/0").fill(value)
        assert "from 0 to 240" in page.locator("#f-total-0-bad").inner_text()
        assert field(page, "total/0").get_attribute("aria-invalid") == "true"
        assert field(page, "total/0").input_value() == value
    assert_accessible(page, "sheet with errors")
    field(page, "total/0").fill("240")
    assert page.locator("#f-total-0-bad").count() == 0


def test_a_sheet_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.page(WIDE)
    page.goto("/score")
    page.locator("#f-name-0").focus()
    page.keyboard.type("Ana")
    page.keyboard.press("Tab")
    page.keyboard.type("Bea")
    page.keyboard.press("Enter")  # the form's own
    page.wait_for_selector(".sheet-page")
    for number, rounds in enumerate(((3, 2), (8, 1), (4, 9)), 1):
        page.wait_for_selector(f"main[data-round='{number}']")
        expect(field(page, f"r{number}/0/wall")).to_be_focused()
        drawn(page)
        for points in rounds:
            page.keyboard.type(str(points))
            page.keyboard.press("Enter")
            page.keyboard.type("0")
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")  # the button
    page.wait_for_selector("main[data-round='4']")
    drawn(page)
    assert running_scores(page) == ["15", "12"]
    page.get_by_role("button", name="Remove round 4").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-round='3']")
    page.locator("h2").first.evaluate("el => document.activeElement.blur()")
    page.keyboard.press("Control+z")
    page.wait_for_selector(".round-chip:nth-of-type(4)")
    page.locator("[name=way][value=round]").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".way-quick")


@pytest.mark.parametrize(
    ("size", "scheme", "language", "game"),
    [
        pytest.param(WIDE, "light", "en-GB", "azul", marks=pytest.mark.slow),
        (PHONE, "dark", "fr-FR", "azul"),
        pytest.param(NARROW, "light", "fr-FR", "pavilion", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_and_everything_fits(
    visitors: Visitors, size: tuple[int, int], scheme: str, language: str, game: str
) -> None:
    page = visitors.page(size, language=language, color_scheme=scheme)

    def look(what: str) -> None:
        assert_accessible(page, what)
        assert_fits(page, what)
        visitors.shot(page, what)

    page.goto("/score")
    page.wait_for_selector(".score-form")
    page.locator(".more summary").click()
    look("start")
    begin(page, "Ana", "Maximiliane von Schwarzenberg", "Bo", "Zoé", game=game)
    fields = page.locator(".entry-field")
    for n in range(fields.count()):
        fields.nth(n).fill(str(3 + n % 3))
    look("rounds")
    for dialog in ("share", "options"):
        page.locator(f".bar-tools .btn:has(use[href='#i-{dialog}'])").click()
        page.wait_for_selector("dialog[open]")
        assert_accessible(page, dialog)
        visitors.shot(page, dialog, whole=False)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.locator("[name=way][value=quick]").check(force=True)
    page.wait_for_selector(".way-quick")
    for seat in range(4):
        field(page, f"total/{seat}").fill("40")
    look("quick")
    assert re.search(r"\d", page.locator(".outcome").inner_text())


def test_a_sheet_that_is_not_there(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    page.goto("/s/" + "z" * 20)
    page.get_by_text("There is no such sheet").wait_for()
    assert_accessible(page, "no sheet")
    visitors.complaints = [one for one in visitors.complaints if "404" not in one]
