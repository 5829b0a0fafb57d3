"""Section 6 of the rules: the grey wall (A47-A53), and its stalemates (A46)."""

import random
from typing import Any

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import (
    Position,
    board,
    destinations,
    floor_of,
    gains,
    last_draft,
    lines_of,
    load,
    stock,
    wall_of,
)


def _grey(*boards: Position, **picture: Any) -> az.Match:
    return last_draft(*boards, wall="grey", **picture)


@clause("A47")
@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
def test_a_tile_may_go_on_any_empty_cell_of_its_row(row: int) -> None:
    for column in range(1, 6):
        game = _grey(board([""] * (row - 1) + ["B" * row]))
        assert (game.phase, game.turn) == ("tiling", 0)
        assert game.moves() == [f"{row}@{choice}" for choice in range(1, 6)]
        game.play(f"{row}@{column}")
        cells = wall_of(game).split()
        assert cells[row - 1] == "." * (column - 1) + "B" + "." * (5 - column)
        assert "".join(cells).count("B") == 1


@clause("A47")
def test_only_empty_cells_are_offered() -> None:
    game = _grey(board(["", "", "BBB"], wall="..... ..... .Y.R. ..... ....."))
    assert game.moves() == ["3@1", "3@3", "3@5"]
    for taken in ("3@2", "3@4"):
        with pytest.raises(az.IllegalMove, match="row 3 already holds a tile, expected one of 3@1, 3@3, 3@5"):
            game.play(taken)


@clause("A48")
def test_no_colour_twice_in_a_column() -> None:
    game = _grey(board(["", "", "BBB"], wall=".B... ..... ..... ..... ....B"))
    assert game.moves() == ["3@1", "3@3", "3@4"]
    with pytest.raises(az.IllegalMove, match=r"3@5: column 5 already holds blue \(A48\), expected one of"):
        game.play("3@5")


@clause("A48")
def test_no_colour_twice_in_a_row() -> None:
    game = load(factories=["BBYR"], boards=[board(wall="..... ....B ..... B.... .....")], wall="grey")
    assert destinations(game, "1B") == ["1", "3", "5", "f"]
    assert destinations(game, "1Y") == ["1", "2", "3", "4", "5", "f"]


@clause("A48")
@pytest.mark.parametrize(
    ("wall", "place"),
    [
        ("B...B ..... ..... ..... .....", "row 1, column 5"),
        ("..... ..... ..... .WW.. .....", "row 4, column 3"),
        ("K.... ..... ..... ..... K....", "row 5, column 1"),
        ("..... ...Y. ..R.. ...Y. .....", "row 4, column 4"),
    ],
)
def test_a_wall_with_a_colour_twice_in_a_line_is_refused(wall: str, place: str) -> None:
    with pytest.raises(az.BadPosition, match=f"board 0: wall {place}: .* a second time"):
        load(factories=["B"], boards=[board(wall=wall)], wall="grey")


@clause("A49")
def test_lines_are_asked_for_from_top_to_bottom() -> None:
    game = _grey(board(["B", "", "RRR", "Y", "KKKKK"]))
    asked = []
    while game.phase == "tiling":
        asked.append(game.moves()[0][0])
        game.play(game.moves()[0])
    assert asked == ["1", "3", "5"]


@clause("A49")
def test_earlier_choices_of_the_phase_count_for_columns() -> None:
    game = _grey(board(["B", "", "BBB"]))
    game.play("1@2")
    assert game.moves() == ["3@1", "3@3", "3@4", "3@5"]


@clause("A49", "A31")
def test_earlier_choices_of_the_phase_count_for_points() -> None:
    together = _grey(board(["B", "RR", "KKK"])).play("1@2").play("2@2").play("3@2")
    assert gains(together) == [(1, 2, 1), (2, 2, 2), (3, 2, 3)]
    apart = _grey(board(["B", "RR", "KKK"])).play("1@2").play("2@3").play("3@2")
    assert gains(apart) == [(1, 2, 1), (2, 3, 1), (3, 2, 1)]


