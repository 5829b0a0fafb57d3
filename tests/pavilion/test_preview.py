"""What a screen is told of Pavilion's moves: previews counted by hand, true of every move of random games."""

import json
import random
from typing import Any

import pytest

import azulejos as az
from tests.pavilion.positions import (
    VARIANTS,
    Position,
    board,
    counts,
    finish,
    load,
    placements,
    random_game,
    variant_name,
)

Facts = dict[str, Any]
EACH_VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=variant_name)


def shown(game: az.Match) -> Facts:
    """The preview of a game that goes on."""
    told = game.preview()
    assert told is not None
    return told


def space(game: az.Match, name: str) -> Facts:
    """What the preview says of a space."""
    found: Facts = next(one for one in shown(game)["spaces"] if one["space"] == name)
    return found


# --- acquiring ----------------------------------------------------------------------------------------------


def test_a_group_says_what_is_taken_and_what_comes_along() -> None:
    game = load(factories=["RRPP", "PPPP"], centre="GGP")  # purple is wild
    assert shown(game) == {
        "kind": "acquire",
        "groups": [
            {"key": "1R", "move": "1R", "from": "1", "colour": "R", "count": 2, "wild": 1}
            | {"marker": False, "lost": 0},
            {"key": "2P", "move": "2P", "from": "2", "colour": "P", "count": 1, "wild": 0}
            | {"marker": False, "lost": 0},
            {"key": "cG", "move": "cG", "from": "c", "colour": "G", "count": 2, "wild": 1}
            | {"marker": True, "lost": 3},
        ],
    }


@pytest.mark.parametrize(("score", "lost"), [(9, 4), (5, 4), (3, 2), (1, 0)])
def test_the_marker_costs_what_is_there_to_lose(score: int, lost: int) -> None:
    game = load(board(score=score), centre="GGGP")
    assert shown(game)["groups"][0]["lost"] == lost
    assert shown(load(board(score=score), centre="GGGP", marker=1))["groups"][0]["lost"] == 0


# --- placing ------------------------------------------------------------------------------------------------


def test_a_space_says_what_a_tile_there_joins_and_completes() -> None:
    # the red pillar lies between R2, R3 and the centre's 1 and 2 (S12)
    game = load(board("R:RR.... *:PG....", hand="RRRO"), round=3)
    assert space(game, "R3") == {
        "space": "R3",
        "number": 3,
        "points": 3,
        "joins": ["R1", "R2"],
        "due": 1,
        "structures": ["red pillar"],
        "pays": [
            {"move": "R3=RRR", "tile": "R", "paid": "RRR", "wilds": 0},
            {"move": "R3=RRO", "tile": "R", "paid": "RRO", "wilds": 1},
        ],
    }


def test_groups_go_round_the_star() -> None:
    game = load(board("R:.RR..R", hand="R"))
    assert (space(game, "R1")["points"], space(game, "R1")["joins"]) == (4, ["R2", "R3", "R6"])
    full = load(board("R:.RRRRR", hand="R"))
    assert (space(full, "R1")["points"], len(space(full, "R1")["joins"])) == (6, 5)


@pytest.mark.parametrize(("supply", "bag", "due"), [("PPGGOOYYBB", None, 3), ("PP", "", 2), ("", "", 0)])
def test_due_is_what_the_supply_can_give(supply: str, bag: str | None, due: int) -> None:
    # R2 completes the statue with B3 and B4, and the pillar with R3 and the centre
    mine = board("R:R.R... B:..BB.. *:PG....", hand="RR")
    tower = None if bag is None else ""
    game = load(mine, board(), supply=supply, bag=bag, tower=tower)
    told = space(game, "R2")
    assert told["structures"] == ["red pillar", "red-blue statue"]
    assert told["due"] == due


def test_ways_to_pay_go_by_colour_then_by_wilds() -> None:
    game = load(
        board(hand="OOGGG"), round=2, side="grey"
    )  # green is wild; P3 costs 1, P2 costs 2, P1 costs 3
    assert [pay["move"] for pay in space(game, "P3")["pays"]] == ["P3=G", "P3=O"]
    assert [pay["move"] for pay in space(game, "P2")["pays"]] == ["P2=GG", "P2=OO", "P2=OG"]
    assert [pay["paid"] for pay in space(game, "P1")["pays"]] == ["GGG", "OOG", "OGG"]
    assert [pay["wilds"] for pay in space(game, "P1")["pays"]] == [0, 1, 2]


def test_spaces_come_in_the_order_of_the_board() -> None:
    game = load(board(hand="GGR"), round=3)
    names = [one["space"] for one in shown(game)["spaces"]]
    assert names == ["R1", "G1", "G2", "*1", "*2"]


