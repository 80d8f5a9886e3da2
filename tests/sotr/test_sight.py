"""Lines of sight and cover: what is seen through what, and how much of it is hidden."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.basics.sight import BUNKERED, HEAVY, LIGHT, OPEN_GROUND, Sighting, sees_point, sightings
from sandtable.rulesets.sotr.state import Smoke
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, Side, Spot, reich, terrain, us

RIFLE = "us.rifle-squad"
FOES = "reich.sturmgrenadiers"


def look(
    *ground: Piece, at: Spot = (20, 20), foe: Spot = (20, 30), others: tuple[Side, ...] = (), **rest: Any
) -> Sighting:
    """What one man makes of another, at (20, 20) and (20, 30) unless told otherwise."""
    own, their = rest.pop("own", {}), rest.pop("their", {})
    scene = Scene(
        us(RIFLE, at, name="Able", **({"men": 1} | own)),
        reich(their.pop("troop", FOES), foe, name="Foe", **({"men": 1} | their)),
        *others,
        ground=ground,
        **rest,
    )
    one, other = scene.row("Able"), scene.row("Foe")
    return sightings(scene.state, (one,), (other,))[one, other]


def wood(kind: str = "woods", y: float = 25, depth: float = 10) -> Piece:
    """A wood across the line, its near edge at y."""
    return terrain(kind, box=(10, y, 20, depth))


# ---- the open, and other models


@clause("sotr.los.need")
def test_in_the_open_everything_is_seen() -> None:
    """Nothing between the two."""
    seen = look()
    assert seen.visible and seen.cover == OPEN_GROUND


@clause("sotr.los.need", "sotr.gap.los-method")
@pytest.mark.parametrize(("right", "visible"), [(20.41, True), (20.43, False), (20.6, False)])
def test_the_tip_of_a_gun_is_no_target(right: float, visible: bool) -> None:
    """A tall wall that leaves two lines of 33 is seen past, one that leaves a single line is not."""
    wall = terrain("wall", line=[(10, 29), (right, 29)], height=3)
    assert look(wall).visible is visible


@clause("sotr.los.models-block")
@pytest.mark.parametrize("side", [us, reich])
def test_friends_and_enemies_block_sight(side: Any) -> None:
    """A man who stands in the way; lying down he does not."""
    between = side(RIFLE if side is us else FOES, (20, 21.2), men=1)
    assert not look(others=(between,)).visible
    for men, lying in ((1, {"prone": True}), (2, {"down": True})):  # as many as are remembered for nobody else
        assert look(others=(side(RIFLE if side is us else FOES, (20, 21.2), men=men, each=lying),)).visible


@clause("sotr.los.models-block")
@pytest.mark.parametrize(("blocks", "visible"), [(True, False), (False, True)])
def test_the_own_unit_blocks_unless_the_table_says_no(blocks: bool, visible: bool) -> None:
    """A comrade right in front."""
    own = {"men": 2, "spots": ((20, 21.2),)}
    assert look(own=own, own_unit_blocks_los=blocks).visible is visible


@clause("sotr.los.models-block")
def test_members_of_the_target_do_not_screen_one_another() -> None:
    """Wounds are applied to the unit."""
    scene = Scene(us(RIFLE, (20, 20), name="Able", men=1), reich(FOES, (20, 28), name="Foe", men=2, spots=((20, 30),)))
    assert sightings(scene.state, (0,), (1, 2))[0, 2].visible


# ---- woods, hedges, brush


@clause("sotr.los.woods-depth")
@pytest.mark.parametrize(("inside", "visible"), [(1.9, True), (2.0, True), (2.1, False)])
@pytest.mark.parametrize("kind", ["woods", "brush"])
def test_woods_and_brush_are_seen_two_inches_into(kind: str, inside: float, visible: bool) -> None:
    """Measured to the near edge of the base; who is seen has light cover."""
    seen = look(wood(kind), foe=(20, 25 + inside + 0.5))
    assert seen.visible is visible
    if visible:
        assert seen.cover == LIGHT


@clause("sotr.los.woods-depth")
@pytest.mark.parametrize(("inside", "visible"), [(1.9, True), (2.1, False)])
def test_out_of_woods_one_sees_as_far_as_into_them(inside: float, visible: bool) -> None:
    """From the edge of the base to the edge of the wood."""
    box = terrain("woods", box=(10, 10, 20, 10.5 + inside))
    assert look(box, at=(20, 20), foe=(20, 30)).visible is visible


@clause("sotr.los.woods-depth")
@pytest.mark.parametrize(("apart", "visible"), [(1.9, True), (2.1, False)])
def test_within_a_wood_one_sees_two_inches(apart: float, visible: bool) -> None:
    """Both in the same wood."""
    assert look(terrain("woods", box=(10, 10, 20, 25)), foe=(20, 21 + apart)).visible is visible


@clause("sotr.los.woods-through")
@pytest.mark.parametrize("depth", [1.0, 6.0])
def test_nobody_sees_through_woods(depth: float) -> None:
    """However thin the wood is."""
    assert not look(wood(y=24, depth=depth), foe=(20, 34)).visible


@clause("sotr.los.woods-through")
def test_a_hedge_hides_those_away_from_it() -> None:
    """Somebody within an inch of it looks over it, or is seen over it in light cover."""
    hedge = terrain("hedge", line=[(10, 25), (30, 25)])
    assert not look(hedge).visible
    seen = look(hedge, foe=(20, 25.8))
    assert seen.visible and seen.cover == LIGHT
    assert look(hedge, at=(20, 24.2)).visible


@clause("sotr.los.woods-through", "sotr.los.woods-depth")
@pytest.mark.parametrize(
    ("first", "second", "visible"), [(1.9, 0, True), (2.1, 0, False), (1, 0.9, True), (1, 1.1, False)]
)
def test_brush_is_seen_through_up_to_two_inches_in_all(first: float, second: float, visible: bool) -> None:
    """One patch or two; what lies behind has light cover."""
    ground = [terrain("brush", box=(10, 22, 20, first))]
    if second:
        ground.append(terrain("brush", box=(10, 25, 20, second)))
    seen = look(*ground, foe=(20, 32))
    assert seen.visible is visible
    assert not visible or seen.cover == LIGHT


# ---- large and titanic models


@clause("sotr.los.large")
def test_only_woods_hills_and_buildings_hide_a_large_target() -> None:
    """Walls, brush and models do not."""
    large = {"card": {"size": "large"}}
    man = (us(RIFLE, (20, 21.2), men=1),)
    assert look(their=dict(large), others=man).visible
    assert look(wood("brush", 22, 6), foe=(20, 34), their=dict(large)).visible
    assert look(terrain("hedge", line=[(10, 25), (30, 25)]), their=dict(large)).visible
    for hides in (wood(y=23, depth=4), terrain("hill", box=(10, 23, 20, 4)), terrain("building", box=(10, 23, 20, 4))):
        assert not look(hides, foe=(20, 34), their=dict(large)).visible


@clause("sotr.los.titanic")
@pytest.mark.parametrize("kind", ["woods", "hill", "building"])
def test_a_titanic_model_is_always_seen_and_sees_over_everything(kind: str) -> None:
    """From either end."""
    ground = terrain(kind, box=(10, 23, 20, 4))
    seen = look(ground, foe=(20, 34), their={"card": {"size": "titanic"}})
    assert seen.visible and seen.cover == OPEN_GROUND
    assert look(ground, foe=(20, 34), own={"card": {"size": "titanic"}}).visible
    assert not look(ground, foe=(20, 34)).visible


# ---- buildings and hills


@clause("sotr.gap.los-method", "sotr.shoot.heavy-cover")
@pytest.mark.parametrize(("inside", "visible"), [(0.9, True), (1.1, False)])
def test_models_near_a_wall_are_seen_through_windows(inside: float, visible: bool) -> None:
    """Within an inch of the outer wall, in heavy cover."""
    seen = look(terrain("building", box=(10, 25, 20, 10)), foe=(20, 25 + inside + 0.5))
    assert seen.visible is visible
    assert not visible or seen.cover == HEAVY


@clause("sotr.gap.los-method")
def test_two_inches_above_a_hill_one_sees_over_it() -> None:
    """From table level nobody does; from a storey of four inches one does, over a hill of two."""
    hill = terrain("hill", box=(10, 24, 20, 3), height=2)
    assert not look(hill).visible
    assert look(hill, own={"storey": 1}).visible


@clause("sotr.shoot.pillbox", "sotr.cover.kinds")
def test_a_pillbox_is_better_than_a_building() -> None:
    """Those inside it, at its openings."""
    assert look(terrain("bunker", box=(17, 25, 6, 4)), foe=(20, 26)).cover == BUNKERED
    assert look(terrain("building", box=(17, 25, 6, 4)), foe=(20, 26)).cover == HEAVY


# ---- how much is hidden


@clause("sotr.cover.matrix", "sotr.shoot.heavy-cover", "sotr.shoot.light-cover", "sotr.cover.kinds")
@pytest.mark.parametrize(
    ("right", "cover"), [(19.4, OPEN_GROUND), (19.6, LIGHT), (19.99, LIGHT), (20.1, HEAVY), (20.6, HEAVY)]
)
def test_more_than_half_behind_a_wall_is_heavy_cover(right: float, cover: int) -> None:
    """A wall right in front of him from his left to somewhere along his base, 19.5 to 20.5."""
    seen = look(terrain("wall", line=[(10, 29.4), (right, 29.4)]))
    assert seen.visible and seen.cover == cover


@clause("sotr.cover.matrix", "sotr.cover.kinds", "sotr.shoot.light-cover")
def test_soft_cover_is_light_however_much_of_it_there_is() -> None:
    """Wholly in long grass, or half of him in a wood."""
    assert look(terrain("crops", box=(10, 25, 20, 10))).cover == LIGHT
    assert look(terrain("woods", box=(20, 29, 10, 10))).cover == LIGHT


@clause("sotr.gap.los-method")
@pytest.mark.parametrize(("gap", "cover"), [(0.9, OPEN_GROUND), (1.1, HEAVY)])
def test_cover_right_before_the_shooter_is_none(gap: float, cover: int) -> None:
    """He shoots over the wall that he stands at."""
    wall = terrain("wall", line=[(10, 20.5 + gap), (30, 20.5 + gap)])
    assert look(wall).cover == cover


@clause("sotr.gap.los-method")
def test_cover_close_to_both_counts() -> None:
    """A wall between two men who both stand at it."""
    assert look(terrain("wall", line=[(10, 21), (30, 21)]), foe=(20, 22)).cover == HEAVY


@clause("sotr.cover.kinds")
def test_a_vehicle_is_hard_cover() -> None:
    """A jeep that hides a part of him."""
    seen = look(others=(us("us.jeep", (18.5, 28), bearing=90),), foe=(20, 31))
    assert seen.visible and seen.cover in {LIGHT, HEAVY}


# ---- smoke


@clause("sotr.gap.los-method")
def test_smoke_stops_what_could_be_seen_through() -> None:
    """Brush an inch deep, and the gap between two men of a smoked unit."""
    brush = terrain("brush", box=(10, 24, 20, 1))
    assert look(brush).visible
    assert not look(brush, fields={"smokes": (Smoke(0, 2, piece=0),)}).visible
    pair = us(RIFLE, (18.5, 25), men=2, spots=((21.5, 25),))
    assert look(others=(pair,)).visible
    assert not look(others=(pair,), fields={"smokes": (Smoke(0, 2, unit=2),)}).visible


@clause("sotr.los.need")
def test_points_are_seen_as_models_are() -> None:
    """Two inches into a wood."""
    scene = Scene(us(RIFLE, (20, 20), name="Able", men=1), ground=[wood()])
    assert sees_point(scene.state, (0,), (20_000, 26_900))
    assert not sees_point(scene.state, (0,), (20_000, 27_200))
