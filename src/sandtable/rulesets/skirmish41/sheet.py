"""The printed tables as types: a struct for each table of several parts, and one for all, each in a file of `tables/`."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise

import msgspec

from sandtable.dice.readings import Chart
from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.tables import Sheet

from .rows import (
    NO_END,
    Acts,
    Aims,
    Bands,
    Beaten,
    Bonus,
    Brings,
    Drives,
    Exceeds,
    Faster,
    FromCalibre,
    Inches,
    Most,
    Needs,
    Quality,
    Row,
    Shell,
    Spots,
    Struck,
    Weapon,
)


class Shifts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Bands farther for small arms."""

    dispersed: Bonus
    soft_cover: Bonus
    hard_cover: Bonus
    hull_or_turret: Bonus


class EffectModifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the fire effect die gets."""

    point_blank: Bonus
    automatic: Bonus
    quad: Bonus


class BombModifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the D20 of grenades and mortars gets."""

    drop: Bonus
    ranged_in: Bonus
    firer_moving: Bonus
    target_moving_cover: Bonus
    target_suppressed: Bonus
    under_fire: Bonus


class BlastModifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the die of a blast gets."""

    bomb_unaware: Bonus
    bomb_cover: Bonus
    shell_unaware: Bonus
    shell_suppressed: Bonus
    shell_cover: Bonus


class VehicleFire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Shots at vehicles."""

    moving_fast: Faster
    flamethrower: Bonus


class DamageModifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the die on the damage charts gets."""

    largest: FromCalibre
    large: FromCalibre
    poor_gun: Bonus
    flank: Bonus
    thick_armour: Bonus
    hull_down: Bonus
    heavy: Bonus
    medium: Bonus


class SpotShifts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Bands farther or nearer for spotting."""

    unaware: Bonus
    stationary_cover: Bonus
    observer_suppressed: Bonus
    target_shooting: Bonus
    optics: Bonus
    heard: Bonus


class MeleeModifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the die of a melee gets."""

    extra_figure: Bonus


class NeedsOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Scores by themselves."""

    rally: Needs
    group_fire: Needs
    stuck_half_tracked: Needs
    stuck_wheeled: Needs
    unstuck: Needs


class Removal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the dice get that shake off suppression."""

    led: Bonus
    quiet: Bonus
    in_the_open: Bonus


class Moves(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How far figures go with one action."""

    usual: Inches
    one_action: Inches
    crawl: Inches


class Deductions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is taken off a move."""

    rough: Inches
    obstacle: Inches
    wounded: Inches
    carried_by_one: Inches
    carried_by_two: Inches


class Speeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How far vehicles go in a turn."""

    usual: Inches
    heavy: Inches
    heavy_rough: Inches
    road: Inches
    small_soft_road: Inches


