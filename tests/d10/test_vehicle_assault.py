"""Foot against vehicles in contact, vehicles that assault, and vehicles that simply drive away."""

import pytest

from sandtable.rulesets.d10.basics.units import engaged
from tests.clause import clause

from .kit import Scene, because, drive, german, takes, terrain, us

MEN = ("rifleman",) * 6
AT_SHERMAN = tuple((20 + place * 1.1, 21.76) for place in range(1, 6))  # the hull lies east and west


def tank(men: int = 5, troop: str = "us.sherman", squad: str = "de.grenadier-squad", **rest: object) -> Scene:
    """A tank that lies east and west with a squad along its southern side."""
    fields = rest.pop("fields", {})
    return Scene(
        us(troop, (21.5, 20), name="Tank", bearing=90, fields=fields),
        german(squad, (20, 21.76), name="Berta", men=men, spots=AT_SHERMAN, strength=9, gap=0.1),
        **rest,  # type: ignore[arg-type]
    )


@clause("d10.gap.vehicle-assault")
def test_three_models_harm_an_armoured_vehicle_with_grenades() -> None:
    """Five touch it, three strike: AS 4 against AS 2 needs 4; grenades of strength 4 against T 7 less 2 need 7."""
    scene = tank().order("Berta", "assault", dice=[1, 1, 4, 1, 1, 7, 10])
    blows = scene.throws("Berta's blows")
    assert [(len(throw.faces), throw.needs) for throw in blows] == [(3, "4+")]
    assert scene.thrown("Tank's 1 hit") == [("Tank's 1 hit at strength 4", (7,), "7+")]
    assert scene.model("Tank").wounds == 3


@clause("d10.gap.vehicle-assault", "d10.gap.combat-fight")
def test_a_vehicle_strikes_back_twice_at_strength_4() -> None:
    """AS 2 against AS 4 needs 8."""
    scene = tank().order("Berta", "assault", dice=[8, 1, 1, 1, 1, 6, 10])
    assert scene.thrown("Tank's blows") == [("Tank's blows at Berta, strength 4", (8, 1), "8+")]
    assert scene.thrown("Berta's 1 hit") == [("Berta's 1 hit at strength 4", (6,), "6+")]


@clause("d10.gap.vehicle-assault", "d10.gap.combat-many-units")
def test_three_models_of_all_units_together() -> None:
    """Two squads at one tank: the first strikes with two, so one of the second does."""
    scene = Scene(
        us("us.sherman", (21.5, 20), name="Tank", bearing=90),
        german("de.grenadier-squad", (20, 21.76), name="Berta", men=2, strength=9, gap=0.1),
        german("de.grenadier-squad", (20, 18.24), name="Clara", men=3, strength=9, gap=0.1),
    )
    scene.order("Berta", "assault", strike="Berta", dice=[1] * 5)
    assert [(throw.why, len(throw.faces)) for throw in scene.throws("blows at Tank")] == [
        ("Berta's blows at Tank, strength 4", 2),
        ("Clara's blows at Tank, strength 4", 1),
    ]


@clause("d10.gap.vehicle-assault", "d10.gap.weapon-satchel", "d10.gap.tag-one-use")
def test_demolition_charges_take_two_wounds_and_are_used_up() -> None:
    """Strength 8 against T 5: 3 or more, and two wounds each; the third man throws a grenade."""
    scene = tank(squad="de.pioneer-squad")
    scene.order("Berta", "assault", charges="n2", dice=[1, 1, 3, 3, 1, 3, 1, 10])
    assert [(throw.why, len(throw.faces)) for throw in scene.throws("blows at Tank")] == [
        ("Berta's blows at Tank, strength 8", 2),
        ("Berta's blows at Tank, strength 4", 1),
    ]
    assert scene.offered("charges") == ["n2", "n1", "n0"]
    assert scene.unit("Berta").items == ()
    assert scene.model("Tank").wounds == 2


@clause("d10.gap.vehicle-assault", "d10.gap.weapon-satchel")
def test_charges_may_be_kept() -> None:
    """With none used three grenades are."""
    scene = tank(squad="de.pioneer-squad").order("Berta", "assault", charges="n0", dice=[1] * 5)
    assert [len(throw.faces) for throw in scene.throws("blows at Tank")] == [3]
    assert scene.unit("Berta").items == ("satchel", "satchel")