@clause("A49")
def test_a_tile_with_one_legal_cell_is_placed_there_and_never_floored() -> None:
    # row 3 has columns 1 and 5 free, and blue lies in column 1
    game = _grey(board(["", "", "BBB"], wall="B.... ..... .YRK. ..... ....."))
    assert wall_of(game) == "B.... ..... .YRKB ..... ....."
    assert game.scores()[0] == 4
    assert game.position()["round"] == 2


@clause("A49")
def test_no_choice_of_the_phase_is_the_floor() -> None:
    game = _grey(board(["", "", "BBB"], floor="RR"))
    assert all("@" in move for move in game.moves())
    for floored in ("3@f", "3B>f", "3@0", "3@6"):
        with pytest.raises(az.RulesError):
            game.play(floored)
    assert floor_of(game) == "RR"


@clause("A49", "A28")
def test_players_choose_independently_seat_by_seat() -> None:
    for first in ("1@1", "1@4"):
        game = _grey(board(["B"], floor="K", score=5), board(), board(["B"]))
        assert game.turn == 0
        game.play(first)
        assert (game.phase, game.turn) == ("tiling", 2)
        assert game.position()["boards"][0]["score"] == 5  # 1 for the tile, 1 for the floor, which is empty
        assert floor_of(game, 0) == ""
        assert game.moves() == ["1@1", "1@2", "1@3", "1@4", "1@5"]


@clause("A49", "A50")
def test_a_choice_may_leave_a_later_line_without_a_cell() -> None:
    # row 2 has only column 3 free: a blue tile there first spoils it for line 2
    mine = board(["B", "BB"], wall="..... YR.KW ..... ..... .....", score=10)
    game = _grey(mine).play("1@3")
    assert gains(game) == [(1, 3, 1), (2, None, 0)]
    assert game.breakdown()[0]["rounds"] == [{"wall": 1, "floor": -2, "score": 9}]
    assert wall_of(game) == "..B.. YR.KW ..... ..... ....."
    assert lines_of(game)[1] == ""
    assert stock(game, "lid") == "BB"


@clause("A49")
def test_a_better_choice_scores_both_lines() -> None:
    mine = board(["B", "BB"], wall="..... YR.KW ..... ..... .....", score=10)
    game = _grey(mine).play("1@1")
    assert gains(game) == [(1, 1, 2), (2, 3, 5)]
    assert game.over
    assert game.scores()[0] == 10 + 7 + 2


@clause("A50")
def test_a_line_without_a_cell_falls_to_the_floor_before_it_is_paid_for() -> None:
    # line 3 is blue; the free cells of row 3 lie in columns 1 and 2, which have blue already
    wall = "B.... .B... ..YRK ..... ....."
    game = _grey(board(["", "", "BBB"], wall=wall, floor="1W", score=20))
    assert gains(game) == [(3, None, 0)]
    assert game.breakdown()[0]["rounds"] == [{"wall": 0, "floor": -8, "score": 12}]  # five spaces
    assert lines_of(game) == ["", "", "", "", ""]
    assert stock(game, "lid") == "BBBW"


@clause("A50", "A25")
def test_a_fallen_line_overflows_into_the_lid() -> None:
    wall = "B.... .B... ..YRK ..... ....."
    game = _grey(board(["", "", "BBB"], wall=wall, floor="1RRRRR", score=20))
    account = game.account()
    assert account is not None
    assert account[0]["floor"] == "1BRRRRR"
    assert game.scores()[0] == 6
    assert stock(game, "lid") == "BBBRRRRR"


@clause("A50")
def test_tiling_goes_on_below_a_line_that_fell() -> None:
    wall = "B.... .B... ..YRK ..... ....."
    game = _grey(board(["", "", "BBB", "KKKK"], wall=wall))
    assert game.moves() == ["4@1", "4@2", "4@3", "4@4"]
    game.play("4@3")
    assert gains(game) == [(3, None, 0), (4, 3, 2)]
    assert game.breakdown()[0]["rounds"] == [{"wall": 2, "floor": -4, "score": 0}]


