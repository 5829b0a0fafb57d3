"""PettingZoo's environments: PettingZoo's own tests, and what those do not ask."""

import copy
import importlib
import pickle
import random
import warnings
from collections import Counter
from itertools import count
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import BaseWrapper
from pettingzoo.utils.conversions import aec_to_parallel

import azulejos as az
from azulejos.envs import azul_v0, pavilion_v0
from azulejos.envs.aec import RENDER_MODES, TableEnv
from tests.games import CASES, Game, Options, case_name

with warnings.catch_warnings():
    # its tests import one of its own games in a way of which it warns itself
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, render_test, seed_test

    state_tests = importlib.import_module("pettingzoo.test.state_test")
    benchmarks = importlib.import_module("pettingzoo.test.performance_benchmark")

GAMES: dict[str, ModuleType] = {"azul": azul_v0, "pavilion": pavilion_v0}
SHORT = {"azul": {"max_rounds": 2}, "pavilion": dict[str, Any]()}

# said of every environment that is not on PettingZoo's own list of those with a mask
masked = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
# points and rounds have no limit
unlimited = pytest.mark.filterwarnings(
    "ignore:Environment's maximum state space value is infinity:UserWarning"
)
both = pytest.mark.parametrize("game", GAMES)


def make(game: str, **settings: Any) -> Any:
    """A wrapped environment with plain kernels."""
    return GAMES[game].env(compiled=False, **settings)


def raw(game: str, **settings: Any) -> TableEnv:
    """The same, bare."""
    made: TableEnv = GAMES[game].raw_env(compiled=False, **settings)
    return made


def play_out(env: Any, luck: random.Random) -> dict[str, float]:
    """Play a game until everybody has heard of its end; what `last` gave each of them, added up."""
    heard = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        heard[agent] += reward
        env.step(None if over else lively(seen["action_mask"], luck))
    return heard


def lively(mask: Any, luck: random.Random) -> int:
    """A random action; in Azul to one of the short lines where that can be, which brings points soon."""
    allowed = np.flatnonzero(mask).tolist()
    return luck.choice([action for action in allowed if action % 6 < 2] or allowed)


# --- PettingZoo's own -------------------------------------------------------------------------------------


@masked
@pytest.mark.parametrize("layout", ["flat", "dict"])
@pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)
def test_every_variant_keeps_to_the_interface(game: Game, options: Options, layout: str) -> None:
    api_test(make(game.name, layout=layout, **options), num_cycles=8)


@masked
@both
def test_whole_games_keep_to_the_interface(game: str) -> None:
    api_test(make(game, reward="margin", **SHORT[game]), num_cycles=400)


@both
def test_a_seed_settles_everything(game: str) -> None:
    seed_test(lambda: make(game, players=3), num_cycles=20)


@unlimited
@both
def test_the_state_is_in_its_space(game: str) -> None:
    state_tests.test_state_space(make(game))
    state_tests.test_state(make(game, illegal="lose"), 8)  # it draws without a mask


