"""Actions of Bolt Action laid out on tables at random, with the forms that an umpire would fill in by measuring them."""

from collections.abc import Callable

from sandtable.dice.chance import Chance
from tests.conformance.laid import Laid

from . import laid_out_fire, laid_out_orders, laid_out_quarters, laid_out_support, laid_out_turn, laid_out_vehicles

LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    **laid_out_fire.LAID_OUT,
    **laid_out_orders.LAID_OUT,
    **laid_out_quarters.LAID_OUT,
    **laid_out_support.LAID_OUT,
    **laid_out_turn.LAID_OUT,
    **laid_out_vehicles.LAID_OUT,
}