@clause("d10.gap.vehicle-assault", "d10.gap.grenades")
def test_a_team_without_grenades_harms_no_armour() -> None:
    """Two men with a rifle and a launcher: no blow at all."""
    scene = Scene(
        us("us.sherman", (21.5, 20), name="Tank", bearing=90),
        german("de.panzerschreck-team", (20, 21.76), name="Berta"),
    )
    scene.order("Berta", "assault", dice=[1, 1])
    assert [throw.why for throw in scene.throws("blows")] == ["Tank's blows at Berta, strength 4"]


@clause("d10.gap.vehicle-assault")
def test_an_unarmoured_vehicle_is_struck_normally() -> None:
    """All five at a jeep, each with his weapon's own strength, against T 4 less 2."""
    scene = Scene(
        us("us.jeep", (21.5, 20), name="Jeep", bearing=90),
        german("de.grenadier-squad", (20.5, 21.26), name="Berta", pick=("leader", *MEN[:2]), gap=0.05, strength=9),
    )
    scene.order("Berta", "assault", dice=[1, 1, 4, 1, 1, 4, 10])
    assert [(throw.why, len(throw.faces)) for throw in scene.throws("blows at Jeep")] == [
        ("Berta's blows at Jeep, strength 4", 1),
        ("Berta's blows at Jeep, strength 3", 2),
    ]
    assert scene.thrown("Jeep's 1 hit") == [("Jeep's 1 hit at strength 4", (4,), "4+")]


@clause("d10.gap.vehicle-assault", "d10.gap.combat-result", "d10.morale.lost-combat")
@pytest.mark.parametrize("spared", [False, True])
def test_a_vehicle_checks_for_a_lost_round_by_the_switch_only_if_it_lost_wounds(spared: bool) -> None:
    """The tank beside a squad that loses the round checks as all units do; by the switch only once it is hurt."""
    scene = Scene(
        us("us.sherman", (21.5, 20), name="Tank", bearing=90),
        us("us.rifle-squad", (20, 22.76), name="Able", pick=("rifleman",) * 2, strength=2, spots=((19, 22.76),)),
        german("de.grenadier-squad", (20, 21.76), name="Berta", pick=MEN[:1], strength=2),
        only_hurt_vehicles_check=spared,
    )
    passed = [10] if spared else [10, 10]
    scene.order("Berta", "assault", strike="Able", dice=[1, 1, 1, 1, 6, 7, *passed])
    checks = ["Able's morale (lost a close combat)"]
    if not spared:
        checks.insert(0, "Tank's morale (lost a close combat)")
    assert [throw.why for throw in scene.throws("morale")] == checks
    hurt = tank().order("Berta", "assault", dice=[1, 1, 4, 1, 1, 7, 10])
    assert [throw.why for throw in hurt.throws("morale")] == ["Tank's morale (lost a close combat)"]


@clause("d10.gap.vehicle-assault")
def test_a_vehicle_drives_out_of_contact_without_a_blow() -> None:
    """A Move or a Rush; it may not stay in contact if it moves, and it may not Hold or shoot."""
    scene = tank().activate("Tank", "move", "nothing", drive=drive((0, 6)))
    assert not engaged(scene.state, 0)
    assert not scene.throws()
    assert {"move", "rush", "assault"} <= set(scene.offered("order"))
    assert set(scene.barred("order")) >= {"hold", "shoot"}


@clause("d10.gap.vehicle-assault")
@pytest.mark.parametrize("panicked", [False, True])
def test_a_vehicle_that_moves_leaves_contact_altogether(panicked: bool) -> None:
    """An inch forward along the same men is no way out, panicked or not."""
    scene = tank(fields={"panicked": panicked}).order("Tank", "move", drive=drive())
    decision = scene.decision("drive")
    assert because(decision, drive((0, 1))) == ("d10.gap.vehicle-assault",)
    assert takes(decision, drive((0, 7.9)))


# ---- vehicles that assault


def ahead(off: float, *, bearing: float = 90, **rest: object) -> Scene:
    """A tank that looks east, and a man so far before its bow."""
    return Scene(
        us("us.sherman", (20, 20), name="Tank", bearing=bearing),
        german("de.grenadier-squad", (20 + 2.5 + off + 0.5, 20), name="Berta", men=1, strength=9),
        **rest,  # type: ignore[arg-type]
    )


