"""Rolling to hit (1.6.2.5 - 1.6.2.7): what is added to the die, and what it must show. Plain facts in, numbers out."""

from typing import NamedTuple

from sandtable.dice.readings import Bands
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Always, Modifier, Needed, Never, Score, Target, total

from .charts import kinds, weapon_of
from .options import Options
from .sheet import Weapon
from .sight import BUNKERED, HEAVY, LIGHT
from .words import scored

BASE = 4
SIDES = 6
ELEVATED = inches(4)
MOST_TOGETHER = 4  # what CONCENTRATED FIRE adds at most


class Shot(NamedTuple):
    """One shot as the modifiers want to know it."""

    weapon: str
    distance: int
    cover: int = 0
    aimed: bool = False
    overwatch: bool = False
    charging: bool = False  # the target charges the shooter
    camo: bool = False
    prone: bool = False  # or DOWN
    size: str = ""
    above: int = 0  # how much higher the shooter stands
    smoke: bool = False
    together: int = 0  # models taking part in a CONCENTRATE YOUR FIRE shot


@rule("sotr.range.edge", "sotr.range.short-long")
def is_near(weapon: Weapon, distance: int) -> bool:
    """Whether a distance is within short range: at exactly the printed distance it still is."""
    return weapon.short > 0 and distance <= inches(weapon.short)


@rule("sotr.weapon.max-range", "sotr.range.default")
def in_reach(weapon: Weapon, distance: int) -> bool:
    """Whether a weapon reaches so far; most reach across the whole table."""
    return weapon.range == 0 or distance <= weapon.reach


@rule("sotr.range.modifier", "sotr.shoot.weapon-range", "sotr.weapon.shotgun")
def range_modifier(weapon: Weapon, distance: int, options: Options) -> Modifier | None:
    """What a weapon's range adds to each of its dice; a scope knows no penalty."""
    if is_near(weapon, distance):
        return Modifier(weapon.near, f"{weapon.name} at short range", weapon.clause) if weapon.near else None
    if weapon.id == "shotgun" and not options.shotgun_hit_bonus_short_only:
        return Modifier(weapon.near, weapon.name, weapon.clause)
    if weapon.long and weapon.short and not weapon.has("scoped"):
        return Modifier(weapon.long, f"{weapon.name} past {weapon.short} inches", weapon.clause)
    return None


COVERS = {
    LIGHT: Modifier(-1, "light cover", "sotr.shoot.light-cover"),
    HEAVY: Modifier(-2, "heavy cover", "sotr.shoot.heavy-cover"),
    BUNKERED: Modifier(-3, "pillbox", "sotr.shoot.pillbox"),
}
AIMED = Modifier(1, "aimed shot", "sotr.shoot.aimed")
SCOPED = Modifier(1, "scope", "sotr.sniper.scoped")
CAMO = Modifier(-1, "camo cover", "sotr.shoot.camo")
PRONE = Modifier(-1, "prone", "sotr.shoot.prone")
RAISED = Modifier(1, "elevated position", "sotr.shoot.elevated")
CHARGED = Modifier(-1, "being charged", "sotr.shoot.being-charged")
WATCHING = Modifier(-1, "overwatch", "sotr.overwatch.modifier")
SMOKE = Modifier(-2, "smoke", "sotr.smoke.modifier")
SIZES = {
    "large": Modifier(1, "large target", "sotr.shoot.large"),
    "small": Modifier(-1, "small target", "sotr.shoot.small"),
    "titanic": Modifier(2, "titanic target", "sotr.shoot.titanic"),
}


@rule("sotr.shoot.mod-on-die", "sotr.shoot.tables-differ", "sotr.shoot.concentrated", "sotr.down.prone")
def modifiers(shot: Shot, options: Options) -> tuple[Modifier, ...]:
    """Everything that is added to the die: rows of both tables, and what the text adds; of cover only the most severe."""
    weapon = weapon_of(shot.weapon, options)
    summary = options.to_hit_table == "summary"
    found: list[Modifier | None] = [range_modifier(weapon, shot.distance, options)]
    if shot.together and summary:
        added = min(shot.together, MOST_TOGETHER)
        found.append(Modifier(added, f"concentrated fire of {shot.together}", "sotr.shoot.concentrated"))
    else:
        found += [AIMED if shot.aimed else None, SCOPED if weapon.has("scoped") else None]
    found.append(COVERS.get(shot.cover))
    found.append(PRONE if shot.prone else None)
    found.append(CAMO if shot.camo else None)
    found.append(RAISED if shot.above >= ELEVATED else None)
    found.append(SIZES.get(shot.size) if summary or shot.size == "large" else None)
    found.append(WATCHING if shot.overwatch else None)
    found.append(CHARGED if shot.charging else None)
    found.append(SMOKE if shot.smoke else None)
    return tuple(one for one in found if one is not None)


@rule("sotr.shoot.roll", "sotr.gap.automatic-rolls", "sotr.model.to-hit", "sotr.model.to-hit-modified")
def score(shot: Shot, options: Options) -> int:
    """What a die must show: 4 with the modifiers taken the other way; above 6 it cannot, at 1 or less it always does."""
    return BASE - total(modifiers(shot, options))


def to_hit(shot: Shot, options: Options) -> Target:
    """The same with its reasons, for a page and a forecast."""
    least = score(shot, options)
    needed: Needed = Score(least)
    if least > SIDES:
        needed = Never(f"{least}+ on one die")
    elif least <= 1:
        needed = Always()
    return Target(needed, modifiers(shot, options))


@rule("sotr.sniper.headshot")
def can_head(weapon: str, needed: int, options: Options) -> bool:
    """Whether a natural six of this weapon is a GONER by itself: even where it would miss, unless the table says no."""
    return kinds()[weapon].has("headshot") and not (options.headshot_needs_hit and needed > SIDES)


def hit_roll(
    dice: int, needed: int, why: str, because: tuple[str, ...], seat: int, *, heads: bool = False, reasons: str = ""
) -> Roll[tuple[int, ...]]:
    """The dice of so many equal shots, read as (hits, headshots among them that need no wound roll)."""
    least = max(1, needed)
    bands = ((least, SIDES - 1), (SIDES, SIDES)) if heads else ((least, SIDES), (SIDES + 1, SIDES))
    told = f"{least}+" + (f" ({reasons})" if reasons else "")
    if heads:
        told = f"6, a headshot ({reasons})" if needed > SIDES else f"{told}, headshot on 6"
    cited = ("sotr.shoot.roll", *(("sotr.sniper.headshot",) if heads else ()), *because)
    return Roll(dice, SIDES, Bands(bands), why=why, because=cited, seat=seat, needs=told, say=scored)
