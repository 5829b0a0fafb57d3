"""PettingZoo's environment of a table: the seats are agents that act one after another. No rules live here.

`azul_v0` and `pavilion_v0` name the games; both are this.
"""

from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from azulejos.core.match import MOST_SEED
from azulejos.envs import checks, gymspaces, pictures
from azulejos.envs.checks import Array
from azulejos.envs.gymspaces import LAYOUTS
from azulejos.envs.pictures.view import name
from azulejos.envs.sitting import Sitting
from azulejos.envs.spaces import VERSIONS

MOST = 1 << 31  # decisions
RENDER_MODES = ("human", "ansi", "rgb_array")

Observation = dict[str, Any]


def metadata(game: str) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment before there is one."""
    return {
        "name": VERSIONS[game],
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }


def register(game: str) -> None:
    """Make a game known to `pettingzoo.make("aec", "azulejos/azul-v0")`, which older versions do not have."""
    known_as = f"azulejos/{VERSIONS[game].replace('_v', '-v')}"
    if hasattr(pettingzoo, "register") and known_as not in pettingzoo.aec_registry:
        pettingzoo.register("aec", known_as, f"azulejos.envs.{VERSIONS[game]}:env")


def guarded(raw: "TableEnv") -> AECEnv:
    """The environment as `env()` gives it: calls in a wrong order are refused.

    PettingZoo's other two wrappers for such games are not needed: the table itself refuses what is illegal
    or out of bounds, saying what and why, or lets it lose the game with the rewards of the scheme.
    """
    return OrderEnforcingWrapper(raw)


class TableEnv(AECEnv):
    """One table. An agent whose turn has several decisions is selected again; nobody makes the deals."""

    game: str

    def __init__(
        self,
        reward: str = "win",
        illegal: str = "raise",
        layout: str = "flat",
        render_mode: str | None = None,
        compiled: bool | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.max_cycles = (
            max_cycles if max_cycles is None else checks.whole(max_cycles, "max_cycles", 1, MOST)
        )
        self.layout = checks.choice(layout, "layout", LAYOUTS)
        self.render_mode = None if render_mode is None else _render_mode(render_mode)
        self.sitting = Sitting(self.game, reward, illegal, compiled, **options)
        self.possible_agents = [name(seat) for seat in range(self.sitting.players)]
        self.agents: list[str] = []
        space = self.sitting.space
        self.observation_spaces = {
            agent: gymspaces.observations(space, self.layout, masked=True) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymspaces.actions(space) for agent in self.possible_agents}
        self.state_space = _state_space(self.sitting)
        self._luck, _ = seeding.np_random()
        self._window: pictures.Window | None = None

    # --- playing --------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new game: the one that `azulejos.new` gives for the seed, or the next after it.

        There are no options for a single game; PettingZoo passes some all the same.
        """
        if seed is not None:
            seed = checks.seed(seed)
            self._luck, _ = seeding.np_random(seed)
        else:
            seed = int(self._luck.integers(MOST_SEED, endpoint=True))
        self.sitting.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._decisions = 0
        self._skip_agent_selection = None  # of PettingZoo's: whom it would return to after the dead
        self._look()

    def step(self, action: int | None) -> None:
        """Make the selected agent's move; once the game is over, only None is taken from each."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gained = self.sitting.play(action)  # type: ignore[arg-type]  # which refuses None in words
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        self._decisions += 1
        self.terminations = dict.fromkeys(self.agents, self.sitting.over)
        self.truncations = dict.fromkeys(self.agents, self._cut())
        self._accumulate_rewards()
        self._look()

    def _cut(self) -> bool:
        """Whether there were as many decisions as were allowed, on average of every seat."""
        if self.max_cycles is None or self.sitting.over:
            return False
        return self._decisions >= self.max_cycles * self.sitting.players

    def _look(self) -> None:
        """Say who decides, and with which actions; once the game is over everybody hears of it in turn."""
        self._mask = self.sitting.mask() * (not self._cut())
        self.infos = {agent: {"action_mask": self._allowed(agent)} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self.sitting.seat)]
        if self.render_mode == "human":
            self.render()

    # --- looking --------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """What an agent sees from its own chair, and what it may do: nothing unless it is its turn."""
        seen = self.sitting.observation(self._seat(agent))
        arranged = gymspaces.arranged(self.sitting.space, seen, self.layout)
        return {"observation": arranged, "action_mask": self._allowed(agent)}

    def state(self) -> Array:
        """The whole table: what the first seat sees, then a 1 for the seat to decide, float32."""
        deciding = np.zeros(self.sitting.players, np.float32)
        if not self.sitting.over:
            deciding[self.sitting.seat] = 1
        return np.concatenate([self.sitting.observation(0), deciding])

    def _allowed(self, agent: str) -> Array:
        deciding = self._seat(agent) == self.sitting.seat
        return self._mask.copy() if deciding else np.zeros_like(self._mask)

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(
                f"there is no agent {agent!r}, expected one of {', '.join(self.possible_agents)}"
            )
        return self.possible_agents.index(agent)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see, its mask included."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all actions."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    # --- rendering ------------------------------------------------------------------------------------

    def render(self) -> Array | str | None:
        """The table as the render mode says: a text, an image, or in a window."""
        if self.render_mode == "ansi":
            return pictures.ansi(self.sitting)
        if self.render_mode == "rgb_array":
            return pictures.rgb(self.sitting)
        if self.render_mode == "human":
            self._window = self._window or pictures.Window(self.metadata["render_fps"])
            self._window.show(self.sitting)
        else:
            gymnasium.logger.warn(
                f"render() without a render mode: give the environment one of {', '.join(RENDER_MODES)}"
            )
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    # --- copies ---------------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        """All but the window: a copy, or what is read back, goes on with the same game and opens its own."""
        return {**self.__dict__, "_window": None}


def _render_mode(mode: object) -> str:
    return checks.choice(mode, "render_mode", RENDER_MODES)


def _state_space(sitting: Sitting) -> spaces.Box:
    seen = gymspaces.observations(sitting.space, "flat")
    assert isinstance(seen, spaces.Box)
    high = np.concatenate([seen.high, np.ones(sitting.players, np.float32)])
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)
