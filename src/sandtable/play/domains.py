"""Domains of answers: one of several, some of them, a split, a point, an order, yes or no, faces of dice."""

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, TypeVar

from sandtable.dice.chance import Chance
from sandtable.dice.readings import Faces
from sandtable.dice.sources import DiceError, check_faces

from .refusal import Refusal, Refused, refuse
from .wire import (
    BarredView,
    FacesView,
    OneOfView,
    OptionView,
    SomeOfView,
    YesNoView,
)

T = TypeVar("T")

Barred = Mapping[str, Refusal]


class OnTable(NamedTuple):
    """What an option is on the table, if it is anything there: a unit, a figure, a point."""

    unit: int | None = None
    figure: int | None = None
    at: tuple[int, int] | None = None


Points = Callable[[T], OnTable | None]


def option_views(values: Mapping[str, T], label: Callable[[T], str], points: Points[T] | None) -> list[OptionView]:
    """Options as plain data; what they are on the table is worked out only here, where somebody looks."""
    found = []
    for key, value in values.items():
        where = (points(value) if points else None) or OnTable()
        found.append(OptionView(key, label(value), where.unit, where.figure, where.at))
    return found


_NO_DOUBTS: dict[str, Callable[[], Refusal | None]] = {}  # nothing is ever put in
_NOTHING: Barred = {}


class OneOf(Generic[T]):
    """One of several options by key. What is barred stays visible with its reason, worked out only when asked for.

    `doubts` are options of which it takes some work to say whether they are barred; that work, too, is done only when
    somebody wants to know. `every` has the values of all options, barred ones too, so that these can be named;
    `points` says what an option is on the table.
    """

    __slots__ = ("_barred", "_doubtful", "_doubts", "_every", "_refused", "_values", "label", "points")

    def __init__(
        self,
        values: Mapping[str, T],
        *,
        label: Callable[[T], str] = str,
        points: Points[T] | None = None,
        barred: Callable[[], Barred] | None = None,
        doubts: Mapping[str, Callable[[], Refusal | None]] | None = None,
        every: Callable[[], Mapping[str, T]] | None = None,
    ) -> None:
        self._values = values
        self.label = label
        self.points = points
        self._barred = barred
        self._every = every
        self._doubts = dict(doubts) if doubts else _NO_DOUBTS
        self._doubtful = tuple(doubts) if doubts else ()
        self._refused = _NOTHING

    @property
    def values(self) -> Mapping[str, T]:
        """What may be chosen."""
        for key in list(self._doubts):
            self._open(key)
        return self._values

    def among(self, wanted: Callable[[str], bool]) -> list[str]:
        """Those of the wanted options that may be chosen; into the others nobody looks."""
        return [key for key in list(self._values) if wanted(key) and (key not in self._doubts or self._open(key))]

    def _open(self, key: str) -> bool:
        """Whether a doubtful option may be chosen after all."""
        doubt = self._doubts.pop(key, None)
        refusal = doubt() if doubt else None
        if refusal is None:
            return True
        self._values = {other: value for other, value in self._values.items() if other != key}
        self._refused = {**self._refused, key: refusal}
        return False

    def barred(self) -> Barred:
        """Options that exist but may not be chosen now, and why."""
        for key in list(self._doubts):
            self._open(key)
        # in their own order, whichever of them somebody tried first
        refused = {key: self._refused[key] for key in self._doubtful if key in self._refused}
        return {**(self._barred() if self._barred else {}), **refused}

    def check(self, answer: object) -> T:
        """The value of the chosen key."""
        if self._doubts and isinstance(answer, str):
            self._open(answer)
        try:
            return self._values[answer]  # type: ignore[index]  # anything may come in; a miss is refused below
        except (KeyError, TypeError):
            pass
        if isinstance(answer, str) and answer in (barred := self.barred()):
            raise Refused(barred[answer])
        raise refuse(f"{answer!r} is not one of {', '.join(self.values)}")

    def sample(self, chance: Chance) -> str:
        """Any key."""
        while True:
            keys = list(self._values)
            key = keys[int(chance.random() * len(keys))]
            if key not in self._doubts or self._open(key):
                return key

    def forced(self) -> str | None:
        """The only key, if there is no other."""
        if len(self._values) - len(self._doubts) >= 2:
            return None
        return next(iter(self.values)) if len(self.values) == 1 else None

    def options(self) -> list[str]:
        """All keys."""
        return list(self.values)

    def describe(self) -> OneOfView:
        """Keys with their labels, and what is barred."""
        every = self._every() if self._every else {}
        barred = []
        for key, refusal in self.barred().items():
            known = {key: every[key]} if key in every else {}
            said = next(iter(option_views(known, self.label, self.points)), OptionView(key, key.replace("-", " ")))
            barred.append(BarredView(key, refusal, said.label, said.unit))
        return OneOfView(option_views(self.values, self.label, self.points), barred)


