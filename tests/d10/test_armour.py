"""Armour: T by the face that is hit, what cannot hurt it, open tops, skirts and slopes."""

import pytest

from sandtable.play.scenario import Enlisted
from sandtable.rulesets.d10.harm.armour import FRONT, REAR, SIDE, Hit, face_towards, hurts, toughness
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.setup.forces import raise_unit
from sandtable.rulesets.d10.state import Card
from tests.clause import clause

from .fire import duel, needs
from .kit import Scene, german, us

IMMUNE = Options(armoured_immunity=True)


def card(troop: str) -> Card:
    """The card of a troop."""
    return raise_unit(Enlisted(troop), "test", "test").card


@clause("d10.gap.vehicle-facing")
@pytest.mark.parametrize(
    ("dx", "dy", "face"),
    [
        (0, -10, FRONT),
        (10, -10, FRONT),  # exactly on the border
        (-10, -10, FRONT),
        (10.001, -10, SIDE),
        (-10.001, -10, SIDE),
        (10, 0, SIDE),
        (-10, 0, SIDE),
        (10.001, 10, SIDE),
        (10, 10, REAR),
        (-10, 10, REAR),
        (0, 10, REAR),
    ],
)
def test_four_quarters_of_a_hull(dx: float, dy: float, face: int) -> None:
    """The borders belong to the front and the rear."""
    scene = Scene(
        us("us.rifle-squad", (30 + dx, 24 + dy), name="Able", men=1),
        german("de.panzer-iv", (30, 24), name="Tank", bearing=0),
    )
    assert face_towards(scene.state, scene.row("Tank"), scene.row("Able")) == face


@clause("d10.gap.vehicle-facing")
@pytest.mark.parametrize(
    ("troop", "by_face"),
    [
        ("us.sherman", (7, 6, 5)),
        ("de.panther", (9, 7, 7)),
        ("de.panzer-iv", (7, 6, 5)),
        ("us.half-track", (5, 4, 3)),
    ],
)
def test_toughness_by_face(troop: str, by_face: tuple[int, int, int]) -> None:
    """Sides -1 (a Panther's -2), rear -2."""
    found = card(troop)
    assert tuple(toughness(found, Hit(1, 9, face=face)) for face in (FRONT, SIDE, REAR)) == by_face


@clause("d10.gap.vehicle-facing")
def test_open_tops_close_combat_and_skirts() -> None:
    """Blast on an open top: -2 whatever the face; in contact -2; skirts save the sides from shaped charges alone."""
    m10, panzer = card("us.m10"), card("de.panzer-iv")
    assert toughness(m10, Hit(1, 5, blast=True)) == 4
    assert toughness(m10, Hit(1, 5, blast=True, face=REAR)) == 4
    assert toughness(panzer, Hit(1, 5, blast=True)) == 7
    assert toughness(panzer, Hit(1, 5, close=True)) == 5
    assert toughness(m10, Hit(1, 5, close=True)) == 4
    assert toughness(panzer, Hit(1, 9, face=SIDE, shaped=True)) == 7
    assert toughness(panzer, Hit(1, 9, face=SIDE)) == 6
    assert toughness(panzer, Hit(1, 9, face=REAR, shaped=True)) == 5
    assert toughness(card("us.sherman"), Hit(1, 9, face=SIDE, shaped=True)) == 6


@clause("d10.gap.vehicle-facing")
def test_men_have_no_faces() -> None:
    """A man has his T from all sides."""
    assert toughness(card("us.rifle-squad"), Hit(1, 4, face=REAR, close=True)) == 4


@clause("d10.gap.tag-armoured")
@pytest.mark.parametrize(
    ("strength", "at", "hurt"), [(8, 0, True), (7, 0, False), (7, 1, True), (6, 3, False), (10, 0, True)]
)
def test_armour_is_hurt_only_by_what_is_stronger(strength: int, at: int, hurt: bool) -> None:
    """By the switch, against T 7: more than 7, or 7 with the AT tag. The sheet's table has a score for every strength."""
    hit = Hit(1, strength, at=at)
    assert hurts(card("us.sherman"), hit, IMMUNE) == hurt
    assert hurts(card("us.sherman"), hit, Options())


