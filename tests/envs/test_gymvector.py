"""Gymnasium's side of a batch: the same games as `versus` and `vector`, with what Gymnasium calls things."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import azulejos.envs.single  # noqa: F401  (which makes the names known to Gymnasium)
from azulejos.envs import vector
from azulejos.envs.gymvector import GymVectorEnv
from azulejos.envs.versus import versus
from tests.envs.playing import choose

both_games = pytest.mark.parametrize("game", ["azul", "pavilion"])


def tables(**wishes: Any) -> GymVectorEnv:
    return GymVectorEnv(**{"num_envs": 3, "opponents": "random", "compiled": False, **wishes})


@pytest.mark.parametrize("name", ["Azul", "Pavilion"])
def test_gymnasium_makes_it_by_name(name: str) -> None:
    mode = "vector_entry_point"
    env = gymnasium.make_vec(f"azulejos/{name}-v0", 64, vectorization_mode=mode, compiled=False)
    assert isinstance(env.unwrapped, GymVectorEnv)
    assert env.unwrapped.games.rules.game == name.lower()
    assert env.unwrapped.games.opponents == ("greedy",)  # type: ignore[attr-defined]
    assert env.num_envs == 64
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


@pytest.mark.parametrize("layout", ["flat", "dict"])
@both_games
def test_it_tells_what_versus_tells(game: str, layout: str) -> None:
    env = tables(game=game, reward="margin", layout=layout)
    twin = versus(game, 3, seed=7, opponents="random", reward="margin", compiled=False)
    luck, ended = np.random.default_rng(1), 0
    (seen, infos), told = env.reset(seed=7), twin.reset()
    seats = told.seats
    while ended < 4:
        assert seen in env.observation_space
        flat = seen if layout == "flat" else np.concatenate([v.reshape(3, -1) for v in seen.values()], axis=1)
        np.testing.assert_array_equal(flat, told.observations)
        np.testing.assert_array_equal(infos["action_mask"], told.masks)
        np.testing.assert_array_equal(env.action_masks(), told.masks == 1)
        np.testing.assert_array_equal(infos["seat"], told.seats)
        actions = choose(told.masks, luck)
        assert actions in env.action_space
        told = twin.step(actions)
        seen, rewards, over, cut, infos = env.step(actions)
        np.testing.assert_array_equal(rewards, told.rewards)
        np.testing.assert_array_equal(over, told.done)
        assert not cut.any()
        assert ("final_obs" in infos) == over.any()
        for row in np.flatnonzero(over):
            ended += 1
            check_final(env, infos, int(row), told.scores[row].tolist())
            assert infos["final_info"]["wins"][row] == told.wins[row]
            assert infos["final_info"]["seat"][row] == seats[row]
        seats = told.seats


def check_final(env: GymVectorEnv, infos: dict[str, Any], row: int, points: list[int]) -> None:
    """The last look at a game is from the learner's chair, and shows how it ended."""
    last, final = infos["final_obs"][row], infos["final_info"]
    assert infos["_final_obs"][row]
    assert infos["_final_info"][row]
    assert last in env.single_observation_space
    fields = last if env.layout == "dict" else env.games.split(last)
    assert [int(fields[f"board{k}.score"][0]) for k in range(2)] == points
    assert final["scores"][row].tolist() == points
    assert final["_scores"][row]


def test_games_that_go_on_have_no_final_look() -> None:
    env = tables(num_envs=8, max_rounds=2)
    infos, luck = env.reset(seed=2)[1], np.random.default_rng(5)
    while "final_obs" not in infos or infos["_final_obs"].all():
        _, _, over, _, infos = env.step(choose(infos["action_mask"], luck))
    assert [look is not None for look in infos["final_obs"]] == over.tolist()
    np.testing.assert_array_equal(infos["final_info"]["_wins"], over)


@both_games
def test_without_opponents_the_reward_is_that_of_the_seat_that_acted(game: str) -> None:
    env = tables(game=game, opponents=None, reward="score", players=3)
    twin = vector(game, 3, seed=4, reward="score", compiled=False, players=3)
    luck, told = np.random.default_rng(1), twin.reset()
    _, infos = env.reset(seed=4)
    for _ in range(120):
        np.testing.assert_array_equal(infos["seat"], told.seats)
        acted, actions = told.seats, choose(told.masks, luck)
        told = twin.step(actions)
        _, rewards, over, _, infos = env.step(actions)
        assert rewards.tolist() == [told.rewards[row, acted[row]] for row in range(3)]
        np.testing.assert_array_equal(infos["rewards"], told.rewards)
        for row in np.flatnonzero(over):
            last = env.games.split(infos["final_obs"][row])
            order = np.roll(told.scores[row], -acted[row])
            assert [last[f"board{k}.score"][0] for k in range(3)] == order.tolist()


