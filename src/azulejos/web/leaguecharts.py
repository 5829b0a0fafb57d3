"""The charts of leagues: from what ratings and statistics tell, with words in the visitor's language."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from azulejos.study import statistics
from azulejos.study.ratings import PROVISIONAL, Point, Row
from azulejos.study.results import Result
from azulejos.study.statistics import parts_of
from azulejos.study.values import BONUS_PARTS, ROUND_PARTS
from azulejos.web.charts import Bar, Chart, Line, Part, Words, bars, columns, curves, thinned
from azulejos.web.leaguewords import Teller

POINTS = 150  # of a curve that are drawn
OPPONENTS = 12  # in the chart of who beats whom; the table has all
LOST = ("floor", "marker", "discards", "corners")


def sources(game: str) -> tuple[str, ...]:
    """Where points come from: of the rounds, then of the end, what is lost last."""
    parts = (*ROUND_PARTS[game][:-1], *BONUS_PARTS[game])
    return (*(part for part in parts if part not in LOST), *(part for part in parts if part in LOST))


# --- a rating over time ----------------------------------------------------------------------------------


def rating(say: Teller, name: str, row: Row) -> Chart:
    """A person's rating after each of their games, and how sure it was."""
    xs = _times([point.played for point in row.history])
    chosen = thinned(len(xs), POINTS)
    history = [row.history[n] for n in chosen]
    line = Line(
        name,
        [(xs[n], point.rating) for n, point in zip(chosen, history, strict=True)],
        [(point.rating - point.spread, point.rating + point.spread) for point in history],
        unsure=sum(n < PROVISIONAL for n in chosen),
    )
    words = Words(
        say.t("league.chart.rating"),
        say.t(
            "league.chart.rating.about", name=name, n=row.games, rating=row.rating, first=history[0].rating
        ),
        [say.t("league.chart.day"), say.t("league.rating"), say.t("league.spread")],
    )
    return curves(words, [line], _days(say, xs), _rated(say, history))


def _rated(say: Teller, history: Sequence[Point]) -> list[list[str]]:
    return [[say.day(point.played), str(point.rating), f"± {point.spread}"] for point in reversed(history)]


def _times(days: Sequence[str]) -> list[float]:
    """Days as numbers; games of one day one after the other within it."""
    found: list[float] = []
    for day, games in groupby(days):
        many = len(list(games))
        found += [date.fromisoformat(day).toordinal() + n / many for n in range(many)]
    return found


def _days(say: Teller, xs: Sequence[float]) -> list[tuple[float, str]]:
    first, last = xs[0], xs[-1]
    if last - first < 1:
        return [((first + last) / 2, say.day(f"{date.fromordinal(int(first))}"))]
    places = [first + n * (last - first) / 4 for n in range(5)]
    days = [f"{date.fromordinal(int(x))}" for x in places]
    said = [say.month(day) if last - first > 120 else say.day(day) for day in days]
    return [(x, text) for n, (x, text) in enumerate(zip(places, said, strict=True)) if text not in said[:n]]


# --- about a person --------------------------------------------------------------------------------------


def wins(say: Teller, about: statistics.Person) -> Chart:
    """How often somebody wins, by how many sit at the table."""
    rows = [
        (say.t("league.players", n=n), tally, 100 * tally.wins / tally.games)
        for n, tally in about.by_players.items()
    ]
    drawn = [Bar(name, [Part("won", share, "")], f"{share:.0f} %") for name, _, share in rows]
    table = [
        [name, str(tally.games), say.number(tally.wins), f"{share:.0f} %"] for name, tally, share in rows
    ]
    head = [say.t("league.chart." + key) for key in ("table", "games", "wins", "share")]
    words = Words(say.t("league.chart.wins"), say.t("league.chart.wins.about"), head)
    return bars(words, drawn, table, full=100)


def points(say: Teller, about: statistics.Person) -> Chart | None:
    """Where somebody's points come from, in the mean; None where no game tells."""
    if not about.sources:
        return None
    drawn = [
        Bar(
            say.t("game." + game),
            [Part(part, one.means[part], say.number(one.means[part])) for part in _told(game, one.means)],
            say.number(sum(one.means.values())),
        )
        for game, one in about.sources.items()
    ]
    table = [
        [say.t("game." + game), say.t("league.source." + part), say.number(one.means[part])]
        for game, one in about.sources.items()
        for part in _told(game, one.means)
    ]
    head = [say.t("league.chart." + key) for key in ("game", "reason", "mean")]
    number = sum(one.games for one in about.sources.values())
    words = Words(say.t("league.chart.points"), say.t("league.chart.points.about", n=number), head)
    used = dict.fromkeys(part for game, one in about.sources.items() for part in _told(game, one.means))
    return bars(words, drawn, table, [(part, say.t("league.source." + part)) for part in used])


