"""The README's picture: a game between two bots in its fourth round, as SVG without any outside font.

python -m azulejos.terminal.picture docs/terminal.svg
"""

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from azulejos.bots.roster import bot
from azulejos.core.match import Match
from azulejos.games import new
from azulejos.terminal.english import YOU, bare, does
from azulejos.terminal.faces import face
from azulejos.terminal.files import FileTrouble, write_text

TITLE = "azulejos play"
SEED = 321
MOVES = 36
WIDTH = 82
PLAYERS = (YOU, "greedy (bot)")

_THEME = TerminalTheme(
    (22, 28, 42),
    (226, 230, 238),
    [(22, 28, 42), (208, 72, 60), (80, 160, 110), (184, 134, 11), (70, 120, 210), (150, 90, 200),
     (60, 150, 160), (226, 230, 238)],
)  # fmt: skip

# how rich lays out a line
CHAR_WIDTH, CHAR_HEIGHT, LINE_TOP, LINE_HEIGHT = 12.2, 20, 1.5, 24.65
_EDGES = re.compile(r'<text class="([^"]+)" x="([^"]+)" y="([^"]+)"[^>]*>([▐▌]+)</text>')

# rich's own template asks a CDN for a font; this one names only fonts that machines have
_FORMAT = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
  font-variant-east-asian: full-width;
}}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def game() -> tuple[Match, list[str]]:
    """The game in the picture, and its last moves in words."""
    match, player = new("azul", players=2, seed=SEED, starter=0, names=PLAYERS), bot("greedy", seed=SEED)
    told: list[str] = []
    for _ in range(MOVES):
        move = player.choose(match).move
        told.append(f"{does(match.names[match.turn or 0], face('azul').story(match, move))}.")
        match.play(move)
    return match, told[-2:]


def screen() -> Text:
    """What the person in the picture sees: the board, the last moves, a hint asked for."""
    match, told = game()
    move = bot("greedy", seed=0).choose(match).move
    advice = f"The greedy bot would play {move}: {bare(face('azul').story(match, move))}."
    board = face("azul").draw(match.show(), match.names, WIDTH)
    lines = ["", *told, "Your move: hint", advice, "Your move: "]
    return Text("\n").join([board, *map(Text, lines)])


def svg() -> str:
    """The picture."""
    console = Console(
        width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(screen(), no_wrap=True, highlight=False)
    return _EDGES.sub(_rectangles, console.export_svg(title=TITLE, theme=_THEME, code_format=_FORMAT))


def _rectangles(text: re.Match[str]) -> str:
    """The edges of tiles as shapes: glyphs of half blocks are not quite as tall as a line."""
    style, left, baseline, edges = text[1], float(text[2]), float(text[3]), text[4]
    top = baseline - CHAR_HEIGHT + LINE_TOP
    return "".join(
        f'<rect class="{style}" x="{left + CHAR_WIDTH * (n + (edge == "▐") / 2):g}" y="{top:g}" '
        f'width="{CHAR_WIDTH / 2:g}" height="{LINE_HEIGHT}" shape-rendering="crispEdges"/>'
        for n, edge in enumerate(edges)
    )


def main(arguments: list[str]) -> int:
    """Write the picture to the file named; the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m azulejos.terminal.picture FILE.svg\n")
        return 2
    try:
        write_text(Path(arguments[0]), svg())
    except FileTrouble as trouble:
        sys.stderr.write(f"{trouble}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