@pytest.mark.parametrize(
    ("hand", "round", "keep", "lost"),
    [
        ("BBBOOG", 2, "OOBB", 2),  # orange is wild next, then most blue
        ("BBBOOG", 4, "OBBB", 2),  # blue is wild next, then most orange
        ("RYG", 1, "GYR", 0),  # all of it
        ("GGGGGR", 1, "GGGG", 2),
        ("", 1, "", 0),
        ("BBB", 6, "", 3),  # the last round keeps nothing
        ("BBBBBBB", 6, "", 4),  # down to one point
    ],
)
def test_passing_suggests_what_to_keep_and_says_what_it_costs(
    hand: str, round: int, keep: str, lost: int
) -> None:
    told = shown(load(board(hand=hand), round=round))["pass"]
    assert (told["keep"], told["lost"], told["most"]) == (keep, lost, 4)
    assert sorted(told["hand"]) == sorted(hand)


def test_a_corner_that_is_taken_keeps_nothing_more() -> None:
    told = shown(load(board(hand="GGGG", corners="RR")))["pass"]
    assert (told["most"], told["keep"], told["lost"]) == (2, "GG", 2)


def test_bonus_tiles_are_summed_up() -> None:
    game = load(due=2, supply="PPGOYYBBRR")
    assert shown(game) == {"kind": "bonus", "due": 2, "supply": "PPGOYYBBRR"}


def test_nothing_is_ever_near() -> None:
    assert load(board(hand="GGR"), round=6).near() == []


# --- what happened ------------------------------------------------------------------------------------------


def test_the_log_tells_placements_bonus_tiles_passes_and_deals() -> None:
    mine = board("R:RR.... *:PG....", hand="RRROG")
    game = load(mine, board(passed=True), round=3).play("R3=RRO").play("+Y").play("pass=RY")
    place, bonus, refill, passing, deal = game.log()
    assert place["told"] == {
        "kind": "place",
        "space": "R3",
        "tile": "R",
        "paid": "RRO",
        "points": 3,
        "structures": ["red pillar"],
        "due": 1,
    }
    assert bonus["told"] == {"kind": "bonus", "tiles": "Y"}
    assert refill["told"] == {"kind": "deal", "round": 3, "wild": "O", "supply": 1, "factories": 0}
    assert passing["told"] == {"kind": "pass", "kept": "YR", "discards": "G", "lost": 1}
    assert deal["told"] == {"kind": "deal", "round": 4, "wild": "Y", "supply": 0, "factories": 20}
    assert [one["round"] for one in game.log()] == [3, 3, 3, 3, 4]
    assert [one["seat"] for one in game.log()] == [0, 0, -1, 0, -1]


def test_the_log_tells_what_was_taken() -> None:
    game = load(board(score=3), factories=["RRPP"], centre="GGGP").play("cG")
    assert game.log()[0]["told"] == {
        "kind": "take",
        "from": "c",
        "colour": "G",
        "count": 3,
        "wild": 1,
        "marker": True,
        "lost": 2,
    }


def test_a_game_that_is_over_has_no_choices() -> None:
    assert finish(board(hand="G")).preview() is None


# --- true of every move -------------------------------------------------------------------------------------


@EACH_VARIANT
def test_previews_hold_the_legal_moves_and_come_true(options: dict[str, Any]) -> None:
    luck, game = random.Random(3), az.new("pavilion", seed=3, **options)
    while not game.over:
        told = shown(game)
        assert json.loads(json.dumps(told)) == told
        chosen = _pick(game, luck)
        looked_at = luck.sample(game.moves(), min(20, len(game.moves()))) if game.ply % 5 == 0 else []
        CHECKS[told["kind"]](game, told, [*looked_at, chosen])
        game.play(chosen)


def _pick(game: az.Match, luck: random.Random) -> str:
    """Mostly a placement, so that stars fill up."""
    moves = game.moves()
    busy = [move for move in moves if not move.startswith("pass")]
    return luck.choice(busy if busy and luck.random() < 0.95 else moves)


def _boards(game: az.Match, after: az.Match) -> tuple[Position, Position]:
    """The board of the seat that decides, before and after; its score without final bonuses."""
    seat = game.turn
    assert seat is not None
    was, now = game.show()["boards"][seat], after.show()["boards"][seat]
    if after.over:
        now["score"] = after.breakdown()[seat]["rounds"][-1]["score"]
    return was, now


