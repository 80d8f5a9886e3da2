"""Running a trial under every outcome of every roll, exactly.

A suspended script cannot be copied, so each branch begins the trial again and is fed the values that led to it. Where a
trial awaits `Settled(key)`, branches with equal keys are one: what follows is worked out once, and a key that leads back
to itself (a tied round fought again) is summed to its limit (`flow.py`).
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from sandtable.dice.roll import Roll, Rolled
from sandtable.mechanics.questions import Found, Settled, Trial

from .breath import EVERY, breathe
from .flow import visits

Leaf = tuple[tuple[str, Hashable], ...]
Distribution = dict[Leaf, Fraction]

BUDGET = 100_000  # runs of a trial before we say that it would take too long


class TooLong(Exception):  # noqa: N818  # said to the one who asked, not a fault
    """The tree of outcomes is larger than the budget."""


class _Branch:
    """One run of a trial up to where it is settled or done."""

    __slots__ = ("key", "leaf", "values", "weight")

    def __init__(self, values: list[Any], weight: Fraction, key: Hashable, leaf: Leaf | None) -> None:
        self.values = values
        self.weight = weight
        self.key = key
        self.leaf = leaf


class _Walker:
    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.runs = 0

    def branches(self, prefix: list[Any], settled_before: int) -> list[_Branch]:
        """All ways on from a point, up to the next settled key or the end."""
        found: list[_Branch] = []
        waiting: list[tuple[list[Any], Fraction]] = [(prefix, Fraction(1))]
        while waiting:
            values, weight = waiting.pop()
            self._run(values, weight, settled_before, waiting, found)
        return found

    def _run(
        self,
        values: list[Any],
        weight: Fraction,
        settled_before: int,
        waiting: list[tuple[list[Any], Fraction]],
        found: list[_Branch],
    ) -> None:
        """Run the trial along these values; beyond them follow one branch and leave the others waiting."""
        self.runs += 1
        if self.runs > BUDGET:
            raise TooLong(f"more than {BUDGET} branches")
        if self.runs % EVERY == 0:
            breathe()
        script = self.trial()
        values = values.copy()
        used, settled = 0, 0
        sent: Any = None
        try:
            while True:
                request = script.send(sent)
                sent = None
                if isinstance(request, Settled):
                    settled += 1
                    if settled > settled_before:
                        found.append(_Branch(values, weight, request.key, None))
                        return
                    continue
                assert isinstance(request, Roll)
                if used == len(values):
                    weight = self._branch(request, values, weight, waiting)
                sent = Rolled(values[used], (), -1)
                used += 1
        except StopIteration as done:
            found.append(_Branch(values, weight, None, _leaf(done.value)))
        finally:
            script.close()

    @staticmethod
    def _branch(
        roll: Roll[Any], values: list[Any], weight: Fraction, waiting: list[tuple[list[Any], Fraction]]
    ) -> Fraction:
        """Follow the first value of a new roll, and leave the others waiting."""
        weights = roll.reading.weights(roll.dice, roll.sides) if roll.dice else {roll.reading.read(()): 1}
        whole = sum(weights.values())
        options = list(weights.items())
        for value, count in options[1:]:
            waiting.append(([*values, value], weight * Fraction(count, whole)))
        value, count = options[0]
        values.append(value)
        return weight * Fraction(count, whole)

    def onward(
        self, prefix: list[Any], settled: int
    ) -> tuple[Distribution, dict[Hashable, tuple[Fraction, list[Any]]]]:
        """What can come next of a settled key: ends, and other keys with a way that leads there; equal ones merged."""
        ends: Distribution = {}
        keys: dict[Hashable, tuple[Fraction, list[Any]]] = {}
        for branch in self.branches(prefix, settled):
            if branch.leaf is not None:
                ends[branch.leaf] = ends.get(branch.leaf, Fraction(0)) + branch.weight
            else:
                weight, values = keys.get(branch.key, (Fraction(0), branch.values))
                keys[branch.key] = weight + branch.weight, values
        return ends, keys

    def distribution(self) -> Distribution:
        """Everything that can come of the trial: from each key the ends it leads to, as often as it is passed."""
        start = _Start()
        ends: dict[Hashable, Distribution] = {}
        graph: dict[Hashable, dict[Hashable, Fraction]] = {}
        waiting: list[tuple[Hashable, int, list[Any]]] = [(start, 0, [])]
        known: set[Hashable] = {start}
        while waiting:
            key, settled, values = waiting.pop()
            ends[key], onward = self.onward(values, settled)
            graph[key] = {other: weight for other, (weight, _) in onward.items()}
            fresh = [other for other in onward if other not in known]
            known.update(fresh)
            waiting += [(other, settled + 1, onward[other][1]) for other in fresh]
        found: Distribution = {}
        for key, often in visits(graph, start).items():
            for leaf, share in ends[key].items():
                found[leaf] = found.get(leaf, Fraction(0)) + often * share
        return found


def _leaf(found: Found) -> Leaf:
    return tuple(found.items())


class _Start:
    """The key before anything is settled; equal to nothing a trial can say."""


def walk(trial: Trial) -> Distribution:
    """The exact distribution of what a trial finds."""
    return _Walker(trial).distribution()


def marginals(distribution: Mapping[Leaf, Fraction]) -> dict[str, dict[Hashable, Fraction]]:
    """The distribution of each thing found, on its own."""
    out: dict[str, dict[Hashable, Fraction]] = {}
    for leaf, share in distribution.items():
        for name, value in leaf:
            values = out.setdefault(name, {})
            values[value] = values.get(value, Fraction(0)) + share
    return {name: dict(sorted(values.items(), key=lambda item: _rank(item[0]))) for name, values in out.items()}


def _rank(value: Hashable) -> tuple[int, Any]:
    return (0, value) if isinstance(value, int) and not isinstance(value, bool) else (1, str(value))
