"""Lengths as people write them."""

import pytest

from sandtable.geometry.units import inches, show


@pytest.mark.parametrize(
    ("length", "text"), [(12_000, '12"'), (4500, '4.5"'), (125, '0.125"'), (-1500, '-1.5"'), (0, '0"')]
)
def test_lengths_are_shown_in_inches(length: int, text: str) -> None:
    """No more digits than needed."""
    assert show(length) == text


@pytest.mark.parametrize(("written", "length"), [(6, 6000), (4.5, 4500), (0.787, 787), (2.3622, 2362)])
def test_inches_are_rounded_to_thousandths(written: float, length: int) -> None:
    """Once, when they come in."""
    assert inches(written) == length
