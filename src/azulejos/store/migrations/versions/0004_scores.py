"""Leagues with their people, results and traces; sheets of real tables; which tables are on record."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    leagues()
    people()
    results()
    scores()
    changes()
    sheets()
    op.add_column("tables", sa.Column("fed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_tables_status_fed", "tables", ["status", "fed"])


def of_league() -> list[sa.Column[str]]:
    return [sa.Column("league_id", sa.String(), nullable=False)]


def in_league(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["league_id"], ["leagues.id"], name=f"fk_{table}_league_id", ondelete="CASCADE"
    )


def in_result(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["league_id", "result_id"],
        ["results.league_id", "results.id"],
        name=f"fk_{table}_result_id",
        ondelete="CASCADE",
    )


def of_guest(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["guests.id"], name=f"fk_{table}_{column}")


def leagues() -> None:
    """With the one that is everybody's: rated games played here."""
    made = op.create_table(
        "leagues",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("owner", sa.String()),
        sa.Column("invite", sa.String()),
        sa.Column("feeds", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        of_guest("leagues", "owner"),
        sa.UniqueConstraint("invite", name="uq_leagues_invite"),
    )
    op.create_index("ix_leagues_owner", "leagues", ["owner"])
    online = {"id": "online", "name": "", "kind": "online", "feeds": False, "revision": 0}
    op.bulk_insert(made, [{**online, "created": datetime.now(UTC)}])
    op.create_table(
        "members",
        *of_league(),
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("joined", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "guest_id", name="pk_members"),
        in_league("members"),
        of_guest("members", "guest_id"),
    )
    op.create_index("ix_members_guest_id", "members", ["guest_id"])


def people() -> None:
    op.create_table(
        "people",
        *of_league(),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String()),
        sa.Column("guest_id", sa.String()),
        sa.Column("bot", sa.String()),
        sa.Column("merged_into", sa.String()),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_people"),
        in_league("people"),
        of_guest("people", "guest_id"),
        sa.UniqueConstraint("league_id", "key", name="uq_people_league_id"),
    )
    op.create_index("ix_people_guest_id", "people", ["guest_id"])


def results() -> None:
    op.create_table(
        "results",
        *of_league(),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("played", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("ref", sa.String()),
        sa.Column("by", sa.String()),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.Column("deleted", MOMENT),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_results"),
        in_league("results"),
        of_guest("results", "by"),
    )
    op.create_index(
        "ix_results_league_id_deleted_played_made", "results", ["league_id", "deleted", "played", "made"]
    )
    op.create_index("ix_results_league_id_revision", "results", ["league_id", "revision"])


def scores() -> None:
    op.create_table(
        "scores",
        *of_league(),
        sa.Column("result_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("person_id", sa.String(), nullable=False),
        sa.Column("total_points", sa.Integer(), nullable=False),
        sa.Column("completed_rows", sa.Integer()),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "result_id", "seat", name="pk_scores"),
        in_result("scores"),
        sa.ForeignKeyConstraint(
            ["league_id", "person_id"],
            ["people.league_id", "people.id"],
            name="fk_scores_person_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_scores_league_id_person_id", "scores", ["league_id", "person_id"])


def changes() -> None:
    op.create_table(
        "changes",
        *of_league(),
        sa.Column("result_id", sa.String(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.String()),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("before", sa.Text()),
        sa.Column("after", sa.Text()),
        sa.PrimaryKeyConstraint("league_id", "result_id", "n", name="pk_changes"),
        in_result("changes"),
        of_guest("changes", "by"),
    )


def sheets() -> None:
    op.create_table(
        "sheets",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String()),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("fields", sa.Text(), nullable=False),
        sa.Column("skews", sa.Text(), nullable=False),
        sa.Column("kept", sa.Text()),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sheets"),
        of_guest("sheets", "owner"),
    )
    op.create_index("ix_sheets_owner", "sheets", ["owner"])
