"""A roll is a request: a script awaits it and gets what the reading says."""

from collections.abc import Generator, Hashable
from typing import Any, Generic, TypeVar

from .readings import Faces, Reading

V = TypeVar("V", bound=Hashable)


class Rolled(Generic[V]):
    """An answered roll: its value, and its number within the step, by which events refer to it."""

    __slots__ = ("faces", "number", "value")

    def __init__(self, value: V, faces: Faces, number: int) -> None:
        self.value = value
        self.faces = faces
        self.number = number


class Roll(Generic[V]):
    """So many dice of so many sides, read so, for this reason; `seat` throws them."""

    __slots__ = ("because", "dice", "needs", "reading", "seat", "sides", "why")

    def __init__(  # a request says everything about itself
        self,
        dice: int,
        sides: int,
        reading: Reading[V],
        *,
        why: str,
        because: tuple[str, ...],
        seat: int = 0,
        needs: str = "",
    ) -> None:
        self.dice = dice
        self.sides = sides
        self.reading = reading
        self.why = why
        self.because = because
        self.seat = seat
        self.needs = needs

    def __await__(self) -> "Generator[Roll[Any], Rolled[V], Rolled[V]]":
        return (yield self)
