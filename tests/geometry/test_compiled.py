"""Compiled kernels say what their Python form says.

Each kernel is run twice on the same random table: compiled, and as plain Python calling the compiled ones below it. This
guards against surprises of the compiler, and lets the coverage report see inside the kernels.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandtable import geometry
from sandtable.dice.chance import Chance
from sandtable.geometry import (
    angle,
    charge_kernels,
    column_kernels,
    contact_kernels,
    drive_kernels,
    fan_kernels,
    foot_kernels,
    glimpse_kernels,
    ground,
    height_kernels,
    hug_kernels,
    line_kernels,
    measure_kernels,
    outlook_kernels,
    path_kernels,
    post_kernels,
    ray_kernels,
    reach_kernels,
    sight_kernels,
    template_kernels,
    vantage_kernels,
    wall_kernels,
    way_kernels,
)
from sandtable.geometry.bodies import HALF_LENGTH, HALF_WIDTH, RADIUS, X, Y, disc, rectangle, stack
from sandtable.geometry.ground import flatten
from sandtable.geometry.kernel import Ints, ints

SEEDS = range(12)


class Table:
    """A random table: men and hulls, terrain of every kind of effect, and numbers to ask about."""

    def __init__(self, seed: int) -> None:
        chance = Chance("compiled", seed)
        self.seed = seed
        self.chance = chance
        rows = []
        for number in range(14):
            x, y = chance.randint(3000, 27_000), chance.randint(3000, 17_000)
            height = chance.choice([0, 0, 2000])
            if number % 5 == 4:
                rows.append(rectangle(x, y, 4100, 2000, bearing=chance.randrange(3600), ground=height, height=1900))
            else:
                rows.append(
                    disc(x, y, chance.choice([500, 787]), bearing=chance.randrange(3600), ground=height, height=1200)
                )
        self.bodies = stack(rows)
        outlines: list[Any] = []
        for number in range(8):
            x, y = chance.randint(2000, 26_000), chance.randint(2000, 16_000)
            wide, deep = chance.randint(600, 5000), chance.randint(600, 4000)
            line = number % 3 == 2
            corners = [
                (x, y),
                (x + wide, y + chance.randint(-300, 300)),
                (x + wide // 2, y + deep),
                (x - 400, y + deep // 2),
            ]
            outlines.append((corners[:2] if line else corners, not line, chance.choice([0, 900, 1500, 3000, 6000])))
        self.pieces, self.edges = flatten(outlines)
        effects = [ground.OPEN, ground.LOW, ground.AREA, ground.VEIL, ground.SOLID]
        for row in range(8):
            self.pieces[row, ground.STOPS] = chance.choice(effects)
            self.pieces[row, ground.CLASS] = chance.randint(0, 3)
            self.pieces[row, ground.DEPTH] = chance.choice([-1, -1, 1500])
        self.passage = ints([chance.choice([0, 1, 2, 3, 150, 200, 12_000]) for _ in range(8)])
        self.clear = ints([0] * 8)
        self.groups = ints([number // 3 for number in range(14)])
        self.avoid = ints([chance.choice([0, 1, 2, 3, 4]) for _ in range(5)])
        self.point = (chance.randint(0, 30_000), chance.randint(0, 20_000))
        self.other = (chance.randint(0, 30_000), chance.randint(0, 20_000))
        self.bearing = chance.randrange(3600)
        self.path = ints([self.point, self.other, (chance.randint(0, 30_000), chance.randint(0, 20_000))])
        self.some = ints([0, 1, 2, 3])
        self.rest = ints([4, 5, 6, 7, 8, 9])
        self.screens = ints([4, 9, 10, 11])

    def moves(self) -> tuple[Any, ...]:
        """The arguments that every move has."""
        return self.edges, self.pieces, self.passage, self.groups, self.avoid, 1000, 30_000, 20_000


def _march(table: Table) -> tuple[Any, ...]:
    points = []
    for row in table.some.tolist():
        x, y = int(table.bodies[row, X]), int(table.bodies[row, Y])
        points += [(x, y), (x + table.chance.randint(-900, 900), y + table.chance.randint(-900, 900))]
    return (
        table.bodies,
        table.some,
        ints([0, 2, 4, 6, 8]),
        ints(points),
        ints([-1, 450, -1, 1800]),
        ints([6000] * 4),
        *table.moves(),
        table.some[:1],
        1000,
        True,
    )


def _beside(table: Table, row: int) -> Ints:
    """Places beside a body, some of them just as far off as a base that touches it."""
    return contact_kernels.places_around(table.bodies, 0, row, ints([0, 150, -150, 600, 900]))


def _walls(table: Table) -> tuple[Ints, Ints, Ints]:
    """Two houses of three walls each, as boxes, walls and openings."""
    boxes, walls, openings = [], [], []
    for house in range(2):
        corners = [(table.chance.randint(2000, 26_000), table.chance.randint(2000, 16_000)) for _ in range(3)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
        walls += [(*corners[place - 1], *corners[place], house) for place in range(3)]
        openings.append(((xs[0] + xs[1]) // 2, (ys[0] + ys[1]) // 2, house))
    return ints(boxes), ints(walls), ints(openings)


def _march_one(table: Table, passage: Ints, far: int) -> tuple[Any, ...]:
    x, y = int(table.bodies[0, X]), int(table.bodies[0, Y])
    chance = table.chance
    points = ints([(x, y), (x, y), (x + chance.randint(-far, far), y + chance.randint(-far, far))])
    final = table.bodies.copy()
    final[0, X], final[0, Y] = points[-1]
    return (
        table.bodies, final, 0, points, 0, 3, 6000, table.edges, table.pieces, passage, table.groups, table.avoid, 1000,
        30_000, 20_000, ints([0] * 14), ints([0] * 4),
    )  # fmt: skip


def _pack(table: Table, manner: int) -> tuple[Any, ...]:
    zone = ints([[0, 0, 30_000, 0], [30_000, 0, 30_000, 20_000], [30_000, 20_000, 0, 20_000], [0, 20_000, 0, 0]])
    line = ints([[0, 20_000, 30_000, 20_000], [0, 0, 0, 20_000]])
    return (
        table.bodies, table.some, *table.point, 1800, manner, ints([9000] * len(table.some)), line, zone, table.edges,
        table.pieces, table.clear, table.groups, table.avoid, 300, 30_000, 20_000, table.some, 1000, True,
    )  # fmt: skip


def _sight(table: Table) -> tuple[Any, ...]:
    return table.edges, table.pieces, table.groups, table.screens


def _fans(table: Table, *, past_own: bool, enough: int) -> tuple[Any, ...]:
    """All that fans ask for; pieces of every effect, bodies of every rank."""
    pieces = table.pieces.copy()
    for row in range(8):
        pieces[row, ground.STOPS] = (pieces[row, ground.STOPS] + row) % 7
    ranks = ints([number % 7 // 5 + number % 13 // 12 for number in range(14)])
    peeks, hulls = ints([number % 3 == 1 for number in range(14)]), ints([number % 5 == 4 for number in range(14)])
    veils = ints([(*table.point, *table.other, 3), (0, 0, *table.other, 0)])
    some = table.edges, pieces, table.groups, ranks, peeks, ints(range(14)), hulls, veils
    return table.bodies, table.some, table.rest, *some, past_own, enough


def _fan(table: Table) -> tuple[Any, ...]:
    bodies, _, _, *rest = _fans(table, past_own=False, enough=0)
    room = ints([0] * 24).reshape(8, 3), ints([0] * 40), ints([0] * 15), ints([0] * 32).reshape(8, 4), ints([0] * 5)
    return bodies, table.bearing % 4, 4 + table.bearing % 6, *rest, *room


def _third(table: Table) -> tuple[int, int]:
    return int(table.bodies[7, X]), int(table.bodies[7, Y])


def _near_fan(table: Table) -> tuple[Any, ...]:
    """A fan with all pieces and edges near it, as they are gathered before those that it cannot meet are dropped."""
    pieces = _fans(table, past_own=False, enough=0)[4]
    near = ints([(row, *_edges_of(table, row)) for row in range(8)])
    return *table.point, *table.other, *_third(table), table.edges, pieces, near, ints(range(len(table.edges)))


def _edges_of(table: Table, piece: int) -> tuple[int, int]:
    first, count = int(table.pieces[piece, ground.FIRST]), int(table.pieces[piece, ground.COUNT])
    return first, first + count


def _kept(table: Table) -> tuple[Any, ...]:
    *lines, edges, pieces, near, near_edges = _near_fan(table)
    marks = ints([0] * 32).reshape(8, 4)
    return *lines, table.bearing % 2, 0, edges, pieces, near, near_edges, 8, table.bodies, 0, marks


def _hidden(table: Table) -> tuple[Any, ...]:
    *lines, edges, pieces, near, near_edges = _near_fan(table)
    marks = ints([(0, -1, -1, -1)] * 8)
    return *lines, table.bearing % 2, table.bodies, 0, 5, edges, pieces, near, near_edges, 8, marks


def _met(table: Table, looking: bool, reach: int) -> tuple[Any, ...]:
    bodies, _, others, *rest = _fans(table, past_own=False, enough=2)
    steps = [(0, *table.point, 0, 0, 0), (0, *table.other, 900, 2000, 1), (1, *table.point, 0, 0, 1)]
    return bodies, ints(steps), others, looking, reach, *rest


def _scratch(table: Table) -> tuple[Ints, Ints, Ints, Ints]:
    found: tuple[Ints, Ints, Ints, Ints] = ray_kernels.scratch(table.pieces, table.edges, table.screens)
    return found


def _near_pieces(table: Table) -> tuple[Any, ...]:
    _, near, near_edges, _ = _scratch(table)
    return *table.point, *table.other, 700, 9000, 600, table.edges, table.pieces, near, near_edges


def _meet(table: Table, piece: int, inside: int, placed: bool) -> tuple[Any, ...]:
    first, count = int(table.pieces[piece, ground.FIRST]), int(table.pieces[piece, ground.COUNT])
    near = ints(range(len(table.edges)))
    effect = [int(table.pieces[piece, column]) for column in (ground.STOPS, ground.TOP, ground.DEPTH)]
    return *table.point, 1200, *table.other, 600, table.edges, near, first, first + count, *effect, inside, placed


def _see(table: Table, once: bool) -> tuple[Any, ...]:
    where, near, near_edges, near_screens = _scratch(table)
    ray_kernels.standing(table.bodies, 0, table.edges, table.pieces, where)
    ends = ray_kernels.aim_points(table.bodies, table.rest)
    return table.bodies, 0, 5, ends, 1, where, *_sight(table), 2, once, near, near_edges, near_screens


def _high(table: Table) -> Ints:
    """The same terrain, all of it high and solid."""
    pieces = table.pieces.copy()
    pieces[:, ground.STOPS], pieces[:, ground.TOP] = ground.SOLID, 9000
    return pieces


def _nodes(table: Table) -> tuple[Any, ...]:
    across = (0, 0, 30, 20, 1000)
    return table.bodies, 0, *across, table.pieces, table.passage, table.groups, table.avoid, 1000, 30_000, 20_000


def _sightings(table: Table) -> tuple[Any, ...]:
    places = ints([[[*table.point, 0], [*table.other, 0]], [[*table.other, 900], [*table.point, 0]]])
    watchers = (table.some, ints([0, 2, 4]))
    return table.bodies, ints([4, 5]), places, *watchers, *_sight(table), ints([10, 12]), 1000, ints([9000, 40_000])


class Stands(Table):
    """A random table as posts see it: hulls as well as men, areas and lines, hills, sides."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        chance = self.chance
        self.bodies[:8, HALF_LENGTH], self.bodies[:8, HALF_WIDTH], self.bodies[:8, RADIUS] = 625, 1000, 1179
        for row in range(8):
            line = self.pieces[row, ground.CLOSED] == 0
            effects = [ground.LOW, ground.THICKET] if line else [ground.AREA, ground.AREA, ground.VEIL, ground.OPEN]
            self.pieces[row, ground.STOPS] = chance.choice(effects)
        self.hills = ints([int(row % 4 == 0) for row in range(8)])
        self.held = post_kernels.held_by(self.bodies, self.edges, self.pieces)
        self.levels = ints([chance.choice([0, 0, 2000]) for _ in range(14)])
        self.teams = (
            ints([chance.choice([-1, 900]) for _ in range(14)]),
            ints([row % 2 for row in range(14)]),
            ints([chance.choice([1, 2]) for _ in range(14)]),
            ints([chance.choice([0, 1, 2]) for _ in range(14)]),
        )

    def terrain(self) -> tuple[Any, ...]:
        """Edges, pieces and what holds whom."""
        return self.edges, self.pieces, self.held


