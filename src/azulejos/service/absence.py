"""Who is away, since when, and what the others may do about it: let a bot play until they are back."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from azulejos.service import seating
from azulejos.service.clock import DAYS, Terms
from azulejos.store.records import Seat, Table

PATIENCE = 60_000  # milliseconds somebody may be away before the others can go on without them
AWAY, TIME = "away", "time"


class Presence:
    """When people were last seen; who never was, when the table was opened."""

    def __init__(self, now: int) -> None:
        self._opened = now
        self._seen: dict[str, int] = {}

    def seen(self, guest: str, now: int) -> None:
        """They are still there, or the last of their pages has just been closed."""
        self._seen[guest] = now

    def missed(self, guest: str | None, present: Collection[str]) -> int | None:
        """When their absence has lasted long enough; None for who is here, and for nobody."""
        if guest is None or guest in present:
            return None
        return self._seen.get(guest, self._opened) + PATIENCE


def replaceable(
    table: Table, deciding: Collection[int], presence: Presence, present: Collection[str]
) -> list[tuple[int, int]]:
    """The seats that hold the others up, each with the time from which a bot may take over.

    A game by days has its clock for that: whoever plays it need not sit there. So has a rated one with any
    clock: a bot that plays a few moves for somebody, well or badly, is no result of the players' own.
    """
    terms = Terms.read(table.clock)
    by_clock = terms is not None and (terms.kind == DAYS or table.rated)
    if table.kind != "friends" or table.status != "playing" or by_clock:
        return []
    people = [seat for seat in deciding if table.seats[seat].kind == seating.PERSON]
    times = [(seat, presence.missed(table.seats[seat].guest, present)) for seat in people]
    return [(seat, time) for seat, time in times if time is not None]


def freeable(table: Table, presence: Presence, present: Collection[str]) -> list[tuple[int, int]]:
    """Before the game: seats that the host may free again, each with the time from which; not the host's."""
    if table.kind != "friends" or table.status != "open":
        return []
    people = [seat for seat in seating.people(table.seats) if table.seats[seat].guest != table.host]
    times = [(seat, presence.missed(table.seats[seat].guest, present)) for seat in people]
    return [(seat, time) for seat, time in times if time is not None]


def voters(seats: Sequence[Seat], seat: int, present: Collection[str]) -> set[int]:
    """The seats whose people are asked: all who are here and not that one themselves."""
    who = seats[seat].guest
    return {n for n in seating.people(seats) if seats[n].guest != who and seats[n].guest in present}


def lent(seat: Seat, level: str, why: str) -> Seat:
    """The seat with a bot on it; whose it is stays known, for lists and for coming back."""
    return replace(seat, kind=seating.BOT, level=level, out=why)


def given_back(seats: Sequence[Seat], guest: str | None) -> tuple[Seat, ...] | None:
    """The seats with this guest's own back from the bot; None where there is none to have back."""
    mine = [
        n for n, seat in enumerate(seats) if guest is not None and seat.guest == guest and seat.out == AWAY
    ]
    return returned(seats, mine) if mine else None


def returned(seats: Sequence[Seat], mine: Collection[int]) -> tuple[Seat, ...]:
    """The seats, those of these that were lent to a bot back with their people."""
    return tuple(
        replace(seat, kind=seating.PERSON, level=None, out=None) if n in mine and seat.out else seat
        for n, seat in enumerate(seats)
    )


def asked_again(seats: Sequence[Seat], present: Collection[str], agreed: Collection[int]) -> list[int]:
    """Who is asked for another game: all people, and whoever a bot played for and is still here, or has
    said yes. The others wait for nobody who has gone."""
    back = [n for n, seat in enumerate(seats) if seat.out and (seat.guest in present or n in agreed)]
    return sorted({*seating.people(seats), *back})
