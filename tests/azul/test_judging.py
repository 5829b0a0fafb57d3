"""The hand-made judgement of positions and moves: its numbers, its taste, and the same numbers compiled."""

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.azul import kernels
from azulejos.azul.fields import LID, SCORE
from azulejos.azul.kernels.judging import FEATURE_NAMES, FEATURES, STAGES
from azulejos.azul.kernels.traits import KINDS, TRAIT_NAMES, TRAITS
from azulejos.azul.options import AzulOptions
from azulejos.azul.weights import prior_weights, value_weights, variant
from azulejos.core.jit import compiled
from azulejos.core.lanes import WIDTH
from azulejos.core.layout import BAG
from azulejos.core.rng import WORDS, start_stream
from azulejos.core.rules import NOBODY, OVER
from tests.azul.positions import PATTERN, VARIANTS, board, load, random_game, variant_name

SPARE = 7.5  # what lies behind the numbers must stay
COMPARED = 12  # moves of a position whose traits are compared

every_variant = pytest.mark.parametrize("options", VARIANTS, ids=variant_name)


def _features(state: Sequence[int], seat: int = 0) -> dict[str, float]:
    out = [SPARE] * FEATURES
    kernels.features(state, seat, out)
    return dict(zip(FEATURE_NAMES, out, strict=True))


def _traits(game: az.Match, move: str) -> dict[str, float]:
    out = [SPARE] * TRAITS
    kernels.traits(game.state, game.rules.read_move(game.state, move), out)
    return dict(zip(TRAIT_NAMES, out, strict=True))


def _stream(seed: int) -> list[int]:
    rng = [0] * WORDS
    start_stream(rng, seed, 0)
    return rng


def _states(seed: int, options: dict[str, Any]) -> Iterator[tuple[Any, list[int]]]:
    """Every state of a random game, with a deal due too, and the actions there."""
    rules = az.rules("azul", compiled=False, **options)
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
        rules.play(state, luck.choice(actions))
    yield state, []


# --- both ways to run it agree --------------------------------------------------------------------------


@every_variant
def test_features_are_finite_so_many_and_the_same_once_compiled(options: dict[str, Any]) -> None:
    fast, stage = compiled(kernels.features), compiled(kernels.stage)
    for state, _ in _states(1, options):
        array = np.array(state)
        for seat in range(options["players"]):
            plain = [SPARE] * (FEATURES + 1)
            kernels.features(state, seat, plain)
            assert all(math.isfinite(number) and abs(number) <= 20 for number in plain)
            assert plain[FEATURES] == SPARE
            out = np.full(FEATURES + 1, SPARE)
            fast(array, seat, out)
            assert out.tolist() == plain
        assert 0 <= kernels.stage(state) < STAGES
        assert stage(array) == kernels.stage(state)
        assert array.tolist() == state


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
    fast, rng = compiled(kernels.likely), _stream(3)
    for seed in range(3):
        for state, actions in _states(seed, options):
            for _ in range(3 if actions else 0):
                twin = np.array(rng)
                action = kernels.likely(state, rng)
                assert action in actions
                assert fast(np.array(state), twin) == action
                assert twin.tolist() == rng


@every_variant
def test_a_game_of_likely_moves_is_legal_and_better_than_a_random_one(options: dict[str, Any]) -> None:
    rules, rng, points = az.rules("azul", compiled=False, **options), _stream(4), []
    for seed in range(10):
        state, number = rules.start(1), 0
        while rules.decider(state) != OVER:
            if rules.decider(state) == NOBODY:
                number += 1
                rules.deal(state, rules.draw(state, seed, number))
            else:
                action = kernels.likely(state, rng)
                assert action in rules.actions(state)
                rules.play(state, action)
        points += rules.scores(state)
    at_random = [score for seed in range(10) for score in random_game(seed, **options).scores()]
    assert sum(points) > sum(at_random)


def test_likely_moves_vary_and_seldom_go_to_the_floor() -> None:
    game, rng = load(factories=["BBYY", "RRRK"]), _stream(5)
    moves = [game.rules.move_text(game.state, kernels.likely(game.state, rng)) for _ in range(600)]
    assert len(set(moves)) > 10
    assert 0 < sum(move.endswith(">f") for move in moves) < 40  # uniformly it would be 100


# --- names and shapes -----------------------------------------------------------------------------------


@every_variant
def test_there_is_a_weight_for_every_number_and_a_name_of_its_own(options: dict[str, Any]) -> None:
    chosen = AzulOptions(**options)
    assert len(value_weights(chosen)) == STAGES * FEATURES
    assert len(prior_weights(chosen)) == KINDS * TRAITS
    assert all(map(math.isfinite, value_weights(chosen) + prior_weights(chosen)))
    assert len(set(FEATURE_NAMES)) == FEATURES == len(FEATURE_NAMES)
    assert len(set(TRAIT_NAMES)) == TRAITS == len(TRAIT_NAMES)


