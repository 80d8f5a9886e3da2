"""Where floors meet other chapters: assaults, breaking off, leaving the table, reactions."""

import pytest
from msgspec.structs import replace

from sandtable.geometry.measure_kernels import gap
from sandtable.rulesets.d10.basics.terrain import FLOOR
from sandtable.rulesets.d10.basics.units import contacts
from sandtable.rulesets.d10.melee.charge import charge
from sandtable.rulesets.d10.react.exits import way_off
from tests.clause import clause

from .kit import Scene, Side, german, terrain, us

HOUSE = terrain("building", box=(16, 8, 8, 6), floors=2)


def crowd(rows: int, columns: int, x: float, y: float) -> list[Side]:
    """Friends shoulder to shoulder."""
    return [
        us("us.rifle-squad", (x + 5.2 * column, y + 1.3 * row), name=f"Friends {row} {column}", men=5, gap=0.04)
        for row in range(rows)
        for column in range(columns)
    ]


def trodden_on(scene: Scene, name: str) -> list[str]:
    """Whom on the ground models of a unit stand on."""
    bodies = scene.state.layout.bodies
    return [
        other.name
        for other in scene.state.units
        if other.name != name and other.on_table
        for man in scene.unit(name).men
        if not scene.state.figures[man].floor and any(int(gap(bodies, man, bodies, row)) == 0 for row in other.men)
    ]


@clause("d10.gap.reaction-shoot", "d10.gap.line-of-sight")
@pytest.mark.parametrize(("floor", "reacts"), [(1, True), (0, False)])
def test_who_stays_upstairs_while_others_go_down_is_seen_there(floor: int, reacts: bool) -> None:
    """One man goes an inch on the ground floor, hidden by a house; his fellow at the window above is seen over it."""
    scene = Scene(
        us("us.rifle-squad", (20, 12), name="Able", men=2, floor=floor),
        german("de.grenadier-squad", (20, 40), name="Berta", men=3, fields={"hold": True}),
        ground=[HOUSE, terrain("building", box=(10, 28, 20, 4), floors=1)],
    )
    first, second = scene.unit("Able").men
    walks = [
        {"figure": first, "points": [(20_000, 12_000), (20_000, 11_000)]},
        {"figure": second, "points": [(21_500, 12_000)]},
    ]
    scene.order("Able", "move", dice=[1] if reacts else [], move={"walks": walks})
    assert ("react" in scene.kinds_asked()) == reacts


@clause("d10.gap.assault-move", "d10.gap.line-of-sight")
def test_a_vehicle_does_not_reach_who_is_upstairs() -> None:
    """However near their window is to the street."""
    scene = Scene(
        us("us.sherman", (20, 20), name="Tank"),
        german("de.grenadier-squad", (20, 13.6), name="Berta", men=3, floor=1),
        ground=[HOUSE],
    )
    scene.order("Tank", "assault")
    assert scene.told("charged", "fell short") == [("fell short", 0)]
    assert contacts(scene.state).units == {}


@clause("d10.gap.assault-move", "d10.gap.line-of-sight")
def test_of_a_unit_on_two_floors_a_vehicle_drives_at_those_on_the_ground() -> None:
    """One man stands in the street, his fellow above him at the window is nearer."""
    scene = Scene(
        us("us.sherman", (20, 20), name="Tank"),
        german("de.grenadier-squad", (20, 13.6), name="Berta", men=2, spots=((23, 14.6),), models={0: {"floor": 1}}),
        ground=[HOUSE],
    )
    layout, man = scene.state.layout, scene.row("Berta")
    scene.state = replace(scene.state, layout=layout.placed([(man, *layout.point(man), 0, FLOOR)]))
    made = charge(scene.state, 0, 1)
    assert made is not None
    (_, x, y, bearing, _), *_ = made.places
    there = scene.state.layout.placed([(0, x, y, bearing, 0)]).bodies
    assert int(gap(there, 0, there, scene.row("Berta", 1))) <= 50


