"""A list to pick from: what is asked, the lines to show, and what each key stands for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text


@dataclass(frozen=True, slots=True)
class Listing:
    """Keys and the moves they stand for.

    In a final list a key that stands for one move makes it; otherwise the next list follows. Where there
    is a stem, stem and key together are a move, so that the engine can say what is wrong with a key.
    """

    question: str
    lines: Sequence[Text]
    picks: Mapping[str, Sequence[str]]
    stem: str = ""
    final: bool = True

    @property
    def moves(self) -> set[str]:
        """All moves that can still be picked."""
        return {move for moves in self.picks.values() for move in moves}


def entry(key: str, what: str) -> Text:
    """A key and what it stands for, in a line of their own."""
    return Text.assemble((f"{key:>6}", "bold"), f"  {what}")


def entry_lines(key: str, what: str, width: int) -> list[Text]:
    """The same in as many lines as it needs."""
    first, *more = wrap(what, max(20, width - 8)) or [""]
    return [entry(key, first), *(entry("", line) for line in more)]


def numbered(key: str, what: str) -> Text:
    """A number and what it stands for, among others in a line."""
    return Text.assemble((f"{key:>4})", "bold"), f" {what}")
