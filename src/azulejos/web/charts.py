"""Charts as SVG made here: curves with a band, bars by parts, columns; each with its table of figures.

Words and numbers come in, drawings go out; colours and type are in CSS, by class. Every chart is drawn for
two widths, so that type keeps its size on a phone without a script; CSS shows the one that fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor, log10

from markupsafe import Markup, escape

WIDTHS = {"wide": 480, "narrow": 320}
LETTER = 7.2  # pixels of a letter, about
ROW, GAP = 30, 12
Table = list[list[str]]
_names = count(1)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, and the figures behind it for who cannot see it or wants to know exactly."""

    title: str
    drawings: tuple[Markup, ...]
    head: list[str]
    rows: Table
    legend: list[tuple[str, str]]  # class, words


@dataclass(frozen=True, slots=True)
class Words:
    """What a chart is called, what it shows in a sentence, and how its table begins."""

    title: str
    about: str
    head: list[str]


@dataclass(frozen=True, slots=True)
class Line:
    """A curve: points, and how far off each may be."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = ()  # lowest and highest, by point
    seat: int = 0
    unsure: int = 0  # so many points at the beginning are provisional


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar; below 0 it stands left of the line."""

    kind: str  # its class: reason-KIND
    value: float
    words: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its name, its pieces, and what stands at its end."""

    name: str
    parts: Sequence[Part]
    total: str = ""


def tag(name: str, *inside: object, **attributes: object) -> Markup:
    """An element; what is inside and in its attributes is escaped, unless it is markup already."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_short(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = "".join(escape(one) for one in inside)
    return Markup(f"<{name}{said}>{content}</{name}>")  # every part of it is escaped, or a name of ours


def _short(value: object) -> object:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value


def ticks(least: float, most: float, wanted: int = 4) -> list[int]:
    """Round numbers from at most `least` to at least `most`, about `wanted` of them."""
    rough = max(most - least, 1) / wanted
    ten = 10 ** floor(log10(rough))
    step = max(1, next((n * ten for n in (1, 2, 2.5, 5, 10) if n * ten >= rough * 0.999), 10 * ten))
    step = ceil(step)
    first = floor(least / step)
    last = max(ceil(most / step), first + 1)
    return [n * step for n in range(first, last + 1)]


def thinned(number: int, most: int) -> list[int]:
    """Which of so many points are drawn, the first and the last among them."""
    if number <= most:
        return list(range(number))
    return sorted({round(n * (number - 1) / (most - 1)) for n in range(most)})


def clipped(text: str, most: int) -> str:
    """A text that fits."""
    return text if len(text) <= most else text[: max(1, most - 1)] + "…"


def _frame(words: Words, size: str, height: float, content: Iterable[Markup]) -> Markup:
    number = next(_names)
    title, about = f"c{number}t", f"c{number}d"
    width = WIDTHS[size]
    return tag(
        "svg",
        tag("title", words.title, id=title),
        tag("desc", words.about, id=about),
        *content,
        class_=f"chart {size}",
        viewBox=f"0 0 {width} {height:.0f}",
        width=width,
        height=round(height),
        role="img",
        aria_labelledby=f"{title} {about}",
    )


# --- curves ----------------------------------------------------------------------------------------------


