"""Taking a move back: which one, and who has agreed. Never over a deal: that would be a second draw."""

from collections.abc import Collection
from dataclasses import dataclass

from azulejos.core.match import Match
from azulejos.core.record import DEAL
from azulejos.service.course import TILING


@dataclass(frozen=True, slots=True)
class Takeback:
    """A wish to shorten the record to `ply`, by `seat`; the seats that agreed so far."""

    ply: int
    seat: int
    agreed: frozenset[int]


def takeback_ply(match: Match, seats: Collection[int], auto: Collection[int]) -> int | None:
    """The ply of the last move these seats chose, if no tiles were dealt since; None where there is none."""
    if match.over or match.phase == TILING:
        return None
    entries = match.entries
    for ply in range(len(entries) - 1, -1, -1):
        entry = entries[ply]
        if entry.seat == DEAL:
            return None
        if entry.seat in seats and ply not in auto:
            return ply
    return None