def _told(game: str, means: Mapping[str, float]) -> list[str]:
    return [part for part in sources(game) if means.get(part)]


def versus(say: Teller, about: statistics.Person, names: Mapping[str, str]) -> Chart:
    """With each opponent: in how many games ahead, level, behind."""
    kinds = ("ahead", "level", "behind")
    drawn = [
        Bar(
            names.get(one.person, "?"),
            [Part(kind, 100 * getattr(one, kind) / one.games, str(getattr(one, kind))) for kind in kinds],
            str(one.games),
        )
        for one in about.versus[:OPPONENTS]
    ]
    table = [
        [names.get(one.person, "?"), *(str(n) for n in (one.games, one.ahead, one.level, one.behind))]
        for one in about.versus
    ]
    head = [
        say.t("league.chart.opponent"),
        say.t("league.chart.games"),
        *(say.t("league.versus." + k) for k in kinds),
    ]
    words = Words(say.t("league.chart.versus"), say.t("league.chart.versus.about"), head)
    return bars(words, drawn, table, [(kind, say.t("league.versus." + kind)) for kind in kinds], full=100)


# --- about a league --------------------------------------------------------------------------------------


def months(say: Teller, summary: statistics.League) -> Chart:
    """Games by month."""
    games = list(summary.by_game)
    rows = [
        (
            say.short_month(month),
            [Part(game, counted.get(game, 0), "") for game in games if counted.get(game)],
        )
        for month, counted in summary.months.items()
    ]
    table = [
        [say.month(month), *(str(counted.get(game, 0)) for game in games)]
        for month, counted in reversed(summary.months.items())
    ]
    head = [say.t("league.chart.month"), *(say.t("game." + game) for game in games)]
    words = Words(say.t("league.chart.months"), say.t("league.chart.months.about", n=summary.games), head)
    return columns(words, rows, table, [(game, say.t("game." + game)) for game in games])


# --- about a game ----------------------------------------------------------------------------------------


def game_points(say: Teller, result: Result, names: Mapping[str, str]) -> Chart | None:
    """Where everybody's points came from; None where somebody's are not told."""
    found = [parts_of(result.game, score) for score in result.scores]
    if any(parts is None for parts in found):
        return None
    told: list[dict[str, int]] = [parts for parts in found if parts is not None]
    kinds = [part for part in sources(result.game) if any(parts.get(part) for parts in told)]
    drawn = [
        Bar(
            names.get(score.person, "?"),
            [Part(part, parts.get(part, 0), _number(parts.get(part, 0))) for part in kinds],
            str(score.total_points),
        )
        for score, parts in zip(result.scores, told, strict=True)
    ]
    table = [
        [say.t("league.source." + part), *(_number(parts.get(part, 0)) for parts in told)] for part in kinds
    ]
    table.append([say.t("league.total"), *(str(score.total_points) for score in result.scores)])
    head = [say.t("league.chart.reason"), *(names.get(score.person, "?") for score in result.scores)]
    words = Words(say.t("league.chart.sources"), say.t("league.chart.sources.about"), head)
    return bars(words, drawn, table, [(part, say.t("league.source." + part)) for part in kinds])


def _number(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def game_rounds(say: Teller, result: Result, names: Mapping[str, str]) -> Chart | None:
    """The score over the rounds, up to the total; None where it is not told."""
    lines = []
    for seat, score in enumerate(result.scores):
        after = [told.get("score") for told in score.rounds]
        if not after or any(value is None for value in after):
            return None
        start = 5 if result.game == "pavilion" else 0
        heights = [start, *(value or 0 for value in after), score.total_points]
        places = [(float(n), float(value)) for n, value in enumerate(heights)]
        lines.append(Line(names.get(score.person, "?"), places, seat=seat))
    rounds = max(len(score.rounds) for score in result.scores)
    below: list[tuple[float, str]] = [(float(n), str(n)) for n in range(1, rounds + 1)]
    below.append((rounds + 1.0, say.t("league.chart.end")))
    table: list[list[Any]] = [
        [str(n), *(_after(score.rounds, n) for score in result.scores)] for n in range(1, rounds + 1)
    ]
    table.append([say.t("league.chart.end"), *(str(score.total_points) for score in result.scores)])
    head = [say.t("league.chart.round"), *(names.get(score.person, "?") for score in result.scores)]
    words = Words(say.t("league.chart.rounds"), say.t("league.chart.rounds.about"), head)
    return curves(words, lines, below, table, named=True)


def _after(rounds: Sequence[Mapping[str, int | None]], number: int) -> str:
    return str(rounds[number - 1].get("score")) if number <= len(rounds) else ""
