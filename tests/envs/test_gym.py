"""Gymnasium's side of one table: its own checks, bots that answer, rewards that add up, what is refused."""

import contextlib
import copy
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.spaces import flatten, flatten_space
from gymnasium.utils.env_checker import check_env

import azulejos as az
from azulejos.bots.bot import Budget, Choice
from azulejos.core.match import Match
from azulejos.core.record import DEAL
from azulejos.envs import single
from azulejos.envs.single import BoardGameEnv

both_games = pytest.mark.parametrize("game", ["azul", "pavilion"])


@contextlib.contextmanager
def no_bound_asked() -> Iterator[None]:
    """Gymnasium warns of a space without an upper bound; points and rounds have none in the rules."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*maximum value is infinity")
        yield


def table(**wishes: Any) -> BoardGameEnv:
    return BoardGameEnv(**{"opponents": "random", "compiled": False, **wishes})


def play(env: BoardGameEnv, luck: np.random.Generator, seed: int | None = None) -> Iterator[tuple[Any, ...]]:
    """A game of random allowed actions, step by step."""
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        told = env.step(luck.choice(np.flatnonzero(info["action_mask"])))
        _, _, over, _, info = told
        yield told


# --- Gymnasium's own checks -----------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["flat", "dict"])
@both_games
def test_gymnasiums_checker_is_content(game: str, layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # a window on no screen
    env = gymnasium.make(single.IDS[game], opponents="random", layout=layout, compiled=False)
    with no_bound_asked():
        check_env(env.unwrapped, skip_render_check=layout == "dict")


@both_games
def test_every_step_of_a_game_keeps_gymnasiums_promises(game: str) -> None:
    env = gymnasium.make(single.IDS[game], opponents="random", compiled=False)  # with its passive checker
    luck = np.random.default_rng(1)
    for seen, reward, over, cut, info in play(env, luck, seed=3):
        assert seen in env.observation_space
        assert isinstance(reward, float)
        assert over == (not info["action_mask"].any())
        assert not cut
        np.testing.assert_array_equal(env.unwrapped.action_masks(), info["action_mask"] == 1)
        assert env.unwrapped.action_masks().dtype == np.bool_


def test_registering_twice_is_harmless() -> None:
    single.register()
    assert {name for name in gymnasium.registry if "azulejos" in name} == set(single.IDS.values())


def test_gymnasium_can_run_several_side_by_side() -> None:
    env = gymnasium.make_vec(
        "azulejos/Azul-v0", num_envs=2, vectorization_mode="sync", opponents="random", compiled=False
    )
    seen, info = env.reset(seed=1)
    assert seen.shape == (2, 170)
    told = env.step(info["action_mask"].argmax(axis=1))
    assert told[1].tolist() == [0, 0]


# --- opponents ------------------------------------------------------------------------------------------


class Noting:
    """A bot that takes the first move there is and notes where it was asked."""

    def __init__(self) -> None:
        self.name, self.seats = "noting", set[int | None]()

    def choose(self, game: Match, budget: Budget | None = None, **_: Any) -> Choice:
        assert budget is None
        self.seats.add(game.turn)
        return Choice(game.moves()[0])


class Peeping:
    """A bot that plays the round on, to see the deal that comes, and leaves the game it was shown changed."""

    def __init__(self) -> None:
        self.name, self.foreseen = "peeping", list[str]()

    def choose(self, game: Match, budget: Budget | None = None, **_: Any) -> Choice:  # noqa: ARG002
        move, dealt = game.moves()[0], deals(game)
        while not game.over and deals(game) == dealt:
            game.play(game.moves()[0])
        self.foreseen += deals(game)[len(dealt) :]
        return Choice(move)


def deals(game: Match) -> list[str]:
    return [entry.text for entry in game.entries if entry.seat == DEAL]


@both_games
def test_no_opponent_sees_the_deals_to_come_or_changes_the_game(game: str) -> None:
    peeping = Peeping()
    env = table(game=game, opponents=peeping, seat=0)
    for _ in play(env, np.random.default_rng(2), seed=4):
        pass
    assert len(peeping.foreseen) > 10
    came = [deal for deal in deals(env.sitting.match)[1:] if len(deal) > 20]  # of whole rounds
    assert came
    assert not set(peeping.foreseen) & set(came)


@pytest.mark.parametrize("seat", [0, 1, 2])
@both_games
def test_opponents_sit_clockwise_from_the_learner(game: str, seat: int) -> None:
    first, second = Noting(), Noting()
    env = table(game=game, opponents=[first, second], seat=seat, players=3)
    for _ in play(env, np.random.default_rng(2)):
        pass
    assert first.seats == {(seat + 1) % 3}
    assert second.seats == {(seat + 2) % 3}
    mine = [entry for entry in env.sitting.match.entries if entry.seat == seat]
    assert mine
    assert env.sitting.match.over


def test_a_bot_of_the_roster_plays_on_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJOS_JIT", "0")  # a search of two moves is not worth compiling
    env = table(opponents=["apprentice@2", "greedy:noise=2"], players=3, max_rounds=1)
    *_, last = play(env, np.random.default_rng(2))
    assert last[2]
    assert env.sitting.match.ending is not None


def test_a_greedy_opponent_takes_one_of_the_greedy_bots_moves() -> None:
    env = table(opponents="greedy", seat=0, max_rounds=2)
    luck, checked = np.random.default_rng(4), 0
    for _ in play(env, luck, seed=5):
        pass
    match = env.sitting.match
    for ply, entry in enumerate(match.entries):
        if entry.seat == 1:
            before = match.at(ply)
            likes = {az.bot("greedy", seed=seed).choose(before).move for seed in range(40)}
            checked += 1
            assert entry.text in likes
    assert checked >= 6


# --- rewards and seats ----------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["win", "margin", "score"])
@both_games
def test_rewards_of_a_game_add_up(game: str, reward: str) -> None:
    env, luck, seats = table(game=game, reward=reward, players=3), np.random.default_rng(3), set()
    for n in range(6):
        steps = list(play(env, luck, seed=n))
        total, last = sum(step[1] for step in steps), steps[-1][4]
        match, seat = env.sitting.match, env.seat
        points, winners = match.scores(), match.winners()
        others = points[:seat] + points[seat + 1 :]
        wanted = {
            "win": 1 / len(winners) if seat in winners else 0,
            "margin": points[seat] - max(others),
            "score": points[seat] - (5 if game == "pavilion" else 0),
        }
        assert total == pytest.approx(wanted[reward])
        assert last["scores"].tolist() == points[seat:] + points[:seat]
        assert last["seat"] == seat
        seats.add(seat)
    assert len(seats) == 3


def test_a_seed_decides_everything_and_the_next_game_is_another_one() -> None:
    env = table(opponents="greedy", max_rounds=1)

    def course(seed: int | None) -> list[str]:
        for _ in play(env, np.random.default_rng(1), seed):
            pass
        return [str(entry) for entry in env.sitting.match.entries]

    first, second = course(7), course(None)
    assert first != second
    assert [course(7), course(None)] == [first, second]
    assert course(8) != first


def test_a_copy_and_a_pickle_go_on_alike() -> None:
    env = table(opponents="greedy", max_rounds=2)
    _, info = env.reset(seed=4)
    for copied in (copy.deepcopy, lambda own: pickle.loads(pickle.dumps(own))):
        twin, action = copied(env), info["action_mask"].argmax()
        mine, theirs = env.step(action), twin.step(action)
        np.testing.assert_array_equal(mine[0], theirs[0])
        info = mine[4]
        assert env.sitting.match.entries == twin.sitting.match.entries
        twin.step(theirs[4]["action_mask"].argmax())
        assert env.sitting.match.ply < twin.sitting.match.ply


def test_a_seat_can_be_wished_for_in_one_game() -> None:
    env = table(seat=1)
    assert env.reset(seed=1)[1]["seat"] == 1
    one = env.sitting.match.entries[0]
    assert env.reset(seed=1, options={"seat": 0})[1]["seat"] == 0
    assert env.sitting.match.entries[0] == one  # the same deal
    assert env.reset()[1]["seat"] == 1
    with pytest.raises(ValueError, match="seat is 2, expected from 0 to 1"):
        env.reset(options={"seat": 2})
    with pytest.raises(ValueError, match="options has 'seta', expected nothing but 'seat'"):
        env.reset(options={"seta": 2})
    for wrong in (5, ["seat"]):
        with pytest.raises(TypeError, match=r"options is .*, expected a dictionary or None"):
            env.reset(options=wrong)  # type: ignore[arg-type]


def test_what_the_learner_sees_is_from_its_own_chair() -> None:
    env = table(game="pavilion", opponents="greedy", layout="dict", players=2, seat=1)
    for seen, _, _, _, info in play(env, np.random.default_rng(8), seed=2):
        assert seen["board0.score"][0] == info["scores"][0]
        assert seen["board1.score"][0] == info["scores"][1]
    assert info["scores"][0] != info["scores"][1]  # or the test could not tell


def test_the_fields_made_flat_by_gymnasium_are_the_flat_ones() -> None:
    fields, flat = table(layout="dict"), table()
    seen, same = fields.reset(seed=6)[0], flat.reset(seed=6)[0]
    np.testing.assert_array_equal(flatten(fields.observation_space, seen), same)
    assert flatten_space(fields.observation_space) == flat.observation_space


# --- what is refused ------------------------------------------------------------------------------------


def test_an_illegal_action_loses_or_is_refused() -> None:
    env = table()
    _, info = env.reset(seed=1)
    bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
    seen, reward, over, _, info = env.step(bad)
    assert (reward, over, info["illegal"]) == (0.0, True, True)
    assert seen in env.observation_space
    assert not env.action_masks().any()
    env = table(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=f"action {bad} .* is illegal: its mask is 0 there; "):
        env.step(bad)
    with pytest.raises(TypeError, match="action is '3'"):
        env.step("3")  # type: ignore[arg-type]
    assert not env.sitting.over


def test_nothing_is_played_before_a_game_or_after_it() -> None:
    env = table(max_rounds=1, render_mode="ansi")
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.render()
    for _ in play(env, np.random.default_rng(1)):
        pass
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("wishes", "error", "text"),
    [
        ({"game": "chess"}, ValueError, "game is 'chess'"),
        ({"opponents": "grandmaster"}, ValueError, "there is no bot 'grandmaster', expected one of random"),
        ({"opponents": "strong@fast"}, ValueError, "opponent 'strong@fast': its budget is 'fast', expected"),
        ({"opponents": 5}, TypeError, "opponents is 5, expected a bot's name, or a list of 2 for 3 players"),
        ({"opponents": ["greedy"]}, ValueError, "expected a bot's name, or a list of 2 for 3 players"),
        ({"opponents": ["greedy", 5]}, TypeError, r"opponents\[1\] is 5, expected a bot's name or a bot"),
        ({"seat": 3}, ValueError, "seat is 3, expected from 0 to 2"),
        ({"seat": 1.0}, TypeError, "seat is 1.0, expected a whole number"),
        ({"reward": "points"}, ValueError, "reward is 'points'"),
        ({"layout": "grid"}, ValueError, "layout is 'grid', expected one of flat, dict"),
        ({"render_mode": "svg"}, ValueError, "render_mode is 'svg', expected one of ansi, rgb_array, human"),
        ({"colour": "red"}, ValueError, "colour"),
    ],
)
def test_a_wish_that_cannot_be(wishes: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        table(**{"players": 3, **wishes})


# --- pictures -------------------------------------------------------------------------------------------


def test_it_is_drawn_as_text_or_image_or_in_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(single, "FPS", 1000)
    text = table(render_mode="ansi")
    text.reset(seed=1)
    assert isinstance(text.render(), str)
    image = table(render_mode="rgb_array")
    image.reset(seed=1)
    pixels = image.render()
    assert (pixels.dtype, pixels.shape[2]) == (np.uint8, 3)
    assert len(np.unique(pixels)) > 10
    window = table(render_mode="human")
    _, info = window.reset(seed=1)
    assert window._window.open
    window.step(info["action_mask"].argmax())
    assert window.render() is None
    for twin in (copy.deepcopy(window), pickle.loads(pickle.dumps(window))):
        assert twin._window is None  # it opens its own with the next step
        assert twin.sitting.match.entries == window.sitting.match.entries
    window.close()
    window.close()
    assert window._window is None


class Mumbling:
    """A bot that answers with a text, not with a choice."""

    def choose(self, game: Any, budget: Any = None, **_: Any) -> Any:  # noqa: ARG002
        return "1B>1"


def test_a_bot_that_gives_no_choice_is_named() -> None:
    bot: Any = Mumbling()
    env = BoardGameEnv("azul", opponents=bot, seat=0, compiled=False)
    with pytest.raises(TypeError, match="expected a Choice with a move"):
        _begin_often(env)


def _begin_often(env: BoardGameEnv) -> None:
    for seed in range(20):  # the bot begins some of these
        env.reset(seed=seed)


@pytest.mark.parametrize("seed", [True, 1.5, "1"])
def test_a_seed_of_a_wrong_type_is_refused(seed: Any) -> None:
    with pytest.raises(TypeError, match="seed is"):
        BoardGameEnv("azul", compiled=False).reset(seed=seed)
