"""What a shot with a small arm needs: bands, shifts for order and cover, aim; and what its effect die gets. Numbers only."""

from functools import cache
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier

from .charts import BANDS, LONG, POINT_BLANK, SHOTS, band_of, to_hit, weapons
from .options import Options
from .terrain import HARD, SOFT

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


@cache
@rule("sk.shoot.dispersed", "sk.shoot.soft-cover", "sk.shoot.hard-cover", "sk.gap.range-shift-order")
def target_shifts(*, dispersed: bool, soft: bool, cover: int, stack: bool) -> tuple[Modifier, ...]:
    """The bands that a target counts farther: one for order or soft cover, two for hard cover, the larger alone."""
    if cover == HARD:
        return (Modifier(2, "in hard cover", "sk.shoot.hard-cover"),)
    found = []
    if dispersed:
        found.append(Modifier(1, "dispersed", "sk.shoot.dispersed"))
    if soft or cover == SOFT:
        found.append(Modifier(1, "in soft cover", "sk.shoot.soft-cover"))
    return tuple(found) if stack else tuple(found[:1])


@rule("sk.gap.range-shift-order", "sk.shoot.inactive", "sk.veh.mg-hull-turret")
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
    band = band_of(weapon, distance)
    plus = effect_modifiers(weapon, band)
    if band is None:
        return Chance(IMPOSSIBLE, LONG, shifts, plus)
    if inactive and band == POINT_BLANK:
        return Chance(AUTOMATIC, band, (Modifier(0, "inactive", "sk.shoot.inactive"),), plus)
    if mounted:
        shifts = (*shifts, Modifier(1, "hull or turret gun", "sk.veh.mg-hull-turret"))
    shifted = band + sum(shift.value for shift in shifts)
    if shifted > LONG:
        return Chance(IMPOSSIBLE, band, shifts, plus)
    return Chance(to_hit(weapon, shifted, shot, options), band, shifts, plus)


@cache
@rule("sk.effect.point-blank", "sk.effect.mg-smg-sniper", "sk.effect.quad")
def effect_modifiers(weapon: str, band: int | None) -> tuple[Modifier, ...]:
    """What the effect die gets: one at point blank, one for machine gun, submachine gun or sniper, two for a quad mount."""
    line = weapons()[weapon]
    found = []
    if band == POINT_BLANK:
        found.append(Modifier(1, "point blank", "sk.effect.point-blank"))
    if line.has("quad"):
        found.append(Modifier(2, "quadruple mount", "sk.effect.quad"))
    elif line.has("automatic") or line.has("sniper"):
        what = "sniper" if line.has("sniper") else "automatic weapon"
        found.append(Modifier(1, what, "sk.effect.mg-smg-sniper"))
    return tuple(found)


def needs(chance: Chance, shot: int) -> str:
    """What a die needs, in words: `12+ (aimed, medium, +1 dispersed)`."""
    shifts = "".join(f", {shift.value:+d} {shift.why}" for shift in chance.shifts if shift.value)
    if chance.score == AUTOMATIC:
        return f"nothing ({SHOTS[shot]}, point blank at inactive men)"
    if not chance.possible:
        return "more than a D20 shows"
    return f"{chance.score}+ ({SHOTS[shot]}, {BANDS[chance.band]}{shifts})"
