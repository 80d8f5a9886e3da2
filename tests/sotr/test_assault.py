"""The Assault: declaration, HORROR, falling back, the charge, and who gets into contact."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from sandtable.geometry.measure_kernels import gap
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.sotr.harm.wounds import take_out
from sandtable.rulesets.sotr.melee import assault as module
from sandtable.rulesets.sotr.melee.assault import free_to_run, may_fall_back
from sandtable.rulesets.sotr.melee.blows import fighter
from sandtable.rulesets.sotr.melee.contact import plan_charge
from sandtable.rulesets.sotr.react.travel import travel as go
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.telling.log import sentence
from sandtable.rulesets.sotr.verbs.common import taken_off
from sandtable.rulesets.sotr.weapons.shooting import may_not_shoot
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, chargeable, reich, terrain, us
from .melee_kit import charge, fight, pairs

MEN = ("grenadier",) * 3
RIFLES = ("rifleman",) * 3


def scene_of(
    far: float, *, chargers: int = 1, foes: int = 1, ground: Sequence[Piece] = (), aside: float = 0, **options: Any
) -> Scene:
    """Riflemen, and grenadiers due south of them, so many inches from base to base."""
    return Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=RIFLES[:chargers]),
        reich("reich.sturmgrenadiers", (20 + aside, 11 + far), name="Men", pick=MEN[:foes]),
        ground=ground,
        **options,
    )


# ---- declaring


@clause("sotr.assault.declare", "sotr.assault.purpose", "sotr.hth.break-chase")
def test_one_must_see_the_target_or_be_near_it() -> None:
    """A house hides one unit; behind another one it is within four inches; a Fleeing unit may be assaulted."""
    house = terrain("building", box=(15, 14, 10, 4))
    scene = Scene(
        us("us.rifle-squad", (20, 13), name="Able", pick=("rifleman",)),
        reich("reich.sturmgrenadiers", (20, 20), name="Behind", pick=("grenadier",)),
        reich("reich.sturmgrenadiers", (30, 13), name="Open", pick=("grenadier",), fields={"fleeing": True}),
        ground=[house],
    )
    found = chargeable(scene.state, 0)
    assert found[2] is None
    assert found[1] is not None
    assert found[1].because == ("sotr.assault.declare",)
    near = Scene(
        us("us.rifle-squad", (20, 13), name="Able", pick=("rifleman",)),
        reich("reich.sturmgrenadiers", (20, 18), name="Behind", pick=("grenadier",)),
        ground=[terrain("building", box=(15, 14, 10, 2))],
    )
    assert chargeable(near.state, 0) == {1: None}


@clause("sotr.assault.declare")
def test_a_hidden_unit_cannot_be_named() -> None:
    """It is not even refused: nobody knows of it."""
    scene = scene_of(5)
    assert chargeable(scene.change("Men", hidden=True).state, 0) == {}


@clause("sotr.gap.vehicle-hth", "sotr.gap.engaged-activation")
def test_who_may_not_assault() -> None:
    """Vehicles never do; a unit in a fight only joins that fight."""
    scene = Scene(
        us("us.tank", (20, 30), name="Tank"),
        us("us.rifle-squad", (20, 10), name="Able", pick=RIFLES),
        reich("reich.sturmgrenadiers", (20, 11), name="Men", pick=MEN),
        reich("reich.sturmgrenadiers", (20, 15), name="Others", pick=MEN),
    )
    assert all(refusal and "sotr.gap.vehicle-hth" in refusal.because for refusal in chargeable(scene.state, 0).values())
    scene.engage("Able", 0, "Men", 0)
    found = chargeable(scene.state, 1)
    assert found[2] is None
    assert found[3] is not None
    assert found[3].because == ("sotr.gap.engaged-activation",)


@clause("sotr.gap.vehicle-hth")
def test_mecha_may_assault() -> None:
    """And comes to grips like anybody."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",), fields={"horrors": ("mech",)}),
        reich("reich.panzermech", (20, 17), name="Mech"),
    )
    charge(scene, "Mech", "Able", fall_back=False)
    assert pairs(scene) == {(0, 1)}
    assert fighter(scene.state, 1, 0).mecha
    assert fighter(scene.state, 1, 0).charging


# ---- the order of things


