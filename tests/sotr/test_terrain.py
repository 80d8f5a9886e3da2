"""Terrain: every row of the rules for all four movers, and what it does to moves and to sight."""

from typing import Any

import pytest

from sandtable.geometry.path_kernels import BARRED, FREE, LEFT, WALLED
from sandtable.rulesets.sotr.basics.sight import any_sees
from sandtable.rulesets.sotr.basics.terrain import TALL_WALL, TWICE, going, ground_class, wide_ditch
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.turn.mob import shamble
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, march, reich, shift, terrain, us
from .quiet import hush

MOVERS = ("infantry", "wheeled", "tracked", "mecha")
TROOPS = ("us.rifle-squad", "us.jeep", "us.tank", "reich.panzermech")
F, D, X = "open", "difficult", "impassable"
BOX: Any = (20, 10, 2, 10)
LINE: Any = [(20, 10), (20, 30)]


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    hush(monkeypatch)


def piece(kind: str, **rest: Any) -> Piece:
    """A piece of a kind, wherever."""
    if kind in {"wall", "fence", "sandbags", "wire", "tank-trap", "hedge"}:
        return terrain(kind, line=LINE, **rest)
    return terrain(kind, box=BOX, **rest)


ROWS = {
    "hill": (F, F, F, F),
    "woods": (F, X, D, X),
    "brush": (D, D, F, D),
    "ruin": (D, X, D, D),
    "rocks": (D, X, D, D),
    "crater": (D, X, D, D),
    "rough": (D, X, D, D),
    "wire": (D, F, F, F),
    "tank-trap": (D, X, X, D),
    "wall": (D, X, D, D),
    "fence": (D, X, D, D),
    "sandbags": (D, X, D, D),
    "trench": (D, X, F, F),
    "water": (X, X, X, X),
    "building": (F, X, X, X),
    "bunker": (F, X, X, X),
    "road": (F, F, F, F),
    "crops": (F, F, F, F),
    "wreck": (D, X, D, D),
}


@clause(
    "sotr.terrain.classes",
    "sotr.terrain.by-troop",
    "sotr.terrain.open-list",
    "sotr.terrain.difficult-list",
    "sotr.terrain.impassable-list",
    "sotr.terrain.hills",
    "sotr.terrain.woods",
    "sotr.terrain.brush",
    "sotr.terrain.rubble",
    "sotr.terrain.obstacles",
    "sotr.terrain.razorwire",
    "sotr.terrain.tank-traps",
    "sotr.terrain.wall",
    "sotr.terrain.ditch",
    "sotr.gap.buildings",
)
@pytest.mark.parametrize(("kind", "classes"), ROWS.items())
def test_what_each_piece_is_to_each_mover(kind: str, classes: tuple[str, ...]) -> None:
    """As the terrain list has it."""
    found = tuple(ground_class(piece(kind), mover, Options()) for mover in MOVERS)
    assert found == classes


@clause("sotr.terrain.rubble-conflict", "sotr.terrain.rubble")
def test_rubble_as_the_introduction_has_it() -> None:
    """It slows wheels and lets tracks pass; treacherous rubble stops everybody either way."""
    options = Options(rubble_table="intro")
    assert tuple(ground_class(piece("ruin"), mover, options) for mover in MOVERS) == (D, D, F, D)
    treacherous = piece("ruin", traits=["rough", "impassable"])
    for given in (options, Options()):
        assert {ground_class(treacherous, mover, given) for mover in MOVERS} == {X}


@clause("sotr.terrain.hills")
def test_a_map_may_give_a_hill_other_sides() -> None:
    """Rough ones are Difficult, impassable ones Impassable."""
    assert ground_class(piece("hill", traits=["raised", "rough"]), "infantry", Options()) == D
    assert ground_class(piece("hill", traits=["raised", "impassable"]), "tracked", Options()) == X


def cards() -> list[Any]:
    """Cards of one troop of each kind of mover."""
    return [Scene(us(troop, (20, 20), men=1)).state.units[0].card for troop in TROOPS]


@clause("sotr.gap.tall-obstacles", "sotr.terrain.wall")
@pytest.mark.parametrize(
    ("height", "codes"),
    [
        (1, (TWICE, WALLED, TWICE, TWICE)),
        (1.001, (TALL_WALL, WALLED, WALLED, TALL_WALL)),
        (2, (TALL_WALL, WALLED, WALLED, TALL_WALL)),
        (2.001, (BARRED, WALLED, WALLED, WALLED)),
    ],
)
def test_walls_by_their_height(height: float, codes: tuple[int, ...]) -> None:
    """Up to an inch as listed, up to two climbed by men and mecha, beyond that by nobody."""
    wall = piece("wall", height=height)
    assert tuple(going(wall, card, Options()) for card in cards()) == codes


