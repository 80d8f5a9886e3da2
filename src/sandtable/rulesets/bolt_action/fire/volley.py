"""Measuring range and rolling to hit: steps three and four of shooting, for direct fire at one target."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from sandtable.dice.roll import Roll
from sandtable.geometry.angle import in_arc
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Target
from sandtable.mechanics.sight import Aim, Sight, aim
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then, thrown
from sandtable.rulesets.bolt_action.basics.arms import (
    Aimed,
    Arm,
    Armed,
    at_openings,
    label,
    men_of,
    target_rows,
    within_arc,
)
from sandtable.rulesets.bolt_action.basics.battlefield import (
    HARD,
    NO_COVER,
    SOFT,
    between_walls,
    fire_lane,
    friends_of,
    to_wall,
)
from sandtable.rulesets.bolt_action.basics.charts import CLAUSE_OF_DICE, Weapon, arms, dice_count
from sandtable.rulesets.bolt_action.basics.words import SHOTS
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.table.layout import rows

from .armour import facing_to
from .fire_effect import strike
from .hits import Hits, Shot, is_long, roll_to_hit, to_hit
from .struck import Struck, alike

SCOPE_REACH = 36
SCOPE_NEAREST = 12

AP, HE = "ap", "he"


class Laid(NamedTuple):
    """An arm laid on a target with a choice of shell."""

    arm: Arm
    shell: str = AP


class Ready(NamedTuple):
    """An arm that can reach the target: what it needs to hit, and how it will strike."""

    laid: Laid
    target: Target
    distance: int
    long_range: bool
    scoped: bool


@rule("ba.gap.cover-who")
def cover_against(state: Battle, target: Aimed, seen: Aim) -> int:
    """The cover that a shooter has to reckon with: what hides half of the target's models from him."""
    unit = state.units[target.unit]
    if unit.building is not None and not target.spotter:
        traits = state.terrain[unit.building].traits
        return HARD + ("bunker" in traits)
    models = len(men_of(state, target)) if target.spotter else len(unit.figures)
    if sum(seen.cover) * 2 < models:
        return NO_COVER
    best = max((place + 1 for place, count in enumerate(seen.cover) if count), default=NO_COVER)
    if best == SOFT and unit.card.armoured and state.options.armour_ignores_soft_cover:
        return NO_COVER
    return best


@rule("ba.gap.small-unit")
def is_small(state: Battle, target: Aimed) -> bool:
    """Whether a target counts as a small unit."""
    unit = state.units[target.unit]
    return not unit.is_vehicle and len(men_of(state, target)) <= state.options.small_unit_max


@rule("ba.gap.sniper")
def scope_helps(state: Battle, arm: Arm, distance: int, *, moving: bool) -> bool:
    """A sniper uses his scope on Fire or Ambush, at no less than 12 inches."""
    sniper = state.figures[arm.figure]
    steady = not moving and state.units[sniper.unit].order != "advance"
    return sniper.role == "sniper" and steady and inches(SCOPE_NEAREST) <= distance <= inches(SCOPE_REACH)


def shot_of(
    state: Battle, shooter: Unit, arm: Arm, target: Aimed, seen: Aim, *, moving: bool, scoped: bool = False
) -> Shot:
    """One shot as the hit modifiers want to know it."""
    victim = state.units[target.unit]
    traits = arm.weapon.traits
    national = state.options.national_rules and shooter.card.nation == "US"
    return Shot(
        distance=seen.distance,
        reach=inches(SCOPE_REACH) if scoped else arm.weapon.reach,
        pins=shooter.pins,
        inexperienced=shooter.card.quality == "inexperienced",
        moving=moving,
        assault_weapon="assault" in traits,
        steady=national and arm.weapon.id in {"rifle", "automatic-rifle"},
        down=victim.order == "down" and not victim.is_vehicle,
        small=is_small(state, target),
        cover=cover_against(state, target, seen),
        short_of_crew=arm.short_of_crew,
        hidden=victim.hidden,
        scoped=scoped,
        flame="flamethrower" in traits,
    )


@rule("ba.gap.buildings")
def _from_wall_to_wall(state: Battle, view: Sight, shooter: Unit, arm: Arm, victim: Unit, seen: Aim) -> Aim:
    """What a viewer makes of a target, with the range taken from and to the walls of buildings, not their windows."""
    if seen.distance < 0 or (shooter.building is None and victim.building is None):
        return seen
    if shooter.building is not None and victim.building is not None:
        return seen._replace(distance=between_walls(state, shooter.building, victim.building))
    if shooter.building is not None:
        return seen._replace(distance=to_wall(state, view.bodies, seen.nearest, shooter.building))
    assert victim.building is not None
    return seen._replace(distance=to_wall(state, view.bodies, arm.viewer, victim.building))


