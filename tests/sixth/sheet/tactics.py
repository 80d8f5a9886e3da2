"""Tactics: how a rookie answers the questions of the sheet. It sees a view and a question, never the game."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision
from sandtable.play.marching import Marching

from .charge import in_reach
from .shooting import HITS, aims
from .state import Battle
from .victory import is_near, objective

STEPS = (1, 2, 3, 4)  # the way to a goal: all of it, or a half, a third, a quarter


def choose(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """An answer, or None for no opinion."""
    match decision.kind:
        case "activate":
            return _who_acts(view, decision)
        case "action":
            return _what_to_do(view, decision)
        case "move":
            return _where_to(view, decision)
        case "shoot at":
            return _whom(view, decision)
        case "charge at":
            good = [foe for foe in in_reach(view, decision.unit or 0) if _beats(view, decision.unit or 0, foe)]
            return f"u{min(good, key=lambda foe: len(view.units[foe].men))}" if good else "nobody"
        case _:
            return None


def _who_acts(view: Battle, decision: Decision[Any]) -> object:
    """Those first who have somebody to shoot at."""
    able = [int(key[1:]) for key in decision.domain.options() or () if isinstance(key, str)]
    return f"u{next((number for number in able if aims(view, number, moved=False)), able[0])}"


def _what_to_do(view: Battle, decision: Decision[Any]) -> object:
    """Charge whom one beats; shoot at whom one sees; else go for the objective, and hold it."""
    number = decision.unit or 0
    side = view.units[number].side
    if any(_beats(view, number, foe) for foe in in_reach(view, number)):
        return "charge"
    found = aims(view, number, moved=False)
    if found and (view.turn < 4 or view.units[number].card.symbol != "infantry" or is_near(view, side)):
        return "shoot"
    return "move"


def _beats(view: Battle, number: int, foe: int) -> bool:
    """Whether a charge is likely to be won."""
    return len(view.units[number].men) >= len(view.units[foe].men) + 1


def _where_to(view: Battle, decision: Decision[Any]) -> object:
    """Towards the objective, as far as the unit gets; lieutenants keep behind."""
    domain = decision.domain
    assert isinstance(domain, Marching)
    x, y = view.layout.point(domain.movers[0])
    to_x, to_y = objective(view)
    if len(domain.movers) == 1:
        to_y += 8000 if view.units[decision.unit or 0].side == 0 else -8000
    away = max(1, abs(to_x - x) + abs(to_y - y))
    far = min(domain.budget - 100, away)
    for step in STEPS:
        for turn in (0, 1, -1):  # straight on, or somewhat to a side
            dx, dy = (to_x - x) * far // away // step, (to_y - y) * far // away // step
            if found := domain.suggest((x + dx + turn * dy, y + dy - turn * dx)):
                return found
    return domain.stay()


def _whom(view: Battle, decision: Decision[Any]) -> object:
    """Whoever loses most, by the dice and what they need."""
    found = aims(view, decision.unit or 0, moved=True) or aims(view, decision.unit or 0, moved=False)
    best = max(found.values(), key=lambda one: (one.dice * (7 - HITS - one.cover), -len(view.units[one.target].men)))
    return f"u{best.target}"
