"""Tank Teams that come to Difficult and Very Difficult Terrain."""

from typing import Any

import pytest

from sandtable.rulesets.fraley.move.movement import move, run
from tests.clause import clause

from .kit import Scene, german, march, shift, terrain, us

# A Sherman's hull is 2.3 inches long: at y = 30 and facing north its front is at 28.85.
HEDGE = terrain("hedge", line=[(10, 23.85), (40, 23.85)])
WOODS = terrain("woods", box=(10, 13.85, 30, 10))


def shermans(*ground: Any, men: int = 1, more: Any = (), **options: Any) -> Scene:
    """Shermans facing north, five inches short of the terrain."""
    return Scene(us("us.sherman-platoon", (20, 30), name="Able", men=men, gap=3), *more, ground=ground, **options)


@clause("fraley.terrain.tank-difficult")
def test_difficult_terrain_is_crossed_on_two_or_more() -> None:
    """Difficult terrain is crossed on two or more."""
    scene = shermans(HEDGE)
    scene.call(move, "Able", move=shift(0, -10), dice=[2])
    assert scene.point("Able") == (20, 20)
    assert scene.marks("Able") == [0]
    assert scene.throws()[0].needs == "2+"


@clause("fraley.terrain.tank-difficult", "fraley.terrain.failed-crossing")
def test_who_rolls_one_stops_where_it_touches_and_is_suppressed() -> None:
    """Who rolls one stops where it touches and is suppressed."""
    scene = shermans(HEDGE)
    scene.call(move, "Able", move=march([(20, 20)], face=90), dice=[1])
    assert scene.point("Able") == (20, 25)
    assert scene.state.layout.bearing(scene.row("Able")) == 0
    assert scene.marks("Able") == [1]
    assert scene.told("failed to cross", "moved") == [("failed to cross", 0), ("moved", 0)]


@clause("fraley.terrain.tank-difficult")
def test_one_roll_a_feature_in_the_order_in_which_they_are_touched() -> None:
    """One roll a feature in the order in which they are touched."""
    scene = shermans(terrain("rough", box=(10, 18, 30, 3)), HEDGE)
    scene.call(move, "Able", move=shift(0, -12), dice=[3, 1])
    assert [one.faces for one in scene.throws()] == [(3,), (1,)]
    assert "hedge" in scene.throws()[0].why.lower()
    assert scene.point("Able") == (20, 22.15)
    twice = shermans(HEDGE)
    twice.call(move, "Able", move=march([(20, 23.5), (20, 26)]), dice=[4])
    assert twice.point("Able") == (20, 26)


@clause("fraley.terrain.tank-difficult")
def test_a_feature_counts_when_the_middle_enters_it() -> None:
    """A feature counts when the middle enters it."""
    scene = shermans(HEDGE)
    scene.call(move, "Able", move=shift(0, -6), dice=[])  # its nose is over the hedge
    assert scene.point("Able") == (20, 24)


@clause("fraley.terrain.tank-difficult", "fraley.terrain.failed-crossing")
def test_a_tank_that_begins_inside_rolls_at_once_and_stays_if_it_fails() -> None:
    """A tank that begins inside rolls at once and stays if it fails."""
    inside = shermans(terrain("rough", box=(10, 25, 30, 10)))
    inside.call(move, "Able", move=shift(0, -10), dice=[1])
    assert inside.point("Able") == (20, 30)
    assert inside.marks("Able") == [1]
    inside.call(move, "Able", move=shift(0, -10), dice=[2])
    assert inside.point("Able") == (20, 20)


@clause("fraley.terrain.tank-very-difficult")
@pytest.mark.parametrize(("face", "end"), [(4, 20), (3, 25)])
def test_very_difficult_terrain_takes_a_training_check(face: int, end: float) -> None:
    """Very difficult terrain takes a training check."""
    scene = shermans(WOODS)
    scene.call(move, "Able", move=shift(0, -10), dice=[face])
    assert scene.throws()[0].needs == "4+"
    assert scene.point("Able") == (20, end)


@clause("fraley.terrain.tank-very-difficult")
def test_suppression_does_not_modify_that_check() -> None:
    """Suppression does not modify that check."""
    scene = shermans(WOODS).change("Able", 0, marks=1)
    scene.call(move, "Able", move=shift(0, -10), dice=[4])
    assert scene.point("Able") == (20, 20)


