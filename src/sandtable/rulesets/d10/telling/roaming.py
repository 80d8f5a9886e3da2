"""Where a unit could go, and whom it could shoot at from there: what a map of good and bad ground is made of."""

from collections.abc import Mapping
from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Begin, Play
from sandtable.play.stage import last
from sandtable.play.state import with_unit
from sandtable.rulesets.d10.basics.units import engaged
from sandtable.rulesets.d10.fire.arms import Arm, arms, is_main_gun
from sandtable.rulesets.d10.fire.shooting import resolve, together, usual_salvo
from sandtable.rulesets.d10.fire.targets import open_targets
from sandtable.rulesets.d10.machines.driving import drives
from sandtable.rulesets.d10.move.movement import gun_stands, marching
from sandtable.rulesets.d10.state import Battle

MOVE = ("d10.order.move-normal",)


def roams(state: Battle, number: int) -> Marching | Driving:
    """The ordinary move of a unit from where it stands."""
    unit = state.units[number]
    why = ""
    if not unit.on_table or not unit.men:
        why = "it is not on the table"
    elif engaged(state, number) and not unit.card.vehicle:
        why = "it is in close combat"
    elif gun_stands(unit):
        why = "it has too few men to move its gun"
    if why:
        raise Refused(Refusal(f"{unit.name} cannot move about: {why}", MOVE))
    return drives(state, number, rush=False) if unit.card.vehicle else marching(state, number, rush=False)


def shots(state: Battle, number: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:
    """Every enemy that a unit could shoot at from where it stands, or one of them, with the script of doing so."""
    unit = state.units[number]
    if not unit.on_table or unit.panicked or engaged(state, number):
        return {}
    now = with_unit(state, number, {"moved": True}) if moving else state
    aims = {aim.unit for some in _sorts(now, number) for aim in open_targets(now, number, some)}
    return {
        target: partial(_shoot_at, number, target, moving=moving)
        for target in sorted(aims)
        if at is None or target == at
    }


async def _shoot_at(number: int, target: int, play: Play[Battle], *, moving: bool) -> None:
    """Shoot at somebody with all that can be fired at him, as after a Move or without one."""
    if moving:
        play.tell("was ordered", "d10.order.move-normal", unit=number, sets={"moved": True, "orders": ("move",)})
    state = play.state
    salvos = [
        usual_salvo(state, number, some, aim)
        for some in _sorts(state, number)
        for aim in open_targets(state, number, some)
        if aim.unit == target
    ]
    salvos = together([salvo for salvo in salvos if salvo.shots])
    if salvos:
        await last(resolve(play, number, tuple(salvos), reacting=False))


@rule("d10.gap.vehicle-shoot")
def _sorts(state: Battle, number: int) -> list[list[Arm]]:
    """The weapons of a unit that take one target together: a vehicle's main gun, and all others."""
    found = arms(state, number)
    if not state.units[number].card.vehicle:
        return [found]  # even if that is nothing: there may be grenades
    sorts = [[arm for arm in found if is_main_gun(state, arm) == main] for main in (True, False)]
    return [some for some in sorts if some]
