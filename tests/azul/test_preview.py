"""What a screen is told of Azul's moves: previews counted by hand, true of every move of random games."""

import json
import random
from typing import Any

import pytest

import azulejos as az
from tests.azul.positions import VARIANTS, Position, board, last_draft, load, variant_name, wander

Facts = dict[str, Any]
EACH_VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=variant_name)


def previewed(game: az.Match) -> dict[str, Facts]:
    """Every move of a preview, with its group's facts under `group`."""
    shown = game.preview()
    assert shown is not None
    if shown["kind"] == "tiling":
        return {cell["move"]: cell for cell in shown["cells"]}
    return {to["move"]: {**to, "group": group} for group in shown["groups"] for to in group["to"]}


def facts(game: az.Match, move: str, *keys: str) -> list[Any]:
    """Some of what the preview says of a move."""
    return [previewed(game)[move][key] for key in keys]


# --- drafts -------------------------------------------------------------------------------------------------


def test_a_group_says_what_is_lifted_and_where_it_may_go() -> None:
    game = load(factories=["BBYR"], boards=[board(["", "YY"])])  # line 2 is full, of another colour besides
    shown = game.preview()
    assert shown is not None
    assert [group["key"] for group in shown["groups"]] == ["1B", "1Y", "1R"]
    blue = shown["groups"][0]
    assert [to["move"] for to in blue["to"]] == ["1B>1", "1B>3", "1B>4", "1B>5", "1B>f"]
    assert {**blue, "to": blue["to"][0]} == {
        "key": "1B",
        "from": "1",
        "colour": "B",
        "count": 2,
        "jokers": 0,
        "marker": False,
        "to": {
            "move": "1B>1",
            "to": 1,
            "jokers": 0,
            "placed": 1,
            "fell": 1,
            "filled": 1,
            "full": True,
            "wall": 1,
            "floor": -1,
            "cell": {"row": 1, "column": 1, "across": 1, "down": 1, "points": 1},
            "best": None,
            "bonus": 0,
        },
    }


def test_a_line_that_stays_incomplete_brings_nothing_yet() -> None:
    game = load(factories=["BBYR"], boards=[board(["", "", "B"])])
    assert facts(game, "1B>4", "placed", "fell", "filled", "full") == [2, 0, 2, False]
    assert facts(game, "1B>4", "wall", "floor", "cell", "best", "bonus") == [0, 0, None, None, 0]
    assert facts(game, "1B>3", "placed", "fell", "filled", "full") == [2, 0, 3, True]
    assert facts(game, "1B>f", "to", "placed", "fell", "filled", "full") == ["f", 0, 2, 0, False]


@pytest.mark.parametrize(
    ("floor", "move", "fell", "cost"),
    [
        ("", "cK>f", 2, -4),  # the marker and two tiles: 1 + 1 + 2
        ("", "cK>2", 0, -1),  # the marker alone
        ("RR", "1K>1", 1, -2),  # the third space
        ("RRRRR", "cK>f", 2, -6),  # the last two spaces, 3 + 3; the second tile goes to the lid
        ("RRRRRR", "cK>1", 1, -3),  # the marker has the last space
        ("RRRRRRR", "cK>f", 2, 0),  # a full floor costs no more
    ],
)
def test_the_floor_costs_what_is_new_on_it(floor: str, move: str, fell: int, cost: int) -> None:
    game = load(factories=["KKYY"], centre="KK", boards=[board(floor=floor)])
    assert facts(game, move, "fell", "floor") == [fell, cost]
    assert previewed(game)[move]["group"]["marker"] is move.startswith("c")


