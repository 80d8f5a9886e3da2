"""The dice that hang on the options of a question: of activations, actions, fire, assaults, barrages and rerolls.

What comes of those dice a forecast says. Every number comes from the functions that play the rule.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.mechanics.chances import say_chance
from sandtable.mechanics.glances import Glance, at_a_glance
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.shown import Prospect
from sandtable.play.state import with_unit

from .activation import activation_modifiers
from .assault import may_not_target
from .fire_modes import Mode
from .offers import At, Directing, Grounding, Rerolling, SomeAt
from .prospects_assault import assault_prospect, assault_prospects, counter_attack_prospects
from .prospects_barrage import observer_prospects, range_in_prospects, what_prospects
from .prospects_dice import check_volley
from .prospects_fire import (
    arms_prospects,
    fire_prospect,
    firer_prospects,
    mode_of,
    target_prospects,
    type_prospects,
)
from .shooting import ready
from .state import Battle
from .targets import best_target, targets_of
from .teams import afoot, enemies, nearest_between
from .training import needed_by

By = Mapping[str, Prospect]
FIRES: Mapping[str, Mode] = {"fire": "fire", "aimed-fire": "aimed", "fire-and-move": "fire", "move-and-fire": "moved"}

ACTIONS = {
    "move": Glance("no fire"),
    "run": Glance("two moves, no fire; its Saves must be passed twice"),
    "fire": Glance("from where it stands"),
    "aimed-fire": Glance("without moving"),
    "fire-and-move": Glance("fire first, then move"),
    "move-and-fire": Glance("move first; fire needs one more"),
    "dig-in": Glance("hard cover until it moves"),
    "overwatch": Glance("waits for whoever moves before it"),
    "place-leader": Glance("a Team is led by him anew"),
}


def prospects(state: Battle, decision: Decision[Any]) -> By:
    """The dice of each option, by key; nothing for questions that no dice hang on."""
    number, domain = decision.unit, decision.domain
    if decision.kind == "activate" and isinstance(domain, OneOf):
        return _activations(state, domain)
    if number is None:
        return {}
    if isinstance(domain, Rerolling):
        return {"yes": _again(domain)}
    if isinstance(domain, Grounding):
        return {"yes": _grounded(state, number, domain.firer), "no": _fired_at(state, number, domain.firer)}
    if isinstance(domain, Directing):
        return _directed(domain)
    if isinstance(domain, SomeAt):
        return firer_prospects(state, number, domain)
    if isinstance(domain, At):
        return (
            arms_prospects(state, number, domain) if decision.kind == "arms" else type_prospects(state, number, domain)
        )
    return _by_kind(state, number, decision.kind, domain) if isinstance(domain, OneOf) else {}


def _by_kind(state: Battle, number: int, kind: str, domain: OneOf[Any]) -> By:
    match kind:
        case "target":
            return target_prospects(state, number, domain)
        case "action":
            return at_a_glance(
                _actions(state, number, domain), {key: ACTIONS[key] for key in domain.values if key in ACTIONS}
            )
        case "assault":
            return assault_prospects(state, number, domain)
        case "counter-attack":
            return counter_attack_prospects(state, number)
        case "react":
            return _reactions(state, number, domain)
        case "barrage or smoke":
            return what_prospects(state, number, domain)
        case "observer":
            return observer_prospects(state, number, domain)
        case "range in on":
            return range_in_prospects(state, number, domain)
        case _:
            return {}


# ---- checks


def _activations(state: Battle, domain: OneOf[Any]) -> By:
    """The Training Check by which each Unit is activated, with what suppression costs it."""
    found = {}
    for key in domain.values:
        if key[:1] == "u" and key[1:].isdigit():
            number = int(key[1:])
            mods = activation_modifiers(state, number)
            volley = check_volley("Training Check", needed_by(state, number, mods), mods)
            because = ("fraley.training.check", *(modifier.clause for modifier in mods))
            expected = {"passes": say_chance(Fraction(volley.chance))}
            note = "a failure ends the Initiative"
            found[key] = Prospect((volley,), expected, note, (*because, "fraley.initiative.ends-on-fail"))
    return found


def _again(domain: Rerolling) -> Prospect:
    volley = check_volley("the check once more", domain.needed)
    expected = {"passes": say_chance(Fraction(volley.chance))}
    return Prospect((volley,), expected, "once an Initiative", ("fraley.cc.reroll",))


def _directed(domain: Directing[Any]) -> By:
    """The misses of each Team that would be rolled again."""
    found = {}
    for key, team in domain.values.items():
        if team is not None:
            volleys = tuple(check_volley("misses", number, dice=dice) for dice, number in domain.misses[team])
            found[key] = Prospect(volleys, {}, "", ("fraley.leader.direct-fire", "fraley.leader.once-per-initiative"))
    return found


# ---- under fire


def _fired_at(state: Battle, number: int, firer: int) -> Prospect:
    """The fire that a Unit is about to be under."""
    return fire_prospect(state, firer, number, mode_of(state, firer))


def _grounded(state: Battle, number: int, firer: int) -> Prospect:
    """The same fire once it has gone to ground."""
    down = with_unit(state, number, {"grounded": True, "still": True, "overwatch": False})
    found = _fired_at(down, number, firer)
    note = "it neither moves nor fires for the rest of the round, but in reaction"
    because = ("fraley.gtg.declare-effect", "fraley.gtg.declare-cost")
    return Prospect(found.volleys, found.expected, note, because)


def _reactions(state: Battle, mover: int, domain: OneOf[Any]) -> By:
    """The fire of each Unit at one on the move, as that stands now; when it fires is asked afterwards."""
    found = {}
    for key in domain.values:
        if key[:1] == "u" and key[1:].isdigit():
            number = int(key[1:])
            watching = state.units[number].overwatch
            fire = fire_prospect(state, number, mover, "overwatch" if watching else "reaction")
            because = ("fraley.overwatch.trigger",) if watching else ("fraley.reaction.trigger", "fraley.hit.reaction")
            note = "as it stands now: when it fires is asked next"
            found[key] = Prospect(fire.volleys, fire.expected, note, because)
    return found


# ---- actions


def _actions(state: Battle, number: int, domain: OneOf[Any]) -> By:
    """What each action would throw at whom it would usually be aimed at, from where the Unit stands."""
    found = {}
    for key in domain.values:
        if key in FIRES:
            found[key] = _fire(state, number, key)
        elif key == "assault":
            found[key] = _assault(state, number)
        elif key == "barrage":
            found[key] = what_prospects(state, number, OneOf({"barrage": "barrage"})).get(key) or Prospect((), {}, "")
    return found


def _fire(state: Battle, number: int, key: str) -> Prospect:
    """Fire at the usual target: after a Move with its penalty, as if it stayed where it is."""
    mode = FIRES[key]
    now = with_unit(state, number, {"went": True}) if mode == "moved" else state
    offers = targets_of(now, ready(now, number, "fire"), enemies(now, now.units[number].side))
    best = best_target(now, offers)
    if best is None:
        why = "nobody whom it could harm is in sight and range"
        return Prospect((), {}, why, ("fraley.fire.line-of-sight", "fraley.fire.range"))
    found = fire_prospect(now, number, best, mode)
    extra = {"moved": "as if it fired from where it stands"}.get(mode, "")
    note = "; ".join(filter(None, (found.note, extra)))
    return Prospect(found.volleys, {"target": state.units[best].name, **found.expected}, note, found.because)


def _assault(state: Battle, number: int) -> Prospect:
    """The nearest Unit that may be assaulted."""
    unit = state.units[number]
    able = [foe for foe in enemies(state, unit.side) if may_not_target(state, number, foe) is None]
    if not able:
        return Prospect((), {}, "nobody is in reach", ("fraley.assault.charge",))
    near = min(able, key=lambda foe: (nearest_between(state, afoot(state, number), afoot(state, foe)), foe))
    found = assault_prospect(state, number, near)
    return Prospect(found.volleys, {"target": state.units[near].name, **found.expected}, found.note, found.because)
