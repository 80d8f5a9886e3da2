"""What forecasts speak of: notes on the way, what becomes of Units, what they are worth."""

from fractions import Fraction

from sandtable.odds.forecast import Standing, forecast
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.events import Event
from sandtable.play.shown import Change
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.telling.stakes import FORESEEN, MATTERS
from tests.clause import clause

from .kit import Scene, german, us


def scene() -> Scene:
    """Four Teams against three guns."""
    return Scene(
        us("us.rifle-platoon", (10, 20), name="Able", pick=("PL", "Rifle Team", "Rifle Team", "LMG Team")),
        german("de.at-platoon", (30, 20), name="Paks"),
    )


def test_questions_about_fire_and_fighting_are_weighed() -> None:
    """And not those about marching, or about what a die will only say."""
    yes = OneOf({"a": 1})
    assert all(RULESET.foresees(Decision(0, kind, yes, prompt="?", because=())) for kind in FORESEEN)
    for kind in ("move", "activate", "suppress", "pursue", "set up"):
        assert not RULESET.foresees(Decision(0, kind, yes, prompt="?", because=()))


def test_what_the_state_does_not_keep_is_noted() -> None:
    """Hits, checks, ranging in, halted assaults; not the checks of counter-attacks, which come again and again."""
    noted = {
        ("checked its Training", "activation"): (((0, "Training Check"), "passes"),),
        ("checked its Training", "morale"): (((0, "Training Check"), "passes"),),
        ("checked its Training", "counter-attack"): (),
    }
    for (verb, why), facts in noted.items():
        assert RULESET.noted(Event(verb, (), unit=0, tells={"passed": True, "why": why})) == facts
    assert RULESET.noted(Event("was hit", (), unit=1, tells={"hits": 3})) == (((1, "hits"), 3),)
    assert RULESET.noted(Event("ranged in", (), unit=0, tells={"passed": False})) == (((0, "ranges in"), "no"),)
    assert RULESET.noted(Event("halted", (), unit=0)) == (((0, "is halted"), "yes"),)
    assert RULESET.noted(Event("recovered", (), unit=0)) == ()


@clause("fraley.save.removed", "fraley.suppression.per-3-fp")
def test_losses_and_markers_are_told() -> None:
    """Teams that are gone, by what they were; markers that have come."""
    before, after = scene(), scene().change("Able", 1, marks=2).change("Able", men=(0, 1, 2))
    assert RULESET.changes(before.state, after.state) == [
        Change(0, "Teams lost", 1),
        Change(0, "lost: LMG Team", 1, detail=True),
        Change(0, "suppression", 2),
    ]
    assert RULESET.changes(before.state, before.state) == []
    assert RULESET.changes(after.state, before.state) == []


@clause("fraley.company.fail")
def test_destruction_and_retreat_are_told() -> None:
    """A Unit that is gone, and a company that calls it off; one that left by the far edge has lost nobody."""
    gone = scene().change("Paks", place="destroyed", men=())
    found = [one.what for one in RULESET.changes(scene().state, gone.state)]
    assert found[0] == "destroyed" and "Teams lost" in found
    left = scene().change("Able", place="exited", men=())
    assert "Teams lost" not in [one.what for one in RULESET.changes(scene().state, left.state)]
    beaten = Scene(us("us.rifle-platoon", (10, 20), name="Able", men=1), fields={"retreats": (0,)})
    calm = Scene(us("us.rifle-platoon", (10, 20), name="Able", men=1))
    assert RULESET.changes(calm.state, beaten.state) == [Change(0, "retreats", "yes")]
    assert {"destroyed", "Teams lost", "suppression", "retreats"} <= set(MATTERS)


@clause("fraley.gap.points")
def test_worth_is_shared_over_teams() -> None:
    """85 points over four here; one that is suppressed is worth three quarters of its share."""
    found = scene()
    assert RULESET.worth(found.state, 0) == 85
    assert RULESET.worth(found.change("Able", 1, marks=1).state, 0) == Fraction(85 * 15, 16)
    assert RULESET.worth(found.change("Able", men=(0, 1)).state, 0) == Fraction(85 * 7, 16)
    assert RULESET.worth(found.change("Able", place="destroyed").state, 0) == 0


@clause("fraley.cc.reroll")
def test_the_forecast_of_a_reroll_ends_with_its_check() -> None:
    """What the Unit does afterwards is another question."""
    start = Scene(
        us("us.rifle-platoon", (10, 20), name="Able", men=2), us("us.cc", (14, 20), name="Boss"),
        german("de.mg-platoon", (10, 30), name="MGs"),
    ).state  # fmt: skip
    standing = Standing(RULESET, start, ("u0", bytes([1])), start, 0)
    found = forecast(standing, True)
    assert not found.trials
    spread = {facts: weight for end in found.outcomes.ends for facts, weight in end.facts.items()}
    assert {dict(facts)[0, "Training Check"] for facts in spread} == {"passes", "fails"}
    assert all(len(facts) == 1 for facts in spread)
