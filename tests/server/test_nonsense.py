"""Nonsense, stale, foreign, doubled and oversized messages: nothing crashes, leaks or changes."""

import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from .kit import Page, Server, easy_answer

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
KINDS = ["join", "answer", "undo", "roll", "resync", "ping", "tape", "ask", "snapshot", "update", "", "drop table"]
PARTS = ["goal", "via", "figure", "face", "draft", "reverse", "look", "unit", "rays", "points", "first", "last"]
QUERIES = ["plan", "look", "field", "reach", "promises", "measure", "survey", "all", ""]


@pytest.fixture(scope="module")
def battle(server: Server) -> tuple[dict[str, Any], Page]:
    """A battle a few answers in, at a question about a unit."""
    opened = server.begin(seed=5)
    page = server.join(opened["id"], opened["tokens"]["0"])
    while page.until_asked()["domain"]["type"] != "march":
        page.answer(easy_answer(page))
    return opened, page


def _unchanged(server: Server, opened: dict[str, Any], version: int, decision: object) -> None:
    fresh = server.join(opened["id"], opened["tokens"]["0"])
    assert (fresh.version, fresh.decision) == (version, decision)
    fresh.close()


def _survives(page: Page) -> None:
    """It still answers; perhaps not at once, if it was asked too much."""
    while True:
        page.send({"type": "ping", "sent": 7})
        said = page.hear()
        while said["type"] not in {"pong", "trouble"}:
            said = page.hear()
        if said["type"] == "pong":
            return
        time.sleep(0.1)


@given(message=JSON)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_is_answered_and_changes_nothing(
    server: Server, battle: tuple[dict[str, Any], Page], message: object
) -> None:
    opened, page = battle
    other = server.join(opened["id"], opened["tokens"]["0"])
    other.send(json.dumps(message))
    said = other.until("trouble")
    assert said["reason"] and not said["fatal"]
    _survives(other)
    other.close()
    _unchanged(server, opened, page.version, page.decision)


FIELDS = st.sampled_from(["ref", "version", "answer", "tokens", "points", "about", "sent", "extra"])


@given(kind=st.sampled_from(KINDS), fields=st.dictionaries(FIELDS, JSON, max_size=4))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_messages_that_nearly_fit_are_answered_and_change_nothing(
    server: Server, battle: tuple[dict[str, Any], Page], kind: str, fields: dict[str, Any]
) -> None:
    opened, page = battle
    if fields.get("version") == page.version and not isinstance(fields.get("version"), bool):
        fields["version"] = page.version + 1
    other = server.join(opened["id"], opened["tokens"]["0"])
    other.send(json.dumps({"type": kind, **fields}))
    _survives(other)
    other.close()
    _unchanged(server, opened, page.version, page.decision)


@given(query=st.sampled_from(QUERIES), fields=st.dictionaries(
    st.sampled_from(PARTS),
    JSON | st.lists(st.integers(-(2**21), 2**21), min_size=2, max_size=2)
    | st.lists(st.lists(st.integers(-99999, 99999), min_size=2, max_size=2), max_size=4)
    | st.fixed_dictionaries({"walks": st.lists(st.fixed_dictionaries(
        {"figure": st.integers(-5, 200), "points": st.lists(st.tuples(st.integers(), st.integers()), max_size=3)}),
        max_size=3)}),
    max_size=6))  # fmt: skip
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_questions_that_nearly_fit_are_answered_and_change_nothing(
    server: Server, battle: tuple[dict[str, Any], Page], query: str, fields: dict[str, Any]
) -> None:
    opened, page = battle
    page.send(
        json.dumps({"type": "ask", "ref": page.ref(), "version": page.version, "about": {"query": query, **fields}})
    )
    said = page.hear()
    while said["type"] not in {"reply", "refused", "trouble"}:
        said = page.hear()
    assert said["type"] == "reply" or said.get("reason") or said["refusal"]["why"]
    assert "could not be worked out" not in json.dumps(said)
    _survives(page)
    assert opened["id"]


@pytest.mark.parametrize(
    "sent",
    [
        "", "{", "null", "[]", '"join"', '{"type":"answer"}', '{"type":"ask","ref":"a","version":0,"about":{}}',
        '{"type":"join","tokens":["' + "x" * 100 + '"]}', '{"type":"ping","sent":1e400}', "\u0000", "[" * 5000,
        '{"type":"answer","ref":"../../x","version":0,"answer":1}', '{"type":"tape","points":[[1,2,3]]}',
    ],
)  # fmt: skip
def test_garbage_is_answered_in_words(server: Server, battle: tuple[dict[str, Any], Page], sent: str) -> None:
    opened, page = battle
    other = server.join(opened["id"], opened["tokens"]["0"])
    other.send(sent)
    assert other.until("trouble")["reason"]
    _survives(other)
    _unchanged(server, opened, page.version, page.decision)