@clause("fraley.terrain.tank-very-difficult", "fraley.terrain.tank-difficult")
def test_the_commander_rerolls_the_check_but_not_the_two_plus() -> None:
    """The commander rerolls the check but not the 2+."""
    cc = us("us.cc", (50, 40), name="Miller")
    woods = shermans(WOODS, more=[cc])
    woods.call(move, "Able", move=shift(0, -10), dice=[3, 4], reroll=True)
    assert woods.point("Able") == (20, 20)
    hedge = shermans(HEDGE, more=[cc])
    hedge.call(move, "Able", move=shift(0, -10), dice=[1])
    assert hedge.kinds_asked() == ["move"]
    assert hedge.point("Able") == (20, 25)


@clause("fraley.tank.terrain-reroll")
@pytest.mark.parametrize("ground", [HEDGE, WOODS])
def test_panthers_and_tigers_reroll_once_and_the_commander_adds_nothing(ground: Any) -> None:
    """Panthers and tigers reroll once and the commander adds nothing."""
    cc = german("de.cc", (50, 40), name="Keller")
    for troop in ("de.panther-platoon", "de.tiger-platoon"):
        scene = Scene(german(troop, (20, 30), name="Anton", men=1), cc, ground=[ground])
        scene.call(move, "Anton", move=shift(0, -7.5), dice=[1, 4])
        assert scene.point("Anton") == (20, 22.5)
        assert "fraley.tank.terrain-reroll" in scene.clauses()
        again = Scene(german(troop, (20, 30), name="Anton", men=1), cc, ground=[ground])
        again.call(move, "Anton", move=shift(0, -7.5), dice=[1, 1])
        assert again.marks("Anton") == [1]
        assert again.kinds_asked() == ["move"]


@clause("fraley.terrain.failed-crossing")
def test_who_fails_on_a_run_loses_the_second_move() -> None:
    """Who fails on a run loses the second move."""
    scene = shermans(HEDGE, men=2)
    scene.call(run, "Able", move=[shift(0, -10), shift(0, -5)], dice=[1, 6])
    assert scene.point("Able") == (20, 25)
    assert scene.point("Able", 1)[1] == 15
    assert scene.marks("Able") == [1, 0]


@clause("fraley.terrain.failed-crossing")
def test_who_is_stopped_at_one_feature_does_not_roll_for_the_next() -> None:
    """A 1 at the hedge: no roll for the rough ground behind it."""
    scene = shermans(terrain("rough", box=(10, 18, 30, 3)), HEDGE)
    scene.call(move, "Able", move=shift(0, -12), dice=[1])
    assert scene.point("Able") == (20, 25)


@clause("fraley.terrain.failed-crossing", "fraley.suppression.double")
def test_a_marker_for_terrain_is_not_passed_on() -> None:
    """A tank that is suppressed already fails: the other takes no marker; if both are, it takes its second."""
    for other, marks in ((0, [1, 0]), (1, [2, 1])):
        scene = shermans(HEDGE, men=2).change("Able", 0, marks=1).change("Able", 1, marks=other)
        scene.call(move, "Able", move=march([(20, 20)]), dice=[1])
        assert scene.marks("Able") == marks


@clause("fraley.terrain.failed-crossing", "fraley.gap.moving-through-teams")
def test_who_comes_behind_a_stopped_tank_does_not_drive_through_it() -> None:
    """Who comes behind a stopped tank does not drive through it."""
    column = us("us.sherman-platoon", (20, 30), name="Able", men=2, spots=((20, 34),))
    scene = Scene(column, ground=[HEDGE])
    scene.call(move, "Able", move=shift(0, -12), dice=[1, 5])
    assert scene.point("Able") == (20, 25)
    x, y = scene.point("Able", 1)
    assert 27.3 < y <= 27.45
    assert x == 20


def test_infantry_rolls_nothing() -> None:
    """Infantry rolls nothing."""
    scene = Scene(us("us.rifle-platoon", (20, 26), name="Able", men=2), ground=[HEDGE, WOODS])
    scene.call(move, "Able", move=shift(0, -6), dice=[])
    assert scene.point("Able") == (20, 20)
