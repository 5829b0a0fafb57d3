"""What results say about a person and about a league, as plain values.

Only `total_points` and places made of it count (R2); where points came from is told by those results that
have every part of it. Results are handed over in order of play.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from azulejos.study.results import Result, Score, places
from azulejos.study.values import BONUS_PARTS, ROUND_PARTS

RECORDS = 10  # best scores of a game that a league remembers
FAVOURITES = 3
Key = TypeVar("Key", int, str)


class Best(NamedTuple):
    """A score worth remembering."""

    points: int
    person: str
    result: str
    played: str
    game: str


class Tally(NamedTuple):
    """Games and wins; a win shared by k people is 1/k for each."""

    games: int
    wins: float


class Versus(NamedTuple):
    """How a person stands with an opponent: in how many games ahead of them, level, behind."""

    person: str
    games: int
    ahead: int
    level: int
    behind: int


class Sources(NamedTuple):
    """Where points came from: means a game, over the games that tell."""

    games: int
    means: dict[str, float]  # azul wall floor rows columns colours; pavilion placed marker discards stars ...


class Shot(NamedTuple):
    """One game of a person's, as a chart of scores over time has it."""

    result: str
    played: str
    game: str
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class Person:
    """All that is told about a person."""

    person: str
    games: int
    wins: float
    by_game: dict[str, Tally]
    by_players: dict[int, Tally]  # how many sat at the table
    by_seat: dict[int, Tally]  # which seat they had, from 0
    by_place: dict[int, int]  # how often first, second ...
    averages: dict[str, float]  # points, by game
    bests: dict[str, Best]  # by game; the first time counts
    sources: dict[str, Sources]  # by game
    versus: list[Versus]  # most games first
    favourites: list[str]  # the opponents met most often
    streak: int  # wins in a row up to now, shared ones too; below 0: games in a row without one
    longest: int  # most wins in a row
    scores: list[Shot]


@dataclass(frozen=True, slots=True)
class League:
    """All that is told about a league."""

    games: int
    people: int
    by_game: dict[str, int]
    by_players: dict[int, int]
    months: dict[str, dict[str, int]]  # "2026-11" -> game -> games; no month in between is left out
    averages: dict[str, float]  # points a seat, by game
    winning: dict[str, float]  # points of those who won, by game
    records: dict[str, list[Best]]  # the best scores by game; of equal ones the first


class _Count:
    """Games and wins being counted."""

    __slots__ = ("games", "wins")

    def __init__(self) -> None:
        self.games, self.wins = 0, 0.0

    def add(self, won: float) -> None:
        self.games += 1
        self.wins += won

    def tally(self) -> Tally:
        return Tally(self.games, self.wins)


# --- a person -------------------------------------------------------------------------------------


def about(person: str, results: Iterable[Result], people: Mapping[str, str] | None = None) -> Person:
    """A person in results. `people` has names by id, by which opponents met equally often are sorted."""
    mine = [(result, seat) for result in results for seat in _seats_of(person, result)]
    ranked = [(result, seat, places(result)) for result, seat in mine]
    counts = _Counts()
    for result, seat, ranks in ranked:
        counts.add(result, seat, ranks)
    shots = [
        Shot(result.id, result.played, result.game, result.scores[seat].total_points, ranks[seat])
        for result, seat, ranks in ranked
    ]
    versus = _versus(ranked, people or {})
    streak, longest = _streaks([shot.place == 1 for shot in shots])
    return Person(
        person,
        len(shots),
        counts.overall.wins,
        counts.by(counts.games),
        counts.by(counts.players),
        counts.by(counts.seats),
        dict(sorted(Counter(shot.place for shot in shots).items())),
        _averages(shots),
        _bests(person, shots),
        _sources((result.game, result.scores[seat]) for result, seat in mine),
        versus,
        [one.person for one in versus[:FAVOURITES]],
        streak,
        longest,
        shots,
    )


def _seats_of(person: str, result: Result) -> list[int]:
    """The seat a person had, if any; a bot may have several, each of which counts."""
    return [seat for seat, score in enumerate(result.scores) if score.person == person]


class _Counts:
    """A person's games and wins, in all and by this and that."""

    def __init__(self) -> None:
        self.overall = _Count()
        self.games: defaultdict[str, _Count] = defaultdict(_Count)
        self.players: defaultdict[int, _Count] = defaultdict(_Count)
        self.seats: defaultdict[int, _Count] = defaultdict(_Count)

    def add(self, result: Result, seat: int, ranks: list[int]) -> None:
        won = 1 / ranks.count(1) if ranks[seat] == 1 else 0.0
        for count in (
            self.overall,
            self.games[result.game],
            self.players[len(ranks)],
            self.seats[seat],
        ):
            count.add(won)

    @staticmethod
    def by(counted: Mapping[Key, _Count]) -> dict[Key, Tally]:
        return {key: counted[key].tally() for key in sorted(counted)}


