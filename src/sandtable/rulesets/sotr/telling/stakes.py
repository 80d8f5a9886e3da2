"""What matters of an action that is foreseen: what is noted on the way, what has become of units, what they are worth."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.mechanics.changes import touched
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.shown import Change, Fact
from sandtable.rulesets.sotr.state import Battle, Unit

IMMOBILISED_SHARE = Fraction(1, 2)  # what a machine that cannot move any more is still worth
DOWN_SHARE = Fraction(1, 2)  # and a model that is DOWN: it may get up again, or not

# Questions whose answers can be weighed: what follows of them is settled within the action.
FORESEEN = {
    "action",
    "command",
    "fire",
    "target",
    "mark",
    "concentrate",
    "marksman",
    "blast target",
    "template",
    "shell",
    "heavy target",
    "heavy model",
    "suppress grenades",
    "casualties",
    "flame",
    "grenades",
    "fall back",
    "overwatch",
    "engagement",
}

# What a forecast speaks of, the most important first, and what a single one is called where things are counted.
MATTERS: Mapping[str, str] = {
    "destroyed": "",
    "GONERs": "a GONER",  # those who run off the table with their unit, too
    "DOWN": "a model DOWN",
    "on fire": "a model on fire",
    "Immobilised": "",
    "Shaken": "",
    "weapons destroyed": "a weapon destroyed",
    "Fleeing": "",
    "Disorganized": "",
    "Suppressed": "",
    "regroups": "",
    "comes into view": "",
    "gets up": "a model back on its feet",
    "Cool test": "",
    "hits": "a hit",
}
# What a unit is or is not: said when it becomes so.
BECOMES = {"fleeing": "Fleeing", "disorganized": "Disorganized", "suppressed": "Suppressed"}
MACHINES = {"immobilised": "Immobilised", "shaken": "Shaken"}


def foresees(decision: Decision[Any]) -> bool:
    """Whether the answers to a question can be weighed."""
    return decision.kind in FORESEEN


def noted(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What an event adds to a forecast that the state does not keep."""
    match event.verb:
        case "tested its Cool":
            return (((event.unit, "Cool test"), "passes" if event.tells["passed"] else "fails"),)
        case "was hit":
            return (((event.unit, "hits"), event.tells["number"]),)
        case _:
            return ()


def changes(before: Battle, after: Battle) -> Sequence[Change]:
    """What has become of the units between two states."""
    found: list[Change] = []
    for number, was, now in touched(before, after):
        if not was.machine:
            found += _models(before, after, number)
        if now.place == "destroyed":
            found.append(Change(number, "destroyed", "yes"))
        found += _conditions(number, was, now)
    return found


def _models(before: Battle, after: Battle, number: int) -> list[Change]:
    """Models that are gone, DOWN or on their feet again, and who they are."""
    was, now = before.units[number], after.units[number]
    left = set(now.men)
    gone = [man for man in was.men if man not in left]
    fallen = [man for man in now.men if after.figures[man].down and not before.figures[man].down]
    risen = [man for man in now.men if before.figures[man].down and not after.figures[man].down]
    lit = [man for man in now.men if after.figures[man].burning and not before.figures[man].burning]
    found = []
    for what, men in (("GONERs", gone), ("DOWN", fallen), ("on fire", lit), ("gets up", risen)):
        if men:
            found.append(Change(number, what, len(men)))
    for label, men in (("lost", gone), ("DOWN", fallen)):
        counts = Counter(before.figures[man].role for man in men)
        found += [Change(number, f"{label}: {role}", count, detail=True) for role, count in counts.items()]
    return found


def _conditions(number: int, was: Unit, now: Unit) -> list[Change]:
    """States of the unit as a whole that it has got into or out of."""
    if not now.alive:
        return []
    names = BECOMES | MACHINES if was.machine else BECOMES
    found = [
        Change(number, words, "yes")
        for field, words in names.items()
        if getattr(now, field) and not getattr(was, field)
    ]
    if was.disorganized and not now.disorganized:
        found.append(Change(number, "regroups", "yes"))
    if was.hidden and not now.hidden:
        found.append(Change(number, "comes into view", "yes"))
    broken = len(now.broken) - len(was.broken)
    return [*found, Change(number, "weapons destroyed", broken)] if broken > 0 else found


def worth(state: Battle, number: int) -> Fraction:
    """What is left of a unit, in points: shared evenly over its models, half a share for one that is DOWN."""
    unit = state.units[number]
    if not unit.alive:
        return Fraction(0)
    points = Fraction(unit.card.points)
    if unit.machine:
        return points * IMMOBILISED_SHARE if unit.immobilised else points
    down = sum(state.figures[man].down for man in unit.men)
    return points * (len(unit.men) - (1 - DOWN_SHARE) * down) / max(1, unit.strength)
