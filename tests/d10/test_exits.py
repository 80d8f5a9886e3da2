"""Leaving the table: by the far edge of a breakthrough, and over one's own in panic; under the eyes of those on Hold."""

from typing import Any

import pytest

from sandtable.rulesets.d10.react.exits import far_edge, may_exit, way_off
from sandtable.rulesets.d10.state import Mission
from sandtable.rulesets.d10.turn.orders import FLEE, LEAVE, orders_of
from tests.clause import clause

from .kit import Scene, Side, german, terrain, us

BREAKTHROUGH = Mission("breakthrough")
CLAUSE = "d10.gap.scenario-breakthrough"


def breaking(*sides: Side, **rest: Any) -> Scene:
    """The US come from the west and have to get off in the east."""
    return Scene(*sides, mission=BREAKTHROUGH, fields={"edges": ("west", "east")}, **rest)


def able(x: float, y: float = 20, **rest: Any) -> Side:
    """A rifleman."""
    return us("us.rifle-squad", (x, y), name="Able", men=1, **rest)


BERTA = german("de.grenadier-squad", (30, 40), name="Berta", men=2)


def way(scene: Scene, name: str = "Able", edge: str = "east") -> tuple[bool, int] | None:
    """Whether a unit gets off by a Rush, and how far it goes until its first model is at the edge."""
    found = way_off(scene.state, scene.number(name), edge)
    return None if found is None else (found[0], found[1].length)


@clause("d10.gap.scenario-breakthrough", "d10.order.move-rush", "d10.order.move-normal")
@pytest.mark.parametrize(
    ("x", "found"),
    [(59.999, None), (60, (True, 11_500)), (67.999, (True, 3501)), (68, (False, 3500)), (71.5, (False, 0))],
)
def test_how_far_from_the_edge_one_may_leave(x: float, found: tuple[bool, int] | None) -> None:
    """Twelve inches from its middle by a Rush, four by a Move; the base is at the edge half an inch before."""
    assert way(breaking(able(x), BERTA)) == found


@clause("d10.gap.scenario-breakthrough")
def test_all_of_a_unit_must_get_over() -> None:
    """The last man counts; up to the edge the unit keeps its formation."""
    two = us("us.rifle-squad", (65, 20), name="Able", men=2, spots=((62, 20),))
    assert way(breaking(two, BERTA)) == (True, 6500)
    far = us("us.rifle-squad", (62, 20), name="Able", men=2, spots=((59.9, 20),))
    assert way(breaking(far, BERTA)) is None


@clause("d10.gap.scenario-breakthrough", "d10.gap.movement")
def test_the_way_off_is_a_move_like_any_other() -> None:
    """Rough ground slows it, an enemy within an inch of it bars it; friends are passed."""
    woods = terrain("woods", box=(64, 15, 2, 10))
    assert way(breaking(able(63), BERTA, ground=[woods])) == (True, 8500)
    assert way(breaking(able(61.499), BERTA, ground=[woods])) is None
    assert way(breaking(able(64), BERTA, ground=[woods], rough_rush_is_double=True)) is None
    assert way(breaking(able(66.5), BERTA, ground=[woods])) == (True, 5000)
    foe = german("de.grenadier-squad", (68, 21.999), name="Foe", men=1)
    assert way(breaking(able(62), foe)) is None
    clear = german("de.grenadier-squad", (68, 22), name="Foe", men=1)
    assert way(breaking(able(62), clear)) == (True, 9500)
    friend = us("us.rifle-squad", (68, 20), name="Baker", men=1)
    assert way(breaking(able(62), friend, BERTA)) == (True, 9500)
    house = [terrain("building", box=(66, 15, 3, 10))]
    assert way(breaking(able(64), BERTA, ground=house)) == (True, 7500)
    assert way(breaking(able(63.999), BERTA, ground=house)) is None


