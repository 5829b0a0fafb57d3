"""Tiles of both games as coloured letters, each with ink and ground of its own: any terminal will do.

A tile is three columns wide, its edges half blocks on the tray below; where there are no colours the
edges become spaces and the letter remains. A cell that waits for a colour is a ghost of its tile.
"""

from rich.color import Color
from rich.style import Style
from rich.text import Text

WIDTH = 3
EDGES = ("▐", "▌")

_TRAY = (104, 115, 134)
_GROUNDS = {
    "B": (31, 92, 196),
    "Y": (244, 184, 30),
    "R": (196, 30, 36),
    "K": (24, 26, 33),
    "W": (248, 246, 240),
    "J": (140, 40, 170),
    "P": (128, 44, 160),
    "G": (22, 122, 58),
    "O": (230, 116, 22),
    "1": (20, 130, 60),
}
_INKS = {"Y": (48, 30, 0), "O": (40, 16, 0), "W": (0, 104, 112)}  # the others are light on dark
_LIGHT = (255, 255, 255)


def _mix(one: tuple[int, int, int], other: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _style(ink: tuple[int, int, int], ground: tuple[int, int, int], bold: bool = False) -> Style:
    return Style(color=Color.from_rgb(*ink), bgcolor=Color.from_rgb(*ground), bold=bold)


def _face(ink: tuple[int, int, int], ground: tuple[int, int, int], bold: bool) -> tuple[Style, Style]:
    """The styles of a tile's letter and of its edges."""
    return _style(ink, ground, bold), _style(ground, _TRAY)


_TILES = {letter: _face(_INKS.get(letter, _LIGHT), ground, True) for letter, ground in _GROUNDS.items()}
_GHOSTS = {
    letter: _face(_mix(ground, _LIGHT, 0.3), _mix(ground, _TRAY, 0.35), False)
    for letter, ground in _GROUNDS.items()
}
_EMPTY = _style(_mix(_TRAY, _LIGHT, 0.5), _TRAY)
_PRINTED = _style(_mix(_TRAY, _LIGHT, 0.15), _TRAY)


def tile(letter: str) -> Text:
    """A tile, or the marker as `1`."""
    return _edged(letter, *_TILES[letter])


def ghost(letter: str, sign: str = "") -> Text:
    """An empty cell that waits for a colour, with its letter in lower case or another sign."""
    return _edged(sign or letter.lower(), *_GHOSTS[letter])


def small(letter: str) -> Text:
    """A tile as its letter alone."""
    return Text(letter, _TILES[letter][0])


def small_ghost(letter: str, sign: str) -> Text:
    """An empty cell that waits for a colour, one column wide."""
    return Text(sign, _GHOSTS[letter][0])


def printed(sign: str) -> Text:
    """An empty space for any colour, with something printed on it."""
    return Text(sign, _PRINTED)


def _edged(letter: str, face: Style, edge: Style) -> Text:
    left, right = EDGES
    return Text.assemble((left, edge), (letter, face), (right, edge))


def empty() -> Text:
    """An empty space for any tile."""
    return Text(" · ", _EMPTY)


def bare(spaces: int) -> Text:
    """Spaces that nothing will be put on for now."""
    return Text(" · " * spaces, "dim")


def tiles(letters: str, spaces: int) -> Text:
    """Tiles from the left on a tray of so many spaces."""
    return Text.assemble(*(tile(letter) for letter in letters), *[empty()] * (spaces - len(letters)))


def counted(letter: str, count: int) -> Text:
    """A tile and how many there are of it."""
    return Text.assemble(tile(letter), f" {count}")
