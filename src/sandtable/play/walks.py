"""Paths of figures, and of groups of them; and whether a group hangs together."""

from functools import lru_cache

import msgspec

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import touching
from sandtable.table.layout import rows

from .moves import Point


class Walk(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The path of one figure: where it starts, where it bends, where it ends.

    Where bases are turned one by one, `face` is the way this one faces at the end, and `turret` the way its turret does.
    """

    figure: int
    points: tuple[Point, ...]
    face: int | None = None
    turret: int | None = None


class March(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The paths of a group, and which way it faces at the end (None: the way each figure went)."""

    walks: tuple[Walk, ...]
    face: int | None = None


@lru_cache(maxsize=1024)
def alike(budget: int, count: int) -> Ints:
    """The same budget for so many movers, as kernels take it; nobody may write to it."""
    return ints([budget] * count)


def out_of_touch(bodies: Ints, linked: tuple[int, ...], link: int, hub: int | None, *, chain: bool = True) -> int:
    """The first figure that no chain of gaps of at most `link` joins to the rest, or that is farther from the hub; or -1.

    Without `chain`, the first that has nobody else that near.
    """
    if hub is None:
        return int(touching(bodies, rows(linked), link, chain))
    far = (figure for figure in linked if figure != hub and gap(bodies, hub, bodies, figure) > link)
    return next(far, -1)
