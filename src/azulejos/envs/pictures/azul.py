"""An Azul table as a picture: the market, bag and lid, and every board with its lines, wall and floor."""

from itertools import pairwise
from typing import Any

from azulejos.azul.fields import PENALTY, ROWS
from azulejos.envs.pictures import table
from azulejos.envs.pictures.canvas import BAD, INK_3, LINE, LINE_2, MORTAR, SUNKEN, SURFACE_2, Canvas
from azulejos.envs.pictures.table import GAP, HEAD, MARGIN, Plan, Tiles
from azulejos.envs.pictures.text import printed
from azulejos.envs.pictures.view import View

PITCH, TILE = 43, 40
PAD = 18
TOP = 66  # below a seat's line
WALL = ROWS * PITCH + 7
WIDTH = 2 * PAD + ROWS * PITCH + 27 + WALL
FLOOR = TOP + WALL + 12
HEIGHT = FLOOR + 58 + 16
SLOT = 36  # of the floor

COLUMN = 468
MARKET = HEAD + COLUMN + GAP + table.stocks_height(2)
SPOTS = {
    2: ((0, 0), (0, 1)),
    3: ((0, 0.5), (1, 0), (1, 1)),
    4: ((0, 0), (1, 0), (0, 1), (1, 1)),
}
PENALTIES = [after - before for before, after in pairwise(PENALTY)]  # of each floor space alone


def paint(view: View) -> Canvas:
    """The whole table."""
    plan = Plan(COLUMN, MARKET, WIDTH, HEIGHT, SPOTS[len(view.seats)])
    canvas = Canvas(*plan.size)
    table.head(canvas, view, plan)
    below = plan.bottom - table.stocks_height(2)
    table.market(canvas, view, plan, MARGIN + HEAD, below, Tiles(_small, _plate))
    table.stocks(canvas, {"Bag": view.shown["bag"], "Lid": view.shown["lid"]}, plan, _small)
    for place, seat in enumerate(view.seats):
        _board(canvas, view, seat, *plan.corner(place))
    return canvas


def _small(canvas: Canvas, letter: str, x: float, y: float, size: float) -> None:
    canvas.tile(letter, x - size / 2, y - size / 2, size)


def _plate(canvas: Canvas, tiles: str, x: float, y: float, radius: float) -> None:
    """Two and two."""
    size = round(radius * 0.63)
    for n, letter in enumerate(tiles):
        canvas.tile(letter, x - size - 1 + (size + 2) * (n % 2), y - size - 1 + (size + 2) * (n // 2), size)


def _board(canvas: Canvas, view: View, seat: int, x: float, y: float) -> None:
    table.board(canvas, view, seat, x, y, WIDTH, HEIGHT)
    own = view.shown["boards"][seat]
    grey = view.shown["options"]["wall"] == "grey"
    wall = x + WIDTH - PAD - WALL
    canvas.panel(wall, y + TOP, WALL, WALL, MORTAR, LINE_2, 10)
    for row in range(ROWS):
        top = y + TOP + 5 + PITCH * row
        _line(canvas, own["lines"][row], row, x + PAD, top)
        for column, letter in enumerate(own["wall"][row]):
            empty = "ghost-0" if grey else f"ghost-{printed(row, column)}"
            canvas.tile(empty if letter == "." else letter, wall + 5 + PITCH * column, top, TILE)
    _floor(canvas, own, x + PAD, y + FLOOR)


def _line(canvas: Canvas, tiles: str, row: int, left: float, top: float) -> None:
    """A pattern line, filled from the right; a small arrow where it is complete."""
    for k in range(row + 1):
        x = left + PITCH * (ROWS - 1 - k)
        if k < len(tiles):
            canvas.tile(tiles[k], x, top, TILE)
        else:
            canvas.panel(x + 2, top + 2, TILE - 4, TILE - 4, SUNKEN, LINE_2, 7)
    if len(tiles) == row + 1:
        canvas.shape(
            f'<path d="M-4 -6L4 0L-4 6z" fill="{INK_3}"/>', left + ROWS * PITCH + 12, top + TILE / 2, (7, 7)
        )


def _floor(canvas: Canvas, own: dict[str, Any], x: float, y: float) -> None:
    """The floor and what each of its spaces costs."""
    lies = own["floor"]
    canvas.panel(x, y, WIDTH - 2 * PAD, 58, SURFACE_2, LINE, 12)
    for n, cost in enumerate(PENALTIES):
        left = x + 10 + (SLOT + 8) * n
        if n < len(lies):
            canvas.tile(lies[n], left, y + 4, SLOT)
        else:
            canvas.panel(left + 1, y + 5, SLOT - 2, SLOT - 2, SUNKEN, LINE_2, 7)
        canvas.text(f"−{cost}", left + SLOT / 2, y + 49, 16, BAD if n < len(lies) else INK_3, "centre")
    if own["penalty"]:
        canvas.text(f"−{own['penalty']}", x + WIDTH - 2 * PAD - 16, y + 29, 32, BAD, "right")
