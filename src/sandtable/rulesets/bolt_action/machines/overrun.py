"""Tank assault and ramming: vehicles driving over men and into vehicles."""

from collections.abc import Sequence

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import RIGHT_ANGLE, bearing_to, turn_between
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import FINE, TOO_NEAR
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.driving import Drive, Driven, Driving
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.bolt_action.basics.battlefield import distance, enemies, passage, terms
from sandtable.rulesets.bolt_action.basics.journey import driven
from sandtable.rulesets.bolt_action.fire.armour import (
    NO_DAMAGE,
    damage_vehicle,
    facing_to,
    penetration,
    roll_penetration,
)
from sandtable.rulesets.bolt_action.fire.shooting_back import shoot_back
from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.move.deployment import clear_places
from sandtable.rulesets.bolt_action.move.movement import clause_of_move, explainer
from sandtable.rulesets.bolt_action.move.travel import travel
from sandtable.rulesets.bolt_action.nerve.morale import morale_check
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Unit

from .vehicles import rate_of

HEAVY_ENOUGH = 8


@rule("ba.gap.tank-assault")
def can_overrun(unit: Unit, options: Options) -> bool:
    """A tracked or half-tracked armoured vehicle of damage value 8 or more."""
    tracked = unit.card.move in {"tracked", "slow-tracked", "half-tracked"}
    return tracked and unit.card.armoured and options.tables.armour[unit.card.armour].damaged_on >= HEAVY_ENOUGH


def overrun_targets(state: Battle, number: int) -> list[int]:
    """The enemy infantry and artillery that a vehicle can drive over with this Run."""
    unit = state.units[number]
    if not can_overrun(unit, state.options) or unit.came_on:
        return []
    return [
        enemy
        for enemy in enemies(state, unit.side)
        if not state.units[enemy].is_vehicle
        and state.units[enemy].building is None
        and distance(state, number, enemy) <= inches(state.options.tables.movement[unit.card.move].run)
        and _contact(state, number, enemy) is not None
    ]


def _domain(state: Battle, number: int, target: int) -> Driving:
    """Drives on a Run that end up touching the target."""
    unit = state.units[number]
    rate = rate_of(unit, state.options, running=True)

    def judge(drive: Driven) -> Refusal | None:
        legs = drive.drive.legs
        if any(length < 0 for _, length in legs) or sum(length for _, length in legs) > rate.ahead:
            return Refusal("a tank assault goes ahead, within the Run", ("ba.gap.tank-assault", clause_of_move(unit)))
        turns = [turn for turn, _ in legs if turn]
        if len(turns) > rate.turns or any(abs(turn) > RIGHT_ANGLE for turn in turns):
            return Refusal("too many turns", ("ba.move.turns",))
        if not touched(state, number, target, drive):
            return Refusal("this way does not reach the target", ("ba.gap.tank-assault",))
        return None

    def propose(_: Chance) -> Sequence[Drive]:
        return _straight_at(state, number, target)

    return Driving(
        terms(state, number, passage(state, unit.card.move, running=True), near=(target,)),
        unit.men[0],
        judge=judge,
        explain=explainer(state, number, rate.ahead),
        propose=propose,
        budget=rate.ahead,
    )


