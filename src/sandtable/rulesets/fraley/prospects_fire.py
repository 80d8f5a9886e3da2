"""What dice fire throws at each target: what they need and why, whom AT weapons hit, and the Saves of those who are hit.

The scripts that play the fire are run up to the dice, questions on the way answered in the usual way.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sandtable.mechanics.chances import chance_of
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.mechanics.verbs import applied_by
from sandtable.play.domains import OneOf
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import about
from sandtable.play.shown import Prospect, Volley

from . import volley as fire
from .allocation import Allotted, Valid
from .armour import armour_number, fails_again
from .charts import weapons
from .declaring import TYPES, Order, arm, ways_to_fire
from .fire_modes import Mode, Struck
from .hit_dice import directors
from .offers import At, SomeAt
from .prospects_dice import save_volley, to_hit_of
from .saves import reroll_of, running, save_number
from .shooting import aim, fire_modifiers, ready
from .shots import Shot
from .sight import look
from .state import Battle, Type
from .targets import Aims, aims_at, targets_of
from .teams import armoured
from .to_hit import is_hopeless, needed, spoils_saves
from .verbs import VERBS

By = Mapping[str, Prospect]
CLAUSES = ("fraley.fire.dice", "fraley.save.procedure")
PLAIN_AT_ARMOUR = "only AT weapons harm Armored Teams"
HOPELESS = "no die can hit: 7 or more is needed"
AIMED = "misses are rolled again"


# ---- playing up to the dice


def played(state: Battle, script: Any, *arguments: Any) -> tuple[Any, Battle]:
    """What a script returns that throws no dice, and the state that it leaves."""
    return rehearsed(applied_by(VERBS), state, script, *arguments)


def mode_of(state: Battle, number: int) -> Mode:
    """On which occasion a Unit fires that is asked about its fire now: in its own action, or at somebody's move."""
    unit = state.units[number]
    if state.acting in (-1, number):
        return "moved" if unit.went else "fire"
    return "overwatch" if unit.watched == state.initiative else "reaction"


def aims_of(state: Battle, number: int, target: int, mode: Mode) -> Aims:
    """Who of a Unit can fire at another, and with what."""
    return targets_of(state, ready(state, number, mode), [target], reaction=mode == "reaction").get(target, {})


# ---- the questions


def target_prospects(state: Battle, number: int, domain: OneOf[Any]) -> By:
    """The dice of a Unit at each enemy that it may be told to fire at."""
    mode = mode_of(state, number)
    found = {}
    for key in domain.values:
        if key[:1] == "u" and key[1:].isdigit():
            found[key] = fire_prospect(state, number, int(key[1:]), mode)
    return found


def firer_prospects(state: Battle, number: int, domain: SomeAt[Any]) -> By:
    """The dice of each Team at the Unit that is fired at."""
    target, mode = domain.target, mode_of(state, number)
    return {
        key: fire_prospect(state, number, target, mode, only=(int(key[1:]),)) for key in domain.values if key[0] == "m"
    }


def arms_prospects(state: Battle, number: int, domain: At[Any]) -> By:
    """The dice of tanks that fire with one set of their weapons or another."""
    target, mode = domain.target, mode_of(state, number)
    aims = aims_of(state, number, target, mode)
    found = {}
    for key in domain.values:
        fires = []
        for figure, bearing in aims.items():
            ways = ways_to_fire(state, figure, bearing)
            if key in ways:
                fires.append((figure, tuple(one.slot for one in ways[key])))
        if fires:
            found[key] = order_prospect(state, number, Order(target, tuple(fires)), mode)
    return found


def type_prospects(state: Battle, number: int, domain: At[Any]) -> By:
    """The dice of AT weapons that are aimed at one type of Team or another."""
    target, mode = domain.target, mode_of(state, number)
    guns = {
        figure: tuple(one.slot for one in bearing if weapons()[one.weapon].at)
        for figure, bearing in aims_of(state, number, target, mode).items()
    }
    order = Order(target, tuple((figure, slots) for figure, slots in guns.items() if slots))
    aimed, now = played(state, aim, number, mode, order, None) if order.fire else (None, state)
    if not isinstance(aimed, fire.Volley):
        return {}
    found = {}
    for key in domain.values:
        kind: Type | None = next((one for one in TYPES if one == key), None)
        if kind is None and key != "any":
            continue
        shots = tuple(_declared(shot, kind) for shot in aimed.shots)
        told = fire.Volley(number, aimed.target, aimed.attacked, shots, mode, aimed.guests, aimed.only)
        found[key] = volley_prospect(now, told)
    return found


def _declared(shot: Shot, kind: Type | None) -> Shot:
    return Shot(shot.team, shot.weapon, shot.needed, shot.fp, shot.gap, shot.slot, kind, shot.modifiers)


# ---- one target


def fire_prospect(
    state: Battle, number: int, target: int, mode: Mode, *, only: Sequence[int] | None = None
) -> Prospect:
    """The dice of all Teams of a Unit (or of some) that can fire at another."""
    aims = aims_of(state, number, target, mode)
    aims = {figure: bearing for figure, bearing in aims.items() if only is None or figure in only}
    if not aims:
        return Prospect((), {}, "none of its Teams can fire at it", ("fraley.fire.declare",))
    order, now = played(state, arm, number, target, aims)
    return order_prospect(now, number, order, mode)


