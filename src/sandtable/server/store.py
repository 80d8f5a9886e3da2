"""The store: battles that outlive the server.

The journal is only ever added to. One writer takes whatever has come in meanwhile into one commit, and nobody hears
that an answer was taken before that commit is on the disk.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError as AlembicError
from sqlalchemy import Connection, Executable, bindparam, event, insert, select, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sandtable.play.record import DiceBox, Header
from sandtable.play.ruleset import Outcome

from .tables import BATTLES, JOURNAL, SEATS

MOST_AT_ONCE = 200  # statements in one commit


class StoreError(Exception):
    """The store cannot be opened, read or written."""


class SeatRow(msgspec.Struct, frozen=True):
    """Who plays a side; the token is kept only as a digest."""

    number: int
    kind: str
    player: str
    token_sha256: str


class Entry(msgspec.Struct, frozen=True):
    """A row of the journal."""

    number: int
    kind: str
    seat: int
    ref: str | None
    data: bytes


class Progress(msgspec.Struct, frozen=True):
    """How far a battle is, for the list: `turns` are those it is sure to have, `scores` what everybody may know."""

    touched: int
    turn: int
    answers: int
    waiting: int | None
    outcome: Outcome | None
    turns: int = 0
    scores: tuple[int, int] | None = None


class Kept(msgspec.Struct, frozen=True):
    """A battle as the list shows it."""

    id: str
    header: Header
    dice: DiceBox
    parent: str
    begun: int
    standing: Progress
    seats: tuple[SeatRow, ...]


class _Order(NamedTuple):
    """Statements that belong together, each with its rows if it adds several, and who waits for them."""

    statements: Sequence[tuple[Executable, list[dict[str, Any]] | None]]
    done: "asyncio.Future[None]"


# Lines of journals are the many: those of one commit are written in two statements, whatever battles they belong to.
_ADD_LINE = insert(JOURNAL)
STANDING = ("touched", "turn", "turns", "score_0", "score_1", "answers", "waiting", "outcome")
_SET_STANDING = (
    update(BATTLES)
    .where(BATTLES.c.id == bindparam("battle"))
    .values({name: bindparam(f"new_{name}") for name in STANDING})
)


def address_of(data: str | Path) -> str:
    """The database address of a data folder; an address stays as it is."""
    if isinstance(data, str) and "://" in data:
        return data
    return f"sqlite+aiosqlite:///{Path(data) / 'sandtable.db'}"


def _durable(connection: Any, _record: object) -> None:
    """SQLite: readers beside the writer, and a commit that survives the loss of power."""
    cursor = connection.cursor()
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
    except Exception:
        connection.close()  # it has a thread of its own, and nobody else will
        raise
    cursor.close()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


class Store:
    """The store, open."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._orders: asyncio.Queue[_Order] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open a store, making it or bringing it up to date."""
        try:
            engine = create_async_engine(address, hide_parameters=True)  # they hold secrets
        except (SQLAlchemyError, ImportError, ValueError) as error:
            raise StoreError(f"the store cannot be opened: {_cause(error)}") from error
        try:
            if engine.dialect.name == "sqlite":
                event.listen(engine.sync_engine, "connect", _durable)
            async with engine.begin() as connection:
                await connection.run_sync(_upgrade)
        except (SQLAlchemyError, AlembicError, OSError) as error:
            await engine.dispose()
            await asyncio.sleep(0.1)  # the thread of a connection that failed reports to this loop once more
            raise StoreError(f"the store cannot be opened: {_cause(error)}") from error
        return cls(engine)

    async def close(self) -> None:
        """Write what is still to be written, and let go."""
        await self._orders.join()
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer
        await self._engine.dispose()

    async def begin(self, kept: Kept, entries: Sequence[Entry] = ()) -> None:
        """A new battle, with the journal it takes over if it is taken up from another."""
        row = {"id": kept.id, "header": _packed(kept.header), "dice": _packed(kept.dice), "parent": kept.parent}
        seats = [{"battle": kept.id, **msgspec.structs.asdict(seat)} for seat in kept.seats]
        journal = [{"battle": kept.id, **msgspec.structs.asdict(entry)} for entry in entries]
        statements: list[tuple[Executable, list[dict[str, Any]] | None]] = [
            (insert(BATTLES).values(**row, begun=kept.begun, **_standing(kept.standing)), None),
            (insert(SEATS), seats),
        ]
        await self._order([*statements, (insert(JOURNAL), journal)] if journal else statements)

    async def append(self, battle: str, entries: Sequence[Entry], standing: Progress) -> None:
        """Add to a journal, all of it or nothing. On return it is on the disk."""
        lines = [{"battle": battle, **msgspec.structs.asdict(entry)} for entry in entries]
        changed = {f"new_{name}": value for name, value in _standing(standing).items()}
        await self._order([(_ADD_LINE, lines), (_SET_STANDING, [{"battle": battle, **changed}])])

    async def sit_down(self, battle: str, seat: SeatRow) -> None:
        """Somebody takes an open seat."""
        where = (SEATS.c.battle == battle) & (SEATS.c.number == seat.number)
        await self._order([(update(SEATS).where(where).values(kind=seat.kind, player=seat.player), None)])

    async def battles(self, most: int = 200) -> list[Kept]:
        """The battles touched last."""
        return await self._read(select(BATTLES).order_by(BATTLES.c.touched.desc(), BATTLES.c.id).limit(most))

    async def battle(self, battle: str) -> Kept | None:
        """One battle."""
        found = await self._read(select(BATTLES).where(BATTLES.c.id == battle))
        return found[0] if found else None

    async def journal(self, battle: str) -> list[Entry]:
        """The whole journal of a battle."""
        columns = (JOURNAL.c.number, JOURNAL.c.kind, JOURNAL.c.seat, JOURNAL.c.ref, JOURNAL.c.data)
        asked = select(*columns).where(JOURNAL.c.battle == battle).order_by(JOURNAL.c.number)
        try:
            async with self._engine.connect() as connection:
                return [Entry(*row) for row in await connection.execute(asked)]
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the journal cannot be read: {_cause(error)}") from error

    async def _read(self, asked: Any) -> list[Kept]:
        try:
            async with self._engine.connect() as connection:
                rows = (await connection.execute(asked)).mappings().all()
                ids = [row["id"] for row in rows]
                wanted = select(SEATS).where(SEATS.c.battle.in_(ids)).order_by(SEATS.c.battle, SEATS.c.number)
                seats = (await connection.execute(wanted)).mappings().all()
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the store cannot be read: {_cause(error)}") from error
        return [_kept(row, [seat for seat in seats if seat["battle"] == row["id"]]) for row in rows]

    async def _order(self, statements: Sequence[tuple[Executable, list[dict[str, Any]] | None]]) -> None:
        done = asyncio.get_running_loop().create_future()
        await self._orders.put(_Order(statements, done))
        await done

    async def _write(self) -> None:
        """The one writer: everything that has come in meanwhile goes into one commit."""
        while True:
            orders = [await self._orders.get()]
            while len(orders) < MOST_AT_ONCE and not self._orders.empty():
                orders.append(self._orders.get_nowait())
            failed = await self._commit(orders)
            if failed is not None and len(orders) > 1:  # one bad order must not spoil the others
                for order in orders:
                    _settle(order, await self._commit([order]))
            else:
                for order in orders:
                    _settle(order, failed)
            for _ in orders:
                self._orders.task_done()

    async def _commit(self, orders: Sequence[_Order]) -> Exception | None:
        try:
            async with self._engine.begin() as connection:
                for statement, rows in _together(orders):
                    await connection.execute(statement, rows)
        except Exception as error:  # noqa: BLE001  # whatever it is, the writer goes on
            return StoreError(f"the journal cannot be written: {_cause(error)}")
        return None