@pytest.mark.parametrize(
    ("lines", "wall", "move", "points", "change"),
    [
        (
            ["", "BB"],
            "..... ..... ..... ..... .....",
            "1Y>1",
            1,
            2,
        ),  # it also raises the blue below it: 1 to 2
        (["Y"], "..... ..... ..... ..... .....", "1B>2", 2, 2),  # the yellow above lies first
        (["", "", "WWW"], "..... ..... ..... ..... .....", "1B>2", 1, 2),  # white below joins it
        (["", "BB"], "..R.. ..... .W... ..... .....", "1Y>1", 2, 3),  # across 2; then blue 3 down, not 2
        (["B", "RR"], ".Y... ..... ..... ..... .....", "1B>f", None, 0),
    ],
)
def test_lines_count_as_tiled_from_top_to_bottom(
    lines: list[str], wall: str, move: str, points: int | None, change: int
) -> None:
    game = load(factories=["BBYY"], boards=[board(lines, wall=wall)])
    told = previewed(game)[move]
    assert (told["cell"] and told["cell"]["points"], told["wall"]) == (points, change)


@pytest.mark.parametrize(
    ("wall", "lines", "move", "bonus"),
    [
        (".YRKW ..... ..... ..... .....", [], "1B>1", 2),  # a row
        ("..... W.... K.... R.... Y....", [], "1B>1", 7),  # a column
        ("..... .B... ..B.. ...B. ....B", [], "1B>1", 10),  # a colour
        (".YRKW WB... K.B.. R..B. Y...B", [], "1B>1", 19),  # all of them
        ("..... ..... K.... R.... Y....", ["", "WW"], "1B>1", 7),  # with the white that is pending below
        (".YRK. ..... ..... ..... .....", [], "1B>1", 0),
        ("B.... ..... ..B.. ...B. ....B", [], "1B+J>2", 0),  # a joker is no blue (A68)
        ("B.... ..... ..B.. ...B. ....B", ["", "B"], "1B>2", 10),
    ],
)
def test_bonuses_are_those_that_the_tile_completes(
    wall: str, lines: list[str], move: str, bonus: int
) -> None:
    game = load(factories=["BJYY"], boards=[board(lines, wall=wall)], jokers=True)
    assert facts(game, move, "bonus") == [bonus]


# --- where the owner will choose ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "best", "cell"),
    [
        ("..... ..... ..... ..... .....", 1, None),
        ("YR... ..... ..... ..... .....", 3, None),  # the third column
        ("YRK.. ...Y. ...R. ..... .....", 7, None),  # the fourth: 4 across, 3 down
        ("YRK.. ...B. ..... ..... .....", None, (5, 1, 1)),  # blue is in the fourth already
        ("YRKW. ..... ..... ..... .....", None, (5, 5, 5)),  # one cell left
        ("YRKW. ....B ..... ..... .....", 0, None),  # no cell: the line will fall (A50)
    ],
)
def test_on_the_grey_wall_the_best_cell_counts_until_only_one_is_left(
    wall: str, best: int | None, cell: tuple[int, int, int] | None
) -> None:
    game = load(factories=["B"], centre="Y", boards=[board(wall=wall)], wall="grey")
    told = previewed(game)["1B>1"]
    shown = told["cell"] and tuple(told["cell"][key] for key in ("column", "across", "points"))
    assert (told["best"], shown) == (best, cell)
    assert told["wall"] == (cell[2] if cell else best)


def test_a_line_of_jokers_alone_counts_with_its_best_cell() -> None:
    game = load(factories=["JJBY"], boards=[board(wall="BY... ..... ..... ..... .....")], jokers=True)
    assert facts(game, "1J>1", "wall", "best", "cell", "fell") == [3, 3, None, 1]
    assert facts(game, "1J>2", "wall", "best", "cell", "fell") == [2, 2, None, 0]  # under blue or yellow


def test_lines_whose_cell_is_not_known_are_no_neighbours() -> None:
    mine = board(["J"], wall="BY... ..... ..... ..... .....")
    game = load(factories=["YY"], boards=[mine], jokers=True)
    assert facts(game, "1Y>2", "wall", "cell") == [
        1,  # not two, though the joker may go above it
        {"row": 2, "column": 3, "across": 1, "down": 1, "points": 1},
    ]


