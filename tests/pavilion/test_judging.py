"""The hand-made judgement of positions and moves: its numbers, its taste, and the same numbers compiled."""

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.core.jit import compiled
from azulejos.core.rng import WORDS, start_stream
from azulejos.core.rules import NOBODY, OVER
from azulejos.pavilion import kernels
from azulejos.pavilion.fields import GROUP, GROUPS
from azulejos.pavilion.kernels.judging import (
    COST_LEFT,
    FEATURE_NAMES,
    FEATURES,
    KINDS,
    PLAN,
    PLANNED,
    STAGES,
)
from azulejos.pavilion.kernels.traits import PICK_NAMES, PLACE_NAMES, TAKE_NAMES, TRAIT_NAMES, TRAITS
from azulejos.pavilion.options import PavilionOptions
from azulejos.pavilion.weights import prior_weights, value_weights, variant
from tests.pavilion.positions import VARIANTS, board, hand, load, position, variant_name, wander

NO_ROOM = "R:RRRRRR B:BBBBBB G:GGGGGG *:RBG..."  # for red, blue and green
SPARE = 7.5  # what lies behind the numbers must stay
COMPARED = 12  # moves of a position whose traits are compared

every_variant = pytest.mark.parametrize("options", VARIANTS, ids=variant_name)


def _features(state: Sequence[int], seat: int = 0) -> dict[str, float]:
    out = [SPARE] * FEATURES
    kernels.features(state, seat, out)
    return dict(zip(FEATURE_NAMES, out, strict=True))


def _traits(game: az.Match, move: str, names: Sequence[str]) -> dict[str, float]:
    actions = {game.rules.move_text(game.state, action): action for action in game.rules.actions(game.state)}
    out = [SPARE] * TRAITS
    kernels.traits(game.state, actions[move], out)
    return dict(zip(names, out, strict=False))


def _value(*boards: dict[str, Any], seat: int = 0, **picture: Any) -> float:
    """What a seat's board is worth, in log odds."""
    game = load(*boards, **picture)
    weights = value_weights(PavilionOptions())
    row = kernels.stage(game.state) * FEATURES
    found = _features(game.state, seat).values()
    return sum(weight * number for weight, number in zip(weights[row : row + FEATURES], found, strict=True))


def _preferred(game: az.Match) -> str:
    """The move that the prior likes best."""
    weights = prior_weights(PavilionOptions())[kernels.kind(game.state) * TRAITS :][:TRAITS]
    best, most = "", -math.inf
    for action in game.rules.actions(game.state):
        out = [0.0] * TRAITS
        kernels.traits(game.state, action, out)
        worth = sum(weight * number for weight, number in zip(weights, out, strict=True))
        if worth > most:
            best, most = game.rules.move_text(game.state, action), worth
    return best


def _states(seed: int, options: dict[str, Any]) -> Iterator[tuple[Any, list[int]]]:
    """Every state of a random game, with a deal due too, and the actions there."""
    rules = az.rules("pavilion", compiled=False, **options)
    luck = random.Random(seed)
    state, number = rules.start(0), 0
    while rules.decider(state) != OVER:
        if rules.decider(state) == NOBODY:
            yield state, []
            number += 1
            rules.deal(state, rules.draw(state, seed, number))
            continue
        actions = rules.actions(state)
        yield state, actions
        placing = [action for action in actions if action < kernels.placement(42, 0, 0)]
        rules.play(state, luck.choice(placing if placing and luck.random() < 0.9 else actions))
    yield state, []


# --- both ways to run it agree --------------------------------------------------------------------------


@every_variant
def test_features_are_finite_so_many_and_the_same_once_compiled(options: dict[str, Any]) -> None:
    fast = compiled(kernels.features)
    for state, _ in _states(1, options):
        for seat in range(options["players"]):
            plain = [SPARE] * (FEATURES + 1)
            kernels.features(state, seat, plain)
            assert all(math.isfinite(number) and abs(number) <= 20 for number in plain)
            assert plain[FEATURES] == SPARE
            out = np.full(FEATURES + 1, SPARE)
            fast(np.array(state), seat, out)
            assert out.tolist() == plain
        assert 0 <= kernels.stage(state) < STAGES


