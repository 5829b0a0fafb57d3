"""Passing (S43-S45): always allowed, sometimes compulsory, and what may be kept at what price."""

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import (
    Position,
    board,
    finish,
    hand,
    load,
    passes,
    placements,
    shown_board,
    stock,
)


@clause("S43")
def test_passing_is_allowed_although_tiles_could_be_placed() -> None:
    game = load(board(hand="RRR"))
    assert placements(game)
    assert "" in passes(game)
    game.play("pass=RRR")
    assert shown_board(game) == board(corners="RRR", passed=True)


@clause("S43")
@pytest.mark.parametrize(
    "mine",
    [
        board(),  # no tiles
        board("R:R..... *:R.....", "R"),  # a single red, and both 1s are taken
        board("P:P..... *:.P....", "P"),  # purple lies in the centre star already
        board("G:GGGGGG *:....G.", "GGGGGG"),  # green has no space left anywhere
    ],
)
def test_passing_is_compulsory_when_nothing_can_be_placed(mine: Position) -> None:
    game = load(mine)
    assert placements(game) == []
    assert all(move.startswith("pass") for move in game.moves())


@clause("S43")
def test_an_empty_hand_still_has_its_turn_to_pass() -> None:
    game = load(board(), board(hand="R"))
    assert game.moves() == ["pass"]
    assert game.play("pass").turn == 1


@clause("S43")
def test_who_has_passed_is_out_for_the_rest_of_the_round() -> None:
    game = load(board(hand="RR"), board(hand="RRG")).play("pass=RR")
    assert shown_board(game)["passed"] is True
    for move in ("R1=R", "*1=R", "G1=G"):
        assert game.turn == 1
        game.play(move)
    game.play("pass")
    assert game.position()["round"] == 2
    assert [one["passed"] for one in game.position()["boards"]] == [False, False]


@clause("S44")
@pytest.mark.parametrize(
    ("kept", "tower", "score"),
    [
        ("GGGG", "RR", 8),
        ("GGRR", "GG", 8),
        ("GGGR", "GR", 8),
        ("GGG", "GRR", 7),  # fewer than possible, each at its point
        ("RR", "GGGG", 6),
        ("G", "GGGRR", 5),
        ("", "GGGGRR", 4),
    ],
)
def test_up_to_four_are_kept_and_every_other_costs_a_point(kept: str, tower: str, score: int) -> None:
    game = load(board(hand="GGGGRR", score=10)).play(f"pass={kept}")
    assert shown_board(game) == board(score=score, corners=kept, passed=True)
    assert stock(game, "tower") == tower


@clause("S44")
def test_every_group_of_at_most_four_may_be_kept() -> None:
    """Of GGGGRR: none, 2 of one, 3 of two (GG GR RR), 3 of three, 3 of four (GGGG GGGR GGRR)."""
    game = load(board(hand="GGGGRR"))
    groups = [sorted(len(kept) for kept in passes(game)).count(size) for size in range(6)]
    assert groups == [1, 2, 3, 3, 3, 0]
    assert set(passes(game)) >= {"", "GGGG", "GGRR", "GGR", "RR"}


@clause("S44")
def test_groups_of_six_colours_are_counted() -> None:
    # of six colours with four or more each: 1, 6, 21, 56, 126 groups of 0 to 4
    game = load(board(hand="PPPPGGGGOOOOYYYYBBBBRRRR"))
    sizes = [len(kept) for kept in passes(game)]
    assert [sizes.count(size) for size in range(6)] == [1, 6, 21, 56, 126, 0]


@clause("S44")
def test_keeping_brings_no_points_and_four_or_fewer_are_not_kept_by_themselves() -> None:
    assert load(board(hand="RG", score=9)).play("pass=GR").scores()[0] == 9
    assert load(board(hand="RG", score=9)).play("pass").scores()[0] == 7


@clause("S44")
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("pass=RRRRG", "5 tiles kept, expected at most 4"),
        ("pass=GG", "the hand holds only GRRRRR"),
        ("pass=P", "the hand holds only GRRRRR"),
    ],
)
def test_what_cannot_be_kept_is_refused(move: str, reason: str) -> None:
    game = load(board(hand="RRRRRG"))
    before = game.record()
    with pytest.raises(az.IllegalMove, match=reason):
        game.play(move)
    assert game.record() == before


@clause("S5", "S44")
@pytest.mark.parametrize(("score", "after"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (9, 6)])
def test_discards_never_bring_a_score_below_one(score: int, after: int) -> None:
    game = load(board(hand="RRRRGGG", score=score)).play("pass=RRRR")
    assert game.scores()[0] == after
    assert stock(game, "tower") == "GGG"


@clause("S44")
@pytest.mark.parametrize(("corners", "most"), [("", 4), ("B", 3), ("BB", 2), ("BBB", 1), ("BBBB", 0)])
def test_there_are_four_corners_also_for_a_loaded_seat_that_has_tiles_there(corners: str, most: int) -> None:
    game = load(board(hand="RRRRR", corners=corners))
    assert passes(game) == ["R" * size for size in range(most + 1)]
    game.play(f"pass={'R' * most}")
    assert shown_board(game)["corners"] == corners + "R" * most


@clause("S45")
@pytest.mark.parametrize("kept", ["", "G", "GR", "GGRR"])
def test_the_last_round_keeps_like_any_other(kept: str) -> None:
    game = load(board(hand="GGRR", score=20), round=6).play(f"pass={kept}")
    assert shown_board(game)["corners"] == kept
    assert game.scores()[0] == 20 - (4 - len(kept))


@clause("S45", "S52")
def test_in_the_last_round_keeping_costs_as_much_as_discarding() -> None:
    for move in ("pass", "pass=G", "pass=GG", "pass=GGRR"):
        game = finish(board(hand="GGRR", score=20), move=move)
        assert game.over
        assert game.scores()[0] == 16


@clause("S45", "S51")
def test_keeping_in_the_last_round_loses_where_the_minimum_bites_before_the_bonuses() -> None:
    """Discarding stops at 1 and then 14 points come; four kept tiles are charged after them."""
    mine = board("R:RRRRRR", "GGOO", score=2)
    assert finish(mine).scores()[0] == 1 + 14
    assert finish(mine, move="pass=GGOO").scores()[0] == 2 + 14 - 4
    assert hand(finish(mine)) == ""
