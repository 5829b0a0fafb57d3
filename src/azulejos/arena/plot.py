"""The standings as a picture: Elo of every bot with its interval, as SVG. Drawn for light and dark pages."""

from collections.abc import Iterable, Sequence
from math import ceil, floor
from xml.sax.saxutils import escape

from azulejos.arena.summary import Summary, elo_text

WIDTH, ROW, TOP, BOTTOM, RIGHT = 720, 30, 64, 56, 84
BEYOND = 50  # Elo shown beyond a bound
LETTER = 7.3  # width of one at the size of the labels
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)  # between lines of the axis

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #222 }
  .title { font-size: 16px; font-weight: 600 } .small { font-size: 12px; fill: #555 }
  .paper { fill: #fff } .grid { stroke: #ddd }
  .interval { stroke: #2a78a8; stroke-width: 2 } .dot { fill: #2a78a8 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6e6e6 } .small { fill: #aaa } .paper { fill: #16181c } .grid { stroke: #383c44 }
    .interval { stroke: #6fb7e0 } .dot { fill: #6fb7e0 }
  }
"""


def svg(told: Summary, title: str) -> str:
    """The picture of an arena's summary."""
    lines = told["standings"]
    axis = _Axis(lines)
    height = TOP + ROW * len(lines) + BOTTOM
    body = [
        '<rect class="paper" width="100%" height="100%" rx="6"/>',
        _text(20, 28, title, "title"),
        *axis.drawn(height - BOTTOM),
        *(
            part
            for number, line in enumerate(lines)
            for part in _row(line, TOP + ROW * number + ROW / 2, axis)
        ),
        _text((axis.left + WIDTH - RIGHT) / 2, height - 12, "Elo, 95% interval", "small", "middle"),
    ]
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
    label = escape(title, {'"': "&quot;"})
    return (
        "\n".join([f'{head} role="img" aria-label="{label}">', f"<style>{STYLE}</style>", *body, "</svg>"])
        + "\n"
    )


class _Axis:
    """Where on the picture an Elo figure lies."""

    def __init__(self, lines: Sequence[Summary]) -> None:
        ends = [end for line in lines for end in _ends(line)]
        least, most = min(ends, default=0.0), max(ends, default=0.0)
        self.step = next((step for step in STEPS if most - least <= 8 * step), STEPS[-1])
        self.least = self.step * floor(least / self.step)
        self.most = max(self.step * ceil(most / self.step), self.least + self.step)
        longest = max((len(_shown(line["label"])) for line in lines), default=0)
        self.left = 40 + LETTER * longest

    def at(self, elo: float) -> float:
        """The place of an Elo figure, from the left."""
        return self.left + (WIDTH - RIGHT - self.left) * (elo - self.least) / (self.most - self.least)

    def drawn(self, bottom: float) -> Iterable[str]:
        """The grid and its figures."""
        for elo in range(self.least, self.most + 1, self.step):
            x = self.at(elo)
            yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{bottom}"/>'
            yield _text(x, bottom + 18, f"{elo}", "small", "middle")


def _ends(line: Summary) -> list[float]:
    """What must be on the picture: an interval, or a bound and a piece of the way beyond it."""
    if line["elo_bound"] == "above":
        return [line["elo_low"], line["elo_low"] + BEYOND]
    if line["elo_bound"] == "below":
        return [line["elo_high"] - BEYOND, line["elo_high"]]
    return [end for end in (line["elo"], line["elo_low"], line["elo_high"]) if end is not None]


def _row(line: Summary, y: float, axis: _Axis) -> Iterable[str]:
    """A bot's name, its interval or bound, its figure."""
    yield _text(axis.left - 16, y + 4, _shown(line["label"]), "", "end")
    bound = line["elo_bound"]
    low, high = line["elo_low"], line["elo_high"]
    begin = axis.at(axis.least if low is None and bound else line["elo"] if low is None else low)
    end = axis.at(axis.most if high is None and bound else line["elo"] if high is None else high)
    dashes = ' stroke-dasharray="4 4"' if bound else ""
    yield f'<line class="interval" x1="{begin:.1f}" x2="{end:.1f}" y1="{y}" y2="{y}"{dashes}/>'
    dot = low if bound == "above" else high if bound == "below" else line["elo"]
    yield f'<circle class="dot" cx="{axis.at(dot):.1f}" cy="{y}" r="4.5"/>'
    yield _text(WIDTH - 20, y + 4, elo_text(line), "", "end")


def _shown(label: str) -> str:
    return label if len(label) <= 30 else label[:29] + "…"


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
