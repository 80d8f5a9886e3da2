"""HORROR: who checks for what, and what a failure does."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.nerve.cool import may_not_command
from sandtable.rulesets.sotr.nerve.horror import dares_to_charge, horror_of, maintenance_checks, stands_charge
from tests.clause import clause

from .kit import Scene, Side, reich, us


def near(x: float, other: Side | None = None, **options: Any) -> Scene:
    """A squad at (20, 20) and zombies (bases of half an inch) with their first model to its right."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        other or reich("reich.zombies", (x, 20), name="Mob", men=2),
        **options,
    )


@clause("sotr.horror.definition", "sotr.gap.horror-types")
@pytest.mark.parametrize(
    ("troop", "kind"),
    [
        ("zombies", "zombie"),
        ("werewolves", "werewolf"),
        ("vampire", "vampire"),
        ("panzermech", "mech"),
        ("titan", "titan"),
    ],
)
def test_monsters_and_giant_robots_cause_it(troop: str, kind: str) -> None:
    """Each its own type; ordinary troops none."""
    scene = Scene(reich(f"reich.{troop}", (20, 20)), reich("reich.sturmgrenadiers", (40, 20)))
    assert horror_of(scene.state, 0) == kind
    assert horror_of(scene.state, 1) == ""


@clause("sotr.horror.maintenance-trigger", "sotr.horror.once-per-type")
@pytest.mark.parametrize(("x", "checks"), [(27, True), (27.001, False)])
def test_within_six_inches(x: float, checks: bool) -> None:
    """From base to base; a check that is passed is never made again."""
    scene = near(x)
    scene.call(maintenance_checks, 0, dice=[3, 4] if checks else [])
    assert scene.unit("Able").horrors == (("zombie",) if checks else ())
    assert not scene.unit("Able").fleeing
    scene.call(maintenance_checks, 0)
    assert not scene.news


@clause("sotr.horror.maintenance-trigger")
def test_a_side_s_own_monsters_are_a_horror_too() -> None:
    """The book speaks of a unit and a model, whose it may be; unless the table says otherwise."""
    own = us("reich.zombies", (24, 20), name="Mob", men=1)
    near(0, own, horror_from_friends=False).call(maintenance_checks, 0)
    scene = near(0, own)
    scene.call(maintenance_checks, 0, dice=[1, 1])
    assert scene.unit("Able").horrors == ("zombie",)


@clause("sotr.horror.maintenance-fail", "sotr.overwatch.lost-events", "sotr.officer.no-command-horror")
def test_failing_makes_it_flee_without_a_move() -> None:
    """Fleeing and Disorganized at once, off Overwatch; its Officer is silent; it runs when it is activated."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, each={"overwatch": True}),
        reich("reich.zombies", (20, 24), name="Mob", men=1),
    )
    before = scene.point("Able")
    scene.call(maintenance_checks, 0, dice=[4, 5])
    able = scene.unit("Able")
    assert (able.fleeing, able.disorganized, able.dread) == (True, True, 2)
    assert not scene.man("Able").overwatch
    assert scene.point("Able") == before
    assert [one.needs for one in scene.throws()] == ["8 or less"]
    assert may_not_command(scene.change("Able", fleeing=False).state, 0) is not None


@clause("sotr.horror.maintenance-only-trigger")
def test_nothing_else_horrifies_in_maintenance() -> None:
    """A monster in plain sight at seven inches does not, nor do ordinary enemies next to it."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        reich("reich.vampire", (29, 20)),
        reich("reich.sturmgrenadiers", (20, 22), men=2),
    )
    scene.call(maintenance_checks, 0)
    assert not scene.news


@clause("sotr.horror.immune", "sotr.frenzy.horror", "sotr.gap.vehicle-morale")
@pytest.mark.parametrize(
    "victim",
    [
        us("reich.werewolves", (20, 20), each={"frenzied": False}),  # causes it
        us("us.rifle-squad", (20, 20), men=2, each={"frenzied": True}),
        us("reich.zombies", (20, 20), card={"horror": ""}, men=2),  # mindless
        us("us.jeep", (20, 20)),
        us("us.rifle-squad", (20, 20), men=2, each={"down": True}),
    ],
)
def test_who_is_immune(victim: Side) -> None:
    """Those who cause HORROR, the Frenzied, the mindless, machines; a unit all DOWN takes no tests."""
    scene = Scene(victim, reich("reich.vampire", (20, 24), name="Vampire"))
    scene.call(maintenance_checks, 0)
    assert scene.call(stands_charge, 0, "Vampire") is True
    assert scene.call(dares_to_charge, 0, "Vampire") is True
    assert not scene.news


