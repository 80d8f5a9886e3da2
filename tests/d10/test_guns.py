"""Vehicles' weapons and towed guns: main gun and machine guns, shells, arcs, crews, shields; weapons taken over."""

from typing import Any

import pytest

from sandtable.play.state import with_figures
from sandtable.rulesets.d10.fire.arms import arms, bears
from sandtable.rulesets.d10.move.movement import move_of
from sandtable.rulesets.d10.turn.orders import can_shoot
from tests.clause import clause

from .fire import needs
from .kit import Scene, Side, german, us


def foe(name: str, x: float, y: float, **rest: Any) -> Side:
    """A grenadier."""
    return german("de.grenadier-squad", (x, y), **{"name": name, "men": 1, **rest})


# ---- vehicles


def tank(**rest: Any) -> Scene:
    """A Sherman with a near squad and a far one."""
    return Scene(
        us("us.sherman", (20, 10), **{"name": "Tank", "bearing": 180, **rest}),
        foe("Near", 28, 20, men=3, gap=0.1),
        foe("Far", 14, 35, men=5, gap=0.1),
    )


@clause("d10.gap.vehicle-shoot", "d10.gap.weapon-gun-75", "d10.gap.weapon-hull-mg")
def test_main_gun_and_machine_guns_may_have_different_targets() -> None:
    """The gun at the far squad with high explosive (strength 6, Blast 4), both machine guns at the nearest."""
    scene = tank()
    scene.order("Tank", "shoot", dice=[6, *[1] * 4, *[1] * 6], main_gun=f"u{scene.number('Far')} he")
    shots = [(event.tells["at"], event.tells["arms"]) for event in scene.events("shot")]
    assert shots == [("Far", "75 mm gun"), ("Near", "2 machine guns")]
    assert scene.event("was hit").tells["hits"] == 4
    assert needs(scene) == ["6+", "4+", "6+"]


@clause("d10.gap.vehicle-shoot")
def test_the_shell_is_chosen_for_every_shot() -> None:
    """Armour-piercing at men is one hit at strength 8; the gun may also keep silent. Usually it fires what suits."""
    scene = tank()
    near = scene.number("Near")
    scene.order("Tank", "shoot", dice=[6, *[1] * 6, 1], main_gun=f"u{near} ap")
    assert scene.event("was hit").tells["hits"] == 1
    assert needs(scene) == ["6+", "6+", "2+"]
    scene.order("Tank", "shoot", dice=[1] * 6, main_gun="nobody")
    assert scene.event("shot").tells["arms"] == "2 machine guns"
    scene.order("Tank", "shoot", dice=[1] * 7)
    assert scene.decision("main gun").usual() == f"u{near} he"


@clause("d10.gap.vehicle-shoot", "d10.gap.wounds", "d10.shoot.sequence")
def test_gun_and_machine_guns_at_one_target_are_one_volley() -> None:
    """The hits are allocated together, the strongest first, and men fall after all of them."""
    scene = tank()
    scene.order("Tank", "shoot", dice=[6, 6, 6, 1, 1, 1, 1, *[1] * 5], main_gun=f"u{scene.number('Near')} he")
    assert scene.event("was hit").tells["hits"] == 3 + 2
    assert len(scene.events("shot")) == 1


@clause("d10.gap.vehicle-shoot", "d10.hit.moved")
def test_after_a_move_both_shoot_worse() -> None:
    """-1 for the main gun and for the machine guns."""
    scene = tank(fields={"moved": True})
    scene.order("Tank", "shoot", dice=[6, *[6] * 6])
    assert needs(scene) == ["7+", "7+"]


@clause("d10.gap.vehicle-shoot")
def test_a_gun_that_has_no_turret_fires_to_the_front() -> None:
    """A StuG: 45 degrees to either side and no farther; its machine gun fires all round."""
    for x, main_gun in ((40, True), (40.05, False)):
        scene = Scene(german("de.stug", (20, 20), name="StuG", bearing=180), us("us.rifle-squad", (x, 40), men=1))
        scene.order("StuG", "shoot", dice=[1] * (4 if main_gun else 3))
        assert ("main gun" in scene.kinds_asked()) == main_gun
    behind = Scene(german("de.stug", (20, 20), name="StuG", bearing=180), us("us.rifle-squad", (20, 5), men=1))
    assert behind.order("StuG", "shoot", dice=[1] * 3).event("shot").tells["arms"] == "1 machine gun"
    turret = Scene(german("de.panzer-iv", (20, 20), name="Panzer", bearing=180), us("us.rifle-squad", (20, 5), men=1))
    assert "main gun" in turret.order("Panzer", "shoot", dice=[1] * 7).kinds_asked()


