"""Results: who came first, what may not be saved, what is only a hint (R2 to R5, R9, R12 to R15)."""

import json
from dataclasses import replace
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import azulejos
from azulejos.azul.kernels.tiling import cell_points
from azulejos.study.checking import MOST_POINTS, SAID, computed_total, hints, problems
from azulejos.study.reading import FILE_SAID
from azulejos.study.results import (
    VARIANTS,
    Result,
    Score,
    full_options,
    places,
    renamed,
    unresolved,
    variant,
    winners,
)
from tests.study.clauses import clause

TODAY = date(2026, 11, 15)
Rounds = tuple[dict[str, int | None], ...]
COLOURED = {"wall": "coloured", "jokers": False}


def azul(*scores: tuple[int, int | None], **more: Any) -> Result:
    """A game of Azul: total and rows of each seat, named a, b, c, d."""
    seats = tuple(Score("abcdefgh"[seat], *score) for seat, score in enumerate(scores))
    return replace(Result("g-1", "azul", dict(COLOURED), "2026-11-14", seats), **more)


def pavilion(*totals: int, **more: Any) -> Result:
    """A game of Summer Pavilion."""
    seats = tuple(Score("abcd"[seat], total) for seat, total in enumerate(totals))
    return replace(Result("g-2", "pavilion", {"side": "coloured"}, "2026-11-14", seats), **more)


def with_seat(**values: Any) -> Result:
    """A game whose first seat has something about it."""
    first, second = azul((50, None), (40, None)).scores
    return azul(scores=(replace(first, **values), second))


def codes(result: Result) -> list[tuple[str, str]]:
    return [(found.field, found.code) for found in problems(result, TODAY)]


# --- places -------------------------------------------------------------------------------------


@clause("R2")
def test_the_total_decides_whatever_rows_and_details_say() -> None:
    rich = Score(
        "b", 30, 5, ({"wall": 90, "floor": 0, "score": 90},), {"rows": 10, "columns": 35, "colours": 50}
    )
    result = azul(scores=(Score("a", 31, 0), rich))
    assert places(result) == [1, 2]
    assert problems(result, TODAY) == []


@clause("R5")
def test_the_highest_total_wins() -> None:
    assert places(azul((40, 1), (55, 0), (40, 2), (12, 3))) == [3, 1, 2, 4]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([(50, 2), (50, 1)], [1, 2]),
        ([(50, 1), (50, 2)], [2, 1]),
        ([(50, 1), (50, 1)], [1, 1]),
        ([(50, 0), (50, 2), (50, 1), (60, 0)], [4, 2, 3, 1]),
        ([(50, 1), (60, None), (50, 2)], [3, 1, 2]),  # who stands alone needs no rows
    ],
)
@clause("R5")
def test_level_on_points_more_rows_win(scores: list[tuple[int, int | None]], expected: list[int]) -> None:
    assert places(azul(*scores)) == expected
    assert unresolved(azul(*scores)) == []


@clause("R3")
def test_rows_count_in_a_tie_alone() -> None:
    assert places(azul((41, 0), (40, 5))) == [1, 2]


@pytest.mark.parametrize(
    ("scores", "ranks", "open_seats"),
    [
        ([(50, None), (50, None)], [1, 1], [0, 1]),
        ([(50, 2), (50, None)], [1, 1], [0, 1]),
        ([(50, 2), (50, None), (50, 1)], [1, 1, 1], [0, 1, 2]),
        ([(60, None), (50, 2), (50, None)], [1, 2, 2], [1, 2]),
        ([(50, 2), (50, 1), (30, None), (30, 1)], [1, 2, 3, 3], [2, 3]),
    ],
)
@clause("R14")
def test_a_tie_without_rows_is_shared_and_told(
    scores: list[tuple[int, int | None]], ranks: list[int], open_seats: list[int]
) -> None:
    assert places(azul(*scores)) == ranks
    assert unresolved(azul(*scores)) == open_seats


@clause("R14")
def test_supplying_the_rows_resolves_it() -> None:
    before = azul((50, 2), (50, None))
    after = replace(before, scores=(before.scores[0], replace(before.scores[1], completed_rows=1)))
    assert (winners(before), unresolved(before)) == ([0, 1], [0, 1])
    assert (winners(after), unresolved(after)) == ([0], [])


