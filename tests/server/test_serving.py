"""Starting and stopping: what cannot be started says why in one line, and what is stopped ends cleanly."""

import asyncio
import logging
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.server.serve import ServeError, _no_fuss, bind, data_folder, hosts_for, serve

from .kit import Server


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_asked_to_stop_stops_while_bots_play_and_pages_look(
    tmp_path: Path, asked: signal.Signals
) -> None:
    command = [sys.executable, "-m", "sandtable.cli", "play", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        there = next(line for line in process.stdout if "http://" in line)
        server = Server(int(there.split("/")[2].split(":")[1]))
        pages = [server.join(server.begin(players=["rookie", "random"])["id"]) for _ in range(2)]
        process.send_signal(asked)
        said = process.stdout.read()
        assert process.wait(timeout=20) == 0
        assert said == "sandtable: stopped; every battle is kept\n"
        for page in pages:
            page.close()


def _no_database(folder: Path) -> str:
    (folder / "sandtable.db").write_text("this is not a database, whatever its name says\n" * 100)
    return str(folder)


def test_a_store_that_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    wrong = {
        _no_database(tmp_path): "file is not a database",
        "nonsense://x": "nonsense",
        f"sqlite+aiosqlite:///{tmp_path / 'nowhere' / 'x.db'}": "unable to open database file",
    }
    for data, why in wrong.items():
        with pytest.raises(ServeError, match=why) as said:
            serve("127.0.0.1", 0, data, browser=False)
        assert "\n" not in str(said.value)


def test_a_data_folder_is_held_by_one_server(tmp_path: Path) -> None:
    with data_folder(str(tmp_path)), pytest.raises(ServeError, match="another sandtable"), data_folder(str(tmp_path)):
        pass


def test_a_port_that_is_taken_falls_forward_to_the_end_and_no_farther() -> None:
    with socket.create_server(("127.0.0.1", 65_534)), bind("127.0.0.1", 65_534) as listener:
        assert listener.getsockname()[1] == 65_535
        with pytest.raises(ServeError, match="the ports 65534 to 65535 are taken"):
            bind("127.0.0.1", 65_534)


def test_any_name_of_loopback_is_guarded() -> None:
    for host in ("127.0.0.1", "127.0.0.2", "::1", "0:0:0:0:0:0:0:1", "localhost", "LOCALHOST"):
        assert hosts_for(host), host
    for host in ("0.0.0.0", "192.168.1.2", "example.org", "::"):  # noqa: S104
        assert hosts_for(host) is None, host


def test_who_was_still_being_answered_makes_no_fuss(caplog: pytest.LogCaptureFixture) -> None:
    """When we are asked to stop; what really goes wrong is told."""
    logger = logging.getLogger("a server that stops")
    logger.addFilter(_no_fuss)
    for trouble in (asyncio.CancelledError("timeout"), ValueError("broken")):
        try:
            raise trouble
        except (asyncio.CancelledError, ValueError):
            logger.exception("Exception in ASGI application")
    logger.error("Cancel 1 running task(s), timeout graceful shutdown exceeded")
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ValueError]
    assert len(caplog.records) == 1
