"""What is asked of an answer besides its outcomes one by one: two of them together, and all of them if something is known.

Both are read from the same distribution; chances stay exact.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import msgspec

from sandtable.mechanics.misfits import named, unknown
from sandtable.mechanics.questions import titled

from .distribution import Distribution, marginals
from .staged import Odds

WRITTEN = re.compile(r"\s*([^<>=]+?)\s*(>=|<=|=)\s*(.+?)\s*")
SIGNS = {"=": "", ">=": "at least ", "<=": "at most "}
WORDS = {"true": "yes", "false": "no"}
MOST_JOINT = 3


class Unanswerable(ValueError):  # noqa: N818  # said to the one who asked, not a fault
    """Something is asked of an answer that it does not have."""


class JointRow(msgspec.Struct, frozen=True):
    """A value of each of some outcomes, and how likely they come together."""

    values: tuple[str, ...]
    chance: str


class JointView(msgspec.Struct, frozen=True):
    """Some outcomes together: every combination that may come about."""

    names: tuple[str, ...]
    rows: tuple[JointRow, ...]


class Supposed(NamedTuple):
    """Something about an outcome that is taken as known, such as `hits=2` or `lost>=1`."""

    name: str
    sign: str
    value: str

    def __str__(self) -> str:
        return f"{self.name}{self.sign}{self.value}"

    def holds(self, found: Hashable) -> bool:
        """Whether it is so."""
        if self.sign == "=" or not is_number(found):
            return say(found) == self.value
        assert isinstance(found, int)
        return found >= int(self.value) if self.sign == ">=" else found <= int(self.value)


def say(value: object) -> str:
    """A value as a word."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def is_number(value: object) -> bool:
    """Whether a value is a number that can be added up."""
    return isinstance(value, int) and not isinstance(value, bool)


def suppose(odds: Odds, conditions: Iterable[str]) -> tuple[Odds, tuple[str, ...], Fraction]:
    """The odds if all this is known; what it comes to in one form of writing, and how likely it was.

    The rolls on the way are those of the whole action: how likely each is thrown is told as before anything is known.
    """
    before, kept = Fraction(1), odds
    told: list[str] = []
    for text in conditions:
        one = _read(text, marginals(odds.leaves))
        there = marginals(kept.leaves)
        leaves = {leaf: share for leaf, share in kept.leaves.items() if one.holds(dict(leaf).get(one.name))}
        if not leaves:
            known = f" where {' and '.join(told)}" if told else ""
            values = named(map(say, there[one.name]))
            raise Unanswerable(f"{one.name} is never {SIGNS[one.sign]}{one.value}{known}: it may be {values}")
        share = sum(leaves.values(), Fraction(0))
        before *= share
        kept = kept._replace(leaves={leaf: part / share for leaf, part in leaves.items()})
        told.append(str(one))
    return kept, tuple(told), before


def _read(text: str, there: Mapping[str, Mapping[Hashable, Fraction]]) -> Supposed:
    """Something that is taken as known, as it was written."""
    found = WRITTEN.fullmatch(text)
    if found is None:
        example = next(iter(there), "outcome")
        raise Unanswerable(f"{text!r} says of no outcome what it is: write it {example}=2 or {example}>=2")
    written, sign, value = found.groups()
    name = outcome_named(written, there)
    value = WORDS.get(value.lower(), value)
    if sign != "=":
        if not all(map(is_number, there[name])):
            raise Unanswerable(f"{name} is no number: write {name}={say(next(iter(there[name])))}, say")
        if re.fullmatch(r"-?\d{1,9}", value) is None:
            raise Unanswerable(f"{text!r}: {value!r} is not a whole number")
    return Supposed(name, sign, next((say(one) for one in there[name] if say(one).lower() == value.lower()), value))


def outcome_named(written: str, there: Iterable[str]) -> str:
    """An outcome by its name, or by its title."""
    every = list(there)
    name = written.strip().lower().replace(" ", "_").replace("-", "_")
    for one in every:
        if one.lower() == name:
            return one
    raise Unanswerable(unknown(written.strip(), {one: titled(one) for one in every}, "outcome"))


def joint(leaves: Distribution, wanted: Sequence[str]) -> JointView:
    """Some outcomes together, by their values in order."""
    there = marginals(leaves)
    names = tuple(dict.fromkeys(outcome_named(name, there) for name in wanted))
    if not 2 <= len(names) <= MOST_JOINT:  # together takes two
        raise Unanswerable(f"two or three outcomes are put together, not {len(names)}: there are {named(there)}")
    shares: dict[tuple[Hashable, ...], Fraction] = {}
    for leaf, share in leaves.items():
        found = dict(leaf)
        values = tuple(found.get(name) for name in names)
        shares[values] = shares.get(values, Fraction(0)) + share
    rows = [
        JointRow(tuple(map(say, values)), str(shares[values]))
        for values in product(*(there[name] for name in names))
        if values in shares
    ]
    return JointView(names, tuple(rows))