@clause("d10.gap.scenario-breakthrough", "d10.gap.vehicle-move")
def test_a_vehicle_turns_and_drives_off() -> None:
    """A Sherman by a Move within 8 inches if it turns no more than 90 degrees, by a Rush within 24."""
    for bearing, rush in ((90, False), (180, False), (181, True), (270, True)):
        scene = breaking(us("us.sherman", (65, 20), name="Tank", bearing=bearing), BERTA)
        assert way(scene, "Tank") == (rush, 4500)
    assert way(breaking(us("us.sherman", (48, 20), name="Tank", bearing=90), BERTA), "Tank") == (True, 21_500)
    assert way(breaking(us("us.sherman", (47.9, 20), name="Tank", bearing=90), BERTA), "Tank") is None
    near = breaking(us("us.sherman", (70, 20), name="Tank"), BERTA)
    assert way(near, "Tank") == (False, 0)
    house = [terrain("building", box=(60, 15, 3, 10))]
    assert way(breaking(us("us.sherman", (52, 20), name="Tank", bearing=90), BERTA, ground=house), "Tank") is None


@clause("d10.gap.scenario-breakthrough", "d10.gap.guns")
def test_a_gun_leaves_by_a_move() -> None:
    """Two inches from the edge."""
    gun = us("us.medium-at-gun", (70.1, 20), name="Gun", men=3, spots=((70.2, 22), (70.2, 18), (70.2, 23.2)))
    assert way(breaking(gun, BERTA), "Gun") is not None
    away = us("us.medium-at-gun", (69.5, 20), name="Gun", men=3, spots=((70.2, 22), (70.2, 18), (70.2, 23.2)))
    assert way(breaking(away, BERTA), "Gun") is None


@clause("d10.gap.scenario-breakthrough")
def test_who_may_leave() -> None:
    """Units of the attacker that are not panicked, in this scenario; otherwise the order is barred, or not there."""
    scene = breaking(able(65), BERTA)
    assert far_edge(scene.state, 0) == "east"
    assert may_exit(scene.state, 0)
    assert not may_exit(scene.state, 1)
    assert LEAVE in orders_of(scene.state, 0).open
    far = orders_of(breaking(able(40), BERTA).state, 0)
    assert far.barred[LEAVE].because == (CLAUSE,)
    moved = scene.change("Able", orders=("move",))
    assert orders_of(moved.state, 0).barred[LEAVE].because == ("d10.gap.orders-per-activation",)
    panicked = breaking(able(65, fields={"panicked": True}), BERTA)
    assert LEAVE not in {**orders_of(panicked.state, 0).open, **orders_of(panicked.state, 0).barred}
    elsewhere = Scene(able(65), BERTA, fields={"edges": ("west", "east")})
    assert not may_exit(elsewhere.state, 0)


@clause("d10.gap.scenario-breakthrough")
def test_a_unit_that_leaves_scores_its_points() -> None:
    """It is off the table, and no loss."""
    scene = breaking(able(62), BERTA).activate("Able", "leave")
    assert scene.unit("Able").place == "exited"
    assert scene.state.escaped == 73
    assert not scene.state.layout.on_table(scene.row("Able"))
    assert scene.told("rushed", "left by the far edge") == [("rushed", 0), ("left by the far edge", 0)]
    assert scene.unit("Able").orders == ("rush",)
    assert breaking(able(70), BERTA).activate("Able", "leave").unit("Able").orders == ("move",)


@clause("d10.gap.scenario-breakthrough")
def test_riders_leave_with_their_vehicle() -> None:
    """And score too; panicked ones are lost."""
    track, riders = (
        us("us.half-track", (66, 20), name="Track", bearing=90),
        us("us.rifle-squad", name="Able", aboard="Track"),
    )
    scene = breaking(track, riders, BERTA).activate("Track", "leave")
    assert [scene.unit(name).place for name in ("Track", "Able")] == ["exited", "exited"]
    assert (scene.state.escaped, scene.unit("Able").aboard) == (78 + 73, -1)
    scene = breaking(track, riders, BERTA).change("Able", panicked=True).activate("Track", "leave")
    assert [scene.unit(name).place for name in ("Track", "Able")] == ["exited", "routed"]
    assert scene.state.escaped == 78


