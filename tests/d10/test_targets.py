"""Whom a unit may shoot at: the nearest in sight and range, not into close combat, Battle Awareness, leaders, mortars."""

from typing import Any

import pytest

from sandtable.rulesets.d10.fire.arms import arms, is_main_gun
from sandtable.rulesets.d10.fire.targets import Aim, open_targets, picks_freely, why_not
from sandtable.rulesets.d10.turn.orders import can_shoot
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, Side, german, terrain, us

HOUSE = terrain("building", box=(18, 14, 4, 2))  # between Able at (20, 10) and whoever stands south of it


def able(**rest: Any) -> Side:
    """A rifleman at the top of the table."""
    return us("us.rifle-squad", (20, 10), **{"name": "Able", "men": 1, "each": {"weapons": ("rifle",)}, **rest})


def foe(name: str, x: float, y: float, **rest: Any) -> Side:
    """A grenadier."""
    return german("de.grenadier-squad", (x, y), **{"name": name, "men": 1, **rest})


def targets(scene: Scene, name: str = "Able") -> dict[str, int]:
    """The names of the units that a unit may shoot at, with the distance of each."""
    number = scene.number(name)
    return {scene.state.units[aim.unit].name: aim.gap for aim in open_targets(scene.state, number)}


def refusal(scene: Scene, target: str, name: str = "Able") -> tuple[str, ...]:
    """The clauses by which a unit may not shoot at another."""
    number = scene.number(name)
    return why_not(scene.state, number, scene.number(target), arms(scene.state, number)).because


@clause("d10.shoot.nearest-target")
def test_the_nearest_enemy_is_the_target() -> None:
    """Edge to edge: 14 inches before 15, and nobody is asked."""
    scene = Scene(able(), foe("Far", 20, 26), foe("Near", 5, 10))
    assert targets(scene) == {"Near": 14_000}
    scene.order("Able", "shoot", dice=[1])
    assert scene.event("shot").tells["target"] == scene.number("Near")
    assert scene.kinds_asked() == []
    assert refusal(scene, "Far") == ("d10.shoot.nearest-target",)


@clause("d10.shoot.nearest-target")
def test_distance_is_from_edge_to_edge() -> None:
    """The middle of a tank is farther off than that of a man, but its hull is nearer."""
    scene = Scene(able(), german("de.panzer-iv", (20, 27), name="Tank"), foe("Man", 4.5, 10))
    assert targets(scene) == {"Tank": 14_000}  # its middle is 17 inches off, the man's 15.5


@clause("d10.shoot.nearest-target", "d10.gap.line-of-sight")
def test_who_is_out_of_sight_is_passed_over() -> None:
    """Enemies at 14 inches in sight and at 9 behind a house: the one at 14 is the only target."""
    scene = Scene(able(), foe("Hidden", 20, 20), foe("Seen", 35, 10), ground=[HOUSE])
    assert targets(scene) == {"Seen": 14_000}
    assert refusal(scene, "Hidden") == ("d10.shoot.check-los-range", "d10.gap.line-of-sight")


@clause("d10.shoot.nearest-target")
def test_of_equally_near_enemies_the_shooter_picks() -> None:
    """Two at exactly 14 inches; a third at a thousandth more is no choice."""
    scene = Scene(able(), foe("One", 35, 10), foe("Two", 5, 10), foe("Three", 20, 25.001))
    assert targets(scene) == {"One": 14_000, "Two": 14_000}
    scene.order("Able", "shoot", dice=[1], target="Two")
    assert scene.event("shot").tells["at"] == "Two"
    assert scene.barred("target") == {f"u{scene.number('Three')}": ("d10.shoot.nearest-target",)}