def test_every_variant_has_a_name_of_its_own() -> None:
    names = [variant(AzulOptions(**options)) for options in VARIANTS]
    assert len(set(names)) == len(VARIANTS)
    assert names[:2] == ["2 coloured", "2 coloured jokers"]


# --- where the game stands --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "other", "stage"),
    [
        ("..... ..... ..... ..... .....", "..... ..... ..... ..... .....", 0),
        ("B.... .B... ..B.. ...B. ....B", "..... ..... ..... ..... .....", 0),
        ("B.... ..... KW... ..... .....", "..... ..... ..... ..... .....", 1),
        ("BY... ..... ..... ..... .....", "..... .BYR. ..... ..... .....", 2),
        ("BYRK. ..... ..... ..... .....", "..... ..... ..... ..... .....", 3),
    ],
)
def test_the_stage_is_the_longest_row_on_any_wall(mine: str, other: str, stage: int) -> None:
    game = load(boards=[board(wall=mine), board(wall=other)], factories=["BBYY"])
    assert kernels.stage(game.state) == stage


def test_a_round_is_over_when_its_deal_is_due_or_the_game_ends() -> None:
    rules = az.rules("azul", compiled=False, players=2)
    found = [(kernels.between_rounds(state), rules.decider(state)) for state, _ in _states(6, {"players": 2})]
    assert all(between == (decider < 0) for between, decider in found)
    assert found[0][0]
    assert found[-1] == (True, OVER)


@every_variant
def test_shares_are_those_of_the_winners_compiled_or_not(options: dict[str, Any]) -> None:
    fast = compiled(kernels.shares)
    for seed in range(3):
        game = random_game(seed, **options)
        out = [SPARE] * (options["players"] + 1)
        kernels.shares(game.state, out)
        winners = game.winners()
        assert out == [*((seat in winners) / len(winners) for seat in range(options["players"])), SPARE]
        array = np.full(options["players"] + 1, SPARE)
        fast(np.array(game.state), array)
        assert array.tolist() == out


ROW, NO_ROW = "BYRKW ..... ..... ..... .....", "..... ..... ..... ..... ....."


@pytest.mark.parametrize(
    ("boards", "expected"),
    [
        ([(9, NO_ROW), (8, ROW)], [1, 0]),
        ([(8, NO_ROW), (8, ROW)], [0, 1]),  # A45: level, but one row more
        ([(7, ROW), (7, ROW)], [0.5, 0.5]),
        ([(3, ROW), (9, NO_ROW), (9, NO_ROW)], [0, 0.5, 0.5]),
        ([(0, NO_ROW)] * 4, [0.25] * 4),
    ],
)
def test_those_level_share_the_win(boards: list[tuple[int, str]], expected: list[float]) -> None:
    state = list(load(boards=[board(wall=wall) for _, wall in boards], factories=["BBYY"]).state)
    for seat, (score, _) in enumerate(boards):
        state[SCORE + seat] = score
    out = [SPARE] * len(boards)
    kernels.shares(state, out)
    assert out == expected


# --- features, counted by hand ----------------------------------------------------------------------------


def test_features_of_a_board_counted_by_hand() -> None:
    wall = "BY... .B... ..... R.... ....."
    mine = board(["", "", "KK", "", "W"], wall, floor="1", score=23)
    found = _features(load(boards=[mine, board()], factories=["BBYY"]).state)
    expected = {
        "points": 2.3,
        "starts the next round": 1,
        "rows with 1": 2,
        "rows with 2": 1,
        "columns with 2": 2,
        "colours with 1": 2,  # yellow and red
        "colours with 2": 1,  # blue
        "tiles in row 1": 0.4,
        "tiles in row 2": 0.2,
        "tiles in row 4": 0.2,
        "line 3 begun": 2 / 3,
        "line 5 begun": 1 / 5,
        "points begun": (2 * 2 / 3 + 1 / 5) / 5,  # black above the red one; white alone
        # by row: 3 + 1 + 1; 4 + 2 + 1 + 1; 2 + 3 + 1 + 1 + 1; 2 + 1 + 1 + 1; 2 + 1 + 1 + 1 + 1
        "points open": (5 / 1 + 8 / 2 + 8 / 3 + 5 / 4 + 6 / 5) / 10,
        "columns near": 0.2**2,  # the first needs 2 + 1 + 5 tiles, the others more than ten
        "rows near": 0.7**2 + 0.2**2,  # row 1 needs 3 tiles, row 2 four times two
    }
    for name, number in found.items():
        assert number == pytest.approx(expected.get(name, 0)), name