@clause("R15")
def test_pavilion_ties_are_shared_and_never_unresolved() -> None:
    tied = pavilion(70, 80, 80)
    assert places(tied) == [3, 1, 1]
    assert unresolved(tied) == []
    assert winners(tied) == [1, 2]
    with_rows = replace(
        tied, scores=tuple(replace(score, completed_rows=n) for n, score in enumerate(tied.scores))
    )
    assert places(with_rows) == [3, 1, 1]  # however they came there


def test_who_gave_up_comes_after_everybody_who_did_not() -> None:
    """A table online says so; the points stay as they stood."""
    played = azul((50, 1), (20, 1), (50, 2), (30, None))
    left = replace(played, scores=(replace(played.scores[0], out="resigned"), *played.scores[1:]))
    assert places(left) == [4, 3, 1, 2]
    both = replace(left, scores=(*left.scores[:2], replace(left.scores[2], out="time"), left.scores[3]))
    assert places(both) == [3, 2, 3, 1]  # level, and no rows part them
    assert unresolved(both) == []
    bare = replace(both, scores=tuple(replace(score, completed_rows=0) for score in both.scores))
    assert (problems(bare, TODAY), hints(bare)) == ([], [])


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([None, 0, 1])), min_size=2, max_size=4))
def test_places_follow_the_seats_and_skip_what_is_shared(scores: list[tuple[int, int | None]]) -> None:
    expected = dict(zip("abcd", places(azul(*scores)), strict=False))
    for order in permutations(range(len(scores))):
        result = azul(*scores)
        moved = replace(result, scores=tuple(result.scores[one] for one in order))
        assert places(moved) == [expected[score.person] for score in moved.scores]
    ranks = sorted(expected.values())
    assert all(rank == ranks.index(rank) + 1 for rank in ranks)


# --- what may not be saved ----------------------------------------------------------------------


@clause("R9")
def test_names_and_totals_are_enough() -> None:
    assert problems(azul((50, None), (40, None)), TODAY) == []
    assert problems(pavilion(50, 40), TODAY) == []


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (with_seat(total_points=-1), ("total/0", "total_negative")),
        (with_seat(total_points=400), ("total/0", "total_high")),
        (with_seat(total_points=10**5000), ("total/0", "total_high")),
        (with_seat(total_points=None), ("total/0", "total_missing")),
        (with_seat(total_points=12.0), ("total/0", "total_whole")),
        (with_seat(total_points="12"), ("total/0", "total_whole")),
        (with_seat(total_points=True), ("total/0", "total_whole")),
        (with_seat(completed_rows=7), ("rows/0", "rows_range")),
        (with_seat(completed_rows=-1), ("rows/0", "rows_range")),
        (with_seat(completed_rows="2"), ("rows/0", "rows_range")),
        (with_seat(person="B"), ("name/1", "twice")),
        (with_seat(person="  "), ("name/0", "name_missing")),
        (with_seat(person="x" * 41), ("name/0", "name_long")),
        (with_seat(person="a\nb"), ("name/0", "name_signs")),
        (with_seat(note="x" * 501), ("note/0", "note_long")),
        (with_seat(note="\ud800"), ("note/0", "note_signs")),
        (with_seat(rounds=({"wall": 1.5},)), ("rounds/0", "round_part")),
        (with_seat(rounds=({"placed": 1},)), ("rounds/0", "round_unknown")),
        (with_seat(rounds=(3,)), ("rounds/0", "rounds_shape")),
        (with_seat(rounds=({},) * 101), ("rounds/0", "rounds_many")),
        (with_seat(bonuses={"rows": "2"}), ("bonuses/0", "bonus_part")),
        (with_seat(bonuses={"counts": {}}), ("bonuses/0", "bonus_unknown")),
        (with_seat(out="bored"), ("out/0", "out")),
        (with_seat(bonuses=[2]), ("bonuses/0", "bonuses_shape")),
        (azul((50, None)), ("players", "players")),
        (azul(*[(50, None)] * 5), ("players", "players")),
        (azul((1, 1), (2, 1), played="2026-11-17"), ("played", "future")),
        (azul((1, 1), (2, 1), played="2026-02-30"), ("played", "day")),
        (azul((1, 1), (2, 1), played="15/11/2026"), ("played", "day")),
        (azul((1, 1), (2, 1), played=""), ("played", "day")),
        (azul((1, 1), (2, 1), id="A 1"), ("id", "id")),
        (azul((1, 1), (2, 1), game="chess"), ("game", "game")),
        (azul((1, 1), (2, 1), source="heard"), ("source", "source")),
        (azul((1, 1), (2, 1), ref=""), ("ref", "ref")),
        (azul((1, 1), (2, 1), options={"wall": "blue"}), ("wall", "option")),
        (azul((1, 1), (2, 1), options={"jokers": 1}), ("jokers", "option")),
        (azul((1, 1), (2, 1), options={"side": "grey"}), ("side", "option_unknown")),
        (azul((1, 1), (2, 1), options={"players": 2}), ("options", "option_unknown")),
    ],
)
@clause("R13")
def test_what_cannot_be_is_named_next_to_its_field(result: Result, expected: tuple[str, str]) -> None:
    found = codes(result)
    assert found == [expected]
    assert "{" not in problems(result, TODAY)[0].message