class _Plane:
    """Where numbers are on a drawing with a scale at its left and one below."""

    def __init__(self, size: str, lines: Sequence[Line], named: bool) -> None:
        xs = [x for line in lines for x, _ in line.points]
        ys = [y for line in lines for _, y in line.points]
        ys += [y for line in lines for pair in line.band for y in pair]
        self.ticks = ticks(min(ys), max(ys))
        self.left = 10 + LETTER * max(len(str(tick)) for tick in self.ticks)
        room = min(9, max(len(line.name) for line in lines)) * LETTER + 14 if named else 12
        self.right = WIDTHS[size] - room
        self.top, self.bottom = 12.0, (230.0 if size == "wide" else 200.0)
        self.least, self.most = min(xs), max(xs)

    def x(self, value: float) -> float:
        if self.most == self.least:
            return (self.left + self.right) / 2
        return self.left + (value - self.least) / (self.most - self.least) * (self.right - self.left)

    def y(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.bottom - (value - low) / (high - low) * (self.bottom - self.top)


def curves(
    words: Words, lines: Sequence[Line], below: Sequence[tuple[float, str]], rows: Table, named: bool = False
) -> Chart:
    """Curves over a scale with words below it; `named`, each curve has its name at its end."""
    drawings = tuple(_curves(words, size, lines, below, named) for size in WIDTHS)
    return Chart(words.title, drawings, words.head, rows, [])


def _curves(
    words: Words, size: str, lines: Sequence[Line], below: Sequence[tuple[float, str]], named: bool
) -> Markup:
    plane = _Plane(size, lines, named)
    return _frame(
        words,
        size,
        plane.bottom + 30,
        [
            *_scale(plane),
            *_below(plane, below),
            *(_band(plane, line) for line in lines if line.band),
            *(piece for line in lines for piece in _curve(plane, line)),
            *(_ends(plane, lines) if named else ()),
        ],
    )


def _scale(plane: _Plane) -> Iterable[Markup]:
    for tick in plane.ticks:
        y = plane.y(tick)
        yield tag("line", x1=plane.left, x2=plane.right, y1=y, y2=y, class_="grid")
        yield tag("text", tick, x=plane.left - 6, y=y + 4, text_anchor="end")


def _below(plane: _Plane, below: Sequence[tuple[float, str]]) -> Iterable[Markup]:
    """Words below the scale, as many as there is room for."""
    wide = max((len(text) for _, text in below), default=1) * LETTER + 10
    most = max(2, int((plane.right - plane.left) // wide))
    chosen = [below[n] for n in thinned(len(below), most)]
    for n, (x, text) in enumerate(chosen):
        anchor = "middle" if 0 < n < len(chosen) - 1 or len(chosen) == 1 else "start" if n == 0 else "end"
        anchor = "middle" if len(text) < 4 else anchor
        yield tag("text", text, x=plane.x(x), y=plane.bottom + 20, text_anchor=anchor)


def _band(plane: _Plane, line: Line) -> Markup:
    xs = [x for x, _ in line.points]
    up = [(plane.x(x), plane.y(high)) for x, (_, high) in zip(xs, line.band, strict=True)]
    down = [(plane.x(x), plane.y(low)) for x, (low, _) in zip(xs, line.band, strict=True)]
    return tag("polygon", points=_points([*up, *reversed(down)]), class_="band", data_seat=line.seat)


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _curve(plane: _Plane, line: Line) -> Iterable[Markup]:
    places = [(plane.x(x), plane.y(y)) for x, y in line.points]
    unsure = min(line.unsure, len(places))
    if unsure:
        yield tag(
            "polyline", points=_points(places[: unsure + 1]), class_="curve unsure", data_seat=line.seat
        )
    if len(places) > unsure:
        yield tag(
            "polyline", points=_points(places[max(0, unsure - 1) :]), class_="curve", data_seat=line.seat
        )
    dots = places if len(places) <= 24 else places[-1:]
    for x, y in dots:
        yield tag("circle", cx=x, cy=y, r=4, class_="dot", data_seat=line.seat)


def _ends(plane: _Plane, lines: Sequence[Line]) -> Iterable[Markup]:
    """Names at the ends of curves, moved apart."""
    order = sorted((line for line in lines if line.points), key=lambda line: plane.y(line.points[-1][1]))
    lowest = plane.top - 12
    for line in order:
        y = max(plane.y(line.points[-1][1]) + 4, lowest + 16)
        lowest = y
        yield tag("text", clipped(line.name, 9), x=plane.right + 9, y=y, class_="who-end")


# --- bars ------------------------------------------------------------------------------------------------


def bars(
    words: Words, rows: Sequence[Bar], table: Table, legend: Sequence[tuple[str, str]] = (), full: float = 0
) -> Chart:
    """Bars lying one below the other, each of pieces; the whole width is at least `full`."""
    drawings = tuple(_bars(words, size, rows, full) for size in WIDTHS)
    return Chart(words.title, drawings, words.head, table, list(legend))


def _bars(words: Words, size: str, rows: Sequence[Bar], full: float) -> Markup:
    beside = size == "wide"
    names = min(18, max((len(row.name) for row in rows), default=1)) * 7.8 + 12 if beside else 0
    ends = max((len(row.total) for row in rows), default=0) * 10.5 + 12
    lost = max((-sum(min(0, part.value) for part in row.parts) for row in rows), default=0)
    won = max((sum(max(0, part.value) for part in row.parts) for row in rows), default=0)
    unit = (WIDTHS[size] - names - ends) / max(lost + won, full, 1)
    zero = names + lost * unit
    step = ROW + GAP + (0 if beside else 18)
    pieces: list[Markup] = []
    for n, row in enumerate(rows):
        top = n * step + (0 if beside else 18)
        pieces += _bar(row, zero, top, unit)
        most = 18 if beside else 36
        where = {"x": 0, "y": top + 20} if beside else {"x": 0, "y": top - 5}
        pieces.append(tag("text", clipped(row.name, most), class_="who", **where))
        if lost and not beside:  # names stand above their bars: the line keeps out of them
            pieces.append(tag("line", x1=zero, x2=zero, y1=top - 2, y2=top + ROW + 2, class_="axis"))
    if lost and beside:
        pieces.append(tag("line", x1=zero, x2=zero, y1=0, y2=len(rows) * step - GAP, class_="axis"))
    return _frame(words, size, max(len(rows) * step - GAP, ROW), pieces)


def _bar(row: Bar, zero: float, top: float, unit: float) -> Iterable[Markup]:
    right, left = zero, zero
    for part in row.parts:
        wide = abs(part.value) * unit
        if wide < 0.05:
            continue
        x = right if part.value > 0 else left - wide
        right, left = (right + wide, left) if part.value > 0 else (right, left - wide)
        yield _piece(part, x, top, wide)
    if row.total:
        yield tag("text", row.total, x=right + 9, y=top + 22, class_="bar-sum")


def _piece(part: Part, x: float, top: float, wide: float) -> Markup:
    shape = {"x": x + 0.75, "y": top, "width": max(wide - 1.5, 0.5), "height": ROW, "rx": 3}
    inside = [tag("rect", class_="bar-part", **shape), tag("rect", class_="bar-edge", **shape)]
    if wide >= len(part.words) * 8.2 + 6:
        inside.append(tag("text", part.words, x=x + wide / 2, y=top + 20, text_anchor="middle", class_="in"))
    return tag("g", *inside, class_=f"reason reason-{part.kind}")


# --- columns ---------------------------------------------------------------------------------------------


def columns(
    words: Words, rows: Sequence[tuple[str, Sequence[Part]]], table: Table, legend: Sequence[tuple[str, str]]
) -> Chart:
    """Columns standing side by side, each of pieces, with words below."""
    drawings = tuple(_columns(words, size, rows[-(24 if size == "wide" else 12) :]) for size in WIDTHS)
    return Chart(words.title, drawings, words.head, table, list(legend))


def _columns(words: Words, size: str, rows: Sequence[tuple[str, Sequence[Part]]]) -> Markup:
    sums = [sum(part.value for part in parts) for _, parts in rows]
    plane = _Plane(size, [Line("", [(0, 0.0), (len(rows), float(max(sums, default=1) or 1))])], False)
    room = (plane.right - plane.left) / max(len(rows), 1)
    wide = min(room * 0.72, 44)
    pieces = list(_scale(plane))
    for n, (_, parts) in enumerate(rows):
        floor_, x = 0.0, plane.left + room * (n + 0.5) - wide / 2
        for part in parts:
            top, bottom = plane.y(floor_ + part.value), plane.y(floor_)
            floor_ += part.value
            shape = {"x": x, "y": top, "width": wide, "height": max(bottom - top, 0.5), "rx": 2}
            inside = (tag("rect", class_="bar-part", **shape), tag("rect", class_="bar-edge", **shape))
            pieces.append(tag("g", *inside, class_=f"reason reason-{part.kind}"))
    labels = [(n + 0.5, label) for n, (label, _) in enumerate(rows)]
    return _frame(words, size, plane.bottom + 30, [*pieces, *_labels(plane, labels, room)])


def _labels(plane: _Plane, labels: Sequence[tuple[float, str]], room: float) -> Iterable[Markup]:
    """Words below columns: all, or every second, or as many as fit."""
    wide = max((len(text) for _, text in labels), default=1) * LETTER + 8
    every = max(1, ceil(wide / room))
    for n, (_, text) in enumerate(labels):
        if (len(labels) - 1 - n) % every == 0:
            x = min(plane.left + room * (n + 0.5), plane.right - (len(text) * LETTER) / 2 + 8)
            yield tag("text", text, x=x, y=plane.bottom + 20, text_anchor="middle")


# --- a rating and how sure it is, in one line of a table -----------------------------------------------


def whisker(rating: int, spread: int, least: float, most: float) -> Markup:
    """A dot for a rating on a line as long as it may be off; the numbers stand beside it."""
    width = 120.0

    def at(value: float) -> float:
        return 6 + (min(max(value, least), most) - least) / max(most - least, 1) * (width - 12)

    return tag(
        "svg",
        tag("line", x1=at(rating - spread), x2=at(rating + spread), y1=10, y2=10, class_="whisker-line"),
        tag("circle", cx=at(rating), cy=10, r=4.5, class_="whisker-dot"),
        class_="whisker",
        viewBox=f"0 0 {width:.0f} 20",
        aria_hidden="true",
    )
