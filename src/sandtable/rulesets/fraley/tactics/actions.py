"""Which Unit is activated next, and what it does."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.fraley.basics.teams import move_of
from sandtable.rulesets.fraley.melee.charge import CHARGE
from sandtable.rulesets.fraley.move.marches import Moving
from sandtable.rulesets.fraley.prices.checks import activates
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.turn.actions import NOTHING
from sandtable.rulesets.fraley.turn.activation import HAND_OVER

from .assaults import best_assault
from .barrages import best_barrage
from .danger import danger, foes_of, glance, promised, shooters
from .goals import goal_of, nearest_enemy, place_of, role_of
from .harm import firers_of, unit_plan
from .leading import appointment, marker_off
from .moves import best_way, moves_of
from .scouting import observer_goes
from .worth import left_of

FAIR_SHOT = 2.0  # points of harm that are worth an action
BETTER = 1.1  # how much better an assault must be than fire
RUNNER = 0.75  # what a second Move is worth of the first: it is run under fire
WATCHED_FOR = inches(36)  # enemies nearer than that may come into view
HANDS_FULL = 0.6
WINDED = 0.35  # what of the danger counts once more for runners, whose Saves are rolled again


# ---- who


def pick_unit(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Whoever can do most, if he is likely to pass his check: the first failure ends the Initiative."""
    domain = decision.domain
    assert isinstance(domain, OneOf)
    keys = list(domain.values)
    named = appointment(view, keys)
    if named is not None:
        return named
    units = [int(key[1:]) for key in keys if key[0] == "u" and key[1:].isdigit()]
    if not units:
        return HAND_OVER if HAND_OVER in keys else None
    return f"u{max(units, key=lambda number: (urgency(view, number), -number))}"


def urgency(view: Battle, number: int) -> float:
    """How much there is to do for a Unit, as far as it will be able to."""
    unit = view.units[number]
    if unit.card.rank == "cc":
        return -1.0
    if unit.still:
        return -2.0
    passed = activates(view, number)
    if not unit.on_table:
        found = best_barrage(view, number)
        return passed * (found.value if found else 0.0)
    fire = glance(view, firers_of(view, number), foes_of(view, unit.side))
    if role_of(view, number) == "battery":
        found = best_barrage(view, number)
        fire = max(fire, found.value if found else 0.0)
    goal = goal_of(view, number)
    off = min(goal.off(place_of(view, number)), 2 * move_of(view.figures[unit.men[0]], view.options))
    near = nearest_enemy(view, number)
    assault = best_assault(view, number)[0] if near is not None and near[0] <= CHARGE else 0.0
    waits = 0.3 if unit.overwatch else 1.0
    return (
        waits * (HANDS_FULL + passed) * max(fire * 1.5, assault, off / INCH * goal.eager) + left_of(view, number) / 1000
    )


# ---- what


