"""Set-up (S1-S8): what a new game looks like, whoever starts it."""

import random
from typing import Any

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import (
    LETTERS,
    VARIANTS,
    board,
    census,
    finish,
    load,
    payments,
    star,
    variant_name,
    wander,
)

EVERY_VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=variant_name)


@clause("S1", "S2", "S3")
@pytest.mark.parametrize(("players", "factories", "bag"), [(2, 5, 102), (3, 7, 94), (4, 9, 86)])
@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_the_table_at_the_start(players: int, factories: int, bag: int, side: str) -> None:
    shown = az.new("pavilion", players=players, side=side, seed=3).position()
    assert [len(factory) for factory in shown["factories"]] == [4] * factories
    assert len(shown["supply"]) == 10
    assert sum(shown["bag"].values()) == bag
    assert sum(shown["tower"].values()) == 0
    assert shown["centre"] == ""
    assert shown["marker"] == "centre"
    assert (shown["round"], shown["phase"], shown["due"]) == (1, "acquire", 0)
    assert len(shown["boards"]) == players


@clause("S1")
@EVERY_VARIANT
def test_there_are_22_tiles_of_six_colours(options: dict[str, Any]) -> None:
    tiles = census(az.new("pavilion", seed=1, **options).position())
    assert tiles == {"P": 22, "G": 22, "O": 22, "Y": 22, "B": 22, "R": 22}


@clause("S1")
@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_nobody_else_can_play(players: int) -> None:
    with pytest.raises(az.RulesError, match=f"players is {players}, expected 2, 3 or 4"):
        az.new("pavilion", players=players)


@clause("S3")
def test_the_supply_is_drawn_before_the_factories() -> None:
    game = az.new("pavilion", seed=5)
    (deal,) = game.entries
    supply, *factories = deal.text.split(" ")
    assert supply == "+" + game.position()["supply"]
    assert factories == game.position()["factories"]


@clause("S3")
def test_tiles_are_drawn_at_random_each_as_likely_as_another() -> None:
    drawn = dict.fromkeys(LETTERS, 0)
    games = 300
    for seed in range(games):
        shown = az.new("pavilion", seed=seed).position()
        for letter in shown["supply"] + "".join(shown["factories"]):
            drawn[letter] += 1
    expected = games * 30 / 6  # 1500 of each colour, give or take 33
    assert all(abs(count - expected) < 165 for count in drawn.values()), drawn


@clause("S4")
@EVERY_VARIANT
def test_everybody_starts_with_five_points_and_nothing_else(options: dict[str, Any]) -> None:
    game = az.new("pavilion", seed=1, **options)
    assert game.scores() == [5] * options["players"]
    assert game.position()["boards"] == [board()] * options["players"]


@clause("S4")
@pytest.mark.parametrize("score", [78, 79, 80, 159, 1000])
def test_a_score_goes_on_beyond_80(score: int) -> None:
    game = load(board("R:RR....", "RRR", score=score)).play("R3=RRR")
    assert game.scores()[0] == score + 3


@clause("S5")
@pytest.mark.parametrize(("score", "after"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_no_loss_brings_a_score_below_one(score: int, after: int) -> None:
    """Two points to lose: the marker, discards, and corner tiles at the end."""
    marker = load(board(score=score), factories=["O"], centre="RRG").play("cR")
    assert marker.scores()[0] == after
    discards = load(board(hand="RG", score=score)).play("pass")
    assert discards.scores()[0] == after
    corners = finish(board(hand="RG", score=score), move="pass=GR")
    assert corners.scores()[0] == after


@clause("S6")
@pytest.mark.parametrize(("side", "paid"), [("coloured", []), ("grey", ["G"])])
def test_all_boards_show_the_same_side(side: str, paid: list[str]) -> None:
    for seat in range(4):
        boards = [board(hand="G") for _ in range(4)]
        game = load(*boards, side=side, turn=seat)
        assert game.options == {"players": 4, "side": side}
        assert payments(game, "R1") == []  # a 1 or a 3
        assert payments(game, "R3") == paid  # a 3, or a 1 on the grey side
        assert payments(game, "G1") == (["G"] if side == "coloured" else [])


@clause("S6")
def test_there_are_two_sides() -> None:
    assert az.new("pavilion").options == {"players": 2, "side": "coloured"}
    with pytest.raises(az.RulesError, match="side is 'blue', expected 'coloured' or 'grey'"):
        az.new("pavilion", side="blue")


@clause("S7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seed_draws_who_starts(players: int) -> None:
    starters = [az.new("pavilion", players=players, seed=seed).turn for seed in range(60)]
    assert set(starters) == set(range(players))
    assert starters == [az.new("pavilion", players=players, seed=seed).turn for seed in range(60)]


@clause("S7")
@pytest.mark.parametrize("starter", [0, 1, 2, 3])
def test_the_host_may_name_who_starts(starter: int) -> None:
    game = az.new("pavilion", players=4, seed=1, starter=starter)
    assert game.turn == game.position()["starter"] == starter


@clause("S8")
@EVERY_VARIANT
def test_no_tile_is_ever_lost_or_made(options: dict[str, Any]) -> None:
    game, luck = az.new("pavilion", seed=9, **options), random.Random(9)
    zones = set()
    while True:
        shown = game.position()
        assert census(shown) == dict.fromkeys(LETTERS, 22)
        zones |= {zone for zone in ("centre", "supply", "tower", "bag") if any(shown[zone])}
        zones |= {zone for one in shown["boards"] for zone in ("hand", "corners") if one[zone]}
        if game.over:
            break
        wander(game, luck, 1)
    assert zones == {"centre", "supply", "tower", "bag", "hand", "corners"}


@clause("S8")
def test_every_zone_can_be_seen() -> None:
    mine = board("R:R..... *:..G...", corners="YY", passed=True)
    shown = load(board(hand="PPOB"), mine, tower="RRG").position()
    assert shown["tower"] == {"P": 0, "G": 1, "O": 0, "Y": 0, "B": 0, "R": 2}
    # 22 less the supply's two, less what lies on and beside the boards and in the tower
    assert shown["bag"] == {"P": 18, "G": 18, "O": 19, "Y": 18, "B": 19, "R": 19}
    assert shown["boards"][1] == mine
    assert star(load(board(), mine), "*", seat=1) == "..G..."
