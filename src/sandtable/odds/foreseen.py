"""What is foreseen of an action, as a page or a command shows it: exact chances, or an estimate that says so."""

import msgspec

from .rolls import RollView


class LikelyValue(msgspec.Struct, frozen=True):
    """A value that something can take, how likely it is, and how likely this or more; exact fractions such as `5/36`.

    Where a forecast is an estimate, both are shares of its trials. `at_least` is empty where values are not numbers.
    """

    value: str
    chance: str
    at_least: str = ""


class Effect(msgspec.Struct, frozen=True):
    """One thing that may change: of whom, what, what to expect, and every value with its chance, in rising order."""

    unit: int | None
    name: str
    side: int | None
    what: str
    expected: str  # a number in words such as `2 1/3` or `0.42`; empty where values are not numbers
    chances: tuple[LikelyValue, ...]
    one: str = ""  # what a single one is called, such as `a pin`; empty where nothing is counted
    main: bool = True  # worth a picture of its own; details are shown on request


class Balance(msgspec.Struct, frozen=True):
    """What both sides lose on average, in points, as seen from the one who asks."""

    gain: float
    loss: float


class Rejoinder(msgspec.Struct, frozen=True):
    """What comes of it if the other side, asked `Pak 36 is shot at by Sherman: go Down?`, says `Stay up`."""

    asked: str
    said: str
    usual: bool  # whether the forecast itself reckons with this answer
    effects: tuple[Effect, ...]
    balance: Balance


class Foreseen(msgspec.Struct, frozen=True):
    """The forecast of one answer.

    `trials` is 0 where it is exact; otherwise it is an estimate from so many trials, and a chance is true within
    `margin` (in hundredths of a per cent) nineteen times of twenty. `assumes` says who answers the questions on the way.
    `rolls` are those on the way, in order, each with the chance that it is thrown at all.
    """

    effects: tuple[Effect, ...]
    balance: Balance
    replies: tuple[Rejoinder, ...]
    assumes: str
    trials: int = 0
    margin: int = 0
    note: str = ""
    rolls: tuple[RollView, ...] = ()
