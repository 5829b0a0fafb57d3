"""Azulejos: the board games Azul and Azul: Summer Pavilion, exact and fast.

The public names, each imported when it is first used. An unofficial fan project.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from azulejos import envs as envs
    from azulejos.bots.roster import bot as bot
    from azulejos.bots.roster import bots as bots
    from azulejos.core.errors import BadPosition as BadPosition
    from azulejos.core.errors import IllegalMove as IllegalMove
    from azulejos.core.errors import NotationError as NotationError
    from azulejos.core.errors import RulesError as RulesError
    from azulejos.core.match import Match as Match
    from azulejos.games import load as load
    from azulejos.games import new as new
    from azulejos.games import read as read
    from azulejos.games import rules as rules

_PARTS = ("envs",)  # packages that are public as they are
_HOMES = {
    "new": "azulejos.games",
    "load": "azulejos.games",
    "read": "azulejos.games",
    "rules": "azulejos.games",
    "bot": "azulejos.bots.roster",
    "bots": "azulejos.bots.roster",
    "Match": "azulejos.core.match",
    "RulesError": "azulejos.core.errors",
    "NotationError": "azulejos.core.errors",
    "IllegalMove": "azulejos.core.errors",
    "BadPosition": "azulejos.core.errors",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    import importlib

    if name in _PARTS:
        return importlib.import_module(f"azulejos.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'azulejos' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES, *_PARTS]
