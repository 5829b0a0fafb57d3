"""Summer Pavilion's drawings: state in, text out. What stands where, at every width and on both sides."""

import re

import pytest
from rich.style import Style
from rich.text import Text

import azulejos as az
from azulejos.terminal.console import EDGES
from azulejos.terminal.pavilion.board import position_at
from azulejos.terminal.pavilion.screen import draw
from tests.terminal.pavilions import board, placing, played, position

NAMES = ["Ana", "Bruno", "greedy 1 (bot)", "a name that is much longer than any board is wide, really"]


def plain(game: az.Match, width: int = 80) -> str:
    """The drawing as a terminal without colours shows it."""
    return draw(game.show(), game.names, width).plain.translate(EDGES)


@pytest.mark.parametrize(
    ("star", "clockwise_from_north"),
    [  # S11
        ("*", [1, 2, 3, 4, 5, 6]),
        ("P", [1, 2, 3, 4, 5, 6]),
        ("O", [6, 1, 2, 3, 4, 5]),
        ("R", [5, 6, 1, 2, 3, 4]),
        ("B", [4, 5, 6, 1, 2, 3]),
        ("Y", [3, 4, 5, 6, 1, 2]),
        ("G", [2, 3, 4, 5, 6, 1]),
    ],
)
def test_every_space_points_where_the_board_has_it(star: str, clockwise_from_north: list[int]) -> None:
    assert [position_at(star, direction) + 1 for direction in range(6)] == clockwise_from_north


def test_the_stars_stand_in_their_places() -> None:
    rows = plain(placing()).splitlines()
    assert rows[0] == " Summer Pavilion  ·  round 1 of 6, placing   wild  P  purple, next  G  green"
    assert rows[1] == " supply  P  2   G  1   O  1   Y  2   B  2   R  2"
    assert rows[2] == " factories and centre are empty"
    assert [row[:39] for row in rows[4:21]] == [
        "╔═ ▸ Ana ══════════════════ 5 points ═╗",
        "║ ·         6             5         · ║",
        "║        5     1       4     6        ║",
        "║           O             R           ║",
        "║        4     2       3     1        ║",
        "║    1      3      G      R      4    ║",
        "║ 6     2       6     R       3     5 ║",
        "║    P             *             B    ║",
        "║ 5     3       5     3       2     6 ║",
        "║    4      2      4      3      1    ║",
        "║        1     3       2     4        ║",
        "║           G             Y           ║",
        "║        6     4       1     5        ║",
        "║ ·         5             6         · ║",
        "║ hand  P  1 wild   G  1   R  3       ║",
        "║                                     ║",
        "╚═════════════════════════════════════╝",
    ]
    assert rows[21] == " within reach  red pillar: R3 -> 1 tile"


def test_the_grey_side_shows_the_space_and_its_number() -> None:
    """S15: outer positions 1 and 3 carry 3 and 1, the centre star only 3s."""
    rows = plain(az.load(position(board({"P": "R....."}), board(), side="grey"))).splitlines()
    assert "grey side" in rows[0]
    [middle] = [row[:39] for row in rows if row.startswith("║6:6")]
    assert middle == "║6:6   2:2     6:3   2:3     3:1   5:5║"
    assert any(row.startswith("║    R     3:1    1:3    2:2    4:4   ║") for row in rows)


def test_factories_and_the_marker_are_drawn_while_tiles_are_acquired() -> None:
    out = plain(az.new("pavilion", seed=7, starter=0).play("1O"))
    assert " 1  ·  ·  ·  ·   2  O  Y  Y  B " in out
    assert " centre marker   Y  2   B  1\n" in out
    assert "factories and centre are empty" not in out


def test_before_the_first_deal_the_wild_colour_to_come_is_shown() -> None:
    out = plain(az.new("pavilion", seed=7).at(0))
    assert "before the first deal" in out
    assert "wild in round 1  P  purple" in out


def test_in_the_last_round_there_is_no_next_wild() -> None:
    assert "wild  R  red\n" in plain(az.load(position(board(), board(), round=6)))


def test_who_has_passed_and_what_lies_in_the_corners_is_shown() -> None:
    bruno = board(passed=True, corners="BBR")
    game = az.load(position(board(hand="R"), bruno), names=["Ana", "Bruno"])
    assert "Bruno ────────── passed, 5 points" in plain(game)
    tops = [row[40:] for row in plain(game).splitlines() if row.endswith("│")]
    assert tops[0] == "│ B         6             5         B │"
    assert tops[12] == "│ R         5             6         · │"
    assert "corners  B  2   R  1" in plain(game, 60)


