"""The printed tables as types: a struct for each kind of row, and one for all tables, each in a file of `tables/`.

Whatever has limits is a cell that a table may change; names, traits and clauses stay what they are.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.dice.readings import Chart
from sandtable.geometry.units import INCH
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.tables import FIXED, Sheet

BELOW = -99  # less than any die comes to

Face = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0, le=12)]
Plus = Annotated[int, Meta(ge=-6, le=6)]
Value = Annotated[int, Meta(ge=1, le=20)]
Far = Annotated[float, Meta(ge=0, le=144)]
Turns = Annotated[int, Meta(ge=0, le=4)]
HighExplosive = Literal["D2", "D3", "D6", "2D6", "3D6"]
Shell = Annotated[str, Meta(pattern="^([23]?D6|D[23])$", description="D2, D3, D6, 2D6 or 3D6")]
WRITTEN = r"^([0-9]{1,2}|[1-9]?D[236](\+[0-9]|-1)?)$"
Dice = Annotated[str, Meta(pattern=WRITTEN, description="dice such as D3, 2D6, D6+1 or D3-1, or a number")]


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Something printed, with its clause."""

    clause: str


class Weapon(Rows, frozen=True, kw_only=True, rename=None):
    """A row of the weapons chart."""

    id: str
    name: str
    range: Annotated[int, Meta(ge=0, le=144)]
    shots: Dice
    small_arm: Annotated[bool, Meta(extra=FIXED)] = False  # which half of the chart it stands in
    nearest: Annotated[int, Meta(ge=0, le=144)] = 0
    pen: Annotated[int, Meta(ge=0, le=12)] | None = None
    he: Shell = ""
    traits: tuple[str, ...] = ()

    @property
    def reach(self) -> int:
        """Its longest range in thousandths."""
        return self.range * INCH


class Quality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the troop quality and damage tables."""

    morale: Annotated[int, Meta(ge=2, le=20)]
    damaged_on: Face
    clauses: tuple[str, str]


class Rank(Rows, frozen=True):
    """A row of the officer table."""

    title: str
    bonus: Annotated[int, Meta(ge=0, le=10)]


class Mover(Rows, frozen=True, rename=None):
    """A row of the movement table."""

    advance: Far
    run: Far = 0
    advance_turns: Turns = 0
    run_turns: Turns = 0


class Armour(Rows, frozen=True, rename=None):
    """A row of the damage values of vehicles."""

    damaged_on: Value


class Explosive(Rows, frozen=True):
    """A row of the high-explosive table."""

    pins: Dice
    pen: Count


class Bonus(Rows, frozen=True):
    """A modifier."""

    plus: Plus

    def for_each(self, count: int, why: str) -> Modifier:
        """So many times the modifier."""
        return Modifier(self.plus * count, why, self.clause)

    def because(self, why: str) -> Modifier:
        """The modifier, with a word for it."""
        return Modifier(self.plus, why, self.clause)


class Needs(Rows, frozen=True):
    """The score that one die needs."""

    needs: Face


class Better(Rows, frozen=True):
    """By how much a score gets better."""

    by: Count


class Impossible(Rows, frozen=True):
    """What no die is thrown for."""


class Hit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The score that a shot needs, and its modifiers."""

    base: Needs
    point_blank: Bonus
    pins: Bonus
    long_range: Bonus
    inexperienced: Bonus
    moving: Bonus
    down: Bonus
    small: Bonus
    soft_cover: Bonus
    hard_cover: Bonus
    bunker: Bonus
    hidden: Bonus
    short_of_crew: Bonus
    scope: Bonus


