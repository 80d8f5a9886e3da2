"""The lobby: battles are begun, listed, taken up again and gone on with from a moment of another."""

import asyncio
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sandtable.bots import BOTS
from sandtable.lessons.guide import ENEMY
from sandtable.lessons.written import is_lesson, lesson
from sandtable.play.record import DiceBox, Header, Record, RecordError, commit, seeded_box
from sandtable.play.refusal import Refused
from sandtable.play.wire import to_plain
from sandtable.rulesets.house import Unplayable, options_from
from sandtable.table.data import DataError

from . import arranging, briefing, luck, records, teaching
from .http_types import BattleRow, Fork, History, LuckView, NewBattle, Opened, SummaryView, Verified
from .messages import Line
from .played import BACK, PLACED, Played, Taken
from .problems import BadRequest, Forbidden, NotFound
from .room import Room
from .seating import Seating, new_id, played_by_the_rules, seat, seat_view
from .store import Entry, Kept, Progress, SeatRow, Store
from .summary import Summing
from .workbench import READER, Workbench

SHAPE = re.compile(r"[a-z0-9]{6,24}")  # of the name of a battle
House = Mapping[
    str, Mapping[str, Any]
]  # the options that the battles of a rulebook begin with, where they are not as usual
EMPTY_FOR = 120  # seconds until a room that nobody is in is put away