def test_jokers_come_along_or_stay_or_come_alone() -> None:
    game = load(factories=["BJJ"], boards=[board()], jokers=True)
    shown = game.preview()
    assert shown is not None
    groups = [(g["key"], g["colour"], g["count"], g["jokers"]) for g in shown["groups"]]
    assert groups == [("1B", "B", 1, 0), ("1B+J", "B", 1, 2), ("1J", "J", 2, 0)]
    assert facts(game, "1B+J>2", "jokers", "placed", "fell") == [1, 2, 1]
    assert facts(game, "1B+J>2:2", "jokers", "placed", "fell") == [2, 2, 1]
    assert facts(game, "1B+J>2", "cell", "best") == [
        {"row": 2, "column": 2, "across": 1, "down": 1, "points": 1},
        None,
    ]
    assert facts(game, "1B+J>2:2", "cell", "best") == [None, 1]  # two jokers fill it: a line of jokers alone


def test_a_wall_choice_shows_every_cell() -> None:
    mine = board(["B"], wall="Y.R.. ....Y ....R ....K ....W")
    game = load(boards=[mine], wall="grey")
    assert game.preview() == {
        "kind": "tiling",
        "line": 1,
        "tile": "B",
        "cells": [
            {"move": "1@2", "row": 1, "column": 2, "across": 3, "down": 1, "points": 3, "bonus": 0},
            {"move": "1@4", "row": 1, "column": 4, "across": 2, "down": 1, "points": 2, "bonus": 0},
            {"move": "1@5", "row": 1, "column": 5, "across": 1, "down": 5, "points": 5, "bonus": 7},
        ],
    }


# --- the end in sight ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "lines", "wall", "rows"),
    [
        ("coloured", ["W"], "BYRK. ..... ..... ..... .....", [1]),
        ("coloured", ["", "W"], "..... .BYRK ..... ..... .....", []),  # the line is not complete
        ("coloured", ["W"], "B.RK. ..... ..... ..... .....", []),  # the row will not be
        ("coloured", ["", "WW", "KKK"], "..... .BYRK .WBYR ..... .....", [2, 3]),
        ("grey", ["B"], "YRKW. ..... ..... ..... .....", [1]),
        ("grey", ["B"], "YRKW. ....B ..... ..... .....", []),  # no cell takes blue
    ],
)
def test_near_names_rows_that_pending_lines_complete(
    side: str, lines: list[str], wall: str, rows: list[int]
) -> None:
    game = load(factories=["YYYY"], boards=[board(), board(lines, wall=wall)], wall=side)
    assert game.near() == [{"seat": 1, "row": row} for row in rows]


@pytest.mark.parametrize(
    ("lines", "wall", "points"),
    [
        (["W"], "BYRK. ..... ..... ..... .....", 5),  # the fifth of a row
        (["W", "WW"], "..... ..... ..... ..... .....", 2),  # two alone: columns 5 and 1
        (["B", "WW"], "..... ..... ..... ..... .....", 3),  # blue above white in column 1: 1, then 2 down
        (["", "W"], "BYRK. ..... ..... ..... .....", 0),  # not complete
    ],
)
def test_points_that_wait_for_the_end_of_the_round(lines: list[str], wall: str, points: int) -> None:
    game = load(factories=["BBYR"], boards=[board([""]), board(lines, wall=wall)])
    assert game.rules.pending(game.state) == [0, points]


def test_nothing_is_near_between_rounds() -> None:
    assert last_draft(board(["W"], wall="BYRK. ..... ..... ..... .....")).near() == []


# --- what happened ------------------------------------------------------------------------------------------


