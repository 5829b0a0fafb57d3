"""The worked scenarios of the rules, read from scenarios.json; each kind of action has a player here.

Scenario positions are partial. Seats that are not shown have empty boards, a marker that a seat holds
lies on its floor unless that is full, and everything not shown is in the bag.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import azulejos as az
from tests.azul.positions import PATTERN, Position, census, counts, gains, position, stock, wall_of

Scenario = dict[str, Any]

SCENARIOS: list[Scenario] = json.loads(
    (Path(__file__).parent / "scenarios.json").read_text(encoding="utf-8")
)["scenarios"]

EMPTY_BOARD: Position = {"score": 0, "wall": ["....."] * 5, "lines": [""] * 5, "floor": ""}
PENALTIES = [0, 1, 2, 4, 6, 8, 11, 14]


def _options(scenario: Scenario) -> dict[str, Any]:
    return {"wall": scenario["wall"], "jokers": scenario["jokers"]}


def _boards(scenario: Scenario) -> list[Position]:
    return [dict(one) for one in scenario["position"]["players"]]


def _offer(scenario: Scenario) -> az.Match:
    """The game of a scenario that shows an offer."""
    shown, boards = scenario["position"], _boards(scenario)
    marker: str | int = shown["marker"]
    if isinstance(marker, str) and marker.startswith("p"):
        marker = int(marker[1:])
        floor = boards[marker]["floor"]
        if "1" not in floor and len(floor) < 7:
            boards[marker]["floor"] = "1" + floor
    whole = position(
        factories=shown["factories"],
        centre=shown["centre"],
        boards=boards,
        turn=shown["turn"],
        starter=shown.get("starter", 0),
        marker=marker,
        **_options(scenario),
    )
    return az.load(whole, seed=1)


def _walls(scenario: Scenario, **picture: Any) -> az.Match:
    """The game of a scenario that shows walls when all boards are tiled."""
    walls = scenario["position"]["walls"]
    scores = scenario["position"].get("scores", [0] * len(walls))
    boards = [
        {**EMPTY_BOARD, "wall": wall, "score": score} for wall, score in zip(walls, scores, strict=True)
    ]
    return az.load(position(boards=boards, **_options(scenario), **picture), seed=1)


def _draft(action: Scenario) -> str:
    source = "c" if action["source"] == "C" else action["source"].removeprefix("F")
    mixed = "+J" if action.get("with_jokers") and action["colour"] != "J" else ""
    return f"{source}{action['colour']}{mixed}"


def _groups(tiles: list[str]) -> list[str]:
    """Groups of tiles with their order taken away."""
    return ["".join(sorted(group)) for group in tiles]


def _check(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Every expected value is there; one that nobody looked at is an error."""
    unread = set(expected) - set(found)
    assert not unread, f"the scenario expects {unread}, which this test does not read"
    assert {key: found[key] for key in expected} == expected


# --- actions --------------------------------------------------------------------------------------------


def _setup(scenario: Scenario) -> None:
    game = az.new("azul", players=scenario["position"]["players_count"], seed=1, **_options(scenario))
    shown = game.position()
    tiles = census(shown)
    each = {len(factory) for factory in shown["factories"]}
    per_colour = {tiles[colour] for colour in "BYRKW"}
    _check(
        {
            "factories": len(shown["factories"]),
            "tiles_per_factory": each.pop() if len(each) == 1 else each,
            "bag": sum(shown["bag"].values()),
            "lid": sum(shown["lid"].values()),
            "centre": len(shown["centre"]),
            "scores": game.scores(),
            "marker": f"{shown['marker']} when round {shown['round']} starts",
            "per_colour": per_colour.pop() if len(per_colour) == 1 else per_colour,
            "jokers": tiles["J"],
            "total": sum(tiles.values()),
        },
        scenario["expected"],
    )


def _wall_pattern(scenario: Scenario) -> None:
    columns = {colour: [_landing(colour, row) for row in range(1, 6)] for colour in "BYRKW"}
    rows = [[""] * 5 for _ in range(5)]
    for colour, landings in columns.items():
        for row, column in enumerate(landings):
            rows[row][column - 1] += colour
    _check({"rows": ["".join(row) for row in rows], "column_of": columns}, scenario["expected"])


def _landing(colour: str, row: int) -> int:
    lines = [""] * 5
    lines[row - 1] = colour * row
    game = az.load(position(boards=[{**EMPTY_BOARD, "lines": lines}]), seed=1)
    return wall_of(game).split()[row - 1].index(colour) + 1


def _floor_penalty_table(scenario: Scenario) -> None:
    floors = ["RRRKKKW"[:length] for length in range(8)]
    games = [az.load(position(boards=[{**EMPTY_BOARD, "floor": floor, "score": 50}])) for floor in floors]
    _check({"penalty": [50 - game.scores()[0] for game in games]}, scenario["expected"])


