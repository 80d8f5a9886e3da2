"""The HTTP side: what it offers, that it keeps to its own schema, and what it says when it says no."""

from typing import Any

import pytest
import schemathesis
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    negative_data_rejection,
    positive_data_acceptance,
)

from sandtable.server.app import make_app
from sandtable.server.routes import HEADERS

from .kit import Server

SCHEMA = schemathesis.openapi.from_asgi("/api/schema/openapi.json", make_app("sqlite+aiosqlite:///:memory:"))


@SCHEMA.parametrize()
def test_every_operation_keeps_to_its_schema(case: schemathesis.Case[Any]) -> None:
    # Whether there is such a rulebook or battle no schema can say; the framework reads numbers from words in paths, and
    # its OPTIONS forgets the second method of a path.
    case.call_and_validate(
        excluded_checks=[allow_header_conformance, negative_data_rejection, positive_data_acceptance]
    )


def test_the_rulebooks_are_listed_with_scenarios_maps_and_forces(server: Server) -> None:
    found = server.get("/api/rulesets")
    book = found[0]
    assert book["implemented"] == book["clauses"] and book["page_options"] == {"premeasure": True}
    scenario = next(one for one in book["scenarios"] if one["name"] == "attrition")
    assert scenario["map"]["width"] == 72000 and scenario["map"]["terrain"]
    assert [force["points"] for force in scenario["forces"]] == [
        sum(card["points"] for card in force["cards"]) for force in scenario["forces"]
    ]
    assert all(len(force["cards"]) == len(force["symbols"]) for force in scenario["forces"])
    switches = {switch["name"]: switch for switch in book["switches"]}
    assert switches["turns"] == {
        "name": "turns", "type": "whole number", "choices": [], "least": 1, "most": 20, "default": 6,
        "clauses": switches["turns"]["clauses"],
    }  # fmt: skip


def test_the_rules_can_be_read(server: Server) -> None:
    rules = server.get("/api/rulesets/bolt-action/rules")
    clause = next(one for one in rules["clauses"] if one["id"] == "ba.hit.long-range")
    assert clause["code"] == ["hit.toml"] and clause["tests"] >= 1 and clause["says"]
    assert any(table["name"].startswith("weapons") for table in rules["tables"])
    assert len({card["troop"] for card in rules["cards"]}) == len(rules["cards"]) > 40


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"ruleset": "chess"}, "no rulebook is called 'chess'"),
    ({"scenario": "waterloo"}, "no scenario is called 'waterloo'"),
    ({"options": {"turns": 99}}, "options: turns: it takes a whole number from 1 to 20 (default 6), not 99"),
    ({"options": {"nonsense": 1}}, "nonsense"),
    ({"players": ["me", "stockfish"]}, "'stockfish' is none of those it takes"),
    ({"players": ["me"]}, "players: it takes a list of 2 entries"),
    ({"seed": "7"}, "seed: it takes a whole number, not text"),
    ({"own_dice": 1}, "own_dice: it takes true or false, not a whole number"),
    ({"extra": 1}, "nothing here is called 'extra'"),
    ({"names": ["", "b"]}, "names[0]: it takes text that is not empty"),
]


@pytest.mark.parametrize(("change", "reason"), WRONG)
def test_a_battle_that_cannot_be_begun_says_why(server: Server, change: dict[str, Any], reason: str) -> None:
    before = len(server.get("/api/battles"))
    asked = {"ruleset": "bolt-action", "scenario": "attrition", **change}
    status, problem = server.call("POST", "/api/battles", asked)
    assert status == 400 and reason in problem["reason"], problem
    assert len(server.get("/api/battles")) == before


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xff", b"[]", b"null", b'{"ruleset":"bolt-action"}'])
def test_a_body_that_is_no_battle_is_refused(server: Server, body: bytes) -> None:
    status, problem = server.call("POST", "/api/battles", body)
    assert status == 400 and problem["reason"] and "Traceback" not in str(problem)


@pytest.mark.parametrize(
    "path", ["/api/battles/nothere/history", "/api/battles/nothere/record", "/api/rulesets/chess/rules", "/api/nothing"]
)
def test_what_is_not_there_is_said_so(server: Server, path: str) -> None:
    status, problem = server.call("GET", path)
    assert status == 404 and problem["reason"]


def test_every_answer_carries_the_policy(server: Server) -> None:
    import http.client  # noqa: PLC0415

    for path in ("/", "/api/health", "/battle/x", "/api/nothing"):
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        line.request("GET", path)
        answer = line.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        assert {name: found.get(name) for name in HEADERS} == HEADERS, path
        line.close()