def order_prospect(state: Battle, number: int, order: Order, mode: Mode) -> Prospect:
    """The dice of fire that is declared."""
    aimed, now = played(state, aim, number, mode, order, None)
    if isinstance(aimed, fire.Volley):
        return volley_prospect(now, aimed)
    if isinstance(aimed, Struck):
        return Prospect(tuple(_hopeless(state, order, mode)), {}, HOPELESS, ("fraley.hit.seven-plus",))
    return Prospect((), {}, "it is gone", ("fraley.fire.declare",))


def _hopeless(state: Battle, order: Order, mode: Mode) -> list[Volley]:
    """Fire that cannot hit, with the modifiers that make it so."""
    target = order.target
    teams = state.units[target].men
    aims = aims_at(state, order.firers, teams)
    aimed = [(figure, one) for figure, slots in order.fire for one in aims.get(figure, ()) if one.slot in slots]
    found = fire_modifiers(state, target, teams, aimed, order.firers, mode, look(state, order.firers, teams))
    said = {modifiers: needed(state, target, modifiers) for modifiers in found.values()}
    return [_dice(f"at {state.units[target].name}", 0, number, modifiers) for modifiers, number in said.items()]


def volley_prospect(state: Battle, volley: fire.Volley) -> Prospect:
    """The dice of a volley, and what those who are hit need."""
    (valid, allotted), _ = played(state, fire.settled, volley)
    pooled = [shot for shot in volley.shots if not shot.at]
    volleys = [*_pooled(state, volley, pooled), *_at_weapons(state, allotted)]
    volleys += [*_saves(state, valid, pooled), *_saves_at(state, allotted)]
    notes = [AIMED] if volley.mode == "aimed" else []
    because: tuple[str, ...] = CLAUSES
    if pooled and all(armoured(state.figures[one.team]) for one in valid):
        notes.append(PLAIN_AT_ARMOUR)
        because = (*CLAUSES, "fraley.armor.at-only")
    if any(directors(state, volley).values()):
        notes.append("a leader may have the misses of a Team rolled again")
    near = min(shot.gap for shot in volley.shots)
    firers = len({shot.team for shot in volley.shots})
    expected = {"distance": about(near), "Teams firing": str(firers), "Teams in sight": str(len(valid))}
    return Prospect(tuple(volleys), expected, "; ".join(notes), because)


def _dice(what: str, dice: int, number: int, modifiers: tuple[Modifier, ...]) -> Volley:
    score = to_hit_of(number)
    return Volley(what, str(dice), str(score), modifiers, str(chance_of(score)))


def _pooled(state: Battle, volley: fire.Volley, shots: Iterable[Shot]) -> list[Volley]:
    """The dice of all weapons without AT, those with the same number and reasons together."""
    groups: dict[tuple[int, tuple[Modifier, ...]], int] = {}
    for shot in shots:
        key = shot.needed, shot.modifiers
        groups[key] = groups.get(key, 0) + shot.fp
    at = f"at {state.units[volley.target].name}"
    return [_dice(at, dice, number, modifiers) for (number, modifiers), dice in groups.items()]


def _at_weapons(state: Battle, allotted: Sequence[Allotted]) -> list[Volley]:
    """The dice of AT weapons, each weapon's on one Team; like ones are said once."""
    groups: dict[tuple[str, int, int, str, tuple[Modifier, ...]], int] = {}
    for one in allotted:
        role = state.figures[one.team].role
        key = weapons()[one.shot.weapon].title, one.dice, one.shot.needed, role, one.shot.modifiers
        groups[key] = groups.get(key, 0) + 1
    found = []
    for (title, dice, number, role, modifiers), many in groups.items():
        what = f"{many} x {title} at {role}" if many > 1 else f"{title} at {role}"
        found.append(_dice(what, dice * many, number, modifiers))
    return found


# ---- Saves


def _saves(state: Battle, valid: Sequence[Valid], pooled: Sequence[Shot]) -> list[Volley]:
    """What Teams need against hits of weapons without AT."""
    if not pooled:
        return []
    harsh = any(spoils_saves(shot.needed) for shot in pooled)
    found: dict[Volley, None] = {}
    for one in valid:
        team = state.figures[one.team]
        if not armoured(team):
            number = save_number(state, one.team, one.cover, at_weapon=False)
            again = reroll_of(passed=running(state, one.team) or harsh)
            found[save_volley(f"Saves of {team.role}", number, reroll=again)] = None
    return list(found)


def _saves_at(state: Battle, allotted: Sequence[Allotted]) -> list[Volley]:
    """What Teams need against AT weapons: armour by the side that is shown, or one Save a weapon."""
    found: dict[Volley, None] = {}
    for one in allotted:
        if not one.dice or is_hopeless(one.shot.needed):
            continue
        team, weapon = state.figures[one.team], weapons()[one.shot.weapon]
        passed = spoils_saves(one.shot.needed) or running(state, one.team)
        if armoured(team):
            side = "Front" if one.front else "Flank"
            again = reroll_of(passed=passed or one.near, failed=fails_again(state, one.team, weapon))
            number = armour_number(state, one.team, front=one.front)
            found[save_volley(f"{side} armour of {team.role} against {weapon.title}", number, reroll=again)] = None
            found[Volley("Vehicle Damage Table", "1 a failed Save", "4-5 suppressed, 6 destroyed", (), "1/6")] = None
        else:
            number = save_number(state, one.team, one.cover, at_weapon=True)
            each = "1 a hit" if team.kind == "tank" else "1 a weapon that hits"
            again = reroll_of(passed=passed)
            found[save_volley(f"Saves of {team.role} against {weapon.title}", number, reroll=again, dice=each)] = None
    return list(found)