def _check_takes(game: az.Match, told: Facts, some: list[str]) -> None:
    groups = {group["move"]: group for group in told["groups"]}
    assert list(groups) == game.moves()
    for move in some:
        group, after = groups[move], game.copy().play(move)
        was, now = _boards(game, after)
        assert was["score"] - now["score"] == group["lost"]
        got = counts(now["hand"]).items() - counts(was["hand"]).items()
        wild = game.show()["wild"]
        expected = {group["colour"], wild} if group["wild"] else {group["colour"]}
        assert {letter for letter, _ in got} == expected
        assert len(now["hand"]) - len(was["hand"]) == group["count"] + group["wild"]
        assert group["marker"] == (move[0] == "c" and game.position()["marker"] == "centre")
        _check_log(game, after, {"kind": "take", **_without(group, "key", "move")})


def _check_places(game: az.Match, told: Facts, some: list[str]) -> None:
    pays = {pay["move"]: (one, pay) for one in told["spaces"] for pay in one["pays"]}
    assert list(pays) == placements(game)
    passing = "pass=" + told["pass"]["keep"] if told["pass"]["keep"] else "pass"
    assert passing in game.moves()
    assert told["pass"]["most"] == 4  # corners are empty until their owner passes
    for move in [*some, passing]:
        after = game.copy().play(move)
        if move in pays:
            _check_place(game, after, *pays[move])
        else:
            _check_pass(game, after, move, told["pass"] if move == passing else None)


def _check_place(game: az.Match, after: az.Match, one: Facts, pay: Facts) -> None:
    was, now = _boards(game, after)
    star, position = one["space"][0], int(one["space"][1]) - 1
    assert now["score"] - was["score"] == one["points"] == 1 + len(one["joins"])
    assert (was["stars"][star][position], now["stars"][star][position]) == (".", pay["tile"])
    assert all(was["stars"][star][int(name[1]) - 1] != "." for name in one["joins"])
    assert sorted(now["hand"] + pay["paid"]) == sorted(was["hand"])
    assert one["number"] == game.show()["numbers"][star][position] == len(pay["paid"])
    wild = game.show()["wild"]
    assert pay["wilds"] == (0 if pay["tile"] == wild else pay["paid"].count(wild))
    assert after.position()["due"] == one["due"]
    done = [{s["name"] for s in state["structures"] if not s["needs"]} for state in (was, now)]
    assert done[1] - done[0] == set(one["structures"])
    expected = {key: one[key] for key in ("space", "points", "structures", "due")}
    _check_log(game, after, {"kind": "place", "tile": pay["tile"], "paid": pay["paid"], **expected})


def _check_pass(game: az.Match, after: az.Match, move: str, promised: Facts | None) -> None:
    was, now = _boards(game, after)
    told = after.log(game.ply)[0]["told"]
    assert was["score"] - now["score"] == told["lost"]
    assert told["kept"] == move[5:]
    assert sorted(told["kept"] + told["discards"]) == sorted(was["hand"])
    if promised:
        assert promised["lost"] == told["lost"]
        assert sorted(promised["hand"]) == sorted(was["hand"])


def _check_bonus(game: az.Match, told: Facts, some: list[str]) -> None:
    assert told["due"] == game.position()["due"]
    assert told["supply"] == game.position()["supply"]
    assert all(len(move) == 1 + told["due"] for move in game.moves())
    for move in some:
        after = game.copy().play(move)
        was, now = _boards(game, after)
        assert sorted(was["hand"] + move[1:]) == sorted(now["hand"])
        _check_log(game, after, {"kind": "bonus", "tiles": move[1:]})


CHECKS = {"acquire": _check_takes, "place": _check_places, "bonus": _check_bonus}


def _check_log(game: az.Match, after: az.Match, expected: Facts) -> None:
    assert after.log(game.ply)[0]["told"] == expected


def _without(facts: Facts, *keys: str) -> Facts:
    return {key: value for key, value in facts.items() if key not in keys}


@EACH_VARIANT
def test_the_log_agrees_with_the_record_and_the_positions(options: dict[str, Any]) -> None:
    game = random_game(6, **options)
    log = game.log()
    assert json.loads(json.dumps(log)) == log
    assert [(one["seat"], one["move"]) for one in log] == [(one.seat, one.text) for one in game.entries]
    for one in log:
        before, after = game.at(one["ply"]).show(), game.at(one["ply"] + 1).show()
        if one["seat"] >= 0:
            assert one["round"] == before["round"]
            continue
        told = one["told"]
        assert (told["round"], told["wild"]) == (one["round"], after["wild"])
        assert one["round"] == after["round"]
        assert told["supply"] == len(after["supply"]) - len(before["supply"])
        assert told["factories"] == sum(map(len, after["factories"])) - sum(map(len, before["factories"]))
