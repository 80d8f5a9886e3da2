"""Where to go: of some marches, the one whose end promises most: ground gained, fire, cover."""

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
from sandtable.rulesets.fraley.prices.moves import stuck
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.layout import Layout
from sandtable.table.remembered import forgotten

from .danger import danger, foes_of, glance, shooters
from .goals import goal_of, nearest_enemy, role_of
from .scouting import observer_goes
from .steps import marches
from .worlds import there
from .worth import worth_of

AFRAID = 0.3  # what of the danger counts: not everybody shoots at this Unit
REACTED = 0.4  # and of that from enemies who may fire at the move itself
PROMISED = 0.5  # what fire from there counts, that may have to wait for the next round
OUT_OF_IT = inches(40)  # farther off nobody is shot at, as a rule


class Way(NamedTuple):
    """A march, and where it ends."""

    march: March
    moves: bool


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
    foes: tuple[int, ...]  # whom it could shoot at
    firers: tuple[int, ...]  # who of it shoots
    contact: bool


class Best(NamedTuple):
    """The best way that was found, what it is worth over staying, and by what it was weighed."""

    gain: float
    way: Way
    by: Weighing


def weighing(view: Battle, number: int) -> Weighing:
    """What to weigh ways of a Unit by."""
    near = nearest_enemy(view, number)
    contact = near is not None and near[0] <= OUT_OF_IT
    side = view.units[number].side
    feared, foes = (shooters(view, side), foes_of(view, side)) if contact else ((), ())
    firers = tuple(man for man in view.units[number].men if not view.figures[man].suppressed) if contact else ()
    return Weighing(number, goal_of(view, number), feared, foes, firers, contact)


def value_of(view: Battle, by: Weighing, way: Way) -> float:
    """What it is worth to end there."""
    men = view.units[by.number].men
    before = by.goal.off(middle_of(view.layout.points(men)))
    now = there(view, way.march) if way.moves else view
    after = by.goal.off(middle_of(now.layout.points(men)))
    gained = (before - after) / INCH * by.goal.eager
    if way.moves:
        gained -= _stuck(view, way.march)
    if not by.contact:
        return gained
    fire = glance(now, by.firers, by.foes, moved=False)
    risk = danger(now, by.number, men, by.shooters, still=not way.moves)
    met = REACTED * risk.near if way.moves else 0.0
    return gained + PROMISED * fire - AFRAID * risk.feared - met


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
    best = Way(domain.stay(), moves=False)
    stays = most = value_of(view, by, best)
    for march in marches(view, number, by.goal, domain, contact=by.contact):
        way = Way(march, moves=True)
        value = value_of(view, by, way)
        if value > most + 0.05:
            most, best = value, way
    found = Best(most - stays, best, by)
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
