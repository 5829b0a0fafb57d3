"""What a person may type for a move, read leniently: lower case, spaces, words, or only part of it.

A text that names a move fully becomes the engine's notation, and the engine says whether it is legal.
"""

import re

from azulejos.azul.fields import LETTERS
from azulejos.core.match import Match
from azulejos.terminal.azul.words import COLOUR
from azulejos.terminal.typed import refuse, shortened

_WORDS = {
    "centre": "c",
    "center": "c",
    "factory": "",
    "line": "",
    "floor": "f",
    "column": "@",
    "jokers": "j",
    "and": "+",
    "to": ">",
    **{name: letter.lower() for letter, name in COLOUR.items()},
}
_DRAFT = re.compile(r"([1-9c])([byrkwj+]*)(?:[->]*([1-5f])(?::([0-9]))?)?")
_CHOICE = re.compile(r"(?:([1-5])@?|@)?([1-5])")


def narrow(game: Match, typed: str) -> str | list[str]:
    """The move that a text names fully, or the legal moves that it is the beginning of."""
    text = shortened(typed, _WORDS)
    if game.phase == "tiling" and (choice := _choice(game, text)):
        return choice
    draft = _DRAFT.fullmatch(text)
    tiles = _tiles(draft[2]) if draft else None
    if not draft or tiles is None:
        return typed
    source, to, count = draft[1], draft[3], draft[4]
    if to and tiles:
        return f"{source}{tiles}>{to}" + (f":{count}" if count else "")
    if to or game.phase == "tiling":  # no colour, or no tiles to take now: no move
        return typed
    return _beginning(game, source, tiles)


def _choice(game: Match, text: str) -> str | None:
    due, _, _ = game.moves()[0].partition("@")
    match = _CHOICE.fullmatch(text)
    return f"{match[1] or due}@{match[2]}" if match else None


def _tiles(letters: str) -> str | None:
    """A colour, jokers or both as the notation writes them; empty for none; None for more."""
    kinds = letters.replace("+", "").upper()
    colour = kinds.replace("J", "", 1)
    if len(colour) > 1 or "J" in colour:
        return None
    return f"{colour}+J" if colour and "J" in kinds else kinds


def _beginning(game: Match, source: str, tiles: str) -> list[str]:
    moves = [move for move in game.moves() if _begins(move, source, tiles)]
    if not moves:  # the engine says what is wrong with taking that
        refuse(game, f"{source}{tiles or LETTERS[0]}>f")
    return moves


def _begins(move: str, source: str, tiles: str) -> bool:
    head = move.partition(">")[0]
    return head == source + tiles if tiles else head.startswith(source)
