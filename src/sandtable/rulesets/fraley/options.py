"""The switches of the book: where a table could play it another way, the way we play it is the default."""

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

    # Initiatives and activation
    may_pass_initiative: bool = False
    attacker_begins: bool = False
    success_may_use_fail_actions: bool = False
    run_penalty_until: Literal["next_activation_or_round_end", "during_move"] = "next_activation_or_round_end"
    reactivation_11_12: Literal[0, 3, 4, 5] = 5
    reactivation_count: Literal["both_sides", "own_side"] = "both_sides"
    reactivation_scope: Literal["both_sides", "own_side"] = "both_sides"
    reactivation_includes_roller: bool = False
    cc_activation: Literal["own_check", "with_unit"] = "own_check"
    # moving
    pl_placement: Literal["free_within_cohesion", "normal_move"] = "free_within_cohesion"
    suppressed_may_move: bool = True
    transport: bool = False
    # firing
    turret_heading_tracked: bool = True
    gtg_stacks_with_concealed: bool = True
    move_and_fire_stacks: bool = False
    moved_penalty_scope: Literal["unit", "team"] = "unit"
    moving_in_open: Literal["during_move", "last_activation"] = "during_move"
    at_half_fp_in_hard_cover_too: bool = False
    overwatch_counts_as_gtg: bool = False
    overwatch_penalty: Literal[0, 1] = 0
    overwatch_expires: Literal["next_activation", "round_end"] = "next_activation"
    # saves, armour, cover
    gun_hard_cover_save: Literal[3, 4] = 3
    vdt_mode: Literal["die_per_failed_save", "count_of_failures"] = "die_per_failed_save"
    close_range_reroll: Literal["armor_only", "all_saves"] = "armor_only"
    fields_block_los: bool = True
    gun_shield_conceals: bool = True
    half_track_all_round: bool = False
    # suppression
    suppression_remainder_carries: bool = False
    armor_fp_suppression: Literal["at_only", "none", "all"] = "at_only"
    suppressed_fail_actions: Literal["all", "move_only"] = "all"
    # assaults
    portable_guns_in_assault: Literal["break_off_only", "never", "full"] = "break_off_only"
    assault_distance: Literal["flat_12", "tank_own_move"] = "flat_12"
    assault_halt_counts_all_units: bool = False
    assault_victim_chosen_by: Literal["attacker", "owner"] = "attacker"
    assault_casualty_scope: Literal["all", "close_combat"] = "all"
    close_range_reroll_in_assault: bool = False
    inf_at_reroll_in_assault: bool = True
    # leaders
    leader_rerolls_range_in: bool = False
    cc_reroll_shares_use: bool = True
    cc_reroll_range: Annotated[int, Meta(ge=0, le=144)] = 0
    cc_may_reroll_company_check: bool = False
    # barrages
    mortars_may_barrage: bool = True
    cc_observing_penalises_smoke: bool = False
    barrage_long_range: bool = False
    barrage_min_fp: Literal[0, 1] = 0
    barrage_tank_extra_suppression: Literal["always", "only_if_destroyed"] = "always"
    barrage_fp_suppression: bool = False
