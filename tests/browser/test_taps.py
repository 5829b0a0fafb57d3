"""A real table scored by tapping: whole games of the engine, entered by finger, mouse and keys."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from azulejos import games
from azulejos.bots.roster import bot
from azulejos.core.match import Match
from azulejos.study.sheet import fields_of
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.playing import drawn, until
from tests.browser.test_pages import NARROW, assert_fine, assert_fits
from tests.study.clauses import clause

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
NAMES = ("Ana", "Bruno", "Carla", "Davi")
AT_COLOURS = "() => document.activeElement.matches('.palette .swatch')"


def played(game: str, seed: int, **options: Any) -> Match:
    """A game between greedy players, so that there are points to count."""
    match = games.new(game, seed=seed, **options)
    player = bot("greedy", seed)
    while not match.over:
        match.play(player.choose(match).move)
    return match


def blank(fields: dict[str, Any]) -> dict[str, Any]:
    """The sheet before anything was entered."""
    about = ("game", "wall", "jokers", "side", "players", "way")
    names = {f"name/{seat}": NAMES[seat] for seat in range(fields["players"])}
    return (
        {key: fields[key] for key in about if key in fields} | names | {"rounds": 1, "played": "2026-11-14"}
    )


def open_sheet(page: Any, fields: dict[str, Any]) -> str:
    """A sheet that this browser has, opened; its id."""
    name = "".join(random.choice(LETTERS) for _ in range(20))
    entries = {key: {"v": value, "t": 1_700_000_000_000, "by": "tests"} for key, value in fields.items()}
    page.goto("/score")
    page.evaluate(
        "([id, fields]) => localStorage.setItem('azulejos.sheet.' + id,"
        " JSON.stringify({fields, revision: -1, kept: null}))",
        [name, entries],
    )
    page.goto(f"/s/{name}")
    page.wait_for_selector(".entry, .finals, .places")
    return name


def laid(fields: dict[str, Any], seat: int, number: int) -> list[tuple[str, str]]:
    """Cells and colours of a seat's round, in the order of laying."""
    own = [(key.split("/")[2], str(tap)) for key, tap in fields.items() if key.startswith(f"t/{seat}/")]
    taps = [(cell, tap) for cell, tap in own if tap.startswith(str(number))]
    order = sorted(taps, key=lambda one: (int(one[1].partition(".")[2] or 0), one[0]))
    return [(cell, tap[1]) for cell, tap in order]


def choose(page: Any, colour: str) -> None:
    """The colour, if it is asked for; a tile that could be of one colour only is laid without a question."""
    if page.locator(".palette").count():
        page.locator(f".palette [data-colour={colour}]").click()
        if page.locator(".offer").count():  # with jokers the palette stays for a change of mind
            page.locator(".offer [data-do=close]").click()


def tap_wall(page: Any, fields: dict[str, Any], seat: int, number: int) -> None:
    for cell, colour in laid(fields, seat, number):
        page.locator(f".tap[data-cell='{cell}']").click()
        choose(page, colour)
    for _ in range(fields[f"r{number}/{seat}/floor"]):
        page.locator("[data-step=floor-more]").click()


def tap_stars(page: Any, fields: dict[str, Any], seat: int, number: int) -> None:
    """Where fingers are at work the star comes first."""
    for cell, colour in laid(fields, seat, number):
        if page.viewport_size["width"] < 768:
            back = page.locator("[data-do=all-stars]")
            back.click() if back.count() else None
            page.locator(f".tapstar[data-star='{cell[0].replace('C', '*')}']").click()
        page.locator(f"[data-space={cell}]").click()
        choose(page, colour)
    drawn(page)
    for name in ("marker", "discards"):
        lost = fields[f"r{number}/{seat}/{name}"]
        if lost:
            page.locator(f"#f-r{number}-{seat}-{name}").fill(str(lost))


def score_of(page: Any) -> str:
    return str(page.locator("[data-score]").get_attribute("data-score"))


def tap_game(page: Any, match: Match, fields: dict[str, Any]) -> None:
    """Every round of every seat, each compared with the engine's own count; then the end."""
    hand = tap_wall if match.game == "azul" else tap_stars
    told = match.breakdown()
    for number in range(1, fields["rounds"] + 1):
        for seat in range(fields["players"]):
            hand(page, fields, seat, number)
            score = str(told[seat]["rounds"][number - 1]["score"])
            expect(page.locator("[data-score]")).to_have_attribute("data-score", score)
            page.locator(".entry > .btn.primary").click()
            after = (seat + 1) % fields["players"]
            page.wait_for_selector(f"#tab-{after}[aria-selected=true], .finals")
            drawn(page)
    page.wait_for_selector(".finals")
    for seat in range(fields["players"]):
        if fields.get(f"b/{seat}/corners"):
            page.locator(f"#f-b-{seat}-corners").fill(str(fields[f"b/{seat}/corners"]))


def totals(page: Any) -> list[int]:
    return [int(one.get_attribute("data-total")) for one in page.locator("[data-total]").all()]