def _listen_on(page: Page, sent: str | bytes) -> None:
    page.send(sent)
    while True:
        page.hear(timeout=5)


def test_bytes_and_oversized_messages_end_only_their_own_connection(
    server: Server, battle: tuple[dict[str, Any], Page]
) -> None:
    opened, page = battle
    for sent in (b"\xff\xfe\x00", "x" * 500_000):
        other = server.join(opened["id"], opened["tokens"]["0"])
        with pytest.raises((ConnectionClosed, OSError)):
            _listen_on(other, sent)
        _unchanged(server, opened, page.version, page.decision)
    _survives(page)


def test_a_page_that_sends_too_much_is_told_so(server: Server, battle: tuple[dict[str, Any], Page]) -> None:
    opened, page = battle
    other = server.join(opened["id"])
    for _ in range(400):
        other.send({"type": "ping", "sent": 1})
    assert other.until("trouble")["code"] == "too-much"
    other.close()
    _unchanged(server, opened, page.version, page.decision)


def test_a_page_that_does_not_join_is_told_to(server: Server, battle: tuple[dict[str, Any], Page]) -> None:
    other = server.connect(battle[0]["id"])
    other.send({"type": "resync"})
    said = other.until("trouble")
    assert said["code"] == "join-first" and said["fatal"]


def test_a_foreign_page_may_neither_look_nor_act(server: Server, battle: tuple[dict[str, Any], Page]) -> None:
    from websockets.sync.client import connect  # noqa: PLC0415

    opened, _ = battle
    with connect(
        f"ws://127.0.0.1:{server.port}/ws/battles/{opened['id']}", additional_headers={"Origin": "http://evil.example"}
    ) as socket:
        said = json.loads(socket.recv(timeout=10))
    assert said["fatal"] and "may not do this" in said["reason"]
    status, problem = server.call(
        "POST", "/api/battles", {"ruleset": "bolt-action", "scenario": "attrition"}, {"Origin": "http://evil.example"}
    )
    assert status == 403 and problem["code"] == "forbidden"
    status, problem = server.call("GET", "/api/battles", headers={"Host": "evil.example"})
    assert status == 403 and "not called" in problem["reason"]


def test_a_foreign_token_answers_for_nobody(server: Server, battle: tuple[dict[str, Any], Page]) -> None:
    opened, page = battle
    foreign = server.begin(seed=6)
    other = server.connect(opened["id"])
    other.send({"type": "join", "tokens": [foreign["tokens"]["0"]]})
    other.until("snapshot")
    assert other.snapshot["seats"] == [] and other.decision is None
    _unchanged(server, opened, page.version, page.decision)


def test_a_page_that_does_not_read_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket as sockets  # noqa: PLC0415

    monkeypatch.setattr("sandtable.server.connection.MOST_BYTES", 100_000)
    opened = server.begin(players=["me", "link"])
    watching = server.join(opened["id"])
    with sockets.socket() as deaf:
        deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(
            f"GET /ws/battles/{opened['id']} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert deaf.recv(12) == b"HTTP/1.1 101"  # it hears that it is welcome, and nothing more
        for message in ({"type": "join", "tokens": [opened["tokens"]["0"]]}, *[{"type": "resync"}] * 400):
            text = json.dumps(message).encode()
            try:
                deaf.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
            except OSError:
                break
            time.sleep(0.01)
        watching.until("presence", lambda message: message["players"][0]["online"])
        watching.until("presence", lambda message: not message["players"][0]["online"])


def test_what_is_sent_to_a_page_that_is_cut_off_is_forgotten() -> None:
    import asyncio  # noqa: PLC0415

    from sandtable.server.connection import MOST_WAITING, Link  # noqa: PLC0415
    from sandtable.server.replies import Pong  # noqa: PLC0415

    async def test() -> None:
        link = Link()
        for number in range(MOST_WAITING):
            link.send(Pong(number, 0))
        assert not link.lost.is_set()
        for number in range(5):
            link.send(Pong(number, 0))
        assert link.lost.is_set() and link._queue.qsize() == MOST_WAITING
        link.hang_up()
        over = Link()
        over.drop("why")
        over.send(Pong(1, 0))
        assert b"again" in (await over.next() or b"") and await over.next() is None and over._queue.empty()

    asyncio.run(test())
