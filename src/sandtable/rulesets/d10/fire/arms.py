"""What a unit can shoot with: its models' weapons, items, grenades, a gun, the weapons of a vehicle."""

from typing import NamedTuple

from sandtable.geometry.angle import in_arc
from sandtable.geometry.bodies import X, Y
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.d10.basics.charts import weapon as weapon_of
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.basics.units import crew, has_grenades
from sandtable.rulesets.d10.state import Battle
from sandtable.table.remembered import hangs_on

from .fire_power import may_fire

FRONT = 450  # half of the front arc, in tenths of a degree


class Arm(NamedTuple):
    """A weapon in somebody's hands: the base that it is fired from, and what it is."""

    figure: int
    weapon: str


def arms(state: Battle, number: int) -> list[Arm]:
    """The weapons of a unit that can be fired now, but for items and grenades of squads; nobody may write to the list."""
    unit = state.units[number]
    return _arms(state, number, unit.moved, unit.missions)


@hangs_on(lambda state, number, *_: (state.figures, state.options, state.units[number].men), most=128)
def _arms(state: Battle, number: int, _moved: bool, _missions: int) -> list[Arm]:
    unit = state.units[number]
    if unit.gun >= 0:
        bearers: tuple[int, ...] = (unit.gun, *unit.men)
    else:
        bearers = unit.men
    return [
        Arm(figure, weapon)
        for figure in bearers
        for weapon in state.figures[figure].weapons
        if can_fire(state, number, weapon)
    ]


@rule("d10.gap.tag-fixed", "d10.gap.guns", "d10.gap.weapon-mmg", "d10.gap.weapon-barrage", "d10.gap.weapon-hmg50")
def can_fire(state: Battle, number: int, weapon: str) -> bool:
    """Whether a weapon may be fired: Fixed ones not after a move (on a vehicle they may), some need a crew of two."""
    unit = state.units[number]
    line = weapon_of(weapon, state.options)
    if not may_fire(weapon, line, moved=unit.moved, vehicle=unit.card.vehicle, crew=crew(state, number)):
        return False
    return not line.has("called") or unit.missions > 0


@rule("d10.gap.vehicle-shoot")
def is_main_gun(state: Battle, arm: Arm) -> bool:
    """Whether a weapon is the main gun of a vehicle: whatever is no machine gun."""
    unit = state.units[state.figures[arm.figure].unit]
    return unit.card.vehicle and not weapons()[arm.weapon].has("machine-gun")


@rule("d10.gap.guns", "d10.gap.vehicle-shoot", "d10.gap.unit-de-stug")
def has_front_arc(state: Battle, arm: Arm) -> bool:
    """Whether a weapon fires to the front alone: a towed gun, and a main gun without a turret."""
    unit = state.units[state.figures[arm.figure].unit]
    if arm.figure == unit.gun:
        return True
    return is_main_gun(state, arm) and not unit.card.has("turret")


def bears(state: Battle, arm: Arm, target: int) -> bool:
    """Whether a weapon can be pointed at a model: in the front 90 degrees, where it has an arc."""
    if not has_front_arc(state, arm):
        return True
    bodies = state.layout.bodies
    dx, dy = bodies[target, X] - bodies[arm.figure, X], bodies[target, Y] - bodies[arm.figure, Y]
    return bool(in_arc(state.layout.bearing(arm.figure), FRONT, int(dx), int(dy)))


@rule("d10.gap.guns")
def shielded(state: Battle, number: int, against: int) -> bool:
    """Whether the shield of a gun covers its crew against a model: in its front arc."""
    gun = state.units[number].gun
    return gun >= 0 and bears(state, Arm(gun, state.figures[gun].weapons[0]), against)


@rule("d10.gap.tag-one-use", "d10.gap.weapon-panzerfaust")
def rockets(state: Battle, number: int) -> int:
    """How many Panzerfausts a unit has left."""
    return state.units[number].items.count("panzerfaust")


@rule("d10.gap.grenades", "d10.gap.weapon-frag")
def throws_grenades(state: Battle, number: int) -> bool:
    """Whether one model of a unit may throw a grenade instead of firing."""
    return has_grenades(state.units[number])
