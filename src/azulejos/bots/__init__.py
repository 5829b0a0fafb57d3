"""Players that are programs: the protocol every bot answers, the search, the levels, the roster of names.

The package itself can be called: `azulejos.bots` is both this package and the public function that lists
the bots of a game, whichever Python binds to the name first.
"""

import sys
from types import ModuleType


class _Bots(ModuleType):
    def __call__(self, game: str = "azul") -> list[str]:
        from azulejos.bots.roster import bots

        return bots(game)


sys.modules[__name__].__class__ = _Bots
