"""Indirect fire (1.7.1 Table 3, 1.7.2): over obstructions, and where the shot comes down."""

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play

from .aiming import LONG, Shot, spot_in_sight
from .options import Options
from .scatter import bearing_of, direction_roll, strayed
from .sheet import Weapon
from .sight import sightings, to_point
from .state import Battle, Point
from .templates import Landing, at_point

DUD = 6
FAR, UNSEEN, SEEN = "long range", "out of sight", "in sight"
CASES = "sotr.blast.indirect-cases"


@rule("sotr.blast.indirect-cases", "sotr.weapon.indirect-no-los", "sotr.weapon.grenade-launcher")
def case_of(state: Battle, shot: Shot) -> str:
    """Which of the cases an indirect shot is: beyond 24 inches, else out of LOS, else in LOS."""
    if to_point(state, shot.figure, shot.at.point) > LONG:
        return FAR
    if shot.aim.kind == "unit":
        men = state.units[shot.aim.number].men
        seen = sightings(state, (shot.figure,), men)
        return SEEN if any(seen[shot.figure, man].visible for man in men) else UNSEEN
    return SEEN if spot_in_sight(state, (shot.figure,), shot.at) else UNSEEN


@rule("sotr.gap.random-direction")
async def _direction(play: Play[Battle], why: str, because: tuple[str, ...], seat: int) -> tuple[int, int]:
    """A random bearing, 0 degrees being towards the enemy's table edge, and the throw that said so."""
    rolled = await direction_roll(why, because, seat)
    return bearing_of(play.state, seat, rolled.value), rolled.number


def distance_roll(dice: int, why: str, because: tuple[str, ...], seat: int) -> Roll[int]:
    """How far a shot strays, before anything is made of it."""
    return Roll(dice, 6, Total(), why=f"{why}: how far it strays", because=because, seat=seat)


@rule("sotr.blast.indirect-miss")
def missed_by(face: int, fired: int, options: Options) -> int | None:
    """How far a missed shot strays that was fired so far: twice the roll, at most half the way; None for a dud."""
    if options.indirect_miss == "d6":
        return face * INCH
    return None if face == DUD else min(2 * face * INCH, fired // 2)


@rule("sotr.blast.indirect-cases", "sotr.weapon.indirect-no-los", "sotr.weapon.grenade-launcher")
async def stray_always(play: Play[Battle], shot: Shot, case: str, weapon: Weapon) -> Landing:
    """A shot that nobody rolls to hit with: 2D6 inches at long range, D6 out of sight, in any direction."""
    seat = play.state.units[play.state.figures[shot.figure].unit].side
    clause = weapon.clause if case == FAR else "sotr.weapon.indirect-no-los"
    because = (clause, CASES)
    bearing, throw = await _direction(play, weapon.name, because, seat)
    far = await distance_roll(2 if case == FAR else 1, weapon.name, because, seat)
    at = strayed(shot.at.point, bearing, far.value * INCH)
    return _landed(play, shot, at, far.value * INCH, weapon, because, (throw, far.number))


@rule("sotr.blast.indirect-miss", "sotr.blast.indirect-cases")
async def stray_missed(play: Play[Battle], shot: Shot, weapon: Weapon) -> Landing | None:
    """Where a shot lands that missed; None if it was lost."""
    seat = play.state.units[play.state.figures[shot.figure].unit].side
    because = ("sotr.blast.indirect-miss", CASES)
    far = await distance_roll(1, weapon.name, because, seat)
    fired = to_point(play.state, shot.figure, shot.at.point)
    distance = missed_by(far.value, fired, play.state.options)
    if distance is None:
        play.tell("was a dud", *because, tells={"weapon": weapon.name}, rolls=(far.number,))
        return None
    bearing, throw = await _direction(play, weapon.name, because, seat)
    at = strayed(shot.at.point, bearing, distance)
    return _landed(play, shot, at, distance, weapon, because, (far.number, throw))


def _landed(
    play: Play[Battle],
    shot: Shot,
    at: Point,
    distance: int,
    weapon: Weapon,
    because: tuple[str, ...],
    rolls: tuple[int, ...],
) -> Landing:
    """It comes down on the ground, or, where it did not stray at all, where it was aimed."""
    play.tell("strayed", *because, tells={"weapon": weapon.name, "distance": distance, "point": list(at)}, rolls=rolls)
    return shot.at if at == shot.at.point else at_point(play.state, at)
