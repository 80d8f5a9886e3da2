"""Questions about the table: plans of moves, what is seen from their end, odds, distances. They change nothing."""

from fractions import Fraction
from typing import Any

import pytest

from .kit import Page, Server, easy_answer


@pytest.fixture(scope="module")
def marching(server: Server) -> Page:
    """A page at the question where a squad on the table advances; both sides are at this screen."""
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    while not _advances(page):
        page.answer(_towards_an_advance(page))
    return page


def _advances(page: Page) -> bool:
    domain = page.until_asked()["domain"]
    return bool(domain["type"] == "march" and domain["manner"] == "walk" and len(domain["figures"]) > 5)


def _towards_an_advance(page: Page) -> object:
    asked = page.until_asked()
    keys = [option["key"] for option in asked["domain"].get("options", [])]
    if asked["kind"] == "order" and "advance" in keys:
        return "advance"
    return "none" if "none" in keys else easy_answer(page)


def _table(page: Page) -> dict[int, list[int]]:
    """Where figures stand."""
    places = {one["number"]: one["at"] for one in page.snapshot["table"]["figures"]}
    for beat in page.beats:
        places |= {one["number"]: one["at"] for one in beat.get("figures", [])}
    return places


def _leader(page: Page) -> list[int]:
    asked = page.until_asked()
    return _table(page)[asked["domain"]["figures"][0]]


def test_a_plan_keeps_the_formation_and_says_how_far_it_is(marching: Page) -> None:
    x, y = _leader(marching)
    shifts = [(dx, dy) for dx in (0, 600, -600) for dy in (800, -800)]  # one of these ways is free
    plans = [(dx, dy, marching.ask(query="plan", goal=[x + dx, y + dy])["about"]) for dx, dy in shifts]
    dx, dy, plan = next(one for one in plans if one[2]["used"] in {800, 1000} and one[2]["beyond"] is None)
    assert plan["refusal"] is None and plan["budget"] == 6000
    figures = marching.until_asked()["domain"]["figures"]
    assert [step["figure"] for step in plan["steps"]] == figures
    places = _table(marching)
    for step in plan["steps"]:
        ax, ay = places[step["figure"]]
        assert step["path"] == [[ax, ay], [ax + dx, ay + dy]]


def test_a_plan_beyond_the_limit_goes_as_far_as_it_may(marching: Page) -> None:
    x, y = _leader(marching)
    down = 9000 if y < 24000 else -9000
    plan = marching.ask(query="plan", goal=[x, y + down])["about"]
    assert plan["refusal"] is None and 4000 < plan["used"] <= 6000
    assert plan["beyond"]["measured"] > plan["beyond"]["allowed"] == 6000
    assert plan["beyond"]["because"] == ["ba.move.infantry"]


def test_what_would_be_seen_from_the_end_of_a_plan(marching: Page) -> None:
    asked = marching.until_asked()
    x, y = _leader(marching)
    plan = marching.ask(query="plan", goal=[x, y + (4000 if y < 24000 else -4000)])["about"]
    here = marching.ask(query="look", unit=asked["unit"])["about"]["sightings"]
    there = marching.ask(query="look", unit=asked["unit"], draft=plan["draft"])["about"]["sightings"]
    assert there == plan["sightings"] != here
    assert {one["unit"] for one in here} == {one["unit"] for one in there}
    nearer = [after["distance"] < before["distance"] for before, after in zip(here, there, strict=True)]
    assert any(nearer)
    assert marching.ask(query="plan", goal=[x, y], look=False)["about"]["sightings"] == []


def test_the_ground_that_is_seen(marching: Page) -> None:
    field = marching.ask(query="field", unit=marching.until_asked()["unit"])["about"]["field"]
    assert (field["columns"], field["rows"], len(field["cells"])) == (72, 48, 72 * 48)
    assert set(field["cells"]) == {"0", "1", "2"}


