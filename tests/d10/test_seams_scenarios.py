"""Where scenarios meet other chapters: riders, buildings, walls."""

import pytest

from sandtable.rulesets.d10.setup.deployment import in_hard_cover
from sandtable.rulesets.d10.setup.victory import buildings_of, for_losses
from sandtable.rulesets.d10.state import Mission
from tests.clause import clause

from .kit import Scene, terrain, us


@clause("d10.gap.victory", "d10.gap.transport")
def test_riders_at_half_strength_are_worth_half() -> None:
    """Five of ten are left in a half-track."""
    scene = Scene(
        us("us.half-track", (30, 20), name="Track"),
        us("us.rifle-squad", name="Able", men=5, strength=10, aboard="Track"),
    )
    assert for_losses(scene.state, 1) == 73 // 2


@clause("d10.gap.scenario-village")
def test_the_buildings_are_in_the_defenders_half() -> None:
    """One of the attacker's is nearer to the middle, but not fought over."""
    boxes = ((30, 25, 6, 4), (10, 10, 6, 4), (50, 8, 6, 4))
    scene = Scene(ground=[terrain("building", box=box) for box in boxes], mission=Mission("village"))
    assert scene.state.edges == ("south", "north")
    assert set(buildings_of(scene.state)) == {1, 2}


@clause("d10.gap.scenario-village")
@pytest.mark.parametrize(("away", "covered"), [(0.1, True), (0.11, False)])
def test_who_begins_on_hold_stands_against_a_wall(away: float, covered: bool) -> None:
    """Within a tenth of an inch of it."""
    scene = Scene(
        us("us.rifle-squad", (20, 20.5 + away), name="Able", men=1), ground=[terrain("wall", line=[(10, 20), (30, 20)])]
    )
    assert in_hard_cover(scene.state, 0) == covered