@clause("sotr.gap.tall-obstacles", "sotr.terrain.ditch")
def test_ditches_by_their_width() -> None:
    """Two inches are crossed; wider ones by mecha only."""
    narrow, wide = terrain("trench", box=(20, 10, 2, 10)), terrain("trench", box=(20, 10, 2.01, 10))
    assert tuple(ground_class(narrow, mover, Options()) for mover in MOVERS) == (D, X, F, F)
    assert tuple(ground_class(wide, mover, Options()) for mover in MOVERS) == (X, X, X, F)
    bent = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0)]
    assert not wide_ditch(terrain("trench", strip=bent, width=1.5))
    assert wide_ditch(terrain("trench", strip=bent, width=3))
    titan = Scene(reich("reich.titan", (20, 20))).state.units[0].card
    assert going(wide, titan, Options()) == FREE


@clause("sotr.terrain.titanic-ignores", "sotr.gap.buildings")
def test_titanic_models_ignore_terrain() -> None:
    """They walk over everything, impassable or not, and end where they like; by the switch not on a building."""
    titan = Scene(reich("reich.titan", (20, 20))).state.units[0].card
    for kind in ROWS:
        expected = LEFT if kind in {"building", "bunker"} else FREE
        assert going(piece(kind), titan, Options(titanic_stops_on_buildings=False)) == expected
        assert going(piece(kind), titan, Options()) == FREE
    house = terrain("building", box=(20, 18, 3, 4))
    scene = Scene(reich("reich.titan", (16, 20), name="Titan"), ground=[house])
    scene.activate("Titan", action="double", move=shift(5, 0))
    assert scene.point("Titan") == (21, 20)
    scene = Scene(reich("reich.titan", (16, 20), name="Titan"), ground=[house], titanic_stops_on_buildings=False)
    refused = scene.refused(lambda: scene.activate("Titan", action="double", move=shift(5, 0)))
    assert refused.refusal.because == ("sotr.gap.buildings",)
    scene.activate("Titan", action="double", move=shift(10, 0))
    assert scene.point("Titan") == (26, 20)


@clause("sotr.terrain.impassable-effect", "sotr.terrain.impassable-list")
def test_impassable_ground_is_for_all_terrain_only() -> None:
    """Men may not enter water; with All Terrain they cross it as Difficult Ground."""
    pond = terrain("water", box=(21, 15, 1, 10))
    men = us("us.rifle-squad", (20, 20), name="Able", men=1)
    scene = Scene(men, ground=[pond])
    refused = scene.refused(lambda: scene.activate("Able", action="double", move=shift(4, 0)))
    assert refused.refusal.because == ("sotr.terrain.impassable-effect", "sotr.terrain.impassable-list")
    able = us("us.rifle-squad", (20, 20), name="Able", men=1, card={"traits": ("all-terrain",)})
    scene = Scene(able, ground=[pond])
    scene.activate("Able", action="advance", move=shift(3, 0))
    assert scene.point("Able") == (23, 20)
    scene = Scene(able, ground=[pond])
    said = scene.why_refused(lambda: scene.activate("Able", action="advance", move=shift(3.01, 0)))
    assert "would move too far" in said


@clause("sotr.terrain.difficult-cost", "sotr.terrain.ex-difficult", "sotr.move.terrain-applies")
def test_two_inches_of_difficult_ground_use_four() -> None:
    """The book's example, and a path that goes round it."""
    rubble = terrain("ruin", box=(20, 15, 2, 10))
    men = us("us.rifle-squad", (20, 20), name="Able", men=1)
    scene = Scene(men, ground=[rubble])
    scene.activate("Able", action="advance", move=shift(2, 0))
    assert scene.point("Able") == (22, 20)
    for action, far in (("advance", 2.01), ("double", 6.01)):
        scene = Scene(men, ground=[rubble])
        said = scene.why_refused(lambda: scene.activate("Able", action=action, move=shift(far, 0)))  # noqa: B023
        assert "would move too far" in said
    scene.activate("Able", action="double", move=shift(6, 0))


