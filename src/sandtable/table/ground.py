"""Terrain prepared for the kernels: built once for a set of pieces, with each rulebook's effects laid over it."""

from collections.abc import Callable, Hashable
from functools import lru_cache

import msgspec

from sandtable.geometry import ground as flat
from sandtable.geometry.kernel import Ints, ints

from .remembered import Remembered
from .terrain import Piece


class SightEffect(msgspec.Struct, frozen=True):
    """What a piece does to lines of sight: how it stops them, which cover class it gives, how deep one sees in.

    `top` is how high it stands to them, where a rulebook says otherwise than the map.
    """

    stops: int = flat.OPEN
    cover: int = 0
    depth: int = flat.NO_LIMIT
    top: int | None = None


class Ground:
    """The arrays of a set of pieces, and what rulebooks have derived from them."""

    def __init__(self, terrain: tuple[Piece, ...]) -> None:
        self.terrain = terrain
        self.pieces, self.edges = flat.flatten([(piece.outline, piece.closed, piece.height) for piece in terrain])
        self._derived: dict[Hashable, Ints] = {}
        self._found: dict[Hashable, bool] = {}

    def for_sight(self, effect: Callable[[Piece], SightEffect]) -> Ints:
        """The pieces with a rulebook's sight effects filled in."""
        known = self._derived.get(effect)
        if known is None:
            known = self.pieces.copy()
            for row, piece in enumerate(self.terrain):
                does = effect(piece)
                known[row, flat.STOPS], known[row, flat.CLASS], known[row, flat.DEPTH] = (
                    does.stops,
                    does.cover,
                    does.depth,
                )
                if does.top is not None:
                    known[row, flat.TOP] = does.top
            self._derived[effect] = known
        return known

    def has(self, trait: str) -> bool:
        """Whether any piece has a trait."""
        known = self._found.get(trait)
        if known is None:
            known = any(trait in piece.traits for piece in self.terrain)
            self._found[trait] = known
        return known

    def each(self, key: Hashable, number: Callable[[Piece], int]) -> Ints:
        """One number a piece, worked out once for this key (the cost of going, a mark)."""
        known = self._derived.get(key)
        if known is None:
            known = ints([number(piece) for piece in self.terrain])
            self._derived[key] = known
        return known


# Battles on one map have it together, and so do the states before smoke has come and after it has gone.
ground = Remembered(lru_cache(maxsize=64)(Ground))
