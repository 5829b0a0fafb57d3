"""Seeds, states and clones: the same seed the same games, and any moment can be gone back to."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from azulejos.envs import Batch, VectorEnv, vector, versus


def play(env: VectorEnv, steps: int) -> list[Batch]:
    """What the next steps with the environment's own random actions tell."""
    return [env.step(env.sample()) for _ in range(steps)]


def check_equal(some: list[Batch], others: list[Batch]) -> None:
    for one, other in zip(some, others, strict=True):
        for mine, theirs in zip(one, other, strict=True):
            np.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_seed_gives_the_same_games_again_and_another_others(game: str) -> None:
    env = vector(game, 5, seed=1)
    first = [env.reset(), *play(env, 200)]
    check_equal(first, [env.reset(seed=1), *play(env, 200)])
    fresh = vector(game, 5, seed=1)
    check_equal(first, [fresh.reset(), *play(fresh, 200)])
    assert (env.reset(seed=2).observations != first[0].observations).any()


def test_a_row_plays_the_same_games_in_any_batch() -> None:
    few, many = vector("azul", 2, seed=1), vector("azul", 9, seed=1)
    few.reset(), many.reset()
    np.testing.assert_array_equal(few.seeds(), many.seeds()[:2])
    assert len(set(many.seeds().tolist())) == 9


def test_a_reset_without_a_seed_goes_on_with_other_games() -> None:
    env = vector("azul", 2, seed=1, compiled=False)
    env.reset()
    seeds = env.seeds().tolist()
    env.reset()
    assert not set(seeds) & set(env.seeds().tolist())


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_states_bring_a_moment_back(game: str, compiled: bool) -> None:
    env, other = (vector(game, 3, seed=seed, reward="score", compiled=compiled) for seed in (1, 1))
    env.reset()
    play(env, 40)
    states, actions = env.states(), env.sample()
    after = env.step(actions)
    told = env.set_states(states)
    assert not told.rewards.any()
    assert not told.done.any()
    np.testing.assert_array_equal(env.states(), states)
    check_equal([env.step(actions)], [after])
    other.set_states(states)  # which has never been reset
    check_equal([other.step(actions)], [after])


@pytest.mark.parametrize("compiled", [False, True])
def test_a_clone_goes_on_alike_and_apart(compiled: bool) -> None:
    env = vector("azul", 3, seed=1, compiled=compiled)
    env.reset()
    play(env, 30)
    twin, states = env.clone(), env.states()
    first = play(twin, 60)
    np.testing.assert_array_equal(env.states(), states)
    check_equal(play(env, 60), first)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("make", [vector, versus])
def test_a_copy_and_a_pickle_go_on_alike_and_apart(make: Any, copied: Any) -> None:
    for shared in (True, False):
        env = make("azul", 3, seed=1, max_rounds=2, compiled=False, copy=shared)
        fresh = copied(env)
        check_equal([env.reset()], [fresh.reset()])
        play(env, 9)
        twin, states = copied(env), env.states()
        first = [Batch(*map(np.copy, told[:8])) for told in play(twin, 30)]
        np.testing.assert_array_equal(env.states(), states)
        check_equal([Batch(*map(np.copy, told[:8])) for told in play(env, 30)], first)
        np.testing.assert_array_equal(env.finals(), twin.finals())


def test_states_of_other_options_or_with_a_change_are_refused() -> None:
    env, other = vector("azul", 2, seed=1, compiled=False), vector("azul", 2, wall="grey", compiled=False)
    env.reset(), other.reset()
    with pytest.raises(ValueError, match=r"row 0 is not as states\(\) gave it for azul"):
        env.set_states(other.states())
    changed = env.states()
    changed[1, 0] += 1
    with pytest.raises(ValueError, match="row 1 is not as"):
        env.set_states(changed)
    with pytest.raises(ValueError, match=r"states have shape \(1, 77\), expected \(2, 77\)"):
        env.set_states(changed[:1])
    with pytest.raises(TypeError, match="states are of type float64"):
        env.set_states(changed.astype(float))


@pytest.mark.parametrize("versus_others", [False, True])
def test_a_game_that_was_gone_back_to_ends_in_the_same_last_state(versus_others: bool) -> None:
    make = versus if versus_others else vector
    env, other = (make("azul", 2, seed=1, max_rounds=1, compiled=False) for _ in range(2))
    env.reset()
    other.set_states(env.states())
    done = np.zeros(2, np.bool_)
    while not done.all():
        actions = env.sample()
        done |= env.step(actions).done
        other.step(actions)
    np.testing.assert_array_equal(other.finals(), env.finals())


def test_without_copies_arrays_are_the_environments_own() -> None:
    env = vector("azul", 2, copy=False, compiled=False)
    told = env.reset()
    assert env.step(env.sample()).masks is told.masks
    with pytest.raises(ValueError, match="read-only"):
        told.masks[0, 0] = 1
    kept = vector("azul", 2, compiled=False)
    first = kept.reset()
    assert kept.step(kept.sample()).masks is not first.masks


@pytest.mark.parametrize("compiled", [False, True])
def test_with_another_seed_no_game_has_ended_yet(compiled: bool) -> None:
    env = vector("azul", 3, seed=1, illegal="lose", compiled=compiled)
    env.reset()
    env.step(np.array([-1, -1, -1]))
    assert env.finals().any()
    env.reset()
    assert env.finals().any()
    env.reset(seed=2)
    assert not env.finals().any()
