"""A game's options by name: frozen dataclasses that check themselves, made from names or from text."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Protocol, TypeVar

from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError


class Options(Protocol):
    """One variant of a game."""

    @property
    def players(self) -> int:
        """How many play."""

    def as_dict(self) -> dict[str, Any]:
        """The options as a position lists them."""


Kind = TypeVar("Kind", bound=Options)


def make_options(kind: type[Kind], game: str, given: Mapping[str, Any]) -> Kind:
    """Options from names and values; what is not given has its default."""
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for name in given:
        if name not in known:
            raise RulesError(f"{game} has no option {quoted(name)}, expected one of {', '.join(known)}")
    return kind(**given)


def write_options(options: Options) -> str:
    """The options as a record writes them."""
    return " ".join(f"{name}={_word(value)}" for name, value in options.as_dict().items())


def parse_options(kind: type[Kind], game: str, text: str) -> Kind:
    """The inverse of `write_options`."""
    values: dict[str, Any] = {}
    for part in text.split():
        name, equals, word = part.partition("=")
        if not equals or name in values:
            raise RulesError(f"options {quoted(text)}: {quoted(part)} is not one option, as in players=2")
        values[name] = _value(word)
    return make_options(kind, game, values)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(word: str) -> Any:
    if word in ("true", "false"):
        return word == "true"
    if word.isascii() and word.isdigit() and len(word) < 10 and (word == "0" or word[0] != "0"):
        return int(word)
    return word
