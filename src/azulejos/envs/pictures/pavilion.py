"""A Summer Pavilion table as a picture: the market, the stocks, and every board with its stars and tiles."""

from dataclasses import dataclass
from typing import Any

from azulejos.envs.pictures import stars, table
from azulejos.envs.pictures.canvas import (
    COBALT,
    GOLD,
    GOLD_INK,
    GOLD_WASH,
    INK,
    INK_2,
    INK_3,
    LINE,
    LINE_2,
    SUNKEN,
    SURFACE,
    SURFACE_2,
    Canvas,
)
from azulejos.envs.pictures.table import GAP, HEAD, MARGIN, Plan, Tiles
from azulejos.envs.pictures.view import View
from azulejos.pavilion.fields import LETTERS, POINTS, ROUNDS, SPACES, STAR_LETTERS, STRUCTURE
from azulejos.pavilion.notation import space_name

RHOMBUS = "M0 -84L48.4 0L0 84L-48.4 0z"
ARCH = "M-34 0L16 -80Q44 0 16 80z"
CHECK = "M-13 1L-4 11L14 -11"
# ornaments of our own: a fluted column seen from above, an urn, an arched lattice
ORNAMENTS = (
    '<circle r="23"/><circle r="27" stroke-width="5" stroke-dasharray="3 7.6"/>',
    '<path d="M-13 -29h26M-9 -29c-1 7 -15 11 -15 25c0 13 10 18 14 24h20c4 -6 14 -11 14 -24c0 -14 -14 -18 '
    '-15 -25M-14 26h28"/>',
    '<path d="M-23 24V-6a23 23 0 0 1 46 0v30z"/>',
)
WILD = 62  # the height of the row that tells which colour is wild
HAND = 58
TOP = 66  # below a seat's line
SPOTS = {
    2: ((0, 0), (1, 0)),
    3: ((0, 0.5), (1, 0), (1, 1)),
    4: ((0, 0), (1, 0), (0, 1), (1, 1)),
}
SIZES = {2: (400, 0.612), 3: (560, 0.42), 4: (560, 0.42)}  # the market's width, the scale of a board


@dataclass(frozen=True, slots=True)
class Place:
    """A board on the picture: its corner, its size, and how long a side of a tile is there."""

    x: float
    y: float
    width: int
    height: int
    scale: float

    def point(self, point: stars.Point) -> stars.Point:
        """A point of the stars' drawing on the picture."""
        across = self.x + self.width / 2 + self.scale * point[0]
        return across, self.y + TOP + self.scale * (stars.HEIGHT / 2 + point[1])


def paint(view: View) -> Canvas:
    """The whole table."""
    column, scale = SIZES[len(view.seats)]
    width, height = round(scale * stars.WIDTH) + 32, round(scale * stars.HEIGHT) + TOP + HAND + 22
    market = HEAD + WILD + column + GAP + table.stocks_height(3)
    plan = Plan(column, market, width, height, SPOTS[len(view.seats)])
    canvas = Canvas(*plan.size)
    table.head(canvas, view, plan)
    _wild(canvas, view, plan)
    below = plan.bottom - table.stocks_height(3)
    table.market(canvas, view, plan, MARGIN + HEAD + WILD, below, Tiles(_small, _plate))
    table.stocks(canvas, _stocks(view), plan, _small)
    for place, seat in enumerate(view.seats):
        _board(canvas, view, seat, Place(*plan.corner(place), width, height, scale))
    return canvas


def _stocks(view: View) -> dict[str, dict[str, int]]:
    shown = view.shown
    supply = {letter: shown["supply"].count(letter) for letter in LETTERS}
    return {"Supply": supply, "Bag": shown["bag"], "Tower": shown["tower"]}


def _small(canvas: Canvas, letter: str, x: float, y: float, size: float) -> None:
    canvas.rhomb(letter, x, y, size * 0.64)


def _plate(canvas: Canvas, tiles: str, x: float, y: float, radius: float) -> None:
    """Four rhombi make a large one."""
    side = radius * 0.5
    across, down = side * 0.52, side * 0.9
    spots = ((0, -down), (-across, 0), (across, 0), (0, down))
    for letter, (right, below) in zip(tiles, spots, strict=False):
        canvas.rhomb(letter, x + right, y + below, side)


def _wild(canvas: Canvas, view: View, plan: Plan) -> None:
    """The six rounds with the colour that is wild in each, this one's in gold."""
    top, step = MARGIN + HEAD, (plan.column + 6) / ROUNDS
    for n, letter in enumerate(LETTERS):
        x, now = MARGIN + step * n, n + 1 == view.shown["round"]
        fill, edge = (GOLD_WASH, GOLD) if now else (SURFACE, LINE)
        canvas.panel(x, top + 4, step - 6, WILD - 14, fill, edge, 10, 2 if now else 1)
        canvas.rhomb(letter, x + step / 2 - 15, top + WILD / 2 - 3, 22)
        canvas.text(n + 1, x + step / 2 + 11, top + WILD / 2 - 2, 22, GOLD_INK if now else INK_3, "centre")


