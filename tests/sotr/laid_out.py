"""Actions of Secrets of the Third Reich laid out at random, with the forms that an umpire would fill in by measuring."""

from collections.abc import Callable

from sandtable.dice.chance import Chance
from tests.conformance.laid import Laid

from . import laid_out_fire, laid_out_melee, laid_out_nerve, laid_out_strikes, laid_out_weapons

LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    **laid_out_nerve.LAID_OUT,
    **laid_out_fire.LAID_OUT,
    **laid_out_weapons.LAID_OUT,
    **laid_out_strikes.LAID_OUT,
    **laid_out_melee.LAID_OUT,
}
MANY = (
    "shooting-model",
    "wound",
    "suppression",
    "machine-hit",
    "cool-test",
)  # quick enough to be laid out hundreds of times