@clause("d10.gap.scenario-breakthrough", "d10.gap.reaction-shoot", "d10.order.hold")
def test_who_is_on_hold_shoots_at_who_leaves() -> None:
    """At any inch of the way; a dead man does not get through."""
    holder = german("de.grenadier-squad", (66, 30), name="Berta", pick=("rifleman",), fields={"hold": True})
    scene = breaking(able(62), holder)
    scene.activate("Able", "leave", react="Berta", react_at="s4", dice=[5, 10, 10])
    assert scene.unit("Able").place == "destroyed"
    assert scene.state.escaped == 0
    scene = breaking(able(62), holder)
    scene.activate("Able", "leave", react="Berta", react_at="s4", dice=[5, 1])
    assert scene.unit("Able").place == "exited"
    assert scene.event("was on its way").tells["length"] == 4000
    at_the_edge = breaking(able(71.5), holder).activate("Able", "leave", react="Berta", dice=[5, 1])
    assert at_the_edge.unit("Able").place == "exited"


@clause("d10.gap.scenario-breakthrough", "d10.gap.reaction-shoot")
def test_a_unit_that_routs_on_its_way_does_not_get_through() -> None:
    """One wound of three left is less than half: the morale check is taken at once."""
    hale = us("us.second-lieutenant", (62, 20), name="Hale", each={"wounds": 2})
    holder = german("de.grenadier-squad", (66, 30), name="Berta", pick=("rifleman",), fields={"hold": True})
    scene = breaking(hale, holder).activate("Hale", "leave", react="Berta", react_at="s4", dice=[5, 10, 10, 2])
    assert (scene.unit("Hale").place, scene.state.escaped) == ("routed", 0)
    stands = breaking(hale, holder).activate("Hale", "leave", react="Berta", react_at="s4", dice=[5, 10, 10, 3])
    assert (stands.unit("Hale").place, stands.state.escaped) == ("exited", 50)


# ---- fleeing


def fleeing(x: float, **rest: Any) -> Scene:
    """A panicked rifleman of the US, whose own edge is in the south."""
    return Scene(able(20, x, fields={"panicked": True}), BERTA, **rest)


@clause("d10.gap.panic-move", "d10.gap.victory")
def test_a_panicked_unit_that_leaves_the_table_is_lost() -> None:
    """Over its own edge; it counts as routed."""
    scene = fleeing(40).activate("Able", "flee", dice=[1])
    assert scene.unit("Able").place == "routed"
    assert scene.told("rushed", "fled the table") == [("rushed", 0), ("fled the table", 0)]
    far = orders_of(fleeing(35).state, 0)
    assert far.barred[FLEE].because == ("d10.gap.panic-move",)
    assert FLEE not in orders_of(Scene(able(20, 40), BERTA).state, 0).open


@clause("d10.gap.panic-move")
def test_riders_of_a_vehicle_that_flees_are_lost_with_it() -> None:
    """They do not stay behind in the air."""
    scene = Scene(
        us("us.half-track", (20, 40), name="Track", bearing=180, fields={"panicked": True}),
        us("us.rifle-squad", name="Able", aboard="Track"),
        BERTA,
    )
    scene.activate("Track", "flee", dice=[1])
    assert [scene.unit(name).place for name in ("Track", "Able")] == ["routed", "routed"]


@clause("d10.gap.panic-move", "d10.gap.reaction-shoot")
def test_who_is_on_hold_shoots_at_who_flees() -> None:
    """On the way to the edge."""
    holder = german("de.grenadier-squad", (30, 40), name="Berta", pick=("rifleman",), fields={"hold": True})
    scene = Scene(able(20, 40, fields={"panicked": True}), holder)
    scene.activate("Able", "flee", react="Berta", react_at="s2", dice=[1, 5, 10, 10])
    assert scene.unit("Able").place == "destroyed"
