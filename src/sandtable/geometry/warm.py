"""Compile every kernel once, so that no player waits for the compiler: `python -m sandtable.geometry.warm`.

On all cores, a piece of work at a time, so that it can be said how far it is.
"""

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import NamedTuple

from . import (
    angle,
    charge_kernels,
    contact_kernels,
    drive_kernels,
    fan_kernels,
    foot_kernels,
    glimpse_kernels,
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
from .bodies import disc, rectangle, stack
from .ground import flatten
from .kernel import CACHE, Ints, ints


class _Table(NamedTuple):
    """A table with next to nothing on it, as kernels read it."""

    bodies: Ints
    edges: Ints
    pieces: Ints
    groups: Ints
    rows: Ints


def _measure(on: _Table) -> None:
    bodies, edges, rows = on.bodies, on.edges, on.rows
    measure_kernels.root_up(10)
    measure_kernels.near_on_segment(0, 0, 1, 1, 2, 2)
    measure_kernels.gap_to_point(bodies, 0, 0, 0)
    measure_kernels.gap(bodies, 0, bodies, 2)
    measure_kernels.nearest_each(bodies, rows, rows)
    measure_kernels.nearest(bodies, rows, rows)
    measure_kernels.gaps(bodies, rows, rows)
    measure_kernels.near_points(bodies, rows, ints([[0, 0]]), 1000)
    measure_kernels.corner(bodies, 2, 0)
    measure_kernels.in_rectangle(bodies, 2, 0, 0)
    measure_kernels.in_ring(edges, 0, 4, 0, 0)
    measure_kernels.gap_to_piece(bodies, 0, edges, 0, 4, True)


def _angles(_: _Table) -> None:
    angle.ahead(0, 0, 0, 1)
    angle.strides(0, 1000, 250)
    angle.bearing_to(1, 1)
    angle.turn_between(0, 1)
    angle.in_arc(0, 450, 1, 1)
    angle.quarter(0, 1, 1)
    angle.heading(0)


def _sight(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    none = ints([])
    starts = ints([0, 1])
    sight_kernels.look(bodies, rows, rows, edges, pieces, groups, none, 1)
    sight_kernels.aim(bodies, rows, rows, edges, pieces, groups, none, 1, none, 1)
    sight_kernels.groups_seen(bodies, rows, rows, starts, edges, pieces, groups, none, none, 1)
    places = ints([[[0, 0, 0]]])
    sight_kernels.sightings(bodies, rows, places, rows, starts, edges, pieces, groups, none, none, 1, ints([9000]))
    sight_kernels.trace(bodies, 0, 1, edges, pieces, groups, none)
    sight_kernels.lane_blocked(bodies, 0, 1, 1, none, groups)
    ray_kernels.touches(bodies, 0, edges, pieces, 0)


def _fans(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    none = ints([])
    veils = ints([]).reshape(0, 5)
    fan_kernels.fans(bodies, rows, rows, edges, pieces, groups, groups, groups, none, groups, veils, True, 0)
    fan_kernels.first_seer(bodies, rows, rows, edges, pieces, groups, groups, groups, none, groups, veils, True, 2)
    moments = ints([(0, 0, 0, 0, 0, 1)])
    fan_kernels.first_met(
        bodies, moments, rows, True, 0, edges, pieces, groups, groups, groups, none, groups, veils, True, 2
    )
    fan_kernels.fan_point(bodies, 0, 1, 0)


def _posts(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    held = post_kernels.held_by(bodies, edges, pieces)
    teams = (groups, groups, groups, groups)
    post_kernels.looks(bodies, rows, rows, edges, pieces, held, groups, *teams)
    posts, marks = ints([[1, 9000, 9000, 1]]), ints([0])
    places = ints([[0, 0]])
    post_kernels.watched(
        bodies, rows, ints([0, 1]), places, posts, 9000, edges, pieces, held, groups, marks, *teams
    )  # fmt: skip
    post_kernels.is_ahead(bodies, 0, 0, 0, 1)
    stays = ints([]).reshape(1, 0, 5)
    vantage_kernels.vantages(
        bodies, stays, rows, rows, rows, rows, rows, edges, pieces, held, groups, marks, *teams
    )  # fmt: skip


def _lines(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    table = (edges, pieces, groups, groups, 4000, 3000)
    line_kernels.lines(bodies, rows, rows, 48000, *table)
    hug_kernels.hugging_lines(bodies, rows, rows, 48000, *table, 1000)


def _glimpses(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    table = (edges, pieces, groups, groups, 4000, 3000)
    glimpse_kernels.groups_glimpsed(bodies, rows, rows, 48000, 1, *table)
    glimpse_kernels.glimpsed(bodies, rows, rows, 48000, *table)
    glimpse_kernels.moments_glimpsed(bodies, rows, ints([[[0, 0, 0, 0]]]), rows, ints([48000]), *table)
    glimpse_kernels.gaps_glimpsed(bodies, rows, rows, ints([48000]), *table)
    glimpse_kernels.nearest_glimpsed(bodies, rows, rows, ints([48000]), *table)
    gaps, _ = outlook_kernels.outlooks(ints([bodies]), rows, rows, ints([0, 1]), 3, 48000, *table)
    terms = ints([[0, 48000, outlook_kernels.ALL_ROUND]])
    outlook_kernels.in_bands(ints([bodies]), gaps, rows, rows, groups, rows, ints([0, 1]), terms, ints([48000]))


def _contacts(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    line_kernels.contacts(bodies, groups, 50)
    passage, avoid = ints([0]), ints([0, 0, 0])
    beside = contact_kernels.places_around(bodies, 0, 1, rows)
    contact_kernels.just_touching(bodies, 0, 1, beside, beside, 4000, rows, 5)
    charge_kernels.close_in(bodies, rows, ints([1]), ints([4000]), edges, pieces, passage, groups, avoid, 72000, 48000)


def _moves(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    passage, avoid = ints([0]), ints([0, 0, 0])
    ground = (edges, pieces, passage, groups, avoid, 1000, 72000, 48000)
    points, far, facing = ints([[0, 0], [1, 1]]), ints([6000]), ints([-1])
    path_kernels.march(bodies, rows, ints([0, 2]), points, facing, far, *ground, rows, 1000, True)
    path_kernels.first_shift(bodies, rows, points, far, *ground, rows, 1000, True)
    path_kernels.fine_shifts(bodies, rows, points, 1, far, *ground, rows, 1000, True)


def _drives(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    passage, avoid = ints([0]), ints([0, 0, 0])
    ground = (edges, pieces, passage, groups, avoid, 1000, 72000, 48000)
    drive_kernels.drive(bodies, 2, ints([[0, 1000]]), *ground)
    path_kernels.touching(bodies, rows, 1000, True)
    path_kernels.start_gaps(bodies, 2, groups, avoid, 1000, ints([0, 0, 0]))


def _ways(on: _Table) -> None:
    bodies, edges, pieces, _, rows = on
    passage, points = ints([0]), ints([[0, 0], [1, 1]])
    height_kernels.heights(points, edges, pieces, passage)
    way_kernels.stages(ints([[0, 0, 1, 1]]), 0, 1)
    foot_kernels.held_in(bodies, rows, edges, pieces, passage)
    foot_kernels.sheltered(bodies, rows, edges, pieces, 1000)
    foot_kernels.covered(bodies, ints([[0, 0, 0, 0, 0]]), edges, pieces)
    foot_kernels.hindrances(ints([[0, 0, 1, 1]]), edges, pieces, passage, passage)
    way_kernels.pieces_met(0, 0, 1, 1, edges, pieces)
    way_kernels.any_met(ints([[0, 0, 1, 1]]), edges, pieces, passage)
    way_kernels.moments(ints([[0, 0, 1, 1]]), rows, rows, rows, edges, pieces, passage)
    way_kernels.ahead_of(bodies, 0, 0, 450, rows)
    way_kernels.arrivals(ints([[0, 0, 1, 1]]), rows, edges, pieces, passage)
    height_kernels.inside_all_the_way(points, edges, pieces, passage)
    path_kernels.barred_by(0, 0, 1, 1, 500, edges, pieces, passage)
    path_kernels.crossing_places(0, 0, 1, 1, edges, 0, 4, ints([0] * 8), 0)
    path_kernels.path_cost(points, 0, 2, edges, pieces, passage)
    boxes, walls, openings = ints([[0, 0, 1, 1]]), ints([[0, 0, 1, 1, 0]]), ints([[0, 0, 0]])
    wall_kernels.stopped_by(0, 0, 1, 1, boxes, walls, openings, 500, False)
    wall_kernels.strides_open(0, 0, points, openings, boxes, walls, openings, 500, False)


def _reach(on: _Table) -> None:
    bodies, edges, pieces, groups, rows = on
    far = ints([6000])
    ground = (edges, pieces, ints([0]), groups, ints([0, 0, 0]), 1000, 72000, 48000)
    reach_kernels.spread(bodies, 0, 2000, 500, *ground)
    reach_kernels.near_on_lines(0, 0, edges)
    reach_kernels.within_zone(0, 0, 500, edges)
    reach_kernels.pack(bodies, rows, 9000, 9000, 1500, reach_kernels.WALK, far, edges, edges, *ground, rows, 1000, True)


def _templates(on: _Table) -> None:
    template_kernels.circle(on.bodies, 0, 0, 3000)
    template_kernels.square(on.bodies, on.bodies[2:3])


# What is compiled together, the longest first, so that no core works on while the others wait.
_WORK: tuple[Callable[[_Table], None], ...] = (
    _moves, _reach, _fans, _sight, _posts, _glimpses, _lines, _contacts, _drives, _ways, _measure, _templates, _angles,
)  # fmt: skip
_DONE = CACHE / "complete"


def _table() -> _Table:
    bodies = stack(
        [disc(5000, 5000, 500, height=1200), disc(9000, 5000, 500, height=1200), rectangle(9000, 9000, 4000, 2000)]
    )
    pieces, edges = flatten([([(20000, 20000), (24000, 20000), (24000, 24000), (20000, 24000)], True, 3000)])
    return _Table(bodies, edges, pieces, ints([0, 1, 2]), ints([0]))


def warm() -> None:
    """Call every kernel that is called from Python: what is compiled already is loaded."""
    table = _table()
    for work in _WORK:
        work(table)


def cold() -> bool:
    """Whether kernels have yet to be compiled."""
    return not _DONE.is_file()


def compile_all(tell: Callable[[int, int], None]) -> None:
    """Compile every kernel with all cores; `tell` hears how many pieces of the work are done, of how many."""
    tell(0, len(_WORK))
    for done, _ in enumerate(_compiled(), 1):
        tell(done, len(_WORK))
    _DONE.parent.mkdir(parents=True, exist_ok=True)
    _DONE.touch()


def _compiled() -> Iterator[object]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores == 1:
        yield from map(_compile, range(len(_WORK)))
        return
    with ProcessPoolExecutor(min(cores, len(_WORK)), get_context("spawn")) as pool:
        yield from as_completed([pool.submit(_compile, place) for place in range(len(_WORK))])


def _compile(place: int) -> None:
    _WORK[place](_table())


def say(done: int, of: int) -> None:
    """A bar on the error stream; for those who keep it in a file, a line at the beginning and none later."""
    bar = f"compiling the geometry, once: {'#' * done}{'.' * (of - done)} {done} of {of}"
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{'' if done == of else bar}")
    elif not done:
        sys.stderr.write("compiling the geometry, once, with all cores: a minute or less\n")
    sys.stderr.flush()


if __name__ == "__main__":
    compile_all(say)
