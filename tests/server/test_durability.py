"""What was acknowledged is never lost: the server is killed in the middle of play, again and again."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from sandtable.dice.chance import Chance

from .kit import Page, Server, easy_answer, serving

KILLS = 8


class Killable:
    """A server in a process of its own, on the port it had before."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start, and wait until it says that it is there."""
        command = [sys.executable, "-m", "sandtable.cli", "play", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.data)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if f":{self.port}/" in line:
                return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """As the power failing would: no chance to tidy up."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def _inputs(server: Server, battle: str) -> list[Any]:
    """What has happened, without what changes by itself."""
    return [beat.get("line") for beat in server.get(f"/api/battles/{battle}/history")["beats"]]


def _send_on(page: Page, ref: str, answer: object) -> None:
    page.send({"type": "answer", "ref": ref, "version": page.version, "answer": answer})


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(data: Path) -> None:
    chance = Chance("kill", 1)
    killable = Killable(data)
    server = Server(killable.port)
    opened = server.begin(seed=11)
    battle, token = opened["id"], opened["tokens"]["0"]
    accepted: dict[str, int] = {}
    before: list[Any] = []
    unsure: tuple[str, object] | None = None
    for _ in range(KILLS):
        page = server.join(battle, token)
        assert page.version >= max(accepted.values(), default=0)
        now = _inputs(server, battle)
        assert now[: len(before)] == before, "the battle was told differently before"
        if unsure is not None:  # sent, but never heard of: it counts once, whether it was written or not
            ref, answer = unsure
            _send_on(page, ref, answer)
            said = page.until("accepted", lambda message, ref=ref: message["ref"] == ref)  # type: ignore[misc]
            accepted[ref] = said["version"]
            _send_on(page, ref, answer)
            again = page.until("accepted", lambda message, ref=ref: message["ref"] == ref)  # type: ignore[misc]
            assert again["version"] == said["version"]
        for _ in range(chance.randint(1, 6)):
            ref, answer = page.ref() + f"-{len(accepted)}", easy_answer(page)
            _send_on(page, ref, answer)
            accepted[ref] = page.until("accepted", lambda message, ref=ref: message["ref"] == ref)["version"]  # type: ignore[misc]
            page.until_asked()
        before = _inputs(server, battle)
        unsure = page.ref() + f"-{len(accepted)}", easy_answer(page)
        _send_on(page, *unsure)
        time.sleep(chance.random() * 0.02)  # somewhere between receiving, trying, writing and telling it
        killable.kill()
        try:
            while page.hear(timeout=1)["type"]:
                pass
        except (ConnectionClosed, TimeoutError, OSError):
            pass
        killable.start()
    assert _inputs(server, battle)[: len(before)] == before
    page = server.join(battle, token)
    assert page.version >= max(accepted.values())
    killable.kill()


def test_a_stopped_server_takes_up_every_battle_where_it_was(data: Path) -> None:
    with serving(data) as server:
        opened = server.begin(seed=3)
        page = server.join(opened["id"], opened["tokens"]["0"])
        for _ in range(6):
            page.answer(easy_answer(page))
            page.until_asked()
        asked, version = page.decision, page.version
        told = server.get(f"/api/battles/{opened['id']}/history")
        page.close()
    with serving(data) as server:
        page = server.join(opened["id"], opened["tokens"]["0"])
        assert (page.decision, page.version) == (asked, version)
        again = server.get(f"/api/battles/{opened['id']}/history")
        assert json.dumps(again["beats"]) == json.dumps(told["beats"])
        assert page.snapshot["lines"] == [beat["line"] for beat in told["beats"] if beat.get("line")][-300:]
        page.close()
