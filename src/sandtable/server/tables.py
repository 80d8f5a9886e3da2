"""The tables of the store: battles, seats, and the journal of everything that was answered."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# `header` and `dice` are the JSON of what a record begins with; the dice hold the secret, so they never leave the server.
BATTLES = Table(
    "battle",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("header", LargeBinary, nullable=False),
    Column("dice", LargeBinary, nullable=False),
    Column("parent", String(24), nullable=False),
    Column("begun", BigInteger, nullable=False),  # seconds since 1970
    Column("touched", BigInteger, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("turns", Integer, nullable=False, server_default="0"),  # that are sure to be played; 0: not known
    Column("score_0", Integer, nullable=True),  # of each seat, as everybody may know it
    Column("score_1", Integer, nullable=True),
    Column("answers", Integer, nullable=False),
    Column("waiting", Integer, nullable=True),
    Column("outcome", LargeBinary, nullable=True),
    Index(None, "touched"),
)

SEATS = Table(
    "seat",
    METADATA,
    Column("battle", String(24), ForeignKey("battle.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, bot, open, nobody
    Column("player", String(40), nullable=False),
    Column("token_sha256", String(64), nullable=False),  # empty where nobody can sit down
)

# Rows are only ever added. `kind` is answer, or back for answers taken back.
JOURNAL = Table(
    "journal",
    METADATA,
    Column("battle", String(24), ForeignKey("battle.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ref", String(40), nullable=True),
    Column("data", LargeBinary, nullable=False),
    UniqueConstraint("battle", "ref"),
)
