"""Tables: their sizes and their terrain, laid out from a number, and the maps we bring."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from sandtable.geometry.units import inches
from sandtable.mechanics.pieces import is_building
from sandtable.rulesets.d10.basics.terrain import HARD, SOFT, is_rough, sight_effect
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.setup.battleground import check_table, lay_out
from sandtable.rulesets.library import notes
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield, MapFile, TerrainEntry, build_map
from sandtable.table.terrain import Piece
from tests.clause import clause

Point = tuple[int, int]
SEEDS = range(40)
SIZES = [(72, 48), (48, 48)]
LINES = {"wall", "hedge"}


def sides_of(piece: Piece) -> list[tuple[Point, Point]]:
    """The sides of a footprint; a wall has one."""
    outline = piece.outline
    closed = [*outline, outline[0]] if piece.kind not in LINES else list(outline)
    return list(pairwise(closed))


def off_line(point: Point, line: tuple[Point, Point]) -> float:
    """How far a point is from a side."""
    (px, py), ((ax, ay), (bx, by)) = point, line
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / length)) if length else 0.0
    return float(((ax + along * dx - px) ** 2 + (ay + along * dy - py) ** 2) ** 0.5)


def apart(one: Piece, other: Piece) -> float:
    """How far apart two footprints are; those that overlap have corners near sides, or inside, of the other."""
    found = []
    for first, second in ((one, other), (other, one)):
        found += [off_line(corner, side) for corner in first.outline for side in sides_of(second)]
        if second.kind not in LINES and any(inside(corner, second) for corner in first.outline):
            return 0
    if any(cross(side, another) for side in sides_of(one) for another in sides_of(other)):
        return 0
    return min(found)


def inside(point: Point, piece: Piece) -> bool:
    """Whether a point lies in a footprint."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in sides_of(piece):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossed = not crossed
    return crossed


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two sides cross."""

    def turn(a: Point, b: Point, c: Point) -> int:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def box_of(piece: Piece) -> tuple[int, int]:
    """The longer and the shorter side of the box around a footprint."""
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    sides = (max(xs) - min(xs), max(ys) - min(ys))
    return max(sides), min(sides)


@clause("d10.gap.table")
@pytest.mark.parametrize("size", SIZES)
def test_a_random_table_has_the_terrain_that_we_play_with(size: tuple[int, int]) -> None:
    """8 to 12 pieces: 2-4 buildings, 2-3 woods, 2 hills, 3-4 walls or hedges, one road; each as large as it should be."""
    seen: Counter[tuple[str, int]] = Counter()
    for seed in SEEDS:
        field = lay_out(seed, *size)
        check_table(field)
        kinds = Counter(piece.kind for piece in field.terrain)
        lines = kinds["wall"] + kinds["hedge"]
        assert set(kinds) <= {"building", "woods", "hill", "wall", "hedge", "road"}
        assert (kinds["road"], kinds["hill"]) == (1, 2)
        assert kinds["building"] in {2, 3, 4}
        assert kinds["woods"] in {2, 3}
        assert lines in {3, 4}
        assert 8 <= len(field.terrain) <= 12
        seen.update([("building", kinds["building"]), ("woods", kinds["woods"]), ("line", lines)])
        for piece in field.terrain:
            long, deep = box_of(piece)
            if piece.kind == "building":
                assert (long, deep) == (inches(6), inches(4))
            elif piece.kind == "woods":
                assert inches(6) <= deep <= long <= inches(10)
            elif piece.kind in LINES:
                assert inches(6) - 1 <= long <= inches(8) + 1
    assert len(seen) == 3 + 2 + 2


@clause("d10.gap.table")
@pytest.mark.parametrize("size", SIZES)
def test_no_piece_lies_within_three_inches_of_another(size: tuple[int, int]) -> None:
    """Nor off the table; measured between footprints, the road's as well."""
    for seed in SEEDS:
        field = lay_out(seed, *size)
        for one, other in combinations(field.terrain, 2):
            assert apart(one, other) >= inches(3) - 1, (seed, one.kind, other.kind)
        for piece in field.terrain:
            assert all(0 <= x <= field.width and 0 <= y <= field.depth for x, y in piece.outline)


@clause("d10.gap.table")
def test_the_same_number_gives_the_same_table() -> None:
    """And others give others; the book's own random map is of the standard size."""
    assert lay_out(7) == lay_out(7)
    assert len({lay_out(seed).terrain for seed in SEEDS}) == len(SEEDS)
    assert RULESET.random_map(3) == lay_out(3, 72, 48)
    assert (lay_out(3).width, lay_out(3).depth) == (inches(72), inches(48))


@clause("d10.gap.table")
def test_what_the_pieces_are() -> None:
    """Buildings are hard cover, woods soft cover and rough, hills of one level are neither, walls can be crossed."""
    for piece in lay_out(1).terrain:
        cover = sight_effect(piece).cover
        match piece.kind:
            case "building":
                assert (cover, is_building(piece)) == (HARD, True)
            case "woods":
                assert (cover, is_rough(piece)) == (SOFT, True)
            case "hill":
                assert (cover, is_rough(piece)) == (0, False)
            case "wall" | "hedge":
                assert (cover, piece.height) == (HARD if piece.kind == "wall" else SOFT, inches(1))
            case _:
                assert (piece.kind, cover) == ("road", 0)


def field(size: tuple[int, int]) -> Battlefield:
    """A table with a wood on it."""
    return build_map(MapFile("test", "test", size, [TerrainEntry("woods", circle=(20, 20, 3))]), "test")


@clause("d10.gap.table")
def test_tables_of_other_sizes_are_refused() -> None:
    """72 by 48 or 48 by 48, and that way round."""
    for size in SIZES:
        check_table(field(size))
    for wrong in ((60, 48), (48, 72), (72, 47), (72, 72)):
        with pytest.raises(DataError, match="a table measures 72 by 48, or 48 by 48") as caught:
            check_table(field(wrong))
        assert caught.value.key == "size"


@clause("d10.gap.table")
@pytest.mark.parametrize("name", RULESET.scenarios())
def test_our_scenarios_are_played_on_such_tables(name: str) -> None:
    """The small game and the short battles on the small one."""
    found = RULESET.scenario(name).battlefield
    check_table(found)
    assert found.width == inches(48 if name == "small" or notes(RULESET.name, name).short else 72)
