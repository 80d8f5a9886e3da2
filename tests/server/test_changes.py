"""A battle in memory and its journal never part: interruptions, failures and readers at every moment."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sandtable.play.game import Game
from sandtable.server.http_types import NewBattle, Opened
from sandtable.server.lobby import Lobby
from sandtable.server.problems import NotFound
from sandtable.server.replies import Accepted, RefusedView, Snapshot, Told, Update
from sandtable.server.requests import Answer, Ask, Promises
from sandtable.server.room import BattleBroken, Room
from sandtable.server.store import Entry, Progress, Store, StoreError, address_of
from sandtable.server.workbench import READER, Workbench

ANSWER = "no"


class FakePage:
    """A page without a line."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.heard: list[Told] = []
        self.dropped = False

    def send(self, message: Told) -> None:
        """Hear."""
        self.heard.append(message)

    def drop(self, reason: str) -> None:
        """Hear no more."""
        assert reason
        self.dropped = True


class SlowStore(Store):
    """A store whose commits wait until they are let through, or fail."""

    gate: asyncio.Event
    reached: asyncio.Event
    fails = False

    async def append(self, battle: str, entries: Sequence[Entry], standing: Progress) -> None:
        """Wait, then write."""
        self.reached.set()
        await self.gate.wait()
        if self.fails:
            raise StoreError("the disk is full")
        await super().append(battle, entries, standing)


Test = Callable[[Lobby, SlowStore], Awaitable[None]]


def _run(data: Path, test: Test) -> None:
    async def run() -> None:
        store = await SlowStore.open(address_of(data))
        store.gate, store.reached = asyncio.Event(), asyncio.Event()
        store.gate.set()
        bench = Workbench()
        lobby = Lobby(store, bench)
        try:
            await asyncio.wait_for(test(lobby, store), 60)
        finally:
            store.gate.set()
            await lobby.close()
            await store.close()
            bench.close()

    asyncio.run(run())


async def _begin(lobby: Lobby, **wanted: Any) -> Opened:
    asked = {"ruleset": "bolt-action", "scenario": "attrition", "players": ("me", "screen"), "seed": 5, **wanted}
    return await lobby.begin(NewBattle(**asked))


async def _usual(room: Room) -> object:
    """Some answer to the pending question."""

    def work() -> object:
        asked = room.played.asked()
        assert asked is not None
        options = getattr(asked.domain, "options", None)
        if asked.usual is not None or not options:
            return asked.usual
        least = getattr(asked.domain, "least", None)
        return options[0].key if least is None else [option.key for option in options[:least]]

    return await room._bench.run(READER, work)


async def _sit(lobby: Lobby, battle: str, *seats: int) -> tuple[Room, FakePage]:
    room = await lobby.room(battle)
    page = FakePage(seats)
    await room.enter(page)
    return room, page


def test_a_change_whose_connection_is_cut_is_finished_and_told(tmp_path: Path) -> None:
    async def test(lobby: Lobby, store: SlowStore) -> None:
        opened = await _begin(lobby)
        room, page = await _sit(lobby, opened.id, 0, 1)
        answer = await _usual(room)
        store.gate.clear()
        connection = asyncio.create_task(room.change(page, Answer("r1", 0, answer)))
        await store.reached.wait()
        connection.cancel()
        with pytest.raises(asyncio.CancelledError):
            await connection
        room.leave(page)
        await lobby.put_away()
        assert await lobby.room(opened.id) is room, "a room is not put away while it writes"
        store.gate.set()
        again = FakePage((0, 1))
        await room.enter(again)
        assert room.version == 1 == len(await store.journal(opened.id))
        assert isinstance(again.heard[0], Snapshot) and again.heard[0].version == 1
        await room.change(again, Answer("r1", 0, answer))
        assert again.heard[-1] == Accepted("r1", 1)

    _run(tmp_path, test)


