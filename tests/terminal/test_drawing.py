"""The drawings: state in, text out. What stands where, at every width and in every variant."""

import re

import pytest
from rich.style import Style
from rich.text import Text

import azulejos as az
from azulejos.terminal.azul.board import PENALTIES, printed_colour, small_board, waiting_rows
from azulejos.terminal.azul.screen import draw
from azulejos.terminal.console import EDGES
from tests.terminal.tables import board, last_draft, played, position

NAMES = ["Ana", "Bruno", "greedy 1 (bot)", "a name that is much longer than any board is wide, really"]


def plain(game: az.Match, width: int = 80) -> str:
    """The drawing as a terminal without colours shows it."""
    return draw(game.show(), game.names, width).plain.translate(EDGES)


def test_a_board_shows_lines_wall_floor_and_score() -> None:
    rows = plain(last_draft()).splitlines()
    assert rows[4] == " centre  K  1"
    assert rows[7] == "╔═ ▸ Ana ══════════════════ 3 points ═╗ ╭─ Bruno ─────────────────── 1 point ─╮"
    assert rows[8].startswith("║                      1  2  3  4  5  ║")
    assert rows[9].startswith(
        "║ 1              K  ▸  B  Y  R  k  w  ║ │ 1              ·     b  y  r  k  w  │"
    )
    assert rows[10].startswith("║ 2           Y  Y  ▸  w  B  y  r  k  ║")
    assert rows[13].startswith("║ 5  ·  ·  ·  ·  ·     y  r  k  w  b  ║")
    assert rows[14].endswith("│        -1 -1 -2 -2 -2 -3 -3         │")
    assert rows[15].endswith("│ floor   1  R  R  ·  ·  ·  ·   -4    │")


def test_the_table_shows_factories_centre_bag_and_lid() -> None:
    game = az.new("azul", seed=7, starter=0)
    game.play("3Y>1")
    rows = plain(game).splitlines()
    assert rows[0] == " Azul  ·  round 1"
    assert rows[2].startswith(
        " 1  B  Y  R  R   2  B  Y  K  W   3  ·  ·  ·  ·   4  R  R  R  K   5  Y  R  K  W"
    )
    assert rows[4] == " centre  1    R  1   K  2"
    assert rows[5] == " bag 80: B 18  Y 16  R 13  K 15  W 18    lid 0: B 0  Y 0  R 0  K 0  W 0"


def test_before_the_first_deal_the_factories_are_empty() -> None:
    rows = plain(az.new("azul", seed=7).at(0)).splitlines()
    assert rows[0] == " Azul  ·  before the first deal"
    assert rows[4] == " centre empty"


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_longer_than_the_width(width: int, players: int, jokers: bool, wall: str) -> None:
    for moves in (0, 15, 40, 200):
        game = played(players, moves, jokers=jokers, wall=wall)
        text = draw(game.show(), NAMES[:players], width)
        assert max(Text(line).cell_len for line in text.plain.splitlines()) <= width
        assert all(name[:14] in text.plain for name in NAMES[:players])


