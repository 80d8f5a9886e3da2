"""The occasions on which a Unit fires, and what fire comes to."""

from typing import Literal, NamedTuple

from sandtable.geometry.units import inches

Mode = Literal["fire", "aimed", "moved", "overwatch", "reaction", "suppressive"]

REACTING: tuple[Mode, ...] = ("overwatch", "reaction")  # in somebody else's move
REACTION = inches(18)  # how near a Unit on the move must be for Reaction Fire


class Struck(NamedTuple):
    """What fire at a Unit did: Fire Points that hit it, before Saves; suppressions and losses among its Armored Teams."""

    target: int
    hits: int
    results: int
