"""Many games side by side as a vector environment of Gymnasium, over our own batches.

A game that ends is followed by the next one in the same step, which Gymnasium calls SAME_STEP.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from azulejos.core.checks import quoted
from azulejos.core.match import MOST_SEED
from azulejos.envs import checks, gymspaces
from azulejos.envs.batched import Batch, VectorEnv, stepping_over, vector
from azulejos.envs.checks import Array
from azulejos.envs.gymspaces import LAYOUTS
from azulejos.envs.spaces import space
from azulejos.envs.stepping import LUCK
from azulejos.envs.versus import Answered, versus

Told = Batch | Answered


class GymVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Games against "random" or "greedy" opponents, or where one learner plays all seats.

    Without opponents one acts for the seat whose turn it is, `infos["seat"]`; the reward is that of the
    seat that acted, and `infos["rewards"]` has those of all seats. Everything else is as in `versus`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str = "azul",
        num_envs: int = 64,
        opponents: str | Sequence[str] | None = "greedy",
        seat: int | None = None,
        reward: str = "win",
        illegal: str = "lose",
        layout: str = "flat",
        render_mode: None = None,
        *,
        copy: bool = True,
        compiled: bool | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode is {quoted(render_mode)}, expected None: a batch is not drawn")
        common: Any = {"reward": reward, "illegal": illegal, "copy": copy, "compiled": compiled}
        common |= {"threads": threads, **options}
        _check_options(options)
        self.games = _games(game, num_envs, opponents, seat, common)
        self.num_envs = self.games.num_envs
        self.layout = checks.choice(layout, "layout", LAYOUTS)
        self._space = space(self.games.rules.game, self.games.rules.options)
        self.single_observation_space = gymspaces.observations(self._space, self.layout)
        self.single_action_space = gymspaces.actions(self._space)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._everywhere = np.ones(self.num_envs, np.bool_)
        # what was told last; the caller may write into its own
        self._seats: Array | None = None
        self._masks = np.zeros((self.num_envs, self.games.num_actions), np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games everywhere; without a seed those that come next, at first those of a random one."""
        if options:
            raise ValueError(f"options is {quoted(options)}, expected none")
        if seed is not None:
            seed = checks.seed(seed)
        super().reset(seed=seed)
        if seed is None and self._seats is None:
            seed = int(self.np_random.integers(MOST_SEED, endpoint=True))
        told = self._noted(self.games.reset(seed))
        return self._arranged(told.observations), self._infos(told)

    def step(self, actions: Array) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """One action in every game; where one ended, `final_obs` and `final_info` tell how."""
        acted = self._seats
        if acted is None:
            raise gymnasium.error.ResetNeeded("step before reset: call reset() first")
        told = self._noted(self.games.step(actions))
        rewards, infos = told.rewards, self._infos(told)
        if rewards.ndim == 2:
            infos["rewards"], infos["_rewards"] = rewards, self._everywhere.copy()
            rewards = rewards[np.arange(self.num_envs), acted]
        if told.done.any():
            infos |= self._finals(told, acted)
        never = np.zeros(self.num_envs, np.bool_)
        return self._arranged(told.observations), rewards.astype(np.float64), told.done, never, infos

    def action_masks(self) -> Array:
        """True for every allowed action, [num_envs, actions]."""
        if self._seats is None:
            raise gymnasium.error.ResetNeeded("action_masks before reset: call reset() first")
        return self._masks.copy()

    def _noted(self, told: Told) -> Told:
        self._seats = told.seats.copy()
        self._masks[:] = told.masks
        return told

    def _arranged(self, observations: Array) -> Any:
        return gymspaces.arranged(self._space, observations, self.layout)

    def _infos(self, told: Told) -> dict[str, Any]:
        """What is told of the decision to come."""
        return {
            "action_mask": told.masks,
            "_action_mask": self._everywhere.copy(),
            "seat": told.seats,
            "_seat": self._everywhere.copy(),
        }

    def _finals(self, told: Told, acted: Array) -> dict[str, Any]:
        """What is told of games that ended: the last look from the chair that acted, and the result."""
        seen, finals = np.full(self.num_envs, None, dtype=object), self.games.finals()
        for row in np.flatnonzero(told.done):
            seen[row] = self._last_look(finals[row, :-LUCK], int(acted[row]))
        names = [name for name in ("scores", "wins", "moves", "illegal") if hasattr(told, name)]
        final: dict[str, Any] = {name: getattr(told, name) for name in names}
        final["seat"] = acted
        final |= {f"_{name}": told.done.copy() for name in final}
        ended = told.done.copy()
        return {"final_obs": seen, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}

    def _last_look(self, state: Array, seat: int) -> Any:
        flat, compiled = np.zeros(self._space.size, np.float32), self.games.compiled
        observe = stepping_over(self._space.kernels, compiled).observe
        observe(np.ascontiguousarray(state) if compiled else state.tolist(), seat, flat)
        return self._arranged(flat)

    def __getstate__(self) -> dict[str, Any]:
        """All but what follows from the games."""
        return {name: value for name, value in self.__dict__.items() if name != "_space"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._space = space(self.games.rules.game, self.games.rules.options)


def _check_options(options: dict[str, Any]) -> None:
    """A batch of ours takes these too; here one is for `reset`, and a space without numbers has no use."""
    for name, instead in (("seed", "reset(seed=...)"), ("observations", "none: they are always there")):
        if name in options:
            raise TypeError(f"{name} is no setting of a Gymnasium environment, expected {instead}")


def _games(game: str, num_envs: int, opponents: Any, seat: int | None, common: Any) -> VectorEnv:
    if opponents is not None:
        return versus(game, num_envs, opponents=opponents, seat=seat, **common)
    if seat is not None:
        raise ValueError(f"seat is {quoted(seat)}, expected None: without opponents one acts for every seat")
    return vector(game, num_envs, **common)
