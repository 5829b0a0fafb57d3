"""Section 5 of the rules: the end of the game (A43-A46b)."""

from typing import Any

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import PATTERN, Position, board, last_draft, load

ROW_1 = "BYRKW ..... ..... ..... ....."
ROW_2 = "..... WBYRK ..... ..... ....."
ROWS_1_2 = "BYRKW WBYRK ..... ..... ....."


@clause("A43")
@pytest.mark.parametrize(
    ("lines", "wall"),
    [
        (["W"], "BYRK. ..... ..... ..... ....."),
        (["", "BB"], "..... W.YRK ..... ..... ....."),
        (["", "", "KKK"], "..... ..... .WBYR ..... ....."),
        (["", "", "", "BBBB"], "..... ..... ..... RKW.Y ....."),
        (["", "", "", "", "BBBBB"], "..... ..... ..... ..... YRKW."),
    ],
)
def test_a_complete_row_ends_the_game(lines: list[str], wall: str) -> None:
    game = last_draft(board(lines, wall=wall))
    assert game.over
    assert (game.phase, game.turn, game.ending) == ("over", None, "row")
    assert game.moves() == []


@clause("A43")
@pytest.mark.parametrize(
    ("lines", "wall"),
    [
        (["B"], "..... W.... K.... R.... Y...."),  # a column
        (["B"], "..... .B... ..B.. ...B. ....B"),  # a colour
        ([], "BYRK. WBYR. KWBY. RKWB. YRKW."),  # four columns, no row
        (["K"], "BYR.. ..... ..... ..... ....."),  # four in a row
        ([], "BY... WB... KWB.. RK.B. YR..B"),
    ],
)
def test_columns_and_colours_do_not_end_the_game(lines: list[str], wall: str) -> None:
    game = last_draft(board(lines, wall=wall))
    assert not game.over
    assert game.position()["round"] == 2
    assert game.winners() == []


@clause("A43")
def test_a_row_of_any_seat_ends_the_game() -> None:
    for seat in range(3):
        boards = [
            board(["W"], wall="BYRK. ..... ..... ..... .....") if n == seat else board() for n in (0, 1, 2)
        ]
        assert last_draft(*boards).over


@clause("A43")
def test_the_end_is_tested_when_everybody_is_done() -> None:
    # seat 0 completes a row; seat 1 still lays two tiles (1 + 2) and pays for its floor (2)
    game = last_draft(
        board(["W"], wall="BYRK. ..... ..... ..... .....", score=10),
        board(["B", "WW"], floor="1R", score=10),
    )
    assert game.over
    assert [seat["rounds"][-1]["score"] for seat in game.breakdown()] == [15, 11, 0]
    assert game.scores() == [17, 11, 0]


@clause("A43")
def test_the_round_is_played_out_when_a_row_is_bound_to_be_completed() -> None:
    ready = board(["W"], wall="BYRK. ..... ..... ..... .....")
    game = load(factories=["BBBB", "YYYY"], boards=[ready])
    game.play("1B>4")
    assert not game.over
    assert game.turn == 1


@clause("A44")
@pytest.mark.parametrize(
    ("wall", "rows", "columns", "colours"),
    [
        ("..... ..... ..... ..... .....", 0, 0, 0),
        (ROW_1, 2, 0, 0),
        (ROWS_1_2, 4, 0, 0),
        ("..R.. ..Y.. ..B.. ..W.. ..K..", 0, 7, 0),
        ("B.... .B... ..B.. ...B. ....B", 0, 0, 10),
        (".Y... ..Y.. ...Y. ....Y Y....", 0, 0, 10),
        ("..R.. ...R. ....R R.... .R...", 0, 0, 10),
        ("...K. ....K K.... .K... ..K..", 0, 0, 10),
        ("....W W.... .W... ..W.. ...W.", 0, 0, 10),
        ("BY... WB... KWB.. RK.B. YR..B", 0, 14, 10),
        ("BYRK. WBYR. KWBY. RKWB. YRKW.", 0, 28, 0),
        ("BYRKW WBYRK KWBYR RKWBY .....", 8, 0, 0),
        ("BYRKW W.... K.... R.... Y....", 2, 7, 0),
        (PATTERN, 10, 35, 50),
    ],
)
def test_two_points_a_row_seven_a_column_ten_a_colour(
    wall: str, rows: int, columns: int, colours: int
) -> None:
    game = load(boards=[board(wall=wall, score=7)], max_rounds=1)
    assert game.over
    assert game.breakdown()[0]["bonuses"] == {"rows": rows, "columns": columns, "colours": colours}
    assert game.scores()[0] == 7 + rows + columns + colours


