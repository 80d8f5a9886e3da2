"""A room: one battle in play, the pages that look at it, and the bots that sit at it.

Whatever changes the battle goes the same way: it is tried on the workbench, written to the journal, and only then told.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar

import msgspec

from sandtable.play.refusal import Refusal, Refused, refuse

from . import briefing, deeds
from .deeds import Done
from .messages import Place, SeatView
from .played import Played
from .replies import Accepted, Presence, RefusedView, Reply, Tapes, Told
from .requests import Arrange, Ask, Change, Foresee, Undo, Weigh
from .seating import seat_view, seats_opened
from .store import Entry, Kept, SeatRow, Store, StoreError
from .workbench import BOT, FORECAST, PERSON, QUESTION, READER, Workbench

LOG = logging.getLogger("sandtable.server")
T = TypeVar("T")


class Page(Protocol):
    """A connected page."""

    seats: tuple[int, ...]

    def send(self, message: Told) -> None:
        """Put a message on its way."""
        ...

    def drop(self, reason: str) -> None:
        """End the connection."""
        ...


def takes_long(sent: Ask) -> bool:
    """Whether a question is answered by forecasts."""
    return isinstance(sent.about, Foresee | Weigh)


GONE_ON = Refusal("the battle has gone on meanwhile")


class Stale(Refused):
    """Said of a battle as it stood before."""


class BattleBroken(Exception):  # noqa: N818  # it is taken up again from the journal
    """A battle whose memory cannot be trusted any more."""


class Room:
    """One battle in play."""

    def __init__(self, kept: Kept, played: Played, entries: Sequence[Entry], store: Store, bench: Workbench) -> None:
        self.kept = kept
        self.played = played
        self.version = len(entries)
        self.seats = list(kept.seats)
        self.pages: list[Page] = []
        self.broken = False
        self._tapes: dict[int, tuple[Place, ...]] = {}
        self._store = store
        self._bench = bench
        self._refs = {entry.ref: entry.number for entry in entries if entry.ref}
        self._lock = asyncio.Lock()
        self.weighing = asyncio.Lock()  # held while the luck of its rolls is worked out
        self._bots = deeds.bots_for(played.ruleset, self.seats)
        self._wishes: set[int] = set()  # seats that want the rest of their units set up for them
        self._playing: asyncio.Task[None] | None = None
        self._reached = self.version  # where memory stands, which is ahead while something is being written down
        self._changing: set[asyncio.Task[None]] = set()
        self._looking: set[asyncio.Future[Any]] = set()  # forecasts of the battle as it stands
        self._readers = 0

    # --- who is here ------------------------------------------------------------------------------------------------

    def seats_for(self, tokens: Sequence[str]) -> tuple[int, ...]:
        """The seats that tokens open."""
        return seats_opened(self.seats, tokens)

    async def enter(self, page: Page) -> None:
        """A page comes in: it is told everything, and with it an open seat is taken."""
        async with self._lock:
            self._check_whole()
            for number in page.seats:
                if self.seats[number].kind == "open":
                    taken = msgspec.structs.replace(self.seats[number], kind="person")
                    await self._store.sit_down(self.kept.id, taken)
                    self.seats[number] = taken
            page.send(await self._on_bench(PERSON, lambda: briefing.snapshot(self, page.seats)))
            self.pages.append(page)
        self._tell_presence()
        self.wake_bots()

    def leave(self, page: Page) -> None:
        """A page goes."""
        if page in self.pages:
            self.pages.remove(page)
            self._tell_presence()

    def holdings(self) -> set[tuple[int, ...]]:
        """Which seats the pages hold that look at it."""
        return {page.seats for page in list(self.pages)}

    def players(self) -> tuple[SeatView, SeatView]:
        """Both seats as everybody may know them."""
        first, second = (self._seat(seat) for seat in self.seats)
        return first, second

    def _seat(self, seat: SeatRow) -> SeatView:
        online = seat.kind == "bot" or any(seat.number in page.seats for page in self.pages)
        return seat_view(self.kept, seat, online=online)

    def _tell_presence(self) -> None:
        for page in self.pages:
            page.send(Presence(self.players()))

    def lay_tape(self, page: Page, points: tuple[Place, ...]) -> None:
        """A player lays a measuring tape for all to see."""
        if not page.seats:
            return
        self._tapes[page.seats[0]] = points
        for one in self.pages:
            one.send(Tapes(self.laid_tapes()))

    def laid_tapes(self) -> list[tuple[Place, ...]]:
        """The measuring tapes that lie on the table, by seat."""
        return [self._tapes.get(seat.number, ()) for seat in self.seats]

    # --- what is asked and answered ---------------------------------------------------------------------------------

    async def resync(self, page: Page) -> None:
        """Send a page everything it may know."""
        async with self._lock:
            self._check_whole()
            page.send(await self._on_bench(PERSON, lambda: briefing.snapshot(self, page.seats)))

    async def change(self, page: Page, sent: Change) -> None:
        """A page answers the pending question, takes an answer back, has its units set up or puts one elsewhere."""
        if not page.seats:
            page.send(RefusedView(sent.ref, Refusal("you are watching; only players answer")))
            return
        await self._to_the_end(self._change(page, sent))

    async def ask(self, page: Page, sent: Ask) -> None:
        """A page asks about the table. Those who only watch wait until those who play are served.

        What takes long gives way to what does not: answers and plans are not held up by anybody's forecast.
        """

        def work() -> Any:
            self._check_version(sent.version)
            return deeds.reply(self, page.seats, sent)

        try:
            if takes_long(sent):
                about = await self._looked_into(FORECAST if page.seats else READER, work)
            else:
                about = await self._on_bench(QUESTION if page.seats else READER, work)
        except Refused as error:
            page.send(RefusedView(sent.ref, error.refusal, stale=isinstance(error, Stale)))
            return
        page.send(Reply(sent.ref, sent.version, about))

    async def _looked_into(self, priority: int, work: Callable[[], T]) -> T:
        """Have forecasts made; once the battle has gone on nobody wants them any more, and they are given up."""
        looking = asyncio.ensure_future(self._on_bench(priority, work))
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)
        try:
            return await looking
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():  # whoever asked has gone
                raise
            raise Stale(GONE_ON) from None

    async def read(self, work: Callable[[], T]) -> T:
        """Have something worked out from the battle as it stands; it is told once all it rests on is written down."""
        self._readers += 1
        try:
            found, reached = await self._on_bench(READER, lambda: (work(), self._reached))
            if self.version < reached:
                async with self._lock:
                    self._check_whole()
            return found
        finally:
            self._readers -= 1

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """While nothing changes, in memory or in the journal."""
        async with self._lock:
            self._check_whole()
            yield

    # --- changing, writing and telling ------------------------------------------------------------------------------

    async def _to_the_end(self, change: Coroutine[Any, Any, None]) -> None:
        """What has begun to change the battle is brought to its end, even if whoever wanted it is gone meanwhile."""
        task = asyncio.create_task(change)
        self._changing.add(task)
        task.add_done_callback(self._changing.discard)
        await asyncio.shield(task)

    async def _change(self, page: Page, sent: Change) -> None:
        async with self._lock:
            known = self._refs.get(sent.ref)
            if known is not None:  # written down before; whoever sent it again did not hear so
                page.send(Accepted(sent.ref, known))
                return
            try:
                self._check_version(sent.version)
                done = await self._on_bench(PERSON, lambda: self._noted(deeds.do(self, page.seats, sent)))
            except Refused as error:
                page.send(RefusedView(sent.ref, error.refusal, stale=isinstance(error, Stale)))
                return
            await self._publish(done)
            page.send(Accepted(sent.ref, self.version))
            self._note_wish(page, sent, done)
        self.wake_bots()

    def _note_wish(self, page: Page, sent: Change, done: Done) -> None:
        """Whoever has his units set up wants that until they are, or until he takes something back."""
        if isinstance(sent, Arrange):
            self._wishes.add(done.entries[-1].seat)
        elif isinstance(sent, Undo):
            self._wishes.difference_update(page.seats)

    def _noted(self, done: Done) -> Done:
        """Memory is ahead of the journal from here on until it is written down."""
        self._reached = done.entries[-1].number
        return done

    async def _publish(self, done: Done) -> None:
        """Write it down, then tell everybody."""
        try:
            await self._store.append(self.kept.id, done.entries, done.standing)
        except StoreError as error:
            LOG.exception("battle %s could not be written down", self.kept.id)
            self._break()
            raise BattleBroken from error
        self.version = done.entries[-1].number
        for looking in self._looking:
            looking.cancel()
        for entry in done.entries:
            if entry.ref is not None:
                self._refs[entry.ref] = entry.number
        for page in list(self.pages):
            page.send(done.messages[page.seats])

    def _check_version(self, version: int) -> None:
        """Whether a page speaks of the battle as it stands: in the journal, and in memory."""
        self._check_whole()
        if not version == self.version == self._reached:
            raise Stale(GONE_ON)

    def _check_whole(self) -> None:
        if self.broken:
            raise BattleBroken

    async def _on_bench(self, priority: int, work: Callable[[], T]) -> T:
        """Have the engine work; what it cannot answer for breaks the room, not the server."""
        try:
            return await self._bench.run(priority, work)
        except (Refused, BattleBroken, asyncio.CancelledError):
            raise
        except Exception as error:
            LOG.exception("battle %s: the engine failed", self.kept.id)
            if priority in {PERSON, BOT}:
                self._break()
                raise BattleBroken from error
            raise refuse("that could not be worked out") from error

    def _break(self) -> None:
        """What is in memory is not what is in the journal: everybody has to begin again from there."""
        self.broken = True
        for page in list(self.pages):
            page.drop("the battle is taken up again from its journal")

    # --- bots, and the end ------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether anybody is here or reads, something is being written down, or a bot is playing."""
        playing = self._playing is not None and not self._playing.done()
        return bool(self.pages) or playing or bool(self._changing) or self._readers > 0 or self._lock.locked()

    def wake_bots(self) -> None:
        """Let the bots play, if it is their turn, for themselves or for whoever has them set his units up."""
        if (self._bots or self._wishes) and not self.broken and (self._playing is None or self._playing.done()):
            self._playing = asyncio.create_task(self._let_bots_play())

    async def stop(self) -> None:
        """Let what is being done come to its end, and begin nothing more."""
        self.broken = True
        if going_on := [*self._changing, *([self._playing] if self._playing is not None else [])]:
            await asyncio.wait(going_on)

    async def _let_bots_play(self) -> None:
        def work() -> Done | None:
            if self.broken:
                return None
            done = deeds.answer_of_bot(self, self._bots) or deeds.go_on_arranging(self, self._wishes)
            return None if done is None else self._noted(done)

        try:
            while True:
                async with self._lock:
                    done = await self._on_bench(BOT, work)
                    if done is None:
                        return
                    await self._publish(done)
        except BattleBroken:
            return
        except Refused:
            LOG.exception("battle %s: no bot has an answer that is taken", self.kept.id)