def _legal_destinations(scenario: Scenario) -> None:
    game, start = _offer(scenario), _draft(scenario["action"]) + ">"
    assert game.turn == scenario["action"]["player"]
    words = [move.removeprefix(start) for move in game.moves() if move.startswith(start)]
    places = ["floor" if word == "f" else f"line{word}" for word in words]
    _check({"destinations": places}, scenario["expected"])


def _draft_options(scenario: Scenario) -> None:
    whole = position(factories=[scenario["position"]["location"]], **_options(scenario))
    drafts = {move.partition(">")[0] for move in az.load(whole).moves()}
    found = sorted((draft[1], draft.endswith("J")) for draft in drafts)
    options = [(one["colour"], one["with_jokers"]) for one in scenario["expected"]["options"]]
    _check({"options": found}, {**scenario["expected"], "options": sorted(options)})


def _take(scenario: Scenario) -> None:
    action, expected = scenario["action"], dict(scenario["expected"])
    seat, to = action["player"], action["dest"]
    game = _offer(scenario)
    assert game.turn == seat
    game.play(f"{_draft(action)}>{'f' if to == 'floor' else to.removeprefix('line')}")
    phase = expected.pop("phase", "offer")
    assert phase in ("offer", "wall_tiling")
    if phase == "wall_tiling":
        _check_round_over(game, seat, expected)
        return
    shown = game.position()
    expected["lines_of_player"] = _groups(expected["lines_of_player"])
    expected["floor_of_player"] = _groups([expected["floor_of_player"]])
    if "factories" in expected:
        expected["factories"] = _groups(expected["factories"])
    marker = shown["marker"]
    _check(
        {
            "factories": _groups(shown["factories"]),
            "centre": shown["centre"],
            "lines_of_player": _groups(shown["boards"][seat]["lines"]),
            "floor_of_player": _groups([shown["boards"][seat]["floor"]]),
            "marker": marker if marker == "centre" else f"p{marker}",
            "next_turn": shown["turn"],
        },
        expected,
    )


def _check_round_over(game: az.Match, seat: int, expected: Scenario) -> None:
    """The engine tiles at once where nothing is asked: lines that were complete lie on the wall now."""
    table = game.at(1).show()  # after the move, before the deal
    mine = table["boards"][seat]
    for row, tiles in enumerate(expected.pop("lines_of_player")):
        complete = len(tiles) == row + 1
        assert mine["lines"][row] == ("" if complete else tiles)
        assert mine["wall"][row].strip(".") == (tiles[0] if complete else "")
    assert game.breakdown()[seat]["rounds"][0]["floor"] == -PENALTIES[len(expected.pop("floor_of_player"))]
    assert game.position()["round"] == 2
    _check(
        {
            "centre": table["centre"],
            "marker": table["marker"] if table["marker"] == "centre" else f"p{table['marker']}",
            "next_round_starter": game.turn,
        },
        expected,
    )
    if expected["marker"] != "centre":
        assert f"p{game.turn}" == expected["marker"]


def _wall_tiling(scenario: Scenario) -> None:
    """The seat after the one shown takes the last tile, which costs and brings it nothing."""
    boards, choices = _boards(scenario), scenario["action"].get("choices", {})
    full = [seat for seat, one in enumerate(boards) if len(one["floor"]) == 7 and "1" not in one["floor"]]
    whole = position(
        factories=["W"],
        boards=[*boards, EMPTY_BOARD],
        turn=len(boards),
        marker=full[0] if full else None,  # A17: a marker beside a full floor
        **_options(scenario),
    )
    game = az.load(whole, seed=1).play("1W>5")
    for line, column in choices.items():
        game.play(f"{line}@{column}")
    seat, expected = scenario["action"]["player"], dict(scenario["expected"])
    ledger = game.breakdown()[seat]["rounds"][0]
    assert ledger["wall"] == sum(points for _, _, points in expected["gains"])
    mine = game.position()["boards"][seat]
    _check(
        {
            "gains": [list(gain) for gain in gains(game, seat)],
            "penalty": -ledger["floor"],
            "score": ledger["score"],
            "wall": mine["wall"],
            "lines": mine["lines"],
            "to_lid": "".join(sorted(stock(game, "lid"))),
        },
        expected,
    )
    assert mine["floor"] == ""


def _legal_cells(scenario: Scenario) -> None:
    row, expected = scenario["action"]["row"], scenario["expected"]
    whole = position(boards=_boards(scenario), **_options(scenario))
    game = az.load(whole, seed=1)
    if len(expected["columns"]) > 1:
        assert game.phase == "tiling"
        found = [int(move.removeprefix(f"{row}@")) for move in game.moves()]
    else:  # the engine makes a forced choice itself
        before, after = whole["boards"][0]["wall"][row - 1], game.position()["boards"][0]["wall"][row - 1]
        found = [column + 1 for column in range(5) if before[column] != after[column]]
    floored = any("f" in move for move in game.moves() if "@" in move) or not found
    _check({"columns": found, "may_floor": floored}, expected)