class Risk(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The risk factors."""

    rout: Bonus
    outnumbered_fire: Bonus
    command: Bonus
    losses: Bonus
    no_nco: Bonus
    under_fire: Bonus
    flanked_retiring: Bonus
    losing: Bonus
    officer: Bonus
    afv: Bonus
    friends: Bonus
    support_soft_cover: Bonus
    advancing_hard_cover: Bonus
    winning: Bonus
    no_enemy: Bonus


class Calm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The first row of the action chart."""

    forward: Needs
    halts_in_cover: Needs


class AfvPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The points of an AFV's situation."""

    advancing: Bonus
    infantry: Bonus
    damaged: Bonus
    casualty: Bonus
    at_fire: Bonus
    flanked: Bonus
    alone: Bonus
    no_main: Bonus
    no_weapons: Bonus
    immobile: Bonus


class Arrivals(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the throw for arrivals gets."""

    no_contact: Bonus
    more_counters: Bonus


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The figures of the solo side."""

    men: Most
    machine_guns: Most
    guns: Most
    vehicles: Most


CHARTS = (
    "fire-effect", "bomb-effect", "shell-effect", "flame-effect", "burning", "soft-damage", "afv-damage",
    "generation", "tanks", "qualities",
)  # fmt: skip


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", dict=True):
    """All tables of the sheet, and those that our rulings add."""

    weapons: dict[str, Weapon]
    hit_rifle: dict[str, Aims]
    hit_pistol: dict[str, Aims]
    shifts: Shifts
    scores: dict[str, Bands]
    fire_effect: dict[str, Row]
    effect_modifiers: EffectModifiers
    bomb_modifiers: BombModifiers
    bomb_effect: dict[str, Row]
    shell_effect: dict[str, Row]
    shells: dict[str, Shell]
    blast_modifiers: BlastModifiers
    flame_effect: dict[str, Row]
    vehicle_fire: VehicleFire
    burning: dict[str, Row]
    soft_damage: dict[str, Struck]
    afv_damage: dict[str, Struck]
    damage_modifiers: DamageModifiers
    spotting: dict[str, Spots]
    spot_shifts: SpotShifts
    morale: dict[str, Exceeds]
    melee: dict[str, Beaten]
    melee_modifiers: MeleeModifiers
    needs: NeedsOf
    removal: Removal
    moves: Moves
    deductions: Deductions
    speeds: Speeds
    risk: Risk
    actions: dict[str, Acts]
    calm: Calm
    afv_points: AfvPoints
    afv_actions: dict[str, Drives]
    arrivals: Arrivals
    generation: dict[str, Brings]
    tanks: dict[str, Row]
    qualities: dict[str, Quality]
    pool: Pool

    def __post_init__(self) -> None:
        """Charts and bands are in order."""
        for name in CHARTS:
            rows = self._rows(name)
            in_order(name, [(row.id, row.lowest) for row in rows.values()])
        in_order("actions", [(row.id, row.lowest) for row in self.actions.values()])
        in_order("morale", [(name, row.over) for name, row in self.morale.items()])
        in_order("melee", [(name, row.by) for name, row in self.melee.items()])
        in_order("spotting", [(name, row.inches) for name, row in self.spotting.items()])
        in_order("shells", [(name, row.calibre) for name, row in self.shells.items()])
        for weapon in self.weapons.values():
            in_order(f"weapons.{weapon.id}", [(str(band), far) for band, far in weapon.reaches])

    def _rows(self, name: str) -> Mapping[str, Row]:
        rows: Mapping[str, Row] = getattr(self, name.replace("-", "_"))
        return rows

    def chart(self, name: str, plus: int = 0, *, low_is_good: bool = False) -> Chart:
        """A chart as a reading of a die, with so much added to it; a row that another has swallowed is not there."""
        known = self._charts.get((name, plus))
        if known is None:
            rows = list(self._rows(name).values())
            ends = [*[row.lowest for row in rows[1:]], NO_END]
            left = tuple((row.lowest, row.id) for row, end in zip(rows, ends, strict=True) if row.lowest < end)
            known = self._charts[name, plus] = Chart(left, plus, low_is_good)
        return known

    @cached_property
    def _charts(self) -> dict[tuple[str, int], Chart]:
        """The charts that have been read."""
        return {}

    @cached_property
    def ladders(self) -> dict[int, Chart]:
        """The charts of morale tests that have been read, by the action points that are left."""
        return {}

    @cached_property
    def effects(self) -> dict[tuple[str, int | None], tuple[Modifier, ...]]:
        """What the fire effect die of weapons gets, as far as anybody has asked."""
        return {}

    @cached_property
    def hits(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        """What a D20 needs to hit with rifles and with pistols, by band and aim."""
        return _scores(self.hit_rifle), _scores(self.hit_pistol)

    @cached_property
    def spot_reaches(self) -> tuple[int, ...]:
        """How far each band of spotting goes."""
        return tuple(inches(row.inches) for row in self.spotting.values())

    @cached_property
    def spot_scores(self) -> tuple[int, ...]:
        """What a D10 needs in each band."""
        return tuple(row.needs for row in self.spotting.values())

    @cached_property
    def farthest(self) -> int:
        """How far small arms reach at most."""
        return max(line.farthest for line in self.weapons.values() if line.kind == "small")


def _scores(table: Mapping[str, Aims]) -> tuple[tuple[int, ...], ...]:
    return tuple((row.unaimed, row.aimed, row.careful) for row in table.values())


def in_order(name: str, rows: Sequence[tuple[str, float]]) -> None:
    """Refuse rows in which one begins before the one above it."""
    for (_, before), (row, begins) in pairwise(rows):
        if begins < before:
            raise ValueError(f"{name}: the row {row!r} begins with {begins:g}, the one before it with {before:g}")


SHEET = Sheet(__package__, Tables)
