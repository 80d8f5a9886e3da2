"""The dice that hang on the options of a question: of fire, movement actions, Commands, falling back.

What comes of those dice a forecast says. Every number comes from the functions that play the rule.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.dice.readings import Best
from sandtable.mechanics.chances import say_chance
from sandtable.mechanics.glances import Glance, at_a_glance
from sandtable.mechanics.modifiers import total
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import about
from sandtable.play.shown import Prospect, Volley

from .blows import KEPT, fighter, modifiers
from .command import Command
from .contact import allowed_to
from .cool import Cool, command_cool, cool, takes_tests
from .grips import strikes_back
from .horror import horror_of, must_check
from .offers import Aiming, Waiting
from .prospects_cool import cool_volley
from .prospects_fire import fire_prospects, target_prospects
from .prospects_special import overwatch_prospects, special_prospects
from .sight import apart, between
from .state import Battle
from .suppression import checked_cover, fire_modifiers, on_cool
from .suppressors import at_unit

By = Mapping[str, Prospect]

MOVES = {
    "advance": Glance("then fire"),
    "double": Glance("no fire"),
    "hide": Glance("where no enemy sees it"),
    "sneak": Glance("stays Hidden, then fire"),
    "dirt": Glance("drops Prone", "-1 to be hit"),
}


def prospects(state: Battle, decision: Decision[Any]) -> By:
    """The dice of each option, by key; nothing for questions that no dice hang on."""
    number, domain = decision.unit, decision.domain
    if decision.kind == "fall back" and number is not None:
        return _fall_back(state, number)
    if not isinstance(domain, OneOf):
        return {}
    if isinstance(domain, Aiming):
        return special_prospects(state, domain)
    if decision.kind == "command":
        return _commands(state, domain)
    if number is None:
        return {}
    if isinstance(domain, Waiting):
        return overwatch_prospects(state, number, domain)
    match decision.kind:
        case "fire":
            return fire_prospects(state, number, domain)
        case "target":
            return target_prospects(state, number, domain)
        case "action":
            return at_a_glance(
                _actions(state, number, domain), {key: MOVES[key] for key in domain.values if key in MOVES}
            )
        case _:
            return {}


# ---- Cool


def _fall_back(state: Battle, number: int) -> By:
    """Whoever falls back tests his Cool: an orderly move, or he breaks."""
    if not takes_tests(state, number):
        return {}
    volley = cool_volley("Cool test", cool(state, number), state.units[number].side)
    expected = {"orderly": say_chance(Fraction(volley.chance))}
    return {"yes": Prospect((volley,), expected, "else it breaks and flees", ("sotr.assault.fallback-choice",))}


def _commands(state: Battle, domain: OneOf[Any]) -> By:
    """The rolls of Commands that need one."""
    found = {}
    for key, command in domain.values.items():
        on = _rolls_on(state, command) if isinstance(command, Command) else None
        if on is not None:
            volley = cool_volley("Command Roll", on, 0)
            expected = {"regroups": say_chance(Fraction(volley.chance))}
            found[key] = Prospect(
                (volley,), expected, "", ("sotr.command.roll", f"sotr.command.{CLAUSE[command.kind]}")
            )
    return found


CLAUSE = {"regroup": "regroup", "sarge": "sarge-goner"}


def _rolls_on(state: Battle, command: Command) -> Cool | None:
    if command.kind == "regroup" and command.officer is not None:
        return command_cool(state, command.officer)
    if command.kind == "sarge" and command.unit is not None:
        penalty = Modifier(-2, "Sarge is a GONER!", "sotr.command.sarge-goner")
        return cool(state, command.unit, (penalty,), base=True)
    return None


# ---- movement actions


def _actions(state: Battle, number: int, domain: OneOf[Any]) -> By:
    """What Assaults and Suppressing Fire at units hang on."""
    found = {}
    for key in domain.values:
        word, _, target = key.partition(" ")
        if word == "assault":
            found[key] = _assault(state, number, int(target[1:]))
        elif word == "suppress" and target[0] == "u":
            found[key] = _suppress(state, number, int(target[1:]))
    return found


def _suppress(state: Battle, number: int, target: int) -> Prospect:
    """The Cool check of those under Suppressing Fire."""
    guns = at_unit(state, number, target)
    firers = tuple(dict.fromkeys(gun.figure for gun in guns))
    taken = fire_modifiers(state, guns, grenades=False)
    on = on_cool(state, target, taken, checked_cover(state, target, firers))
    volley = cool_volley("Cool check", on, state.units[target].side)
    expected = {"Suppressed": say_chance(1 - Fraction(volley.chance))}
    return Prospect((volley,), expected, "grenades in reach would take two more off its Cool", ("sotr.suppress.check",))


def _assault(state: Battle, number: int, target: int) -> Prospect:
    """Whether an Assault gets there, the checks for HORROR, and what a charger scores against whom he meets."""
    allowed = allowed_to(state, number, {})
    men, foes = tuple(allowed), state.units[target].men
    between_them, reach = apart(state, men, foes), max(allowed.values(), default=0)
    measured = {"distance": about(between_them), "reach": about(reach)}
    if between_them > reach:
        return Prospect((), measured, "out of reach", ("sotr.assault.move", "sotr.assault.short"))
    one, other = min(((man, foe) for man in men for foe in foes), key=lambda pair: (between(state, *pair), pair))
    volleys = [*_horrors(state, number, target), _clash(state, one, other)]
    return Prospect(tuple(volleys), measured, "the target may fall back first", ("sotr.assault.order", "sotr.hth.roll"))


def _horrors(state: Battle, number: int, target: int) -> list[Volley]:
    """The checks that charging HORROR, or being charged by it, calls for."""
    found = []
    for unit, foe, what in ((number, target, "HORROR check"), (target, number, "its HORROR check")):
        if must_check(state, unit, horror_of(state, foe)):
            found.append(cool_volley(what, cool(state, unit, horror=True), state.units[unit].side))
    return found


def _clash(state: Battle, one: int, other: int) -> Volley:
    """One charger against one enemy, a die each: how likely he scores higher."""
    charging = fighter(state, one, other)._replace(charging=True, disorganized=False, prone=False)
    mine, theirs = modifiers(charging), modifiers(fighter(state, other, one))
    struck = strikes_back(state, other)
    ahead = total(mine) - total(theirs) if struck else total(mine)
    weights = Best(KEPT).weights(1, 6)
    whole = sum(weights.values()) ** 2 if struck else sum(weights.values())
    wins = sum(
        ways * (others if struck else 1)
        for score, ways in weights.items()
        for against, others in (weights.items() if struck else ((0, 1),))
        if score + ahead > against
    )
    against = f"a die {total(theirs):+d}" if struck else "nothing"
    return Volley("each charger", "1", f"more than {against}", mine, str(Fraction(wins, whole)))
