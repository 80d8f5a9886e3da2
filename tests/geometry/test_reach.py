"""Proposals: reachable ground, and places for a group."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.bodies import disc
from sandtable.geometry.ground import flatten
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import FINE, KEEP_OFF, WALLED, march
from sandtable.geometry.reach_kernels import APPEAR, ENTER, UNREACHED, WALK, lattice, pack, spread
from sandtable.play.walks import alike

from .shapes import DEPTH, WIDTH, ring, stack

NOWHERE = ints([]).reshape(0, 4)
BOX = [(20_000, 16_000), (28_000, 16_000), (28_000, 18_000), (20_000, 18_000)]


def costs(rows: Ints, budget: int, ground: tuple[Ints, Ints], passage: tuple[int, ...]) -> tuple[int, int, Ints]:
    """How cheaply body 0 gets to every node around it."""
    pieces, edges = ground
    codes = ints([0] + [KEEP_OFF] * (len(rows) - 1))
    return spread(rows, 0, budget, 500, edges, pieces, ints(passage), ints(range(len(rows))), codes, 1000, WIDTH, DEPTH)


def at(found: tuple[int, int, Ints], x: int, y: int) -> int:
    """The cost of the node at a point."""
    left, upper, cost = found
    return int(cost[(y - upper) // 500, (x - left) // 500])


def test_open_ground_is_reached_at_about_its_distance() -> None:
    """Within two per cent of the straight distance in any direction, never below it."""
    found = costs(stack([disc(24_000, 24_000, 500)]), 12_000, flatten([]), ())
    for x, y in ((30_000, 24_000), (24_000, 15_000), (30_000, 30_000), (27_000, 18_000), (33_000, 28_000)):
        straight = ((x - 24_000) ** 2 + (y - 24_000) ** 2) ** 0.5
        assert straight <= at(found, x, y) <= straight * 1.03 + 1


def test_walls_are_walked_around() -> None:
    """Behind a wide wall one gets only around its end, and not at all with too small a budget."""
    rows = stack([disc(24_000, 20_000, 500)])
    far = costs(rows, 16_000, ring(BOX), (WALLED,))
    assert at(far, 24_000, 14_000) > 10_000
    assert at(costs(rows, 8000, ring(BOX), (WALLED,)), 24_000, 14_000) == UNREACHED


def test_dear_ground_and_enemies_cost_or_close() -> None:
    """Through a box at double cost four inches cost six; next to an enemy no node is open."""
    rows = stack([disc(24_000, 20_000, 500), disc(30_000, 20_000, 500)])
    found = costs(rows, 12_000, ring(BOX), (200,))
    assert 7900 <= at(found, 24_000, 14_000) <= 8200
    assert at(found, 28_500, 20_000) == UNREACHED
    assert at(found, 28_000, 20_000) == 4000


def test_the_lattice_is_tight_and_begins_at_the_goal() -> None:
    """Neighbouring points lie one spacing apart, and rings come from the inside out."""
    points = lattice(10_000, 10_000, 1500, 2)
    assert points[0].tolist() == [10_000, 10_000]
    assert len({tuple(point) for point in points.tolist()}) == 19
    for x, y in points[1:7].tolist():
        assert abs(((x - 10_000) ** 2 + (y - 10_000) ** 2) ** 0.5 - 1500) < 3


@settings(max_examples=60)
@given(st.integers(6000, 40_000), st.integers(6000, 40_000), st.integers(1, 12))
def test_places_that_are_suggested_pass_the_check(goal_x: int, goal_y: int, count: int) -> None:
    """Whatever `pack` proposes for a walk is fine with `march`."""
    rows = stack(
        [disc(24_000 + (n % 5) * 1500, 24_000 + (n // 5) * 1500, 500) for n in range(count)]
        + [disc(30_000, 20_000, 500)]
    )
    pieces, edges = ring(BOX)
    movers = ints(range(count))
    ground = (edges, pieces, ints([WALLED]), ints([0] * count + [1]), ints([0, KEEP_OFF]), 1000, WIDTH, DEPTH)
    found = pack(
        rows, movers, goal_x, goal_y, 1500, WALK, alike(12_000, count), NOWHERE, NOWHERE, *ground, movers, 1000, True
    )
    if not len(found):
        return
    points = ints([point for row in found.tolist() for point in (row[:2], row[2:])])
    verdict = march(
        rows, movers, ints(range(0, 2 * count + 1, 2)), points, alike(-1, count), alike(12_000, count), *ground, movers,
        1000, True,
    )  # fmt: skip
    assert int(verdict[0]) == FINE


def test_groups_come_on_from_lines_and_are_set_up_in_zones() -> None:
    """Entering starts on the line straight across; setting up stays within the zone."""
    rows = stack([disc(-(10**6), -(10**6), 500) for _ in range(6)])
    movers = ints(range(6))
    ground = (*flatten([])[::-1], ints([]), ints([0] * 6), ints([0]), 1000, WIDTH, DEPTH)
    line = ints([[0, DEPTH, WIDTH, DEPTH]])
    entered = pack(
        rows, movers, 30_000, 44_000, 1500, ENTER, alike(6000, len(movers)), line, NOWHERE, *ground, movers, 1000, True
    )
    assert all(row[1] == DEPTH and row[0] == row[2] and DEPTH - row[3] <= 6000 for row in entered.tolist())
    zone = ints([[0, 0, 9000, 0], [9000, 0, 9000, 6000], [9000, 6000, 0, 6000], [0, 6000, 0, 0]])
    placed = pack(
        rows, movers, 4000, 3000, 1500, APPEAR, alike(0, len(movers)), NOWHERE, zone, *ground, movers, 1000, True
    )
    assert len(placed) == 6
    assert all(500 <= row[2] <= 8500 and 500 <= row[3] <= 5500 for row in placed.tolist())
    assert not len(
        pack(
            rows,
            movers,
            40_000,
            40_000,
            1500,
            APPEAR,
            alike(0, len(movers)),
            NOWHERE,
            zone,
            *ground,
            movers,
            1000,
            True,
        )
    )
