"""Unit Cohesion: who is in touch with the Platoon Leader, and how many have to be."""

from collections.abc import Sequence

from sandtable.geometry.bodies import X, Y
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered

from .state import Battle
from .teams import afoot, leader_of, near_to

NEAR = inches(6)
TANKS = inches(10)


@rule("fraley.cohesion.distance", "fraley.cohesion.tank-distance")
def link_of(state: Battle, one: int, other: int) -> int:
    """How far apart two Teams are in touch: ten inches between Tank Teams, else six."""
    figures = state.figures
    return TANKS if figures[one].kind == figures[other].kind == "tank" else NEAR


def in_touch(state: Battle, bodies: Ints, one: int, other: int) -> bool:
    """Whether two Teams are within the distance of cohesion of each other."""
    return int(gap(bodies, one, bodies, other)) <= link_of(state, one, other)


def _touching(state: Battle, bodies: Ints, ones: Sequence[int], other: int) -> list[int]:
    """Those of some Teams that are in touch with another."""
    if state.figures[other].kind != "tank":
        return near_to(bodies, other, ones, NEAR)
    near = near_to(bodies, other, ones, TANKS)
    return [one for one in near if state.figures[one].kind == "tank" or in_touch(state, bodies, one, other)]


@rule("fraley.cohesion.without-pl")
def reference(state: Battle, number: int, bodies: Ints) -> int:
    """Whom cohesion is measured from: the Platoon Leader, or without one the Team nearest the middle of the Unit."""
    leader = leader_of(state, number)
    if leader is not None and state.figures[leader].aboard < 0:
        return leader
    men = afoot(state, number)
    points = bodies[rows(men), X : Y + 1].tolist()
    middle_x, middle_y = sum(x for x, _ in points), sum(y for _, y in points)
    count = len(men)
    off = {
        man: (x * count - middle_x) ** 2 + (y * count - middle_y) ** 2
        for man, (x, y) in zip(men, points, strict=True)
    }  # fmt: skip
    return min(men, key=lambda man: (off[man], man))


@rule("fraley.cohesion.distance")
def anchors(state: Battle, number: int, bodies: Ints) -> list[int]:
    """The Teams that others may hang on: the Platoon Leader first, and those directly in touch with him."""
    hub = reference(state, number, bodies)
    return [hub, *_touching(state, bodies, [man for man in afoot(state, number) if man != hub], hub)]


@rule("fraley.cohesion.distance", "fraley.cohesion.tank-distance", "fraley.fo.no-cohesion")
def together(state: Battle, number: int, bodies: Ints) -> list[int]:
    """The Teams of a Unit that are in cohesion where bodies stand so: by at most one Team in between."""
    men = afoot(state, number)
    if len(men) < 2:
        return list(men)
    near = anchors(state, number, bodies)
    if len(near) == len(men):
        return list(men)
    found, left = set(near), [man for man in men if man not in near]
    for anchor in near[1:]:
        found.update(_touching(state, bodies, left, anchor))
        left = [man for man in left if man not in found]
        if not left:
            break
    return [man for man in men if man in found]


_KNOWN: Remembered[Battle, dict[int, list[int]]] = Remembered(lambda _: {}, most=8)  # by Unit


def in_cohesion(state: Battle, number: int) -> list[int]:
    """The Teams of a Unit that are in cohesion with its Platoon Leader, himself among them."""
    known = _KNOWN(state)
    if number not in known:
        known[number] = together(state, number, state.layout.bodies)
    return known[number]


@rule("fraley.cohesion.half")
def enough(count: int, teams: int, before: int) -> bool:
    """Whether enough are in cohesion: half the Unit, or no fewer than before where it was less already."""
    return 2 * count >= teams or count >= before