@clause("A51")
def test_filling_a_line_looks_at_the_wall_row_and_not_at_columns() -> None:
    # no cell of row 3 is left for blue, yet blue may be started and completed there
    wall = "B.... .B... ..YRK ..... ....."
    game = load(factories=["BBBB", "KKKK"], boards=[board(wall=wall)], wall="grey")
    assert destinations(game, "1B") == ["3", "4", "5", "f"]
    game.play("1B>3")
    assert lines_of(game)[2] == "BBB"
    game.play("2K>4").play("4@1")
    assert gains(game) == [(3, None, 0)]


@clause("A52", "A30")
@pytest.mark.parametrize(
    ("wall", "choice", "points"),
    [
        ("..... ..... ..... ..... .....", "3@3", 1),
        ("..... ..R.. .Y... ..... .....", "3@3", 4),
        ("..R.. ..Y.. KW.Y. ..K.. .....", "3@3", 4 + 4),
        ("..... ..... K...W ..... .....", "3@3", 1),
    ],
)
def test_scoring_is_the_same_on_the_grey_wall(wall: str, choice: str, points: int) -> None:
    game = _grey(board(["", "", "BBB"], wall=wall)).play(choice)
    assert game.breakdown()[0]["rounds"][0]["wall"] == points


@clause("A52", "A43")
def test_a_complete_row_ends_the_game_on_the_grey_wall() -> None:
    game = _grey(board(["B"], wall="KW.YR ..... ..... ..... ....."))
    assert game.ending == "row"
    assert game.scores()[0] == 5 + 2


@clause("A52", "A44")
@pytest.mark.parametrize(
    ("wall", "rows", "columns", "colours"),
    [
        ("B.... ..B.. .B... ....B ...B.", 0, 0, 10),  # five blue tiles anywhere
        ("B.... ..B.. .B... ....B .....", 0, 0, 0),  # only four
        ("KWYRB ..... ..... ..... .....", 2, 0, 0),
        ("..K.. ..B.. ..Y.. ..W.. ..R..", 0, 7, 0),
        ("B.... .B... ..B.. ...B. ....B", 0, 0, 10),
        ("RB... B.... K.B.. Y..B. W...B", 0, 7, 10),
        ("BYRKW YRKWB RKWBY KWBYR WBYRK", 10, 35, 50),
    ],
)
def test_bonuses_are_the_same_on_the_grey_wall(wall: str, rows: int, columns: int, colours: int) -> None:
    game = load(boards=[board(wall=wall)], wall="grey", max_rounds=1)
    assert game.breakdown()[0]["bonuses"] == {"rows": rows, "columns": columns, "colours": colours}
    assert game.scores()[0] == rows + columns + colours


# --- stalemates -----------------------------------------------------------------------------------------

# Rows 1-4 lack only white, but white is in column 5 already; row 5 lacks B, Y, R and K, but columns
# 1-4 each have all of them.
DEAD = "BYRK. YRKB. RKBY. KBYR. ....W"
# Nothing fits but blue in row 5, column 3: rows 1-4 lack K, K, Y and W, which their columns have.
BLUE_IN_ROW_5 = "BY.RW .WRBY KRW.B RBKY. YK.WR"


@clause("A53", "A46")
def test_walls_on_which_nothing_fits_end_the_game() -> None:
    game = load(boards=[board(wall=DEAD), board(wall=DEAD, score=3)], wall="grey")
    assert game.over
    assert game.ending == "stalemate"
    assert game.scores() == [0, 3]
    assert game.winners() == [1]


