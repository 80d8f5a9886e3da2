"""What may be found together, each with its chance; and what may be found of each thing on its own."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

Leaf = tuple[tuple[str, Hashable], ...]
Distribution = dict[Leaf, Fraction]


def marginals(distribution: Mapping[Leaf, Fraction]) -> dict[str, dict[Hashable, Fraction]]:
    """The distribution of each thing found, on its own."""
    whole = lcm(*[share.denominator for share in distribution.values()])
    out: dict[str, dict[Hashable, int]] = {}
    for leaf, share in distribution.items():
        weight = share.numerator * (whole // share.denominator)
        for name, value in leaf:
            values = out.setdefault(name, {})
            values[value] = values.get(value, 0) + weight
    return {
        name: {value: Fraction(values[value], whole) for value in sorted(values, key=_rank)}
        for name, values in out.items()
    }


def _rank(value: Hashable) -> tuple[int, Any]:
    return (0, value) if isinstance(value, int) and not isinstance(value, bool) else (1, str(value))
