"""Statistics of a person and of a league, counted by hand."""

from dataclasses import replace
from typing import Any

import pytest

from azulejos.study.results import Result, Score
from azulejos.study.statistics import Best, Sources, Tally, Versus, about, league, parts_of
from tests.study.clauses import clause

AZUL = {"wall": "coloured", "jokers": False}
PAVILION = {"side": "coloured"}


def azul(name: str, played: str, *scores: Score) -> Result:
    return Result(name, "azul", dict(AZUL), played, scores)


def pavilion(name: str, played: str, *scores: Score) -> Result:
    return Result(name, "pavilion", dict(PAVILION), played, scores)


def detailed(person: str, total: int, rows: int | None = None) -> Score:
    rounds: tuple[dict[str, int | None], ...] = (
        {"wall": 3, "floor": -4, "score": 0},
        {"wall": 12, "floor": -2, "score": 10},
    )
    return Score(person, total, rows, rounds, {"rows": 2, "columns": 7, "colours": 10})


PLAYED = [
    azul("1", "2026-01-05", detailed("ana", 29, 1), Score("ben", 20, 0)),
    azul("2", "2026-01-20", Score("ben", 31, 1), Score("ana", 31, 1), Score("cleo", 12, 0)),
    pavilion("3", "2026-03-01", Score("cleo", 70), Score("ana", 90)),
    azul("4", "2026-03-02", Score("ben", 55, 1), Score("ana", 54, 3)),
    azul("5", "2026-03-03", Score("ben", 40, 1), Score("cleo", 35, 0)),
    azul("6", "2026-03-04", *(Score(name, 40 - n) for n, name in enumerate(("ben", "cleo", "dan", "ana")))),
]


def test_games_and_wins_in_all_by_game_by_table_and_by_seat() -> None:
    ana = about("ana", PLAYED)
    assert (ana.games, ana.wins) == (5, 2.5)
    assert ana.by_game == {"azul": Tally(4, 1.5), "pavilion": Tally(1, 1)}
    assert ana.by_players == {2: Tally(3, 2), 3: Tally(1, 0.5), 4: Tally(1, 0)}
    assert ana.by_seat == {0: Tally(1, 1), 1: Tally(3, 1.5), 3: Tally(1, 0)}
    assert ana.by_place == {1: 3, 2: 1, 4: 1}


def test_each_seat_of_a_bot_counts_and_none_is_its_own_opponent() -> None:
    bot = "bot-greedy"
    result = azul("7", "2026-03-05", Score(bot, 46, 1), Score("ana", 20, 0), Score(bot, 75, 1))
    told = about(bot, [result])
    assert (told.games, told.wins, told.averages) == (2, 1, {"azul": 60.5})
    assert (told.by_seat, told.by_place) == ({0: Tally(1, 0), 2: Tally(1, 1)}, {1: 1, 2: 1})
    assert told.versus == [Versus("ana", 2, 2, 0, 0)]
    assert about("ana", [result]).versus == [Versus(bot, 2, 0, 0, 2)]


def test_averages_and_bests() -> None:
    ana = about("ana", PLAYED)
    assert ana.averages == {"azul": (29 + 31 + 54 + 37) / 4, "pavilion": 90}
    assert ana.bests == {
        "azul": Best(54, "ana", "4", "2026-03-02", "azul"),
        "pavilion": Best(90, "ana", "3", "2026-03-01", "pavilion"),
    }
    ben = about("ben", [*PLAYED, replace(PLAYED[3], id="9")])
    assert ben.bests["azul"].result == "4"  # the first time counts


def test_head_to_head_and_favourites() -> None:
    ana = about("ana", PLAYED)
    assert ana.versus == [Versus("ben", 4, 1, 1, 2), Versus("cleo", 3, 2, 0, 1), Versus("dan", 1, 0, 0, 1)]
    assert ana.favourites == ["ben", "cleo", "dan"]


def test_opponents_met_equally_often_are_sorted_by_name() -> None:
    results = [
        azul(str(number), "2026-01-01", Score("x", 5), Score(other, 4)) for number, other in enumerate("ab")
    ]
    assert about("x", results, {"a": "Zoe", "b": "yves"}).favourites == ["b", "a"]


def test_streaks_count_shared_wins() -> None:
    ana = about("ana", PLAYED)  # won, shared, won, lost, lost
    assert (ana.streak, ana.longest) == (-2, 3)
    ben = about("ben", PLAYED)  # lost, shared, won, won, won
    assert (ben.streak, ben.longest) == (4, 4)
    assert (about("dan", PLAYED).streak, about("dan", PLAYED).longest) == (-1, 0)


def test_scores_over_time() -> None:
    assert [tuple(shot) for shot in about("cleo", PLAYED).scores] == [
        ("2", "2026-01-20", "azul", 12, 3),
        ("3", "2026-03-01", "pavilion", 70, 2),
        ("5", "2026-03-03", "azul", 35, 2),
        ("6", "2026-03-04", "azul", 39, 2),
    ]


