"""The switches of the book: where a table could play it another way, the way we play it is the default."""

from fractions import Fraction
from functools import cache, cached_property
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from sandtable.mechanics.tables import Sheet, Switches

from .sheet import SHEET, HighExplosive, Tables

Inches = Annotated[float, Meta(ge=0, le=144)]
Share = Annotated[float, Meta(gt=0, le=1)]


class Options(Switches, frozen=True, kw_only=True):
    """Every switch with its default. Each is read at the one place where its clause lives."""

    sheet: ClassVar[Sheet[Tables]] = SHEET

    @cached_property
    def tables(self) -> Tables:
        """All printed tables as this table plays them."""
        return SHEET.under(self)

    # turn and orders
    turns: Annotated[int, Meta(ge=1, le=20)] = 6
    snap_to_action: bool = False
    advance_zero_counts_as_moving: bool = True
    rally_pins: Literal["D6", "D6+1"] = "D6"
    vehicle_fail_reverses: bool = True
    # morale and pins
    morale_auto_fail: Annotated[int, Meta(ge=3, le=13)] = 11
    officer_range: Inches = 6
    pins_break: Literal["equal", "more"] = "equal"
    vehicle_pins: Literal["any-heavy", "crew"] = "any-heavy"
    casualty_check_fraction: Share = 0.5
    # movement
    unit_gap_inches: Inches = 1
    road_bonus: bool = False
    slow_advance: Inches = 9
    slow_run: Inches = 18
    forced_off_table: Literal["stop", "leave"] = "stop"
    # shooting
    premeasure: bool = False
    friendly_fire_lane_inches: Inches = 1
    point_blank_inches: Inches = 6
    long_range_fraction: Share = 0.5
    small_unit_max: Annotated[int, Meta(ge=0, le=20)] = 2
    down_to_hit: Annotated[int, Meta(ge=-5, le=0)] = -1
    natural_one_fails: bool = False
    bunker_to_hit: Annotated[int, Meta(ge=-5, le=0)] = -2
    armour_ignores_soft_cover: bool = False
    gun_shield: bool = False
    scope_overcomes: bool = False
    fixed_pivot_and_fire: bool = False
    # weapons
    shaped_charge_ignores_long_range: bool = True
    vehicle_flamethrower_range: Inches = 18
    heavy_mortar_he: HighExplosive = "2D6"
    light_howitzer_he: HighExplosive = "D6"
    he_ignores_long_range: bool = False
    he_armour_pins: Literal["class", "one"] = "class"
    he_down_rounding: Literal["up", "down"] = "up"
    smoke: bool = False
    flame_vehicle_plus_one: bool = False
    # armour, transports, aircraft
    massive_margin: Annotated[int, Meta(ge=1, le=10)] = 3
    open_topped_assault_destroys: bool = False
    empty_transport_removed: bool = True
    ramming: bool = False
    down_halves_air_hits: bool = False
    air_hits_on_armour: Literal["all", "1"] = "all"
    # close quarters
    cq_later_rounds_simultaneous: bool = True
    assault_reaction_min: Inches = 6
    defended_simultaneous: bool = False
    # battlefield and battle
    building_collapse: bool = True
    night: bool = False
    national_rules: bool = False
    victory_margin: Annotated[int, Meta(ge=1, le=100)] = 2


@cache
def exact(share: float) -> tuple[int, int]:
    """A share as the decimal fraction it is written as: numerator and denominator."""
    return Fraction(str(share)).as_integer_ratio()


def share_of(share: float, amount: int) -> int:
    """A share of a whole amount, rounded down."""
    numerator, denominator = exact(share)
    return amount * numerator // denominator
