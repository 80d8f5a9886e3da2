"""What has become of units between two states, for forecasts."""

from collections.abc import Iterator
from typing import Any, TypeVar

from sandtable.play.state import Figure, State

U = TypeVar("U", bound=Any)
F = TypeVar("F", bound=Figure)


def touched(before: State[F, U], after: State[F, U]) -> Iterator[tuple[int, U, U]]:
    """The units that mattered before and may have changed, with what they were and what they are now."""
    same_figures = before.figures is after.figures
    for number, (was, now) in enumerate(zip(before.units, after.units, strict=False)):  # some may have joined since
        if was.alive and not (was is now and same_figures):
            yield number, was, now
