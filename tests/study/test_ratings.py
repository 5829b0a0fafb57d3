"""Ratings: ties, order, corrections, scopes, and the scale they are shown in."""

from dataclasses import replace
from itertools import permutations
from math import log10, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from azulejos.study.ratings import OVERALL, PROVISIONAL, SCALE, START, TREND, Ratings, in_order, shown
from azulejos.study.results import Result, Score
from tests.study.clauses import clause

Totals = dict[str, int]


def game(totals: Totals, number: int = 1, played: str = "2026-11-01", **more: Any) -> Result:
    """A game of Azul by totals; everybody has one row, so equal totals are ties."""
    scores = tuple(Score(person, total, 1) for person, total in totals.items())
    wall = {"wall": "coloured", "jokers": False}
    return replace(Result(f"g-{number}", "azul", wall, played, scores), **more)


def fed(*results: Result) -> Ratings:
    ratings = Ratings()
    ratings.feed(results)
    return ratings


def beliefs(ratings: Ratings, *people: str) -> list[tuple[float, float]]:
    found = [ratings.belief(person) for person in people]
    return [one for one in found if one is not None]


# --- one game -----------------------------------------------------------------------------------


def test_the_winner_gains_what_the_loser_loses_and_both_are_known_better() -> None:
    (up, _), (down, _) = beliefs(fed(game({"a": 50, "b": 40})), "a", "b")
    assert up - 25 == pytest.approx(25 - down)
    first, second = fed(game({"a": 50, "b": 40})).table()
    assert (first.person, second.person) == ("a", "b")
    assert first.rating + second.rating == 2 * START
    assert first.spread == second.spread < round(2 * 25 / 3 * SCALE)


def test_a_bot_on_two_seats_keeps_what_both_of_them_brought() -> None:
    bot = "bot-greedy"
    seats = (Score(bot, 60, 1), Score("a", 50, 1), Score(bot, 40, 1))
    wall = {"wall": "coloured", "jokers": False}
    ratings = fed(Result("g", "azul", wall, "2026-11-01", seats))
    (mu, sigma), (other, _) = beliefs(ratings, bot, "a")
    assert mu == pytest.approx(25) == other  # once ahead of a, once behind
    assert sigma < 25 / 3
    row = ratings.row(bot)
    assert row is not None
    assert (row.games, row.wins) == (2, 1)
    first = fed(Result("g", "azul", wall, "2026-11-01", (seats[0], Score(bot, 55, 1), seats[1])))
    assert beliefs(first, bot)[0][0] - 25 == pytest.approx(25 - beliefs(first, "a")[0][0])


def test_two_tied_winners_are_equal_and_above_the_third() -> None:
    ratings = fed(game({"a": 50, "c": 30, "b": 50}))
    a, b, c = beliefs(ratings, "a", "b", "c")
    assert a == b
    assert a[0] > 25 > c[0]
    assert [row.wins for row in ratings.table()] == [0.5, 0.5, 0]


def test_a_tie_of_all_moves_nobody() -> None:
    assert [mu for mu, _ in beliefs(fed(game({"a": 50, "b": 50, "c": 50})), "a", "b", "c")] == [25, 25, 25]


def test_a_tie_helps_the_weaker_one() -> None:
    known = [game({"a": 60, "b": 40}, number) for number in range(5)]
    before, after = fed(*known), fed(*known, game({"a": 50, "b": 50}, 9))
    assert beliefs(after, "a")[0][0] < beliefs(before, "a")[0][0]
    assert beliefs(after, "b")[0][0] > beliefs(before, "b")[0][0]


@clause("R5")
def test_rows_part_a_tie_in_ratings_too() -> None:
    tied = game({"a": 50, "b": 50})
    parted = replace(tied, scores=(tied.scores[0], replace(tied.scores[1], completed_rows=2)))
    (a, _), (b, _) = beliefs(fed(parted), "a", "b")
    assert b > 25 > a


def test_who_gave_up_loses_whatever_the_points() -> None:
    left = game({"a": 50, "b": 40})
    left = replace(left, scores=(replace(left.scores[0], out="resigned"), left.scores[1]))
    assert [row.person for row in fed(left).table()] == ["b", "a"]


@clause("R2")
def test_only_places_by_total_count_not_by_how_much() -> None:
    assert beliefs(fed(game({"a": 41, "b": 40})), "a", "b") == beliefs(fed(game({"a": 99, "b": 1})), "a", "b")


def test_the_numbers_are_openskills_own() -> None:
    model = BradleyTerryFull()
    teams = [[model.rating()], [model.rating()], [model.rating()]]
    expected = [value for team in model.rate(teams, ranks=[1, 2, 2]) for value in (team[0].mu, team[0].sigma)]
    found = beliefs(fed(game({"a": 9, "b": 5, "c": 5})), "a", "b", "c")
    assert [value for one in found for value in one] == pytest.approx(expected)


# --- order --------------------------------------------------------------------------------------

people = st.sampled_from("abcde")
tables = st.dictionaries(people, st.integers(0, 4), min_size=2, max_size=4)


@settings(deadline=None, max_examples=50)
@given(st.lists(tables, min_size=1, max_size=12), st.integers(0, 12))
def test_feeding_in_two_parts_is_feeding_at_once(played: list[Totals], cut: int) -> None:
    results = [game(totals, number) for number, totals in enumerate(played)]
    parts = fed(*results[:cut])
    parts.feed(results[cut:])
    assert parts.table() == fed(*results).table()
    assert parts.fed == len(results)