# --- a board ----------------------------------------------------------------------------------------------


def _board(canvas: Canvas, view: View, seat: int, place: Place) -> None:
    table.board(canvas, view, seat, place.x, place.y, place.width, place.height)
    own = view.shown["boards"][seat]
    canvas.panel(
        place.x + 12, place.y + TOP - 4, place.width - 24, place.scale * stars.HEIGHT + 8, SURFACE_2, LINE, 18
    )
    for n in range(len(STRUCTURE) - 1):
        _structure(canvas, n, own["structures"][n]["needs"], place)
    for space in range(SPACES):
        _space(canvas, view, own, space, place)
    for n, corner in enumerate(stars.CORNERS):
        _corner(canvas, own["corners"][n : n + 1], place, corner)
    _hand(canvas, view, own, place)


def _space(canvas: Canvas, view: View, own: dict[str, Any], space: int, place: Place) -> None:
    star, position = divmod(space, POINTS)
    letter = STAR_LETTERS[star]
    lies = own["stars"][letter][position]
    x, y = place.point(stars.middle(space))
    side, turn = 100 * place.scale, stars.tip(space) + 90
    if lies != ".":
        canvas.rhomb(lies, x, y, side, turn)
        return
    grey = view.shown["options"]["side"] == "grey" or letter == "*"
    canvas.rhomb("rghost-0" if grey else f"rghost-{letter}", x, y, side, turn)
    canvas.text(view.shown["numbers"][letter][position], x, y + 1, round(46 * place.scale), INK, "centre")


def _structure(canvas: Canvas, structure: int, needs: list[str], place: Place) -> None:
    """A pillar, statue or window: what it pays, and a mark for each space around it."""
    kind, facing = stars.kind(structure), stars.facing(structure)
    fill, edge, ink = _state(len(needs))
    body = ARCH if kind == stars.WINDOW else RHOMBUS
    turn = facing + 90 if kind == stars.STATUE else facing  # the short diagonal joins the two stars
    pips = "".join(_pip(structure, space, space_name(space) in needs) for space in stars.around(structure))
    drawn = f'fill="none" stroke="{ink}" stroke-linecap="round" stroke-linejoin="round"'
    ornament = f'<g {drawn} stroke-width="3" stroke-opacity=".5">{ORNAMENTS[kind]}</g>'
    done = "" if needs else f'<path d="{CHECK}" {drawn} stroke-width="6"/>'
    x, y = place.point(stars.spot(structure))
    canvas.shape(
        f'<path transform="rotate({turn})" d="{body}" fill="{fill}" stroke="{edge}" stroke-width="2.5"/>'
        f"{ornament}{done}{pips}",
        x,
        y,
        (92 * place.scale, 92 * place.scale),
        place.scale,
    )
    if needs:
        canvas.text(f"+{kind + 1}", x, y + 1, round(38 * place.scale), ink, "centre")


def _state(missing: int) -> tuple[str, str, str]:
    """Fill, edge and ink: gold where a structure is complete, a little of it where one space is missing."""
    if missing == 0:
        return GOLD, GOLD_INK, SURFACE
    return (GOLD_WASH, GOLD, GOLD_INK) if missing == 1 else (SUNKEN, LINE_2, INK_2)


def _pip(structure: int, space: int, open_: bool) -> str:
    x, y = stars.pip(structure, space)
    look = f'fill="{SURFACE}" stroke="{INK_2}"' if open_ else f'fill="{COBALT}" stroke="{COBALT}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6.5" {look} stroke-width="2.5"/>'


def _corner(canvas: Canvas, tile: str, place: Place, corner: stars.Point) -> None:
    """A corner, which holds a tile that was kept when its owner passed (S44)."""
    x, y = place.point(corner)
    side = 62 * place.scale
    if tile:
        canvas.rhomb(tile, x, y, side)
    else:
        canvas.shape(f'<path d="{RHOMBUS}" fill="{SUNKEN}"/>', x, y, (side, side), side / 100)


def _hand(canvas: Canvas, view: View, own: dict[str, Any], place: Place) -> None:
    """The tiles beside a board by colour, the wild ones in gold."""
    top = place.y + place.height - HAND - 10
    step = (place.width - 24 + 6) / len(LETTERS)
    for n, letter in enumerate(LETTERS):
        x, count, wild = place.x + 12 + step * n, own["hand"].count(letter), letter == view.shown["wild"]
        fill, edge = (GOLD_WASH, GOLD) if wild else (SURFACE_2, LINE)
        canvas.panel(x, top, step - 6, HAND - 6, fill, edge, 10, 1.5 if wild else 1)
        canvas.rhomb(letter if count else f"rghost-{letter}", x + step / 2 - 15, top + HAND / 2 - 3, 24)
        canvas.text(count, x + step / 2 + 12, top + HAND / 2 - 2, 28, INK if count else LINE_2, "centre")
