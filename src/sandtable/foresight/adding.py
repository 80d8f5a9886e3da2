"""Dice each of which counts for itself: what many say is what each says, added up.

A script that is marked so (`play.stage.each_for_itself`) is run under every outcome for a few dice only; what more of them
say is what fewer say and what one says, together. The first few are added up, too, and compared with what the script itself
says: where they differ it is not taken at its word.
"""

from collections.abc import Callable, Hashable, Sequence
from copy import copy
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from .met import Meeting, Met, both, chance_in, mixed

FEW = 3  # so many dice are run through, whatever a script says of itself


class Said(NamedTuple):
    """All that dice can say: each thing with its weight, of a whole, and the rolls that are met; and where they are met."""

    whole: int
    values: Sequence[tuple[Any, int, Met]]
    meeting: Meeting


Add = Callable[[Any, Any], Any]
Run = Callable[[int], Said]  # what a script says of so many dice, run through


class Added:
    """What any number of dice say that each count for themselves."""

    def __init__(self, run: Run, add: Add) -> None:
        self._run = run
        self._add = add
        self._known = [run(0), run(1)]
        self._adds = all(_alike(self._one_more(count), run(count)) for count in range(2, FEW + 1))

    def of(self, dice: int) -> Said:
        """What so many say."""
        if not self._adds:
            return self._run(dice)
        while len(self._known) <= dice:
            self._known.append(self._one_more(len(self._known)))
        return self._known[dice]

    def _one_more(self, dice: int) -> Said:
        """What so many say, from what one fewer say."""
        while len(self._known) < dice:
            self._known.append(self._one_more(len(self._known)))
        return added(self._known[dice - 1], self._known[1], self._add)


def added(first: Said, second: Said, add: Add) -> Said:
    """What dice say together, of which some say this and others that, whatever those say."""
    meeting = Meeting()
    ones = meeting.takes_over(first.meeting, first.values)
    others = meeting.takes_over(second.meeting, second.values)
    meeting.rolls[:] = [
        _thrown_with(roll, _counts(first, roll), _counts(second, roll), neither=dice) for roll, dice in meeting.rolls
    ]
    gathered: dict[Any, list[tuple[int, Met]]] = {}
    for one, weight, met in ones:
        for other, share, further in others:
            gathered.setdefault(add(one, other), []).append((weight * share, both(met, further)))
    summed = [(value, sum([weight for weight, _ in ways]), mixed(ways)) for value, ways in gathered.items()]
    whole = first.whole * second.whole
    common = gcd(whole, *[weight for _, weight, _ in summed])
    return Said(whole // common, [(value, weight // common, met) for value, weight, met in summed], meeting)


def _counts(said: Said, roll: Any) -> set[int]:
    """With how many dice a roll may be thrown there, none among them."""
    overall = mixed([(weight, met) for _, weight, met in said.values])
    for place, (known, dice) in enumerate(said.meeting.rolls):
        if Meeting.key(known) == Meeting.key(roll):
            return dice if chance_in(overall, 1 << place) == 1 else {0, *dice}
    return {0}


def _thrown_with(roll: Any, one: set[int], other: set[int], *, neither: set[int]) -> tuple[Any, set[int]]:
    """A roll that is thrown with the dice of both."""
    dice = {first + second for first in one for second in other} - {0} or neither
    thrown = copy(roll)
    thrown.dice = max(dice)
    return thrown, dice


def _alike(one: Said, other: Said) -> bool:
    """Whether dice say the same, with the same rolls on the way."""
    return _shares(one) == _shares(other)


def _shares(said: Said) -> tuple[Hashable, Hashable]:
    shares = {(value, Fraction(weight, said.whole)) for value, weight, _ in said.values}
    overall = mixed([(weight, met) for _, weight, met in said.values])
    rolls = {
        (Meeting.key(roll), tuple(sorted(dice)), chance_in(overall, 1 << place))
        for place, (roll, dice) in enumerate(said.meeting.rolls)
    }
    return frozenset(shares), frozenset(rolls)
