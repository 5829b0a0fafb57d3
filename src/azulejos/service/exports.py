"""A finished game as one line of an export: what was played, how it ended, the whole record."""

from typing import Any

from azulejos.service import outcomes, seating
from azulejos.service.matches import restored
from azulejos.store.records import Table


def told_game(table: Table) -> dict[str, Any] | None:
    """The game as plain data; None where none was ever begun."""
    match = restored(table)
    if match is None:
        return None
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "ended": table.updated.isoformat(),
        "names": seating.names(table.seats),
        "bots": [seat.level for seat in table.seats],
        "scores": match.scores(),
        "winners": outcomes.winners(table, match),
        "ending": table.ending or match.ending,
        "record": match.record(),
    }