def test_somebody_who_never_played() -> None:
    nobody = about("eve", PLAYED)
    assert (nobody.games, nobody.wins, nobody.streak, nobody.longest) == (0, 0, 0, 0)
    assert (nobody.averages, nobody.bests, nobody.versus, nobody.scores) == ({}, {}, [], [])


# --- where points came from ---------------------------------------------------------------------


def test_points_by_source_are_means_over_the_games_that_tell() -> None:
    more = azul(
        "7", "2026-03-05", replace(detailed("ana", 50), bonuses={"rows": 0, "columns": 0, "colours": 0})
    )
    ana = about("ana", [*PLAYED, more])
    means = {"wall": 15.0, "floor": -6.0, "rows": 1.0, "columns": 3.5, "colours": 5.0}
    assert ana.sources == {"azul": Sources(2, means)}
    assert about("ben", PLAYED).sources == {}


def test_pavilion_stars_and_numbers_are_added_up() -> None:
    rounds: tuple[dict[str, int | None], ...] = (
        {"placed": 9, "marker": -3, "discards": 0, "score": 11},
        {"placed": 5, "marker": 0, "discards": -2, "score": 14},
    )
    bonuses = {"stars": {"P": 20, "*": 12}, "numbers": {"1": 4, "2": 8}, "corners": -1}
    parts = parts_of("pavilion", Score("a", 57, None, rounds, bonuses))
    assert parts == {"placed": 14, "marker": -3, "discards": -2, "stars": 32, "numbers": 12, "corners": -1}


@pytest.mark.parametrize(
    "changes",
    [
        {"rounds": ()},
        {"bonuses": None},
        {"rounds": ({"wall": 3, "score": 3},)},
        {"bonuses": {"rows": None}},
        {"bonuses": {}},
        {"bonuses": {"rows": 2, "columns": 7}},
        {"bonuses": {"rows": 2, "columns": 7, "colours": None}},
    ],
)
def test_a_score_with_a_part_missing_tells_nothing(changes: dict[str, Any]) -> None:
    assert parts_of("azul", replace(detailed("a", 29), **changes)) is None


@clause("R4")
def test_parts_that_do_not_add_up_change_no_total() -> None:
    ana = about("ana", [azul("1", "2026-01-05", detailed("ana", 3), Score("ben", 20))])
    assert (ana.averages, ana.wins) == ({"azul": 3}, 0)
    assert ana.sources["azul"].games == 1


# --- a league -----------------------------------------------------------------------------------


def test_a_league_in_numbers() -> None:
    told = league(PLAYED)
    assert (told.games, told.people) == (6, 4)
    assert told.by_game == {"azul": 5, "pavilion": 1}
    assert told.by_players == {2: 4, 3: 1, 4: 1}
    assert told.months == {"2026-01": {"azul": 2}, "2026-02": {}, "2026-03": {"azul": 3, "pavilion": 1}}
    totals = [29, 20, 31, 31, 12, 55, 54, 40, 35, 40, 39, 38, 37]
    assert told.averages == {"azul": sum(totals) / 13, "pavilion": 80}
    assert told.winning == {"azul": (29 + 31 + 55 + 40 + 40) / 5, "pavilion": 90}


def test_records_are_the_ten_best_and_of_equal_ones_the_first() -> None:
    records = league(PLAYED).records
    assert [(one.points, one.person, one.result) for one in records["azul"][:5]] == [
        (55, "ben", "4"), (54, "ana", "4"), (40, "ben", "5"), (40, "ben", "6"), (39, "cleo", "6"),
    ]  # fmt: skip
    assert len(records["azul"]) == 10
    assert [one.points for one in records["pavilion"]] == [90, 70]
    many = [azul(str(n), "2026-01-01", Score("a", n), Score("b", n)) for n in (*range(50), *range(50))]
    best = league(many).records["azul"]
    assert [one.points for one in best] == [49, 49, 49, 49, 48, 48, 48, 48, 47, 47]
    fair = [azul(str(n), "2026-01-01", Score("a", 10), Score("b", 10)) for n in range(5)]
    best = league([*fair, azul("last", "2026-01-01", Score("a", 11), Score("b", 10))]).records["azul"]
    assert (best[0].result, best[-1].result, len(best)) == ("last", "4", 10)  # by a single point


def test_who_gave_up_did_not_win_with_their_points() -> None:
    left = azul("1", "2026-01-05", replace(detailed("ana", 60), out="resigned"), Score("ben", 20))
    assert league([left]).winning == {"azul": 20}
    assert about("ana", [left]).wins == 0


def test_months_run_over_the_new_year() -> None:
    first, last = replace(PLAYED[0], played="2025-11-30"), replace(PLAYED[0], played="2026-02-01")
    assert list(league([first, last]).months) == ["2025-11", "2025-12", "2026-01", "2026-02"]


def test_a_league_without_games() -> None:
    told = league([])
    assert (told.games, told.people, told.months, told.records, told.averages) == (0, 0, {}, {}, {})