def test_the_log_tells_drafts_choices_and_deals() -> None:
    mine = board(["", "B"], wall="..... .Y... ..... ..... .....")
    game = load(centre="BBJ", boards=[mine], wall="grey", jokers=True, starter=1, round=3)
    game.play("cB+J>2:1")
    assert game.log()[0] == {
        "ply": 0,
        "seat": 0,
        "move": "cB+J>2:1",
        "round": 3,
        "told": {
            "kind": "draft",
            "from": "c",
            "colour": "B",
            "count": 2,
            "jokers": 1,
            "to": 2,
            "placed": 1,
            "fell": 2,
            "marker": True,
        },
    }
    game.play("2@3")
    choice, deal = game.log(1)
    assert choice["told"] == {
        "kind": "choice",
        "line": 2,
        "column": 3,
        "tile": "J",
        "across": 2,
        "down": 1,
        "points": 2,
    }
    assert (choice["round"], deal["ply"], deal["seat"], deal["round"]) == (3, 2, -1, 4)
    # 100 tiles without 20 dealt, two on the wall, three in the lid
    assert deal["told"] == {"kind": "deal", "round": 4, "bag": 75, "lid": 3, "refilled": False}


def test_a_deal_says_when_the_lid_went_back_into_the_bag() -> None:
    lid = "B" * 16 + "Y" * 20 + "R" * 20 + "K" * 20 + "W" * 19
    game = last_draft(board(), bag="BBBB", lid=lid)
    # four of the bag and 95 of the lid, without the 20 dealt
    assert game.log()[-1]["told"] == {"kind": "deal", "round": 2, "bag": 79, "lid": 0, "refilled": True}


def test_the_account_says_which_tiles_needed_no_choice() -> None:
    mine = board(["B", "RR", "YYY"], wall="YRKW. ..... ..... ..... .....")
    game = last_draft(mine, wall="grey").play("2@1").play("3@2")
    account = game.account()
    assert account is not None
    assert [tile["forced"] for tile in account[0]["tiles"]] == [True, False, False]


def test_a_line_that_falls_or_has_jokers_alone_was_forced_and_a_coloured_cell_was_not() -> None:
    blocked = board(["B"], wall="YRKW. ....B ..... ..... .....")
    account = last_draft(blocked, wall="grey").account()
    assert account is not None
    assert [(tile["forced"], tile["column"]) for tile in account[0]["tiles"]] == [(True, None)]
    jokers = board(["J", "BB"], wall="BYRK. ..... ..... ..... .....")
    account = last_draft(jokers, jokers=True).account()
    assert account is not None
    assert [(tile["forced"], tile["column"]) for tile in account[0]["tiles"]] == [(True, 5), (False, 2)]


# --- true of every move -------------------------------------------------------------------------------------


@EACH_VARIANT
def test_previews_hold_the_legal_moves_and_come_true(options: dict[str, Any]) -> None:
    luck = random.Random(4)
    for seed in range(2):
        game = az.new("azul", seed=seed, max_rounds=8, **options)
        while not game.over:
            moves = previewed(game)
            assert list(moves) == game.moves()
            assert json.loads(json.dumps(game.preview())) == game.preview()
            looked_at = game.moves() if game.ply % 9 == 0 else []
            for move in [*looked_at, chosen := luck.choice(game.moves())]:
                after = game.copy().play(move)
                (_check_cell if "@" in move else _check_draft)(game, moves[move], after)
            game.play(chosen)
        assert game.preview() is None
        assert game.near() == []


def _check_cell(game: az.Match, told: Facts, after: az.Match) -> None:
    """A wall choice was told as it came about."""
    seat = game.turn
    assert seat is not None
    was, now = game.show()["boards"][seat], after.show()["boards"][seat]
    row, column = told["row"] - 1, told["column"] - 1
    assert (was["wall"][row][column], now["wall"][row][column] != ".") == (".", True)
    assert told["points"] == _points(was["wall"], row, column)
    if after.phase == "tiling" and after.turn == seat and len(now["floor"]) == len(was["floor"]):
        others = [r for r in range(5) if len(was["lines"][r]) == r + 1 and len(now["lines"][r]) < r + 1]
        if others == [row]:  # nothing was forced after it
            assert now["score"] - was["score"] == told["points"]
            assert sum(now["bonuses"].values()) - sum(was["bonuses"].values()) == told["bonus"]


