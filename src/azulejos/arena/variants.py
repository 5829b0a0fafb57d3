"""All variants of both games, for measuring bots in each of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with its options, and what people call it."""

    name: str
    game: str
    options: dict[str, Any]

    @property
    def players(self) -> int:
        """How many sit at its table."""
        return int(self.options["players"])


def _variants() -> Iterator[Variant]:
    for players in (2, 3, 4):
        for wall in ("coloured", "grey"):
            for jokers in (False, True):
                said = f"Azul, {players} players, {wall}" + (", jokers" if jokers else "")
                yield Variant(said, "azul", {"players": players, "wall": wall, "jokers": jokers})
    for players in (2, 3, 4):
        for side in ("coloured", "grey"):
            said = f"Pavilion, {players} players, {side}"
            yield Variant(said, "pavilion", {"players": players, "side": side})


VARIANTS = tuple(_variants())


def chosen(words: str) -> list[Variant]:
    """Those that have these words in their names; a RulesError where none has."""
    found = [variant for variant in VARIANTS if words.lower() in variant.name.lower()]
    if not found:
        known = "; ".join(variant.name for variant in VARIANTS)
        raise RulesError(f"no variant has {quoted(words)} in its name, expected part of one of {known}")
    return found
