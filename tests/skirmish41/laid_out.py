"""Actions of WW2 skirmish laid out on a table at random, with the form of the question that an umpire would fill in.

The form is filled in by measuring the table as the game does; so whatever is asked is what would be played.
"""

from collections.abc import Callable

from sandtable.dice.chance import Chance
from tests.conformance.laid import Laid

from . import laid_out_bombs, laid_out_fire, laid_out_nerve, laid_out_solo, laid_out_vehicles

LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    **laid_out_fire.LAID_OUT,
    **laid_out_bombs.LAID_OUT,
    **laid_out_vehicles.LAID_OUT,
    **laid_out_nerve.LAID_OUT,
    **laid_out_solo.LAID_OUT,
}
