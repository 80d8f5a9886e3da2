"""FUBAR: what an order test of two sixes leads to."""

from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play

from .arms import Aimed, armed, in_sight, seen_of
from .battlefield import distance, enemies, friends
from .charts import chart, chart_row
from .declare import Shoot, indirect_targets, may_fire
from .indirect import within_indirect_range
from .journey import driven, on_foot, travel
from .losses import leave_table
from .movement import allowance, flight
from .reactions import go_down
from .shooting import shoot
from .state import Battle
from .vehicles import vehicle_flight

NEAR_ENEMY = inches(12)


async def fubar(play: Play[Battle], number: int) -> None:
    """Roll on the chart: the unit shoots at its own side, or panics."""
    unit = play.state.units[number]
    rolled = await Roll(1, 6, chart("fubar"), why=f"{unit.name}: FUBAR", because=("ba.fubar.trigger",), seat=unit.side)
    row = chart_row("fubar", rolled.value)
    play.tell(
        "was confused", "ba.fubar.trigger", row.clause, unit=number, tells={"row": row.name}, rolls=(rolled.number,)
    )
    if row.name == "friendly-fire":
        await _friendly_fire(play, number)
    else:
        await _panic(play, number)


@rule("ba.fubar.friendly-fire-target")
def friendly_fire_targets(state: Battle, number: int) -> list[Aimed]:
    """The units of its own side that a unit could shoot at and that have an enemy within 12 inches."""
    side = state.units[number].side
    foes = enemies(state, side)
    wanted = [
        Aimed(other)
        for other in friends(state, side)
        if other != number and any(distance(state, other, foe) <= NEAR_ENEMY for foe in foes)
    ]
    ready = armed(state, number)
    arms = [arm for arm in ready.arms if may_fire(state, arm, Shoot())]
    lobbed = next((arm for arm in arms if "indirect" in arm.weapon.traits), None)
    if lobbed is not None:
        seen = indirect_targets(state, number, lobbed, wanted)
        return [target for target in seen if within_indirect_range(state, lobbed, target)]
    found = []
    for target in wanted:
        reach = [arm for arm in arms if distance(state, number, target.unit) <= arm.weapon.reach]
        found += in_sight(state, number, ready.sight, reach, [target], lanes=False)
    return found


async def _friendly_fire(play: Play[Battle], number: int) -> None:
    """The opponent picks which friendly unit is shot at; with none to pick, the unit goes Down."""
    targets = friendly_fire_targets(play.state, number)
    if not targets:
        go_down(play, number, "ba.fubar.friendly-fire-none", why="sees nobody to mistake")
        return
    side = play.state.units[number].side
    sets = {"order": "fire", "acted": True}
    play.tell("was ordered", "ba.fubar.friendly-fire", unit=number, sets=sets, tells={"order": "Fire"})
    await shoot(play, number, Shoot(only=tuple(targets), by=1 - side, may_hold=False))


async def _panic(play: Play[Battle], number: int) -> None:
    """Run away from the nearest enemy in sight; with none in sight, or no way to go, the unit goes Down."""
    state = play.state
    unit = state.units[number]
    seen = seen_of(state, number, enemies(state, unit.side)) if unit.on_table else []
    if not seen or unit.building is not None or unit.immobilised or unit.fixed_moved:
        go_down(play, number, "ba.fubar.panic-none", why="sees no enemy or cannot move")
        return
    enemy = min(seen, key=lambda foe: (distance(state, number, foe), foe))
    journey, at_edge = None, False
    if unit.is_vehicle:
        drive, at_edge = vehicle_flight(state, number, enemy)
        journey = None if drive is None else driven(state, unit.men[0], drive)
    elif allowance(unit, running=True):
        march, at_edge = flight(state, number, enemy, allowance(unit, running=True))
        journey = None if march is None else on_foot(state, march)
    goes_off = at_edge and state.options.forced_off_table == "leave"
    if journey is None and not goes_off:
        go_down(play, number, "ba.fubar.panic-none", why="cannot get away")
        return
    sets = {"order": "run", "acted": True}
    play.tell("was ordered", "ba.fubar.panic", unit=number, sets=sets, tells={"order": "Run"})
    arrived = journey is None or await travel(play, number, journey, "ba.fubar.panic", verb="fled")
    if arrived and goes_off:
        leave_table(play, number, forced=True)
