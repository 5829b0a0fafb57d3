"""The worked scenarios of the rules, read from scenarios.json; each kind of action has a player here.

Scenario positions are partial. Stars and seats that are not shown are empty, the supply is full, and
everything else not shown is in the bag.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import azulejos as az
from azulejos.pavilion import fields
from tests.pavilion.positions import (
    FULL_SUPPLY,
    LETTERS,
    STARS,
    Position,
    board,
    finish,
    load,
    payments,
    position,
    shown_board,
    stock,
)

Scenario = dict[str, Any]

SCENARIOS: list[Scenario] = json.loads(
    (Path(__file__).parent / "scenarios.json").read_text(encoding="utf-8")
)["scenarios"]

NAMES = {
    "purple": "P", "orange": "O", "red": "R", "blue": "B", "yellow": "Y", "green": "G", "centre": "*"
}  # fmt: skip
WORDS = {letter: name for name, letter in NAMES.items()}


def _stars(shown: dict[str, str]) -> str:
    return " ".join(f"{NAMES[name]}:{tiles}" for name, tiles in shown.items())


def _board(shown: Scenario, **more: Any) -> Position:
    return board(
        _stars(shown.get("board", {})),
        hand=shown.get("hand", ""),
        score=shown.get("score", 5),
        corners=shown.get("corners", ""),
        **more,
    )


def _sorted(tiles: str) -> str:
    return "".join(sorted(tiles))


def _check(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Every expected value is there; one that nobody looked at is an error."""
    unread = set(expected) - set(found)
    assert not unread, f"the scenario expects {unread}, which this test does not read"
    assert {key: found[key] for key in expected} == expected


# --- tables -----------------------------------------------------------------------------------------------


def _setup(scenario: Scenario) -> None:
    players = scenario["position"]["players_count"]
    game = az.new("pavilion", players=players, side=scenario["side"], seed=1)
    shown = game.position()
    each = {len(factory) for factory in shown["factories"]}
    _check(
        {
            "factories": len(shown["factories"]),
            "tiles_per_factory": each.pop() if len(each) == 1 else each,
            "supply": len(shown["supply"]),
            "bag": sum(shown["bag"].values()),
            "tower": sum(shown["tower"].values()),
            "scores": game.scores(),
            "token": shown["marker"],
        },
        scenario["expected"],
    )


def _wild_table(scenario: Scenario) -> None:
    wilds = {}
    for round in range(1, 7):
        found = [_wild_by_play(round, colour) for colour in LETTERS]
        wilds[str(round)] = "".join(sorted(set(found) - {""}))
    _check(wilds, scenario["expected"])


def _wild_by_play(round: int, colour: str) -> str:
    """The colour that pays for the second tile of another one, out of one of each."""
    game = load(board(hand=LETTERS), round=round)
    return "".join(paid[1] for paid in payments(game, f"{colour}2"))


def _structure_table(scenario: Scenario) -> None:
    found: dict[str, list[str]] = {}
    for structure in az.new("pavilion", seed=1).show()["boards"][0]["structures"]:
        name, _, kind = structure["name"].partition(" ")
        if kind == scenario["action"]["kind"]:
            found[name] = sorted(f"{WORDS[space[0]]}{space[1]}" for space in structure["needs"])
    _check(found, {name: sorted(spaces) for name, spaces in scenario["expected"].items()})


def _number_table(scenario: Scenario) -> None:
    game = load(board(hand="G" * 6), side=scenario["side"], round=6)
    found = {
        name: [len(payments(game, f"{letter}{position}")[0]) for position in range(1, 7)]
        for name, letter in NAMES.items()
    }
    _check(found, scenario["expected"])


# --- acquiring ----------------------------------------------------------------------------------------------


def _acquire(scenario: Scenario) -> tuple[az.Match, str]:
    """The game and the source; a tile lies elsewhere too, so that the phase goes on."""
    shown = scenario["position"]
    marker = {"centre": "centre", "other": 1}[shown.get("token", "centre")]
    mine = board(score=shown.get("score", 5))
    if shown["location"] == "centre":
        game = load(mine, factories=["", "O"], centre=shown["tiles"], round=shown["round"], marker=marker)
        return game, "c"
    assert shown["location"] == "factory"
    return load(mine, factories=[shown["tiles"], "O"], round=shown["round"], marker=marker), "1"


