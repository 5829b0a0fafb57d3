"""Results of finished games: who came where. What they are made of is in `values`, what may not be saved
and what looks odd in `checking`; both are handed on here."""

from azulejos.study.checking import hints as hints
from azulejos.study.checking import problems as problems
from azulejos.study.values import GAMES as GAMES
from azulejos.study.values import SOURCES as SOURCES
from azulejos.study.values import VARIANTS as VARIANTS
from azulejos.study.values import Problem as Problem
from azulejos.study.values import Result as Result
from azulejos.study.values import Score as Score
from azulejos.study.values import full_options as full_options
from azulejos.study.values import renamed as renamed
from azulejos.study.values import variant as variant


def places(result: Result) -> list[int]:
    """Every seat's place, from 1; who is level shares one (R5, R14; S53). Who gave up comes last."""
    totals = [score.total_points for score in result.scores]
    if len(set(totals)) == len(totals) and not any(score.out for score in result.scores):  # nearly always
        return [1 + sum(other > total for other in totals) for total in totals]
    apart = zip(result.scores, _parting(result), strict=True)
    ranks = [(not score.out, score.total_points, rows) for score, rows in apart]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def _parting(result: Result) -> list[int]:
    """Per seat the rows that count in a tie: nobody's, unless everybody who is level has them told."""
    if result.game != "azul":
        return [0] * len(result.scores)  # R15, S53
    stuck = set(unresolved(result))
    return [
        0 if seat in stuck or score.out else score.completed_rows or 0
        for seat, score in enumerate(result.scores)
    ]


def unresolved(result: Result) -> list[int]:
    """The seats level on points of which some lack the rows that could part them (R14)."""
    if result.game != "azul":
        return []
    by_total: dict[int, list[int]] = {}
    for seat, score in enumerate(result.scores):
        if not score.out:
            by_total.setdefault(score.total_points, []).append(seat)
    ties = [seats for seats in by_total.values() if len(seats) > 1]
    return sorted(
        seat
        for seats in ties
        if any(result.scores[seat].completed_rows is None for seat in seats)
        for seat in seats
    )


def winners(result: Result) -> list[int]:
    """The seats in first place."""
    return [seat for seat, place in enumerate(places(result)) if place == 1]
