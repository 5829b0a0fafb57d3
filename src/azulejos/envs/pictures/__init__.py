"""A game as people see it: a text, a picture, a window. Nothing here changes a game.

The text needs nothing; picture and window need pygame, which the extra `rl` brings.
"""

import importlib
import math
from typing import TYPE_CHECKING, Any

from azulejos.core.checks import quoted
from azulejos.envs.checks import Array
from azulejos.envs.pictures.text import written
from azulejos.envs.pictures.view import TITLES, look
from azulejos.envs.sitting import Sitting

if TYPE_CHECKING:
    from azulejos.envs.pictures.canvas import Canvas


def ansi(sitting: Sitting, seat: int = 0) -> str:
    """The table as plain text, the board of that seat first."""
    return written(look(sitting, seat))


def rgb(sitting: Sitting, seat: int = 0) -> Array:
    """The table as an image [height, width, 3], uint8, the board of that seat first."""
    return _painted(sitting, seat).pixels()


def _painted(sitting: Sitting, seat: int) -> "Canvas":
    seen = look(sitting, seat)
    painter: Any = importlib.import_module(f"azulejos.envs.pictures.{seen.game}")
    canvas: Canvas = painter.paint(seen)
    return canvas


class Window:
    """A window on the screen; it opens with the first table it shows, and can be made larger or smaller.

    `fps` is how many tables a second it shows at most: `show` waits for as long as that needs.
    """

    def __init__(self, fps: float = 2) -> None:
        if not isinstance(fps, int | float) or isinstance(fps, bool):
            raise TypeError(f"fps is {quoted(fps)}, expected a number")
        if not (fps > 0 and math.isfinite(fps)):
            raise ValueError(f"fps is {quoted(fps)}, expected more than 0")
        self.fps = fps
        self._pygame: Any = None
        self._clock: Any = None

    @property
    def open(self) -> bool:
        """Whether it is on the screen."""
        return self._clock is not None and self._pygame.display.get_surface() is not None

    def show(self, sitting: Sitting, seat: int = 0) -> None:
        """Show a table as it stands."""
        canvas = _painted(sitting, seat)
        if not self.open:
            self._open(canvas.surface.get_size(), TITLES[sitting.rules.game])
        self._pygame.event.pump()  # or the system takes the window for dead
        self._lay(canvas.surface)
        self._pygame.display.flip()
        self._clock.tick(self.fps)

    def _lay(self, picture: Any) -> None:
        """Put the picture in the middle of the window, as large as that is."""
        screen = self._pygame.display.get_surface()  # another one since somebody made the window larger
        size, room = picture.get_size(), screen.get_size()
        if size != room:
            share = min(most / own for most, own in zip(room, size, strict=True))
            size = round(share * size[0]), round(share * size[1])
            picture = self._pygame.transform.smoothscale(picture, size)
        screen.fill(picture.get_at((0, 0)))
        screen.blit(picture, ((room[0] - size[0]) // 2, (room[1] - size[1]) // 2))

    def _open(self, size: tuple[int, int], title: str) -> None:
        """On a small desktop the window is smaller than the picture."""
        self._pygame = importlib.import_module("pygame")
        self._pygame.display.init()
        desktop = self._pygame.display.get_desktop_sizes()[0]
        share = min(1.0, *(0.9 * most / own for most, own in zip(desktop, size, strict=True)))
        fitting = round(share * size[0]), round(share * size[1])
        self._pygame.display.set_mode(fitting, self._pygame.RESIZABLE)
        self._pygame.display.set_caption(title)
        self._clock = self._pygame.time.Clock()

    def close(self) -> None:
        """Take it from the screen; what else uses pygame goes on. Closing twice is harmless."""
        if self.open:
            self._pygame.display.quit()
        self._clock = None
