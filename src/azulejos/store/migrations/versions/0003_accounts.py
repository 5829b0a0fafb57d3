"""Sessions beside guests, so that one guest can have several; accounts and recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    sessions()
    accounts()
    recovery()
    guests()


def sessions() -> None:
    """Every browser that is known becomes a session of its guest."""
    op.create_table(
        "sessions",
        sa.Column("secret_hash", sa.String(), nullable=False),
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_sessions_guest_id"),
    )
    op.create_index("ix_sessions_guest_id", "sessions", ["guest_id"])
    op.execute(
        "INSERT INTO sessions (secret_hash, guest_id, kind, label, created, seen)"
        " SELECT secret_hash, id, 'browser', '', created, created FROM guests"
    )


def accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("login", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guest_id", name="pk_accounts"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_accounts_guest_id"),
        sa.UniqueConstraint("login", name="uq_accounts_login"),
    )


def recovery() -> None:
    op.create_table(
        "recovery",
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("code_hash", sa.String(), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("guest_id", "code_hash", name="pk_recovery"),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["accounts.guest_id"], name="fk_recovery_guest_id", ondelete="CASCADE"
        ),
    )


def guests() -> None:
    """The secret's hash leaves the guest."""
    if op.get_bind().dialect.name != "sqlite":
        op.drop_column("guests", "secret_hash")
        return
    # SQLite drops no column that is unique, so the table is made anew; seats and tables point at nothing
    # meanwhile, which it allows until the end of the transaction, when all of them must be there again.
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute("CREATE TEMPORARY TABLE known AS SELECT id, name, language, created FROM guests")
    op.drop_table("guests")
    op.create_table(
        "guests",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.execute("INSERT INTO guests (id, name, language, created) SELECT * FROM known")
    op.execute("DROP TABLE known")