def _posts(kernel: Any, arguments: Callable[..., tuple[Any, ...]]) -> tuple[Any, Callable[[Any], tuple[Any, ...]]]:
    """A case of a kernel of posts: it takes the same table with stands on it."""
    return kernel, lambda table: arguments(Stands(table.seed))


def _watched(t: Stands) -> tuple[Any, ...]:
    places = ints([t.point, t.other, t.point])
    posts = ints([[1, 9000, 4000, 0], [5, 30_000, 0, 1], [7, 0, 12_000, 0], [9, 200, 0, 1]])
    return (
        t.bodies, ints([0, 2]), ints([0, 2, 3]), places, posts, 6000, t.edges, t.pieces, t.held, t.levels, t.hills, *t.teams
    )  # fmt: skip


def _vantages(t: Stands, ways: int) -> tuple[Any, ...]:
    """Two who might stand elsewhere in so many ways, or nobody who might, before three groups."""
    points = [(*t.point, t.bearing), (*t.other, 900), (9000, 9000, 0)]
    places = ints([[(0, *points[way], 900), (4, *points[way - 1], -1)] for way in range(ways)] or [[]])
    groups = ints([0, 0, 0, 2, 2, 1])
    return (
        t.bodies, places.reshape(max(1, ways), -1, 5), ints([0, 2, 4, 6]), ints([0, 1, 2, 3]), ints([1, 3, 5, 7, 9, 11]),
        groups, ints([0, 1, 0, 0, 1, 0]), *t.terrain(), t.levels, t.hills, *t.teams,
    )  # fmt: skip


