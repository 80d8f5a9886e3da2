"""What dice shooting throws: those of each weapon, what they need and why, and the damage dice of what hits.

Every number comes from the functions that play the shot. Wounds to expect are passed damage dice: what falls on a man who
has fallen already is not taken off them, a forecast does that.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from sandtable.mechanics.chances import say_number
from sandtable.mechanics.pieces import raised
from sandtable.play.journey import Journey, places_at
from sandtable.play.refusal import about
from sandtable.play.shown import Prospect, Volley
from sandtable.play.state import with_unit

from .arms import Arm, arms
from .kits import kits
from .offers import Arming, Moments, Targets, Victims
from .prospects_dice import TOO_WEAK, chance_of, command_test, damage_of, dice, in_wounds, played, tested
from .shooting import Salvo, plan, salvo_of, usual_salvo
from .state import Battle
from .targets import Aim, in_reach
from .units import between
from .volley import Loaded, caught_by, grouped, hit_of

By = Mapping[str, Prospect]
CLAUSES = ("d10.shoot.sequence", "d10.shoot.table", "d10.test.damage")
SILENT = Prospect((), {}, "the main gun stays silent", ("d10.gap.vehicle-shoot",))
AIMED = "whoever shoots says whom it hits"


# ---- the questions


def target_prospects(state: Battle, domain: Targets[Any]) -> By:
    """The dice of a unit, or of a vehicle's machine guns or its main gun, at each target that it may choose."""
    found = {}
    for key, value in domain.values.items():
        if value is None:
            found[key] = SILENT
        elif isinstance(value, Aim):
            found[key] = aim_prospect(state, domain.shooter, domain.arms, value)
        else:
            aim, shell = value
            salvo = salvo_of(state, domain.shooter, [Loaded(arm, shell) for arm in domain.arms], aim)
            found[key] = fire_prospect(state, domain.shooter, [salvo])
    return found


def weapon_prospects(state: Battle, domain: Arming[Any]) -> By:
    """The dice of each choice of weapons at the target that has been chosen."""
    offered = kits(state, domain.shooter, domain.arms, domain.aim)
    return {
        key: fire_prospect(state, domain.shooter, [salvo_of(state, domain.shooter, offered[key], domain.aim)])
        for key in domain.values
        if key in offered
    }


def moment_prospects(state: Battle, holder: int, domain: Moments[Any]) -> By:
    """The test and the shot of a unit on Hold at each point of a move."""
    found = {}
    for key, station in domain.values.items():
        then = on_the_way(state, domain.mover, domain.journey, station)
        found[key] = tested(then, holder, reaction_prospect(then, holder, domain.mover))
    return found


def on_the_way(state: Battle, mover: int, journey: Journey, station: int) -> Battle:
    """How the table looks when a unit has come so far."""
    bodies = state.units[mover].bodies
    places = [place for place in places_at(journey, station, state.ground, raised(state)) if place[0] in bodies]
    return with_unit(replace(state, layout=state.layout.placed(places)), mover, {"moved": True})


def victim_prospects(state: Battle, target: int, domain: Victims[Any]) -> By:
    """The damage die of a hit on each model that may take it."""
    volley, chance = damage_of(state, target, domain.hit)
    found = {}
    for key, figure in domain.values.items():
        model = state.figures[figure]
        expected = {"wounds": say_number(chance), "wounds left": str(model.wounds)}
        found[key] = Prospect(() if volley is None else (volley,), expected, "", ("d10.shoot.allocate",))
    return found


# ---- one target


def reaction_prospect(state: Battle, number: int, target: int) -> Prospect:
    """The dice of a unit at one that it reacts to, as that stands now."""
    if in_reach(state, number, arms(state, number), target) is None:
        apart = {"distance": about(between(state, number, target))}
        return Prospect((), apart, "out of sight or reach where it is now", ("d10.shoot.check-los-range",))
    salvos, _ = played(state, plan, number, target)
    _, passes, _ = command_test(state, number, "reaction test")
    return fire_prospect(state, number, salvos, passes)


def aim_prospect(state: Battle, number: int, found: Sequence[Arm], aim: Aim) -> Prospect:
    """The dice of a unit at a target with what it would usually fire at it."""
    return fire_prospect(state, number, [usual_salvo(state, number, found, aim)])


def fire_prospect(state: Battle, number: int, salvos: Sequence[Salvo], fires: Fraction = Fraction(1)) -> Prospect:
    """The dice of one salvo, or of both of a vehicle; its one number knows how likely there is any fire at all."""
    volleys: list[Volley] = []
    damages: dict[Volley, None] = {}
    hits = wounds = Fraction(0)
    notes: dict[str, None] = {}
    for salvo in salvos:
        name = f"at {state.units[salvo.target].name}: " if len(salvos) > 1 else ""
        for group in grouped(salvo.shots):
            each = caught_by(group)
            volleys.append(dice(f"{name}{group.what}", group.dice, group.score, group.modifiers))
            damage, passed = damage_of(state, salvo.target, hit_of(group, 1), each)
            hit = group.dice * each * chance_of(group.score)
            hits, wounds = hits + hit, wounds + hit * passed
            if damage is None:
                notes[f"strength {group.strength} is {TOO_WEAK}"] = None
            else:
                damages[damage] = None
            if group.aimed:
                notes[AIMED] = None
    if not volleys:
        return Prospect((), {}, "nothing it has can be fired at it", ("d10.shoot.check-los-range",))
    distance = between(state, number, salvos[0].target)
    expected = {"distance": about(distance), "hits": say_number(hits), "wounds": say_number(wounds)}
    because = (*CLAUSES, *(("d10.gap.tag-armoured",) if any(TOO_WEAK in note for note in notes) else ()))
    return Prospect((*volleys, *damages), expected, "; ".join(notes), because, gives=in_wounds(wounds * fires))