def test_a_colour_is_near_by_the_tiles_it_needs() -> None:
    wall = "..... ..... ..B.. ...B. ....B"
    begun = load(boards=[board(["", "B"], wall), board()], factories=["YYYY"])
    assert _features(begun.state)["colours near"] == pytest.approx(0.8**2)  # one for line 1, one for line 2
    grey = load(boards=[board(["", "B"], "..... ..... B.... .B... ..B.."), board()], wall="grey", centre="YY")
    assert _features(grey.state)["colours near"] == pytest.approx(0.8**2)


def test_complete_columns_and_colours_count_in_full() -> None:
    column = _features(load(boards=[board(wall="B.... W.... K.... R.... Y....")], factories=["YYYY"]).state)
    assert column["columns with 5"] == 1
    assert column["columns near"] == 1
    colour = _features(load(boards=[board(wall="B.... .B... ..B.. ...B. ....B")], factories=["YYYY"]).state)
    assert colour["colours with 5"] == 1
    assert colour["colours near"] == 1


@pytest.mark.parametrize(("line", "share"), [("", 1 / 3), ("R", 2 / 3), ("RR", 1)])
def test_a_row_with_one_cell_open_is_near_the_end(line: str, share: float) -> None:
    game = load(boards=[board(["", "", line], "..... ..... KWBY. ..... ....."), board()], factories=["YYYY"])
    assert _features(game.state)["row to end"] == pytest.approx(share)


@pytest.mark.parametrize(
    ("wall", "points"),
    [
        ("YR... K.... ..... ..... .....", 4),  # beside the black, below the red
        ("YR... K.... ..... .B... .....", 1),  # blue lies in that column already (A48)
    ],
)
def test_on_the_grey_wall_a_line_aims_at_its_best_cell(wall: str, points: int) -> None:
    game = load(boards=[board(["", "B"], wall), board()], wall="grey", centre="YY")
    assert _features(game.state)["points begun"] == pytest.approx(points / 2 / 5)


def test_a_line_is_scarce_when_bag_and_lid_can_hardly_fill_it() -> None:
    state = list(load(boards=[board(["", "", "", "", "K"]), board()], factories=["YYYY"]).state)
    assert _features(state)["scarce"] == 0
    state[BAG], state[LID] = 0, 4 << (3 * WIDTH)
    assert _features(state)["scarce"] == pytest.approx(3)  # four wanted, a quarter of four to be had


def test_nobody_starts_for_sure_while_the_marker_lies_in_the_centre() -> None:
    state = load(factories=["YYYY"]).state
    assert [_features(state, seat)["starts the next round"] for seat in (0, 1)] == [0, 0]


# --- taste: what is better is worth more ------------------------------------------------------------------


@pytest.mark.parametrize("row", ["B....", "BY...", "BYR..", "BYRK."])
@pytest.mark.parametrize("players", [2, 4])
def test_more_points_are_worth_more_at_every_stage(row: str, players: int) -> None:
    wall = f"{row} ..... ..... ..... ....."
    weights, values = value_weights(AzulOptions(players=players)), []
    for score in (10, 30):
        state = load(boards=[board(wall=wall, score=score)], players=players, factories=["YYYY"]).state
        first = kernels.stage(state) * FEATURES
        found = _features(state).values()
        values.append(sum(a * b for a, b in zip(weights[first : first + FEATURES], found, strict=True)))
    assert values[1] > values[0]


def test_the_prior_prefers_a_line_to_the_floor() -> None:
    game = load(factories=["BBYY"])
    weights = prior_weights(AzulOptions())[:TRAITS]
    worth = {
        move: sum(a * b for a, b in zip(weights, _traits(game, move).values(), strict=True))
        for move in game.moves()
    }
    assert worth["1B>2"] == worth["1Y>2"] == max(worth.values())
    assert worth["1B>f"] < worth["1B>2"]


# --- traits of drafts, counted by hand --------------------------------------------------------------------


def _only(found: dict[str, float], **expected: float) -> None:
    """What is told, with underscores for spaces, and nothing else."""
    told = {name.replace(" ", "_"): number for name, number in found.items() if number != 0}
    assert told == pytest.approx(expected)


def test_traits_of_a_draft_that_completes_its_line_and_spills_one() -> None:
    wall = "BY... ..Y.. ..... R.... ....."
    found = _traits(load(boards=[board(wall=wall), board()], factories=["RRBY"]), "1R>1")
    _only(
        found,
        completes_the_line=1,
        points=3 + 2,
        column=1,
        colour=1,
        begins_line_1=1,
        spilled=1,
        tiles=2,
        left_to_the_centre=2,
        denied=2,  # the next seat's line 2
    )