@clause("d10.gap.vehicle-shoot", "d10.shoot.nearest-target")
def test_whom_a_main_gun_may_not_fire_at_is_shown() -> None:
    """Outside its arc, for a StuG."""
    scene = Scene(
        german("de.stug", (20, 20), name="StuG", bearing=180),
        us("us.rifle-squad", (20, 5), name="Behind", men=1),
        us("us.rifle-squad", (20, 40), name="Before", men=1),
    )
    scene.order("StuG", "shoot", dice=[1, 1, 1, 1])
    assert scene.barred("main gun") == {"u1": ("d10.shoot.check-los-range",)}


@clause("d10.gap.vehicle-damage")
@pytest.mark.parametrize(("wounds", "move"), [(4, 8_000), (3, 8_000), (2, 4_000), (1, 4_000)])
def test_a_vehicle_at_half_its_wounds_moves_half_as_far(wounds: int, move: int) -> None:
    """A Sherman of 4 wounds: at 2 or fewer its Mv is 4."""
    scene = Scene(us("us.sherman", (20, 20), name="Tank", each={"wounds": wounds}))
    assert move_of(scene.state, 0) == move


@clause("d10.gap.vehicle-damage", "d10.gap.wounds", "d10.gap.line-of-sight", "d10.gap.cover")
def test_a_vehicle_without_wounds_becomes_a_wreck_that_blocks_sight() -> None:
    """It is out of the battle; a piece of hard cover lies where it was, and those behind are out of sight."""
    scene = Scene(
        us("us.bazooka-team", (20, 10), name="Team", models={1: {"weapons": ()}}),
        german("de.panzer-iv", (20, 20), name="Tank", bearing=180, each={"wounds": 2}),
        foe("Berta", 20, 30),
    )
    scene.order("Team", "shoot", dice=[10, 10])
    assert scene.event("was wrecked").because == ("d10.gap.vehicle-damage",)
    assert scene.unit("Tank").place == "destroyed"
    (wreck,) = scene.state.terrain
    assert (wreck.kind, sorted(wreck.outline)) == (
        "wreck",
        [(18_750, 17_500), (18_750, 22_500), (21_250, 17_500), (21_250, 22_500)],
    )
    assert not can_shoot(scene.state, 0)


# ---- towed guns


def gun(men: int = 4, x: float = 20, y: float = 40, foe_troop: str = "de.panzer-iv", **rest: Any) -> Scene:
    """A 57 mm gun that points south, its crew behind it, and an enemy."""
    spots = ((20, 7.5), (21.5, 7.5), (18.5, 7.5), (20, 6))
    each = {"weapons": ()}
    return Scene(
        us("us.medium-at-gun", (20, 10), name="Gun", bearing=180, men=men, spots=spots[:men], each=each, strength=4),
        german(foe_troop, (x, y), **{"name": "Target", "bearing": 0, **rest}),
    )


@clause("d10.gap.guns", "d10.gap.weapon-gun-57")
@pytest.mark.parametrize(("men", "score"), [(4, "4+"), (2, "4+"), (1, "5+")])
def test_a_gun_takes_two_men_to_fire_well_and_one_to_fire(men: int, score: str) -> None:
    """One shot either way (half of one is still one); a single man shoots at -1."""
    scene = gun(men).order("Gun", "shoot", dice=[1])
    assert needs(scene) == [score]


@clause("d10.gap.guns")
def test_half_shots_are_at_least_one() -> None:
    """A towed 20 mm cannon with one man fires one of its three shots."""
    for men, dice in ((2, 3), (1, 1)):
        scene = gun(men, foe_troop="de.grenadier-squad")
        scene.state = with_figures(scene.state, [(scene.unit("Gun").gun, {"weapons": ("auto-20",)})])
        scene.order("Gun", "shoot", dice=[1] * dice)
        assert len(scene.throws()[0].faces) == dice


