"""The games for OpenSpiel: importing this registers `python_azulejos_azul` and `python_azulejos_pavilion`.

Chance is explicit (every tile drawn is a chance node with its probabilities) or sampled (a chance node has
one outcome, and the game draws what it brings). All rewards are paid at the end, as OpenSpiel's searches
want them. Needs the extra `rl`; nothing else imports this.
"""

from typing import Any

import pyspiel

from azulejos.envs import checks
from azulejos.envs.openspiel.facts import EXPLICIT, MOST_PARAMETER, UNSEEDED, ZERO_SUM, type_of
from azulejos.envs.openspiel.facts import NAMES as NAMES
from azulejos.envs.openspiel.playing import AzulGame as AzulGame
from azulejos.envs.openspiel.playing import PavilionGame as PavilionGame
from azulejos.envs.openspiel.playing import SpielGame as SpielGame
from azulejos.envs.openspiel.playing import SpielState as SpielState


def load(game: str = "azul", **parameters: Any) -> SpielGame:
    """A game for OpenSpiel, as `pyspiel.load_game` gives it for the registered name and these parameters."""
    name = NAMES[checks.choice(game, "game", tuple(NAMES))]
    for parameter, value in parameters.items():
        if isinstance(value, int) and abs(value) > MOST_PARAMETER:
            checks.whole(value, parameter, UNSEEDED, MOST_PARAMETER)  # OpenSpiel would only name a C++ type
    loaded: SpielGame = pyspiel.load_game(name, parameters)
    return loaded


def register() -> None:
    """Tell OpenSpiel about both games; doing so again changes nothing."""
    for kind in (AzulGame, PavilionGame):  # no partial: it would die with OpenSpiel's registry, after Python
        pyspiel.register_game(type_of(kind.game, 2, ZERO_SUM, EXPLICIT), kind)


register()
