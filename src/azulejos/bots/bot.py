"""The bot protocol: a bot is asked to choose and answers with a move. Seeds, ties and thought are its own."""

from dataclasses import dataclass
from typing import Protocol

from azulejos.core.match import Match


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot decided."""

    move: str


class Bot(Protocol):
    """A program that holds a seat. It looks at the position, never at the game's seed."""

    name: str

    def choose(self, game: Match, seconds: float | None = None) -> Choice:
        """A legal move for the seat whose turn it is."""
