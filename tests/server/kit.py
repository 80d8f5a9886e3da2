"""A real server on a free port, and a page without a browser: what tests of the server play with."""

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from sandtable.server.app import make_app
from sandtable.server.lobby import House
from sandtable.server.serve import bind, hosts_for
from sandtable.server.store import address_of

PATIENCE = 20  # seconds until a message that does not come has failed to come


class Server:
    """A running server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pages: list[Page] = []

    def call(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> Any:
        """A request: its status and what came back."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
            sent = {"content-type": "application/json"} if data is not None else {}
            line.request(method, path, data, {**sent, **(headers or {})})
            answer = line.getresponse()
            raw = answer.read()
            kind = answer.headers.get("content-type", "")
            return answer.status, json.loads(raw) if "json" in kind and raw else raw
        finally:
            line.close()

    def get(self, path: str, **headers: str) -> Any:
        """What a path holds; it must be there."""
        status, found = self.call(
            "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        assert status == 200, (status, found)
        return found

    def begin(self, **wanted: Any) -> dict[str, Any]:
        """A new battle, on the page's usual terms."""
        asked = {"ruleset": "bolt-action", "scenario": "attrition", "options": {"premeasure": True}, **wanted}
        status, opened = self.call("POST", "/api/battles", asked)
        assert status == 201, opened
        assert isinstance(opened, dict)
        return opened

    def connect(self, battle: str) -> "Page":
        """A page that has not joined yet."""
        page = Page(self.port, battle)
        self.pages.append(page)
        return page

    def close_pages(self) -> None:
        """Close whatever is still open."""
        for page in self.pages:
            page.close()
        self.pages.clear()

    def join(self, battle: str, *tokens: str) -> "Page":
        """A page that has joined and has been told everything."""
        page = self.connect(battle)
        page.send({"type": "join", "tokens": list(tokens)})
        page.until("snapshot")
        return page


class Page:
    """A page: sends, hears, and keeps what it was told last."""

    def __init__(self, port: int, battle: str) -> None:
        address = f"ws://127.0.0.1:{port}/ws/battles/{battle}"
        self.socket: ClientConnection = connect(
            address, max_size=None, max_queue=None, close_timeout=2
        ).__enter__()  # `close` ends it
        self.snapshot: dict[str, Any] = {}
        self.version = -1
        self.decision: dict[str, Any] | None = None
        self.waiting: dict[str, Any] | None = None
        self.undo = False
        self.outcome: dict[str, Any] | None = None
        self.beats: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self._refs = 0

    def send(self, message: object) -> None:
        """Send a message, or whatever else."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
        self.heard.append(message)
        if message["type"] == "snapshot":
            self.snapshot = message
            self.beats = []
        if message["type"] in {"snapshot", "update"}:
            self.version = message["version"]
            self.decision, self.waiting = message["decision"], message["waiting"]
            self.undo, self.outcome = message["undo"], message["outcome"]
            self.beats += message.get("beats", [])
        return message

    def until(self, kind: str, fits: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Hear until a message of a kind comes."""
        while True:
            message = self.hear()
            if message["type"] == kind and fits(message):
                return message

    def until_asked(self) -> dict[str, Any]:
        """Hear until this page is asked something."""
        while self.decision is None:
            assert self.outcome is None, "the battle is over"
            self.hear()
        return self.decision

    def ref(self) -> str:
        """A name for the next thing sent."""
        self._refs += 1
        return f"{id(self):x}-{self._refs}"

    def answer(self, answer: object) -> dict[str, Any]:
        """Answer, and hear whether it was taken."""
        return self._said("accepted", {"type": "answer", "version": self.version, "answer": answer})

    def ask(self, **about: Any) -> dict[str, Any]:
        """Ask about the table."""
        return self._said("reply", {"type": "ask", "version": self.version, "about": about})

    def _said(self, kind: str, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message, and hear what is said to it; it is sent again if it came too soon after many others."""
        message["ref"] = self.ref()
        self.send(message)
        while True:
            said = self.hear()
            if said["type"] in {kind, "refused"} and said["ref"] == message["ref"]:
                return said
            if said["type"] == "trouble" and said["code"] == "too-much":
                time.sleep(0.1)
                self.send(message)

    def close(self) -> None:
        """Go away."""
        self.socket.close()


def easy_answer(page: Page) -> object:
    """Some answer to what a page is asked: the usual one, the first option, or the move that the server plans."""
    asked = page.until_asked()
    domain = asked["domain"]
    if asked["usual"] is not None:
        return asked["usual"]
    match domain["type"]:
        case "one-of":
            return domain["options"][0]["key"]
        case "some-of":
            return [option["key"] for option in domain["options"][: domain["least"]]]
        case "ranking":
            return [option["key"] for option in domain["options"]]
        case "yes-no":
            return False
        case "split":
            return _shares(domain)
        case "spot":
            return domain["example"]
        case "faces":
            return [(page.version + die) % domain["sides"] + 1 for die in range(domain["dice"])]  # no two alike
        case _:
            return planned(page, domain)


def _shares(domain: dict[str, Any]) -> dict[str, int]:
    left, shares = domain["amount"], {}
    for slot, most in domain["most"].items():
        shares[slot] = min(left, most)
        left -= shares[slot]
    return shares


def planned(page: Page, domain: dict[str, Any]) -> object:
    """The draft that the server gives for a move to some point that makes sense."""
    lines = domain.get("entry") or []
    lines = [lines] if lines and isinstance(lines[0], int) else lines
    table = page.snapshot["table"]
    share = (page.until_asked()["unit"] or 0) * 5 % 12 * 2 + 1  # everybody at a place of his own
    goals = [
        (line[0] + (line[2] - line[0]) * share // 24, line[1] + (line[3] - line[1]) * share // 24) for line in lines
    ]
    zone = domain.get("zone") or []
    if zone:
        goals.append((sum(edge[0] for edge in zone) // len(zone), sum(edge[1] for edge in zone) // len(zone)))
    goals += [(x, y) for x in range(3000, table["width"], 6000) for y in range(3000, table["depth"], 6000)]
    for goal in goals:
        reply = page.ask(query="plan", goal=goal, look=False)
        if reply["type"] == "reply" and reply["about"]["refusal"] is None:
            return reply["about"]["draft"]
    raise AssertionError("no move was found")


@contextmanager
def serving(data: Path, port: int = 0, house: House | None = None) -> Iterator[Server]:
    """A server in a thread of its own."""
    listener = bind("127.0.0.1", port)
    # Else each answer waits 40 ms for the acknowledgement of the one before.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(
        make_app(address_of(data), hosts_for("127.0.0.1"), house),
        log_level="warning",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=1 << 17,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    try:
        yield Server(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(timeout=20)
        listener.close()
