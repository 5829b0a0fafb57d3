"""What both games' pictures have in common: the market in a ring, stocks in a table, a seat's line."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from azulejos.envs.pictures.canvas import (
    BAD,
    BAD_WASH,
    COBALT_WASH,
    GOLD,
    GOLD_INK,
    GOLD_WASH,
    GOOD,
    GOOD_WASH,
    INK,
    INK_2,
    INK_3,
    LINE,
    LINE_2,
    SEATS,
    SUNKEN,
    SURFACE,
    SURFACE_2,
    Canvas,
)
from azulejos.envs.pictures.view import View, name

MARGIN = 24
GAP = 24
HEAD = 78  # the title's height
ROW = 34  # of a table of stocks

Painter = Callable[[Canvas, str, float, float, float], None]  # what lies around x, y, and how large


class Tiles(NamedTuple):
    """How a game paints its tiles."""

    one: Painter  # a tile of that height
    plate: Painter  # the tiles of a factory of that radius


# shares of the market's width, by number of factories: a plate's radius, the ring's
RINGS = {5: (0.134, 0.352), 7: (0.133, 0.352), 9: (0.121, 0.365)}
# how many groups lie in each row of the centre, by how many there are
CENTRE_ROWS = {0: (), 1: (1,), 2: (2,), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (2, 2, 2), 7: (2, 3, 2)}
PILLS = {
    "to move": (GOLD_WASH, GOLD, GOLD_INK),
    "winner": (GOOD_WASH, GOOD, GOOD),
    "illegal action": (BAD_WASH, BAD, BAD),
    "passed": (SURFACE_2, LINE_2, INK_3),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things stand: the market in a column of its own, the boards, all of one size, beside it."""

    column: int  # the market's width
    market: int  # and its height
    width: int  # a board's
    height: int
    spots: Sequence[tuple[float, float]]  # of the boards, by column and row

    @property
    def size(self) -> tuple[int, int]:
        """The whole picture's, in even numbers, as films want them."""
        columns = 1 + round(max(column for column, _ in self.spots))
        rows = 1 + round(max(row for _, row in self.spots))
        wide = 2 * MARGIN + self.column + columns * (self.width + GAP)
        tall = 2 * MARGIN + max(self.market, rows * (self.height + GAP) - GAP)
        return wide + wide % 2, tall + tall % 2

    @property
    def right(self) -> int:
        """Where the market's column ends."""
        return MARGIN + self.column

    @property
    def bottom(self) -> int:
        """Where everything ends."""
        return self.size[1] - MARGIN

    def corner(self, place: int) -> tuple[float, float]:
        """The top left corner of a board."""
        column, row = self.spots[place]
        return self.right + GAP + column * (self.width + GAP), MARGIN + row * (self.height + GAP)


# --- the market -------------------------------------------------------------------------------------------


def head(canvas: Canvas, view: View, plan: Plan) -> None:
    """The game, its round and how it stands."""
    canvas.text(view.title, MARGIN, MARGIN + 15, 34)
    canvas.text(f"Round {view.shown['round']}", plan.right, MARGIN + 15, 26, INK_2, "right")
    kind = "to move" if view.mover >= 0 else "illegal action" if view.loser >= 0 else "winner"
    pill(canvas, view.status, MARGIN, MARGIN + 54, kind, 22)


def pill(canvas: Canvas, words: str, x: float, y: float, kind: str, size: int = 18) -> float:
    """Words in a rounded frame that begins at x, around the height y; its width."""
    fill, edge, ink = PILLS[kind]
    width = canvas.measured(words, size) + size
    canvas.panel(x, y - size * 0.62, width, size * 1.24, fill, edge, size * 0.62, 1.2)
    canvas.text(words, x + size / 2, y, size, ink)
    return width


def market(canvas: Canvas, view: View, plan: Plan, top: float, bottom: float, tiles: "Tiles") -> None:
    """The factories in a ring around the centre, in the middle between two heights."""
    factories = view.shown["factories"]
    radius, ring = (share * plan.column for share in RINGS[len(factories)])
    x, y = MARGIN + plan.column / 2, (top + bottom) / 2
    for n, lies in enumerate(factories):
        turn = math.radians(360 * n / len(factories) - 90)
        across, down = math.cos(turn), math.sin(turn)
        _plate(canvas, lies, x + ring * across, y + ring * down, radius, tiles.plate)
        _number(canvas, n + 1, x + (ring + radius) * across, y + (ring + radius) * down)
    _centre(canvas, view, x, y, ring - radius - 8, tiles.one)


