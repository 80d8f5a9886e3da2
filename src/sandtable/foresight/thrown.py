"""What dice can say that depend on nothing else: worked out once, for whoever comes by them."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll, Rolled
from sandtable.play.stage import Throws

from .adding import Added, Said
from .budget import TooLong
from .met import Meeting, Met

Run = Callable[[Throws[Any]], Said]  # goes through a script of dice under every outcome

_TELLING = {"why", "aloud", "seat", "because"}  # what a script of dice is handed for the telling only
_KNOWN: dict[Hashable, tuple[int, tuple[tuple[Any, int], ...]]] = {}
_MET: dict[Hashable, Said | Added] = {}  # the same with the rolls that are met
_MOST_KNOWN = 4096
MOST_THROWS = 30_000


def weights_of(roll: Roll[Any]) -> Mapping[Any, int]:
    """Everything that a roll can say, with its weight; raises `TooLong` rather than list more than can be followed."""
    if not roll.dice:
        return {roll.reading.read(()): 1}
    if isinstance(roll.reading, Each) and roll.sides**roll.dice > MOST_THROWS:
        raise TooLong(f"{roll.dice} dice are looked at one by one")
    return roll.reading.weights(roll.dice, roll.sides)


def distribution(throws: Throws[Any] | Roll[Any], run: Run) -> tuple[int, tuple[tuple[Any, int], ...]]:
    """What a roll or a script of dice can say, with weights over a common whole; a script is worked out once."""
    if isinstance(throws, Roll):
        weights = weights_of(throws)
        return sum(weights.values()), tuple((Rolled(value, (), -1), count) for value, count in weights.items())
    key = (throws.script, throws.args, tuple(item for item in throws.kwargs.items() if item[0] not in _TELLING))
    known = _KNOWN.get(key)
    if known is None:
        found = said(throws, run)
        known = found.whole, tuple((value, weight) for value, weight, _ in found.values)
        if len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[key] = known
    return known


def dice_met(throws: Throws[Any], meeting: Meeting, run: Run) -> tuple[int, Sequence[tuple[Any, int, Met]]]:
    """What a script of dice can say, with the rolls that are met: it is worked out once, and met wherever it is thrown."""
    found = said(throws, run)
    return found.whole, meeting.takes_over(found.meeting, found.values)


def said(throws: Throws[Any], run: Run) -> Said:
    """All that a script of dice can say; of dice that count each for itself, few are run through and the others added."""
    script, args, kwargs = throws.script, throws.args, throws.kwargs
    add = getattr(script, "adds", None)
    key = (
        script,
        args if add is None else args[1:],
        tuple(item for item in kwargs.items() if item[0] not in {"why", "aloud"}),
    )
    known = _MET.get(key)
    if known is None:
        if len(_MET) >= _MOST_KNOWN:
            del _MET[next(iter(_MET))]
        if add is None:
            known = run(throws)
        else:
            known = Added(
                lambda dice: run(Throws(script, (dice, *args[1:]), kwargs)),
                lambda one, other: add(one, other, **kwargs),
            )
        _MET[key] = known
    return known.of(args[0]) if isinstance(known, Added) else known
