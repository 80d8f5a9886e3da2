"""What tanks fire with, what AT weapons are aimed at, and how fire at one Unit is handed on."""

from typing import Any

import pytest

from sandtable.rulesets.fraley.fire.targets import dice_of, targets_of
from tests.clause import clause

from .fire_kit import shots, volleys
from .kit import Scene, Side, german, us


def tanks(troop: str = "us.sherman-platoon", role: str = "M4 Sherman", count: int = 1, **rest: Any) -> Side:
    """US tanks facing east."""
    return us(troop, (20, 20), name="Able", pick=(role,) * count, bearing=rest.pop("bearing", 90), **rest)


def infantry(x: float = 33, y: float = 20) -> Side:
    """German riflemen who have acted, and cannot go to ground."""
    return german("de.grenadier-platoon", (x, y), name="Berta", pick=("Rifle Team",), fields={"done": True})


def fired(scene: Scene, **answers: Any) -> list[tuple[str, int]]:
    """The weapons that Able fires with their Fire Points."""
    return [(shot.weapon, shot.fp) for shot in shots(scene, "Able", **answers)]


@clause("fraley.weapon.vehicle-mg", "fraley.weapon.coax")
def test_a_tank_fires_everything_but_not_its_coax_with_its_gun() -> None:
    """A Sherman has its 75mm and the hull MG, or hull and coax MG; against riflemen the latter is usual."""
    assert fired(Scene(tanks(), infantry()), arms="main+hull") == [("75mm", 4), ("vehicle-mg", 3)]
    scene = Scene(tanks(), infantry())
    assert [(shot.slot, shot.fp) for shot in shots(scene, "Able")] == [(1, 3), (2, 3)]
    assert scene.offered("arms") == ["main+hull", "hull+coax"]
    assert scene.decision("arms").usual() == "hull+coax"


@clause("fraley.weapon.vehicle-mg")
@pytest.mark.parametrize(("gap", "fp"), [(16, 3), (16.001, 1), (32, 1), (32.001, 0)])
def test_the_vehicle_mg_reaches_sixteen_inches(gap: float, fp: int) -> None:
    """Three dice up to 16 inches, one up to 32."""
    scene = Scene(
        us("us.half-track-section", (20, 20), name="Able", pick=("Half-track",), bearing=90),
        german("de.grenadier-platoon", (20 + 1.15 + gap + 0.625, 20), name="Berta", pick=("Rifle Team",), bearing=270),
    )
    assert fired(scene) == ([("vehicle-mg", fp)] if fp else [])


@clause("fraley.gap.other-armor")
@clause("fraley.fire.arc-others")
@pytest.mark.parametrize(("switch", "shots"), [(True, [("vehicle-mg", 3)]), (False, [])])
def test_the_machine_gun_of_a_half_track_fires_all_round_by_the_switch(switch: bool, shots: object) -> None:
    """At riflemen behind it, and it does not turn for them; by the book it fires ahead alone."""
    scene = Scene(
        us("us.half-track-section", (20, 20), name="Able", pick=("Half-track",), bearing=270),
        infantry(33),
        half_track_all_round=switch,
    )
    assert fired(scene) == shots
    assert scene.state.layout.bearing(0) == 2700


@clause("fraley.weapon.coax")
def test_a_turretless_tank_has_its_coax_instead_of_its_gun() -> None:
    """A StuG fires its gun or its machine gun, and turns its hull for either."""

    def scene(x: float) -> Scene:
        return Scene(
            german("de.stug-platoon", (40, 20), name="Able", pick=("StuG III G",), bearing=270),
            us("us.rifle-platoon", (x, 24), name="Berta", pick=("Rifle Team",), fields={"done": True}),
        )

    one = scene(26)
    assert fired(one, arms="main") == [("kwk40", 4)]
    assert one.offered("arms") == ["main", "coax"]
    assert one.state.layout.bearing(0) == 2541
    usual = scene(26)
    assert fired(usual) == [("vehicle-mg", 3)]
    assert usual.state.layout.bearing(0) == 2541
    assert fired(scene(14)) == [("kwk40", 4)]


@clause("fraley.weapon.coax", "fraley.fire.arc-turret")
def test_a_hull_gun_may_stay_silent_so_that_the_hull_stays() -> None:
    """The target is 45 degrees off: without the hull MG only the turret turns. Dead ahead there is no point in silence."""
    aside = Scene(tanks(), infantry(30, 30))
    assert fired(aside, arms="coax") == [("vehicle-mg", 3)]
    assert set(aside.offered("arms")) == {"main+hull", "hull+coax", "main", "coax"}
    assert (aside.state.layout.bearing(0), aside.team("Able").turret) == (900, 1350)
    both = Scene(tanks(), infantry(30, 30))
    fired(both, arms="main+hull")
    assert (both.state.layout.bearing(0), both.team("Able").turret) == (1350, 1350)


@clause("fraley.weapon.vehicle-mg", "fraley.fire.no-split-team")
def test_tanks_that_are_alike_are_asked_for_once() -> None:
    """Three Shermans, two of which would have to turn: a question for these, one for the other; all at the same Unit."""
    scene = Scene(tanks(count=3, spots=((20, 26), (20, 14))), infantry(34, 20))
    found = volleys(scene, "Able", target="Berta", arms=["hull+coax", "main+hull"])
    assert [(shot.team, shot.slot) for one in found for shot in one.shots] == [
        (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1)
    ]  # fmt: skip
    assert [len(one.domain.options() or ()) for one in scene.asked if one.kind == "arms"] == [2, 4]


