"""What the store keeps, as plain values: guests, tables, seats, moves, and the cards of lists."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any


def now() -> datetime:
    """This moment, in UTC as all times here."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Guest:
    """A person with a name and no password; the secret stays in their browser."""

    id: str
    name: str
    language: str | None
    created: datetime


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat: a person, a bot, or nobody yet."""

    kind: str  # person | bot | open
    name: str
    guest: str | None = None
    level: str | None = None
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """An entry of the record; its ply is where it stands."""

    seat: int  # -1: a deal
    text: str
    auto: bool = False  # made by the server, being forced


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its whole record."""

    id: str
    game: str
    options: dict[str, Any]
    kind: str  # bots | device | friends
    listed: bool
    status: str  # open | playing | over
    host: str
    seed: int
    starter: int
    seats: tuple[Seat, ...]
    moves: tuple[Move, ...] = ()
    drafts: dict[int, tuple[str, ...]] = field(default_factory=dict)  # grey wall: not yet revealed, by seat
    ending: str | None = None
    ending_seat: int | None = None
    next: str | None = None  # the rematch
    again: str | None = None  # the table that this one was played on from
    created: datetime = field(default_factory=now)
    updated: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class Card:
    """A table as lists show it."""

    id: str
    game: str
    options: dict[str, Any]
    kind: str
    status: str
    seats: tuple[Seat, ...]
    listed: bool
    host: str
    updated: datetime
    round: int | None
    scores: list[int] | None
    turn: list[int]  # the seats that must decide
