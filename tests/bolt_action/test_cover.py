"""Cover: which terrain gives which, who gets it, and field works."""

from typing import Any

import pytest

from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, Side, de, terrain, us

NORTH, EAST = 0, 90
WHO, TYPES = "ba.gap.cover-who", "ba.gap.cover-types"
PLAIN, SOFT, HARD, BUNKER = "3+", "4+ (-1 soft cover)", "5+ (-2 hard cover)", "5+ (-2 bunker)"

# A machine gun at (20, 20) shoots east, fourteen inches or so, at six of the enemy in a column or at one vehicle.
GUNNER = us("us.mmg-team", (20, 20), name="MMG", bearing=EAST)
COLUMN = tuple((36.0, 16.25 + 1.5 * place) for place in range(1, 6))


def six(**fields: object) -> Side:
    """Six men in a column from y = 16.25 to y = 23.75; they have fired, so they do not react."""
    fields = {"order": "fire", **fields}
    return de("us.rifle-squad", (36, 16.25), name="Foes", men=6, spots=COLUMN, fields=fields)


def vehicle(troop: str) -> Side:
    """A vehicle that shows its side."""
    return de(troop, (36, 20), name="Foes", bearing=NORTH, fields={"order": "fire"})


def needs(target: Side, *ground: Piece, more: tuple[Side, ...] = (), **switches: Any) -> str:
    """What the machine gun needs to hit."""
    scene = Scene(GUNNER, target, *more, ground=ground, **switches)
    scene.order("MMG", "fire", [1, 1, 1, 1], target="Foes")
    (thrown,) = scene.throws("to hit")
    return thrown.needs


def before(kind: str, upper: float = 10, lower: float = 30, x: float = 34, **rest: Any) -> Piece:
    """A line two inches before the target."""
    return terrain(kind, line=[(x, upper), (x, lower)], **rest)


def around(kind: str, **rest: Any) -> Piece:
    """An area in which the target stands."""
    return terrain(kind, box=(34, 10, 8, 20), **rest)


# ---- which terrain


@clause(TYPES)
@pytest.mark.parametrize(
    ("kind", "expected"),
    [("hedge", SOFT), ("fence", SOFT), ("wall", HARD), ("sandbags", HARD), ("tank-trap", HARD), ("wire", PLAIN)],
)
def test_lines_before_the_target(kind: str, expected: str) -> None:
    """Hedges and fences are soft cover, walls and sandbags hard; one sees through wire."""
    assert needs(six(), before(kind)) == expected


@clause(TYPES, WHO)
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("crops", SOFT),
        ("brush", SOFT),
        ("woods", SOFT),
        ("ruin", HARD),
        ("rocks", HARD),
        ("crater", HARD),
        ("trench", HARD),
        ("hill", PLAIN),
        ("road", PLAIN),
        ("rough", PLAIN),
    ],
)
def test_areas_around_the_target(kind: str, expected: str) -> None:
    """Men in crops, scrub and woods have soft cover, in ruins, rocks and trenches hard; bare ground gives none."""
    assert needs(six(), around(kind)) == expected


@clause(TYPES)
def test_the_edge_of_smoke_is_soft_cover() -> None:
    """Less than an inch inside it men can be seen, dimly."""
    assert needs(six(), terrain("smoke", box=(35.6, 10, 6, 20))) == SOFT


@clause(TYPES)
@pytest.mark.parametrize(("kind", "expected"), [("building", HARD), ("bunker", BUNKER)])
def test_intact_buildings_and_bunkers(kind: str, expected: str) -> None:
    """A house is hard cover, and a bunker no more than that: the sheet has no cover above -2."""
    assert needs(six(building=0), around(kind)) == expected


@clause(TYPES)
def test_by_the_switch_a_bunker_is_better_than_hard_cover() -> None:
    """One more."""
    assert needs(six(building=0), around("bunker"), bunker_to_hit=-3) == "6+ (-3 bunker)"


@clause(TYPES)
@pytest.mark.parametrize("side", [0, 1])
def test_vehicles_are_hard_cover(side: int) -> None:
    """A tank that hides half of the men gives them hard cover, whosever it is."""
    tank = Side(side=side, troop="us.sherman", at=(33.5, 17.4))
    assert needs(six(), more=(tank,)) == HARD


@clause(TYPES)
def test_a_wreck_is_hard_cover() -> None:
    """So does one that is burnt out."""
    assert needs(six(), terrain("wreck", box=(32.5, 15.35, 2, 4.1))) == HARD


# ---- who gets it


@clause(WHO)
@pytest.mark.parametrize(("hidden", "expected"), [(3, HARD), (2, PLAIN)])
def test_cover_hides_half_or_more_of_the_models(hidden: int, expected: str) -> None:
    """Three of six behind a wall are enough, two are not."""
    assert needs(six(), before("wall", 10, 15.5 + 1.5 * hidden, x=35.4)) == expected


@clause(WHO)
def test_a_gun_is_one_of_the_models() -> None:
    """The gun and two of its three men behind a wall, or two men alone."""
    crew = ((37.0, 18.0), (37.0, 22.0), (37.0, 23.2))
    gun = de("us.light-at-gun", (36, 20), name="Foes", bearing=270, spots=crew, fields={"order": "fire"})
    assert needs(gun, before("wall", 21, 30)) == HARD  # the two lower men
    assert needs(gun, before("wall", 22.6, 30)) == PLAIN  # one man
    assert needs(gun, before("wall", 18.8, 21.2)) == PLAIN  # the gun alone
    assert needs(gun, before("wall", 16, 21.2)) == HARD  # the gun and the upper man


