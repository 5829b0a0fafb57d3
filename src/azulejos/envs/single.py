"""One learner at one table, as Gymnasium has it; the other seats are held by bots.

`import azulejos.envs.single` makes `azulejos/Azul-v0` and `azulejos/Pavilion-v0` known to `gymnasium.make`.
"""

from collections.abc import Sequence
from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from azulejos.core.checks import quoted
from azulejos.core.match import MOST_SEED
from azulejos.envs import checks, gymspaces
from azulejos.envs.checks import Array
from azulejos.envs.gymspaces import LAYOUTS
from azulejos.envs.opponents import Opponent, Wish, seated, wishes
from azulejos.envs.sitting import Sitting

IDS = {"azul": "azulejos/Azul-v0", "pavilion": "azulejos/Pavilion-v0"}
MODES = ("ansi", "rgb_array", "human")
FPS = 2


class BoardGameEnv(gymnasium.Env[Any, Any]):
    """A game from the learner's chair: a step is its action and all that the others answer.

    `opponents` is the name of a bot, as in "strong@0.1s" or "master@500", or a list of them clockwise from
    the learner; a bot of one's own is an object with `choose`. Without `seat` the learner sits on another
    one in every game. With `illegal="lose"` a forbidden action ends the game, because Gymnasium lets every
    action of the space be played; "raise" refuses it.
    """

    metadata = {"render_modes": list(MODES), "render_fps": FPS}  # noqa: RUF012  (as Gymnasium declares it)

    def __init__(
        self,
        game: str = "azul",
        opponents: str | Wish | Sequence[Wish] = "greedy",
        seat: int | None = None,
        reward: str = "win",
        illegal: str = "lose",
        layout: str = "flat",
        render_mode: str | None = None,
        compiled: bool | None = None,
        **options: Any,
    ) -> None:
        self.sitting = Sitting(game, reward, illegal, compiled, **options)
        self.layout = checks.choice(layout, "layout", LAYOUTS)
        if render_mode is not None:
            checks.choice(render_mode, "render_mode", MODES)
        self.render_mode = render_mode
        self.observation_space = gymspaces.observations(self.sitting.space, self.layout)
        self.action_space = gymspaces.actions(self.sitting.space)
        self.seat = -1  # the learner's in this game
        self._wanted_seat = self._checked_seat(seat)
        self._wishes = wishes(opponents, self.sitting.players)
        self._others: list[Opponent] = []
        self._window: Any = None

    def _checked_seat(self, seat: object) -> int | None:
        return None if seat is None else checks.whole(seat, "seat", 0, self.sitting.players - 1)

    # --- playing --------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game, up to the learner's first decision; `options={"seat": n}` seats it in this game."""
        wanted = self._read_options(options)
        super().reset(seed=None if seed is None else checks.seed(seed))
        self.sitting.begin(self._draw(MOST_SEED))
        drawn = self._draw(self.sitting.players - 1)  # always, so that a seat changes no luck
        self.seat = drawn if wanted is None else wanted
        self._others = [seated(wish, self._draw(MOST_SEED)) for wish in self._wishes]
        self._answers()
        self._show()
        return self._observation(), self._info()

    def _read_options(self, options: dict[str, Any] | None) -> int | None:
        """The seat for a game that begins."""
        if options is not None and not isinstance(options, dict):
            raise TypeError(f"options is {quoted(options)}, expected a dictionary or None")
        for name in options or ():
            if name != "seat":
                raise ValueError(f"options has {quoted(name)}, expected nothing but 'seat'")
        return self._checked_seat((options or {}).get("seat", self._wanted_seat))

    def _draw(self, most: int) -> int:
        return int(self.np_random.integers(most, endpoint=True))

    def step(self, action: SupportsInt) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's action, and what the others answer until it decides again; rewards add up."""
        if self.seat < 0 or self.sitting.over:
            raise ResetNeeded("no game is being played: call reset() first")
        reward = self.sitting.play(action)[self.seat]  # type: ignore[arg-type]
        reward += self._answers()
        self._show()
        return self._observation(), reward, self.sitting.over, False, self._info()

    def _answers(self) -> float:
        """Let the others play until the learner decides or the game is over; what that brings it."""
        reward, table = 0.0, self.sitting
        while not table.over and table.seat != self.seat:
            other = self._others[(table.seat - self.seat) % table.players - 1]
            reward += table.play(other.action(table.match))[self.seat]
        return reward

    # --- looking --------------------------------------------------------------------------------------

    def action_masks(self) -> Array:
        """True for every allowed action, as sb3-contrib's MaskablePPO asks for it."""
        return self.sitting.mask().astype(np.bool_)

    def _observation(self) -> Any:
        seen = self.sitting.observation(self.seat)
        return gymspaces.arranged(self.sitting.space, seen, self.layout)

    def _info(self) -> dict[str, Any]:
        points = self.sitting.scores()
        return {
            "action_mask": self.sitting.mask(),
            "seat": self.seat,
            "scores": np.array(points[self.seat :] + points[: self.seat], np.int32),  # the learner's first
            "illegal": self.sitting.loser >= 0,
        }

    def render(self) -> Any:
        """The table as text or as an image, by `render_mode`; a window shows it by itself."""
        if self.render_mode not in ("ansi", "rgb_array"):
            return None
        if self.seat < 0:
            raise ResetNeeded("no game is being played: call reset() first")
        from azulejos.envs import pictures  # pygame is imported where something is drawn

        draw = pictures.ansi if self.render_mode == "ansi" else pictures.rgb
        return draw(self.sitting, self.seat)

    def _show(self) -> None:
        if self.render_mode != "human":
            return
        from azulejos.envs.pictures import Window

        self._window = self._window or Window(FPS)
        self._window.show(self.sitting, self.seat)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        """All but the window: a copy, or what is read back, goes on with the same game and opens its own."""
        return {**self.__dict__, "_window": None}


def register() -> None:
    """Make the environments known to Gymnasium, once."""
    for game, name in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="azulejos.envs.single:BoardGameEnv",
                vector_entry_point="azulejos.envs.gymvector:GymVectorEnv",
                kwargs={"game": game},
            )


register()
