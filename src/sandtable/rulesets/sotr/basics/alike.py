"""Models that differ in nothing but where they stand: to what follows it is all one which of them suffers what.

In play everybody suffers what his own die says. A forecast follows up only one of several throws that differ by an
exchange among models alike: they are equal, so that their weights are added up. That is what makes exact odds of
templates affordable: eight men have 6561 ways to suffer, and mostly a few dozen that differ.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Self

from sandtable.geometry.bodies import GROUND
from sandtable.rulesets.sotr.state import Battle

from .shelter import BEHIND, plain_boxes
from .sight import is_engaged, opponents


class Alike(tuple[Any, ...]):  # noqa: SLOT001  # a tuple of any length has no room for slots
    """A tuple that is equal to every other one with the same key."""

    key: Hashable

    def __new__(cls, values: Iterable[Any], key: Hashable) -> Self:
        """The values, and what alone tells them apart from others."""
        made = super().__new__(cls, values)
        made.key = key
        return made

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Alike) else tuple(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key)


def likeness(state: Battle, figure: int) -> Hashable:
    """What tells a model apart: all that is known of it, and the terrain that it stands in or at.

    Whoever is Engaged is like nobody else: it matters whom he is fighting. On a bare table he is like whoever fights as
    many of the same kind.
    """
    if state.layout.bare:
        return state.figures[figure], tuple([state.figures[foe] for foe in opponents(state, figure)])
    if is_engaged(state, figure):
        return figure
    x, y = state.layout.point(figure)
    near = BEHIND + state.layout.radius(figure)
    at = [
        piece
        for piece, (left, upper, right, lower) in enumerate(plain_boxes(state.ground))
        if left - near <= x <= right + near and upper - near <= y <= lower + near
    ]
    return state.figures[figure], int(state.layout.bodies[figure, GROUND]), tuple(at)


def kinds(state: Battle, figures: Sequence[int]) -> tuple[int, ...]:
    """The first model that is like it for each of some."""
    known: dict[Hashable, int] = {}
    return tuple([known.setdefault(likeness(state, figure), figure) for figure in figures])


def settled(state: Battle, fallen: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """What befell models, (figure, what...) each; equal to whatever befell as many of those alike."""
    figures = [one[0] for one in fallen]
    if len(figures) < 2 or len(set(figures)) < len(figures):
        return tuple(fallen)
    which = kinds(state, figures)
    return Alike(fallen, tuple(sorted(zip(which, [one[1:] for one in fallen], strict=True))))
