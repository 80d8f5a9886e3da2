"""Morale: what calls for a check, what it is made on, panic and rout."""

from typing import Any

import pytest

from sandtable.mechanics.modifiers import Modifier
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.checks import command_score
from sandtable.rulesets.d10.basics.sight import look
from sandtable.rulesets.d10.fire.shooting import struck
from sandtable.rulesets.d10.harm.armour import Hit
from sandtable.rulesets.d10.melee.assault import answers
from sandtable.rulesets.d10.nerve.morale import check, routs
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.setup.forces import raise_unit, troops
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.activation import activate
from tests.clause import clause

from .kit import Scene, german, us

LOST, CASUALTY, WOUNDS = "d10.morale.lost-combat", "d10.morale.unit-casualty", "d10.morale.individual-wounds"


def squad(men: int, strength: int = 10, troop: str = "de.volkssturm-squad", **rest: Any) -> Scene:
    """Able's one rifleman, and Germans ten inches off of whom so many are left. They have Command 5."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        german(troop, (20, 30), name="Berta", men=men, strength=strength, card={"command": 5}),
        **rest,
    )


def lone(troop: str, wounds: int, **rest: Any) -> Scene:
    """An individual with so many wounds left, and an enemy far off."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        german(troop, (40, 40), name="Berta", each={"wounds": wounds}),
        **rest,
    )


async def hit(play: Play[Battle], hits: int, strength: int = 4, at: int = 0) -> None:
    """Able hits Berta."""
    await struck(play, 0, 1, (Hit(hits, strength, at),), play.state.units[1].men)


def fails(scene: Scene) -> Scene:
    """Berta fails a check."""
    assert not scene.call(check, "Berta", "a test", LOST, dice=[1])
    return scene


# ---- when


@clause(CASUALTY)
@pytest.mark.parametrize(("men", "checks"), [(7, False), (6, False), (5, True), (4, True)])
def test_a_squad_checks_below_half(men: int, checks: bool) -> None:
    """One of them falls: ten men down to five do not check, down to four they do, and again at three."""
    scene = squad(men).order("Able", "shoot", dice=[6, 6, *([5] if checks else [])])
    assert len(scene.unit("Berta").men) == men - 1
    assert len(scene.throws("morale")) == checks


@clause(CASUALTY)
@pytest.mark.parametrize(("strength", "left", "checks"), [(9, 5, False), (9, 4, True), (4, 2, False), (3, 1, True)])
def test_half_of_an_odd_number(strength: int, left: int, checks: bool) -> None:
    """Four of nine are less than half."""
    scene = squad(left + 1, strength).order("Able", "shoot", dice=[6, 6, *([5] if checks else [])])
    assert len(scene.throws("morale")) == checks


@clause(CASUALTY)
def test_without_a_casualty_there_is_no_check() -> None:
    """However few they are: a hit that does not wound, or a miss."""
    assert squad(3).order("Able", "shoot", dice=[6, 5]).throws("morale") == []
    assert squad(3).order("Able", "shoot", dice=[5]).throws("morale") == []


@clause(CASUALTY)
def test_one_check_for_one_order() -> None:
    """Three fall at once, and all dice for damage come first."""
    scene = squad(6)
    scene.call(hit, 3, dice=[6, 6, 6, 5])
    assert len(scene.throws("morale")) == 1
    assert scene.told("lost models", "passed a morale check") == [("lost models", 1), ("passed a morale check", 1)]


@clause(WOUNDS, "d10.morale.two-kinds")
@pytest.mark.parametrize(
    ("troop", "before", "checks"),
    [
        ("de.second-lieutenant", 3, False),
        ("de.second-lieutenant", 2, True),
        ("de.sniper-team", 2, False),
        ("de.stug", 4, False),
        ("de.stug", 3, False),
        ("de.stug", 2, True),
        ("de.panther", 4, False),
        ("de.panther", 3, True),
    ],
)
def test_individuals_check_by_their_wounds(troop: str, before: int, checks: bool) -> None:
    """One wound each: an officer of three checks at one, a tank of four at one and not at two, of five at two."""
    scene = lone(troop, before)
    scene.call(hit, 1, 10, 1, dice=[10, *([9] if checks else [])])
    assert scene.model("Berta").wounds == before - 1
    assert len(scene.throws("morale")) == checks


@clause(WOUNDS)
def test_it_checks_again_with_every_further_wound() -> None:
    """A tank of five at two wounds, and at one."""
    scene = lone("de.panther", 3)
    scene.call(hit, 1, 10, 1, dice=[10, 9])
    scene.call(hit, 1, 10, 1, dice=[10, 9])
    assert scene.model("Berta").wounds == 1
    assert scene.unit("Berta").on_table


