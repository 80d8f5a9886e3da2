"""Floors: stairs cost two inches each, up and down, and a floor may be full."""

from typing import Any

import pytest

from sandtable.geometry.bodies import GROUND as GROUND_COLUMN
from sandtable.rulesets.d10.basics.terrain import FLOOR
from sandtable.rulesets.d10.move.floors import no_room
from tests.clause import clause

from .kit import Scene, german, instead_of, march, shift, stay, terrain, us

GROUND, SIGHT = "d10.gap.movement", "d10.gap.line-of-sight"


def house(floors: int = 2) -> Any:
    """A house from (20, 20) to (30, 30)."""
    return terrain("building", box=(20, 20, 10, 10), floors=floors)


def indoors(*more: Any, floors: int = 2, at: tuple[float, float] = (22, 22), men: int = 1, **rest: Any) -> Scene:
    """A rifleman or two in a house, on some floor."""
    return Scene(
        us("us.rifle-squad", at, name="Able", pick=("rifleman",) * men, gap=1, **rest),
        german("de.grenadier-squad", (60, 40), name="Berta", pick=("rifleman",)),
        *more,
        ground=[house(floors)],
    )


@clause(GROUND, SIGHT)
def test_a_stair_costs_two_inches() -> None:
    """A man who has walked two inches may still go up one; not one who has walked farther."""
    scene = indoors().order("Able", "move", move=shift(2, 0), floor="f1")
    assert scene.offered("floor") == ["f0", "f1"]
    assert scene.told("moved", "changed floors") == [("moved", 0), ("changed floors", 0)]
    assert scene.model("Able").floor == 1
    there = scene.state.layout.bodies[scene.row("Able")]
    assert FLOOR in there.tolist()
    assert scene.point("Able") == (24, 22)
    assert "floor" not in indoors().order("Able", "move", move=shift(2.001, 0)).kinds_asked()


@clause(GROUND)
def test_doors_and_stairs_together() -> None:
    """Two inches through the door leave too little for a walk and a stair."""
    scene = indoors(at=(19.4, 22)).order("Able", "rush", move=shift(8, 0), floor="f1")
    assert scene.unit("Able").moved
    assert scene.model("Able").floor == 1
    assert "floor" not in indoors(at=(19.4, 22)).order("Able", "rush", move=shift(8.001, 0)).kinds_asked()


@clause(GROUND, "d10.gap.no-order")
def test_going_up_is_moving() -> None:
    """Staying on one's floor is not."""
    scene = indoors(floors=4).order("Able", "move", move=stay(), floor="f2")
    assert scene.offered("floor") == ["f0", "f1", "f2"]
    assert scene.unit("Able").moved
    assert not indoors().order("Able", "move", move=stay()).unit("Able").moved


@clause(GROUND, SIGHT)
@pytest.mark.parametrize(("floor", "far"), [(0, 4.0), (1, 2.0)])
def test_who_walks_comes_down_first(floor: int, far: float) -> None:
    """For two inches a floor, and is on the ground floor then."""
    scene = indoors(floors=3, floor=floor)
    move = instead_of((shift(far + 0.001, 0), GROUND), give=shift(far, 0))
    scene.order("Able", "move", move=move)
    assert scene.model("Able").floor == 0
    assert scene.point("Able") == (22 + far, 22)
    high = indoors(floors=3, floor=2)
    high.order("Able", "move", move=instead_of((shift(0.001, 0), GROUND), give=stay()), floor="f0")
    assert high.model("Able").floor == 0