@clause("d10.shoot.nearest-target")
def test_a_tie_is_no_less_a_tie_for_somebody_hidden_nearer_by() -> None:
    """Two has a man behind the house, nearer than the one in sight at 14 inches: it ties with One all the same."""
    two = foe("Two", 20, 18, men=2, spots=((20.0, 25.0),))
    screen = terrain("building", box=(19, 14, 0.9, 2))
    one = Scene(able(), foe("One", 5, 10), foe("Two", 20, 25))
    assert list(targets(one)) == ["One", "Two"]
    hidden = Scene(able(), foe("One", 5, 10), two, ground=[screen])
    assert list(targets(hidden)) == ["Two"]  # the line passes the house by
    wide = foe("Two", 16, 17, men=2, spots=((20.0, 25.0),))
    hidden = Scene(able(), foe("One", 5, 10), wide, ground=[terrain("building", box=(14, 13, 5, 2))])
    assert targets(hidden) == {"One": 14_000, "Two": 14_000}


@clause("d10.shoot.nearest-target", "d10.shoot.check-los-range")
def test_the_nearest_must_be_in_range() -> None:
    """Beyond 36 inches a rifle has nobody to shoot at; at exactly 36 it has."""
    at = Scene(able(), foe("Far", 57, 10))
    assert targets(at) == {"Far": 36_000}
    beyond = Scene(able(), foe("Far", 57.001, 10))
    assert targets(beyond) == {}
    assert not can_shoot(beyond.state, 0)
    assert refusal(beyond, "Far") == ("d10.shoot.check-los-range",)
    beyond.order("Able", "shoot")
    assert beyond.event("could not shoot").because == ("d10.shoot.check-los-range",)


@clause("d10.shoot.nearest-target", "d10.gap.tag-indirect")
@pytest.mark.parametrize(("in_range", "found"), [(True, {"Far": 19_713}), (False, {})])
def test_whether_the_nearest_counts_when_it_is_too_near(in_range: bool, found: dict[str, int]) -> None:
    """A mortar alone with an enemy at 8 inches: it takes the next one, unless the nearest in sight must be taken."""
    scene = Scene(
        us("us.light-mortar", (20, 10), name="Able", men=1),
        foe("Near", 20, 19),
        foe("Far", 41, 10),
        nearest_must_be_in_range=in_range,
    )
    assert targets(scene) == found


@clause("d10.shoot.nearest-target")
def test_nearest_in_sight_within_reach_is_a_target_by_either_reading() -> None:
    """The switch matters only where the nearest is out of reach."""
    for switch in (True, False):
        scene = Scene(able(), foe("Near", 20, 19), foe("Far", 41, 10), nearest_must_be_in_range=switch)
        assert list(targets(scene)) == ["Near"]


@clause("d10.shoot.not-into-combat")
def test_nobody_shoots_into_close_combat() -> None:
    """The nearest enemy at 6 inches is in contact with our squad: shoot at the one at 18."""
    scene = Scene(
        able(),
        us("us.rifle-squad", (21, 17), name="Baker", men=1),
        foe("Fighting", 20, 17),
        foe("Free", 1, 10),
    )
    assert targets(scene) == {"Free": 18_000}
    assert refusal(scene, "Fighting") == ("d10.shoot.not-into-combat",)


@clause("d10.shoot.not-into-combat", "d10.shoot.battle-awareness")
def test_not_even_with_battle_awareness() -> None:
    """Units in close combat stay barred, and are shown so."""
    scene = Scene(
        us("us.reconnaissance-squad", (20, 10), name="Able", men=1),
        us("us.rifle-squad", (21, 17), name="Baker", men=1),
        foe("Fighting", 20, 17),
        foe("Free", 5, 10),
        foe("Also free", 38, 10),
    )
    assert list(targets(scene)) == ["Free", "Also free"]
    scene.order("Able", "shoot", dice=[1], target="Also free")
    assert scene.barred("target") == {f"u{scene.number('Fighting')}": ("d10.shoot.not-into-combat",)}