def test_closing_waits_for_what_is_being_written(tmp_path: Path) -> None:
    async def test(lobby: Lobby, store: SlowStore) -> None:
        opened = await _begin(lobby)
        room, page = await _sit(lobby, opened.id, 0, 1)
        store.gate.clear()
        connection = asyncio.create_task(room.change(page, Answer("r1", 0, await _usual(room))))
        await store.reached.wait()
        connection.cancel()
        closing = asyncio.create_task(lobby.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
        store.gate.set()
        await closing
        assert len(await store.journal(opened.id)) == 1

    _run(tmp_path, test)


def test_nobody_reads_what_is_not_written_down(tmp_path: Path) -> None:
    async def test(lobby: Lobby, store: SlowStore) -> None:
        opened = await _begin(lobby)
        room, page = await _sit(lobby, opened.id, 0, 1)
        before = await lobby.history(opened.id, [])
        store.gate.clear()
        answering = asyncio.create_task(room.change(page, Answer("r1", 0, await _usual(room))))
        await store.reached.wait()
        reading = asyncio.create_task(lobby.history(opened.id, []))
        for version in (0, 1):
            await room.ask(page, Ask(f"q{version}", version, Promises()))
            said = page.heard[-1]
            assert isinstance(said, RefusedView) and said.stale
        await asyncio.sleep(0.3)
        assert not reading.done()
        assert not any(isinstance(one, Update | Accepted) for one in page.heard)
        store.gate.set()
        await answering
        after = await reading
        assert after.beats[: len(before.beats)] == before.beats and len(after.beats) > len(before.beats)

    _run(tmp_path, test)


def test_what_could_not_be_written_was_told_to_nobody(tmp_path: Path) -> None:
    async def test(lobby: Lobby, store: SlowStore) -> None:
        opened = await _begin(lobby)
        room, page = await _sit(lobby, opened.id, 0, 1)
        before = await lobby.history(opened.id, [])
        store.gate.clear()
        store.fails = True
        answering = asyncio.create_task(room.change(page, Answer("r1", 0, await _usual(room))))
        await store.reached.wait()
        reading = asyncio.create_task(lobby.history(opened.id, []))
        await asyncio.sleep(0.3)
        store.gate.set()
        with pytest.raises(BattleBroken):
            await answering
        with pytest.raises(BattleBroken):
            await reading
        assert page.dropped and not any(isinstance(one, Update | Accepted) for one in page.heard)
        assert (await lobby.history(opened.id, [])).beats == before.beats
        assert await lobby.room(opened.id) is not room

    _run(tmp_path, test)


def test_only_the_workbench_touches_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strangers: set[str] = set()
    pending: Any = vars(Game)["pending"].fget

    def watched(game: Game[Any]) -> Any:
        if threading.current_thread().name != "workbench":
            strangers.add(threading.current_thread().name)
        return pending(game)

    monkeypatch.setattr(Game, "pending", property(watched))

    async def test(lobby: Lobby, store: SlowStore) -> None:
        opened = await _begin(lobby, players=("random", "random"))
        room, _ = await _sit(lobby, opened.id)
        while (await lobby.history(opened.id, [])).outcome is None:
            await lobby.lines(opened.id, [], 1 << 30)
            await asyncio.sleep(0.5)  # readers come before bots; let these play
        await lobby.record(opened.id)
        from sandtable.server.http_types import Fork  # noqa: PLC0415

        await lobby.fork(opened.id, Fork(beat=30))
        await lobby.every()
        assert room.version == len(await store.journal(opened.id))

    _run(tmp_path, test)
    assert not strangers


def test_a_battle_is_opened_once_and_what_is_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    async def test(lobby: Lobby, store: SlowStore) -> None:
        opened = await _begin(lobby)
        await lobby.put_away()
        rooms = await asyncio.gather(*(lobby.room(opened.id) for _ in range(8)))
        assert len({id(room) for room in rooms}) == 1
        lost = await asyncio.gather(*(lobby.room(f"nothere{n % 3}") for n in range(9)), return_exceptions=True)
        assert all(isinstance(one, NotFound) for one in lost)
        await asyncio.sleep(0)
        assert not lobby._opening and list(lobby._rooms) == [opened.id]
        assert store.gate.is_set()

    _run(tmp_path, test)
