"""The foundation: lines of sight, cover, arcs, Training Checks."""

from sandtable.rulesets.fraley.basics.sight import look
from sandtable.rulesets.fraley.basics.terrain import HARD, SOFT
from sandtable.rulesets.fraley.basics.training import Checked, check
from tests.clause import clause

from .kit import Scene, german, terrain, us


def facing(*ground: object, **options: object) -> Scene:
    """Two riflemen twenty inches apart, with terrain between or around them."""
    return Scene(
        us("us.rifle-platoon", (20, 20), name="Able", pick=("Rifle Team",), bearing=90),
        german("de.grenadier-platoon", (40, 20), name="Berta", pick=("Rifle Team",), bearing=270),
        ground=ground,  # type: ignore[arg-type]
        **options,  # type: ignore[arg-type]
    )


def seen(scene: Scene) -> tuple[bool, int]:
    """Whether Able sees Berta, and the cover that she has."""
    sighted = look(scene.state, scene.unit("Able").men, scene.unit("Berta").men)[0][0]
    return sighted.seen, sighted.cover


@clause("fraley.los.area-into")
def test_one_sees_into_an_area_but_not_past_it() -> None:
    """Woods between two Teams hide one from the other; woods around one of them conceal it."""
    assert seen(facing()) == (True, 0)
    assert seen(facing(terrain("woods", box=(28, 15, 4, 10)))) == (False, 0)
    assert seen(facing(terrain("woods", box=(37, 15, 8, 10)))) == (True, SOFT)
    assert seen(facing(terrain("woods", box=(15, 15, 30, 10)))) == (True, SOFT)
    assert seen(facing(terrain("crops", box=(28, 15, 4, 10)))) == (False, 0)
    assert seen(facing(terrain("crops", box=(28, 15, 4, 10)), fields_block_los=False)) == (True, 0)


@clause("fraley.cover.linear", "fraley.los.tall-linear")
def test_a_line_covers_whoever_touches_it_on_the_far_side() -> None:
    """A wall half an inch before a Team is no cover; touching it is. Bocage hides whoever does not touch it."""
    front = 40 - 0.625
    assert seen(facing(terrain("wall", line=[(front, 15), (front, 25)]))) == (True, HARD)
    assert seen(facing(terrain("wall", line=[(front - 0.5, 15), (front - 0.5, 25)]))) == (True, 0)
    assert seen(facing(terrain("wall", line=[(40.625, 15), (40.625, 25)]))) == (True, 0)
    assert seen(facing(terrain("hedge", line=[(front, 15), (front, 25)], height=1.25))) == (True, HARD)
    assert seen(facing(terrain("hedge", line=[(30, 15), (30, 25)], height=1.25))) == (False, 0)
    assert seen(facing(terrain("hedge", line=[(30, 15), (30, 25)], height=0.5))) == (True, 0)


@clause("fraley.training.check")
def test_a_check_needs_the_number_of_the_training() -> None:
    """A Veteran Unit passes on 4 and fails on 3."""
    scene = facing()
    assert scene.call(check, "Able", "test", dice=[4]) == Checked(True, False, (0,))
    assert scene.call(check, "Able", "test", dice=[3]) == Checked(False, False, (0,))
