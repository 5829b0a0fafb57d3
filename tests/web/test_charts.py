"""Charts: what is drawn is what the figures say, in both widths, for whoever cannot see it too."""

import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from azulejos.store.records import Person
from azulejos.study import statistics
from azulejos.study.ratings import PROVISIONAL, Ratings
from azulejos.study.results import Result, Score
from azulejos.web import leaguecharts
from azulejos.web.charts import (
    WIDTHS,
    Bar,
    Chart,
    Line,
    Part,
    Words,
    bars,
    clipped,
    columns,
    curves,
    tag,
    thinned,
    ticks,
    whisker,
)
from azulejos.web.leaguewords import Teller
from azulejos.web.locale import Catalogues
from azulejos.web.pictures import picture
from tests.web.leaguedemo import PEOPLE, demo_results, tie

WORDS = Words("Title & <more>", "what it shows", ["a", "b"])
SAY = Teller(Catalogues()["en"])


def drawn(chart: Chart) -> list[Any]:
    """The drawings of a chart, read as XML."""
    return [fromstring(str(one)) for one in chart.drawings]


def boxes(drawing: Any) -> list[dict[str, float]]:
    """The pieces of bars, in order."""
    found = [one for one in drawing.iter("rect") if one.get("class") == "bar-part"]
    return [{name: float(one.get(name)) for name in ("x", "y", "width", "height")} for one in found]


@pytest.mark.parametrize(
    ("least", "most", "found"),
    [
        (0, 90, [0, 25, 50, 75, 100]),
        (0, 1, [0, 1]),
        (0, 0, [0, 1]),
        (1420, 1623, [1400, 1500, 1600, 1700]),
        (-12, 40, [-20, 0, 20, 40]),
        (7, 7, [7, 8]),
    ],
)
def test_ticks_are_round_and_hold_everything(least: float, most: float, found: list[int]) -> None:
    assert ticks(least, most) == found


def test_many_points_are_thinned_but_first_and_last_stay() -> None:
    assert thinned(3, 10) == [0, 1, 2]
    chosen = thinned(2000, 150)
    assert len(chosen) <= 150
    assert (chosen[0], chosen[-1]) == (0, 1999)
    assert clipped("Bartholomew", 6) == "Barth…"


def test_everything_from_outside_is_escaped() -> None:
    assert str(tag("text", "<b>", title='"')) == '<text title="&#34;">&lt;b&gt;</text>'
    chart = bars(WORDS, [Bar("<i>", [Part("wall", 3, "<u>")], "&")], [])
    for drawing in drawn(chart):  # well-formed, so nothing got through
        assert [one.text for one in drawing.iter("title")] == ["Title & <more>"]
        assert "<i>" in [one.text for one in drawing.iter("text")]


def test_the_line_at_zero_keeps_out_of_names_above_their_bars() -> None:
    rows = [Bar(name, [Part("wall", 30, "30"), Part("floor", -9, "-9")], "21") for name in ("Summer", "Azul")]
    narrow = drawn(bars(WORDS, rows, []))[list(WIDTHS).index("narrow")]
    lines = [one for one in narrow.iter("line") if one.get("class") == "axis"]
    names = [float(one.get("y")) for one in narrow.iter("text") if one.get("class") == "who"]
    assert len(lines) == len(names) == 2
    for name in names:
        assert not any(float(one.get("y1")) <= name <= float(one.get("y2")) for one in lines)


def test_a_chart_has_a_title_and_a_description_of_its_own_in_both_widths() -> None:
    chart = bars(WORDS, [Bar("Ana", [Part("wall", 3, "3")])], [["Ana", "3"]])
    seen: set[str] = set()
    for size, drawing in zip(WIDTHS, drawn(chart), strict=True):
        assert drawing.get("role") == "img"
        assert drawing.get("class") == f"chart {size}"
        named = drawing.get("aria-labelledby").split()
        assert [drawing.find(f"*[@id='{one}']").tag for one in named] == ["title", "desc"]
        assert not seen & set(named)
        seen |= set(named)


def test_no_drawing_has_a_style_of_its_own() -> None:
    """The site's policy forbids it; colours are in the style sheets."""
    say = SAY
    results = demo_results(60)
    about = statistics.about("Inês", results, dict.fromkeys(PEOPLE, "x"))
    charts = [leaguecharts.wins(say, about), leaguecharts.months(say, statistics.league(results))]
    for chart in charts:
        for text in map(str, chart.drawings):
            assert not re.search(r"style=|fill=|stroke=|<style", text)


