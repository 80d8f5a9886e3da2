"""What forecasts speak of: notes on the way, what becomes of units, what they are worth; and the dice of Cool tests."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.events import Event
from sandtable.play.shown import Change
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.telling.log import sentence
from sandtable.rulesets.sotr.telling.stakes import FORESEEN, MATTERS
from tests.clause import clause

from .kit import Scene, reich, us


def scene() -> Scene:
    """Four men against two zombies and a tank."""
    return Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=4),
        reich("reich.zombies", (30, 20), name="Mob", men=2),
        us("us.tank", (40, 40), name="Tank"),
    )


def test_questions_about_fire_and_fighting_are_weighed() -> None:
    """And not those about marching."""
    yes = OneOf({"a": 1})
    assert all(RULESET.foresees(Decision(0, kind, yes, prompt="?", because=())) for kind in FORESEEN)
    assert not RULESET.foresees(Decision(0, "move", yes, prompt="?", because=()))


def test_a_cool_test_is_noted() -> None:
    """The state keeps nothing of it."""
    event = Event("tested its Cool", ("sotr.cool.test",), unit=0, tells={"passed": True, "why": "x", "cool": 7})
    assert RULESET.noted(event) == (((0, "Cool test"), "passes"),)
    hits = Event("was hit", ("sotr.shoot.roll",), unit=1, tells={"hits": "3 hits", "number": 3})
    assert RULESET.noted(hits) == (((1, "hits"), 3),)
    assert RULESET.noted(Event("regrouped", (), unit=0)) == ()


def test_models_that_fall_are_counted_and_named() -> None:
    """GONERs and DOWN ones, by what they were."""
    before = scene()
    after = scene()
    after.change("Able", 1, down=True, burning=True)
    after.change("Able", men=(0, 1, 2))
    assert RULESET.changes(before.state, after.state) == [
        Change(0, "GONERs", 1),
        Change(0, "DOWN", 1),
        Change(0, "on fire", 1),
        Change(0, "lost: rifleman", 1, detail=True),
        Change(0, "DOWN: rifleman", 1, detail=True),
    ]
    assert RULESET.changes(after.state, before.state)[0] == Change(0, "gets up", 1)
    assert RULESET.changes(before.state, before.state) == []


@pytest.mark.parametrize(
    ("fields", "change"),
    [
        ({"disorganized": True, "fleeing": True}, ["Fleeing", "Disorganized"]),
        ({"suppressed": True}, ["Suppressed"]),
        ({"place": "destroyed", "men": ()}, ["GONERs", "destroyed", "lost: rifleman", "lost: sergeant"]),
    ],
)
def test_units_that_break_or_are_destroyed_are_told(fields: dict[str, Any], change: list[str]) -> None:
    """Once, when they become so."""
    before, after = scene(), scene().change("Able", **fields)
    found = RULESET.changes(before.state, after.state)
    assert sorted(one.what for one in found) == sorted(change)
    assert all(one.what in MATTERS or one.detail for one in found)
    assert RULESET.changes(after.state, after.state) == []


def test_what_ends_is_told_too() -> None:
    """A unit regroups, or comes into view."""
    before, after = scene().change("Able", disorganized=True, hidden=True), scene()
    assert [one.what for one in RULESET.changes(before.state, after.state)] == ["regroups", "comes into view"]


@clause("sotr.gap.vehicle-damage")
def test_damage_to_machines_is_told() -> None:
    """Shaken, Immobilised, weapons destroyed; a machine is destroyed, not a GONER."""
    before = scene()
    after = scene().change("Tank", shaken=True, immobilised=True, broken=("hmg",))
    found = {one.what: one.value for one in RULESET.changes(before.state, after.state)}
    assert found == {"Immobilised": "yes", "Shaken": "yes", "weapons destroyed": 1}
    gone = scene().change("Tank", place="destroyed", men=())
    assert [one.what for one in RULESET.changes(before.state, gone.state)] == ["destroyed"]


@clause("sotr.gap.points")
def test_worth_is_shared_over_models() -> None:
    """130 points over four here; one that is DOWN counts half, a machine that cannot move half of it all."""
    found = scene()
    assert RULESET.worth(found.state, 0) == 130
    found.change("Able", 1, down=True)
    assert RULESET.worth(found.state, 0) == Fraction(130 * 7, 8)
    found.change("Able", men=(0, 2))
    assert RULESET.worth(found.state, 0) == 65
    assert RULESET.worth(found.change("Tank", immobilised=True).state, 2) == 75
    assert RULESET.worth(found.change("Able", place="fled").state, 0) == 0


@clause("sotr.cool.test")
def test_what_falling_back_risks_is_said() -> None:
    """Standing risks nothing, and zombies are never asked."""
    found = scene()
    domain = YesNo()
    promises = RULESET.promises(found.state, Decision(0, "fall back", domain, prompt="?", because=(), unit=0))
    assert {key: one.note for key, one in promises.items()} == {"yes": "else it breaks and flees"}
    assert RULESET.promises(found.state, Decision(1, "fall back", domain, prompt="?", because=(), unit=1)) == {}
    assert RULESET.promises(found.state, Decision(0, "move", domain, prompt="?", because=(), unit=0)) == {}


def test_the_log_tells_those_who_may_not_know_nothing() -> None:
    """And everybody else the reason, where there is one."""
    state = scene().state
    event = Event("became Disorganized", ("x",), unit=0, sets={"disorganized": True}, tells={"why": "scattered"})
    assert sentence(state, event) == "Able becomes Disorganized: scattered"
    assert (
        sentence(state, Event("became Disorganized", ("x",), unit=0, sets={"disorganized": True}))
        == "Able becomes Disorganized"
    )
    assert sentence(state, Event("became Disorganized", ("x",), unit=0, known_to=1)) == ""
    lost = Event("lost Overwatch", ("x",), unit=0, figures=(1,), sets={"overwatch": False}, tells={"why": "hit"})
    assert sentence(state, lost) == "Able: 1 model loses Overwatch (hit)"
