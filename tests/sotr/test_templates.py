"""Templates: which models they touch."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.templates import (
    FLAME,
    LARGE,
    SMALL,
    Landing,
    best_over,
    in_flame,
    on_model,
    right_under,
    under_blast,
    under_flame,
)
from tests.clause import clause

from .kit import Scene, reich, terrain, us


def men(*spots: tuple[float, float], **rest: Any) -> Scene:
    """Grenadiers at these spots."""
    return Scene(
        reich("reich.sturmgrenadiers", spots[0], name="Foe", men=len(spots), spots=spots[1:], **rest),
        ground=(),
    )


@clause("sotr.gap.templates-round")
@pytest.mark.parametrize(("x", "touched"), [(21.99, True), (22, True), (22.01, False)])
def test_any_part_of_a_base_is_enough(x: float, touched: bool) -> None:
    """A base of half an inch around: its middle up to two inches from the centre of a 3" template."""
    scene = men((x, 20))
    radius = scene.state.layout.radius(0)
    assert radius == 500
    assert (under_blast(scene.state, Landing((20_000, 20_000)), SMALL) == (0,)) is touched
    assert under_blast(scene.state, Landing((19_000, 20_000)), LARGE) == ((0,) if touched else ())


@clause("sotr.gap.templates-round")
def test_only_the_storey_of_the_centre_is_touched() -> None:
    """Four inches up nobody is touched; on a hill of an inch or so he is."""
    scene = men((20, 20), storey=1)
    assert under_blast(scene.state, Landing((20_000, 20_000)), SMALL) == ()
    assert under_blast(scene.state, Landing((20_000, 20_000), 4000), SMALL) == (0,)
    assert under_blast(scene.state, Landing((20_000, 20_000), 2001), SMALL) == (0,)
    assert under_blast(scene.state, Landing((20_000, 20_000), 2000), SMALL) == ()


@clause("sotr.gap.templates-round")
@pytest.mark.parametrize(
    ("piece", "protects"),
    [
        (terrain("building", box=(20.5, 15, 10, 10)), True),
        (terrain("wall", line=[(20.5, 10), (20.5, 30)], height=3), True),
        (terrain("wall", line=[(20.5, 10), (20.5, 30)]), False),
        (terrain("hedge", line=[(20.5, 10), (20.5, 30)]), False),
    ],
)
def test_solid_walls_protect(piece: object, protects: bool) -> None:
    """Walls that one can look over do not."""
    scene = Scene(reich("reich.sturmgrenadiers", (21.2, 20), men=1), ground=(piece,))  # type: ignore[arg-type]
    assert (under_blast(scene.state, Landing((20_000, 20_000)), SMALL) == ()) is protects


@clause("sotr.blast.infantry")
def test_the_centre_goes_where_most_of_the_unit_are_touched() -> None:
    """The second of four touches three of them, the others fewer; only the one under the centre is right under it."""
    scene = men((20, 20), (21.9, 20), (23.8, 20), (30, 20))
    assert best_over(scene.state, 0, (0, 1, 2, 3), SMALL) == [1]
    at = on_model(scene.state, 1)
    touched = under_blast(scene.state, at, SMALL)
    assert touched == (0, 1, 2)
    assert right_under(scene.state, at, touched) == (1,)


@clause("sotr.gap.template-flame")
@pytest.mark.parametrize(
    ("point", "inside"),
    [
        ((0, -8000), True),  # eight inches long
        ((0, -8001), False),
        ((1250, -6750), True),  # 2.5" wide at the middle of the circle
        ((1251, -6750), False),
        ((1225, -6520), True),  # the tangents touch the circle before its middle
        ((590, -3200), True),
        ((610, -3200), False),
        ((0, 1), False),
        ((0, 0), True),
    ],
)
def test_the_teardrop_is_a_circle_and_its_tangents(point: tuple[int, int], inside: bool) -> None:
    """Its point lies at the origin, its bearing is north."""
    assert in_flame(point, (0, 0), 0) is inside


@clause("sotr.gap.template-flame", "sotr.flame.template")
def test_the_narrow_end_touches_the_shooters_base() -> None:
    """So a man is reached whose base is up to eight inches from the shooter's."""
    for distance, reached in ((FLAME / 1000 + 0.999, True), (FLAME / 1000 + 1.01, False)):
        scene = Scene(
            reich("reich.flame-pioneers", (20, 20), pick=("flamethrower man",)),
            us("us.rifle-squad", (20, 20 - distance), men=1),
        )
        assert (under_flame(scene.state, 0, 0) == (1,)) is reached
        assert under_flame(scene.state, 0, 900) == ()


@clause("sotr.gap.template-flame")
def test_a_flame_touches_a_hull_and_is_stopped_by_a_wall() -> None:
    """A tank across its way is touched between its corners; a high wall keeps it off, a low one does not."""
    pioneer = reich("reich.flame-pioneers", (20, 20), pick=("flamethrower man",))
    tank = us("us.tank", (20, 15), bearing=90)
    low = terrain("wall", line=[(10, 18), (30, 18)])
    high = terrain("wall", line=[(10, 18), (30, 18)], height=3)
    assert under_flame(Scene(pioneer, tank).state, 0, 0) == (1,)
    assert under_flame(Scene(pioneer, tank, ground=(low,)).state, 0, 0) == (1,)
    assert under_flame(Scene(pioneer, tank, ground=(high,)).state, 0, 0) == ()
