"""Facings of vehicles: front against flank, hull down, and coming straight at somebody."""

from typing import NamedTuple

from sandtable.geometry.angle import ahead, heading
from sandtable.geometry.bodies import HALF_LENGTH
from sandtable.geometry.hug_kernels import hugging_lines
from sandtable.geometry.line_kernels import COVER, CUT_BY, SEEN
from sandtable.geometry.measure_kernels import corner
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.layout import rows

from .charts import ENDLESS
from .sight import with_points
from .terrain import BANKS, HARD, HUG

SAMPLES = 10
SKIRT = inches(0.8)  # how high the side of a hull is that has to be hidden


class Aspect(NamedTuple):
    """How a shot strikes a hull: behind the line of its front, or where half of it is hidden."""

    flank: bool = False
    hull_down: bool = False


HEAD_ON = Aspect()


def aspect_of(state: Battle, eye: int, vehicle: int) -> Aspect:
    """How a hull is struck from where somebody aims."""
    return Aspect(behind_front(state, vehicle, *state.layout.point(eye)), hull_down(state, eye, vehicle))


@rule("sk.gap.hit-facing", "sk.dmg.plus-4-flank", "sk.afv.minus-flanked")
def behind_front(state: Battle, vehicle: int, x: int, y: int) -> bool:
    """Whether a point lies behind the line through a hull's front edge, extended to both sides."""
    row = state.units[vehicle].hull
    at_x, at_y = state.layout.point(row)
    bearing = state.layout.bearing(row)
    half = int(state.layout.bodies[row, HALF_LENGTH])
    front_x, front_y = ahead(at_x, at_y, bearing, half)
    forward_x, forward_y = heading(bearing)
    return bool((x - front_x) * forward_x + (y - front_y) * forward_y < 0)


@rule("sk.gap.hull-down", "sk.dmg.minus-4-hull-down")
def hull_down(state: Battle, shooter: int, vehicle: int) -> bool:
    """Whether at least half of the side of a hull that faces a shooter is hidden by a bank, a wall, a crest or a house."""
    row = state.units[vehicle].hull
    corners = [corner(state.layout.bodies, row, index) for index in range(4)]
    x, y = state.layout.point(shooter)
    near = sorted(corners, key=lambda one: ((one[0] - x) ** 2 + (one[1] - y) ** 2, one))[:2]
    (ax, ay), (bx, by) = near
    points = [
        (int(ax + (bx - ax) * (2 * part + 1) // (2 * SAMPLES)), int(ay + (by - ay) * (2 * part + 1) // (2 * SAMPLES)))
        for part in range(SAMPLES)
    ]
    at, more = with_points(state, points, height=SKIRT)
    groups = at.groups.copy()
    groups[more] = state.figures[row].unit  # a hull does not hide itself
    rest = (at.rest[0], at.rest[1], groups, *at.rest[3:])
    found = hugging_lines(at.bodies, rows((shooter,)), more, ENDLESS, *rest, HUG)[0]
    hidden = sum(_hidden(state, line) for line in found.tolist())
    return hidden * 2 >= SAMPLES


def _hidden(state: Battle, line: list[int]) -> bool:
    if line[SEEN]:
        return line[COVER] == HARD
    cut = line[CUT_BY]
    return 0 <= cut < len(state.terrain) and state.terrain[cut].kind in BANKS
