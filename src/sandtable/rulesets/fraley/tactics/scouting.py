"""Moves with a purpose of their own: an observer who looks for somebody, a pursuit."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import FULL_TURN, ahead, bearing_to
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import far
from sandtable.play.decision import Decision
from sandtable.play.marching import Marching
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.sight import sees_any
from sandtable.rulesets.fraley.basics.teams import enemies, move_of
from sandtable.rulesets.fraley.state import Battle

from .steps import TURNS
from .worlds import there


def observer_goes(view: Battle, number: int, domain: Marching) -> March | None:
    """The Forward Observer of a battery goes where he sees somebody, if he sees nobody; his guns stay."""
    scouts = [man for man in domain.movers if view.figures[man].unit != number]
    foes = [man for foe in enemies(view, view.units[number].side) for man in view.units[foe].men]
    if not scouts or not foes or sees_any(view, scouts, foes):
        return None
    man = scouts[0]
    here = view.layout.point(man)
    goal = min((view.layout.point(foe) for foe in foes), key=lambda point: (far(here, point), point))
    straight = int(bearing_to(goal[0] - here[0], goal[1] - here[1]))
    best: tuple[bool, int, March] | None = None
    for turn in (*TURNS, 900, -900):
        x, y = ahead(*here, (straight + turn) % FULL_TURN, move_of(view.figures[man], view.options) - 2)
        walks = tuple(
            Walk(one, (here, (int(x), int(y)))) if one == man else Walk(one, (view.layout.point(one),))
            for one in domain.movers
        )
        march = March(walks)
        if domain.allows(march):
            found = (sees_any(there(view, march), (man,), foes), -abs(turn), march)
            if best is None or found[:2] > best[:2]:
                best = found
    return None if best is None else best[2]


def pick_pursuit(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """After those who broke off, if they can be caught; else as on any move."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, Marching)
    foes = [man for foe in enemies(view, view.units[number].side) for man in view.units[foe].men]
    if not foes or domain.budget < INCH:
        return None
    walks = []
    for man in domain.movers:
        here = view.layout.point(man)
        goal = min((view.layout.point(foe) for foe in foes), key=lambda point: (far(here, point), point))
        bearing = int(bearing_to(goal[0] - here[0], goal[1] - here[1]))
        room = max(0, far(here, goal) - view.layout.radius(man) - inches(1.5))
        x, y = ahead(*here, bearing, min(domain.budget - 2, room))
        walks.append(Walk(man, (here, (int(x), int(y)))))
    for keep in range(len(walks), 0, -1):  # who is in another's way stays
        march = March((*walks[:keep], *(Walk(walk.figure, walk.points[:1]) for walk in walks[keep:])))
        if domain.allows(march):
            return march
    return None
