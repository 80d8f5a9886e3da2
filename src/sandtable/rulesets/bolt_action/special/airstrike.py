"""The air strike chart, flak, and what aircraft do."""

from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.choices import one_unit
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.basics.battlefield import distance, distance_to_point, enemies
from sandtable.rulesets.bolt_action.basics.charts import (
    CLAUSE_OF_DICE,
    YES,
    Aircraft,
    Weapon,
    dice_count,
    weapon,
    yes_on,
)
from sandtable.rulesets.bolt_action.basics.words import HITS
from sandtable.rulesets.bolt_action.fire.explosive import HALVED, halved
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.nerve.pins import add_pins, add_rolled_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Support

MARKER = inches(12)  # ba.gap.air-marker
FLAK_HITS_ON = 6
DRIVEN_OFF_ON = 6
FLAK_WEAPONS = {"light-autocannon", "heavy-autocannon", "hmg"}


def strike_roll(options: Options, *, seat: int) -> Roll[str]:
    """What comes of an air strike that is due."""
    return Roll(1, 6, options.tables.chart("airstrike"), why="air strike", because=("ba.air.roll",), seat=seat)


def aircraft_roll(options: Options, *, seat: int) -> Roll[str]:
    """Which aircraft comes."""
    return Roll(1, 6, options.tables.aircraft_chart, why="which aircraft", because=("ba.air.type",), seat=seat)


def aircraft_called(name: str, options: Options) -> Aircraft:
    """The aircraft of this name."""
    return next(row for row in options.tables.aircraft.values() if row.name == name)


def air_hits_roll(row: Aircraft, name: str, *, down: bool, seat: int) -> Roll[int]:
    """How many hits an aircraft makes."""
    count, because = dice_count(row.hits), (row.clause, "ba.gap.air-hits-soft", CLAUSE_OF_DICE)
    why = f"{row.name}: {row.hits} hits on {name}{HALVED * down}"
    return Roll(count.dice, 6, count.reading, why=why, because=because, seat=seat, say=HITS, step="hits from the air")


@stage
async def resolve_airstrike(play: Play[Battle], support: Support) -> Support | None:
    """Roll on the chart; the strike comes back if the skies are empty, or is over."""
    rolled = await strike_roll(play.state.options, seat=support.side)
    row = play.state.options.tables.airstrike[rolled.value]
    play.tell("an air strike was due", "ba.air.roll", row.clause, tells={"row": row.id}, rolls=(rolled.number,))
    foes = enemies(play.state, support.side)
    target = support.target
    if row.id == "empty-skies":
        if foes:
            target = await _name_target(play, support.side, foes, target, "ba.air.empty")
        return Support("airstrike", support.side, support.observer, target=target)
    if row.id == "rookie-pilot":
        anybody = [number for number, unit in enumerate(play.state.units) if unit.on_table]
        if not anybody:
            return None
        target = await _name_target(play, 1 - support.side, anybody, target, "ba.air.rookie")
    elif not play.state.units[target].on_table:
        if not foes:
            return None
        target = await _name_target(play, support.side, foes, target, "ba.gap.air-observer")
    await last(here_it_comes(play, target, seat=support.side))
    return None


async def _name_target(play: Play[Battle], seat: int, units: list[int], target: int, clause: str) -> int:
    state = play.state
    words = "Which unit shall the aircraft attack?"
    return await ask_seat(
        seat, "aim air strike", one_unit(state, units), words, clause, usual=f"u{target}" if target in units else None
    )


@stage
async def here_it_comes(play: Play[Battle], target: int, *, seat: int) -> None:
    """Pins on the target and around it, flak, and the attack of what survives it."""
    state = play.state
    comes = state.options.tables.airstrike["here-it-comes"]
    near = [
        number
        for number, unit in enumerate(state.units)
        if unit.on_table and (number == target or distance(state, number, target) <= inches(comes.within))
    ]
    for number in near:
        shows: dict[str, object] = {"says": "An aircraft flies over", "trace": "spot"}
        await add_rolled_pins(play, number, comes.pins, "aircraft overhead", comes.clause, shows=shows)
    if not play.state.units[target].on_table:
        return
    if await flak_fires(play, flak_within_reach(play.state, target, seat), seat=seat):
        return
    rolled = await aircraft_roll(state.options, seat=seat)
    row = aircraft_called(rolled.value, state.options)
    await last(swoop(play, target, row, seat=seat, rolls=(rolled.number,)))


@stage
async def swoop(play: Play[Battle], target: int, row: Aircraft, *, seat: int, rolls: tuple[int, ...] = ()) -> None:
    """What an aircraft does that has come: its pins, and its attack on whoever stands them."""
    play.tell(
        "an aircraft attacked",
        "ba.air.type",
        row.clause,
        unit=target,
        tells={"aircraft": row.name},
        shows={"weapon": row.name.replace("-", " ")},
        rolls=rolls,
    )
    await add_pins(play, target, row.pins, row.clause)
    if play.state.units[target].alive:
        await last(attack_from_the_air(play, target, row, seat=seat))


