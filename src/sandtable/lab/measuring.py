"""What measurements are made of: medians of several rounds with their spread, beside what is wanted.

`must` and `aim` say how fast is fast enough. Nothing here is ever asserted.
"""

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter  # noqa: TID251  # measuring is what this is for
from typing import Any

import msgspec


class Goal(msgspec.Struct, frozen=True):
    """What must be reached and what is aimed at; more is better, or less is."""

    must: float | None = None
    aim: float | None = None
    less: bool = True

    def verdict(self, value: float) -> str:
        """How a value stands to it, in words."""
        if self.aim is not None and self._reaches(value, self.aim):
            return "aim"
        if self.must is not None:
            return "must" if self._reaches(value, self.must) else f"{self._off(value, self.must):.1f}x off"
        return f"{self._off(value, self.aim):.1f}x off" if self.aim is not None else ""

    def _reaches(self, value: float, wanted: float) -> bool:
        return value <= wanted if self.less else value >= wanted

    def _off(self, value: float, wanted: float) -> float:
        return value / wanted if self.less else wanted / value


class Row(msgspec.Struct, frozen=True):
    """One measurement; `note` is what else there is to say of it."""

    topic: str
    what: str
    unit: str
    median: float
    low: float
    high: float
    goal: Goal = Goal()
    note: str = ""


def row(topic: str, what: str, unit: str, values: Sequence[float], goal: Goal | None = None, note: str = "") -> Row:
    """A measurement from the values of its rounds."""
    return Row(topic, what, unit, median(values), min(values), max(values), goal or Goal(), note)


def timed(work: Callable[[], Any], times: int) -> float:
    """Seconds a call."""
    begin = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - begin) / times


def yardstick() -> float:
    """Nanoseconds a trip of a fixed loop of plain Python, so that two runs on a busy machine can be compared."""

    def loop() -> int:
        total = 0
        for number in range(200_000):
            total += number & 7
        return total

    return timed(loop, 3) / 200_000 * 1e9
