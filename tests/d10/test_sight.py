"""Lines of sight: what stands in the way by its height and size, looking over from hills and floors, cover at both ends."""

from typing import Any

import pytest

from sandtable.rulesets.d10.basics.sight import look, shelters
from sandtable.rulesets.d10.basics.terrain import HARD, NO_COVER, SOFT
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, Side, german, terrain, us


def sees(*others: Side, troop: str = "us.rifle-squad", foe: str = "de.grenadier-squad", **rest: Any) -> bool:
    """Whether Able at (10, 20) sees Berta at (40, 20), past others and terrain."""
    ground = rest.pop("ground", ())
    scene = Scene(
        us(troop, (10, 20), name="Able", men=1, **_of(rest, "able_")),
        german(foe, (40, 20), name="Berta", men=1, **_of(rest, "foe_")),
        *others,
        ground=ground,
        **rest,
    )
    there = look(scene.state, scene.unit("Able").men, scene.unit("Berta").men)[0][0].seen
    back = look(scene.state, scene.unit("Berta").men, scene.unit("Able").men)[0][0].seen
    assert there == back  # whoever sees is seen
    return there


def _of(rest: dict[str, object], prefix: str) -> dict[str, object]:
    return {name.removeprefix(prefix): rest.pop(name) for name in list(rest) if name.startswith(prefix)}


# ---- terrain


@clause("d10.gap.line-of-sight")
def test_solid_terrain_higher_than_both_ends_stops_a_line() -> None:
    """A wreck hides a man from a man; a tank looks over it, and gets cover from it."""
    low = terrain("wreck", box=(24, 18, 4, 4))
    assert not sees(ground=[low])
    assert sees(ground=[low], troop="us.sherman")
    assert not sees(ground=[terrain("building", box=(24, 18, 4, 4))], troop="us.sherman")


@clause("d10.gap.line-of-sight")
@pytest.mark.parametrize("kind", ["woods", "smoke"])
def test_four_inches_of_woods_or_smoke_are_seen_through(kind: str) -> None:
    """In one piece or in several, and also where somebody stands in it."""
    assert sees(ground=[terrain(kind, box=(24, 15, 4, 10))])
    assert not sees(ground=[terrain(kind, box=(24, 15, 4.01, 10))])
    assert sees(ground=[terrain(kind, box=(24, 15, 2, 10)), terrain(kind, box=(30, 15, 2, 10))])
    assert not sees(ground=[terrain(kind, box=(24, 15, 2, 10)), terrain(kind, box=(30, 15, 2.01, 10))])
    assert sees(ground=[terrain(kind, box=(36.01, 15, 10, 10))])
    assert not sees(ground=[terrain(kind, box=(35.99, 15, 10, 10))])


@clause("d10.gap.line-of-sight")
def test_walls_and_hedges_do_not_stop_a_line() -> None:
    """They are no higher than a man; nor do crops, rocks or trenches."""
    for kind in ("wall", "hedge", "fence", "sandbags"):
        assert sees(ground=[terrain(kind, line=[(25, 10), (25, 30)])])
    for kind in ("crops", "brush", "rocks", "crater", "trench"):
        assert sees(ground=[terrain(kind, box=(20, 15, 10, 10))])


# ---- models


def between(troop: str, x: float = 25, **rest: Any) -> Side:
    """Somebody of another unit on the line."""
    return us(troop, (x, 20), **{"name": "Baker", "men": 1, **rest})


@clause("d10.gap.line-of-sight", "d10.shoot.own-squad-transparent")
def test_models_of_other_units_are_in_the_way_by_their_size() -> None:
    """A man hides a man, friend or foe; he does not hide a tank; a tank hides men; a sniper (Size 1) hides nobody."""
    assert not sees(between("us.rifle-squad"))
    assert not sees(german("de.grenadier-squad", (25, 20), men=1))
    assert sees(between("us.rifle-squad"), foe="de.panzer-iv")
    assert not sees(between("us.sherman"))
    assert not sees(between("us.sherman"), foe="de.panzer-iv")  # as large as the larger
    assert sees(between("us.sherman"), foe="de.panther")
    assert sees(between("us.sniper-team"))
    assert not sees(between("us.sniper-team", fields={"moved": True}))


@clause("d10.gap.line-of-sight", "d10.shoot.own-squad-transparent")
def test_the_switch_lets_lines_pass_through_models() -> None:
    """No model is in the way of anything then."""
    assert sees(between("us.sherman"), other_models_block_los=False)


@clause("d10.gap.line-of-sight")
def test_a_base_must_stand_on_the_line() -> None:
    """Half an inch off the middle of the line a man only touches it."""
    assert sees(us("us.rifle-squad", (25, 20.5), men=1))
    assert not sees(us("us.rifle-squad", (25, 20.499), men=1))