def _refill(scenario: Scenario) -> None:
    shown = scenario["position"]
    whole = _stocked(shown["players_count"], shown["bag_count"], shown["lid_count"])
    game = az.load(whole, seed=1)
    after = game.position()
    _check(
        {
            "factories": [len(factory) for factory in after["factories"]],
            "bag": sum(after["bag"].values()),
            "lid": sum(after["lid"].values()),
            "refilled": after["lid"] != whole["lid"],
        },
        scenario["expected"],
    )


def _stocked(players: int, bag: int, lid: int) -> Position:
    """Boards that hold all but so many tiles: walls column by column, then lines 2 to 5 in part."""
    boards = [{**EMPTY_BOARD, "wall": list(EMPTY_BOARD["wall"]), "lines": [""] * 5} for _ in range(players)]
    cells = [(seat, row, column) for seat in range(players) for column in range(4) for row in range(5)]
    spaces = [(seat, row) for row in range(4, 0, -1) for seat in range(players) for _ in range(row)]
    left = 100 - bag - lid
    for seat, row, column in cells[:left]:
        cell = boards[seat]["wall"][row]
        boards[seat]["wall"][row] = cell[:column] + PATTERN.split()[row][column] + cell[column + 1 :]
    for seat, row in spaces[: max(0, left - len(cells))]:
        boards[seat]["lines"][row] += PATTERN.split()[row][4]
    whole = position(boards=boards)
    rest = [letter for letter, count in whole["bag"].items() for _ in range(count)]
    assert len(rest) == bag + lid
    whole["bag"], whole["lid"] = counts(rest[:bag], False), counts(rest[bag:], False)
    return whole


def _end_check(scenario: Scenario) -> None:
    _check({"game_over": _walls(scenario).over}, scenario["expected"])


def _dead_check(scenario: Scenario) -> None:
    game = _walls(scenario)
    complete = any("." not in row for wall in scenario["position"]["walls"] for row in wall)
    found = {"dead": game.ending == "stalemate", "any_row_complete": complete, "game_over": game.over}
    _check(found, scenario["expected"])


def _final_scoring(scenario: Scenario) -> None:
    """The round cap ends the game also where no row is complete (A46b)."""
    game = _walls(scenario, max_rounds=1)
    seats = len(scenario["position"]["walls"])
    bonuses = [seat["bonuses"] for seat in game.breakdown()[:seats]]
    _check(
        {
            "rows": [bonus["rows"] / 2 for bonus in bonuses],
            "columns": [bonus["columns"] / 7 for bonus in bonuses],
            "colours": [bonus["colours"] / 10 for bonus in bonuses],
            "bonus": [sum(bonus.values()) for bonus in bonuses],
            "totals": game.scores()[:seats],
            "winners": game.winners(),
        },
        scenario["expected"],
    )


ACTIONS: dict[str, Callable[[Scenario], None]] = {
    "setup": _setup,
    "wall_pattern": _wall_pattern,
    "floor_penalty_table": _floor_penalty_table,
    "legal_destinations": _legal_destinations,
    "draft_options": _draft_options,
    "take": _take,
    "wall_tiling": _wall_tiling,
    "legal_cells": _legal_cells,
    "refill": _refill,
    "end_check": _end_check,
    "dead_check": _dead_check,
    "final_scoring": _final_scoring,
}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[one["id"] for one in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    assert scenario["game"] == "azul"
    assert scenario["expected"], "a scenario that expects nothing tests nothing"
    ACTIONS[scenario["action"]["type"]](scenario)  # an unknown kind of action is an error


def test_all_scenarios_are_there() -> None:
    assert len(SCENARIOS) == 46
    assert len({one["id"] for one in SCENARIOS}) == 46
    assert {one["action"]["type"] for one in SCENARIOS} == set(ACTIONS)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[one["id"] for one in SCENARIOS])
def test_a_scenario_with_another_outcome_would_fail(scenario: Scenario) -> None:
    """Every expected value is really compared: spoil one at a time."""
    for key, value in scenario["expected"].items():
        spoilt = {**scenario, "expected": {**scenario["expected"], key: _other(value)}}
        with pytest.raises((AssertionError, ValueError, IndexError, KeyError, TypeError)):
            test_scenario(spoilt)
    with pytest.raises(AssertionError, match="does not read"):
        test_scenario({**scenario, "expected": {**scenario["expected"], "weather": 1}})


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "B"
    if isinstance(value, dict):
        return {key: _other(one) for key, one in value.items()}
    return [*value[:-1], _other(value[-1])] if value else [[1, 1, 1]]
