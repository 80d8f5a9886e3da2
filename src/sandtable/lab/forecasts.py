"""How long forecasts take, and whether they are true: each beside 10,000 trials of the same action."""

import gc
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from time import perf_counter  # noqa: TID251  # measuring is what this is for
from typing import Any, NamedTuple

from sandtable.odds.forecast import Forecast, Owners, Reading, Standing, look_ahead, read
from sandtable.odds.trials import sample
from sandtable.play.situation import Situation
from sandtable.rulesets.library import ruleset, situations

TRIALS = 10_000
TIMES = 25


class Measured(NamedTuple):
    """One action: how long its forecast takes and how long its trials, and how far the two are apart.

    `apart` is the largest difference of any chance, in standard errors of so many trials.
    """

    name: str
    milliseconds: list[float]
    simulated: float
    runs: int
    exact: bool
    apart: float


def measure(name: str, trials: int = TRIALS, times: int = TIMES) -> Iterator[Measured]:
    """Every situation of a rulebook."""
    rules = ruleset(name)
    for title, situation in situations(name).items():
        standing = Standing(rules, situation.state, (), situation.state, situation.seat)
        found = look_ahead(standing, situation.begin)  # dice scripts are worked out once and for all
        spent = []
        gc.collect()
        gc.freeze()
        for _ in range(times if found.runs < 5000 else 3):
            begin = perf_counter()
            look_ahead(standing, situation.begin)
            spent.append((perf_counter() - begin) * 1e3)
        gc.unfreeze()
        begin = perf_counter()
        simulated = simulate(standing, situation, trials)
        took = (perf_counter() - begin) * 1e3
        apart = differ(read(standing, found), read(standing, simulated), trials)
        yield Measured(title, spent, took, found.runs, not found.trials, apart)


def simulate(standing: Standing, situation: Situation, trials: int) -> Forecast:
    """The same action, so many times with dice."""
    rules: Any = standing.rules
    policy = Owners(rules, standing.seat, {})
    outcomes, meeting = sample(standing.checkpoint, rules.apply, rules.noted, policy, situation.begin, (), trials)
    return Forecast(outcomes, trials, trials, (), noted=True, meeting=meeting)


def differ(exact: Reading, simulated: Reading, trials: int) -> float:
    """How far the chances of a simulation are from the exact ones at most, in standard errors."""
    most = 0.0
    for fact, spread in exact.spreads.items():
        other = simulated.spreads.get(fact)
        for value, weight in spread.values.items():
            chance = Fraction(weight, spread.whole)
            came = Fraction(other.values.get(value, 0), other.whole) if other else Fraction(0)
            if trials * min(chance, 1 - chance) >= 5:  # rarer ones say nothing in so many trials
                error = sqrt(float(chance * (1 - chance)) / trials)
                most = max(most, abs(float(came - chance)) / error)
    return most
