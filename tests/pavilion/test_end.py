"""The end (S49-S53): numbers, complete stars, corner tiles, winners."""

from typing import Any

import pytest

from tests.pavilion.clauses import clause
from tests.pavilion.positions import Position, board, finish, stock

COLOURS = "PORBYG"
FULL = "P:PPPPPP O:OOOOOO R:RRRRRR B:BBBBBB Y:YYYYYY G:GGGGGG *:PGOYBR"


def _numbers(*numbers: int, without: str = "") -> str:
    """Stars with these numbers covered everywhere on the coloured side, but for one star."""
    stars = {letter: letter * 6 for letter in COLOURS} | {"*": "PGOYBR"}
    return " ".join(
        f"{letter}:{''.join(tile if n in numbers else '.' for n, tile in enumerate(tiles, 1))}"
        for letter, tiles in stars.items()
        if letter != without
    )


def _bonuses(mine: Position, **picture: Any) -> dict[str, Any]:
    game = finish(mine, **picture)
    assert game.over
    found: dict[str, Any] = game.breakdown()[0]["bonuses"]
    return found


@clause("S49")
@pytest.mark.parametrize(("number", "points"), [(1, 4), (2, 8), (3, 12), (4, 16), (5, 0), (6, 0)])
def test_all_spaces_of_a_number(number: int, points: int) -> None:
    game = finish(board(_numbers(number), score=30))
    assert game.scores()[0] == 30 + points
    expected = {str(number): points} if points else {}
    assert game.breakdown()[0]["bonuses"] == {"stars": {}, "numbers": expected, "corners": 0}


@clause("S49")
@pytest.mark.parametrize("without", "PORBYG*")
def test_a_set_of_numbers_needs_all_seven_stars(without: str) -> None:
    for number in (1, 2, 3, 4):
        assert finish(board(_numbers(number, without=without), score=30)).scores()[0] == 30


@clause("S49")
def test_sets_of_numbers_add_up() -> None:
    assert _bonuses(board(_numbers(1, 3)))["numbers"] == {"1": 4, "3": 12}
    assert finish(board(_numbers(1, 2, 3, 4), score=30)).scores()[0] == 70
    assert finish(board(_numbers(5, 6), score=30)).scores()[0] == 30


@clause("S50")
@pytest.mark.parametrize(
    ("star", "points"), [("R", 14), ("B", 15), ("Y", 16), ("O", 17), ("G", 18), ("P", 20), ("*", 12)]
)
def test_a_complete_star(star: str, points: int) -> None:
    tiles = "RPBGYO" if star == "*" else star * 6
    game = finish(board(f"{star}:{tiles}", score=30))
    assert game.scores()[0] == 30 + points
    assert game.breakdown()[0]["bonuses"] == {"stars": {star: points}, "numbers": {}, "corners": 0}


@clause("S50")
@pytest.mark.parametrize("missing", range(6))
def test_a_star_with_a_space_missing_brings_nothing(missing: int) -> None:
    for star, tiles in (("P", "PPPPPP"), ("*", "PGOYBR")):
        part = tiles[:missing] + "." + tiles[missing + 1 :]
        assert finish(board(f"{star}:{part}", score=30)).scores()[0] == 30


@clause("S49", "S50")
def test_a_full_board_brings_152() -> None:
    game = finish(board(FULL, score=100))
    assert game.scores()[0] == 252
    assert game.breakdown()[0]["bonuses"] == {
        "stars": {"P": 20, "O": 17, "R": 14, "B": 15, "Y": 16, "G": 18, "*": 12},
        "numbers": {"1": 4, "2": 8, "3": 12, "4": 16},
        "corners": 0,
    }


@clause("S50")
def test_every_seat_gets_its_own_bonuses() -> None:
    game = finish(board("R:RRRRRR", score=10), board("P:PPPPPP", score=10), board(score=10))
    assert game.scores() == [24, 30, 10]


@clause("S51")
@pytest.mark.parametrize(("score", "kept", "final"), [(1, "GGOO", 11), (2, "GGOO", 12), (3, "G", 16)])
def test_bonuses_come_before_the_corner_tiles(score: int, kept: str, final: int) -> None:
    """At score 1 the loss of 4 would be nothing if it came first: 1 + 14 - 4 = 11."""
    game = finish(board("R:RRRRRR", kept, score=score), move=f"pass={kept}")
    assert game.scores()[0] == final


@clause("S52")
@pytest.mark.parametrize(
    ("corners", "score", "final"),
    [("", 9, 9), ("R", 9, 8), ("RG", 9, 7), ("RGB", 9, 6), ("RGBB", 9, 5), ("RGBB", 5, 1), ("RGBB", 4, 1)],
)
def test_every_tile_in_a_corner_costs_a_point(corners: str, score: int, final: int) -> None:
    game = finish(board(corners=corners, score=score), board())
    assert game.scores() == [final, 5]
    assert game.breakdown()[0]["bonuses"]["corners"] == -len(corners)
    assert game.position()["boards"][0]["corners"] == ""
    assert sorted(stock(game, "tower")) == sorted(corners)


@clause("S52")
def test_tiles_kept_with_the_last_pass_are_charged_as_well() -> None:
    game = finish(board(corners="RR", score=9), board(hand="BBB", score=9), move="pass=BB")
    assert game.scores() == [7, 6]
    assert [seat["bonuses"]["corners"] for seat in game.breakdown()] == [-2, -2]
    assert [seat["rounds"][-1]["score"] for seat in game.breakdown()] == [9, 8]


@clause("S53")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([10, 9], [0]),
        ([9, 10], [1]),
        ([10, 10], [0, 1]),
        ([3, 8, 8], [1, 2]),
        ([8, 3, 8, 8], [0, 2, 3]),
        ([1, 1, 1, 1], [0, 1, 2, 3]),
    ],
)
def test_most_points_win_and_those_level_share(scores: list[int], winners: list[int]) -> None:
    game = finish(*(board(score=score) for score in scores))
    assert game.winners() == winners
    assert game.ending == "rounds"


@clause("S53")
def test_nothing_breaks_a_tie() -> None:
    """A star, a hand of discards and a corner tile lead to the same score as none of them."""
    game = finish(board("R:RRRRRR", score=3, corners="G"), board(score=18, hand="BB"), move="pass")
    assert game.scores() == [16, 16]
    assert game.winners() == [0, 1]
