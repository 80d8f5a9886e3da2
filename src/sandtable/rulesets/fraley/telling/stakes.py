"""What matters of an action that is foreseen: what is noted on the way, what has become of Units, what they are worth."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.mechanics.changes import touched
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.shown import Change, Fact
from sandtable.rulesets.fraley.state import Battle

# Questions whose answers can be weighed: what follows of them is settled within the action.
FORESEEN = {
    "action",
    "target",
    "firers",
    "arms",
    "type",
    "allot",
    "hits",
    "direct",
    "go to ground",
    "joins",
    "react",
    "react at",
    "reroll",
    "reroll die",
    "assault",
    "stay behind",
    "strike at",
    "victims",
    "counter-attack",
    "barrage or smoke",
    "observer",
    "range in on",
    "range in again",
    "reroll a hit",
}
# Checks that are noted. Those of counter-attacks are not: a fight that comes back to where it was would have noted more.
NOTED_CHECKS = ("activation", "morale", "company")

# What a forecast speaks of, the most important first, and what a single one is called where things are counted.
MATTERS: Mapping[str, str] = {
    "destroyed": "",
    "Teams lost": "a Team lost",
    "suppression": "a marker",
    "retreats": "",
    "Training Check": "",
    "ranges in": "",
    "is halted": "",
    "hits": "a hit",
}
SUPPRESSED_SHARE = Fraction(3, 4)  # what a Team that cannot fire is worth until it can again


def foresees(decision: Decision[Any]) -> bool:
    """Whether the answers to a question can be weighed."""
    return decision.kind in FORESEEN


def noted(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What an event adds to a forecast that the state does not keep."""
    match event.verb:
        case "checked its Training" if event.tells["why"] in NOTED_CHECKS:
            return (((event.unit, "Training Check"), "passes" if event.tells["passed"] else "fails"),)
        case "was hit":
            return (((event.unit, "hits"), event.tells["hits"]),)
        case "ranged in":
            return (((event.unit, "ranges in"), "yes" if event.tells["passed"] else "no"),)
        case "halted":
            return (((event.unit, "is halted"), "yes"),)
        case _:
            return ()


def changes(before: Battle, after: Battle) -> Sequence[Change]:
    """What has become of the Units between two states."""
    found: list[Change] = []
    for number, _, now in touched(before, after):
        if now.place == "destroyed":
            found.append(Change(number, "destroyed", "yes"))
        found += _teams(before, after, number)
    if len(after.retreats) > len(before.retreats):
        side = next(side for side in after.retreats if side not in before.retreats)
        own = [number for number, unit in enumerate(after.units) if unit.side == side]
        first = next((number for number in own if after.units[number].on_table), own[0])
        found.append(Change(first, "retreats", "yes"))
    return found


def _teams(before: Battle, after: Battle, number: int) -> list[Change]:
    """Teams that are gone, and markers that have come."""
    was, now = before.units[number], after.units[number]
    gone = [man for man in was.men if man not in now.men]
    found = [Change(number, "Teams lost", len(gone))] if gone and now.place != "exited" else []
    counts = Counter(before.figures[man].role for man in gone)
    found += [Change(number, f"lost: {role}", count, detail=True) for role, count in counts.items()]
    markers = sum(after.figures[man].marks for man in now.men) - sum(before.figures[man].marks for man in was.men)
    if markers > 0 and now.alive:
        found.append(Change(number, "suppression", markers))
    return found


def worth(state: Battle, number: int) -> Fraction:
    """What is left of a Unit, in points: shared evenly over its Teams, less for those that are suppressed."""
    unit = state.units[number]
    if not unit.alive:
        return Fraction(0)
    suppressed = sum(state.figures[man].suppressed for man in unit.men)
    able = len(unit.men) - (1 - SUPPRESSED_SHARE) * suppressed
    return Fraction(unit.card.points) * able / max(1, unit.strength)
