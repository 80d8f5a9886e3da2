"""Moves on foot: how far, over what ground, past whom."""

import pytest

from sandtable.rulesets.d10.basics.units import coherent
from sandtable.rulesets.d10.move.movement import allowance, move_of
from sandtable.rulesets.d10.react.exits import way_off
from tests.clause import clause

from .kit import Scene, because, german, instead_of, march, pivot, shift, stay, takes, terrain, us

MOVE, RUSH, GROUND = "d10.order.move-normal", "d10.order.move-rush", "d10.gap.movement"


def alone(*ground: object, enemy: tuple[float, float] | None = None, **options: object) -> Scene:
    """A rifleman at (20, 20), and a German somewhere."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)),
        german("de.grenadier-squad", enemy or (60, 40), name="Berta", pick=("rifleman",)),
        ground=ground,  # type: ignore[arg-type]
        **options,  # type: ignore[arg-type]
    )


def goes(scene: Scene, order: str, far: float, because: str, *, less: float = 0) -> bool:
    """Whether he may go so far to the right, not a thousandth farther; a thousandth `less` where a border cuts his way."""
    scene.order("Able", order, move=instead_of((shift(far + 0.001, 0), because), give=shift(far - less, 0)))
    return scene.point("Able") == (20 + far - less, 20)


@clause(MOVE, RUSH, "d10.gap.measuring")
@pytest.mark.parametrize(("order", "far", "because"), [("move", 4, MOVE), ("rush", 12, RUSH)])
def test_how_far_a_man_goes(order: str, far: float, because: str) -> None:
    """Movement 4: a Move of 4 inches, a Rush of 12; a distance equal to the limit is within it."""
    assert goes(alone(), order, far, because)


@clause(GROUND)
@pytest.mark.parametrize("kind", ["woods", "crops", "brush", "ruin", "rocks", "crater", "rough"])
def test_rough_ground_costs_double(kind: str) -> None:
    """Two inches of it are a Move of 4, and so are an inch of open ground and an inch and a half of rough ground."""
    assert goes(alone(terrain(kind, box=(19, 15, 20, 10))), "move", 2, GROUND)
    assert goes(alone(terrain(kind, box=(21, 15, 20, 10))), "move", 2.5, GROUND, less=0.001)


@clause(GROUND)
@pytest.mark.parametrize("kind", ["road", "hill", "trench", "smoke"])
def test_other_ground_costs_nothing_more(kind: str) -> None:
    """Roads are no faster on foot."""
    assert goes(alone(terrain(kind, box=(21, 15, 20, 10))), "move", 4, GROUND)


@clause(GROUND)
@pytest.mark.parametrize("kind", ["wall", "hedge", "fence", "sandbags", "wire", "tank-trap"])
def test_a_line_costs_two_inches(kind: str) -> None:
    """Once each time it is crossed."""
    assert goes(alone(terrain(kind, line=[(21, 15), (21, 25)])), "move", 2, GROUND)
    assert goes(alone(*(terrain(kind, line=[(x, 15), (x, 25)]) for x in (21, 22, 23))), "rush", 6, GROUND)


@clause(GROUND)
def test_a_high_wall_is_not_crossed() -> None:
    """As high as a hedge of ours is drawn it may be, not higher."""
    scene = alone(terrain("wall", line=[(21, 15), (21, 25)], height=1.21))
    scene.order("Able", "rush", move=instead_of((shift(2, 0), GROUND), give=shift(0.9, 0)))
    assert goes(alone(terrain("wall", line=[(21, 15), (21, 25)], height=1.2)), "move", 2, GROUND)


@clause(GROUND)
def test_doors_and_windows_cost_two_inches_each_way() -> None:
    """Two inches to get in; to run through a house of six inches takes four, and nothing more for the floor."""
    house = terrain("building", box=(21, 15, 6, 10))
    assert goes(alone(house), "move", 2, GROUND)
    assert goes(alone(house), "rush", 8, GROUND)


@clause(GROUND)
@pytest.mark.parametrize("kind", ["wreck", "water"])
def test_some_ground_is_not_entered(kind: str) -> None:
    """Wrecks, and water that is not shallow."""
    scene = alone(terrain(kind, box=(21, 15, 6, 10)))
    scene.order("Able", "move", move=instead_of((shift(1.5, 0), GROUND), give=shift(0.9, 0)))


@clause(GROUND, RUSH)
def test_a_rush_through_rough_ground_is_at_triple_and_by_the_switch_at_double() -> None:
    """Twelve inches in all, of which an inch of woods takes two; by the switch eight."""
    assert goes(alone(terrain("woods", box=(21, 15, 1, 10))), "rush", 11, RUSH, less=0.001)
    assert goes(alone(terrain("woods", box=(21, 15, 1, 10)), rough_rush_is_double=True), "rush", 7, GROUND, less=0.001)
    assert goes(alone(terrain("woods", box=(33, 15, 1, 10))), "rush", 12, RUSH)


@clause(GROUND)
def test_one_man_in_the_woods_slows_all_down() -> None:
    """Whoever stands in them and does not go slows down nobody."""
    woods = terrain("woods", box=(19, 20.8, 4, 1.4))
    squad = us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",) * 2, spots=((20, 21.5),))
    far = german("de.grenadier-squad", (60, 40), name="Berta", men=1)
    scene = Scene(squad, far, ground=[woods], rough_rush_is_double=True)
    there_and_back = [(20.0, 15.5), (20.0, 20.0)]
    through = march(there_and_back, [(20.5, 21.5)])
    short = march([(20.0, 16.0), (20.0, 20.0)], [(20.5, 21.5)])
    scene.order("Able", "rush", move=instead_of((through, GROUND), give=short))
    scene.order("Able", "rush", move=march(there_and_back, [(20.5, 21.5)]))
    assert scene.event("rushed").tells["length"] == 9000


@clause(GROUND)
def test_nobody_passes_within_an_inch_of_an_enemy() -> None:
    """Exactly an inch is far enough, on the way and at its end."""
    assert alone(enemy=(22, 22)).order("Able", "move", move=shift(4, 0)).point("Able") == (24, 20)
    near = alone(enemy=(22, 21.999))
    near.order("Able", "move", move=instead_of((shift(4, 0), GROUND), (shift(2, 0), GROUND), give=shift(0, -4)))
    assert near.point("Able") == (20, 16)
    ahead = alone(enemy=(26, 20))
    ahead.order("Able", "move", move=instead_of((shift(4.001, 0), GROUND), give=shift(4, 0)))
    assert ahead.point("Able") == (24, 20)


@clause(GROUND)
def test_who_stands_nearer_may_go_away() -> None:
    """But not nearer, and never through the enemy."""
    scene = alone(enemy=(21.5, 20))
    through = march([(24.0, 20.0)])
    scene.order("Able", "move", move=instead_of((shift(0.1, 0), GROUND), (through, GROUND), give=shift(-2, 0)))
    assert scene.point("Able") == (18, 20)


@clause(GROUND)
def test_friends_are_passed_but_not_stood_on() -> None:
    """A base may touch another."""
    friend = us("us.rifle-squad", (22, 20), name="Baker", pick=("rifleman",))
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)), friend)
    scene.order("Able", "move", move=instead_of((shift(2, 0), GROUND), (shift(1.01, 0), GROUND), give=shift(1, 0)))
    scene.order("Able", "move", move=shift(3, 0))
    assert scene.point("Able") == (24, 20)


@clause(GROUND)
def test_nobody_leaves_the_table_by_a_move() -> None:
    """The whole base stays on it."""
    scene = Scene(us("us.rifle-squad", (2, 20), name="Able", pick=("rifleman",)))
    scene.order("Able", "move", move=instead_of((shift(-1.6, 0), GROUND), give=shift(-1.5, 0)))
    assert scene.point("Able") == (0.5, 20)


@clause(GROUND, "d10.gap.no-order", "d10.hit.moved")
def test_turning_in_place_is_no_move_on_foot() -> None:
    """Nor is a Move of nothing."""
    for answer in (pivot(90), stay()):
        scene = alone().order("Able", "move", move=answer)
        assert scene.told() == [("stood still", 0)]
        assert not scene.unit("Able").moved
    assert alone().order("Able", "move", move=shift(0.1, 0)).unit("Able").moved


def gun(men: int = 4, troop: str = "us.medium-at-gun") -> Scene:
    """An anti-tank gun with its crew."""
    return Scene(us(troop, (20, 20), name="Gun", men=men, gap=0.1), german("de.grenadier-squad", (60, 40), men=1))


@clause("d10.gap.guns", GROUND)
def test_a_gun_goes_two_inches() -> None:
    """With its crew; to turn it counts as moving."""
    scene = gun()
    assert allowance(scene.state, 0, rush=False) == 2000
    scene.order("Gun", "move", move=instead_of((shift(2.001, 0), MOVE), give=shift(2, 0)))
    scene.change("Gun", moved=False, orders=())
    scene.order("Gun", "move", move=pivot(180))
    assert scene.unit("Gun").moved
    assert scene.decision("move").domain.may_face  # type: ignore[attr-defined]
    assert scene.state.layout.bearing(scene.unit("Gun").gun) == 1800
    assert gun(3).activate("Gun").barred("order")["rush"] == ("d10.gap.guns",)
    assert "move" not in gun(3).activate("Gun").barred("order")


@clause("d10.gap.guns", "d10.gap.coherency")
def test_two_men_walk_back_to_the_gun_that_they_cannot_move() -> None:
    """They are out of coherency with it, and so cannot shoot; the gun stays where it is, and nobody stands on it."""
    crew = {"men": 2, "strength": 4, "spots": ((20, 24), (21.5, 24))}
    scene = Scene(
        us("us.medium-at-gun", (20, 20), name="Gun", **crew), german("de.grenadier-squad", (20, 4), name="Foe")
    )
    scene.activate("Gun")
    assert because(scene.decision("order"), "shoot") == ("d10.gap.coherency",)
    scene.order(
        "Gun", "move", move=instead_of((shift(0, 2.001), MOVE), (shift(0, 1), "d10.gap.coherency"), give=shift(0, -2))
    )
    assert (scene.state.layout.point(scene.unit("Gun").gun), scene.point("Gun")) == ((20_000, 20_000), (20, 22))
    assert coherent(scene.state, 0)
    assert not scene.decision("move").domain.may_face  # type: ignore[attr-defined]
    scene.change("Gun", orders=(), moved=False).activate("Gun")
    assert takes(scene.decision("order"), "shoot")
    scene.order("Gun", "move", move=stay())
    assert not takes(scene.decision("move"), shift(0, -2))
    assert way_off(scene.state, 0, "south") is None


@clause("d10.gap.vehicle-damage")
@pytest.mark.parametrize(("wounds", "move"), [(4, 8000), (3, 8000), (2, 4000), (1, 4000)])
def test_a_vehicle_at_half_its_wounds_has_half_its_movement(wounds: int, move: int) -> None:
    """At exactly half, too."""
    scene = Scene(us("us.sherman", (20, 20), name="Tank", each={"wounds": wounds}))
    assert move_of(scene.state, 0) == move
    assert allowance(scene.state, 0, rush=True) == 3 * move


@clause("d10.gap.reaction-shoot")
def test_who_has_stopped_on_friends_may_stay_there() -> None:
    """He panicked while he passed them; once he goes he may not end on them again."""
    friend = us("us.rifle-squad", (20.3, 20), name="Baker", pick=("rifleman",))
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",)), friend)
    scene.order("Able", "move", move=stay())
    assert scene.told() == [("stood still", 0)]
    assert not takes(scene.decision("move"), shift(0.1, 0))
    assert takes(scene.decision("move"), shift(-1, 0))