@rule("ba.shoot.measure", "ba.gap.who-shoots", "ba.gap.range-bands")
def measure(
    state: Battle, number: int, armed: Armed, laid: Sequence[Laid], target: Aimed, *, moving: bool
) -> list[Ready]:
    """Which of the laid arms can fire after all, each with what it needs to hit; the others' shots are wasted."""
    shooter = state.units[number]
    able = reaching(state, looks_at(state, number, armed, laid, target), moving=moving)
    if shooter.building is not None or shooter.aboard is not None:
        fire = at_openings(shooter, [one.arm for one, _, _ in able], [found.distance for _, found, _ in able])
        able = [able[place] for place in fire]
    return aimed_at(state, number, target, able, moving=moving)


def looks_at(state: Battle, number: int, armed: Armed, laid: Sequence[Laid], target: Aimed) -> list[tuple[Laid, Aim]]:
    """Which of the laid arms see their target within their arc, and what each makes of it."""
    shooter = state.units[number]
    view, victims = target_rows(state, armed.sight, target)
    viewers = tuple(dict.fromkeys([one.arm.viewer for one in laid]))
    lane = fire_lane(state)
    friends = friends_of(state, shooter.side)
    seen = dict(zip(viewers, aim(view, rows(viewers), victims, friends, lane), strict=True))
    everybody = tuple(victims.tolist())
    looks: list[tuple[Laid, Aim]] = []
    for one in laid:
        found = seen[one.arm.viewer]
        ahead = within_arc(one.arm, view.bodies, everybody)
        if 0 < len(ahead) < len(everybody):
            near = aim(view, rows((one.arm.viewer,)), rows(ahead), friends, lane)[0]
            found = near._replace(cover=found.cover)
        if found.distance < 0 or not ahead:
            continue
        looks.append((one, _from_wall_to_wall(state, view, shooter, one.arm, state.units[target.unit], found)))
    return looks


def reaching(state: Battle, looks: Sequence[tuple[Laid, Aim]], *, moving: bool) -> list[tuple[Laid, Aim, bool]]:
    """Who of those that see their target also reaches it, and whether by his scope."""
    found = [(one, seen, scope_helps(state, one.arm, seen.distance, moving=moving)) for one, seen in looks]
    return [each for each in found if each[2] or each[1].distance <= each[0].arm.weapon.reach]


def aimed_at(
    state: Battle, number: int, target: Aimed, able: Sequence[tuple[Laid, Aim, bool]], *, moving: bool
) -> list[Ready]:
    """What each of those who can fire needs to hit, from what he makes of the target, and whether his scope helps."""
    shooter, ready = state.units[number], []
    point_blank = inches(state.options.point_blank_inches)
    alike: dict[Hashable, Target] = {}  # of all men with a weapon, most shoot under the same conditions
    for one, found, scoped in able:
        arm = one.arm
        long_range = is_long(found.distance, arm.weapon.reach, state.options)
        case = (arm.weapon.id, arm.short_of_crew, scoped, found.cover, found.distance <= point_blank, long_range)
        needed = alike.get(case)
        if needed is None:
            shot = shot_of(state, shooter, arm, target, found, moving=moving, scoped=scoped)
            needed = alike[case] = to_hit(shot, state.options)
        ready.append(Ready(one, needed, found.distance, long_range, scoped))
    return ready


def shots_of(state: Battle, shooter: Unit, arm: Arm) -> str:
    """How many shots a weapon has; German machine guns have one more by a national rule."""
    shots = arm.weapon.shots
    german = state.options.national_rules and shooter.card.nation == "German"
    return str(int(shots) + 1) if german and arm.weapon.id in {"lmg", "mmg"} else shots


def salvoes(ready: Sequence[Ready]) -> list[list[Ready]]:
    """Arms that fire alike, so that their dice are thrown together."""
    groups: dict[tuple[str, str, Target, bool, bool], list[Ready]] = {}
    for one in ready:
        key = (one.laid.arm.weapon.id, one.laid.shell, one.target, one.long_range, one.scoped)
        groups.setdefault(key, []).append(one)
    return list(groups.values())


class Aspect(NamedTuple):
    """What a target shows to those who shoot at it: which armour, and whether a gun shield is between."""

    facing: str
    shielded: bool


