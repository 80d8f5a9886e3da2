"""Close combat: whom an assault is worth, whether to fight on, and how to answer one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import ahead, bearing_to
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import far
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.marching import Marching
from sandtable.rulesets.d10.armour import Hit, toughness
from sandtable.rulesets.d10.assault import assault_targets, defends_cover
from sandtable.rulesets.d10.blows import (
    HARM,
    Round,
    against_armour,
    attacks_of,
    blow_score,
    fighters,
    modifiers_of,
    strength_of,
)
from sandtable.rulesets.d10.checks import command_score
from sandtable.rulesets.d10.damage import damage_score, wounds_of
from sandtable.rulesets.d10.leaders import command_of
from sandtable.rulesets.d10.movement import move_of
from sandtable.rulesets.d10.orders import ASSAULT, BREAK_OFF, NOTHING
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.units import below_half, between, foes_of, left, on_table

from .fire import fire_of
from .goals import fought_for, place_of, turns_left
from .steps import Way
from .worth import POINT, harm, part, tenths, worth_of

FRONT_RANK = 5  # men who get at an enemy of their own number, as a rule
TWICE = (3, 2)  # what a round promises of the next ones
BROKEN = (1, 2)  # what of a unit is lost to its side if it panics in close combat
CLEARS = 40 * POINT  # what it is worth to throw somebody out of what is fought for
HOPELESS = -12 * POINT
MUST_SEE = 900  # of a Movement value, in thousandths, that an assault move is trusted to bridge


class Odds(NamedTuple):
    """What a round is expected to do: thousandths of wounds of the enemy, and of one's own."""

    dealt: int
    taken: int


class Assault(NamedTuple):
    """An assault that could be made: what it is worth, on whom, and whether it takes a Move first."""

    value: int
    target: int
    moves: bool


NO_ASSAULT = Assault(-(1 << 40), -1, moves=False)


# ---- odds


def blows(view: Battle, number: int, target: int, men: Sequence[int], now: Round) -> int:
    """Thousandths of wounds that some models of a unit strike off another."""
    unit, foe = view.units[number], view.units[target]
    hits = tenths(
        blow_score(unit.card.assault, foe.card.assault, modifiers_of(view, number, target, now), view.options)
    )
    armoured = foe.card.has("armoured")
    if armoured:
        struck = against_armour(view, number, men, min(HARM, unit.items.count("satchel")))
    else:
        struck = [(attacks_of(view, man), strength_of(view, man), 0) for man in men]
    total = 0
    for dice, strength, at in struck:
        if strength:
            hit = Hit(1, strength, at, close=True, exempt=armoured)
            damage = tenths(damage_score(strength, toughness(foe.card, hit), view.options))
            total += dice * hits * damage * 10 * wounds_of(hit, view.figures[foe.men[0]].size)
    return min(total, left(view, target)[0] * 1000)


def odds(view: Battle, number: int, target: int, *, covered: bool) -> Odds:
    """What the first round of an assault would do."""
    unit, foe = view.units[number], view.units[target]
    single = foe.card.individual and not foe.card.vehicle
    most = 4 if single else FRONT_RANK + 1 if foe.card.vehicle else min(FRONT_RANK + 2, len(foe.men) + 2)
    now = Round((number,), (), (target,) if covered else ())
    dealt = blows(view, number, target, unit.men[:most], now)
    answering = foe.men[: 1 if foe.card.vehicle else min(len(foe.men), most)]
    return Odds(dealt, blows(view, target, number, answering, now))


def worth_fighting(view: Battle, number: int, target: int, chances: Odds) -> int:
    """What a round is worth: losses on both sides, and what becomes of whoever loses it."""
    value = harm(view, target, chances.dealt) - harm(view, number, chances.taken)
    lead = chances.dealt - chances.taken
    loser = target if lead > 0 else number
    broken = part(worth_of(view, loser), BROKEN) if not below_half(view, loser) else worth_of(view, loser)
    sure = min(8, abs(lead) // 150)  # tenths: two wounds more win a round nearly always
    lost = broken * sure // 10 * (10 - _holds(view, loser)) // 10
    if view.units[loser].card.vehicle:
        lost //= 2
    return value + (lost if lead > 0 else -lost)


def _holds(view: Battle, number: int) -> int:
    """How likely a unit passes a morale check, in tenths."""
    return tenths(command_score(command_of(view, number)[0], natural=True))


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
    chances = odds(view, number, foe, covered=defends_cover(view, number, foe))
    value = part(worth_fighting(view, number, foe, chances), TWICE)
    other = view.units[foe]
    if other.hold and not other.panicked:
        value -= fire_of(view, foe, foes=(number,)).value * _holds(view, foe) // 10
    if chances.dealt * 3 <= chances.taken * 2:
        return value
    if not other.done and not other.panicked:  # it will not shoot this turn
        value += fire_of(view, foe).value
    here = place_of(view, foe)
    if any(far(here, point) <= inches(4) for point in fought_for(view)):
        value += CLEARS * (2 if turns_left(view) < 2 else 1)
    return value


def approach(view: Battle, number: int, foe: int, domain: Marching) -> Way | None:
    """A Move that brings a unit within an assault move of an enemy: straight at him, an inch short."""
    first = view.layout.point(view.units[number].men[0])
    to_x, to_y = view.layout.point(view.units[foe].men[0])
    straight = int(bearing_to(to_x - first[0], to_y - first[1]))
    gap = between(view, number, foe)
    step = min(domain.budget - 2, gap - INCH - INCH // 4)
    for turn in (0, 250, -250):
        x, y = ahead(0, 0, (straight + turn) % 3600, step)
        march = domain.shifted(int(x), int(y))
        if domain.allows(march):
            return Way(march, view, moves=True)
    return None


# ---- the questions


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The best of those whom the assault may be declared on, if it gets there."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, OneOf)
    able: list[int] = list(domain.values.values())
    reach = move_of(view, number)

    def value(foe: int) -> tuple[bool, int, int]:
        return between(view, number, foe) <= reach, _promises(view, number, foe), -foe

    return f"u{max(able, key=value)}"


def in_combat(view: Battle, number: int) -> str:
    """What a unit in close combat is ordered: it fights on while that pays, and gets out of what is hopeless."""
    men = list(fighters(view, number))
    value = 0
    for foe in foes_of(view, number):
        dealt = blows(view, number, foe, men, Round())
        taken = blows(view, foe, number, list(fighters(view, foe)), Round())
        value += worth_fighting(view, number, foe, Odds(dealt, taken))
    if value >= -2 * POINT:
        return ASSAULT
    if value < HOPELESS and not view.units[number].orders:
        return BREAK_OFF
    return NOTHING


def answer(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Shooting at those who come, unless that does nothing; then a counter-charge by whoever is as good at it."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, OneOf)
    if "shoot" in domain.values and fire_of(view, number).harms:
        return "shoot"
    if "counter-charge" in domain.values and not view.units[number].card.individual:
        return "counter-charge"
    return "shoot" if "shoot" in domain.values else "nothing"


def strike(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """At whom it hurts most."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, OneOf)
    men = list(fighters(view, number))
    foes: list[int] = list(domain.values.values())
    return f"u{max(foes, key=lambda foe: (harm(view, foe, blows(view, number, foe, men, Round())), -foe))}"