@both
def test_every_way_to_render(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(GAMES[game].raw_env.metadata, "render_fps", 1000)
    assert make(game).metadata["render_modes"] == list(RENDER_MODES) == ["human", "ansi", "rgb_array"]
    render_test(lambda render_mode: make(game, render_mode=render_mode))


@both
def test_the_benchmark_runs(game: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    seconds = count()  # it goes on for five of them
    clock = SimpleNamespace(time=lambda: next(seconds))
    monkeypatch.setattr(benchmarks, "time", clock)
    performance_benchmark(make(game))
    assert "turns per second" in capsys.readouterr().out


# --- what it is -------------------------------------------------------------------------------------------


@both
def test_names_and_spaces(game: str) -> None:
    env = make(game, players=4)
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert env.metadata["name"] == str(env) == f"{game}_v0"
    assert env.metadata["is_parallelizable"] is False
    assert env.action_space("player_3").n == {"azul": 360, "pavilion": 1992}[game]


def test_the_registry_knows_both() -> None:
    env = pettingzoo.make("aec", "azulejos/azul_v0", players=3, compiled=False)
    assert env.max_num_agents == 3
    assert str(pettingzoo.make("aec", "azulejos/pavilion-v0", compiled=False)) == "pavilion_v0"


class Legal(BaseWrapper):
    """Its spaces sample what is allowed, for tests that know no masks."""

    def action_space(self, agent: str) -> Any:
        return SimpleNamespace(sample=lambda: self._any(agent))

    def _any(self, agent: str) -> int:
        allowed = self.infos[agent]["action_mask"].nonzero()[0]
        return random.choice(allowed) if len(allowed) else -1


class Around(Legal):
    """Once around the table as one step, as if all acted at once."""

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed, options)
        return {}, self.infos

    def step(self, actions: dict[str, int]) -> Any:
        for _ in actions:
            super().step(self.action_space(self.agent_selection).sample())
        return {}, self.rewards, self.terminations, self.truncations, self.infos


@both
def test_pettingzoos_test_of_max_cycles_passes(game: str) -> None:
    made = {kind: lambda kind=kind, **wish: kind(make(game, **wish)) for kind in (Legal, Around)}
    max_cycles_test(SimpleNamespace(env=made[Legal], parallel_env=made[Around]))


def test_a_game_that_is_cut_off_is_not_over_and_takes_no_more_actions() -> None:
    env = make("azul", players=3, max_cycles=2)
    env.reset(seed=1)
    for _ in range(6):
        assert not any(env.truncations.values())
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(info["action_mask"].any() for info in env.infos.values())
    for agent in env.agent_iter():
        assert not env.observe(agent)["action_mask"].any()
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize(("cycles", "error"), [(0, ValueError), (1.5, TypeError), ("4", TypeError)])
def test_a_wrong_number_of_cycles_is_refused(cycles: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="max_cycles is"):
        make("azul", max_cycles=cycles)


def test_one_after_another_is_not_all_at_once() -> None:
    with pytest.raises(AssertionError, match="parallel"):
        aec_to_parallel(make("azul"))


def test_nothing_before_reset() -> None:
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        make("azul").last()


# --- games ------------------------------------------------------------------------------------------------


@both
def test_the_game_of_a_seed_is_the_same_everywhere(game: str) -> None:
    env, match = raw(game, players=3), az.new(game, players=3, seed=11)
    env.reset(seed=11)
    luck = random.Random(1)
    for _ in range(60):
        assert env.sitting.match.position() == match.position()
        assert env.agent_selection == f"player_{match.turn}"
        allowed = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
        assert sorted(match.rules.actions(match.state)) == allowed
        action = luck.choice(allowed)
        match.play_action(action)
        env.step(action)


@both
def test_games_that_follow_a_seed_are_settled_by_it_and_differ(game: str) -> None:
    env = raw(game)
    codes = []
    for _ in range(2):
        env.reset(seed=4)
        first = env.sitting.match.code()
        env.reset()
        codes.append((first, env.sitting.match.code()))
    assert codes[0] == codes[1]
    assert codes[0][0] == az.new(game, seed=4).code() != codes[0][1]


@both
@pytest.mark.parametrize("players", [2, 3])
def test_every_agent_hears_all_its_rewards(game: str, players: int) -> None:
    env = raw(game, reward="score", players=players, **SHORT[game])
    env.reset(seed=5)
    heard = play_out(env, random.Random(5))
    begun = {"azul": 0, "pavilion": 5}[game]  # everybody's points at the start
    points = env.sitting.match.scores()
    assert [begun + heard[f"player_{seat}"] for seat in range(players)] == points
    assert any(points)
    assert env.agents == []


@both
def test_a_win_is_worth_one(game: str) -> None:
    env = raw(game, **SHORT[game])
    env.reset(seed=6)
    heard = play_out(env, random.Random(6))
    winners = env.sitting.match.winners()
    assert heard == {f"player_{seat}": (seat in winners) / len(winners) for seat in range(2)}


@both
def test_at_the_end_everybody_looks_once_more_from_their_own_chair(game: str) -> None:
    env = raw(game, players=3, reward="score", layout="dict", **SHORT[game])
    env.reset(seed=7)
    luck = random.Random(7)
    while not env.sitting.over:
        env.step(lively(env.infos[env.agent_selection]["action_mask"], luck))
    heard = {}
    while env.agents:
        agent = env.agent_selection
        seen, _, over, cut, info = env.last()
        assert (over, cut) == (True, False)
        assert not seen["action_mask"].any()
        assert not info["action_mask"].any()
        with pytest.raises(ValueError, match="the only valid action is None"):
            env.step(0)
        heard[agent] = int(seen["observation"]["board0.score"][0])
        env.step(None)
    assert heard == {f"player_{seat}": own for seat, own in enumerate(env.sitting.match.scores())}


def test_a_turn_of_several_decisions_selects_the_same_agent_again() -> None:
    """On the grey wall seat 0 lays its lines before seat 1 does."""
    env = raw("azul", wall="grey")
    env.reset(seed=1)
    luck = random.Random(3)
    while env.sitting.match.phase == "offer":
        env.step(lively(env.infos[env.agent_selection]["action_mask"], luck))
    choosing = []
    while env.sitting.match.phase == "tiling":
        choosing.append(env.agent_selection)
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert choosing == sorted(choosing)
    assert Counter(choosing)["player_0"] > 1


@both
def test_only_who_decides_may_act(game: str) -> None:
    env = raw(game, players=3)
    env.reset(seed=8)
    for agent in env.agents:
        seen, told = env.observe(agent)["action_mask"], env.infos[agent]["action_mask"]
        assert seen.dtype == told.dtype == np.int8
        assert (seen == told).all()
        assert seen.any() == (agent == env.agent_selection)
        seen[:] = 1  # what is handed out is the caller's own
    assert not env.infos["player_0"]["action_mask"].all()


def test_the_two_layouts_tell_the_same() -> None:
    flat, fields = raw("pavilion"), raw("pavilion", layout="dict")
    for env in (flat, fields):
        env.reset(seed=9)
    told = fields.observe("player_1")["observation"]
    assert list(told)[:3] == ["factories", "centre", "supply"]
    assert told["board1.spaces"].shape == (7, 6)
    together = np.concatenate([part.ravel() for part in told.values()])
    assert (together == flat.observe("player_1")["observation"]).all()


@both
def test_the_state_says_who_decides(game: str) -> None:
    env = raw(game, players=3, illegal="lose")
    env.reset(seed=10)
    seat = env.possible_agents.index(env.agent_selection)
    assert env.state()[-3:].tolist() == [float(n == seat) for n in range(3)]
    assert (env.state()[:-3] == env.observe("player_0")["observation"]).all()
    env.step(-1)
    assert env.state()[-3:].tolist() == [0, 0, 0]


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (359, ValueError, r"action 359 \(cJ>f\) is illegal: its mask is 0"),
        (360, ValueError, "there is no action 360, expected 0 to 359"),
        (None, TypeError, "action is None, expected a whole number"),
        (1.0, TypeError, "action is 1.0, expected a whole number"),
    ],
)
def test_an_illegal_action_is_refused_and_changes_nothing(action: Any, error: Any, words: str) -> None:
    env = make("azul")
    env.reset(seed=1)
    before, agent = env.state(), env.agent_selection
    with pytest.raises(error, match=words):
        env.step(action)
    assert (env.state() == before).all()
    assert env.agent_selection == agent
    assert not any(env.terminations.values())


