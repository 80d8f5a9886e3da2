"""What a forecast speaks of: which questions are weighed, what becomes of units, what they are worth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.play.decision import Decision
from sandtable.play.shown import Change

from .state import Battle

MATTERS: Mapping[str, str] = {"removed": "", "models lost": "a model lost", "to ground": ""}


def foresees(decision: Decision[Any]) -> bool:
    """Whether the answers to a question can be weighed: what follows is settled within the activation."""
    return decision.kind in {"shoot at", "go to ground", "charge at"}


def changes(before: Battle, after: Battle) -> Sequence[Change]:
    """What has become of the units between two states."""
    found = []
    for number, (was, now) in enumerate(zip(before.units, after.units, strict=False)):
        if now.place == "gone" and was.place != "gone":
            found.append(Change(number, "removed", "yes"))
        elif len(now.men) < len(was.men):
            found.append(Change(number, "models lost", len(was.men) - len(now.men)))
        if now.grounded and not was.grounded:
            found.append(Change(number, "to ground", "yes"))
    return found


def worth(state: Battle, number: int) -> Fraction:
    """What is left of a unit, in points: shared evenly over its models."""
    unit = state.units[number]
    return Fraction(unit.card.points * len(unit.men), unit.strength) if unit.place != "gone" else Fraction(0)
