"""Rectangles of text for a screen, and how they stand side by side, one below another, in a frame."""

from collections.abc import Callable, Iterable, Sequence

from rich.style import Style
from rich.text import Text

Block = list[Text]  # the lines of a drawing; within a block all have the same width

QUIET = ("╭", "─", "╮", "│", "╰", "╯")
LIVELY = ("╔", "═", "╗", "║", "╚", "╝")
GOLD = "bold #b8860b"  # marks the one thing to do now; reads on dark and on light ground
WARNING = "bold #d0342c"


def fit(text: Text, width: int) -> Text:
    """The text cut or filled up to a width."""
    fitted = text.copy()
    fitted.truncate(width, overflow="ellipsis", pad=True)
    return fitted


def beside(blocks: Sequence[Block], gap: int = 1) -> Block:
    """Blocks side by side, the shorter ones filled up below."""
    height = max(len(block) for block in blocks)
    columns = [tall(block, height) for block in blocks]
    between = Text(" " * gap)
    return [between.join(lines) for lines in zip(*columns, strict=True)]


def tall(block: Block, height: int) -> Block:
    """A block filled up below."""
    blank = Text(" " * block[0].cell_len)
    return block + [blank] * (height - len(block))


def in_rows(blocks: Sequence[Block], width: int, gap: int = 1) -> Block:
    """Blocks of one size side by side where they fit, in rows of even length."""
    each = blocks[0][0].cell_len + gap
    across = max(1, (width + gap) // each)
    rows = -(-len(blocks) // across)
    across = -(-len(blocks) // rows)
    return [
        line
        for first in range(0, len(blocks), across)
        for line in beside(blocks[first : first + across], gap)
    ]


def flowed(head: Text, parts: Iterable[Text], width: int, indent: int, gap: int = 0) -> Block:
    """Parts after a head, going on in a new line where the width ends."""
    lines, between = [head], ""
    for part in parts:
        if lines[-1].cell_len + len(between) + part.cell_len > width:
            lines.append(Text(" " * indent))
            between = ""
        lines[-1] = Text.assemble(lines[-1], between, part)
        between = " " * gap
    return lines


def frame(lines: Iterable[Text], width: int, title: str, right: str, lively: bool) -> Block:
    """Lines in a frame that carries a title and a word at its right; a lively one stands out."""
    corner, bar, corner_right, side, below, below_right = LIVELY if lively else QUIET
    style = GOLD if lively else "dim"
    name = fit(Text(title), min(Text(title).cell_len, width - len(right) - 10))
    name.stylize("bold")
    rest = width - name.cell_len - len(right) - 8
    top = Text.assemble(
        (corner + bar + " ", style), name, (f" {bar * rest} ", style), (right, "bold"), (f" {bar}", style)
    )
    top.append(corner_right, style)
    inside = [Text.assemble((side, style), fit(line, width - 2), (side, style)) for line in lines]
    return [top, *inside, Text(below + bar * (width - 2) + below_right, style)]


def first_fitting(layouts: Iterable[Callable[[], Block]], height: int | None) -> Block:
    """The first layout that is no taller than the screen; the last one, the smallest, where none is."""
    drawn: Block = []
    for layout in layouts:
        drawn = layout()
        if height is None or len(drawn) <= height:
            break
    return drawn


def folded(lines: Iterable[Text], width: int) -> Block:
    """Lines that are too long even for the smallest drawing go on below, broken at a space."""
    return [part for line in lines for part in _parts(line, width)]


def _parts(line: Text, width: int) -> Block:
    parts = []
    while line.cell_len > width:
        space = line.plain.rfind(" ", 1, width + 1)
        first, line = line.divide([space if space > 0 else width])
        parts.append(first)
    return [*parts, line]


def joined(lines: Iterable[Text]) -> Text:
    """Lines as one text, without the spaces at their ends."""
    return Text("\n").join(_trimmed(line) for line in lines)


def _trimmed(line: Text) -> Text:
    trimmed = line.copy()
    while trimmed.plain.endswith(" ") and not _painted(trimmed):
        trimmed.right_crop(1)
    return trimmed


def _painted(line: Text) -> bool:
    """Whether the last character belongs to a tray, which has a ground of its own."""
    return any(span.end == len(line) and isinstance(span.style, Style) for span in line.spans)
