"""What an environment refuses, and how it says so; and what an illegal action costs where it is let pass."""

from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.envs import vector


def plain(**wishes: Any) -> Any:
    return vector(**{"game": "azul", "num_envs": 3, "compiled": False, **wishes})


@pytest.mark.parametrize(
    ("wishes", "error", "text"),
    [
        ({"game": "chess"}, ValueError, "game is 'chess', expected 'azul' or 'pavilion'"),
        ({"num_envs": 0}, ValueError, "num_envs is 0, expected from 1 to"),
        ({"num_envs": 2.0}, TypeError, "num_envs is 2.0, expected a whole number"),
        ({"seed": "1"}, TypeError, "seed is '1', expected a whole number"),
        ({"seed": True}, TypeError, "seed is True"),
        ({"seed": None}, TypeError, "seed is None"),
        ({"seed": -1}, ValueError, "seed is -1"),
        ({"reward": "wins"}, ValueError, "reward is 'wins', expected one of win, rank, margin, score"),
        ({"reward": 1}, TypeError, "reward is 1, expected one of win, rank, margin, score"),
        ({"illegal": "ignore"}, ValueError, "illegal is 'ignore', expected one of raise, lose"),
        ({"observations": 1}, TypeError, "observations is 1, expected True or False"),
        ({"players": 5}, ValueError, "option players is 5"),
        ({"colour": "red"}, ValueError, "colour"),
    ],
)
def test_a_wish_that_cannot_be(wishes: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        plain(**wishes)


def test_nothing_is_done_before_reset() -> None:
    env = plain()
    for ask in (lambda: env.step([0, 0, 0]), env.sample, env.states, env.seeds, lambda: env.position(0)):
        with pytest.raises(ValueError, match=r"before reset: call reset\(\) first"):
            ask()


@pytest.mark.parametrize(
    ("actions", "error", "text"),
    [
        ([0, 0], ValueError, r"actions have shape \(2,\), expected \(3,\)"),
        ([[0], [0], [0]], ValueError, r"actions have shape \(3, 1\)"),
        ([[0], [0, 1]], ValueError, "has no shape"),
        (5, ValueError, r"actions have shape \(\)"),
        ([0.0, 1.0, 2.0], TypeError, "actions are of type float64, expected whole numbers"),
        ([True, False, True], TypeError, "actions are of type bool"),
        (None, TypeError, "actions are of type object"),
        (["1B>1"] * 3, TypeError, "actions are of type <U4"),
    ],
)
def test_actions_of_a_wrong_kind(actions: object, error: type[Exception], text: str) -> None:
    env = plain()
    env.reset()
    with pytest.raises(error, match=text):
        env.step(actions)


@pytest.mark.parametrize("compiled", [False, True])
def test_an_illegal_action_is_named_and_changes_nothing(compiled: bool) -> None:
    env = plain(compiled=compiled)
    told = env.reset()
    states, actions = env.states(), env.sample()
    bad = int(np.flatnonzero(told.masks[1] == 0)[0])
    text = env.action_text(bad, states[1])
    actions[1] = bad
    allowed = f"{told.masks[1].sum()} of its 360 actions are allowed"
    with pytest.raises(ValueError, match=r"env 1: action .* is illegal") as refused:
        env.step(actions)
    assert str(refused.value) == f"env 1: action {bad} ({text}) is illegal: its mask is 0 there; {allowed}"
    np.testing.assert_array_equal(env.states(), states)
    for outside in (-1, 360, 10**12):
        actions[1] = outside
        with pytest.raises(ValueError, match=f"env 1: there is no action {outside}, expected 0 to 359; "):
            env.step(actions)


@pytest.mark.parametrize(
    ("reward", "others"), [("win", 1.0), ("rank", 1.0), ("margin", None), ("score", 0.0)]
)
@pytest.mark.parametrize("compiled", [False, True])
def test_where_it_is_let_pass_it_loses_the_game(reward: str, others: float | None, compiled: bool) -> None:
    env = plain(illegal="lose", reward=reward, compiled=compiled)
    told = env.reset()
    for _ in range(30):
        told = env.step(env.sample())
    loser, points, moves = int(told.seats[2]), told.scores[2].tolist(), int(told.moves[2])
    actions = env.sample()
    actions[2] = -7
    told = env.step(actions)
    assert told.done.tolist() == [False, False, True]
    assert told.illegal.tolist() == [False, False, True]
    assert told.moves[2] == moves + 1
    assert told.scores[2, loser] == 0
    if others is None:
        others = float(points[loser])  # what the other now leads by more
    lost = {"win": 0, "rank": 0}.get(reward, -points[loser])
    assert told.rewards[2, loser] == lost
    assert told.rewards[2, 1 - loser] == others
    assert told.masks[2].any()  # the next game


def test_of_the_others_the_best_wins() -> None:
    env = plain(game="pavilion", illegal="lose", players=4, seed=3)
    told = env.reset()
    while len(set(told.scores[0].tolist())) < 4:
        told = env.step(env.sample())
    points, loser = told.scores[0].tolist(), int(told.seats[0])
    points[loser] = 0
    told = env.step([-1, *env.sample()[1:]])
    assert int(told.rewards[0].argmax()) == points.index(max(points))
    assert told.rewards[0].sum() == 1


@pytest.mark.parametrize("action", [-1, 360, 10**30])
def test_there_is_no_text_for_an_action_that_is_none(action: int) -> None:
    with pytest.raises(ValueError, match=f"action is {action}, expected from 0 to 359"):
        plain().action_text(action)
    with pytest.raises(TypeError, match="action is '3'"):
        plain().action_text("3")


@pytest.mark.parametrize("word", [0, 3, -1, 10**18])
def test_there_is_no_text_for_a_state_that_is_none(word: int) -> None:
    env = plain()
    env.reset()
    with pytest.raises(ValueError, match=r"is not as states\(\) gave it for azul"):
        env.action_text(17, np.full_like(env.states()[0], word))  # a game of so many players would never end


def test_a_position_is_asked_for_by_a_number() -> None:
    env = plain()
    env.reset()
    with pytest.raises(ValueError, match="env is 3, expected from 0 to 2"):
        env.position(3)
    assert az.load(env.position(2)).position() == env.position(2)


def test_where_nothing_may_be_compiled_kernels_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJOS_JIT", "0")
    env = vector("azul", 2)
    assert not env.compiled
    env.reset()
    assert env.step(env.sample()).moves.tolist() == [1, 1]