class YesNo:
    """Yes or no."""

    __slots__ = ()

    def check(self, answer: object) -> bool:
        """A real yes or no."""
        if not isinstance(answer, bool):
            raise refuse(f"{answer!r} is neither yes nor no")
        return answer

    def sample(self, chance: Chance) -> bool:
        """Either."""
        return chance.random() < 0.5

    def forced(self) -> None:
        """There is always a choice."""
        return

    def options(self) -> list[bool]:
        """Both."""
        return [False, True]

    def describe(self) -> YesNoView:
        """Nothing but its type."""
        return YesNoView()


class SomeOf(Generic[T]):
    """Some of several options: between `least` and `most` of them, as far as `fits` agrees."""

    __slots__ = ("fits", "label", "least", "most", "pick", "points", "values")

    def __init__(
        self,
        values: Mapping[str, T],
        least: int,
        most: int,
        *,
        label: Callable[[T], str] = str,
        points: Points[T] | None = None,
        fits: Callable[[list[T]], Refusal | None] | None = None,
        pick: Callable[[Chance], list[str]] | None = None,
    ) -> None:
        self.values = values
        self.least = least
        self.most = most
        self.label = label
        self.points = points
        self.fits = fits
        self.pick = pick

    def check(self, answer: object) -> list[T]:
        """The values of the chosen keys, in the order chosen."""
        if not isinstance(answer, list | tuple):
            raise refuse(f"a list of choices is needed, not {answer!r}")
        chosen: list[T] = []
        seen: list[str] = []
        for key in answer:
            if not isinstance(key, str) or key not in self.values:
                raise refuse(f"{key!r} is not one of {', '.join(self.values)}")
            if key in seen:
                raise refuse(f"{key} is chosen twice")
            seen.append(key)
            chosen.append(self.values[key])
        if not self.least <= len(chosen) <= self.most:
            many = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise refuse(f"{many} must be chosen, not {len(chosen)}")
        if self.fits and (refusal := self.fits(chosen)):
            raise Refused(refusal)
        return chosen

    def sample(self, chance: Chance) -> list[str]:
        """Some that fit: by the rulebook's own way of picking where there is one, else any."""
        if self.pick:
            return self.pick(chance)
        keys = list(self.values)
        for _ in range(50):
            found = chance.sample(keys, chance.randint(self.least, self.most))
            if not self.fits or self.fits([self.values[key] for key in found]) is None:
                return found
        raise AssertionError("no legal choice found by trying")

    def forced(self) -> list[str] | None:
        """All of them or none, where nothing else is possible."""
        if self.least == self.most == len(self.values):
            return list(self.values)
        return [] if self.most == 0 else None

    def options(self) -> list[object] | None:
        """Listed only where there is no choice."""
        return None if (only := self.forced()) is None else [only]

    def describe(self) -> SomeOfView:
        """Keys with their labels, and how many to choose."""
        return SomeOfView(option_views(self.values, self.label, self.points), self.least, self.most)


class DiceFaces:
    """The faces of dice that a player threw."""

    __slots__ = ("dice", "sides")

    def __init__(self, dice: int, sides: int) -> None:
        self.dice = dice
        self.sides = sides

    def check(self, answer: object) -> Faces:
        """So many faces, each on the die."""
        if not isinstance(answer, list | tuple):
            raise refuse(f"a list of {self.dice} faces is needed, not {answer!r}")
        try:
            return check_faces(list(answer), self.dice, self.sides)
        except DiceError as error:
            raise refuse(str(error)) from error

    def sample(self, chance: Chance) -> list[int]:
        """A fair throw."""
        return [chance.randint(1, self.sides) for _ in range(self.dice)]

    def forced(self) -> list[int] | None:
        """Nothing, where no die is thrown."""
        return [] if self.dice == 0 else None

    def options(self) -> list[object] | None:
        """Listed only where no die is thrown."""
        return None if (only := self.forced()) is None else [only]

    def describe(self) -> FacesView:
        """How many dice of how many sides."""
        return FacesView(self.dice, self.sides)