@clause("R15")
def test_pavilion_has_no_rows_and_six_rounds() -> None:
    played = pavilion(50, 40)
    tied = replace(played, scores=(replace(played.scores[0], completed_rows=2), played.scores[1]))
    assert codes(tied) == [("rows/0", "rows_pavilion")]
    seven: Rounds = tuple({"placed": 1} for _ in range(7))
    long = replace(played, scores=(replace(played.scores[0], rounds=seven), played.scores[1]))
    assert codes(long) == [("rounds/0", "rounds_many")]
    stars = replace(
        played.scores[0], bonuses={"stars": {"*": 12, "P": 20}, "numbers": {"4": 16}, "corners": -2}
    )
    assert codes(replace(played, scores=(stars, played.scores[1]))) == []
    odd = replace(played.scores[0], bonuses={"stars": {"C": 12}})
    assert codes(replace(played, scores=(odd, played.scores[1]))) == [("bonuses/0", "bonuses_shape")]


def test_every_problem_is_told_at_once() -> None:
    result = azul((-1, 7), (400, None), played="2027-01-01")
    assert codes(result) == [
        ("played", "future"),
        ("total/0", "total_negative"),
        ("rows/0", "rows_range"),
        ("total/1", "total_high"),
    ]


def test_a_million_problems_are_not_all_told() -> None:
    result = with_seat(rounds=({str(n): 1 for n in range(1000)},))
    assert codes(result) == [("rounds/0", "round_unknown")] * 5


def test_tomorrow_may_have_begun_elsewhere() -> None:
    assert codes(azul((1, 1), (2, 1), played="2026-11-16")) == []


def test_what_came_is_quoted_in_short() -> None:
    [found] = problems(azul((1, 1), (2, 1), game="x" * 500), TODAY)
    assert len(found.message) < 100
    [found] = problems(with_seat(person="<b>{value}</b>", completed_rows=9), TODAY)
    assert found.values == {"value": 9}


# --- the most there can be ----------------------------------------------------------------------


def test_240_points_can_be_made_in_azul_and_so_are_allowed() -> None:
    """Five on the diagonal, then every line grows without gaps; points by the engine."""
    wall = points = 0
    columns = [
        (0, 1, 2, 3, 4),
        (1, 2, 3, 4, 3),
        (2, 3, 4, 2, 2),
        (3, 4, 1, 1, 1),
        (4, 0, 0, 0, 0),
    ]  # a round each
    for placed in columns:
        for row, column in enumerate(placed):
            points += cell_points(wall | 1 << (5 * row + column), row, column)
            wall |= 1 << (5 * row + column)
    assert points + 5 * 2 + 5 * 7 + 5 * 10 == MOST_POINTS["azul"]


@clause("R13")
def test_the_most_of_each_variant_is_allowed_and_one_more_is_not() -> None:
    for name, most in MOST_POINTS.items():
        game, _, grey = name.partition("-")
        options = {"side": grey or "coloured"} if game == "pavilion" else dict(COLOURED)
        result = Result("g", game, options, "2026-11-14", (Score("a", most), Score("b", most + 1)))
        assert codes(result) == [("total/1", "total_high")]


# --- hints --------------------------------------------------------------------------------------

DETAILS: Rounds = ({"wall": 3, "floor": -14, "score": 0}, {"wall": 20, "floor": -1, "score": 19})


@clause("R4")
def test_a_total_that_differs_from_its_parts_may_be_saved() -> None:
    result = with_seat(rounds=DETAILS, bonuses={"rows": 2, "columns": 7, "colours": 0}, completed_rows=5)
    assert problems(result, TODAY) == []


