"""A roll is a request: a script awaits it and gets what the reading says."""

from collections.abc import Callable, Generator, Hashable
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

    def __eq__(self, other: object) -> bool:
        mine = (self.value, self.faces, self.number)
        return isinstance(other, Rolled) and mine == (other.value, other.faces, other.number)

    def __hash__(self) -> int:
        return hash((self.value, self.faces, self.number))


class Roll(Generic[V]):
    """So many dice of so many sides, read so, for this reason; `seat` throws them.

    `needs` says what a die must show (`aloud` is how that is read out, where what a record swears to says less), `say` puts
    what the reading found into words: `4 hits`. A `neutral` roll is thrown
    for both (whose order die is drawn, whether another turn is played): it is nobody's luck. A `secret` one is thrown under
    the table: counters that are shuffled face down, say; no player is told what it shows.

    `step` says what it is in a procedure, the same words for whoever throws how many dice: `to hit`, `to harm`; `modifiers`
    are its own.
    """

    __slots__ = (
        "aloud", "because", "dice", "modifiers", "needs", "neutral", "reading", "say", "seat", "secret", "sides", "step",
        "why",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913  # a request says everything about itself
        self,
        dice: int,
        sides: int,
        reading: Reading[V],
        *,
        why: str,
        because: tuple[str, ...],
        seat: int = 0,
        needs: str = "",
        aloud: str = "",
        say: Callable[[V], str] | None = None,
        neutral: bool = False,
        secret: bool = False,
        step: str = "",
        modifiers: tuple[Any, ...] = (),
    ) -> None:
        self.dice = dice
        self.sides = sides
        self.reading = reading
        self.why = why
        self.because = because
        self.seat = seat
        self.needs = needs
        self.aloud = aloud
        self.say = say
        self.neutral = neutral
        self.secret = secret
        self.step = step
        self.modifiers = modifiers

    @property
    def wanted(self) -> str:
        """What they need, as it is read out."""
        return self.aloud or self.needs

    def __await__(self) -> "Generator[Roll[Any], Rolled[V], Rolled[V]]":
        return (yield self)
