"""Phase 1 (S21-S29): taking tiles, the wild that comes along, and the marker."""

import random

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import LETTERS, board, hand, load, wander


def _refused(game: az.Match, move: str, reason: str) -> None:
    before = game.record()
    with pytest.raises(az.IllegalMove, match=reason):
        game.play(move)
    assert game.record() == before


@clause("S21")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_turns_go_clockwise_from_the_starter(starter: int) -> None:
    game = az.new("pavilion", players=3, seed=2, starter=starter)
    turns = []
    while game.phase == "acquire":
        turns.append(game.turn)
        game.play(game.moves()[0])
    assert turns == [(starter + step) % 3 for step in range(len(turns))]
    assert len(turns) >= 7


@clause("S21")
def test_nobody_may_decline_while_tiles_remain() -> None:
    game = load(factories=["R"])
    assert game.moves() == ["1R"]
    for move in ("pass", "pass=R", "R1=R", "+R"):
        _refused(game, move, "tiles are being acquired, expected a source and a colour")


@clause("S22")
@pytest.mark.parametrize(
    ("factory", "move", "taken", "pushed"),
    [
        ("RRYY", "1R", "RR", "YY"),
        ("RRYY", "1Y", "YY", "RR"),
        ("RRRR", "1R", "RRRR", ""),
        ("GOYB", "1O", "O", "GYB"),
        ("PGGG", "1G", "PGGG", ""),
        ("PGRR", "1R", "PRR", "G"),
        ("PPGY", "1G", "PG", "PY"),  # exactly one wild, the spare one is pushed
        ("PPPG", "1G", "PG", "PP"),
    ],
)
def test_all_of_a_colour_and_one_wild_come_from_a_factory(
    factory: str, move: str, taken: str, pushed: str
) -> None:
    game = load(factories=[factory, "OO"]).play(move)
    assert hand(game) == taken
    assert game.position()["centre"] == pushed
    assert game.position()["factories"] == ["", "OO", "", "", ""]
    assert game.scores() == [5, 5]
    assert game.turn == 1


@clause("S22")
def test_what_is_pushed_joins_what_lies_in_the_centre() -> None:
    game = load(factories=["PPGY"], centre="PYB").play("1G")
    assert game.position()["centre"] == "PPYYB"
    assert game.position()["marker"] == "centre"


@clause("S20", "S22")
@pytest.mark.parametrize("round", range(1, 7))
def test_the_wild_colour_of_the_round_comes_along(round: int) -> None:
    wild, other, third = LETTERS[round - 1], LETTERS[round % 6], LETTERS[(round + 1) % 6]
    game = load(factories=[wild * 2 + other + third], round=round)
    assert sorted(game.moves()) == sorted([f"1{other}", f"1{third}"])
    game.play(f"1{other}")
    assert sorted(hand(game)) == sorted(wild + other)
    assert sorted(game.position()["centre"]) == sorted(wild + third)


@clause("S23")
@pytest.mark.parametrize(("factory", "pushed"), [("P", ""), ("PP", "P"), ("PPPP", "PPP")])
def test_from_a_factory_of_wilds_one_is_taken(factory: str, pushed: str) -> None:
    game = load(factories=[factory], centre="R")
    assert sorted(game.moves()) == ["1P", "cR"]
    game.play("1P")
    assert hand(game) == "P"
    assert game.position()["centre"] == pushed + "R"
    assert game.scores() == [5, 5]


@clause("S24")
@pytest.mark.parametrize(
    ("centre", "move", "taken", "left"),
    [
        ("GGYYY", "cY", "YYY", "GG"),
        ("PGGYYY", "cY", "PYYY", "GG"),
        ("PPPGY", "cG", "PG", "PPY"),
        ("PPP", "cP", "P", "PP"),  # only wilds: exactly one
        ("P", "cP", "P", ""),
        ("RRRRRRRR", "cR", "RRRRRRRR", ""),
    ],
)
def test_the_centre_works_alike_and_the_rest_stays(centre: str, move: str, taken: str, left: str) -> None:
    game = load(board(), board(), factories=["OO"], centre=centre, marker=1).play(move)
    assert hand(game) == taken
    assert game.position()["centre"] == left
    assert game.position()["factories"][0] == "OO"
    assert game.scores() == [5, 5]


@clause("S24")
def test_wilds_in_the_centre_are_taken_one_by_one() -> None:
    game = load(centre="PPP", marker=1)
    turns = []
    while game.phase == "acquire":
        turns.append(game.turn)
        game.play("cP")
    assert turns == [0, 1, 0]
    assert (hand(game, 0), hand(game, 1)) == ("PP", "P")


