"""What solo troops shoot at, and how: the nearest enemy, the way that promises most, everything they have."""

from sandtable.geometry.angle import turn_between
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.actions.actions import shared, turn_to, turning
from sandtable.rulesets.skirmish41.actions.tries import best_goal, look_for, lookers
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.sight import eyes, teams_seen
from sandtable.rulesets.skirmish41.basics.units import between, left, nearest_team
from sandtable.rulesets.skirmish41.fire.shooters import Shooter, shooters
from sandtable.rulesets.skirmish41.fire.shooting import carry_out, group_fire
from sandtable.rulesets.skirmish41.fire.shots import (
    Fire,
    fire_targets,
    firing,
    hits_of,
    nameable,
    usual_way,
    ways_to_fire,
)
from sandtable.rulesets.skirmish41.fire.targets import HULL, MEN, Aim
from sandtable.rulesets.skirmish41.heavy.bombs import best_point
from sandtable.rulesets.skirmish41.heavy.bombs import carry_out as shoot
from sandtable.rulesets.skirmish41.heavy.heavy import Arm, Shot, aim_points, arms_ready, targets_for
from sandtable.rulesets.skirmish41.move.flight import bearing_between, known_enemies, middle
from sandtable.rulesets.skirmish41.state import Battle

from .drives import threatens

GRENADES = inches(12)
VOLLEYS = 8  # more than any team has actions and kinds of weapon for
SET_UP = 2  # actions
FIELD = 440  # tenths of a degree to either side: just within the field of a gun


@rule("sk.gap.solo-shooting", "sk.spot.own-turn")
async def look_about(play: Play[Battle], number: int) -> None:
    """Figures of a solo team try to spot enemies that nobody has spotted, the easiest first."""
    for _ in range(len(lookers(play.state, number))):
        goal = best_goal(play.state, number)
        if goal is None:
            return
        await look_for(play, number, goal[0])


@rule("sk.gap.solo-shooting", "sk.afv.targets", "sk.act.support")
async def fire_away(play: Play[Battle], number: int) -> None:
    """A solo team fires all it has: first what is no small arm, then its small arms."""
    unit = play.state.units[number]
    if not unit.alive or not unit.men or unit.frozen or unit.routing or unit.stunned:
        return
    _set_up(play, number)
    _point_weapon(play, number)
    for _ in range(VOLLEYS):
        found = heavy_shot(play.state, number)
        if found is None:
            break
        arm, foe = found
        flame = weapons()[arm.weapon].kind == "flame" or play.state.units[foe].mounted
        point = -1 if flame else best_point(play.state, aim_points(play.state, arm, foe), unit.side)
        await shoot(play, number, arm, foe, point)
    for _ in range(VOLLEYS):
        if not play.state.units[number].men or not await _small_arms(play, number):
            return


def heavy_shot(state: Battle, number: int) -> tuple[Arm, int] | None:
    """The next shot of a weapon that is no small arm, and at whom."""
    for arm in arms_ready(state, number):
        if weapons()[arm.weapon].has("mortar") and "he" not in state.units[number].items:
            continue
        foe = wanted(state, number, arm, targets_for(state, number, arm))
        if foe is not None:
            return arm, foe
    return None


@rule("sk.gap.solo-shooting", "sk.afv.targets")
def wanted(state: Battle, number: int, arm: Arm, foes: dict[int, Shot]) -> int | None:
    """Whom a weapon is used on: anti-tank weapons on vehicles, main guns on AFVs and guns first, grenades within 12."""
    line = weapons()[arm.weapon]
    near = sorted(foes, key=lambda foe: (between(state, number, foe), foe))
    if line.kind == "anti-tank":
        tanks = [foe for foe in near if state.units[foe].mounted]
        return min(tanks, key=lambda foe: not state.units[foe].card.armoured, default=None)
    if line.kind == "gun":
        return next(iter([foe for foe in near if _prized(state, foe)] or near), None)
    if arm.weapon == "grenade":
        near = [foe for foe in near if between(state, number, foe) <= GRENADES]
    return next(iter(near), None)


