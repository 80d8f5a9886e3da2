"""Forecasts and weighed ground over the wire: exact numbers, the other side's answers, refusals, and no secret."""

from fractions import Fraction
from typing import Any

import pytest

from .kit import Page, Server, easy_answer


def _to(page: Page, kind: str) -> dict[str, Any]:
    """Play on to a question of a kind, with orders that lead to shooting."""
    while (asked := page.until_asked())["kind"] != kind:
        keys = [option["key"] for option in asked["domain"].get("options", [])]
        wanted = next((key for key in ("fire", "stay") if key in keys), None)
        page.answer(wanted if wanted and asked["kind"] in {"order", "react"} else easy_answer(page))
    return asked


@pytest.fixture(scope="module")
def shooting(server: Server) -> Page:
    """A page at the question at whom to shoot, both sides at this screen."""
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    _to(page, "target")
    while not any(one["effects"] for one in _foreseen(page).values()):
        page.answer(page.until_asked()["domain"]["options"][0]["key"])  # out of reach of everybody
        _to(page, "target")
    return page


def _foreseen(page: Page) -> dict[str, Any]:
    found = page.ask(query="foresee", options=_targets(page)[:12])["about"]["foreseen"]
    assert isinstance(found, dict)
    return found


def _targets(page: Page) -> list[str]:
    return [one["key"] for one in page.until_asked()["domain"]["options"] if one["key"] != "none"]


def test_each_target_comes_with_what_is_foreseen_of_it(shooting: Page) -> None:
    keys = _targets(shooting)
    reply = shooting.ask(query="foresee", options=keys)["about"]
    assert list(reply["foreseen"]) == keys
    for foreseen in reply["foreseen"].values():
        assert foreseen["trials"] == 0 and foreseen["assumes"]
        for effect in foreseen["effects"]:
            chances = [Fraction(one["chance"]) for one in effect["chances"]]
            assert sum(chances) == 1 and all(0 < chance <= 1 for chance in chances)
            if effect["chances"][0]["at_least"]:
                assert [Fraction(one["at_least"]) for one in effect["chances"]] == [
                    sum(chances[place:]) for place in range(len(chances))
                ]
        usual = [one for one in foreseen["replies"] if one["usual"]]
        assert [one["balance"] for one in usual] in ([], [foreseen["balance"]])
    assert any(one["effects"] for one in reply["foreseen"].values())


def test_what_is_foreseen_changes_nothing_and_is_the_same_when_asked_again(shooting: Page) -> None:
    keys = _targets(shooting)[:1]
    before = shooting.until_asked()
    first, second = (shooting.ask(query="foresee", options=keys)["about"] for _ in range(2))
    assert first == second
    assert shooting.until_asked() == before


@pytest.mark.parametrize(
    ("about", "reason"),
    [
        ({"options": ["u99"]}, "'u99' is not one of"),
        ({"options": ["<b>"]}, "'<b>' is not one of"),
    ],
)
def test_what_cannot_be_foreseen_is_refused(shooting: Page, about: dict[str, Any], reason: str) -> None:
    reply = shooting.ask(query="foresee", **about)
    assert (reply["type"], reason in reply["refusal"]["why"]) == ("refused", True)


def test_nobody_foresees_the_answers_of_others(server: Server, shooting: Page) -> None:
    watcher = server.join(shooting.snapshot["battle"]["id"])
    reply = watcher.ask(query="foresee", options=_targets(shooting)[:1])
    assert reply["refusal"]["why"] == "nothing is asked of you"


def test_ground_is_weighed_spot_by_spot(shooting: Page) -> None:
    unit = shooting.until_asked()["unit"]
    reply = shooting.ask(query="spots", unit=unit)
    if reply["type"] == "refused":
        unit = _a_unit_that_walks(shooting)
        reply = shooting.ask(query="spots", unit=unit)
    found = reply["about"]
    assert found["cell"] == 1000 and len({tuple(spot) for spot in found["spots"]}) == len(found["spots"]) > 10
    weighed = shooting.ask(query="weigh", unit=unit, spots=found["spots"][:4])["about"]["weights"]
    assert [one["spot"] for one in weighed] == found["spots"][:4]
    standing = [one for one in weighed if one["stands"] is not None]
    assert standing
    for one in standing:
        assert abs(one["stands"][0] - one["spot"][0]) <= 1000 and one["mine"] >= 0 and one["theirs"] >= 0
        assert (one["at"] is None) == (one["mine"] == 0)
        assert (one["by"] is None) == (one["theirs"] == 0)


def _a_unit_that_walks(page: Page) -> int:
    for unit in page.snapshot["table"]["units"]:
        if page.ask(query="spots", unit=unit["number"])["type"] == "reply":
            return int(unit["number"])
    raise AssertionError("nobody can move")


def test_only_ones_own_units_are_weighed(server: Server, shooting: Page) -> None:
    watcher = server.join(shooting.snapshot["battle"]["id"])
    assert "is not yours" in watcher.ask(query="spots", unit=0)["refusal"]["why"]
    assert "is not yours" in watcher.ask(query="weigh", unit=0, spots=[[1, 1]])["refusal"]["why"]
    assert "there is no unit 999" in shooting.ask(query="spots", unit=999)["refusal"]["why"]


def test_where_nothing_is_measured_before_declaring_nothing_is_foreseen(server: Server) -> None:
    opened = server.begin(players=["me", "screen"], seed=5, options={"premeasure": False})
    page = server.join(opened["id"], *opened["tokens"].values())
    _to(page, "target")
    for about in ({"query": "foresee", "options": _targets(page)[:1]}, {"query": "spots", "unit": 0}):
        assert "only after declaring" in page.ask(**about)["refusal"]["why"]
