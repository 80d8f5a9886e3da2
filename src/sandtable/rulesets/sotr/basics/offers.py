"""Choices of what to fire at, with who would fire what: enough to say what each of them promises."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sandtable.play.domains import OneOf

from .tracks import Station, Track

T = TypeVar("T")


class Aiming(OneOf[T]):
    """What one model's weapon may be fired at."""

    __slots__ = ("figure", "weapon")

    def __init__(self, figure: int, weapon: str, values: dict[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.figure = figure
        self.weapon = weapon


class Waiting(OneOf[Station | None]):
    """Where on somebody's way a unit on Overwatch fires; `charge` is whom he charges, if he does."""

    __slots__ = ("charge", "mover", "tracks")

    def __init__(
        self, mover: int, tracks: Sequence[Track], charge: int | None, values: dict[str, Station | None], **rest: Any
    ) -> None:
        super().__init__(values, **rest)
        self.mover = mover
        self.tracks = tracks
        self.charge = charge
