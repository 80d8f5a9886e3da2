"""The switches of the sheet: where a table could play it another way, the way we play it is the default."""

from functools import cached_property
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from sandtable.mechanics.tables import Sheet, Switches

from .sheet import SHEET, Tables


class Options(Switches, frozen=True, kw_only=True):
    """Every switch with its default. Each is read at the one place where its clause lives."""

    sheet: ClassVar[Sheet[Tables]] = SHEET

    @cached_property
    def tables(self) -> Tables:
        """The tables of the sheet as this table plays them."""
        return SHEET.under(self)

    # turns and orders
    marker_phase_keeps: Literal["wounds-and-panic", "wounds", "panic", "nothing"] = "wounds-and-panic"
    initiative_tie: Literal["reroll", "last-winner"] = "reroll"
    allow_pass: bool = False
    attacker_begins: bool = False
    orders_per_activation: Literal[1, 2] = 2
    hold_after_move: bool = True
    shoot_then_move: bool = False
    shoot_then_assault: bool = False
    # shooting
    other_models_block_los: bool = True
    nearest_must_be_in_range: bool = True
    battle_awareness: Literal["free-choice", "nearest"] = "free-choice"
    natural_rule_everywhere: bool = True
    allocation_visible_only: bool = True
    cover_soft: Annotated[int, Meta(ge=-5, le=0)] = -1
    cover_hard: Annotated[int, Meta(ge=-5, le=0)] = -2
    damage_stat: Literal["weapon-strength", "assault"] = "weapon-strength"
    armoured_immunity: bool = False
    indirect_out_of_sight: bool = False
    steady_ignores_moving: bool = False
    leaders_hide: bool = False
    aimed_picks: bool = False
    # movement
    rough_rush_is_double: bool = False
    # reactions
    hold_lost_on_failed_test: bool = False
    counter_charge_needs_hold: bool = True
    # close combat
    cc_cover_first_round_only: bool = True
    only_hurt_vehicles_check: bool = False
    # morale
    rally_modifiers_stack: bool = False
    abandoned_leave_wrecks: bool = False
    exactly_half: Literal["panic", "rout"] = "panic"
    second_panic_routs: bool = False
