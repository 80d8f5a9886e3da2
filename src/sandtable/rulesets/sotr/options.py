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
        """The printed tables as this table plays them."""
        return SHEET.under(self)

    # units and officers
    coherency_chain: bool = False
    coherency_check: Literal["action-end", "own-move"] = "action-end"
    disorganized_move: Literal["seek-cover", "regroup-only"] = "seek-cover"
    disorganized_return_fire: Literal["previous", "previous-or-current"] = "previous"
    platoon_cool_needs_radius: bool = True
    officer_cool_radius: Literal["horror-only", "always", "never"] = "horror-only"
    fire_teams: bool = False
    # maintenance and commands
    strike_timing: Literal["first", "last"] = "first"
    horror_from_friends: bool = True
    medic_tempers_fire: bool = False
    jdi_scope: Literal["one-action", "activation"] = "one-action"
    jdi_needs_roll: bool = False
    strike_by_best_officer_near_radio: bool = False
    overwatch_needs_officer: bool = False
    # movement actions
    suppress_auto_rof: Literal["3-or-more", "above-3"] = "3-or-more"
    suppress_cover_counts_prone: bool = False
    catch_bonus_scope: Literal["fallback", "any-charge"] = "fallback"
    horror_charge_flee_now: bool = True
    followup_engages: bool = True
    flee_route: Literal["by-trigger", "compulsory"] = "by-trigger"
    shoot_after_hit_dirt: bool = False
    break_dirt_needs_12: bool = False
    hidden_shot_reveals: Literal["on-spot-roll", "always"] = "on-spot-roll"
    suppressed_may_sneak: bool = True
    titanic_stops_on_buildings: bool = True
    rubble_table: Literal["list", "intro"] = "list"
    transport: bool = False
    # shooting
    engaged_unit_may_shoot: bool = False
    own_unit_blocks_los: bool = True
    hmg_is_heavy: bool = False
    sniper_picks_model: bool = False
    to_hit_table: Literal["summary", "table-1"] = "summary"
    aimed_los_since: Literal["activation", "phase-start"] = "activation"
    concentrated_fire: bool = True
    concentrated_fire_most: Annotated[int, Meta(ge=0, le=12)] = 0
    soft_cover_hides_large: bool = True
    wound_die_per: Literal["hit", "model"] = "hit"
    wounds_on_visible_only: bool = False
    # weapons
    aimed_any_weapon: bool = False
    smg_rof: Annotated[int, Meta(ge=1, le=6)] = 3
    shotgun_hit_bonus_short_only: bool = True
    frag_attack_suppresses: bool = False
    indirect_miss: Literal["doubled", "d6"] = "doubled"
    flame_cool_scope: Literal["model", "unit"] = "model"
    fuel_explosion_hits_all: bool = False
    grenade_template_count: Literal["remaining", "able"] = "remaining"
    rpg_direct_hit: Literal["centre", "all", "none"] = "centre"
    rpg_move_or_fire: bool = True
    headshot_needs_hit: bool = False
    smoke_ends: Literal["turn-start", "maintenance", "victim-activation"] = "turn-start"
    # hand-to-hand
    down_slain_same_phase: bool = False
    hth_inner_order: Literal["charger", "initiative"] = "charger"
    hth_break_test: Literal["outnumbered", "most-casualties"] = "outnumbered"
    hth_outnumber_count: Literal["units", "engaged"] = "units"
