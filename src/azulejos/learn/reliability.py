"""Whether chances that were told came true: the slopes that fit them, tables by tenths, losses, a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from azulejos.arena.rating import Z, wilson
from azulejos.bots.calibration import FLATTEST, HOPE, UNDONE, UNKNOWN, Slopes
from azulejos.learn.fits import newton

LEAST, MOST = 0.2, 5.0  # slopes that may be found
PULL = 1.0  # towards slopes of one, as much as some decisions weigh: for games too few or too much alike
REACH = 0.5  # what one step may change of a slope
DOUBT = 0.001  # a loss never counts a chance below this
FOLDS = 5  # parts that games are held out in
TENTHS = 10


@dataclass(frozen=True)
class Told:
    """What a search expected at every decision of some games, and what came of them."""

    values: Any  # [decision, seat]: shares of the mix
    won: Any  # [decision, seat]: shares of the win
    games: Any  # [decision]: the number of the game

    def only(self, chosen: Any) -> "Told":
        """Some of the decisions."""
        return Told(self.values[chosen], self.won[chosen], self.games[chosen])


@dataclass(frozen=True)
class Row:
    """The chances of one tenth: how they were told on average, and how they came true."""

    promised: float
    won: float
    low: float
    high: float  # the 95% interval, counted by games
    positions: int
    games: int


def mapped(values: Any, slopes: Slopes, margin: float) -> Any:
    """`bots.calibration.chances` of many positions at once."""
    hopes, sureness = _hopes(values, margin)
    powers = hopes ** (slopes.level + (slopes.sure - slopes.level) * sureness)
    return powers / powers.sum(1, keepdims=True)


def _hopes(values: Any, margin: float) -> tuple[Any, Any]:
    """What the seats may expect, of what the one ahead may, and how sure that one is of it."""
    even = 1 / values.shape[1]
    wins = np.maximum(0.0, np.asarray(values, float) - UNDONE * margin * even)
    hopes = np.maximum(wins / wins.max(1, keepdims=True), HOPE)
    return hopes, (1 / hopes.sum(1, keepdims=True) - even) / (1 - even)


def log_loss(chances: Any, won: Any) -> float:
    """The mean cross-entropy of who won."""
    return float(-(won * np.log(np.maximum(chances, DOUBT))).sum(1).mean())


def brier(chances: Any, won: Any) -> float:
    """The mean square of what each seat was wrong by."""
    return float(((chances - won) ** 2).mean())


# --- fitting ----------------------------------------------------------------------------------------------


def fit(told: Told, margin: float) -> Slopes:
    """The slopes with the least log loss, but for what bounds them.

    Logarithms of chances are sums of both, each times what the position says: a conditional logit.
    """
    hopes, sureness = _hopes(told.values, margin)
    logs = np.log(hopes)
    parts = np.stack([logs * (1 - sureness), logs * sureness], axis=2)
    level, sure = np.clip(newton(parts, told.won, np.array(UNKNOWN), PULL, REACH), LEAST, MOST)
    return Slopes(float(level), max(float(sure), FLATTEST * float(level)))


def held_out(told: Told, margin: float) -> Any:
    """Every game's chances with the slopes that were fitted to the others, a fifth of the games at a time."""
    chances = np.zeros(told.values.shape)
    for part in range(FOLDS):
        mine = told.games % FOLDS == part
        if mine.all():
            raise ValueError("there is one part of games only, expected games with different numbers")
        if mine.any():
            chances[mine] = mapped(told.values[mine], fit(told.only(~mine), margin), margin)
    return chances


# --- tables -----------------------------------------------------------------------------------------------


def table(chances: Any, told: Told) -> list[Row]:
    """How the chances of each tenth came true, all seats together; empty tenths are left out."""
    seats = told.won.shape[1]
    promised, won, games = chances.ravel(), told.won.ravel(), np.repeat(told.games, seats)
    tenths = np.minimum((promised * TENTHS).astype(int), TENTHS - 1)
    found = [tenths == tenth for tenth in np.unique(tenths)]
    return [_row(promised[mine], won[mine], games[mine]) for mine in found]


def _row(promised: Any, won: Any, games: Any) -> Row:
    _, which = np.unique(games, return_inverse=True)
    counts, sums = np.bincount(which), np.bincount(which, won)
    share = float(won.mean())
    low, high = wilson(share, _worth(share, counts, sums))
    return Row(float(promised.mean()), share, low, high, len(won), len(counts))


def _worth(share: float, counts: Any, sums: Any) -> int:
    """How many independent games are as sure as these: positions of one game belong together."""
    n = len(counts)
    square = float(((sums - share * counts) ** 2).sum()) / counts.sum() ** 2 * n / max(1, n - 1)
    return n if square == 0 else max(1, min(n, round(share * (1 - share) / square)))