@pytest.mark.parametrize("side", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [60, 80, 100, 120])
def test_no_line_is_longer_than_the_width(width: int, players: int, side: str) -> None:
    for moves in (0, 15, 40, 90, 500):
        game = played(players, moves, side)
        text = draw(game.show(), NAMES[:players], width)
        assert max(Text(line).cell_len for line in text.plain.splitlines()) <= width
        assert all(name[:12] in text.plain for name in NAMES[:players])
        assert "…" not in text.plain.replace("really", "") or players == 4  # only a name is ever cut
        if not game.over:
            assert f"wild ▐{game.show()['wild']}▌" in text.plain


@pytest.mark.parametrize("side", ["coloured", "grey"])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_tile_and_every_number_of_the_full_board_can_be_seen(width: int, side: str) -> None:
    for moves in range(3, 120, 9):
        game = played(3, moves, side)
        shown = game.show()
        own = shown["boards"][shown["turn"]]
        lines = draw(shown, game.names, width).plain.splitlines()
        first = next(n for n, line in enumerate(lines) if "▸" in line)
        left = 40 * lines[first].count("╭", 0, lines[first].index("▸"))
        text = "\n".join(line[left : left + 39] for line in lines[first + 1 : first + 14])
        tiles = "".join(own["stars"].values()).replace(".", "") + own["corners"]
        assert sorted(re.findall("▐([PGOYBR])▌", text)) == sorted(tiles)
        empty = sorted(
            str(number)
            for star, numbers in shown["numbers"].items()
            for number, lies in zip(numbers, own["stars"][star], strict=True)
            if lies == "."
        )
        plain_text = text.translate(EDGES)
        found = re.findall(r"\d:(\d)" if side == "grey" else r"(\d)", plain_text)
        assert sorted(found) == empty


def test_small_boards_show_every_tile_and_number() -> None:
    ana, bruno = board(hand="R"), board({"P": "P.P...", "*": ".R...."}, hand="GG")
    out = plain(az.load(position(ana, bruno)), 60)
    assert "│ P P2P456 O 123456 R 123456 B 123456 Y 123456 G 123456    │" in out
    assert "│ * 1R3456 " in out
    assert "│ hand  G  2 " in out


def test_every_cell_has_ink_and_ground_of_its_own() -> None:
    for side in ("coloured", "grey"):
        text = draw(played(2, 60, side).show(), ["Ana", "Bruno"], 80)
        for found in re.finditer("▐[A-Z1-6]▌|[1-6]:[1-6]", text.plain):
            styles = [span.style for span in text.spans if span.start <= found.start() + 1 < span.end]
            own = [style for style in styles if isinstance(style, Style)]
            assert [bool(style.color and style.bgcolor) for style in own] == [True]


@pytest.mark.parametrize(("players", "width", "full"), [(2, 60, 1), (2, 79, 2), (3, 80, 1), (3, 120, 3)])
def test_boards_are_drawn_in_full_where_they_fit(players: int, width: int, full: int) -> None:
    out = plain(az.new("pavilion", players=players, seed=1), width)
    assert max(line.count(" ·         6 ") for line in out.splitlines()) == full
    assert out.count(" ·         6 ") == full
    assert out.count("5 points") == players


def test_what_is_in_reach_stands_beside_the_boards_of_a_wide_screen() -> None:
    out = plain(placing(), 120)
    assert "  Within reach" not in out.splitlines()[0]
    assert any(line.endswith("╮ Within reach") for line in out.splitlines())
    assert any(line.endswith("│ red pillar: R3 -> 1 tile") for line in out.splitlines())


@pytest.mark.parametrize("side", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("width", "height"), [(80, 20), (80, 16), (60, 25)])
def test_a_low_screen_keeps_every_tile_with_the_own_board_last(
    width: int, height: int, players: int, side: str
) -> None:
    for moves in (2, 15, 45, 70):
        game = played(players, moves, side)
        shown = game.show()
        text = draw(shown, game.names, width, height).plain
        assert max(Text(line).cell_len for line in text.splitlines()) <= width
        own = text.rindex("▸")
        assert all(text.index(f"▐{letter}▌", text.index("supply")) for letter in set(shown["supply"]))
        assert text.index(" supply ") < own
        if any(shown["factories"]):
            assert text.index(" centre ") < own
        assert text.count("point") == players
        assert len(text[text.index(" Summer Pavilion") :].splitlines()) <= height  # the rest may scroll away


def test_a_low_screen_has_the_own_board_in_full_where_it_fits() -> None:
    game = played(3, 45)
    assert " ·         6 " in draw(game.show(), game.names, 80, 20).plain.translate(EDGES)
    assert " ·         6 " not in draw(game.show(), game.names, 80, 15).plain.translate(EDGES)


def test_a_narrow_screen_has_small_boards_whose_frames_are_whole() -> None:
    rows = plain(placing(), 30).splitlines()
    assert "║ P 123456 O 123456 R 1R3456 ║" in rows
    assert sum(row.startswith(("╔", "╭")) and len(row) == 30 for row in rows) == 2