@clause("fraley.weapon.vehicle-mg")
def test_against_armour_the_gun_is_usual() -> None:
    """Machine guns do nothing to a Panzer IV: the hull MG is usual only where it costs no turn of the hull."""

    def panzer(y: float) -> Scene:
        return Scene(tanks(), german("de.panzer-iv-platoon", (33, y), name="Berta", pick=("Panzer IV",)))

    assert [weapon for weapon, _ in fired(panzer(20))] == ["75mm", "vehicle-mg"]
    assert [weapon for weapon, _ in fired(panzer(26))] == ["75mm"]
    scene = panzer(20)
    assert dice_of(scene.state, targets_of(scene.state, (0,), (1,))[1][0], 1) == 4


@clause("fraley.fire.declare")
def test_riflemen_do_not_usually_fire_at_armour() -> None:
    """They may, but hold their fire unless told."""
    panzer = german("de.panzer-iv-platoon", (30, 20), name="Berta", pick=("Panzer IV",))
    side = us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",))
    assert shots(Scene(side, panzer), "Able") == ()
    assert len(shots(Scene(side, panzer), "Able", target="Berta")) == 1


# ---- AT


def mixed() -> Side:
    """A Pak platoon: guns and the stand of their leader, all in reach of a bazooka."""
    pick = ("PL", "Pak40 Team")
    return german("de.at-platoon", (28, 20), name="Berta", pick=pick, spots=((28, 23),), fields={"done": True})


@clause("fraley.fire.declare", "fraley.at.declare-type")
def test_an_at_weapon_names_the_type_it_fires_at() -> None:
    """Asked if the target has Teams of several types; nobody in particular is usual, unless there are Tank Teams."""

    def scene(side: Side) -> Scene:
        return Scene(us("us.rifle-platoon", (20, 20), name="Able", pick=("Bazooka Team",)), side)

    guns = scene(mixed())
    assert [shot.declared for shot in shots(guns, "Able", type="gun")] == ["gun"]
    assert guns.offered("type") == ["any", "infantry", "gun"]
    assert [shot.declared for shot in shots(scene(mixed()), "Able")] == [None]
    plain = scene(infantry(28))
    assert [shot.declared for shot in shots(plain, "Able")] == [None]
    assert "type" not in plain.kinds_asked()
    truck = {1: {"kind": "tank", "vehicle": "truck", "weapons": ()}}
    convoy = german("de.grenadier-platoon", (28, 20), name="Berta", pick=("Rifle Team", "Rifle Team"), teams=truck)
    assert [shot.declared for shot in shots(scene(convoy), "Able")] == ["tank"]


@clause("fraley.at.declare-type")
def test_at_weapons_that_are_alike_are_asked_for_once_or_one_by_one() -> None:
    """Two Panzerschrecks name a type together, or each its own."""

    def scene() -> Scene:
        hunters = ("Panzerschreck Team", "Panzerschreck Team", "Rifle Team")
        return Scene(
            german("de.tank-hunter-platoon", (20, 20), name="Able", pick=hunters, spots=((20, 24), (20, 16))),
            us(
                "us.at-platoon",
                (28, 20),
                name="Berta",
                pick=("PL", "57mm Team"),
                spots=((28, 23),),
                fields={"done": True},
            ),
        )

    assert [shot.declared for shot in shots(scene(), "Able", type="gun")] == ["gun", "gun", None]
    assert [shot.declared for shot in shots(scene(), "Able", type=["each", "gun", "infantry"])] == [
        "gun",
        "infantry",
        None,
    ]


# ---- handing on


@clause("fraley.fire.declare")
def test_fire_at_a_commander_is_handed_on_against_his_host() -> None:
    """The volley is at the Unit that takes him in, with its Training, and range to the nearest of them all."""
    scene = Scene(
        us("us.assault-platoon", (20, 20), name="Able", pick=("SMG Team",)),
        german("de.grenadier-platoon", (28, 20), name="Berta", pick=("Rifle Team",), fields={"done": True}),
        german("de.cc", (33, 21.5), name="Boss", quality="elite", fields={"done": True}),
    )
    boss = scene.row("Boss")
    (one,) = volleys(scene, "Able", target="Boss", host=("Berta", (boss,)))
    assert (one.firer, one.target, one.attacked, one.guests) == (0, 1, 2, (boss,))
    assert [(shot.needed, shot.fp) for shot in one.shots] == [(3, 2)]
    alone = Scene(
        us("us.assault-platoon", (20, 20), name="Able", pick=("SMG Team",)),
        german("de.cc", (33, 21.5), name="Boss", quality="elite", fields={"done": True}),
    )
    assert [(shot.needed, shot.fp) for shot in shots(alone, "Able")] == [(5, 1)]


@clause("fraley.fire.declare")
def test_of_a_charging_unit_only_those_who_charge_are_fired_at() -> None:
    """Range and sight are to these alone, and the volley says so."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("LMG Team",), bearing=90),
        german("de.grenadier-platoon", (30, 20), name="Berta", pick=("Rifle Team", "Rifle Team"), spots=((36, 26),)),
    )
    far = scene.row("Berta", 1)
    (one,) = volleys(scene, "Able", "reaction", keywords={"at": 1, "only": (far,)})
    assert one.only == (far,)
    assert [shot.gap > 10000 for shot in one.shots] == [True]


@clause("fraley.fire.declare")
def test_teams_that_give_suppressive_fire_are_named_beforehand() -> None:
    """No question is left: those of the named Teams that can fire at the assaulted Unit do."""
    pick = ("Rifle Team", "Rifle Team", "Rifle Team")
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=pick, spots=((20, 24), (20, 28))),
        infantry(30),
    )
    (one,) = volleys(scene, "Able", "suppressive", keywords={"at": 1, "teams": (0, 2)})
    assert [shot.team for shot in one.shots] == [0, 2]
    assert scene.kinds_asked() == []
