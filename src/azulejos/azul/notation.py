"""Azul's moves and deals as text: `parse_move` and `str` are inverse, and know nothing of legality."""

import re
from dataclasses import dataclass

from azulejos.azul.fields import CENTRE, COLOURS, FLOOR_LINE, LETTERS
from azulejos.core.checks import quoted
from azulejos.core.errors import NotationError
from azulejos.core.lanes import COLOURS as LANES
from azulejos.core.lanes import WIDTH, lane

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
        "3B+J>2, or for a wall choice line, '@' and column, as in 2@4)"
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


def place_name(source: int) -> str:
    """A source in words."""
    return "the centre" if source == CENTRE else f"factory {source + 1}"


# --- groups of tiles ----------------------------------------------------------------------------------


def tiles_text(counts: int) -> str:
    """A lane word as letters in colour order."""
    return "".join(LETTERS[colour] * lane(counts, colour) for colour in range(LANES))


def parse_tiles(text: str, jokers: bool) -> int | None:
    """A lane word from letters in any order; None where a letter is no tile of this game."""
    counts = 0
    allowed = LETTERS if jokers else LETTERS[:COLOURS]
    for letter in text:
        if letter not in allowed:
            return None
        counts += 1 << (WIDTH * LETTERS.index(letter))
    return counts


def deal_text(deal: tuple[int, ...]) -> str:
    """A deal as a record writes it: the factories in order, `-` for an empty one."""
    return " ".join(tiles_text(tiles) or "-" for tiles in deal)


def parse_deal(text: str, factories: int, jokers: bool) -> tuple[int, ...]:
    """The inverse of `deal_text`."""
    words = text.split(" ")
    if len(words) != factories:
        raise NotationError(f"not a deal: {quoted(text)} has {len(words)} factories, expected {factories}")
    return tuple(_factory(word, jokers) for word in words)


def _factory(word: str, jokers: bool) -> int:
    counts = 0 if word == "-" else parse_tiles(word, jokers) if len(word) <= 4 else None
    if counts is None or word == "":
        letters = LETTERS if jokers else LETTERS[:COLOURS]
        raise NotationError(
            f"not a factory: {quoted(word)} (expected one to four of {letters}, or '-' for none)"
        )
    return counts
