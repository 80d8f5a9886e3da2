"""Tank Teams that come to Difficult and Very Difficult Terrain."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.bodies import RADIUS, X, Y
from sandtable.geometry.ground import CLOSED, COUNT, FIRST
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap, gap_to_piece
from sandtable.geometry.way_kernels import any_met, pieces_met
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import returned, stage
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.teams import afoot, standing, vehicle_of, who
from sandtable.rulesets.fraley.basics.terrain import DIFFICULT, VERY_DIFFICULT, feature
from sandtable.rulesets.fraley.basics.training import check
from sandtable.rulesets.fraley.nerve.suppression import room, suppress_team
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.layout import rows

from .passing import box_of, bulky, in_the_way
from .standing import ends
from .ways import Way, cut, facing, goes, length_of

ROUGH = (DIFFICULT, VERY_DIFFICULT)
STEPS = 500  # how often one looks closer for the point of contact
BACK = 100  # how far one draws back at a time to find room


class Crossed(NamedTuple):
    """A march as it really goes, and the Teams that failed to cross terrain on it."""

    march: March
    failed: tuple[int, ...]


class Contact(NamedTuple):
    """A piece of terrain on a Team's way: after how much of the way its hull touches it, whether it is Very Difficult."""

    far: int
    piece: int
    very: bool
    title: str


Ways = tuple[tuple[int, tuple[Contact, ...]], ...]  # each Tank Team with what it comes to


@rule("fraley.terrain.tank-difficult", "fraley.terrain.tank-very-difficult")
def contacts(state: Battle, walk: Walk) -> list[Contact]:
    """The features that a Tank Team's middle enters or crosses on its way, in the order its hull touches them."""
    ground, bodies = state.ground, state.layout.bodies
    if not len(ground.pieces) or not goes(walk):
        return []
    met: list[int] = []
    for (ax, ay), (bx, by) in pairwise(walk.points):
        marks = pieces_met(ax, ay, bx, by, ground.edges, ground.pieces).tolist()
        met += [
            piece
            for piece, on in enumerate(marks)
            if on and piece not in met and feature(state.terrain[piece]).going in ROUGH
        ]
    return sorted(_contact(state, piece, _touches(ground.edges, ground.pieces[piece], bodies, walk)) for piece in met)


def _contact(state: Battle, piece: int, far: int) -> Contact:
    """A piece that is touched after so much of the way."""
    what = state.terrain[piece]
    return Contact(far, piece, feature(what).going == VERY_DIFFICULT, what.title)


def _touches(edges: Ints, piece: Ints, bodies: Ints, walk: Walk) -> int:
    """After how much of its way a hull that does not turn first touches a piece; it never comes nearer than it goes."""
    pose = bodies[walk.figure : walk.figure + 1].copy()
    first, count, closed = int(piece[FIRST]), int(piece[COUNT]), bool(piece[CLOSED])
    whole, far = length_of(walk.points), 0
    for _ in range(STEPS):
        pose[0, X], pose[0, Y] = cut(walk.points, far)[-1]
        left = int(gap_to_piece(pose, 0, edges, first, count, closed))
        if left == 0 or far >= whole:
            break
        far = min(whole, far + left)
    return far


# ---- the rolls


@rule("fraley.terrain.tank-difficult")
def crossing_die(why: str, seat: int, *because: str) -> Roll[int]:
    """A D6 for Difficult Terrain: 2 or more gets across."""
    cited = ("fraley.terrain.tank-difficult", *because)
    return Roll(1, 6, AtLeast(2), why=why, because=cited, seat=seat, needs="2+", step="to get across")


@rule("fraley.tank.terrain-reroll")
def surefooted(state: Battle, figure: int) -> bool:
    """Whether it rerolls its checks to move through terrain."""
    vehicle = vehicle_of(state.figures[figure], state.options)
    return vehicle is not None and "terrain-reroll" in vehicle.traits


@rule("fraley.terrain.tank-difficult", "fraley.terrain.tank-very-difficult", "fraley.tank.terrain-reroll")
async def gets_across(play: Play[Battle], figure: int, contact: Contact) -> bool:
    """A Tank Team rolls for a feature: 2+ if it is Difficult, a Training Check if it is Very Difficult."""
    state = play.state
    sure = surefooted(state, figure)
    tries: tuple[tuple[str, ...], ...] = ((), ("fraley.tank.terrain-reroll",)) if sure else ((),)
    for because in tries:
        why, unit = f"crossing {contact.title}", state.figures[figure].unit
        if contact.very:
            clauses = ("fraley.terrain.tank-very-difficult", *because)
            passed = (await check(play, unit, why, *clauses, final=sure)).passed
        else:
            rolled = await crossing_die(f"{who(state, figure)}: {why}", state.units[unit].side, *because)
            passed = rolled.value > 0
        if passed:
            return True
    return False


# ---- the march


async def cross(play: Play[Battle], number: int, march: March) -> March:
    """Tank Teams test for terrain on their ways; whoever fails stops where it touches the terrain and is suppressed."""
    return (await crossed(play, number, march)).march


