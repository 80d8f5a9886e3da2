"""Battles, seats and the journal."""

import sqlalchemy as sa
from alembic import op

revision = "begin"
down_revision = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "battle",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("header", sa.LargeBinary(), nullable=False),
        sa.Column("dice", sa.LargeBinary(), nullable=False),
        sa.Column("parent", sa.String(24), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battle")),
    )
    op.create_index(op.f("ix_battle_touched"), "battle", ["touched"])
    op.create_table(
        "seat",
        sa.Column("battle", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battle.id"], name=op.f("fk_seat_battle")),
        sa.PrimaryKeyConstraint("battle", "number", name=op.f("pk_seat")),
    )
    op.create_table(
        "journal",
        sa.Column("battle", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(40), nullable=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battle.id"], name=op.f("fk_journal_battle")),
        sa.PrimaryKeyConstraint("battle", "number", name=op.f("pk_journal")),
        sa.UniqueConstraint("battle", "ref", name=op.f("uq_journal_battle_ref")),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("journal")
    op.drop_table("seat")
    op.drop_index(op.f("ix_battle_touched"), table_name="battle")
    op.drop_table("battle")
