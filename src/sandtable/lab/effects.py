"""What a change does, and how sure that is: differences of paired battles, with the luck of the dice taken out.

The fortune of a side's throws has a mean of nothing whatever the rules are, so whatever of a difference goes with it may be
taken off without bias: the line of regression is read where fortune is nothing. That is worth more than the pairs are.
Intervals hold 95 times of 100, each for itself; what is `shown` holds when it is asked of all measures and variants at once
(Holm's steps), so that a study in which nothing is otherwise finds something in one of twenty, and not in each.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt
from scipy import stats

from .measured import Battle
from .measures import CHANCES, MEASURES, Measure, fortunes, values

Floats = npt.NDArray[np.float64]

LEVEL = 0.05
RESAMPLED = 4000
AT_ONCE = 1_000_000  # numbers that are drawn at a time, so that memory is no question
FEWEST = 8  # seeds, for anything to be said


class Effect(msgspec.Struct, frozen=True):
    """What a change does to a measure: its mean as it is and changed, and the difference with its interval."""

    measure: str
    base: float
    changed: float
    difference: float
    low: float
    high: float
    shown: bool
    chance: float  # of a difference like this where there is none


class Estimate(msgspec.Struct, frozen=True):
    """A number with its interval and its standard error."""

    value: float
    low: float
    high: float
    error: float
    chance: float


def effects(
    base: Sequence[Battle], changed: Sequence[Battle], *, swaps: bool, seed: int, among: int = 1
) -> list[Effect]:
    """What a change does to everything that is measured; it is one `among` so many that are looked at."""
    found = [_effect(base, changed, one, swaps=swaps, seed=seed) for one in MEASURES]
    return corrected(found, among)


def _effect(base: Sequence[Battle], changed: Sequence[Battle], measure: Measure, *, swaps: bool, seed: int) -> Effect:
    usual, other = (np.array(values(battles, measure, swaps)) for battles in (base, changed))
    luck = np.hstack([np.array(fortunes(battles, swaps)).reshape(-1, 2) for battles in (base, changed)])
    found = adjusted(other - usual, luck, seed if measure.name in CHANCES else None)
    return Effect(
        measure.name, float(usual.mean()), float(other.mean()), found.value, found.low, found.high,
        shown=False, chance=found.chance,
    )  # fmt: skip


def adjusted(numbers: Floats, luck: Floats, seed: int | None = None) -> Estimate:
    """The mean of some numbers where everybody's luck is even; by resampling where a seed is given, else by Student's t."""
    count = len(numbers)
    if count < FEWEST or not numbers.any():
        plain = float(numbers.mean()) if count else 0.0
        wide = 0.0 if count >= FEWEST else float("inf")
        return Estimate(plain, plain - wide, plain + wide, wide, 1.0)
    used = luck[:, luck.std(axis=0) > 0]
    if count < 4 * (used.shape[1] + 1):
        used = used[:, :0]  # too few to learn from
    lines = np.hstack([np.ones((count, 1)), used])
    slopes, *_ = np.linalg.lstsq(lines, numbers, rcond=None)
    left = numbers - lines @ slopes
    free = count - np.linalg.matrix_rank(lines)
    spread = np.linalg.pinv(lines.T @ lines)[0, 0] * float(left @ left) / free
    value, error = float(slopes[0]), float(np.sqrt(spread))
    if error == 0:
        return Estimate(value, value, value, 0.0, 0.0 if value else 1.0)
    chance = float(2 * stats.t.sf(abs(value) / error, free))
    if seed is None:
        half = float(stats.t.ppf(1 - LEVEL / 2, free)) * error
        return Estimate(value, value - half, value + half, error, chance)
    low, high = _resampled(value + left * np.sqrt(count / free), seed)
    return Estimate(value, low, high, error, chance)


def _resampled(numbers: Floats, seed: int) -> tuple[float, float]:
    """Between which means resamples lie 95 times of 100; the same numbers give the same interval."""
    chance = np.random.default_rng(seed)
    rows = max(1, AT_ONCE // len(numbers))
    lots = [min(rows, RESAMPLED - at) for at in range(0, RESAMPLED, rows)]
    means = np.concatenate(
        [numbers[chance.integers(0, len(numbers), (lot, len(numbers)))].mean(axis=1) for lot in lots]
    )
    low, high = np.quantile(means, [LEVEL / 2, 1 - LEVEL / 2])
    return float(low), float(high)


def corrected(found: Sequence[Effect], among: int = 1) -> list[Effect]:
    """Which of several effects are shown: Holm's steps over all of them, so that all hold at once."""
    order = sorted(range(len(found)), key=lambda place: (found[place].chance, place))
    left, holds = len(found) * among, True
    shown: dict[int, bool] = {}
    for place in order:
        holds = holds and found[place].chance * left <= LEVEL
        shown[place] = holds
        left -= 1
    return [msgspec.structs.replace(one, shown=shown[place]) for place, one in enumerate(found)]


class Gain(msgspec.Struct, frozen=True):
    """What pairing and luck are worth: variances of a difference, as parts of what independent battles have."""

    measure: str
    paired: float
    luck: float
    both: float


def gains(base: Sequence[Battle], changed: Sequence[Battle], measure: Measure, *, swaps: bool) -> Gain:
    """How much smaller the variance of the difference is than it would be of battles with dice of their own."""
    usual, other = (np.array(values(battles, measure, swaps)) for battles in (base, changed))
    own, theirs = (np.array(fortunes(battles, swaps)).reshape(-1, 2) for battles in (base, changed))
    alone = usual.var(ddof=1) + other.var(ddof=1)
    if not alone:
        return Gain(measure.name, 1.0, 1.0, 1.0)
    luck = _without(usual, own).var(ddof=1) + _without(other, theirs).var(ddof=1)
    both = _without(other - usual, np.hstack([own, theirs])).var(ddof=1)
    return Gain(measure.name, float((other - usual).var(ddof=1) / alone), float(luck / alone), float(both / alone))


def _without(numbers: Floats, luck: Floats) -> Floats:
    lines = np.hstack([np.ones((len(numbers), 1)), luck])
    slopes, *_ = np.linalg.lstsq(lines, numbers, rcond=None)
    found: Floats = numbers - luck @ slopes[1:]
    return found
