"""What changes the die of grenades, bombs and shots at vehicles: each with its clause."""

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt
from sandtable.rulesets.skirmish41.options import Options

DROP = inches(4)


def bomb_modifiers(
    options: Options,
    *,
    drop: bool,
    ranged: bool,
    moving: bool,
    target_moving: bool,
    suppressed: bool,
    under_fire: bool,
) -> tuple[Modifier, ...]:
    """What the D20 of a grenade or a mortar gets."""
    table = options.tables.bomb_modifiers
    found = (
        (drop, table.drop, "dropped in"),
        (ranged, table.ranged_in, "ranged in"),
        (moving, table.firer_moving, "firer moving"),
        (target_moving, table.target_moving_cover, "target moving or in cover"),
        (suppressed, table.target_suppressed, "target suppressed"),
        (under_fire, table.under_fire, "firer under fire"),
    )
    return tuple(felt(one.because(why) for holds, one, why in found if holds))


@rule("sk.gren.drop")
def is_drop(weapon: str, distance: int, *, into: bool) -> bool:
    """Whether a grenade is dropped into an open vehicle or a bunker."""
    return weapon == "grenade" and distance <= DROP and into


@rule("sk.at.moving-target")
def is_fast(moved: int, options: Options) -> bool:
    """Whether a vehicle that drove so far is harder to hit."""
    return moved > inches(options.tables.vehicle_fire.moving_fast.inches)


@rule("sk.at.moving-target")
def harder_to_hit(moved: int, options: Options, *, straight: bool) -> tuple[Modifier, ...]:
    """What a shot at a vehicle that drove so far needs more."""
    if straight or not is_fast(moved, options):
        return ()
    return tuple(felt([options.tables.vehicle_fire.moving_fast.because("moving fast")]))
