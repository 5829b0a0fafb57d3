"""Summer Pavilion's things in words: groups of tiles, payments, stars, where points come from."""

from azulejos.pavilion.fields import LETTERS, POINTS, STAR_LETTERS
from azulejos.pavilion.notation import NAMES
from azulejos.terminal.english import kinds, listed

COLOUR = dict(zip(LETTERS, NAMES, strict=True))


def tiles_words(letters: str) -> str:
    """A group of tiles: `2 red and 1 blue`."""
    return listed(kinds(letters, _some))


def _some(letter: str, count: int) -> str:
    return f"{count} {COLOUR[letter]}"


def with_wilds(letters: str, own: str, wild: str) -> str:
    """Tiles of one colour and wilds: `3 red + 1 purple (wild)`."""
    first = sorted(letters, key=lambda letter: letter != own)
    words = kinds("".join(first), _some)
    marked = wild in letters and wild != own
    return " + ".join([*words[:-1], f"{words[-1]} (wild)" if marked else words[-1]])


def star_words(star: str, side: str) -> str:
    """A star by its colour; on the grey side by the letter of its place."""
    if star == "*":
        return "centre star"
    return f"{COLOUR[star]} star" if side == "coloured" else f"star {star}"


def group_words(points: int) -> str:
    """Where a placed tile's points come from (S37)."""
    if points == 1:
        return "a lone tile"
    return "the whole star" if points == POINTS else f"{points} in a group"


def takes_any_colour(star: str, side: str) -> bool:
    """Whether a star does not say by itself what colour lies on it (S36, S54)."""
    return star == STAR_LETTERS[-1] or side == "grey"
