"""Carrying troops: getting in and out, riders on a tank, and who is aboard when it burns."""

from typing import Any

import msgspec
import pytest

from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.units import coherent, passengers
from sandtable.rulesets.d10.fire.shooting import struck
from sandtable.rulesets.d10.harm.armour import Hit
from sandtable.rulesets.d10.harm.losses import take
from sandtable.rulesets.d10.machines.transport import bail_out, carriers
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.activation import activate
from sandtable.rulesets.d10.turn.orders import orders_of
from tests.clause import clause

from .kit import Scene, drive, german, goal, instead_of, terrain, us

CLAUSE, DAMAGE = "d10.gap.transport", "d10.gap.vehicle-damage"


def beside(
    troop: str = "us.half-track", far: float = 2, men: int = 1, *more: Any, ground: Any = (), **rest: Any
) -> Scene:
    """A vehicle at (30, 20) that looks north, and riflemen so far to the right of its hull."""
    wide = {"us.half-track": 1.0, "us.jeep": 0.75, "us.sherman": 1.25}[troop]
    return Scene(
        us("us.parachute-squad" if men > 10 else "us.rifle-squad", (30 + wide + far + 0.5, 20), name="Able", men=men,
           gap=0, **rest),
        us(troop, (30, 20), name="Car"),
        *more,
        ground=ground,
    )  # fmt: skip


def riding(troop: str = "us.half-track", men: int = 3, *more: Any, ground: Any = (), **rest: Any) -> Scene:
    """A vehicle at (30, 20), or elsewhere, that looks north, with riflemen aboard; a German looks on."""
    where = rest.pop("at", (30, 20))
    options = {name: rest.pop(name) for name in ("abandoned_leave_wrecks",) if name in rest}
    return Scene(
        us("us.rifle-squad", name="Able", pick=("rifleman",) * men, aboard="Car", **rest),
        us(troop, where, name="Car"),
        german("de.grenadier-squad", (30, 45), name="Berta", pick=("rifleman",)),
        *more,
        ground=ground,
        **options,
    )


# ---- getting in


@clause(CLAUSE, "d10.gap.measuring")
def test_a_unit_gets_in_within_two_inches() -> None:
    """Its nearest model within two inches of the hull, and nobody farther than its Movement."""
    assert carriers(beside(far=2).state, 0) == [1]
    assert carriers(beside(far=2.001).state, 0) == []
    assert carriers(beside(far=2, men=3).state, 0) == [1]
    assert carriers(beside(far=2.01, men=3).state, 0) == []
    assert carriers(beside(far=1, men=4).state, 0) == [1]
    assert carriers(beside(far=1.01, men=5).state, 0) == []  # the last one is 5.01 inches off


