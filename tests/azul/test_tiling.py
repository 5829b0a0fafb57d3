"""Section 3 of the rules: tiling the walls and scoring (A28-A36)."""

import random
from itertools import pairwise

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import (
    PATTERN,
    board,
    floor_of,
    gains,
    last_draft,
    lines_of,
    random_game,
    stock,
    wall_of,
)


@clause("A28")
def test_on_the_coloured_wall_nothing_is_asked() -> None:
    for players in (2, 3, 4):
        game, luck = az.new("azul", players=players, seed=players), random.Random(players)
        while not game.over:
            assert game.phase == "offer"
            assert not any("@" in move for move in game.moves())
            game.play(luck.choice(game.moves()))


@clause("A28")
def test_each_board_is_tiled_for_itself() -> None:
    game = last_draft(
        board(["B"], wall=".Y... ..... ..... ..... .....", score=4),  # joins yellow: 2
        board(["B"], score=4),  # alone: 1
        board(["", "BB"], wall="..... W.Y.. ..... ..... .....", floor="K", score=4),  # between two: 3 - 1
    )
    assert game.scores() == [6, 5, 6, 0]
    assert wall_of(game, 0) == "BY... ..... ..... ..... ....."
    assert wall_of(game, 1) == "B.... ..... ..... ..... ....."
    assert wall_of(game, 2) == "..... WBY.. ..... ..... ....."


@clause("A29")
def test_complete_lines_are_tiled_from_top_to_bottom_and_the_others_skipped() -> None:
    game = last_draft(board(["B", "R", "KKK", "YYY", "WWWWW"]))
    assert [line for line, _, _ in gains(game)] == [1, 3, 5]
    assert wall_of(game) == "B.... ..... K.... ..... ...W."
    assert lines_of(game) == ["", "R", "", "YYY", ""]


@clause("A30", "A32", "A33")
def test_the_rulebook_example_of_two_lines() -> None:
    game = last_draft(board(["", "RR", "KK", "BBBB", "WW"]))
    assert gains(game) == [(2, 4, 1), (4, 4, 1)]  # row 3 between them is empty
    assert wall_of(game) == "..... ...R. ..... ...B. ....."
    assert stock(game, "lid") == "BBBR"


@clause("A30")
@pytest.mark.parametrize(
    ("wall", "row", "column", "across", "down", "points"),
    [
        ("..... ..... ..... ..... .....", 3, 3, 1, 1, 1),  # alone
        ("..... ..... .#... ..... .....", 3, 3, 2, 1, 2),  # one neighbour on the left
        ("..... ..... ...#. ..... .....", 3, 3, 2, 1, 2),  # on the right
        ("..... ..#.. ..... ..... .....", 3, 3, 1, 2, 2),  # above
        ("..... ..... ..... ..#.. .....", 3, 3, 1, 2, 2),  # below
        ("..... ..#.. .#... ..... .....", 3, 3, 2, 2, 4),  # a corner counts twice
        ("..... ..#.. .#.#. ..#.. .....", 3, 3, 3, 3, 6),  # the middle of a cross
        ("..... ...#. .##.# ...#. .....", 3, 4, 4, 3, 7),  # the rulebook's seven points
        ("..... ..... #..#. ..... .....", 3, 3, 2, 1, 2),  # a gap on one side only
        ("..... ..... #...# ..... .....", 3, 3, 1, 1, 1),  # gaps break runs
        ("..#.. ..... ..... ..... ..#..", 3, 3, 1, 1, 1),
        ("..#.. ..... ..... ..#.. ..#..", 3, 3, 1, 3, 3),
        ("..... .#.#. ..... .#.#. .....", 3, 3, 1, 1, 1),  # diagonals never count
        ("..... ..... ##.## ..... .....", 3, 3, 5, 1, 5),  # a whole row
        ("..#.. ..#.. ..... ..#.. ..#..", 3, 3, 1, 5, 5),  # a whole column
        ("..#.. ..#.. ##.## ..#.. ..#..", 3, 3, 5, 5, 10),  # both: the most there is
        (".#... #.... ..... ..... .....", 1, 1, 2, 2, 4),  # the four corners of the wall
        ("...#. ....# ..... ..... .....", 1, 5, 2, 2, 4),
        ("..... ..... ..... #.... .#...", 5, 1, 2, 2, 4),
        ("..... ..... ..... ....# ...#.", 5, 5, 2, 2, 4),
        ("....# #.... ..... ..... .....", 1, 1, 1, 2, 2),  # nothing runs round the edge
        ("..... ....# #.... ..... .....", 2, 1, 1, 2, 2),
        ("#.... ..... ..... ..... #....", 3, 1, 1, 1, 1),
        (".#### ..... ..... ..... .....", 1, 1, 5, 1, 5),
        (".###. #.... #.... ..... .....", 1, 1, 4, 3, 7),
        ("####. ....# ....# ....# ....#", 1, 5, 5, 5, 10),
    ],
)
def test_a_tile_scores_the_runs_it_joins(
    wall: str, row: int, column: int, across: int, down: int, points: int
) -> None:
    letters = "".join(colour if cell == "#" else cell for cell, colour in zip(wall, PATTERN, strict=True))
    colour = PATTERN.split()[row - 1][column - 1]
    game = last_draft(board([""] * (row - 1) + [colour * row], wall=letters, score=0))
    assert gains(game) == [(row, column, points)]
    account = game.account()
    assert account is not None
    assert (account[0]["tiles"][0]["across"], account[0]["tiles"][0]["down"]) == (across, down)
    assert game.breakdown()[0]["rounds"][0]["wall"] == points


