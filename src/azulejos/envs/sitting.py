"""One game as an environment has it: a match, seen from its chairs, with a reward for every step.

What is built for one game at a time (PettingZoo, Gymnasium) stands on this; `VectorEnv` plays the same
games by the thousand.
"""

from typing import Any, Self

import numpy as np

from azulejos import games
from azulejos.core.jit import never_compiled
from azulejos.core.layout import ENDED, OVER, PHASE, TURN
from azulejos.core.match import Match, check_seed
from azulejos.envs import checks
from azulejos.envs.batched import refusal, stepping_over
from azulejos.envs.checks import Array
from azulejos.envs.described import ILLEGAL
from azulejos.envs.spaces import VERSIONS, space
from azulejos.envs.stepping import NO_ONE, REWARDS


class Sitting:
    """One game after another, one at a time; `begin` starts the next."""

    def __init__(
        self,
        game: str = "azul",
        reward: str = "win",
        illegal: str = "raise",
        compiled: bool | None = None,
        **options: Any,
    ) -> None:
        self.compiled = not never_compiled() if compiled is None else checks.truth(compiled, "compiled")
        self.rules = games.rules(game, compiled=self.compiled, **options)
        self.space = space(self.rules.game, self.rules.options)
        self.reward = checks.choice(reward, "reward", REWARDS)
        self.illegal = checks.choice(illegal, "illegal", ILLEGAL)
        self.loser = NO_ONE  # the seat that lost by an illegal action
        self._scheme = REWARDS.index(self.reward)
        self._kernels: Any = stepping_over(self.space.kernels, self.compiled)
        self._match: Match | None = None

    @property
    def version(self) -> str:
        """The name of the environment, with a number that changes when learning results may."""
        return VERSIONS[self.rules.game]

    @property
    def players(self) -> int:
        """How many seats a game has."""
        return self.rules.players

    @property
    def num_actions(self) -> int:
        """How many actions there are, the same in every position."""
        return self.space.actions

    @property
    def match(self) -> Match:
        """The game; it is not over where somebody lost it by an illegal action."""
        if self._match is None:
            raise ValueError("no game has begun: call begin() (or reset()) first")
        return self._match

    # --- playing --------------------------------------------------------------------------------------

    def begin(self, seed: int | None = None) -> None:
        """A new game, the one that `azulejos.new` gives for the seed; a random one where there is none."""
        if seed is not None:
            seed = checks.seed(seed)
        self._match = Match.new(self.rules, check_seed(seed))
        self.loser = NO_ONE

    def play(self, action: int) -> list[float]:
        """Make a move and the deal that falls due; what that is worth to every seat."""
        if self.over:
            raise ValueError("the game is over: no action can be taken; begin another game")
        number = checks.whole(action, "action", -(2**63), 2**63 - 1)
        if not self._allowed(number):
            if self.illegal == "raise":
                raise ValueError(refusal("", number, self.mask(), self.action_text))
            return self._lose()
        before = self._worths()
        self.match.play_action(number)
        return self._gained(before)

    def _allowed(self, action: int) -> bool:
        return action in self.rules.actions(self.match.state)

    def _lose(self) -> list[float]:
        before = self._worths()
        self.loser = self.seat
        return self._gained(before)

    def _gained(self, before: list[float]) -> list[float]:
        return [after - worth for worth, after in zip(before, self._worths(), strict=True)]

    def _worths(self) -> list[float]:
        state = self._state()
        return [
            float(self._kernels.worth(state, seat, self._scheme, self.loser)) for seat in range(self.players)
        ]

    # --- looking --------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by an illegal action."""
        return self.loser != NO_ONE or self.match.over

    @property
    def seat(self) -> int:
        """The seat to decide, -1 when the game is over."""
        turn = self.match.turn
        return -1 if self.over or turn is None else turn

    def mask(self) -> Array:
        """A 1 for every allowed action, int8; all 0 when the game is over."""
        mask = np.zeros(self.num_actions, np.int8)
        if not self.over:
            mask[self.rules.actions(self.match.state)] = 1
        return mask

    def observation(self, seat: int) -> Array:
        """What a seat sees from its own chair, whoever's turn it is, float32."""
        seat = checks.whole(seat, "seat", 0, self.players - 1)
        seen = np.zeros(self.space.size, np.float32)
        self._kernels.observe(self._state(), seat, seen)
        return seen

    def scores(self) -> list[int]:
        """Points of every seat; whoever lost by an illegal action has lost them too."""
        points = self.match.scores()
        return [0 if seat == self.loser else own for seat, own in enumerate(points)]

    def action_text(self, action: int) -> str:
        """An action in words: as a move of this position where it is legal, else as in any position."""
        number = checks.whole(action, "action", 0, self.num_actions - 1)
        if self._match is not None and not self.over and self._allowed(number):
            return self.rules.move_text(self.match.state, number)
        return self.space.action_text(number)

    def _state(self) -> Any:
        state = self.match.state
        if self.loser == NO_ONE:
            return state
        ended = self.rules.copy(state)
        ended[PHASE], ended[TURN] = ENDED, OVER
        return ended

    # --- copies ---------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy that goes on alike."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._match = None if self._match is None else self._match.copy()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """All but what follows from the rules: compiled functions cannot be written down."""
        return {name: value for name, value in self.__dict__.items() if name not in ("space", "_kernels")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.space = space(self.rules.game, self.rules.options)
        self._kernels = stepping_over(self.space.kernels, self.compiled)