@clause(CLAUSE)
@pytest.mark.parametrize(("troop", "room"), [("us.half-track", 10), ("us.jeep", 3), ("us.sherman", 6)])
def test_how_many_a_vehicle_carries(troop: str, room: int) -> None:
    """A half-track ten, a jeep three, a tank six outside."""
    spots = tuple((32.5 + 1.1 * (turn % 2), 20 + 1.1 * (turn // 2)) for turn in range(1, 11))
    for men, fits in ((room, True), (room + 1, False)):
        able = us("us.rifle-squad", (32.5, 20), name="Able", men=min(men, 10), spots=spots)
        scene = Scene(able, us(troop, (30, 22), name="Car"))
        if men > 10:
            scene.change("Able", men=(*scene.unit("Able").men, scene.unit("Able").men[0]))
        assert (carriers(scene.state, 0) == [1]) is fits


@clause(CLAUSE)
def test_who_does_not_get_in() -> None:
    """One unit at a time; no guns, no vehicles; not upstairs; not in the enemy's; not into a fight."""
    full = beside("us.half-track", 1, 1, us("us.mmg-team", name="Guns", aboard="Car"))
    assert carriers(full.state, 0) == []
    gun = Scene(us("us.medium-at-gun", (32.7, 20), name="Gun", gap=0), us("us.half-track", (30, 20), name="Car"))
    assert carriers(gun.state, 0) == []
    jeep = Scene(us("us.jeep", (32.5, 20), name="Jeep"), us("us.half-track", (30, 20), name="Car"))
    assert carriers(jeep.state, 0) == []
    theirs = Scene(us("us.rifle-squad", (32, 20), name="Able", men=1), german("de.half-track", (30, 20), name="Car"))
    assert carriers(theirs.state, 0) == []
    foe = german("de.grenadier-squad", (28.5, 20), name="Clara", men=1)
    assert carriers(beside("us.half-track", 1, 1, foe).state, 0) == []
    house = terrain("building", box=(31.5, 18, 4, 4), floors=2)
    assert carriers(beside(far=1, ground=[house]).state, 0) == [1]
    assert carriers(beside(far=1, ground=[house], floor=1).state, 0) == []


@clause(CLAUSE)
def test_getting_in_is_the_move_order() -> None:
    """It ends the activation; who rides is off the table, and may not have moved before."""
    scene = beside(men=2)
    scene.activate("Able", "get in u1")
    assert scene.told("got in") == [("got in", 0)]
    unit = scene.unit("Able")
    assert (unit.place, unit.aboard, unit.moved, unit.orders) == ("aboard", 1, True, ("move",))
    assert not scene.state.layout.on_table(unit.men[0])
    assert passengers(scene.state, 1) == 0
    assert "get in u1" not in beside(fields={"orders": ("move",)}).call(_offers, "Able")
    assert "get in u1" in beside().call(_offers, "Able")


async def _offers(play: Play[Battle], number: int) -> list[str]:
    return list(orders_of(play.state, number).open)


# ---- getting out


@clause(CLAUSE)
def test_a_unit_gets_out_within_two_inches() -> None:
    """Everybody within two inches of the hull, in coherency."""
    scene = riding(men=2)

    def out(x: float, gap: float = 1.5) -> Any:
        def answer(decision: Any) -> object:
            men = decision.domain.movers
            ends = [(round(x * 1000), round(20000 + off * 1000)) for off in (0, gap)]
            starts = [(31000, min(y, 22250)) for _, y in ends]
            paths = zip(men, starts, ends, strict=True)
            return {"walks": [{"figure": man, "points": [start, end]} for man, start, end in paths]}

        return answer

    wrong = (out(33.501), CLAUSE), (out(33, 3.001), "d10.gap.coherency")
    scene.activate("Able", "get out", "nothing", get_out=instead_of(*wrong, give=out(33.5)))
    assert scene.point("Able") == (33.5, 20)
    unit = scene.unit("Able")
    assert (unit.place, unit.aboard, unit.moved) == ("table", -1, True)


@clause(CLAUSE, "d10.order.list")
def test_who_got_out_may_hold_or_shoot() -> None:
    """Not move on, and not assault."""
    scene = riding(men=2).activate("Able", "get out", "hold", get_out=goal(30, 24))
    assert scene.unit("Able").hold
    after = [one for one in scene.asked if one.kind == "order"][1].domain
    assert set(after.options()) == {"nothing", "hold", "shoot"}  # type: ignore[arg-type]
    barred = {key: refusal.because for key, refusal in after.barred().items()}  # type: ignore[attr-defined]
    assert barred["assault"] == (CLAUSE,)
    assert set(barred) == {"assault", "move", "rush"}
    assert "hold" not in _after(riding(men=2), hold_after_move=False)


def _after(scene: Scene, **options: Any) -> list[str]:
    made = msgspec.structs.replace(scene.state.options, **options)
    scene.state = msgspec.structs.replace(scene.state, options=made)
    scene.activate("Able", "get out", "nothing", get_out=goal(30, 24))
    return list([one for one in scene.asked if one.kind == "order"][1].domain.options())  # type: ignore[arg-type]


@clause(CLAUSE, "d10.hit.moved")
def test_it_shoots_as_having_moved() -> None:
    """SH 4 with a bolt-action rifle: 7+ at a German nine inches off."""
    scene = Scene(
        us("us.half-track", (50, 40), name="Other"),
        german("de.grenadier-squad", name="Able", pick=("rifleman",), aboard="Car"),
        german("de.half-track", (30, 20), name="Car"),
        us("us.rifle-squad", (30, 33), name="Berta", pick=("rifleman",)),
    )
    scene.activate("Able", "get out", "shoot", dice=[6])
    assert [needs for _, _, needs in scene.thrown("rifle")] == ["7+"]


@clause(CLAUSE)
def test_they_ride_where_the_vehicle_goes() -> None:
    """And get out there."""
    scene = riding(men=1)
    scene.activate("Car", "move", "nothing", drive=drive((0, 9)))
    scene.activate("Able", "get out", "nothing")
    x, y = scene.point("Able")
    assert abs(x - 30) <= 4
    assert 11 - 2.25 - 3 <= y <= 11 + 2.25 + 3


@clause(CLAUSE)
def test_where_there_is_no_room_nobody_gets_out() -> None:
    """Deep water on all sides; the option is barred for its clause."""
    pool = [
        terrain("water", box=box)
        for box in ((20, 10, 20, 7.7), (20, 22.3, 20, 8), (31.1, 10, 9, 20), (20, 10, 8.9, 20))
    ]
    scene = riding(men=3, ground=pool)
    scene.call(activate, "Able")
    assert scene.unit("Able").place == "aboard"
    assert "order" not in scene.kinds_asked()  # there is nothing else to do


# ---- out in a hurry


async def hit(play: Play[Battle], target: int, strength: int, at: int = 0) -> None:
    """The German hits a vehicle once."""
    await struck(play, 2, target, (Hit(1, strength, at),), play.state.units[target].men)


@clause(CLAUSE)
def test_riders_jump_off_a_tank_that_is_hit() -> None:
    """Even by a bullet that does it no harm; they have moved then."""
    scene = riding("us.sherman", 6)
    scene.call(hit, "Car", 4, dice=[1])
    assert scene.told("jumped clear", "was unhurt") == [("jumped clear", 0), ("was unhurt", 1)]
    assert scene.unit("Able").on_table
    assert coherent(scene.state, 0)
    assert scene.unit("Able").moved


@clause(CLAUSE)
def test_passengers_of_a_carrier_sit_tight() -> None:
    """As long as it is neither destroyed nor abandoned."""
    scene = riding()
    scene.call(hit, "Car", 4, dice=[1])
    assert scene.unit("Able").place == "aboard"


@clause(CLAUSE)
def test_riders_without_room_are_lost() -> None:
    """All of them."""
    pool = [
        terrain("water", box=box)
        for box in ((20, 10, 20, 7.3), (20, 22.7, 20, 8), (31.4, 10, 9, 20), (20, 10, 8.6, 20))
    ]
    scene = riding("us.sherman", 6, ground=pool)
    scene.call(hit, "Car", 4, dice=[1])
    assert scene.unit("Able").place == "destroyed"


@clause(CLAUSE, DAMAGE)
def test_passengers_of_a_destroyed_carrier_take_hits() -> None:
    """One of strength 4 each, against Toughness 4: 6+. Then they stand around the wreck."""
    scene = riding(men=6)
    scene.call(hit, "Car", 9, 3, dice=[10, 6, 5, 5, 5, 5, 6])
    assert [(needs, len(faces)) for _, faces, needs in scene.thrown("6 hits")] == [("6+", 6)]
    assert len(scene.unit("Able").men) == 4
    assert scene.unit("Able").on_table
    assert coherent(scene.state, 0)
    assert scene.unit("Car").place == "destroyed"
    assert passengers(scene.state, 1) is None


@clause(CLAUSE, DAMAGE, "d10.morale.unit-casualty")
def test_they_check_for_their_own_casualties_alone() -> None:
    """A squad that was below half before does not check if nobody falls; one that falls below half does."""
    unhurt = riding(men=3, strength=10)
    unhurt.call(hit, "Car", 9, 3, dice=[10, 1, 1, 1])
    assert unhurt.unit("Able").on_table
    hurt = riding(men=3, strength=3)
    hurt.call(hit, "Car", 9, 3, dice=[10, 6, 6, 1, 4])
    assert hurt.unit("Able").place == "routed"


@clause(CLAUSE, DAMAGE, "d10.morale.rout-individual")
def test_passengers_of_an_abandoned_carrier_get_out_unhurt() -> None:
    """The half-track is down to one of three wounds, its crew lose heart: no dice for those who ride."""
    scene = riding(men=3, strength=10)
    scene.call(hit, "Car", 9, 2, dice=[10, 1])
    assert scene.unit("Car").place == "routed"
    assert scene.told("routed", "jumped clear") == [("routed", 1), ("jumped clear", 0)]
    assert len(scene.unit("Able").men) == 3
    assert scene.unit("Able").on_table
    assert scene.state.terrain == ()
    kept = riding(men=3, strength=10, abandoned_leave_wrecks=True)
    kept.call(hit, "Car", 9, 2, dice=[10, 1])
    assert kept.told("was abandoned", "jumped clear") == [("was abandoned", 1), ("jumped clear", 0)]
    assert kept.state.terrain[-1].kind == "wreck"


@clause(CLAUSE)
@pytest.mark.parametrize("bearing", [0, 17, 45, 90, 133, 200, 301])
def test_there_is_room_around_a_wreck_however_it_stands(bearing: float) -> None:
    """Ten men find places around it, none of them in it."""
    scene = Scene(
        us("us.rifle-squad", name="Able", aboard="Car"),
        us("us.half-track", (30, 20), name="Car", bearing=bearing),
        german("de.grenadier-squad", (30, 45), name="Berta", pick=("rifleman",)),
    )
    scene.call(hit, "Car", 9, 3, dice=[10, *([1] * 10)])
    assert scene.unit("Able").on_table
    assert coherent(scene.state, 0)


@clause(CLAUSE)
def test_each_gets_out_of_his_own_wreck() -> None:
    """Two carriers burn before anybody has got out."""
    scene = riding("us.half-track", 2, us("us.half-track", (50, 20), name="Second"),
                   us("us.rifle-squad", name="Baker", pick=("rifleman",), aboard="Second"))  # fmt: skip

    async def both(play: Play[Battle]) -> None:
        for car in (1, 3):
            take(play, car, {play.state.units[car].men[0]: 3})
        for car in (1, 3):
            await bail_out(play, car)

    scene.call(both, dice=[1, 1, 1])
    assert abs(scene.point("Able")[0] - 30) < 6
    assert abs(scene.point("Baker")[0] - 50) < 6


@clause("d10.gap.rally-procedure", CLAUSE, "d10.rally.medium")
@pytest.mark.parametrize(("y", "needs"), [(46.75, "6+"), (46.76, "5+")])
def test_who_rides_rallies_by_what_his_vehicle_sees(y: float, needs: str) -> None:
    """A German at exactly 24 inches from the hull, and just beyond."""
    scene = Scene(
        us("us.rifle-squad", name="Able", pick=("rifleman",) * 2, aboard="Car", fields={"panicked": True}),
        us("us.half-track", (30, 20), name="Car"),
        german("de.grenadier-squad", (30, y), name="Berta", pick=("rifleman",)),
    )
    scene.activate("Able", "nothing", dice=[5])
    assert scene.thrown("rallies")[0][2] == needs
    assert scene.unit("Able").panicked is (needs == "6+")


@clause(CLAUSE)
def test_passengers_are_lost_with_a_vehicle_that_flees() -> None:
    """They go where it goes."""
    scene = riding(at=(50, 40)).change("Car", panicked=True)
    scene.order("Car", "flee")
    assert [scene.unit(name).place for name in ("Car", "Able")] == ["routed", "routed"]
