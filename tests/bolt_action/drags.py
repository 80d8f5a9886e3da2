"""Domains of moves to plan in: on foot, coming on, set up, driven, with everything in the way that a table has."""

from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.geometry.kernel import ints
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.rulesets.bolt_action.machines.entering import edge_line
from sandtable.rulesets.bolt_action.machines.overrun import _domain as overrunning
from sandtable.rulesets.bolt_action.machines.transports import hull_sides
from sandtable.rulesets.bolt_action.machines.vehicles import driving, rate_of
from sandtable.rulesets.bolt_action.move.buildings import ways_out
from sandtable.rulesets.bolt_action.move.deployment import setting_up
from sandtable.rulesets.bolt_action.move.movement import coming_out, marching, spotter_moves
from sandtable.rulesets.bolt_action.state import Battle

from .houses import inside
from .kit import Scene, column, de, terrain, us

GROUND = [
    terrain("building", box=(30, 17, 6, 6), name="the house"),
    terrain("wall", line=[(10, 28), (24, 28)], name="the wall"),
    terrain("woods", box=(38, 26, 8, 8), name="the wood"),
    terrain("hill", box=(4, 2, 12, 9), height=2, name="the hill"),
    terrain("road", strip=[(0, 40), (72, 40)], width=3, name="the road"),
]
CORNERS = [(0, 48_000), (72_000, 48_000), (72_000, 36_000), (0, 36_000)]
ZONE = ints([[*a, *b] for a, b in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True)])


def battle() -> Battle:
    """Units of every sort, on the table and off it."""
    return Scene(
        us("us.rifle-squad", (18, 22), name="Able", men=10),
        us("us.rifle-squad", (18, 31), name="Baker", men=10),
        us("us.rifle-squad", (60, 10), name="Split", men=6, spots=(*column(60, 10, 4), (65, 12), (65, 13.5))),
        us("us.medium-at-gun", (55, 40), name="Gun", bearing=0),
        us("us.medium-mortar", (48, 38), name="Mortar", add=("spotter",), spotter_at=(46, 34)),
        us("us.sherman", (12, 40), name="Tank", bearing=90),
        us("us.truck", (64, 30), name="Truck", bearing=37),
        us("us.rifle-squad", name="Wave", men=8, fields={"place": "wave"}),
        us("us.light-howitzer", name="Late", fields={"place": "reserve"}),
        us("us.jeep", name="Jeep", fields={"place": "wave"}),
        us("us.sniper-team", name="Sniper", fields={"place": "wave"}),
        inside("us.rifle-squad", "House", men=6),
        us("us.medic", name="Rider", fields={"place": "aboard", "aboard": 6}),
        de("de.grenadier-squad", (26, 38), name="Foe", men=8),
        de("de.panzer-iv", (30, 8), name="Panzer", bearing=180),
        ground=GROUND,
    ).state


def _walk(name: str, *, running: bool = False) -> Callable[[Battle], Marching]:
    return lambda state: marching(state, _number(state, name), running=running)


def _drive(name: str, *, running: bool = False) -> Callable[[Battle], Driving]:
    def made(state: Battle) -> Driving:
        number = _number(state, name)
        return driving(state, number, rate_of(state.units[number], state.options, running=running), running=running)

    return made


def _drive_on(name: str, edge: str = "south") -> Callable[[Battle], Driving]:
    def made(state: Battle) -> Driving:
        number = _number(state, name)
        rate = rate_of(state.units[number], state.options, running=False)
        line = (0, 48_000, 0, 12_000) if edge == "west" else edge_line(state, edge)
        return driving(state, number, rate, running=False, entry=line)

    return made


def _come_on(name: str, budget: int, *, edge: str = "south") -> Callable[[Battle], Marching]:
    def made(state: Battle) -> Marching:
        return coming_out(state, _number(state, name), ints([edge_line(state, edge)]), running=False, budget=budget)

    return made


def _number(state: Battle, name: str) -> int:
    return next(number for number, unit in enumerate(state.units) if unit.name == name)


DOMAINS: dict[str, Callable[[Battle], Marching | Driving]] = {
    "advance": _walk("Able"),
    "run": _walk("Able", running=True),
    "close up": _walk("Split"),
    "gun": _walk("Gun"),
    "mortar beside its spotter": _walk("Mortar"),
    "spotter": lambda state: spotter_moves(state, _number(state, "Mortar"), running=True),
    "come on": _come_on("Wave", 6000),
    "gun comes on": _come_on("Late", 6000),
    "come on from the north": _come_on("Wave", 12_000, edge="north"),
    "leave the house": lambda state: coming_out(
        state, _number(state, "House"), ways_out(state, 0), running=False, budget=6000, left=0
    ),
    "get out": lambda state: coming_out(
        state, _number(state, "Rider"), hull_sides(state, 6, out=502), running=False, budget=6000
    ),
    "set up": lambda state: setting_up(state, _number(state, "Wave"), ZONE),
    "set up a gun": lambda state: setting_up(state, _number(state, "Late"), ZONE),
    "set up anywhere": lambda state: setting_up(state, _number(state, "Jeep"), ZONE[:0]),
    "set up far from enemies": lambda state: setting_up(
        state, _number(state, "Sniper"), ZONE[:0], far_from_enemies=12_001
    ),
    "drive": _drive("Tank"),
    "drive fast": _drive("Tank", running=True),
    "drive a truck": _drive("Truck"),
    "drive on": _drive_on("Jeep"),
    "drive on from the flank": _drive_on("Jeep", "west"),
    "overrun": lambda state: overrunning(state, _number(state, "Tank"), _number(state, "Foe")),
}

STATE = battle()
BUILT = {name: made(STATE) for name, made in DOMAINS.items()}


def plain(draft: object) -> Any:
    """A draft as it comes back from a page."""
    return msgspec.json.decode(msgspec.json.encode(draft))


def movers(domain: Marching | Driving) -> tuple[int, ...]:
    """Who moves."""
    return (domain.row,) if isinstance(domain, Driving) else domain.movers
