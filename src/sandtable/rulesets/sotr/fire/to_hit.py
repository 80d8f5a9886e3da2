"""Rolling to hit (1.6.2.5 - 1.6.2.7): what is added to the die, and what it must show. Plain facts in, numbers out."""

from typing import NamedTuple

from sandtable.dice.readings import Bands
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Always, Modifier, Needed, Never, Score, Target, felt, total
from sandtable.rulesets.sotr.basics.charts import kinds, weapon_of
from sandtable.rulesets.sotr.basics.sight import BUNKERED, HEAVY, LIGHT
from sandtable.rulesets.sotr.basics.words import scored
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Hit, Weapon

SIDES = 6


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


def cover_modifier(level: int, hit: Hit) -> Modifier | None:
    """What a level of cover takes off the die."""
    if level == LIGHT:
        return hit.light_cover.because("light cover")
    if level == HEAVY:
        return hit.heavy_cover.because("heavy cover")
    return hit.pillbox.because("pillbox") if level == BUNKERED else None


def size_modifier(size: str, hit: Hit) -> Modifier | None:
    """What the size of a target adds."""
    rows = {"large": hit.large, "small": hit.small, "titanic": hit.titanic}
    return rows[size].because(f"{size} target") if size in rows else None


@rule("sotr.shoot.mod-on-die", "sotr.shoot.tables-differ", "sotr.shoot.concentrated", "sotr.down.prone")
def modifiers(shot: Shot, options: Options) -> tuple[Modifier, ...]:
    """Everything that is added to the die: rows of both tables, and what the text adds; of cover only the most severe."""
    weapon = weapon_of(shot.weapon, options)
    hit = options.tables.hit
    summary = options.to_hit_table == "summary"
    found: list[Modifier | None] = [range_modifier(weapon, shot.distance, options)]
    if shot.together and summary:
        row = hit.concentrated
        counted = min(shot.together, row.most) if row.most else shot.together
        found.append(row.times(counted, f"concentrated fire of {shot.together}"))
    else:
        found.append(hit.aimed.because("aimed shot") if shot.aimed else None)
        found.append(hit.scoped.because("scope") if weapon.has("scoped") else None)
    found.append(cover_modifier(shot.cover, hit))
    found.append(hit.prone.because("prone") if shot.prone else None)
    found.append(hit.camo.because("camo cover") if shot.camo else None)
    found.append(hit.elevated.because("elevated position") if shot.above >= hit.elevated.reach else None)
    found.append(size_modifier(shot.size, hit) if summary or shot.size == "large" else None)
    found.append(hit.overwatch.because("overwatch") if shot.overwatch else None)
    found.append(hit.being_charged.because("being charged") if shot.charging else None)
    found.append(hit.smoke.because("smoke") if shot.smoke else None)
    return tuple(felt(one for one in found if one is not None))


@rule("sotr.shoot.roll", "sotr.gap.automatic-rolls", "sotr.model.to-hit", "sotr.model.to-hit-modified")
def score(shot: Shot, options: Options) -> int:
    """What a die must show: 4 with the modifiers taken the other way; above 6 it cannot, at 1 or less it always does."""
    return options.tables.hit.base.needs - total(modifiers(shot, options))


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


def _told(least: int, said: str, *, only_heads: bool) -> str:
    """The score and its reasons; where nothing but a natural six will do, that alone."""
    if only_heads:
        return f"6, a headshot ({said})"
    return f"{least}+ ({said})" if said else f"{least}+"


def hit_roll(
    dice: int,
    needed: int,
    why: str,
    because: tuple[str, ...],
    seat: int,
    *,
    heads: bool = False,
    reasons: tuple[Modifier, ...] = (),
    aloud: str = "",
) -> Roll[tuple[int, ...]]:
    """The dice of so many equal shots, read as (hits, headshots among them that need no wound roll).

    `aloud` are the reasons of shots that have not all the same.
    """
    least = max(1, needed)
    bands = ((least, SIDES - 1), (SIDES, SIDES)) if heads else ((least, SIDES), (SIDES + 1, SIDES))
    told, spoken = (
        _told(least, said, only_heads=heads and needed > SIDES) for said in (", ".join(map(str, reasons)), aloud)
    )
    if heads and needed <= SIDES:
        told, spoken = f"{told}, headshot on 6", f"{spoken}, headshot on 6"
    cited = ("sotr.shoot.roll", *(("sotr.sniper.headshot",) if heads else ()), *because)
    return Roll(
        dice, SIDES, Bands(bands), why=why, because=cited, seat=seat, needs=told, say=scored, step="to hit",
        modifiers=reasons, aloud=spoken if aloud else "",
    )  # fmt: skip
