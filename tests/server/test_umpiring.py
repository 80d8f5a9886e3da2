"""The umpire over HTTP: listed, asked, led, and what is said when it says no."""

from typing import Any

import pytest

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


WRONG: list[tuple[str, dict[str, Any], int, str]] = [
    ("/shooting", {"given": {"pins": -1}}, 400, "shooting: pins: Expected `int` >= 0; it takes a whole number from 0"),
    ("/shooting", {"given": {"shooters": 30, "weapon": "mmg"}}, 400, "this would take too long (about"),
    ("/shooting", {"options": {"turns": 0}}, 400, "options: turns"),
    ("/shooting", {"extra": 1}, 400, "unknown field"),
    ("/shooting/steps", {"throws": [[9] * 10]}, 400, "a D6 shows 1 to 6, not 9"),
    ("/shooting/steps", {"throws": [[1]] * 401}, 400, "length <= 400"),
    ("/singing", {}, 404, "no question is called 'singing'"),
]


@pytest.mark.parametrize(("path", "body", "status", "why"), WRONG)
def test_what_cannot_be_answered_is_said(
    server: Server, path: str, body: dict[str, Any], status: int, why: str
) -> None:
    found, problem = server.call("POST", QUESTIONS + path, body)
    assert found == status and why in problem["reason"], problem


def test_an_unknown_rulebook_is_not_there(server: Server) -> None:
    assert server.call("POST", "/api/rulesets/chess/questions/mate", {})[0] == 404
    assert server.call("GET", "/api/rulesets/chess/questions")[0] == 404
