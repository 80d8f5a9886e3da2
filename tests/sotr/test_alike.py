"""Models alike: forecasts follow up one of several throws that differ by an exchange among them."""

from itertools import product

from sandtable.rulesets.sotr.basics.alike import Alike, kinds, settled
from sandtable.rulesets.sotr.harm.wound_dice import DOWN, FLESH, GONER, PerDie, WorstOf, worst

from .kit import Scene, terrain, us


def test_alike_are_equal_by_their_key() -> None:
    """And to plain tuples by what they hold."""
    assert Alike((1, 2), "x") == Alike((2, 1), "x")
    assert Alike((1, 2), "x") != Alike((1, 2), "y")
    assert Alike((1, 2), "x") == (1, 2)
    assert len({Alike((1, 2), "x"), Alike((2, 1), "x")}) == 1


def test_models_differ_by_what_they_are_and_the_terrain_they_stand_at() -> None:
    """The sergeant is like nobody, and whoever stands in the woods is not like those outside."""
    open_ground = Scene(us("us.rifle-squad", (20, 20), name="Men", men=5))
    first, *others = open_ground.unit("Men").men
    found = kinds(open_ground.state, (first, *others))
    assert found[0] == first and first not in found[1:]
    x, y = open_ground.state.layout.point(others[-1])
    box = (x / 1000 - 0.2, y / 1000 - 0.2, 0.4, 0.4)
    scene = Scene(us("us.rifle-squad", (20, 20), name="Men", men=5), ground=[terrain("woods", box=box)])
    assert kinds(scene.state, (first, *others))[-1] == others[-1]


def test_results_may_be_exchanged_among_models_alike_only() -> None:
    """Not with the sergeant, and not where one model is struck twice."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Men", men=5))
    state = scene.state
    sergeant, *men = scene.unit("Men").men
    alike = next(
        (one, other) for one in men for other in men if one < other and len(set(kinds(state, (one, other)))) < 2
    )
    one, other = alike
    assert settled(state, ((one, DOWN), (other, FLESH))) == settled(state, ((one, FLESH), (other, DOWN)))
    assert settled(state, ((one, DOWN), (sergeant, FLESH))) != settled(state, ((one, FLESH), (sergeant, DOWN)))
    assert settled(state, ((one, DOWN), (one, FLESH))) != settled(state, ((one, FLESH), (one, DOWN)))


def test_the_weights_are_those_of_all_throws() -> None:
    """Every throw counted once, under what it is equal to."""
    for reading, dice in (
        (PerDie(3, 5, (1, 1, 2)), 3),
        (WorstOf(((2, 3), (4, 6))), 2),
        (WorstOf(((2, 3), (4, 5), (6, 6))), 2),
    ):
        weights = reading.weights(dice, 6)
        counted = dict.fromkeys(weights, 0)
        for faces in product(range(1, 7), repeat=dice):
            counted[reading.read(faces)] += 1
        assert counted == weights
    assert len(PerDie(3, 5, (1, 1, 2)).weights(3, 6)) == 18
    assert {worst(value): weight for value, weight in WorstOf(((2, 3), (4, 6))).weights(2, 6).items()} == {
        FLESH: 1,
        DOWN: 8,
        GONER: 27,
    }
