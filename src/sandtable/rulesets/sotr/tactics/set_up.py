"""Setting up: spread out, in cover, towards what is fought for; the dead come on where the living are."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import bearing_to
from sandtable.geometry.units import inches
from sandtable.mechanics.goals import far
from sandtable.mechanics.zones import FACING_IN
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, SomeOf
from sandtable.play.marching import Marching
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics.shelter import covered, shelter_of
from sandtable.rulesets.sotr.basics.sight import any_sees, enemies, friends
from sandtable.rulesets.sotr.state import Battle, Point

from .goals import fights_hand_to_hand, objective_for, spread_points, takes_objectives
from .lines import lines_at
from .worth import worth

ACROSS, DOWN = 12, 2
LOOKED_AT = 8
FEW = 3  # so few that they hide more easily than they get in each other's way
COVER_WORTH = inches(6)
TOO_CLOSE = inches(5)


def pick_place(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Of places all over the zone, the best; men in a line abreast, so that they see past each other."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, Marching)
    xs, ys = domain.zone[:, 0].tolist(), domain.zone[:, 1].tolist()
    box = min(xs), min(ys), max(xs), max(ys)
    wide = box[2] - box[0] >= box[3] - box[1]
    points = spread_points(box, ACROSS if wide else DOWN, DOWN if wide else ACROSS)
    if view.units[number].mindless:
        return _near_the_living(view, number, domain, points)
    wanted = _wanted(view, number, ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2))
    best = _ranked(view, number, domain, points, wanted)
    lines = (march for point in best[: len(best) // 2] for march in lines_at(domain, point, _across(view, number)))
    crowds = (march for point in best if (march := domain.suggest(point)))
    hides = len(domain.movers) <= FEW or fights_hand_to_hand(view, number)
    places = [] if hides else list(islice(lines, LOOKED_AT))
    found = _unseen(view, number, places or list(islice(crowds, LOOKED_AT if hides else 1)))
    if found is None or not domain.may_face:
        return found
    return March(found.walks, _facing(found.walks[0].points[-1], wanted))


def pick_unit(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Squads and machines first; those who want to be out of sight wait to see where the enemy stands."""
    domain = decision.domain
    assert isinstance(domain, OneOf)

    def early(key: str) -> tuple[bool, float, str]:
        number = domain.values[key]
        return not lurks(view, number), worth(view.units[number]), key

    return max(domain.values, key=early)


def _ranked(view: Battle, number: int, domain: Marching, points: Sequence[Point], wanted: Point) -> list[Point]:
    """Those points first that are nearest to what is wanted; cover counts as some inches, friends too close against it."""
    side = view.units[number].side
    shelter = shelter_of(view, side)
    radius = view.layout.radius(domain.movers[0])
    own = [view.layout.point(view.units[mate].men[0]) for mate in friends(view, side)]

    def cost(point: Point) -> tuple[int, Point]:
        close = sum(max(0, TOO_CLOSE - far(point, mate)) for mate in own)
        return far(point, wanted) + close - COVER_WORTH * covered(shelter, point, radius), point

    return sorted(points, key=cost)


def _unseen(view: Battle, number: int, found: Sequence[March]) -> March | None:
    """The first of some places where no enemy who is set up already sees the unit: there it may begin Hidden."""
    unit = view.units[number]
    foes = [man for foe in enemies(view, unit.side) for man in view.units[foe].men]
    for march in found if foes and not unit.machine else ():
        ends = [(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks]
        there = replace(view, layout=view.layout.placed(ends))
        if not any_sees(there, foes, unit.men):
            return march
    return next(iter(found), None)


def _near_the_living(view: Battle, number: int, domain: Marching, points: Sequence[Point]) -> March | None:
    """The mindless come on as near as they can to all men on foot: whoever is nearest may be a car that drives off."""
    known = enemies(view, view.units[number].side)
    on_foot = [foe for foe in known if not view.units[foe].machine] or known
    foes = [view.layout.point(man) for foe in on_foot for man in view.units[foe].men]

    def cost(point: Point) -> tuple[int, Point]:
        return sum(far(point, foe) for foe in foes), point

    return next((march for point in sorted(points, key=cost) if (march := domain.suggest(point))), None)


def _across(view: Battle, number: int) -> int:
    """The bearing from a side's own edge onto the table."""
    return FACING_IN[view.edges[view.units[number].side]]


def _facing(point: Point, wanted: Point) -> int:
    return int(bearing_to(wanted[0] - point[0], wanted[1] - point[1]))


def _wanted(view: Battle, number: int, middle: Point) -> Point:
    """Where a unit will want to be: its objective; the middle of its own zone where there is none to take."""
    if not view.objectives:
        return middle
    if takes_objectives(view, number) or fights_hand_to_hand(view, number):
        return objective_for(view, number)
    return view.objectives[number % len(view.objectives)]


def begin_hidden(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Small teams, and those who want to get close unseen; whoever shoots in a line wants to see."""
    assert isinstance(decision.domain, SomeOf)
    return [key for key, number in decision.domain.values.items() if lurks(view, number)]


def lurks(view: Battle, number: int) -> bool:
    """Whether a unit would rather be out of sight."""
    unit = view.units[number]
    return not unit.machine and (len(unit.men) <= FEW or fights_hand_to_hand(view, number))