@rule("fraley.terrain.failed-crossing")
async def crossed(play: Play[Battle], number: int, march: March) -> Crossed:
    """The same, with the Teams that failed: those lose the second Move of a Run as well."""
    if not _meets_rough(play.state, march):
        return Crossed(march, ())
    state = play.state
    tanks = [walk for walk in march.walks if state.figures[walk.figure].kind == "tank"]
    failed = await roll_across(play, number, tuple((walk.figure, tuple(contacts(state, walk))) for walk in tanks))
    if not failed:
        return Crossed(march, ())
    stopped = dict(failed)
    walks = tuple(
        _stopped(play.state, walk, stopped[walk.figure]) if walk.figure in stopped else walk for walk in march.walks
    )
    return Crossed(_behind(play.state, March(walks, march.face), list(stopped)), tuple(stopped))


@stage
@rule("fraley.terrain.failed-crossing")
async def roll_across(
    play: Play[Battle], number: int, ways: Ways, failed: tuple[tuple[int, Contact], ...] = ()
) -> tuple[tuple[int, Contact], ...]:
    """Tank Teams roll for what they come to, one after another; who fails, and at what. A stage for each of them."""
    if not ways:
        return failed
    (figure, met), *rest = ways
    for contact in met:
        if not await gets_across(play, figure, contact):
            failed = (*failed, (figure, contact))
            await _stuck(play, number, figure, contact)
            break
    found: tuple[tuple[int, Contact], ...] = await returned(roll_across(play, number, tuple(rest), failed))
    return found


def _meets_rough(state: Battle, march: March) -> bool:
    """Whether the way of any Tank Team leads into or over terrain that it has to roll for."""
    legs = [
        (*a, *b) for walk in march.walks if state.figures[walk.figure].kind == "tank" for a, b in pairwise(walk.points)
    ]
    ground = state.ground
    rough = ground.each("fraley rough", lambda piece: int(feature(piece).going in ROUGH))
    return bool(legs) and bool(any_met(ints(legs), ground.edges, ground.pieces, rough))


async def _stuck(play: Play[Battle], number: int, figure: int, contact: Contact) -> None:
    """A Team has failed to cross: it is suppressed. A marker that it may not take is not passed on to another Team."""
    play.tell(
        "failed to cross",
        "fraley.terrain.failed-crossing",
        unit=number,
        tells={"who": who(play.state, figure), "what": contact.title},
    )
    if room(play.state, (figure,), afoot(play.state, play.state.figures[figure].unit)):
        await suppress_team(play, figure, "fraley.terrain.failed-crossing")


def _stopped(state: Battle, walk: Walk, contact: Contact) -> Walk:
    """A way that ends where the hull touches a piece, facing as it did on the way."""
    return Walk(walk.figure, cut(walk.points, contact.far), state.layout.bearing(walk.figure))


@rule("fraley.terrain.failed-crossing", "fraley.gap.moving-through-teams")
def _behind(state: Battle, march: March, failed: Sequence[int]) -> March:
    """A march in which nobody goes through, or ends on, a Team that was stopped: who would draws back along his way."""
    bodies = state.layout.bodies
    under_way = [walk.figure for walk in march.walks if goes(walk)]
    still = [man for man in standing(state) if man not in under_way]
    now, stopped, walks = bodies.copy(), list[int](), list[Walk]()
    for walk in march.walks:
        if walk.figure in failed or stopped:  # whoever went before the first was stopped has gone his way
            way = _with_room(
                now, walk, facing(march, walk), [row for row in stopped if bulky(state.figures[row])], still
            )
            face = walk.face if way == walk.points else state.layout.bearing(walk.figure)
            walks.append(Walk(walk.figure, way, face, walk.turret if way == walk.points else None))
        else:
            walks.append(walk)
        stopped += [walk.figure] if walk.figure in failed or walks[-1].points != walk.points else []
        still += [walk.figure] if goes(walk) else []
        now = ends(now, March((walks[-1],), march.face))
    return March(tuple(walks), march.face)


def _beside(now: Ints, walk: Walk, others: Sequence[int]) -> list[int]:
    """Those of some Teams that stand so near to a way that one could end on them."""
    size = int(now[walk.figure, RADIUS])
    left, upper, right, lower = box_of(walk.points, size)
    places = now[rows(tuple(others)), : RADIUS + 1].tolist()
    return [
        other
        for other, (x, y, _, radius) in zip(others, places, strict=True)
        if other != walk.figure and left - radius <= x <= right + radius and upper - radius <= y <= lower + radius
    ]


def _with_room(now: Ints, walk: Walk, face: int | None, stopped: Sequence[int], still: Sequence[int]) -> Way:
    """As much of a way as ends where there is room, and leads through nobody who was stopped."""
    whole = length_of(walk.points)
    beside = _beside(now, walk, still)
    for far in range(whole, 0, -BACK):
        way = walk.points if far == whole else cut(walk.points, far)
        pose = ends(now, March((Walk(walk.figure, way, face if far == whole else None),)))
        free = all(gap(pose, walk.figure, pose, other) > 0 for other in beside)
        if free and in_the_way(now, walk.figure, way, stopped) < 0:
            return way
    return walk.points[:1]
