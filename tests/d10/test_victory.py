"""Victory points: losses, halves, markers, buildings, units that got through; and who has won by how much."""

from typing import Any

import pytest

from sandtable.rulesets.d10.setup.victory import for_losses, for_scenario, held_alone, holder_of, outcome_of, turns_of
from sandtable.rulesets.d10.state import Mission
from tests.clause import clause

from .kit import Scene, Side, german, terrain, us

MIDDLE = (36_000, 24_000)
VILLAGE = Mission("village")
HOUSE = terrain("building", box=(30, 4, 6, 6))
BARN = terrain("building", box=(50, 4, 6, 6))


def lost(side: Side, **fields: Any) -> int:
    """What the US have for a German unit in this state."""
    scene = Scene(us("us.rifle-squad", (5, 5), name="Able"), side)
    return for_losses(scene.change(scene.state.units[1].name, **fields).state, 0)


# ---- losses


@clause("d10.gap.victory", "d10.morale.rout-removes")
@pytest.mark.parametrize(
    ("place", "points"), [("table", 0), ("aboard", 0), ("destroyed", 63), ("routed", 63), ("exited", 0)]
)
def test_a_unit_that_is_gone_is_worth_its_points(place: str, points: int) -> None:
    """Destroyed or routed; not one that left where it should."""
    assert lost(german("de.grenadier-squad", (5, 40), name="Berta"), place=place) == points


@clause("d10.gap.victory")
@pytest.mark.parametrize(("men", "strength", "points"), [(6, 10, 0), (5, 10, 31), (4, 10, 31), (5, 9, 0), (4, 9, 31)])
def test_a_unit_at_half_strength_or_below_is_worth_half(men: int, strength: int, points: int) -> None:
    """Five of ten, four of nine; rounded down."""
    assert lost(german("de.grenadier-squad", (5, 40), name="Berta", men=men, strength=strength)) == points


@clause("d10.gap.victory")
@pytest.mark.parametrize(("wounds", "points"), [(4, 0), (3, 0), (2, 81), (1, 81)])
def test_an_individual_is_counted_by_its_wounds(wounds: int, points: int) -> None:
    """A StuG with 2 of 4."""
    assert lost(german("de.stug", (30, 40), name="StuG", each={"wounds": wounds})) == points


@clause("d10.gap.victory")
def test_losses_count_for_the_other_side_only() -> None:
    """And of all units together."""
    scene = Scene(
        us("us.rifle-squad", (5, 5), name="Able", fields={"place": "routed"}),
        german("de.grenadier-squad", (5, 40), name="Berta", fields={"place": "destroyed"}),
        german("de.grenadier-squad", (25, 40), name="Anton", men=4, strength=9),
    )
    assert [for_losses(scene.state, side) for side in (0, 1)] == [63 + 31, 73]


# ---- markers


def around(*sides: Side) -> int | None:
    """Who holds the marker in the middle of the table."""
    return holder_of(Scene(*sides, objectives=[(36, 24)]).state, MIDDLE)


REACH = 3 + 0.5  # from the middle of a man's base to a marker that he just reaches


@clause("d10.gap.scenario-meeting")
def test_more_unpanicked_models_within_three_inches_hold_a_marker() -> None:
    """Exactly three inches is near enough, a thousandth more is not; as many are not more; panic counts for nothing."""
    able = us("us.rifle-squad", (36, 24 + REACH), name="Able", men=1)
    berta = german("de.grenadier-squad", (36, 24 - REACH), name="Berta", men=1)
    two = german("de.grenadier-squad", (36, 24 - REACH), name="Berta", men=2, spots=((35, 24 - 2.5),))
    assert around(able, german("de.grenadier-squad", (36, 5), name="Berta")) == 0
    assert around(us("us.rifle-squad", (36, 24 + REACH + 0.001), name="Able", men=1), berta) == 1
    assert around(able, berta) is None
    assert around(able, two) == 1
    panicked = german("de.grenadier-squad", (36, 24 - REACH), name="Berta", men=2, fields={"panicked": True})
    assert around(able, panicked) == 0
    tank = us("us.sherman", (36, 24 + 4), name="Sherman", bearing=90)
    assert around(tank, two) == 1
    assert around(tank, berta) is None


