"""Leaders: markers moved off those who are to fire, new leaders, rerolls, going to ground, where a leader stands."""

from collections.abc import Container, Iterable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import around
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import far
from sandtable.mechanics.pieces import middle_of
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refused
from sandtable.play.spot import Spot
from sandtable.rulesets.fraley.basics.teams import arms, commander, enemies, leader_of, units_left
from sandtable.rulesets.fraley.fire.shooting import able
from sandtable.rulesets.fraley.fire.targets import targets_of
from sandtable.rulesets.fraley.leaders.leaders import APPOINT, SHIFT, receivers
from sandtable.rulesets.fraley.nerve.company import below_half
from sandtable.rulesets.fraley.prices.checks import passes
from sandtable.rulesets.fraley.prices.fire import harder
from sandtable.rulesets.fraley.state import Battle

from .goals import goal_of, place_of
from .harm import fire_on, unit_plan
from .worth import left_of, share_of

IN_THE_MIDDLE = inches(3)
LATER_FIRE = 1.6  # what one volley less counts where others will follow
OUT_OF_PLACE = 10.0  # what it costs a Unit not to get on


def firepower(view: Battle, figure: int) -> int:
    """How much a Team's fire is missed."""
    return max((max(weapon.fp, weapon.barrage) for weapon in arms(view.figures[figure], view.options)), default=0)


def marker_off(view: Battle, number: int, keys: Container[str]) -> str | None:
    """Moving a marker off a Team of a Unit that is about to fire, if another one's fire is missed less."""
    best: tuple[int, str] | None = None
    for man in view.units[number].men:
        key = f"{SHIFT}{man}"
        if key not in keys or view.figures[man].marks > 1:
            continue
        free = [firepower(view, other) for other in receivers(view, man) if not view.figures[other].marks]
        gain = firepower(view, man) - min(free, default=99)
        if gain > 0 and (best is None or gain > best[0]):
            best = gain, key
    return None if best is None else best[1]


def appointment(view: Battle, keys: Iterable[str]) -> str | None:
    """A new Platoon Leader for a Unit that has lost its own: no gun crew, whose gun would be lost."""
    figures = view.figures
    men = [int(key.removeprefix(APPOINT)) for key in keys if key.startswith(APPOINT)]
    able_men = [man for man in men if figures[man].kind != "gun"]
    best = min(able_men, key=lambda man: (figures[man].unit, firepower(view, man), man), default=None)
    return None if best is None else f"{APPOINT}{best}"


# ---- rerolls


def reroll(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Activation and blows always, since the next failure ends them; morale only where the CC's own neck is worth it."""
    number = decision.unit
    assert number is not None
    if view.phase != "end":
        return True
    cc = commander(view, view.units[number].side)
    if cc is None:
        return True
    side = view.units[number].side
    stays = passes(view, number)
    left = len(units_left(view, side)) - 1
    if below_half(
        left, view.units_at_start[side]
    ):  # without it the company has to check at once, without the CC in vain
        return stays >= passes(view, cc)
    return stays * left_of(view, number) > (1 - stays) * share_of(view, cc) * 0.6


# ---- going to ground


def go_to_ground(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """If what it saves is worth more than what the Unit would do this round."""
    number = decision.unit
    assert number is not None
    unit = view.units[number]
    firers = tuple(man for man in view.units[view.acting].men if able(view, man)) if view.acting >= 0 else ()
    aims = targets_of(view, firers, (number,)).get(number)
    if not aims:
        return None
    moved = view.units[view.acting].went
    now = sum(fire_on(view, number, aims, moved=moved).values())
    then = sum(fire_on(view, number, aims, moved=moved, more=harder(view.options, down=True)).values())
    saved = (now - then) * LATER_FIRE
    if unit.done:  # on Overwatch, with nobody left to wait for
        return saved > 2.0 and not any(not view.units[foe].done for foe in enemies(view, unit.side))
    would = unit_plan(view, number, "fire").value
    off = goal_of(view, number).off(place_of(view, number))
    return saved > would + (OUT_OF_PLACE if off > inches(2) else 0.0)


# ---- the leader among his men


def wants_placing(view: Battle, number: int) -> bool:
    """Whether a Platoon Leader is far from the middle of a Unit that has moved: where it has not, he keeps still, too."""
    unit = view.units[number]
    leader = leader_of(view, number)
    if leader is None or not unit.went or len(unit.men) < 3:
        return False
    others = [man for man in unit.men if man != leader]
    return far(view.layout.point(leader), middle_of(view.layout.points(tuple(others)))) > IN_THE_MIDDLE


def after_action(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The leader is placed anew if he has fallen behind."""
    number = decision.unit
    assert number is not None
    assert isinstance(decision.domain, OneOf)
    return "place-leader" if wants_placing(view, number) else "done"


def place_leader(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """In the middle of his men, or as near to it as there is room."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, Spot)
    leader = leader_of(view, number)
    others = tuple(man for man in view.units[number].men if man != leader)
    if not others:
        return None
    middle = middle_of(view.layout.points(others))
    for step in range(5):
        ring = [middle] if step == 0 else around(*middle, step * INCH, 8)
        for point in ring:
            try:
                domain.check(list(point))
            except Refused:
                continue
            return list(point)
    return None
