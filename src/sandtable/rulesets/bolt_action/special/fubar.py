"""FUBAR: what an order test of two sixes leads to."""

from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.bolt_action.basics.arms import Aimed, armed, concealed, label, seen_of
from sandtable.rulesets.bolt_action.basics.battlefield import distance, enemies, friends
from sandtable.rulesets.bolt_action.basics.journey import driven, on_foot
from sandtable.rulesets.bolt_action.basics.observed import indirect_targets
from sandtable.rulesets.bolt_action.fire.aiming import Shoot, may_fire, on_table
from sandtable.rulesets.bolt_action.fire.indirect import within_indirect_range
from sandtable.rulesets.bolt_action.fire.reactions import go_down
from sandtable.rulesets.bolt_action.fire.shooting import shoot
from sandtable.rulesets.bolt_action.fire.volley import Laid, measure
from sandtable.rulesets.bolt_action.harm.losses import leave_table
from sandtable.rulesets.bolt_action.machines.vehicles import vehicle_flight
from sandtable.rulesets.bolt_action.move.buildings import flight_from_building
from sandtable.rulesets.bolt_action.move.movement import allowance, flight
from sandtable.rulesets.bolt_action.move.travel import travel
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle


def fubar_roll(name: str, options: Options, *, seat: int) -> Roll[str]:
    """What a confused unit does."""
    chart, because = options.tables.chart("fubar"), ("ba.fubar.trigger",)
    return Roll(1, 6, chart, why=f"{name}: FUBAR", because=because, seat=seat, step="in confusion")


@stage
async def fubar(play: Play[Battle], number: int) -> None:
    """Roll on the chart: the unit shoots at its own side, or panics."""
    unit = play.state.units[number]
    rolled = await fubar_roll(unit.name, play.state.options, seat=unit.side)
    row = play.state.options.tables.fubar[rolled.value]
    play.tell(
        "was confused", "ba.fubar.trigger", row.clause, unit=number, tells={"row": row.id}, rolls=(rolled.number,)
    )
    if row.id == "friendly-fire":
        await _friendly_fire(play, number)
    else:
        await _panic(play, number)


@rule("ba.fubar.friendly-fire-target")
def friendly_fire_targets(state: Battle, number: int) -> list[Aimed]:
    """The units of its own side that a unit could shoot at and that have an enemy near them."""
    near = inches(state.options.tables.fubar["friendly-fire"].within)
    unit = state.units[number]
    foes = enemies(state, unit.side)
    return [
        Aimed(other)
        for other in friends(state, unit.side)
        if other not in {number, unit.aboard}
        and any(distance(state, other, foe) <= near for foe in foes)
        and _could_shoot(state, number, Aimed(other))
    ]


@rule("ba.fubar.friendly-fire")
def _could_shoot(state: Battle, number: int, target: Aimed) -> bool:
    """Whether any weapon of a unit could fire at a target: it is in sight, in range and in arc."""
    ready = armed(state, number)
    arms = [arm for arm in ready.arms if may_fire(state, arm, Shoot())]
    lobbed = next((arm for arm in arms if "indirect" in arm.weapon.traits), None)
    if lobbed is not None:
        seen = indirect_targets(state, number, lobbed, [target])
        return bool(seen) and within_indirect_range(state, lobbed, target)
    laid = [Laid(arm) for arm in arms]
    return not concealed(state, number, target) and bool(measure(state, number, ready, laid, target, moving=False))


async def _friendly_fire(play: Play[Battle], number: int) -> None:
    """The opponent picks the one friendly unit that is shot at; with none to pick, the unit goes Down."""
    state = play.state
    targets = friendly_fire_targets(state, number)
    if not targets:
        go_down(play, number, "ba.fubar.friendly-fire-none", why="sees nobody to mistake")
        return
    unit = state.units[number]
    sets = {"order": "fire"}
    play.tell("was ordered", "ba.fubar.friendly-fire", unit=number, sets=sets, tells={"order": "Fire"})
    choices = OneOf(
        {target.key: target for target in targets},
        label=lambda target: label(state, target),
        points=lambda target: on_table(state, target),
    )
    words = f"{unit.name} mistakes friends for the enemy: at whom does it fire?"
    target = await ask_seat(
        1 - unit.side, "target", choices, words, "ba.fubar.friendly-fire", "ba.fubar.friendly-fire-target", unit=number
    )
    await shoot(play, number, Shoot(only=(target,), by=1 - unit.side, may_hold=False))


async def _panic(play: Play[Battle], number: int) -> None:
    """Run away from the nearest enemy in sight; with none in sight, or no way to go, the unit goes Down."""
    state = play.state
    unit = state.units[number]
    foes = enemies(state, unit.side)
    seen = seen_of(state, number, foes) if foes and unit.on_table else []
    if not seen or unit.immobilised or unit.fixed_moved:
        go_down(play, number, "ba.fubar.panic-none", why="sees no enemy or cannot move")
        return
    enemy = min(seen, key=lambda foe: (distance(state, number, foe), foe))
    journey, at_edge = None, False
    if unit.is_vehicle:
        drive, at_edge = vehicle_flight(state, number, enemy)
        journey = None if drive is None else driven(state, unit.men[0], drive)
    elif allowance(unit, state.options, running=True):
        flee = flight if unit.building is None else flight_from_building
        march, at_edge = flee(state, number, enemy, allowance(unit, state.options, running=True))
        journey = None if march is None else on_foot(state, march)
    goes_off = at_edge and state.options.forced_off_table == "leave"
    if journey is None and not goes_off:
        go_down(play, number, "ba.fubar.panic-none", why="cannot get away")
        return
    sets: dict[str, object] = {"order": "run"}
    play.tell("was ordered", "ba.fubar.panic", unit=number, sets=sets, tells={"order": "Run"})
    out: dict[str, object] = {"building": None, "floor": 0}
    arrived = journey is None or await travel(play, number, journey, "ba.fubar.panic", verb="fled", sets=out)
    if arrived and goes_off:
        leave_table(play, number, forced=True)