@clause("d10.gap.assault-move", "d10.cc.charged", "d10.gap.vehicle-assault")
@pytest.mark.parametrize(("off", "reached"), [(8.04, True), (8.06, False)])
def test_a_vehicle_assaults_as_far_as_it_moves(off: float, reached: bool) -> None:
    """Eight inches up to contact; then two blows with the +1 of a charge."""
    scene = ahead(off).order("Tank", "assault", dice=[1, 1, 1] if reached else [])
    assert engaged(scene.state, 0) == reached
    if reached:
        assert scene.thrown("Tank's blows") == [("Tank's blows at Berta, strength 4", (1, 1), "7+")]
    else:
        assert scene.point("Tank")[0] == pytest.approx(27.06, abs=0.01)


@clause("d10.gap.assault-move", "d10.gap.vehicle-move")
def test_rough_ground_costs_a_vehicle_double_on_an_assault() -> None:
    """Five inches through crops are ten."""
    crops = terrain("crops", box=(10, 10, 30, 20))
    assert not engaged(ahead(5, ground=[crops]).order("Tank", "assault").state, 0)
    assert engaged(ahead(3.9, ground=[crops]).order("Tank", "assault", dice=[1, 1, 1]).state, 0)


@clause("d10.gap.assault-move", "d10.gap.vehicle-move")
def test_a_vehicle_turns_ninety_degrees_at_most() -> None:
    """Straight behind it nobody is reached, and it does not drive away from him either."""
    scene = ahead(4, bearing=270).order("Tank", "assault")
    assert not engaged(scene.state, 0)
    assert scene.point("Tank") == (20, 20)


@clause("d10.gap.vehicle-assault", "d10.gap.tag-armoured")
def test_a_hull_that_rams_armour_hurts_it_only_if_it_is_thin() -> None:
    """By the switch, strength 4 against the T 7 - 2 of a tank is nothing; against the T 5 - 2 of a half-track something."""
    thick = Scene(
        us("us.stuart", (20, 20), name="Tank", bearing=90),
        german("de.stug", (25, 20), name="StuG", bearing=90),
        armoured_immunity=True,
    )
    thick.order("Tank", "assault", dice=[10, 1, 1, 1])
    assert thick.event("was not harmed").unit == 1
    thin = Scene(
        us("us.stuart", (20, 20), name="Tank", bearing=90),
        german("de.half-track", (25, 20), name="Track", bearing=90),
        armoured_immunity=True,
    )
    thin.order("Tank", "assault", dice=[10, 1, 1, 1, 5, 10])
    assert thin.model("Track").wounds == 2


# ---- riders and wrecks


@clause("d10.gap.transport", "d10.gap.vehicle-assault")
def test_riders_jump_off_when_their_tank_is_hit_in_contact() -> None:
    """They stand on the other side, an inch from everybody, and the fight goes on without them."""
    scene = Scene(
        us("us.sherman", (21.5, 20), name="Tank", bearing=90),
        us("us.rifle-squad", name="Able", men=4, aboard="Tank"),
        german("de.grenadier-squad", (20, 21.76), name="Berta", men=3, strength=9, gap=0.1),
    )
    scene.order("Berta", "assault", dice=[1, 1, 4, 1, 1, 1])
    assert scene.unit("Able").place == "table"
    assert not engaged(scene.state, 1)
    assert scene.events("drew the round")


@clause("d10.gap.vehicle-damage", "d10.gap.vehicle-assault")
def test_passengers_of_two_carriers_that_burn_at_once_stand_by_their_own() -> None:
    """Two half-tracks ram each other to pieces: each crew gets out at its own wreck."""
    scene = Scene(
        us("us.half-track", (20, 20), name="M3", bearing=90, models={0: {"wounds": 1}}),
        us("us.rifle-squad", name="Able", men=2, aboard="M3"),
        german("de.half-track", (25, 20), name="Hanomag", bearing=90, models={0: {"wounds": 1}}),
        german("de.grenadier-squad", name="Berta", men=2, aboard="Hanomag"),
    )
    scene.order("M3", "assault", dice=[10, 1, 10, 1, 5, 5, 1, 1, 1, 1])
    assert [scene.unit(name).place for name in ("M3", "Hanomag")] == ["destroyed", "destroyed"]
    assert scene.point("Able")[0] < 22.6 < scene.point("Berta")[0]