@clause("R1")
@clause("R6")
@clause("R8")
@clause("R11")
@pytest.mark.parametrize(
    ("game", "size", "options"),
    [
        pytest.param("azul", PHONE, {"players": 3}, id="azul"),
        pytest.param(
            "azul",
            WIDE,
            {"players": 2, "wall": "grey", "jokers": True},
            id="grey-jokers",
            marks=pytest.mark.slow,
        ),
        pytest.param("azul", PHONE, {"players": 2, "jokers": True}, id="jokers", marks=pytest.mark.slow),
        pytest.param("pavilion", PHONE, {"players": 2, "side": "coloured"}, id="pavilion"),
        pytest.param(
            "pavilion", WIDE, {"players": 3, "side": "grey"}, id="pavilion-grey", marks=pytest.mark.slow
        ),
    ],
)
def test_a_whole_game_by_taps_ends_as_the_engine_says(
    visitors: Visitors, game: str, size: tuple[int, int], options: dict[str, Any]
) -> None:
    match = played(game, 5, **options)
    fields = fields_of(match)
    page = visitors.page(size)
    open_sheet(page, blank(fields))
    tap_game(page, match, fields)
    assert totals(page) == list(match.scores())
    visitors.shot(page, "end")
    page.locator("[data-do=confirm]").click()
    page.wait_for_selector(".outcome")
    first = [NAMES[seat] for seat in match.winners()]
    assert [one.inner_text() for one in page.locator(".places .first b").all()] == first
    assert page.locator(".errors, .pointed").count() == 0
    visitors.shot(page, "result")


def test_a_game_is_kept_and_leads_to_its_record_and_to_another(visitors: Visitors) -> None:
    match = played("azul", 2, players=2)
    page = visitors.page(PHONE)
    name = open_sheet(page, blank(fields_of(match)) | fields_of(match) | {"name/0": "Ana", "name/1": "Bea"})
    page.locator("[data-do=keep]").click()
    page.wait_for_selector("[data-do=record]")
    told = page.request.get(f"/api/sheets/{name}").json()["kept"]
    assert (
        page.locator("[data-do=record]").get_attribute("href")
        == f"/l/{told['league']}/games/{told['result']}"
    )
    page.locator("[data-do=entries]").click()  # a finished sheet opens with its result
    drawn(page)
    page.locator("#f-total-0").fill("99")
    page.wait_for_selector(".kept-changed")
    page.locator("[data-do=keep]").click()
    page.wait_for_selector(".kept-changed", state="detached")
    page.locator("[data-do=share]").click()
    page.wait_for_selector(".share-text, [data-do=share]:has-text('Copied')")
    page.locator("[data-do=again]").click()
    page.wait_for_url(lambda url: name not in url)
    page.wait_for_selector(".tapwall")
    assert [one.inner_text() for one in page.locator(".tab span").all()] == ["Ana", "Bea"]
    assert page.locator(".tap[aria-pressed=true]").count() == 0


GREY = {"game": "azul", "wall": "grey", "jokers": False, "players": 2, "way": "wall"}


def test_a_colour_twice_in_a_row_is_pointed_out_and_stays(visitors: Visitors) -> None:
    page = visitors.page(PHONE)
    open_sheet(page, blank(GREY) | {"rounds": 2, "t/0/11": "1R"})
    page.locator(".tap[data-cell='12']").click()
    page.locator(".palette [data-colour=R]").click()
    assert "Row 1 has a red tile already" in page.locator(".offer .warn").inner_text()
    assert page.locator(".tap[data-cell='12']").get_attribute("aria-pressed") == "false"
    visitors.shot(page, "asked")
    page.locator(".palette [data-colour=R]").click()
    page.wait_for_selector(".tap.odd[data-cell='12'][aria-pressed=true]")
    assert "Row 1 has a red tile already" in page.locator(".errors").inner_text()
    visitors.shot(page, "pointed-out")


def test_a_tile_of_an_earlier_round_moves_to_this_one(page: Any) -> None:
    open_sheet(page, blank(GREY | {"wall": "coloured"}) | {"rounds": 2, "t/0/11": "1B", "t/0/12": "2Y"})
    page.locator(".tap[data-cell='11']").click()
    page.locator("[data-do=move]").select_option("2")
    page.wait_for_selector(".tap.new[data-cell='11']")
    assert page.locator(".errors").inner_text() == "Row 1 got two tiles in round 2: a line brings one."
    page.locator(".bar-tools button").first.click()  # undo
    page.wait_for_selector(".tap:not(.new)[data-cell='11'][aria-pressed=true]")


# --- keyboard --------------------------------------------------------------------------------------------


def tab_to(page: Any, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("it => document.activeElement.matches(it)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not reach {selector}")


def walk_to(page: Any, row: int, column: int) -> None:
    here = page.evaluate("document.activeElement.dataset.cell")
    down, right = row - int(here[0]), column - int(here[1])
    for key in ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down):
        page.keyboard.press(key)
    for key in ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.cell") == f"{row}{column}"


