"""The levels: opponents from a child's first game to the strongest there is, for every game and option.

Lower levels err as people do. The apprentice sees only its own board and is unsure by some points; the
journeyman and the artisan look ahead a little and are unsure of what they see; the master looks ahead
further and is sure. None ever throws a game away on purpose. `docs/bots.md` has the measured steps.
"""

from dataclasses import dataclass

from azulejos.bots.bot import Bot, Budget, Choice, Thinker
from azulejos.bots.searcher import SearchBot, Style
from azulejos.bots.simple import GreedyBot
from azulejos.core.match import Match


@dataclass(frozen=True, slots=True)
class Sight:
    """What a level can see of one game."""

    noise: float = 0.0  # points that it is unsure by, where it sees only its own board
    style: Style | None = None  # how it searches, where it looks ahead


def _search(most: int, blur: float) -> Sight:
    return Sight(style=Style(habit=Budget(simulations=most), most=most, blur=blur, solve=0.0))


LEVELS: dict[str, dict[str, Sight]] = {
    "apprentice": {"azul": _search(16, 0.10), "pavilion": _search(16, 0.10)},
    "journeyman": {"azul": _search(80, 0.025), "pavilion": _search(80, 0.025)},
    "artisan": {"azul": _search(300, 0.005), "pavilion": _search(300, 0.005)},
    "master": {"azul": _search(1200, 0.0), "pavilion": _search(1200, 0.0)},
    "strong": {"azul": Sight(style=Style()), "pavilion": Sight(style=Style())},
}


class Level(Thinker):
    """A bot that plays every game at its level."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        super().__init__(name, seed)
        self._bots: dict[str, Bot] = {}

    def _bot(self, game: str) -> Bot:
        """The bot that plays this game for it."""
        if game not in self._bots:
            sight = LEVELS[self.name][game]
            made = (
                GreedyBot(self.name, self.seed, sight.noise)
                if sight.style is None
                else SearchBot(self.name, self.seed, sight.style)
            )
            self._bots[game] = made
        return self._bots[game]

    def warm(self, game: Match) -> None:
        """Compile what the level needs for this game."""
        bot = self._bot(game.game)
        if isinstance(bot, Thinker):
            bot.warm(game)

    def think(self, game: Match, budget: Budget) -> Choice:
        return self._bot(game.game).choose(game, budget if budget else None)
