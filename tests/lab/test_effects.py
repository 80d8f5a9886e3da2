"""What is told of differences: intervals hold, luck is taken out without bias, and a planted change is found."""

from pathlib import Path

import numpy as np
import pytest

from sandtable.lab.effects import FEWEST, adjusted, effects, gains
from sandtable.lab.fought import battle
from sandtable.lab.measured import Battle
from sandtable.lab.measures import BY_NAME, MEASURES
from sandtable.lab.study import Arm, Study, Variant, laid_out
from sandtable.lab.verdict import verdict

GARAND = "d10.table.weapons.garand.shots-short"
RIFLE = "d10.table.weapons.rifle.shots-medium"
CHANGE = Variant("x", set={GARAND: 6, RIFLE: 6})
CHAPEL = Study("T", ("d10",), ("chapel",), bots=("random", "random"), variant=(CHANGE,))


@pytest.fixture(scope="module")
def chapel() -> list[Arm]:
    """A short battle as it is, and with rifles that shoot faster."""
    return laid_out(CHAPEL, Path())


@pytest.fixture(scope="module")
def fought(chapel: list[Arm]) -> tuple[list[Battle], list[Battle]]:
    """Battles of both on the same seeds."""
    base, changed = ([battle(arm, seed) for seed in range(60)] for arm in chapel)
    return base, changed


def test_the_mean_is_read_where_luck_is_even() -> None:
    """Numbers that are luck and nothing else have a mean of nothing; the interval shrinks by what luck explains."""
    chance = np.random.default_rng(1)
    luck = chance.normal(size=(200, 2))
    numbers = 0.3 + luck @ np.array([2.0, -1.0]) + chance.normal(size=200) * 0.1
    found, plain = adjusted(numbers, luck), adjusted(numbers, luck[:, :0])
    assert found.low < 0.3 < found.high and found.high - found.low < 0.05
    assert plain.high - plain.low > 0.4 and abs(found.value - 0.3) < abs(plain.value - 0.3)


def test_taking_luck_out_is_no_bias() -> None:
    """Over many studies the adjusted mean is the true one, and its interval holds it about 95 times of 100."""
    chance = np.random.default_rng(2)
    found = []
    for _ in range(400):
        luck = chance.normal(size=(60, 4))
        numbers = 0.1 + np.tanh(luck[:, 0] * 1.5) - 0.5 * luck[:, 3] + chance.normal(size=60) * 0.5
        found.append(adjusted(numbers, luck))
    values = np.array([one.value for one in found])
    assert abs(values.mean() - 0.1) < 3 * values.std() / 20
    assert 0.91 < np.mean([one.low < 0.1 < one.high for one in found]) < 0.985


@pytest.mark.parametrize("seed", [None, 3])
def test_both_kinds_of_interval_hold(seed: int | None) -> None:
    """Student's and the resampled one."""
    chance = np.random.default_rng(4)
    held = [adjusted(chance.choice([0.0, 0.5, 1.0], 60) - 0.5, np.empty((60, 0)), seed) for _ in range(60)]
    assert sum(one.low <= 0 <= one.high for one in held) >= 53


def test_where_nothing_differs_nothing_is_shown(chapel: list[Arm]) -> None:
    """Of studies of the base against itself, with other dice, one of twenty finds anything in all that is measured."""
    chance = np.random.default_rng(5)
    pool = [battle(chapel[0], 1000 + seed) for seed in range(120)]
    shown = 0
    for number in range(100):
        lot = chance.permutation(len(pool))
        base, other = ([pool[place] for place in lot[start : start + 40]] for start in (0, 40))
        shown += any(one.shown for one in effects(base, other, swaps=False, seed=number))
    assert shown <= 10


def test_too_few_battles_say_nothing() -> None:
    """And neither do battles that are all alike."""
    few = adjusted(np.ones(FEWEST - 1), np.empty((FEWEST - 1, 0)))
    assert (few.low, few.high) == (float("-inf"), float("inf"))
    alike = adjusted(np.zeros(50), np.empty((50, 0)))
    assert (alike.value, alike.low, alike.high, alike.chance) == (0, 0, 0, 1)


def test_a_planted_change_is_found_and_none_where_there_is_none(
    chapel: list[Arm], fought: tuple[list[Battle], list[Battle]]
) -> None:
    """Faster rifles lose the other side more, and the same battles differ in nothing."""
    base, changed = fought
    found = {one.measure: one for one in effects(base, changed, swaps=False, seed=1)}
    assert found["dice"].shown and found["dice"].difference > 0
    assert found["lost_second"].difference > 0 or found["lost_first"].difference > 0
    same = effects(base, base, swaps=False, seed=1)
    assert not any(one.shown for one in same) and all(one.difference == 0 for one in same)
    said = verdict(chapel[1].scenario, chapel[1].bots, list(found.values()), len(base))
    assert "more dice" in said and said.endswith("This holds between randoms, over 60 battles each way.")
    nothing = verdict(chapel[0].scenario, chapel[0].bots, same, len(base))
    assert nothing.startswith("No difference could be shown: ")


def test_pairs_and_luck_are_worth_something(fought: tuple[list[Battle], list[Battle]]) -> None:
    """The variance of a difference is smaller than that of battles with dice of their own."""
    gain = gains(*fought, BY_NAME["lost_second"], swaps=False)
    assert gain.both < gain.luck < 1 or gain.both < gain.paired < 1


def test_where_both_ways_round_are_fought_a_seed_counts_once() -> None:
    """The two battles of a seed are no two observations."""
    arm = laid_out(Study("T", ("d10",), ("two-platoons",), bots=("random", "random")), Path())[0]
    both = [battle(arm, seed, swapped=swapped) for seed in range(8) for swapped in (False, True)]
    assert len(effects(both, both, swaps=True, seed=1)) == len(MEASURES)
    assert effects(both, both, swaps=True, seed=1)[0].base == pytest.approx(np.mean([one.won for one in both]))
