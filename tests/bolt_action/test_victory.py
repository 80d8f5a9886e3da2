"""The end of a battle: who holds what, what it is worth, and who has won."""

from typing import Any

import msgspec
import pytest

from sandtable.play.ruleset import Outcome
from sandtable.rulesets.bolt_action.state import Mission
from tests.clause import clause

from .kit import Scene, Side, de, shift, terrain, us

ATTRITION, BREAKTHROUGH = Mission("attrition"), Mission("breakthrough")
THREE, HOLD = Mission("three-objectives"), Mission("hold")
MIDDLE = (36.0, 24.0)


def ended(scene: Scene) -> Outcome:
    """How it ends: the seventh turn is always the last."""
    scene.end_turn()
    assert scene.state.outcome is not None
    return scene.state.outcome


def fought(mission: Mission, *sides: Side, losses: tuple[int, int] = (0, 0), **rest: Any) -> Outcome:
    """How a battle ends in which these are left; side 0 attacks from the south. A man of each side stands far away."""
    far = us("us.medic", (70, 28), name="Mine"), de("us.medic", (70, 20), name="Theirs")
    scene = Scene(*sides, *far, mission=mission, turn=7, **rest)
    scene.state = msgspec.structs.replace(scene.state, losses=losses)
    return ended(scene)


def near(distance: float, side: int = 0, troop: str = "us.second-lieutenant", **rest: Any) -> Side:
    """A man so far from the marker of 40 mm in the middle, from edge to edge."""
    return Side(side=side, troop=troop, at=(MIDDLE[0] + distance + 0.787 + 0.5, MIDDLE[1]), **rest)


def held(*sides: Side, **rest: Any) -> int | None:
    """Who holds the objective in the middle."""
    return fought(HOLD, *sides, objectives=[MIDDLE], **rest).winner


# ---- holding


@clause("ba.gap.objectives", "ba.gap.scenario-hold")
@pytest.mark.parametrize(("distance", "holds"), [(3.0, True), (3.001, False)])
def test_an_objective_is_held_by_a_man_within_three_inches(distance: float, holds: bool) -> None:
    """Measured between the edges of his base and of the marker; nobody near is nobody's."""
    assert held(near(distance, side=1)) == (1 if holds else None)


@clause("ba.gap.objectives", "ba.gap.scenario-hold")
@pytest.mark.parametrize(("distance", "winner"), [(3.0, None), (3.001, 0)])
def test_an_enemy_within_three_inches_contests_it(distance: float, winner: int | None) -> None:
    """As long as he is infantry or artillery, and near enough; then nobody has won."""
    assert held(near(1), near(distance, side=1)) == winner


@clause("ba.gap.objectives")
def test_a_gun_holds_an_objective() -> None:
    """The gun itself is a model of an artillery unit, its crew may be farther away."""
    at = (MIDDLE[0] + 3 + 0.787 + 1.181, MIDDLE[1])
    spots = tuple((at[0] + 2, 22.0 + 1.5 * place) for place in range(3))
    assert held(us("us.light-at-gun", at, spots=spots)) == 0


@clause("ba.gap.objectives")
def test_vehicles_neither_hold_nor_contest() -> None:
    """A tank on the marker holds nothing, and does not keep the enemy from holding it."""
    tank = us("us.sherman", (36, 26), name="Tank")
    assert held(tank) is None
    assert held(tank, near(1, side=1)) == 1


@clause("ba.gap.objectives")
def test_men_aboard_a_transport_neither_hold_nor_contest() -> None:
    """Neither in a half-track that stands on the marker."""
    half_track = us("us.half-track", (36, 26), name="Half-track")
    riders = us("us.second-lieutenant", name="Riders", fields={"place": "aboard", "aboard": 0})
    assert held(half_track, riders) is None
    assert held(half_track, riders, near(1, side=1)) == 1


@clause("ba.gap.objectives", "ba.gap.medic")
def test_a_medic_holds_nothing_but_is_in_the_enemys_way() -> None:
    """He is infantry, and so contests what he cannot hold."""
    medic = near(1, troop="us.medic")
    assert held(medic) is None
    assert held(medic, near(1, side=1)) is None
    assert held(medic, near(2)) == 0


@clause("ba.gap.objectives", "ba.gap.down-lasts")
def test_a_unit_that_is_down_still_holds() -> None:
    """Whatever its die shows."""
    assert held(near(1, fields={"order": "down"})) == 0


@clause("ba.gap.objectives", "ba.gap.buildings")
def test_men_in_a_building_hold_what_lies_near_its_wall() -> None:
    """The wall is three inches from the marker, the men inside are farther."""
    left = MIDDLE[0] + 0.787 + 3
    house = terrain("building", box=(left, 21, 6, 6))
    inside = us("us.second-lieutenant", (left + 3, 24), fields={"building": 0})
    assert held(inside, ground=[house]) == 0


# ---- three objectives

POINTS = [(6.0, 10.0), (36.0, 10.0), (66.0, 10.0)]


@clause("ba.gap.scenario-three-objectives", "ba.gap.objectives")
@pytest.mark.parametrize(("taken", "winner"), [(0, 1), (1, None), (2, 0), (3, 0)])
@pytest.mark.parametrize("defended", [True, False])
def test_the_attacker_must_take_two_of_three(taken: int, winner: int | None, defended: bool) -> None:
    """Two or three win for him, one is a draw, none loses, whether or not the defender holds the others."""
    sides = [us("us.second-lieutenant", POINTS[number]) for number in range(taken)]
    if defended:
        sides += [de("us.second-lieutenant", POINTS[number]) for number in range(taken, 3)]
    assert fought(THREE, *sides, objectives=POINTS).winner == winner