@clause("d10.shoot.own-squad-transparent")
def test_own_unit_never_blocks_nor_does_that_of_the_target() -> None:
    """A file of men sees and is seen through itself."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=2, spots=((12, 20),)),
        german("de.grenadier-squad", (40, 20), name="Berta", men=2, spots=((38, 20),)),
    )
    found = look(scene.state, scene.unit("Able").men, scene.unit("Berta").men)
    assert all(one.seen for line in found for one in line)


# ---- looking over


HILL = terrain("hill", box=(6, 16, 8, 8))


@clause("d10.gap.line-of-sight")
def test_from_a_hill_one_looks_over_men_and_low_things() -> None:
    """Unless they are within 3 inches of the target."""
    assert sees(between("us.rifle-squad"), ground=[HILL])
    assert sees(between("us.rifle-squad", 35.999), ground=[HILL])
    assert not sees(between("us.rifle-squad", 36), ground=[HILL])  # 3 inches from edge to edge
    assert sees(ground=[HILL, terrain("wreck", box=(24, 18, 4, 4))])
    assert not sees(ground=[HILL, terrain("building", box=(24, 18, 4, 4))])  # higher than the hill


@clause("d10.gap.line-of-sight")
def test_who_stands_high_is_seen_over_the_same_things() -> None:
    """A target on a hill: what is not within 3 inches of the viewer does not hide it."""
    hill = terrain("hill", box=(36, 16, 8, 8))
    assert sees(between("us.rifle-squad"), ground=[hill])
    assert sees(between("us.rifle-squad", 14.001), ground=[hill])
    assert not sees(between("us.rifle-squad", 14), ground=[hill])


@clause("d10.gap.line-of-sight")
def test_a_hill_hides_what_is_behind_it() -> None:
    """From men on the plain; men upon it see and are seen."""
    assert not sees(ground=[terrain("hill", box=(20, 16, 8, 8))])
    assert sees(ground=[terrain("hill", box=(36, 16, 8, 8))])


@clause("d10.gap.line-of-sight")
def test_from_an_upper_floor_one_looks_over_lower_houses() -> None:
    """From the second floor (6 inches up) over a house of 6.5 inches, not from the first."""
    tower = terrain("building", box=(8, 18, 4, 4), floors=3)
    house = terrain("building", box=(22, 18, 4, 4), floors=2)
    assert not sees(ground=[tower, house])
    assert not sees(ground=[tower, house], able_floor=1)
    assert sees(ground=[tower, house], able_floor=2)


# ---- cover


def cover(*ground: Piece) -> int:
    """The cover that Berta has from Able, 30 inches off."""
    scene = Scene(
        us("us.rifle-squad", (10, 20), name="Able", men=1),
        german("de.grenadier-squad", (40, 20), name="Berta", men=1),
        ground=ground,
    )
    (line,) = look(scene.state, scene.unit("Able").men, scene.unit("Berta").men)
    return line[0].cover


@clause("d10.gap.cover")
@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("woods", SOFT), ("brush", SOFT), ("crops", SOFT), ("crater", SOFT), ("smoke", SOFT),
        ("building", HARD), ("bunker", HARD), ("trench", HARD), ("ruin", HARD), ("rocks", HARD), ("hill", NO_COVER),
        ("road", NO_COVER), ("rough", NO_COVER), ("water", NO_COVER),
    ],
)  # fmt: skip
def test_what_somebody_stands_in(kind: str, given: int) -> None:
    """Soft or hard cover, or none."""
    assert cover(terrain(kind, box=(38, 18, 4, 4))) == given


@clause("d10.gap.cover")
@pytest.mark.parametrize(
    ("kind", "given"), [("hedge", SOFT), ("fence", SOFT), ("wall", HARD), ("sandbags", HARD), ("wire", NO_COVER)]
)
def test_what_somebody_stands_behind(kind: str, given: int) -> None:
    """Lines between the two; behind his back they give nothing."""
    assert cover(terrain(kind, line=[(38, 15), (38, 25)])) == given
    assert cover(terrain(kind, line=[(42, 15), (42, 25)])) == NO_COVER


@clause("d10.gap.cover")
def test_the_best_cover_counts_and_the_shooters_own_does_not() -> None:
    """A hedge and a wall: hard. What the shooter stands in gives his target nothing."""
    hedge, wall = terrain("hedge", line=[(37, 15), (37, 25)]), terrain("wall", line=[(38, 15), (38, 25)])
    assert cover(hedge, wall) == cover(wall, hedge) == HARD
    for kind in ("woods", "brush", "building", "trench", "crater"):
        assert cover(terrain(kind, box=(8, 18, 4, 4))) == NO_COVER
    assert cover(terrain("wall", line=[(10.6, 15), (10.6, 25)])) == NO_COVER
    assert cover(terrain("wall", line=[(10.61, 15), (10.61, 25)])) == HARD


@clause("d10.gap.tag-indirect", "d10.gap.cover")
def test_cover_from_above_is_what_one_stands_in_or_against() -> None:
    """Whatever lies farther off is none."""

    def sheltered(*ground: Piece) -> list[int]:
        scene = Scene(german("de.grenadier-squad", (40, 20), name="Berta", men=1), ground=ground)
        return shelters(scene.state, scene.unit("Berta").men)

    assert sheltered() == [NO_COVER]
    assert sheltered(terrain("trench", box=(38, 18, 4, 4))) == [HARD]
    assert sheltered(terrain("woods", box=(38, 18, 4, 4))) == [SOFT]
    assert sheltered(terrain("wall", line=[(40.6, 15), (40.6, 25)])) == [HARD]
    assert sheltered(terrain("wall", line=[(40.61, 15), (40.61, 25)])) == [NO_COVER]


@clause("d10.gap.cover", "d10.gap.line-of-sight")
def test_who_looks_down_upon_a_wall_takes_its_cover_away() -> None:
    """A wall that is looked over from a hill covers only who stands within 3 inches behind it."""
    for x, given in ((30, NO_COVER), (36, NO_COVER), (38, HARD)):
        assert cover(HILL, terrain("wall", line=[(x, 15), (x, 25)])) == given
