"""The order test, what becomes of a vehicle that does not obey, and officers who would pull others along."""

from typing import Any

import pytest

from tests.clause import clause

from .kit import Scene, Side, de, terrain, us
from .turn_kit import facing

LIEUTENANT = us("us.first-lieutenant", (20, 30), name="Lieutenant")


@clause("ba.gap.order-test")
@pytest.mark.parametrize(("dice", "pins", "order"), [([4, 4], 2, "ambush"), ([4, 5], 3, "down")])
def test_a_pinned_unit_obeys_on_its_morale_or_less(dice: list[int], pins: int, order: str) -> None:
    """Regulars with three pins and a First Lieutenant need 8 or less: obeyed, a pin less; failed, Down with all."""
    scene = facing(12, LIEUTENANT, pins=3)
    scene.order("Able", "ambush", dice)
    (thrown,) = scene.throws("order test")
    assert thrown.needs == "8 or less (9, -3 for pins, +2 First Lieutenant)"
    assert (scene.unit("Able").pins, scene.unit("Able").order) == (pins, order)


@clause("ba.gap.order-test")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "assault", "ambush", "rally"])
def test_every_order_but_down_is_tested_when_pinned(order: str) -> None:
    """With one pin a failed test loses any order; without pins there is no test."""
    scene = facing(12, pins=1)
    scene.order("Able", order, [5, 4])
    assert scene.event("took an order test").tells == {
        "result": "fail",
        "order": "run" if order == "assault" else order,
    }
    assert scene.unit("Able").order == "down"
    free = facing(12)
    free.order("Able", "ambush")
    assert not free.events("took an order test")


FRONT, REAR = (40, 10), (40, 44)


def track(foe: tuple[float, float], *more: Side, troop: str = "us.half-track", **rest: Any) -> Scene:
    """A vehicle in the middle of the table that faces north with one pin, and one foe."""
    fields: dict[str, Any] = {"pins": 1, **rest.pop("fields", {})}
    return Scene(us(troop, (40, 30), name="Track", fields=fields), de("us.medic", foe, name="Foes"), *more, **rest)


FAILS = [6, 5]


@clause("ba.gap.failed-order-vehicle")
@pytest.mark.parametrize(
    ("troop", "back"), [("us.half-track", 4.5), ("us.sherman", 4.5), ("us.truck", 6), ("us.armoured-car", 6)]
)
def test_a_vehicle_that_fails_backs_away_from_an_enemy_before_it(troop: str, back: float) -> None:
    """Half its Advance rate straight back, then Down."""
    scene = track(FRONT, troop=troop)
    scene.order("Track", "fire", FAILS)
    assert scene.point("Track") == (40, 30 + back)
    assert scene.event("backed away").tells["length"] == back * 1000
    assert scene.unit("Track").order == "down"


@clause("ba.gap.failed-order-vehicle")
@pytest.mark.parametrize(("foe", "y"), [((59, 10), 34.5), ((61, 10), 30), (REAR, 30)])
def test_it_stays_if_nobody_is_in_its_front_arc(foe: tuple[float, float], y: float) -> None:
    """Only an enemy within 45 degrees of where it faces drives it back."""
    scene = track(foe)
    scene.order("Track", "fire", FAILS)
    assert scene.point("Track") == (40, y)
    assert scene.unit("Track").order == "down"


@clause("ba.gap.failed-order-vehicle")
@pytest.mark.parametrize(
    "rest",
    [
        {"ground": [terrain("building", box=(36, 15, 8, 6))]},
        {"fields": {"immobilised": True}},
        {"fields": {"fixed_moved": True}},
        {"vehicle_fail_reverses": False},
    ],
)
def test_it_only_goes_down_if_it_sees_nobody_or_cannot_move(rest: dict[str, Any]) -> None:
    """Out of sight, immobilised, just boarded, or by the table's own rule: Down where it is."""
    scene = track(FRONT, **rest)
    scene.order("Track", "fire", FAILS)
    assert scene.point("Track") == (40, 30)
    assert scene.unit("Track").order == "down"


@clause("ba.gap.failed-order-vehicle")
def test_it_stops_short_of_what_is_behind_it() -> None:
    """Friends three inches behind it: it backs two, and an inch is left."""
    behind = us("us.medic", (40, 30 + 2.05 + 3 + 0.5), name="Medic")
    scene = track(FRONT, behind)
    scene.order("Track", "fire", FAILS)
    assert scene.point("Track") == (40, 32)


@clause("ba.gap.failed-order-vehicle")
def test_men_on_foot_do_not_back_away() -> None:
    """Infantry that fails its test goes Down where it is."""
    scene = facing(12, pins=1)
    scene.order("Able", "fire", FAILS)
    assert scene.point("Able") == (20, 20)


def platoon(**rest: Any) -> Scene:
    """A Second Lieutenant, two squads near him and one far away; the enemy has no dice left."""
    return Scene(
        us("us.second-lieutenant", (20, 20), name="Lieutenant"),
        us("us.medic", (24, 20), name="Near"),
        us("us.medic", (20, 24), name="Close"),
        us("us.medic", (20, 40), name="Far"),
        de("us.medic", (60, 20), name="Foes", fields={"order": "run"}),
        **rest,
    )


@clause("ba.gap.snap-to-action")
def test_officers_do_not_pull_extra_dice() -> None:
    """A Lieutenant acts alone."""
    scene = platoon()
    scene.draw(unit="Lieutenant", order="ambush")
    assert scene.kinds_asked() == ["unit", "order"]
    assert scene.unit("Near").order is None


@clause("ba.gap.snap-to-action")
def test_where_the_table_plays_it_an_officer_pulls_as_many_units_as_his_bonus() -> None:
    """With the switch on, a Second Lieutenant has one unit within six inches act at once."""
    scene = platoon(snap_to_action=True)
    scene.draw(unit="Lieutenant", order=["ambush", "down"], snap_to_action="Near")
    assert scene.offered("snap to action") == ["stop", "u1", "u2"]
    assert scene.kinds_asked() == ["unit", "order", "snap to action", "order"]  # and nobody is asked for a second one
    assert [scene.unit(name).order for name in ("Lieutenant", "Near", "Close")] == ["ambush", "down", None]
    again = platoon(snap_to_action=True)
    again.draw(unit="Lieutenant", order="down")
    assert again.kinds_asked() == ["unit", "order"]
