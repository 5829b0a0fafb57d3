"""A table's game and its clocks: begun, restored from the record, and as lists show it."""

from typing import Any

from azulejos import games
from azulejos.core.match import Match
from azulejos.core.record import Entry, Record
from azulejos.service import course, seating
from azulejos.service.clock import Clocks, Terms
from azulejos.store.records import Table


def standing(match: Match) -> dict[str, Any]:
    """What lists show of a game, kept beside its record so that they need not read it."""
    return {
        "round": match.rules.round(match.states[-1]),
        "scores": match.scores(),
        "turn": tuple(course.undecided(match, {})),
    }


def kept(clocks: Clocks | None) -> dict[str, Any] | None:
    """The clocks as the store keeps them."""
    return None if clocks is None else clocks.data()


def begun_clocks(table: Table, match: Match, now: int) -> Clocks | None:
    """The clocks of a game that begins."""
    terms = Terms.read(table.clock)
    return None if terms is None else Clocks.begun(terms, table.seats, course.undecided(match, {}), now)


def new_match(table: Table) -> Match:
    """The game that this table begins, its first deal made."""
    return games.new(
        table.game, seed=table.seed, starter=table.starter, names=seating.names(table.seats), **table.options
    )


def restored(table: Table) -> Match | None:
    """The game as its record tells it; None where none has begun."""
    if table.status == "open" or not table.moves:
        return None
    record = Record(
        table.game,
        games.rules(table.game, **table.options).options_text(),
        f"starter {table.starter}",
        tuple(seating.names(table.seats)),
        tuple(Entry(move.seat, move.text) for move in table.moves),
        "",
    )
    return games.resume(record, seed=table.seed)
