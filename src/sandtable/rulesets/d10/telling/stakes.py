"""What matters of an action that is foreseen: what is noted on the way, what has become of units, what they are worth."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.mechanics.changes import touched
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.shown import Change, Fact
from sandtable.rulesets.d10.basics.units import left
from sandtable.rulesets.d10.state import Battle

# Questions whose answers can be weighed: what follows of them is settled within the action.
FORESEEN = {
    "order",
    "target",
    "main gun",
    "weapons",
    "allocate",
    "further hits",
    "react",
    "react at",
    "assault",
    "answer an assault",
    "strike",
    "charges",
    "strike first",
}

# What a forecast speaks of, the most important first, and what a single one is called where things are counted.
MATTERS: Mapping[str, str] = {
    "destroyed": "",
    "routs": "",
    "panics": "",
    "models lost": "a model lost",
    "wounds lost": "a wound",
    "rallies": "",
    "reaction test": "",
    "reaches contact": "",
    "hits": "a hit",
}
PANICKED_SHARE = Fraction(3, 5)  # what a unit is worth until it rallies


def foresees(decision: Decision[Any]) -> bool:
    """Whether the answers to a question can be weighed."""
    return decision.kind in FORESEEN


def noted(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What an event adds to a forecast that the state does not keep."""
    match event.verb:
        case "was hit":
            return (((event.unit, "hits"), event.tells["hits"]),)
        case "passed a reaction test" | "failed a reaction test":
            return (((event.unit, "reaction test"), "passes" if event.tells["passed"] else "fails"),)
        case "rallied" | "did not rally":
            return (((event.unit, "rallies"), "yes" if event.tells["passed"] else "no"),)
        case "charged" | "fell short":
            return (((event.unit, "reaches contact"), "yes" if event.verb == "charged" else "no"),)
        case _:
            return ()


def changes(before: Battle, after: Battle) -> Sequence[Change]:
    """What has become of the units between two states."""
    found: list[Change] = []
    for number, was, now in touched(before, after):
        if now.place == "destroyed":
            found.append(Change(number, "destroyed", "yes"))
        if now.place == "routed":
            found.append(Change(number, "routs", "yes"))
        if now.panicked and not was.panicked:
            found.append(Change(number, "panics", "yes"))
        found += _lost(before, after, number)
    return found


def _lost(before: Battle, after: Battle, number: int) -> list[Change]:
    """Models or wounds that are gone; who routed is not counted among the fallen."""
    was, now = before.units[number], after.units[number]
    if now.place in {"routed", "exited"}:
        return []
    if was.card.individual:
        wounds = left(before, number)[0] - (left(after, number)[0] if now.alive else 0)
        return [Change(number, "wounds lost", wounds)] if wounds else []
    gone = [man for man in was.men if man not in now.men]
    found = [Change(number, "models lost", len(gone))] if gone else []
    counts = Counter(before.figures[man].role for man in gone)
    return found + [Change(number, f"lost: {role}", count, detail=True) for role, count in counts.items()]


def worth(state: Battle, number: int) -> Fraction:
    """What is left of a unit, in points: shared evenly over its models or wounds, less while it is panicked."""
    unit = state.units[number]
    if not unit.alive:
        return Fraction(0)
    now, whole = left(state, number)
    share = Fraction(unit.card.points * now, max(1, whole))
    return share * PANICKED_SHARE if unit.panicked else share
