"""What the dialogue asks of a game's drawings and words, and where each game's are."""

import importlib
from collections.abc import Sequence
from typing import Any, Protocol, cast

from rich.text import Text

from azulejos.core.match import Match
from azulejos.terminal.listing import Listing

Shown = dict[str, Any]  # what game.show() returns

_FACES = {"azul": "azulejos.terminal.azul.face", "pavilion": "azulejos.terminal.pavilion.face"}


class Face(Protocol):
    """How one game looks and reads."""

    ASKED: Sequence[str]  # the phases whose choices are few enough to be listed without being asked for

    def draw(self, shown: Shown, names: Sequence[str], width: int, height: int | None = None) -> Text:
        """The whole table; no line is longer than the width, and where it can be no more than the height.

        What a move needs, the table and the board of who decides, is drawn last where it is too tall.
        """

    def story(self, game: Match, move: str) -> str:
        """What a legal move does, without who does it: `takes 2 red from factory 3 to line 2`."""

    def forced(self, before: Match, after: Match, move: str) -> list[str]:
        """What followed a move by itself, as far as nothing else tells it."""

    def dealt(self, text: str) -> str:
        """A deal, as the record writes it, in a sentence."""

    def doubt(self, game: Match, move: str) -> list[str]:
        """The moves to offer a person instead of one that may be typed without meaning all it does."""

    def explain(self, account: list[dict[str, Any]], names: Sequence[str], width: int) -> Text:
        """How a round was scored."""

    def narrow(self, game: Match, typed: str) -> str | list[str]:
        """The move that a text names, not yet checked, or the legal moves that it is the beginning of."""

    def listing(self, game: Match, moves: Sequence[str], width: int) -> Listing:
        """The next thing to pick among legal moves."""

    def compact(self, moves: Sequence[str]) -> list[str]:
        """All moves in few lines."""

    def example(self, game: Match) -> str:
        """A legal move that shows the notation well."""

    def notation(self, game: Match) -> list[str]:
        """How to write moves, with an example from this position."""

    def so_far(self, game: Match) -> Text:
        """The points by round, and what the boards would bring at the end."""

    def result(self, game: Match) -> Text:
        """Why the game ended, the final bonuses and who won."""


def face(game: str) -> Face:
    """The face of the game of that name."""
    return cast("Face", importlib.import_module(_FACES[game]))
