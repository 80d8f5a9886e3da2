"""What forecasts speak of: notes on the way, what becomes of units, what they are worth."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.events import Event
from sandtable.play.shown import Change
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.telling.stakes import FORESEEN, MATTERS
from sandtable.rulesets.d10.verbs import VERBS
from tests.clause import clause

from .kit import Scene, german, us


def scene() -> Scene:
    """Four men of a squad against a tank."""
    return Scene(
        us("us.rifle-squad", (10, 20), name="Able", pick=("sergeant", "rifleman", "rifleman", "gunner")),
        german("de.panzer-iv", (30, 20), name="Panzer"),
    )


def told(after: Scene) -> list[tuple[int, str, int | str]]:
    """What has become of the units since they stood there unharmed."""
    return [(one.unit, one.what, one.value) for one in RULESET.changes(scene().state, after.state) if not one.detail]


def test_questions_about_fire_and_fighting_are_weighed() -> None:
    """And not those about marching, or about what to do at all."""
    yes = OneOf({"a": 1})
    assert all(RULESET.foresees(Decision(0, kind, yes, prompt="?", because=())) for kind in FORESEEN)
    for kind in ("move", "drive", "activate", "regroup", "get out", "set up"):
        assert not RULESET.foresees(Decision(0, kind, yes, prompt="?", because=()))


@clause("d10.shoot.table", "d10.gap.reaction-test", "d10.gap.rally-procedure", "d10.gap.assault-move")
@pytest.mark.parametrize(
    ("verb", "tells", "facts"),
    [
        ("was hit", {"hits": 3}, (((0, "hits"), 3),)),
        ("passed a reaction test", {"passed": True}, (((0, "reaction test"), "passes"),)),
        ("failed a reaction test", {"passed": False}, (((0, "reaction test"), "fails"),)),
        ("rallied", {"passed": True}, (((0, "rallies"), "yes"),)),
        ("did not rally", {"passed": False}, (((0, "rallies"), "no"),)),
        ("charged", {}, (((0, "reaches contact"), "yes"),)),
        ("fell short", {}, (((0, "reaches contact"), "no"),)),
        ("missed", {}, ()),
    ],
)
def test_what_the_state_does_not_keep_is_noted(verb: str, tells: dict[str, Any], facts: tuple[Any, ...]) -> None:
    """Hits, tests, and whether an assault got there."""
    assert verb in VERBS
    assert RULESET.noted(Event(verb, (), unit=0, tells=tells)) == facts
    assert all(fact[1] in MATTERS for fact, _ in facts)


@clause("d10.gap.wounds", "d10.morale.two-kinds")
def test_models_of_squads_and_wounds_of_individuals_are_told() -> None:
    """By what they were, as a detail; nothing where nothing has changed."""
    before = scene()
    after = scene()
    after.change("Able", men=after.unit("Able").men[1:3]).change("Panzer", 0, wounds=1)
    assert RULESET.changes(before.state, after.state) == [
        Change(0, "models lost", 2),
        Change(0, "lost: sergeant", 1, detail=True),
        Change(0, "lost: gunner", 1, detail=True),
        Change(1, "wounds lost", 3),
    ]
    assert RULESET.changes(before.state, before.state) == []
    assert {change.what for change in RULESET.changes(before.state, after.state) if not change.detail} <= set(MATTERS)


@clause("d10.morale.panic-unit", "d10.morale.rout-unit", "d10.morale.rout-removes", "d10.gap.vehicle-damage")
def test_panic_rout_and_destruction_are_told() -> None:
    """Who routs is not counted among the fallen; who is destroyed is; who has left the table has lost nobody."""
    assert told(scene().change("Able", panicked=True)) == [(0, "panics", "yes")]
    assert told(scene().change("Able", place="routed", men=())) == [(0, "routs", "yes")]
    assert told(scene().change("Able", place="exited", men=())) == []
    gone = scene().change("Able", place="destroyed", men=())
    assert told(gone) == [(0, "destroyed", "yes"), (0, "models lost", 4)]
    wreck = scene().change("Panzer", 0, wounds=0).change("Panzer", place="destroyed", men=())
    assert told(wreck) == [(1, "destroyed", "yes"), (1, "wounds lost", 4)]
    assert {"destroyed", "routs", "panics"} <= set(MATTERS)


def test_what_was_so_before_is_not_told_again() -> None:
    """A unit that was panicked and stays so; one that was gone."""
    panicked = scene().change("Able", panicked=True)
    after = scene().change("Able", panicked=True, moved=True)
    assert RULESET.changes(panicked.state, after.state) == []
    gone = scene().change("Able", place="routed", men=())
    assert RULESET.changes(gone.state, gone.change("Able", hold=True).state) == []


@clause("d10.gap.points")
def test_worth_is_shared_over_models_or_wounds() -> None:
    """73 points over four here, 176 over four wounds; three fifths of it while a unit is panicked."""
    found = scene()
    assert [RULESET.worth(found.state, number) for number in (0, 1)] == [73, 176]
    assert RULESET.worth(found.change("Able", men=(0,)).state, 0) == Fraction(73, 4)
    assert RULESET.worth(found.change("Able", panicked=True).state, 0) == Fraction(73 * 3, 20)
    assert RULESET.worth(found.change("Panzer", 0, wounds=3).state, 1) == 132
    assert RULESET.worth(found.change("Able", place="routed", men=()).state, 0) == 0
