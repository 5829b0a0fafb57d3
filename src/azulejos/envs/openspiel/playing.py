"""Games and states as OpenSpiel plays them: Python's side of its interface, over moments."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from azulejos.envs import checks
from azulejos.envs.openspiel.facts import (
    CHANCES,
    EXPLICIT,
    MOST_PARAMETER,
    OPTIONS,
    REWARDS,
    UNSEEDED,
    WISHES,
    chance_nodes_of,
    info_of,
    paid,
    type_of,
)
from azulejos.envs.openspiel.moments import Moment, variant
from azulejos.envs.openspiel.observers import HistoryObserver, TableObserver


class SpielGame(pyspiel.Game):
    """One variant with one way of chance; makes states and observers."""

    game = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = self.game
        wishes = {**OPTIONS[game], **WISHES, **(params or {})}
        self.reward = checks.choice(wishes["reward"], "reward", REWARDS)
        self.chance = checks.choice(wishes["chance"], "chance", CHANCES)
        self.seed = _seed(wishes["rng_seed"])
        self.draws = 0  # made so far in all states of this game, so that no clone can foresee its own
        self.variant = variant(game, **{name: wishes[name] for name in OPTIONS[game]})
        self.first = Moment.first(self.variant)
        sort = type_of(game, self.variant.rules.players, self.reward, self.chance)
        super().__init__(sort, info_of(self.variant, self.reward, self.chance), wishes)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance has a say at most."""
        return chance_nodes_of(self.variant.rules, self.chance)

    def new_initial_state(self, position: str | None = None) -> "SpielState":
        """The beginning, where chance has the first word, or a position in one line; ValueError."""
        return SpielState(self, self.first if position is None else Moment.at(self.variant, position))

    def action_to_string(self, player: int, action: int) -> str:
        """An action in words that are right in every position; for Python only, OpenSpiel asks states."""
        return self.new_initial_state()._action_to_string(player, action)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """What sees states: all that lies on the table, or with perfect recall the whole history in words."""
        if params:
            raise ValueError(f"observation parameters are {params}, expected none")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return TableObserver(self.variant.space)
        return HistoryObserver(iig_obs_type.public_info)

    def returns_of(self, moment: Moment) -> list[float]:
        """What a game brought every seat; nothing before it is over."""
        if not moment.over:
            return [0.0] * self.variant.rules.players
        return paid(self.variant, moment, self.reward)

    def sampled(self, moment: Moment) -> Moment:
        """What chance brings from the game's own stream of luck, which then goes on."""
        self.draws += 1
        return moment.sampled(self.seed, self.draws - 1)

    def __reduce__(self) -> tuple[Any, ...]:
        """Parameters and how far the luck is used up, which OpenSpiel cannot write for games in Python."""
        return _game_again, (str(self), self.seed, self.draws)

    def __deepcopy__(self, memo: object) -> "SpielGame":
        return _game_again(str(self), self.seed, self.draws)


class AzulGame(SpielGame):
    """Azul."""

    game = "azul"


class PavilionGame(SpielGame):
    """Summer Pavilion."""

    game = "pavilion"


class SpielState(pyspiel.State):
    """A game in progress. It has one attribute, a moment, so that OpenSpiel copies and writes little."""

    moment: Moment

    def __init__(self, game: SpielGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    # --- what OpenSpiel asks --------------------------------------------------------------------------

    def current_player(self) -> Any:
        """The seat to decide, or OpenSpiel's number for chance or for the end."""
        seat = self.moment.seat
        if seat >= 0:
            return seat
        return pyspiel.PlayerId.TERMINAL if self.moment.over else pyspiel.PlayerId.CHANCE

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.over

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # asked only of the seat to decide
        return list(self.moment.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring with its probability; one outcome where the game draws it."""
        if self.moment.seat >= 0 or self.moment.over:
            raise pyspiel.SpielError("chance_outcomes: chance has no say here, expected a chance node")
        return list(self.moment.chances) if self.get_game().chance == EXPLICIT else [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        try:
            self.moment = self._next(action)
        except ValueError as error:
            raise pyspiel.SpielError(str(error)) from None

    def _next(self, action: int) -> Moment:
        if self.moment.seat >= 0 or self.moment.over:
            return self.moment.played(action)
        game: SpielGame = self.get_game()
        if game.chance == EXPLICIT:
            return self.moment.happened(action)
        if action != 0:
            raise ValueError(f"chance cannot bring {action} here, expected 0: the game draws the result")
        return game.sampled(self.moment)

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return self.moment.action_text(checks.whole(action, "action", 0, self.num_distinct_actions() - 1))
        game = self.get_game()
        outcome = checks.whole(action, "chance outcome", 0, game.max_chance_outcomes() - 1)
        if game.chance == EXPLICIT:
            return self.moment.chance_text(outcome)
        return "who begins is drawn" if self.moment.starter_due else "a deal is drawn"

    def returns(self) -> list[float]:
        """What the game brought every seat; 0 before its end."""
        return self.get_game().returns_of(self.moment)  # type: ignore[no-any-return]

    def rewards(self) -> list[float]:
        """The same: everything is paid with the last action."""
        return self.returns()

    def apply_action_with_legality_check(self, action: int) -> None:
        """As `apply_action`, which checks as well and says more."""
        self.apply_action(action)

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> Any:  # noqa: ARG002
        """A copy: no seat knows less than all, so there is nothing to draw again."""
        return self.clone()

    def __str__(self) -> str:
        return str(self.moment)

    def __deepcopy__(self, memo: object) -> Any:
        """A clone of the same game: one of its own would draw the same luck, and foresee it."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_again, (self.get_game(), self.serialize())


def _seed(wished: int) -> int:
    if wished == UNSEEDED:
        return secrets.randbits(62)
    return checks.whole(wished, "rng_seed", 0, MOST_PARAMETER)


def _game_again(text: str, seed: int, draws: int) -> SpielGame:
    game: SpielGame = pyspiel.load_game(text)
    game.seed, game.draws = seed, draws
    return game


def _state_again(game: SpielGame, text: str) -> SpielState:
    state: SpielState = game.deserialize_state(text)
    return state