@clause("d10.shoot.battle-awareness")
@pytest.mark.parametrize(("switch", "found"), [("free-choice", ["Near", "Far"]), ("nearest", ["Near"])])
def test_battle_awareness_picks_freely_in_sight_and_range(switch: str, found: list[str]) -> None:
    """Whatever is in sight and range; who is behind the house or beyond 24 inches is not."""
    scene = Scene(
        us("us.reconnaissance-squad", (20, 10), name="Able", men=1),
        foe("Near", 30, 10),
        foe("Far", 20, 35),
        foe("Too far", 45.001, 12),
        foe("Hidden", 10, 20),
        ground=[terrain("building", box=(13, 14, 4, 2))],
        battle_awareness=switch,
    )
    assert list(targets(scene)) == found


@clause("d10.shoot.battle-awareness")
def test_who_has_it_not_takes_the_nearest() -> None:
    """A rifle squad has none; a bazooka team has."""
    rifles = Scene(able(), foe("Near", 30, 10), foe("Far", 5, 12))
    assert not picks_freely(rifles.state, 0, arms(rifles.state, 0))
    team = Scene(us("us.bazooka-team", (20, 10), name="Able"), foe("Near", 30, 10), foe("Far", 5, 12))
    assert list(targets(team)) == ["Near", "Far"]


@clause("d10.gap.vehicle-shoot", "d10.shoot.battle-awareness")
@pytest.mark.parametrize("troop", ["us.sherman", "de.armoured-car"])
def test_a_turret_picks_freely_for_its_main_gun_alone(troop: str) -> None:
    """Machine guns must take the nearest. A turret has a commander, whether or not the entry says so."""
    side = us(troop, (20, 10), name="Tank", bearing=180)
    scene = Scene(side, foe("Near", 30, 20), foe("Far", 20, 35))
    found = arms(scene.state, 0)
    main = [arm for arm in found if is_main_gun(scene.state, arm)]
    light = [arm for arm in found if arm not in main]
    names = [[scene.state.units[aim.unit].name for aim in open_targets(scene.state, 0, some)] for some in (main, light)]
    assert names == [["Near", "Far"], ["Near"]]


@clause("d10.gap.vehicle-shoot")
def test_a_half_track_has_machine_guns_only() -> None:
    """It takes the nearest."""
    scene = Scene(us("us.half-track", (20, 10), name="Track"), foe("Near", 30, 20), foe("Far", 20, 35))
    assert not any(is_main_gun(scene.state, arm) for arm in arms(scene.state, 0))
    assert list(targets(scene, "Track")) == ["Near"]


# ---- leaders


def with_leader(at: tuple[float, float]) -> Scene:
    """A leutnant somewhere and a squad whose first man is 9 inches before Able, the others beyond him."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        german("de.second-lieutenant", at, name="Leader"),
        german("de.grenadier-squad", (30, 20), name="Squad", men=3, spots=((31.5, 20), (33, 20))),
        leaders_hide=True,
    )


@clause("d10.gap.leaders", "d10.shoot.nearest-target")
def test_nothing_hides_a_leader_on_the_sheet() -> None:
    """The nearest unit is the target, whoever it is: where his men are as near as he is, either."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((20, 24),)),
        german("de.second-lieutenant", (30, 24), name="Leader"),
        german("de.grenadier-squad", (30, 20), name="Squad", men=3, spots=((31.5, 20), (33, 20))),
    )
    assert targets(scene) == {"Leader": 9_000, "Squad": 9_000}


@clause("d10.gap.leaders", "d10.shoot.nearest-target")
@pytest.mark.parametrize(
    ("at", "found"),
    [
        ((20, 30), ["Leader", "Squad"]),  # as near as they, but farther than 3 inches from them
        ((30, 24), ["Squad"]),  # 3 inches beside them, farther off
        ((27, 21.2), ["Leader"]),  # before them: nearer than they
    ],
)
def test_a_leader_is_hidden_by_men_no_farther_off(at: tuple[float, float], found: list[str]) -> None:
    """Only within 3 inches of them, and not before them."""
    assert list(targets(with_leader(at))) == found


