"""Running a trial under every outcome of every roll, exactly.

A suspended script cannot be copied, so each branch begins the trial again and is fed the values that led to it. Where a
trial awaits `Settled(key)`, branches with equal keys are one: what follows is worked out once, and a key that leads back
to itself (a tied round fought again) is summed as the geometric series that it is.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from sandtable.dice.roll import Roll, Rolled
from sandtable.mechanics.questions import Found, Settled, Trial

Leaf = tuple[tuple[str, Hashable], ...]
Distribution = dict[Leaf, Fraction]

BUDGET = 200_000  # runs of a trial before we say that it would take too long


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
        """Everything that can come of the trial.

        Keys are explored depth first. A finished key is known as a mixture of ends and of keys not finished yet (those a
        tie leads back to); when a key is finished, its own share in its mixture is divided out.
        """
        start = _Start()
        stack = [_Open(start, 0, *self.onward([], 0))]
        done: dict[Hashable, _Mixture] = {}
        opened: set[Hashable] = {start}
        while True:
            top = stack[-1]
            fresh = next((key for key in top.keys if key not in opened), None)
            if fresh is not None:
                opened.add(fresh)
                _, values = top.keys[fresh]
                stack.append(_Open(fresh, top.settled + 1, *self.onward(values, top.settled + 1)))
                continue
            done[top.key] = _finish(top, done)
            stack.pop()
            if not stack:
                return done[start].ends


class _Open:
    """A key that is being explored."""

    __slots__ = ("ends", "key", "keys", "settled")

    def __init__(
        self, key: Hashable, settled: int, ends: Distribution, keys: dict[Hashable, tuple[Fraction, list[Any]]]
    ) -> None:
        self.key = key
        self.settled = settled
        self.ends = ends
        self.keys = keys


class _Mixture:
    """What a finished key is made of: ends, and keys that were still open when it was finished."""

    __slots__ = ("ends", "open")

    def __init__(self, ends: Distribution, open_keys: dict[Hashable, Fraction]) -> None:
        self.ends = ends
        self.open = open_keys


def _finish(top: _Open, done: dict[Hashable, _Mixture]) -> _Mixture:
    """Put in what is known of every key that follows, and divide out the share that leads back here."""
    ends = dict(top.ends)
    still_open: dict[Hashable, Fraction] = {}
    waiting = [(key, weight) for key, (weight, _) in top.keys.items()]
    while waiting:
        key, weight = waiting.pop()
        known = done.get(key)
        if known is None:
            still_open[key] = still_open.get(key, Fraction(0)) + weight
            continue
        for leaf, share in known.ends.items():
            ends[leaf] = ends.get(leaf, Fraction(0)) + weight * share
        waiting += [(other, weight * share) for other, share in known.open.items()]
    back = still_open.pop(top.key, Fraction(0))
    if back:
        ends = {leaf: share / (1 - back) for leaf, share in ends.items()}
        still_open = {key: share / (1 - back) for key, share in still_open.items()}
    return _Mixture(ends, still_open)


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
