"""Tapped boards: every tile's points counted by hand, and everything that the rules have against a tile."""

from typing import Any

import pytest

from azulejos.study.sheet import reckon


def azul(**fields: Any) -> dict[str, Any]:
    return reckon({"way": "wall", "rounds": 5, **fields}).data()


def pavilion(**fields: Any) -> dict[str, Any]:
    return reckon({"game": "pavilion", "way": "wall", "rounds": 6, **fields}).data()


def pointed(found: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(error["code"], error["seat"], error["round"], error["cell"]) for error in found["errors"]]


# --- Azul ---------------------------------------------------------------------------------------------------


def test_a_tile_counts_the_runs_it_joins_top_to_bottom() -> None:
    # round 1: B alone, 1; round 2: Y beside it, 2; then B below that Y, 2; then W beside and below, 2 + 2
    found = azul(**{"t/0/11": "1B", "t/0/12": "2Y", "t/0/22": "2B", "t/0/21": "3W"})
    assert found["seats"][0]["tiles"] == {"11": 1, "12": 2, "22": 2, "21": 4}
    assert [one["wall"] for one in found["seats"][0]["rounds"]] == [1, 4, 4, 0, 0]
    assert found["errors"] == []


@pytest.mark.parametrize(("spaces", "lost"), list(enumerate((0, 1, 2, 4, 6, 8, 11, 14))))
def test_the_floor_costs_by_spaces(spaces: int, lost: int) -> None:
    found = azul(**{"r1/0/wall": 20, "r1/0/floor": spaces})
    assert found["seats"][0]["rounds"][0] == {"wall": 20, "floor": -lost, "score": 20 - lost}


def test_a_floor_of_eight_is_pointed_out_and_costs_nothing() -> None:
    found = azul(**{"r1/0/wall": 20, "r1/0/floor": 8})
    assert pointed(found) == [("number", 0, 1, "floor")]
    assert found["seats"][0]["rounds"][0]["score"] == 20


def test_a_colour_that_is_not_of_its_cell() -> None:
    found = azul(**{"t/1/23": "1R"})
    assert pointed(found) == [("wrong_colour", 1, 1, "23")]
    assert found["errors"][0]["values"] == {"colour": "R", "expected": "Y"}
    assert found["seats"][1]["tiles"] == {"23": 1}  # it counts all the same


def test_a_colour_twice_in_a_row_or_column_of_the_grey_wall() -> None:
    assert pointed(azul(wall="grey", **{"t/0/11": "1R", "t/0/14": "2R"})) == [("twice_in_row", 0, 2, "14")]
    assert pointed(azul(wall="grey", **{"t/0/11": "1R", "t/0/41": "2R"})) == [("twice_in_column", 0, 2, "41")]
    assert pointed(azul(wall="grey", **{"t/0/11": "1R", "t/0/42": "2R", "t/1/11": "1R"})) == []


def test_the_later_of_two_is_the_wrong_one() -> None:
    assert pointed(azul(wall="grey", **{"t/0/11": "3R", "t/0/14": "2R"})) == [("twice_in_row", 0, 3, "11")]


def test_two_tiles_of_one_row_in_one_round() -> None:
    assert pointed(azul(**{"t/0/11": "1B", "t/0/12": "1Y"})) == [("two_in_row", 0, 1, "12")]
    assert pointed(azul(**{"t/0/11": "1B", "t/0/12": "2Y", "t/0/21": "1W"})) == []


def test_jokers_only_where_they_are_played_and_on_any_cell() -> None:
    assert pointed(azul(**{"t/0/13": "1J"})) == [("no_jokers", 0, 1, "13")]
    assert pointed(azul(jokers=True, **{"t/0/13": "1J"})) == []
    assert pointed(azul(jokers=True, wall="grey", **{"t/0/13": "1J", "t/0/14": "2J", "t/0/23": "1J"})) == []


def test_a_joker_fills_rows_and_columns_but_no_colour() -> None:
    blue = {f"t/0/{n}{n}": f"{n}B" for n in range(1, 6)}
    assert azul(jokers=True, **blue)["seats"][0]["bonuses"]["counts"]["colours"] == 1
    spoilt = azul(jokers=True, **{**blue, "t/0/33": "3J"})["seats"][0]["bonuses"]["counts"]
    assert spoilt == {"rows": 0, "columns": 0, "colours": 0}


