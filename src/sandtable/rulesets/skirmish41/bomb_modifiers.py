"""What changes the die of grenades, bombs and shots at vehicles: each with its clause."""

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier

DROP = inches(4)
FAST = inches(8)


def bomb_modifiers(
    *, drop: bool, ranged: bool, moving: bool, target_moving: bool, suppressed: bool, under_fire: bool
) -> tuple[Modifier, ...]:
    """What the D20 of a grenade or a mortar gets."""
    found = (
        (drop, Modifier(4, "dropped in", "sk.gren.drop")),
        (ranged, Modifier(3, "ranged in", "sk.gren.ranged-in")),
        (moving, Modifier(-2, "firer moving", "sk.gren.firer-moving")),
        (target_moving, Modifier(-2, "target moving or in cover", "sk.gren.target-moving-cover")),
        (suppressed, Modifier(-2, "target suppressed", "sk.gren.target-suppressed")),
        (under_fire, Modifier(-4, "firer under fire", "sk.gren.under-fire")),
    )
    return tuple(one for holds, one in found if holds)


@rule("sk.gren.drop")
def is_drop(weapon: str, distance: int, *, into: bool) -> bool:
    """Whether a grenade is dropped into an open vehicle or a bunker."""
    return weapon == "grenade" and distance <= DROP and into


@rule("sk.at.moving-target")
def harder_to_hit(moved: int, *, straight: bool) -> tuple[Modifier, ...]:
    """What a shot at a vehicle that drove so far needs more."""
    return () if moved <= FAST or straight else (Modifier(4, "moving fast", "sk.at.moving-target"),)