@every_variant
def test_traits_are_finite_so_many_and_the_same_once_compiled(options: dict[str, Any]) -> None:
    fast, luck = compiled(kernels.traits), random.Random(2)
    for state, actions in _states(2, options):
        before = list(state)
        for action in luck.sample(actions, min(COMPARED, len(actions))):
            plain = [SPARE] * (TRAITS + 1)
            kernels.traits(state, action, plain)
            assert all(math.isfinite(number) and abs(number) <= 20 for number in plain)
            assert plain[TRAITS] == SPARE
            out = np.full(TRAITS + 1, SPARE)
            fast(np.array(state), action, out)
            assert out.tolist() == plain
        assert state == before
        assert 0 <= kernels.kind(state) < KINDS


@every_variant
def test_likely_moves_are_legal_and_the_same_once_compiled(options: dict[str, Any]) -> None:
    fast, rng = compiled(kernels.likely), [0] * WORDS
    start_stream(rng, 3, 0)
    for seed in range(3):
        for state, actions in _states(seed, options):
            for _ in range(3 if actions else 0):
                twin = np.array(rng)
                action = kernels.likely(state, rng)
                assert action in actions
                assert fast(np.array(state), twin) == action
                assert twin.tolist() == rng


@every_variant
def test_a_game_of_likely_moves_is_legal_to_its_end(options: dict[str, Any]) -> None:
    rules, rng = az.rules("pavilion", compiled=False, **options), [0] * WORDS
    start_stream(rng, 4, 1)
    state, number = rules.start(1), 0
    while rules.decider(state) != OVER:
        if rules.decider(state) == NOBODY:
            number += 1
            rules.deal(state, rules.draw(state, 4, number))
        else:
            action = kernels.likely(state, rng)
            assert action in rules.actions(state)
            rules.play(state, action)
    assert max(rules.scores(state)) > 30  # random games end near the minimum of 1


def test_a_group_has_the_number_that_lists_it() -> None:
    assert [kernels.group_of(GROUP[group]) for group in range(GROUPS)] == list(range(GROUPS))


def test_likely_moves_vary() -> None:
    state, rng = az.new("pavilion", seed=3).state, [0] * WORDS
    start_stream(rng, 5, 0)
    assert len({kernels.likely(state, rng) for _ in range(60)}) > 1


# --- names and shapes -----------------------------------------------------------------------------------


@every_variant
def test_there_is_a_weight_for_every_number_and_a_name_of_its_own(options: dict[str, Any]) -> None:
    chosen = PavilionOptions(**options)
    assert len(value_weights(chosen)) == STAGES * FEATURES
    assert len(prior_weights(chosen)) == KINDS * TRAITS
    assert variant(chosen) == f"{options['players']} {options['side']}"
    assert len(set(FEATURE_NAMES)) == FEATURES == len(FEATURE_NAMES)
    assert len(set(TRAIT_NAMES)) == TRAITS == len(TRAIT_NAMES)


# --- where the game stands --------------------------------------------------------------------------------


def test_the_stage_is_the_round() -> None:
    assert [kernels.stage(load(board(), round=n).state) for n in range(1, 7)] == [0, 1, 2, 3, 4, 5]
    assert kernels.stage(az.rules("pavilion").start(0)) == 0


def test_a_round_is_over_when_its_deal_is_due_or_the_game_ends() -> None:
    found = [kernels.between_rounds(state) for state, _ in _states(6, {"players": 2})]
    assert found[0]
    assert found[-1]
    assert sum(found) == 7  # before each of six rounds, and at the end


