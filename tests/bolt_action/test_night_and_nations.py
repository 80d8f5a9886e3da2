"""Rules that a table may switch on: fighting in the dark, and national characteristics."""

from typing import Any

import msgspec
import pytest

from sandtable.play.scenario import Enlisted, Force
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.harm.losses import remove_men
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.setup.forces import muster
from sandtable.rulesets.bolt_action.setup.set_up import next_on_agenda
from sandtable.table.data import DataError
from tests.clause import clause

from .kit import Scene, de, shift, stay, us
from .turn_kit import MISSES, change, facing, needs


@clause("ba.gap.night")
@pytest.mark.parametrize(
    ("distance", "dice", "order", "seen"),
    [
        (9, [4, 5], None, True),
        (9.001, [4, 5], None, False),
        (9, [4, 5], "down", True),
        (9.001, [4, 5], "down", False),
        (9.001, [4, 5], "ambush", False),
        (9.001, [4, 5], "rally", False),
        (15, [4, 5], "fire", True),
        (15.001, [4, 5], "fire", False),
        (15, [4, 5], "advance", True),
        (15, [4, 5], "run", True),
    ],
)
def test_in_the_dark_a_target_is_seen_within_two_dice(distance: float, dice: list[int], order: Any, seen: bool) -> None:
    """2D6 inches, and six more if its die shows Fire, Advance or Run; a target farther away is not shot at at all."""
    scene = facing(distance, dark=True)
    scene.state = with_unit(scene.state, 1, {"order": order})
    shots = [1] * (8 if distance <= 12 else 6)
    scene.order("Able", "fire", [*dice, *(shots if seen else [])], target="Foes")
    assert bool(scene.throws("to hit")) == seen
    assert bool(scene.events("saw nothing")) != seen
    assert scene.unit("Able").order == "fire"


@clause("ba.gap.night")
@pytest.mark.parametrize(("distance", "comes"), [(7, True), (7.001, False)])
def test_in_the_dark_an_assault_is_lost_as_well(distance: float, comes: bool) -> None:
    """Those who do not see their target seven inches away on a seven stay where they are."""
    scene = facing(distance, dark=True)
    answers: dict[str, Any] = {"move": stay(), "react": False} if comes else {}
    fight = [6, *[1] * 6, *[1] * 6, 1] if comes else []
    scene.order("Able", "assault", [3, 4, *fight], **answers)
    assert bool(scene.events("charged")) == comes
    assert (scene.point("Able") == (20, 20)) != comes
    assert scene.unit("Able").order == "run"


@clause("ba.gap.night")
@pytest.mark.parametrize(("turn", "dice", "dark"), [(1, [], True), (2, [5], True), (2, [6], False), (5, [3], False)])
def test_day_breaks_on_eight_with_the_turn(turn: int, dice: list[int], dark: bool) -> None:
    """From turn 2 a die and the number of the turn of 8 or more end the dark; by day nobody rolls."""
    scene = change(facing(12, dark=True, turn=turn), phase="start")
    scene.start_turn(dice)
    assert scene.state.dark == dark
    if not dark:
        scene.order("Able", "fire", [1, 1, *MISSES], target="Foes")
        assert not scene.throws("peers into the dark")


@clause("ba.gap.night")
@pytest.mark.parametrize("night", [False, True])
def test_night_is_a_switch(night: bool) -> None:
    """The battle begins in the dark only if the table says so."""
    scene = change(Scene(us("us.medic", name="Able"), de("us.medic", name="Foes"), night=night), agenda=("centre",))
    scene.run(next_on_agenda)
    assert scene.state.dark == night


def nations(troop: str, men: int = 0, *, national: bool = True, **rest: Any) -> Scene:
    """A unit of some nation and a US squad ten inches away."""
    return Scene(
        us(troop, (20, 20), name="Able", men=men, bearing=90),
        de("us.rifle-squad", (34, 20), name="Foes", men=6),
        national_rules=national,
        **rest,
    )


@clause("ba.gap.national-rules")
@pytest.mark.parametrize(
    ("troop", "weapon", "national", "shots"),
    [
        ("de.mmg-team", "Medium machine gun", True, 5),
        ("de.mmg-team", "Medium machine gun", False, 4),
        ("de.hmg-team", "Heavy machine gun", True, 3),
        ("us.mmg-team", "Medium machine gun", True, 4),
        ("de.grenadier-squad", "Light machine gun", True, 4),
        ("de.grenadier-squad", "Light machine gun", False, 3),
        ("gb.infantry-section", "Light machine gun", True, 3),
    ],
)
def test_german_machine_guns_fire_a_shot_more(troop: str, weapon: str, national: bool, shots: int) -> None:
    """LMG and MMG of Germans have one more shot; the heavy machine gun and other nations have not."""
    squad = "squad" in troop or "section" in troop
    scene = nations(troop, 5 if squad else 0, national=national)
    scene.order("Able", "fire", [1] * (shots + (2 if squad else 0)), target="Foes")
    (thrown,) = scene.throws(f"({weapon}) at Foes")
    assert len(thrown.faces) == shots


@clause("ba.gap.national-rules")
@pytest.mark.parametrize(
    ("troop", "national", "reasons"),
    [
        ("de.grenadier-squad", True, "-1 for pins"),
        ("de.grenadier-squad", False, "-1 for pins, -1 NCO lost"),
        ("gb.infantry-section", True, "-1 for pins, -1 NCO lost"),
    ],
)
def test_a_german_squad_replaces_its_nco(troop: str, national: bool, reasons: str) -> None:
    """Another man takes the place of a lost NCO, so that morale does not suffer."""
    scene = nations(troop, 5, national=national)
    nco = scene.unit("Able").men[0]
    scene.run(lambda play: remove_men(play, 0, [nco], "ba.gap.national-rules"))
    scene.state = with_unit(scene.state, 0, {"pins": 1})
    scene.order("Able", "rally", [6, 5])
    assert scene.throws("order test")[0].needs.endswith(f"(9, {reasons})")


