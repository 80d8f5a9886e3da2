"""Measuring: from base edge to base edge, freely."""

import pytest

from sandtable.rulesets.sotr.basics.sight import apart, between, to_point
from sandtable.rulesets.sotr.nerve.cool import in_radius
from sandtable.rulesets.sotr.ruleset import RULESET
from tests.clause import clause

from .kit import Scene, reich, us


@clause("sotr.gap.measuring")
def test_distances_are_from_edge_to_edge() -> None:
    """Six inches between middles are five between men, and a hull has the edges it has; heights do not count."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        reich("reich.sturmgrenadiers", (26, 20), name="Storm", men=1, storey=1),
        reich("us.jeep", (20, 30), name="Jeep", bearing=90),
    )
    one, other, jeep = scene.row("Able"), scene.row("Storm"), scene.row("Jeep")
    assert between(scene.state, one, other) == between(scene.state, other, one) == 5000
    assert apart(scene.state, (one,), (other, jeep)) == 5000
    assert between(scene.state, one, jeep) == 8500
    assert to_point(scene.state, one, (20_000, 24_000)) == 3500
    assert RULESET.premeasures(scene.state)


@clause("sotr.gap.measuring")
@pytest.mark.parametrize(("x", "within"), [(29.0, True), (29.001, False)])
def test_within_is_some_part_of_the_base_at_that_distance(x: float, within: bool) -> None:
    """A Command Radius of 8 inches."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((x, 20),)))
    assert in_radius(scene.state, scene.row("Able"), scene.row("Able", 1)) is within