@clause("d10.gap.assault-move", "d10.gap.movement")
def test_who_comes_down_and_falls_short_stands_on_nobody() -> None:
    """Men upstairs set out for an enemy far away; the street below is full of friends."""
    scene = Scene(
        us("us.rifle-squad", (20, 13.2), name="Up", men=2, floor=1),
        german("de.grenadier-squad", (20, 40), name="Berta", men=3),
        *crowd(3, 2, 16, 14.6),
        ground=[HOUSE],
    )
    scene.order("Up", "assault")
    assert scene.told("fell short") == [("fell short", 0)]
    assert [scene.model("Up", man).floor for man in (0, 1)] == [0, 0]
    assert trodden_on(scene, "Up") == []


@clause("d10.gap.break-off", "d10.gap.movement")
def test_who_breaks_off_from_upstairs_stands_on_nobody() -> None:
    """Straight away from the enemy the street is full of friends: they go to the side of them."""
    scene = Scene(
        us("us.rifle-squad", (20, 12.5), name="Up", men=2, floor=1, spots=((21.2, 12.5),)),
        german("de.grenadier-squad", (20, 11.46), name="Berta", men=1, floor=1),
        *crowd(4, 5, 6, 16),
        ground=[HOUSE],
    )
    scene.order("Up", "break off", dice=[1])
    assert scene.told("rushed") == [("rushed", 0)]
    assert trodden_on(scene, "Up") == []


@clause("d10.gap.panic-move", "d10.gap.movement", "d10.gap.scenario-breakthrough")
@pytest.mark.parametrize(("x", "open_to"), [(20, False), (26, True)])
def test_who_leaves_the_table_from_upstairs_keeps_clear_of_enemies_below(x: float, open_to: bool) -> None:
    """A man at the door is as much in the way as he would be on their floor."""
    scene = Scene(
        us("us.rifle-squad", (20, 46), name="Up", men=2, floor=1, fields={"panicked": True}),
        german("de.grenadier-squad", (x, 47.4), name="Berta", men=1),
        ground=[terrain("building", box=(16, 40, 8, 6.6), floors=2)],
    )
    assert (way_off(scene.state, 0, "south") is not None) == open_to


@clause("d10.gap.movement", "d10.gap.scenario-breakthrough")
@pytest.mark.parametrize(("y", "gets_off"), [(40, True), (39.9, False)])
def test_stairs_count_on_the_way_off(y: float, gets_off: bool) -> None:
    """A man upstairs comes down first: stairs, a door and eight inches to the edge are a Rush of 12."""
    scene = Scene(
        us("us.rifle-squad", (20, y), name="Up", men=1, floor=1),
        ground=[terrain("building", box=(16, 38, 8, 6), floors=2)],
    )
    assert (way_off(scene.state, 0, "south") is not None) == gets_off


@clause("d10.gap.assault-move", "d10.gap.movement")
def test_stairs_count_where_an_assault_falls_short() -> None:
    """Two inches of stairs leave two: too little for the door, so they stay inside."""
    scene = Scene(
        us("us.rifle-squad", (20, 13.2), name="Up", men=1, floor=1),
        german("de.grenadier-squad", (20, 40), name="Berta", men=3),
        ground=[HOUSE],
    )
    scene.order("Up", "assault")
    assert scene.model("Up").floor == 0
    assert scene.point("Up")[1] < 14


@clause("d10.gap.movement")
@pytest.mark.parametrize(("x", "open_to"), [(21.2, ["f0", "f1"]), (20.9, ["f0"])])
def test_one_may_stand_beside_friends_upstairs(x: float, open_to: list[str]) -> None:
    """Not on them."""
    scene = Scene(
        us("us.rifle-squad", (20, 12), name="Able", men=1),
        us("us.rifle-squad", (x, 12), name="Baker", men=1, floor=1),
        ground=[HOUSE],
    )
    scene.order("Able", "move")
    assert ("floor" in scene.kinds_asked()) == (len(open_to) > 1)


@clause("d10.gap.orders-per-activation", "d10.gap.scenario-breakthrough", "d10.order.rush-passes")
def test_who_has_shot_does_not_rush_off() -> None:
    """Where Shoot may be followed by a Move: 4 inches to the edge are near enough, 4 and a bit are not."""
    for y, near in ((44, True), (43.9, False)):
        scene = Scene(us("us.rifle-squad", (20, y), name="Able", men=1, fields={"orders": ("shoot",)}))
        assert (way_off(scene.state, 0, "south") is not None) == near
