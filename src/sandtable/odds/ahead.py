"""Looking ahead: how large the tree of a trial is, before anybody begins to walk it.

A few probes run the trial along paths chosen evenly among the values of each roll. The product of the numbers of values
along such a path, averaged, is an honest estimate of how many branches there are (Knuth, 1975). Between two settled
points the branches of every key have to be walked; how many keys there are is judged from how many the probes met once and
twice (Chao, 1984), which is rather too few than too many, so that nothing is refused that could well be answered. What slips
through meets the budget of the walk itself.
"""

from collections.abc import Hashable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll, Rolled
from sandtable.mechanics.questions import Settled, Trial

from . import walk
from .breath import breathe

PROBES = 200
STAGES = 60  # settled points that a probe passes before it has seen enough
ROLLS = 400


class _Stage:
    """What the probes met between two settled points: from which keys they set out, and how many branches there were."""

    def __init__(self) -> None:
        self.keys: dict[Hashable, int] = {}  # how often each was met
        self.branches = 0
        self.probes = 0

    def meet(self, key: Hashable, branches: int) -> None:
        """A probe has passed here."""
        self.keys[key] = self.keys.get(key, 0) + 1
        self.branches += branches
        self.probes += 1

    def size(self) -> int:
        """How many branches there are between these points, from all keys."""
        often = list(self.keys.values())
        once, twice = often.count(1), often.count(2)
        keys = len(often) + once * (once - 1) // (2 * (twice + 1))
        return keys * self.branches // self.probes


def estimate(trial: Trial) -> int:
    """About how many branches walking a trial would take."""
    chance = Chance("looking ahead")
    stages: list[_Stage] = []
    for _ in range(PROBES):
        breathe()
        for place, (key, branches) in enumerate(_probe(trial, chance)):
            if place == len(stages):
                stages.append(_Stage())
            stages[place].meet(key, branches)
    return sum(stage.size() for stage in stages)


def look_ahead(trial: Trial) -> None:
    """Say so at once if walking a trial would take too long."""
    size = estimate(trial)
    if size > walk.BUDGET:
        raise walk.TooLong(f"about {_round(size):,} branches, and {walk.BUDGET:,} are allowed")


def _round(size: int) -> int:
    """An estimate with the two figures it is good for."""
    unit: int = 10 ** max(0, len(str(size)) - 2)
    return (size + unit // 2) // unit * unit


def _probe(trial: Trial, chance: Chance) -> list[tuple[Hashable, int]]:
    """One run: the key that each stage set out from, and the product of the numbers of values within it."""
    script = trial()
    path: list[tuple[Hashable, int]] = []
    key: Hashable = None
    branches, rolls = 1, 0
    sent: Any = None
    try:
        while len(path) < STAGES and rolls < ROLLS:
            request = script.send(sent)
            sent = None
            if isinstance(request, Settled):
                path.append((key, branches))
                key, branches = request.key, 1
                continue
            assert isinstance(request, Roll)
            rolls += 1
            count, value = _pick(request, chance)
            branches *= count
            sent = Rolled(value, (), -1)
    except StopIteration:
        pass
    finally:
        script.close()
    return [*path, (key, branches)]


def _pick(roll: Roll[Any], chance: Chance) -> tuple[int, Any]:
    """How many values a roll has, and one of them."""
    if not roll.dice:
        return 1, roll.reading.read(())
    if isinstance(roll.reading, Each):  # so many that listing them is what takes too long
        return roll.sides**roll.dice, tuple(chance.randint(1, roll.sides) for _ in range(roll.dice))
    values = list(roll.reading.weights(roll.dice, roll.sides))
    return len(values), values[chance.randrange(len(values))]