def test_pieces_of_a_bar_are_as_long_as_their_points() -> None:
    parts = [Part("wall", 40, "40"), Part("rows", 10, "10"), Part("floor", -20, "−20")]
    chart = bars(WORDS, [Bar("Ana", parts, "30"), Bar("Bo", [Part("wall", 50, "50")], "50")], [])
    for drawing in drawn(chart):
        wall, rows, floor, whole = boxes(drawing)
        assert wall["width"] + 1.5 == pytest.approx(4 * (rows["width"] + 1.5), rel=0.03)
        assert floor["x"] < wall["x"] < rows["x"]
        assert floor["x"] + floor["width"] <= wall["x"]
        assert whole["width"] == pytest.approx(rows["x"] + rows["width"] - wall["x"], abs=0.5)
        assert max(box["x"] + box["width"] for box in boxes(drawing)) < float(drawing.get("width"))
        assert "axis" in {one.get("class") for one in drawing.iter("line")}


def test_a_share_is_measured_against_the_whole() -> None:
    [drawing, _] = drawn(bars(WORDS, [Bar("2", [Part("won", 50, "")], "50 %")], [], full=100))
    [half] = boxes(drawing)
    [all_of_it] = boxes(drawn(bars(WORDS, [Bar("2", [Part("won", 100, "")], "50 %")], [], full=100))[0])
    assert 2 * half["width"] == pytest.approx(all_of_it["width"], abs=2)


def test_a_curve_goes_through_its_points_and_its_band_around_it() -> None:
    line = Line(
        "Ana", [(0, 1500), (1, 1600), (2, 1550)], [(1400, 1600), (1550, 1650), (1500, 1600)], unsure=1
    )
    for drawing in drawn(curves(WORDS, [line], [(0, "Jan"), (2, "Mar")], [])):
        dots = [(float(one.get("cx")), float(one.get("cy"))) for one in drawing.iter("circle")]
        assert [x for x, _ in dots] == sorted(x for x, _ in dots)
        assert dots[1][1] < dots[2][1] < dots[0][1]  # up is more
        [band] = drawing.iter("polygon")
        corners = [tuple(map(float, one.split(","))) for one in band.get("points").split()]
        for n, (x, y) in enumerate(dots):
            above, below = corners[n], corners[-1 - n]
            assert above[0] == below[0] == pytest.approx(x, abs=0.1)
            assert above[1] < y < below[1]
        assert {one.get("class") for one in drawing.iter("polyline")} == {"curve", "curve unsure"}


def test_one_point_is_drawn_too() -> None:
    for drawing in drawn(
        curves(WORDS, [Line("Ana", [(5, 1500)], [(1300, 1700)], unsure=10)], [(5, "x")], [])
    ):
        assert len(list(drawing.iter("circle"))) == 1


def test_names_at_the_ends_do_not_cover_each_other() -> None:
    lines = [Line(name, [(0, 0), (1, 50)], seat=n) for n, name in enumerate("ABCD")]
    for drawing in drawn(curves(WORDS, lines, [], [], named=True)):
        places = sorted(float(one.get("y")) for one in drawing.iter("text") if one.get("class") == "who-end")
        assert len(places) == 4
        assert all(b - a >= 15 for a, b in pairwise(places))


def test_columns_stand_on_each_other() -> None:
    rows = [(f"m{n}", [Part("azul", n, ""), Part("pavilion", 2, "")]) for n in range(1, 31)]
    for drawing, shown in zip(drawn(columns(WORDS, rows, [], [])), (24, 12), strict=True):
        found = boxes(drawing)
        assert len(found) == 2 * shown  # the latest
        low, high = found[-2], found[-1]
        assert high["y"] + high["height"] == pytest.approx(low["y"], abs=0.2)
        labels = [one.text for one in drawing.iter("text") if (one.text or "").startswith("m")]
        assert labels[-1] == "m30"


def test_a_whisker_stays_on_its_scale() -> None:
    drawing: Any = fromstring(str(whisker(1500, 900, 1200, 1700)))
    [line] = drawing.iter("line")
    assert 0 <= float(line.get("x1")) < float(line.get("x2")) <= 120


# --- from results -------------------------------------------------------------------------------------------


def test_a_rating_over_time_tells_every_point_and_marks_the_provisional_ones() -> None:
    ratings = Ratings()
    ratings.feed(demo_results(100))
    row = ratings.row("Inês")
    assert row is not None
    chart = leaguecharts.rating(SAY, "Inês", row)
    assert chart.rows[0][1:] == [str(row.rating), f"± {row.spread}"]
    assert len(chart.rows) == row.games
    unsure = next(one for one in drawn(chart)[0].iter("polyline") if "unsure" in one.get("class"))
    assert len(unsure.get("points").split()) == PROVISIONAL + 1


