"""The tables of the database, as they are now. How older ones become so is in migrations/."""

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite forgets the zone, so it is put back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is not None and value.tzinfo is None:
            raise ValueError(f"expected a time with a zone, got {value}")
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return value and (value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC))


class Data(TypeDecorator[Any]):
    """Plain data as JSON in a text, the same in every database."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else json.loads(value)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _of_table() -> Column[str]:
    return Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("language", String),
    Column("created", Moment, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("secret_hash", String, primary_key=True),
    Column("guest_id", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("label", String, nullable=False),
    Column("created", Moment, nullable=False),
    Column("seen", Moment, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("guest_id", String, ForeignKey("guests.id"), primary_key=True),
    Column("login", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("password_hash", String, nullable=False),
    Column("created", Moment, nullable=False),
)

recovery = Table(
    "recovery",
    metadata,
    Column("guest_id", String, ForeignKey("accounts.guest_id", ondelete="CASCADE"), primary_key=True),
    Column("code_hash", String, primary_key=True),
    Column("used", Moment),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("options", Data, nullable=False),
    Column("kind", String, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", String, nullable=False),
    Column("host", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("seed", BigInteger, nullable=False),
    Column("starter", Integer, nullable=False),
    Column("ply", Integer, nullable=False),  # how long the record is: changed only together with it
    Column("ending", String),
    Column("ending_seat", Integer),
    Column("next", String),
    Column("again", String),
    Column("round", Integer),  # these three for lists, so that no game is replayed to draw one
    Column("scores", Data),
    Column("turn", Data, nullable=False),
    Column("clock", Data),
    Column("clocks", Data),
    Column("due", BigInteger, index=True),  # when the first clock runs out, in the house's own time
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("fed", Boolean, nullable=False, server_default=false()),  # its end is on record where it belongs
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Index(None, "status", "updated"),
    Index(None, "status", "fed"),
)

seats = Table(
    "seats",
    metadata,
    _of_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("guest", String, ForeignKey("guests.id"), index=True),
    Column("level", String),
    Column("resigned", Boolean, nullable=False),
    Column("out", String),
)

moves = Table(
    "moves",
    metadata,
    _of_table(),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("text", String, nullable=False),
    Column("auto", Boolean, nullable=False),
    Column("at", Moment),  # when it was stored
)

drafts = Table(
    "drafts",
    metadata,
    _of_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("texts", Data, nullable=False),
)

house = Table(
    "house",  # small facts about this house itself
    metadata,
    Column("name", String, primary_key=True),
    Column("value", BigInteger, nullable=False),
)

# --- leagues ------------------------------------------------------------------------------------------------


def _of_league() -> Column[str]:
    return Column("league_id", String, ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True)


leagues = Table(
    "leagues",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("owner", String, ForeignKey("guests.id"), index=True),
    Column("invite", String, unique=True),
    Column("feeds", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),  # every change of results or people begins with this one
    Column("created", Moment, nullable=False),
)

members = Table(
    "members",
    metadata,
    _of_league(),
    Column("guest_id", String, ForeignKey("guests.id"), primary_key=True, index=True),
    Column("joined", Moment, nullable=False),
)

people = Table(
    "people",
    metadata,
    _of_league(),
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("key", String),  # the name as it is compared; nobody else's in the league; none of merged entries
    Column("guest_id", String, ForeignKey("guests.id"), index=True),
    Column("bot", String),
    Column("merged_into", String),
    Column("created", Moment, nullable=False),
    UniqueConstraint("league_id", "key"),
)

results = Table(
    "results",
    metadata,
    _of_league(),
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("variant", String, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Data, nullable=False),
    Column("played", String, nullable=False),
    Column("note", String, nullable=False),
    Column("source", String, nullable=False),
    Column("ref", String),
    Column("by", String, ForeignKey("guests.id")),
    Column("made", Integer, nullable=False),  # the league's revision it came with
    Column("revision", Integer, nullable=False),  # that of its last change
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Column("deleted", Moment),
    Index(None, "league_id", "deleted", "played", "made"),
    Index(None, "league_id", "revision"),
)


def _of_result(name: str) -> ForeignKeyConstraint:
    here, there = ["league_id", "result_id"], ["results.league_id", "results.id"]
    return ForeignKeyConstraint(here, there, name=f"fk_{name}_result_id", ondelete="CASCADE")


scores = Table(
    "scores",
    metadata,
    Column("league_id", String, primary_key=True),
    Column("result_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", String, nullable=False),
    Column("total_points", Integer, nullable=False),
    Column("completed_rows", Integer),
    Column("details", Data, nullable=False),
    _of_result("scores"),
    ForeignKeyConstraint(
        ["league_id", "person_id"],
        ["people.league_id", "people.id"],
        name="fk_scores_person_id",
        ondelete="CASCADE",
    ),
    Index(None, "league_id", "person_id"),
)

changes = Table(
    "changes",
    metadata,
    Column("league_id", String, primary_key=True),
    Column("result_id", String, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("by", String, ForeignKey("guests.id")),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("before", Data),
    Column("after", Data),
    _of_result("changes"),
)

sheets = Table(
    "sheets",
    metadata,
    Column("id", String, primary_key=True),
    Column("owner", String, ForeignKey("guests.id"), index=True),
    Column("revision", Integer, nullable=False),
    Column("fields", Data, nullable=False),
    Column("skews", Data, nullable=False),
    Column("kept", Data),
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
)
