"""Hits of one kind on one target, and which of them do the same."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.rulesets.bolt_action.basics.charts import explosive
from sandtable.rulesets.bolt_action.options import Options


class Struck(NamedTuple):
    """Hits of one kind on one target."""

    hits: int
    names: tuple[str, ...]  # how to speak of what fired; hits that differ in nothing else are the same
    small_arm: bool
    pen: int = 0
    he: str = ""  # a class, where the hits are shells that explode
    long_range: bool = False
    flame: bool = False
    always_exceptional: bool = False
    from_above: bool = False  # indirect fire and aircraft: top armour, no gun shield
    indirect: bool = False  # lobbed by mortars and howitzers: worse for those with an open top
    facing: str = ""  # the armour struck
    shielded: bool = False
    crash: bool = False  # of a vehicle with men aboard: no small arm, so that no medic helps, but nothing heavy either

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Struck) and self[:1] + self[2:] == other[:1] + other[2:]

    def __hash__(self) -> int:
        return hash(self[:1] + self[2:])

    @property
    def weapon(self) -> str:
        """How to speak of what fired, all of it together."""
        return " and ".join(self.names)

    @property
    def by_air(self) -> bool:
        """Whether an aircraft did it, whose hits are as many as its dice say, or by a switch halved already."""
        return self.from_above and not self.indirect


def pen_of(one: Struck, options: Options) -> int:
    """The penetration of a hit: an explosive shell has that of its class."""
    return explosive(one.he, options).pen if one.he else one.pen


def manner(one: Struck) -> tuple[object, ...]:
    """How a hit damages men: hits of the same manner are rolled together, whatever fired them."""
    return (
        one.small_arm,
        one.pen,
        one.he,
        one.flame,
        one.always_exceptional,
        one.from_above,
        one.shielded,
        one.crash,
    )


def alike(struck: Sequence[Struck]) -> tuple[Struck, ...]:
    """Hits that damage men alike, put together."""
    groups: dict[tuple[object, ...], list[Struck]] = {}
    for one in struck:
        if one.hits:
            groups.setdefault(manner(one), []).append(one)
    merged = []
    for group in groups.values():
        names = tuple(dict.fromkeys(name for one in group for name in one.names))
        hits = sum(one.hits for one in group)
        merged.append(group[0]._replace(hits=hits, names=names, long_range=False))  # men are hit or not, near or far
    return tuple(merged)