def test_a_record_is_opened_verified_and_what_was_changed_is_not(server: Server) -> None:
    opened = server.begin(players=["random", "random"], seed=2)
    row = _finished(server, opened["id"])
    assert row["outcome"]["why"]
    status, record = server.call("GET", f"/api/battles/{opened['id']}/record")
    raw = _raw(server, f"/api/battles/{opened['id']}/record")
    assert status == 200 and record["dice"]["secret"]
    assert server.get(f"/api/battles/{opened['id']}/verify")["good"]
    assert server.call("POST", "/api/verify", raw)[1]["good"]
    status, again = server.call("POST", "/api/records", raw)
    assert status == 201 and again["tokens"] == {}
    one, other = (server.get(f"/api/battles/{name}/history") for name in (opened["id"], again["id"]))
    assert one["beats"] == other["beats"] and one["outcome"] == other["outcome"]
    assert _raw(server, f"/api/battles/{again['id']}/record") == raw
    forged = raw.replace(b'"faces":[1', b'"faces":[6', 1)
    assert not server.call("POST", "/api/verify", forged)[1]["good"]
    status, problem = server.call("POST", "/api/records", forged)
    assert status == 400 and "changed" in problem["reason"]


def test_going_on_from_a_moment_of_a_finished_battle(server: Server) -> None:
    opened = server.begin(players=["random", "random"], seed=2)
    _finished(server, opened["id"])
    told = server.get(f"/api/battles/{opened['id']}/history")
    middle = told["beats"][len(told["beats"]) // 2]
    status, fork = server.call(
        "POST", f"/api/battles/{opened['id']}/fork", {"beat": middle["beat"], "players": ["me", "screen"]}
    )
    assert status == 201 and set(fork["tokens"]) == {"0", "1"}
    page = server.join(fork["id"], *fork["tokens"].values())
    assert page.decision is not None and page.snapshot["battle"]["parent"] == opened["id"]
    branch = server.get(f"/api/battles/{fork['id']}/history")
    assert branch["beats"] == told["beats"][: len(branch["beats"])]
    listed = next(row for row in server.get("/api/battles") if row["id"] == fork["id"])
    assert listed["answers"] == middle["answers"]


def test_bots_that_are_watched_begin_when_somebody_comes_in(server: Server) -> None:
    watched, unwatched = (
        server.begin(players=["random", "random"], seed=2, watched=watched)["id"] for watched in (True, False)
    )
    _finished(server, unwatched)  # in the meantime the other could have come as far
    page = server.join(watched)
    assert page.version == 0 and page.snapshot["outcome"] is None
    page.until("update")


@pytest.mark.parametrize("same", [True, False])
def test_the_same_answers_meet_the_same_dice_or_new_ones(server: Server, *, same: bool) -> None:
    opened = server.begin(players=["rookie", "rookie"], seed=3)
    _finished(server, opened["id"])
    told = server.get(f"/api/battles/{opened['id']}/history")["beats"]
    _, record = server.call("GET", f"/api/battles/{opened['id']}/record")
    answers = [given["answer"] for step in record["steps"] for given in step if given["in"] == "answer"]
    shot = next(beat for beat in told if "to hit" in ((beat.get("line") or {}).get("text") or ""))
    fork_at = {"beat": shot["beat"] - 1, "players": ["me", "screen"], "same_dice": same}
    branches = [_dice_of_fork(server, opened["id"], fork_at, answers[shot["answers"] :][:20]) for _ in range(4)]
    then = _dice_since(told, shot["beat"])
    assert all(branches)
    as_they_fell = [since == then[: len(since)] for since in branches]
    assert all(as_they_fell) if same else not all(as_they_fell)  # one new throw may well be what the old one was


def _dice_of_fork(server: Server, battle: str, fork_at: dict[str, Any], answers: list[Any]) -> list[Any]:
    """The dice that fall in a battle taken up again, for as long as the same answers can be given."""
    _, fork = server.call("POST", f"/api/battles/{battle}/fork", fork_at)
    page = server.join(fork["id"], *fork["tokens"].values())
    for answer in answers:
        if page.decision is None or page.answer(answer)["type"] == "refused":
            break
    return _dice_since(server.get(f"/api/battles/{fork['id']}/history")["beats"], fork_at["beat"] + 1)


def _dice_since(beats: list[Any], beat: int) -> list[Any]:
    return [one["line"]["dice"]["faces"] for one in beats[beat - 1 :] if (one.get("line") or {}).get("dice")]


def test_a_running_battle_is_tried_on_only_by_whoever_plays_it(server: Server) -> None:
    opened = server.begin(seed=9)
    path = f"/api/battles/{opened['id']}/fork"
    status, problem = server.call("POST", path, {"beat": 0})
    assert status == 403 and "only whoever plays" in problem["reason"]
    mine = {"beat": 0, "tokens": [opened["tokens"]["0"]]}
    status, problem = server.call("POST", path, {**mine, "players": ["me", "screen"]})
    assert status == 403 and "a bot's side stays with a bot" in problem["reason"]
    status, _ = server.call("POST", path, mine)
    assert status == 201


def _finished(server: Server, battle: str) -> dict[str, Any]:
    import time  # noqa: PLC0415

    for _ in range(600):
        row: dict[str, Any] = next(one for one in server.get("/api/battles") if one["id"] == battle)
        if row["outcome"]:
            return row
        time.sleep(0.1)
    raise AssertionError("the battle does not end")


def _raw(server: Server, path: str) -> bytes:
    import http.client  # noqa: PLC0415

    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.request("GET", path)
    raw = line.getresponse().read()
    line.close()
    return raw