def test_a_tile_of_a_round_that_has_not_begun_does_not_count_yet() -> None:
    found = azul(**{"rounds": 2, "t/0/11": "3B", "t/0/21": "2W"})
    assert pointed(found) == [("round_not_begun", 0, 3, "11")]
    assert found["seats"][0]["tiles"] == {"21": 1}


def test_a_round_after_the_end_is_pointed_out() -> None:
    row = {f"t/0/1{n}": f"{n}{colour}" for n, colour in zip(range(1, 6), "BYRKW", strict=True)}
    found = azul(**row, **{"rounds": 6, "t/0/21": "6W"})
    assert pointed(found) == [("after_end", None, 6, None)]
    assert found["errors"][0]["values"] == {"end": 5}


def test_lines_cannot_take_more_tiles_than_there_are() -> None:
    line_five = {f"t/{seat}/55": "1B" for seat in range(4)}  # 20 tiles: all blue ones there are
    assert azul(players=4, **line_five)["errors"] == []
    (error,) = azul(players=4, **line_five, **{"t/0/44": "1B"})["errors"]
    assert (error["code"], error["round"]) == ("too_many_tiles", 1)
    assert error["values"] == {"colour": "B", "count": 24, "most": 20}
    assert azul(players=4, **line_five, **{"t/0/44": "2B"})["errors"] == []  # four lie on walls by then


def test_there_are_five_jokers_for_two_and_ten_for_more() -> None:
    six = {f"t/{seat}/{row}1": f"{row}J" for seat in range(2) for row in range(1, 4)}
    assert pointed(azul(jokers=True, **six)) == [("too_many_tiles", None, 3, None)]  # once, not ever after
    assert azul(jokers=True, players=3, **six)["errors"] == []


@pytest.mark.parametrize("tap", ["B", "0B", "2b", "2P", "2B ", "2BB", 2, True, ["2B"]])
def test_a_tap_that_cannot_be_read(tap: Any) -> None:
    found = azul(**{"t/0/11": tap})
    assert pointed(found) == [("bad_tap", 0, None, "11")]
    assert found["seats"][0]["tiles"] == {}


def test_seats_beyond_the_players_are_left_alone() -> None:
    found = azul(players=2, **{"t/3/11": "1R", "r1/2/floor": 99, "total/3": -1})
    assert (found["errors"], len(found["seats"])) == ([], 2)


# --- Summer Pavilion ----------------------------------------------------------------------------------------


def test_the_order_of_tiles_matters() -> None:
    around = {"t/0/C1": "1P.1", "t/0/C2": "1G.2", "t/0/C3": "1O.3"}
    assert pavilion(**around)["seats"][0]["tiles"] == {"C1": 1, "C2": 2, "C3": 3}
    last = {**around, "t/0/C2": "1G.4"}
    assert pavilion(**last)["seats"][0]["tiles"] == {"C1": 1, "C3": 1, "C2": 3}


def test_groups_go_round_the_star_and_over_rounds() -> None:
    found = pavilion(**{"t/0/B6": "1B.1", "t/0/B1": "2B.1", "t/0/B5": "1B.2"})
    assert found["seats"][0]["tiles"] == {"B6": 1, "B5": 2, "B1": 3}
    assert [one["placed"] for one in found["seats"][0]["rounds"]] == [3, 3, 0, 0, 0, 0]
    assert found["seats"][0]["score"] == 5 + 6


def test_a_complete_star_and_a_covered_number() -> None:
    star = {f"t/0/R{n}": f"1R.{n}" for n in range(1, 7)}
    ones = {f"t/0/{place}1": f"2{place}.{n}" for n, place in enumerate("POBYG", 1)} | {"t/0/C1": "3P.1"}
    seat = pavilion(over=True, **star, **ones, **{"b/0/corners": 3})["seats"][0]
    assert seat["bonuses"]["counts"]["stars"] == {
        "P": "",
        "O": "",
        "R": "R",
        "B": "",
        "Y": "",
        "G": "",
        "C": "",
    }
    assert (seat["bonuses"]["stars"], seat["bonuses"]["numbers"]) == ({"R": 14}, {"1": 4})
    assert seat["total"] == 5 + 21 + 5 + 1 + 14 + 4 - 3


