"""The course of the game (S19, S20, S46-S48): six rounds, their wild colours, and what lies between."""

import random
from typing import Any

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import (
    VARIANTS,
    board,
    finish,
    hand,
    load,
    payments,
    position,
    shown_board,
    stock,
    variant_name,
    wander,
)


@clause("S19")
@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_game_has_six_rounds_of_acquiring_and_placing(options: dict[str, Any]) -> None:
    game, luck = az.new("pavilion", seed=4, **options), random.Random(4)
    course: list[tuple[int, str]] = []
    while not game.over:
        step = (game.position()["round"], game.phase.replace("bonus", "place"))
        if not course or course[-1] != step:
            course.append(step)
        wander(game, luck, 1)
    assert course == [(round, phase) for round in range(1, 7) for phase in ("acquire", "place")]
    assert all(len(seat["rounds"]) == 6 for seat in game.breakdown())


@clause("S19")
def test_nothing_is_prepared_after_the_sixth_round() -> None:
    game = finish(board(hand="RG"), move="pass=R", supply="PP")
    assert game.over
    assert game.turn is None
    assert game.moves() == []
    shown = game.position()
    assert (shown["round"], shown["phase"], shown["turn"]) == (6, "over", None)
    assert shown["factories"] == [""] * 5
    assert shown["supply"] == "PP"  # not refilled either
    assert stock(game, "tower") == "GR"  # the discard and the corner tile
    assert [entry.seat for entry in game.entries] == [0]


@clause("S20")
def test_the_wild_colours_round_by_round() -> None:
    game = az.new("pavilion", seed=1)
    wilds: list[str] = []
    while not game.over:
        if len(wilds) < game.position()["round"]:
            wilds.append(game.show()["wild"])
        game.play(game.moves()[-1])
    assert wilds == ["P", "G", "O", "Y", "B", "R"]


@clause("S20")
@pytest.mark.parametrize(("round", "wild"), [(1, "P"), (2, "G"), (3, "O"), (4, "Y"), (5, "B"), (6, "R")])
def test_only_the_colour_of_the_round_stands_in_for_others(round: int, wild: str) -> None:
    for colour in "PGOYBR".replace(wild, ""):
        others = "".join(letter * 2 for letter in "PGOYBR" if letter not in (wild, colour))
        game = load(board(hand=colour + wild + others), round=round)
        assert payments(game, f"{colour}2") == [colour + wild]


@clause("S20", "S48")
def test_kept_tiles_are_ordinary_or_wild_by_the_new_round() -> None:
    """Purple kept from round 1 is ordinary in round 2, green kept from round 1 is wild then."""
    game = finish(board(hand="PPGG"), move="pass=PPGG", round=1)
    shown = game.position()
    assert (shown["round"], game.show()["wild"], hand(game)) == (2, "G", "PPGG")
    placing = load(board(hand="PPGG"), round=2)
    assert payments(placing, "P3") == ["PPG", "PGG"]
    assert payments(placing, "G3") == []


@clause("S46")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_factories_are_filled_with_four_each_from_the_bag(players: int) -> None:
    boards = [board() for _ in range(players)]
    before = position(boards=boards, tower="RRGG")
    game = finish(*boards, round=1, tower="RRGG")
    shown = game.position()
    factories = 2 * players + 1
    assert [len(factory) for factory in shown["factories"]] == [4] * factories
    assert sum(shown["bag"].values()) == sum(before["bag"].values()) - 4 * factories
    assert stock(game, "tower") == "GGRR"  # the bag was enough
    assert (shown["round"], shown["phase"], shown["centre"]) == (2, "acquire", "")


@clause("S46")
def test_the_tower_goes_into_the_bag_when_a_tile_is_missing() -> None:
    """The bag's six tiles come first: four on factory 1, two on factory 2."""
    game = finish(board(), round=1, bag="PPPPPP")
    shown = game.position()
    assert shown["factories"][0] == "PPPP"
    assert shown["factories"][1].startswith("PP")
    assert [len(factory) for factory in shown["factories"]] == [4] * 5
    assert stock(game, "tower") == ""
    assert len(stock(game, "bag")) == 132 - 10 - 20


@clause("S46")
def test_a_bag_that_is_just_enough_leaves_the_tower_alone() -> None:
    game = finish(board(), round=1, bag="P" * 20, tower=None)
    assert game.position()["factories"] == ["PPPP"] * 5
    assert stock(game, "bag") == ""
    assert len(stock(game, "tower")) == 132 - 10 - 20