def test_traits_of_a_draft_that_takes_the_marker() -> None:
    boards = [board(["", "B"], floor="KK"), board()]
    found = _traits(load(boards=boards, factories=["RRYY"], centre="BB"), "cB>2")
    _only(
        found,
        completes_the_line=1,
        points=1,
        goes_on_with_line_2=1,
        spilled=6 - 2,  # one tile and the marker onto a floor with two
        takes_the_marker=1,
        marker_late=1 / 2,
        tiles=2,
        denied=2,
    )


def test_traits_of_a_later_draft_from_the_centre() -> None:
    boards = [board(), board(floor="1")]
    found = _traits(load(boards=boards, factories=["RRYY"], centre="BB"), "cB>2")
    assert found["takes the marker"] == found["marker late"] == found["spilled"] == 0


@pytest.mark.parametrize(("floor", "cost"), [("", 4), ("KK", 8 - 2), ("KKYYR", 14 - 8), ("KKYYRRR", 0)])
def test_traits_of_a_draft_to_the_floor(floor: str, cost: int) -> None:
    found = _traits(load(boards=[board(floor=floor), board()], factories=["BBBY"]), "1B>f")
    _only(
        found, to_the_floor=1, tiles=3, left_to_the_centre=1, denied=3, **({"spilled": cost} if cost else {})
    )


@pytest.mark.parametrize(
    ("factories", "unfillable", "exact"),
    [
        (["BBYY"], 1, 0),
        (["BBYY", "BKKK"], 1, 0),
        (["BBYY", "BBKK"], 0, 1),
        (["BBYY", "BKKK", "BRRR"], 0, 0),  # only by two more drafts
    ],
)
def test_traits_of_a_draft_that_leaves_its_line_open(
    factories: list[str], unfillable: int, exact: int
) -> None:
    found = _traits(load(factories=factories), "1B>4")
    assert found["points begun"] == 0.5
    assert found["left open"] == 2
    assert (found["cannot be filled"], found["can be filled exactly"]) == (unfillable, exact)
    assert found["completes the line"] == found["points"] == 0


@pytest.mark.parametrize(
    ("wall", "move", "expected"),
    [
        ("..... W.... K.... R.... Y....", "1B>1", {"column done": 1, "column": 4, "points": 5}),
        ("..... .B... ..B.. ...B. ....B", "1B>1", {"colour done": 1, "colour": 4, "points": 1}),
        (".YRKW ..... ..... ..... .....", "1B>1", {"ends the game": 1, "points": 5}),
        (".YRK. ..... ..... ..... .....", "1B>1", {"ends the game": 0, "points": 4}),
    ],
)
def test_traits_of_a_draft_that_completes_a_column_a_colour_or_a_row(
    wall: str, move: str, expected: dict[str, float]
) -> None:
    found = _traits(load(boards=[board(wall=wall), board()], factories=["BYYY"]), move)
    every = {"column done": 0, "colour done": 0, "ends the game": 0, **expected}
    assert {name: found[name] for name in every} == every


def test_lines_that_are_complete_count_as_tiled() -> None:
    found = _traits(load(boards=[board(["", "WW"]), board()], factories=["BYYY"]), "1B>1")
    assert (found["points"], found["column"]) == (2, 1)


def test_traits_see_what_the_next_seat_cannot_use() -> None:
    blocked = board(wall=PATTERN.replace("K", ".").replace("W", "."))  # takes black and white only
    game = load(boards=[board(), blocked], factories=["BBYK"])
    found = _traits(game, "1K>1")
    assert found["dumped on the next"] == 3
    assert found["denied"] == 1
    assert _traits(game, "1B>2")["denied"] == 0


# --- traits of wall choices and jokers --------------------------------------------------------------------


def test_traits_of_wall_choices() -> None:
    game = load(boards=[board(["B"], "YR... ..K.. ..... ..... ....."), board()], wall="grey")
    assert kernels.kind(game.state) == 1
    _only(_traits(game, "1@3"), points=3 + 2, column=1)
    _only(_traits(game, "1@5"), points=1)


def test_traits_of_a_wall_choice_that_completes_a_column() -> None:
    wall = "YRK.. ....Y ....R ....K ....W"
    found = _traits(load(boards=[board(["B"], wall), board()], wall="grey"), "1@5")
    _only(found, points=5, column=4, column_done=1)


def test_traits_of_drafts_with_jokers() -> None:
    game = load(factories=["BBJY"], jokers=True)
    alone = _traits(game, "1J>1")
    assert (alone["jokers"], alone["tiles"], alone["completes the line"]) == (1, 1, 1)
    assert alone["left to the centre"] == 3
    mixed = [
        move for move in game.moves() if "J" in move and "B" in move and move.partition(">")[2][0] == "3"
    ]
    assert len(mixed) == 1
    found = _traits(game, mixed[0])
    assert (found["jokers"], found["tiles"], found["completes the line"]) == (1, 3, 1)
    assert found["spilled"] == 0
