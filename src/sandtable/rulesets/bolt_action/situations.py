"""Actions to measure forecasts by: two units facing each other on an open table, and an order."""

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.mechanics.mustering import open_ground
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Play
from sandtable.play.situation import Situation
from sandtable.play.stage import last
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.fire.aiming import Shoot
from sandtable.rulesets.bolt_action.fire.shooting import shoot
from sandtable.rulesets.bolt_action.setup.forces import bases, raise_unit
from sandtable.rulesets.bolt_action.setup.mustering import enlist
from sandtable.rulesets.bolt_action.turn.orders import CHOICES, obey

from .options import Options
from .state import Battle, Mission, Soldier, Unit

WIDTH, DEPTH = inches(72), inches(48)
STEP = inches(1.5)
ROW = 5
EAST = 900
FILE = "situation"

SQUAD, GROUP = Enlisted("us.rifle-squad", "Able", men=10), Enlisted("de.grenadier-squad", "Grenadiers", men=10)


def situations() -> Mapping[str, Situation]:
    """What is measured, by name: who acts, against whom, how many inches away, by which order."""
    lieutenant = Enlisted("de.second-lieutenant", "Leutnant", men=1)
    return {
        "ten men shoot at ten": _situation(SQUAD, GROUP, 11, "fire", lieutenant),
        "close quarters, ten against ten": _situation(SQUAD, GROUP, 5, "assault"),
        "close quarters, shot at first": _situation(SQUAD, GROUP, 9, "assault"),
        "high explosive at a squad": _situation(Enlisted("us.medium-howitzer", "Howitzer"), GROUP, 30, "fire"),
        "a mortar ranging in": _situation(Enlisted("us.medium-mortar", "Mortar"), GROUP, 30, "fire"),
        "a flamethrower": _situation(Enlisted("us.flamethrower-team", "Flamers"), GROUP, 5, "fire"),
        "a gun at a tank": _situation(
            Enlisted("us.medium-at-gun", "Gun"), Enlisted("de.panzer-iv", "Panzer IV"), 20, "fire"
        ),
        "a tank at a tank": _situation(
            Enlisted("us.sherman", "Sherman"), Enlisted("de.panzer-iv", "Panzer IV"), 20, "fire"
        ),
        "a tank at ten men": _situation(Enlisted("us.sherman", "Sherman"), GROUP, 20, "fire"),
    }


def _situation(one: Enlisted, other: Enlisted, apart: float, order: str, *friends: Enlisted) -> Situation:
    """One unit is ordered to do something to another; `friends` of the other stand beside it."""
    figures: list[Soldier] = []
    shapes: list[str] = []
    units: list[Unit] = []
    places: list[tuple[int, int, int, int, int]] = []
    for number, entry in enumerate((one, other, *friends)):
        side = min(number, 1)
        unit = enlist(number, side, entry.name, raise_unit(entry, FILE, entry.name), figures, shapes)
        units.append(replace(unit, place="table"))
        x = inches(20) if number == 0 else inches(20 + apart)
        y = DEPTH // 2 + max(0, number - 1) * inches(4)
        away = x if side else x - _depth(unit)
        for place, row in enumerate(unit.figures):
            places.append((row, away + place // ROW * STEP, y + place % ROW * STEP, EAST, 0))
    state = Battle(
        **open_ground((WIDTH, DEPTH), bases(), shapes, places, ("US", "Germans")),
        figures=tuple(figures),
        units=tuple(units),
        options=Options(),
        mission=Mission("attrition"),
        agenda=(),
        phase="orders",
        turn=2,
    )
    return Situation(state, 0, 1, _fire if order == "fire" else partial(_ordered, order=order))


def _depth(unit: Unit) -> int:
    """How far the rows of a unit reach back."""
    return (len(unit.figures) - 1) // ROW * STEP


async def _fire(play: Play[Battle]) -> None:
    """Shoot at the one who stands opposite."""
    await last(shoot(play, 0, Shoot(only=(Aimed(1),), may_hold=False)))


async def _ordered(play: Play[Battle], *, order: str) -> None:
    await last(obey(play, 0, CHOICES[order]))