def _check_draft(game: az.Match, told: Facts, after: az.Match) -> None:
    """Where the offer goes on, the board is as it was told."""
    _check_group(game, told)
    told_in_log = after.log(game.ply)[0]["told"]
    for key in ("placed", "fell", "to"):
        assert told_in_log[key] == told[key]
    for key in ("from", "colour", "count", "jokers", "marker"):
        assert told_in_log[key] == told["group"][key]
    seat = game.turn
    assert seat is not None
    was, now = game.show()["boards"][seat], after.show()["boards"][seat]
    if told["full"]:
        _check_wall(game, told, was)
    if after.position()["round"] != game.position()["round"] or after.phase != "offer":
        return
    assert was["penalty"] - now["penalty"] == told["floor"]
    assert len(now["floor"]) == min(7, len(was["floor"]) + told["fell"] + told["group"]["marker"])
    if told["to"] != "f":
        line = told["to"] - 1
        assert len(now["lines"][line]) == told["filled"] == len(was["lines"][line]) + told["placed"]
        assert told["full"] == (told["filled"] == told["to"])
        if told["group"]["jokers"]:
            assert now["lines"][line].count("J") == was["lines"][line].count("J") + told["jokers"]


def _check_group(game: az.Match, told: Facts) -> None:
    shown, group = game.position(), told["group"]
    place = shown["centre"] if group["from"] == "c" else shown["factories"][int(group["from"]) - 1]
    assert group["count"] == place.count(group["colour"])
    assert group["jokers"] == (place.count("J") if "+J" in group["key"] else 0)
    assert group["marker"] == (group["from"] == "c" and shown["marker"] == "centre")
    assert told["placed"] + told["fell"] == group["count"] + group["jokers"]


def _check_wall(game: az.Match, told: Facts, was: Facts) -> None:
    """A complete line's tile, counted from the picture where no other line is complete."""
    row = told["to"] - 1
    if any(len(line) == n + 1 for n, line in enumerate(was["lines"])):
        return
    held = was["lines"][row].strip("J")[:1]
    colour = held or (told["group"]["colour"] if told["placed"] > told["jokers"] else "J")
    joker = "J" in was["lines"][row] or told["jokers"] > 0 or told["group"]["colour"] == "J"
    cells = [c for c in range(5) if _takes(game, was["wall"], row, c, colour, joker)]
    points = [_points(was["wall"], row, c) for c in cells]
    if len(cells) == 1:
        assert told["best"] is None
        assert (told["cell"]["column"], told["cell"]["points"]) == (cells[0] + 1, points[0])
    else:
        assert told["cell"] is None
        assert told["best"] == max(points, default=0)
    assert told["wall"] == max(points, default=0)


def _takes(game: az.Match, wall: list[str], row: int, column: int, colour: str, joker: bool) -> bool:
    if wall[row][column] != ".":
        return False
    if game.options["wall"] == "grey":
        return joker or all(wall[r][column] != colour for r in range(5))
    return colour == "J" or "BYRKW"[(column - row) % 5] == colour


def _points(wall: list[str], row: int, column: int) -> int:
    """A30, counted step by step on the picture, the tile itself taken as laid."""
    across = 1 + _steps(wall, row, column, 0, 1) + _steps(wall, row, column, 0, -1)
    down = 1 + _steps(wall, row, column, 1, 0) + _steps(wall, row, column, -1, 0)
    return sum(run for run in (across, down) if run > 1) or 1


def _steps(wall: list[str], row: int, column: int, down: int, right: int) -> int:
    count = 0
    row, column = row + down, column + right
    while 0 <= row < 5 and 0 <= column < 5 and wall[row][column] != ".":
        count, row, column = count + 1, row + down, column + right
    return count


