"""Coherency: a chain of two inches, nobody more than twelve inches from another, and units that have lost it."""

import pytest

from sandtable.rulesets.d10.basics.units import coherent, loosest, widest
from tests.clause import clause

from .kit import Scene, german, instead_of, march, shift, stay, takes, us

CLAUSE = "d10.gap.coherency"
Spot = tuple[float, float]


def squad(*spots: Spot, enemy: Spot = (30, 40), **rest: object) -> Scene:
    """Riflemen at these spots, and a German in sight."""
    able = us(
        "us.rifle-squad", spots[0], name="Able", pick=("rifleman",) * len(spots), spots=spots[1:], **rest
    )  # fmt: skip
    return Scene(able, german("de.grenadier-squad", enemy, name="Berta", pick=("rifleman",)))


def row(*xs: float) -> tuple[Spot, ...]:
    """Spots side by side."""
    return tuple((x, 20.0) for x in xs)


@clause(CLAUSE, "d10.gap.measuring")
@pytest.mark.parametrize(
    ("spots", "holds"),
    [
        (row(20), True),
        (row(20, 23), True),
        (row(20, 23.001), False),
        (row(20, 23, 26), True),
        (row(20, 22, 26, 28), False),  # everybody has a friend, but it is no chain
        (row(20, 23, 26, 29, 32, 33), True),
        (row(20, 23, 26, 29, 32, 33.001), False),
    ],
)
def test_who_hangs_together(spots: tuple[Spot, ...], holds: bool) -> None:
    """Two inches from base to base, twelve in all."""
    assert coherent(squad(*spots).state, 0) is holds


@clause(CLAUSE)
def test_a_gun_is_part_of_the_chain() -> None:
    """Its crew stay by it."""
    spots = ((22.0, 20.0), (23.5, 20.0), (25.0, 20.0), (26.5, 20.0))
    scene = Scene(us("us.medium-at-gun", (20, 20), name="Gun", spots=spots))
    assert coherent(scene.state, 0)
    apart = Scene(us("us.medium-at-gun", (17, 20), name="Gun", spots=spots))
    assert not coherent(apart.state, 0)


@clause(CLAUSE)
def test_a_move_ends_in_coherency() -> None:
    """At two inches it does, beyond it is refused; so is a line that is too long."""
    scene = squad(*row(20, 22))
    scene.order("Able", "move", move=instead_of((march((), [(23.001, 20)]), CLAUSE), give=march((), [(23, 20)])))
    assert scene.point("Able", 1) == (23, 20)
    line = squad(*row(20, 23, 26, 29, 32, 32.9))
    far = march((), (), (), (), (), [(33.001, 20.0)])
    # he passes his friend, and stands where the line is just twelve inches long
    line.order("Able", "move", move=instead_of((far, CLAUSE), give=march((), (), (), (), (), [(33.0, 20.0)])))
    assert line.point("Able", 5) == (33, 20)


@clause(CLAUSE)
def test_a_unit_out_of_coherency_neither_shoots_nor_assaults() -> None:
    """It may Hold, and move."""
    scene = squad(*row(20, 26)).activate("Able")
    barred = scene.barred("order")
    assert barred == {"shoot": (CLAUSE,), "assault": (CLAUSE,)}
    assert {"hold", "move", "rush"} <= set(scene.offered("order"))
    assert squad(*row(20, 22)).activate("Able").barred("order") == {}


@clause(CLAUSE)
def test_its_next_move_closes_it_up() -> None:
    """Whoever does not answer closes up; a move that leaves it scattered, or staying, is refused."""
    scene = squad(*row(20, 26))
    scene.order("Able", "move", move=instead_of((shift(1, 0), CLAUSE), (stay(), CLAUSE), give=march((), [(23, 20)])))
    assert coherent(scene.state, 0)
    usual = squad(*row(20, 26)).order("Able", "move")
    assert coherent(usual.state, 0)


@clause(CLAUSE)
def test_where_it_cannot_it_comes_nearer() -> None:
    """Nine inches apart and four to go: not farther apart than before, but it need not do more."""
    scene = squad(*row(20, 30))
    scene.order("Able", "move", move=instead_of((march((), [(31, 20)]), CLAUSE), give=march((), [(26, 20)])))
    assert scene.point("Able", 1) == (26, 20)
    assert not coherent(scene.state, 0)
    assert takes(scene.decision("move"), stay())
    assert takes(scene.decision("move"), shift(0, 2))


@clause(CLAUSE)
def test_a_line_that_is_too_long_may_not_get_longer() -> None:
    """It is let off if one move does not bring its ends near enough."""
    scene = squad(*row(20, 23, 26, 29, 32, 35, 38))
    longer = march((), (), (), (), (), (), [(38.5, 20.0)])
    scene.order("Able", "move", move=instead_of((longer, CLAUSE), give=march([(21, 20)])))
    assert scene.point("Able") == (21, 20)


@clause(CLAUSE)
def test_gaps_of_a_scattered_unit() -> None:
    """The widest of all, and the widest of the chain."""
    points, radii = [(0, 0), (3000, 0), (9000, 0), (12000, 0)], [500] * 4
    assert widest(points, radii) == 11000
    assert loosest(points, radii) == 5000
    assert loosest(points[:1], radii) == 0
