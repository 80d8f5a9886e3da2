"""What a shot needs to hit: SH, and every modifier with its clause."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt
from sandtable.rulesets.d10.basics.charts import MEDIUM, Kind, Weapon, to_hit
from sandtable.rulesets.d10.basics.checks import score
from sandtable.rulesets.d10.basics.terrain import HARD, NO_COVER, SOFT
from sandtable.rulesets.d10.options import Options


@rule("d10.hit.size-1", "d10.hit.size-2-3", "d10.hit.size-4-5", "d10.hit.size-6-7", "d10.hit.size-8-9")
def for_size(size: int, options: Options) -> list[Modifier]:
    """What the size of the target does; sizes 2 and 3 do nothing."""
    rows = (row for row in options.tables.hit.sizes if row.least <= size <= row.most)
    return felt(row.because(f"target of size {size}") for row in rows)


@rule("d10.hit.moved", "d10.gap.tag-steady")
def for_moving(weapon: Kind, band: int, options: Options, *, moved: bool) -> list[Modifier]:
    """What having moved does; by the switch nothing to Steady weapons at Short and Medium range."""
    steady = options.steady_ignores_moving and weapon.has("steady") and band <= MEDIUM
    if not moved or steady:
        return []
    return felt([options.tables.hit.moved.because("the unit moved")])


@rule("d10.gap.tag-aimed", "d10.gap.weapon-sniper-rifle")
def for_aiming(weapon: Kind, options: Options, *, moved: bool) -> list[Modifier]:
    """What an Aimed weapon gains while its bearer has not moved."""
    return felt([options.tables.hit.aimed.because("aimed")]) if weapon.has("aimed") and not moved else []


@rule("d10.gap.cover", "d10.gap.tag-ignore-cover", "d10.gap.tag-indirect")
def for_cover(weapon: Kind, cover: int, options: Options) -> list[Modifier]:
    """What cover does: less against what comes from above, nothing against some weapons."""
    if cover == NO_COVER or weapon.has("ignores-cover"):
        return []
    table = options.tables.hit
    if weapon.has("indirect"):
        return felt([table.hard_cover_from_above.because("hard cover from above")]) if cover == HARD else []
    row, why = (table.soft_cover, "soft cover") if cover == SOFT else (table.hard_cover, "hard cover")
    return felt([row.because(why)])


@rule("d10.gap.weapon-bazooka", "d10.gap.guns")
def for_crew(weapon: Weapon, crew: int, options: Options, *, towed: bool) -> list[Modifier]:
    """What a missing crew does to a rocket launcher and a towed gun."""
    table = options.tables.hit
    if towed:
        return felt([table.single_crewman.because("a single crewman")]) if crew < 2 else []
    return felt([table.no_loader.because("no loader")]) if weapon.has("shaped") and crew < weapon.crew else []


@rule("d10.gap.tag-indirect")
def for_sight(options: Options, *, unseen: bool) -> list[Modifier]:
    """What firing at an unseen target does."""
    return felt([options.tables.hit.out_of_sight.because("out of sight")]) if unseen else []


@rule("d10.shoot.table", "d10.shoot.natural-1", "d10.shoot.natural-10", "d10.range.no-to-hit-effect")
def hit_score(shooting: int, modifiers: Sequence[Modifier], options: Options) -> int:
    """What a die must show to hit."""
    return score(to_hit(shooting, options), modifiers, natural=True)
