"""Ambush: what springs it, how it shoots, and how it meets an assault."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.melee.close_quarters import regroup
from sandtable.rulesets.bolt_action.state import Mission
from tests.clause import clause

from .kit import Scene, Side, de, drive, goal, shift, stay, terrain, us
from .turn_kit import MISSES, facing, needs

AMBUSH = {"order": "ambush"}


def waiting(distance: float, *more: Side, fields: dict[str, Any] | None = None, **rest: Any) -> Scene:
    """Able in Ambush, and foes so many inches away."""
    scene = facing(distance, *more, **rest)
    scene.state = with_unit(scene.state, 0, AMBUSH | (fields or {}))
    return scene


def watched(mover: Side, *more: Side, **rest: Any) -> Scene:
    """A squad in Ambush in the middle of the table, and one unit of the other side that will move."""
    able = us("us.rifle-squad", (36, 24), name="Able", men=6, bearing=0, fields=AMBUSH)
    return Scene(able, mover, *more, **rest)


@clause("ba.gap.ambush-fire", "ba.order.ambush")
def test_ambush_fires_at_a_point_of_the_enemys_move_and_turns_to_fire() -> None:
    """Six inches along a Run of twelve the shots ring out, at full effect; then the survivors finish the move."""
    scene = waiting(21)
    scene.order("Foes", "run", [3, 3, *[1] * 4, 4, 4], move=shift(-12, 0), ambush="station 3")
    assert scene.offered("ambush") == ["pass", *(f"station {place}" for place in range(7))]
    assert needs(scene, "Automatic rifle") == "3+"
    assert needs(scene, "Rifle") == "4+ (-1 long range)"
    assert scene.event("was on its way").tells["length"] == 6000
    assert scene.event("moved").tells["length"] == 12000
    assert (len(scene.unit("Foes").men), scene.point("Foes")) == (4, (30, 20))
    assert scene.unit("Able").order == "fire"


@clause("ba.gap.ambush-fire")
def test_the_range_is_that_at_the_chosen_point() -> None:
    """At the end of the same Run they are nine inches away, within half range and in reach of the SMG."""
    scene = waiting(21)
    scene.order("Foes", "run", [1, 1, *MISSES], move=shift(-12, 0), ambush="station 6")
    assert needs(scene, "Rifle") == "3+"
    assert scene.event("moved").tells["length"] == 12000
    assert not scene.events("was on its way")


@clause("ba.gap.ambush-fire")
def test_it_may_fire_before_they_are_off() -> None:
    """Where they set out from is a point of the move as well: twelve inches away they are within half range."""
    scene = waiting(12)
    scene.order("Foes", "run", [1, 1, *MISSES], move=shift(12, 0), ambush="station 0")
    assert needs(scene, "Rifle") == "3+"
    assert [event.tells["length"] for event in scene.events("moved")] == [12000]


@clause("ba.gap.ambush-fire")
def test_one_shot_per_ambush_and_none_without_it() -> None:
    """Once sprung, Ambush is Fire, and the next mover is safe; letting them go keeps it."""
    scene = waiting(12, de("us.medic", (33, 10), name="More"), de("us.medic", (38, 10), name="Yet more"))
    scene.order("More", "run", move=shift(0, -4), ambush="pass")
    assert scene.unit("Able").order == "ambush"
    scene.order("Foes", "run", MISSES, move=shift(0, 4), ambush="station 1")
    scene.order("Yet more", "run", move=shift(0, -4))
    assert scene.kinds_asked() == ["move"]


@clause("ba.gap.ambush-fire")
def test_no_order_test_no_penalty_for_moving_and_no_reaction() -> None:
    """A pinned ambusher shoots with its pins and nothing else against it, and its target cannot go Down."""
    scene = waiting(12, fields={"pins": 2})
    scene.order("Foes", "advance", MISSES, move=shift(0, 2), ambush="station 1", target="none")
    assert needs(scene, "Automatic rifle") == "5+ (-2 for pins)"
    assert not scene.events("took an order test")
    assert "react" not in scene.kinds_asked()


@clause("ba.gap.ambush-fire")
def test_who_is_wiped_out_goes_no_further() -> None:
    """A lone man is shot on his way and does not arrive."""
    scene = watched(de("us.medic", (36, 16), name="Foes"))
    scene.order("Foes", "run", [1, 1, 4, *[1] * 5, 4], move=shift(12, 0), ambush="station 1")
    assert scene.unit("Foes").place == "destroyed"
    assert [event.tells["length"] for event in scene.events("was on its way")] == [2000]
    assert not scene.events("moved")


@clause("ba.gap.ambush-fire")
def test_a_vehicle_that_is_halted_goes_no_further() -> None:
    """A gun in Ambush stuns the crew of a tank, which stays where it was struck."""
    scene = Scene(
        us("us.medium-at-gun", (36, 40), name="Gun", fields=AMBUSH),
        de("us.sherman", (20, 20), name="Tank", bearing=90),
    )
    scene.order("Tank", "run", [6, 3, 4], drive=drive((0, 18)), ambush="station 3")
    assert scene.point("Tank") == (29, 20)
    assert scene.unit("Tank").order == "down"


def regrouping(scene: Scene, **answers: Any) -> Scene:
    """Foes have won a fight and regroup six inches."""
    return scene.run(lambda play: regroup(play, 1), [6], **answers)


TO_THE_WEST = shift(-4, 0)
MOVES: dict[str, Callable[[], Scene]] = {
    "an Advance": lambda: watched(de("us.medic", (36, 14), name="Foes")).order(
        "Foes", "advance", move=TO_THE_WEST, ambush="pass"
    ),
    "a regroup": lambda: regrouping(watched(de("us.medic", (36, 14), name="Foes")), move=TO_THE_WEST, ambush="pass"),
    "a panic": lambda: watched(de("us.medic", (36, 14), name="Foes", fields={"pins": 1})).order(
        "Foes", "fire", [6, 6, 4], ambush="pass"
    ),
    "a reverse": lambda: watched(de("us.truck", (36, 14), name="Foes", bearing=180, fields={"pins": 1})).order(
        "Foes", "fire", [6, 5], ambush="pass"
    ),
    "an escape": lambda: watched(
        de("us.armoured-car", (36, 14), name="Foes"), us("us.medium-at-gun", (20, 40), name="Gun", bearing=30)
    ).order("Gun", "fire", [1], target="Foes", react="escape", drive=drive((0, 4)), ambush="pass"),
    "coming on": lambda: watched(de("us.medic", name="Foes", fields={"place": "wave"})).order(
        "Foes", "run", move=goal(36, 8), ambush="pass"
    ),
    "boarding": lambda: watched(de("us.medic", (30, 14), name="Foes"), de("us.truck", (36, 8), name="Truck")).order(
        "Foes", "run", manoeuvre="board u2", ambush="pass"
    ),
    "leaving the table": lambda: watched(
        de("us.medic", (36, 43), name="Foes"), mission=Mission("breakthrough"), attacker=1, edges=("south", "north")
    ).order("Foes", "run", manoeuvre="exit", ambush="pass"),
    "going into a building": lambda: watched(
        de("us.medic", (36, 14), name="Foes"), ground=[terrain("building", box=(33, 6, 6, 6))]
    ).order("Foes", "run", manoeuvre="enter b0", ambush="pass"),
}


@clause("ba.gap.ambush-fire")
@pytest.mark.parametrize("move", list(MOVES))
def test_every_move_springs_it(move: str) -> None:
    """Advance, Run, regroup, escape, reverse, panic, on and off the table: whatever moves in sight and range."""
    assert "ambush" in MOVES[move]().kinds_asked()


@clause("ba.gap.ambush-fire")
@pytest.mark.parametrize("order", ["fire", "ambush", "down"])
def test_who_does_not_move_does_not_spring_it(order: str) -> None:
    """Enemies who stay where they are, and friends who move, are not shot at."""
    scene = waiting(12, us("us.medic", (20, 32), name="Friend"))
    answers: dict[str, Any] = {"target": "none"} if order == "fire" else {}
    scene.order("Foes", order, **answers)
    assert "ambush" not in scene.kinds_asked()
    scene.order("Foes", "advance", move=stay(), target="none")
    assert "ambush" not in scene.kinds_asked()
    scene.order("Friend", "run", move=shift(0, 2))
    assert "ambush" not in scene.kinds_asked()


def ambusher(troop: str, mover: Side, bearing: float = 0, **rest: Any) -> Scene:
    """A team in Ambush in the middle of the table, and a mover."""
    return Scene(us(troop, (36, 40), name="Able", bearing=bearing, fields=AMBUSH), mover, **rest)


@clause("ba.gap.ambush-fire")
@pytest.mark.parametrize(
    ("troop", "away", "bearing", "asked"),
    [
        ("us.captain", 6, 0, True),
        ("us.captain", 6.001, 0, False),
        ("us.mmg-team", 20, 0, True),
        ("us.mmg-team", 20, 180, False),
        ("us.sniper-team", 35, 0, True),
        ("us.light-mortar", 20, 0, False),
        ("us.medic", 5, 0, False),
    ],
)
def test_it_fires_only_at_what_its_weapons_can_reach(troop: str, away: float, bearing: float, asked: bool) -> None:
    """A pistol six inches, a Fixed weapon only ahead, a sniper with his scope, a mortar and the unarmed never."""
    radius = 0.787 if "mmg" in troop else 0.5
    foe = de("us.medic", (36, 40 - radius - 0.5 - away), name="Foes")
    scene = ambusher(troop, foe, bearing)
    scene.order("Foes", "run", move=shift(0, -0.01))
    assert ("ambush" in scene.kinds_asked()) == asked


@clause("ba.gap.ambush-fire")
@pytest.mark.parametrize(("house", "asked"), [((34, 30, 4, 4), False), ((4, 30, 4, 4), True)])
def test_the_weapon_that_reaches_must_be_the_one_that_sees(
    house: tuple[float, float, float, float], asked: bool
) -> None:
    """Twenty-six inches away only the machine gun reaches, and behind a house its gunner sees nothing."""
    able = us(
        "gb.infantry-section",
        (30, 40),
        name="Able",
        men=6,
        fields=AMBUSH,
        spots=((36, 40), (37.5, 40), (31.5, 40), (33, 40), (34.5, 40)),
    )
    scene = Scene(able, de("us.medic", (36, 13), name="Foes"), ground=[terrain("building", box=house)])
    scene.order("Foes", "run", move=shift(0, 0.01))
    assert ("ambush" in scene.kinds_asked()) == asked


@clause("ba.gap.ambush-vs-assault")
@pytest.mark.parametrize(
    ("distance", "offered"),
    [
        (4, ["pass", "station 0", "station 1", "station 2", "station 3"]),
        (1.001, ["pass", "station 0"]),
        (1, []),
    ],
)
def test_the_assaulted_shoot_until_the_enemy_is_within_an_inch(distance: float, offered: list[str]) -> None:
    """However near the assault starts, Ambush meets it as long as more than an inch is between them."""
    scene = waiting(distance)
    fight = [6, *[1] * 6, *[1] * 6, 1]
    answers: dict[str, Any] = {"ambush": "pass"} if offered else {}
    scene.order("Foes", "assault", fight, move=stay(), **answers)
    assert ("ambush" in scene.kinds_asked()) == bool(offered)
    assert not offered or scene.offered("ambush") == offered


@clause("ba.gap.ambush-vs-assault")
def test_an_assault_that_is_shot_down_does_not_arrive() -> None:
    """The assaulted unit fires at two inches, the attackers break, and no round is fought."""
    scene = waiting(4)
    shots = [3] * 8
    damage = [4, 4, 4, *[1] * 5]
    scene.order("Foes", "assault", [*shots, *damage, 6, 6], ambush="station 1")
    assert needs(scene, "Rifle") == "2+ (+1 point blank)"
    assert scene.unit("Foes").place == "destroyed"
    assert not scene.events("fought a round")


@clause("ba.gap.ambush-vs-assault")
def test_others_in_ambush_meet_an_assault_too() -> None:
    """A machine gun at the side fires at those who assault its friends, at any point of their way."""
    gun = us("us.mmg-team", (22, 40), name="Gun", bearing=0, fields=AMBUSH)
    scene = facing(10, gun)
    scene.state = with_unit(scene.state, 0, {"order": "fire"})
    fight = [6, *[1] * 6, *[1] * 6, 1]
    scene.order("Foes", "assault", [1] * 4 + fight, assault_target="Able", move=stay(), ambush="station 2")
    assert scene.event("sprang its ambush").unit == scene.number("Gun")
    assert scene.events("fought a round")