class Columns(Stands):
    """A random table with bodies about to go their ways, two of them large, and two more that stand beside them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.movers, self.large = ints([0, 4, 5, 9]), ints([3, 4, 9])
        shift = [8000, self.chance.randint(-4000, 4000)]
        ends = [[int(self.bodies[row, X]), int(self.bodies[row, Y])] for row in self.movers]
        self.alike = ints([point for x, y in ends for point in ([x, y], [x + shift[0], y + shift[1]])])
        self.points = self.alike.copy()
        self.points[3] = self.other
        self.points[7] = self.points[6]
        self.starts = ints([0, 2, 4, 6, 8])
        self.bearings = ints([-1, 900, -1, self.bearing])
        self.wide = ints([row % 2 for row in range(14)])

    def ways(self) -> tuple[Any, ...]:
        """Who goes where."""
        return self.movers, self.starts, self.points


def _columns(kernel: Any, arguments: Callable[..., tuple[Any, ...]]) -> tuple[Any, Callable[[Any], tuple[Any, ...]]]:
    """A case of a kernel of columns."""
    return kernel, lambda table: arguments(Columns(table.seed))


class Sights(Table):
    """A random table as single lines see it: sizes, and terrain of every effect that they know."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.pieces = self.pieces.copy()
        kinds = [ground.SOLID, ground.AREA, ground.VEIL, ground.LOW, ground.PIT, ground.OPEN]
        for piece in range(len(self.pieces)):
            closed = self.pieces[piece, ground.CLOSED] == 1
            self.pieces[piece, ground.STOPS] = self.chance.choice(kinds) if closed else ground.LOW
            self.pieces[piece, ground.CLASS] = self.chance.choice([0, 1, 2])
        self.sizes = ints([self.chance.choice([0, 1, 2, 3, 6]) for _ in range(len(self.bodies))])
        self.sides = ints([row % 2 for row in range(len(self.bodies))])

    def sight(self) -> tuple[Any, ...]:
        """What kernels of lines take last."""
        return self.edges, self.pieces, self.groups, self.sizes, 4000, 3000


def _sights(kernel: Any, arguments: Callable[..., tuple[Any, ...]]) -> tuple[Any, Callable[[Any], tuple[Any, ...]]]:
    """A case of a kernel of single lines."""
    return kernel, lambda table: arguments(Sights(table.seed))


def _places(t: Table) -> Ints:
    """Where some would stand: at their places and elsewhere."""
    rows = [(row, *t.bodies[row, [X, Y]].tolist(), 0, 0) for row in range(10)]
    return ints([*rows, (0, *t.point, 0, 0), (1, *t.other, 0, 0)])


def _tables(t: Table) -> Ints:
    """The table as it is, and with two of them somewhere else."""
    there = t.bodies.copy()
    there[0, [X, Y]], there[4, [X, Y]] = t.point, t.other
    return ints([t.bodies.tolist(), there.tolist()])


def _outlooks(t: Sights) -> tuple[Any, ...]:
    return _tables(t), t.some, ints([4, 5, 6, 9, 12]), ints([0, 1, 3, 5]), 4, 18_000, *t.sight()


