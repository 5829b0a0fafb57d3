"""The engine counts as many ways to go on as the slow reference did."""

from pathlib import Path

import pytest

import azulejos as az
from azulejos.core.rules import Rules, State
from tests.games import GAMES

LINES = [
    line for game in GAMES for line in (Path(__file__).parent / f"{game.name}.txt").read_text().splitlines()
]


def count(rules: Rules, state: State, depth: int) -> int:
    if depth == 0 or rules.decider(state) < 0:
        return 1
    total = 0
    for action in rules.actions(state):
        after = rules.copy(state)
        rules.play(after, action)
        total += count(rules, after, depth - 1)
    return total


@pytest.mark.parametrize("line", LINES, ids=[line.split()[0][:40] for line in LINES])
def test_as_many_ways_to_go_on_as_the_reference_counted(line: str) -> None:
    code, *counts = line.split()
    match = az.load(code)
    for entry in counts:
        depth, expected = map(int, entry.split(":"))
        assert count(match.rules, match.state, depth) == expected


def test_every_variant_has_its_counts() -> None:
    codes = [line.split()[0].split("_") for line in LINES]
    assert {(code[0], code[1]) for code in codes} == {
        *(("azul", f"{players}{wall}{jokers}") for players in "234" for wall in "cg" for jokers in ("", "j")),
        *(("pavilion", f"{players}{side}") for players in "234" for side in "cg"),
    }
