"""How a game that was played here came out: as a result for the record, and who has won.

Who gave up, ran out of time or was replaced by a bot is `out`, and comes after all who were not. In a rated
game that goes for the table's own page too, so that it and the record name the same winner.
"""

from collections.abc import Mapping
from typing import Any

from azulejos.core.match import Match
from azulejos.store.records import Table
from azulejos.study import results
from azulejos.study.results import Result, Score, full_options

ABANDONED = ("left", "time")  # endings for want of people


def abandoned(table: Table) -> bool:
    """Whether everybody has gone: such a game is nobody's."""
    return table.ending in ABANDONED and table.ending_seat is not None


def result_of(table: Table, match: Match) -> Result:
    """A game as a result, everything filled from the engine (R11); persons are left open."""
    told = match.breakdown()
    return Result(
        id=f"t-{table.id}",
        game=table.game,
        options=full_options(table.game, table.options),
        played=table.updated.date().isoformat(),
        scores=tuple(
            _score(match, told[number], out_of(table, number)) for number in range(len(table.seats))
        ),
        source="online",
        ref=table.id,
    )


def _score(match: Match, told: Mapping[str, Any], out: str) -> Score:
    bonuses = told["bonuses"] if match.over else None
    rows = None if match.game == "pavilion" else bonuses["rows"] // 2 if bonuses else 0  # A44
    return Score("", told["total"], rows, tuple(told["rounds"]), bonuses, out=out)


def out_of(table: Table, number: int) -> str:
    """Why somebody did not play a game to its end: resigned, time, away; "" for who did."""
    seat = table.seats[number]
    if seat.resigned or (table.ending == "resigned" and table.ending_seat == number):
        return "resigned"
    return seat.out or ""


def winners(table: Table, match: Match) -> list[int]:
    """Who won; where somebody gave up, the best of the others as things stand.

    In a game among friends that does not count, a seat wins with the points it has, whoever played it last.
    """
    if abandoned(table):
        return []
    if table.rated and any(out_of(table, number) for number in range(len(table.seats))):
        return results.winners(result_of(table, match))
    if table.ending_seat is None:
        return match.winners()
    scores = {seat: points for seat, points in enumerate(match.scores()) if seat != table.ending_seat}
    most = max(scores.values())
    return [seat for seat, points in scores.items() if points == most]
