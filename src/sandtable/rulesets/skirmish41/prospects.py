"""What hangs on an answer: the dice of targets, shots, throws, tries to spot and tests, before anything is thrown.

What comes of those dice a forecast says. Every number comes from the functions that play the rule; nothing is changed.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.mechanics.chances import say_chance, say_number
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import about
from sandtable.play.shown import Prospect, Volley

from .charts import D6, D20, weapons
from .driving import HEAVY, SPEED
from .heavy import Shot, arms_ready, targets_for
from .markers import marker_try, point_try
from .melee import strength_of
from .morale import total_of
from .movement import allowance, movers
from .offers import Aims, Bombing, Named, Shoots, Spotting
from .orders import DRIVE, FIRE, MOVE, SPOT
from .shooters import Shooter, shots_for
from .spotting import best_try
from .state import Battle
from .suppression import modifiers_for, score_for
from .targets import Aim, lines_to
from .trying import Goal, lookers
from .units import at_half, nearest_team
from .volley import volley_at
from .ways import Fire, fire_targets, firing, usual_way, ways_to_fire

By = Mapping[str, Prospect]
FIRING = ("sk.shoot.die", "sk.effect.roll")


def prospects(state: Battle, decision: Decision[Any]) -> By:
    """The dice that hang on options of a question, by key; nothing for questions that no dice hang on."""
    number, domain = decision.unit, decision.domain
    if decision.kind == "team" and isinstance(domain, OneOf):
        return _teams(state, domain)
    if number is None:
        return {}
    if isinstance(domain, Aims):
        return {key: _usual_fire(state, number, aim) for key, aim in domain.values.items()}
    if isinstance(domain, Shoots):
        return {key: fire_prospect(state, number, domain.aim, way) for key, way in domain.values.items()}
    if isinstance(domain, Named):
        return _named(state, number, domain)
    if isinstance(domain, Bombing):
        return _bombing(state, number, domain)
    if isinstance(domain, Spotting):
        return {key: spot_prospect(state, number, goal) for key, goal in domain.values.items()}
    if decision.kind == "main combatant" and isinstance(domain, OneOf):
        return {key: _melee(state, man) for key, man in domain.values.items()}
    return _actions(state, number, domain) if decision.kind == "action" and isinstance(domain, OneOf) else {}


# ---- small arms


def fire_prospect(state: Battle, number: int, aim: Aim, way: Fire, named: int = -1) -> Prospect:
    """The dice of a team at a target in one way."""
    guns = firing(state, number, aim, way)
    volley = volley_at(state, aim, [(gun, _many(state, gun, way)) for gun in guns], way.shot, named)
    volleys: list[Volley] = []
    hits = Fraction(0)
    for one in volley.shots:
        if not one.many or not one.chance.possible:
            continue
        chance = Fraction(max(0, min(D20, D20 + 1 - one.chance.score)), D20)
        hits += one.many * chance
        title = weapons()[one.gun.weapon].title
        volleys.append(Volley(title, f"{one.many}D20", f"{one.chance.score}+", one.chance.shifts, str(chance)))
    if not volleys:
        return Prospect((), {}, "nobody can hit by himself", ("sk.shoot.group-fire",))
    distance = min(line.gap for line in lines_to(state, guns[0], aim))
    return Prospect(tuple(_merged(volleys)), {"distance": about(distance), "hits": say_number(hits)}, "", FIRING)


def _many(state: Battle, gun: Shooter, way: Fire) -> int:
    return max(1, shots_for(state, gun.man, gun.weapon, way.own, way.shot))


def _merged(volleys: list[Volley]) -> list[Volley]:
    """Volleys that are alike told as one."""
    counts: dict[tuple[str, str, Any, str], int] = {}
    for one in volleys:
        key = (one.what, one.needed, one.modifiers, one.chance)
        counts[key] = counts.get(key, 0) + int(one.dice.removesuffix("D20"))
    return [Volley(what, f"{count}D20", needed, mods, chance) for (what, needed, mods, chance), count in counts.items()]


def _usual_fire(state: Battle, number: int, aim: Aim) -> Prospect:
    ways = ways_to_fire(state, number, aim)
    if not ways:
        all_together = Volley("all weapons together", "1D20", "20", (), "1/20")
        return Prospect((all_together,), {"hits": "1/20"}, "", ("sk.shoot.group-fire",))
    return fire_prospect(state, number, aim, ways[usual_way(state, number, aim)])


def _named(state: Battle, number: int, domain: Named[Any]) -> By:
    """What aiming at each figure takes, with all that the shooters have for such shots."""
    ways = [way for way in ways_to_fire(state, number, domain.aim).values() if way.shot == domain.shot]
    if not ways:
        return {}
    most = max(ways, key=lambda way: way.own)
    return {key: fire_prospect(state, number, domain.aim, most, figure) for key, figure in domain.values.items()}


# ---- everything else that is aimed


def shot_volley(weapon: str, shot: Shot) -> Volley:
    """The D20 of a weapon that is no small arm."""
    chance = Fraction(max(0, min(D20, D20 + 1 - shot.score)), D20)
    return Volley(weapons()[weapon].title, "1D20", f"{shot.score}+", shot.modifiers, str(chance))


def _bombing(state: Battle, number: int, domain: Bombing[Any]) -> By:
    arm = next((arm for arm in arms_ready(state, number) if arm.weapon == domain.weapon), None)
    if arm is None:
        return {}
    foes = targets_for(state, number, arm)
    because = (weapons()[domain.weapon].clause,)
    return {
        key: Prospect((shot_volley(domain.weapon, foes[foe]),), {}, "", because)
        for key, foe in domain.values.items()
        if foe in foes
    }


# ---- spotting


@rule("sk.spot.table")
def spot_prospect(state: Battle, number: int, goal: Goal) -> Prospect:
    """The die of a try, as far as the side knows: what an unseen team does, it does not know."""
    men = lookers(state, number)
    if goal.marker >= 0:
        found = marker_try(state, number, men, goal.marker)
    elif goal.team >= 0:
        found = best_try(state, number, men, goal.team)
    else:
        found = point_try(state, number, men, goal.at)  # as if it lay still in whatever cover is there
    if found is None:
        return Prospect((), {}, "it cannot be seen from here", ("sk.spot.impossible",))
    one = found[0]
    chance = Fraction(11 - one.score, 10)
    volley = Volley("spotting", "1D10", f"{one.score}+", one.shifts, str(chance))
    return Prospect((volley,), {"spots it": say_chance(chance)}, "", ("sk.spot.table",))


# ---- actions and tests


def _actions(state: Battle, number: int, domain: OneOf[Any]) -> By:
    """How far a move goes, and the dice of the nearest target from where the team stands."""
    found = {}
    unit = state.units[number]
    for key in domain.values:
        if key == MOVE and movers(state, number):
            far = max(allowance(state, man) for man in movers(state, number))
            found[key] = Prospect((), {"distance": about(far)}, "", ("sk.move.six",))
        elif key == DRIVE:
            far = HEAVY if unit.card.size == "heavy" else SPEED
            found[key] = Prospect((), {"distance": about(far)}, "", ("sk.veh.speed",))
        elif key == FIRE:
            found[key] = _nearest_fire(state, number)
        elif key == SPOT:
            tries = {"tries left": str(len(lookers(state, number)))}
            found[key] = Prospect((), tries, "", ("sk.spot.own-turn",))
    return found


def _nearest_fire(state: Battle, number: int) -> Prospect:
    aims = fire_targets(state, number)
    first = nearest_team(state, number, [aim.team for aim in aims])
    aim = next(aim for aim in aims if aim.team == first)
    found = _usual_fire(state, number, aim)
    return Prospect(found.volleys, {"target": state.units[aim.team].name, **found.expected}, found.note, found.because)


@rule("sk.morale.rally", "sk.gap.suppression-removal")
def _teams(state: Battle, domain: OneOf[Any]) -> By:
    """The dice that a team begins with: rallying, or shaking off its suppression."""
    found = {}
    for key, number in domain.values.items():
        if number is None:
            continue
        unit = state.units[number]
        if unit.routing:
            chance = Fraction(1, 6) if at_half(unit) else Fraction(0)
            volley = Volley("rally", "1D6", "6+", (), str(chance))
            found[key] = Prospect((volley,), {"rallies": say_chance(chance)}, "", ("sk.morale.rally",))
        elif unit.suppression:
            modifiers = modifiers_for(state, number)
            score = score_for(modifiers, state.options)
            chance = Fraction(D6 + 1 - score, D6)
            volley = Volley("suppression", f"{unit.suppression}D6", f"{score}+", modifiers, str(chance))
            expected = {"all gone": say_chance(chance**unit.suppression), "action points": str(total_of(state, number))}
            found[key] = Prospect((volley,), expected, "", ("sk.gap.suppression-removal",))
    return found


def _melee(state: Battle, man: int) -> Prospect:
    plus = strength_of(state, man, 0)
    volley = Volley("melee", "1D6", f"+{plus}", (), "")
    return Prospect((volley,), {"points": str(plus)}, "", ("sk.melee.compare",))
