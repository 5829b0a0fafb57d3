"""A whole game as text: a version line, the game and its options, how it starts, names, entries, result.

    azulejos record 1
    azul players=2 wall=coloured jokers=false
    starter 0
    seat 0: Ana
    seat 1: Bruno
    deal BBYR KKKW RRWW BYKW YYRK
    0 3R>2
    1 cW>f
    unfinished

One entry a line: a deal, or a seat and its move. A game that began from a position has `position`
and its one-line text in place of `starter`. The last line is the result, or `unfinished`, so that a
text cut off by accident is noticed; a game cut on purpose ends with `unfinished`. This module knows the
lines only; what deals and moves mean is the business of the rules.
"""

import re
from dataclasses import dataclass

from azulejos.core.checks import quoted
from azulejos.core.errors import NotationError

FIRST_LINE = "azulejos record 1"
UNFINISHED = "unfinished"
MOST_NAME = 60
DEAL = -1  # the seat of an entry that is a deal

_SEAT = re.compile(r"seat ([0-9]): (.*)")
_ENTRY = re.compile(r"([0-9]) (\S+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """A deal (seat DEAL) or a move of a seat, as text."""

    seat: int
    text: str

    def __str__(self) -> str:
        return f"deal {self.text}" if self.seat == DEAL else f"{self.seat} {self.text}"


@dataclass(frozen=True, slots=True)
class Record:
    """The lines of a record, taken apart."""

    game: str
    options: str
    start: str  # "starter 0" or "position ..."
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    end: str  # "result ..." or "unfinished"

    def __str__(self) -> str:
        head = [FIRST_LINE, f"{self.game} {self.options}".rstrip(), self.start]
        seats = [f"seat {seat}: {name}" for seat, name in enumerate(self.names)]
        return "\n".join([*head, *seats, *map(str, self.entries), self.end]) + "\n"


def check_name(name: object) -> str:
    """A seat's name, if it fits on a line of a record."""
    if not isinstance(name, str) or not 1 <= len(name) <= MOST_NAME:
        raise NotationError(f"name {quoted(name)}: expected 1 to {MOST_NAME} characters")
    if not name.isprintable() or name != name.strip():
        raise NotationError(f"name {quoted(name)}: expected printable characters, no space at either end")
    return name


def parse_record(text: object) -> Record:
    """The inverse of `str`; blank lines and spaces at the end of a line are passed over."""
    if not isinstance(text, str):
        raise NotationError(f"not a record: {type(text).__name__}, expected text")
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if not lines or lines[0] != FIRST_LINE:
        found = repr(lines[0][:40]) if lines else "nothing"
        raise NotationError(f"not a record: starts with {found}, expected {FIRST_LINE!r}")
    if len(lines) < 3:
        raise NotationError("the record is cut off: expected the game and how it starts")
    game, _, options = lines[1].partition(" ")
    if not lines[2].startswith(("starter ", "position ")):
        raise NotationError(f"line 3 is {lines[2][:40]!r}, expected 'starter SEAT' or 'position CODE'")
    names = _parse_names(lines[3:])
    body = lines[3 + len(names) :]
    if not body or not (body[-1] == UNFINISHED or body[-1].startswith("result ")):
        raise NotationError(
            f"the record is cut off after {len(lines)} lines: expected a last line 'result ...', "
            f"or {UNFINISHED!r} to play on from there"
        )
    entries = tuple(_parse_entry(line, ply) for ply, line in enumerate(body[:-1]))
    return Record(game, options, lines[2], names, entries, body[-1])


def _parse_names(lines: list[str]) -> tuple[str, ...]:
    names: list[str] = []
    for line in lines:
        match = _SEAT.fullmatch(line)
        if not match:
            break
        if int(match[1]) != len(names):
            raise NotationError(f"{line[:40]!r}: expected the name of seat {len(names)}")
        names.append(check_name(match[2]))
    return tuple(names)


def _parse_entry(line: str, ply: int) -> Entry:
    if line.startswith("deal "):
        return Entry(DEAL, line.removeprefix("deal "))
    if match := _ENTRY.fullmatch(line):
        return Entry(int(match[1]), match[2])
    raise NotationError(
        f"entry {ply} is {line[:40]!r}, expected 'deal ...' or a seat and its move, as in '0 3B>2'"
    )
