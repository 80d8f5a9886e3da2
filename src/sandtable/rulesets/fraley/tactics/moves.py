"""Where to go: of some marches, the one whose end promises most: ground gained, fire, cover."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.geometry.way_kernels import pieces_met
from sandtable.mechanics.goals import Goal
from sandtable.mechanics.pieces import middle_of
from sandtable.play.decision import Decision
from sandtable.play.marching import Marching
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.terrain import feature
from sandtable.rulesets.fraley.move.marches import moving, who_moves
from sandtable.rulesets.fraley.move.ways import goes
from sandtable.rulesets.fraley.prices.fire import foe_of
from sandtable.rulesets.fraley.prices.moves import stuck
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.layout import Layout
from sandtable.table.remembered import forgotten

from .danger import Danger, Fire, Foes, Poised, dangers, fire_from, foes_of, promised, shooters
from .goals import goal_of, nearest_enemy, role_of
from .scouting import observer_goes
from .steps import marches
from .worlds import Way, ends
from .worth import worth_of

AFRAID = 0.3  # what of the danger counts: not everybody shoots at this Unit
REACTED = 0.4  # and of that from enemies who may fire at the move itself
PROMISED = 0.5  # what fire from there counts, that may have to wait for the next round
OUT_OF_IT = inches(40)  # farther off nobody is shot at, as a rule


# What was found last: an action is chosen by the way that it will take, and that is asked for next.
_KNOWN: list[tuple[Layout, tuple[object, ...], "Best"]] = []
forgotten(_KNOWN.clear)
REMEMBERED = 4


# ---- what an end is worth


class Weighing(NamedTuple):
    """What ways of a Unit are weighed by."""

    number: int
    goal: Goal
    shooters: tuple[int, ...]  # who could shoot at it
    foes: Foes  # whom it could shoot at
    firers: tuple[int, ...]  # who of it shoots
    contact: bool


class Best(NamedTuple):
    """The best way that was found, what it is worth over staying, what it was weighed by, and what there is at its end."""

    gain: float
    way: Way
    by: Weighing
    fire: Fire
    risk: Danger


def weighing(view: Battle, number: int) -> Weighing:
    """What to weigh ways of a Unit by."""
    near = nearest_enemy(view, number)
    contact = near is not None and near[0] <= OUT_OF_IT
    side = view.units[number].side
    firers = tuple([man for man in view.units[number].men if not view.figures[man].marks]) if contact else ()
    feared = shooters(view, side) if contact else ()
    return Weighing(number, goal_of(view, number), feared, foes_of(view, side), firers, contact)


def values_of(view: Battle, by: Weighing, ways: Sequence[Way]) -> tuple[list[float], Fire, list[Danger]]:
    """What it is worth to end there, for each of some ways; with what there is to fire at, and what there is to fear."""
    men = view.units[by.number].men
    before = by.goal.off(middle_of(view.layout.points(men)))
    places = ends(view, ways)
    fire = fire_from(view, by.firers, by.foes, places)
    promises = promised(view, fire, moved=False)
    risks = dangers(view, by.number, by.shooters, places, _poised(view, men, ways))
    found = []
    for way, promise, risk in zip(ways, promises, risks, strict=True):
        at = {walk.figure: walk.points[-1] for walk in way.march.walks}
        after = by.goal.off(middle_of([at.get(man) or view.layout.point(man) for man in men]))
        value = (before - after) / INCH * by.goal.eager
        if way.moves:
            value -= _stuck(view, way.march)
        if by.contact:
            met = REACTED * risk.near if way.moves else 0.0
            value = value + PROMISED * promise - AFRAID * risk.feared - met
        found.append(value)
    return found, fire, risks


def _poised(view: Battle, men: Sequence[int], ways: Sequence[Way]) -> list[Poised]:
    """How a Unit is at the end of each way: a gun that has gone is idle no more."""
    first = foe_of(view, men[0])
    gone = first._replace(idle=False)
    return [
        Poised(not way.moves, gone if any(walk.figure == men[0] and goes(walk) for walk in way.march.walks) else first)
        for way in ways
    ]


def _stuck(view: Battle, march: March) -> float:
    """What Tank Teams must expect to lose at hedges and woods on their way."""
    total = 0.0
    ground = view.ground
    if not len(ground.pieces):
        return total
    for walk in march.walks:
        team = view.figures[walk.figure]
        if team.kind != "tank":
            continue
        for (ax, ay), (bx, by) in pairwise(walk.points):
            for piece in pieces_met(ax, ay, bx, by, ground.edges, ground.pieces).nonzero()[0].tolist():
                going = feature(view.terrain[piece]).going
                total += (
                    stuck(view.options, view.units[team.unit].card.training, team.vehicle, going)
                    * worth_of(view, walk.figure)
                    * 0.8
                )
    return total


def best_way(view: Battle, number: int, domain: Marching) -> Best:
    """The best of some ways, and what it is worth over staying, which is one of them."""
    for known, key, found in _KNOWN:
        if known is view.layout and key == (view.initiative, view.figures, number, domain.movers):
            return found
    by = weighing(view, number)
    ways = [Way(domain.stay(), moves=False)]
    ways += [Way(march, moves=True) for march in marches(view, number, by.goal, domain, contact=by.contact)]
    values, fire, risks = values_of(view, by, ways)
    best, most = 0, values[0]
    for place, value in enumerate(values):
        if value > most + 0.05:
            most, best = value, place
    found = Best(most - values[0], ways[best], by, fire.at(best), risks[best])
    _KNOWN.append((view.layout, (view.initiative, view.figures, number, domain.movers), found))
    del _KNOWN[:-REMEMBERED]
    return found


def moves_of(view: Battle, number: int) -> Marching | None:
    """The Move of a Unit before any is declared; None if nobody can move."""
    return moving(view, number) if view.units[number].on_table and who_moves(view, number)[0] else None


# ---- the questions


def pick_move(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The best of some ways."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, Marching)
    if role_of(view, number) == "battery" and (march := observer_goes(view, number, domain)):
        return march
    return best_way(view, number, domain).way.march