@clause("A53", "A46")
def test_the_tile_that_closes_the_last_wall_ends_the_game() -> None:
    # seat 0 lays white in row 5: column 5 now has white, and nothing fits any more
    last = board(["", "", "", "", "WWWWW"], wall="BYRK. YRKB. RKBY. KBYR. .....")
    game = load(factories=["K"], boards=[last, board(wall=DEAD)], wall="grey", turn=1).play("1K>f")
    assert game.moves() == ["5@1", "5@2", "5@3", "5@4", "5@5"]
    assert game.copy().play("5@1").phase == "offer"  # in column 1 it leaves rows 1-4 open for white
    assert game.play("5@5").ending == "stalemate"


@clause("A53", "A46")
@pytest.mark.parametrize(
    "wall",
    [
        "BYRK. YRKB. RKBY. KBYR. .....",
        "BYRK. YRKB. RKBY. KBY.. ....W",  # red fits in row 4 again
        ".YRK. YRKB. RKBY. KBYR. ....W",  # and here blue in row 1, and in column 1
    ],
)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_one_cell_of_one_player_is_enough_to_go_on(wall: str, seat: int) -> None:
    boards = [board(wall=wall if other == seat else DEAD) for other in range(3)]
    assert not load(boards=boards, wall="grey").over


@clause("A46", "A50")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 2, 0)])
def test_tiles_of_a_line_that_must_fall_count_as_free(order: tuple[int, ...]) -> None:
    # Of the 20 blue tiles 12 lie on walls. Two lines of seats whose walls are dead hold 4 and 3, and
    # 1 is free. It completes the line of 4, which falls (A50): 5 are free, enough for row 5 elsewhere.
    boards = [
        board(["", "", "", "", "BBBB"], wall=DEAD),
        board(["", "", "", "", "BBB"], wall=DEAD),
        board(wall=BLUE_IN_ROW_5),
    ]
    game = load(boards=[boards[n] for n in order], wall="grey")
    assert not game.over


@clause("A46", "A50")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_lines_that_can_neither_be_completed_nor_fall_lock_their_tiles_up(order: tuple[int, ...]) -> None:
    # the same with 4 and 4 blue tiles in lines: none is free, so neither line ever falls
    boards = [
        board(["", "", "", "", "BBBB"], wall=DEAD),
        board(["", "", "", "", "BBBB"], wall=DEAD),
        board(wall=BLUE_IN_ROW_5),
    ]
    game = load(boards=[boards[n] for n in order], wall="grey")
    assert game.ending == "stalemate"


def _waiting(lines: list[str], fifth: str, order: tuple[int, ...]) -> az.Match:
    """Four seats, 13 blue tiles on their walls; rows 1-4 of the first lack only blue, which never fits."""
    boards = [
        board(lines, wall="WYRK. YRKW. RKWY. KWYR. ....B"),
        board(["", "", "", "", fifth], wall=DEAD),
        board(wall=DEAD),
        board(wall=BLUE_IN_ROW_5),
    ]
    return load(boards=[boards[n] for n in order], wall="grey")


@clause("A46", "A50")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_one_fall_may_bring_the_next(order: tuple[int, ...]) -> None:
    # 1 blue is free: line 2 (1 more) falls, 2 are free: line 3 (2 more) falls, 3 are free: line 4
    # (2 more) falls, 5 are free: row 5 of the last seat can have its blue tile
    assert not _waiting(["", "B", "B", "BB"], "BB", order).over


@clause("A46", "A50")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_a_chain_of_falls_that_does_not_begin_ends_the_game(order: tuple[int, ...]) -> None:
    # 1 blue is free, and every line with blue in it needs 2 more
    game = _waiting(["", "", "B", "BB"], "BBB", order)
    assert game.ending == "stalemate"


@clause("A53")
def test_a_random_grey_game_never_gets_stuck_without_ending() -> None:
    for seed in range(10):
        game, luck = az.new("azul", players=2, wall="grey", seed=seed), random.Random(seed)
        while not game.over:
            assert game.moves()
            game.play(luck.choice(game.moves()))
        assert game.ending in ("row", "stalemate")