def lines(rows: Sequence[Row]) -> list[str]:
    """A table as text."""
    shown = [f"{'told':>7} {'won':>7}   {'95% by games':<15} {'positions':>9} {'games':>6}"]
    for row in rows:
        ends = f"{100 * row.low:.1f} to {100 * row.high:.1f}"
        told = f"{100 * row.promised:6.1f}% {100 * row.won:6.1f}%"
        shown.append(f"{told}   {ends:<15} {row.positions:9,} {row.games:6,}")
    return shown


def errors_of(told: Told, margin: float, slopes: Slopes) -> Slopes:
    """The standard errors of slopes, leaving a tenth of the games out at a time (a jackknife)."""
    parts = [told.games % TENTHS != part for part in range(TENTHS)]
    found = [fit(told.only(kept), margin) for kept in parts if kept.any() and not kept.all()]
    if len(found) < 2:
        return Slopes(float("inf"), float("inf"))
    squares = ((np.array(found) - np.array(slopes)) ** 2).sum(0)
    return Slopes(*(float(sqrt((len(found) - 1) / len(found) * square)) for square in squares))


def interval(slope: float, error: float) -> str:
    """A slope and its 95% interval as text."""
    return f"{slope:.2f} ±{Z * error:.2f}"


# --- a picture --------------------------------------------------------------------------------------------

SIDE, LEFT, TOP = 360, 64, 56
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #222 }
  .title { font-size: 16px; font-weight: 600 } .small { font-size: 12px; fill: #555 }
  .paper { fill: #fff } .grid { stroke: #ddd } .even { stroke: #999; stroke-dasharray: 4 4 }
  .curve { stroke: #2a78a8; stroke-width: 2; fill: none } .dot { fill: #2a78a8 } .span { stroke: #2a78a8 }
  .before { stroke: #b4562c; stroke-width: 1.5; fill: none; stroke-dasharray: 2 3 } .was { fill: #b4562c }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6e6e6 } .small { fill: #aaa } .paper { fill: #16181c } .grid { stroke: #383c44 }
    .even { stroke: #777 } .curve, .span { stroke: #6fb7e0 } .dot { fill: #6fb7e0 }
    .before { stroke: #e08a5f } .was { fill: #e08a5f }
  }
"""


def svg(before: Sequence[Row], after: Sequence[Row], title: str) -> str:
    """The reliability curve: what was told across, what was won upwards, before and after."""
    width, height = LEFT + SIDE + 44, TOP + SIDE + 64
    body = [
        '<rect class="paper" width="100%" height="100%" rx="6"/>',
        _text(20, 28, title, "title"),
        *_axes(),
        _curve(before, "before"),
        *(f'<circle class="was" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in map(_dot, before)),
        _curve(after, "curve"),
        *(_span(row) for row in after),
        *(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in map(_dot, after)),
        *_key(),
    ]
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">'
    return "\n".join([head, f"<style>{STYLE}</style>", *body, "</svg>"]) + "\n"


def _place(across: float, up: float) -> tuple[float, float]:
    return LEFT + SIDE * across, TOP + SIDE * (1 - up)


def _dot(row: Row) -> tuple[float, float]:
    return _place(row.promised, row.won)


def _axes() -> list[str]:
    """A grid by fifths, and the line on which all would lie."""
    drawn = []
    for fifth in range(0, 101, 20):
        x, y = _place(fifth / 100, fifth / 100)
        drawn += [
            _line("grid", (x, TOP), (x, TOP + SIDE)),
            _line("grid", (LEFT, y), (LEFT + SIDE, y)),
            _text(x - 12, TOP + SIDE + 18, f"{fifth}%", "small"),
            _text(LEFT - 40, y + 4, f"{fifth}%", "small"),
        ]
    drawn.append(_line("even", _place(0, 0), _place(1, 1)))
    return [*drawn, _text(LEFT - 44, TOP - 10, "won", "small"), _text(LEFT, TOP + SIDE + 40, "told", "small")]


def _key() -> list[str]:
    y = TOP + SIDE + 40
    return [
        _line("curve", (LEFT + 60, y - 4), (LEFT + 84, y - 4)),
        _text(LEFT + 90, y, "as told, with 95% intervals", "small"),
        _line("before", (LEFT + 260, y - 4), (LEFT + 284, y - 4)),
        _text(LEFT + 290, y, "the search's mix", "small"),
    ]


def _curve(rows: Sequence[Row], kind: str) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_dot, rows))
    return f'<polyline class="{kind}" points="{points}"/>'


def _span(row: Row) -> str:
    return _line("span", _place(row.promised, row.low), _place(row.promised, row.high))


def _line(kind: str, start: tuple[float, float], end: tuple[float, float]) -> str:
    ends = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line class="{kind}" {ends}/>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{text}</text>'
