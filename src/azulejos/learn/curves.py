"""How a run has gone, as a table and as curves: `python -m azulejos.learn.curves --dir ladder/x`."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Any

from azulejos.learn.folder import Folder, open_folder
from azulejos.learn.replay import replace_file

WIDTH, HEIGHT, LEFT, TOP, GAP = 720, 150, 64, 40, 46
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #222 }
  .title { font-size: 16px; font-weight: 600 } .small { font-size: 12px; fill: #555 }
  .paper { fill: #fff } .grid { stroke: #ddd } .curve { stroke: #2a78a8; stroke-width: 2; fill: none }
  .dot { fill: #2a78a8 } .failed { fill: #b4562c }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6e6e6 } .small { fill: #aaa } .paper { fill: #16181c } .grid { stroke: #383c44 }
    .curve { stroke: #6fb7e0 } .dot { fill: #6fb7e0 } .failed { fill: #e08a5f }
  }
"""


@dataclass
class Row:
    """One generation."""

    generation: int
    games: int = 0
    samples: int = 0
    value: float | None = None  # held-out losses
    known: float | None = None  # that of the value on samples that were learned from
    prior: float | None = None
    against: int | None = None
    share: float | None = None
    fair: float = 0.5
    error: float = 0.0
    lead: float = 0.0
    passed: bool = False
    elo: float | None = None  # by the gates; generation 0, or one that was trusted, at nought


def rows(journal: Sequence[dict[str, Any]]) -> list[Row]:
    """The generations that a journal tells of."""
    found: dict[int, Row] = {}
    for line in journal:
        row = found.setdefault(int(line["generation"]), Row(int(line["generation"])))
        if line["step"] == "play":
            row.games += int(line["games"])
        elif line["step"] == "train":
            row.samples = int(line["samples"])
            row.value, row.prior = line["held_out"].get("value"), line["held_out"].get("prior")
            row.known = line.get("learned", {}).get("value")  # older journals do not tell
        elif line["step"] == "gate":
            row.against, row.share, row.error = line["against"], line["share"], line["error"]
            row.lead, row.passed, row.fair = line["lead"], line["passed"], line["fair"]
        elif line["step"] == "trusted":
            row.passed, row.elo = True, 0.0
    _rate(found)
    return [found[generation] for generation in sorted(found)]


def _rate(found: dict[int, Row]) -> None:
    """Elo by adding up what the gates say; a clean sweep counts as one lost game in fifty."""
    elo = {0: 0.0} | {row.generation: row.elo for row in found.values() if row.elo is not None}
    for generation in sorted(found):
        row = found[generation]
        if row.share is not None and row.against in elo:
            odds = _odds(min(max(row.share, 0.02), 0.98)) / _odds(row.fair)
            row.elo = elo[generation] = elo[row.against] + 400 * log10(odds)


def _odds(share: float) -> float:
    return share / (1 - share)


def table(found: Sequence[Row]) -> str:
    """The generations as lines of text."""
    lines = ["  gen    games    samples   value   known   prior  against   share          points     Elo"]
    for row in found:
        losses = f"{_number(row.value):>7} {_number(row.known):>7} {_number(row.prior):>7}"
        gate = ""
        if row.share is not None:
            mark = "promoted" if row.passed else "not better"
            gate = (
                f"{row.against:8}   {100 * row.share:5.1f}% ±{196 * row.error:4.1f} {row.lead:+8.1f}"
                f" {row.elo or 0:+7.0f}  {mark}"
            )
        lines.append(f"{row.generation:5} {row.games:8,} {row.samples:10,} {losses} {gate}")
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def svg(found: Sequence[Row], title: str) -> str:
    """Strength and held-out losses by generation."""
    panels = [
        ("Elo by the gates", [(row.generation, row.elo, row.passed) for row in found]),
        ("held-out loss of the value", [(row.generation, row.value, True) for row in found]),
        ("held-out loss of the prior", [(row.generation, row.prior, True) for row in found]),
    ]
    last = max((row.generation for row in found), default=1)
    height = TOP + len(panels) * (HEIGHT + GAP)
    body = ['<rect class="paper" width="100%" height="100%" rx="6"/>', _text(20, 28, title, "title")]
    for number, (name, points) in enumerate(panels):
        known = [(x, y, good) for x, y, good in points if y is not None]
        body += _panel(name, known, last, TOP + number * (HEIGHT + GAP) + 24)
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">'
    return "\n".join([head, f"<style>{STYLE}</style>", *body, "</svg>"]) + "\n"


def _panel(name: str, points: Sequence[tuple[int, float, bool]], last: int, top: float) -> list[str]:
    ys = [y for _, y, _ in points] or [0.0]
    low, high = min(ys), max(ys)
    span = (high - low) or 1.0

    def place(x: int, y: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - 24) * x / max(1, last)
        return across, top + 12 + (HEIGHT - 24) * (1 - (y - low) / span)

    places = [place(x, y) for x, y, _ in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return [
        _text(LEFT, top - 4, name, "small"),
        f'<line class="grid" x1="{LEFT}" y1="{top + HEIGHT}" x2="{WIDTH - 24}" y2="{top + HEIGHT}"/>',
        _text(8, top + 16, f"{high:.4g}", "small"),
        _text(8, top + HEIGHT - 8, f"{low:.4g}", "small"),
        *([f'<polyline class="curve" points="{line}"/>'] if len(places) > 1 else []),
        *(
            f'<circle class="{"dot" if good else "failed"}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
            for (x, y), (_, _, good) in zip(places, points, strict=True)
        ),
        *(_text(place(x, low)[0] - 4, top + HEIGHT + 16, str(x), "small") for x, _, _ in points),
    ]


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{text}</text>'


def draw(folder: Folder) -> None:
    """Print the table and write the curves beside the journal."""
    found = rows(folder.journal())
    sys.stderr.write(table(found) + "\n")
    replace_file(folder.path / "curves.svg", svg(found, f"Learning {folder.net_name}").encode())


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(prog="azulejos.learn.curves", description=__doc__)
    parser.add_argument("--dir", type=Path, required=True)
    draw(open_folder(parser.parse_args().dir, None))


if __name__ == "__main__":
    main()
