"""A finished game as a picture to share: an SVG that stands alone, with colours of its own."""

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from azulejos.store.records import Person
from azulejos.study.results import Result, places, unresolved, variant
from azulejos.study.statistics import parts_of
from azulejos.web.charts import clipped, tag
from azulejos.web.leaguecharts import sources
from azulejos.web.leaguewords import Teller

WIDTH, HEIGHT = 1200, 630  # what messengers show whole
SERIF = "Iowan Old Style, Palatino Linotype, Palatino, Georgia, Liberation Serif, serif"
SANS = "Segoe UI, Roboto, Helvetica Neue, Noto Sans, Liberation Sans, Arial, sans-serif"
PAPER, CARD, INK, QUIET, COBALT, LINE = "#f1ece1", "#fffdf8", "#18233a", "#465068", "#1c479b", "#dbd2bf"
MEDALS = {1: ("#e5b955", "#74500b"), 2: ("#c9ced8", "#39435a"), 3: ("#d79b6c", "#5a2f10")}
PIGMENTS = {
    "wall": "#1f4fa6", "placed": "#1f4fa6", "rows": "#14787f", "columns": "#edb43a", "stars": "#edb43a",
    "colours": "#6b3fa3", "numbers": "#6b3fa3",
}  # fmt: skip
TILES = ("#1f4fa6", "#edb43a", "#b03325", "#272b36", "#14787f")


def picture(say: Teller, result: Result, people: Mapping[str, Person], league: str) -> str:
    """The drawing, as a file of its own."""
    ranks = places(result)
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    step = min(120, 300 // len(order))
    most = max(1, *(score.total_points for score in result.scores))
    drawing = tag(
        "svg",
        tag("title", f"{say.variant(variant(result.game, result.options))}, {say.day(result.played)}"),
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
        *_frieze(),
        tag("rect", x=60, y=104, width=1080, height=466, rx=24, fill=CARD, stroke=LINE, stroke_width=2),
        *_head(say, result, league),
        *(
            piece
            for n, seat in enumerate(order)
            for piece in _line(say, result, people, seat, ranks[seat], 222 + n * step + step // 2, most)
        ),
        *_foot(say, result),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )
    return str(drawing)


def _frieze() -> Iterable[Markup]:
    """A row of tiles along the top."""
    for n in range(20):
        colour = TILES[(n * 2 + n // 5) % 5]
        x = n * 60
        yield tag("rect", x=x + 3, y=8, width=54, height=54, rx=8, fill=colour)
        diamond = f"M{x + 30} 17 l18 18 l-18 18 l-18 -18 z"
        yield tag("path", d=diamond, fill="none", stroke="#ffffff", stroke_opacity=0.55, stroke_width=3)


def _head(say: Teller, result: Result, league: str) -> Iterable[Markup]:
    kind = say.variant(variant(result.game, result.options))
    yield tag("text", kind, x=100, y=168, font_family=SERIF, font_size=40, font_weight=600, fill=COBALT)
    yield tag(
        "text", say.day(result.played), x=1100, y=166, text_anchor="end", font_family=SANS, font_size=26,
        fill=QUIET,
    )  # fmt: skip
    yield tag("text", clipped(league, 60), x=100, y=205, font_family=SANS, font_size=22, fill=QUIET)


def _line(
    say: Teller, result: Result, people: Mapping[str, Person], seat: int, rank: int, middle: int, most: int
) -> Iterable[Markup]:
    score = result.scores[seat]
    name = clipped(say.name(people.get(score.person)), 22)
    back, ink = MEDALS.get(rank, ("#e8e1d1", "#465068"))
    yield tag("circle", cx=128, cy=middle, r=26, fill=back)
    yield tag(
        "text", rank, x=128, y=middle + 10, text_anchor="middle", font_family=SERIF, font_size=28,
        font_weight=600, fill=ink,
    )  # fmt: skip
    yield tag("text", name, x=176, y=middle + 11, font_family=SANS, font_size=30, font_weight=600, fill=INK)
    yield from _bar(result, seat, middle, most)
    yield tag(
        "text", score.total_points, x=1100, y=middle + 16, text_anchor="end", font_family=SERIF,
        font_size=48, font_weight=600, fill=INK,
    )  # fmt: skip


def _bar(result: Result, seat: int, middle: int, most: int) -> Iterable[Markup]:
    """The points, by where they came from if that is told."""
    score = result.scores[seat]
    parts = parts_of(result.game, score) or {}
    won = {part: parts[part] for part in sources(result.game) if parts.get(part, 0) > 0}
    whole = 420 * score.total_points / most
    scale = whole / max(1, sum(won.values()))
    x = 580.0
    for part, value in won.items() if won else [("wall", score.total_points)]:
        wide = value * scale if won else whole
        colour = PIGMENTS.get(part, PIGMENTS["wall"])
        yield tag("rect", x=x, y=middle - 15, width=max(0.0, wide - 2), height=30, rx=4, fill=colour)
        x += wide


def _foot(say: Teller, result: Result) -> Iterable[Markup]:
    first = sum(place == 1 for place in places(result))
    said = say.t("score.tell.unresolved") if unresolved(result) else ""
    said = said or (say.t("score.tell.shared") if first > 1 else "")
    said = said or clipped("".join(sign if sign.isprintable() else " " for sign in result.note), 80)
    yield tag("text", said, x=100, y=546, font_family=SANS, font_size=22, fill=QUIET)
    yield tag(
        "text", say.t("site.name"), x=1140, y=606, text_anchor="end", font_family=SERIF, font_size=26,
        font_weight=600, fill=COBALT,
    )  # fmt: skip
