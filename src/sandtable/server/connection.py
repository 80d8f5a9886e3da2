"""The socket of a page: strict messages in, told messages out, and a limit to both."""

import asyncio
import logging
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from sandtable.mechanics.misfits import in_words
from sandtable.play.refusal import Refusal
from sandtable.play.wire import encode_hook

from .lobby import Lobby
from .problems import BadRequest, Forbidden, NotFound
from .replies import Pong, RefusedView, Told, Trouble
from .requests import (
    Answer,
    Arrange,
    Ask,
    ClientMessage,
    Join,
    Ping,
    PlayOn,
    Rearrange,
    Resync,
    RollForMe,
    ShowTape,
    Undo,
)
from .room import BattleBroken, Room, takes_long
from .routes import check_host, check_origin
from .store import StoreError

DECODE = msgspec.json.Decoder(ClientMessage).decode
ENCODE = msgspec.json.Encoder(enc_hook=encode_hook).encode
MOST_WAITING, MOST_BYTES = 500, 4 << 20  # messages that a page may lag behind, and how much they may be
CREDIT, CREDIT_PER_SECOND = 120.0, 60.0  # messages at once, and in the long run
LONGEST = 65_536
JOIN_WITHIN = 10.0
MOST_FORECASTS = 8  # that a page may be waiting for at once

LOG = logging.getLogger("sandtable.server")
Connection = WebSocket[Any, Any, Any]


class Link:
    """A page and the way to it: what is to be sent waits here, so that a slow page holds up nobody."""

    def __init__(self) -> None:
        self.seats: tuple[int, ...] = ()
        self.lost = asyncio.Event()  # it does not take what it is sent
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0
        self._over = False
        self._forecasts: set[asyncio.Task[None]] = set()
        self._in_turn = asyncio.Lock()  # one forecast of a page at a time, so that others get theirs as well
        self._credit = CREDIT
        self._since = time.monotonic()

    def send(self, message: Told) -> None:
        """Put a message on its way; a page that lags too far behind is cut off, and has to come again."""
        if self._over:
            return
        data = ENCODE(message)
        if self._queue.qsize() >= MOST_WAITING or (self._bytes and self._bytes + len(data) > MOST_BYTES):
            self._over = True
            self.lost.set()
            return
        self._bytes += len(data)
        self._queue.put_nowait(data)

    async def next(self) -> bytes | None:
        """What is to be sent next; None if that was all."""
        data = await self._queue.get()
        self._bytes -= len(data or b"")
        return data

    def drop(self, reason: str) -> None:
        """End the connection; the page comes again by itself."""
        self.send(Trouble("again", reason))
        self.hang_up()

    def hang_up(self) -> None:
        """Send what waits, and nothing more."""
        if not self._over:
            self._over = True
            self._queue.put_nowait(None)

    def ask_aside(self, room: Room, message: Ask) -> None:
        """Ask what takes long, and listen on meanwhile: whoever waits for a forecast may still answer."""
        if len(self._forecasts) >= MOST_FORECASTS:
            why = f"{MOST_FORECASTS} forecasts are being worked out for you; wait for one of them"
            self.send(RefusedView(message.ref, Refusal(why)))
            return
        task = asyncio.create_task(self._ask_in_turn(room, message))
        self._forecasts.add(task)
        task.add_done_callback(self._forecasts.discard)

    async def _ask_in_turn(self, room: Room, message: Ask) -> None:
        async with self._in_turn:
            try:
                await room.ask(self, message)
            except BattleBroken:
                return  # whoever broke it has said so to everybody

    def forget(self) -> None:
        """Nobody waits for forecasts any more."""
        for task in self._forecasts:
            task.cancel()

    def affords(self) -> bool:
        """Whether the page has not sent too much lately."""
        now = time.monotonic()
        self._credit = min(CREDIT, self._credit + (now - self._since) * CREDIT_PER_SECOND)
        self._since = now
        self._credit -= 1
        return self._credit >= 0


@websocket("/ws/battles/{battle:str}")
async def battle_socket(socket: Connection, battle: FromPath[str]) -> None:
    """A page looks at a battle, and plays it if it has a seat."""
    await socket.accept()
    link = Link()
    sending, lost = asyncio.create_task(_send(socket, link)), asyncio.create_task(link.lost.wait())
    talking = asyncio.create_task(_talk(socket, link, battle))
    try:
        await asyncio.wait([talking, sending, lost], return_when=asyncio.FIRST_COMPLETED)
        link.hang_up()
        await asyncio.wait([sending, lost], timeout=5, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (talking, sending, lost):
            task.cancel()
        await asyncio.gather(talking, sending, lost, return_exceptions=True)


async def _talk(socket: Connection, link: Link, battle: str) -> None:
    """Hear what the page says until it goes."""
    room: Room | None = None
    try:
        check_host(socket.app.state.hosts, socket.headers.get("host"))
        check_origin(socket.headers.get("origin"), socket.headers.get("host"))
        room = await _join(socket, link, socket.app.state.lobby, battle)
        if room is not None:
            await _listen(socket, link, room)
    except (NotFound, BadRequest, Forbidden) as error:
        link.send(Trouble("refused", str(error), fatal=True))
    except (BattleBroken, StoreError):
        link.send(Trouble("again", "the battle is taken up again from its journal"))
    except WebSocketDisconnect:
        pass
    except Exception:
        LOG.exception("battle %s: a connection failed", battle)
        link.send(Trouble("again", "the server failed at that; it has been noted in its log"))
    finally:
        link.forget()
        if room is not None:
            room.leave(link)


async def _join(socket: Connection, link: Link, lobby: Lobby, battle: str) -> Room | None:
    """The first message says which seats the page plays."""
    try:
        first = DECODE(await asyncio.wait_for(socket.receive_text(), JOIN_WITHIN))
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TimeoutError):
        first = None
    if not isinstance(first, Join):
        link.send(Trouble("join-first", "the first message must be a join", fatal=True))
        return None
    room = await lobby.room(battle)
    link.seats = room.seats_for(first.tokens)
    if len(link.seats) < len(set(first.tokens)):
        link.send(Trouble("no-seat", "a token does not open a seat of this battle; you are watching"))
    await room.enter(link)
    return room


async def _listen(socket: Connection, link: Link, room: Room) -> None:
    while True:
        text = await socket.receive_text()
        if not link.affords():
            link.send(Trouble("too-much", "too many messages; wait a moment"))
            continue
        if len(text) > LONGEST:
            link.send(Trouble("too-long", f"a message is at most {LONGEST} characters"))
            continue
        try:
            message = DECODE(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            link.send(Trouble("not-understood", in_words(error)))
            continue
        await _hear(link, room, message)


async def _hear(link: Link, room: Room, message: ClientMessage) -> None:
    match message:
        case Ping():
            link.send(Pong(message.sent, room.version))
        case Answer() | RollForMe() | Undo() | Arrange() | Rearrange() | PlayOn():
            await room.change(link, message)
        case Ask() if takes_long(message):
            link.ask_aside(room, message)
        case Ask():
            await room.ask(link, message)
        case ShowTape():
            room.lay_tape(link, message.points)
        case Resync():
            await room.resync(link)
        case Join():
            link.send(Trouble("joined", "you have joined already"))


async def _send(socket: Connection, link: Link) -> None:
    """Send what waits, until there is nothing more to say."""
    try:
        while (data := await link.next()) is not None:
            await socket.send_data(data, mode="text")
        await socket.close()
    except (WebSocketDisconnect, RuntimeError, OSError):
        return  # it has gone