@EACH_VARIANT
def test_what_previews_promise_in_a_round_is_what_its_scoring_brings(options: dict[str, Any]) -> None:
    """Over a round the changes sum up, seat by seat, to the account; bonuses to those of the walls."""
    luck, rounds = random.Random(8), 0
    for seed in range(4):
        game = az.new("azul", seed=seed, max_rounds=8, **options)
        promised = _nothing(game)
        while not game.over:
            seat, move = game.turn, luck.choice(game.moves())
            assert seat is not None
            told = previewed(game)[move]
            if "@" not in move:
                for key in ("wall", "floor", "bonus"):
                    promised[seat][key] += told[key]
                promised[seat]["chosen"] += told["best"] is not None
            game.play(move)
            if account := game.account():
                for one in account:
                    _check_promise(game, one, promised[one["seat"]])
                rounds += 1
                promised = _nothing(game)
    assert rounds > 8


def _nothing(game: az.Match) -> list[dict[str, int]]:
    boards = game.show()["boards"]
    return [
        {"wall": 0, "floor": 0, "bonus": 0, "chosen": 0, "had": sum(one["bonuses"].values())}
        for one in boards
    ]


def _check_promise(game: az.Match, one: Facts, promise: dict[str, int]) -> None:
    if promise["chosen"] or game.options["wall"] == "grey":
        return  # the owner chose, or a tile took another's cell
    assert one["wall"] == promise["wall"]
    assert -one["penalty"] == promise["floor"]
    has = sum(game.show()["boards"][one["seat"]]["bonuses"].values())
    assert has - promise["had"] == promise["bonus"]


@EACH_VARIANT
def test_the_log_agrees_with_the_record_and_the_positions(options: dict[str, Any]) -> None:
    game = wander(az.new("azul", seed=5, max_rounds=8, **options), random.Random(5))
    log = game.log()
    assert json.loads(json.dumps(log)) == log
    assert [(one["seat"], one["move"]) for one in log] == [(one.seat, one.text) for one in game.entries]
    assert [one["ply"] for one in log] == list(range(game.ply))
    assert game.log(game.ply - 3) == log[-3:]
    assert game.log(game.ply) == []
    for one in log:
        if one["seat"] < 0:
            _check_deal(one, game.at(one["ply"]).show(), game.at(one["ply"] + 1).show())
        else:
            assert one["round"] == game.at(one["ply"]).show()["round"]
            assert one["told"]["kind"] == ("choice" if "@" in one["move"] else "draft")


def _check_deal(one: Facts, before: Position, after: Position) -> None:
    told = one["told"]
    assert told["round"] == one["round"] == after["round"] == before["round"] + 1
    assert told["bag"] == sum(after["bag"].values())
    assert told["lid"] == sum(after["lid"].values())
    laid = sum(map(len, after["factories"]))
    lid = sum(before["lid"].values())
    assert told["refilled"] == (laid > sum(before["bag"].values()) and lid > 0)


def test_near_rows_are_those_that_end_the_game() -> None:
    for seed in range(40):
        game = wander(az.new("azul", seed=seed, players=3), random.Random(seed))
        if game.ending == "row":
            last = max(ply for ply, one in enumerate(game.entries) if one.seat >= 0)
            for one in game.at(last).near():
                assert "." not in game.show()["boards"][one["seat"]]["wall"][one["row"] - 1]


@pytest.mark.parametrize("since", [-1, 99])
def test_the_log_begins_within_the_record(since: int) -> None:
    with pytest.raises(az.RulesError, match="since"):
        az.new("azul", seed=1).log(since)


def test_compiled_rules_preview_alike() -> None:
    """States as arrays give plain numbers too: nothing here needs compiling."""
    numpy = pytest.importorskip("numpy")
    from azulejos.games import rules

    game = wander(az.new("azul", seed=2), random.Random(2), 9)
    fast = rules("azul", compiled=True, **game.options)
    state = numpy.array(game.state, dtype=numpy.int64)
    assert json.dumps(fast.preview(state)) == json.dumps(game.preview())
    assert fast.near(state) == game.near()