def test_corners_cost_no_more_than_down_to_one() -> None:
    found = pavilion(over=True, **{"r1/0/discards": 9, "b/0/corners": 4})
    assert found["seats"][0]["total"] == 1


def test_a_grey_star_counts_as_what_it_is() -> None:
    purple = {f"t/0/C{n}": f"1P.{n}" for n in range(1, 7)}
    many = {f"t/0/G{n}": f"2{colour}.{n}" for n, colour in enumerate("PGOYBR", 1)}
    found = pavilion(side="grey", **purple, **many)
    assert found["seats"][0]["bonuses"]["stars"] == {"*": 20, "G": 12}
    assert found["errors"] == []


def test_stars_take_their_colours_on_the_coloured_side() -> None:
    assert pointed(pavilion(**{"t/0/B1": "1R.1"})) == [("star_other_colour", 0, 1, "B1")]
    assert pointed(pavilion(**{"t/0/C1": "1R.1", "t/0/C5": "2R.1"})) == [("centre_has_colour", 0, 2, "C5")]
    assert pointed(pavilion(**{"t/0/C1": "1R.1", "t/0/R1": "2R.1"})) == []


def test_a_grey_star_is_fixed_by_its_first_two_tiles() -> None:
    same = pavilion(side="grey", **{"t/0/B1": "1R.1", "t/0/B2": "1R.2", "t/0/B3": "1G.3"})
    assert pointed(same) == [("star_fixed", 0, 1, "B3")]
    assert same["errors"][0]["values"] == {"star": "B", "colour": "G", "allowed": "R"}
    different = pavilion(side="grey", **{"t/0/B1": "1R.1", "t/0/B2": "1G.2", "t/0/B3": "1G.3"})
    assert different["errors"][0]["values"] == {"star": "B", "colour": "G", "allowed": "POYB"}


def test_a_wrong_tile_makes_no_wrong_ones_of_those_after_it() -> None:
    red = {"t/0/B1": "1R.1", "t/0/B2": "1R.2", "t/0/B3": "1G.3", "t/0/B4": "1R.4", "t/0/B5": "2O.1"}
    found = pavilion(side="grey", **red)
    assert pointed(found) == [("star_fixed", 0, 1, "B3"), ("star_fixed", 0, 2, "B5")]
    assert [error["values"]["allowed"] for error in found["errors"]] == ["R", "R"]


def test_there_are_22_tiles_of_a_colour() -> None:
    spaces = [f"t/{seat}/{place}{n}" for seat in (0, 1) for place in "POR" for n in range(1, 7)]
    taken = dict.fromkeys(spaces[:22], "1P.1")
    assert pavilion(side="grey", **taken)["errors"] == []
    (error,) = pavilion(side="grey", **taken, **{spaces[22]: "1P.1"})["errors"]
    assert (error["code"], error["values"]) == ("too_many_tiles", {"colour": "P", "count": 23, "most": 22})


def test_there_is_one_marker_a_round() -> None:
    assert pointed(pavilion(**{"r1/0/marker": 2, "r2/1/marker": 1, "r1/1/marker": 0})) == []
    assert pointed(pavilion(**{"r1/0/marker": 2, "r1/1/marker": 3})) == [("two_markers", 1, 1, "marker")]


def test_a_star_counts_only_as_what_it_can_be() -> None:
    typed = {"game": "pavilion", "way": "round"}
    found = reckon({**typed, "b/0/stars/P": "R", "b/0/stars/C": "P", "b/0/stars/O": "C"}).data()
    assert [(error["code"], error["cell"]) for error in found["errors"]] == [
        ("star_kind", "stars/P"),
        ("star_kind", "stars/O"),
        ("star_kind", "stars/C"),
    ]
    grey = reckon(
        {**typed, "side": "grey", "b/0/stars/P": "R", "b/0/stars/C": "P", "b/0/stars/O": "C"}
    ).data()
    assert grey["seats"][0]["bonuses"]["stars"] == {"P": 14, "O": 12, "*": 20}


def test_a_game_that_stops_before_round_six_gets_a_hint() -> None:
    assert [hint["code"] for hint in pavilion(over=True, rounds=4)["hints"]] == ["rounds_left"]
    assert pavilion(over=True)["hints"] == []
