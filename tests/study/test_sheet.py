"""Sheets in general: three ways to fill them, who has won, results, and whatever else people type."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from azulejos.study.results import Score
from azulejos.study.sheet import Unconfirmed, fields_of, reckon, refusal, result_of
from tests.study.clauses import clause
from tests.study.sheets import VARIANTS, every, played
from tests.study.test_sheet_twin import CODES

LOCALE = Path(__file__).parents[2] / "src/azulejos/web/locale"
TYPED = {
    "r1/0/wall": 5,
    "r1/0/floor": 2,
    "r1/1/wall": 3,
    "r2/0/wall": 7,
    "r2/1/wall": 1,
    "r2/1/floor": 1,
    "rounds": 2,
}


def told(**fields: Any) -> dict[str, Any]:
    return reckon(fields).data()


def codes(notes: list[dict[str, Any]]) -> list[str]:
    return [note["code"] for note in notes]


# --- the clauses --------------------------------------------------------------------------------------------


@clause("R1")
def test_every_player_has_the_points_of_every_round_and_bonuses_apart_from_them() -> None:
    bonuses = {"b/0/rows": 1, "b/0/columns": 1, "b/1/colours": 1}
    found = told(way="round", over=True, **TYPED, **bonuses)
    first, second = found["seats"]
    assert first["rounds"] == [{"wall": 5, "floor": -2, "score": 3}, {"wall": 7, "floor": None, "score": 10}]
    assert second["rounds"] == [{"wall": 3, "floor": None, "score": 3}, {"wall": 1, "floor": -1, "score": 3}]
    assert {name: first["bonuses"][name] for name in ("rows", "columns", "colours")} == {
        "rows": 2,
        "columns": 7,
        "colours": None,
    }
    assert (first["total"], second["total"]) == (19, 13)


@clause("R6")
def test_bonuses_are_asked_by_kind_and_bring_2_7_and_10() -> None:
    found = told(
        way="round", over=True, **{"r1/0/wall": 0, "b/0/rows": 3, "b/0/columns": 2, "b/0/colours": 1}
    )
    seat = found["seats"][0]
    assert seat["bonuses"] == {
        "rows": 6,
        "columns": 14,
        "colours": 10,
        "counts": {"rows": 3, "columns": 2, "colours": 1},
    }
    assert (seat["total"], seat["rows"]) == (30, 3)


@clause("R7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_start_at_0(players: int) -> None:
    found = told(way="wall", players=players)
    assert [seat["score"] for seat in found["seats"]] == [0] * players
    assert found["errors"] == []


@clause("R7")
def test_nobody_else_plays() -> None:
    for players in (1, 5):
        (error,) = told(players=players)["errors"]
        assert (error["code"], error["cell"], error["values"]) == ("number", "players", {"low": 2, "high": 4})


@clause("R8")
def test_a_complete_row_ends_the_game_and_the_round_counts_for_everybody_before_bonuses_do() -> None:
    row = {f"t/0/1{n}": f"{n}{colour}" for n, colour in zip(range(1, 6), "BYRKW", strict=True)}
    four = {key: value for key, value in row.items() if key != "t/0/15"}
    before = told(way="wall", rounds=5, **four)
    assert (before["over"], before["ends"], before["end_round"]) == (False, [], None)
    assert before["seats"][0]["total"] is None

    found = told(way="wall", rounds=5, **row, **{"t/1/21": "5W", "r5/1/floor": 0})
    assert (found["over"], found["ends"], found["end_round"]) == (True, [0], 5)
    assert [one["wall"] for one in found["seats"][0]["rounds"]] == [1, 2, 3, 4, 5]
    assert found["seats"][0]["total"] == 15 + 2
    assert found["seats"][1]["rounds"][4] == {"wall": 1, "floor": 0, "score": 1}
    assert found["seats"][1]["total"] == 1


@clause("R8")
def test_a_column_ends_nothing() -> None:
    column = {f"t/0/{n}1": f"{n}{colour}" for n, colour in zip(range(1, 6), "BWKRY", strict=True)}
    found = told(way="wall", rounds=5, **column)
    assert (found["over"], found["ends"]) == (False, [])
    assert found["seats"][0]["bonuses"]["columns"] == 7


@clause("R10")
def test_the_score_never_goes_below_0_and_what_was_entered_is_kept() -> None:
    found = told(way="round", rounds=2, over=True, **{"r1/0/wall": 2, "r1/0/floor": 7, "r2/0/wall": 3})
    rounds = found["seats"][0]["rounds"]
    assert rounds == [{"wall": 2, "floor": -14, "score": 0}, {"wall": 3, "floor": None, "score": 3}]
    assert found["seats"][0]["total"] == 3  # not 2 - 14 + 3


@clause("R11")
@pytest.mark.parametrize("seed", range(4))
def test_games_of_the_engine_fill_everything_in(seed: int) -> None:
    for game, options in VARIANTS:
        for players in (2, 3, 4):
            match = played(game, 100 * seed + players, players=players, **options)
            fields = fields_of(match)
            scores, seats = result_of(fields, "game").scores, reckon(fields).data()["seats"]
            for score, seat, part in zip(scores, seats, match.breakdown(), strict=True):
                assert score.total_points == seat["total"] == part["total"]
                assert list(score.rounds) == part["rounds"]
                assert score.bonuses == part["bonuses"]
                rows = part["bonuses"]["rows"] // 2 if game == "azul" else None
                assert score.completed_rows == seat["rows"] == rows


@clause("R12")
def test_a_total_that_differs_is_kept_and_gets_a_hint() -> None:
    fields = {"way": "round", "over": True, **TYPED, "total/0": 99, "total/1": 3}
    found = reckon(fields).data()
    assert found["errors"] == []
    (hint,) = found["hints"]
    assert (hint["code"], hint["seat"], hint["values"]) == (
        "total_differs",
        0,
        {"confirmed": 99, "computed": 10},
    )
    assert [seat["differs"] for seat in found["seats"]] == [True, False]
    assert [score.total_points for score in result_of(fields, "x").scores] == [99, 3]
    assert found["winners"] == [0]


@clause("R13")
def test_totals_are_whole_numbers_from_0_and_rows_from_0_to_5() -> None:
    found = told(way="quick", **{"total/0": -1, "rows/0": 6, "total/1": 241, "rows/1": 5})
    assert [(error["seat"], error["cell"]) for error in found["errors"]] == [
        (0, "total"),
        (0, "rows"),
        (1, "total"),
    ]
    assert [error["values"] for error in found["errors"][:2]] == [
        {"low": 0, "high": 240},
        {"low": 0, "high": 5},
    ]
    for total in (0, 240):
        assert told(way="quick", **{"total/0": total})["errors"] == []
    for junk in (2.5, "12", True):
        assert codes(told(way="quick", **{"total/0": junk})["errors"]) == ["number"]


@clause("R13")
def test_that_nobody_has_a_row_is_worth_a_hint() -> None:
    totals = {"way": "quick", "total/0": 20, "total/1": 30}
    assert codes(told(**totals, **{"rows/0": 0, "rows/1": 0})["hints"]) == ["no_row"]
    assert told(**totals, **{"rows/0": 0, "rows/1": 1})["hints"] == []
    assert told(**totals, **{"rows/0": 0})["hints"] == []  # the other's are not known
    floors = {"r1/0/floor": 0, "r1/1/floor": 3}
    assert "no_row" in codes(told(way="wall", over=True, **floors)["hints"])
    assert told(way="wall", over=True)["hints"] == []  # nobody looked


@clause("R14")
def test_a_wall_that_nobody_tapped_is_unknown_and_not_empty() -> None:
    row = {f"t/0/1{n}": f"{n}{colour}" for n, colour in enumerate("BYRKW", 1)}
    fields = {"way": "wall", "rounds": 5, **row, "total/0": 17, "total/1": 17, "name/0": "A", "name/1": "B"}
    assert (told(**fields)["winners"], told(**fields)["unresolved"]) == ([0, 1], [0, 1])
    known, unknown = result_of(fields, "x").scores
    assert (known.completed_rows, len(known.rounds)) == (1, 5)
    assert unknown == Score("B", 17)
    assert told(**fields, **{"rows/1": 2})["winners"] == [1]
    stars = {"game": "pavilion", "way": "wall", "rounds": 6, "over": True, "t/0/P1": "1P.1"}
    scores = result_of({**stars, "total/0": 6, "total/1": 40, "name/0": "A", "name/1": "B"}, "x").scores
    assert (len(scores[0].rounds), scores[1]) == (6, Score("B", 40))
    assert "no_row" not in codes(told(way="wall")["hints"])


@clause("R14")
def test_a_tie_goes_to_more_rows_and_is_unresolved_while_some_are_missing() -> None:
    level = {"way": "quick", "players": 3, "total/0": 50, "total/1": 50, "total/2": 40}
    parted = told(**level, **{"rows/0": 1, "rows/1": 2})
    assert (parted["winners"], parted["unresolved"]) == ([1], [])
    shared = told(**level, **{"rows/0": 2, "rows/1": 2})
    assert (shared["winners"], shared["unresolved"]) == ([0, 1], [])
    missing = told(**level, **{"rows/0": 1})
    assert (missing["winners"], missing["unresolved"]) == ([0, 1], [0, 1])


@clause("R15")
def test_pavilion_starts_at_5_never_goes_below_1_and_counts_marker_tiles_discards_in_this_order() -> None:
    losses = {"r1/0/marker": 6, "r1/0/placed": 4, "r1/0/discards": 1, "r2/0/discards": 9}
    found = told(game="pavilion", way="round", rounds=2, **losses)
    assert found["seats"][0]["rounds"] == [
        {"placed": 4, "marker": -6, "discards": -1, "score": 4},  # 5 -> 1 -> 5 -> 4
        {"placed": None, "marker": None, "discards": -9, "score": 1},
    ]


@clause("R15")
def test_pavilion_has_bonuses_of_its_own_and_no_tie_break() -> None:
    bonuses = {
        "b/0/stars/P": "P",
        "b/0/stars/C": "C",
        "b/0/numbers/1": True,
        "b/0/numbers/4": True,
        "b/0/corners": 2,
    }
    six = {f"r{n}/{seat}/placed": 10 for n in range(1, 7) for seat in (0, 1)}
    found = told(game="pavilion", way="round", over=True, rounds=6, **six, **bonuses, **{"rows/0": 9})
    first = found["seats"][0]
    assert first["bonuses"]["stars"] == {"P": 20, "*": 12}
    assert first["bonuses"]["numbers"] == {"1": 4, "4": 16}
    assert first["bonuses"]["corners"] == -2
    assert first["total"] == 5 + 60 + 32 + 20 - 2
    assert (first["rows"], found["errors"], found["hints"]) == (None, [], [])

    level = told(game="pavilion", way="quick", **{"total/0": 50, "total/1": 50, "rows/0": 3})
    assert (level["winners"], level["unresolved"]) == ([0, 1], [])
    scores = result_of({"game": "pavilion", "total/0": 9, "total/1": 8, "rows/0": 3}, "x").scores
    assert [score.completed_rows for score in scores] == [None, None]


# --- three ways ---------------------------------------------------------------------------------------------


BOTH = {"t/0/11": "1B", "t/0/12": "2Y", "r1/0/wall": 9, "total/0": 50, "total/1": 40, "rounds": 2}


def points(way: str) -> list[int | None]:
    return [one["wall"] for one in told(way=way, **BOTH)["seats"][0]["rounds"]]


def test_typed_points_win_by_round_and_tapped_ones_on_the_wall() -> None:
    assert points("round") == [9, 2]  # nothing was typed for the second
    assert points("wall") == [1, 2]
    assert points("quick") == []


def test_a_total_alone_is_enough() -> None:
    found = told(way="quick", **BOTH)
    assert [seat["confirmed"] for seat in found["seats"]] == [50, 40]
    assert [seat["total"] for seat in found["seats"]] == [None, None]
    assert (found["winners"], found["errors"], found["hints"]) == ([0], [], [])


def test_points_typed_before_the_wall_was_tapped_still_count_with_a_hint() -> None:
    found = told(way="wall", rounds=2, **{"r1/0/wall": 4, "t/0/11": "2B"})
    assert [one["score"] for one in found["seats"][0]["rounds"]] == [4, 5]
    assert [(hint["code"], hint["seat"], hint["round"]) for hint in found["hints"]] == [
        ("round_not_tapped", 0, 1)
    ]


def test_it_is_told_which_parts_were_typed() -> None:
    assert told(way="round", **BOTH, **{"r1/0/floor": 1})["seats"][0]["typed"] == [["wall", "floor"], []]


def test_a_round_with_nothing_entered_leaves_the_score_open() -> None:
    found = told(way="round", rounds=3, **{"r1/0/wall": 4, "r3/0/wall": 5, "r1/1/wall": 1, "r2/1/wall": 1})
    assert [one["score"] for one in found["seats"][0]["rounds"]] == [4, None, None]
    assert [seat["score"] for seat in found["seats"]] == [4, 2]  # as far as it is known
    assert (
        reckon({"way": "round", "rounds": 2, "over": True, "r1/0/wall": 4}).data()["seats"][0]["total"]
        is None
    )
    # nobody is reminded of the round that is being played
    assert [(hint["code"], hint["seat"], hint["round"]) for hint in found["hints"]] == [
        ("round_missing", 0, 2)
    ]
    assert ("round_missing", 1, 3) in [
        (hint["code"], hint["seat"], hint["round"])
        for hint in told(way="round", rounds=3, over=True, **{"r1/1/wall": 1, "r2/1/wall": 1})["hints"]
    ]


def test_changing_an_earlier_round_changes_what_follows() -> None:
    assert told(way="round", **TYPED)["seats"][0]["score"] == 10
    assert told(way="round", **{**TYPED, "r1/0/wall": 6})["seats"][0]["score"] == 11


def test_winners_are_those_of_the_engine() -> None:
    for match in every(2):
        found = reckon(fields_of(match)).data()
        assert (found["winners"], found["unresolved"], found["errors"]) == (match.winners(), [], [])


# --- people -------------------------------------------------------------------------------------------------


def test_nobody_sits_on_two_chairs() -> None:
    found = told(**{"players": 3, "name/0": "Ana", "name/1": "Bo", "name/2": " aNA"})
    assert [(error["code"], error["seat"]) for error in found["errors"]] == [("same_name", 2)]
    found = told(**{"person/0": "p1", "person/1": "p1"})
    assert codes(found["errors"]) == ["same_person"]
    assert told(**{"name/0": "", "name/1": ""})["errors"] == []


# --- results ------------------------------------------------------------------------------------------------


def test_a_result_has_what_people_confirmed_and_what_the_sheet_knows() -> None:
    fields = {
        "game": "azul",
        "wall": "grey",
        "jokers": True,
        "way": "round",
        "over": True,
        "played": "2026-11-14",
        **TYPED,
        "total/0": 19,
        "total/1": 13,
        "rows/1": 0,
        "b/0/rows": 1,
        "b/0/columns": 1,
        "note": "at Ana's",
        "person/0": "p7",
        "name/0": "Ana",
        "name/1": " Bo ",
        "note/1": "first game",
    }
    result = result_of(fields, "s-1")
    assert (result.id, result.game, result.played, result.source) == ("s-1", "azul", "2026-11-14", "sheet")
    assert result.options == {"wall": "grey", "jokers": True}
    assert (result.note, [score.note for score in result.scores]) == ("at Ana's", ["", "first game"])
    assert [score.person for score in result.scores] == ["p7", "Bo"]
    assert [score.completed_rows for score in result.scores] == [1, 0]
    assert result.scores[0].rounds[1] == {"wall": 7, "floor": None, "score": 10}
    assert result.scores[0].bonuses == {"rows": 2, "columns": 7, "colours": 0}


def test_a_quick_result_has_no_details() -> None:
    scores = result_of({"way": "quick", **BOTH}, "x").scores
    assert [(score.rounds, score.bonuses, score.completed_rows) for score in scores] == [((), None, None)] * 2


def test_a_result_needs_every_total() -> None:
    with pytest.raises(Unconfirmed, match=r"seats \[1, 2\]") as caught:
        result_of({"players": 3, "total/0": 4, "total/2": "many"}, "x")
    assert caught.value.seats == [1, 2]


def test_a_total_that_cannot_be_is_left_to_whoever_checks_results() -> None:
    assert result_of({"total/0": 400, "total/1": -3}, "x").scores[0].total_points == 400


def test_a_game_that_is_not_over_is_a_sheet_too() -> None:
    match = played("azul", 5, players=2)
    while match.over or len(match.breakdown()[0]["rounds"]) > 2:
        match.undo()
    found = reckon(fields_of(match)).data()
    assert (found["over"], found["rounds"], found["winners"]) == (False, 2, None)
    assert [seat["score"] for seat in found["seats"]] == [
        part["rounds"][-1]["score"] for part in match.breakdown()
    ]


# --- fields -------------------------------------------------------------------------------------------------

GOOD = [
    *(("game", "azul"), ("players", 3), ("rounds", 6.0), ("over", True), ("jokers", False), ("way", "wall")),
    *(
        ("name/3", "Ana"),
        ("person/0", ""),
        ("total/2", -4),
        ("rows/1", 7),
        ("note/0", "x" * 500),
        ("keep", "own"),
    ),
    *(
        ("r50/3/floor", 7),
        ("r1/0/marker", None),
        ("b/0/columns", 2),
        ("b/2/stars/C", "C"),
        ("b/1/numbers/4", True),
    ),
    *(("t/0/55", "2B"), ("t/3/G6", "6R.12"), ("played", "2026-11-15")),
]
BAD = [
    *(
        (key, 1, "unknown_field")
        for key in ("", "x", "r0/0/wall", "r1/4/wall", "total/4", "total", "r1/0/wall ")
    ),
    *((key, "1B", "unknown_field") for key in ("t/0/16", "t/0/C7", "t/0/*1", "b/0/stars/*", "TOTAL/0")),
    *(
        (("total/0", value, "bad_value"))
        for value in ("12", True, 2.5, [1], {"a": 1}, math.inf, math.nan, 10**6)
    ),
    *(
        ("over", 1, "bad_value"),
        ("over", "true", "bad_value"),
        ("name/0", 5, "bad_value"),
        ("t/0/11", 2, "bad_value"),
    ),
    *(("name/0", "x" * 41, "too_long"), ("note", "x" * 501, "too_long"), ("t/0/11", "1" * 41, "too_long")),
]


@pytest.mark.parametrize(("key", "value"), GOOD)
def test_a_field_of_a_sheet_is_taken(key: str, value: Any) -> None:
    assert refusal(key, value) is None


@pytest.mark.parametrize(("key", "value", "code"), BAD)
def test_a_field_that_is_none_is_refused(key: str, value: Any, code: str) -> None:
    assert refusal(key, value) == code


def test_all_fields_of_a_game_are_taken() -> None:
    for match in every(1):
        fields = fields_of(match)
        assert [key for key, value in fields.items() if refusal(key, value)] == []
        assert len(fields) <= 800


@pytest.mark.parametrize(
    "junk", [[], {}, [1], math.nan, math.inf, -math.inf, 10**400, "\x00", "é" * 999, 1e300, -0.0]
)
def test_junk_is_pointed_out_and_never_raised(junk: Any) -> None:
    for game, options in VARIANTS:
        for way in ("quick", "round", "wall"):
            fields = fields_of(played(game, 3, players=2, **options))
            spoilt = {key: junk for key in fields if key not in ("game", "way")}
            assert reckon({**spoilt, "game": game, "way": way}).data()["players"] in (2, 4)
    assert (
        reckon(dict.fromkeys(("game", "way", "wall", "jokers", "over", "players"), junk)).data()["game"]
        == "azul"
    )


def test_everything_that_is_pointed_out_has_words_in_both_languages() -> None:
    for language in ("en", "fr"):
        texts = json.loads((LOCALE / f"{language}.json").read_text("utf-8"))
        keys = {key.split(".", 2)[2] for key in texts if key.startswith(("score.error.", "score.hint."))}
        assert CODES | {"unknown_field", "too_long"} <= keys
