"""Choices that know what they are about: enough to say what each answer promises."""

from collections.abc import Mapping
from typing import Any, TypeVar

from sandtable.dice.chance import Chance
from sandtable.play.domains import OneOf, SomeOf

from .targets import Aim

T = TypeVar("T")


class Aims(OneOf[T]):
    """Whom a team fires at with its small arms."""

    __slots__ = ("shooter",)

    def __init__(self, shooter: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.shooter = shooter


class Shoots(OneOf[T]):
    """How a team fires at a target."""

    __slots__ = ("aim", "shooter")

    def __init__(self, shooter: int, aim: Aim, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.shooter = shooter
        self.aim = aim


class Named(OneOf[T]):
    """Which figure a team aims at, and how carefully."""

    __slots__ = ("aim", "shooter", "shot")

    def __init__(self, shooter: int, aim: Aim, shot: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.shooter = shooter
        self.aim = aim
        self.shot = shot


class Shooting(SomeOf[T]):
    """Who of a team fires."""

    __slots__ = ("aim", "shooter")

    def __init__(self, shooter: int, aim: Aim, values: Mapping[str, T], least: int, most: int, **rest: Any) -> None:
        super().__init__(values, least, most, **rest)
        self.shooter = shooter
        self.aim = aim


class Picking(OneOf[T]):
    """Which team acts next, or that the rest stand by: whoever picks at random mostly picks a team."""

    __slots__ = ()

    SELDOM = 0.03

    def sample(self, chance: Chance) -> str:
        """Any team; now and then the last key, which is for the rest."""
        keys = list(self.values)
        if len(keys) < 2 or chance.random() < self.SELDOM:
            return keys[-1]
        return keys[int(chance.random() * (len(keys) - 1))]


class Bombing(OneOf[T]):
    """At whom something is thrown, lobbed or shot that is no small arm."""

    __slots__ = ("shooter", "weapon")

    def __init__(self, shooter: int, weapon: str, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.shooter = shooter
        self.weapon = weapon


class Spotting(OneOf[T]):
    """What a team tries to spot."""

    __slots__ = ("observer",)

    def __init__(self, observer: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.observer = observer
