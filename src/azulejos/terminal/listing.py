"""A list to pick from: what is asked, the lines to show, and what each key stands for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text


@dataclass(frozen=True, slots=True)
class Listing:
    """Keys and the moves they stand for.

    Where it has a stem, a key only completes it: stem and key are a move. Without one a key narrows the
    moves and another list follows.
    """

    question: str
    lines: Sequence[Text]
    picks: Mapping[str, Sequence[str]]
    stem: str = ""