@clause("d10.gap.leaders", "d10.shoot.nearest-target")
@pytest.mark.parametrize(
    ("men", "off", "hidden"), [(3, 4, True), (3, 4.001, False), (2, 4, False)], ids=["hidden", "too far", "too few"]
)
def test_a_leader_among_three_men_within_3_inches_is_hidden(men: int, off: float, hidden: bool) -> None:
    """He and his men are equally near: without them either could be shot at, with them only they."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((20, 20 + off),)),
        german("de.second-lieutenant", (30, 20 + off), name="Leader"),
        german("de.grenadier-squad", (30, 20), name="Squad", men=men, spots=((31.5, 20), (33, 20))),
        leaders_hide=True,
    )
    assert targets(scene) == ({"Squad": 9_000} if hidden else {"Leader": 9_000, "Squad": 9_000})
    if hidden:
        assert refusal(scene, "Leader") == ("d10.gap.leaders",)


@clause("d10.gap.leaders", "d10.shoot.nearest-target")
def test_men_hide_a_leader_whether_or_not_they_are_seen() -> None:
    """Men behind a house do, too: within 3 inches of him and no farther off they draw all eyes."""
    house = terrain("building", box=(16, 14, 3, 2))
    assert list(targets(Scene(able(), *_same(), leaders_hide=True))) == ["Squad"]
    assert list(targets(Scene(able(), *_same(), ground=[house], leaders_hide=True))) == []


def _same() -> tuple[Side, Side]:
    return (
        german("de.second-lieutenant", (20, 20), name="Leader"),
        german("de.grenadier-squad", (16.9, 18.5), name="Squad", men=3, spots=((15.8, 18.5), (15.8, 19.6))),
    )


@clause("d10.gap.leaders", "d10.shoot.battle-awareness")
def test_battle_awareness_sees_a_leader_among_his_men() -> None:
    """Recce may pick him."""
    leader, squad = _same()
    scene = Scene(us("us.reconnaissance-squad", (20, 10), name="Able", men=1), leader, squad, leaders_hide=True)
    assert list(targets(scene)) == ["Leader", "Squad"]


# ---- indirect fire


UNSEEN: dict[str, Any] = {"indirect_out_of_sight": True}


def mortar(
    *, ground: tuple[Piece, ...] = (HOUSE,), spotter: bool = True, y: float = 26, on: bool = True, **fields: object
) -> Scene:
    """A mortar behind the house, an enemy beyond it, and perhaps a friend who sees him; the switch is on unless told."""
    sides = [us("us.light-mortar", (20, 10), name="Mortar", men=1), foe("Berta", 20, y)]
    if spotter:
        sides.append(us("us.rifle-squad", (30, 20), name="Baker", men=1, fields=dict(fields)))
    return Scene(*sides, ground=ground, indirect_out_of_sight=on)


@clause("d10.gap.tag-indirect", "d10.shoot.check-los-range", "d10.shoot.nearest-target")
def test_a_mortar_shoots_at_what_it_sees() -> None:
    """As the sheet prints, line of sight is checked first: the house hides Berta; the nearest in sight is the target."""
    behind = mortar(on=False)
    assert open_targets(behind.state, 0) == []
    refusal = why_not(behind.state, 0, 1, arms(behind.state, 0))
    assert "d10.shoot.check-los-range" in refusal.because
    near, far = foe("Near", 35, 10), foe("Far", 20, 40)
    both = Scene(us("us.light-mortar", (20, 10), name="Mortar", men=1), near, far)
    assert list(targets(both, "Mortar")) == ["Near"]


@clause("d10.gap.tag-indirect", "d10.shoot.check-los-range")
def test_a_mortar_that_does_not_see_the_target_of_its_crew_is_silent() -> None:
    """The carbine beside it fires alone."""
    scene = Scene(
        us("us.light-mortar", (20, 10), name="Mortar", men=2, spots=((24.2, 10),)),
        foe("Berta", 24.2, 26),
        ground=[terrain("building", box=(18, 12, 5, 2))],
    )
    scene.order("Mortar", "shoot", dice=[1])
    assert [thrown[2] for thrown in scene.thrown()] == ["6+"]


@clause("d10.gap.tag-indirect")
def test_by_the_switch_a_mortar_shoots_at_what_a_friend_sees() -> None:
    """Not if nobody sees it, nor if he who does is panicked."""
    (aim,) = open_targets(mortar().state, 0)
    assert aim == Aim(1, 16_000 - 787 - 500, unseen=True)
    assert open_targets(mortar(spotter=False).state, 0) == []
    assert open_targets(mortar(panicked=True).state, 0) == []


@clause("d10.gap.tag-indirect", "d10.gap.weapon-light-mortar")
@pytest.mark.parametrize(("gap", "able_to"), [(12, False), (12.001, True), (36, True), (36.001, False)])
def test_a_mortar_has_a_least_and_a_greatest_range(gap: float, able_to: bool) -> None:
    """Exactly 12 inches is Short, where it has no strength; 36 is the end of Long."""
    y = 10 + 1.287 + gap  # the base of a mortar is 40 mm across
    house = terrain("building", box=(18, 12, 4, 2))
    unseen = Scene(
        us("us.light-mortar", (20, 10), name="Mortar", men=1),
        foe("Berta", 20, y),
        us("us.rifle-squad", (22, y - 4), name="Baker", men=1),
        ground=[house],
        size=(72, 72),
        **UNSEEN,
    )
    assert bool(open_targets(unseen.state, 0)) == able_to
    seen = Scene(us("us.light-mortar", (20, 10), name="Mortar", men=1), foe("Berta", 20, y), size=(72, 72))
    assert bool(open_targets(seen.state, 0)) == able_to


@clause("d10.gap.tag-indirect")
def test_what_is_out_of_sight_need_not_be_the_nearest() -> None:
    """A nearer enemy in sight and one behind the house: either; the farther of two in sight is none."""
    scene = Scene(
        us("us.light-mortar", (20, 10), name="Mortar", men=1),
        foe("Seen", 40, 10),
        foe("Farther", 44, 12),
        foe("Unseen", 20, 34),
        us("us.rifle-squad", (40, 30), name="Baker", men=1),
        ground=[HOUSE],
        **UNSEEN,
    )
    found = [(scene.state.units[aim.unit].name, aim.unseen) for aim in open_targets(scene.state, 0)]
    assert found == [("Seen", False), ("Unseen", True)]
    scene.order("Mortar", "shoot", dice=[6], target="Unseen")
    assert scene.thrown()[0][2] == "7+"
    assert "d10.gap.tag-indirect" in scene.throws()[0].because


@clause("d10.gap.tag-indirect")
def test_a_crew_that_sees_and_a_mortar_that_does_not_fire_at_one_target() -> None:
    """By the switch: the carbine at 6+, the mortar out of sight at 7+; the target is offered once."""
    scene = Scene(
        us("us.light-mortar", (20, 10), name="Mortar", men=2, spots=((24.2, 10),)),
        foe("Berta", 24.2, 26),
        ground=[terrain("building", box=(18, 12, 5, 2))],
        **UNSEEN,
    )
    assert len(open_targets(scene.state, 0)) == 1
    scene.order("Mortar", "shoot", dice=[1, 1])
    assert sorted(thrown[2] for thrown in scene.thrown()) == ["6+", "7+"]
    assert scene.kinds_asked() == []


@clause("d10.gap.tag-indirect", "d10.gap.cover")
@pytest.mark.parametrize("first", [True, False])
def test_cover_against_what_is_lobbed_over_a_house(first: bool) -> None:
    """A trench that the target stands in counts, in whatever order the terrain is listed; the house between does not."""
    trench = terrain("trench", box=(18, 25, 4, 2))
    hit_at = {(): "7+", (trench,): "8+"}
    for more, score in hit_at.items():
        ground = (*more, HOUSE) if first else (HOUSE, *more)
        assert mortar(ground=ground).order("Mortar", "shoot", dice=[1]).thrown()[0][2] == score
    woods = terrain("woods", box=(18, 24, 4, 4))
    assert mortar(ground=(HOUSE, woods)).order("Mortar", "shoot", dice=[1]).thrown()[0][2] == "7+"


@clause("d10.gap.tag-fixed", "d10.gap.weapon-light-mortar")
def test_a_mortar_that_moved_does_not_fire() -> None:
    """Neither seen nor unseen."""
    scene = mortar().change("Mortar", moved=True)
    assert open_targets(scene.state, 0) == []


@clause("d10.gap.weapon-barrage", "d10.gap.unit-us-observer", "d10.gap.tag-indirect")
def test_an_observer_calls_his_barrage_on_what_he_sees_himself() -> None:
    """Two missions; what only a friend sees is no target; 12 inches is too near; then he has his carbine."""
    scene = Scene(
        us("us.artillery-observer", (20, 10), name="Eye"),
        foe("Berta", 40, 10, men=4, spots=((42, 10), (44, 10), (46, 10))),
        foe("Hidden", 20, 30),
        us("us.rifle-squad", (40, 30), name="Baker", men=1),
        ground=[HOUSE],
    )
    assert list(targets(scene, "Eye")) == ["Berta"]
    for left in (1, 0):
        scene.order("Eye", "shoot", dice=[1], weapons="105 mm barrage")
        assert scene.unit("Eye").missions == left
    scene.order("Eye", "shoot", dice=[1])
    assert scene.event("shot").tells["arms"] == "1 carbine"
    near = Scene(us("us.artillery-observer", (20, 10), name="Eye"), foe("Berta", 33, 10))
    near.order("Eye", "shoot", dice=[1])
    assert near.event("shot").tells["arms"] == "1 carbine"
    assert near.unit("Eye").missions == 2


@clause("d10.gap.weapon-barrage", "d10.gap.tag-blast")
def test_a_barrage_falls_on_six() -> None:
    """One success is six hits at strength 6, on no more men than stand within 3 inches of the nearest."""
    scene = Scene(us("us.artillery-observer", (20, 10), name="Eye"), foe("Berta", 40, 10, men=9))
    scene.order("Eye", "shoot", dice=[5, *[1] * 6], weapons="105 mm barrage")
    assert scene.event("was hit").tells["hits"] == 6
    assert scene.thrown("hits at strength 6")


# ---- whether anybody can be shot at


@clause("d10.gap.grenades", "d10.shoot.check-los-range")
def test_a_grenade_alone_is_reason_enough_to_shoot() -> None:
    """A mortar crew that moved has nothing to fire but may throw a grenade at 6 inches, not at more."""
    for gap, able_to in ((6, True), (6.001, False)):
        scene = Scene(
            us("us.mmg-team", (20, 10), name="Crew", men=1, strength=4, fields={"moved": True}),
            foe("Berta", 20, 10 + 1.287 + gap),
        )
        assert arms(scene.state, 0) == []
        assert can_shoot(scene.state, 0) == able_to


@clause("d10.gap.guns", "d10.shoot.nearest-target")
def test_a_target_is_somebody_on_whom_the_gun_bears() -> None:
    """Of two men one is in the arc of the gun, and the nearer is not: the gun fires at the one it bears on."""
    scene = Scene(
        us("us.medium-at-gun", (30, 30), name="Gun", men=1, spots=((30, 32.2),)),
        foe("Berta", 45, 29, men=2, spots=((38, 12),)),
    )
    assert targets(scene, "Gun")
    scene.order("Gun", "shoot", dice=[1])
    assert scene.event("shot").tells["arms"] == "57 mm gun"