def _straight_at(state: Battle, number: int, target: int) -> list[Drive]:
    """Ways that lead at the target: straight ahead, and turned towards each of its figures where a Run allows a turn."""
    unit = state.units[number]
    rate = rate_of(unit, state.options, running=True)
    hull = unit.men[0]
    bodies = state.layout.bodies
    ways = [Drive(((0, far),)) for far in (rate.ahead, rate.ahead * 2 // 3, rate.ahead // 3)]
    if rate.turns:
        for figure in state.units[target].figures:
            dx, dy = int(bodies[figure, X] - bodies[hull, X]), int(bodies[figure, Y] - bodies[hull, Y])
            turn = int(turn_between(state.layout.bearing(hull), int(bearing_to(dx, dy))))
            if abs(turn) <= RIGHT_ANGLE:
                ways += [Drive(((turn, far),)) for far in (rate.ahead, rate.ahead * 2 // 3, rate.ahead // 3)]
    return ways


def touched(state: Battle, number: int, target: int, drive: Driven) -> list[int]:
    """The figures of a target that the hull passes over."""
    hull = state.units[number].men[0]
    found: list[int] = []
    for (x, y, _), (end_x, end_y, bearing) in zip(drive.poses, drive.poses[1:], strict=False):
        steps = max(1, (abs(end_x - x) + abs(end_y - y)) // INCH)
        for step in range(steps + 1):
            here = (hull, x + (end_x - x) * step // steps, y + (end_y - y) * step // steps, bearing, 0)
            bodies = state.layout.placed([here]).bodies
            for figure in state.units[target].figures:
                if figure not in found and gap(bodies, hull, bodies, figure) == 0:
                    found.append(figure)
    return found


def _contact(state: Battle, number: int, target: int) -> Drive | None:
    """Some legal way of driving over a target."""
    domain = _domain(state, number, target)
    for way in _straight_at(state, number, target):
        made, verdict = domain.tried(way)
        if verdict[0] == FINE and domain.judge(made) is None:
            return way
    return None


async def overrun(play: Play[Battle], number: int, target: int) -> None:
    """Drive over men: they may shoot first, then check morale or are destroyed; guns are crushed."""
    unit = play.state.units[number]
    choices = _domain(play.state, number, target)
    words = f"{unit.name} drives at {play.state.units[target].name}"
    drive = await ask(play, number, "drive", choices, words, "ba.gap.tank-assault", clause_of_move(unit))
    tells = {"at": play.state.units[target].name}
    play.tell("drove at", "ba.gap.tank-assault", unit=number, tells=tells, shows=shows_at(target))
    await shoot_back(play, number, target, "ba.gap.tank-assault")
    mover, victim = play.state.units[number], play.state.units[target]
    if not mover.alive or mover.order != "run" or mover.immobilised or not victim.alive:
        return
    journey = driven(play.state, unit.men[0], drive)._replace(shows=shows_at(target))
    arrived = await travel(play, number, journey, "ba.gap.tank-assault", verb="drove over", assault=True)
    if arrived and play.state.units[target].alive:
        await driven_over(play, target)


async def driven_over(play: Play[Battle], target: int) -> None:
    """A gun is crushed; men step aside, or scatter if they fail their check."""
    if play.state.units[target].is_artillery:
        await destroy(play, target, "ba.gap.tank-assault", why="crushed")
    elif not await morale_check(play, target, "driven over", "ba.gap.tank-assault"):
        await destroy(play, target, "ba.gap.tank-assault", why="scattered by the vehicle")
    else:
        step_aside(play, target)


def step_aside(play: Play[Battle], number: int) -> None:
    """Men who kept their nerve step out of the vehicle's way."""
    if play.state.layout.bare:
        return
    places = clear_places(play.state, number)
    if places:
        play.tell("stepped aside", "ba.gap.tank-assault", unit=number, sets={"places": places})


@rule("ba.gap.tank-ram")
def ram_targets(state: Battle, number: int) -> list[int]:
    """The enemy vehicles that a vehicle can ram straight ahead with this Run, where the table plays it."""
    unit = state.units[number]
    if not state.options.ramming or unit.came_on:
        return []
    return [
        enemy
        for enemy in enemies(state, unit.side)
        if state.units[enemy].is_vehicle and _ram_way(state, number, enemy) is not None
    ]


def _ram_way(state: Battle, number: int, target: int) -> Drive | None:
    """The longest way straight ahead that only the target stands in."""
    unit = state.units[number]
    rate = rate_of(unit, state.options, running=True)
    domain = Driving(
        terms(state, number, passage(state, unit.card.move, running=True), clear=1),
        unit.men[0],
        judge=lambda _: None,
        explain=explainer(state, number, rate.ahead),
        propose=lambda _: (),
    )
    reached = 0
    for far in range(INCH // 2, rate.ahead + 1, INCH // 2):
        _, verdict = domain.tried(Drive(((0, far),)))
        if verdict[0] == FINE:
            reached = far
            continue
        struck = verdict[0] == TOO_NEAR and state.figures[verdict[2]].unit == target
        return Drive(((0, reached),)) if struck else None
    return None


async def ram(play: Play[Battle], number: int, target: int) -> None:
    """Ram a vehicle: each takes a hit of D6 and the other's armour value less three, on the facing struck."""
    way = _ram_way(play.state, number, target)
    assert way is not None
    unit = play.state.units[number]
    hull = unit.men[0]
    poses = Driving(
        terms(play.state, number, passage(play.state, unit.card.move, running=True), clear=1),
        hull,
        judge=lambda _: None,
        explain=explainer(play.state, number, 0),
        propose=lambda _: (),
    ).tried(way)[0]
    journey = driven(play.state, hull, poses)
    journey = journey._replace(tells=journey.tells | {"at": play.state.units[target].name}, shows=shows_at(target))
    if not await travel(play, number, journey, "ba.gap.tank-ram", verb="rammed"):
        return
    state = play.state
    first = facing_to(state, target, [state.layout.point(hull)])
    second = facing_to(state, number, [state.layout.point(state.units[target].men[0])])
    await collide(play, number, target, second, first)


async def collide(play: Play[Battle], number: int, target: int, facing: str, struck: str) -> None:
    """Two vehicles strike each other on a facing, the one that is rammed first; both are as heavy as they were."""
    armour = {one: play.state.units[one].card.armour for one in (number, target)}
    for victim, other, side in ((target, number, struck), (number, target, facing)):
        await _ram_hit(play, victim, side, ramming_pen(armour[other], play.state.options))


@rule("ba.gap.tank-ram")
def ramming_pen(armour: str, options: Options) -> int:
    """How hard a vehicle of this kind strikes another: its own damage value less three."""
    return options.tables.armour[armour].damaged_on - 3


@stage
async def _ram_hit(play: Play[Battle], victim: int, facing: str, pen: int) -> None:
    """One hit; a soft-skinned vehicle has no armour whose facing could matter, and any damage destroys it."""
    unit = play.state.units[victim]
    if not unit.alive:
        return
    seat = 1 - unit.side
    modifiers = penetration(pen, "" if unit.card.soft else facing, play.state.options)
    done, _ = await roll_penetration(
        modifiers, unit.card.armour, play.state.options, f"{unit.name} is rammed", seat=seat, destroys=unit.card.soft
    )
    if done == NO_DAMAGE:
        play.tell("was not hurt", "ba.gap.tank-ram", unit=victim, tells={"by": "the collision"})
    elif unit.card.soft:
        await destroy(play, victim, "ba.gap.tank-ram", why="rammed", wreck=True)
    else:
        await damage_vehicle(play, victim, done, seat=seat)
