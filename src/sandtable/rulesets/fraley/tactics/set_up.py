"""Setting up: infantry forward and in cover, guns with a field of fire, batteries behind, tanks where the way is clear."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from sandtable.dice.chance import Chance
from sandtable.geometry import ground as flat
from sandtable.geometry import post_kernels as kernels
from sandtable.geometry.angle import bearing_to
from sandtable.geometry.bodies import disc, stack
from sandtable.geometry.units import INCH, inches
from sandtable.geometry.way_kernels import pieces_met
from sandtable.mechanics.goals import ACROSS, all_over, far, ground_ahead
from sandtable.mechanics.zones import box_of, middle_of_edge
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.marching import Marching
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.sight import table
from sandtable.rulesets.fraley.basics.teams import arms, enemies, friends
from sandtable.rulesets.fraley.basics.terrain import DIFFICULT, VERY_DIFFICULT, feature
from sandtable.rulesets.fraley.setup.deployment import facing_in
from sandtable.rulesets.fraley.state import Battle, Point
from sandtable.table.layout import rows
from sandtable.table.remembered import hangs_on

from .goals import attacks, place_of, role_of
from .lines import in_lines
from .worth import left_of

LONG, SHORT = 12, 4  # how many places are looked at along a zone and across it
COVER_WORTH = inches(3)
TOO_CLOSE = inches(9)
VIEW_WORTH = inches(1.5)  # what a point in view is worth, in inches of way
BEST = 8
FORWARD = {"infantry": 3, "machine guns": 2, "guns": 1, "tanks": 2, "battery": 0, "cc": 0, "fo": 3}
ORDER = ("infantry", "battery", "machine guns", "tanks", "guns", "fo", "cc")


def pick_unit(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Infantry and batteries first; tanks and guns when it is known where the enemy stands."""
    domain = decision.domain
    assert isinstance(domain, OneOf)

    def turn(number: int) -> tuple[int, float, int]:
        return ORDER.index(role_of(view, number)), -left_of(view, number), number

    return f"u{min(domain.values.values(), key=turn)}"


