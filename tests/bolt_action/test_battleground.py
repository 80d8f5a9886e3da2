"""Battlegrounds: the size of the table, how much stands on it, and the bases of those who fight there."""

import pytest
from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.setup.battleground import Count, check_table, dense_enough, lay_out, survey
from sandtable.rulesets.bolt_action.setup.forces import bases, troops
from sandtable.rulesets.library import notes
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, terrain, us

SIZE, DENSITY, BASES = "ba.gap.table-size", "ba.gap.terrain-density", "ba.gap.base-sizes"


# ---- the table


def table(width: float, depth: float, *ground: Piece) -> Battlefield:
    """A table of this size."""
    return Battlefield("test", "test", inches(width), inches(depth), ground)


@clause(SIZE)
@pytest.mark.parametrize(
    ("points", "width", "depth", "large_enough"),
    [
        (1000, 72, 48, True),
        (1000, 71.999, 48, False),
        (1000, 72, 47.999, False),
        (501, 48, 48, False),
        (500, 48, 48, True),
        (500, 47.999, 48, False),
        (500, 48, 47.999, False),
    ],
)
def test_a_table_is_large_enough_for_its_forces(points: int, width: float, depth: float, large_enough: bool) -> None:
    """Six feet by four for about 1000 points, four by four for 500."""
    if large_enough:
        check_table(table(width, depth), points)
        return
    with pytest.raises(DataError, match="too small"):
        check_table(table(width, depth), points)


@clause(SIZE)
def test_a_battle_does_not_begin_on_a_table_that_is_too_small() -> None:
    """The scenarios fight on six feet by four; on less they are refused. Short ones have enough with four by four."""
    for name in RULESET.scenarios():
        scenario = RULESET.scenario(name)
        state = RULESET.setup(scenario, Options())
        if notes(RULESET.name, name).short:
            assert (state.width, state.depth) == (inches(48), inches(48))
            continue
        assert (state.width, state.depth) == (inches(72), inches(48))
        small = replace(scenario, battlefield=table(60, 48))
        with pytest.raises(DataError, match="60 by 48"):
            RULESET.setup(small, Options())


@clause(SIZE)
def test_the_players_sit_at_the_long_edges() -> None:
    """Each side comes on along all 72 inches of its edge."""
    for side, (edge, y) in enumerate((("south", 48), ("north", 0))):
        scene = Scene(us("us.medic", name="Medic", fields={"place": "wave", "side": side}), edges=("south", "north"))
        scene.order("Medic", "advance", move=lambda decision: decision.domain.first_place())
        (line,) = scene.asked[0].domain.entry.tolist()  # type: ignore[attr-defined]
        assert line == [0, inches(y), inches(72), inches(y)], edge


# ---- what stands on it

ENOUGH = Count(pieces=8, buildings=2, woods=2, walls_and_hedges=3, roads=1, longest_lane=inches(36))


@clause(DENSITY)
@pytest.mark.parametrize(
    ("changed", "enough"),
    [
        ({}, True),
        ({"pieces": 12}, True),
        ({"pieces": 7}, False),
        ({"pieces": 13}, False),
        ({"buildings": 1}, False),
        ({"woods": 1}, False),
        ({"walls_and_hedges": 2}, False),
        ({"roads": 0}, False),
        ({"longest_lane": inches(36) + 1}, False),
    ],
)
def test_how_much_terrain_is_enough(changed: dict[str, int], enough: bool) -> None:
    """8 to 12 pieces, 2 houses, 2 woods, 3 walls or hedges, a road, and no lane longer than 36 inches."""
    assert dense_enough(ENOUGH._replace(**changed)) is enough


@clause(DENSITY)
@pytest.mark.parametrize("seed", range(12))
def test_a_table_laid_out_from_a_number_has_enough(seed: int) -> None:
    """Counted here once more, piece by piece."""
    made = lay_out(seed)
    kinds = [piece.kind for piece in made.terrain]
    standing = [piece for piece in made.terrain if piece.kind != "road"]
    assert 8 <= len(standing) <= 12
    assert kinds.count("building") >= 2
    assert kinds.count("woods") >= 2
    assert kinds.count("wall") + kinds.count("hedge") >= 3
    assert kinds.count("road") >= 1
    for piece in standing:
        wide, deep = _extent(piece, 0), _extent(piece, 1)
        assert inches(5.9) <= max(wide, deep) <= inches(9.3), piece
    assert all(_open_stretch(standing, inches(x / 4), made.depth) <= inches(36) for x in range(4 * 66 + 1))


def _extent(piece: Piece, axis: int) -> int:
    places = [point[axis] for point in piece.outline]
    return max(places) - min(places)