@clause("A44")
def test_the_last_tile_of_a_full_wall_brings_105_points() -> None:
    all_but_one = "BYRK. WBYRK KWBYR RKWBY YRKWB"
    game = last_draft(board(["W"], wall=all_but_one))
    assert game.scores()[0] == 5 + 5 + 10 + 35 + 50


@clause("A44")
def test_every_player_gets_bonuses_and_nobody_before_the_end() -> None:
    column = board(wall="B.... W.... K.... R.... Y....", score=20)
    on = last_draft(board(), column)
    assert on.breakdown()[1]["bonuses"] == {"rows": 0, "columns": 0, "colours": 0}
    assert on.scores() == [0, 20, 0]
    end = last_draft(board(["W"], wall="BYRK. ..... ..... ..... ....."), column)
    assert end.scores() == [5 + 2, 20 + 7, 0]


def _ended(*boards: Position) -> az.Match:
    return load(boards=boards, max_rounds=1)


@clause("A45")
def test_most_points_win() -> None:
    game = _ended(board(score=30), board(score=42), board(score=41))
    assert game.winners() == [1]


@clause("A45")
def test_bonuses_count_before_winners_are_told() -> None:
    game = _ended(board(wall=ROW_1, score=40), board(score=41))
    assert game.scores() == [42, 41]
    assert game.winners() == [0]


@clause("A45")
def test_a_tie_on_points_goes_to_more_complete_rows() -> None:
    game = _ended(board(wall=ROWS_1_2, score=40), board(wall=ROW_1, score=42))
    assert game.scores() == [44, 44]
    assert game.winners() == [0]
    assert _ended(board(wall=ROW_1, score=42), board(wall=ROWS_1_2, score=40)).winners() == [1]


@clause("A45")
def test_columns_do_not_break_a_tie() -> None:
    column = board(wall="B.... W.... K.... R.... Y....", score=35)
    game = _ended(board(wall=ROW_1, score=40), column)
    assert game.scores() == [42, 42]
    assert game.winners() == [0]


@clause("A45")
def test_those_level_on_points_and_rows_share_the_victory() -> None:
    game = _ended(board(wall=ROW_1, score=38), board(wall=ROW_2, score=38))
    assert game.scores() == [40, 40]
    assert game.winners() == [0, 1]


@clause("A45")
def test_three_share_and_the_fourth_does_not() -> None:
    game = _ended(
        board(wall=ROW_1, score=38),
        board(score=40),  # as many points, no row
        board(wall=ROW_2, score=38),
        board(wall=ROW_1, score=38),
    )
    assert game.scores() == [40, 40, 40, 40]
    assert game.winners() == [0, 2, 3]
    assert game.record().splitlines()[-1] == "result 40 40 40 40, won by 0 and 2 and 3 (row)"


@clause("A45")
def test_more_rows_do_not_beat_more_points() -> None:
    three_rows = board(wall="BYRKW WBYRK KWBYR ..... .....", score=30)
    game = _ended(three_rows, board(score=37))
    assert game.scores() == [36, 37]
    assert game.winners() == [1]


@clause("A45")
def test_with_nothing_at_all_everybody_shares() -> None:
    assert _ended(board(), board(), board()).winners() == [0, 1, 2]


# --- stalemate ----------------------------------------------------------------------------------------

# Red is complete. Rows lack W, B, W, Y and K, so only these can be placed, and only there.
LACKING = "BYRK. W.YRK K.BYR RKWB. YR.WB"
# The same, but row 4 lacks black too.
LACKING_TWO = "BYRK. W.YRK K.BYR R.WB. YR.WB"

LOCKED_2 = ["", "B", "WW"]  # every blue and white tile not on a wall, with four seats: all are one short
LOCKED = [*LOCKED_2, "Y"]


def _four(*lines: list[str], wall: str = LACKING, **picture: Any) -> az.Match:
    return load(boards=[board(one, wall=wall) for one in lines], **picture)


@clause("A46")
@pytest.mark.parametrize("lid", ["", "YYKKKK", "YK"])
def test_a_game_in_which_no_line_can_be_finished_is_over(lid: str) -> None:
    # free are 2 yellow (line 4 needs 3 more) and 4 black (line 5 needs 5): in the bag or in the lid
    game = _four(LOCKED, LOCKED, LOCKED_2, LOCKED_2, lid=lid)
    assert game.over
    assert game.ending == "stalemate"
    assert game.scores() == [24, 24, 24, 24]  # columns 1 and 4, and red
    assert game.winners() == [0, 1, 2, 3]