@clause("d10.gap.scenario-meeting")
def test_a_marker_is_worth_75_points() -> None:
    """Each of them, at the end."""
    scene = Scene(
        us("us.rifle-squad", (18, 24), name="Able", men=1),
        us("us.rifle-squad", (36, 24), name="Baker", men=1),
        german("de.grenadier-squad", (54, 24), name="Berta", men=1),
        objectives=[(18, 24), (36, 24), (54, 24)],
    )
    assert [for_scenario(scene.state, side) for side in (0, 1)] == [150, 75]
    riding = scene.change("Able", place="aboard")
    assert for_scenario(riding.state, 0) == 75


# ---- buildings


def village(*sides: Side) -> Scene:
    """Two houses that are fought over."""
    return Scene(*sides, ground=[HOUSE, BARN], mission=VILLAGE, fields={"buildings": (0, 1)})


@clause("d10.gap.scenario-village")
def test_a_building_is_worth_100_points_to_who_is_alone_inside() -> None:
    """Unpanicked models; the middle of the base counts."""
    able = us("us.rifle-squad", (33, 7), name="Able", men=1)
    inside, outside = (
        german("de.grenadier-squad", (x, 5), name="Berta", men=1, fields={"panicked": False}) for x in (35.99, 36.01)
    )
    scene = village(able, outside)
    assert (held_alone(scene.state, 0), held_alone(scene.state, 1)) == (0, None)
    assert [for_scenario(scene.state, side) for side in (0, 1)] == [100, 0]
    scene = village(able, inside)
    assert [for_scenario(scene.state, side) for side in (0, 1)] == [0, 0]
    assert for_scenario(scene.change("Able", panicked=True).state, 1) == 100
    both = village(us("us.rifle-squad", (5, 40), name="Able", men=1), inside,
                   german("de.grenadier-squad", (53, 7), name="Anton", men=1))  # fmt: skip
    assert for_scenario(both.state, 1) == 200


# ---- getting through


@clause("d10.gap.scenario-breakthrough")
def test_units_that_got_through_count_for_the_attacker_beside_losses() -> None:
    """Their full points, in addition to victory points for destruction."""
    for attacker in (0, 1):
        scene = Scene(
            us("us.rifle-squad", (5, 5), name="Able", fields={"place": "routed"}),
            german("de.grenadier-squad", (5, 40), name="Berta", fields={"place": "destroyed"}),
            mission=Mission("breakthrough", attacker=attacker),
            fields={"escaped": 86},
        )
        scores = [63, 73]
        scores[attacker] += 86
        assert outcome_of(scene.state).scores == tuple(scores)


# ---- who wins


@clause("d10.gap.victory")
@pytest.mark.parametrize(("escaped", "winner"), [(54, None), (55, None), (56, 0)])
def test_a_lead_of_more_than_a_tenth_of_the_points_wins(escaped: int, winner: int | None) -> None:
    """55 of 550 is a draw."""
    scene = Scene(
        us("us.rifle-squad", (5, 5), name="Able"),
        german("de.grenadier-squad", (5, 40), name="Berta"),
        mission=Mission("breakthrough", points=550),
        fields={"escaped": escaped},
    )
    outcome = outcome_of(scene.state)
    assert (outcome.winner, outcome.scores) == (winner, (escaped, 0))
    assert outcome.why == (f"US win {escaped} to 0" if winner == 0 else f"a draw, {escaped} to 0")
    assert "d10.gap.victory" in outcome.because


@clause("d10.gap.game-length", "d10.gap.scenario-meeting", "d10.gap.scenario-village", "d10.gap.scenario-breakthrough")
def test_how_long_each_scenario_lasts() -> None:
    """6 turns and perhaps one more, 7, 8."""
    assert turns_of(Mission("meeting")) == (6, True)
    assert turns_of(Mission("village")) == (7, False)
    assert turns_of(Mission("breakthrough")) == (8, False)
    assert turns_of(Mission("meeting", turns=4)) == (4, True)