def _open_stretch(standing: list[Piece], left: int, depth: int) -> int:
    """The longest stretch of a lane across the table, six inches wide, that nothing reaches into."""
    spans = sorted(
        (min(y for _, y in piece.outline), max(y for _, y in piece.outline))
        for piece in standing
        if max(x for x, _ in piece.outline) > left and min(x for x, _ in piece.outline) < left + inches(6)
    )
    longest, clear = 0, 0
    for upper, lower in spans:
        longest, clear = max(longest, upper - clear), max(clear, lower)
    return max(longest, depth - clear)


@clause(DENSITY)
@pytest.mark.parametrize("name", RULESET.scenarios())
def test_the_maps_of_its_scenarios_have_enough(name: str) -> None:
    """Drawn by hand, by the same measure."""
    assert dense_enough(survey(RULESET.scenario(name).battlefield))


@clause(DENSITY)
def test_the_same_number_gives_the_same_table() -> None:
    """And another number another; the page and the command line ask the rulebook for it."""
    assert lay_out(7) == lay_out(7) == RULESET.random_map(7)
    assert len({lay_out(seed).terrain for seed in range(6)}) == 6


@clause(DENSITY)
def test_a_lane_is_measured_between_the_pieces() -> None:
    """A wall across the table ten inches from the southern edge leaves 38 inches open; one in the middle leaves 24."""
    across = [terrain("wall", line=[(0, 38), (72, 38)]), terrain("wall", line=[(0, 24), (72, 24)])]
    assert survey(table(72, 48, across[0])).longest_lane == inches(38)
    assert survey(table(72, 48, across[1])).longest_lane == inches(24)
    assert survey(table(72, 48, terrain("road", strip=[(0, 24), (72, 24)], width=3))).longest_lane == inches(48)


@clause(DENSITY)
@pytest.mark.parametrize(("gap", "longest"), [(5.999, 24), (6, 48)])
def test_a_lane_is_six_inches_wide_wherever_it_is(gap: float, longest: float) -> None:
    """Two walls across the table with a gap between them: from six inches on it is a lane from edge to edge."""
    left, right = terrain("wall", line=[(0, 24), (31.3, 24)]), terrain("wall", line=[(31.3 + gap, 24), (72, 24)])
    assert survey(table(72, 48, left, right)).longest_lane == inches(longest)


# ---- who stands on it


@clause(BASES)
@pytest.mark.parametrize(
    ("troop", "across"),
    [
        ("us.medic", 25),
        ("us.mmg-team", 40),
        ("us.hmg-team", 40),
        ("us.light-mortar", 40),
        ("us.medium-mortar", 40),
        ("us.heavy-mortar", 40),
        ("us.light-at-gun", 60),
        ("us.heavy-howitzer", 60),
    ],
)
def test_men_weapons_and_guns_have_round_bases(troop: str, across: int) -> None:
    """25 mm for a man (which we call an inch), 40 mm for a machine gun or mortar, 60 mm for a gun."""
    scene = Scene(us(troop, (30, 20), name="Unit"))
    unit = scene.unit("Unit")
    wanted = inches(1) if across == 25 else across * 10000 // 254
    assert abs(2 * scene.state.layout.radius(unit.figures[0]) - wanted) <= 2
    assert all(scene.state.layout.radius(man) == inches(0.5) for man in unit.figures[1:])


HULLS = {
    "truck": (4.5, 1.6),
    "half-track": (4.1, 1.5),
    "armoured-car": (3.4, 1.4),
    "medium-tank": (4.1, 2.0),
    "heavy-tank": (4.4, 2.5),
    "jeep": (2.4, 1.1),
}


@clause(BASES)
@pytest.mark.parametrize(("hull", "size"), HULLS.items())
def test_hulls_have_their_sizes(hull: str, size: tuple[float, float]) -> None:
    """Length by width in inches, as every vehicle of that kind has it on the table."""
    vehicles = [troop.id for troop in troops().values() if troop.hull == hull]
    assert vehicles
    for troop in vehicles:
        scene = Scene(us(troop, (30, 20), name="Unit"))
        half_length, half_width = scene.state.layout.bodies[0, 4:6].tolist()
        assert (2 * half_length, 2 * half_width) == tuple(map(inches, size))


@clause(BASES)
def test_every_vehicle_has_one_of_these_hulls() -> None:
    """Nothing else drives about."""
    assert {troop.hull for troop in troops().values() if troop.kind == "vehicle"} == set(HULLS)
    assert set(bases()) == {*HULLS, "man", "heavy-weapon", "gun"}