@clause("A31")
def test_a_tile_laid_higher_up_counts_for_a_lower_one_but_not_the_other_way_round() -> None:
    # column 1 from the top: blue alone 1, white below it 2, black below both 3
    game = last_draft(board(["B", "WW", "KKK"]))
    assert gains(game) == [(1, 1, 1), (2, 1, 2), (3, 1, 3)]
    assert game.scores()[0] == 6


@clause("A31")
def test_a_lower_tile_that_was_there_before_counts_for_an_upper_one() -> None:
    game = last_draft(board(["B"], wall="..... W.... ..... ..... ....."))
    assert gains(game) == [(1, 1, 2)]


@clause("A32")
@pytest.mark.parametrize(
    ("lines", "lid"),
    [
        (["B"], ""),
        (["", "BB"], "B"),
        (["", "", "KKK"], "KK"),
        (["", "", "", "WWWW"], "WWW"),
        (["", "", "", "", "RRRRR"], "RRRR"),
        (["B", "YY", "RRR", "KKKK", "WWWWW"], "YRRKKKWWWW"),
    ],
)
def test_all_but_one_tile_of_a_tiled_line_go_to_the_lid(lines: list[str], lid: str) -> None:
    game = last_draft(board(lines))
    assert stock(game, "lid") == lid
    assert lines_of(game) == [""] * 5


@clause("A33")
def test_unfinished_lines_keep_their_tiles() -> None:
    game = last_draft(board(["", "B", "YY", "RRR", "KKKK"]))
    assert lines_of(game) == ["", "B", "YY", "RRR", "KKKK"]
    assert stock(game, "lid") == ""
    assert game.scores()[0] == 0


@clause("A34")
def test_the_rulebook_example_of_a_floor_of_four_tiles_and_the_marker() -> None:
    game = last_draft(board(floor="1RRKW", score=20))
    assert game.scores()[0] == 12
    assert stock(game, "lid") == "RRKW"


@clause("A34", "A29")
def test_the_floor_is_paid_after_all_lines() -> None:
    game = last_draft(board(["B", "", "", "", "BBBBB"], floor="1R", score=3))
    assert game.breakdown()[0]["rounds"] == [{"wall": 2, "floor": -2, "score": 3}]


@clause("A35")
@pytest.mark.parametrize(
    ("score", "lines", "floor", "after"),
    [
        (3, ["B"], "RRKKW", 0),  # 3 + 1 - 8
        (0, ["B"], "1", 0),  # 0 + 1 - 1: the clamp comes after the wall points
        (0, ["B", "WW", "KKK"], "1R", 4),  # 0 + 6 - 2
        (0, [], "RRRRRRR", 0),
        (14, [], "RRRRRRR", 0),
        (15, [], "RRRRRRR", 1),
    ],
)
def test_the_score_stops_at_zero_after_the_wall_points(
    score: int, lines: list[str], floor: str, after: int
) -> None:
    assert last_draft(board(lines, floor=floor, score=score)).scores()[0] == after


@clause("A35")
def test_nothing_below_zero_is_carried_into_the_next_round() -> None:
    carried = 0
    for seed in range(10):
        for seat in random_game(seed, players=4).breakdown():
            for before, after in pairwise(seat["rounds"]):
                if before["score"] == 0 and after["score"] > 0:
                    assert after["score"] == after["wall"] + after["floor"]
                    carried += 1
    assert carried > 10


@clause("A36")
def test_floor_tiles_go_to_the_lid_and_the_marker_stays_with_its_owner() -> None:
    game = last_draft(board(), board(floor="1BYYRKW", score=30), starter=0)
    assert stock(game, "lid") == "BYYRKW"
    assert [floor_of(game, seat) for seat in range(3)] == ["", "", ""]
    assert game.turn == 1  # who kept it starts


@clause("A36", "A34")
def test_the_marker_alone_costs_one_point_and_goes_nowhere() -> None:
    game = last_draft(board(floor="1", score=9))
    assert game.scores()[0] == 8
    assert stock(game, "lid") == ""
