"""Running the server: the data folder, a free port, a browser that opens, and a clean end."""

import asyncio
import contextlib
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import uvicorn

from .app import make_app
from .lobby import House
from .reached import reached_at
from .store import Store, StoreError, address_of

PORTS_TRIED = 50
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class ServeError(Exception):
    """The server cannot be started, and why."""


def default_data() -> Path:
    """The user's own folder for such things."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "sandtable"


@contextlib.contextmanager
def data_folder(wanted: str) -> Iterator[str]:
    """The address of the store; a folder is made if need be, and held so that no second server writes to it."""
    if "://" in wanted:
        yield wanted
        return
    folder = Path(wanted) if wanted else default_data()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (folder / "lock").open("a+")
    except OSError as error:
        raise ServeError(f"the data folder {folder} cannot be used: {error.strerror}") from error
    with lock:
        _hold(lock.fileno(), folder)
        yield address_of(folder)


def _hold(lock: int, folder: Path) -> None:
    """Take the folder for this server; the system lets go of it even if we are killed."""
    try:
        import fcntl  # noqa: PLC0415  # there is none on Windows
    except ImportError:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        why = f"another sandtable is using the data folder {folder}; give this one its own with --data"
        raise ServeError(why) from error


def bind(host: str, port: int) -> socket.socket:
    """A listening socket: on the port asked for, or on the next free one."""
    last = min(port + PORTS_TRIED - 1, 65_535) if port else 0
    for number in range(port, last + 1):
        try:
            return _listen(host, number)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise ServeError(f"{host}:{number} cannot be listened on: {error.strerror}") from error
    tried = f"the ports {port} to {last} are" if port != last else f"the port {port} is"
    raise ServeError(f"{tried} taken, or not ours to take")


def _listen(host: str, port: int) -> socket.socket:
    # Named as TCP, or answers would be held back until the page acknowledges what it got before.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


_TAKEN = (98, 48, 10048, 13)  # in use, on various systems; and not ours to take


def hosts_for(host: str) -> list[str] | None:
    """By which names the server may be called: on loopback only by its own, against pages that point others at it."""
    try:
        loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = host.lower() in LOOPBACK
    return [*LOOPBACK, host.lower()] if loopback else None


def serve(host: str, port: int, data: str, house: House | None = None, *, browser: bool) -> None:
    """Serve until interrupted; `house` is what the battles of a rulebook begin with."""
    sys.setswitchinterval(0.001)  # the engine's thread must let the loop answer in between
    with data_folder(data) as address:
        listener = bind(host, port)
        shown = f"[{host}]" if ":" in host else "127.0.0.1" if host in {"", "0.0.0.0"} else host  # noqa: S104
        number = listener.getsockname()[1]
        page, others = f"http://{shown}:{number}/", reached_at(host, number)
        config = uvicorn.Config(
            make_app(address, hosts_for(host), house, others),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_per_message_deflate=False,  # it costs six times what it saves
            ws_max_size=1 << 17,
            timeout_graceful_shutdown=3,
            lifespan="on",
        )
        logging.getLogger("uvicorn.error").addFilter(_no_fuss)
        server = _Server(config, page, others, browser=browser)
        try:
            asyncio.run(_check_store(address))
            asyncio.run(server.serve([listener]))
        except StoreError as error:
            raise ServeError(str(error)) from error
        finally:
            listener.close()
        if not server.was_up:
            raise ServeError("the server could not be started; the lines above say why")
        print("sandtable: stopped; every battle is kept", flush=True)


def _no_fuss(record: logging.LogRecord) -> bool:
    """Whether a line is worth telling: not that somebody was still being answered when we were asked to stop."""
    cancelled = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cancelled and "graceful shutdown exceeded" not in record.getMessage()


async def _check_store(address: str) -> None:
    """Open the store and bring it up to date before anything else, to say in one line what is wrong with it."""
    store = await Store.open(address)
    await store.close()


class _Server(uvicorn.Server):
    """Says where it is once it is there, and ends without a fuss."""

    def __init__(self, config: uvicorn.Config, page: str, others: tuple[str, ...], *, browser: bool) -> None:
        super().__init__(config)
        self.page = page
        self.others = others
        self.browser = browser
        self.was_up = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if not self.started:
            return
        self.was_up = True
        print(f"sandtable: {self.page} (Ctrl-C stops it)", flush=True)
        if self.others and not self.page.startswith(self.others[0]):
            print(f"sandtable: others reach it at {self.others[0]}/", flush=True)
        if self.browser:
            threading.Thread(target=webbrowser.open, args=[self.page], daemon=True).start()  # some never come back

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Whatever asks us to stop is taken as a wish, not raised again once it is fulfilled."""
        stops = [one for one in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGBREAK", None)) if one is not None]
        before = {one: signal.signal(one, self.handle_exit) for one in stops}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Stop; whoever says so twice does not want to wait, and every battle is kept anyhow."""
        if self.should_exit:
            os._exit(128 + sig)
        self.should_exit = True
