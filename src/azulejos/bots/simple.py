"""Bots that look one move ahead or not at all."""

from typing import Any

from azulejos.bots.bot import Budget, Choice, Thinker
from azulejos.core.match import Match


class RandomBot(Thinker):
    """Any legal move, all equally likely."""

    def think(self, game: Match, budget: Budget) -> Choice:  # noqa: ARG002
        return Choice(self.random.choice(game.moves()))


class GreedyBot(Thinker):
    """The move after which its own board promises most, as if the round ended there."""

    def think(self, game: Match, budget: Budget) -> Choice:  # noqa: ARG002
        rules, state = game.rules, game.state
        seat = rules.decider(state)
        prospects = {action: self._prospect(rules, state, seat, action) for action in rules.actions(state)}
        most = max(prospects.values())
        best = [action for action, promise in prospects.items() if promise == most]
        return Choice(rules.move_text(state, self.random.choice(best)))

    @staticmethod
    def _prospect(rules: Any, state: Any, seat: int, action: int) -> float:
        after = rules.copy(state)
        rules.play(after, action)
        return float(rules.prospect(after, seat))
