"""A surface to draw on: our tiles, panels and letters, all smooth; it knows no game.

Every shape is SVG that pygame turns into pixels once and keeps: drawing a table again is mostly copying.
"""

import functools
import io
import math
import os
from typing import Any

import numpy as np

from azulejos.envs.checks import Array
from azulejos.envs.pictures import sheet

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # a library does not greet
import pygame

# the light theme of the pages
PAGE, SURFACE, SURFACE_2, SUNKEN = "#f1ece1", "#fffdf8", "#f8f4ea", "#e8e1d1"
LINE, LINE_2, MORTAR = "#dbd2bf", "#c4bba9", "#d9d0bd"
INK, INK_2, INK_3 = "#18233a", "#465068", "#596175"
COBALT, COBALT_WASH = "#1c479b", "#e5ecf9"
GOLD, GOLD_INK, GOLD_WASH = "#a97718", "#74500b", "#fbefd0"
BAD, BAD_WASH, GOOD, GOOD_WASH = "#a52a1d", "#fbe4de", "#19693f", "#ddf0e3"
SEATS = ("#1c479b", "#a03a22", "#1e6f58", "#7a4a98")

LARGE = 4  # how much larger letters are drawn before they are scaled down
RHOMB_ROOM = 88  # half the side of a square in which a rhombus of side 100 turns freely


class Canvas:
    """A picture being drawn; lengths are pixels, y grows downwards."""

    def __init__(self, width: int, height: int) -> None:
        self.surface = pygame.Surface((width, height))
        self.surface.fill(PAGE)

    def pixels(self) -> Array:
        """The picture as an array [height, width, 3], uint8."""
        return np.ascontiguousarray(pygame.surfarray.array3d(self.surface).swapaxes(0, 1))

    def shape(self, markup: str, x: float, y: float, size: tuple[float, float], scale: float = 1.0) -> None:
        """A drawing whose origin comes to x, y and which reaches at most `size` around it."""
        left, top = math.floor(x - size[0]), math.floor(y - size[1])
        room = math.ceil(2 * size[0]) + 1, math.ceil(2 * size[1]) + 1
        self.surface.blit(_drawn(markup, room, (x - left, y - top), scale), (left, top))

    def tile(self, letter: str, x: float, y: float, size: float) -> None:
        """A square tile, the marker `1`, or an empty cell such as `ghost-B`; x, y is its top left corner."""
        markup = _square(letter if letter.startswith("ghost") else f"tile-{letter}")
        self.shape(markup, x + size / 2, y + size / 2, (size / 2, size / 2), size / 100)

    def rhomb(self, letter: str, x: float, y: float, side: float, turn: float = 0) -> None:
        """A rhombic tile, or an empty space such as `rghost-B`, around its middle; upright, then turned."""
        markup = _turned(letter if letter.startswith("rghost") else f"rhomb-{letter}", turn % 360)
        room = RHOMB_ROOM * side / 100
        self.shape(markup, x, y, (room, room), side / 100)

    def panel(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = SURFACE,
        edge: str = LINE,
        radius: float = 16,
        thick: float = 1,
    ) -> None:
        """A rectangle with round corners."""
        half = (width / 2 + thick, height / 2 + thick)
        look = f'fill="{fill}" stroke="{edge}" stroke-width="{thick}"/>'
        markup = _box(width, height, radius) + look
        self.shape(markup, x + width / 2, y + height / 2, half)

    def raised(
        self, x: float, y: float, width: float, height: float, edge: str = LINE, thick: float = 1
    ) -> None:
        """A panel that stands out from the page."""
        markup = "".join(
            _box(width + 2 * spread, height + 2 * spread, 18 + spread, 4)
            + f'fill="#3a2d12" fill-opacity="{strength}"/>'
            for spread, strength in ((5, 0.025), (3, 0.035), (1, 0.05))
        )
        markup += _box(width, height, 18) + f'fill="{SURFACE}" stroke="{edge}" stroke-width="{thick}"/>'
        self.shape(markup, x + width / 2, y + height / 2, (width / 2 + 6, height / 2 + 10))

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str,
        edge: str = "none",
        thick: float = 1,
        opacity: float = 1,
    ) -> None:
        """A circle."""
        look = f'fill="{fill}" stroke="{edge}" stroke-width="{thick}" opacity="{opacity}"'
        markup = f'<circle r="{radius}" {look}/>'
        self.shape(markup, x, y, (radius + thick, radius + thick))

    def text(
        self, words: object, x: float, y: float, size: int, colour: str = INK, anchor: str = "left"
    ) -> float:
        """Words beside, around or before x, their middle at the height y; how wide they are."""
        drawn = _lettered(str(words), size, colour)
        width, height = drawn.get_size()
        left = {"left": x, "centre": x - width / 2, "right": x - width}[anchor]
        self.surface.blit(drawn, (round(left), round(y - height / 2)))
        return float(width)

    def measured(self, words: str, size: int) -> float:
        """How wide words will be."""
        return float(_lettered(words, size, INK).get_width())


def _box(width: float, height: float, radius: float, below: float = 0) -> str:
    """The beginning of a rectangle around the origin."""
    place = f'x="{-width / 2}" y="{-height / 2 + below}" rx="{radius}"'
    return f'<rect {place} width="{width}" height="{height}" '


@functools.cache
def _square(name: str) -> str:
    return f'<g transform="translate(-50 -50)">{sheet.drawing(name)}</g>'


@functools.lru_cache(maxsize=256)
def _turned(name: str, turn: float) -> str:
    return f'<g transform="rotate({turn:g})">{sheet.drawing(name)}</g>'


@functools.lru_cache(maxsize=4096)
def _drawn(markup: str, room: tuple[int, int], origin: tuple[float, float], scale: float) -> Any:
    """A surface with a drawing; tables have a few hundred different ones, most of them small."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{room[0]}" height="{room[1]}">'
    place = f"translate({origin[0]:.2f} {origin[1]:.2f}) scale({scale:.4f})"
    source = f'{head}{sheet.gradients()}<g transform="{place}">{markup}</g></svg>'
    return pygame.image.load(io.BytesIO(source.encode()), "drawing.svg")


@functools.lru_cache(maxsize=1024)
def _lettered(words: str, size: int, colour: str) -> Any:
    """A surface with words, drawn large and made small: letters keep their distances.

    The font is not kept: it would not outlive somebody's `pygame.quit()`.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    large = pygame.font.Font(None, LARGE * size).render(words, True, colour)
    small = max(1, round(large.get_width() / LARGE)), max(1, round(large.get_height() / LARGE))
    return pygame.transform.smoothscale(large, small)