def _averages(shots: Iterable[Shot]) -> dict[str, float]:
    points: defaultdict[str, list[int]] = defaultdict(list)
    for shot in shots:
        points[shot.game].append(shot.points)
    return {game: sum(points[game]) / len(points[game]) for game in sorted(points)}


def _bests(person: str, shots: Iterable[Shot]) -> dict[str, Best]:
    bests: dict[str, Best] = {}
    for shot in shots:
        if shot.game not in bests or shot.points > bests[shot.game].points:
            bests[shot.game] = Best(shot.points, person, shot.result, shot.played, shot.game)
    return bests


def _versus(ranked: Iterable[tuple[Result, int, list[int]]], people: Mapping[str, str]) -> list[Versus]:
    met: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for result, seat, ranks in ranked:
        own = ranks[seat]
        for other, score in enumerate(result.scores):
            if score.person != result.scores[seat].person:
                met[score.person][1 if ranks[other] == own else 0 if own < ranks[other] else 2] += 1
    found = [Versus(person, sum(counts), *counts) for person, counts in met.items()]
    return sorted(found, key=lambda one: (-one.games, people.get(one.person, one.person).casefold()))


def _streaks(won: list[bool]) -> tuple[int, int]:
    """How it is going (wins in a row, or below 0 games without one), and the most wins in a row."""
    run = longest = 0
    for one in won:
        run = (max(run, 0) + 1) if one else (min(run, 0) - 1)
        longest = max(longest, run)
    return run, longest


# --- where points came from -----------------------------------------------------------------------


def _sources(scores: Iterable[tuple[str, Score]]) -> dict[str, Sources]:
    sums: defaultdict[str, Counter[str]] = defaultdict(Counter)
    games: Counter[str] = Counter()
    for game, score in scores:
        parts = parts_of(game, score)
        if parts is not None:
            games[game] += 1
            sums[game].update(parts)
    return {
        game: Sources(games[game], {part: sums[game][part] / games[game] for part in sums[game]})
        for game in sorted(games)
    }


def parts_of(game: str, score: Score) -> dict[str, int] | None:
    """A score by source, losses below 0; None unless every part of every round and the bonuses are told.

    They need not add up to the total: the clamp at 0 or 1 forgives losses (R4, R10).
    """
    if not score.rounds or score.bonuses is None:
        return None
    if any(score.bonuses.get(name) is None for name in BONUS_PARTS[game]):
        return None
    names = ROUND_PARTS[game][:-1]
    found: dict[str, int] = dict.fromkeys(names, 0)
    for told in score.rounds:
        for name in names:
            value = told.get(name)
            if value is None:
                return None
            found[name] += value
    for name in BONUS_PARTS[game]:
        bonus = score.bonuses[name]
        found[name] = sum(bonus.values()) if isinstance(bonus, Mapping) else bonus
    return found


# --- a league -------------------------------------------------------------------------------------


def league(results: Iterable[Result]) -> League:
    """A league's results together."""
    games: defaultdict[str, _Game] = defaultdict(_Game)
    players: Counter[int] = Counter()
    months: Counter[tuple[str, str]] = Counter()
    people: set[str] = set()
    for result in results:
        games[result.game].add(result)
        players[len(result.scores)] += 1
        months[result.played[:7], result.game] += 1
        for score in result.scores:
            people.add(score.person)
    told = sorted(games.items())
    return League(
        players.total(),
        len(people),
        {name: game.games for name, game in told},
        dict(sorted(players.items())),
        _months(months),
        {name: game.points / game.seats for name, game in told},
        {name: game.winning / game.games for name, game in told},
        {name: game.best for name, game in told},
    )


class _Game:
    """The results of one game being added up."""

    __slots__ = ("best", "games", "least", "points", "seats", "winning")

    def __init__(self) -> None:
        self.games = self.seats = self.points = self.winning = 0
        self.best: list[Best] = []
        self.least = -1  # what a new record must beat

    def add(self, result: Result) -> None:
        totals = [score.total_points for score in result.scores]
        most = max(totals)
        self.games += 1
        self.seats += len(totals)
        self.points += sum(totals)
        self.winning += max((score.total_points for score in result.scores if not score.out), default=most)
        if most > self.least:
            self._keep(result)

    def _keep(self, result: Result) -> None:
        self.best += [
            Best(score.total_points, score.person, result.id, result.played, result.game)
            for score in result.scores
        ]
        self.best.sort(key=lambda one: -one.points)  # stable: of equal ones the first stays first
        del self.best[RECORDS:]
        self.least = self.best[-1].points if len(self.best) == RECORDS else -1


def _months(counted: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    """Every month from the first to the last, with what was played in it."""
    if not counted:
        return {}
    first, last = min(counted)[0], max(counted)[0]
    found: dict[str, dict[str, int]] = {month: {} for month in _calendar(first, last)}
    for (month, game), number in sorted(counted.items()):
        found[month][game] = number
    return found


def _calendar(first: str, last: str) -> list[str]:
    begin, end = (12 * int(month[:4]) + int(month[5:]) - 1 for month in (first, last))
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in range(begin, end + 1)]
