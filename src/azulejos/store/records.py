"""What the store keeps, as plain values: guests, tables, seats, moves, and the cards of lists."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any


def now() -> datetime:
    """This moment, in UTC as all times here."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Guest:
    """A person with a name, with an account or without; the secret stays in their browser."""

    id: str
    name: str
    language: str | None
    created: datetime
    account: str | None = None  # the name to sign in with


@dataclass(frozen=True, slots=True)
class Session:
    """One way in as a guest: a browser's secret, or a program's token. Only the hash is kept."""

    secret_hash: str
    kind: str  # browser | token
    label: str
    created: datetime
    seen: datetime  # to the day


@dataclass(frozen=True, slots=True)
class Account:
    """A guest who can come back anywhere, by name and password."""

    guest: str
    login: str  # the name as it is compared
    name: str
    password_hash: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat: a person, a bot, or nobody yet."""

    kind: str  # person | bot | open
    name: str
    guest: str | None = None
    level: str | None = None
    resigned: bool = False
    out: str | None = None  # why a bot plays for its guest: time (ran out) | away (until they are back)


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
    clock: dict[str, Any] | None = None  # what was agreed on; None: no clock
    clocks: dict[str, Any] | None = None  # how they stand; `due` in it is also a column of its own
    rated: bool = False
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
    clock: dict[str, Any] | None = None
    rated: bool = False
