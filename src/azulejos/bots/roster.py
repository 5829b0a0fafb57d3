"""The bots by name, weakest first."""

from collections.abc import Callable

from azulejos.bots.bot import Bot
from azulejos.bots.simple import GreedyBot, RandomBot
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError
from azulejos.games import family

_BOTS: dict[str, Callable[[str, int | None], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bots(game: str = "azul") -> list[str]:
    """The names of the bots that play a game, weakest first."""
    family(game)  # an unknown game is named as such
    return list(_BOTS)


def bot(name: str, seed: int | None = None) -> Bot:
    """A bot by name; its seed decides its ties and whims, never the game's deals."""
    if not isinstance(name, str) or name not in _BOTS:
        raise RulesError(f"there is no bot {quoted(name)}, expected one of {', '.join(_BOTS)}")
    return _BOTS[name](name, seed)
