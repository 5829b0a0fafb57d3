"""A player's board from what `game.show()` tells: the seven stars in their places, or small, a row each."""

from collections import defaultdict
from typing import Any

from rich.text import Text

from azulejos.pavilion.fields import POINTS, STAR_LETTERS
from azulejos.terminal.blocks import GOLD, Block, flowed, frame
from azulejos.terminal.english import counted
from azulejos.terminal.pavilion.words import takes_any_colour
from azulejos.terminal.table import groups
from azulejos.terminal.tiles import bare, ghost, printed, small, small_ghost, tile

WIDTH = 39
HEIGHT = 13

Shown = dict[str, Any]  # what game.show() returns

# where each star's drawing begins: column and line (S9)
_PLACES = {"O": (7, 0), "R": (21, 0), "P": (0, 4), "*": (14, 4), "B": (28, 4), "G": (7, 8), "Y": (21, 8)}
# a star's spaces from its tip that points north, clockwise
_TIPS = ((3, 0), (6, 1), (6, 3), (3, 4), (0, 3), (0, 1))
_MIDDLE = (3, 2)
_CORNERS = ((0, 0), (34, 0), (0, 12), (34, 12))


def position_at(star: str, direction: int) -> int:
    """The position, from 0, whose tip points so many sixths of a turn from north (S11)."""
    turned = 0 if star == "*" else STAR_LETTERS.index(star)
    return (direction - turned) % POINTS


def board(shown: Shown, seat: int, name: str, dense: bool = False) -> Block:
    """One seat's board in full; it stands out while the seat has to decide."""
    own = shown["boards"][seat]
    hand = _held(shown, own)
    room = 1 if dense else 2  # boards of one size stand well side by side
    lines = [*_stars(shown, own), *hand, *[Text("")] * (room - len(hand))]
    return _framed(shown, seat, name, lines, WIDTH)


def _framed(shown: Shown, seat: int, name: str, lines: Block, width: int) -> Block:
    own, turn = shown["boards"][seat], shown["turn"] == seat
    score = counted(own["score"], "point")
    right = f"passed, {score}" if own["passed"] and shown["phase"] != "over" else score
    return frame(lines, width, f"▸ {name}" if turn else name, right, turn)


def _stars(shown: Shown, own: dict[str, Any]) -> Block:
    pieces: dict[int, list[tuple[int, Text]]] = defaultdict(list)
    for star, (left, top) in _PLACES.items():
        for direction, (column, line) in enumerate(_TIPS):
            cell = _cell(shown, own, star, position_at(star, direction))
            pieces[top + line].append((left + column, cell))
        column, line = _MIDDLE
        pieces[top + line].append((left + column, Text(f" {star} ", "bold")))
    for place, (column, line) in enumerate(_CORNERS):
        lies = place < len(own["corners"])
        pieces[line].append((column, tile(own["corners"][place]) if lies else bare(1)))
    return [_line(sorted(pieces[line], key=lambda piece: piece[0])) for line in range(HEIGHT)]


def _line(pieces: list[tuple[int, Text]]) -> Text:
    line = Text()
    for column, piece in pieces:
        line.append(" " * (column - line.cell_len))
        line.append_text(piece)
    return line


def _cell(shown: Shown, own: dict[str, Any], star: str, position: int) -> Text:
    lies, number = own["stars"][star][position], shown["numbers"][star][position]
    if lies != ".":
        return tile(lies)
    if not takes_any_colour(star, shown["options"]["side"]):
        return ghost(star, str(number))
    # the printed number of the grey side is not the space's own
    return printed(f"{position + 1}:{number}" if shown["options"]["side"] == "grey" else f" {number} ")


def _held(shown: Shown, own: dict[str, Any], width: int = WIDTH - 2) -> Block:
    """The tiles beside a board, the wild marked, in as many lines as they need."""
    if not own["hand"]:
        return [Text.assemble((" hand ", "bold"), ("empty", "dim"))]
    letters = dict.fromkeys(own["hand"])
    marks = [Text(" wild", GOLD) if letter == shown["wild"] else Text("") for letter in letters]
    parts = [Text.assemble(group, mark) for group, mark in zip(groups(own["hand"]), marks, strict=True)]
    return flowed(Text(" hand ", "bold"), parts, width, indent=6, gap=2)


# --- small ------------------------------------------------------------------------------------------------


def small_board(shown: Shown, seat: int, name: str, width: int) -> Block:
    """One seat's board in few lines: of each star its letter and its spaces from 1 to 6."""
    own = shown["boards"][seat]
    stars = flowed(
        Text(" "), (_small_star(shown, own, star) for star in STAR_LETTERS), width - 2, indent=1, gap=1
    )
    held = _held(shown, own, width - 2)
    if own["passed"]:
        kept = Text("  ").join(groups(own["corners"])) if own["corners"] else Text("empty", "dim")
        held = [Text.assemble((" corners ", "bold"), kept)]
    return _framed(shown, seat, name, [*stars, *held], width)


def _small_star(shown: Shown, own: dict[str, Any], star: str) -> Text:
    numbers, free = shown["numbers"][star], takes_any_colour(star, shown["options"]["side"])
    cells = [
        small(lies) if lies != "." else printed(str(number)) if free else small_ghost(star, str(number))
        for lies, number in zip(own["stars"][star], numbers, strict=True)
    ]
    return Text.assemble((f"{star} ", "bold"), *cells)