@clause("R12")
def test_a_total_that_differs_is_a_hint() -> None:
    told = Score("a", 27, 1, DETAILS, {"rows": 2, "columns": 7, "colours": 0})
    assert computed_total("azul", told) == 28
    [found] = hints(azul(scores=(told, Score("b", 20, 1))))
    assert (found.field, found.code, found.values) == ("total/0", "differs", {"computed": 28, "value": 27})
    assert hints(azul(scores=(replace(told, total_points=28), Score("b", 20, 1)))) == []


@clause("R12")
def test_pavilion_corners_never_take_the_last_point() -> None:
    told: Rounds = ({"placed": 1, "marker": -3, "discards": 0, "score": 2},)
    score = Score("a", 1, None, told, {"stars": {}, "numbers": {}, "corners": -4})
    assert computed_total("pavilion", score) == 1
    rich = replace(score, bonuses={"stars": {"P": 20, "*": 12}, "numbers": {"1": 4}, "corners": -2})
    assert computed_total("pavilion", rich) == 2 + 36 - 2


@pytest.mark.parametrize(
    ("rounds", "bonuses"), [((), {"rows": 2}), (DETAILS, None), (({"wall": 3, "score": None},), {"rows": 2})]
)
@clause("R12")
def test_nothing_is_said_where_parts_are_missing(rounds: Any, bonuses: Any) -> None:
    assert computed_total("azul", Score("a", 27, 1, rounds, bonuses)) is None


@clause("R13")
def test_nobody_with_a_row_is_a_hint_only_where_all_are_told() -> None:
    assert [found.code for found in hints(azul((30, 0), (20, 0)))] == ["no_row"]
    assert hints(azul((30, 0), (20, None))) == []
    assert hints(azul((30, 0), (20, 1))) == []
    assert hints(pavilion(30, 20)) == []


def test_odd_but_possible_is_a_hint() -> None:
    assert [(one.field, one.code) for one in hints(azul((121, 1), (20, 1)))] == [("total/0", "high")]
    assert hints(azul((120, 1), (20, 1))) == []
    assert [one.code for one in hints(pavilion(0, 20))] == ["zero"]
    assert [one.code for one in hints(azul((30, 1), (20, 1), played="2016-12-31"))] == ["early"]


# --- variants, names, texts ---------------------------------------------------------------------


def test_variants_have_short_names() -> None:
    walls = [{"wall": wall, "jokers": jokers} for jokers in (False, True) for wall in ("coloured", "grey")]
    told = [variant("azul", options) for options in walls]
    told += [variant("pavilion", {"side": side}) for side in ("coloured", "grey")]
    assert tuple(told) == VARIANTS
    assert variant("azul", {}) == "azul"


def test_options_are_filled_in_and_cut_down() -> None:
    assert full_options("azul", {"players": 3, "wall": "grey"}) == {"wall": "grey", "jokers": False}
    assert full_options("pavilion", {}) == {"side": "coloured"}


def test_persons_can_be_renamed() -> None:
    assert [score.person for score in renamed(azul((1, 1), (2, 2)), {"a": "Ana"}).scores] == ["Ana", "b"]


@clause("R11")
def test_what_the_engine_tells_fits_a_result() -> None:
    for name in ("azul", "pavilion"):
        game, bot = azulejos.new(name, seed=3, players=3), azulejos.bot("greedy", seed=1)
        while not game.over:
            game.play(bot.choose(game, simulations=1).move)
        scores = [
            Score(f"p{place}", told["total"], None, tuple(told["rounds"]), told["bonuses"])
            for place, told in enumerate(game.breakdown())
        ]
        result = Result(
            "t-1", name, full_options(name, game.options), "2026-11-14", tuple(scores), source="online"
        )
        assert problems(result, TODAY) == []
        assert hints(result) == []


def test_the_catalogues_say_what_the_messages_say() -> None:
    folder = Path(azulejos.__file__).parent / "web" / "locale"
    english, french = (json.loads((folder / f"{lang}.json").read_text("utf-8")) for lang in ("en", "fr"))
    assert {code: english[f"score.problem.{code}"] for code in FILE_SAID} == FILE_SAID
    assert all(french[f"score.problem.{code}"] != said for code, said in FILE_SAID.items())
    assert set(SAID) < set(FILE_SAID)