def test_a_wall_by_keyboard_alone(visitors: Visitors, page: Any) -> None:
    open_sheet(page, blank(GREY))
    tab_to(page, ".tap")
    walk_to(page, 2, 3)
    page.keyboard.press("Enter")
    until(page, AT_COLOURS)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # the second colour
    expect(page.locator("[data-cell='23']")).to_be_focused()
    assert page.locator(".tap.new").count() == 1
    walk_to(page, 3, 3)
    page.keyboard.press("Enter")
    until(page, AT_COLOURS)
    page.keyboard.press("Escape")
    expect(page.locator("[data-cell='33']")).to_be_focused()
    page.keyboard.press("Enter")
    until(page, AT_COLOURS)
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell='33']")).to_be_focused()
    assert score_of(page) == "3"
    tab_to(page, "[data-step=floor-more]")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-score]")).to_have_attribute("data-score", "1")
    visitors.shot(page, "wall")
    tab_to(page, ".entry > .btn.primary")
    page.keyboard.press("Enter")
    page.wait_for_selector("#tab-1[aria-selected=true]")


def test_stars_by_keyboard_alone(page: Any) -> None:
    open_sheet(page, blank({"game": "pavilion", "side": "coloured", "players": 2, "way": "wall"}))
    tab_to(page, "[data-space]")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")  # the centre, which asks for a colour
    page.keyboard.press("Space")
    until(page, AT_COLOURS)
    page.keyboard.press("Enter")
    expect(page.locator("[data-space=C1]")).to_be_focused()
    assert score_of(page) == "7"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")  # again: it goes, and what came after it moves up
    expect(page.locator(".badge")).to_have_count(1)
    assert "as number 1" in page.locator("[data-space=C1]").get_attribute("aria-label")
    tab_to(page, ".losses input")


# --- everybody -------------------------------------------------------------------------------------------


def early(fields: dict[str, Any]) -> str:
    """A cell of the first seat whose tile is not of the last round: tapping it asks what to do."""
    return next(
        key[4:] for key, tap in fields.items() if key.startswith("t/0/") and tap[0] < str(fields["rounds"])
    )


def hold(page: Any, cell: str) -> None:
    if page.viewport_size["width"] < 768 and cell[0].isalpha():
        page.locator(f".tapstar[data-star='{cell[0].replace('C', '*')}']").click()
    page.locator(f"[data-cell='{cell}'], [data-space='{cell}']").click()


def visit_all(visitors: Visitors, page: Any, tag: str, looks: Any) -> None:
    """Each board with something asked, the end by taps and by round, the result."""
    boards: list[tuple[str, dict[str, Any]]]
    boards = [("azul", {"wall": "grey", "jokers": True}), ("pavilion", {}), ("pavilion", {"side": "grey"})]
    for number, (game, options) in enumerate(boards):
        name = f"{tag}-{game}{number}"
        fields = fields_of(played(game, 4, players=2, **options))
        entered = blank(fields) | {key: value for key, value in fields.items() if key.startswith(("t/", "r"))}
        entered = {key: value for key, value in entered.items() if not key.startswith("rows/")}
        open_sheet(page, entered)
        hold(page, early(fields))
        page.wait_for_selector(".offer")
        looks(page, name)
        visitors.shot(page, name)
        open_sheet(page, entered | {"over": True})
        looks(page, f"{name} end")
        visitors.shot(page, f"{name}-end")
        page.locator("[data-do=confirm]").click()
        page.wait_for_selector(".outcome")
        looks(page, f"{name} result")
        visitors.shot(page, f"{name}-result")
        points = {f"r1/{seat}/{kind}": 5 for seat in (0, 1) for kind in ("wall", "placed")}
        open_sheet(page, blank(fields) | points | {"way": "round", "over": True, "total/0": 9})
        looks(page, f"{name} typed")
        visitors.shot(page, f"{name}-typed")


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [
        pytest.param(WIDE, "light", "en-GB", id="wide", marks=pytest.mark.slow),
        pytest.param(PHONE, "dark", "fr-FR", id="phone"),
    ],
)
def test_axe_finds_nothing_on_the_boards_and_none_scrolls_sideways(
    visitors: Visitors, size: tuple[int, int], scheme: str, language: str
) -> None:
    page = visitors.page(size, language=language, color_scheme=scheme)
    visit_all(visitors, page, scheme, assert_fine)
    if size == PHONE:
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        assert too_small(page) == []


def too_small(page: Any) -> list[str]:
    """What a finger would miss."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('main button, main select, main input, main a')]"
        ".filter((el) => el.getBoundingClientRect().width && !el.closest('.choice, .check, .foot'))"
        ".filter((el) => el.getBoundingClientRect().height < 43.5 || el.getBoundingClientRect().width < 43.5)"
        ".map((el) => el.outerHTML.slice(0, 120))"
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "language"),
    [pytest.param(PHONE, "en-GB", id="phone"), pytest.param(NARROW, "fr-FR", id="narrow")],
)
def test_no_board_scrolls_sideways(visitors: Visitors, size: tuple[int, int], language: str) -> None:
    page = visitors.page(size, language=language)
    visit_all(visitors, page, f"{size[0]}", assert_fits)
    assert too_small(page) == []
