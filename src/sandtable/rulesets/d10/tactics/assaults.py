"""Close combat: whom an assault is worth, whether to fight on, and how to answer one."""

from typing import Any, NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import bearing_to
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import about, far
from sandtable.mechanics.prices import SURE
from sandtable.mechanics.ways import keeping_on
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.marching import Marching
from sandtable.rulesets.d10.basics.units import between, foes_of, on_table
from sandtable.rulesets.d10.melee.assault import assault_targets, defends_cover
from sandtable.rulesets.d10.melee.blows import Round, fighters
from sandtable.rulesets.d10.move.movement import move_of
from sandtable.rulesets.d10.prices.actions import Bout, bout, reacts
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.orders import ASSAULT, BREAK_OFF, NOTHING

from .fire import fire_of
from .goals import fought_for, place_of, turns_left
from .steps import Way
from .worth import POINT, harm, part, worth_of

FRONT = 7  # men of a unit who get at the enemy, as a rule
AT_HIM = (0, 250, -250)  # ways at an enemy, off the straight one
AROUND = 2  # how many more of them than there are to get at
TWICE = (3, 2)  # what a round promises of the next ones
BROKEN = (1, 2)  # what of a unit is lost to its side if it panics in close combat
CLEARS = 40 * POINT  # what it is worth to throw somebody out of what is fought for
HOPELESS = -12 * POINT
MUST_SEE = 900  # of a Movement value, in thousandths, that an assault move is trusted to bridge


class Assault(NamedTuple):
    """An assault that could be made: what it is worth, on whom, and whether it takes a Move first."""

    value: int
    target: int
    moves: bool


NO_ASSAULT = Assault(-(1 << 40), -1, moves=False)


# ---- odds


def worth_fighting(view: Battle, number: int, target: int, found: Bout) -> int:
    """What a round is worth: losses on both sides, and what becomes of whoever loses it."""
    value = harm(view, target, found.dealt) - harm(view, number, found.taken)
    for sign, unit, panics, routs in zip((1, -1), (target, number), found.panics, found.routs, strict=True):
        value += sign * worth_of(view, unit) * (part(panics, BROKEN) + routs) // SURE
    return value


def going_in(view: Battle, number: int, foe: int) -> Bout:
    """The first round of an assault."""
    men, others = view.units[number].men[:FRONT], view.units[foe].men[:FRONT]
    now = Round((number,), (), (foe,) if defends_cover(view, number, foe) else ())
    return bout(view, (number, men[: len(others) + AROUND]), (foe, others[: len(men) + AROUND]), now)


def another(view: Battle, number: int, foe: int) -> Bout:
    """One more round between units that fight each other."""
    return bout(view, (number, list(fighters(view, number))), (foe, list(fighters(view, foe))), Round())


# ---- making one


def best_assault(view: Battle, number: int, *, may_move: bool) -> Assault:
    """The best assault of a unit, straight away or after a Move."""
    unit = view.units[number]
    if unit.card.vehicle or unit.gun >= 0 or (unit.card.individual and unit.card.has("leader")):
        return NO_ASSAULT
    best = NO_ASSAULT
    reach = move_of(view, number) * MUST_SEE // 1000
    seen: list[int] | None = None
    for foe in on_table(view, 1 - unit.side):
        gap = between(view, number, foe)
        if gap > reach * (2 if may_move else 1):
            continue
        if seen is None:
            seen = assault_targets(view, number)
        if foe not in seen:
            continue
        value = _promises(view, number, foe)
        if gap > reach:
            value = part(value, (3, 4)) if value > 0 else value
        if value > best.value:
            best = Assault(value, foe, moves=gap > reach)
    return best


def _promises(view: Battle, number: int, foe: int) -> int:
    found = going_in(view, number, foe)
    value = part(worth_fighting(view, number, foe, found), TWICE)
    other = view.units[foe]
    if other.hold and not other.panicked:
        value -= reacts(view, foe, fire_of(view, foe, foes=(number,)).value)
    if value <= 0:
        return value
    if not other.done and not other.panicked:  # it will not shoot this turn
        value += fire_of(view, foe).value
    here = place_of(view, foe)
    if any(far(here, point) <= inches(4) for point in fought_for(view)):
        value += CLEARS * (2 if turns_left(view) < 2 else 1)
    return value


def approach(view: Battle, number: int, foe: int, domain: Marching) -> Way | None:
    """A Move that brings a unit within an assault move of an enemy: straight at him, an inch short."""
    (x, y), (to_x, to_y) = (view.layout.point(view.units[one].men[0]) for one in (number, foe))
    step = min(domain.budget - 2, between(view, number, foe) - INCH - INCH // 4)
    march = next(keeping_on(domain, int(bearing_to(to_x - x, to_y - y)), step, AT_HIM), None)
    return None if march is None else Way(march, view)


# ---- the questions


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The best of those whom the assault may be declared on, if it gets there."""
    number, domain = about(decision, OneOf)
    able: list[int] = list(domain.values.values())
    reach = move_of(view, number)

    def value(foe: int) -> tuple[bool, int, int]:
        return between(view, number, foe) <= reach, _promises(view, number, foe), -foe

    return f"u{max(able, key=value)}"


def in_combat(view: Battle, number: int) -> str:
    """What a unit in close combat is ordered: it fights on while that pays, and gets out of what is hopeless."""
    value = sum(worth_fighting(view, number, foe, another(view, number, foe)) for foe in foes_of(view, number))
    if value >= -2 * POINT:
        return ASSAULT
    if value < HOPELESS and not view.units[number].orders:
        return BREAK_OFF
    return NOTHING


def answer(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Shooting at those who come, unless that does nothing; then a counter-charge by whoever is as good at it."""
    number, domain = about(decision, OneOf)
    if "shoot" in domain.values and fire_of(view, number).harms:
        return "shoot"
    if "counter-charge" in domain.values and not view.units[number].card.individual:
        return "counter-charge"
    return "shoot" if "shoot" in domain.values else "nothing"


def strike(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """At whom it hurts most."""
    number, domain = about(decision, OneOf)
    foes: list[int] = list(domain.values.values())
    return f"u{max(foes, key=lambda foe: (harm(view, foe, another(view, number, foe).dealt), -foe))}"
