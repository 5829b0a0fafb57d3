"""Bots that look one move ahead or not at all."""

import random
from typing import Any

from azulejos.bots.bot import Choice
from azulejos.core.errors import RulesError
from azulejos.core.match import Match


class RandomBot:
    """Any legal move, all equally likely."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Match, seconds: float | None = None) -> Choice:  # noqa: ARG002
        return Choice(self._random.choice(_moves(game)))


class GreedyBot:
    """The move after which its own board promises most, as if the round ended there."""

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Match, seconds: float | None = None) -> Choice:  # noqa: ARG002
        _moves(game)
        rules, state = game.rules, game.state
        seat = rules.decider(state)
        prospects = {action: self._prospect(rules, state, seat, action) for action in rules.actions(state)}
        most = max(prospects.values())
        best = [action for action, promise in prospects.items() if promise == most]
        return Choice(rules.move_text(state, self._random.choice(best)))

    @staticmethod
    def _prospect(rules: Any, state: Any, seat: int, action: int) -> float:
        after = rules.copy(state)
        rules.play(after, action)
        return float(rules.prospect(after, seat))


def _moves(game: Match) -> list[str]:
    moves = game.moves()
    if not moves:
        raise RulesError("the game is over: there is no move to choose")
    return moves
