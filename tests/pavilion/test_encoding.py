"""What a net sees of a Pavilion position: each number in its place, all that matters told apart."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.bots.net import MOST_ACTIVE
from azulejos.core.jit import compiled
from azulejos.core.layout import SAYS, SEATS
from azulejos.core.rules import OVER, Rules
from azulejos.pavilion import kernels
from azulejos.pavilion.fields import PASS_FROM, TAKES
from azulejos.pavilion.kernels import encoded_board as on
from azulejos.pavilion.kernels import encoding as at
from azulejos.pavilion.kernels import keys as by
from tests.bots.parts import looked_at
from tests.pavilion.positions import VARIANTS, board, load, variant_name

SPARE = -7  # what lies behind the numbers must stay
every_variant = pytest.mark.parametrize("options", VARIANTS, ids=variant_name)


def _encoded(state: Any) -> set[int]:
    active = [SPARE] * MOST_ACTIVE
    count = kernels.encode(list(state), active)
    assert active[count:] == [SPARE] * (MOST_ACTIVE - count)
    assert len(set(active[:count])) == count  # each once
    assert all(0 <= index < kernels.ENCODED for index in active[:count])
    return set(active[:count])


def _board(features: set[int], seat: int) -> set[int]:
    """The features of the board so many seats clockwise, counted from its beginning."""
    base = at.TABLE + on.BOARD * seat
    return {index - base for index in features if base <= index < base + on.BOARD}


def _keys(game: az.Match, move: str) -> list[int]:
    keys = [SPARE] * kernels.KEYS
    kernels.move_keys(list(game.state), game.rules.read_move(game.state, move), keys)
    return keys


def _states(seed: int, options: dict[str, Any]) -> Iterator[tuple[Rules, Any]]:
    """Every state of a random game, also those whose deal is due."""
    rules = az.rules("pavilion", compiled=False, **options)
    luck, state, number = random.Random(seed), rules.start(seed % rules.players), 0
    while rules.decider(state) != OVER:
        yield rules, state
        if rules.decider(state) < 0:
            number += 1
            rules.deal(state, rules.draw(state, seed, number))
        else:
            actions = rules.actions(state)
            # passing is mostly one of many ways to keep tiles: seldom, or nothing would ever be placed
            stays = [action for action in actions if action < PASS_FROM]
            rules.play(state, luck.choice(stays if stays and luck.random() < 0.9 else actions))


# --- every position ---------------------------------------------------------------------------------------


@every_variant
def test_features_and_keys_are_in_range_and_each_once(options: dict[str, Any]) -> None:
    for rules, state in _states(3, options):
        features = _encoded(state)
        assert not any(_board(features, seat) for seat in range(rules.players, SEATS))
        told: dict[tuple[int, ...], Any] = {}
        for action in rules.actions(state):
            keys = [SPARE] * kernels.KEYS
            kernels.move_keys(state, action, keys)
            assert all(0 <= key < kernels.MOVE_KEYS for key in keys)
            # only factories that hold the same are told apart by nothing
            same = (state[action // 6], action % 6) if action < TAKES else action
            assert told.setdefault(tuple(keys), same) == same


@every_variant
def test_a_part_s_features_follow_from_its_words(options: dict[str, Any]) -> None:
    """What the search keeps of a part must hold for every position that has it."""
    seen: dict[tuple[int, ...], Any] = {}
    times = 0
    for seed in (3, 4):
        for _, state in _states(seed, options):
            for part in range(kernels.parts(state)):
                words, active = [SPARE] * kernels.PART_WORDS, [SPARE] * MOST_ACTIVE
                kernels.part_words(state, part, words)
                count, says = kernels.encode_part(state, part, active, 0)
                assert 0 <= says <= SAYS
                found = active[:count], says
                assert seen.setdefault(tuple(words), found) == found
                times += 1
    assert 10 < len(seen) < times  # else nothing came twice


@every_variant
def test_a_part_s_features_look_at_nothing_that_its_words_leave_out(options: dict[str, Any]) -> None:
    """Else two positions would share what only one of them has, however seldom both are met."""
    told: set[Any] = set()
    for _, state in _states(3, options):
        for part in range(kernels.parts(state)):
            asked, kept = looked_at(kernels, state, part)
            assert asked <= kept
            told |= asked
    assert len(told) > 5


@every_variant
def test_keys_after_those_of_another_move_are_the_same(options: dict[str, Any]) -> None:
    for rules, state in _states(6, options):
        before, keys = -1, [SPARE] * kernels.KEYS
        for action in rules.actions(state):
            alone = [SPARE] * kernels.KEYS
            kernels.move_keys(state, action, alone)
            kernels.next_keys(state, action, before, keys)
            assert keys == alone
            before = action


@pytest.mark.parametrize("options", [VARIANTS[0], VARIANTS[5]], ids=variant_name)
def test_compiled_they_are_the_same(options: dict[str, Any]) -> None:
    encode, move_keys = compiled(kernels.encode), compiled(kernels.move_keys)
    for rules, state in _states(5, options):
        plain, fast = [0] * MOST_ACTIVE, np.zeros(MOST_ACTIVE, np.int64)
        words = np.array(state, np.int64)
        count = kernels.encode(state, plain)
        assert encode(words, fast) == count
        assert fast.tolist() == plain
        for action in rules.actions(state)[::7]:
            keys, fast_keys = [0] * kernels.KEYS, np.zeros(kernels.KEYS, np.int64)
            kernels.move_keys(state, action, keys)
            move_keys(words, action, fast_keys)
            assert fast_keys.tolist() == keys


def test_every_seat_sees_its_own_board_first() -> None:
    mine, other = board("R:RR....", "BB", score=7), board("", "YYP", score=9)
    one = _encoded(load(mine, other, factories=["PGGO"], turn=0).state)
    two = _encoded(load(other, mine, factories=["PGGO"], turn=1, starter=1).state)
    assert one == two


def test_who_goes_on_looks_while_a_deal_is_due() -> None:
    game = load(board("", "R"), board("", "Y"), supply="PPGGOOYYB", round=1)
    state = list(game.state)
    game.rules.play(state, game.rules.actions(state)[0])
    assert game.rules.decider(state) < 0
    assert kernels.viewer(state) == 1
    assert kernels.viewer(az.rules("pavilion", players=3).start(2)) == 2


# --- boards -----------------------------------------------------------------------------------------------


def test_stars_structures_and_numbers() -> None:
    game = load(board("P:.PP... R:....RR *:......", "PPPG", score=15), board())
    features = _board(_encoded(game.state), 0)
    assert on.STAR_AT + 0b000110 - 1 in features  # purple is the first star
    assert on.STAR_AT + on.PATTERNS * 2 + 0b110000 - 1 in features
    assert on.PILLAR_AT in features  # two of the four spaces of purple's pillar
    assert on.WINDOW_AT + 2 * 2 + 1 in features  # red's window is complete
    assert {on.NUMBER_AT + 13 * n + covered for n, covered in enumerate((0, 1, 1, 0))} <= features
    assert {on.SCORE_AT, on.SCORE_REST_AT + 5} <= features


def test_tiles_are_told_with_what_their_star_lacks() -> None:
    game = load(board("G:GGG...", "GGGP", corners="", score=5), board(), round=1)
    features = _board(_encoded(game.state), 0)
    assert on.HAND_AT + on.HAND_MOST * 1 + 2 in features  # three green tiles
    assert on.HOLD_AT + on.HOLD_MOST * (1 * 7 + 3) + 2 in features  # and three lie on its star
    # 4, 5 and 6 are missing: 15 tiles, 3 in hand, a wild one: 11 short
    assert on.SHORT_AT + 15 * 1 + 11 + 2 in features
    assert on.OWN_WILDS_AT + 1 in features
    assert on.NEXT_WILDS_AT + 3 in features  # green is wild in round 2
    assert on.ASSETS_AT + 4 in features


def test_complete_stars_are_points() -> None:
    game = load(board("B:BBBBBB", "R", score=20), board(score=30), round=2)
    features = _encoded(game.state)
    mine = _board(features, 0)
    assert {on.SCORE_AT + 2, on.SCORE_REST_AT + 5} <= mine  # 20 and 15 for the blue star
    assert {on.LEAD_AT, on.LEAD_REST_AT} <= _board(features, 1)  # 35 against 30


# --- moves ------------------------------------------------------------------------------------------------


def test_a_take_is_known_by_what_it_brings_and_leaves() -> None:
    game = load(board("R:R.....", "RR"), board(), factories=["PRRG"], centre="BB", round=1)
    keys = _keys(game, "1R")
    assert keys[0] == by.TAKE_KEY + (5 * by.TAKE_MOST + 1) * 3 + 1  # red, two tiles, with a wild
    assert keys[2] == by.MINE_KEY + (5 * 7 + 1) * by.HAVE + 2  # a star with one tile, two in hand
    assert keys[4] == by.FROM_KEY + 1  # one tile is left
    assert _keys(game, "cB")[4] == by.FROM_KEY + 4 + 2  # the marker, at two points


def test_a_placement_is_known_by_its_space_and_price() -> None:
    game = load(board("R:R.....", "RRP"), board(), round=1)
    move = next(text for text in game.moves() if text.startswith("R2") and "P" in text)
    keys = _keys(game, move)
    assert keys[0] == by.SPACE_KEY + (2 * 6 + 1) * 6 + 5
    assert keys[1] == by.STAR_KEY + 2 * 64 + 0b000011
    assert keys[2] == by.GAIN_KEY + ((2 - 1) * 6 + 2 - 1) * 6 + 1  # two points, two tiles, a wild one of them
    assert keys[5] == by.LEFT_KEY + (2 * by.HAVE + 1) * by.HAVE  # two tiles lie there, one red one is left


def test_a_pass_is_known_by_what_is_kept() -> None:
    game = load(board("", "RRG"), board(), round=1)
    keys = _keys(game, "pass=G")
    assert keys[1] == by.AWAY_KEY + 2 * 6  # two tiles thrown away in round 1
    assert keys[2] == by.KEEP_KEY + 5 + 1  # one kept, wild in round 2
    assert keys[5:] == [by.NO_KEY] * 3


@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_a_net_can_tell_the_side_from_the_first_position_on(side: str) -> None:
    game = az.new("pavilion", side=side, seed=1)
    assert (at.GREY_AT in _encoded(game.state)) is (side == "grey")
