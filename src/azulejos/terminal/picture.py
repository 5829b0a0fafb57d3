"""The README's pictures: games between two bots, well under way, as SVG without any outside font.

python -m azulejos.terminal.picture docs/terminal.svg
python -m azulejos.terminal.picture --game pavilion docs/pavilion.svg
"""

import io
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from azulejos.bots.roster import bot
from azulejos.core.match import Match
from azulejos.games import new
from azulejos.terminal.english import YOU, bare, does
from azulejos.terminal.faces import face
from azulejos.terminal.files import FileTrouble, write_text

PLAYERS = (YOU, "greedy (bot)")


@dataclass(frozen=True, slots=True)
class Picture:
    """A game between two greedy bots, so many moves on."""

    game: str
    title: str
    seed: int
    moves: int
    width: int


PICTURES = {
    "azul": Picture("azul", "azulejos play", seed=321, moves=36, width=82),
    "pavilion": Picture("pavilion", "azulejos play --game pavilion", seed=38, moves=82, width=82),
}

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


def game(picture: Picture) -> tuple[Match, list[str]]:
    """The game in a picture, and its last moves in words."""
    match = new(picture.game, players=2, seed=picture.seed, starter=0, names=PLAYERS)
    player, told = bot("greedy", seed=picture.seed), list[str]()
    for _ in range(picture.moves):
        move = player.choose(match).move
        told.append(f"{does(match.names[match.turn or 0], face(picture.game).story(match, move))}.")
        match.play(move)
    return match, told[-2:]


def screen(picture: Picture) -> Text:
    """What the person in a picture sees: the board, the last moves, a hint asked for."""
    match, told = game(picture)
    own = face(picture.game)
    move = bot("greedy", seed=0).choose(match).move
    advice = f"The greedy bot would play {move}: {bare(own.story(match, move))}."
    board = own.draw(match.show(), match.names, picture.width)
    lines = [*told, "Your move: hint", *wrap(advice, picture.width), "Your move: "]
    return Text("\n").join([board, Text(""), *map(Text, lines)])


def svg(picture: Picture) -> str:
    """The picture."""
    console = Console(
        width=picture.width, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(screen(picture), no_wrap=True, highlight=False)
    return _EDGES.sub(_rectangles, console.export_svg(title=picture.title, theme=_THEME, code_format=_FORMAT))


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
    """Write the picture of a game to the file named; the exit status."""
    named = arguments[1] if arguments[:1] == ["--game"] and len(arguments) > 1 else "azul"
    files = arguments[2:] if arguments[:1] == ["--game"] else arguments
    if len(files) != 1 or named not in PICTURES:
        sys.stderr.write(
            f"usage: python -m azulejos.terminal.picture [--game {'|'.join(PICTURES)}] FILE.svg\n"
        )
        return 2
    try:
        write_text(Path(files[0]), svg(PICTURES[named]))
    except FileTrouble as trouble:
        sys.stderr.write(f"{trouble}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
