"""The levels: opponents from an easy game to the strongest there is, for every game and option.

Lower levels err as people do: they look ahead less, and are unsure of what they see. None ever throws a
game away on purpose. The steps between them are measured by `make arena`.
"""

from dataclasses import replace

from azulejos.bots.bot import Budget, Choice, Thinker
from azulejos.bots.desk import Settings
from azulejos.bots.searcher import SearchBot, Style
from azulejos.core.match import Match

NOTICED = 0.4  # seconds, which only a search that is not compiled yet can take


def _sight(most: int, blur: float, warmth: float = 1.0) -> Style:
    """Looks so many moves ahead in all, unsure of each one's worth by `blur` as a share of the game.

    Above one, `warmth` makes its first impression of the moves vaguer too.
    """
    habit = Budget(seconds=NOTICED, simulations=most)
    return Style(habit=habit, most=most, blur=blur, solve=0.0, settings=Settings(warmth=warmth))


LEVELS: dict[str, dict[str, Style]] = {
    "apprentice": {"azul": _sight(135, 0.016), "pavilion": _sight(34, 0.06, 1.7)},
    "journeyman": {"azul": _sight(300, 0.0055), "pavilion": _sight(70, 0.03)},
    "artisan": {"azul": _sight(1200, 0.0), "pavilion": _sight(300, 0.007)},
    "master": {"azul": _sight(8000, 0.0), "pavilion": _sight(2000, 0.0)},
    "strong": {"azul": Style(), "pavilion": Style()},
}


class Level(Thinker):
    """A bot that plays every game at its level."""

    def __init__(self, name: str, seed: int | None = None, cores: int = 1) -> None:
        super().__init__(name, seed)
        self._cores = cores
        self._bots: dict[str, SearchBot] = {}

    def _bot(self, game: str) -> SearchBot:
        """The bot that plays this game for it."""
        if game not in self._bots:
            style = LEVELS[self.name.partition(":")[0]][game]
            self._bots[game] = SearchBot(self.name, self.seed, replace(style, cores=self._cores))
        return self._bots[game]

    def warm(self, game: Match) -> None:
        """Compile what the level needs for this game, and take on its habit there."""
        self._bot(game.game).warm(game)
        self.habit = self._bot(game.game).habit

    def think(self, game: Match, budget: Budget) -> Choice:
        return self._bot(game.game).choose(game, budget or None)
