"""What hangs on an answer: the dice of targets, weapons, reactions, assaults, orders and hits, before anything is thrown.

What comes of those dice a forecast says. Every number comes from the functions that play the rule; nothing is changed.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.mechanics.chances import say_chance
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import about
from sandtable.play.shown import Prospect

from .assault import assault_targets
from .morale import enemies_near, rally_score
from .movement import allowance
from .offers import Answering, Arming, Assaulting, Moments, Reacting, Targets, Victims
from .orders import ASSAULT, BREAK_OFF, HOLD, MOVE, RUSH, SHOOT, can_shoot
from .prospects_assault import answer_prospects, assault_prospects, break_off_prospect, order_to_assault
from .prospects_dice import chance_of, command_test, dice, lent_by, played, tested
from .prospects_fire import (
    fire_prospect,
    moment_prospects,
    reaction_prospect,
    target_prospects,
    victim_prospects,
    weapon_prospects,
)
from .shooting import plan
from .state import Battle
from .units import engaged

By = Mapping[str, Prospect]


def prospects(state: Battle, decision: Decision[Any]) -> By:
    """The dice that hang on options of a question, by key; nothing for questions that no dice hang on."""
    number, domain = decision.unit, decision.domain
    if decision.kind == "activate" and isinstance(domain, OneOf):
        return _rallies(state, domain)
    if number is None:
        return {}
    if isinstance(domain, Targets):
        return target_prospects(state, domain)
    if isinstance(domain, Arming):
        return weapon_prospects(state, domain)
    if isinstance(domain, Reacting):
        return _reactions(state, domain)
    if isinstance(domain, Moments):
        return moment_prospects(state, number, domain)
    if isinstance(domain, Assaulting):
        return assault_prospects(state, domain)
    if isinstance(domain, Answering):
        return answer_prospects(state, number, domain)
    if isinstance(domain, Victims):
        return victim_prospects(state, number, domain)
    return _orders(state, number, domain) if decision.kind == "order" and isinstance(domain, OneOf) else {}


def _reactions(state: Battle, domain: Reacting[Any]) -> By:
    """The test and the shot of each unit on Hold at one that moves or has shot, as that stands now."""
    return {
        key: tested(state, holder, reaction_prospect(state, holder, domain.mover))
        for key, holder in domain.values.items()
        if holder is not None
    }


@rule("d10.morale.rally", "d10.gap.rally-procedure")
def _rallies(state: Battle, domain: OneOf[Any]) -> By:
    """The rally check of each panicked unit that could be activated."""
    found = {}
    for key, number in domain.values.items():
        if number is None or not state.units[number].panicked or engaged(state, number):
            continue
        if state.units[number].on_table:
            least, modifiers, leader = rally_score(state, number, enemies_near(state, number))
            because = ("d10.gap.rally-procedure", *(modifier.clause for modifier in modifiers))
            expected = {"rallies": say_chance(chance_of(least))}
            found[key] = Prospect(
                (dice("rally check", 1, least, modifiers),), expected, lent_by(state, leader), because
            )
    return found


# ---- orders


def _orders(state: Battle, number: int, domain: OneOf[Any]) -> By:
    """How far moves go, the dice of the usual target from where the unit stands, the test that Hold is good for."""
    found = {}
    for key in domain.values:
        if (said := _order(state, number, key)) is not None:
            found[key] = said
    return found


def _order(state: Battle, number: int, order: str) -> Prospect | None:
    if order in {MOVE, RUSH}:
        clause = "d10.order.move-rush" if order == RUSH else "d10.order.move-normal"
        return Prospect((), {"distance": about(allowance(state, number, rush=order == RUSH))}, "", (clause,))
    if order == HOLD:
        volley, chance, lent = command_test(state, number, "reaction test")
        because = ("d10.gap.hold-enables", "d10.gap.reaction-test")
        return Prospect((volley,), {"reacts": say_chance(chance)}, lent, because)
    if order == SHOOT:
        return _shooting(state, number)
    if order == ASSAULT:
        return _assaulting(state, number)
    return break_off_prospect(state, number) if order == BREAK_OFF else None


def _shooting(state: Battle, number: int) -> Prospect:
    """The usual fire from where it stands; a vehicle's at both its targets."""
    if not can_shoot(state, number):
        because = ("d10.shoot.check-los-range", "d10.shoot.nearest-target")
        return Prospect((), {}, "there is nobody to shoot at", because)
    salvos, _ = played(state, plan, number)
    found = fire_prospect(state, number, salvos)
    names = " and ".join(state.units[salvo.target].name for salvo in salvos)
    return replace(found, expected={"target": names, **found.expected})


def _assaulting(state: Battle, number: int) -> Prospect:
    able = assault_targets(state, number)
    if not able and not engaged(state, number):
        return Prospect((), {}, "no enemy is in sight to assault", ("d10.gap.assault-move",))
    return order_to_assault(state, number, able)
