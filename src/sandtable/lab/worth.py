"""What troops are worth: battles of forces drawn by lot, and the line that explains best how they come out.

A battle's margin in points is explained by who was there: each troop of the first force adds its worth, each of the second
takes it away. Beside the points that the catalogue asks stands what a troop turned out to be worth, on a scale on which the
troops together are worth what the catalogue asks for them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace
from scipy import stats

from sandtable.dice.chance import Chance
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Enlisted, Scenario
from sandtable.table.data import DataError

from .effects import LEVEL
from .measured import Battle
from .study import Arm, Study

DOUBT = 0.5  # before anything is fought, a troop is held to be worth what it costs, give or take so much of it
EXCHANGES = 5  # tried for every unit of a force
LEAST = 0.85  # of the points of the scenario's own force


class Worth(msgspec.Struct, frozen=True):
    """A troop: what the catalogue asks for it, and what it turned out to be worth, with an interval for all at once."""

    troop: str
    points: int
    worth: float
    low: float
    high: float
    fielded: int

    @property
    def cheap(self) -> bool:
        """Whether it is surely worth more than it costs."""
        return self.low > self.points

    @property
    def dear(self) -> bool:
        """Whether it surely costs more than it is worth."""
        return self.high < self.points


def drawn(study: Study, rules: Ruleset[Any], scenario: Scenario, forces: int) -> list[Arm]:
    """Ways of fighting a scenario with forces drawn by lot from the troops of its nations, no dearer than its own."""
    chance = Chance("forces by lot", rules.name, scenario.name, study.seed)
    points = {card.troop: card.points for card in rules.cards() if card.points > 0}
    arms = []
    for number in range(forces):
        wanted = scenario
        for side in (0, 1):
            wanted = _shuffled(chance, rules, wanted, side, points)
        arms.append(Arm(number, rules.name, rules.version, f"lot {number}", wanted, {}, study.bots, swaps=False))
    if all(arm.scenario == scenario for arm in arms):
        raise DataError("lab points", scenario.name, f"{rules.name} fields no other troops there")
    return arms


def _shuffled(
    chance: Chance, rules: Ruleset[Any], scenario: Scenario, side: int, points: Mapping[str, int]
) -> Scenario:
    """A scenario in which units of a force have been exchanged for others by lot, wherever that is legal."""
    own = scenario.forces[side]
    nations = {entry.troop.partition(".")[0] for entry in own.units}
    pool = [troop for troop in points if troop.partition(".")[0] in nations]
    limit = sum(points.get(entry.troop, 0) for entry in own.units)
    found = scenario
    for _ in range(EXCHANGES * len(own.units)):
        units = list(found.forces[side].units)
        place = chance.choice(range(len(units) + 1))  # one more than there are: a unit more
        units[place : place + 1] = [Enlisted(chance.choice(pool))] if chance.choice((True, True, False)) else []
        cost = sum(points.get(entry.troop, 0) for entry in units)
        if limit * LEAST <= cost <= limit and _is_legal(rules, other := with_units(found, side, units)):
            found = other
    return found


def with_units(scenario: Scenario, side: int, units: Sequence[Enlisted]) -> Scenario:
    """A scenario with other units in one of its forces."""
    forces = list(scenario.forces)
    forces[side] = replace(forces[side], units=tuple(units))
    return replace(scenario, forces=(forces[0], forces[1]))


def _is_legal(rules: Ruleset[Any], scenario: Scenario) -> bool:
    try:
        rules.setup(scenario, rules.options_type())
    except (DataError, Refused):
        return False
    return True


def worths(rules: Ruleset[Any], arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> list[Worth]:
    """What every troop that was fielded turned out to be worth."""
    points = {card.troop: card.points for card in rules.cards()}
    fielded: dict[str, int] = {}
    rows, margins, luck = [], [], []
    for arm, battles in zip(arms, found, strict=True):
        row: dict[str, int] = {}
        for sign, force in zip((1, -1), arm.scenario.forces, strict=True):
            for entry in force.units:
                row[entry.troop] = row.get(entry.troop, 0) + sign
                fielded[entry.troop] = fielded.get(entry.troop, 0) + 1
        for one in battles:
            rows.append(row)
            margins.append(one.margin)
            luck.append(one.fortune)
    troops = sorted(fielded)
    return _fitted(troops, points, fielded, rows, np.array(margins), np.array(luck))


def _fitted(
    troops: Sequence[str],
    points: dict[str, int],
    fielded: dict[str, int],
    rows: Sequence[dict[str, int]],
    margins: Any,
    luck: Any,
) -> list[Worth]:
    """The line: what is held to cost what it costs, unless battles say otherwise."""
    asked = np.array([points[troop] for troop in troops], dtype=float)
    counts = np.array([[row.get(troop, 0) for troop in troops] for row in rows], dtype=float)
    plain = counts @ asked
    lines = np.column_stack([np.ones(len(rows)), luck, plain])
    slopes, *_ = np.linalg.lstsq(lines, margins, rcond=None)
    scale = slopes[-1]
    if scale <= 0:
        raise DataError(
            "lab points", "", "who has more points does not win more: too few battles, or points say nothing"
        )
    left = margins - lines @ slopes
    free = max(1, len(rows) - len(troops) - lines.shape[1])
    noise = float(left @ left) / free
    inverse = np.linalg.inv(counts.T @ counts * scale**2 + np.diag(noise / (DOUBT * asked) ** 2))
    moved = inverse @ (counts.T @ left) * scale
    error = np.sqrt(np.diag(inverse) * noise)
    wide = float(stats.t.ppf(1 - LEVEL / 2 / len(troops), free))  # all troops are looked at
    value = asked + moved
    return [
        Worth(troop, points[troop], _rounded(value[at]), *_between(value[at], wide * error[at]), fielded[troop])
        for at, troop in enumerate(troops)
    ]


def _between(value: float, half: float) -> tuple[float, float]:
    return _rounded(value - half), _rounded(value + half)


def _rounded(value: float) -> float:
    return round(float(value), 1)
