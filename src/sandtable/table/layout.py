"""Where every figure stands: an array of bodies that is never changed, only replaced."""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from sandtable.geometry.bodies import BEARING, COLUMNS, GROUND, HEIGHT, OFF_TABLE, RADIUS, X, Y, disc, rectangle, stack
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import corner


class Base(msgspec.Struct, frozen=True):
    """The base of a figure or the hull of a vehicle: a disc, or a rectangle where a length is given."""

    height: int
    radius: int = 0
    length: int = 0
    width: int = 0

    def row(self) -> list[int]:
        """A body with this base that is not on the table yet."""
        if self.length:
            return rectangle(OFF_TABLE, OFF_TABLE, self.length, self.width, height=self.height)
        return disc(OFF_TABLE, OFF_TABLE, self.radius, height=self.height)


@lru_cache(maxsize=1 << 14)
def rows(numbers: tuple[int, ...]) -> Ints:
    """Figure numbers as kernels take them.

    The array is shared, so nobody may write to it; it is not marked so because the compiler would take it for another
    type and compile every kernel twice.
    """
    return ints(numbers)


class Family:
    """What layouts have in common that differ by nothing but figures that are gone: whatever is kept for all of them."""

    __slots__ = ()


class Layout:
    """The bodies of all figures of a battle, by figure number."""

    __slots__ = ("bodies", "family", "gone")
    bare = False

    def __init__(self, bodies: Ints) -> None:
        self.bodies = bodies
        self.family = Family()
        self.gone: frozenset[int] = frozenset()  # since the first layout of the family

    def identity(self) -> Hashable:
        """Something that is equal only for equal layouts, and cheaper to compare than all bodies."""
        return (id(self.family), self.gone) if self.gone else self.bodies.tobytes()

    @classmethod
    def of(cls, bases: Iterable[Base]) -> "Layout":
        """A layout with nothing on the table yet."""
        return cls(stack([base.row() for base in bases]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and np.array_equal(self.bodies, other.bodies)

    def __hash__(self) -> int:
        return hash(self.bodies.tobytes())

    def __repr__(self) -> str:
        return f"Layout({len(self.bodies)} bodies)"

    def point(self, figure: int) -> tuple[int, int]:
        """Where a figure stands."""
        item = self.bodies.item
        return item(figure, X), item(figure, Y)

    def points(self, figures: tuple[int, ...]) -> list[tuple[int, int]]:
        """Where several figures stand."""
        return [(row[X], row[Y]) for row in self.bodies.take(rows(figures), axis=0).tolist()]

    def bearing(self, figure: int) -> int:
        """Which way a figure faces."""
        return self.bodies.item(figure, BEARING)

    def radius(self, figure: int) -> int:
        """The radius of a figure's base, or of the circle around its hull."""
        return self.bodies.item(figure, RADIUS)

    def radii(self, figures: tuple[int, ...]) -> list[int]:
        """The radii of several figures."""
        found: list[int] = self.bodies[rows(figures), RADIUS].tolist()
        return found

    def on_table(self, figure: int) -> bool:
        """Whether a figure is on the table at all."""
        return self.bodies.item(figure, X) != OFF_TABLE

    def corners(self, figure: int) -> tuple[tuple[int, int], ...]:
        """The corners of a hull."""
        return tuple((int(x), int(y)) for x, y in (corner(self.bodies, figure, place) for place in range(4)))

    def top(self, figure: int) -> int:
        """How high a figure is."""
        return self.bodies.item(figure, HEIGHT)

    def placed(self, places: Sequence[Sequence[int]]) -> "Layout":
        """The layout with figures put elsewhere: rows of (figure, x, y, bearing, ground)."""
        bodies = self.bodies.copy()
        for figure, x, y, bearing, ground in places:  # few as they are, that is faster than to make an array of them
            row = bodies[figure]
            row[X], row[Y], row[BEARING], row[GROUND] = x, y, bearing, ground
        return Layout(bodies)

    def without(self, figures: Iterable[int]) -> "Layout":
        """The layout with figures taken off the table."""
        bodies = self.bodies.copy()
        gone = tuple(figures)
        for figure in gone:
            bodies[figure, X] = bodies[figure, Y] = OFF_TABLE
        layout = Layout(bodies)
        layout.family = self.family
        layout.gone = self.gone.union(gone)
        return layout

    def taken_off(self, figures: Iterable[int]) -> "Layout":
        """The layout with figures taken off as if they had never been on the table: not even which way they faced."""
        bodies = self.bodies.copy()
        for figure in figures:
            bodies[figure, X] = bodies[figure, Y] = OFF_TABLE
            bodies[figure, BEARING] = bodies[figure, GROUND] = 0
        return Layout(bodies)

    def grown(self, bases: Iterable[Base]) -> "Layout":
        """The layout with more figures after those it has, none of them on the table yet."""
        return Layout(np.concatenate([self.bodies, stack([base.row() for base in bases])]))

    def with_bodies(self, extra: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
        """The bodies with others after them that stand for something else (the windows of a house), and their rows."""
        bodies = np.concatenate([self.bodies, stack(extra)])
        return bodies, np.arange(len(self.bodies), len(bodies), dtype=np.int64)

    def packed(self) -> list[list[int]]:
        """As plain numbers, for a file."""
        return [[int(number) for number in row] for row in self.bodies]

    @classmethod
    def unpacked(cls, packed: object) -> "Layout":
        """Back from plain numbers."""
        table = msgspec.convert(packed, list[list[int]])
        if any(len(row) != COLUMNS for row in table):
            raise msgspec.ValidationError(f"a body has {COLUMNS} numbers")
        return cls(stack(table))


__all__ = ["HEIGHT", "Base", "Layout", "rows"]


class Bare(Layout):
    """The layout of a table on which nobody stands anywhere: nothing can be measured there, only be gone.

    An action whose measures are known beforehand is played on it, in a browser too, where nothing can be measured at all.
    """

    __slots__ = ()
    bare = True

    def __init__(self, gone: frozenset[int] = frozenset()) -> None:
        self.gone = gone

    def identity(self) -> Hashable:
        """Who is gone is all that there is to know."""
        return self.gone

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bare) and self.gone == other.gone

    def __hash__(self) -> int:
        return hash(self.gone)

    def __repr__(self) -> str:
        return "Bare()"

    def on_table(self, figure: int) -> bool:
        """Whether a figure is there at all."""
        return figure not in self.gone

    def placed(self, places: Sequence[Sequence[int]]) -> "Bare":
        """The layout with figures put somewhere: where, nobody knows."""
        return Bare(self.gone.difference([place[0] for place in places]))

    def without(self, figures: Iterable[int]) -> "Bare":
        """The layout with figures taken off the table."""
        return Bare(self.gone.union(figures))

    def corners(self, figure: int) -> tuple[tuple[int, int], ...]:  # noqa: ARG002  # of every figure alike
        """Nobody stands anywhere."""
        return ()

    def top(self, figure: int) -> int:  # noqa: ARG002
        """Nor is anybody so high."""
        return 0