@every_variant
def test_shares_are_those_of_the_winners(options: dict[str, Any]) -> None:
    for seed in range(3):
        game = wander(az.new("pavilion", seed=seed, **options), random.Random(seed))
        out = [SPARE] * options["players"]
        kernels.shares(game.state, out)
        winners = game.rules.winners(game.state)
        assert out == [(seat in winners) / len(winners) for seat in range(options["players"])]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((9, 8), [1, 0]),
        ((8, 9), [0, 1]),
        ((7, 7), [0.5, 0.5]),
        ((3, 9, 9), [0, 0.5, 0.5]),
        ((4, 4, 4, 4), [0.25] * 4),
    ],
)
def test_those_level_share_the_win(scores: tuple[int, ...], expected: list[float]) -> None:
    state = load(*(board(score=score) for score in scores)).state
    out = [0.0] * len(scores)
    kernels.shares(state, out)
    assert out == expected


# --- plans ------------------------------------------------------------------------------------------------


def test_a_star_needs_the_tiles_of_its_open_spaces() -> None:
    assert COST_LEFT[0] == 21  # 1 + 2 + 3 + 4 + 5 + 6
    assert COST_LEFT[0b011111] == 6
    assert COST_LEFT[0b111110] == 1
    assert COST_LEFT[64 + 0b111110] == 3  # grey: position 1 carries 3 (S15)
    assert COST_LEFT[128] == 18  # six 3s


def test_a_plan_is_worth_more_with_more_tiles_and_nothing_on_a_full_star() -> None:
    for row in range(3 * 64):
        plan = PLAN[PLANNED * row : PLANNED * (row + 1)]
        assert list(plan) == sorted(plan)
        assert plan[0] == 0
        assert any(plan) == (row % 64 != 63)


def test_one_tile_that_completes_a_star_is_worth_its_ring_and_the_bonus_still_missing() -> None:
    # six points; 0.8 beside; and of 16 points what 20 of 21 tiles do not promise: 16 - 13.82 = 2.18
    assert PLAN[PLANNED * 0b111110 + 1] == round(2 * (6 + 0.8 + 16 - 16 * (20 / 21) ** 3))


# --- features, counted by hand ----------------------------------------------------------------------------


def test_features_of_a_board_counted_by_hand() -> None:
    stars = "R:RRRR.. B:...BB. *:.R...."
    found = _features(load(board(stars, "RBP", score=23), marker=0, round=1).state)
    assert found["score"] == 2.3
    assert found["stars with one tile"] == 1.2  # the centre
    assert found["stars with two tiles"] == 1.5  # blue
    assert found["stars with three tiles"] == 0
    assert found["stars with four tiles"] == 1.4  # red
    assert found["stars ten to thirteen tiles short"] == pytest.approx(1.4 + 1.5)  # 5 + 6; 1 + 2 + 3 + 6
    assert found["nearest star"] == pytest.approx(1.4 * (10 / 21) ** 3)
    assert found["second nearest star"] == pytest.approx(1.5 * (9 / 21) ** 3)
    assert found["best next points by star"] == pytest.approx((5 + 3 + 2 + 4) / 10)  # four stars are empty
    assert found["cheap spaces open"] == pytest.approx((6 + 5) / 5)
    assert found["twos"] == pytest.approx(0.8 * (2 / 7) ** 3)
    assert found["pillars with one space open"] == 0.5  # red2, red3 and centre2; centre1 is open
    assert found["statues with one space open"] == 0.5  # red1, red2 and blue4; blue3 is open
    assert found["statues with two spaces open"] == 0.5  # red3, red4 and nothing on orange
    assert found["windows with one space open"] == 0.5  # blue5
    assert found["spaces covered"] == 0.7
    assert found["tiles held"] == pytest.approx(3 / 5)
    assert found["wild tiles"] == 0.5  # purple in round 1
    assert found["starts the next round"] == 1
    assert found["tiles beyond four"] == 0


def test_complete_stars_and_numbers_count_in_full() -> None:
    ones = " ".join(f"{letter}:{letter}....." for letter in "PORBY")
    found = _features(load(board(f"{ones} G:GGGGGG *:R....."), round=4).state)
    assert found["complete stars and numbers"] == pytest.approx(1.8 + 0.4)
    assert found["ones"] == 0