@clause("S25")
def test_the_wild_colour_cannot_be_chosen_beside_another() -> None:
    game = load(factories=["PPRY", "PPPP", "PPPG"], centre="PB")
    assert sorted(game.moves()) == ["1R", "1Y", "2P", "3G", "cB"]
    _refused(game, "1P", "1P: purple is wild and cannot be chosen while another colour lies in factory 1")
    _refused(game, "3P", "3P: purple is wild")
    _refused(game, "cP", "cP: purple is wild and cannot be chosen while another colour lies in the centre")


@clause("S25", "S20")
def test_a_colour_that_was_wild_before_is_chosen_like_any_other() -> None:
    game = load(factories=["PPGY"], round=2)
    assert sorted(game.moves()) == ["1P", "1Y"]
    assert hand(game.play("1P")) == "PPG"


@clause("S26")
@pytest.mark.parametrize(
    ("centre", "move", "loss"),
    [("R", "cR", 1), ("RR", "cR", 2), ("PRR", "cR", 3), ("PPPRRRR", "cR", 5), ("PPP", "cP", 1)],
)
def test_the_first_to_take_from_the_centre_pays_for_every_tile(centre: str, move: str, loss: int) -> None:
    game = load(board(score=20), board(score=20), factories=["OO"], centre=centre).play(move)
    assert game.scores() == [20 - loss, 20]
    assert game.position()["marker"] == 0


@clause("S26")
def test_who_comes_later_pays_nothing() -> None:
    game = load(board(score=9), board(score=9), factories=["OO"], centre="GGGYYY")
    game.play("cG").play("cY")
    assert game.scores() == [6, 9]
    assert game.position()["marker"] == 0


@clause("S26")
def test_taking_from_a_factory_brings_no_marker() -> None:
    game = load(factories=["GGYY", "O"]).play("1G")
    assert game.position()["marker"] == "centre"
    assert game.scores() == [5, 5]


@clause("S5", "S26")
@pytest.mark.parametrize(
    ("score", "centre", "after"),
    [(1, "R", 1), (1, "RRRR", 1), (2, "R", 1), (2, "RR", 1), (2, "PRRR", 1), (3, "RR", 1), (4, "RR", 2)],
)
def test_the_marker_never_brings_a_score_below_one(score: int, centre: str, after: int) -> None:
    game = load(board(score=score), factories=["O"], centre=centre)
    assert "cR" in game.moves()
    game.play("cR")
    assert game.scores()[0] == after
    assert game.position()["marker"] == 0


@clause("S27")
def test_taken_tiles_lie_beside_the_board_without_limit() -> None:
    mine = board(hand="P" * 15 + "G" * 12 + "R" * 14)
    game = load(mine, factories=["RRRR", "O"]).play("1R")
    assert hand(game) == "P" * 15 + "G" * 12 + "R" * 18
    assert game.position()["boards"][0]["corners"] == ""


@clause("S28")
def test_acquiring_ends_with_the_last_tile() -> None:
    game = load(factories=["G"], centre="R", marker=1, starter=1)
    assert game.play("1G").phase == "acquire"
    assert game.play("cR").phase == "place"
    assert game.position()["factories"] == [""] * 5
    assert game.position()["centre"] == ""


@clause("S28", "S29")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_an_untaken_marker_does_not_keep_it_open_and_the_starter_stays(starter: int) -> None:
    boards = [board(hand="R"), board(hand="R"), board(hand="R")]
    game = load(*boards, factories=["GGGG"], turn=2, starter=starter).play("1G")
    assert (game.phase, game.turn) == ("place", starter)
    assert game.position()["marker"] == "centre"
    while game.phase == "place":
        game.play("pass")
    shown = game.position()
    assert (shown["round"], shown["turn"], shown["starter"], shown["marker"]) == (
        2,
        starter,
        starter,
        "centre",
    )


@clause("S29")
@pytest.mark.parametrize("taker", [0, 1, 2])
def test_who_has_the_marker_begins_to_place_and_starts_the_next_round(taker: int) -> None:
    game = load(players=3, centre="R", turn=taker, starter=1).play("cR")
    assert (game.phase, game.turn) == ("place", taker)
    assert game.position()["starter"] == 1  # until the round is over
    game.play("pass").play("pass").play("pass")
    shown = game.position()
    assert (shown["round"], shown["phase"]) == (2, "acquire")
    assert (shown["turn"], shown["starter"], shown["marker"]) == (taker, taker, "centre")


@clause("S29")
def test_the_marker_counts_and_not_who_took_last() -> None:
    game = load(factories=["G"], centre="RY", players=3).play("cR").play("1G").play("cY")
    assert (game.phase, game.turn) == ("place", 0)


@clause("S21", "S28")
def test_a_whole_phase_leaves_every_tile_with_somebody() -> None:
    game, luck = az.new("pavilion", players=4, seed=8), random.Random(8)
    while game.phase == "acquire":
        wander(game, luck, 1)
    assert sum(len(hand(game, seat)) for seat in range(4)) == 36