class Lobby:
    """All battles of a server."""

    def __init__(self, store: Store, bench: Workbench, house: House | None = None) -> None:
        self.house = house or {}
        self._store = store
        self._bench = bench
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}

    async def close(self) -> None:
        """Let everything that is going on come to rest."""
        for room in list(self._rooms.values()):
            await room.stop()

    async def every(self) -> list[BattleRow]:
        """The battles touched last."""
        return [self._row(kept) for kept in await self._store.battles()]

    def _row(self, kept: Kept) -> BattleRow:
        room = self._rooms.get(kept.id)
        first, second = (
            room.players() if room else (seat_view(kept, one, online=one.kind == "bot") for one in kept.seats)
        )
        standing = kept.standing
        return BattleRow(
            id=kept.id,
            ruleset=kept.header.ruleset,
            scenario=kept.header.scenario.name,
            title=kept.header.scenario.title,
            lesson=is_lesson(kept.header.ruleset, kept.header.scenario.name),
            players=(first, second),
            turn=standing.turn,
            turns=standing.turns,
            scores=standing.scores,
            answers=standing.answers,
            waiting=standing.waiting,
            outcome=standing.outcome,
            begun=_moment(kept.begun),
            touched=_moment(standing.touched),
            parent=kept.parent,
        )

    async def begin(self, wanted: NewBattle) -> Opened:
        """Begin a battle."""
        rules = records.rulebook(wanted.ruleset)
        if is_lesson(rules.name, wanted.scenario):
            return await self._begin_lesson(rules, wanted)
        if wanted.scenario not in rules.scenarios():
            raise BadRequest(f"no scenario is called {wanted.scenario!r}: there are {', '.join(rules.scenarios())}")
        try:
            options = options_from(rules, {**self.house.get(rules.name, {}), **wanted.options})
        except Unplayable as error:
            raise BadRequest(str(error)) from error
        scenario = rules.scenario(wanted.scenario)
        seating = seat(wanted.players, wanted.names, rules.plays_itself(scenario))
        names = (seating.seats[0].player, seating.seats[1].player)
        header = Header(rules.name, rules.version, to_plain(options), scenario, names)
        dice = _dice(wanted)
        entries = await self._bench.run(READER, lambda: _set_up(rules, header, dice)) if wanted.placed else []
        return await self._open(header, dice, seating, "", entries, waits=wanted.watched)

    async def _begin_lesson(self, rules: Any, wanted: NewBattle) -> Opened:
        """Begin a lesson: the scene is set, the sides are given, and the dice lie ready."""
        one = lesson(rules.name, wanted.scenario)
        players = [ENEMY, ENEMY]
        players[one.seat] = "me"
        seating = seat(players, wanted.names, rules.plays_itself(one.scenario))
        names = (seating.seats[0].player, seating.seats[1].player)
        box = _dice(msgspec.structs.replace(wanted, own_dice=False))
        header, dice, entries = await self._bench.run(READER, lambda: teaching.scene(rules, one, names, box))
        return await self._open(header, dice, seating, "", entries)

    async def fork(self, battle: str, wanted: Fork) -> Opened:
        """Go on from a moment of a battle as a new one."""
        room = await self.room(battle)
        seats = room.seats_for(wanted.tokens)
        async with room.still():
            answers, over, reason = await room.read(lambda: _moment_of(room, seats, wanted.beat))
            entries = [msgspec.structs.replace(one, ref=None) for one in await self._store.journal(battle)]
        if reason:
            raise Forbidden(reason)
        if not over and any(
            one.kind == "bot" and player not in BOTS for one, player in zip(room.seats, wanted.players, strict=True)
        ):
            raise Forbidden("while the battle goes on, a bot's side stays with a bot: it has secrets")
        taken = Taken(answers, same_dice=True) if wanted.same_dice and over else Taken(answers, apart=_apart())
        back = Entry(len(entries) + 1, BACK, 0, None, msgspec.json.encode(taken))
        header = room.kept.header
        seating = seat(wanted.players, None, played_by_the_rules(header.ruleset, header.scenario))
        return await self._open(header, room.kept.dice, seating, battle, [*entries, back])

    async def import_record(self, data: bytes) -> Opened:
        """A record as a battle that can be replayed here."""
        record, entries = await self._bench.run(READER, lambda: _imported(data))
        names = record.header.seats
        nobody = (SeatRow(0, "nobody", names[0][:40], ""), SeatRow(1, "nobody", names[1][:40], ""))
        return await self._open(record.header, record.dice, Seating(nobody, {}), "", entries)

    async def verify(self, data: bytes) -> Verified:
        """Whether a record holds what it claims."""
        return await self._bench.run(READER, lambda: records.verified(data))

    async def record(self, battle: str) -> Record:
        """The record of a battle that is over."""
        room = await self.room(battle)
        record = await room.read(lambda: room.played.record() if room.played.game.over else None)
        if reason := await self._no_download(room, over=record is not None):
            raise Forbidden(reason)
        assert record is not None
        return record

    async def _no_download(self, room: Room, *, over: bool) -> str:
        """Why a record is not to be had yet; empty if it is.

        A battle that goes on from a moment of another has the other's dice key and its secret plans.
        """
        if not over:
            return "while the battle goes on, its record would tell what is still secret"
        parent = room.kept.parent
        while parent and (kept := await self._store.battle(parent)) is not None:
            if kept.standing.outcome is None:
                return "while the battle that it goes on from is not over, its record would tell what is still secret"
            parent = kept.parent
        return ""

    async def history(self, battle: str, tokens: Sequence[str]) -> History:
        """A battle as far as it has gone, as the asker may know it."""
        room = await self.room(battle)
        told = await room.read(lambda: _history(room, room.seats_for(tokens)))
        download = await self._no_download(room, over=told.outcome is not None)
        return msgspec.structs.replace(told, may_download=download)

    async def luck(self, battle: str, tokens: Sequence[str], *, swings: bool = False) -> LuckView:
        """The luck sheet of a battle, as the asker may know it; once nothing of it is secret, with swings if wanted."""
        room = await self.room(battle)
        seats = room.seats_for(tokens)
        over, audience = await room.read(lambda: (room.played.game.over, briefing.audience_of(room.played, seats)))
        whole = not await self._no_download(room, over=over)
        async with room.weighing:  # so that what takes a while is worked out once
            asked = await room.read(lambda: luck.begin(room.played, audience, whole=whole, swings=swings))
            while await self._bench.run(READER, asked.go_on):
                pass
            if asked.swings is not None:
                room.played.swings = asked.swings
        return await self._bench.run(READER, asked.finish)

    async def summary(self, battle: str, tokens: Sequence[str]) -> SummaryView:
        """A battle that is over, told in short; what is still secret elsewhere stays so."""
        room = await self.room(battle)
        seats = room.seats_for(tokens)
        over, audience = await room.read(lambda: (room.played.game.over, briefing.audience_of(room.played, seats)))
        if not over:
            raise BadRequest("the battle is not over yet: it is summed up at its end")
        whole = not await self._no_download(room, over=True)
        async with room.weighing:
            key = None if whole else (audience,)
            if key not in room.played.summed:
                summing = await room.read(lambda: Summing(room.played, audience, whole=whole))
                while await self._bench.run(READER, summing.go_on):
                    pass
                room.played.summed[key] = summing
            return await self._bench.run(READER, lambda: room.played.summed[key].finish(seats))

    async def lines(self, battle: str, tokens: Sequence[str], before: int) -> list[Line]:
        """Older lines of the log."""
        room = await self.room(battle)
        seats = room.seats_for(tokens)
        return await room.read(lambda: room.played.lines(briefing.audience_of(room.played, seats), before))

    async def room(self, battle: str) -> Room:
        """The room of a battle, opened from the journal if it is not open; once, however many come at the same time."""
        room = self._rooms.get(battle)
        if room is not None and not room.broken:
            return room
        if not SHAPE.fullmatch(battle):
            raise NotFound(f"there is no battle {battle[:40]!r}")
        opening = self._opening.get(battle)
        if opening is None:
            opening = self._opening[battle] = asyncio.create_task(self._take_up(battle))
            opening.add_done_callback(lambda _: self._opening.pop(battle))
        return await asyncio.shield(opening)

    async def _take_up(self, battle: str) -> Room:
        kept = await self._store.battle(battle)
        if kept is None:
            raise NotFound(f"there is no battle {battle!r}")
        entries = await self._store.journal(battle)
        rules = records.rulebook(kept.header.ruleset)
        if rules.version != kept.header.ruleset_version:
            raise BadRequest(
                f"the battle was begun under version {kept.header.ruleset_version} of {rules.name}; this is {rules.version}"
            )
        try:
            played, _ = await self._bench.run(READER, lambda: _begun(rules, kept.header, kept.dice, entries))
        except (RecordError, DataError, Refused) as error:
            why = f"the battle was played under rules that have changed since and cannot be taken up again ({error})"
            raise BadRequest(why) from error
        room = self._rooms[battle] = Room(kept, played, entries, self._store, self._bench)
        return room

    async def _open(
        self,
        header: Header,
        dice: DiceBox,
        seating: Seating,
        parent: str,
        entries: Sequence[Entry],
        *,
        waits: bool = False,
    ) -> Opened:
        rules = records.rulebook(header.ruleset)
        try:
            played, standing = await self._bench.run(READER, lambda: _begun(rules, header, dice, entries))
        except (RecordError, DataError, Refused) as error:
            raise BadRequest(str(error)) from error
        kept = Kept(new_id(), header, dice, parent, standing.touched, standing, seating.seats)
        await self._store.begin(kept, entries)
        room = self._rooms[kept.id] = Room(kept, played, entries, self._store, self._bench)
        if not waits:  # else bots begin when somebody comes in
            room.wake_bots()
        return Opened(kept.id, seating.tokens)

    async def put_away(self) -> None:
        """Close the rooms that nobody is in; they are taken up from the journal when somebody comes."""
        for name, room in list(self._rooms.items()):
            if not room.busy:
                room.broken = True
                del self._rooms[name]


