"""What is fired in one attack: every weapon with what its dice need, and whom the attack concerns."""

import msgspec

from sandtable.play.modifier import Modifier
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.sheet import Type

from .fire_modes import Mode


class Shot(msgspec.Struct, frozen=True):
    """One weapon of one Team in a volley: what a die needs and why, its Fire Points (after Long Range), its distance.

    `declared` is the type of Team that an AT weapon names; `slot` the place of the weapon among its Team's.
    """

    team: int
    weapon: str
    needed: int
    fp: int
    gap: int
    slot: int = 0
    declared: Type | None = None
    modifiers: tuple[Modifier, ...] = ()

    @property
    def at(self) -> bool:
        """Whether it is fired by an AT weapon."""
        return weapons()[self.weapon].at


class Volley(msgspec.Struct, frozen=True):
    """Fire of one Unit at another: all shots, and Teams (a CC, an FO) that belong to the target for this attack.

    `attacked` is the Unit that the fire was declared at: the target itself, or a CC or FO whom the target has taken in.
    `only` are the Teams that may be given hits, where not all may. `told_apart` says that a forecast must keep Teams apart
    that differ in nothing but where they stand: close combat follows.
    """

    firer: int
    target: int
    attacked: int
    shots: tuple[Shot, ...]
    mode: Mode
    guests: tuple[int, ...] = ()
    only: tuple[int, ...] | None = None
    told_apart: bool = False
