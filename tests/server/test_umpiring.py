"""The umpire over HTTP: listed, asked, led, and what is said when it says no."""

from typing import Any

import pytest

from sandtable.odds import staged

from .kit import Server

QUESTIONS = "/api/rulesets/bolt-action/questions"


def test_the_questions_are_listed(server: Server) -> None:
    found = server.get(QUESTIONS)
    assert (found["ruleset"], found["prefix"]) == ("bolt-action", "ba")
    assert {"order-test", "shooting", "bail-out"} <= {one["name"] for one in found["questions"]}
    assert found["facts"] and found["presets"] and found["switches"]


def test_a_question_is_answered_and_led_through(server: Server) -> None:
    given = {"given": {"shooters": 2, "target_men": 3}}
    status, answer = server.call("POST", f"{QUESTIONS}/shooting", given)
    assert status == 200 and answer["outcomes"]["hits"] == {"0": "1/9", "1": "4/9", "2": "4/9"}
    status, led = server.call("POST", f"{QUESTIONS}/shooting/steps", {**given, "throws": [[5, 1]]})
    assert status == 200 and led["found"] is None
    assert led["steps"][0]["said"] == "1 hit" and led["next"]["dice"] == 1


def test_outcomes_are_told_together_and_under_what_is_known(server: Server) -> None:
    put = {"given": {"shooters": 2}, "supposed": ["hits>=1"], "joint": [["hits", "pins"]]}
    status, answer = server.call("POST", f"{QUESTIONS}/shooting", put)
    assert status == 200 and (answer["likely"], answer["supposed"]) == ("8/9", ["hits>=1"])
    assert answer["joint"][0]["rows"] == [
        {"values": ["1", "1"], "chance": "1/2"},
        {"values": ["2", "1"], "chance": "1/2"},
    ]


WRONG: list[tuple[str, dict[str, Any], int, str]] = [
    ("/shooting", {"given": {"pins": -1}}, 400, "shooting: pins: it takes a whole number from 0 to 12, not -1"),
    ("/shooting", {"options": {"turns": 0}}, 400, "options: turns"),
    ("/shooting", {"extra": 1}, 400, "nothing here is called 'extra'"),
    ("/shooting", {"supposed": ["hits=11"]}, 400, "shooting: hits is never 11: it may be 0, 1"),
    ("/shooting", {"supposed": ["x" * 200]}, 400, "it takes text of at most 100 letters"),
    ("/shooting", {"joint": [["hits", "shots"]]}, 400, "no outcome is called 'shots': there are hits"),
    ("/shooting", {"given": []}, 400, "given: it takes a set of names with their values, not a list"),
    ("/shooting/steps", {"throws": [[9] * 10]}, 400, "a D6 shows 1 to 6, not 9"),
    ("/shooting/steps", {"throws": [[1]] * 401}, 400, "throws: it takes a list of at most 400 entries"),
    ("/singing", {}, 404, "no question is called 'singing'"),
]


@pytest.mark.parametrize(("path", "body", "status", "why"), WRONG)
def test_what_cannot_be_answered_is_said(
    server: Server, path: str, body: dict[str, Any], status: int, why: str
) -> None:
    found, problem = server.call("POST", QUESTIONS + path, body)
    assert found == status and why in problem["reason"], problem


def test_what_would_take_too_long_is_said(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much a machine may work at: here it is a few steps only."""
    monkeypatch.setattr(staged, "BUDGET", 2)
    found, problem = server.call("POST", f"{QUESTIONS}/shooting", {})
    assert found == 400 and "shooting: this would take too long (more than" in problem["reason"]


def test_an_unknown_rulebook_is_not_there(server: Server) -> None:
    assert server.call("POST", "/api/rulesets/chess/questions/mate", {})[0] == 404
    assert server.call("GET", "/api/rulesets/chess/questions")[0] == 404