@clause("A46")
@pytest.mark.parametrize(
    "lines",
    [
        [LOCKED, LOCKED_2, LOCKED_2, LOCKED_2],  # 3 yellow free: seat 0 can finish line 4
        [LOCKED_2, LOCKED_2, LOCKED_2, LOCKED_2],  # 4 yellow free: anybody can fill line 4
        [LOCKED, LOCKED, LOCKED_2, ["", "", "WW"]],  # 1 blue free for a line 2
        [LOCKED, LOCKED, LOCKED_2, ["", "B", "W"]],  # 1 white free for line 1 or a line 3
    ],
)
@pytest.mark.parametrize("lid", ["", "YYKKKK"])
def test_one_line_that_can_be_finished_keeps_the_game_alive(lines: list[list[str]], lid: str) -> None:
    game = _four(*lines, lid=lid)
    assert not game.over
    assert game.position()["round"] == 2


@clause("A46")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_it_is_enough_that_one_seat_can_finish_a_line(seat: int) -> None:
    lines = [LOCKED if other == seat else LOCKED_2 for other in range(4)]
    assert not _four(*lines).over


@clause("A46")
@pytest.mark.parametrize(
    "fifth",
    [
        ["K", "", "", ""],
        ["KK", "KK", "", ""],
        ["KKKK", "", "", ""],
        ["K", "K", "K", "K"],
        ["", "", "", "KKK"],
    ],
)
def test_tiles_spread_over_lines_that_all_stay_unfinished_are_locked_up(fifth: list[str]) -> None:
    lines = [LOCKED, LOCKED, [*LOCKED_2, ""], [*LOCKED_2, ""]]
    game = _four(*([*one, last] for one, last in zip(lines, fifth, strict=True)))
    assert game.ending == "stalemate"


@clause("A46")
@pytest.mark.parametrize(
    ("fifth", "over"),
    [
        (["", "", "", ""], False),  # 5 black are free, an empty line 5 needs exactly 5
        (["K", "", "", ""], False),  # 4 free, 4 needed
        (["KKKK", "", "", ""], False),  # 1 and 1
        (["K", "K", "", ""], True),  # 3 free, 4 needed, or 5
        (["KK", "KKK", "", ""], True),
        (["", "", "", "K"], False),
    ],
)
def test_five_tiles_for_line_five_are_counted_exactly(fifth: list[str], over: bool) -> None:
    # seat 3 lacks black in row 4 too, but yellow blocks that line
    lines = [LOCKED, [*LOCKED_2, ""], [*LOCKED_2, ""], LOCKED]
    boards = [board([*one, last], wall=LACKING) for one, last in zip(lines, fifth, strict=True)]
    boards[3]["wall"] = LACKING_TWO.split()
    assert load(boards=boards).over == over


@clause("A46", "A43")
def test_a_stalemate_is_found_when_the_last_board_is_tiled_and_not_before() -> None:
    lines = [LOCKED, LOCKED_2, LOCKED_2, LOCKED_2]
    game = _four(*lines, factories=["Y", "K"], turn=2)
    game.play("2K>f")
    assert not game.over
    game.play("1Y>4")
    assert game.ending == "stalemate"
    assert game.scores() == [24, 24, 24, 24]  # seat 2 had no point to pay with for its floor


# --- the cap ------------------------------------------------------------------------------------------


def _floor_everything(game: az.Match, rounds: int) -> az.Match:
    while not game.over and game.position()["round"] <= rounds:
        game.play(next(move for move in game.moves() if move.endswith(">f")))
    return game


@clause("A46b")
def test_people_who_floor_everything_go_on_for_ever() -> None:
    game = _floor_everything(az.new("azul", players=2, seed=2), 60)
    assert not game.over
    assert game.position()["round"] == 61


@clause("A46b")
@pytest.mark.parametrize("cap", [1, 2, 5])
def test_a_capped_game_stops_after_that_many_rounds(cap: int) -> None:
    game = _floor_everything(az.new("azul", players=3, seed=2, max_rounds=cap), 60)
    assert game.over
    assert game.ending == "stopped"
    assert game.position()["round"] == cap
    assert game.position()["options"]["max_rounds"] == cap
    assert len(game.breakdown()[0]["rounds"]) == cap
    assert game.winners() == [0, 1, 2]


@clause("A46b", "A44", "A45")
def test_a_stopped_game_is_scored_like_any_other() -> None:
    column = "B.... W.... K.... R.... ....."
    game = last_draft(board(["", "", "", "", "YYYYY"], wall=column, score=10), board(score=21), max_rounds=1)
    assert game.ending == "stopped"
    assert game.scores() == [10 + 5 + 7, 21, 0]
    assert game.winners() == [0]


@clause("A46b")
def test_a_row_before_the_cap_ends_the_game_as_always() -> None:
    game = last_draft(board(["W"], wall="BYRK. ..... ..... ..... ....."), max_rounds=1)
    assert game.ending == "row"
