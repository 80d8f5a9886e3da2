"""Choices that know what they are about: enough to say what each answer promises."""

from collections.abc import Mapping
from typing import Any, TypeVar

from sandtable.play.domains import OneOf, SomeOf, YesNo

T = TypeVar("T")


class At(OneOf[T]):
    """How fire at a Unit is fired."""

    __slots__ = ("target",)

    def __init__(self, target: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.target = target


class SomeAt(SomeOf[T]):
    """Who fires at a Unit."""

    __slots__ = ("target",)

    def __init__(self, target: int, values: Mapping[str, T], least: int, most: int, **rest: Any) -> None:
        super().__init__(values, least, most, **rest)
        self.target = target


class Grounding(YesNo):
    """Whether a Unit goes to ground under the fire of another."""

    __slots__ = ("firer",)

    def __init__(self, firer: int) -> None:
        self.firer = firer


class Rerolling(YesNo):
    """Whether a check that needed so much is rolled again."""

    __slots__ = ("needed",)

    def __init__(self, needed: int) -> None:
        self.needed = needed


class Directing(OneOf[T]):
    """Whose fire a leader directs; `misses` are each Team's missed dice, with what they need."""

    __slots__ = ("misses",)

    def __init__(self, misses: Mapping[int, tuple[tuple[int, int], ...]], values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.misses = misses