def test_at_the_end_only_the_score_counts() -> None:
    game = load(board("R:RRRRRR"), board(passed=True), round=6).play("pass")
    assert game.over
    found = _features(game.state)
    assert found.pop("score") == 1.9  # 5 and the red star's 14
    assert not any(found.values())


def test_a_kept_tile_is_wild_if_its_colour_is_next() -> None:
    kept = board(corners="GG", passed=True)
    assert _features(load(kept, board(), turn=1, round=1).state)["wild tiles"] == 1
    assert _features(load(kept, board(), turn=1, round=2).state)["wild tiles"] == 0


def test_nobody_starts_for_sure_while_the_marker_lies_in_the_centre() -> None:
    taking = load(board(), board(), factories=["PGOY"]).state
    assert [_features(taking, seat)["starts the next round"] for seat in (0, 1)] == [0, 0]
    placing = load(board(), board(), starter=1).state  # S29: nobody took it
    assert [_features(placing, seat)["starts the next round"] for seat in (0, 1)] == [0, 1]


# --- taste: what is better is worth more ------------------------------------------------------------------


@pytest.mark.parametrize("round_", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (board(score=30), board(score=29)),
        (board("P:PPPPPP"), board("P:PPPPP.")),
        (board("R:RRRRR."), board("R:RRRR..")),
        (board("P:PPPPP."), board("R:RRRRR.")),  # 20 points are more than 14
        (board("R:RRRRR.", "RRRRRR"), board("R:RRRRR.", "BBBBBB")),  # the star is in reach
        (board("R:RRRRR.", "RRR"), board("R:RRRRR.", "RR")),
    ],
)
def test_the_better_board_is_worth_more(better: dict[str, Any], worse: dict[str, Any], round_: int) -> None:
    assert _value(better, round=round_) > _value(worse, round=round_)


@pytest.mark.parametrize("round_", [1, 2, 3, 4, 5])
def test_next_rounds_wild_is_worth_keeping(round_: int) -> None:
    wild, other = "PGOYBR"[round_], "PGOYBR"[round_ - 1]
    picture: dict[str, Any] = {"turn": 1, "round": round_}
    kept = [board(corners=tiles, passed=True) for tiles in (wild * 2, other * 2, "")]
    values = [_value(one, board(), **picture) for one in kept]
    assert values[0] > values[1] > values[2]


def test_a_corner_costs_its_point_in_the_last_round() -> None:
    picture: dict[str, Any] = {"turn": 1, "round": 6}
    assert _value(board(passed=True, score=20, corners="RR"), board(), **picture) == pytest.approx(
        _value(board(passed=True, score=18), board(), **picture)
    )


# --- traits, counted by hand ------------------------------------------------------------------------------


def test_traits_of_a_take_from_the_centre() -> None:
    game = load(board(hand="R"), board(), factories=["OOYY"], centre="RRPP")
    found = _traits(game, "cR", TAKE_NAMES)
    assert found["tiles"] == 1  # two red and a purple
    assert found["a wild with them"] == 1
    assert found["points for the marker"] == pytest.approx(3 / 5)
    assert found["the marker"] == 1
    assert found["adds to my tiles"] == pytest.approx(2 / 3)
    assert found["left for the centre"] == 0
    assert found["last of its colour"] == 1


def test_traits_of_a_take_from_a_factory() -> None:
    game = load(board("G:GGGGG."), board(), factories=["GPPY"])
    found = _traits(game, "1G", TAKE_NAMES)
    assert found["tiles"] == pytest.approx(2 / 3)
    assert found["the marker"] == 0
    assert found["fullness of its star"] == 0.5
    assert found["left for the centre"] == pytest.approx(2 / 3)
    assert found["wilds left for the centre"] == 0.5
    assert found["wild next round"] == pytest.approx(1 / 3)  # green in round 2