@clause("ba.gap.national-rules")
@pytest.mark.parametrize(("national", "needed"), [(True, "3+"), (False, "4+ (-1 on the move)")])
def test_us_rifles_shoot_on_the_move_without_penalty(national: bool, needed: str) -> None:
    """Rifles and automatic rifles of the US take no -1 on an Advance."""
    scene = facing(10, national_rules=national)
    scene.order("Able", "advance", [1, 1, *MISSES], move=shift(0, 0.1), target="Foes")
    assert needs(scene, "Rifle") == needed
    assert needs(scene, "Automatic rifle") == needed


@clause("ba.gap.national-rules")
def test_other_rifles_do_not() -> None:
    """German rifles and every machine gun shoot at -1 on the move."""
    scene = nations("de.grenadier-squad", 5)
    scene.order("Able", "advance", [1] * 6, move=shift(0, 0.1), target="Foes")
    assert "-1 on the move" in needs(scene, "Rifle")
    assert "-1 on the move" in needs(scene, "Light machine gun")


HALF_LOST = [1, 1, 3, 3, 3, 1, 1, 1, 3, 3, 3]  # three hits, three casualties of inexperienced men


def soviets(*, national: bool = True, troop: str = "su.rifle-squad") -> Scene:
    """A US squad in a column, and six men of another nation before it."""
    spots = tuple((20.0, 20 + 1.5 * place) for place in range(1, 6))
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6, spots=spots, bearing=90),
        de(troop, (33, 20), name="Foes", men=6, spots=tuple((33.0, y) for _, y in spots), quality="inexperienced"),
        national_rules=national,
    )


@clause("ba.gap.national-rules")
@pytest.mark.parametrize(("again", "place"), [([3, 4], "table"), ([4, 4], "destroyed")])
def test_soviets_check_twice_before_they_break(again: list[int], place: str) -> None:
    """A failed check that would destroy the unit is rolled again, once."""
    scene = soviets().order("Able", "fire", [*HALF_LOST, 6, 6, *again], target="Foes")
    assert scene.unit("Foes").place == place
    assert [event.tells["passed"] for event in scene.events("checked morale")] == [False, place == "table"]


@clause("ba.gap.national-rules")
@pytest.mark.parametrize(("troop", "national"), [("su.rifle-squad", False), ("us.rifle-squad", True)])
def test_nobody_else_does(troop: str, national: bool) -> None:
    """Without the switch, or in another army, the first failure is the end."""
    scene = soviets(national=national, troop=troop).order("Able", "fire", [*HALF_LOST, 6, 6], target="Foes")
    assert scene.unit("Foes").place == "destroyed"


@clause("ba.gap.national-rules")
def test_a_check_that_only_sends_them_down_is_not_rolled_again() -> None:
    """Soviets who do not dare to assault a tank go Down, with no second try."""
    scene = Scene(
        us("su.rifle-squad", (20, 20), name="Able", men=6),
        de("us.sherman", (36, 20), name="Tank", bearing=270, fields={"order": "rally"}),
        national_rules=True,
    )
    scene.order("Able", "assault", [6, 5])
    assert scene.unit("Able").order == "down"
    assert len(scene.events("checked morale")) == 1


def force(nation: str, *units: Enlisted) -> Force:
    """A force of some nation."""
    return Force("Force", nation, units)


BRITISH = force(
    "British",
    Enlisted("gb.second-lieutenant"),
    Enlisted("gb.infantry-section"),
    Enlisted("gb.infantry-section"),
    Enlisted("gb.artillery-observer"),
)
SOVIETS = force(
    "Soviet", Enlisted("su.second-lieutenant"), Enlisted("su.rifle-squad"), Enlisted("su.rifle-squad", men=6)
)


@clause("ba.gap.national-rules")
@pytest.mark.parametrize(("brought", "paid", "free"), [(BRITISH, 50 + 123 + 123, 100), (SOVIETS, 50 + 65, 107)])
def test_what_the_british_and_the_soviets_get_for_nothing(brought: Force, paid: int, free: int) -> None:
    """An artillery observer and one inexperienced squad, the dearest, cost no points; without the switch they do."""
    assert len(muster(brought, paid, "test", "forces[0]", national_rules=True)) == len(brought.units)
    assert len(muster(brought, paid + free, "test", "forces[0]")) == len(brought.units)
    for points, national in ((paid - 1, True), (paid + free - 1, False)):
        with pytest.raises(DataError, match="points"):
            muster(brought, points, "test", "forces[0]", national_rules=national)


@clause("ba.gap.national-rules")
@pytest.mark.parametrize("national", [False, True])
def test_a_battle_musters_its_forces_by_the_switch(national: bool) -> None:
    """A Soviet force that is over its points by less than a squad is allowed with national rules only."""
    scenario = RULESET.scenario("attrition")
    many = force(
        "Soviet",
        Enlisted("su.second-lieutenant"),
        *[Enlisted("su.rifle-squad")] * 5,
        Enlisted("su.is-2"),
        Enlisted("su.heavy-mortar"),
    )
    scenario = msgspec.structs.replace(scenario, forces=(many, scenario.forces[1]))
    if national:
        assert RULESET.setup(scenario, Options(national_rules=True)).units
    else:
        with pytest.raises(DataError, match="1030 points"):
            RULESET.setup(scenario, Options())