def test_a_copy_goes_on_alone() -> None:
    first = fed(game({"a": 50, "b": 40}, 1))
    before = first.table()
    twin = first.copy()
    twin.feed([game({"a": 50, "b": 40}, 2), game({"b": 50, "c": 40}, 3)])
    assert first.table() == before
    assert (
        twin.table()
        == fed(*(game({"a": 50, "b": 40}, n) for n in (1, 2)), game({"b": 50, "c": 40}, 3)).table()
    )


@settings(deadline=None, max_examples=30)
@given(st.lists(tables, min_size=1, max_size=4))
def test_the_order_of_seats_changes_nothing_at_all(played: list[Totals]) -> None:
    results = [game(totals, number) for number, totals in enumerate(played)]
    everybody = sorted({person for totals in played for person in totals})
    expected = beliefs(fed(*results), *everybody)  # to the last bit
    for order in permutations(range(len(results[0].scores))):
        moved = replace(results[0], scores=tuple(results[0].scores[seat] for seat in order))
        assert beliefs(fed(moved, *results[1:]), *everybody) == expected


def test_a_correction_of_an_early_result_changes_history() -> None:
    results = [game({"a": 50, "b": 40}, number, f"2026-11-{number + 1:02}") for number in range(12)]
    corrected = [game({"a": 40, "b": 50}, 0, "2026-11-01"), *results[1:]]
    before, after = fed(*results).row("a"), fed(*corrected).row("a")
    assert before is not None
    assert after is not None
    assert all(new.rating < old.rating for old, new in zip(before.history, after.history, strict=True))
    assert (before.wins, after.wins) == (12, 11)
    assert fed(*corrected[:1], *results[1:]).table() == fed(*corrected).table()


def test_results_are_fed_by_day_and_those_of_a_day_as_they_came() -> None:
    late, second, first = (
        game({"a": 1, "b": 2}, number, day)
        for number, day in enumerate(("2026-11-03", "2026-11-02", "2026-11-02"))
    )
    assert in_order([late, second, first]) == [second, first, late]


# --- scopes and the table -----------------------------------------------------------------------


def test_scopes_are_overall_the_game_and_the_variant() -> None:
    grey = {"wall": "grey", "jokers": False}
    side = {"side": "coloured"}
    ratings = fed(
        game({"a": 50, "b": 40}),
        game({"a": 40, "b": 50}, 2, options=grey),
        Result("p-1", "pavilion", side, "2026-11-02", (Score("a", 60), Score("c", 70))),
    )
    assert ratings.scopes() == [OVERALL, "azul", "azul-grey", "pavilion"]
    games = {scope: {row.person: row.games for row in ratings.table(scope)} for scope in ratings.scopes()}
    assert games == {
        "overall": {"a": 3, "b": 2, "c": 1},
        "azul": {"a": 2, "b": 2},
        "azul-grey": {"a": 1, "b": 1},
        "pavilion": {"a": 1, "c": 1},
    }
    assert [row.person for row in ratings.table("azul-grey")] == ["b", "a"]
    assert ratings.row("c", "azul") is None
    assert ratings.table("azul-jokers") == []


def test_provisional_ones_come_last() -> None:
    results = [game({"a": 50, "b": 40}, number) for number in range(PROVISIONAL)]
    table = fed(*results, game({"c": 90, "a": 10}, 99)).table()
    assert [(row.person, row.provisional, row.games) for row in table] == [
        ("a", False, PROVISIONAL + 1),
        ("b", False, PROVISIONAL),
        ("c", True, 1),
    ]
    assert table[2].rating > table[1].rating
    assert all(row.provisional for row in fed(*results[1:]).table())


def test_the_trend_is_against_ten_games_ago() -> None:
    results = [game({"a": 50, "b": 40}, number) for number in range(TREND + 1)]
    assert [row.trend for row in fed(*results[:TREND]).table()] == [None, None]
    row = fed(*results).table()[0]
    assert row.trend == row.rating - row.history[0].rating > 0
    assert len(row.history) == TREND + 1


def test_history_names_results_and_days_and_ends_with_the_rating() -> None:
    row = fed(game({"a": 5, "b": 4}, 7, "2026-10-01"), game({"b": 5, "a": 4}, 8, "2026-11-01")).table()[0]
    assert [(point.result, point.played) for point in row.history] == [
        ("g-7", "2026-10-01"),
        ("g-8", "2026-11-01"),
    ]
    assert (row.history[-1].rating, row.history[-1].spread) == (row.rating, row.spread)
    assert row.history[0].spread > row.spread


def test_progress_is_told_for_every_result() -> None:
    heard: list[int] = []
    ratings = Ratings()
    ratings.feed([game({"a": 1, "b": 2}, number) for number in range(3)], heard.append)
    ratings.feed([game({"a": 1, "b": 2}, 9)], heard.append)
    assert heard == [1, 2, 3, 4]


def test_400_points_are_ten_to_one() -> None:
    gap = 400 / SCALE
    expected = 1 / (1 + 2.718281828459045 ** (-gap / (sqrt(2) * BradleyTerryFull().beta)))
    assert log10(expected / (1 - expected)) == pytest.approx(1)
    assert shown(25) == START == 1500
    assert shown(25 + gap) == 1900


def test_who_wins_more_often_ends_up_above() -> None:
    results = [
        game({"a": 50, "b": 40, "c": 30} if number % 3 else {"a": 30, "b": 40, "c": 50}, number)
        for number in range(60)
    ]
    assert [row.person for row in fed(*results).table()] == ["a", "b", "c"]
