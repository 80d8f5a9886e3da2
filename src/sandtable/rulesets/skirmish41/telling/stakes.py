"""What matters of an action that is foreseen: what is noted on the way, what has become of teams, what they are worth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.mechanics.changes import touched
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.shown import Change, Fact
from sandtable.rulesets.skirmish41.state import Battle

# Questions whose answers can be weighed: what follows of them is settled within the action.
FORESEEN = ("target", "shots", "figure", "point of aim", "main combatant", "spot", "opportunity fire")
MATTERS: Mapping[str, str] = {
    "vehicle lost": "",
    "spotted": "",
    "counter turned up": "",
    "out of the fight": "",
    "killed": "a man killed",
    "disabled": "a man disabled",
    "wounded": "a man wounded",
    "suppressed": "",
    "stopped": "",
    "captured": "a man captured",
    "hits": "a hit",
}
SUPPRESSED_SHARE = Fraction(7, 10)  # what a team is worth until it shakes its suppression off
WOUNDED_SHARE = Fraction(1, 2)


def foresees(decision: Decision[Any]) -> bool:
    """Whether the answers to a question can be weighed."""
    return decision.kind in FORESEEN or decision.kind.startswith("target of ")


def noted(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What an event adds to a forecast that the state does not keep."""
    match event.verb:
        case "was struck" | "was set alight":
            return (((event.unit, "struck"), str(event.tells["what"])),)
        case "failed its morale":
            return (((event.unit, "morale"), str(event.tells["result"])),)
        case "made something out":
            return (((None, "spotted"), "yes"),)
        case "was turned up":
            return (((None, "counter turned up"), "yes"),)
        case _:
            return ()


def changes(before: Battle, after: Battle) -> Sequence[Change]:
    """What has become of the teams between two states."""
    found: list[Change] = []
    for number, was, now in touched(before, after):
        if was.card.kind == "dummy":  # nobody was there
            continue
        if was.mounted and (now.afoot or now.place == "destroyed"):
            found.append(Change(number, "vehicle lost", "yes"))
        elif now.place == "destroyed":
            found.append(Change(number, "out of the fight", "yes"))
        if now.immobile and not was.immobile and now.mounted:
            found.append(Change(number, "stopped", "yes"))
        if now.spotted and not was.spotted:
            found.append(Change(number, "spotted", "yes"))
        if now.suppression and not was.suppression:
            found.append(Change(number, "suppressed", "yes"))
        found += _figures(before, after, number)
    return found


def _figures(before: Battle, after: Battle, number: int) -> list[Change]:
    was, now = before.units[number], after.units[number]
    gone = [man for man in was.men if man not in now.men]
    captured = sum(after.figures[man].out == "captured" for man in gone)
    disabled = sum(man in now.down for man in gone)
    killed = len(gone) - captured - disabled
    wounded = sum(after.figures[man].wounds > before.figures[man].wounds for man in now.men)
    counts = {"killed": killed, "disabled": disabled, "captured": captured, "wounded": wounded}
    return [Change(number, what, count) for what, count in counts.items() if count]


def worth(state: Battle, number: int) -> Fraction:
    """What is left of a team, in points: shared evenly over its figures, less for wounds and suppression."""
    unit = state.units[number]
    if not unit.alive or not unit.strength:
        return Fraction(0)
    if unit.mounted:
        share = Fraction(unit.card.points * len(unit.men), unit.strength)
        return share / 2 if unit.immobile else share
    points = unit.card.points if not unit.card.vehicle else unit.strength
    each = Fraction(points, unit.strength)
    found = sum((each * WOUNDED_SHARE if state.figures[man].wounds else each for man in unit.men), Fraction(0))
    return found * SUPPRESSED_SHARE if unit.suppression else found
