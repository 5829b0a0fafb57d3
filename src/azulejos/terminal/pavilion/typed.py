"""What a person may type for a move, read leniently: lower case, spaces, words, counts, or only part of it.

A text that names a move fully becomes the engine's notation, and the engine says whether it is legal.
"""

import re
from collections import Counter

from azulejos.core.errors import IllegalMove
from azulejos.core.match import Match
from azulejos.pavilion.fields import LETTERS
from azulejos.terminal.pavilion.words import COLOUR, star_words, takes_any_colour
from azulejos.terminal.typed import refuse, shortened

_WORDS = {
    "centre": "c",
    "center": "c",
    "factory": "",
    "star": "",
    "keep": "=",
    "and": "",
    "none": "",
    "nothing": "",
    "tiles": "",
    **{name: letter.lower() for letter, name in COLOUR.items()},
}
_TAKE = re.compile(r"([1-9c])([pgoybr]?)")
_STAR = re.compile(r"([porbyg*c])")
_PLACE = re.compile(r"([porbyg*c])([1-6])=?([1-9pgoybr+,]*)")
_PASS = re.compile(r"pass=?([1-9pgoybr+,]*)")
_GROUP = re.compile(r"[1-9pgoybr+,]+")


def narrow(game: Match, typed: str) -> str | list[str]:
    """The move that a text names fully, or the legal moves that it is the beginning of."""
    wild = game.show()["wild"].lower()
    text = shortened(typed, {**_WORDS, "wild": wild, "wilds": wild})
    if game.phase == "acquire":
        return _take(game, text) or typed
    if game.phase == "bonus":
        return _pick(game, text) or typed
    return _pass(text) or _place(game, text) or typed


def _tiles(text: str) -> str:
    """Letters, or counts and letters, as the notation writes tiles: `3rp` is `RRRP`."""
    parts = re.findall(r"([1-9]?)([pgoybr])", text)
    return "".join(letter.upper() * int(count or 1) for count, letter in parts)


def _take(game: Match, text: str) -> str | list[str] | None:
    match = _TAKE.fullmatch(text)
    if not match:
        return None
    source, colour = match[1], match[2].upper()
    if colour:
        return source + colour
    moves = [move for move in game.moves() if move[0] == source]
    if not moves:  # the engine says what is wrong with that place
        refuse(game, f"{source}{LETTERS[0]}")
    return moves


def _pick(game: Match, text: str) -> str | list[str] | None:
    tiles = _tiles(text) if _GROUP.fullmatch(text) else ""
    some = [move for move in game.moves() if Counter(move[1:]) >= Counter(tiles)]
    if not tiles:
        return None
    return some if some and len(tiles) < game.show()["due"] else f"+{tiles}"


def _pass(text: str) -> str | None:
    match = _PASS.fullmatch(text)
    if not match:
        return None
    kept = _tiles(match[1])
    return f"pass={kept}" if kept or text == "pass=" else "pass"


def _place(game: Match, text: str) -> str | list[str] | None:
    if star := _STAR.fullmatch(text):
        return _on_star(game, _star(star[1]))
    match = _PLACE.fullmatch(text)
    if not match:
        return None
    star_letter, position = _star(match[1]), int(match[2])
    space, paid = f"{star_letter}{position}", _tiles(match[3])
    shown = game.show()
    cost = shown["numbers"][star_letter][position - 1]
    if paid and (len(paid) > 1 or cost == 1):
        return f"{space}={paid}"
    moves = [move for move in game.moves() if move.startswith(f"{space}={paid}")]
    if not moves:  # the engine says what is wrong with that space
        hand = shown["boards"][shown["turn"]]["hand"]
        free = takes_any_colour(star_letter, shown["options"]["side"])
        colour = paid or (max(hand or "P", key=hand.count) if free else star_letter)
        refuse(game, f"{space}={colour * cost}")
    return moves


def _star(letter: str) -> str:
    return "*" if letter == "c" else letter.upper()


def _on_star(game: Match, star: str) -> list[str]:
    moves = [move for move in game.moves() if move[0] == star]
    if not moves:
        raise IllegalMove(f"no space of the {star_words(star, game.options['side'])} can be paid now")
    return moves
