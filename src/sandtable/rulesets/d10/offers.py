"""Choices that know what they are about: enough to say what each answer promises."""

from collections.abc import Mapping
from typing import Any, TypeVar

from sandtable.play.domains import OneOf, SomeOf
from sandtable.play.journey import Journey

from .armour import Hit
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


class Victims(SomeOf[T]):
    """Who take some hits that are alike."""

    __slots__ = ("hit",)

    def __init__(self, hit: Hit, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, hit.hits, hit.hits, **rest)
        self.hit = hit


class Moments(OneOf[T]):
    """At which point of a move a unit on Hold shoots."""

    __slots__ = ("journey", "mover")

    def __init__(self, mover: int, journey: Journey, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.mover = mover
        self.journey = journey


class Reacting(OneOf[T]):
    """Which unit on Hold reacts to another, if any."""

    __slots__ = ("mover",)

    def __init__(self, mover: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.mover = mover


class Assaulting(OneOf[T]):
    """Whom a unit assaults."""

    __slots__ = ("attacker",)

    def __init__(self, attacker: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.attacker = attacker


class Answering(OneOf[T]):
    """How a unit answers the assault of another."""

    __slots__ = ("attacker",)

    def __init__(self, attacker: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.attacker = attacker