def _together(orders: Sequence[_Order]) -> list[tuple[Executable, list[dict[str, Any]] | None]]:
    """The statements of several orders; the same statement is given all its rows at once."""
    found: dict[int, tuple[Executable, list[dict[str, Any]] | None]] = {}
    for statement, rows in (one for order in orders for one in order.statements):
        _, before = found.setdefault(id(statement), (statement, None if rows is None else []))
        if before is not None and rows is not None:
            before.extend(rows)
    return list(found.values())


def _cause(error: Exception) -> str:
    """What the database said, in one line and without our statements."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(said).split()) or type(said).__name__


def _settle(order: _Order, failed: Exception | None) -> None:
    if order.done.done():  # whoever waited has gone
        return
    if failed is None:
        order.done.set_result(None)
    else:
        order.done.set_exception(failed)


def _packed(value: object) -> bytes:
    return msgspec.json.encode(value)


def _standing(standing: Progress) -> dict[str, object]:
    found = msgspec.structs.asdict(standing)
    first, second = found.pop("scores") or (None, None)
    outcome = None if standing.outcome is None else _packed(standing.outcome)
    return {**found, "score_0": first, "score_1": second, "outcome": outcome}


def _kept(row: Any, seats: Sequence[Any]) -> Kept:
    outcome = None if row["outcome"] is None else msgspec.json.decode(row["outcome"], type=Outcome)
    scores = None if row["score_0"] is None else (row["score_0"], row["score_1"])
    return Kept(
        id=row["id"],
        header=msgspec.json.decode(row["header"], type=Header),
        dice=msgspec.json.decode(row["dice"], type=DiceBox),
        parent=row["parent"],
        begun=row["begun"],
        standing=Progress(row["touched"], row["turn"], row["answers"], row["waiting"], outcome, row["turns"], scores),
        seats=tuple(SeatRow(seat["number"], seat["kind"], seat["player"], seat["token_sha256"]) for seat in seats),
    )
