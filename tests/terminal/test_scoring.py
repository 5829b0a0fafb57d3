"""How a round and a game are explained, against sums counted by hand."""

import azulejos as az
from azulejos.terminal.azul.final import result, so_far
from azulejos.terminal.azul.scoring import explain
from tests.terminal.tables import board, last_draft, position


def explained(game: az.Match, width: int = 80) -> list[str]:
    account = game.account()
    assert account is not None
    return explain(account, game.names, width).plain.splitlines()


def test_every_tile_is_told_with_its_two_runs_and_the_floor_with_its_items() -> None:
    assert explained(last_draft().play("cK>f")) == [
        "Ana",
        "  line 1: black to column 4: 4 across = 4",
        "  line 2: yellow to column 3: 2 across + 2 down = 4",  # blue beside it, red above
        "  floor: 1 black: -1",
        "  score: 3 + 8 - 1 = 10",
        "Bruno",
        "  no line was complete",
        "  floor: the marker and 2 red: -4",
        "  score: 1 + 0 - 4 = -3, never below 0: 0",  # A35
    ]


def test_a_lone_tile_brings_one_and_an_empty_floor_nothing() -> None:
    ana = board(lines=["", "", "", "", "RRRRR"])
    game = az.load(position(ana, board(floor="1"), marker=1), names=["Ana", "Bruno"])
    told = explained(game.play("cK>2"))
    assert told[1] == "  line 5: red to column 2: a lone tile = 1"
    assert told[2] == "  floor: empty"
    assert told[3] == "  score: 0 + 1 - 0 = 1"


def test_a_line_that_finds_no_cell_falls_to_the_floor() -> None:
    """Grey wall: the only empty cell of row 3 is in a column that holds red already (A50)."""
    ana = board(lines=["", "", "RRR", "", ""], wall=["....R", ".....", "BYKW.", ".....", "....."])
    game = az.load(position(ana, board(floor="1"), wall="grey", marker=1), names=["Ana", "Bruno"])
    assert explained(game.play("cK>2"))[1:4] == [
        "  line 3: red finds no cell, 3 tiles to the floor",
        "  floor: 3 red: -4",
        "  score: 0 + 0 - 4 = -4, never below 0: 0",
    ]


def test_a_long_floor_is_told_whole() -> None:
    ana = board(floor="1BYRWJ")
    data = position(ana, board(), jokers=True, marker=0)
    told = explained(az.load(data, names=["Ana", "Bruno"]).play("cK>f"), 60)
    assert all(len(line) <= 60 for line in told)
    floor = "floor: the marker, 1 blue, 1 yellow, 1 red, 1 black, 1 white and 1 joker: -14"
    assert floor in " ".join(" ".join(told).split())


def test_two_players_are_explained_side_by_side_on_a_wide_screen() -> None:
    first = explained(last_draft().play("cK>f"), 120)[0]
    assert first.split() == ["Ana", "Bruno"]


# --- the whole game ---------------------------------------------------------------------------------------


def ending(ana: dict[str, object], bruno: dict[str, object]) -> str:
    """The result of a game that a last black tile on the floor ends."""
    game = az.load(position(ana, bruno, marker=1), names=["Ana", "Bruno"])
    return result(game.play("cK>f")).plain


ROW = ["BYRK.", *["....."] * 4]
FIFTH = ["W", "", "", "", ""]


def test_the_winner_the_bonuses_and_the_reason_are_told() -> None:
    told = ending(board(score=20, lines=FIFTH, wall=ROW), board(score=9, floor="1")).splitlines()
    assert told[0] == "The game is over: Ana has completed row 1."
    assert told[1].split() == ["score", "rows", "columns", "colours", "total"]
    assert told[2].split() == ["Ana", "24", "+2", "0", "0", "26"]  # 20 + 5 across - 1 on the floor
    assert told[3].split() == ["Bruno", "8", "0", "0", "0", "8"]
    assert told[4] == "Ana wins with 26 points."


def test_columns_and_colours_have_their_own_bonuses() -> None:
    """A full first column and all five blue tiles, besides the row (A44)."""
    wall = ["BYRK.", "WB...", "K.B..", "R..B.", "Y...B"]
    told = ending(board(lines=FIFTH, wall=wall), board(floor="1")).splitlines()
    assert told[2].split() == ["Ana", "4", "+2", "+7", "+10", "23"]


def test_a_tie_is_broken_by_complete_rows() -> None:
    """Both have 12: Ana 6 + 5 - 1 + 2 with one row, Bruno 13 - 1 without (A45)."""
    told = ending(board(score=6, lines=FIFTH, wall=ROW), board(score=13, floor="1"))
    assert told.endswith(
        "Ana wins: Ana and Bruno have 12 points each, but Ana has 1 complete row and Bruno 0."
    )


def test_a_tie_in_points_and_rows_is_shared() -> None:
    told = ending(board(score=6, lines=FIFTH, wall=ROW), board(score=6, lines=FIFTH, wall=ROW, floor="1"))
    assert told.startswith("The game is over: Ana has completed row 1; Bruno has completed row 1.")
    assert told.endswith("Ana and Bruno share the victory with 12 points and 1 complete row each.")


def test_a_game_stopped_by_a_cap_says_so() -> None:
    data = position(board(), board(floor="1"), marker=1)
    data["options"]["max_rounds"] = 2
    told = result(az.load(data).play("cK>f")).plain
    assert told.startswith("The game is over: the agreed number of rounds has been played.")


def test_the_points_so_far_are_listed_by_round() -> None:
    told = so_far(last_draft().play("cK>f")).plain.splitlines()
    assert told == [
        "Ana: 10",
        "  round 2: wall +8, floor -1, score 10",
        "  no final bonus yet",
        "Bruno: 0",
        "  round 2: wall +0, floor -4, score 0",
        "  no final bonus yet",
    ]


def test_what_the_wall_will_bring_is_told() -> None:
    wall = ["B....", "W....", "K....", "R....", "Y...."]
    told = so_far(az.load(position(board(wall=wall), board()))).plain
    assert "the wall brings 7 for 1 complete column at the end" in told
