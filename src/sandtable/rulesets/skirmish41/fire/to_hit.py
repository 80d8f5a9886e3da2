"""What a shot with a small arm needs: bands, shifts for order and cover, aim; and what its effect die gets. Numbers only."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.rulesets.skirmish41.basics.charts import (
    BANDS,
    LONG,
    POINT_BLANK,
    SHOTS,
    SPOKEN,
    band_of,
    to_hit,
    weapons,
)
from sandtable.rulesets.skirmish41.basics.terrain import HARD, SOFT
from sandtable.rulesets.skirmish41.options import Options
from sandtable.table.remembered import Remembered

AUTOMATIC = 1  # a score that every die has
IMPOSSIBLE = 99


class Chance(NamedTuple):
    """What a shot needs: the score (`AUTOMATIC`, or `IMPOSSIBLE`), the band it is fired at, and what shifted it there."""

    score: int
    band: int
    shifts: tuple[Modifier, ...]
    plus: tuple[Modifier, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether it can hit at all."""
        return self.score != IMPOSSIBLE


# By the options of a battle, so that nothing has to be compared that never changes in one.
_SHIFTS: Remembered[Options, dict[tuple[bool, bool, int], tuple[Modifier, ...]]] = Remembered(lambda _: {}, most=4)
_CHANCES: Remembered[Options, dict[object, Chance]] = Remembered(lambda _: {}, most=4)


def target_shifts(options: Options, *, dispersed: bool, soft: bool, cover: int) -> tuple[Modifier, ...]:
    """The bands that a target counts farther: one for order or soft cover, two for hard cover, the larger alone."""
    known, key = _SHIFTS(options), (dispersed, soft, cover)
    if key not in known:
        known[key] = _target_shifts(options, dispersed=dispersed, soft=soft, cover=cover)
    return known[key]


@rule("sk.shoot.dispersed", "sk.shoot.soft-cover", "sk.shoot.hard-cover", "sk.gap.range-shift-order")
def _target_shifts(options: Options, *, dispersed: bool, soft: bool, cover: int) -> tuple[Modifier, ...]:
    table = options.tables.shifts
    if cover == HARD:
        return tuple(felt([table.hard_cover.because("in hard cover")]))
    found = []
    if dispersed:
        found.append(table.dispersed.because("dispersed"))
    if soft or cover == SOFT:
        found.append(table.soft_cover.because("in soft cover"))
    found = felt(found)
    return tuple(found) if options.dispersed_and_soft_cover_stack else tuple(found[:1])


def chance_of(
    weapon: str,
    shot: int,
    distance: int,
    shifts: tuple[Modifier, ...],
    options: Options,
    *,
    inactive: bool = False,
    mounted: bool = False,
) -> Chance:
    """What a shot needs: the band of the real distance, shifted; past long it cannot hit. A hull or turret gun is worse."""
    band, known = band_of(weapon, distance, options), _CHANCES(options)
    key = weapon, shot, band, shifts, inactive, mounted
    found = known.get(key)
    if found is None:
        found = known[key] = _chance_in(band, weapon, shot, shifts, options, inactive=inactive, mounted=mounted)
    return found


@rule("sk.gap.range-shift-order", "sk.shoot.inactive", "sk.veh.mg-hull-turret")
def _chance_in(
    band: int | None,
    weapon: str,
    shot: int,
    shifts: tuple[Modifier, ...],
    options: Options,
    *,
    inactive: bool,
    mounted: bool,
) -> Chance:
    plus = effect_modifiers(weapon, band, options)
    if band is None:
        return Chance(IMPOSSIBLE, LONG, shifts, plus)
    if inactive and band == POINT_BLANK:
        return Chance(AUTOMATIC, band, (Modifier(0, "inactive", "sk.shoot.inactive"),), plus)
    if mounted:
        shifts = (*shifts, *felt([options.tables.shifts.hull_or_turret.because("hull or turret gun")]))
    shifted = band + sum(shift.value for shift in shifts)
    if shifted > LONG:
        return Chance(IMPOSSIBLE, band, shifts, plus)
    return Chance(to_hit(weapon, shifted, shot, options), band, shifts, plus)


def effect_modifiers(weapon: str, band: int | None, options: Options) -> tuple[Modifier, ...]:
    """What the effect die gets: one at point blank, one for machine gun, submachine gun or sniper, two for a quad mount."""
    known = options.tables.effects
    found = known.get((weapon, band))
    if found is None:
        found = known[weapon, band] = _effect_modifiers(weapon, band, options)
    return found


@rule("sk.shoot.group-fire", "sk.effect.mg-smg-sniper", "sk.effect.quad")
def in_common(weapons: Iterable[str], options: Options) -> tuple[Modifier, ...]:
    """What the effect die gets of weapons fired together: what any of them has that may have hit, never point blank."""
    return min((effect_modifiers(weapon, None, options) for weapon in weapons), key=total, default=())


@rule("sk.effect.point-blank", "sk.effect.mg-smg-sniper", "sk.effect.quad")
def _effect_modifiers(weapon: str, band: int | None, options: Options) -> tuple[Modifier, ...]:
    line, table = weapons()[weapon], options.tables.effect_modifiers
    found = []
    if band == POINT_BLANK:
        found.append(table.point_blank.because("point blank"))
    if line.has("quad"):
        found.append(table.quad.because("quadruple mount"))
    elif line.has("automatic") or line.has("sniper"):
        found.append(table.automatic.because("sniper" if line.has("sniper") else "automatic weapon"))
    return tuple(felt(found))


def needs(chance: Chance, shot: int) -> str:
    """What a die needs, in words: `12+ (aimed, medium, +1 dispersed)`."""
    shifts = "".join(f", {shift.value:+d} {shift.why}" for shift in chance.shifts if shift.value)
    if chance.score == AUTOMATIC:
        return f"nothing ({SHOTS[shot]}, point blank at inactive men)"
    if not chance.possible:
        return "more than a D20 shows"
    return f"{chance.score}+ ({SHOTS[shot]}, {BANDS[chance.band]}{shifts})"


def aloud(chance: Chance, shot: int) -> str:
    """The same as it is read out: a shift is one of bands, not of the score, and nobody should add it up."""
    if chance.score == AUTOMATIC or not chance.possible:
        return needs(chance, shot)
    shifts = "".join(f"; {_bands(shift.value)}: {shift.why}" for shift in chance.shifts if shift.value)
    return f"{chance.score}+ ({SPOKEN[shot]}, {BANDS[chance.band]}{shifts})"


def _bands(shift: int) -> str:
    return f"{count_of(abs(shift), 'band')} {'farther' if shift > 0 else 'nearer'}"
