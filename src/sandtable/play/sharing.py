"""Domains of an order of things, and of a number shared out among them."""

from collections.abc import Callable, Mapping
from typing import Generic

from sandtable.dice.chance import Chance

from .domains import Points, T, option_views
from .refusal import refuse
from .wire import (
    RankingView,
    SplitView,
)


class Ranking(Generic[T]):
    """All options, in an order of one's choice."""

    __slots__ = ("label", "points", "values")

    def __init__(
        self, values: Mapping[str, T], *, label: Callable[[T], str] = str, points: Points[T] | None = None
    ) -> None:
        self.values = values
        self.label = label
        self.points = points

    def check(self, answer: object) -> list[T]:
        """Every key exactly once."""
        keys = list(self.values)
        if not isinstance(answer, list | tuple) or any(not isinstance(key, str) for key in answer):
            raise refuse(f"a list of {', '.join(keys)} in some order is needed, not {answer!r}")
        if sorted(answer) != sorted(keys):
            raise refuse(f"each of {', '.join(keys)} is needed exactly once")
        return [self.values[key] for key in answer]

    def sample(self, chance: Chance) -> list[str]:
        """Any order."""
        return chance.sample(list(self.values), len(self.values))

    def forced(self) -> list[str] | None:
        """The only order, where there is nothing to order."""
        return list(self.values) if len(self.values) < 2 else None

    def options(self) -> list[object] | None:
        """Listed only where there is no choice."""
        return None if (only := self.forced()) is None else [only]

    def describe(self) -> RankingView:
        """Keys with their labels."""
        return RankingView(option_views(self.values, self.label, self.points))


class Split:
    """A whole amount split over slots, each with a most.

    `label` names a slot by its key, `points` says what it is on the table.
    """

    __slots__ = ("amount", "label", "most", "points")

    def __init__(
        self,
        amount: int,
        most: Mapping[str, int],
        *,
        label: Callable[[str], str] = str,
        points: Points[str] | None = None,
    ) -> None:
        if sum(most.values()) < amount:
            raise AssertionError("the slots cannot hold the amount")
        self.amount = amount
        self.most = most
        self.label = label
        self.points = points

    def check(self, answer: object) -> dict[str, int]:
        """Shares by slot that add up."""
        if not isinstance(answer, dict):
            raise refuse(f"shares by slot are needed, not {answer!r}")
        for slot, share in answer.items():
            if slot not in self.most:
                raise refuse(f"{slot!r} is not one of {', '.join(self.most)}")
            if not isinstance(share, int) or isinstance(share, bool) or not 0 <= share <= self.most[slot]:
                raise refuse(f"{slot} takes 0 to {self.most[slot]}, not {share!r}")
        if sum(answer.values()) != self.amount:
            raise refuse(f"the shares must add up to {self.amount}, not {sum(answer.values())}")
        return {slot: answer.get(slot, 0) for slot in self.most}

    def sample(self, chance: Chance) -> dict[str, int]:
        """Handed out one at a time."""
        shares = dict.fromkeys(self.most, 0)
        for _ in range(self.amount):
            shares[chance.choice([slot for slot in shares if shares[slot] < self.most[slot]])] += 1
        return shares

    def forced(self) -> dict[str, int] | None:
        """The only split, of everything or nothing."""
        if len(self.most) == 1:
            return dict.fromkeys(self.most, self.amount)
        return dict.fromkeys(self.most, 0) if self.amount == 0 else None

    def options(self) -> list[object] | None:
        """Listed only where there is no choice."""
        return None if (only := self.forced()) is None else [only]

    def describe(self) -> SplitView:
        """The amount and the slots."""
        slots = option_views({slot: slot for slot in self.most}, self.label, self.points)
        return SplitView(self.amount, dict(self.most), slots)
