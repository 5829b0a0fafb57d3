"""The levels: opponents from an easy game to the strongest there is, for every game and option.

Lower levels err as people do: they look ahead less, and are unsure of what they see. None ever throws a
game away on purpose. The steps between them are measured by `make arena`.
"""

from dataclasses import replace

from azulejos.bots.bot import Budget, Choice, Thinker
from azulejos.bots.desk import Settings
from azulejos.bots.nodes import NEVER
from azulejos.bots.searcher import SearchBot, Style
from azulejos.core.match import Match

NOTICED = 0.4  # seconds, which only a search that is not compiled yet can take


def _sight(most: int, blur: float = 0.0, warmth: float = 1.0, far: bool = False) -> Style:
    """Looks so many moves ahead in all, unsure of each one's worth by `blur` as a share of the game.

    Above one, `warmth` makes its first impression of the moves vaguer too. Who sees far, as the strongest
    does, sees beyond the round, and by the net where there is one. A move that is decided is made at once.
    """
    habit = Budget(seconds=NOTICED, simulations=most)
    settings = Settings(warmth=warmth, share=False)
    if not far:
        settings = replace(settings, net=False, beyond=NEVER)
    return Style(habit=habit, most=most, blur=blur, solve=0.0, clinch=True, settings=settings)


# By game, and apart for tables of more than two, where thinking less costs less.
LEVELS: dict[str, dict[str, Style]] = {
    "apprentice": {
        "azul": _sight(300, 0.0075),
        "azul+": _sight(40, 0.05),
        "pavilion": _sight(95, 0.025, 1.1),
        "pavilion+": _sight(28, 0.1, 2.5),
    },
    "journeyman": {
        "azul": _sight(1500),
        "azul+": _sight(120, 0.018),
        "pavilion": _sight(700, 0.004),
        "pavilion+": _sight(36, 0.05, 1.3),
    },
    "artisan": {
        "azul": _sight(20_000),
        "azul+": _sight(400, 0.004),
        "pavilion": _sight(110, far=True),
        "pavilion+": _sight(150, 0.015),
    },
    "master": {
        "azul": _sight(4000, far=True),
        "azul+": _sight(2500),
        "pavilion": _sight(600, far=True),
        "pavilion+": _sight(1000),
    },
    "strong": dict.fromkeys(("azul", "azul+", "pavilion", "pavilion+"), Style()),
}


class Level(Thinker):
    """A bot that plays every game at its level."""

    def __init__(self, name: str, seed: int | None = None, cores: int = 1) -> None:
        super().__init__(name, seed)
        self._cores = cores
        self._bots: dict[str, SearchBot] = {}

    def _bot(self, game: Match) -> SearchBot:
        """The bot that plays this game for it."""
        table = game.game + ("+" if game.rules.players > 2 else "")
        if table not in self._bots:
            style = LEVELS[self.name.partition(":")[0]][table]
            self._bots[table] = SearchBot(self.name, self.seed, replace(style, cores=self._cores))
        return self._bots[table]

    def warm(self, game: Match) -> None:
        """Compile what the level needs for this game, and take on its habit there."""
        self._bot(game).warm(game)
        self.habit = self._bot(game).habit

    def think(self, game: Match, budget: Budget) -> Choice:
        return self._bot(game).choose(game, budget or None)
