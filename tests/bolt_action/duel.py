"""A weapon and its target at a measured distance: the set-up that tests of heavy weapons share."""

from typing import Any

from sandtable.play.scenario import Enlisted
from sandtable.rulesets.bolt_action.setup.forces import bases, raise_unit

from .kit import Scene, Side, de, us

WEST = 5.0  # where the weapon stands
MIDDLE = 24.0


def half_size(troop: str, turned: float = 0) -> float:
    """How far the base or hull of a unit's first figure reaches towards one who stands square to it, in inches."""
    base = bases()[raise_unit(Enlisted(troop), "test", troop).figures[0].base]
    if base.radius:
        return base.radius / 1000
    return (base.width if turned % 180 else base.length) / 2000


def duel(
    distance: float,
    shooter: str,
    target: str,
    *more: Side,
    turned: float = 0,
    gun: dict[str, Any] | None = None,
    foe: dict[str, Any] | None = None,
    men: int = 0,
    quality: str = "",
    **rest: Any,
) -> Scene:
    """`Gun` of side 0 looks east at `Foe` of side 1, so many inches from its muzzle to the nearest figure or hull.

    Foe looks back, or is turned so many degrees (a vehicle by 90 shows its side, by 180 its rear). `gun` and `foe` are
    fields of the units; `men` and `quality` are Foe's.
    """
    x = WEST + half_size(shooter) + distance + half_size(target, turned)
    return Scene(
        us(shooter, (WEST, MIDDLE), name="Gun", bearing=90, fields=gun or {}),
        de(target, (x, MIDDLE), name="Foe", bearing=(270 + turned) % 360, men=men, quality=quality, fields=foe or {}),
        *more,
        size=(120, 48),
        **rest,
    )
