"""The foundation: both tables, range bands, lines of sight and cover."""

import pytest

from sandtable.rulesets.d10.basics.charts import band_of, close_combat, needed, to_hit, weapon
from sandtable.rulesets.d10.basics.sight import look
from sandtable.rulesets.d10.basics.terrain import HARD, SOFT
from sandtable.rulesets.d10.options import Options
from tests.clause import clause

from .kit import Scene, german, terrain, us

# The sheet's own cells, row by row; both tables print the same.
PRINTED = """
6 7 8 9 10 10 10 10 10 10
5 6 7 8 9 10 10 10 10 10
4 5 6 7 8 9 10 10 10 10
3 4 5 6 7 8 9 10 10 10
2 3 4 5 6 7 8 9 10 10
2 2 3 4 5 6 7 8 9 10
2 2 2 3 4 5 6 7 8 9
2 2 2 2 3 4 5 6 7 8
2 2 2 2 2 3 4 5 6 7
2 2 2 2 2 2 3 4 5 6
"""
CELLS = [
    (row, column, int(cell))
    for row, line in enumerate(PRINTED.strip().splitlines(), 1)
    for column, cell in enumerate(line.split(), 1)
]


@clause("d10.cc.table")
@pytest.mark.parametrize(("attacker", "defender", "score"), CELLS)
def test_the_close_combat_table_is_as_printed(attacker: int, defender: int, score: int) -> None:
    """All hundred cells."""
    assert close_combat(attacker, defender, Options()) == score


@clause("d10.test.table", "d10.test.diff")
@pytest.mark.parametrize(("active", "difficulty", "score"), CELLS)
def test_the_table_of_tests_is_as_printed(active: int, difficulty: int, score: int) -> None:
    """All hundred cells."""
    assert needed(active, difficulty, Options()) == score


@clause("d10.shoot.table")
def test_the_shooting_table_is_as_printed() -> None:
    """9+ at SH 1 down to 0+ at SH 10."""
    assert [to_hit(shooting, Options()) for shooting in range(1, 11)] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


@clause("d10.range.short", "d10.range.medium", "d10.range.long", "d10.range.extreme")
@pytest.mark.parametrize(
    ("distance", "band"),
    [(0, 0), (12_000, 0), (12_001, 1), (24_000, 1), (24_001, 2), (36_000, 2), (36_001, 3), (48_000, 3), (48_001, None)],
)
def test_the_shorter_band_owns_the_border(distance: int, band: int | None) -> None:
    """Exactly 12 inches is Short, a hair more Medium; nothing is shot at beyond 48."""
    assert band_of(distance, Options()) == band


def facing(*ground: object, **options: object) -> Scene:
    """A rifleman and a grenadier twenty inches apart, with terrain between or around them."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        german("de.grenadier-squad", (40, 20), name="Berta", men=1),
        ground=ground,  # type: ignore[arg-type]
        **options,  # type: ignore[arg-type]
    )


def seen(scene: Scene) -> tuple[bool, int]:
    """Whether Able sees Berta, and the cover that she has."""
    sighted = look(scene.state, scene.unit("Able").men, scene.unit("Berta").men)[0][0]
    return sighted.seen, sighted.cover


@clause("d10.gap.line-of-sight", "d10.gap.cover")
def test_what_stands_in_the_way_of_a_line() -> None:
    """Houses stop it; woods do from more than four inches on; walls and hedges cover whoever is behind them."""
    assert seen(facing()) == (True, 0)
    assert seen(facing(terrain("building", box=(28, 18, 4, 4)))) == (False, 0)
    assert seen(facing(terrain("building", box=(38, 18, 6, 4)))) == (True, HARD)
    assert seen(facing(terrain("woods", box=(28, 15, 4, 10)))) == (True, SOFT)
    assert seen(facing(terrain("woods", box=(28, 15, 4.01, 10)))) == (False, 0)
    assert seen(facing(terrain("wall", line=[(38, 15), (38, 25)]))) == (True, HARD)
    assert seen(facing(terrain("hedge", line=[(30, 15), (30, 25)]))) == (True, SOFT)
    assert seen(facing(terrain("hedge", line=[(20.55, 15), (20.55, 25)]))) == (True, 0)
    assert seen(facing(terrain("trench", box=(38, 18, 4, 4)))) == (True, HARD)
    assert seen(facing(terrain("trench", box=(28, 18, 4, 4)))) == (True, 0)


@clause("d10.range.cc", "d10.gap.weapon-rifle")
def test_a_weapon_has_a_strength_for_every_band() -> None:
    """The rifle: 3 in contact, 4, 4, 3 and a dash."""
    rifle = weapon("rifle", Options())
    assert (rifle.cc, rifle.strength, rifle.shots) == (3, (4, 4, 3, 0), (1, 1, 1, 0))
