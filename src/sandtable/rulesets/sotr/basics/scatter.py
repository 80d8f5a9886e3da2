"""The directional die (sotr.gap.random-direction), and how far things stray."""

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FULL_TURN, ahead
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import FACING_IN
from sandtable.rulesets.sotr.state import Battle, Point

STEPS = 360
DEGREES = "the die less 1, in degrees to the right"


@rule("sotr.gap.random-direction")
def direction_roll(why: str, because: tuple[str, ...], seat: int) -> Roll[int]:
    """A direction drawn evenly from 360: how many degrees it lies to the right of straight ahead."""
    because = ("sotr.gap.random-direction", *because)
    return Roll(
        1, STEPS, Total(-1), why=f"{why}: direction", because=because, seat=seat, aloud=DEGREES, step="which way"
    )


def facing_in(state: Battle, side: int) -> int:
    """The bearing of somebody who looks from his own table edge at the enemy's."""
    return FACING_IN[state.edges[side]]


@rule("sotr.gap.random-direction")
def bearing_of(state: Battle, side: int, degrees: int) -> int:
    """The bearing of a rolled direction: 0 is towards the enemy's table edge."""
    return (facing_in(state, side) + degrees * (FULL_TURN // STEPS)) % FULL_TURN


def strayed(point: Point, bearing: int, distance: int) -> Point:
    """The point that lies so far from another on a bearing."""
    x, y = ahead(*point, bearing % FULL_TURN, distance)
    return int(x), int(y)
