"""What people type, made short before a game reads it as a move."""

import re
from collections.abc import Mapping

from azulejos.core.errors import IllegalMove
from azulejos.core.match import Match


def shortened(typed: str, words: Mapping[str, str]) -> str:
    """A text in lower case without its spaces, known words put in their short form."""
    parts = re.findall(r"[a-z]+|[^a-z\s]", typed.lower())
    return "".join(words.get(part, part) for part in parts)


def refuse(game: Match, move: str) -> None:
    """Let the engine say what is wrong with a move that was typed in part, without the part invented."""
    try:
        game.rules.read_move(game.state, move)
    except IllegalMove as error:
        raise IllegalMove(str(error).removeprefix(f"{move}: "), error.reason) from None
