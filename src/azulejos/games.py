"""Which games there are: name and options give Rules, texts give matches. Knows every family."""

import importlib
import json
from collections.abc import Sequence
from typing import Any, cast

from azulejos.core.checks import quoted
from azulejos.core.errors import BadPosition, NotationError, RulesError
from azulejos.core.match import Match
from azulejos.core.record import Record, parse_record
from azulejos.core.rules import Family, Rules

FAMILIES = {"azul": "azulejos.azul.rules", "pavilion": "azulejos.pavilion.rules"}


def family(game: object) -> Family:
    """The family of that name, imported now."""
    if not isinstance(game, str) or game not in FAMILIES:
        raise RulesError(f"game is {quoted(game)}, expected {_names()}")
    return cast("Family", importlib.import_module(FAMILIES[game]))


def _names() -> str:
    return " or ".join(repr(name) for name in FAMILIES)


def rules(game: str, *, compiled: bool | None = None, **options: Any) -> Rules:
    """The rules of a game for these options: the unchecked, fast side, with compiled kernels if asked."""
    return family(game).make(options, compiled)


def new(
    game: str = "azul",
    *,
    seed: int | None = None,
    starter: int | None = None,
    names: Sequence[str] | None = None,
    **options: Any,
) -> Match:
    """A new game, its first deal made. Options are those of the game; `max_rounds` caps automated play."""
    return Match.new(family(game).make(options), seed, starter, names)


def load(position: object, *, seed: int | None = None, names: Sequence[str] | None = None) -> Match:
    """A game that goes on from a position: JSON data, JSON text, or the one-line text."""
    if isinstance(position, str) and not position.lstrip().startswith("{"):
        game = position.strip().partition("_")[0]
        if game not in FAMILIES:
            raise BadPosition(f"not a position: {quoted(position)}, expected JSON or text from game.code()")
        return Match.load(*family(game).read_code(position), seed, names)
    data = _json(position) if isinstance(position, str) else position
    found = data.get("game") if isinstance(data, dict) else data
    if not isinstance(data, dict) or not isinstance(found, str) or found not in FAMILIES:
        raise BadPosition(f"position: game is {quoted(found)}, expected {_names()}")
    return Match.load(*family(data["game"]).read_position(data), seed, names)


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"not a position: the JSON text is broken ({error})") from None


def read(text: str, *, seed: int | None = None) -> Match:
    """A game from its record; deals that the record does not have are drawn from the seed."""
    return resume(parse_record(text), seed=seed)


def resume(record: Record, *, seed: int | None = None) -> Match:
    """A game from the lines of its record, taken apart; with an empty end, whatever its entries end with."""
    if record.game not in FAMILIES:
        raise NotationError(f"the record is of game {quoted(record.game)}, expected {_names()}")
    match = _begin(record, seed)
    match.replay(record)
    return match


def _begin(record: Record, seed: int | None) -> Match:
    of = family(record.game)
    rules = of.read_options(record.options)
    word, _, rest = record.start.partition(" ")
    if word == "position":
        own, state = of.read_code(rest)
        if own.options_text() != rules.options_text():
            raise NotationError(f"the position has options {own.options_text()}, the record {record.options}")
        match = Match.load(own, state, seed, record.names)
    else:
        starter = int(rest) if rest.isdigit() and rest.isascii() and len(rest) == 1 else rest
        match = Match.new(rules, seed, cast("int", starter), record.names)
    return match.at(0)
