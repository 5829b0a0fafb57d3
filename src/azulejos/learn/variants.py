"""What a run learns: a variant, or several of a game for so many players, one net for them together."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from azulejos import games
from azulejos.core.jit import never_compiled
from azulejos.core.rules import Rules

Variant = Mapping[str, Any]  # the game and its options; `mixed` stands for all that the options leave open

ROUND_CAP = 30  # nobody plays longer, but a net that knows nothing might (A46b)
CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "azul": {"wall": ("coloured", "grey"), "jokers": (False, True)},
    "pavilion": {"side": ("coloured", "grey")},
}


def variants_of(variant: Variant) -> list[dict[str, Any]]:
    """The variants that a run plays, in turns."""
    named = {name: value for name, value in variant.items() if name != "mixed"}
    if not variant.get("mixed"):
        return [named]
    choices = {
        name: (named[name],) if name in named else every for name, every in CHOICES[variant["game"]].items()
    }
    return [{**named, **dict(zip(choices, chosen, strict=True))} for chosen in product(*choices.values())]


def rules_of(variant: Variant) -> Rules:
    """The rules of a variant, the first of several; capped so that every game ends."""
    options = dict(variants_of(variant)[0])
    game = options.pop("game")
    if game == "azul":
        options["max_rounds"] = ROUND_CAP
    return games.rules(game, compiled=not never_compiled(), **options)
