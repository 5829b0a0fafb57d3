"""Ratings of people from their results, in order, by scope: overall, each game, each variant of it.

The model is openskill's Bradley-Terry with full pairing (Weng and Lin, 2011): everybody at a table is
compared with everybody else, a tie counts half. Only places count, not by how many points. A person is
believed to be `mu`, give or take `sigma`; what is shown is that on a scale like Elo's.
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from math import log, sqrt
from typing import NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from azulejos.study.results import Result, places, variant

OVERALL = "overall"
PROVISIONAL = 10  # games in a scope, below which a rating is provisional
START = 1500  # shown for somebody of whom nothing is known
TREND = 10  # games back
_MODEL = BradleyTerryFull()
# Of two people known well the model expects 1 / (1 + e^(-d / (sqrt 2 beta))), Elo 1 / (1 + 10^(-d / 400)).
SCALE = 400 / log(10) / (sqrt(2) * _MODEL.beta)


class Point(NamedTuple):
    """A person's rating after one of their games."""

    result: str  # its id
    played: str
    rating: int
    spread: int = 0  # two standard deviations, as they were then


@dataclass(frozen=True, slots=True)
class Row:
    """A person's line in a table of ratings."""

    person: str
    rating: int
    spread: int  # two standard deviations: 19 times in 20 the rating is right within so much
    games: int
    wins: float  # a win shared by k people is 1/k for each
    provisional: bool
    trend: int | None  # against ten games ago; None before there are more than ten
    history: tuple[Point, ...] = ()


class _Standing:
    """One person in one scope."""

    __slots__ = ("history", "skill", "wins")

    def __init__(self) -> None:
        self.skill = _MODEL.rating()
        self.wins = 0.0
        self.history: list[Point] = []

    def copy(self) -> "_Standing":
        twin = _Standing()
        twin.skill, twin.wins, twin.history = self.skill, self.wins, list(self.history)
        return twin

    def row(self, person: str) -> Row:
        games, rating = len(self.history), shown(self.skill.mu)
        return Row(
            person,
            rating,
            round(2 * self.skill.sigma * SCALE),
            games,
            self.wins,
            games < PROVISIONAL,
            rating - self.history[-1 - TREND].rating if games > TREND else None,
            tuple(self.history),
        )


class Ratings:
    """Ratings that grow by being fed results in order; feeding again goes on from there."""

    def __init__(self) -> None:
        self.fed = 0  # results so far
        self._scopes: dict[str, dict[str, _Standing]] = {OVERALL: {}}

    def copy(self) -> "Ratings":
        """The same again, to be fed while others read this one."""
        twin = Ratings()
        twin.fed = self.fed
        for scope, standings in self._scopes.items():
            twin._scopes[scope] = {person: standing.copy() for person, standing in standings.items()}
        return twin

    def feed(self, results: Iterable[Result], progress: Callable[[int], None] | None = None) -> None:
        """Take results in, in the order they were played; `progress` hears after each how many there were."""
        for result in results:
            self._take(result)
            self.fed += 1
            if progress is not None:
                progress(self.fed)

    def _take(self, result: Result) -> None:
        ranks = places(result)
        share = 1 / ranks.count(1)
        seats = sorted((rank, score.person) for rank, score in zip(ranks, result.scores, strict=True))
        for scope in dict.fromkeys((OVERALL, result.game, variant(result.game, result.options))):
            self._rate(self._scopes.setdefault(scope, {}), seats, share, result)

    @staticmethod
    def _rate(
        scope: dict[str, _Standing], seats: list[tuple[int, str]], share: float, result: Result
    ) -> None:
        """One game in one scope; in order of places and names, so that seats do not matter at all."""
        people = [scope.get(person) or scope.setdefault(person, _Standing()) for _, person in seats]
        before = _apart([standing.skill for standing in people])
        rated = _MODEL.rate([[skill] for skill in before], ranks=[float(rank) for rank, _ in seats])
        for (rank, _), standing, was, [skill] in zip(seats, people, before, rated, strict=True):
            if standing.skill is not was:  # a bot on several seats: what each of them brought counts
                skill.mu += standing.skill.mu - was.mu
                skill.sigma *= standing.skill.sigma / was.sigma
            standing.skill = skill
            standing.wins += share if rank == 1 else 0
            spread = round(2 * skill.sigma * SCALE)
            standing.history.append(Point(result.id, result.played, shown(skill.mu), spread))

    def scopes(self) -> list[str]:
        """The scopes that have games: overall first, then each game followed by its variants."""
        return [OVERALL, *sorted(scope for scope in self._scopes if scope != OVERALL)]

    def table(self, scope: str = OVERALL) -> list[Row]:
        """Everybody who has played in a scope, best first, provisional ones last."""
        standings = self._scopes.get(scope, {})
        exact = {person: standing.skill.mu for person, standing in standings.items()}
        rows = [standing.row(person) for person, standing in standings.items()]
        return sorted(rows, key=lambda row: (row.provisional, -exact[row.person], row.person))

    def row(self, person: str, scope: str = OVERALL) -> Row | None:
        """One person's line; None if they have not played in that scope."""
        standing = self._scopes.get(scope, {}).get(person)
        return standing.row(person) if standing else None

    def belief(self, person: str, scope: str = OVERALL) -> tuple[float, float] | None:
        """Mu and sigma, as the model has them."""
        standing = self._scopes.get(scope, {}).get(person)
        return (standing.skill.mu, standing.skill.sigma) if standing else None


def _apart(skills: list[BradleyTerryFullRating]) -> list[BradleyTerryFullRating]:
    """The same, each an object of its own also where a bot has several seats: the model changes them."""
    return [
        deepcopy(one) if any(one is other for other in skills[:n]) else one for n, one in enumerate(skills)
    ]


def shown(mu: float) -> int:
    """A rating as people see it: 400 more are won ten times as often, as in Elo."""
    return round(START + (mu - _MODEL.mu) * SCALE)


def in_order(results: Iterable[Result]) -> list[Result]:
    """Results as ratings are to be fed: by day, those of one day as they came."""
    return sorted(results, key=lambda result: result.played)
