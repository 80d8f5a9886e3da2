"""Indirect fire (1.7.1 Table 3, 1.7.2): over obstructions, and where the shot comes down."""

from typing import NamedTuple

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.scatter import bearing_of, direction_roll, strayed
from sandtable.rulesets.sotr.basics.sight import sightings, to_point
from sandtable.rulesets.sotr.basics.templates import Landing, at_point
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.state import Battle

from .aiming import LONG, Aim, Shot, spot_in_sight

DUD = 6
DIRECT, FAR, UNSEEN, SEEN = "direct", "long range", "out of sight", "in sight"
CASES = "sotr.blast.indirect-cases"


class Fired(NamedTuple):
    """A shot with a template as it is measured before its dice: at what, in which case, what is added, how far."""

    figure: int
    aim: Aim
    at: Landing
    case: str
    modifiers: tuple[Modifier, ...]
    far: int


@rule("sotr.blast.indirect-cases", "sotr.weapon.indirect-no-los", "sotr.weapon.grenade-launcher")
def case_of(state: Battle, shot: Shot) -> str:
    """Which of the cases an indirect shot is, at a unit or at a point."""
    if shot.aim.kind == "unit":
        men = state.units[shot.aim.number].men
        sights = sightings(state, (shot.figure,), men)
        seen = any(sights[shot.figure, man].visible for man in men)
    else:
        seen = spot_in_sight(state, (shot.figure,), shot.at)
    return case_by(to_point(state, shot.figure, shot.at.point), seen=seen)


def case_by(far: int, *, seen: bool) -> str:
    """Beyond 24 inches, else out of LOS, else in LOS."""
    return FAR if far > LONG else SEEN if seen else UNSEEN


@rule("sotr.gap.random-direction")
async def _direction(play: Play[Battle], why: str, because: tuple[str, ...], seat: int) -> tuple[int, int]:
    """A random bearing, 0 degrees being towards the enemy's table edge, and the throw that said so; none on a bare table."""
    if play.state.layout.bare:
        return 0, -1
    rolled = await direction_roll(why, because, seat)
    return bearing_of(play.state, seat, rolled.value), rolled.number


def distance_roll(dice: int, why: str, because: tuple[str, ...], seat: int) -> Roll[int]:
    """How far a shot strays, before anything is made of it."""
    return Roll(dice, 6, Total(), why=f"{why}: how far it strays", because=because, seat=seat, step="how far it strays")


@rule("sotr.blast.indirect-miss")
def missed_by(face: int, fired: int, options: Options) -> int | None:
    """How far a missed shot strays that was fired so far: twice the roll, at most half the way; None for a dud."""
    if options.indirect_miss == "d6":
        return face * INCH
    return None if face == DUD else min(2 * face * INCH, fired // 2)


@rule("sotr.blast.indirect-cases", "sotr.weapon.indirect-no-los", "sotr.weapon.grenade-launcher")
async def stray_always(play: Play[Battle], fired: Fired, weapon: Weapon) -> Landing:
    """A shot that nobody rolls to hit with: 2D6 inches at long range, D6 out of sight, in any direction."""
    seat = play.state.units[play.state.figures[fired.figure].unit].side
    far_off = fired.case == FAR
    because = (weapon.clause if far_off else "sotr.weapon.indirect-no-los", CASES)
    bearing, throw = await _direction(play, weapon.name, because, seat)
    far = await distance_roll(2 if far_off else 1, weapon.name, because, seat)
    return _landed(play, fired, bearing, far.value * INCH, weapon, because, (throw, far.number))


@rule("sotr.blast.indirect-miss", "sotr.blast.indirect-cases")
async def stray_missed(play: Play[Battle], fired: Fired, weapon: Weapon) -> Landing | None:
    """Where a shot lands that missed; None if it was lost."""
    seat = play.state.units[play.state.figures[fired.figure].unit].side
    because = ("sotr.blast.indirect-miss", CASES)
    far = await distance_roll(1, weapon.name, because, seat)
    distance = missed_by(far.value, fired.far, play.state.options)
    if distance is None:
        play.tell("was a dud", *because, tells={"weapon": weapon.name}, rolls=(far.number,))
        return None
    bearing, throw = await _direction(play, weapon.name, because, seat)
    return _landed(play, fired, bearing, distance, weapon, because, (far.number, throw))


def _landed(
    play: Play[Battle],
    fired: Fired,
    bearing: int,
    distance: int,
    weapon: Weapon,
    because: tuple[str, ...],
    rolls: tuple[int, ...],
) -> Landing:
    """It comes down on the ground, or, where it did not stray at all, where it was aimed."""
    state, (x, y) = play.state, fired.at.point
    at = (x + distance, y) if state.layout.bare else strayed((x, y), bearing, distance)
    play.tell("strayed", *because, tells={"weapon": weapon.name, "distance": distance, "point": list(at)}, rolls=rolls)
    if at == fired.at.point:
        return fired.at
    return Landing(at) if state.layout.bare else at_point(state, at)