@clause("sotr.horror.ex-werewolf", "sotr.horror.once-per-type")
def test_charged_by_a_werewolf_from_afar() -> None:
    """It checks for the charge and not again for being within six inches."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="A", pick=("rifleman",)), reich("reich.werewolves", (29, 20), name="Wolves")
    )
    assert scene.call(stands_charge, "A", "Wolves", dice=[3, 4]) is True
    close = Scene(
        us("us.rifle-squad", (20, 20), name="A", pick=("rifleman",), fields={"horrors": scene.unit("A").horrors}),
        reich("reich.werewolves", (22, 20)),
    )
    close.call(maintenance_checks, 0)
    assert not close.news


@clause("sotr.horror.ex-zombie", "sotr.horror.once-per-type")
def test_charging_zombies_and_charged_by_others() -> None:
    """One check covers every zombie unit."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="A", pick=("rifleman",)),
        reich("reich.zombies", (30, 20), name="Mob", men=2),
        reich("reich.zombies", (20, 30), name="Other", men=2),
    )
    assert scene.call(dares_to_charge, "A", "Mob", dice=[3, 4]) is True
    assert scene.call(stands_charge, "A", "Other") is True


@clause("sotr.horror.ex-vampire", "sotr.horror.once-per-type")
def test_a_vampire_is_another_type() -> None:
    """Having passed against Werewolves, the unit must still check against the Vampire."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="A", pick=("rifleman",)),
        reich("reich.werewolves", (29, 20), name="Wolves"),
        reich("reich.vampire", (20, 30), name="Vampire"),
    )
    assert scene.call(stands_charge, "A", "Wolves", dice=[3, 4]) is True
    assert scene.call(stands_charge, "A", "Vampire", dice=[3, 5]) is False
    assert scene.unit("A").horrors == ("werewolf", "vampire")


@clause("sotr.horror.once-per-type")
def test_two_types_are_two_checks() -> None:
    """Failing one of them uses that up, too; the second is taken without the Officer, who is Disorganized by then."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2),
        reich("reich.zombies", (20, 24), name="Mob", men=2),
        reich("reich.vampire", (20, 15)),
    )
    scene.call(maintenance_checks, 0, dice=[6, 6, 3, 4])
    assert scene.unit("Able").horrors == ("zombie", "vampire")
    assert [one.needs for one in scene.throws()] == ["8 or less", "7 or less"]
    assert scene.unit("Able").fleeing


@clause("sotr.assault.horror-check", "sotr.assault.horror-charged-fail")
def test_a_unit_that_does_not_stand_flees() -> None:
    """Fleeing and Disorganized."""
    scene = near(25)
    assert scene.call(stands_charge, "Able", "Mob", dice=[4, 4]) is False
    assert (scene.unit("Able").fleeing, scene.unit("Able").disorganized) == (True, True)


@clause("sotr.assault.horror-charging-fail", "sotr.officer.no-command-horror")
def test_a_unit_that_dares_not_charge_is_not_disorganized() -> None:
    """Only its Officer is silent for the turn."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=2), reich("reich.zombies", (25, 20), name="Mob"))
    assert scene.call(dares_to_charge, "Able", "Mob", dice=[4, 5]) is False
    able = scene.unit("Able")
    assert (able.fleeing, able.disorganized, able.dread) == (False, False, -2)
    assert may_not_command(scene.state, 0) is not None
    assert scene.call(dares_to_charge, "Able", "Mob") is True  # the record is used up


@clause("sotr.horror.maintenance-trigger")
def test_a_hidden_monster_horrifies_nobody() -> None:
    """What is not known to be there tells nobody so by a check."""
    scene = near(0, reich("reich.vampire", (25, 20), fields={"hidden": True}))
    scene.call(maintenance_checks, 0)
    assert not scene.news


@clause("sotr.horror.maintenance-trigger")
def test_dice_of_a_hidden_unit_do_not_name_it() -> None:
    """Its check is thrown in the open, but what comes of it is its owner's to know."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), fields={"hidden": True}),
        reich("reich.zombies", (26, 20), men=1),
    )
    scene.call(maintenance_checks, 0, dice=[6, 6])
    assert "Able" not in scene.throws()[0].why
    assert scene.event("failed a HORROR check").known_to == 0