def test_where_a_unit_could_go(marching: Page) -> None:
    x, y = _leader(marching)
    reach = marching.ask(query="reach")["about"]
    far = [((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in reach["outline"]]
    assert len(far) >= 32 and 4000 < max(far) <= 6001


def test_distances_and_directions_for_those_who_read(marching: Page) -> None:
    unit = marching.until_asked()["unit"]
    survey = marching.ask(query="survey", unit=unit)["about"]["rows"]
    looked = {one["unit"]: one for one in marching.ask(query="look", unit=unit)["about"]["sightings"]}
    assert any(row["unit"] in looked for row in survey)
    for row in survey:
        assert row["distance"] > 0 and 0 <= row["bearing"] < 3600
        if row["unit"] in looked:
            assert row["seen"] == (looked[row["unit"]]["seen"] > 0)
            assert row["cover"] == looked[row["unit"]]["cover"]


def test_a_tape_from_base_to_base_and_to_a_point(marching: Page) -> None:
    first, last = marching.until_asked()["domain"]["figures"][:2]
    places = _table(marching)
    (ax, ay), (bx, by) = places[first], places[last]
    between = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
    points = [[ax, ay], [bx, by]]
    from_edge = marching.ask(query="measure", points=points, first=first, last=last)["about"]
    assert from_edge["why"] == "from base to base" and from_edge["inches"] == pytest.approx(between - 984, abs=20)
    one_end = marching.ask(query="measure", points=points, first=first)["about"]
    assert one_end["why"] == "from the base" and one_end["inches"] == pytest.approx(between - 492, abs=10)
    other_end = marching.ask(query="measure", points=points, last=last)["about"]
    assert other_end == {"query": "measure", "inches": one_end["inches"], "why": "to the base"}
    bent = marching.ask(query="measure", points=[[0, 0], [3000, 0], [3000, 4000]], first=first)["about"]
    assert bent == {"query": "measure", "inches": 7000, "why": "along the tape"}


def test_the_first_dice_of_what_can_be_chosen(server: Server) -> None:
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    found: dict[str, Any] = {}
    for _ in range(160):
        asked = page.until_asked()
        if asked["kind"] == "target":
            found = page.ask(query="promises")["about"]["rolls"]
            if found:
                break
        keys = [option["key"] for option in asked["domain"].get("options", [])]
        wanted = "fire" if "fire" in keys else "run" if "run" in keys else None
        page.answer(wanted if asked["kind"] == "order" and wanted else easy_answer(page))
    key, roll = next(iter(found.items()))
    assert roll["step"] and roll["needs"] and roll["thrown"] == "1" and int(roll["dice"]) > 0
    assert all(modifier["clause"].startswith("ba.") for modifier in roll["modifiers"])
    on_the_way = page.ask(query="foresee", options=[key])["about"]["foreseen"][key]["rolls"]
    assert (on_the_way[0]["step"], on_the_way[0]["needs"]) == (roll["step"], roll["needs"])
    assert len(on_the_way) > 1 and all(Fraction(one["thrown"]) <= 1 for one in on_the_way)


def test_without_measuring_before_declaring_nothing_is_measured(server: Server) -> None:
    opened = server.begin(players=["me", "screen"], seed=5, options={"premeasure": False})
    page = server.join(opened["id"], *opened["tokens"].values())
    while not _advances(page):
        page.answer(_towards_an_advance(page))
    unit = page.until_asked()["unit"]
    sightings = page.ask(query="look", unit=unit)["about"]["sightings"]
    assert sightings and all(one["distance"] is None for one in sightings)
    enemy = sightings[0]["unit"]
    rows = page.ask(query="survey", unit=unit)["about"]["rows"]
    assert all((row["distance"] is None) == (row["unit"] in {one["unit"] for one in sightings}) for row in rows)
    figures = [one for one in page.snapshot["table"]["figures"] if one["unit"] == enemy]
    mine = page.until_asked()["domain"]["figures"][0]
    said = page.ask(query="measure", points=[[0, 0], [1, 1]], first=mine, last=figures[0]["number"])["about"]
    assert said["inches"] is None and "only after declaring" in said["why"]
    assert page.ask(query="measure", points=[[0, 0], [1, 1]])["about"]["inches"] is None
    friends = page.until_asked()["domain"]["figures"][:2]
    among_us = page.ask(query="measure", points=[[0, 0], [1, 1]], first=friends[0], last=friends[1])["about"]
    assert among_us["inches"] is not None


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"query": "look", "unit": 400}, "there is no unit 400"),
    ({"query": "survey", "unit": -1}, "there is no unit -1"),
    ({"query": "look", "unit": 0, "draft": {"walks": "x"}}, "not"),
    ({"query": "plan", "goal": [0, 0], "figure": 999}, "figure 999 is not one of those that move"),
    ({"query": "plan", "goal": [0, 0], "draft": {"walks": 7}}, "not a march"),
    ({"query": "plan", "goal": [0, 0], "turret": 900}, "turrets are not turned here"),
]


@pytest.mark.parametrize(("about", "why"), WRONG)
def test_nonsense_is_refused_in_words(marching: Page, about: dict[str, Any], why: str) -> None:
    if about.get("unit") == 0:
        about = {**about, "unit": marching.until_asked()["unit"]}
    said = marching.ask(**about)
    assert said["type"] == "refused" and why in said["refusal"]["why"]


def test_a_draft_is_only_for_the_unit_that_is_asked(marching: Page) -> None:
    x, y = _leader(marching)
    draft = marching.ask(query="plan", goal=[x, y])["about"]["draft"]
    other = marching.until_asked()["unit"] + 1
    said = marching.ask(query="look", unit=other, draft=draft)
    assert said["refusal"]["why"] == "that unit is not the one that is asked to move"
