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
        """All printed tables as this table plays them."""
        return SHEET.under(self)

    # order of play
    first_side: Literal["dice-once", "dice-each-turn"] = "dice-once"
    player_suppression_dice: Literal["after-moving", "before-acting"] = "after-moving"
    solo_suppression_dice: Literal["after-shooting", "before-acting"] = "after-shooting"
    # movement and spotting
    ten_inch_for_reduced_figures: bool = False
    crawl_per_action: bool = True
    heard_replaces_shooting_bonus: bool = True
    # shooting
    shot_costs: Literal["1-2-3", "1-1-2", "1-2-2"] = "1-2-3"
    smg_column: Literal["rifle", "pistol"] = "rifle"
    dispersed_and_soft_cover_stack: bool = False
    suppression_markers: Literal["per-firing-team", "per-hit"] = "per-firing-team"
    suppression_removal_score: Annotated[int, Meta(ge=2, le=6)] = 4
    effect_kill_from: Literal[6, 7] = 7
    cas_carry_over: bool = False
    opportunity_fire: bool = False
    melee_weapon_bonus_cap: Annotated[int, Meta(ge=0, le=4)] = 2
    free_friends_only: bool = False
    # grenades and shells
    grenades_any_target: bool = False
    scatter_on_miss: bool = False
    # vehicles
    soft_traction_rows: Literal["11-13", "11-12"] = "11-13"
    soft_fuel_from: Literal[19, 20] = 19
    flank_bonus_soft: bool = True
    # the solo enemy
    solo_mode: Literal["generated", "preset"] = "generated"
    event_repeats: Literal["mines-only", "all-events"] = "mines-only"
    chain_reveal_recursive: bool = False
    rout_bonus_inches: Annotated[int, Meta(ge=0, le=6)] = 2
    figure_pool: Annotated[int, Meta(ge=4, le=60)] = 24
