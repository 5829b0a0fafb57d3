"""What the store keeps, as plain values: guests, tables, seats, moves, and the cards of lists."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

SHORT = 12  # letters of a secret's hash: enough to tell one guest's sessions apart, useless to anybody else


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

    @property
    def short(self) -> str:
        """How it is named in lists, by which it can be ended."""
        return self.secret_hash[:SHORT]


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


@dataclass(frozen=True, slots=True)
class League:
    """A group's memory of games, or `online`: that of all rated games played here, for everybody."""

    id: str
    name: str  # "" for online: pages have a name for it in their language
    kind: str  # own (a guest's own list) | private | online
    owner: str | None
    invite: str | None  # the secret of its invitation link; None in online
    feeds: bool  # whether online games among its members go in by themselves
    revision: int  # grows with every change of results and people
    created: datetime
    games: int = 0  # on record, without deleted ones
    members: int = 0
    last: str | None = None  # the day of the latest game


@dataclass(frozen=True, slots=True)
class Member:
    """A guest who may see a league and write in it."""

    guest: str
    name: str  # the guest's own
    joined: datetime
    person: str | None = None  # who they are in the league


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a league, with a guest behind or without; or a bot."""

    id: str
    name: str
    guest: str | None = None
    bot: str | None = None  # its level
    merged_into: str | None = None  # this entry is another's
    created: datetime = field(default_factory=now)
    games: int = 0  # on record under this very entry; only where people are listed


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A seat of a game on record."""

    person: str
    total_points: int
    completed_rows: int | None = None
    details: dict[str, Any] = field(default_factory=dict)  # rounds, bonuses, note, out: where there are any


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A game on record in a league."""

    id: str
    game: str
    variant: str
    options: dict[str, Any]
    played: str  # YYYY-MM-DD
    scores: tuple[ScoreRow, ...]
    note: str = ""
    source: str = "typed"
    ref: str | None = None
    by: str | None = None  # the guest who recorded it
    made: int = 0  # the league's revision it came with: the order within a day
    revision: int = 0  # that of its last change
    created: datetime = field(default_factory=now)
    updated: datetime = field(default_factory=now)
    deleted: datetime | None = None

    @property
    def told(self) -> tuple[Any, ...]:
        """What it says, whenever and by whomever it was written."""
        return (self.game, self.options, self.played, self.note, self.scores)


@dataclass(frozen=True, slots=True)
class Change:
    """A step in the history of a game on record."""

    at: datetime
    by: str | None
    name: str  # of who did it, as it was then; "" for nobody, or nobody any more
    kind: str  # made | corrected | deleted | restored | imported
    before: dict[str, Any] | None = None  # of a correction, as plain data with persons' ids
    after: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game being scored at a real table, as phones have sent it."""

    id: str
    owner: str | None
    revision: int
    fields: dict[str, list[Any]]  # by key: [value, time in ms, device]
    skews: dict[str, int] = field(default_factory=dict)  # by device: how far its clock is ahead, in ms
    kept: dict[str, Any] | None = None  # where it was put on record, and with which stamp
    created: datetime = field(default_factory=now)
    updated: datetime = field(default_factory=now)