def _in_bands(t: Sights) -> tuple[Any, ...]:
    gaps, _ = outlook_kernels.outlooks(*_outlooks(t))
    ranks = ints([0, 1, 0, 3, 2]), ints([0, 2, 4, 5]), ints([(-1, 48_000, -1), (2000, 9000, 450), (0, 20_000, 900)])
    return _tables(t), gaps, t.some, ints([4, 5, 9]), ints([1, 0, 1]), *ranks, ints([4000, 9000, 48_000])


def _moments(t: Sights) -> Ints:
    return ints([[(*t.point, 0, 0), (*t.other, 0, 2000)], [(*t.other, 900, 0), (*t.point, 900, 0)]])


def _shifts(t: Table) -> tuple[Any, ...]:
    """Some shifts, and what they are checked against."""
    shifts = ints([(500, 0), (0, 700), (-300, 0), (0, 0)])
    return shifts, ints([6000] * len(t.some)), *t.moves(), t.some[:1], 1000, True


def _trail(table: Table) -> tuple[Any, ...]:
    """Who else goes, and room for what a way is checked with."""
    return table.some, ints([(0, 0), (0, 0)]), ints([0] * len(table.bodies)), ints([0] * 4)


def _charge(t: Sights) -> tuple[Any, ...]:
    """Some go for others; the rest of what moves are checked against."""
    free, avoid = ints([0, 1, 0, 200, 500, 10_500, 0, 2]), ints([0, 4, 3, 4] + [3] * 12)
    return t.edges, t.pieces, free[: len(t.pieces)], t.groups, avoid, 30_000, 20_000


def _legs(t: Table) -> Ints:
    return ints([(*t.point, *t.other), (*t.point, *t.point), (*t.other, 15_000, 10_000), (0, 0, 30_000, 20_000)])


