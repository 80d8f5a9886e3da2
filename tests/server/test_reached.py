"""Where others reach the server: told by address, never by one that leads nobody here."""

import socket

import pytest
from litestar.testing import TestClient

from sandtable.server import reached
from sandtable.server.app import make_app
from sandtable.server.reached import reached_at


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", ()),
        ("localhost", ()),
        ("::1", ()),
        ("169.254.3.4", ()),
        ("192.168.1.5", ("http://192.168.1.5:8765",)),
        ("fd00::7", ("http://[fd00::7]:8765",)),
        ("table.example", ("http://table.example:8765",)),
    ],
)
def test_a_host_that_is_named_is_where_others_come_in(host: str, addresses: tuple[str, ...]) -> None:
    assert reached_at(host, 8765) == addresses


def test_listening_everywhere_is_told_by_what_others_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reached, "AFAR", ())  # no way out is known: the machine's own name has to do
    named = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (name, 0)) for name in ("127.0.1.1", "10.0.0.9", "10.0.0.9")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: named)
    assert reached_at("0.0.0.0", 80) == ("http://10.0.0.9:80",)  # noqa: S104
    assert reached_at("::", 80) == ("http://10.0.0.9:80",)


def test_the_page_is_told_where_others_reach_it() -> None:
    there = ("http://192.0.2.7:8765",)
    with TestClient(make_app("sqlite+aiosqlite:///:memory:", addresses=there)) as client:
        assert client.get("/api/health").json()["addresses"] == list(there)
