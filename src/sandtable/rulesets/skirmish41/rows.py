"""What stands on the printed tables: a struct for each kind of row.

Whatever has limits is a cell that a table may change; names, tags, clauses and points stay what they are.
"""

from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.tables import FIXED

BELOW = -99  # less than any die comes to
NO_END = 1 << 40  # what reaches that far reaches everything
WITHOUT_LIMIT = -1  # in inches, on the sheet

Score = Annotated[int, Meta(ge=1, le=30)]
Die = Annotated[int, Meta(ge=1, le=6)]
Sides = Literal[4, 6, 8, 10, 12, 20]
Plus = Annotated[int, Meta(ge=-12, le=12)]
Count = Annotated[int, Meta(ge=0, le=99)]
Over = Annotated[int, Meta(ge=0, le=12)]
Calibre = Annotated[int, Meta(ge=0, le=200)]
Far = Annotated[float, Meta(ge=0, le=144)]
Near = Annotated[int, Meta(ge=0, le=144)]
Band = Annotated[int, Meta(ge=-1, le=144)]
Fixed = Annotated[int, Meta(extra=FIXED)]
Action = Literal["rout", "retreat", "halt", "advance", "attack"]
Drive = Literal["bale out", "retreat", "halt", "manoeuvre", "advance"]


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Something printed, with its clause."""

    clause: str


class Kind(Rows, frozen=True, kw_only=True, dict=True):
    """What a weapon is, whatever its numbers are."""

    id: str
    title: str
    kind: Annotated[Literal["small", "bomb", "anti-tank", "flame", "gun"], Meta(extra=FIXED)]
    tags: tuple[str, ...] = ()
    points: Fixed = 0
    at_clause: str = ""

    def has(self, tag: str) -> bool:
        """Whether it has a tag."""
        return tag in self.tags


class Weapon(Kind, frozen=True, kw_only=True):
    """A line of the weapon tables."""

    point_blank: Band = 0
    short: Band = 0
    medium: Band = 0
    long: Band = 0
    near: Near = 0
    cost: Annotated[int, Meta(ge=1, le=12)] = 1
    bonus: Annotated[int, Meta(ge=-3, le=12)] = 0
    calibre: Calibre = 0
    at_short: Near = 0
    at_medium: Near = 0
    at_long: Near = 0

    @cached_property
    def bands(self) -> tuple[int, ...]:
        """The far ends of its bands, in inches: small arms have point blank as well."""
        rest = self.short, self.medium, self.long
        return (self.point_blank, *rest) if self.kind == "small" else rest

    @cached_property
    def reaches(self) -> tuple[tuple[int, int], ...]:
        """Each band that it has, with its far end."""
        return tuple((band, _far(end)) for band, end in enumerate(self.bands) if end)

    @cached_property
    def nearest(self) -> int:
        """How near it cannot be used."""
        return inches(self.near)

    @cached_property
    def farthest(self) -> int:
        """How far it can be used at all."""
        return max((far for _, far in self.reaches), default=0)

    @cached_property
    def at_vehicles(self) -> tuple[int, ...]:
        """The far ends of its bands against vehicles, where these are others."""
        return tuple(inches(end) for end in (self.at_short, self.at_medium, self.at_long))


def _far(end: int) -> int:
    return NO_END if end == WITHOUT_LIMIT else inches(end)


class Aims(Rows, frozen=True):
    """What a small arm needs at a band, by aim."""

    unaimed: Score
    aimed: Score
    careful: Score


class Bands(Rows, frozen=True):
    """What anything else that is aimed needs, by band."""

    short: Score
    medium: Score
    long: Score


class Bonus(Rows, frozen=True):
    """A modifier."""

    plus: Plus

    def because(self, why: str, times: int = 1) -> Modifier:
        """The modifier, with a word for it."""
        return Modifier(self.plus * times, why, self.clause)


class FromCalibre(Bonus, frozen=True):
    """A modifier of guns from some calibre on."""

    calibre: Calibre


class Faster(Bonus, frozen=True):
    """A modifier for who has driven farther."""

    inches: Far


class Row(Rows, frozen=True, rename={"lowest": "from"}):
    """A row of a chart, and from which score on it holds; the first from whatever a die shows least."""

    id: str
    lowest: Score = BELOW


class Struck(Row, frozen=True, rename={"lowest": "from"}):
    """A row of the damage charts: how many occupants are struck."""

    struck: Count = 0


class Brings(Row, frozen=True, kw_only=True, rename={"lowest": "from"}):
    """A row of enemy force generation."""

    what: str
    teams: tuple[str, ...] = ()


class Quality(Row, frozen=True, kw_only=True, rename={"lowest": "from"}):
    """How good a force is."""

    actions: Annotated[int, Meta(ge=1, le=4)]


class Acts(
    Row,
    frozen=True,
    kw_only=True,
    rename=lambda name: "from" if name == "lowest" else name.removeprefix("on_"),
):
    """A row of the action chart, face by face."""

    on_1: Action
    on_2: Action
    on_3: Action
    on_4: Action
    on_5: Action
    on_6: Action

    @property
    def faces(self) -> tuple[Action, ...]:
        """All of them."""
        return self.on_1, self.on_2, self.on_3, self.on_4, self.on_5, self.on_6


class Drives(Rows, frozen=True):
    """A row of the AFVs' chart, by points."""

    minus_3: Drive
    minus_1: Drive
    none: Drive
    plus_1: Drive
    plus_2: Drive

    def at(self, points: int) -> Drive:
        """At so many points."""
        if points <= -3:
            return self.minus_3
        return (self.minus_1, self.none, self.plus_1, self.plus_2)[max(-1, min(2, points)) + 1]


class Shell(Rows, frozen=True):
    """Which die a shell throws, from which calibre on."""

    sides: Sides
    calibre: Calibre = 0


class Spots(Rows, frozen=True):
    """A band of spotting."""

    inches: Far
    needs: Score
    needs_clause: str


class Needs(Rows, frozen=True):
    """The score that a die needs."""

    needs: Score


class Exceeds(Rows, frozen=True):
    """By how much a die is over what it is thrown against."""

    over: Over


class Beaten(Rows, frozen=True):
    """By how much somebody is beaten."""

    by: Over


class Inches(Rows, frozen=True, dict=True):
    """A distance."""

    inches: Far

    @cached_property
    def far(self) -> int:
        """In thousandths."""
        return inches(self.inches)


class Most(Rows, frozen=True):
    """How many there are at most."""

    most: Count