CASES: list[tuple[Callable[..., Any], Callable[[Table], tuple[Any, ...]]]] = [
    (angle.round_div, lambda t: (t.point[0] - 15_000, 7)),
    (angle.heading, lambda t: (t.bearing,)),
    (angle.ahead, lambda t: (*t.point, t.bearing, 9000)),
    (angle.bearing_to, lambda t: (t.point[0] - 15_000, t.point[1] - 10_000)),
    (angle.bearing_to, lambda _: (0, 0)),
    (angle.bearing_to, lambda _: (0, -5)),
    (angle.turn_between, lambda t: (t.bearing, 900)),
    (angle.in_arc, lambda t: (t.bearing, 450, t.point[0] - 15_000, t.point[1] - 10_000)),
    (angle.in_arc, lambda t: (t.bearing, 1350, t.point[0] - 15_000, t.point[1] - 10_000)),
    (angle.in_arc, lambda t: (t.bearing, 1800, 1, 1)),
    (angle.quarter, lambda t: (t.bearing, t.point[0] - 15_000, t.point[1] - 10_000)),
    (measure_kernels.root_up, lambda t: (t.point[0] ** 2 + 1,)),
    (measure_kernels.root_up, lambda _: (0,)),
    (measure_kernels.near_on_segment, lambda t: (*t.point, *t.other, 15_000, 10_000)),
    (measure_kernels.square_to_segment, lambda t: (*t.point, *t.other, 15_000, 10_000)),
    (measure_kernels.segments_cross, lambda t: (*t.point, *t.other, 3000, 3000, 27_000, 17_000)),
    (measure_kernels._between, lambda t: (0, 0, 30_000, 30_000, *t.point)),
    (measure_kernels.square_between_segments, lambda t: (*t.point, *t.other, 3000, 3000, 27_000, 17_000)),
    (measure_kernels.in_ring, lambda t: (t.edges, 0, 4, *t.point)),
    (measure_kernels.corner, lambda t: (t.bodies, 4, t.bearing % 4)),
    (measure_kernels.in_rectangle, lambda t: (t.bodies, 4, *t.point)),
    (measure_kernels.square_to_rectangle, lambda t: (t.bodies, 4, *t.point)),
    (measure_kernels.square_to_rectangle, lambda t: (t.bodies, 4, int(t.bodies[4, X]), int(t.bodies[4, Y]))),
    (measure_kernels.gap_to_point, lambda t: (t.bodies, t.bearing % 14, *t.point)),
    (measure_kernels.gap, lambda t: (t.bodies, t.bearing % 14, t.bodies, (t.bearing // 14) % 14)),
    (measure_kernels.gap, lambda t: (t.bodies, 4, t.bodies, 9)),
    (measure_kernels.gap, lambda t: (t.bodies, 4, t.bodies, 4)),
    (measure_kernels.gap, lambda t: (t.bodies, 4, t.bodies, 1)),
    (measure_kernels.nearest_each, lambda t: (t.bodies, t.some, t.rest)),
    (measure_kernels.nearest, lambda t: (t.bodies, t.some, t.rest)),
    (measure_kernels.gap_to_piece, lambda t: (t.bodies, t.bearing % 14, t.edges, 0, 4, True)),
    (measure_kernels.gap_to_piece, lambda t: (t.bodies, 4, t.edges, 0, 4, True)),
    (measure_kernels.gap_to_piece, lambda t: (t.bodies, 4, t.edges, 4, 2, False)),
    (foot_kernels.held_in, lambda t: (t.bodies, ints(range(14)), t.edges, t.pieces, t.passage)),
    _sights(foot_kernels.covered, lambda t: (t.bodies, _places(t), t.edges, t.pieces)),
    _sights(foot_kernels.sheltered, lambda t: (t.bodies, ints(range(14)), t.edges, t.pieces, 1000)),
    (foot_kernels.hindrances, lambda t: (_legs(t), t.edges, t.pieces, ints([0, 1] * 4), ints([0, 2, 4, 6] * 2))),
    (path_kernels.near_box, lambda t: (*t.point, *t.other, 500, t.pieces, t.bearing % 8)),
    (path_kernels.barred_by, lambda t: (*t.point, *t.other, 500, t.edges, t.pieces, t.passage)),
    (path_kernels.crossing_places, lambda t: (*t.point, *t.other, t.edges, 0, len(t.edges), ints([0] * 40), 0)),
    (path_kernels.segment_cost, lambda t: (*t.point, *t.other, t.edges, t.pieces, t.passage)),
    (path_kernels.path_cost, lambda t: (t.path, 0, 3, t.edges, t.pieces, t.passage)),
    (path_kernels.segment_gap, lambda t: (t.bodies, 1, *t.point, *t.other)),
    (path_kernels.segment_gap, lambda t: (t.bodies, 4, *t.point, *t.other)),
    (path_kernels.segment_gap, lambda t: (t.bodies, 4, int(t.bodies[4, X]), int(t.bodies[4, Y]), *t.other)),
    (path_kernels.touching, lambda t: (t.bodies, t.rest, 3000, True)),
    (path_kernels.touching, lambda t: (t.bodies, t.rest, 3000, False)),
    (path_kernels.touching, lambda t: (t.bodies, t.rest[:0], 3000, True)),
    (path_kernels.alone, lambda t: (t.bodies, t.rest, 3000)),
    (path_kernels.storeys_apart, lambda t: (t.bodies, 0, t.bodies, 5)),
    (
        path_kernels.stand,
        lambda t: (t.bodies, 1, t.groups, t.avoid, 1000, ints([-1] * 14), 30_000, 20_000, ints([0] * 4)),
    ),
    (
        path_kernels.stand,
        lambda t: (t.bodies, 4, t.groups, t.avoid, 1000, ints([400] * 14), 30_000, 20_000, ints([0] * 4)),
    ),
    (path_kernels.stand, lambda t: (t.bodies, 1, t.groups, t.avoid, 1000, ints([-1] * 14), 4000, 4000, ints([0] * 4))),
    (path_kernels.stand, lambda t: (t.bodies, 4, t.groups, t.avoid, 1000, ints([-1] * 14), 4000, 4000, ints([0] * 4))),
    (path_kernels.first_overlap, lambda t: (t.bodies, ints(range(14)))),
    (path_kernels.start_gaps, lambda t: (t.bodies, 1, t.groups, t.avoid, 4000, ints([0] * 14))),
    (path_kernels.march_one, lambda t: _march_one(t, t.passage, 4000)),
    (path_kernels.march_one, lambda t: _march_one(t, t.clear, 4000)),
    (path_kernels.march_one, lambda t: _march_one(t, ints([path_kernels.LEFT] * 8), 2500)),
    (path_kernels.march_one, lambda t: _march_one(t, t.clear, 20_000)),
    (path_kernels.march, _march),
    (path_kernels.first_shift, lambda t: (t.bodies, t.some, *_shifts(t))),
    *((path_kernels.fine_shifts, lambda t, n=n: (t.bodies, t.some, _shifts(t)[0], n, *_shifts(t)[1:])) for n in (2, 9)),
    (drive_kernels.hull_on_ground, lambda t: (t.bodies[4:5], t.edges, t.pieces, t.passage)),
    (
        drive_kernels.hull_clear,
        lambda t: (t.bodies[4:5], t.bodies, t.groups, t.avoid, 1000, ints([-1] * 14), True, ints([0] * 4)),
    ),
    (drive_kernels.drive, lambda t: (t.bodies, 4, ints([(300, 900), (0, 600), (-900, -400)]), *t.moves())),
    (height_kernels.height_at, lambda t: (*t.point, t.edges, t.pieces, ints([1] * 8))),
    (height_kernels.heights, lambda t: (t.path, t.edges, t.pieces, ints([1] * 8))),
    (way_kernels.stages, lambda t: (ints([(*t.point, *t.other), (*t.other, *t.point)]), 1, 4)),
    (way_kernels.any_met, lambda t: (ints([(*t.point, *t.other), (*t.other, *t.other)]), t.edges, t.pieces, t.passage)),
    (
        way_kernels.moments,
        lambda t: (
            ints([(*t.point, *t.other), (*t.other, *t.point)]),
            ints([9000, 3000]),
            ints([0, 900]),
            ints([0, 2000, 5000]),
            t.edges,
            t.pieces,
            t.passage,
        ),
    ),
    (way_kernels.pieces_met, lambda t: (*t.point, *t.other, t.edges, t.pieces)),
    (way_kernels.ahead_of, lambda t: (t.bodies, 0, t.bearing, 450, t.rest)),
    (
        way_kernels.arrivals,
        lambda t: (
            ints([(*t.point, *t.other), (*t.point, *t.other), (*t.point, *t.point), (*t.other, *t.point)]),
            ints([t.bearing] * 4),
            t.edges,
            t.pieces,
            ints([1] * 8),
        ),
    ),
    (height_kernels.inside_all_the_way, lambda t: (t.path, t.edges, t.pieces, ints([1] * 8))),
    (
        height_kernels.inside_all_the_way,
        lambda t: (ints([(t.pieces[0, 3], t.pieces[0, 4])] * 2), t.edges, t.pieces, ints([1] * 8)),
    ),
    (reach_kernels.push, lambda t: (ints([1, 4, 9, 0]), ints([7, 8, 9, 0]), 3, t.bearing % 12, 5)),
    (reach_kernels.pop, lambda t: (ints([1, 4, 2, 9, t.bearing]), ints([1, 2, 3, 4, 5]), 5)),
    (reach_kernels.open_nodes, _nodes),
    (reach_kernels.spread, lambda t: (t.bodies, 0, 5000, 500, *t.moves())),
    (reach_kernels.near_on_lines, lambda t: (*t.point, t.edges)),
    (reach_kernels.lattice, lambda t: (*t.point, 1500, 3)),
    (reach_kernels.within_zone, lambda t: (*t.point, 500, t.edges[:4])),
    (reach_kernels.within_zone, lambda t: (*t.point, 500, t.edges[:0])),
    *(
        (
            reach_kernels.who_next,
            lambda t, m=m: (t.bodies, t.rest, ints([0, 1, 0, 0, 0, 0]), ints([0] * 6), *t.point, m),
        )
        for m in (reach_kernels.WALK, reach_kernels.APPEAR)
    ),
    (reach_kernels.pack, lambda t: _pack(t, reach_kernels.WALK)),
    (reach_kernels.pack, lambda t: _pack(t, reach_kernels.APPEAR)),
    (reach_kernels.pack, lambda t: _pack(t, reach_kernels.ENTER)),
    (ray_kernels.aim_point, lambda t: (t.bodies, t.bearing % 14, t.bearing % 9)),
    (ray_kernels.aim_point, lambda t: (t.bodies, 4, t.bearing % 9)),
    (ray_kernels.aim_points, lambda t: (t.bodies, t.rest)),
    (ray_kernels.stands_in, lambda t: (t.bodies, t.bearing % 14, t.edges, t.pieces, t.bearing % 8)),
    (ray_kernels.touches, lambda t: (t.bodies, t.bearing % 14, t.edges, t.pieces, t.bearing % 8)),
    (ray_kernels.standing, lambda t: (t.bodies, 0, t.edges, t.pieces, ints([0] * 8))),
    (ray_kernels.gather_pieces, _near_pieces),
    *((ray_kernels.meet_piece, lambda t, p=p, i=i: _meet(t, p, i, i == 0)) for p in range(8) for i in (0, 1)),
    *((ray_kernels.meet_screen, lambda t, r=r: (*t.point, 1200, *t.other, 600, t.bodies, r)) for r in (1, 2, 4, 9)),
    (
        ray_kernels.gather_screens,
        lambda t: (*t.point, *t.other, 9000, 600, t.bodies, t.groups, 0, 5, ints(range(14)), ints([0] * 14)),
    ),
    (ray_kernels.scratch, lambda t: (t.pieces[:0], t.edges[:0], t.screens[:0])),
    (ray_kernels.see, lambda t: _see(t, once=False)),
    (ray_kernels.see, lambda t: _see(t, once=True)),
    (sight_kernels.look, lambda t: (t.bodies, t.some, t.rest, *_sight(t), 2)),
    (sight_kernels.lane_blocked, lambda t: (t.bodies, 0, 5, 1000, ints(range(14)), t.groups)),
    (sight_kernels.crosses, lambda t: (*t.point, *t.other, t.edges, 0, 4)),
    (sight_kernels.all_hidden, lambda t: (t.bodies, 0, t.rest, 0, 6, ints([0] * 8), t.edges, t.pieces)),
    *(
        (sight_kernels.all_hidden, lambda t, r=r: (t.bodies, r, ints([r + 4]), 0, 1, ints([0] * 8), t.edges, _high(t)))
        for r in range(8)
    ),
    (sight_kernels.aim, lambda t: (t.bodies, t.some, t.rest, *_sight(t), 2, ints([10, 12]), 1000)),
    (
        sight_kernels.groups_seen,
        lambda t: (t.bodies, t.some, t.rest, ints([0, 2, 6]), *_sight(t), ints([10, 12]), 1000),
    ),
    (sight_kernels.sightings, _sightings),
    (sight_kernels.trace, lambda t: (t.bodies, 0, 5, *_sight(t))),
    (fan_kernels.fans, lambda t: _fans(t, past_own=True, enough=0)),
    (fan_kernels.fans, lambda t: _fans(t, past_own=False, enough=0)),
    (fan_kernels.first_seer, lambda t: _fans(t, past_own=False, enough=2)),
    (fan_kernels.first_seer, lambda t: _fans(t, past_own=False, enough=40)),
    (fan_kernels.fans, lambda t: _fans(t, past_own=False, enough=fan_kernels.IF_SEEN)),
    (fan_kernels.fan, _fan),
    (fan_kernels.crossed_by, lambda t: (*t.point, *t.other, t.edges, ints(range(len(t.edges))), 0, len(t.edges))),
    (fan_kernels.mark_close, lambda t: (t.bodies, 0, 5, t.edges, t.pieces, t.bearing % 8, ints([[0, -1, -1, -1]]), 0)),
    (fan_kernels.keep_met, _kept),
    (fan_kernels.across_all, lambda t: (*t.point, *t.other, *_third(t), *(int(x) for x in t.edges[t.bearing % 8, :4]))),
    (fan_kernels.at_end, lambda t: (*t.point, *t.other, t.edges, ints(range(len(t.edges))), 0, 4)),
    (fan_kernels.hidden_by_one, _hidden),
    *((fan_kernels.first_met, lambda t, w=w, r=r: _met(t, w, r)) for w in (False, True) for r in (-1, 3000)),
    (fan_kernels.half_width, lambda t: (t.bodies, 4, 3000, 4000, 5000)),
    (fan_kernels.half_width, lambda t: (t.bodies, 0, 3000, 4000, 5000)),
    (fan_kernels.fan_point, lambda t: (t.bodies, 0, 4, 5)),
    (fan_kernels.fan_point, lambda t: (t.bodies, 0, 0, 5)),
    (fan_kernels.crossings_of, lambda t: (*t.point, *t.other, t.edges, ints(range(len(t.edges))), 0, len(t.edges))),
    *(
        (fan_kernels.through_area, lambda _, c=c, s=s: (c, 1 << 18, 1 << 19, 4000, 2000, s, 500, 500 - 501 * (c == 3)))
        for c in range(4)
        for s in (0, 1)
    ),
    *((fan_kernels.thickness, lambda _, c=c, s=s: (c, 1 << 18, 1 << 19, 4000, s)) for c in range(4) for s in (0, 1)),
    (fan_kernels.close_to, lambda t: (t.bodies, t.bearing % 14, t.edges, t.pieces, t.bearing % 8)),
    *(
        (path_kernels.swept_gap, lambda t, r=r: (t.bodies, 4, r, int(t.bodies[4, X]), int(t.bodies[4, Y]), *t.other))
        for r in (1, 2, 3, 9)
    ),
    *(
        _sights(
            line_kernels.met, lambda t, p=p: (*t.point, *t.other, t.edges, int(t.pieces[p, 0]), int(t.pieces[p, 1]))
        )
        for p in range(8)
    ),
    *(_sights(line_kernels.within, lambda _, c=c, s=s: (c, 1 << 18, s)) for c in range(3) for s in (True, False)),
    *(_sights(line_kernels.looks_over, lambda _, z=z: (1500, z, 4000, 3000)) for z in (0, 1500, 2000)),
    *(
        _sights(line_kernels.body_between, lambda t, r=r: (t.bodies, 0, r, t.groups, t.sizes, 3000))
        for r in (3, 5, 9, 12)
    ),
    *(_sights(line_kernels.cast, lambda t, r=r: (t.bodies, 0, r, *t.sight())) for r in range(1, 14)),
    _sights(line_kernels.lines, lambda t: (t.bodies, t.some, ints(range(14)), 18_000, *t.sight())),
    *(_sights(hug_kernels.hugged, lambda t, r=r: (t.bodies, 0, r, t.edges, t.sight()[1], 1000)) for r in range(1, 14)),
    _sights(hug_kernels.hugging_lines, lambda t: (t.bodies, t.some, ints(range(14)), 18_000, *t.sight(), 1000)),
    _sights(glimpse_kernels.in_reach, lambda t: (t.bodies, 0, 5, 4000)),
    *(
        _sights(
            glimpse_kernels.groups_glimpsed,
            lambda t, n=n: (t.bodies, ints([0, 5]), ints([1, 2, 9, 12, 13]), 18_000, n, *t.sight()),
        )
        for n in (1, 9)
    ),
    *(
        _sights(glimpse_kernels.glimpsed, lambda t, r=r: (t.bodies, ints([0, 5]), ints([r, 9]), 18_000, *t.sight()))
        for r in (3, 12, 13)
    ),
    _sights(
        glimpse_kernels.moments_glimpsed,
        lambda t: (t.bodies, ints([0, 2]), _moments(t), ints([3, 5]), ints([9000, 20_000]), *t.sight()),
    ),
    *(_sights(line_kernels.misses_box, lambda t, p=p: (*t.point, *t.other, t.pieces, p)) for p in range(8)),
    *(
        _sights(
            kernel,
            lambda t, r=r: (t.bodies, ints([0, 5, 7]), ints([1, 2, 9, 12]), ints([9000, r, r]), *t.sight()),
        )
        for kernel in (glimpse_kernels.nearest_glimpsed, glimpse_kernels.gaps_glimpsed)
        for r in (7000, 48_000)
    ),
    _sights(line_kernels.contacts, lambda t: (t.bodies, t.sides, 3000)),
    *(_sights(charge_kernels.spots_around, lambda t, r=r: (t.bodies, 0, r, ints([[0, 0]] * 60), 0)) for r in (1, 4)),
    (angle.strides, lambda t: (t.bearing, t.point[0] // 5, 250)),
    (angle.strides, lambda t: (t.bearing, -300, 250)),
    (measure_kernels.gaps, lambda t: (t.bodies, t.some, t.rest)),
    (measure_kernels.near_points, lambda t: (t.bodies, t.rest, t.path, 6000)),
    _sights(outlook_kernels.outlooks, _outlooks),
    _sights(outlook_kernels.in_bands, _in_bands),
    *((contact_kernels.places_around, lambda t, r=r: (t.bodies, 0, r, ints([0, 300, -300, 900]))) for r in (1, 5)),
    *((contact_kernels.plainly_behind, lambda t, r=r: (t.bodies, r, *t.point, t.rest, 5)) for r in (0, 1, 2, 3)),
    *(
        (
            contact_kernels.just_touching,
            lambda t, r=r: (t.bodies, 0, r, _beside(t, r), ints([[0, 0], [1, 0], [0, -1]]), 30_000, t.screens, 5),
        )
        for r in (1, 2, 3, 4, 5)
    ),
    *((wall_kernels.stopped_by, lambda t, s=s: (*t.point, *t.other, *_walls(t), 1500, s)) for s in (False, True)),
    (
        wall_kernels.strides_open,
        lambda t: (
            *t.point,
            angle.strides(t.bearing, 9000, 250),
            ints([(*t.other, 4000**2)]),
            *_walls(t),
            1500,
            False,
        ),
    ),
    _sights(charge_kernels.on_a_fellow, lambda t: (t.bodies, 0, ints(range(14)))),
    (charge_kernels.short_of, lambda t: (t.point[0] - t.other[0], 7)),
    _sights(charge_kernels.may_go, lambda t: (t.bodies, t.bodies.copy(), 0, *t.other, 20_000, *_charge(t), *_trail(t))),
    _sights(
        charge_kernels.first_spot,
        lambda t: (t.bodies, t.bodies.copy(), 0, t.path, len(t.path), 25_000, *_charge(t), *_trail(t)),
    ),
    _sights(
        charge_kernels.close_in, lambda t: (t.bodies, ints([0, 1, 2, 3]), ints([4, 5]), ints([9000] * 4), *_charge(t))
    ),
    _sights(
        charge_kernels.close_in, lambda t: (t.bodies, ints([0, 1, 2, 3]), ints([5, 6]), ints([3000] * 4), *_charge(t))
    ),
    *(_posts(post_kernels.holds, lambda t, p=p: (t.bodies, t.bearing % 14, t.edges, t.pieces, p)) for p in range(8)),
    _posts(post_kernels.note_holders, lambda t: (t.bodies, 3, *t.terrain(), 3)),
    _posts(post_kernels.held_by, lambda t: (t.bodies, t.edges, t.pieces)),
    _posts(post_kernels.line_meets, lambda t: (*t.point, *t.other, t.edges, 0, len(t.edges), 1500, 0, 0)),
    _posts(post_kernels.line_meets, lambda t: (*t.point, *t.other, t.edges, 0, len(t.edges), 1500, 2000, 0)),
    _posts(post_kernels.line_meets, lambda t: (*t.point, *t.other, t.edges, 0, len(t.edges), 1500, 0, 2000)),
    *(_posts(post_kernels.cut_by, lambda t, r=r: (t.bodies, 0, r, *t.terrain(), 0, r, t.levels)) for r in (3, 9, 10)),
    *(_posts(post_kernels.cover_of, lambda t, r=r: (t.bodies, 0, r, *t.terrain(), r)) for r in (3, 5, 7, 9)),
    _posts(post_kernels.friend_between, lambda t: (t.bodies, 0, 3, *t.teams[1:])),
    _posts(post_kernels.friend_between, lambda t: (t.bodies, 1, 12, *t.teams[1:])),
    _posts(post_kernels.is_ahead, lambda t: (t.bodies, 0, t.bearing, 400, 1)),
    _posts(post_kernels.fronts, lambda t: (t.bodies, 0, t.teams[0], 1)),
    _posts(post_kernels.looks, lambda t: (t.bodies, t.some, t.rest, *t.terrain(), t.levels, *t.teams)),
    _posts(
        post_kernels.lines_of_fire,
        lambda t: (t.bodies, t.some, ints([9000] * len(t.some)), t.rest, *t.terrain(), t.levels, *t.teams),
    ),
    _posts(
        post_kernels.held_anew,
        lambda t: (t.bodies, t.bodies[::-1].copy(), t.held, t.levels, t.edges, t.pieces, t.hills),
    ),
    _posts(post_kernels.level_of, lambda t: (t.held, 3, t.pieces, t.hills)),
    *(
        _posts(
            post_kernels.can_fire,
            lambda t, r=r, b=b: (t.bodies, ints([0, 9000, 4000, r]), 3, *t.terrain(), 3, t.levels, *t.teams, b),
        )
        for r in (0, 1)
        for b in (3000, 8000, 10_000)
    ),
    _posts(post_kernels.watched, _watched),
    *(_posts(vantage_kernels.bears, lambda t, h=h: (t.bodies, 1, 12, h, *t.teams)) for h in range(4)),
    *(_posts(vantage_kernels.vantages, lambda t, w=w: _vantages(t, w)) for w in (0, 1, 3)),
    _columns(column_kernels.middle_of, lambda t: (t.bodies, ints(range(9)))),
    *(_columns(column_kernels.linked, lambda t, r=r: (t.bodies, 0, r, 5000)) for r in (1, 4, 9)),
    *(
        _columns(column_kernels.hanging, lambda t, h=h: (t.bodies, ints(range(14)), h, t.wide, 2000, 5000))
        for h in (-1, 3, 8)
    ),
    _columns(column_kernels.boxed, lambda t: (t.points, 2, 4, 1000, *t.point)),
    *(_columns(column_kernels.stays, lambda t, f=f: (t.points, f, f + 2)) for f in (2, 6)),
    _columns(column_kernels.goes_alike, lambda t: (t.starts, t.points)),
    _columns(column_kernels.goes_alike, lambda t: (t.starts, t.alike)),
    _columns(column_kernels.goes_alike, lambda t: (ints([0, 2, 3]), t.alike)),
    *(_columns(column_kernels.ways_touched, lambda t, a=a: (t.bodies, *t.ways(), t.large, a)) for a in (True, False)),
    *(_columns(column_kernels.passes_through, lambda t, r=r: (t.bodies, 4, t.points, 2, 4, r)) for r in (3, 5, 9)),
    *(
        _columns(column_kernels.in_order, lambda t, a=a, w=w: (t.bodies, *t.ways(), t.bearings, ints(w), a))
        for a in (True, False)
        for w in ([3, 4, 9], [4], [])
    ),
    _columns(
        column_kernels.ends_near, lambda t: (t.bodies, t.bodies[::-1].copy(), t.movers, 1000, t.pieces, t.wide[:8])
    ),
    *(
        _columns(
            column_kernels.column,
            lambda t, a=a, h=h: (
                t.bodies,
                *t.ways(),
                t.bearings,
                t.large,
                a,
                ints([0, 4, 5, 9, 10]),
                h,
                t.wide[:5],
                3000,
                5000,
                1000,
                t.pieces,
                t.wide[:8],
            ),
        )
        for a in (True, False)
        for h in (-1, 4)
    ),
    (template_kernels.circle, lambda t: (t.bodies, *t.point, 5000)),
    (template_kernels.square, lambda t: (t.bodies, t.bodies[4:5])),
]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other))
    return bool(one == other)


@pytest.mark.parametrize("case", range(len(CASES)), ids=lambda case: f"{CASES[case][0].__name__}-{case}")
def test_compiled_and_plain_agree(case: int) -> None:
    """The same results, and the same marks left in the arrays that were handed in."""
    kernel, arguments = CASES[case]
    plain = kernel.py_func  # type: ignore[attr-defined]
    for seed in SEEDS:
        ours, theirs = arguments(Table(seed)), arguments(Table(seed))
        # Whether room was reserved and never used shows only random memory, so fresh arrays are compared after the call.
        assert _same(kernel(*ours), plain(*theirs)), f"seed {seed}"


def test_every_kernel_is_compared() -> None:
    """Nothing compiled is left out."""
    folder = Path(geometry.__file__).parent
    names = ["angle", *(path.stem for path in sorted(folder.glob("*_kernels.py")))]
    modules = [import_module(f"{geometry.__name__}.{name}") for name in names]
    compared = {id(kernel) for kernel, _ in CASES}
    every = {
        f"{module.__name__}.{name}"
        for module in modules
        for name, value in vars(module).items()
        if hasattr(value, "py_func") and value.__module__ == module.__name__ and id(value) not in compared
    }
    assert not every
