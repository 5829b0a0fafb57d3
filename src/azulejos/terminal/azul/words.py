"""Azul's things in words: groups of tiles, places, rows, and how a placed tile's points add up."""

from collections.abc import Sequence

from azulejos.azul.fields import LETTERS
from azulejos.azul.notation import NAMES
from azulejos.terminal.english import counted, kinds, listed

COLOUR = dict(zip(LETTERS, NAMES, strict=True))


def tiles_words(letters: str) -> str:
    """A group of tiles: `2 red`, `2 red and 1 joker`."""
    return listed(kinds(letters, _some))


def _some(letter: str, count: int) -> str:
    return counted(count, "joker") if letter == "J" else f"{count} {COLOUR[letter]}"


def floor_words(floor: str) -> str:
    """What lies on a floor: `the marker, 2 red and 1 blue`."""
    tiles = floor.removeprefix("1")
    marker = ["the marker"] if floor != tiles else []
    return listed([*marker, *kinds(tiles, _some)])


def rows_words(rows: Sequence[int]) -> str:
    """Wall rows by their numbers: `row 1`, `rows 1 and 2`."""
    return f"row{'s' if len(rows) > 1 else ''} {listed([str(row + 1) for row in rows])}"


def sum_words(across: int, down: int, points: int) -> str:
    """How the points of a placed tile come about (A30): `3 across + 2 down = 5`."""
    runs = [f"{run} {way}" for run, way in ((across, "across"), (down, "down")) if run > 1]
    return f"{' + '.join(runs) if runs else 'a lone tile'} = {points}"