def test_points_of_a_game_by_source_and_round() -> None:
    result = next(one for one in demo_results(20) if one.game == "azul" and one.scores[0].rounds)
    names = {name: name for name in PEOPLE}
    chart = leaguecharts.game_points(SAY, result, names)
    rounds = leaguecharts.game_rounds(SAY, result, names)
    assert chart is not None
    assert rounds is not None
    assert chart.rows[-1] == ["Total", *(str(score.total_points) for score in result.scores)]
    walls = {row[0]: row[1:] for row in chart.rows}["Wall"]
    assert walls == [str(sum(one["wall"] or 0 for one in score.rounds)) for score in result.scores]
    assert len(rounds.rows) == len(result.scores[0].rounds) + 1
    assert len(list(drawn(rounds)[0].iter("polyline"))) == len(result.scores)


def test_a_game_without_details_has_no_such_charts() -> None:
    assert leaguecharts.game_points(SAY, tie(), {}) is None
    assert leaguecharts.game_rounds(SAY, tie(), {}) is None


def test_head_to_head_counts_every_opponent() -> None:
    def game(number: int, a: int, b: int) -> Result:
        scores = (Score("Ana", a), Score("Bo", b))
        return Result(f"r{number}", "pavilion", {"side": "coloured"}, "2026-03-14", scores)

    results = [game(1, 50, 40), game(2, 50, 60), game(3, 50, 50), game(4, 70, 60)]
    names = {"Ana": "Ana", "Bo": "Bo <3"}
    about = statistics.about("Ana", results, names)
    chart = leaguecharts.versus(SAY, about, names)
    assert chart.rows == [["Bo <3", "4", "2", "1", "1"]]
    widths = [box["width"] for box in boxes(drawn(chart)[0])]
    assert widths[0] > 1.9 * widths[1] == pytest.approx(1.9 * widths[2])
    assert leaguecharts.wins(SAY, about).rows == [["2 players", "4", "2.5", "62 %"]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_to_share_holds_everybody_and_the_note_below(players: int) -> None:
    scores = tuple(Score(f"p{n}", 60 - n) for n in range(players))
    result = Result("r", "azul", {"wall": "grey", "jokers": True}, "2026-03-14", scores, note="a\x01note")
    people = {f"p{n}": Person(f"p{n}", f"Player & {n}") for n in range(players)}
    drawing: Any = fromstring(picture(SAY, result, people, "<League>"))
    space = "{http://www.w3.org/2000/svg}"
    texts = {one.text: float(one.get("y")) for one in drawing.iter(f"{space}text")}
    places = [texts[f"Player & {n}"] for n in range(players)]
    assert all(b - a >= 60 for a, b in pairwise(places))
    assert texts["<League>"] + 40 < places[0]
    assert places[-1] + 30 < texts["a note"]
    assert texts["Azul, grey wall, with jokers"] > 0


# --- colours ---------------------------------------------------------------------------------------------


def pigments(rule: str) -> tuple[str, str]:
    """A colour in the light and in the dark theme."""
    found = re.fullmatch(r"light-dark\((#\w{6}), (#\w{6})\)", rule)
    assert found, rule
    return found[1], found[2]


def contrast(one: str, other: str) -> float:
    """As WCAG counts it."""

    def light(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_each_kind_of_loss_has_its_own_colour_that_can_be_read_in_both_themes() -> None:
    folder = Path(leaguecharts.__file__).parent / "static/css"
    css, tokens = ((folder / name).read_text() for name in ("league.css", "tokens.css"))
    named = dict(re.findall(r"(--[\w-]+): (light-dark\([^;]*\));", tokens))
    found = {"marker": (pigments(named["--bad-wash"]), pigments(named["--bad"]))}  # as in result.css
    for kind in ("discards", "corners"):
        rule = re.search(rf"\.reason-{kind} {{ --hue: ([^;]*); --on-hue: ([^;]*); }}", css)
        assert rule, kind
        found[kind] = (pigments(rule[1]), pigments(rule[2]))
    for (hue, on), (other_hue, other_on) in combinations(found.values(), 2):
        assert not set(hue) & set(other_hue)
        assert not set(on) & set(other_on)
    for kind, (hue, on) in found.items():
        for theme, surface in enumerate(pigments(named["--surface"])):
            assert contrast(hue[theme], on[theme]) >= 4.5, kind
            assert contrast(on[theme], surface) >= 3, kind  # the edge of a bar
