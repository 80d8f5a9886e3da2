"""The smaller choices: reactions, casualties, what to keep, support."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.goals import open_to, unit_of
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, SomeOf
from sandtable.rulesets.bolt_action.basics.battlefield import distance, enemies, friends, nearest_of
from sandtable.rulesets.bolt_action.state import Battle

from .worth import worth

PRECIOUS = {"nco": 3, "gunner": 3, "officer": 4, "sniper": 4, "medic": 3, "observer": 4, "loader": 1, "flamer": 3}


def react(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Shoot back when assaulted; go Down only when already pinned and worn; escape in a scout car."""
    number = unit_of(decision)
    keys = decision.domain.options() or []
    if True in keys:
        return True
    unit = view.units[number]
    if "escape" in keys:
        return "stay"
    worn = unit.pins >= 2 or unit.card.team or len(unit.men) <= 4
    return "down" if worn and "down" in keys else "stay"


def _by_worth(view: Battle, decision: Decision[Any], *, dearest: bool) -> list[str]:
    domain = open_to(decision, SomeOf)

    def dear(key: str) -> int:
        man = view.figures[domain.values[key]]
        return PRECIOUS.get(man.role, 0) + len(man.carries) + (man.weapon not in {"", "rifle"})

    return sorted(domain.values, key=dear, reverse=dearest)[: domain.most]


def remove_casualties(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Give up riflemen first."""
    return _by_worth(view, decision, dearest=False)


def pick_casualties(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Pick the enemy's leader or gunner."""
    return _by_worth(view, decision, dearest=True)


def retain(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Keep an Ambush that covers something; stay Down only to shake off many pins."""
    domain = open_to(decision, SomeOf)
    kept = []
    for key, number in domain.values.items():
        unit = view.units[number]
        near = nearest_of(view, number, enemies(view, unit.side))
        if (unit.order == "ambush" and not unit.pins and near is not None and near <= inches(24)) or (
            unit.order == "down" and unit.pins >= 6
        ):
            kept.append(key)
    return kept


def call_support(_view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Call as soon as it can be called."""
    assert decision.kind == "call support"
    return "call"


def _crowd(view: Battle, side: int) -> tuple[int, int]:
    """The place of a side's unit that has most of its own around it."""
    there = friends(view, side)
    if not there:
        return view.width // 2, view.depth // 2

    def weight(number: int) -> int:
        return sum(worth(view.units[other]) for other in there if distance(view, number, other) <= inches(9))

    best = max(there, key=weight)
    return view.layout.point(view.units[best].men[0])


def aim_barrage(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """At the thickest of the enemy, or whoever can be seen."""
    points = [_crowd(view, 1 - decision.seat)]
    points += [view.layout.point(view.units[foe].men[0]) for foe in enemies(view, decision.seat)]
    for x, y in points:
        if decision.domain.options() is None and _fits(decision, x, y):
            return x, y
    return None


def _fits(decision: Decision[Any], x: int, y: int) -> bool:
    fits = getattr(decision.domain, "fits", None)
    return fits is not None and fits(x, y) is None


def shift_barrage(view: Battle, decision: Decision[Any], chance: Chance) -> object:
    """Towards the thickest of the enemy, as far as it may be moved."""
    to_x, to_y = _crowd(view, 1 - decision.seat)
    x, y = getattr(decision.domain, "fixed", (to_x, to_y))
    for share in (8, 7, 6, 5, 4, 3, 2, 1):
        point = x + (to_x - x) * share // 8, y + (to_y - y) * share // 8
        if _fits(decision, *point):
            return point
    assert chance is not None
    return decision.usual()


def aim_air_strike(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The dearest unit of the other side."""
    domain = open_to(decision, OneOf)
    return max(
        domain.values,
        key=lambda key: worth(view.units[domain.values[key]]) * (view.units[domain.values[key]].side != decision.seat),
    )


def choose_units(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Everybody, where that is allowed; the strongest otherwise."""
    domain = open_to(decision, SomeOf)
    ranked = sorted(domain.values, key=lambda key: -worth(view.units[domain.values[key]]))
    return ranked[: domain.most]


def snap_to_action(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The dearest unit that can act at once."""
    domain = open_to(decision, OneOf)
    keys = [key for key, number in domain.values.items() if number is not None]
    return max(keys, key=lambda key: worth(view.units[domain.values[key]]), default="stop")


def place_objective(_view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """At the proposed place."""
    return list(getattr(decision.domain, "fixed", ()))
