"""Prices: what an action is expected to come to, read from the game's own script run under every outcome.

A price is worked out once for each key of plain values and then remembered. It is a function of its key alone, so it makes
no difference to any answer what has been remembered, or forgotten, before.
"""

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVarTuple

from sandtable.dice.chance import Chance
from sandtable.foresight.look import Foresight
from sandtable.play.decision import Decision
from sandtable.play.script import Play

from .questions import Staged

K = TypeVarTuple("K")

SURE = 1000  # what is certain, and one of whatever is counted
REMEMBERED = 4096


class Price(dict[str, int]):
    """Thousandths by name: of a number that is found its mean, of a word or a yes how likely it is; else nothing."""

    def __missing__(self, name: str) -> int:
        return 0


class Prices(Generic[*K]):
    """Prices of one kind of action: `put` lays it out on a bare table from the values of its key."""

    __slots__ = ("_known", "_most", "_put")

    def __init__(self, put: Callable[[*K], Staged], most: int = REMEMBERED) -> None:
        self._put = put
        self._most = most
        self._known: dict[Hashable, Price] = {}

    def __call__(self, *key: *K) -> Price:
        """The price of the action with this key."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= self._most:
                del self._known[next(iter(self._known))]
            known = self._known[key] = expected(self._put(*key))
        return known


def expected(staged: Staged) -> Price:
    """What an action is expected to come to; raises `TooLong` where the tree is too large."""

    async def act(play: Play[Any]) -> Any:
        return await staged.begin(play)

    ahead = Foresight(staged.state, staged.apply, staged.noted, as_usual)
    ahead.ends_with_action = False
    found = ahead.look(act)
    total = Price()
    for end in found.ends:
        for facts, weight in end.facts.items():
            for name, value in staged.read(end.state, end.result, dict(facts)).items():
                if isinstance(value, int):
                    total[name] += value * weight
                else:
                    total[f"{name} {value}"] += weight
    return Price({name: (2 * SURE * value + found.whole) // (2 * found.whole) for name, value in total.items()})


def as_usual(_state: object, decision: Decision[Any]) -> object:
    """What the owner of a question would usually answer."""
    usual = decision.usual()
    return decision.domain.sample(Chance("umpire", decision.kind)) if usual is None else usual
