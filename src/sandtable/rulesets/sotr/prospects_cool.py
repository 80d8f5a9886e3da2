"""A Cool test as dice that hang on an option."""

from fractions import Fraction
from typing import Any

from sandtable.dice.roll import Roll
from sandtable.play.modifier import Modifier
from sandtable.play.shown import Volley

from .cool import PASSED, Cool, cool_roll


def cool_volley(what: str, on: Cool, seat: int) -> Volley:
    """What a Cool test needs, why, and how likely it is passed."""
    roll = cool_roll(on.needed, what, (), seat)
    cover = (Modifier(on.dice, "cover", "sotr.suppress.cover"),) if on.dice else ()
    return Volley(f"{what}: {on.whose}", "2D6", roll.needs, on.modifiers + cover, str(chance(roll, PASSED)))


def chance(roll: Roll[Any], result: object) -> Fraction:
    """How likely a roll comes to a result."""
    weights = roll.reading.weights(roll.dice, roll.sides)
    return Fraction(weights.get(result, 0), sum(weights.values()))
