"""Bots that look one move ahead or not at all."""

from azulejos.bots.bot import Budget, Choice, Thinker
from azulejos.core.match import Match
from azulejos.core.rules import Rules, State


class RandomBot(Thinker):
    """Any legal move, all equally likely."""

    def think(self, game: Match, budget: Budget) -> Choice:  # noqa: ARG002
        return Choice(self.random.choice(game.moves()))


class GreedyBot(Thinker):
    """The move after which its own board promises most, as if the round ended there.

    With `noise` it is unsure of each promise by about so many points, as a beginner is: of moves that
    are nearly as good it takes any, but a much worse one hardly ever.
    """

    def __init__(self, name: str, seed: int | None = None, noise: float = 0.0) -> None:
        super().__init__(name, seed)
        self._noise = noise

    def think(self, game: Match, budget: Budget) -> Choice:  # noqa: ARG002
        rules, state = game.rules, game.state
        seat = rules.decider(state)
        prospects = {
            action: self._prospect(rules, state, seat, action) + self._error()
            for action in rules.actions(state)
        }
        most = max(prospects.values())
        best = [action for action, promise in prospects.items() if promise == most]
        return Choice(rules.move_text(state, self.random.choice(best)))

    def _error(self) -> float:
        return self.random.gauss(0, self._noise) if self._noise else 0.0

    @staticmethod
    def _prospect(rules: Rules, state: State, seat: int, action: int) -> float:
        after = rules.copy(state)
        rules.play(after, action)
        return rules.prospect(after, seat)
