"""Where to go: of some places the one that promises most: ground gained, fire, little danger, a charge."""

from typing import Any, NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, far
from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.rulesets.skirmish41.basics.units import able, left
from sandtable.rulesets.skirmish41.machines.driving import drives, why_not_drive
from sandtable.rulesets.skirmish41.move.movement import marching, movers
from sandtable.rulesets.skirmish41.state import Battle, Figure, Point, Unit
from sandtable.table.layout import Layout
from sandtable.table.remembered import forgotten

from .fire import Fight, Guns, guns_of
from .goals import goal_of, known_foes
from .stands import Looks, Stand, looks
from .steps import here_of, stands_of

PROMISED = (1, 3)  # what fire from there counts that has to wait for the next turn
AFRAID = (1, 1)  # what of the danger counts
BETTER = 60  # a move has to be worth so much more than staying
CHARGE = 900  # what a charge is worth for every man more than they have
TOUCH = inches(2)  # from middle of base to middle of base


class Weighed(NamedTuple):
    """What a team could do from here: what staying is worth and firing now, and the best place to go to."""

    stays: int
    fire: int
    goes: int
    stand: Stand | None
    goal: Goal
    sights: Looks


def domain_of(view: Battle, number: int) -> Marching | Driving | None:
    """Where a team could go now; None if it cannot."""
    unit = view.units[number]
    if not unit.on_table:
        return None
    if unit.mounted:
        return drives(view, number) if why_not_drive(view, number) is None else None
    if unit.card.kind == "gun":
        return None
    going = movers(view, number)
    return marching(view, number, going) if going else None


# What was found last: an action is chosen by the way that it will take, and that is asked for next.
_KNOWN: list[tuple[Layout, tuple[Figure, ...], tuple[Unit, ...], int, Weighed]] = []
forgotten(_KNOWN.clear)
REMEMBERED = 4


def weigh(view: Battle, number: int, domain: Marching | Driving | None = None) -> Weighed:
    """Look at everything that a team could do with its next action."""
    for layout, figures, units, kept, found in _KNOWN:
        if layout is view.layout and figures is view.figures and units is view.units and kept == number:
            return found
    made = _weigh(view, number, domain or domain_of(view, number))
    _KNOWN[:] = [known for known in _KNOWN if known[3] != number][-REMEMBERED:]
    _KNOWN.append((view.layout, view.figures, view.units, number, made))
    return made


def _weigh(view: Battle, number: int, domain: Marching | Driving | None) -> Weighed:
    unit = view.units[number]
    goal = goal_of(view, number)
    here = here_of(view, number)
    stands = [here]
    if domain is not None:
        stands += stands_of(view, number, goal, domain)
    sights = looks(view, number, stands)
    fight = Fight(view, number, sights)
    own = max((left(view, man) for man in unit.men), default=0)
    now, later = guns_of(view, number, fresh=False), guns_of(view, number, fresh=True)
    fire = fight.best_fire(now.without_heavy(), 0, here)
    stays = _value(fight, goal, later, 0, here)
    prey = [] if unit.mounted or len(stands) < 2 else _prey(view, number)
    then = (now.without_heavy() if unit.mounted else now).with_fewer(own - 1)
    best, chosen = 0, None
    for place, stand in enumerate(stands[1:], 1):
        value = _value(fight, goal, later, place, stand)
        value += int((goal.off(here.middle) - goal.off(stand.middle)) * goal.eager // INCH)
        if own > 1:  # a drive, too, takes an action of everybody
            value += fight.best_fire(then, place, stand)
        value += sum([worth for worth, men in prey if _touches(stand.points, men)])
        if chosen is None or value > best:
            best, chosen = value, stand
    return Weighed(stays, fire, best, chosen, goal, sights)


def _value(fight: Fight, goal: Goal, later: Guns, place: int, stand: Stand) -> int:
    """What it is worth to be there, but for ground gained; `later` is what the team shoots with in its next part."""
    value = -fight.danger(place, stand) * AFRAID[0] // AFRAID[1]
    if goal.eager < 500:
        value += fight.best_fire(later, place, stand) * PROMISED[0] // PROMISED[1]
    return value


def _prey(view: Battle, number: int) -> list[tuple[int, list[Point]]]:
    """What it is worth to come into contact with each enemy, which is something only for those who are more; and where."""
    mine = len(able(view, number))
    found = []
    for foe in known_foes(view, view.units[number].side):
        other = view.units[foe]
        if other.mounted or not other.men:
            continue
        theirs = len(other.men) if not other.suppression else len(other.men) - 1
        found.append(((mine - theirs - 1) * CHARGE, view.layout.points(other.men)))
    return found


def _touches(points: tuple[Point, ...], men: list[Point]) -> bool:
    for x, y in men:
        for at_x, at_y in points:
            if abs(x - at_x) <= TOUCH and abs(y - at_y) <= TOUCH and far((x, y), (at_x, at_y)) <= TOUCH:
                return True
    return False


def pick_move(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The way that the action was chosen for."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, Marching | Driving)
    found = weigh(view, number, domain)
    return None if found.stand is None else found.stand.answer
