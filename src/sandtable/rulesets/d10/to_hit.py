"""What a shot needs to hit: SH, and every modifier with its clause."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier

from .charts import MEDIUM, Weapon, to_hit
from .checks import score
from .options import Options
from .terrain import HARD, NO_COVER, SOFT

# Sizes by their modifier: (least, most, what is added to the die, clause).
SIZES = (
    (1, 1, -1, "d10.hit.size-1"),
    (4, 5, 1, "d10.hit.size-4-5"),
    (6, 7, 2, "d10.hit.size-6-7"),
    (8, 9, 3, "d10.hit.size-8-9"),
)


@rule("d10.hit.size-2-3")
def for_size(size: int) -> list[Modifier]:
    """What the size of the target does; sizes 2 and 3 do nothing."""
    return [
        Modifier(value, f"target of size {size}", clause)
        for least, most, value, clause in SIZES
        if least <= size <= most
    ]


@rule("d10.hit.moved", "d10.gap.tag-steady")
def for_moving(weapon: Weapon, band: int, *, moved: bool) -> list[Modifier]:
    """What having moved does: nothing to Steady weapons at Short and Medium range."""
    if not moved or (weapon.has("steady") and band <= MEDIUM):
        return []
    return [Modifier(-1, "the unit moved", "d10.hit.moved")]


@rule("d10.gap.tag-aimed", "d10.gap.weapon-sniper-rifle")
def for_aiming(weapon: Weapon, *, moved: bool) -> list[Modifier]:
    """What an Aimed weapon gains while its bearer has not moved."""
    return [Modifier(1, "aimed", "d10.gap.tag-aimed")] if weapon.has("aimed") and not moved else []


@rule("d10.gap.cover", "d10.gap.tag-ignore-cover", "d10.gap.tag-indirect")
def for_cover(weapon: Weapon, cover: int, options: Options) -> list[Modifier]:
    """What cover does: less against what comes from above, nothing against some weapons."""
    if cover == NO_COVER or weapon.has("ignores-cover"):
        return []
    if weapon.has("indirect"):
        return [Modifier(-1, "hard cover from above", "d10.gap.tag-indirect")] if cover == HARD else []
    value = options.cover_soft if cover == SOFT else options.cover_hard
    return [Modifier(value, "soft cover" if cover == SOFT else "hard cover", "d10.gap.cover")] if value else []


@rule("d10.gap.weapon-bazooka", "d10.gap.guns")
def for_crew(weapon: Weapon, crew: int, *, towed: bool) -> list[Modifier]:
    """What a missing crew does to a rocket launcher and a towed gun."""
    if crew >= 2:
        return []
    if towed:
        return [Modifier(-1, "a single crewman", "d10.gap.guns")]
    if weapon.crew and weapon.has("shaped"):
        return [Modifier(-1, "no loader", "d10.gap.weapon-bazooka")]
    return []


@rule("d10.gap.tag-indirect")
def for_sight(*, unseen: bool) -> list[Modifier]:
    """What firing at an unseen target does."""
    return [Modifier(-1, "out of sight", "d10.gap.tag-indirect")] if unseen else []


@rule("d10.shoot.table", "d10.shoot.natural-1", "d10.shoot.natural-10", "d10.range.no-to-hit-effect")
def hit_score(shooting: int, modifiers: Sequence[Modifier]) -> int:
    """What a die must show to hit."""
    return score(to_hit(shooting), modifiers, natural=True)