def aspect(state: Battle, ready: Sequence[Ready], target: Aimed, armed: Armed) -> Aspect:
    """What most of the shooters see of a target."""
    places = [armed.sight.bodies[one.laid.arm.viewer] for one in ready]
    points = [(int(row[X]), int(row[Y])) for row in places]
    victim = state.units[target.unit]
    facing = facing_to(state, target.unit, points) if victim.is_vehicle else ""
    return Aspect(facing, _shielded(state, victim, points))


@rule("ba.gap.shaped-charge")
def struck_by(state: Battle, one: Ready, hits: int, seen: Aspect) -> Struck:
    """So many hits of an arm, as `strike` wants to know them."""
    kind = one.laid.arm.weapon
    flame = "flamethrower" in kind.traits
    shaped = "shaped-charge" in kind.traits and state.options.shaped_charge_ignores_long_range
    return Struck(
        hits,
        (kind.name,),
        kind.small_arm,
        pen=kind.pen or 0,
        he=kind.he if one.laid.shell == HE else "",
        long_range=one.long_range and not shaped,
        flame=flame,
        always_exceptional=one.scoped,
        facing=seen.facing,
        shielded=seen.shielded and not flame and state.options.gun_shield,
    )


def name_of(one: Ready) -> str:
    """How to speak of an arm that fires."""
    return "sniper's shot" if one.scoped else one.laid.arm.weapon.name


class Volley:
    """Everything that one unit fires at one target at once, like with like: it is not changed, and compared by itself."""

    __slots__ = ("number", "salvoes", "seen", "target")

    def __init__(self, number: int, ready: Sequence[Ready], target: Aimed, seen: Aspect) -> None:
        self.number = number
        self.salvoes = salvoes(ready)
        self.target = target
        self.seen = seen


@stage
async def fire(play: Play[Battle], volley: Volley) -> None:
    """Roll to hit for every arm that can fire, like with like; then what has been hit is struck."""
    await _fire_on(play, volley, 0, ())


async def _fire_on(play: Play[Battle], volley: Volley, place: int, struck: tuple[Struck, ...]) -> None:
    """The salvoes from this place on."""
    state = play.state
    shooter = state.units[volley.number]
    if place == len(volley.salvoes):
        await last(strike(play, volley.target, struck, seat=shooter.side))
        return
    group = volley.salvoes[place]
    first = group[0]
    shots = await _count_shots(play, volley.number, group)
    why = f"{shooter.name} ({name_of(first)}) at {label(state, volley.target)}"
    because = (first.laid.arm.weapon.clause,)
    what = "1 sniper's shot" if first.scoped else arms(len(group), first.laid.arm.weapon)
    dice = thrown(play, roll_to_hit, shots, first.target, why=why, what=what, seat=shooter.side, because=because)
    await then(dice, play, _score, volley, place, struck)


@stage
async def _score(play: Play[Battle], hits: Hits, volley: Volley, place: int, struck: tuple[Struck, ...]) -> None:
    """Note the hits of a salvo and fire the next; men are struck by all that damages them alike at once."""
    state = play.state
    struck = (*struck, struck_by(state, volley.salvoes[place][0], hits.scored, volley.seen))
    if not state.units[volley.target.unit].is_vehicle:
        struck = alike(struck)
    await _fire_on(play, volley, place + 1, struck)


def shots_roll(written: str, kind: Weapon, name: str, *, seat: int) -> Roll[int]:
    """How many shots a flamethrower has this time."""
    count, because = dice_count(written), (kind.clause, "ba.gap.flamethrower", CLAUSE_OF_DICE)
    return Roll(
        count.dice,
        6,
        count.reading,
        why=f"{name}: {written} shots",
        because=because,
        seat=seat,
        say=SHOTS,
        step="shots",
    )


async def _count_shots(play: Play[Battle], number: int, group: Sequence[Ready]) -> int:
    """The shots of a group of equal arms; a flamethrower rolls for its own."""
    shooter = play.state.units[number]
    written = shots_of(play.state, shooter, group[0].laid.arm)
    if written.isdigit():
        return int(written) * len(group)
    shots = 0
    for one in group:
        kind = one.laid.arm.weapon
        rolled = await shots_roll(written, kind, shooter.name, seat=shooter.side)
        shots += rolled.value
    return shots


@rule("ba.gap.gun-shield")
def _shielded(state: Battle, victim: Unit, shooters: Sequence[tuple[int, int]]) -> bool:
    """Whether the crew of a gun is behind its shield: most shooters stand in front of it."""
    if victim.gun is None or "gun-shield" not in victim.card.traits:
        return False
    x, y = state.layout.point(victim.gun)
    bearing = state.layout.bearing(victim.gun)
    front = sum(bool(in_arc(bearing, 450, from_x - x, from_y - y)) for from_x, from_y in shooters)
    return front * 2 > len(shooters)
