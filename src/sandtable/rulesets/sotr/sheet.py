"""The printed tables as types: what has limits is a cell that a table may change; names, traits and clauses stay."""

from typing import Annotated

import msgspec
from msgspec import Meta

from sandtable.geometry.units import inches
from sandtable.mechanics.tables import Sheet

Far = Annotated[int, Meta(ge=0, le=144)]
Plus = Annotated[int, Meta(ge=-6, le=6)]
Few = Annotated[int, Meta(ge=0, le=12)]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a weapon is, whatever its numbers are."""

    id: str
    clause: str
    name: str
    traits: tuple[str, ...] = ()

    def has(self, trait: str) -> bool:
        """Whether a special rule of this name is printed with it."""
        return trait in self.traits


class Weapon(Kind, frozen=True, kw_only=True):
    """A row of the weapons table."""

    rof: Annotated[int, Meta(ge=1, le=10)] = 0  # none, for weapons that use a template of their own
    short: Far = 0  # beyond it `long` applies, up to it `near`
    range: Far = 0  # 0: the whole table
    long: Plus = 0
    near: Plus = 0
    near_wound: Plus = 0
    pen: Few = 0

    @property
    def reach(self) -> int:
        """Its longest range in thousandths; 0 for the whole table."""
        return inches(self.range)


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables whose cells can be changed."""

    weapons: dict[str, Weapon]


SHEET = Sheet(__package__, Tables)