def _dice(wanted: NewBattle) -> DiceBox:
    """Where the dice come from: the players' hands, a number, or a secret that is told when the battle is over."""
    if wanted.own_dice:
        return DiceBox("", ("", ""))
    if wanted.seed is not None:
        return seeded_box(wanted.seed)
    secret = secrets.token_bytes(32)
    return DiceBox(commit(secret), (wanted.contribution or secrets.token_hex(8), secrets.token_hex(8)), secret.hex())


def _apart() -> int:
    """What keeps the dice of a battle apart from those of the one it goes on from, whose key anybody may know."""
    return secrets.randbits(48)


def _begun(rules: Any, header: Header, dice: DiceBox, entries: Sequence[Entry]) -> tuple[Played, Progress]:
    """A battle as its journal leaves it."""
    played = Played(rules, header, dice)
    played.replay(entries)
    return played, briefing.standing(played)


def _set_up(rules: Any, header: Header, dice: DiceBox) -> list[Entry]:
    """The journal of a battle that begins with everybody in place."""
    try:
        played = Played(rules, header, dice)
    except (RecordError, DataError, Refused) as error:
        raise BadRequest(str(error)) from error
    given = arranging.everybody(played)
    return [
        Entry(number, PLACED, seat, None, played.written(answer))
        for number, (seat, answer) in enumerate(given, start=1)
    ]


def _imported(data: bytes) -> tuple[Record, list[Entry]]:
    record = records.proved(data)
    return record, records.journal_of(record)


def _history(room: Room, seats: Sequence[int]) -> History:
    start, beats = room.played.history(briefing.audience_of(room.played, seats))
    return History(
        battle=briefing.battle_view(room.kept, room.played),
        players=room.players(),
        start=start,
        beats=beats,
        outcome=room.played.game.outcome,
        may_fork=_no_fork(room, seats),
        may_download="",
    )


def _moment_of(room: Room, seats: Sequence[int], beat: int) -> tuple[int, bool, str]:
    """How many answers had been given at a beat, whether the battle is over, and why it is not to be gone on with."""
    _, beats = room.played.history(None)
    before = [one for one in beats if one.beat <= beat]
    return before[-1].answers if before else 0, room.played.game.over, _no_fork(room, seats)


def _no_fork(room: Room, seats: Sequence[int]) -> str:
    """Why somebody may not go on from a moment of a battle; empty if he may."""
    if room.played.game.over:
        return ""
    persons = [one.number for one in room.seats if one.kind in {"person", "open"}]
    if not persons or any(number not in seats for number in persons):
        return "while the battle goes on, only whoever plays all its persons' seats may try what if"
    return ""


def _moment(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
