"""Everything that can come of a stage: end states, what it returned, what was noted on the way, with exact weights.

Weights are whole numbers over one common whole, so nothing is rounded and nothing is a fraction until somebody reads it.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import gcd, lcm
from typing import Any, NamedTuple

from sandtable.play.shown import Fact

from .met import Met, mixed

Facts = tuple[tuple[Fact, int | str], ...]  # what was noted, sorted; numbers add up, words replace one another
Weights = Mapping[Facts, int]
Heft = int | Weights  # weights by what was noted, or one weight where nothing was: most ways note nothing

NOTHING: Facts = ()


class End(NamedTuple):
    """One way in which a stage can end: the state, what it returned, the weights of all that was noted, the rolls met."""

    state: Any
    result: Any
    facts: Weights
    met: Met = 0


class Outcomes(NamedTuple):
    """All ends of a stage; their weights add up to `whole`."""

    whole: int
    ends: tuple[End, ...]

    @property
    def met(self) -> Met:
        """The rolls that are met, wherever it ends."""
        return mixed([(sum(end.facts.values()), end.met) for end in self.ends])


def note(facts: Facts, more: Iterable[tuple[Fact, int | str]]) -> Facts:
    """Facts with others that came after them."""
    found = dict(facts)
    for fact, value in more:
        before = found.get(fact)
        found[fact] = before + value if isinstance(before, int) and isinstance(value, int) else value
    try:
        return tuple(sorted(found.items()))  # no two are of one fact, so that what was noted is never compared
    except TypeError:  # of nobody, and of units
        return tuple(sorted(found.items(), key=_order))


def _order(item: tuple[Fact, int | str]) -> tuple[int, str]:
    (unit, what), _ = item
    return (-1 if unit is None else unit), what


@lru_cache(maxsize=1 << 14)
def _both(first: Facts, second: Facts) -> Facts:
    return note(first, second)


def after(first: Heft, second: Heft) -> Heft:
    """What was noted before and after, together."""
    if type(second) is int:
        return times(first, second)
    if type(first) is int:
        return times(second, first)
    found: dict[Facts, int] = {}
    for one, weight in first.items():  # type: ignore[union-attr]
        for other, share in second.items():  # type: ignore[union-attr]
            both = _both(one, other) if one and other else one or other
            found[both] = found.get(both, 0) + weight * share
    return found


def times(heft: Heft, count: int) -> Heft:
    """Everything so many times as heavy."""
    if type(heft) is int:
        return heft * count
    return heft if count == 1 else {facts: weight * count for facts, weight in heft.items()}  # type: ignore[union-attr]


Share = tuple[Heft, int, Met]  # how much of everything goes a way, by what was noted on it: weights, their whole, rolls


def together(shares: Sequence[Share]) -> Share:
    """Shares of several wholes, added up over one."""
    if len(shares) == 1:
        return shares[0]
    whole = lcm(*[of for _, of, _ in shares])
    plain = 0
    found: dict[Facts, int] = {}
    first = shares[0][2]
    alike = True
    for heft, of, met in shares:
        factor = whole // of
        alike = alike and met == first
        if type(heft) is int:
            plain += heft * factor
            continue
        for facts, weight in heft.items():  # type: ignore[union-attr]
            found[facts] = found.get(facts, 0) + weight * factor
    met = first if alike else mixed([(sum(_weights(heft)) * (whole // of), met) for heft, of, met in shares])
    if not found:
        return plain, whole, met
    if plain:
        found[NOTHING] = found.get(NOTHING, 0) + plain
    return found, whole, met


def heft(weights: Weights) -> Heft:
    """Weights as one number, where nothing was noted."""
    return weights[NOTHING] if len(weights) == 1 and NOTHING in weights else weights


class Gathering:
    """Collects ends of one stage that come with wholes of their own, equal ones together."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, Hashable], tuple[Any, Any, list[Share]]] = {}

    def expect(self, state: Any, result: Any) -> None:
        """An end that will come: ends are told in the order in which they were found."""
        self._found.setdefault((id(state), result), (state, result, []))

    def add(self, state: Any, result: Any, share: Heft, whole: int, met: Met = 0) -> None:
        """An end whose weights are shares of this whole."""
        key = (id(state), result)
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = (state, result, [])
        known[2].append((share, whole, met))

    def outcomes(self) -> Outcomes:
        """All of them over one whole, in lowest terms."""
        summed = [(state, result, *together(shares)) for state, result, shares in self._found.values() if shares]
        whole = lcm(*[of for _, _, _, of, _ in summed])
        ends = [(state, result, times(heft, whole // of), met) for state, result, heft, of, met in summed]
        common = gcd(whole, *[weight for _, _, heft, _ in ends for weight in _weights(heft)])
        lowered = [End(state, result, _lowered(heft, common), met) for state, result, heft, met in ends]
        return Outcomes(whole // common, tuple(lowered))


def _weights(heft: Heft) -> Iterable[int]:
    return (heft,) if type(heft) is int else heft.values()  # type: ignore[union-attr]


def _lowered(heft: Heft, common: int) -> Weights:
    if type(heft) is int:
        return {NOTHING: heft // common}
    return {facts: weight // common for facts, weight in heft.items()}  # type: ignore[union-attr]
