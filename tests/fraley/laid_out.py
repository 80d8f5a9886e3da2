"""Actions of the Fraley game laid out on a table at random, with the form of the question that an umpire would fill in.

The form is filled in by measuring the table as the game does; so whatever is asked is what would be played.
"""

from collections.abc import Callable

from sandtable.dice.chance import Chance
from tests.conformance.laid import Laid

from . import laid_out_assaults, laid_out_fire, laid_out_indirect, laid_out_moves, laid_out_turn

LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    **laid_out_turn.LAID_OUT,
    **laid_out_fire.LAID_OUT,
    **laid_out_assaults.LAID_OUT,
    **laid_out_moves.LAID_OUT,
    **laid_out_indirect.LAID_OUT,
}
# Quick enough to be laid out hundreds of times.
MANY = ("activation", "re-activation", "saves", "armour", "range-in", "smoke")
