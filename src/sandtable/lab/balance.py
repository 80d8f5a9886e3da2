"""Who wins a scenario, and the smallest handicap that would even it, found by fighting with it.

A handicap is one unit more for the weaker side, or one fewer for the stronger. All of them are fought a little, the better
half of them twice as much, and so on; what is left at the end is fought as often as the scenario itself.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Enlisted, Scenario
from sandtable.table.data import DataError

from .measured import Battle
from .study import Arm
from .tally import Portion, portion
from .worth import with_units

EVEN = 0.5
FIRST_ROUND = 16  # battles of each handicap, before the worse half is dropped
FAIR = 0.6  # a scenario is fair while neither side wins more of the decided battles


class Handicap(msgspec.Struct, frozen=True):
    """A change of a force, in words, and how often the first force wins decided battles with it."""

    change: str
    games: int
    draws: int
    wins: Portion


class Balance(msgspec.Struct, frozen=True):
    """Who wins a scenario between these bots; `fair` if surely neither wins too often; and what would even it."""

    book: str
    scenario: str
    bots: tuple[str, str]
    games: int
    wins: Portion
    draws: Portion
    fair: bool
    handicaps: list[Handicap]


def share_of(battles: Sequence[Battle]) -> Portion:
    """How often the first force wins, of the battles that somebody wins; all even, where nobody does."""
    decided = [one for one in battles if one.winner is not None]
    return portion(sum(one.winner == 0 for one in decided), len(decided)) if decided else Portion(0, EVEN, 0.0, 1.0)


def handicaps(rules: Ruleset[Any], base: Arm, share: float) -> list[Arm]:
    """Everything that might even a scenario by one unit, as ways of fighting it."""
    strong = 0 if share > EVEN else 1
    scenario = base.scenario
    found: list[tuple[str, Scenario]] = []
    for entry in _kinds(scenario, strong):
        units = list(scenario.forces[strong].units)
        units.remove(entry)
        found.append((f"{scenario.forces[strong].name} without {_called(entry)}", with_units(scenario, strong, units)))
    for entry in _kinds(scenario, 1 - strong):
        units = [*scenario.forces[1 - strong].units, replace(entry, name="", aboard="")]
        found.append(
            (
                f"{scenario.forces[1 - strong].name} with another {_called(entry)}",
                with_units(scenario, 1 - strong, units),
            )
        )
    able = [(words, other) for words, other in found if _is_fought(rules, other, base)]
    return [replace(base, number=place, variant=words, scenario=other) for place, (words, other) in enumerate(able)]


def _kinds(scenario: Scenario, side: int) -> list[Enlisted]:
    """One unit of each kind; nobody's ride goes without its riders."""
    units = scenario.forces[side].units
    rides = {entry.aboard for entry in units if entry.aboard}
    kinds: dict[tuple[Any, ...], Enlisted] = {}
    for entry in units:
        if entry.name not in rides:
            kinds.setdefault((entry.troop, entry.quality, entry.men, entry.add), entry)
    return list(kinds.values())


def _called(entry: Enlisted) -> str:
    return entry.name or entry.troop


def _is_fought(rules: Ruleset[Any], scenario: Scenario, base: Arm) -> bool:
    if not all(force.units for force in scenario.forces):
        return False
    try:
        rules.setup(scenario, msgspec.convert(base.options, rules.options_type))
    except (DataError, Refused):
        return False
    return True


def better_half(arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> list[Arm]:
    """Those handicaps with which a scenario is more even."""
    order = sorted(range(len(arms)), key=lambda place: (abs(share_of(found[place]).share - EVEN), place))
    return [arms[place] for place in sorted(order[: max(1, len(arms) // 2)])]


def as_handicap(arm: Arm, battles: Sequence[Battle]) -> Handicap:
    """What a handicap came to."""
    return Handicap(arm.variant, len(battles), sum(one.winner is None for one in battles), share_of(battles))