@clause("S46")
def test_the_supply_is_refilled_before_the_factories() -> None:
    game = finish(board(), round=1, supply="OOOOOOO", bag="PPPPP")
    assert game.position()["supply"] == "PPPOOOOOOO"
    assert game.position()["factories"][0].count("P") >= 2
    assert stock(game, "tower") == ""


@clause("S46")
def test_what_the_last_pass_discards_can_be_dealt_at_once() -> None:
    """All tiles but the supply's and four discarded ones lie beside the board of a seat that has passed."""
    mine = board(hand="RRRR", score=9)
    shown = position(boards=[mine, board(passed=True)], supply="PPPPPPPPPP", bag="", tower="")
    game = az.load(shown, seed=1).play("pass")
    assert game.position()["factories"] == ["RRRR", "", "", "", ""]
    assert (game.phase, game.scores()[0]) == ("acquire", 5)


@clause("S47")
@pytest.mark.parametrize(
    ("bag", "tower", "sizes"),
    [
        ("R" * 9, "", [4, 4, 1, 0, 0]),
        ("RRR", "GGGG", [4, 3, 0, 0, 0]),
        ("R", "", [1, 0, 0, 0, 0]),
        ("", "GGGGG", [4, 1, 0, 0, 0]),
    ],
)
def test_a_round_may_start_with_few_tiles(bag: str, tower: str, sizes: list[int]) -> None:
    shown = position(boards=[board(), board(passed=True)], supply="PPPPPPPPPP", bag=bag, tower=tower)
    game = az.load(shown, seed=1).play("pass")
    assert [len(factory) for factory in game.position()["factories"]] == sizes
    assert (stock(game, "bag"), stock(game, "tower")) == ("", "")
    assert game.phase == "acquire"


@clause("S47")
@pytest.mark.parametrize("marker", ["centre", 0, 1])
def test_without_any_tile_acquiring_is_skipped(marker: str | int) -> None:
    mine, other = board(hand="RR"), board(passed=True)
    shown = position(
        boards=[mine, other], supply="PPPPPPPPPP", bag="", tower="", marker=marker, starter=1, round=3
    )
    game = az.load(shown, seed=1).play("pass=RR")
    starter = 1 if marker == "centre" else marker
    after = game.position()
    assert (after["round"], after["phase"], after["turn"]) == (4, "place", starter)
    assert (after["starter"], after["marker"]) == (starter, "centre")
    assert hand(game) == "RR"


@clause("S19", "S47")
def test_a_game_without_tiles_still_ends_after_the_sixth_round() -> None:
    """Every tile lies on the table's supply or with a seat that keeps none it does not have to discard."""
    stars = "P:PPPPPP O:OOOOOO R:RRRRRR B:BBBBBB Y:YYYYYY G:GGGGGG *:PGOYBR"
    boards = [board(stars), board(stars), board(stars)]
    shown = position(boards=boards, players=3, supply="", phase="place", bag="", tower="")
    rest = shown["boards"][-1].pop("hand")
    assert len(rest) == 6  # 132 less three times 42
    shown["boards"][-1]["hand"] = ""
    shown["supply"] = rest
    game, rounds = az.load(shown, seed=1), []
    while not game.over:
        rounds.append((game.position()["round"], game.turn, game.phase))
        game.play("pass")
    assert rounds == [(round, seat, "place") for round in range(1, 7) for seat in range(3)]
    assert game.scores() == [5 + 152] * 3
    assert game.winners() == [0, 1, 2]


@clause("S48")
def test_the_marker_returns_and_kept_tiles_go_back_beside_the_board() -> None:
    boards = [board(corners="RG"), board(hand="BBBBY", score=8)]
    game = finish(*boards, move="pass=BBBB", marker=1, starter=0, round=2)
    shown = game.position()
    assert (shown["round"], shown["turn"], shown["starter"], shown["marker"]) == (3, 1, 1, "centre")
    assert shown_board(game, 0) == board(hand="GR")
    assert shown_board(game, 1) == board(hand="BBBB", score=7)


@clause("S48")
def test_kept_tiles_lie_in_the_corners_until_then() -> None:
    game = load(board(hand="BBBB"), board(hand="R")).play("pass=BB")
    assert shown_board(game) == board(corners="BB", passed=True, score=3)
    game.play("R1=R").play("pass")
    assert shown_board(game) == board(hand="BB", score=3)