@clause("sotr.assault.order", "sotr.assault.horror-check")
def test_the_order_of_an_assault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declared, the charger's HORROR, the target's, the choice to fall back, the move."""
    seen: list[str] = []

    async def dares(*_: object) -> bool:
        seen.append("charger")
        return True

    async def stands(*_: object) -> bool:
        seen.append("target")
        return True

    monkeypatch.setattr(module, "dares_to_charge", dares)
    monkeypatch.setattr(module, "stands_charge", stands)

    def stay(decision: Decision[object]) -> bool:
        seen.append(decision.kind)
        return False

    scene = charge(scene_of(5), "Able", "Men", fall_back=stay)
    assert seen == ["charger", "target", "fall back"]
    assert scene.told("declared an Assault", "charged", "came to grips") == [
        ("declared an Assault", 0), ("charged", 0), ("came to grips", 0),
    ]  # fmt: skip


@clause("sotr.assault.horror-charging-fail", "sotr.assault.horror-check", "sotr.assault.no-shooting")
@pytest.mark.parametrize(("faces", "charges"), [([6, 6], False), ([1, 1], True)])
def test_chargers_need_cool_against_horror(faces: list[int], charges: bool) -> None:
    """If they fail they do not move, may not shoot, and are in good order."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",)),
        reich("reich.vampire", (20, 16), name="Count"),
    )
    charge(scene, "Able", "Count", faces, **({"fall_back": False} if charges else {}))
    assert bool(scene.state.engaged) is charges
    assert (scene.point("Able") == (20, 10)) is not charges
    assert scene.unit("Able").action == "assault"
    assert not scene.unit("Able").disorganized
    assert ("fall back" in scene.kinds_asked()) is charges
    assert may_not_shoot(scene.state, 0) is not None


@clause("sotr.assault.horror-charged-fail", "sotr.assault.pursuit", "sotr.assault.catch-bonus")
@pytest.mark.parametrize(("now", "where"), [(True, 18.0), (False, 10.0)])
def test_a_unit_that_fails_when_charged_flees(now: bool, where: float) -> None:
    """At once and pursued, or by the option not before its Compulsory Move; it has no choice to make."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Able", pick=("rifleman",)),
        reich("reich.vampire", (20, 27), name="Count"),
        horror_charge_flee_now=now,
    )
    charge(scene, "Count", "Able", [6, 6])
    unit = scene.unit("Able")
    assert (unit.fleeing, unit.disorganized) == (True, True)
    assert scene.point("Able") == (20, 20 + where)
    assert "fall back" not in scene.kinds_asked()
    assert pairs(scene) == {(0, 1)}
    assert (scene.man("Count").caught == 2) is now


# ---- falling back


@clause("sotr.assault.fallback-choice", "sotr.assault.pursuit", "sotr.assault.catch-bonus")
@pytest.mark.parametrize(("faces", "flees"), [([1, 1], False), ([6, 6], True)])
def test_a_unit_may_fall_back_and_is_pursued(faces: list[int], flees: bool) -> None:
    """In either case the chargers come after it, and whoever touches it has two more."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Able", pick=("rifleman",), fields={"horrors": ("vampire",)}),
        reich("reich.vampire", (20, 27), name="Count"),
    )
    charge(scene, "Count", "Able", faces, fall_back=True)
    assert scene.decision("fall back").seat == 0
    assert scene.unit("Able").fleeing is flees
    assert scene.unit("Able").activated == 0
    assert scene.point("Able") == (20, 38)
    assert pairs(scene) == {(0, 1)}
    assert scene.man("Count").caught == 2
    found = fighter(scene.state, 1, 0)
    assert (found.charging, found.caught) == (True, True)


@clause("sotr.assault.pursuit", "sotr.assault.short")
def test_pursuers_may_fall_short() -> None:
    """They make the whole move all the same."""
    scene = charge(scene_of(3), "Able", "Men", [1, 1], fall_back=True)
    assert scene.state.engaged == ()
    assert scene.point("Men") == (20, 22)
    assert scene.point("Able") == (20, 18)
    assert scene.man("Able").tied == 2


