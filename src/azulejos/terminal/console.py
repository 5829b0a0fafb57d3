"""The person's side of the terminal: what is written to them, what they type. Knows nothing of games."""

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.console import Console
from rich.style import StyleType
from rich.text import Text

from azulejos.terminal.files import FileTrouble

EDGES = str.maketrans("▐▌", "  ")  # the edges of tiles mean nothing without colours
ASCII = str.maketrans("▐▌╭╮╰╯╔╗╚╝─│═║▸·", "  ++++++++-|=|>.")


class Terminal:
    """Text out and lines in. Plain where colours are unwanted or would not be seen."""

    def __init__(self, plain: bool = False) -> None:
        self.typing = sys.stdin is not None and sys.stdin.isatty()
        self.interactive = self.typing and sys.stdout.isatty()
        _forgive(sys.stdin)
        _forgive(sys.stdout)
        colours = sys.stdout.isatty() and not plain and not os.environ.get("NO_COLOR")
        self._console = _Console(
            color_system="auto" if colours else None, highlight=False, markup=False, emoji=False
        )
        self.plain = self._console.color_system is None
        self._translation = {**(EDGES if self.plain else {}), **({} if _writes_drawings() else ASCII)}
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  editing and history at the prompt

    @property
    def width(self) -> int:
        return self._console.width

    def room_above(self, sentences: Sequence[str]) -> int | None:
        """The lines left for a drawing with these below it; None where nobody sees it scroll away."""
        if not self.interactive:
            return None
        return self._console.height - sum(len(wrap(line, self.width)) for line in sentences) - 1

    def draw(self, text: Text) -> None:
        """Write a drawing as it is."""
        self._console.print(self._fitting(text), no_wrap=True, overflow="ignore", crop=False)

    def say(self, text: str | Text = "", style: StyleType = "") -> None:
        """Write sentences, broken at spaces where they are long; a long path stays whole."""
        sentence = Text(text, style) if isinstance(text, str) else text
        if any(cell_len(word) > self.width for word in sentence.plain.split()):
            self.draw(sentence)
        else:
            self._console.print(self._fitting(sentence))

    def page(self) -> None:
        """Begin a new page, where pages can be turned."""
        if self.interactive and not self.plain:
            self._console.clear()

    def ask(self, prompt: str) -> str | None:
        """A line from the person, None at the end of input. Lines from a pipe are written down too."""
        prompt = prompt.translate(self._translation)
        if self.typing:
            try:
                return input(prompt)
            except EOFError:
                self.say()
                return None
        if sys.stdin is None:  # closed by whoever started us
            raise FileTrouble("nothing can be typed, standard input is closed")
        line = sys.stdin.readline()
        self.say(prompt + "".join(letter if letter.isprintable() else "?" for letter in line.rstrip()))
        return line if line else None

    def pause(self, prompt: str) -> str | None:
        """Wait for Enter where somebody sits at the keyboard; what they type, None at the end of input."""
        return self.ask(prompt) if self.interactive else ""

    def _fitting(self, text: Text) -> Text:
        if not self._translation:
            return text
        fitting = text.copy()
        fitting.plain = text.plain.translate(self._translation)
        return fitting


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave the end to `cli`, which ends quietly."""
        raise BrokenPipeError


def _forgive(stream: object) -> None:
    """Let a character that the terminal cannot spell become a question mark, not an error."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")


def _writes_drawings() -> bool:
    try:
        "▐▌╭═▸·".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