@stage
async def attack_from_the_air(play: Play[Battle], target: int, row: Aircraft, *, seat: int) -> None:
    """The aircraft's hits on its target: no roll to hit, top armour; by the switch halved on those who are Down."""
    unit = play.state.units[target]
    options = play.state.options
    down = options.down_halves_air_hits and unit.order == "down" and not unit.is_vehicle
    rolled = await air_hits_roll(row, unit.name, down=down, seat=seat)
    hits = halved(rolled.value, options) if down else rolled.value
    if unit.card.armoured:
        hits = air_hits_on_armour(hits, options.air_hits_on_armour)
    struck = Struck(hits, (row.name,), False, pen=row.pen, from_above=True)
    await last(strike(play, Aimed(target), (struck,), seat=seat, pins=False))


@rule("ba.air.on-armour")
def air_hits_on_armour(hits: int, reading: str) -> int:
    """How many of the hits count against armour: all of them, or one."""
    return hits if reading == "all" else min(1, hits)


@rule("ba.gap.air-marker")
def marker_place(state: Battle, target: int, side: int) -> tuple[int, int]:
    """Where the aircraft marker stands: 12 inches from the target, towards the attacker's table edge."""
    x, y = state.layout.point(state.units[target].men[0])
    towards = -MARKER if state.edges[side] == "north" else MARKER
    return x, min(max(y + towards, 0), state.depth)


def flak_weapons(state: Battle, number: int) -> list[Weapon]:
    """The weapons with which a unit marked as flak shoots at aircraft."""
    unit = state.units[number]
    if "flak" not in unit.card.traits or not unit.on_table:
        return []
    found = [unit.card.team] if unit.card.team in FLAK_WEAPONS else []
    found += [mount.weapon for mount in unit.card.mounts if mount.weapon in FLAK_WEAPONS]
    return [weapon(name, state.options) for name in found]


class Battery(NamedTuple):
    """A unit with the weapons of which an aircraft is within reach."""

    unit: int
    guns: tuple[Weapon, ...]


def flak_within_reach(state: Battle, target: int, seat: int) -> tuple[Battery, ...]:
    """The flak of both sides that reaches the aircraft marker."""
    able = {number: guns for number in range(len(state.units)) if (guns := flak_weapons(state, number))}
    found: list[Battery] = []
    for number, guns in able.items():
        apart = distance_to_point(state, number, marker_place(state, target, seat))
        near = tuple(gun for gun in guns if apart <= gun.reach)
        found += [Battery(number, near)] * bool(near)
    return tuple(found)


@stage
@rule("ba.air.flak", "ba.gap.flak")
async def flak_fires(play: Play[Battle], ready: tuple[Battery, ...], *, seat: int) -> bool:
    """Flak fires at an aircraft of this side, the enemy's always, the caller's own by mistake on a 1: is it driven off?"""
    if not ready:
        return False
    (number, guns), *rest = ready
    unit = play.state.units[number]
    if unit.side != seat or await _fires_at_own(play, number):
        for gun in guns:
            if await fire_flak(gun, unit.name, seat=unit.side):
                play.tell("drove the aircraft off", "ba.air.flak", "ba.gap.flak", unit=number)
                return True
    return await flak_fires(play, tuple(rest), seat=seat)


async def _fires_at_own(play: Play[Battle], number: int) -> bool:
    unit = play.state.units[number]
    return await mistakes_aircraft(unit.name, seat=unit.side)


async def mistakes_aircraft(name: str, *, seat: int) -> bool:
    """Whether flak fires at an aircraft of its own side: on a 1."""
    why = f"does {name} know its own aircraft?"
    step = "to know its own aircraft"
    rolled = await Roll(1, 6, yes_on(2), why=why, because=("ba.gap.flak",), seat=seat, needs="2+", step=step)
    return rolled.value != YES


def driven_off_or_not(value: int) -> str:
    """Whether hits on an aircraft were enough."""
    return "driven off" if value else "it comes on"


async def fire_flak(gun: Weapon, name: str, *, seat: int) -> bool:
    """One gun's shots at an aircraft: hits on 6, and each hit drives it off on 6 or more with its penetration."""
    hits = await Roll(
        int(gun.shots),
        6,
        AtLeast(FLAK_HITS_ON),
        why=f"{name} fires flak: to hit",
        because=("ba.gap.flak", gun.clause),
        seat=seat,
        needs="6",
        say=HITS,
        step="flak to hit",
    )
    needed = max(1, DRIVEN_OFF_ON - (gun.pen or 0))
    driven_off = await Roll(
        hits.value,
        6,
        AtLeast(needed),
        why=f"{name} fires flak: to drive it off",
        because=("ba.gap.flak", gun.clause),
        seat=seat,
        needs=f"{needed}+",
        say=driven_off_or_not,
        step="to drive it off",
    )
    return driven_off.value > 0