@clause("d10.gap.guns")
def test_a_gun_bears_on_its_front_quarter() -> None:
    """45 degrees to either side, edges included."""
    for x, inside in ((20, True), (50, True), (50.05, False)):
        scene = gun(x=x, foe_troop="de.grenadier-squad", men=4)
        (arm,) = arms(scene.state, 0)
        assert bears(scene.state, arm, scene.row("Target")) == inside


@clause("d10.gap.guns", "d10.gap.tag-fixed")
def test_a_gun_that_was_turned_does_not_fire() -> None:
    """Turning counts as moving."""
    scene = gun().change("Gun", moved=True)
    assert not can_shoot(scene.state, 0)


@clause("d10.gap.guns", "d10.gap.cover")
def test_a_gun_shield_is_soft_cover_from_the_front() -> None:
    """A rifleman before the gun needs 7+ at its crew, one beside it 6+; a mortar does not mind the shield."""

    def score(x: float, y: float, weapon: str = "rifle") -> str:
        scene = Scene(
            us("us.rifle-squad", (x, y), name="Able", men=1, each={"weapons": (weapon,)}),
            german(
                "de.heavy-at-gun",
                (20, 10),
                name="Pak",
                bearing=180,
                spots=((20, 7.5), (21.5, 7.5), (18.5, 7.5), (20, 6), (21.5, 6)),
            ),
        )
        (needed,) = needs(scene.order("Able", "shoot", dice=[1]))
        return needed

    assert (score(20, 30), score(40, 30), score(40.05, 30), score(40, 8)) == ("7+", "7+", "6+", "6+")
    assert score(20, 30, "light-mortar") == "6+"


@clause("d10.gap.guns", "d10.gap.wounds")
def test_the_wounds_of_a_gun_are_its_crew() -> None:
    """When the last man falls the gun is gone too."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Able", pick=("rifleman", "rifleman")),
        german("de.heavy-at-gun", (20, 10), name="Pak", bearing=0, men=2, spots=((20, 12.5), (21.5, 12.5))),
    )
    scene.order("Able", "shoot", dice=[10, 10, 10, 10])
    assert scene.unit("Pak").place == "destroyed"
    assert not scene.state.layout.on_table(scene.unit("Pak").gun)


# ---- taken over


@clause("d10.gap.guns", "d10.gap.weapon-mmg")
@pytest.mark.parametrize("troop", ["de.mmg-team", "de.medium-mortar", "de.panzerschreck-team"])
def test_another_man_takes_over_the_weapon_of_a_crew(troop: str) -> None:
    """The gunner falls: the first man left has his weapon instead of his own."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Able", pick=("rifleman",)),
        german(troop, (20, 10), name="Team", men=2),
    )
    weapon = scene.model("Team").weapons
    gunner, other = (f"m{man}" for man in scene.unit("Team").men)
    scene.order("Able", "shoot", dice=[6, 6], allocate=[[gunner]])
    assert scene.event("took over").figures == (int(other[1:]),)
    assert scene.model("Team").weapons == weapon


@clause("d10.gap.guns")
def test_an_ordinary_weapon_falls_with_its_bearer() -> None:
    """A light machine gun is nobody's after him."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Able", pick=("rifleman",)),
        german("de.grenadier-squad", (20, 10), name="Berta", pick=("gunner", "rifleman")),
    )
    scene.order("Able", "shoot", dice=[6, 6], allocate=[[f"m{scene.row('Berta')}"]])
    assert scene.events("took over") == []
    assert scene.model("Berta").weapons == ("rifle",)


@clause("d10.gap.vehicle-shoot", "d10.gap.tag-at", "d10.gap.weapon-gun-75")
@pytest.mark.parametrize(("shell", "damage", "left"), [("ap", "3+", 1), ("he", "3+", 2)])
def test_high_explosive_is_no_anti_tank_shell(shell: str, damage: str, left: int) -> None:
    """At a half-track of 3 wounds: strength 8 at T 5 takes two; strength 6 into its open top (T 3) takes one."""
    scene = Scene(
        us("us.sherman", (20, 10), name="Tank", bearing=180, each={"weapons": ("gun-75",)}),
        german("de.half-track", (20, 30), name="Track", bearing=0),
    )
    morale = [10] if left == 1 else []
    scene.order("Tank", "shoot", dice=[5, 3, *morale], main_gun=f"u1 {shell}")
    assert needs(scene)[:2] == ["5+", damage]
    assert scene.model("Track").wounds == left
