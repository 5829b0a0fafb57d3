"""Why a move is refused, as plain data: a screen says it in any language, `sentence` in English."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Texts = Mapping[str, tuple[str, str]]  # by code, the clause and the English sentence with its holes

# What can be wrong at every table; the clauses are the family's own.
AT_ANY_TABLE = {
    "game_over": "the game is over",
    "no_such_factory": "there is no factory {place}, {players} players use factories 1 to {factories}",
    "factory_empty": "factory {place} is empty",
    "centre_empty": "the centre holds no tiles",
    "factory_lacks_colour": "factory {place} holds no {colour} tile",
    "centre_lacks_colour": "the centre holds no {colour} tile",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """What the rules have against a move."""

    code: str  # never changes its meaning: what a screen chooses its text by
    clause: str  # the clause that forbids the move; empty where only another decision is due
    values: dict[str, Any]  # colours as letters, places as "3" or "c", numbers as people count


def at_any_table(**clauses: str) -> dict[str, tuple[str, str]]:
    """The refusals of every table with a family's clauses, by code."""
    return {code: (clauses[code], text) for code, text in AT_ANY_TABLE.items()}


def refusal(texts: Texts, code: str, values: dict[str, Any]) -> Reason:
    """The reason of that code."""
    return Reason(code, texts[code][0], values)


def said(texts: Texts, reason: Reason, words: Mapping[str, str]) -> str:
    """The English sentence; `words` are said instead of the values of the same name, or beside them."""
    return texts[reason.code][1].format_map({"clause": reason.clause, **reason.values, **words})
