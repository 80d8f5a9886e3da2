"""Readings: what faces say, and how likely each saying is, with icepool as the oracle."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.dice.readings import AtLeast, Bands, Best, Chart, Each, Reading, Total, gather

READINGS: list[Reading[Any]] = [
    AtLeast(1),
    AtLeast(4),
    AtLeast(7),
    Bands(((4, 5), (6, 6))),
    Bands(((2, 2),)),
    Bands(()),
    Total(),
    Total(3),
    Total(-1, (1, 1, 2, 2, 3, 3)),
    Chart(((1, "low"), (4, "high"))),
    Chart(((2, "pass"), (9, "fail"), (12, "fubar")), -1),
    Each(),
    Best(0),
    Best(1),
    Best(2),
]


@pytest.mark.parametrize("dice", [0, 1, 2, 3])
@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_weights_count_every_throw(reading: Reading[Any], dice: int) -> None:
    """The weight of a value is the number of throws that read so, out of all of them."""
    throws = Counter(reading.read(faces) for faces in product(range(1, 7), repeat=dice))
    assert dict(reading.weights(dice, 6)) == dict(throws)


def as_fractions(weights: Mapping[Any, int]) -> dict[Any, Fraction]:
    """Weights as chances."""
    whole = sum(weights.values())
    return {value: Fraction(weight, whole) for value, weight in weights.items()}


def of_icepool(die: Any) -> dict[Any, Fraction]:
    """A die of icepool as chances."""
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


@pytest.mark.parametrize("dice", [1, 5, 12, 20])
def test_counts_agree_with_icepool(dice: int) -> None:
    """So many dice at 4 or more."""
    assert as_fractions(AtLeast(4).weights(dice, 6)) == of_icepool(dice @ (icepool.d6 >= 4))


@pytest.mark.parametrize("dice", [1, 2, 3, 6])
def test_totals_agree_with_icepool(dice: int) -> None:
    """Sums of D6, of D3 read off a D6, and of D20."""
    assert as_fractions(Total(2).weights(dice, 6)) == of_icepool(dice @ icepool.d6 + 2)
    assert as_fractions(Total(0, (1, 1, 2, 2, 3, 3)).weights(dice, 6)) == of_icepool(dice @ icepool.d(3))
    assert as_fractions(Total().weights(dice, 20)) == of_icepool(dice @ icepool.d(20))


@pytest.mark.parametrize(("dice", "keep"), [(3, 2), (5, 2), (4, 3), (6, 1)])
def test_the_best_few_agree_with_icepool(dice: int, keep: int) -> None:
    """The highest k of n, summed."""
    assert as_fractions(Best(keep).weights(dice, 6)) == of_icepool(icepool.d6.highest(dice, keep=keep))


@given(st.lists(st.integers(1, 6), max_size=12), st.integers(1, 7))
def test_counting_counts(faces: list[int], score: int) -> None:
    """The count is what one counts."""
    assert AtLeast(score).read(tuple(faces)) == len([face for face in faces if face >= score])


def test_a_chart_begins_with_its_first_row() -> None:
    """Totals below the first row belong to it, and those above the last to the last."""
    chart = Chart(((2, "a"), (5, "b")))
    assert [chart.row(total) for total in (-3, 2, 4, 5, 99)] == ["a", "a", "a", "b", "b"]


def test_weights_can_be_gathered_under_coarser_names() -> None:
    """Equal names add up."""
    assert gather(Total().weights(1, 6), lambda value: value > 4) == {False: 4, True: 2}
