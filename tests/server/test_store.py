"""The store: one writer, few commits, and an error that belongs to one."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, event, inspect

import sandtable.server.store as stores
from sandtable.play.record import Header, seeded_box
from sandtable.rulesets.library import ruleset
from sandtable.server.store import Entry, Kept, Progress, SeatRow, Store, StoreError, address_of
from sandtable.server.tables import METADATA

STANDING = Progress(1, 0, 0, 0, None)


def _kept(battle: str) -> Kept:
    rules = ruleset("bolt-action")
    header = Header(rules.name, rules.version, {}, rules.scenario("attrition"), ("a", "b"))
    seats = (SeatRow(0, "person", "a", "0" * 64), SeatRow(1, "bot", "rookie", ""))
    return Kept(battle, header, seeded_box(1), "", 1, STANDING, seats)


def _entry(number: int) -> Entry:
    return Entry(number, "answer", 0, None, b"1")


def _with_store(data: Path, test: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(address_of(data))
        try:
            await test(store)
        finally:
            await asyncio.wait_for(store.close(), 10)

    asyncio.run(run())


def test_what_comes_at_once_is_written_in_few_commits(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        for number in range(20):
            await store.begin(_kept(f"battle{number}"))
        commits: list[object] = []
        event.listen(store._engine.sync_engine, "commit", commits.append)
        await asyncio.gather(
            *(store.append(f"battle{battle}", [_entry(1)], STANDING) for battle in range(20)),
        )
        assert 1 <= len(commits) <= 3
        assert [len(await store.journal(f"battle{number}")) for number in range(20)] == [1] * 20

    _with_store(tmp_path, test)


def test_one_order_that_fails_fails_alone(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await store.begin(_kept("first1"))
        await store.begin(_kept("second"))
        await store.append("first1", [_entry(1)], STANDING)
        orders = [
            store.append("second", [_entry(1)], STANDING),
            store.append("first1", [_entry(1)], STANDING),  # there is a row 1
            store.append("nobody", [_entry(1)], STANDING),  # there is no such battle
            store.append("first1", [_entry(2)], STANDING),
        ]
        done = await asyncio.gather(*orders, return_exceptions=True)
        assert [type(one) for one in done] == [type(None), StoreError, StoreError, type(None)]
        assert [entry.number for entry in await store.journal("first1")] == [1, 2]
        assert [entry.number for entry in await store.journal("second")] == [1]
        assert await store.journal("nobody") == []

    _with_store(tmp_path, test)


def test_the_writer_outlives_what_no_database_can_hold(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await store.begin(_kept("first1"))
        unwritable: list[Any] = [1 << 80, object(), "\ud800"]
        for strange in unwritable:
            with pytest.raises(StoreError):
                await asyncio.wait_for(store.append("first1", [Entry(1, strange, 0, None, b"1")], STANDING), 5)
        await asyncio.wait_for(store.append("first1", [_entry(1)], STANDING), 5)

    _with_store(tmp_path, test)


def test_an_error_says_nothing_of_what_was_to_be_written(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        kept = _kept("first1")
        await store.begin(kept)
        with pytest.raises(StoreError) as said:
            await store.begin(kept)
        assert "UNIQUE" in str(said.value)
        assert "INSERT" not in str(said.value)
        assert kept.dice.secret not in str(said.value)

    _with_store(tmp_path, test)


def test_a_battle_takes_over_a_journal_of_any_length(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await store.begin(_kept("first1"), [_entry(number) for number in range(1, 20_001)])
        assert len(await store.journal("first1")) == 20_000

    _with_store(tmp_path, test)


def _migrations(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(stores.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def test_the_migrations_lead_to_the_tables_and_back(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    with engine.begin() as connection:
        command.upgrade(_migrations(connection), "head")
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []
        command.downgrade(_migrations(connection), "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
        command.upgrade(_migrations(connection), "head")
    engine.dispose()


def test_a_store_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'sandtable.db'}")
    with engine.begin() as connection:
        command.upgrade(_migrations(connection), "head")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'later'")
    engine.dispose()
    with pytest.raises(StoreError, match="later"):
        asyncio.run(Store.open(address_of(tmp_path)))
