"""Rewards at the end of a game, counted by hand: ties, the tie-break, who lost by an illegal action."""

from typing import Any

import pytest

import azulejos as az
from azulejos.azul.fields import SCORE, WALL
from azulejos.core.jit import Bound
from azulejos.core.layout import ENDED, PHASE
from azulejos.envs import stepping
from azulejos.envs.azul import kernels
from azulejos.envs.stepping import REWARDS

ROW = 0b11111


def rewards(scheme: str, points: list[int], walls: list[int], loser: int = stepping.NO_ONE) -> list[float]:
    """What a finished game is worth to every seat."""
    plain: Any = Bound(stepping, kernels, False)
    s = az.rules("azul", compiled=False, players=len(points)).start(0)
    s[PHASE] = ENDED
    for seat, (score, wall) in enumerate(zip(points, walls, strict=True)):
        s[SCORE + seat], s[WALL + seat] = score, wall
    return [plain.worth(s, seat, REWARDS.index(scheme), loser) for seat in range(len(points))]


@pytest.mark.parametrize(
    ("scheme", "points", "walls", "expected"),
    [
        ("win", [30, 20], [0, 0], [1, 0]),
        ("win", [20, 20], [0, 0], [1 / 2, 1 / 2]),
        ("win", [20, 20], [0, ROW], [0, 1]),  # A45: more complete rows
        ("win", [20, 20, 20], [ROW, 0, ROW], [1 / 2, 0, 1 / 2]),
        ("rank", [30, 20], [0, 0], [1, 0]),
        ("rank", [20, 20], [0, 0], [1 / 2, 1 / 2]),
        ("rank", [5, 30, 20], [0, 0, 0], [0, 1, 1 / 2]),
        ("rank", [30, 9, 9, 1], [0, 0, 0, 0], [1, 1 / 2, 1 / 2, 0]),
        ("rank", [30, 9, 9, 1], [0, 0, ROW, 0], [1, 1 / 3, 2 / 3, 0]),
        ("margin", [30, 20, 25], [0, 0, 0], [5, -10, -5]),
        ("score", [30, 20, 25], [0, 0, 0], [30, 20, 25]),
    ],
)
def test_a_finished_game(scheme: str, points: list[int], walls: list[int], expected: list[float]) -> None:
    assert rewards(scheme, points, walls) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("scheme", "points", "expected"),
    [
        ("win", [30, 0, 0], [0, 1 / 2, 1 / 2]),  # behind even those without a point
        ("rank", [30, 4, 5], [0, 1 / 2, 1]),
        ("margin", [30, 4, 5], [-5, -1, 1]),
        ("score", [30, 4, 5], [0, 4, 5]),
    ],
)
def test_seat_0_lost_by_an_illegal_action(scheme: str, points: list[int], expected: list[float]) -> None:
    assert rewards(scheme, points, [ROW, 0, 0], loser=0) == pytest.approx(expected)