def _draft(scenario: Scenario) -> None:
    game, source = _acquire(scenario)
    game.play(source + scenario["action"]["colour"])
    shown = game.position()
    _check(
        {
            "taken": _sorted(shown["boards"][0]["hand"]),
            "to_centre" if source == "1" else "left_in_centre": _sorted(shown["centre"]),
            "score": game.scores()[0],
            "token": {"centre": "centre", 0: "player", 1: "other"}[shown["marker"]],
        },
        scenario["expected"],
    )
    assert shown["factories"] == ["", "O", "", "", ""]


def _draft_options(scenario: Scenario) -> None:
    game, source = _acquire(scenario)
    found = sorted(move[1] for move in game.moves() if move[0] == source)
    _check({"colours": found}, scenario["expected"])


# --- placing ----------------------------------------------------------------------------------------------


def _place(scenario: Scenario) -> None:
    shown, action = scenario["position"], scenario["action"]
    game = load(_board(shown), side=scenario["side"], round=shown["round"], supply=_supply(shown))
    space = f"{NAMES[action['star']]}{action['space']}"
    wild = LETTERS[shown["round"] - 1]
    ways = payments(game, space, action["colour"])
    (paid,) = (way for way in ways if (0 if action["colour"] == wild else way.count(wild)) == action["wilds"])
    game.play(f"{space}={paid}")
    mine = shown_board(game)
    _check(
        {
            "hand": _sorted(mine["hand"]),
            "tower_add": _sorted(stock(game, "tower")),
            "points": game.scores()[0] - shown["score"],
            "score": game.scores()[0],
            "board": {name: mine["stars"][NAMES[name]] for name in scenario["expected"]["board"]},
            "structures": _completed(game),
            "bonus_tiles": game.position()["due"],
        },
        scenario["expected"],
    )
    assert mine["stars"] == {**board(_stars(shown["board"]))["stars"], **_after(scenario)}


def _supply(shown: Scenario) -> str:
    """A full supply that leaves enough tiles for everything shown."""
    seen = shown["hand"] + "".join(shown["board"].values())
    return FULL_SUPPLY if all(seen.count(letter) < 20 for letter in LETTERS) else ""


def _after(scenario: Scenario) -> dict[str, str]:
    return {NAMES[name]: tiles for name, tiles in scenario["expected"]["board"].items()}


def _completed(game: az.Match) -> list[str]:
    """Structures that the last placement completed, as scenarios name them."""
    before = game.at(0).show()["boards"][0]["structures"]
    after = game.show()["boards"][0]["structures"]
    names = [new["name"] for old, new in zip(before, after, strict=True) if old["needs"] and not new["needs"]]
    return sorted(f"{kind}:{name}" for name, _, kind in (one.partition(" ") for one in names))


def _payment_options(scenario: Scenario) -> None:
    shown, action = scenario["position"], scenario["action"]
    game = load(_board(shown), side=scenario["side"], round=shown["round"])
    wild = LETTERS[shown["round"] - 1]
    ways = payments(game, f"{action['colour']}{action['cost']}")
    _check({"wild_counts": sorted(way.count(wild) for way in ways)}, scenario["expected"])


def _legal_colours(scenario: Scenario) -> None:
    letter = NAMES[scenario["action"]["star"]]
    hand = "".join(colour * 6 for colour in LETTERS)
    mine = board(_stars(scenario["position"]["board"]), hand)
    game = load(mine, side=scenario["side"], supply="")
    found = {paid[0] for position in range(1, 7) for paid in payments(game, f"{letter}{position}")}
    _check({"colours": sorted(found)}, scenario["expected"])


def _pass(scenario: Scenario) -> None:
    shown, kept = scenario["position"], scenario["action"]["keep"]
    game = load(_board(shown), side=scenario["side"], round=shown["round"])
    legal = f"pass={kept}" in game.moves()
    game.play(f"pass={kept}")
    mine = shown_board(game)
    _check(
        {
            "legal": legal,
            "corners": _sorted(mine["corners"]),
            "tower_add": _sorted(stock(game, "tower")),
            "score": game.scores()[0],
            "out_for_round": mine["passed"],
        },
        scenario["expected"],
    )


def _next_turn(scenario: Scenario) -> None:
    shown = scenario["position"]
    boards = [board(hand="R", passed=passed) for passed in shown["passed"]]
    assert len(boards) == shown["players_count"]
    game = load(*boards, turn=shown["turn"]).play("R1=R")
    _check({"next_turn": game.turn}, scenario["expected"])


# --- refilling ----------------------------------------------------------------------------------------------