@clause(GROUND)
def test_who_stays_upstairs_stays_there() -> None:
    """While another of his unit comes down; together they can go to one floor again, as far as all can."""
    scene = indoors(floors=3, men=2, floor=1)
    scene.order("Able", "move", move=march([(22, 22.5)]))
    assert [scene.model("Able", man).floor for man in (0, 1)] == [0, 1]
    assert [int(scene.state.layout.bodies[scene.row("Able", man), GROUND_COLUMN]) for man in (0, 1)] == [0, FLOOR]
    scene.change("Able", orders=(), moved=False)
    scene.order("Able", "move", move=stay())
    assert scene.offered("floor") == ["stay", "f0", "f1", "f2"]
    assert [scene.model("Able", man).floor for man in (0, 1)] == [0, 1]
    four = indoors(floors=4, men=2, models={0: {"floor": 1}})
    four.order("Able", "move", move=stay(), floor="f2")
    assert four.offered("floor") == ["stay", "f0", "f1", "f2"]  # the third is three flights up for one of them
    assert [four.model("Able", man).floor for man in (0, 1)] == [2, 2]


@clause(GROUND)
def test_a_rush_through_rough_ground_leaves_less_for_the_stairs() -> None:
    """Eight inches in all: four of them on the way, two for the door, two for the stair."""
    rubble = terrain("rough", box=(14, 20, 1, 4))
    scene = Scene(
        us("us.rifle-squad", (17, 22), name="Able", pick=("rifleman",)),
        ground=[house(), terrain("rough", box=(17.5, 20, 0.5, 4)), rubble],
        rough_rush_is_double=True,
    )
    scene.order("Able", "rush", move=shift(3.499, 0), floor="f1")
    assert scene.model("Able").floor == 1
    far = Scene(
        us("us.rifle-squad", (17, 22), name="Able", pick=("rifleman",)),
        ground=[house(), terrain("rough", box=(17.5, 20, 0.5, 4))],
        rough_rush_is_double=True,
    )
    assert "floor" not in far.order("Able", "rush", move=shift(3.6, 0)).kinds_asked()


@clause(GROUND)
def test_nobody_goes_up_onto_others() -> None:
    """A friend's base, or an inch around an enemy, bars a floor; farther off they do not."""
    friend = us("us.rifle-squad", (22.5, 22), name="Baker", pick=("rifleman",), floor=1)
    scene = indoors(friend)
    assert no_room(scene.state, 0, 1) is not None
    assert no_room(scene.state, 0, 0) is None
    assert scene.order("Able", "move", move=stay()).kinds_asked() == ["move"]
    tall = indoors(friend, floors=3).order("Able", "move", move=stay())
    assert tall.barred("floor") == {"f1": (GROUND,)}
    for x, full in ((23.999, True), (24.0, False)):
        enemy = german("de.grenadier-squad", (x, 22), name="Clara", pick=("rifleman",), floor=1)
        assert (no_room(indoors(enemy).state, 0, 1) is not None) is full


@clause(GROUND)
def test_nobody_comes_down_onto_others() -> None:
    """Whoever stands on the ground floor is in the way of those who come down, not of those above."""
    friend = us("us.rifle-squad", (23.5, 22), name="Baker", pick=("rifleman",))
    scene = indoors(friend, floor=1)
    scene.order("Able", "move", move=instead_of((shift(1, 0), GROUND), give=shift(0.5, 0)))
    enemy = german("de.grenadier-squad", (24.5, 22), name="Clara", pick=("rifleman",))
    near = indoors(enemy, floor=1)
    near.order("Able", "move", move=instead_of((shift(0.501, 0), GROUND), give=shift(0.5, 0)))
    above = indoors(us("us.rifle-squad", (22, 22), name="Baker", pick=("rifleman",)), floor=1)
    above.order("Able", "move", move=stay())
    assert above.told() == [("stood still", 0)]


@clause(GROUND)
def test_only_whole_units_on_foot_climb() -> None:
    """Not with a man outside, not in a house of one floor."""
    assert "floor" not in indoors(floors=1).order("Able", "move", move=stay()).kinds_asked()
    outside = indoors(at=(18.5, 22), men=2).order("Able", "move", move=stay())
    assert "floor" not in outside.kinds_asked()