def test_traits_of_a_placement() -> None:
    game = load(board("R:RR.... B:..BB..", "RRRP"), board(), round=1)
    found = _traits(game, "R3=RRP", PLACE_NAMES)
    assert found["points"] == 1  # a group of three
    assert found["tiles spent"] == 1
    assert found["wilds spent"] == 0.5
    assert found["wilds spent needlessly"] == 0.5
    assert found["bonus tiles"] == 0
    assert found["points a tile"] == 1
    assert found["structure left with two spaces"] == 0.5  # the pillar at red lacks centre1 and centre2


def test_traits_of_a_placement_that_completes_things() -> None:
    game = load(board("R:RRRR.R", "RRRRR"), board(), round=3)
    found = _traits(game, "R5=RRRRR", PLACE_NAMES)
    assert found["points"] == 2
    assert found["bonus tiles"] == 1.5  # a window
    assert found["star completed"] == 1.4
    assert found["number completed"] == 0


def test_traits_of_a_pass() -> None:
    game = load(board(hand="RRRRGGB"), board(), round=1)
    found = _traits(game, "pass=GGRR", PLACE_NAMES)
    assert found["pass"] == 1
    assert found["tiles discarded"] == 1
    assert found["kept wild next round"] == 1
    assert found["could still place"] == 1
    assert found["kept fewer than possible"] == 0


def test_traits_of_a_pick() -> None:
    game = load(board("R:RRRRR.", "RRRR"), board(), supply="PPGGRRYYBB", due=3)
    found = _traits(game, "+PRR", PICK_NAMES)
    assert found["wilds"] == 0.5
    assert found["add to my tiles"] == pytest.approx(2 / 3)
    assert found["different colours"] == 1
    assert found["stars come within reach"] == 1.4  # four red, two more


# --- the prior's taste ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picture", "move"),
    [
        ({"boards": [board("R:RRRRR.", "RRRRRR")], "round": 3}, "R6=RRRRRR"),
        ({"boards": [board("R:RRR.RR", "RRRRO")], "round": 3}, "R4=RRRR"),  # not with the wild
        ({"boards": [board(hand="G")], "round": 6}, "G1=G"),
        ({"boards": [board("R:RRR...", "RRR"), board()], "factories": ["RRRY"]}, "1R"),
    ],
)
def test_the_prior_prefers_the_plain_move(picture: dict[str, Any], move: str) -> None:
    assert _preferred(az.load(position(**picture), seed=1)) == move


def test_the_prior_keeps_next_rounds_wild() -> None:
    assert "GG" in _preferred(load(board(NO_ROOM, "RRRBGG"), board(), round=1))


# --- the rollouts' taste ----------------------------------------------------------------------------------


def _likely(game: az.Match) -> str:
    rng = [0] * WORDS
    start_stream(rng, 8, 0)
    return game.rules.move_text(game.state, kernels.likely(game.state, rng))


def test_a_rollout_keeps_next_rounds_wild_and_four_tiles() -> None:
    assert _likely(load(board(NO_ROOM, "RRRBGG"), board(), round=1)) in ("pass=GGRR", "pass=GGBR")


def test_a_rollout_keeps_nothing_in_the_last_round() -> None:
    assert _likely(load(board(NO_ROOM, "RRRBGG"), board(), round=6)) == "pass"


@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_a_rollout_places_while_it_can_and_spares_its_wilds(side: str) -> None:
    game = load(board(hand="GGGGGRRR"), board(passed=True), round=6, side=side)
    while (move := _likely(game)) != "pass":
        paid = move.partition("=")[2]
        if set(paid) == {"G", "R"}:  # wilds only after all green tiles
            assert paid.count("G") == hand(game).count("G")
        game.play(move)
    assert len(hand(game)) <= 2


def test_a_rollout_picks_the_tile_that_completes_a_star() -> None:
    game = load(board("R:.RRRRR"), board(), supply="GYBRGYBOGY", due=1)
    assert _likely(game) == "+R"
