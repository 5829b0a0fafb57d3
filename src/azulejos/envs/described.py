"""What a batch of games is, wherever its arrays live: its variant, its numbers and what they mean."""

from typing import Any

from azulejos.core.layout import TURN
from azulejos.core.rules import Rules
from azulejos.envs import checks
from azulejos.envs.checks import Array
from azulejos.envs.spaces import VERSIONS, Field, space
from azulejos.envs.stepping import LUCK, MARK, REWARDS, mark_of

ILLEGAL = ("raise", "lose")


class Described:
    """Many games of one variant."""

    def __init__(
        self, rules: Rules, num_envs: int, seed: int, reward: str, observations: bool, illegal: str
    ) -> None:
        self.rules = rules
        self.num_envs = checks.whole(num_envs, "num_envs", 1, checks.MOST_ENVS)
        self.reward = checks.choice(reward, "reward", REWARDS)
        self.illegal = checks.choice(illegal, "illegal", ILLEGAL)
        self.observations = checks.truth(observations, "observations")
        self._seed = checks.seed(seed)
        self._space = space(rules.game, rules.options)
        self._scheme = REWARDS.index(self.reward)
        self._like: list[int] = rules.plain(rules.start(0))  # a state with these options
        self._words_each = len(self._like) + LUCK
        self._draws = 0  # how often `sample` was asked
        self._ready = False

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
        return self._space.actions

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return self._space.size

    def fields(self) -> dict[str, Field]:
        """The fields of an observation in their order."""
        return dict(self._space.fields())

    def split(self, observations: Any) -> dict[str, Any]:
        """Observations [..., observation_size] taken apart into their fields, without copying."""
        front, size = tuple(observations.shape[:-1]), self.observation_size
        if tuple(observations.shape[-1:]) != (size,):
            raise ValueError(f"observations have shape {tuple(observations.shape)}, expected (..., {size})")
        return {
            name: observations[..., part].reshape(*front, *shape)
            for name, (part, shape) in self._space.parts().items()
        }

    def action_text(self, action: int, state: Array | None = None) -> str:
        """An action in words: as a move of that row of `states` where it is legal there, else as in any."""
        action = checks.whole(action, "action", 0, self.num_actions - 1)
        if state is not None:
            words = checks.integers(state, "words of a state", (self._words_each,)).tolist()
            self._check_marks(-1 if words[MARK] == mark_of(words, self._like) else 0)
            plain = words[:-LUCK]
            if plain[TURN] >= 0 and action in self.rules.actions(plain):
                return self.rules.move_text(plain, action)
        return self._space.action_text(action)

    def __repr__(self) -> str:
        return f"<{self.version} {self.rules.options_text()}, {self.num_envs} games, reward {self.reward}>"

    def _check_ready(self, what: str) -> None:
        if not self._ready:
            raise ValueError(f"{what} before reset: call reset() first")

    def _check_marks(self, row: int) -> None:
        """Refuse states whose row of that number does not bear its own mark; -1 for none."""
        if row >= 0:
            variant = f"{self.rules.game} {self.rules.options_text()}"
            raise ValueError(f"states: row {row} is not as states() gave it for {variant}")
