"""Smoke shells, where the table plays them."""

import pytest

from sandtable.geometry.units import inches
from tests.clause import clause

from .duel import duel
from .kit import Scene, Side, de, shift, terrain, us

LIGHT, MEDIUM = "de.light-mortar", "de.medium-mortar"


def mortar(troop: str, *more: Side, **rest: object) -> Scene:
    """A mortar at (10, 24) that points east, and a squad at (40, 24)."""
    return Scene(
        us(troop, (10, 24), name="Gun", bearing=90),
        de("us.rifle-squad", (40, 24), name="Foe"),
        *more,
        **{"smoke": True, **rest},  # type: ignore[arg-type]
    )


def lay(scene: Scene, x: float, y: float, *dice: int, order: str = "fire", **answers: object) -> str:
    """The mortar fires smoke at a point in inches; what it needed."""
    scene.order("Gun", order, dice, shell="smoke", smoke=[[inches(x), inches(y)]], **answers)
    (thrown,) = scene.throws("fires smoke")
    return thrown.needs


def clouds(scene: Scene) -> int:
    """How many clouds of smoke there are."""
    return sum(piece.kind == "smoke" for piece in scene.state.terrain)


@clause("ba.gap.smoke")
def test_smoke_is_not_played_unless_the_table_wants_it() -> None:
    """Without the switch a mortar is only asked for its target."""
    scene = mortar(MEDIUM, smoke=False)
    scene.order("Gun", "fire", [1], target="Foe")
    assert scene.kinds_asked() == ["target", "react"]


@clause("ba.gap.smoke")
def test_a_mortar_may_still_fire_shells() -> None:
    """With the switch it is asked which, and then for its target as ever."""
    scene = mortar(MEDIUM)
    scene.order("Gun", "fire", [1], shell="shells", target="Foe")
    assert scene.kinds_asked() == ["shell", "target", "react"]


@clause("ba.gap.smoke")
def test_a_hit_lays_a_cloud_six_inches_across() -> None:
    """On a 6, around the point; nobody is pinned or hurt."""
    scene = mortar(MEDIUM)
    assert lay(scene, 40, 24, 6) == "6+"
    (cloud,) = scene.state.terrain
    xs, ys = [x for x, _ in cloud.outline], [y for _, y in cloud.outline]
    assert (min(xs), max(xs), min(ys), max(ys)) == (37000, 43000, 21000, 27000)
    assert scene.unit("Foe").pins == 0
    assert len(scene.unit("Foe").men) == 12
    assert not scene.events("opened fire")


@clause("ba.gap.smoke")
def test_a_miss_lays_nothing() -> None:
    """A 5 is not enough at first."""
    scene = mortar(MEDIUM)
    lay(scene, 40, 24, 5)
    assert clouds(scene) == 0


@clause("ba.gap.smoke")
def test_smoke_blocks_sight() -> None:
    """A machine gun sees the squad before the smoke is laid between them, and not after."""
    scene = mortar(MEDIUM, us("de.mmg-team", (20, 24), name="Machine gun", bearing=90))
    scene.order("Machine gun", "fire", [1] * 4, target="Foe")
    lay(scene, 32, 24, 6)
    scene.order("Machine gun", "fire")
    assert not scene.events("opened fire")


@clause("ba.gap.smoke")
@pytest.mark.parametrize(("die", "left"), [(3, 1), (4, 0)])
def test_smoke_goes_at_the_end_of_a_turn_on_a_four(die: int, left: int) -> None:
    """A 3 leaves it for another turn."""
    scene = mortar(MEDIUM)
    lay(scene, 40, 24, 6)
    scene.end_turn([die])
    assert clouds(scene) == left


@clause("ba.gap.smoke", "ba.gap.indirect-fire")
def test_a_mortar_ranges_in_on_a_point_as_on_a_target() -> None:
    """6 and 5 on one point, 6 on another; and shells at a squad that it was ranged in on begin again."""
    scene = mortar(MEDIUM)
    scene.order("Gun", "fire", [1], shell="shells", target="Foe")
    assert [lay(scene, 40, 20, 1), lay(scene, 40, 20, 1), lay(scene, 40, 21, 1)] == ["6+", "5+", "6+"]
    scene.order("Gun", "fire", [1], shell="shells", target="Foe")
    assert [thrown.needs for thrown in scene.throws("ranging in")] == ["6+"]


@clause("ba.gap.smoke")
@pytest.mark.parametrize(
    ("troop", "point", "why"),
    [
        (LIGHT, (22.7, 24.0), "out of range"),
        (LIGHT, (34.8, 24.0), "out of range"),
        (MEDIUM, (34.0, 48.1), "off the table"),
        (MEDIUM, (10.0, 47.0), "does not point that way"),
        (MEDIUM, (33.0, 24.0), "neither crew nor spotter sees"),
    ],
)
def test_smoke_falls_within_range_and_arc_on_a_point_that_is_seen(
    troop: str, point: tuple[float, float], why: str
) -> None:
    """Not nearer than 12 or farther than 24 inches for a light mortar, not aside of a Fixed one, not behind a house."""
    scene = mortar(troop, ground=[terrain("building", box=(26, 20, 5, 8))])
    assert why in str(scene.refused(lambda: lay(scene, *point, 1)))


@clause("ba.gap.smoke")
@pytest.mark.parametrize("point", [(22.8, 24.0), (34.7, 24.0), (10.0, 47.0)])
def test_a_light_mortar_lays_smoke_from_twelve_to_twenty_four_inches_all_round(point: tuple[float, float]) -> None:
    """Both limits are within range, and it points where it likes."""
    assert lay(mortar(LIGHT), *point, 1) == "6+"


@clause("ba.gap.smoke")
def test_a_spotter_may_see_the_point_for_the_mortar() -> None:
    """The house hides the point from the crew, not from the spotter beside it."""
    scene = Scene(
        us(MEDIUM, (10, 24), name="Gun", bearing=90, add=("spotter",), spotter_at=(33, 40)),
        de("us.rifle-squad", (40, 24), name="Foe"),
        ground=[terrain("building", box=(26, 20, 5, 8))],
        smoke=True,
    )
    assert lay(scene, 33, 24, 1) == "6+"


@clause("ba.gap.smoke")
def test_smoke_on_the_move_needs_a_six() -> None:
    """A light mortar on an Advance, though it was ranged in on that point."""
    scene = mortar(LIGHT)
    lay(scene, 30, 24, 1)
    assert lay(scene, 30, 24, 1, order="advance", move=shift(1, 0)) == "6+"


@clause("ba.gap.smoke", "ba.gap.howitzer")
def test_a_howitzer_lays_smoke_only_when_it_fires_indirectly() -> None:
    """Direct fire does not ask for it."""
    indirect = duel(30, "de.light-howitzer", "us.rifle-squad", smoke=True)
    assert lay(indirect, 36, 24, 6, **{"direct or indirect": "indirect"}) == "6+"
    assert clouds(indirect) == 1
    direct = duel(30, "de.light-howitzer", "us.rifle-squad", smoke=True)
    direct.order("Gun", "fire", [1], target="Foe", **{"direct or indirect": "direct"})
    assert "shell" not in direct.kinds_asked()