@clause("d10.morale.two-kinds", "d10.gap.guns")
def test_who_is_an_individual() -> None:
    """One model with two wounds or more; everybody else is counted by models, a gun by its crew."""
    for name in troops():
        made = raise_unit(Enlisted(name), "test", "unit")
        alone = len(made.models) == 1 and made.models[0].wounds >= 2
        assert made.card.individual is alone, name
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        german("de.heavy-at-gun", (20, 30), name="Berta", men=3, strength=5, gap=0.1),
    )
    scene.call(hit, 1, dice=[6, 4])  # two of five left, and the gun does not count
    assert scene.unit("Berta").place == "routed"
    assert not scene.state.layout.on_table(scene.unit("Berta").gun)


def brawl(ours: int, theirs: int, strength: int = 0, **fields: Any) -> Scene:
    """Able and Berta, one model of each in contact."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",) * ours, gap=1, strength=ours),
        german(
            "de.grenadier-squad",
            (20, 21),
            name="Berta",
            pick=("rifleman",) * theirs,
            spots=tuple((20.0, 21.0 + 2 * step) for step in range(1, theirs)),
            strength=strength,
            fields=fields,
        ),
    )


@clause(LOST, "d10.morale.panic-unit")
def test_who_lost_a_close_combat_checks() -> None:
    """Two of three are left, more than half: it panics, and stays in contact."""
    scene = brawl(1, 3).order("Able", "assault", dice=[10, 1, 10, 1])
    assert scene.told("panicked") == [("panicked", 1)]
    assert LOST in {clause for one in scene.throws("morale") for clause in one.because}
    assert scene.unit("Berta").panicked


@clause("d10.morale.unit-not-in-cc", LOST)
def test_casualties_in_close_combat_are_no_reason() -> None:
    """One falls on either side: a draw, and nobody checks, though Berta is below half."""
    scene = brawl(1, 3, 6).order("Able", "assault", dice=[10, 10, 10, 10])
    assert (len(scene.unit("Able").men), len(scene.unit("Berta").men)) == (0, 2)
    assert scene.throws("morale") == []


@clause("d10.morale.unit-not-in-cc", LOST, "d10.morale.rout-unit")
def test_a_loser_below_half_checks_once() -> None:
    """For the combat, not for the casualty too; it routs."""
    scene = brawl(1, 3, 6).order("Able", "assault", dice=[10, 1, 10, 1])
    assert len(scene.throws("morale")) == 1
    assert scene.unit("Berta").place == "routed"


# ---- the test


@clause("d10.morale.test", "d10.test.default-diff")
@pytest.mark.parametrize(("die", "stands"), [(5, True), (4, False)])
def test_a_check_is_command_against_four(die: int, stands: bool) -> None:
    """CM 5 passes on 5+; a passed check changes nothing."""
    scene = squad(10)
    before = scene.state
    assert scene.call(check, "Berta", "a test", LOST, dice=[die]) is stands
    assert scene.thrown("morale")[0][2] == "5+"
    assert (scene.state.units == before.units) is stands


@clause("d10.shoot.natural-1", "d10.shoot.natural-10", "d10.morale.test")
def test_natural_ones_and_tens() -> None:
    """Everywhere by default: a score never lies beyond 2 to 10. By the switch it may."""
    worse = [Modifier(-2, "enemies", "d10.rally.short")]
    assert command_score(1, Options(), worse) == 10
    assert command_score(1, Options(natural_rule_everywhere=False), worse) == 11
    better = [Modifier(2, "friends", "d10.rally.short")]
    assert command_score(9, Options(), better) == 2
    assert command_score(9, Options(natural_rule_everywhere=False), better) == 0


# ---- panic and rout


@clause("d10.morale.panic-unit", "d10.morale.rout-unit", "d10.gap.panic-again")
@pytest.mark.parametrize(
    ("men", "exactly_half", "place"),
    [(10, "panic", "table"), (6, "panic", "table"), (5, "panic", "table"), (5, "rout", "routed"), (6, "rout", "table"),
     (4, "panic", "routed"), (4, "rout", "routed")],
)  # fmt: skip
def test_the_rows_for_units(men: int, exactly_half: str, place: str) -> None:
    """More than half left: panic. Less: rout. Exactly half is for a switch to say."""
    scene = fails(squad(men, exactly_half=exactly_half))
    assert scene.unit("Berta").place == place
    assert scene.unit("Berta").panicked is (place == "table")


@clause("d10.morale.panic-individual", "d10.morale.rout-individual")
@pytest.mark.parametrize(
    ("wounds", "exactly_half", "place"),
    [(4, "panic", "table"), (3, "rout", "table"), (2, "panic", "table"), (2, "rout", "routed"), (1, "panic", "routed")],
)
def test_the_rows_for_individuals(wounds: int, exactly_half: str, place: str) -> None:
    """By wounds of four; the event says which row."""
    scene = fails(lone("de.stug", wounds, exactly_half=exactly_half))
    assert scene.unit("Berta").place == place
    verb, clause_of = ("panicked", "d10.morale.panic-individual") if place == "table" else (
        "routed", "d10.morale.rout-individual")  # fmt: skip
    assert clause_of in scene.event(verb).because


@clause("d10.gap.panic-again")
def test_a_second_panic() -> None:
    """It stays panicked, or by the switch it routs; below half it routs anyway."""
    scene = fails(squad(6).change("Berta", panicked=True))
    assert scene.told("stayed panicked") == [("stayed panicked", 1)]
    assert scene.unit("Berta").panicked
    assert fails(squad(6, second_panic_routs=True).change("Berta", panicked=True)).unit("Berta").place == "routed"
    assert not routs(squad(6, second_panic_routs=True).state, 1)
    assert fails(squad(4).change("Berta", panicked=True)).unit("Berta").place == "routed"


@clause("d10.morale.panic-no-reaction-shoot")
def test_panic_takes_hold_away() -> None:
    """At once."""
    scene = fails(squad(6).change("Berta", hold=True))
    assert scene.unit("Berta").panicked
    assert not scene.unit("Berta").hold


@clause("d10.morale.rout-removes", "d10.morale.rout-unit")
def test_a_rout_removes_all_models() -> None:
    """A squad of four that routs is off the table, out of the battle."""
    scene = squad(4)
    men = scene.unit("Berta").men
    fails(scene)
    assert not any(scene.state.layout.on_table(man) for man in men)
    assert scene.unit("Berta").men == ()
    assert not scene.unit("Berta").alive
    assert scene.event("routed").figures == men


@clause("d10.morale.rout-individual", "d10.morale.rout-removes")
def test_a_vehicle_that_routs_is_removed() -> None:
    """As the sheet prints: nothing of it stays on the battlefield."""
    scene = lone("de.stug", 1)
    (hull,) = scene.unit("Berta").men
    fails(scene)
    assert scene.event("routed").figures == (hull,)
    assert not scene.state.layout.on_table(hull)
    assert scene.state.terrain == ()


@clause("d10.morale.rout-individual", "d10.gap.vehicle-damage")
def test_by_the_switch_an_abandoned_vehicle_is_a_wreck() -> None:
    """It stands there, and blocks sight."""
    scene = fails(lone("de.stug", 1, abandoned_leave_wrecks=True))
    assert "d10.morale.rout-individual" in scene.event("was abandoned").because
    wreck = scene.state.terrain[-1]
    assert wreck.kind == "wreck"
    watch = Scene(
        us("us.rifle-squad", (40, 30), name="Able", pick=("rifleman",)),
        german("de.grenadier-squad", (40, 47), name="Berta", pick=("rifleman",)),
        ground=[wreck],
    )
    assert not look(watch.state, watch.unit("Able").men, watch.unit("Berta").men)[0][0].seen
    assert len(fails(lone("de.second-lieutenant", 1, abandoned_leave_wrecks=True)).state.terrain) == 0


# ---- what the panicked may not do


@clause("d10.morale.panic-no-hold", "d10.morale.panic-no-shoot", "d10.morale.panic-no-assault")
def test_a_panicked_unit_may_only_move() -> None:
    """If it has not rallied: Hold, Shoot and Assault are barred, each by its clause."""
    scene = squad(6).change("Berta", panicked=True)
    scene.call(activate, "Berta", dice=[6], order="nothing")  # an enemy within 12 inches: it needs 7
    assert scene.barred("order") == {
        "hold": ("d10.morale.panic-no-hold",),
        "shoot": ("d10.morale.panic-no-shoot",),
        "assault": ("d10.morale.panic-no-assault",),
        "flee": ("d10.gap.panic-move",),
    }
    assert {"move", "rush"} <= set(scene.offered("order"))
    calm = squad(6)
    calm.call(activate, "Berta", order="nothing")
    assert {"hold", "shoot", "assault"} <= set(calm.offered("order"))


@clause("d10.morale.panic-no-assault", "d10.gap.rally-procedure")
def test_a_panicked_unit_in_contact_fights_on() -> None:
    """It may not rally, and may be given Assault."""
    scene = brawl(1, 3, panicked=True)
    scene.call(activate, "Berta", order="nothing")
    assert "assault" in scene.offered("order")
    assert scene.throws() == []


@clause("d10.morale.panic-no-counter-charge")
def test_a_panicked_unit_does_not_counter_charge() -> None:
    """With or without Hold; one that keeps its head does."""
    for needs_hold in (True, False):
        scene = squad(6, counter_charge_needs_hold=needs_hold).change("Berta", hold=True)
        assert "counter-charge" in answers(scene.state, 0, 1)
        assert answers(scene.change("Berta", panicked=True).state, 0, 1) == []
