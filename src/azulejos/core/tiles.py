"""Groups of tiles as letters and back: a family says which letters its colours have."""

from azulejos.core.checks import quoted
from azulejos.core.errors import NotationError
from azulejos.core.lanes import WIDTH, lane
from azulejos.core.layout import CENTRE


def tiles_text(counts: int, letters: str) -> str:
    """A lane word as letters in colour order."""
    return "".join(letter * lane(counts, colour) for colour, letter in enumerate(letters))


def parse_tiles(text: str, letters: str) -> int | None:
    """A lane word from letters in any order; None where one is not among them."""
    counts = 0
    for letter in text:
        if letter not in letters:
            return None
        counts += 1 << (WIDTH * letters.index(letter))
    return counts


def place_name(source: int) -> str:
    """A source in words."""
    return "the centre" if source == CENTRE else f"factory {source + 1}"


def factories_text(factories: tuple[int, ...], letters: str) -> str:
    """Factories as a record writes them, `-` for an empty one."""
    return " ".join(tiles_text(tiles, letters) or "-" for tiles in factories)


def parse_factories(text: str, count: int, letters: str) -> tuple[int, ...]:
    """The inverse of `factories_text`."""
    words = text.split(" ")
    if len(words) != count:
        raise NotationError(f"not a deal: {quoted(text)} has {len(words)} factories, expected {count}")
    return tuple(_factory(word, letters) for word in words)


def _factory(word: str, letters: str) -> int:
    counts = 0 if word == "-" else parse_tiles(word, letters) if 1 <= len(word) <= 4 else None
    if counts is None:
        raise NotationError(
            f"not a factory: {quoted(word)} (expected one to four of {letters}, or '-' for none)"
        )
    return counts