@clause("sotr.terrain.open-effect", "sotr.terrain.woods", "sotr.terrain.hills")
@pytest.mark.parametrize("kind", ["woods", "hill", "road", "crops"])
def test_open_ground_costs_nothing(kind: str) -> None:
    """Infantry runs through woods and over hills as on a street."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), ground=[terrain(kind, box=(19, 15, 8, 10))])
    scene.activate("Able", action="advance", move=shift(4, 0))
    assert scene.point("Able") == (24, 20)


@clause("sotr.terrain.wall", "sotr.gap.tall-obstacles", "sotr.terrain.razorwire")
@pytest.mark.parametrize(
    ("kind", "height", "most"), [("wall", 1, 3.5), ("wall", 2, 2), ("wire", None, 3.5), ("tank-trap", None, 3.5)]
)
def test_crossing_a_line(kind: str, height: float | None, most: float) -> None:
    """Half an inch of Difficult Ground: an inch for crossing it; two inches more where it must be climbed."""
    line = terrain(kind, line=[(21, 10), (21, 30)], height=height)
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), ground=[line])
    said = scene.why_refused(lambda: scene.activate("Able", action="advance", move=shift(most + 0.01, 0)))
    assert "would move too far" in said
    scene.activate("Able", action="advance", move=shift(most, 0))
    assert scene.point("Able") == (20 + most, 20)


@clause("sotr.gap.buildings", "sotr.advance.doors")
def test_walls_are_passed_at_openings_only() -> None:
    """A door costs nothing; half an inch beside it is still the door, more is wall."""
    house = terrain("building", box=(22, 16, 6, 8), openings=[(22, 20)])
    men = us("us.rifle-squad", (20, 20), name="Able", men=1)
    scene = Scene(men, ground=[house])
    scene.activate("Able", action="advance", move=shift(4, 0))
    assert scene.point("Able") == (24, 20)
    scene = Scene(us("us.rifle-squad", (20, 20.5), name="Able", men=1), ground=[house])
    scene.activate("Able", action="advance", move=shift(4, 0))
    scene = Scene(us("us.rifle-squad", (20, 20.51), name="Able", men=1), ground=[house])
    refused = scene.refused(lambda: scene.activate("Able", action="advance", move=shift(4, 0)))
    assert refused.refusal.because == ("sotr.gap.buildings",)
    scene.activate("Able", action="advance", move=march(((21, 20), (23.5, 20))))
    assert scene.point("Able") == (23.5, 20)
    assert scene.unit("Able").action == "advance"


@clause("sotr.gap.buildings", "sotr.advance.doors")
@pytest.mark.parametrize(("y", "inside"), [(20, True), (17.5, False)])
def test_a_mob_comes_in_by_the_door_too(y: float, inside: bool) -> None:
    """Its prey is behind the house: one before the door goes in, one before the wall does not."""
    house = terrain("building", box=(22, 16, 6, 8), openings=[(22, 20)])
    mob = reich("reich.zombies", (20, y), name="Mob", men=1)
    scene = Scene(us("us.rifle-squad", (40, y), name="Able", men=1), mob, ground=[house])
    scene.call(shamble, "Mob")
    x, to_y = scene.point("Mob")
    assert scene.events("moved")
    assert (22 < x < 28 and 16 < to_y < 24) is inside


@clause("sotr.gap.buildings")
def test_nobody_walks_out_through_a_wall() -> None:
    """Nor right across a building beside its doors."""
    house = terrain("building", box=(22, 18, 2, 4), openings=[(22, 20)])
    scene = Scene(us("us.rifle-squad", (23, 20), name="Able", men=1), ground=[house])
    said = scene.why_refused(lambda: scene.activate("Able", action="advance", move=shift(3, 0)))
    assert "walls of the building" in said
    scene.activate("Able", action="advance", move=shift(-3, 0))
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), ground=[house])
    said = scene.why_refused(lambda: scene.activate("Able", action="double", move=shift(6, 0)))
    assert "walls of the building" in said


@clause(
    "sotr.terrain.hills-large", "sotr.terrain.woods-large", "sotr.terrain.hills-titanic", "sotr.terrain.woods-titanic"
)
@pytest.mark.parametrize("kind", ["hill", "woods"])
def test_only_titanic_models_see_over_hills_and_woods(kind: str) -> None:
    """A Large Target neither sees nor is seen over them; a Titanic one is."""
    ground = [terrain(kind, box=(22, 10, 6, 20))]
    tank = us("us.tank", (15, 20), name="Tank")
    for troop, seen in (("reich.panzermech", False), ("reich.titan", True)):
        scene = Scene(tank, reich(troop, (36, 20), name="Foe"), ground=ground)
        assert any_sees(scene.state, [0], [1]) is seen
        assert any_sees(scene.state, [1], [0]) is seen


@clause("sotr.gap.elevation")
def test_storeys_and_hills_have_their_heights() -> None:
    """Four inches a storey, two a hill, six for woods, an inch and a half of rubble, an inch of wall."""
    from sandtable.rulesets.sotr.basics.terrain import height_of  # noqa: PLC0415

    kinds = {"woods": 6000, "ruin": 1500, "rocks": 1500, "wall": 1000, "hill": 2000}
    assert {kind: height_of(piece(kind)) for kind in kinds} == kinds
    assert height_of(piece("building", floors=3)) == 12000
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), ground=[terrain("hill", box=(22, 15, 8, 10))])
    scene.activate("Able", action="advance", move=shift(4, 0))
    assert int(scene.state.layout.bodies[0, 6]) == 2000