def pick_place(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Of places all over the zone the best, in a line abreast if there is room for one."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, Marching)
    side = view.units[number].side
    across = facing_in(view, side)
    points = _grid(domain, view, side)
    ranked = _ranked(view, number, points)[:BEST]
    if view.units[number].card.rank == "fo":
        return _lookout(view, side, domain, ranked)
    for point in ranked:
        face = _facing(view, side, point)
        lined = in_lines(view, domain, domain.movers, point, across) if len(domain.movers) > 1 else iter(())
        for march in islice(lined, 1):
            turned = March(tuple(Walk(walk.figure, walk.points, face=face) for walk in march.walks))
            return turned if domain.allows(turned) else march
        packed = domain.suggest(point, face)
        if packed is not None:
            return March(packed.walks, face)
    return None


def _lookout(view: Battle, side: int, domain: Marching, points: Sequence[Point]) -> March | None:
    """An observer stands where he really sees most: beside somebody he may stand behind a hedge."""
    found = [march for point in points if (march := domain.suggest(point)) is not None]
    sees = fields(view, [march.walks[0].points[-1] for march in found], _watched(view, side, "fo")) if found else []
    return found[max(range(len(found)), key=lambda place: (sees[place], -place))] if found else None


def _grid(domain: Marching, view: Battle, side: int) -> list[tuple[int, Point]]:
    """Points all over the zone, with how far forward each is (0 to 3)."""
    return all_over(box_of(domain.zone), view.edges[side], LONG, SHORT)


def _ranked(view: Battle, number: int, grid: Sequence[tuple[int, Point]]) -> list[Point]:
    """Those points first that suit what a Unit is for."""
    unit = view.units[number]
    role = role_of(view, number)
    wanted = _wanted(view, number, role)
    own = [place_of(view, mate) for mate in friends(view, unit.side) if view.units[mate].counts]
    sees = [0] * len(grid)
    if role != "infantry":
        sees = fields(view, [point for _, point in grid], _watched(view, unit.side, role))
    if role == "cc" or (role == "battery" and not arms_direct(view, number)):
        sees = [-count for count in sees]  # they would rather not be seen
    depth = view.depth if view.edges[unit.side] in {"north", "south"} else view.width
    deep = depth // 12

    def cost(place: int) -> tuple[int, Point]:
        rank, point = grid[place]
        way = 0 if wanted is None else far(point, wanted)
        close = sum(max(0, TOO_CLOSE - far(point, mate)) for mate in own)
        cover = 0 if role in {"tanks", "guns"} else COVER_WORTH * covered(view, point)
        rough = _lane(view, number, point) if role == "tanks" else 0
        behind = abs(FORWARD[role] - rank) * deep
        if role == "fo":  # nothing else matters: a battery behind the edge cannot even let him move
            way, close, behind = way // 4, 0, 0
        return way + close + behind + rough - cover - VIEW_WORTH * sees[place], point

    return [grid[place][1] for place in sorted(range(len(grid)), key=cost)]


def _wanted(view: Battle, number: int, role: str) -> Point | None:
    """What a Unit wants to be near to: an objective, each Unit of a sort another one; who bars a way the middle of it."""
    side = view.units[number].side
    if view.objectives:
        peers = [other for other, mate in enumerate(view.units) if mate.side == side and role_of(view, other) == role]
        place = peers.index(number) if number in peers else 0
        first = {"tanks": 1, "guns": 1, "machine guns": 1, "battery": 1, "cc": 1, "fo": 1}.get(role, 0)
        order = (0, 2, 1)
        return view.objectives[order[(place + 2 * first) % 3] % len(view.objectives)]
    if attacks(view, side):
        return None
    # those who come enter by the other edge: far enough behind it to have several shots at them
    return middle_of_edge(view, view.edges[1 - side], inches(34))


def _watched(view: Battle, side: int, role: str) -> list[Point]:
    """Points that guns want to look at: objectives, and the ground over which the enemy comes; an FO at the enemy."""
    if role in {"fo", "battery", "cc"}:
        foes = [
            view.layout.point(man)
            for foe in enemies(view, side)
            if view.units[foe].counts
            for man in view.units[foe].men[:: 2 if role == "fo" else 4]
        ]
        if foes:
            return foes
    return [*view.objectives, *ground_ahead(view.width, view.depth, view.edges[side])]


def fields(view: Battle, points: Sequence[Point], seen: Sequence[Point]) -> list[int]:
    """How many of some points are seen from each of others."""
    at = table(view)
    extra = [disc(*point, 0) for point in (*points, *seen)]
    marks = stack(extra)
    own = kernels.held_by(marks, at.edges, at.pieces)
    levels = np.zeros(len(extra), dtype=np.int64)
    if len(at.pieces):
        levels = (own * (at.pieces[:, flat.TOP] * at.hills)[np.newaxis, :]).max(axis=1)
    bodies, more = view.layout.with_bodies(extra)
    nobody = [np.full(len(extra), value, dtype=np.int64) for value in (-1, -1, 0, 0)]
    teams = [np.concatenate(pair) for pair in zip(at.teams(), nobody, strict=True)]
    numbers = more.tolist()
    found = kernels.looks(
        bodies, rows(tuple(numbers[: len(points)])), rows(tuple(numbers[len(points) :])), at.edges, at.pieces,
        np.concatenate([at.held, own]), np.concatenate([at.levels, levels]), *teams,
    )  # fmt: skip
    counts: list[int] = found[:, :, kernels.SEEN].sum(axis=1).tolist()
    return counts


def arms_direct(view: Battle, number: int) -> bool:
    """Whether a battery's own fire over open sights is worth a place in view: howitzers, not mortars and rockets."""
    return any(
        max((weapon.fp for weapon in arms(view.figures[man], view.options)), default=0) > 2
        for man in view.units[number].men
    )


@hangs_on(lambda view, _: (view.terrain,))
def covered(view: Battle, point: Point) -> int:
    """The cover of the area that a point lies in."""
    ground = view.ground
    if not len(ground.pieces):
        return 0
    met = pieces_met(*point, *point, ground.edges, ground.pieces).nonzero()[0].tolist()
    return max((feature(view.terrain[piece]).cover for piece in met), default=0)


def _lane(view: Battle, number: int, point: Point) -> int:
    """How much lies in the way of tanks that drive straight on from a point."""
    dx, dy = ACROSS[view.edges[view.units[number].side]]
    ground = view.ground
    if not len(ground.pieces):
        return 0
    far_on = view.width if view.mission.name == "breakthrough" else inches(20)
    to = point[0] + dx * far_on, point[1] + dy * far_on
    total = 0
    for aside in (-inches(3), 0, inches(3)):
        ax, ay = point[0] + (aside if dy else 0), point[1] + (aside if dx else 0)
        bx, by = to[0] + (aside if dy else 0), to[1] + (aside if dx else 0)
        for piece in pieces_met(ax, ay, bx, by, ground.edges, ground.pieces).nonzero()[0].tolist():
            total += {DIFFICULT: INCH, VERY_DIFFICULT: 3 * INCH, "impassable": 4 * INCH}.get(
                feature(view.terrain[piece]).going, 0
            )
    return total


def _facing(view: Battle, side: int, point: Point) -> int:
    """Straight across the table, turned a little to where most of the enemy stands."""
    foes = [place_of(view, foe) for foe in enemies(view, side) if view.units[foe].counts]
    across = facing_in(view, side)
    if not foes:
        return across
    x, y = min(foes, key=lambda at: (far(at, point), at))
    wanted = int(bearing_to(x - point[0], y - point[1]))
    turn = (wanted - across + 1800) % 3600 - 1800
    return (across + max(-450, min(450, turn))) % 3600
