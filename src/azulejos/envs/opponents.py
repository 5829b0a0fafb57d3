"""Who sits at a learner's table: bots of the roster by name, a budget behind an @, or bots of one's own."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from azulejos.bots.bot import Bot, Budget
from azulejos.bots.budgets import split_budget
from azulejos.bots.roster import bot
from azulejos.core.checks import quoted
from azulejos.core.match import Match

Wish = str | Bot  # how one opponent is named


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot that holds a seat, and how long it may think."""

    bot: Bot
    seed: int  # of the deals that it would see if it played on
    budget: Budget = field(default_factory=Budget)

    def action(self, match: Match) -> int:
        """What it plays here; it is shown a copy, so it cannot see the coming deals or change anything."""
        choice = self.bot.choose(match.copy(seed=self.seed), self.budget or None)
        if not isinstance(getattr(choice, "move", None), str):
            raise TypeError(
                f"{quoted(self.bot)} chose {quoted(choice)}, expected a Choice with a move as text"
            )
        return match.rules.read_move(match.state, choice.move)


def wishes(opponents: object, players: int) -> tuple[Wish, ...]:
    """One wish for every other seat, clockwise from the learner: checked, nothing made yet."""
    expected = f"a bot's name, or a list of {players - 1} for {players} players"
    if isinstance(opponents, str) or callable(getattr(opponents, "choose", None)):
        if isinstance(opponents, str):
            seated(opponents, 0)
        return (opponents,) * (players - 1)  # type: ignore[return-value]
    if not isinstance(opponents, Sequence):
        raise TypeError(f"opponents is {quoted(opponents)}, expected {expected}")
    if len(opponents) != players - 1:
        raise ValueError(f"opponents is {quoted(opponents)}, expected {expected}")
    return tuple(_wish(wish, k) for k, wish in enumerate(opponents))


def _wish(wish: object, k: int) -> Wish:
    if isinstance(wish, str):
        seated(wish, 0)
    elif not callable(getattr(wish, "choose", None)):
        raise TypeError(f"opponents[{k}] is {quoted(wish)}, expected a bot's name or a bot")
    return wish  # type: ignore[return-value]


def seated(wish: Wish, seed: int) -> Opponent:
    """The opponent that was wished for; a bot that was brought along keeps its own luck."""
    if not isinstance(wish, str):
        return Opponent(wish, seed)
    name, budget = split_budget(wish, "opponent")
    return Opponent(bot(name, seed), seed, budget)
