"""What matters of an action that is foreseen: what is noted on the way, what has become of units, what they are worth."""

from collections.abc import Sequence
from fractions import Fraction

from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.shown import Change, Fact
from sandtable.rulesets.bolt_action.harm.losses import label_of
from sandtable.rulesets.bolt_action.state import Battle, Unit

IMMOBILISED_SHARE = Fraction(1, 2)  # what a vehicle that cannot move any more is still worth

# Questions whose answers can be weighed: what follows of them is settled within the action.
FORESEEN = {
    "order",
    "target",
    "shell",
    "aim one-shot weapon",
    "direct or indirect",
    "assault target",
    "react",
    "ambush",
    "remove casualties",
    "pick casualties",
}


# What a forecast speaks of, the most important first, and what a single one is called where things are counted.
MATTERS = {
    "order test": "",
    "falls short": "",
    "destroyed": "",
    "men lost": "a man lost",  # those who run away with their unit, too: more than the casualties of the fire
    "immobilised": "",
    "massive damage": "",
    "full damage": "",
    "superficial damage": "",
    "pins": "a pin",
    "pins lost": "a pin off",
    "Down": "",
    "in Ambush": "",
    "morale": "",
    "hits": "a hit",
}
STAYS = {"down": "Down", "ambush": "in Ambush"}  # dice whose effect comes later: what a unit is until then


def foresees(decision: Decision[object]) -> bool:
    """Whether the answers to a question can be weighed."""
    return decision.kind in FORESEEN


def noted(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What an event adds to a forecast that the state does not keep."""
    match event.verb:
        case "was hit":
            return (((event.unit, "hits"), event.tells["hits"]),)
        case "checked morale":
            return (((event.unit, "morale"), "holds" if event.tells["passed"] else "fails"),)
        case "took an order test":
            return (((event.unit, "order test"), event.tells["result"]),)
        case "was damaged":
            return (((event.unit, f"{event.tells['damage']} damage"), 1),)
        case "fell short":
            return (((event.unit, "falls short"), "yes"),)
        case _:
            return ()


def changes(before: Battle, after: Battle) -> Sequence[Change]:
    """What has become of the units between two states."""
    found: list[Change] = []
    for number, (was, now) in enumerate(zip(before.units, after.units, strict=False)):
        if was is now or not was.alive:
            continue
        lost = len(was.men) - len(now.men)
        if lost and not was.is_vehicle:
            found.append(Change(number, "men lost", lost))
            found += _by_type(before, number, was, now)
        if now.pins > was.pins:
            found.append(Change(number, "pins", now.pins - was.pins))
        elif now.alive and now.pins < was.pins:
            found.append(Change(number, "pins lost", was.pins - now.pins))
        if now.place == "destroyed":
            found.append(Change(number, "destroyed", "yes"))
        if now.immobilised and not was.immobilised:
            found.append(Change(number, "immobilised", "yes"))
        if now.alive and now.order is not was.order and now.order in STAYS:
            found.append(Change(number, STAYS[now.order], "yes"))
    return found


def _by_type(before: Battle, number: int, was: Unit, now: Unit) -> list[Change]:
    """Who fell, by what he was."""
    counts: dict[str, int] = {}
    for man in was.men:
        if man not in now.men:
            label = label_of(before.figures[man])
            counts[label] = counts.get(label, 0) + 1
    return [Change(number, f"lost: {label}", count, detail=True) for label, count in counts.items()]


def worth(state: Battle, number: int) -> Fraction:
    """What is left of a unit, in points: by its men, a vehicle whole, and half of it where it cannot move any more."""
    unit = state.units[number]
    if not unit.alive:
        return Fraction(0)
    points = Fraction(unit.card.points)
    if unit.is_vehicle:
        return points * IMMOBILISED_SHARE if unit.immobilised else points
    full = sum(figure.unit == number and figure.role not in {"gun", "spotter"} for figure in state.figures)
    return points * len(unit.men) / max(1, full)