@clause("d10.gap.tag-armoured", "d10.gap.vehicle-facing")
def test_a_face_is_hurt_by_its_own_toughness() -> None:
    """By the switch a gun of 7 with AT looks for a Panther's flank; charges in contact are exempt; a jeep has no armour."""
    panther = card("de.panther")
    assert [hurts(panther, Hit(1, 7, at=2, face=face), IMMUNE) for face in (FRONT, SIDE, REAR)] == [
        False,
        True,
        True,
    ]
    assert hurts(panther, Hit(1, 4, close=True, exempt=True), IMMUNE)
    assert not hurts(panther, Hit(1, 4, close=True), IMMUNE)
    assert hurts(card("us.jeep"), Hit(1, 3), IMMUNE)


@clause("d10.gap.tag-armoured", "d10.test.table", "d10.shoot.damage")
def test_every_hit_on_armour_is_rolled_for_damage() -> None:
    """Machine-gun fire at a tank, as the sheet prints: two hits of 4 against T 7 do damage on 9 or more."""
    scene = duel("mg42", foe="de.panzer-iv", foe_bearing=270)
    assert needs(scene.order("Able", "shoot", dice=[9, 9, 1, 1, 10, 8])) == ["4+", "9+"]
    assert scene.model("Berta").wounds == 3
    worst = duel("mg42", foe="de.panther", foe_bearing=270)
    assert needs(worst.order("Able", "shoot", dice=[9, 1, 1, 1, 10])) == ["4+", "10+"]
    assert worst.model("Berta").wounds == 4


@clause("d10.gap.tag-armoured")
def test_by_the_switch_hits_that_are_too_weak_are_lost_before_any_damage_is_rolled() -> None:
    """Hits, and no dice for damage."""
    scene = duel("mg42", foe="de.panzer-iv", options={"armoured_immunity": True})
    scene.order("Able", "shoot", dice=[9, 9, 1, 1])
    assert scene.event("was not harmed").tells["hits"] == 2
    assert scene.events("was unhurt")
    assert scene.model("Berta").wounds == 4


@clause("d10.gap.vehicle-facing", "d10.gap.weapon-atr", "d10.gap.tag-armoured")
@pytest.mark.parametrize(("bearing", "damage"), [(270, None), (0, "5+"), (90, "4+")])
def test_an_anti_tank_rifle_goes_round_the_front(bearing: float, damage: str | None) -> None:
    """By the switch strength 7 without AT hurts not the front of a Panzer IV (7), but its side (6) and rear (5)."""
    scene = duel("atr", foe="de.panzer-iv", foe_bearing=bearing, options={"armoured_immunity": True})
    scene.order("Able", "shoot", dice=[4, *([1] if damage else [])])
    assert needs(scene) == (["4+", damage] if damage else ["4+"])


@clause("d10.gap.vehicle-facing", "d10.gap.weapon-bazooka")
@pytest.mark.parametrize(("weapon", "damage"), [("bazooka", "4+"), ("gun-57", "3+")])
def test_skirts_stop_rockets(weapon: str, damage: str) -> None:
    """A rocket of 9 at the side of a Panzer IV meets 7, a shot of 9 meets 6."""
    scene = duel(weapon, 10, foe="de.panzer-iv", foe_bearing=0, men=2, models={1: {"weapons": ()}})
    assert needs(scene.order("Able", "shoot", dice=[9, 1])) == ["4+", damage]


@clause("d10.gap.vehicle-facing", "d10.gap.tag-blast")
def test_a_mortar_bomb_falls_into_an_open_top() -> None:
    """Strength 5 at an open half-track of T 5 meets 3; a Panzer IV has a roof, and its 7."""
    scene = duel("medium-mortar", foe="de.half-track", foe_bearing=270)
    assert needs(scene.order("Able", "shoot", dice=[9, 1])) == ["5+", "4+"]
    closed = duel("medium-mortar", foe="de.panzer-iv", foe_bearing=270)
    assert needs(closed.order("Able", "shoot", dice=[9, 1])) == ["4+", "8+"]