@rule("sk.afv.targets", "sk.gap.solo-shooting", "sk.shoot.group-fire")
def small_arms_target(state: Battle, number: int) -> Aim | None:
    """Whom small arms are fired at: an AFV's machine guns at men with anti-tank weapons in their range first."""
    aims = fire_targets(state, number)
    if any(state.figures[man].fired for man in state.units[number].men):  # all together, or each by himself
        aims = [aim for aim in aims if ways_to_fire(state, number, aim)]
    near = sorted(aims, key=lambda aim: (between(state, number, aim.team), aim.at == HULL, aim.team))
    if state.units[number].mounted:
        hunters = [aim for aim in near if aim.at == MEN and threatens(state, aim.team, number)]
        near = hunters or near
    return next(iter(near), None)


@rule("sk.afv.targets")
def _prized(state: Battle, foe: int) -> bool:
    """Whether main guns prefer a target to all others: an AFV, an anti-tank gun."""
    unit = state.units[foe]
    return (unit.mounted and unit.card.armoured) or (unit.card.kind == "gun" and unit.hull >= 0)


async def _small_arms(play: Play[Battle], number: int) -> bool:
    """One volley; False if there is nothing to fire at, or nothing to fire with."""
    state = play.state
    if not shooters(state, number):
        return False
    aim = small_arms_target(state, number)
    if aim is None:
        return False
    ways = ways_to_fire(state, number, aim)
    if not ways:
        await group_fire(play, number, aim.team)
        return False
    way, guns = best_way(state, number, aim, ways)
    named = -1
    if way.shot and aim.at == MEN and not state.units[aim.team].mounted:
        named = next(iter(nameable(state, aim, way.shot, guns)), -1)
    before = sum(left(state, man) for man in state.units[number].men)
    await carry_out(play, number, aim, way, tuple(guns), named)
    return sum(left(play.state, man) for man in play.state.units[number].men) < before


@rule("sk.gap.solo-shooting")
def best_way(state: Battle, number: int, aim: Aim, ways: dict[str, Fire]) -> tuple[Fire, list[Shooter]]:
    """How the first of a team fires that can, and all who do best to fire alike; the others have their turn after."""
    able = [gun for gun in shooters(state, number) if any(hits_of(state, gun, aim, way) for way in ways.values())]
    if not able:
        way = ways[usual_way(state, number, aim)]
        return way, firing(state, number, aim, way)
    best = {gun: max(ways, key=lambda key, gun=gun: hits_of(state, gun, aim, ways[key])) for gun in able}  # type: ignore[misc]
    key = best[able[0]]
    return ways[key], [gun for gun in able if best[gun] == key]


# ---- weapons on tripods and wheels


@rule("sk.gap.action-costs", "sk.act.support")
def _set_up(play: Play[Battle], number: int) -> None:
    """A weapon that was carried is set up again before it fires, unless its crew go back with it."""
    state = play.state
    unit = state.units[number]
    points = sum(left(state, man) for man in unit.men)
    if unit.card.has("tripod") and not unit.ready and not unit.retiring and points >= SET_UP:
        sets = {"ready": True, "each": shared(state, number, SET_UP)}
        play.tell("set up its weapon", "sk.gap.action-costs", unit=number, sets=sets)


@rule("sk.act.halt", "sk.gap.solo-facing", "sk.gap.line-of-sight")
def _point_weapon(play: Play[Battle], number: int) -> None:
    """A gun or a tripod is turned to what it would fire at, if that is not in its field: else to the nearest enemy."""
    state = play.state
    unit = state.units[number]
    if unit.mounted or not any(left(state, man) for man in unit.men):
        return
    if unit.hull < 0 and not (unit.card.has("tripod") and unit.ready):
        return
    foe = _to_point_at(state, number)
    if foe is None:
        return
    row = turning(state, number)
    wanted_bearing = bearing_between(state.layout.point(row), middle(state, foe))
    if abs(int(turn_between(state.layout.bearing(row), wanted_bearing))) > FIELD:
        turn_to(play, number, wanted_bearing)


def _to_point_at(state: Battle, number: int) -> int | None:
    """What a weapon is turned to: enemies in sight before others, for a gun AFVs and guns before men."""
    known = known_enemies(state, state.units[number].side)
    seen = teams_seen(state, eyes(state, number), known)
    prized = [foe for foe in seen if _prized(state, foe)] if state.units[number].card.kind == "gun" else []
    return nearest_team(state, number, prized or seen or known)