@both
def test_an_illegal_action_may_lose_the_game(game: str) -> None:
    env = make(game, illegal="lose", reward="rank", players=3)
    env.reset(seed=2)
    loser = env.agent_selection
    env.step(env.action_space(loser).n - 1 if game == "azul" else 99)
    heard = {}
    while env.agents:
        agent = env.agent_selection
        _, heard[agent], over, _, _ = env.last()
        assert over
        env.step(None)
    assert heard.pop(loser) == 0.0
    assert list(heard.values()) == [0.75, 0.75]  # the others are level in the first two places


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"render_mode": "svg"}, ValueError, "render_mode is 'svg', expected one of human, ansi, rgb_array"),
        ({"render_mode": 1}, TypeError, "render_mode is 1"),
        ({"layout": "tree"}, ValueError, "layout is 'tree', expected one of flat, dict"),
        ({"reward": "gold"}, ValueError, "reward is 'gold'"),
        ({"illegal": "skip"}, ValueError, "illegal is 'skip'"),
        ({"players": 5}, ValueError, "players"),
        ({"side": "grey"}, TypeError, "side"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        make("azul", **settings)


def test_seeds_and_agents_are_checked() -> None:
    env = make("azul")
    with pytest.raises(ValueError, match="seed is -1"):
        env.reset(seed=-1)
    with pytest.raises(ValueError, match="there is no agent 'player_2', expected one of player_0, player_1"):
        env.observation_space("player_2")


def test_rendering_without_a_mode_warns() -> None:
    env = raw("azul")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="give the environment one of human, ansi, rgb_array"):
        assert env.render() is None


# --- copies -----------------------------------------------------------------------------------------------


@both
def test_a_copy_goes_on_with_the_same_game_alone(game: str) -> None:
    env = make(game, players=3)
    env.reset(seed=12)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.state()
        assert (twin.state() == before).all()
        play_out(twin, random.Random(1))
        assert (env.state() == before).all()
    action = int(env.last()[0]["action_mask"].argmax())
    twins = [copy.deepcopy(env), env]
    for twin in twins:
        twin.step(action)
        twin.reset()  # the next game too
    assert (twins[0].state() == twins[1].state()).all()
