"""Setting up: in cover near the way to what is fought for; dummies where a team might be."""

from copy import copy
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.goals import far, far_to
from sandtable.mechanics.pieces import middle_of
from sandtable.mechanics.zones import OPPOSITE, from_edge
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.marching import Marching
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.basics.sight import shelter
from sandtable.rulesets.skirmish41.basics.terrain import sight_effect
from sandtable.rulesets.skirmish41.state import Battle, Point

from .goals import aim_of, attacks, bases_of, houses, place_of, role_of
from .steps import SPOTS

ORDER = ("rifles", "machine gun", "rockets", "gun", "mortar", "leader", "tank", "carrier", "dummy")
LONG, SHORT = 12, 3  # how many places are looked at along a zone and across it
APART = inches(1)
IN_COVER = inches(14)  # what cover is worth, in inches of way
TOO_CLOSE = inches(8)
TRIED = 14
DEEP = inches(20)


def pick_edge(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The edge with more cover behind it; where houses are fought for, the one that is nearer to them."""
    domain = decision.domain
    assert isinstance(domain, OneOf)

    def cover(edge: str) -> int:
        found = 0
        for piece in view.terrain:
            deep = from_edge(view, edge, middle_of(piece.outline))
            found += sight_effect(piece).cover if deep <= DEEP else 0
        return found

    def value(edge: str) -> int:
        if view.mission.name == "farm":
            return -from_edge(view, edge, middle_of(houses(view)))
        return cover(edge) - cover(OPPOSITE[edge])

    return max(domain.values, key=value)


def pick_team(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Rifles first; vehicles and dummies when it is known where the others stand."""
    domain = decision.domain
    assert isinstance(domain, OneOf)
    return f"u{min(domain.values.values(), key=lambda number: (ORDER.index(role_of(view, number)), number))}"


def pick_place(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Of places all over the zone the best that has room: for men on foot the first of them where all are in cover."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, Marching)
    unit = view.units[number]
    spread = copy(domain)
    if role_of(view, number) in {"rifles", "leader"} and len(unit.men) > 1:
        spread.spacing = 2 * view.layout.radius(unit.men[0]) + APART
    best: March | None = None
    for point in _ranked(view, number, domain)[:TRIED]:
        found = spread.suggest(point) or domain.suggest(point)
        if found is None:
            continue
        if unit.mounted or _hidden(view, found):
            return found
        best = best or found
    return best


def _hidden(view: Battle, march: March) -> bool:
    layout = view.layout.placed([(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks])
    return all(shelter(view, walk.figure, layout) for walk in march.walks)


def _ranked(view: Battle, number: int, domain: Marching) -> list[Point]:
    """Places in the zone, those first that suit a team."""
    xs, ys = domain.zone[:, 0].tolist(), domain.zone[:, 1].tolist()
    left, upper, right, lower = min(xs), min(ys), max(xs), max(ys)
    unit = view.units[number]
    spots = [] if unit.mounted else [at for at in SPOTS(view.terrain) if left < at[0] < right and upper < at[1] < lower]
    cover = set(spots)
    grid = [
        (
            left + (right - left) * (2 * place + 1) // (2 * across),
            upper + (lower - upper) * (2 * step + 1) // (2 * deep),
        )
        for across, deep in [(LONG, SHORT) if right - left > lower - upper else (SHORT, LONG)]
        for step in range(deep)
        for place in range(across)
    ]
    goal = wanted(view, number)
    own = [
        place_of(view, mate) for mate, one in enumerate(view.units) if one.side == unit.side and bases_of(view, mate)
    ]

    def cost(point: Point) -> tuple[int, Point]:
        close = sum([TOO_CLOSE - off for off in far_to(point, own) if off < TOO_CLOSE])
        return far(point, goal) + 2 * close - (IN_COVER if point in cover else 0), point

    return sorted(dict.fromkeys([*spots, *grid]), key=cost)


def wanted(view: Battle, number: int) -> Point:
    """What a team wants to be near to."""
    side = view.units[number].side
    if view.mission.name == "farm" and houses(view):
        points = houses(view)
        if not attacks(view, side):
            peers = [other for other, one in enumerate(view.units) if one.side == side]
            return points[peers.index(number) % len(points)]
        return middle_of(points)
    return aim_of(view)