def test_plain_and_compiled_tell_the_same() -> None:
    slow, fast = (tables(compiled=compiled, opponents="greedy") for compiled in (False, True))
    infos, luck = slow.reset(seed=3)[1], np.random.default_rng(1)
    fast.reset(seed=3)
    ended = 0
    while ended < 3:
        actions = choose(infos["action_mask"], luck)
        one, other = slow.step(actions), fast.step(actions)
        for mine, theirs in zip(one[:4], other[:4], strict=True):
            assert mine.dtype == theirs.dtype
            np.testing.assert_array_equal(mine, theirs)
        infos = one[4]
        for row in np.flatnonzero(one[2]):
            ended += 1
            np.testing.assert_array_equal(infos["final_obs"][row], other[4]["final_obs"][row])


def test_a_caller_may_write_into_what_it_was_told() -> None:
    env, twin = (tables(num_envs=8, opponents=None, reward="score", max_rounds=2) for _ in range(2))
    infos, same = env.reset(seed=1)[1], twin.reset(seed=1)[1]
    luck, told = np.random.default_rng(3), 0
    for _ in range(30):
        infos["seat"][:] = 1 - infos["seat"]
        infos["action_mask"][:] = 0
        np.testing.assert_array_equal(env.action_masks(), same["action_mask"] == 1)
        actions = choose(same["action_mask"], luck)
        (_, mine, _, _, infos), (_, theirs, _, _, same) = env.step(actions), twin.step(actions)
        np.testing.assert_array_equal(mine, theirs)
        told += int(np.count_nonzero(same["rewards"][:, 0] != same["rewards"][:, 1]))
    assert told  # or a wrong seat could not be noticed


def test_gymnasiums_own_statistics_add_up() -> None:
    env = RecordEpisodeStatistics(tables(num_envs=4, reward="margin", max_rounds=2))
    _, infos = env.reset(seed=1)
    luck, checked = np.random.default_rng(2), 0
    while checked < 6:
        _, _, over, _, infos = env.step(choose(infos["action_mask"], luck))
        for row in np.flatnonzero(over):
            points = infos["final_info"]["scores"][row]
            assert infos["episode"]["r"][row] == points[0] - points[1]
            checked += 1


def test_a_seed_decides_everything_and_the_next_games_are_others() -> None:
    env, other = tables(), tables()
    first, again = env.reset(seed=5)[0], env.reset()[0]
    np.testing.assert_array_equal(other.reset(seed=5)[0], first)
    np.testing.assert_array_equal(other.reset()[0], again)
    assert (first != again).any()
    assert (tables().reset()[0] != tables().reset()[0]).any()  # without any seed it is drawn


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_and_a_pickle_go_on_alike(copied: Any) -> None:
    env, luck, ended = tables(max_rounds=1, layout="dict"), np.random.default_rng(1), 0
    infos = env.reset(seed=3)[1]
    twin = copied(env)
    while ended < 3:
        actions = choose(infos["action_mask"], luck)
        (_, mine, over, _, infos), (_, theirs, _, _, same) = env.step(actions), twin.step(actions)
        np.testing.assert_array_equal(mine, theirs)
        np.testing.assert_array_equal(infos["action_mask"], same["action_mask"])
        ended += int(over.sum())


def test_an_illegal_action_loses_or_is_refused() -> None:
    env = tables()
    infos = env.reset(seed=1)[1]
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = infos["action_mask"][1].argmin()
    _, rewards, over, _, infos = env.step(actions)
    assert over.tolist() == infos["final_info"]["illegal"].tolist() == [False, True, False]
    assert rewards[1] == 0
    env = tables(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"env 1: action .* is illegal"):
        env.step(actions)


def test_nothing_is_played_before_reset() -> None:
    for ask in (lambda: tables().step(np.zeros(3, np.int64)), lambda: tables().action_masks()):
        with pytest.raises(ResetNeeded, match="before reset"):
            ask()


@pytest.mark.parametrize(
    ("wishes", "error", "text"),
    [
        ({"opponents": None, "seat": 1}, ValueError, "seat is 1, expected None: without opponents"),
        ({"opponents": "master"}, ValueError, "opponents is 'master', expected one of random, greedy"),
        ({"render_mode": "ansi"}, ValueError, "render_mode is 'ansi', expected None"),
        ({"layout": "grid"}, ValueError, "layout is 'grid', expected one of flat, dict"),
        ({"num_envs": 0}, ValueError, "num_envs is 0"),
        ({"seed": 3}, TypeError, r"seed is no setting .* expected reset\(seed=...\)"),
        ({"observations": False}, TypeError, "observations is no setting .* always there"),
        ({"players": 9}, ValueError, "option players is 9"),
    ],
)
def test_a_wish_that_cannot_be(wishes: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        tables(**wishes)


def test_a_reset_takes_a_seed_and_nothing_else() -> None:
    with pytest.raises(ValueError, match="options is"):
        tables().reset(options={"seat": 1})
    with pytest.raises(TypeError, match="seed is"):
        tables().reset(seed=[1, 2, 3])  # type: ignore[arg-type]
