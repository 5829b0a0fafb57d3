"""Azul's moves and deals as text: `parse_move` and `str` are inverse, and know nothing of legality."""

import re
from dataclasses import dataclass

from azulejos.azul.fields import FLOOR_LINE, LETTERS
from azulejos.core.checks import quoted
from azulejos.core.errors import NotationError
from azulejos.core.layout import CENTRE

NAMES = ("blue", "yellow", "red", "black", "white", "joker")

_DRAFT = re.compile(r"([1-9c])(?:([BYRKW])|(J)|([BYRKW])\+J|J\+([BYRKW]))>([1-5f])(?::([0-9]))?")
_CHOICE = re.compile(r"([1-5])@([1-5])")


@dataclass(frozen=True, slots=True)
class Draft:
    """Tiles taken from one place and put down in one: `3B>2`, `cJ>f`, `3B+J>2:1`."""

    source: int  # 0 to 8 a factory, CENTRE
    colour: int  # JOKER for jokers alone
    to: int  # 0 to 4 a line, FLOOR_LINE
    with_jokers: bool = False
    jokers_in_line: int | None = None  # None: the fewest that the rules allow (A61)

    def __str__(self) -> str:
        source = "c" if self.source == CENTRE else str(self.source + 1)
        tiles = LETTERS[self.colour] + ("+J" if self.with_jokers else "")
        to = "f" if self.to == FLOOR_LINE else str(self.to + 1)
        count = "" if self.jokers_in_line is None else f":{self.jokers_in_line}"
        return f"{source}{tiles}>{to}{count}"


@dataclass(frozen=True, slots=True)
class Choice:
    """The tile of a complete line goes to a column: `2@4`."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row + 1}@{self.column + 1}"


Move = Draft | Choice


def parse_move(text: object) -> Move:
    """The move that a text means, spaces around it ignored."""
    if isinstance(text, str):
        word = text.strip()
        if match := _DRAFT.fullmatch(word):
            return _draft(match, text)
        if match := _CHOICE.fullmatch(word):
            return Choice(int(match[1]) - 1, int(match[2]) - 1)
    raise not_a_move(text)


def not_a_move(text: object) -> NotationError:
    """The error for a text that is no move."""
    return NotationError(
        f"not a move: {quoted(text)} (expected source, colour, '>' and a line, as in 3B>2, cK>f or "
        "3B+J>2, or for a wall choice line, '@' and column, as in 2@4; a count "
        "of jokers goes with a colour, jokers and a line only, as in 3B+J>2:1)"
    )


def _draft(match: re.Match[str], text: object) -> Draft:
    source, plain, joker, mixed, mixed_too, to, count = match.groups()
    letter = plain or joker or mixed or mixed_too
    if count is not None and (to == "f" or letter in (plain, joker)):
        raise not_a_move(text)  # a count of jokers belongs to a mixed draft for a line
    return Draft(
        source=CENTRE if source == "c" else int(source) - 1,
        colour=LETTERS.index(letter),
        to=FLOOR_LINE if to == "f" else int(to) - 1,
        with_jokers=bool(mixed or mixed_too),
        jokers_in_line=None if count is None else int(count),
    )
