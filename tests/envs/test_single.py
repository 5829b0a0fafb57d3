"""A batch is nothing but single games side by side: the same positions, moves, points and winners."""

from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.core.match import Match
from azulejos.core.rules import Rules
from azulejos.envs import VectorEnv, vector
from azulejos.envs.stepping import LUCK
from tests.envs.playing import Array, choose
from tests.games import CASES, Game, Options, case_name

every_variant = pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)


def matches(env: VectorEnv) -> list[Match]:
    """The single games that the batch plays."""
    return [_match(env, row) for row in range(env.num_envs)]


def _match(env: VectorEnv, row: int) -> Match:
    options: Any = env.rules.options.as_dict()
    return az.new(env.rules.game, seed=int(env.seeds()[row]), **options)


def check_games(env: VectorEnv, games: int) -> None:
    """Play so many games with random moves, every one of them once more as a match."""
    luck, told, twins, over = np.random.default_rng(5), env.reset(), matches(env), 0
    while over < games:
        for row, twin in enumerate(twins):
            assert env.position(row) == twin.position()
            assert told.seats[row] == twin.turn
            assert np.flatnonzero(told.masks[row]).tolist() == sorted(twin.rules.actions(twin.state))
        actions = choose(told.masks, luck)
        told, before = env.step(actions), [twin.scores() for twin in twins]
        for row, twin in enumerate(twins):
            twin.play_action(int(actions[row]))
            assert told.scores[row].tolist() == twin.scores()
            assert told.done[row] == twin.over
            assert told.moves[row] == sum(action is not None for action in twin.actions)
            assert told.rewards[row] == pytest.approx(reward(env.reward, twin, before[row]))
            if twin.over:
                over += 1
                check_end(env.rules, env.finals()[row], twin)
                twins[row] = _match(env, row)


def check_end(rules: Rules, final: Array, twin: Match) -> None:
    """The last state of a game is the match's."""
    state = final.tolist()[:-LUCK]
    assert rules.position(state) == twin.position()
    assert rules.winners(state) == twin.winners()


def reward(scheme: str, match: Match, before: list[int]) -> list[float]:
    """What a step brought every seat, told from the match after it and the points before it."""
    after, winners = match.scores(), match.winners()
    if scheme == "score":
        return [float(a - b) for a, b in zip(after, before, strict=True)]
    if scheme == "margin":
        return [float(lead(after, seat) - lead(before, seat)) for seat in range(len(after))]
    assert scheme == "win"
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(after))]


def lead(points: list[int], seat: int) -> int:
    return points[seat] - max(points[:seat] + points[seat + 1 :])


@every_variant
def test_every_game_of_a_batch_is_a_match(game: Game, options: Options) -> None:
    check_games(vector(game.name, 4, seed=3, reward="win", **options), games=8)


@pytest.mark.parametrize("scheme", ["score", "margin"])
@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_points_are_rewarded_when_they_come(game: str, scheme: str) -> None:
    check_games(vector(game, 3, seed=4, reward=scheme, players=3), games=3)


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "wall": "grey", "jokers": True}])
def test_plain_kernels_play_matches_too(options: Options) -> None:
    check_games(vector("azul", 2, seed=6, compiled=False, **options), games=2)


@every_variant
def test_plain_and_compiled_tell_the_same(game: Game, options: Options) -> None:
    luck = np.random.default_rng(1)
    slow, fast = (vector(game.name, 2, seed=9, reward="rank", compiled=c, **options) for c in (False, True))
    one, other = slow.reset(), fast.reset()
    for _ in range(60):
        for mine, theirs in zip(one, other, strict=True):
            assert mine.dtype == theirs.dtype
            np.testing.assert_array_equal(mine, theirs)
        np.testing.assert_array_equal(slow.states(), fast.states())
        np.testing.assert_array_equal(slow.sample(), fast.sample())
        actions = choose(one.masks, luck)
        one, other = slow.step(actions), fast.step(actions)


def test_a_rank_is_one_for_the_first_and_nothing_for_the_last_and_shared_where_level() -> None:
    luck, env = np.random.default_rng(2), vector("pavilion", 64, seed=1, reward="rank", players=4)
    told, ended = env.reset(), 0
    while ended < 40:
        told = env.step(choose(told.masks, luck))
        for row in np.flatnonzero(told.done):
            points, ended = told.scores[row].tolist(), ended + 1
            behind = [sum(p < own for p in points) + (points.count(own) - 1) / 2 for own in points]
            assert told.rewards[row] == pytest.approx([n / 3 for n in behind])
        assert not told.rewards[~told.done].any()
