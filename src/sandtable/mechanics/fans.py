"""Asking how much of each model another one sees, with fans of lines."""

from typing import NamedTuple

import numpy as np

from sandtable.geometry import fan_kernels as kernels
from sandtable.geometry.fan_kernels import IF_SEEN, LARGE, NEARBY, ORDINARY, RAYS, TITANIC
from sandtable.geometry.kernel import Ints, ints

NO_VEILS: Ints = ints([]).reshape(0, 5)
ENOUGH = 2  # lines that must arrive: a single one is the tip of a gun


class Eyes(NamedTuple):
    """All that fans depend on: bodies with their units and ranks, terrain with a rulebook's effects, what is in the way.

    `peeks` marks those who look out from the edge of whatever they stand in. `screens` are the bodies that stop a line,
    `hulls` marks those of them that are hard cover too, and `veils` are lines (x, y, x, y, unit) that nobody but the unit
    itself sees across. With `past_own` models look past those of their own unit.
    """

    bodies: Ints
    groups: Ints
    edges: Ints
    pieces: Ints
    ranks: Ints
    peeks: Ints
    screens: Ints
    hulls: Ints
    veils: Ints
    past_own: bool

    def with_bodies(self, extra: Ints, group: int) -> "tuple[Eyes, Ints]":
        """The same with more bodies, ordinary ones of one unit (points of the table to look at), and their rows."""
        count, more = len(self.bodies), len(extra)

        def longer(column: Ints, value: int) -> Ints:
            return np.concatenate([column, np.full(more, value, dtype=np.int64)])

        eyes = self._replace(
            bodies=np.concatenate([self.bodies, extra]),
            groups=longer(self.groups, group),
            ranks=longer(self.ranks, ORDINARY),
            peeks=longer(self.peeks, 0),
            hulls=longer(self.hulls, 0),
        )
        return eyes, np.arange(count, count + more, dtype=np.int64)


class Seen(NamedTuple):
    """What one model makes of another: lines that arrive of `RAYS`, lines that meet hard cover, whether soft cover is met.

    `within` is the class of the strong place the other stands in, 0 for none; `cut_by` the last thing that cut a line: a
    piece of terrain, or a body counted on from them; -1 for nothing.
    """

    clear: int
    hidden: int
    soft: bool
    within: int
    cut_by: int

    @property
    def visible(self) -> bool:
        """Whether there is a line of sight at all."""
        return self.clear >= ENOUGH


def counts(eyes: Eyes, viewers: Ints, targets: Ints, *, if_seen: bool = False) -> Ints:
    """What each viewer makes of each target as an array, its columns those of `Seen`: for very many pairs.

    Of those that are not visible nothing more is said `if_seen` is asked for, which takes half as long.
    """
    return kernels.fans(
        eyes.bodies, viewers, targets, eyes.edges, eyes.pieces, eyes.groups, eyes.ranks, eyes.peeks, eyes.screens,
        eyes.hulls, eyes.veils, eyes.past_own, IF_SEEN if if_seen else 0,
    )  # fmt: skip


def look(eyes: Eyes, viewers: Ints, targets: Ints) -> list[list[Seen]]:
    """What each viewer makes of each target."""
    found = counts(eyes, viewers, targets).tolist()
    return [[Seen(row[0], row[1], bool(row[2]), row[3], row[4]) for row in rows] for rows in found]


def sees(eyes: Eyes, viewers: Ints, targets: Ints) -> bool:
    """Whether any viewer sees any target."""
    if not len(viewers) or not len(targets):
        return False
    seer = kernels.first_seer(
        eyes.bodies, viewers, targets, eyes.edges, eyes.pieces, eyes.groups, eyes.ranks, eyes.peeks, eyes.screens,
        eyes.hulls, eyes.veils, eyes.past_own, ENOUGH,
    )  # fmt: skip
    return int(seer) >= 0


def first_met(
    eyes: Eyes, moments: Ints, others: Ints, *, looking: bool = True, reach: int = -1
) -> tuple[int, bool] | None:
    """The first moment of a move at which whoever goes sees any of the others or comes within reach, and if it was that.

    Where he is not `looking` they look out for him. A moment is (figure, x, y, bearing, ground, whether it is asked about).
    """
    if not len(others):
        return None
    moment, how = kernels.first_met(
        eyes.bodies, moments, others, looking, reach, eyes.edges, eyes.pieces, eyes.groups, eyes.ranks, eyes.peeks,
        eyes.screens, eyes.hulls, eyes.veils, eyes.past_own, ENOUGH,
    )  # fmt: skip
    return (int(moment), int(how) == NEARBY) if moment >= 0 else None


__all__ = [
    "ENOUGH",
    "LARGE",
    "NO_VEILS",
    "ORDINARY",
    "RAYS",
    "TITANIC",
    "Eyes",
    "Seen",
    "counts",
    "first_met",
    "look",
    "sees",
]