def pick_action(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Weigh fire, assault, barrage and getting on; leaders first take markers off those who are to fire."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    keys = list(domain.values)
    named = appointment(view, keys)
    if named is not None:
        return named
    passed = any(key in keys for key in ("aimed-fire", "run", "barrage"))
    wanted = _after_success(view, number, keys) if passed else _after_failure(view, number, keys)
    if wanted in {"fire", "aimed-fire", "fire-and-move", "overwatch"}:
        return marker_off(view, number, keys) or wanted
    return wanted


def _after_success(view: Battle, number: int, keys: list[str]) -> str:
    """The best of the Success list."""
    unit = view.units[number]
    if not unit.on_table:
        return _shells_or_nothing(view, number, keys)
    if unit.card.rank == "cc":
        return _commander(view, number, keys)
    options: dict[str, float] = {"aimed-fire": unit_plan(view, number, "aimed").value}
    near = nearest_enemy(view, number)
    if "assault" in keys and near is not None and near[0] <= CHARGE:
        promised, at = best_assault(view, number)
        if at >= 0:
            options["assault"] = promised / BETTER
    if "barrage" in keys and role_of(view, number) == "battery":
        barrage = best_barrage(view, number)
        options["barrage"] = barrage.value if barrage is not None else 0.0
    options |= _ways_on(view, number, keys)
    able = {key: value for key, value in options.items() if key in keys}
    best = max(able, key=lambda key: (able[key], key), default=NOTHING)
    return best if able.get(best, 0.0) >= FAIR_SHOT else _settle(view, number, keys, best, able)


def _ways_on(view: Battle, number: int, keys: list[str]) -> dict[str, float]:
    """What actions that move are worth, over staying where it is."""
    fire_here = unit_plan(view, number, "fire").value
    domain = moves_of(view, number) if "fire-and-move" in keys else None
    best = None if domain is None else best_way(view, number, domain)
    if best is None or not best.way.moves:
        return {"fire-and-move": fire_here}
    by = best.by
    fire = promised(view, best.fire, moved=True)[0]
    options = {"fire-and-move": fire_here + best.gain, "move-and-fire": fire + best.gain}
    step = move_of(view.figures[view.units[number].men[0]], view.options)
    off = by.goal.off(place_of(view, number))
    if off > step // 2 and role_of(view, number) != "guns":
        more = min(step, max(0, off - step)) / INCH * by.goal.eager
        options["run"] = best.gain + RUNNER * more - WINDED * (best.risk.near + best.risk.feared)
    return options


def _settle(view: Battle, number: int, keys: list[str], best: str, able: dict[str, float]) -> str:
    """Nothing much to shoot at and nowhere to go: dig in where one could be shot at."""
    unit = view.units[number]
    dug = all(view.figures[man].dug_in or view.figures[man].kind == "tank" for man in unit.men)
    if "dig-in" in keys and not dug:
        return "dig-in"
    if best in {"aimed-fire", "barrage"} and able[best] > 0:
        return best
    domain = moves_of(view, number)
    if domain is not None and "fire-and-move" in keys:
        if role_of(view, number) == "battery" and isinstance(domain, Moving) and observer_goes(view, number, domain):
            return "fire-and-move"
        if best_way(view, number, domain).way.moves:
            return "fire-and-move"
    return NOTHING


def _shells_or_nothing(view: Battle, number: int, keys: list[str]) -> str:
    return "barrage" if "barrage" in keys and best_barrage(view, number) is not None else NOTHING


def _commander(view: Battle, number: int, keys: list[str]) -> str:
    """A CC goes where he is wanted, and else keeps his head down."""
    domain = moves_of(view, number)
    off = goal_of(view, number).off(place_of(view, number))
    if domain is not None and off > inches(4) and "fire-and-move" in keys:
        return "run" if off > inches(12) and "run" in keys else "fire-and-move"
    dug = all(view.figures[man].dug_in for man in view.units[number].men)
    return "dig-in" if "dig-in" in keys and not dug else NOTHING


def _after_failure(view: Battle, number: int, keys: list[str]) -> str:
    """The best of the Fail list."""
    unit = view.units[number]
    if not unit.on_table or unit.still:
        return "dig-in" if "dig-in" in keys else NOTHING
    fire = unit_plan(view, number, "fire").value if "fire" in keys else 0.0
    gain = 0.0
    domain = moves_of(view, number) if "move" in keys else None
    if domain is not None:
        gain = best_way(view, number, domain).gain
        if role_of(view, number) == "battery" and isinstance(domain, Moving) and observer_goes(view, number, domain):
            gain = max(gain, FAIR_SHOT)
    if max(fire, gain) >= FAIR_SHOT / 2:
        return "fire" if fire >= gain else "move"
    near = nearest_enemy(view, number)
    armed = bool(firers_of(view, number)) and unit.card.rank == "unit"
    threatened = danger(view, number, shooters(view, unit.side)).feared > 0
    if "overwatch" in keys and armed and near is not None and near[0] <= WATCHED_FOR and not threatened:
        return "overwatch"
    if fire > 0.5:
        return "fire"
    return "overwatch" if "overwatch" in keys and armed and near is not None and near[0] <= WATCHED_FOR else NOTHING
