"""Clocks: what a table agreed on, how they stand, when the first runs out; seats lent to a bot."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.Text()))
    op.add_column("tables", sa.Column("clocks", sa.Text()))
    op.add_column("tables", sa.Column("due", sa.BigInteger()))
    op.add_column("tables", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("seats", sa.Column("out", sa.String()))
    op.add_column("moves", sa.Column("at", sa.DateTime(timezone=True)))
    house()


def house() -> None:
    op.create_table(
        "house",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house"),
    )
