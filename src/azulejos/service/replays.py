"""A whole game as frames: what lay on the table after each entry of its record."""

from typing import Any

from azulejos.core.match import Match
from azulejos.service import outcomes, views
from azulejos.service.errors import UnknownTable
from azulejos.store.records import Table


def frames(table: Table, match: Match | None, auto: frozenset[int]) -> dict[str, Any]:
    """Everything a replay shows; UnknownTable where no game has begun."""
    if match is None:
        raise UnknownTable("no game has begun at this table")
    tales = match.log()
    shows = [views.table_show(match.rules, state) for state in match.states]
    return {
        "table": table.id,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "rated": table.rated,
        "seats": [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in table.seats],
        "frames": [
            {
                "ply": ply,
                "entry": {**tales[ply - 1], "auto": ply - 1 in auto},
                "show": shows[ply],
                "story": _story(match, ply),
            }
            for ply in range(1, len(shows))
        ],
        "result": _result(table, match),
    }


def _story(match: Match, ply: int) -> dict[str, Any] | None:
    """How a round was scored, with the entry that finished it."""
    ledger = match.rules.ledger(match.states[ply - 1], match.states[ply])
    if ledger is None:
        return None
    there = match.at(ply)
    account = there.account()
    return {"round": len(there.breakdown()[0]["rounds"]), "ply": ply, "seats": account}


def _result(table: Table, match: Match) -> dict[str, Any] | None:
    if table.status != "over":
        return None
    return {
        "scores": match.scores(),
        "winners": outcomes.winners(table, match),
        "ending": table.ending or match.ending,
        "seat": table.ending_seat,
        "breakdown": match.breakdown(),
        "out": views.out_of_time(table.seats),
    }