def _plate(canvas: Canvas, tiles: str, x: float, y: float, radius: float, plate: Painter) -> None:
    if not tiles:
        dashes = f'fill="none" stroke="{LINE_2}" stroke-width="1.6" stroke-dasharray="4 5"'
        canvas.shape(f'<circle r="{radius - 1}" {dashes}/>', x, y, (radius, radius))
        canvas.disc(x, y, 4, LINE_2)
        return
    canvas.disc(x, y + 3, radius + 2, "#3a2d12", opacity=0.08)
    canvas.disc(x, y, radius, SURFACE, LINE)
    canvas.disc(x, y, radius - 5, "none", COBALT_WASH, 2)
    plate(canvas, tiles, x, y, radius)


def _number(canvas: Canvas, number: int, x: float, y: float) -> None:
    """A factory's number, as moves name it."""
    canvas.disc(x, y, 9, SURFACE_2, LINE_2)
    canvas.text(number, x, y, 16, INK_3, "centre")


def _centre(canvas: Canvas, view: View, x: float, y: float, radius: float, one: Painter) -> None:
    canvas.disc(x, y, radius, SUNKEN, LINE, 2)
    tiles = view.shown["centre"]
    groups = [*("1" * (view.shown["marker"] == "centre")), *dict.fromkeys(tiles)]
    if not groups:
        canvas.text("centre", x, y, 20, INK_3, "centre")
    rows, scale = CENTRE_ROWS[len(groups)], min(1.2, radius / 91)
    for n, length in enumerate(rows):
        below = y + 40 * scale * (n - (len(rows) - 1) / 2)
        for k in range(length):
            letter = groups.pop(0)
            aside = x + 57 * scale * (k - (length - 1) / 2)
            _group(canvas, letter, tiles.count(letter), aside, below, scale, one)


def _group(canvas: Canvas, letter: str, count: int, x: float, y: float, scale: float, one: Painter) -> None:
    if letter == "1":
        canvas.tile("1", x - 17 * scale, y - 17 * scale, 34 * scale)
        return
    canvas.panel(x - 26 * scale, y - 17 * scale, 52 * scale, 34 * scale, SURFACE, LINE, 10 * scale)
    one(canvas, letter, x - 10 * scale, y, 28 * scale)
    canvas.text(count, x + 15 * scale, y + 1, round(24 * scale), INK, "centre")


# --- stocks -----------------------------------------------------------------------------------------------


def stocks(canvas: Canvas, rows: dict[str, dict[str, int]], plan: Plan, one: Painter) -> None:
    """What lies in the bag and elsewhere, a row each, in a panel at the bottom of the market's column."""
    letters = list(next(iter(rows.values())))
    top = plan.bottom - stocks_height(len(rows))
    canvas.raised(MARGIN, top, plan.column, stocks_height(len(rows)))
    step = (plan.column - 160) / len(letters)
    columns = [MARGIN + 92 + step * (n + 0.5) for n in range(len(letters))]
    for x, letter in zip(columns, letters, strict=True):
        one(canvas, letter, x, top + 26, 28)
    for n, (label, counts) in enumerate(rows.items()):
        y = top + 60 + ROW * n
        canvas.text(label, MARGIN + 20, y, 22, INK_2)
        for x, letter in zip(columns, letters, strict=True):
            canvas.text(counts[letter], x, y, 24, INK if counts[letter] else LINE_2, "centre")
        canvas.text(sum(counts.values()), plan.right - 20, y, 24, INK_3, "right")


def stocks_height(rows: int) -> int:
    """How tall such a panel is."""
    return 46 + ROW * rows


# --- a seat's line ----------------------------------------------------------------------------------------


def board(canvas: Canvas, view: View, seat: int, x: float, y: float, width: float, height: float) -> None:
    """A board's panel and its first line: who sits there, how they stand, their points."""
    moving, own = view.mover == seat, view.shown["boards"][seat]
    canvas.raised(x, y, width, height, edge=GOLD if moving else LINE, thick=2.5 if moving else 1)
    canvas.disc(x + 36, y + 34, 18, SEATS[seat])
    canvas.disc(x + 36, y + 34, 15.5, "none", SURFACE, 1.2)
    canvas.text(seat, x + 36, y + 35, 26, SURFACE, "centre")
    across = x + 66 + canvas.text(name(seat), x + 64, y + 34, 26)
    if note := view.note(seat):
        across += 12 + pill(canvas, note, across + 12, y + 34, note)
    if view.shown["marker"] == seat and view.mover >= 0 and "1" not in own.get("floor", ""):
        canvas.tile("1", across + 10, y + 20, 28)
    canvas.text(view.scores[seat], x + width - 20, y + 35, 44, INK, "right")
