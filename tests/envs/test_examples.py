"""The two examples that learn really do, on a tiny budget; what they count with was counted by hand."""

import doctest
import importlib
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from azulejos.envs import vector
from azulejos.envs.versus import versus

torch = pytest.importorskip("torch")

DOCS = Path(__file__).parents[2] / "docs"
OPTIONS: dict[str, Any] = {"players": 2, "max_rounds": 10}


@pytest.fixture(scope="module", autouse=True)
def _one_thread_and_the_examples_folder() -> Iterator[None]:
    """A script's own folder is where it finds the files beside it; small nets are best with one thread."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS / "examples")
        yield
    torch.set_num_threads(threads)


@pytest.fixture
def ppo() -> Any:
    return importlib.import_module("ppo")


@pytest.fixture
def selfplay() -> Any:
    return importlib.import_module("selfplay")


@pytest.fixture
def measure() -> Any:
    return importlib.import_module("measuring").measure


# --- they learn -----------------------------------------------------------------------------------------
# Measured with seeds 1 to 3: docs/training.md has the figures. Limits leave five standard errors.


def test_ppo_learns_against_greedy(ppo: Any, measure: Any) -> None:
    torch.manual_seed(1)
    env = versus("azul", ppo.GAMES, 1, "greedy", reward="margin", **OPTIONS)
    player = ppo.Player(env)
    before = measure(player, "azul", "greedy")
    ppo.train(player, env, ppo.collect, most=30)
    after = measure(player, "azul", "greedy")
    assert before.margin < -55
    assert after.margin > -52
    assert after.points > before.points + 8


def test_selfplay_learns_to_beat_random_players(ppo: Any, selfplay: Any, measure: Any) -> None:
    torch.manual_seed(1)
    env = vector("azul", ppo.GAMES, 1, "margin", **OPTIONS)
    player = ppo.Player(env)
    before = measure(player, "azul", "random")
    ppo.train(player, env, selfplay.collect, most=8)
    after = measure(player, "azul", "random")
    assert before.wins < 0.5
    assert after.wins > 0.9
    assert after.margin > 10


# --- what they count with -------------------------------------------------------------------------------


def test_an_advantage_adds_up_what_came_until_the_game_ended(ppo: Any, monkeypatch: Any) -> None:
    """One game ends with the second step; a value of 0.5 everywhere, half of each later surprise counts."""
    monkeypatch.setattr(ppo, "STEPS", 3)
    monkeypatch.setattr(ppo, "LAMBDA", 0.5)
    rewards, done = iter([20.0, 40.0, 0.0]), iter([False, True, False])
    told = SimpleNamespace()
    env = SimpleNamespace(
        num_envs=1,
        step=lambda _: SimpleNamespace(
            rewards=np.array([next(rewards)], np.float32), done=np.array([next(done)])
        ),
    )
    row = torch.zeros(1, 4), torch.ones(1, 2), torch.zeros(1, dtype=torch.int64), torch.zeros(1)
    player = SimpleNamespace(explore=lambda _: (*row, torch.full((1,), 0.5)))
    past, _ = ppo.collect(player, env, told)
    # the third: 0 + 0.5 - 0.5; the second: 2 - 0.5 and no more; the first: 1 + 0.5 - 0.5 + 1.5 / 2
    assert past.advantages.tolist() == [1.75, 1.5, 0.0]


def test_what_a_seat_gets_is_credited_to_its_own_last_decision(selfplay: Any, monkeypatch: Any) -> None:
    """Seat 1 decides twice in a row; seat 0 gets 3 by a move of seat 1, and loses 1 when the game ends."""
    monkeypatch.setattr(selfplay, "LAMBDA", 1.0)
    seats = np.array([[0], [1], [1], [0], [1], [0]])  # the last two: the next game
    rewards = np.array([[[1, 0]], [[3, -3]], [[0, 5]], [[-1, 1]], [[9, 7]]], np.float32)
    done = np.array([[False], [False], [False], [True], [False]])
    values = np.array([[0], [0], [0], [0], [0], [4]], np.float32)
    gains, known = selfplay.credit(seats, rewards, done, values)
    assert gains[:, 0].tolist() == [
        3,
        3,
        6,
        -1,
        0,
    ]  # seat 0: 1 + 3 - 1, then -1; seat 1: -3 + 5 + 1, then 5 + 1
    assert known[:, 0].tolist() == [True, True, True, True, False]  # seat 1 does not decide again


def test_after_the_end_of_a_game_every_decision_has_its_credit(selfplay: Any) -> None:
    seats, done = np.array([[0], [1], [1]]), np.array([[False], [True]])
    rewards = np.array([[[1, -1]], [[2, -2]]], np.float32)
    gains, known = selfplay.credit(seats, rewards, done, np.zeros((3, 1), np.float32))
    assert gains[:, 0].tolist() == [3, -2]
    assert known.all()  # although seat 0 does not decide again


def test_nothing_of_the_next_game_is_credited_to_this_one(selfplay: Any) -> None:
    seats, done = np.array([[0], [0], [0]]), np.array([[True], [False]])
    rewards = np.array([[[1, -1]], [[5, -5]]], np.float32)
    gains, _ = selfplay.credit(seats, rewards, done, np.zeros((3, 1), np.float32))
    assert gains[:, 0].tolist() == [1, 5]


def test_the_value_of_a_seats_next_decision_is_what_follows(selfplay: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(selfplay, "LAMBDA", 0.0)
    seats, done = np.array([[0], [1], [0]]), np.array([[False], [False]])
    rewards = np.array([[[0, 0]], [[2, -2]]], np.float32)
    values = np.array([[10], [100], [30]], np.float32)
    gains, known = selfplay.credit(seats, rewards, done, values)
    assert gains[0, 0] == 2 + 30 - 10
    assert known[:, 0].tolist() == [True, False]


def test_a_forbidden_action_has_no_chance(ppo: Any) -> None:
    env = vector("azul", 8, 0, "margin", compiled=False, **OPTIONS)
    player, told = ppo.Player(env), env.reset()
    player.net[-1].bias.data[:-1] = torch.where(torch.from_numpy(told.masks[0]) == 1, -50.0, 50.0)
    logits, values = player.look(torch.from_numpy(told.observations), torch.from_numpy(told.masks))
    chances = logits.softmax(1).detach().numpy()
    assert chances[told.masks == 0].max() == 0
    assert chances[0].sum() == pytest.approx(1)
    assert values.shape == (8,)


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_net_sees_numbers_of_about_one(ppo: Any, game: str) -> None:
    env = vector(game, 4, 0, compiled=False)
    seen = env.reset().observations / ppo.Player(env).most.numpy()
    assert 0.3 < seen.max() <= 1


def test_a_saved_net_plays_as_before(ppo: Any, tmp_path: Path) -> None:
    env = vector("azul", 8, 0, compiled=False, **OPTIONS)
    first, second, told = ppo.Player(env), ppo.Player(env), env.reset()
    first.save(tmp_path / "net.pt")
    assert (first.best(told) != second.best(told)).any()
    second.load(tmp_path / "net.pt")
    assert (first.best(told) == second.best(told)).all()


@pytest.mark.parametrize("name", ["ppo", "selfplay"])
def test_the_scripts_tell_how_it_goes_and_save_the_net(
    name: str, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    file = tmp_path / "net.pt"
    monkeypatch.setattr(sys, "argv", [name, "--updates", "1", "--every", "1", "--save", str(file)])
    runpy.run_path(str(DOCS / "examples" / f"{name}.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("update    1,")
    assert [line.split(":")[0].strip() for line in lines[1:-1]] == [
        "against random", "before", "after", "against greedy", "before", "after",
    ]  # fmt: skip
    assert file.stat().st_size > 100_000


def test_the_examples_of_the_tutorial_give_what_they_say() -> None:
    failed, tried = doctest.testfile(str(DOCS / "training.md"), module_relative=False)
    assert tried >= 10
    assert failed == 0
