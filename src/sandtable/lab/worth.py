"""What troops are worth: battles of forces drawn by lot, and the line that explains best how they come out.

A battle's margin in points is explained by who was there: each troop of the first force adds its worth, each of the second
takes it away. Beside the points that the catalogue asks stands what a troop turned out to be worth, on a scale on which the
troops together are worth what the catalogue asks for them.
"""

from collections.abc import Sequence
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
TRIES = 200  # lots drawn for a force before it is given up


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
    """Ways of fighting a scenario with forces drawn by lot from the troops of its nations, each about as dear as its own."""
    chance = Chance("forces by lot", rules.name, scenario.name, study.seed)
    options = rules.options_type()
    limits = [sum(card.points for card in _cards(rules, scenario, side)) for side in (0, 1)]
    pools = [_pool(rules, scenario, side) for side in (0, 1)]
    arms: list[Arm] = []
    for _ in range(TRIES * forces):
        if len(arms) == forces:
            break
        first, second = (
            replace(force, units=_lot(chance, pool, limit))
            for force, pool, limit in zip(scenario.forces, pools, limits, strict=True)
        )
        wanted = replace(scenario, forces=(first, second))
        try:
            rules.setup(wanted, options)
        except (DataError, Refused):
            continue
        arms.append(Arm(len(arms), rules.name, rules.version, f"lot {len(arms)}", wanted, {}, study.bots, swaps=False))
    if len(arms) < forces:
        raise DataError("lab points", scenario.name, f"{rules.name} fields too few forces drawn by lot there")
    return arms


def _cards(rules: Ruleset[Any], scenario: Scenario, side: int) -> list[Any]:
    state = rules.setup(scenario, rules.options_type())
    return [rules.card(state, number) for number, unit in enumerate(state.units) if unit.side == side]


def _pool(rules: Ruleset[Any], scenario: Scenario, side: int) -> list[tuple[str, int]]:
    """The troops of a nation with points: those that can take the place of a force's last unit."""
    force = scenario.forces[side]
    found = []
    for card in rules.cards():
        units = (*force.units[:-1], Enlisted(card.troop))
        forces = [*scenario.forces]
        forces[side] = replace(force, units=units)
        try:
            rules.setup(replace(scenario, forces=(forces[0], forces[1])), rules.options_type())
        except (DataError, Refused):
            continue
        if card.points > 0:
            found.append((card.troop, card.points))
    return found


def _lot(chance: Chance, pool: Sequence[tuple[str, int]], limit: int) -> tuple[Enlisted, ...]:
    """Troops as they come, until nobody else can be paid."""
    left, units = limit, []
    while able := [one for one in pool if one[1] <= left]:
        troop, points = chance.choice(able)
        units.append(Enlisted(troop))
        left -= points
    return tuple(units)


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
    return [
        Worth(
            troop, points[troop], round(asked[at] + moved[at], 1), round(asked[at] + moved[at] - wide * error[at], 1),
            round(asked[at] + moved[at] + wide * error[at], 1), fielded[troop],
        )
        for at, troop in enumerate(troops)
    ]  # fmt: skip