class Penetration(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The modifiers of a die against armour."""

    side_top: Bonus
    rear: Bonus
    long_range: Bonus


class Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The modifiers of morale."""

    pins: Bonus
    nco_lost: Bonus
    last_of_team: Bonus
    reserve: Bonus
    facing_armour: Bonus


class ResultModifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The modifiers of a die on the table of damage results."""

    open_topped: Bonus = msgspec.field(name="open-topped")
    flamethrower: Bonus


class Quarters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What hits a vehicle in close quarters."""

    run: Impossible
    advance: Needs
    stationary: Needs


class Ranging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What indirect fire needs."""

    first: Needs
    better: Better
    best: Needs


class Damage(Rows, frozen=True):
    """A kind of damage to an armoured target: from how far over its value, and what is rolled for it."""

    roll_clause: str
    over: Annotated[int, Meta(ge=0, le=10)] | None = None
    dice: Annotated[int, Meta(ge=0, le=6)] = 0
    plus: Plus = 0


class Row(Rows, frozen=True, kw_only=True, rename={"lowest": "from"}):
    """A row of a chart that one die is read on: the first begins with whatever the die shows least."""

    id: str
    lowest: Face = 1


class FubarRow(Row, frozen=True, kw_only=True, rename={"lowest": "from", "target_clause": "target-clause"}):
    """A row of the FUBAR chart."""

    within: Far = 0
    target_clause: str = ""


class ResultRow(
    Row,
    frozen=True,
    kw_only=True,
    rename={
        "lowest": "from",
        "again_clause": "again-clause",
        "pass_clause": "pass-clause",
        "fail_clause": "fail-clause",
    },
):
    """A row of the damage results."""

    pins: Count = 0
    again_clause: str = ""
    pass_clause: str = ""
    fail_clause: str = ""


class BarrageRow(Row, frozen=True, kw_only=True):
    """A row of the barrage chart."""

    shift: Far = 0
    reach: Dice = "0"


class ShellingRow(Row, frozen=True, kw_only=True):
    """What a barrage does to a unit."""

    pins: Dice = "0"
    he: Shell = ""


class AirRow(Row, frozen=True, kw_only=True):
    """A row of the air strike chart."""

    pins: Dice = "0"
    within: Far = 0


class Aircraft(Row, frozen=True, kw_only=True):
    """What comes out of the sky."""

    name: str
    pins: Count
    hits: Dice
    pen: Count


class BombardmentRow(Row, frozen=True, kw_only=True):
    """What an opening bombardment does to a unit."""

    pins: Count
    pen: Count = 0


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", dict=True):
    """All tables of the sheet, and those that our rulings add."""

    hit: Hit
    weapons: dict[str, Weapon]
    quality: dict[str, Quality]
    explosive: dict[str, Explosive]
    armour: dict[str, Armour]
    penetration: Penetration
    damage: dict[str, Damage]
    result: dict[str, ResultRow]
    result_modifiers: ResultModifiers
    quarters: Quarters
    morale: Morale
    officer: dict[str, Rank]
    fubar: dict[str, FubarRow]
    movement: dict[str, Mover]
    ranging: Ranging
    barrage: dict[str, BarrageRow]
    shelling: dict[str, ShellingRow]
    airstrike: dict[str, AirRow]
    aircraft: dict[str, Aircraft]
    bombardment: dict[str, BombardmentRow]

    def __post_init__(self) -> None:
        """Charts are in order, only flamethrowers throw for their shots, and nobody ranges in on a worse score."""
        charts = self.fubar, self.result, self.barrage, self.shelling, self.airstrike, self.aircraft, self.bombardment
        for chart in charts:
            in_order(chart)
        for weapon in self.weapons.values():
            if not weapon.shots.isdigit() and "flamethrower" not in weapon.traits:
                raise ValueError(
                    f"weapons.{weapon.id}.shots is a number: only flamethrowers throw dice for their shots"
                )
        if self.ranging.best.needs > self.ranging.first.needs:
            raise ValueError("ranging.best needs no more than ranging.first")

    def chart(self, name: str, plus: int = 0) -> Chart:
        """A chart as a reading of one die, with so much added to it."""
        known = self._charts.get((name, plus))
        if known is None:
            rows = [(row.lowest, row.id) for row in self._rows(name).values()]
            if name == "result":
                rows[0] = BELOW, rows[0][1]  # its die may come to less than 1
            known = self._charts[name, plus] = Chart(tuple(rows), plus)
        return known

    @cached_property
    def _charts(self) -> dict[tuple[str, int], Chart]:
        """The charts that have been read."""
        return {}

    def _rows(self, name: str) -> Mapping[str, Row]:
        rows: Mapping[str, Row] = getattr(self, name)
        return rows

    def faces(self, name: str) -> dict[str, str]:
        """The faces of each row of a chart, as they are written: `2-3`."""
        rows = self._rows(name)
        ends = [*[row.lowest - 1 for row in rows.values()][1:], 6]
        pairs = [(row.lowest, end) for row, end in zip(rows.values(), ends, strict=True)]
        said = [str(low) if low == high else f"{low}-{high}" for low, high in pairs]
        return dict(zip(rows, said, strict=True))

    @cached_property
    def aircraft_chart(self) -> Chart:
        """Which aircraft comes, by the names that they are spoken of by."""
        return Chart(tuple((row.lowest, row.name) for row in self.aircraft.values()))

    @cached_property
    def shelled(self) -> str:
        """When a barrage does what to those whom it reaches."""
        return ", ".join(f"{row} on {faces}" for row, faces in self.faces("shelling").items())


def in_order(chart: Mapping[str, Row]) -> None:
    """Refuse a chart in which a row begins no higher than the one before."""
    rows = list(chart.values())
    for row, after in pairwise(rows):
        if after.lowest <= row.lowest:
            raise ValueError(f"the row {after.id!r} begins with {after.lowest}, the one before it with {row.lowest}")


SHEET = Sheet(__package__, Tables)