@clause(WHO)
def test_with_both_kinds_the_hard_cover_counts() -> None:
    """One man behind a wall and two behind a hedge: half of six are in cover, and it is -2."""
    assert needs(six(), before("wall", 10, 17, x=35.4), before("hedge", 17, 20, x=35.4)) == HARD
    assert needs(six(), before("wall", 10, 17, x=35.4)) == PLAIN


@clause(WHO)
@pytest.mark.parametrize(("gap", "expected"), [(0.0, PLAIN), (1.0, HARD)])
def test_shooting_out_from_an_obstacle_is_not_hindered(gap: float, expected: str) -> None:
    """With its base at the wall the gun shoots over it; an inch behind, the wall is in the way."""
    assert needs(six(), before("wall", x=20 + 0.787 + gap)) == expected


@clause(WHO)
def test_shooting_out_of_a_wood_is_not_hindered() -> None:
    """Who stands in it sees out freely."""
    assert needs(six(), terrain("woods", box=(15, 10, 10, 20))) == PLAIN


@clause(WHO)
@pytest.mark.parametrize("troop", ["de.truck", "de.half-track", "de.panzer-iv"])
@pytest.mark.parametrize(("kind", "expected"), [("hedge", SOFT), ("wall", HARD)])
def test_vehicles_get_either_cover(troop: str, kind: str, expected: str) -> None:
    """The sheet takes cover off shots at any target, armoured ones too."""
    assert needs(vehicle(troop), before(kind, height=1.2)) == expected


@clause(WHO)
@pytest.mark.parametrize(("troop", "soft"), [("de.truck", SOFT), ("de.half-track", PLAIN), ("de.panzer-iv", PLAIN)])
def test_by_the_switch_armoured_vehicles_get_hard_cover_only(troop: str, soft: str) -> None:
    """A hedge helps a truck but nothing that has armour; a wall helps all."""
    hedge, wall = before("hedge", height=1.2), before("wall", height=1.2)
    assert needs(vehicle(troop), hedge, armour_ignores_soft_cover=True) == soft
    assert needs(vehicle(troop), wall, armour_ignores_soft_cover=True) == HARD


@clause(WHO)
@pytest.mark.parametrize("troop", ["de.panzer-iv", "de.truck"])
@pytest.mark.parametrize(("lower", "expected"), [(20.5, HARD), (19.0, PLAIN)])
def test_half_of_a_hull_must_be_hidden(troop: str, lower: float, expected: str) -> None:
    """A house that hides more than half of a vehicle is hard cover, one that hides its nose is not."""
    assert needs(vehicle(troop), terrain("building", box=(34.4, 10, 0.5, lower - 10))) == expected


@clause(WHO)
@pytest.mark.parametrize("troop", ["de.truck", "de.panzer-iv"])
def test_vehicles_in_a_wood(troop: str) -> None:
    """They are in cover there like men."""
    assert needs(vehicle(troop), around("brush")) == SOFT


@clause(WHO)
def test_men_before_a_wood_are_not_in_it() -> None:
    """Only men inside are covered."""
    assert needs(six(), terrain("woods", box=(36.6, 10, 8, 20))) == PLAIN


# ---- field works


TRENCH = around("trench")


def rolled_to_damage(order: str, dice: list[int], *ground: Piece, by: str = "us.mmg-team", x: float = 20) -> int:
    """How many hits are rolled to damage."""
    scene = Scene(us(by, (x, 20), name="MMG", bearing=EAST), six(order=order), ground=ground)
    scene.order("MMG", "fire", dice, target="Foes")
    (thrown,) = scene.throws("to damage")
    return len(thrown.faces)


THREE_HITS = [6, 6, 6, 1]


@clause("ba.gap.dug-in")
def test_men_down_in_a_trench_halve_the_hits_of_small_arms() -> None:
    """Three hits become two; not for men who are up, and not for men who are Down in the open."""
    assert rolled_to_damage("down", [*THREE_HITS, 1, 1], TRENCH) == 2
    assert rolled_to_damage("fire", [*THREE_HITS, 1, 1, 1], TRENCH) == 3
    assert rolled_to_damage("down", [*THREE_HITS, 1, 1, 1]) == 3
    assert rolled_to_damage("down", [*THREE_HITS, 1, 1, 1], around("rocks")) == 3


@clause("ba.gap.dug-in")
def test_heavy_weapons_are_halved_as_well() -> None:
    """Three hits of a heavy machine gun: two."""
    assert rolled_to_damage("down", [6, 6, 6, 1, 1], TRENCH, by="us.hmg-team") == 2


@clause("ba.gap.dug-in")
@pytest.mark.parametrize("ground", [(), (TRENCH,)])
def test_high_explosive_is_halved_once(ground: tuple[Piece, ...]) -> None:
    """Five hits of a mortar shell on men who are Down are three, in a trench as in the open."""
    assert rolled_to_damage("down", [6, 1, 5, 1, 1, 1], *ground, by="us.medium-mortar", x=10) == 3


@clause("ba.gap.dug-in")
@pytest.mark.parametrize(("men", "left"), [(3, 2), (2, 3)])
def test_half_of_the_men_must_be_in_the_trench(men: int, left: int) -> None:
    """Three of six are enough, two are not."""
    trench = terrain("trench", box=(34, 10, 8, 5.5 + 1.5 * men))
    assert rolled_to_damage("down", [*THREE_HITS, *[1] * left], trench) == left


@clause("ba.gap.dug-in", TYPES)
def test_a_trench_is_hard_cover() -> None:
    """Also to men who are up."""
    assert needs(six(), TRENCH) == HARD
