"""A bare table on which it is said how well each unit is covered, as nothing can be measured there."""

from collections.abc import Hashable, Iterable

from sandtable.rulesets.sotr.state import Battle
from sandtable.table.layout import Bare


class Described(Bare):
    """Nobody stands anywhere, and of every unit it is known from the start which level of cover it has."""

    __slots__ = ("covers",)

    def __init__(self, covers: tuple[int, ...], gone: frozenset[int] = frozenset()) -> None:
        super().__init__(gone)
        self.covers = covers

    def identity(self) -> Hashable:
        """Who is gone, and who is covered."""
        return self.gone, self.covers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Described) and self.identity() == other.identity()

    def __hash__(self) -> int:
        return hash(self.identity())

    def on_table(self, figure: int) -> bool:
        """Whoever is not gone is there."""
        return figure not in self.gone

    def without(self, figures: Iterable[int]) -> "Described":
        """The layout with figures taken off the table."""
        return Described(self.covers, self.gone.union(figures))


def cover_told(state: Battle, number: int) -> int:
    """The level of cover that a unit is said to have on a bare table."""
    layout = state.layout
    assert isinstance(layout, Described)
    return layout.covers[number]
