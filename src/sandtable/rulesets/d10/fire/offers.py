"""Choices that know what they are about: enough to say what each answer promises."""

from collections.abc import Mapping
from typing import Any, TypeVar

from sandtable.play.domains import OneOf

from .arms import Arm
from .targets import Aim

T = TypeVar("T")


class Targets(OneOf[T]):
    """Whom a unit shoots at with some of its weapons."""

    __slots__ = ("arms", "shooter")

    def __init__(self, shooter: int, arms: tuple[Arm, ...], values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.shooter = shooter
        self.arms = arms


class Arming(OneOf[T]):
    """Which of its weapons a unit fires at a target."""

    __slots__ = ("aim", "arms", "shooter")

    def __init__(self, shooter: int, arms: tuple[Arm, ...], aim: Aim, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.shooter = shooter
        self.arms = arms
        self.aim = aim
