"""What a net sees of an Azul position: each number in its place, all that matters told apart."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.azul import kernels
from azulejos.azul.fields import DRAFTS, MIXED
from azulejos.azul.kernels import encoded_board as on
from azulejos.azul.kernels import encoding as at
from azulejos.azul.kernels import keys as by
from azulejos.bots.net import MOST_ACTIVE
from azulejos.core import packs
from azulejos.core.jit import compiled
from azulejos.core.lanes import COLOURS as KINDS
from azulejos.core.layout import SAYS, SEATS
from azulejos.core.rules import OVER, Rules
from tests.azul.positions import VARIANTS, board, load, variant_name
from tests.bots.parts import looked_at

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
    """Every state of a random game, also those between rounds."""
    rules = az.rules("azul", compiled=False, **options)
    luck, state, number = random.Random(seed), rules.start(seed % rules.players), 0
    while rules.decider(state) != OVER:
        yield rules, state
        if rules.decider(state) < 0:
            number += 1
            rules.deal(state, rules.draw(state, seed, number))
        else:
            rules.play(state, luck.choice(rules.actions(state)))


# --- every position ---------------------------------------------------------------------------------------


@every_variant
def test_features_and_keys_are_in_range_and_each_once(options: dict[str, Any]) -> None:
    for rules, state in _states(3, options):
        features = _encoded(state)
        assert not any(_board(features, seat) for seat in range(rules.players, SEATS))
        for action in rules.actions(state):
            keys = [SPARE] * kernels.KEYS
            kernels.move_keys(state, action, keys)
            assert all(0 <= key < kernels.MOVE_KEYS for key in keys)


@every_variant
def test_moves_that_differ_have_different_keys(options: dict[str, Any]) -> None:
    for rules, state in _states(4, options):
        told: dict[tuple[int, ...], Any] = {}
        for action in rules.actions(state):
            keys = [SPARE] * kernels.KEYS
            kernels.move_keys(state, action, keys)
            if action < DRAFTS:  # only factories that hold the same are told apart by nothing
                same = state[action // 36], action % 36
            else:
                same = _mixed(state, action)
            assert told.setdefault(tuple(keys), same) == same


def _mixed(state: list[int], action: int) -> Any:
    if action < MIXED:
        return action
    jokers, code = divmod(action - MIXED, 300)
    return state[code // 30], code % 30, jokers


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


@pytest.mark.parametrize("options", [VARIANTS[0], VARIANTS[7]], ids=variant_name)
def test_compiled_they_are_the_same(options: dict[str, Any]) -> None:
    encode, move_keys = compiled(kernels.encode), compiled(kernels.move_keys)
    for rules, state in _states(5, options):
        plain, fast = [0] * MOST_ACTIVE, np.zeros(MOST_ACTIVE, np.int64)
        words = np.array(state, np.int64)
        count = kernels.encode(state, plain)
        assert encode(words, fast) == count
        assert fast.tolist() == plain
        for action in rules.actions(state)[:9]:
            keys, fast_keys = [0] * kernels.KEYS, np.zeros(kernels.KEYS, np.int64)
            kernels.move_keys(state, action, keys)
            move_keys(words, action, fast_keys)
            assert fast_keys.tolist() == keys


def test_every_seat_sees_its_own_board_first() -> None:
    mine, other = board(["B"], score=5), board(["", "YY"], score=9)
    one = _encoded(load(boards=[mine, other], factories=["BBYY"], turn=0).state)
    two = _encoded(load(boards=[other, mine], factories=["BBYY"], turn=1, starter=1).state)
    assert one == two


def test_between_rounds_who_begins_the_next_one_looks() -> None:
    rules = az.rules("azul", players=3)
    state = rules.start(2)
    assert kernels.viewer(state) == 2
    game = load(boards=[board(["B"], floor="1"), board()], factories=["W"], turn=1)
    game.rules.play(game.state, game.rules.read_move(game.state, "1W>1"))
    assert kernels.viewer(game.state) == 0  # it has the marker


# --- the table --------------------------------------------------------------------------------------------


def test_factories_are_told_by_colour_and_by_all_they_hold() -> None:
    features = _encoded(load(factories=["BBYY", "BBYY", "BBYK", "W"], centre="KKK").state)
    held = at.HELD_AT + at.HELD[2]
    assert {held, held + 1, held + 2} <= features  # three factories with two blue tiles
    assert held + 3 not in features
    packs = {index for index in features if at.PACK_AT <= index < at.CENTRE_AT}
    assert len(packs) == 3  # the first and second of one kind, and another; not the single tile
    assert at.CENTRE_AT + at.CENTRE_MOST * 3 + 2 in features  # three black tiles
    assert at.TURNS_AT + 9 in features  # two colours, two, three, one, and one in the centre
    assert at.TILES_AT + 16 in features


def test_packs_of_four_tiles_all_have_their_own_number() -> None:
    used = [number for number in packs.PACK if number > 0]
    assert sorted(used) == list(range(1, packs.PACKS))


# --- boards -----------------------------------------------------------------------------------------------


def test_complete_lines_count_as_laid() -> None:
    # blue in row 1 makes two with the yellow tile beside it, and a column with white below
    mine = board(["B", "WW"], ".Y... ..... ..... ..... .....", score=10, floor="KK")
    features = _board(_encoded(load(boards=[mine, board()], factories=["R"]).state), 0)
    assert on.ROWS_AT + 0b00011 - 1 in features
    assert on.COLUMNS_AT + 0b00011 - 1 in features
    assert on.WORTH_AT + on.WORTH_MOST * 1 + 1 in features  # two points in row 1, complete
    assert on.WORTH_AT + on.WORTH_MOST * 3 + 1 in features  # and two in row 2
    # 10 + 2 + 2 - 2 for the floor: one eight and four
    assert {on.SCORE_AT, on.SCORE_REST_AT + 4} <= features
    assert on.SCORE_AT + 1 not in features
    assert on.FLOOR_AT + 2 in features


def test_sure_bonuses_are_points() -> None:
    mine = board([], "B.... W.... K.... R.... Y....", score=1)
    features = _encoded(load(boards=[mine, board(score=3)], factories=["R"]).state)
    assert on.SCORE_REST_AT + 0 in _board(features, 0)  # 1 and 7 for the column
    ahead = _board(features, 1)
    assert {on.LEAD_AT, on.LEAD_REST_AT + 1} <= ahead  # 8 against 3: by five
    assert on.LEAD_AT + 1 not in ahead


@pytest.mark.parametrize(
    ("factories", "fit"),
    [
        (["RRRK"], 0),  # no yellow tile
        (["YRRK"], 1),  # too few
        (["YRRK", "YRRK"], 2),  # enough in two drafts
        (["YYRK"], 3),  # just enough
        (["YYYK"], 4),  # too many
    ],
)
def test_a_begun_line_knows_what_the_offer_has_for_it(factories: list[str], fit: int) -> None:
    game = load(boards=[board(["", "", "", "YY"]), board()], factories=factories)
    features = _board(_encoded(game.state), 0)
    fits = {index - on.FIT_AT for index in features if on.FIT_AT <= index < on.FILLS_AT}
    assert fits == {on.FITS * 3 + fit}
    exact = on.FILLS_AT + 2 * (KINDS * 3 + 1)
    assert (exact in features) == (fit == 3)


def test_room_is_counted() -> None:
    game = load(boards=[board(["B", "Y", "", "RRRR"]), board()], factories=["K"])
    assert on.ROOM_AT + 9 in _board(_encoded(game.state), 0)  # 0, 1, 3, 0 and 5
    assert on.ROOM_AT + 15 in _board(_encoded(game.state), 1)


def test_the_last_round_is_seen() -> None:
    done = load(boards=[board(["W"], "BYRK. ..... ..... ..... ....."), board()], factories=["K"])
    open_ = load(boards=[board([""], "BYRK. ..... ..... ..... ....."), board()], factories=["K"])
    assert at.ENDS_AT in _encoded(done.state)
    assert at.ENDS_AT not in _encoded(open_.state)


# --- moves ------------------------------------------------------------------------------------------------


def test_a_draft_is_known_by_where_it_goes_and_what_it_leaves() -> None:
    game = load(boards=[board(["", "Y"]), board()], factories=["YYKK"], centre="BB")
    line, floor, centre = _keys(game, "1Y>2"), _keys(game, "1Y>f"), _keys(game, "cB>3")
    assert line[0] == by.PLAIN_KEY + (1 * 6 + 1) * 6 + 1  # line 2, yellow, two tiles
    assert line[1] == by.FILL_KEY + by.FILL_MOST * 1 + 1  # line 2 with one space, two tiles
    assert line[2] == by.POINTS_KEY + (2 * 1 + 1) * by.POINTS_MOST  # complete, one point
    assert line[7] == by.SPILL_KEY + 1  # no space taken, one tile falls
    assert floor[7] == by.SPILL_KEY + 2
    assert centre[4] == by.SOURCE_KEY + 1  # with the marker, blue, two tiles
    assert centre[7] == by.SPILL_KEY + 1  # the marker takes a space


def test_a_wall_choice_is_known_by_its_cell() -> None:
    game = load(wall="grey", boards=[board(["", "YY"]), board()])
    keys = _keys(game, game.moves()[2])
    assert keys[0] == by.CELL_KEY + 7
    assert keys[1] == by.LAID_KEY  # one point
    assert keys[4:] == [by.NO_KEY] * 4


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_a_net_can_tell_the_wall_from_the_first_position_on(wall: str) -> None:
    game = az.new("azul", wall=wall, seed=1)
    assert (at.GREY_AT in _encoded(game.state)) is (wall == "grey")