@clause("sotr.assault.fallback-choice")
def test_who_has_no_choice() -> None:
    """The Engaged, the Fleeing, the mindless, machines; DOWN models do not count."""
    scene = scene_of(3)
    assert may_fall_back(scene.state, 1)
    assert not may_fall_back(scene.change("Men", fleeing=True).state, 1)
    scene.change("Men", fleeing=False).engage("Able", 0, "Men", 0)
    assert not may_fall_back(scene.state, 1)
    assert not free_to_run(scene.state, 1)
    others = Scene(
        reich("reich.zombies", (20, 20), men=1),
        reich("reich.panzermech", (30, 20)),
        us("us.rifle-squad", (10, 10), pick=("rifleman",), each={"down": True}),
    )
    assert [may_fall_back(others.state, number) for number in range(3)] == [False, False, False]


@clause("sotr.assault.catch-bonus")
@pytest.mark.parametrize(("scope", "caught"), [("fallback", 0), ("any-charge", 2)])
def test_the_bonus_for_touching_a_unit_that_stands(scope: str, caught: int) -> None:
    """Only by the option."""
    scene = charge(scene_of(3, catch_bonus_scope=scope), "Able", "Men", fall_back=False)
    assert (scene.man("Able").charged, scene.man("Able").caught) == (2, caught)


# ---- the charge


@clause("sotr.assault.move", "sotr.assault.contact", "sotr.assault.short")
@pytest.mark.parametrize(("far", "reached"), [(8.0, True), (8.01, False)])
def test_a_charge_goes_on_the_double(far: float, reached: bool) -> None:
    """Eight inches to the contact of bases; beyond that the whole eight along the line, and nothing more this turn."""
    scene = charge(scene_of(far), "Able", "Men")
    assert bool(scene.state.engaged) is reached
    assert scene.point("Able")[1] == 18
    assert scene.man("Able").tied == (0 if reached else 2)
    assert scene.man("Able").charged == (2 if reached else 0)
    if reached:
        bodies = scene.state.layout.bodies
        assert gap(bodies, 0, bodies, 1) == 0


@clause("sotr.assault.move")
@pytest.mark.parametrize(("far", "reached"), [(6.0, True), (6.01, False)])
def test_rubble_slows_a_charge(far: float, reached: bool) -> None:
    """Two inches of rubble leave four of open ground."""
    rubble = terrain("ruin", box=(15, 12, 10, 2))
    scene = charge(scene_of(far, ground=[rubble]), "Able", "Men")
    assert bool(scene.state.engaged) is reached
    assert scene.point("Able")[1] == 16


@clause("sotr.assault.move")
def test_getting_up_costs_an_inch() -> None:
    """A Prone charger has seven; he is up afterwards."""
    scene = charge(scene_of(7).change("Able", 0, prone=True), "Able", "Men")
    assert scene.state.engaged
    assert not scene.man("Able").prone
    assert not charge(scene_of(7.01).change("Able", 0, prone=True), "Able", "Men").state.engaged


@clause("sotr.assault.contact", "sotr.assault.only-way")
def test_a_move_without_assault_engages_nobody() -> None:
    """Pairs come of Assaults (and of follow-ups)."""
    scene = scene_of(3)
    assert scene.state.engaged == ()
    charge(scene, "Able", "Men")
    assert pairs(scene) == {(0, 1)}
    assert scene.event("came to grips").because == ("sotr.assault.contact",)


@clause("sotr.assault.max-contact")
def test_as_many_enemies_as_possible_are_engaged() -> None:
    """Three against three: each has one; two against one: both on him; one against two side by side: both."""
    for aside in (0, 2.5, -3):
        scene = charge(scene_of(5, chargers=3, foes=3, aside=aside), "Able", "Men")
        assert {foe for _, foe in pairs(scene)} == set(scene.unit("Men").men), aside
        assert {man for man, _ in pairs(scene)} == set(scene.unit("Able").men)
    assert len(pairs(charge(scene_of(4, chargers=2), "Able", "Men"))) == 2
    close = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",)),
        reich("reich.sturmgrenadiers", (20, 14), name="Men", pick=MEN[:2], gap=0.2),
    )
    assert pairs(charge(close, "Able", "Men")) == {(0, 1), (0, 2)}


