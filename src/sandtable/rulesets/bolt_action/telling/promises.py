"""What is to be known of an answer besides its dice: what an order is good for, how far it is, why it comes to nothing."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.mechanics.chances import say_chance
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import about
from sandtable.play.shown import Promised
from sandtable.rulesets.bolt_action.basics.arms import Aimed, armed
from sandtable.rulesets.bolt_action.basics.battlefield import distance
from sandtable.rulesets.bolt_action.fire.aiming import Firing, Shells, Targets, on_the_move, usual_shell
from sandtable.rulesets.bolt_action.fire.volley import Laid, measure
from sandtable.rulesets.bolt_action.melee.close_quarters import reach
from sandtable.rulesets.bolt_action.melee.contact import contact_march, defended
from sandtable.rulesets.bolt_action.nerve.morale import PASS
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.turn.orders import Given, needs_test, order_roll

from .roaming import shots

By = Mapping[str, Promised]
UNMEASURED = Promised(note="measured only after the target is named", because=("ba.cq.declare", "ba.cq.move"))


def promises(state: Battle, decision: Decision[Any]) -> By:
    """What is to be known of options of a question, by key."""
    number, domain = decision.unit, decision.domain
    if decision.kind == "unit" and isinstance(domain, OneOf):
        return _obeying(state, domain.values)
    if number is None or not isinstance(domain, OneOf):
        return {}
    if isinstance(domain, Shells):
        return {shell: _shot(state, domain.firing, domain.target, shell) for shell in domain.values}
    if isinstance(domain, Targets):
        targets = {key: target for key, target in domain.values.items() if target is not None}
        return {key: _shot(state, domain.firing, target) for key, target in targets.items()}
    match decision.kind:
        case "order":
            return _orders(state, number, domain.values)
        case "assault target":
            return {key: _assault(state, number, target) for key, target in domain.values.items()}
        case _:
            return {}


def _obeying(state: Battle, choices: Mapping[str, int]) -> By:
    """Whether those would do as they are told whom pins make doubt it."""
    found = {}
    for key, number in choices.items():
        if state.units[number].pins and needs_test(state.units[number], "fire"):
            roll = order_roll(state, number, "fire")
            weights = roll.reading.weights(roll.dice, roll.sides)
            chance = Fraction(weights.get(PASS, 0), sum(weights.values()))
            found[key] = Promised(gives=f"{say_chance(chance)} obeys")
    return found


def _orders(state: Battle, number: int, choices: Mapping[str, Given]) -> By:
    """What each order is good for; fire at nobody comes to nothing."""
    unit, down = state.units[number], state.options.down_to_hit
    arms = armed(state, number).arms
    far = about(max((arm.weapon.reach for arm in arms), default=0)) if arms else ""
    nobody = "nobody in sight and range" if state.options.premeasure else "nobody in sight"
    vain = Promised(vain=nobody, because=("ba.shoot.declare",))
    hides = Promised("harder to hit", f"{down:+d} to hit")
    found = {
        "fire": vain if _in_vain(state, number) else Promised("from where it stands"),
        "advance": Promised("move, then fire"),
        "run": Promised("no fire"),
        "assault": Promised("run into contact"),
        "ambush": Promised("wait for a target", far),
        "rally": Promised("pins do not count" if unit.pins else "it has no pins to lose"),
        "down": hides if down and not unit.is_vehicle else Promised(),
    }
    return {key: found[key] for key in choices if key in found}


@rule("ba.shoot.declare")
def _in_vain(state: Battle, number: int) -> bool:
    """Whether nobody can be named as a target of direct fire; mortars and howitzers may have a use for ground, too."""
    arms = armed(state, number).arms
    lobs = any(trait in arm.weapon.traits for arm in arms for trait in ("indirect", "howitzer"))
    return state.units[number].on_table and not lobs and not shots(state, number, moving=False)


# ---- fire


def _shot(state: Battle, firing: Firing, target: Aimed, shell: str = "") -> Promised:
    """How many of a unit can fire, and what is to be minded besides its dice; who is out of range is not offered."""
    if not state.options.premeasure:
        return Promised(note="measured only after the target is named", because=("ba.shoot.measure",))
    notes = _warnings(state, firing, target)
    if not firing.indirect:
        laid = [Laid(arm, shell or usual_shell(state, arm, target)) for arm in firing.arms]
        moving = on_the_move(state, firing.number, firing.how)
        ready = measure(state, firing.number, firing.ready, laid, target, moving=moving)
        bearing, men = len({one.laid.arm.figure for one in ready}), len({arm.figure for arm in firing.arms})
        if bearing < men:
            notes.insert(0, f"{bearing} of {men} can fire")
    return Promised(note="; ".join(notes), because=("ba.shoot.sequence",))


def _warnings(state: Battle, firing: Firing, target: Aimed) -> list[str]:
    """What is to be known besides the dice."""
    victim = state.units[target.unit]
    found = []
    if state.dark:
        found.append("in the dark it must first be seen, within 2D6 inches")
    if firing.how.reaction and not victim.is_vehicle and victim.order in {None, "ambush"}:
        found.append("it may go Down first")
    if firing.how.reaction and "recce" in victim.card.traits and victim.order is None and not victim.immobilised:
        found.append("it may escape first")
    return found


# ---- assaults


def _assault(state: Battle, number: int, target: int) -> Promised:
    """Whether an assault gets there, and who strikes first."""
    if not state.options.premeasure:
        return UNMEASURED
    far, between = reach(state, number, target), distance(state, number, target)
    known = {"distance": about(between), "reach": about(far)}
    if between > far:
        return Promised(known=known, vain="out of reach", because=("ba.cq.move", "ba.gap.rough-run-assault"))
    if contact_march(state, number, target, far) is None:
        return Promised(known=known, vain="there is no way to get there", because=("ba.cq.move",))
    if state.units[target].is_vehicle:
        return Promised(known=known)
    if defended(state, number, target) and state.options.defended_simultaneous:
        note = "they are behind something: both sides strike at once"
        return Promised(known=known, note=note, because=("ba.gap.defensive-position",))
    return Promised(known=known, note="the attackers strike first", because=("ba.cq.attackers-first",))