@pytest.mark.parametrize(
    ("players", "width", "across"), [(2, 60, 1), (2, 80, 2), (3, 120, 3), (4, 100, 2), (4, 160, 4)]
)
def test_boards_stand_side_by_side_where_they_fit(players: int, width: int, across: int) -> None:
    game = az.new("azul", players=players, seed=1)
    tops = [line for line in plain(game, width).splitlines() if "points" in line]
    assert [line.count("points") for line in tops] == [across] * (players // across)


@pytest.mark.parametrize(("wall", "jokers"), [("coloured", True), ("grey", True), ("grey", False)])
def test_every_tile_on_the_table_is_drawn_as_its_letter(wall: str, jokers: bool) -> None:
    for moves in range(3, 60, 8):
        game = played(3, moves, wall=wall, jokers=jokers)
        shown = game.show()
        boards = shown["boards"]
        tiles = "".join(shown["factories"])
        tiles += "".join("".join([*own["lines"], *own["wall"], own["floor"]]) for own in boards)
        tiles += "".join(dict.fromkeys(shown["centre"]))  # grouped there, one letter and a count
        drawn = "".join(re.findall("▐([BYRKWJ])▌", draw(shown, game.names, 120).plain))
        assert sorted(drawn) == sorted(tiles.replace(".", "").replace("1", ""))


def test_every_tile_has_ink_and_ground_of_its_own() -> None:
    text = draw(played(2, 30, jokers=True).show(), ["Ana", "Bruno"], 80)
    for found in re.finditer("▐[a-zA-Z1]▌", text.plain):
        styles = [span.style for span in text.spans if span.start <= found.start() + 1 < span.end]
        own = [style for style in styles if isinstance(style, Style)]
        assert [bool(style.color and style.bgcolor) for style in own] == [True]


def test_the_board_of_the_seat_to_decide_stands_out() -> None:
    game = last_draft()
    assert "▸ Ana" in plain(game)
    assert "▸ Bruno" not in plain(game)
    game.play("cK>f")  # the round ends; Bruno has the marker and begins the next
    assert "▸ Bruno" in plain(game)
    assert "▸ Ana" not in plain(game)


# --- the end in sight -------------------------------------------------------------------------------------


def test_a_fifth_tile_that_waits_announces_the_last_round() -> None:
    ana = board(lines=["W", "", "", "", ""], wall=["BYRK.", *["....."] * 4])
    game = az.load(position(ana, board()), names=["Ana", "Bruno"])
    assert waiting_rows(game.show(), 0) == [0]
    assert " ! This is the last round: Ana has the fifth tile of row 1 waiting." in plain(game)
    assert "║ 1              W  !  B  Y  R  K  w  ║" in plain(game)


def test_four_in_a_row_and_an_unfinished_line_announce_nothing() -> None:
    ana = board(lines=["", "K", "", "", ""], wall=[".....", "WBYR.", *["....."] * 3])
    assert "last round" not in plain(az.load(position(ana, board())))


def test_on_the_grey_wall_a_column_that_holds_the_colour_is_no_cell() -> None:
    wall = ["BYRK.", "....W", *["....."] * 3]
    blocked = az.load(position(board(lines=["W", "", "", "", ""], wall=wall), board(), wall="grey"))
    assert "last round" not in plain(blocked)
    free = az.load(
        position(board(lines=["W", "", "", "", ""], wall=["BYRK.", *["....."] * 4]), board(), wall="grey")
    )
    assert "This may be the last round" in plain(free)


# --- low and narrow screens -------------------------------------------------------------------------------


@pytest.mark.parametrize(("wall", "jokers"), [("coloured", False), ("grey", True)])
@pytest.mark.parametrize(("players", "width", "height"), [(3, 80, 18), (4, 80, 18), (4, 60, 26), (2, 60, 26)])
def test_a_low_screen_keeps_every_tile_with_the_own_board_last(
    players: int, width: int, height: int, wall: str, jokers: bool
) -> None:
    for moves in (0, 10, 30, 40):
        game = played(players, moves, wall=wall, jokers=jokers)
        shown = game.show()
        text = draw(shown, game.names, width, height).plain
        lines = text.splitlines()
        assert len(lines) <= height
        assert max(Text(line).cell_len for line in lines) <= width
        assert text.index(" centre ") < text.index("▸ ")
        assert text.count("point") == players
        lying = [letter for own in shown["boards"] for letter in "".join([*own["lines"], *own["wall"]])]
        boards = text[: text.index(" Azul")] + text[text.index(" centre ") :]
        assert all(letter in boards for letter in set(lying) - {"."})


def test_a_small_board_has_a_column_for_each_space() -> None:
    ana = board(score=3, lines=["K", "Y", "", "", ""], wall=["BYR..", ".B...", *["....."] * 3], floor="1RR")
    game = az.load(position(ana, board(), marker=0), names=["Ana", "Bruno"])
    assert [line.plain for line in small_board(game.show(), 0, "Ana", 13)] == [
        "▸ Ana        ",
        "3 points     ",
        "    K▸BYRkw  ",
        "   ·Y wByrk  ",
        "  ··· kwbyr  ",
        " ···· rkwby  ",
        "····· yrkwb  ",
        "1RR -4       ",
    ]


def test_what_the_board_prints_is_what_the_engine_counts() -> None:
    assert PENALTIES == [-1, -1, -2, -2, -2, -3, -3]
    assert ["".join(printed_colour(row, column) for column in range(5)) for row in range(5)] == [
        "BYRKW",
        "WBYRK",
        "KWBYR",
        "RKWBY",
        "YRKWB",
    ]
