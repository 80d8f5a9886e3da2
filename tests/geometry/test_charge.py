"""Closing in: who ends in contact, who comes up behind, and what nobody may do on the way."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from sandtable.dice.chance import Chance
from sandtable.geometry import charge_kernels
from sandtable.geometry.bodies import X, Y, disc, rectangle, stack
from sandtable.geometry.charge_kernels import (
    AROUND,
    BEHIND,
    SUPPORTS,
    TOUCHES,
    TOUCHING,
    close_in,
    first_spot,
    may_go,
    on_a_fellow,
    short_of,
    spots_around,
)
from sandtable.geometry.ground import flatten
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import BARRED, IGNORED, NOT_ON, NOT_THROUGH, path_cost, segment_gap

OURS, THEIRS, FRIENDS = 0, 1, 2
INCH = 1000
CONTACT = 50
WIDTH, DEPTH = 30_000, 20_000
SEEDS = range(40)


class Field(NamedTuple):
    """A table for a charge: bodies by group, budgets of the movers, ground and what it does."""

    bodies: Ints
    groups: Ints
    budgets: Ints
    edges: Ints
    pieces: Ints
    passage: Ints

    def of(self, group: int) -> Ints:
        """The bodies of a group."""
        return ints([row for row, found in enumerate(self.groups.tolist()) if found == group])

    def arguments(self) -> tuple[Any, ...]:
        """What `close_in` takes."""
        avoid = ints([IGNORED, NOT_THROUGH, NOT_ON])
        return (
            self.bodies, self.of(OURS), self.of(THEIRS), self.budgets, self.edges, self.pieces, self.passage, self.groups,
            avoid, WIDTH, DEPTH,
        )  # fmt: skip

    def charge(self) -> tuple[list[int], Ints]:
        """How each mover ends, and the bodies as they then stand."""
        found = close_in(*self.arguments())
        after = self.bodies.copy()
        after[self.of(OURS), X], after[self.of(OURS), Y] = found[:, 0], found[:, 1]
        return found[:, 2].tolist(), after


def field(
    ours: list[tuple[float, float]],
    theirs: list[Any],
    *,
    far: float = 4,
    friends: list[tuple[float, float]] | None = None,
    walls: list[list[tuple[float, float]]] | None = None,
    cost: int = BARRED,
) -> Field:
    """Men in inches, enemies as points or whole bodies, barred lines or areas between them."""
    rows = [_man(at) for at in ours] + [at if isinstance(at, list) else _man(at) for at in theirs]
    rows += [_man(at) for at in friends or []]
    groups = [OURS] * len(ours) + [THEIRS] * len(theirs) + [FRIENDS] * len(friends or [])
    outlines = [([(round(x * INCH), round(y * INCH)) for x, y in wall], len(wall) > 2, 1500) for wall in walls or []]
    pieces, edges = flatten(outlines)
    budgets = ints([round(far * INCH)] * len(ours))
    return Field(stack(rows), ints(groups), budgets, edges, pieces, ints([cost] * len(outlines)))


def _man(at: tuple[float, float], radius: int = 500) -> list[int]:
    return disc(round(at[0] * INCH), round(at[1] * INCH), radius, height=1200)


def hull(x: float, y: float, bearing: int = 0) -> list[int]:
    """A tank."""
    return rectangle(round(x * INCH), round(y * INCH), 5000, 2500, bearing=bearing, height=1900)


def nearest_gap(bodies: Ints, row: int, others: Ints) -> int:
    """How near a body is to the nearest of some."""
    return min(int(gap(bodies, row, bodies, other)) for other in others.tolist())


# ---- by hand


def test_a_man_goes_straight_to_the_nearest_place() -> None:
    """The shortest way: on the line between the two, a hair short of touching."""
    how, after = field([(10, 10)], [(10, 14)]).charge()
    assert how == [TOUCHES]
    assert after[0, X] == 10_000
    assert after[0, Y] == 13_000 - TOUCHING


@pytest.mark.parametrize(("far", "reached"), [(3.0, True), (2.999, False)])
def test_a_budget_is_kept_to_the_thousandth(far: float, reached: bool) -> None:
    """Three inches from base to base: who goes that far arrives; if nobody does, nobody moves at all."""
    how, after = field([(10, 10), (11.5, 9)], [(10, 14)], far=far).charge()
    assert (how[0] == TOUCHES) == reached
    if not reached:
        assert how == [BEHIND, BEHIND]
        assert after[:2, [X, Y]].tolist() == [[10_000, 10_000], [11_500, 9000]]


def test_two_go_for_one_man_side_by_side() -> None:
    """The second finds the nearest place that the first has left."""
    how, after = field([(9, 10), (11, 10)], [(10, 13)]).charge()
    assert how == [TOUCHES, TOUCHES]
    assert int(gap(after, 0, after, 1)) > 0


def test_six_at_most_around_one_man_and_the_others_support() -> None:
    """Six round bases fit around one of the same size; who comes up behind them touches one who touches."""
    ours = [(6.0 + place % 4 * 1.1, 8.0 + place // 4 * 1.1) for place in range(8)]
    how, after = field(ours, [(10, 11)], far=12).charge()
    assert 3 <= how.count(TOUCHES) <= 6
    assert how.count(SUPPORTS) >= 3
    front = [row for row, one in enumerate(how) if one == TOUCHES]
    for row, one in enumerate(how):
        if one == SUPPORTS:
            assert nearest_gap(after, row, ints(front)) <= CONTACT


def test_nobody_goes_through_an_enemy() -> None:
    """The one behind two others who stand shoulder to shoulder is out of reach."""
    wall = [(9.0, 12), (10.0, 12), (11.0, 12)]
    blocked = field([(10, 10)], [*wall, (10, 14)], far=6)
    only = blocked._replace(groups=ints([OURS, THEIRS, THEIRS, THEIRS, 3]))
    avoid = ints([IGNORED, NOT_THROUGH, NOT_ON, NOT_THROUGH])
    found = close_in(
        only.bodies, ints([0]), ints([4]), only.budgets, only.edges, only.pieces, only.passage, only.groups, avoid, WIDTH,
        DEPTH,
    )  # fmt: skip
    assert found.tolist() == [[10_000, 10_000, BEHIND]]


def test_friends_are_passed_but_not_stood_on() -> None:
    """A friend of another unit on the way is no obstacle; one at the goal is."""
    how, _ = field([(10, 10)], [(10, 14)], friends=[(10, 11.5)]).charge()
    assert how == [TOUCHES]
    how, after = field([(10, 10)], [(10, 14)], friends=[(10, 12.8)]).charge()
    assert how == [TOUCHES]
    assert int(gap(after, 0, after, 2)) > 0


def test_barred_ground_is_not_crossed_and_dear_ground_costs() -> None:
    """A wall right across bars the way; rough ground takes twice as much of it."""
    across = [(5.0, 12.0), (15.0, 12.0)]
    assert field([(10, 10)], [(10, 14)], walls=[across]).charge()[0] == [BEHIND]
    assert field([(10, 10)], [(10, 14)], walls=[across], cost=500, far=4.99).charge()[0] == [BEHIND]
    assert field([(10, 10)], [(10, 14)], walls=[across], cost=500, far=5).charge()[0] == [TOUCHES]
    rough = [(5.0, 11.0), (15.0, 11.0), (15.0, 12.0), (5.0, 12.0)]
    assert field([(10, 10)], [(10, 14)], walls=[rough], cost=200, far=3.99).charge()[0] == [BEHIND]
    assert field([(10, 10)], [(10, 14)], walls=[rough], cost=200, far=4).charge()[0] == [TOUCHES]


@pytest.mark.parametrize("bearing", [0, 450, 900, 1234])
def test_a_hull_is_touched_along_its_sides(bearing: int) -> None:
    """Ten men around a tank: as many as have room stand at its plates, none under it."""
    ours = [(6.0 + place % 5 * 1.1, 6.0 + place // 5 * 1.1) for place in range(10)]
    how, after = field(ours, [hull(10, 11, bearing)], far=8).charge()
    assert how.count(TOUCHES) >= 5
    for row, one in enumerate(how):
        between = int(gap(after, row, after, 10))
        assert between > 0
        assert (between <= CONTACT) == (one == TOUCHES)


def test_who_cannot_come_up_goes_as_far_as_he_can() -> None:
    """Too far off to touch anybody he still goes towards the nearest enemy."""
    how, after = field([(10, 10), (10, 4)], [(10, 14)]).charge()
    assert how == [TOUCHES, BEHIND]
    assert after[1, X] == 10_000
    assert after[1, Y] == 8000


# ---- on random tables


def random_field(seed: int) -> Field:
    """Two squads near each other, a tank among the targets at times, walls and a friend or two."""
    chance = Chance("charge", seed)
    taken: list[tuple[float, float]] = []

    def free(left: float, upper: float, right: float, lower: float) -> tuple[float, float]:
        for _ in range(200):
            at = (
                chance.randint(int(left * 10), int(right * 10)) / 10,
                chance.randint(int(upper * 10), int(lower * 10)) / 10,
            )
            if all((at[0] - x) ** 2 + (at[1] - y) ** 2 > 1.21 for x, y in taken):
                taken.append(at)
                return at
        raise AssertionError("the table is full")

    tanks = [hull(9, 16, chance.randrange(3600))] if seed % 3 == 0 else []
    ours = [free(4, 3, 12, 8) for _ in range(chance.randint(1, 9))]
    theirs = [free(4, 9, 12, 12) for _ in range(chance.randint(1, 8))]
    friends = [free(4, 7, 12, 9) for _ in range(chance.randint(0, 2))]
    walls = [[(5.0, 8.6), (8.0, 8.9)]] if seed % 2 else []
    return field(ours, [*theirs, *tanks], far=chance.choice([3, 4, 5]), friends=friends, walls=walls)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_on_a_random_table(seed: int) -> None:
    """Contact is contact, supporters touch the front rank, nobody overlaps, crosses enemies or walls, or goes too far."""
    found = random_field(seed)
    how, after = found.charge()
    movers, targets = found.of(OURS), found.of(THEIRS)
    if TOUCHES not in how:
        assert np.array_equal(after, found.bodies)
        return
    front = ints([row for row, one in zip(movers.tolist(), how, strict=True) if one == TOUCHES])
    for place, row in enumerate(movers.tolist()):
        start, end = found.bodies[row, [X, Y]].tolist(), after[row, [X, Y]].tolist()
        way = ints([start, end])
        assert path_cost(way, 0, 2, found.edges, found.pieces, found.passage) <= found.budgets[place]
        assert (nearest_gap(after, row, targets) <= CONTACT) or how[place] != TOUCHES
        assert how[place] != SUPPORTS or nearest_gap(after, row, front) <= CONTACT
        others = [other for other in range(len(after)) if other != row]
        assert all(int(gap(after, row, after, other)) > 0 for other in others)
        assert start == end or all(int(segment_gap(found.bodies, foe, *start, *end)) >= 500 for foe in targets.tolist())


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_can_reach_ends_in_contact(seed: int) -> None:
    """Of those who stay out of contact, nobody has a free place around any target left that he could go to."""
    found = random_field(seed)
    how, after = found.charge()
    movers, targets = found.of(OURS), found.of(THEIRS)
    if TOUCHES not in how:
        return
    for place, row in enumerate(movers.tolist()):
        if how[place] == TOUCHES:
            continue
        for target in targets.tolist():
            spots = ints([[0, 0]] * 40)
            for x, y in spots[: spots_around(found.bodies, row, target, spots, 0)].tolist():
                assert not _may_go(found, after.copy(), row, (x, y), place), f"{row} could go to {x}, {y}"


def _may_go(found: Field, final: Ints, row: int, spot: tuple[int, int], place: int) -> bool:
    bodies, movers, _, budgets, edges, pieces, passage, groups, avoid, width, depth = found.arguments()
    trail, needed, verdict = ints([[0, 0], [0, 0]]), ints([0] * len(bodies)), ints([0] * 4)
    return bool(
        may_go(
            bodies, final, row, *spot, int(budgets[place]), edges, pieces, passage, groups, avoid, width, depth, movers,
            trail, needed, verdict,
        )
    )  # fmt: skip


# ---- compiled and plain


def _go(found: Field) -> tuple[Any, ...]:
    bodies, movers, _, budgets, *rest = found.arguments()
    scratch = ints([[0, 0], [0, 0]]), ints([0] * len(bodies)), ints([0] * 4)
    return (bodies, bodies.copy(), 0, 9000, 9000, int(budgets[0]), *rest, movers, *scratch)


def _spot(found: Field) -> tuple[Any, ...]:
    bodies, movers, targets, budgets, *rest = found.arguments()
    spots = ints([[0, 0]] * 80)
    count = spots_around(bodies, 0, int(targets[0]), spots, 0)
    scratch = ints([[0, 0], [0, 0]]), ints([0] * len(bodies)), ints([0] * 4)
    return (bodies, bodies.copy(), 0, spots, count, int(budgets[0]), *rest, movers, *scratch)


CASES: list[tuple[Callable[..., Any], Callable[[Field], tuple[Any, ...]]]] = [
    (short_of, lambda _: (-7, 3)),
    (short_of, lambda _: (7, 3)),
    (spots_around, lambda f: (f.bodies, 0, int(f.of(THEIRS)[0]), ints([[0, 0]] * 40), 1)),
    (spots_around, lambda f: (f.bodies, 0, int(f.of(THEIRS)[-1]), ints([[0, 0]] * 40), 0)),
    (on_a_fellow, lambda f: (f.bodies, 0, f.of(OURS))),
    (on_a_fellow, lambda f: (f.bodies[[0, *range(len(f.bodies))]], 0, ints([0, 1]))),
    (may_go, _go),
    (first_spot, _spot),
    (close_in, Field.arguments),
]


@pytest.mark.parametrize("case", range(len(CASES)), ids=lambda case: f"{CASES[case][0].__name__}-{case}")
def test_compiled_and_plain_agree(case: int) -> None:
    """The same results, and the same marks left in the arrays that were handed in."""
    kernel, arguments = CASES[case]
    plain = kernel.py_func  # type: ignore[attr-defined]
    for seed in range(12):
        ours, theirs = arguments(random_field(seed)), arguments(random_field(seed))
        assert np.array_equal(kernel(*ours), plain(*theirs)), f"seed {seed}"
        for one, other in zip(ours[:5], theirs[:5], strict=True):
            assert np.array_equal(one, other), f"seed {seed}"


def test_every_kernel_is_compared() -> None:
    """Nothing compiled is left out."""
    compared = {id(kernel) for kernel, _ in CASES}
    every = [
        name
        for name, value in vars(charge_kernels).items()
        if hasattr(value, "py_func") and value.__module__ == charge_kernels.__name__ and id(value) not in compared
    ]
    assert not every


def test_there_are_places_all_around() -> None:
    """A round base is touched from every fifteen degrees, at the same distance."""
    bodies = stack([_man((10, 10)), _man((10, 14), 787)])
    spots = ints([[0, 0]] * 40)
    count = spots_around(bodies, 0, 1, spots, 0)
    assert count == AROUND
    for x, y in spots[:count].tolist():
        there = bodies.copy()
        there[0, X], there[0, Y] = x, y
        assert 1 <= int(gap(there, 0, there, 1)) <= TOUCHING + 1
    assert len({(x, y) for x, y in spots[:count].tolist()}) == AROUND