def _few(players: int, supply: int, bag: int, tower: int, mine: Position) -> Position:
    """So many tiles in each place; all others lie beside the last board, which has passed."""
    tiles = iter("".join(letter * 22 for letter in "PGOYB"))
    zones = ["".join(next(tiles) for _ in range(count)) for count in (supply, bag, tower)]
    boards = [mine, *(board(passed=True) for _ in range(players - 1))]
    return position(boards=boards, supply=zones[0], bag=zones[1], tower=zones[2])


def _supply_refill(scenario: Scenario) -> None:
    shown = scenario["position"]
    whole = _few(2, shown["supply"], shown["bag"], shown["tower"], board(hand="R"))
    game = az.load(whole, seed=1).play("R1=R")  # a 1 sends nothing to the tower
    after = game.position()
    _check(
        {
            "supply": len(after["supply"]),
            "bag": sum(after["bag"].values()),
            "tower": sum(after["tower"].values()),
            "refilled": after["tower"] != whole["tower"],
        },
        scenario["expected"],
    )


def _factory_refill(scenario: Scenario) -> None:
    shown = scenario["position"]
    whole = _few(shown["players_count"], 10, shown["bag_count"], shown["lid_count"], board())
    game = az.load(whole, seed=1).play("pass")
    after = game.position()
    _check(
        {
            "factories": [len(factory) for factory in after["factories"]],
            "bag": sum(after["bag"].values()),
            "lid": sum(after["tower"].values()),
            "refilled": after["tower"] != whole["tower"],
        },
        scenario["expected"],
    )


def _prepare_next_round(scenario: Scenario) -> None:
    shown = scenario["position"]
    game = finish(_board(shown), board(), round=shown["round"], marker=1, side=scenario["side"])
    after, mine = game.position(), shown_board(game)
    _check(
        {
            "round": after["round"],
            "wild": game.show()["wild"],
            "corners": mine["corners"],
            "hand": mine["hand"],
            "token": after["marker"],
        },
        scenario["expected"],
    )


def _final_scoring(scenario: Scenario) -> None:
    game = finish(_board(scenario["position"]), board(score=1), side=scenario["side"], supply="")
    assert game.over
    told = game.breakdown()[0]
    bonuses = told["bonuses"]
    before = told["rounds"][-1]["score"]
    _check(
        {
            "stars": {WORDS[letter]: points for letter, points in bonuses["stars"].items()},
            "numbers": bonuses["numbers"],
            "after_bonuses": before + sum(bonuses["stars"].values()) + sum(bonuses["numbers"].values()),
            "corner_loss": -bonuses["corners"],
            "final": told["total"],
        },
        scenario["expected"],
    )
    assert told["total"] == game.scores()[0]


ACTIONS: dict[str, Callable[[Scenario], None]] = {
    "setup": _setup,
    "wild_table": _wild_table,
    "structure_table": _structure_table,
    "number_table": _number_table,
    "draft": _draft,
    "draft_options": _draft_options,
    "place": _place,
    "payment_options": _payment_options,
    "legal_colours": _legal_colours,
    "pass": _pass,
    "next_turn_after_placement": _next_turn,
    "supply_refill": _supply_refill,
    "factory_refill": _factory_refill,
    "prepare_next_round": _prepare_next_round,
    "final_scoring": _final_scoring,
}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[one["id"] for one in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    assert scenario["game"] == "summer_pavilion"
    assert scenario["expected"], "a scenario that expects nothing tests nothing"
    ACTIONS[scenario["action"]["type"]](scenario)  # an unknown kind of action is an error


def test_all_scenarios_are_there() -> None:
    assert len(SCENARIOS) == 52
    assert len({one["id"] for one in SCENARIOS}) == 52
    assert {one["action"]["type"] for one in SCENARIOS} == set(ACTIONS)
    assert set(NAMES.values()) == set(STARS) == set(fields.STAR_LETTERS)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[one["id"] for one in SCENARIOS])
def test_a_scenario_with_another_outcome_would_fail(scenario: Scenario) -> None:
    """Every expected value is really compared: spoil one at a time."""
    for key, value in scenario["expected"].items():
        spoilt = {**scenario, "expected": {**scenario["expected"], key: _other(value)}}
        with pytest.raises((AssertionError, ValueError, KeyError)):
            test_scenario(spoilt)
    with pytest.raises((AssertionError, TypeError), match=r"does not read|not iterable"):
        test_scenario({**scenario, "expected": {**scenario["expected"], "weather": 1}})


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "B"
    if isinstance(value, dict):
        return {key: _other(one) for key, one in value.items()} or {"red": 1}
    return [*value[:-1], _other(value[-1])] if value else ["B"]
