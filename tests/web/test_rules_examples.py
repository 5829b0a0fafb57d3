"""The examples of the rules, played: what a picture shows is what the engine does."""

import re

import pytest

from azulejos.web import rules
from tests.azul import positions as azul
from tests.pavilion import positions as pavilion

LANGUAGES = ("en", "fr")


def source(game: str, lang: str) -> str:
    return (rules.FOLDER / f"{game}.{lang}.html").read_text("utf-8")


def found(pattern: str, game: str, lang: str) -> list[tuple[str, ...]]:
    """What the pictures of that kind draw."""
    return re.findall(pattern, source(game, lang))


# --- Azul -------------------------------------------------------------------------------------------------


def coloured(cells: str) -> str:
    """A coloured wall with tiles on some cells (A5)."""
    laid = cells.split()
    rows = [
        "".join("BYRKW"[(column - row) % 5] if f"{row}{column}" in laid else "." for column in range(5))
        for row in range(5)
    ]
    return " ".join(rows)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lines_that_take_two_blue_tiles(lang: str) -> None:
    ((lines, wall, marks),) = found(r"'([BYRKW. ]+)', '([\d ]+)', \[[^\]]+\], '([+-]{5})'\)", "azul", lang)
    mine = azul.board([tiles.strip(".") for tiles in lines.split()], wall=coloured(wall))
    game = azul.load(factories=["BBRY"], boards=[mine])
    takes = [game.why_not(f"1B>{line}") is None for line in range(1, 6)]
    assert takes == [mark == "+" for mark in marks]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_factory_is_left_as_it_is_drawn(lang: str) -> None:
    game = azul.load(factories=["BBRY"]).play("1B>3")
    assert azul.lines_of(game)[2] == "BB"
    assert sorted(game.position()["centre"]) == ["R", "Y"]
    assert len(found(r"({{ )(take)\('", "azul", lang)) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_cells_of_the_grey_wall(lang: str) -> None:
    pattern = r"'([\dBYRKW ]+)', '', '', '', '', true, '([\d ]+)', '([\d ]+)'\)"
    ((laid, can, bad),) = found(pattern, "azul", lang)
    tiles = {cell[:2]: cell[2] for cell in laid.split()}
    wall = " ".join("".join(tiles.get(f"{r}{c}", ".") for c in range(5)) for r in range(5))
    game = azul.last_draft(azul.board(["", "", "BBB"], wall=wall), wall="grey")
    assert game.moves() == [f"3@{int(cell[1]) + 1}" for cell in can.split()]
    for cell in bad.split():
        reason = game.why_not(f"3@{int(cell[1]) + 1}")
        assert reason is not None
        assert reason.clause == "A48"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tile_that_a_line_sends_to_the_wall(lang: str) -> None:
    drawn = found(r"moving\('[^']*', '([BYRKWJ]+)', (\d), '(\d)', (\d)\)", "azul", lang)
    assert [held for held, *_ in drawn] == ["BBB", "JBB"]
    for held, row, laid, column in drawn:
        line, jokers = int(row) + 1, "J" in held
        mine = azul.board(["", "", held], wall=coloured(f"{row}{laid}"))
        game = azul.last_draft(mine, jokers=jokers)
        assert azul.gains(game) == [(line, int(column) + 1, 2)]
        assert azul.wall_of(game).split()[int(row)][int(column)] == held[0]
        assert azul.stock(game, "lid").count("B") == len(held) - 1


# --- Summer Pavilion --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_stars_that_are_drawn_score_as_they_say(lang: str) -> None:
    pattern = r"alone\('[^']*', '([B.]{6})', 'B', '(\d+)', '(\d)', '123456', '(\d)'\)"
    drawn = found(pattern, "pavilion", lang)
    assert len(drawn) == 3
    for held, run, new, points in drawn:
        at = int(new) - 1
        before = f"{held[:at]}.{held[at + 1 :]}"
        mine = pavilion.board(f"B:{before}", "B" * int(new), score=10)
        game = pavilion.load(mine).play(f"B{new}={'B' * int(new)}")
        assert pavilion.star(game, "B") == held
        assert pavilion.shown_board(game)["score"] == 10 + int(points)
        assert len(run) + 1 == int(points)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_pays_for_a_blue_four(lang: str) -> None:
    drawn = found(r'<li class="(yes|no)">.*?rhombs\(\'(\w+)\'', "pavilion", lang)
    assert len(drawn) == 4
    game = pavilion.load(pavilion.board(hand="PPPPBBBBR"))
    for verdict, paid in drawn:
        assert (game.why_not(f"B4={paid}") is None) == (verdict == "yes"), paid


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_kept_and_lost(lang: str) -> None:
    pattern = r"rhombs\('(\w+)', '[^']*'\) }} [\w ]+<span.*?rhombs\('(\w+)', .*?−(\d)"
    ((kept, lost, cost),) = found(pattern, "pavilion", lang)
    mine = pavilion.board(hand=kept + lost, score=9)
    game = pavilion.load(mine, pavilion.board()).play(f"pass={kept}")
    assert pavilion.shown_board(game)["score"] == 9 - int(cost)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_grey_star_goes_on_as_it_began(lang: str) -> None:
    drawn = found(r"alone\('[^']*', '([PR.]{6})', '(0)'", "pavilion", lang)
    follow = []
    for held, _ in drawn:
        game = pavilion.load(pavilion.board(f"P:{held}", "PGOYBR", score=5), side="grey", round=2)
        follow.append("".join(tile for tile in "PGOYBR" if game.why_not(f"P3={tile}") is None))
    assert follow == ["P", "GOYB"]
