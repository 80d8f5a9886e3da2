"""The dice that hang on the options of a question: of targets and shells, orders that need a test, assaults.

What comes of those dice a forecast says.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.mechanics.chances import chance_of, say_chance
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.glances import Glance, at_a_glance
from sandtable.mechanics.modifiers import Never, Target
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import about
from sandtable.play.shown import Prospect, Volley

from .aiming import Firing, Shells, Shoot, Targets, may_fire
from .arms import armed
from .battlefield import distance
from .contact import contact_march, defended
from .damage import troops_target
from .morale import FUBAR, PASS
from .orders import Given, needs_test, order_modifiers, order_roll
from .prospects_fire import shot_prospect
from .quarters import attacks, reach
from .quarters_vehicle import vehicle_hit_on
from .roaming import shots
from .state import Battle, Unit

UNMEASURED = Prospect((), {}, "measured only after the target is named", ("ba.cq.declare", "ba.cq.move"))


def prospects(state: Battle, decision: Decision[Any]) -> Mapping[str, Prospect]:
    """The dice of each option, by key; nothing for questions that no dice or distance hang on."""
    number, domain = decision.unit, decision.domain
    if decision.kind == "unit" and isinstance(domain, OneOf):
        return at_a_glance({}, _obeying(state, domain.values))
    if number is None or not isinstance(domain, OneOf):
        return {}
    if isinstance(domain, Shells):
        return {shell: shot_prospect(state, domain.firing, domain.target, shell) for shell in domain.values}
    match decision.kind:
        case "target" | "aim one-shot weapon":
            firing = domain.firing if isinstance(domain, Targets) else _by_mistake(state, number)
            targets = {key: target for key, target in domain.values.items() if target is not None}
            return {key: shot_prospect(state, firing, target) for key, target in targets.items()}
        case "order":
            return at_a_glance(_orders(state, number, domain.values), _glances(state, number, domain.values))
        case "assault target":
            return {key: _assault(state, number, target) for key, target in domain.values.items()}
        case _:
            return {}


def _obeying(state: Battle, choices: Mapping[str, int]) -> dict[str, Glance]:
    """Whether those would do as they are told whom pins make doubt it."""
    found = {}
    for key, number in choices.items():
        if state.units[number].pins and needs_test(state.units[number], "fire"):
            roll = order_roll(state, number, "fire")
            weights = roll.reading.weights(roll.dice, roll.sides)
            found[key] = Glance("", f"{say_chance(Fraction(weights.get(PASS, 0), sum(weights.values())))} obeys")
    return found


def _glances(state: Battle, number: int, choices: Mapping[str, Given]) -> dict[str, Glance]:
    """What each order is good for."""
    unit, down = state.units[number], state.options.down_to_hit
    arms = armed(state, number).arms
    lies_low = Glance("harder to hit", f"{down:+d} to hit") if down and not unit.is_vehicle else Glance("")
    found = {
        "fire": Glance("" if _in_vain(state, number) else "from where it stands"),
        "advance": Glance("move, then fire"),
        "run": Glance("no fire"),
        "assault": Glance("run into contact"),
        "ambush": Glance(
            "wait for a target", about(max((arm.weapon.reach for arm in arms), default=0)) if arms else ""
        ),
        "rally": Glance("pins do not count") if unit.pins else Glance("it has no pins to lose"),
        "down": lies_low,
    }
    return {key: found[key] for key in choices if key in found}


@rule("ba.shoot.declare")
def _in_vain(state: Battle, number: int) -> bool:
    """Whether nobody is in sight of direct fire; mortars and howitzers may have a use for ground, too."""
    arms = armed(state, number).arms
    lobs = any(trait in arm.weapon.traits for arm in arms for trait in ("indirect", "howitzer"))
    return state.units[number].on_table and not lobs and not shots(state, number, moving=False)


def _by_mistake(state: Battle, number: int) -> Firing:
    """Fire at friends: with everything, as if it had been ordered."""
    ready = armed(state, number)
    arms = [arm for arm in ready.arms if may_fire(state, arm, Shoot())]
    lobbed = [arm for arm in arms if "indirect" in arm.weapon.traits]
    return Firing(number, ready, lobbed[:1] or arms, Shoot(), indirect=bool(lobbed))


def _orders(state: Battle, number: int, choices: Mapping[str, Given]) -> dict[str, Prospect]:
    """The order test of each order that needs one; fire at nobody needs none, and comes to nothing."""
    unit = state.units[number]
    found = {}
    for key, given in choices.items():
        if not needs_test(unit, given.order):
            if key == "fire" and _in_vain(state, number):
                found[key] = Prospect((), {}, "nobody in sight", ("ba.shoot.declare",))
            continue
        roll = order_roll(state, number, given.order)
        weights = roll.reading.weights(roll.dice, roll.sides)
        whole = sum(weights.values())
        chances = {result: Fraction(weights.get(result, 0), whole) for result in (PASS, FUBAR)}
        reasons = tuple(order_modifiers(state, number))
        volley = Volley("order test", "2D6", roll.needs, reasons, str(chances[PASS]))
        reserve = unit.place == "reserve"
        note = "two sixes: it stays off the table" if reserve else f"two sixes ({chances[FUBAR]}) are FUBAR"
        expected = {"obeys": say_chance(chances[PASS])} | ({} if reserve else {"FUBAR": say_chance(chances[FUBAR])})
        because = ("ba.turn.test", "ba.gap.order-test", *(() if reserve else ("ba.fubar.trigger",)))
        found[key] = Prospect((volley,), expected, note, because)
    return found


def _assault(state: Battle, number: int, target: int) -> Prospect:
    """Whether an assault gets there, and the dice of its first round."""
    if not state.options.premeasure:
        return UNMEASURED
    far, between = reach(state, number, target), distance(state, number, target)
    measured = {"distance": about(between), "reach": about(far)}
    if between > far:
        return Prospect((), measured, "out of reach", ("ba.cq.move", "ba.gap.rough-run-assault"))
    if contact_march(state, number, target, far) is None:
        return Prospect((), measured, "there is no way to get there", ("ba.cq.move",))
    unit, foe = state.units[number], state.units[target]
    if foe.is_vehicle:
        needed, clause = vehicle_hit_on(foe.order, state.options)
        volley = _blows(unit, len(unit.men), Target(needed, ()))
        note = "no man can hit it" if isinstance(needed, Never) else ""
        return Prospect((volley,), measured, note, (clause, "ba.cqv.damage"))
    return _melee(state, unit, foe, measured, on_guard=defended(state, number, target))


def _melee(state: Battle, unit: Unit, foe: Unit, measured: dict[str, str], *, on_guard: bool) -> Prospect:
    """The blows of both sides at full strength; who strikes second strikes with those who are left."""
    volleys = tuple(
        _blows(one, attacks(state, one), troops_target(other.card.quality, 0, state.options))
        for one, other in ((unit, foe), (foe, unit))
    )
    together = on_guard and state.options.defended_simultaneous
    note = "they are behind something: both sides strike at once" if together else "the attackers strike first"
    clause = "ba.gap.defensive-position" if together else "ba.cq.attackers-first"
    return Prospect(volleys, measured, note, ("ba.cq.round-order", clause))


def _blows(unit: Unit, dice: int, needed: Target) -> Volley:
    return Volley(f"{unit.name}: blows", str(dice), str(needed), (), str(chance_of(needed.needed)))
