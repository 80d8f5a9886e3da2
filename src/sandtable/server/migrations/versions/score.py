"""How a battle stands, for the list: its score, and how many turns it has."""

import sqlalchemy as sa
from alembic import op

revision = "score"
down_revision = "begin"


def upgrade() -> None:
    """Go forward."""
    op.add_column("battle", sa.Column("turns", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("battle", sa.Column("score_0", sa.Integer(), nullable=True))
    op.add_column("battle", sa.Column("score_1", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Go back."""
    for name in ("score_1", "score_0", "turns"):
        op.drop_column("battle", name)