@clause("sotr.assault.max-contact")
def test_the_nearest_charger_leaves_the_enemy_to_one_who_reaches_no_other() -> None:
    """The first could take either; the second only the one that is nearest to both."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=RIFLES[:2], spots=((15, 11),)),
        reich("reich.sturmgrenadiers", (18.5, 13), name="Men", pick=MEN[:2], spots=((26, 14),)),
    )
    charge(scene, "Able", "Men")
    assert pairs(scene) == {(0, 3), (1, 2)}


@clause("sotr.assault.max-contact", "sotr.assault.contact")
def test_chargers_end_on_nobody() -> None:
    """Ten against three: those who find room touch them, the others stop."""
    scene = Scene(
        us("us.rifle-squad", (18, 10), name="Able"),
        reich("reich.sturmgrenadiers", (20, 16), name="Men", pick=MEN),
    )
    charge(scene, "Able", "Men")
    bodies = scene.state.layout.bodies
    rows = range(len(scene.state.figures))
    for one in rows:
        for other in rows:
            if one < other:
                x, y = scene.state.layout.point(one)
                ox, oy = scene.state.layout.point(other)
                assert (x - ox) ** 2 + (y - oy) ** 2 > 999**2, (one, other)
    assert all(gap(bodies, *pair[:1], bodies, pair[1]) == 0 for pair in pairs(scene))
    assert len({man for man, _ in pairs(scene)}) >= 5


@clause("sotr.assault.short")
def test_who_falls_short_keeps_an_inch_from_other_enemies() -> None:
    """Others stand in the way of the second charger, who stops an inch short of them."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=RIFLES[:1]),
        reich("reich.sturmgrenadiers", (20, 25), name="Men", pick=MEN[:1]),
        reich("reich.sturmgrenadiers", (20.9, 18.5), name="Others", pick=MEN[:1]),
    )
    charge(scene, "Able", "Men")
    bodies = scene.state.layout.bodies
    assert 1000 <= gap(bodies, 0, bodies, 2) <= 1300
    assert scene.state.engaged == ()


# ---- obstacles


def _wall(at: float, target: float, start: float, height: float = 1) -> Scene:
    wall = terrain("wall", line=[(10, at), (30, at)], height=height)
    scene = Scene(
        us("us.rifle-squad", (20, start), name="Able", pick=("rifleman",)),
        reich("reich.sturmgrenadiers", (20, target), name="Men", pick=("grenadier",)),
        ground=[wall],
    )
    return charge(scene, "Able", "Men")


@clause("sotr.assault.obstacle", "sotr.hth.obstacle")
def test_an_enemy_behind_a_low_wall_is_struck_across_it() -> None:
    """He touches the far side; the charger gets to the near side with nothing left: Engaged, at -1."""
    scene = _wall(28, 28.5, 19.5)
    assert pairs(scene) == {(0, 1)}
    assert scene.man("Able").hurdled == 2
    assert fighter(scene.state, 0, 1).hurdled
    assert "sotr.assault.obstacle" in scene.event("came to grips").because


@clause("sotr.assault.obstacle")
@pytest.mark.parametrize(("start", "reached"), [(19.6, False), (20.1, True)])
def test_an_enemy_who_stands_off_the_wall_must_be_reached_over_it(start: float, reached: bool) -> None:
    """A tenth of an inch behind it: half an inch more to get over."""
    scene = _wall(28, 28.6, start)
    assert bool(scene.state.engaged) is reached
    assert scene.man("Able").hurdled == (2 if reached else 0)


@clause("sotr.assault.obstacle")
def test_a_wall_taller_than_an_inch_has_to_be_climbed() -> None:
    """The same charge against a wall of an inch and a half fails; with two inches to spare it does not."""
    assert not _wall(28, 28.5, 19.5, height=1.5).state.engaged
    assert _wall(28, 28.5, 21.5, height=1.5).state.engaged


@clause("sotr.assault.obstacle")
def test_a_narrow_ditch_is_fought_across() -> None:
    """An inch wide: the charger who gets to its edge is Engaged, though bases do not touch; a wider one keeps them apart."""
    for width, reached in ((0.8, True), (1.6, False)):
        ditch = terrain("trench", box=(10, 20, 20, width))
        scene = Scene(
            us("us.rifle-squad", (20, 11.5), name="Able", pick=("rifleman",)),
            reich("reich.sturmgrenadiers", (20, 20.5 + width), name="Men", pick=("grenadier",)),
            ground=[ditch],
        )
        charge(scene, "Able", "Men")
        assert bool(scene.state.engaged) is reached
        assert scene.man("Able").hurdled == (2 if reached else 0)