@clause("ba.gap.scenario-three-objectives")
def test_an_objective_that_is_contested_is_not_taken() -> None:
    """One taken and one contested is a draw."""
    sides = [us("us.second-lieutenant", POINTS[0]), us("us.second-lieutenant", POINTS[1])]
    assert fought(THREE, *sides, de("us.second-lieutenant", (38, 10)), objectives=POINTS).winner is None


# ---- victory points


@clause("ba.gap.victory-margin", "ba.gap.scenario-attrition")
@pytest.mark.parametrize(
    ("losses", "scores", "winner"),
    [((3, 3), (3, 3), None), ((2, 3), (3, 2), None), ((2, 4), (4, 2), 0), ((4, 2), (2, 4), 1)],
)
def test_attrition_counts_enemy_units_destroyed_and_is_won_by_two(
    losses: tuple[int, int], scores: tuple[int, int], winner: int | None
) -> None:
    """One point each; with a lead of one the battle is drawn."""
    outcome = fought(ATTRITION, losses=losses)
    assert (outcome.scores, outcome.winner) == (scores, winner)


@clause("ba.gap.victory-margin")
@pytest.mark.parametrize(("margin", "winner"), [(1, 0), (2, 0), (3, None)])
def test_the_margin_is_a_switch(margin: int, winner: int | None) -> None:
    """A lead of two."""
    assert fought(ATTRITION, losses=(0, 2), victory_margin=margin).winner == winner


@clause("ba.gap.scenario-attrition")
def test_a_unit_that_is_destroyed_is_a_point_for_the_enemy() -> None:
    """A truck is shot to pieces."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=6), de("de.truck", (20, 28), name="Truck"))
    scene.order("Able", "fire", [3, 3, 1, 1, 1, 1, 1, 1, 6, 1], target="Truck")
    assert scene.state.losses == (0, 1)


# ---- break through


@clause("ba.gap.scenario-breakthrough")
def test_what_a_breakthrough_is_worth() -> None:
    """The attacker: 1 for a unit destroyed, 2 for one in the zone, 3 for one that left; the defender: 2 for a unit."""
    sides = [
        us("us.second-lieutenant", (30, 6), name="In the zone"),
        us("us.second-lieutenant", name="Gone", fields={"place": "left"}),
        us("us.second-lieutenant", (30, 30), name="Short of it"),
        us("us.second-lieutenant", name="Never came"),
        de("us.second-lieutenant", (50, 6), name="Defender"),
    ]
    assert fought(BREAKTHROUGH, *sides, losses=(3, 1)).scores == (1 + 2 + 3, 2 * 3)


@clause("ba.gap.scenario-breakthrough", "ba.gap.victory-margin")
@pytest.mark.parametrize(("losses", "winner"), [((0, 1), None), ((0, 2), 0), ((1, 0), 1), ((1, 1), None)])
def test_a_breakthrough_is_won_by_two_points(losses: tuple[int, int], winner: int | None) -> None:
    """One unit of the attacker's is worth as much as two of the defender's."""
    assert fought(BREAKTHROUGH, losses=losses).winner == winner


@clause("ba.gap.scenario-breakthrough")
@pytest.mark.parametrize(("edges", "edge", "inward"), [(("south", "north"), 0, 1), (("north", "south"), 48, -1)])
@pytest.mark.parametrize(("distance", "scores"), [(12.0, 2), (12.001, 0)])
def test_any_part_in_the_defenders_zone_counts(
    edges: tuple[str, str], edge: float, inward: int, distance: float, scores: int
) -> None:
    """The edge of one base is exactly twelve inches from the defender's table edge, or a hair more."""
    y = edge + inward * (distance + 0.5)
    unit = us("us.second-lieutenant", (30, y), men=2, spots=((30, y + inward * 1.4),))
    assert fought(BREAKTHROUGH, unit, edges=edges).scores[0] == scores


@clause("ba.gap.scenario-breakthrough")
def test_the_bow_of_a_tank_in_the_zone_counts_and_so_do_those_who_ride_in_a_vehicle_there() -> None:
    """A tank whose hull begins at 11.95 inches; a half-track in the zone with men aboard is two units."""
    tank = us("us.sherman", (30, 14), bearing=0)
    assert fought(BREAKTHROUGH, tank).scores[0] == 2
    half_track = us("us.half-track", (30, 6))
    riders = us("us.second-lieutenant", fields={"place": "aboard", "aboard": 0})
    assert fought(BREAKTHROUGH, half_track, riders).scores[0] == 4


@clause("ba.gap.scenario-breakthrough")
def test_an_attacker_leaves_by_the_defenders_edge() -> None:
    """A man twelve inches from it leaves with a Run; the unit is out of play, and worth three points."""
    scene = Scene(us("us.medic", (30, 12), name="Medic"), de("us.medic", (60, 40)), mission=BREAKTHROUGH, turn=7)
    scene.order("Medic", "run", manoeuvre="exit")
    assert scene.unit("Medic").place == "left"
    assert ended(scene).scores == (3, 0)


@clause("ba.gap.scenario-breakthrough")
@pytest.mark.parametrize(
    ("side", "mission", "y"), [(0, BREAKTHROUGH, 12.001), (1, BREAKTHROUGH, 40), (0, ATTRITION, 5)]
)
def test_nobody_else_may_leave(side: int, mission: Mission, y: float) -> None:
    """Not from farther away, not a defender by the attacker's edge, not in another scenario."""
    scene = Scene(
        Side(side=side, troop="us.medic", at=(30, y), name="Medic"),
        Side(side=1 - side, troop="us.medic", at=(60, 24)),
        mission=mission,
    )
    scene.order("Medic", "run", move=shift(1, 0))
    assert "manoeuvre" not in scene.kinds_asked()
