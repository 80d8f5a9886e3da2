"""The state of a battle: frozen values that share what did not change."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.table.ground import Ground, ground
from sandtable.table.layout import Layout
from sandtable.table.terrain import Piece


class Figure(msgspec.Struct, frozen=True, gc=False):
    """One base on the table. A rulebook adds what it needs to know of it."""

    unit: int
    role: str


class Unit(msgspec.Struct, frozen=True, gc=False):
    """Figures that act together. `men` are the figures still there, the leader first. A rulebook adds the rest."""

    name: str
    side: int
    men: tuple[int, ...]

    @property
    def seat(self) -> int:
        """Who answers for it: the player of its side, where a rulebook does not let two share one."""
        return self.side


F = TypeVar("F", bound=Figure)
U = TypeVar("U", bound=Unit)


class State(msgspec.Struct, Generic[F, U], frozen=True):
    """What every battle has: a table, terrain on it, figures and units. A rulebook adds the rest."""

    width: int
    depth: int
    terrain: tuple[Piece, ...]
    layout: Layout
    figures: tuple[F, ...]
    units: tuple[U, ...]

    @property
    def ground(self) -> Ground:
        """The terrain as kernels read it."""
        return ground(self.terrain)

    def side_of(self, seat: int) -> int:
        """The side that a seat plays: its own, where a rulebook does not let two share one."""
        return seat


S = TypeVar("S", bound=State[Any, Any])


def with_unit(state: S, number: int, changes: dict[str, Any]) -> S:
    """The state with fields of one unit changed."""
    units = list(state.units)
    units[number] = replace(units[number], **changes)
    return replace(state, units=tuple(units))


def with_figures(state: S, changes: Iterable[tuple[int, dict[str, Any]]]) -> S:
    """The state with fields of several figures changed, all at once."""
    figures = list(state.figures)
    for number, fields in changes:
        figures[number] = replace(figures[number], **fields)
    return replace(state, figures=tuple(figures))


def with_figure(state: S, number: int, changes: dict[str, Any]) -> S:
    """The state with fields of one figure changed."""
    figures = list(state.figures)
    figures[number] = replace(figures[number], **changes)
    return replace(state, figures=tuple(figures))