# ---- joining, machines, and what interrupts


@clause("sotr.gap.engaged-activation", "sotr.assault.contact")
def test_unengaged_members_join_the_fight() -> None:
    """The one who fights stays where he is; the other charges."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], spots=((20, 16),)),
        reich("reich.sturmgrenadiers", (21, 20), name="Men", pick=MEN[:1]),
    ).engage("Able", 0, "Men", 0)
    charge(scene, "Able", "Men")
    assert "fall back" not in scene.kinds_asked()
    assert pairs(scene) == {(0, 2), (1, 2)}
    assert (scene.man("Able", 0).charged, scene.man("Able", 1).charged) == (0, 2)


@clause("sotr.gap.vehicle-hth", "sotr.assault.contact")
def test_a_hull_is_touched_along_its_sides() -> None:
    """Everybody finds a place."""
    scene = Scene(
        us("us.tank", (20, 20), name="Tank"),
        reich("reich.sturmgrenadiers", (17, 14), name="Men"),
    )
    charge(scene, "Men", "Tank")
    bodies = scene.state.layout.bodies
    assert len(pairs(scene)) >= 5
    assert all(gap(bodies, one, bodies, other) == 0 for one, other in pairs(scene))


@clause("sotr.assault.max-contact")
def test_survivors_close_up_after_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first charger falls on the way; the one who was to follow him takes his place if he has movement left."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=RIFLES[:2], spots=((20, 9),)),
        reich("reich.sturmgrenadiers", (20, 14), name="Men", pick=MEN[:1]),
    )
    shot: list[bool] = []

    async def under_fire(play: Play[Battle], number: int, march: March, *because: str, **rest: Any) -> bool:
        await go(play, number, march, *because, **rest)
        if not shot:
            shot.append(True)
            play.state = taken_off(play.state, Event("shot", (), 0, (0,)))
        return True

    monkeypatch.setattr(module, "travel", under_fire)
    charge(scene, "Able", "Men")
    assert pairs(scene) == {(1, 2)}


@clause("sotr.assault.move")
def test_a_storey_costs_two_inches() -> None:
    """Up the stairs and at them."""
    house = terrain("building", box=(15, 12, 10, 8), floors=2)
    for far, reached in ((6.0, True), (6.1, False)):
        scene = Scene(
            us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",)),
            reich("reich.sturmgrenadiers", (20, 11 + far), name="Men", pick=("grenadier",), storey=1),
            ground=[house],
        )
        planned = plan_charge(scene.state, 0, 1)
        assert planned is not None
        assert bool(planned.climbs) is reached


@clause("sotr.assault.declare", "sotr.assault.contact")
def test_the_log_of_an_assault() -> None:
    """In words a player would use."""
    scene = charge(scene_of(5, chargers=2), "Able", "Men")
    lines = [line for one in scene.news if (line := sentence(scene.state, one))]
    assert lines[0] == "Able assaults Men"
    assert lines[-1] == "Able comes to grips with Men"
    short = charge(scene_of(9, chargers=2), "Able", "Men")
    assert sentence(short.state, short.event("fell short")) == "Able: 2 models fall short"
    scene.change("Able", 1, charged=0)
    fight(scene, [5, 5, 1, *(1, 1, 2)])
    assert "Able: rifleman scores 6 against 5 of Men" in [sentence(scene.state, one) for one in scene.events("fought")]


@clause("sotr.assault.move")
def test_a_target_that_stray_fire_destroys_on_the_way_is_charged_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Overwatch fire that strays may take out those it was to save; the survivors then have nobody to close up to."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2), reich("reich.zombies", (20, 24), name="Mob", men=1)
    )

    async def shot_up(play: Play[Battle], *_: object) -> bool:
        take_out(play, 0, (0,), "sotr.wound.goner")
        take_out(play, 1, (2,), "sotr.wound.goner")
        return True

    monkeypatch.setattr(module, "_go", shot_up)
    scene.call(partial(module.charge, fled=False), "Able", "Mob")
    assert scene.unit("Mob").place == "destroyed"
    assert scene.state.engaged == ()
