"""Where a unit could go, and whom it could shoot at from there: what a map of good and bad ground is made of."""

from collections.abc import Mapping
from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Begin, Play
from sandtable.play.stage import last
from sandtable.rulesets.bolt_action.basics.arms import Aimed, armed, candidates
from sandtable.rulesets.bolt_action.fire.aiming import Shoot, may_fire, on_the_move
from sandtable.rulesets.bolt_action.fire.reach import direct_targets, lobbed_targets
from sandtable.rulesets.bolt_action.fire.shooting import shoot
from sandtable.rulesets.bolt_action.machines.vehicles import driving, rate_of
from sandtable.rulesets.bolt_action.move.movement import marching
from sandtable.rulesets.bolt_action.state import Battle


def roams(state: Battle, number: int) -> Marching | Driving:
    """The ordinary move of a unit from where it stands: an Advance."""
    unit = state.units[number]
    why = ""
    if not unit.on_table:
        why = "it is not on the table"
    elif unit.building is not None:
        why = "it is in a building; leaving it is a move of its own"
    elif unit.immobilised:
        why = "it is immobilised"
    elif unit.fixed_moved:
        why = "men have boarded it this turn"
    if why:
        raise Refused(Refusal(f"{unit.name} cannot move about: {why}", ("ba.order.advance",)))
    if unit.is_vehicle:
        return driving(state, number, rate_of(unit, state.options, running=False), running=False)
    return marching(state, number, running=False)


@rule("ba.shoot.declare")
def shots(state: Battle, number: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:
    """Every enemy that a unit could shoot at from where it stands, or one of them, with the script of doing so."""
    unit = state.units[number]
    if not unit.on_table or not unit.men:
        return {}
    ready = armed(state, number)
    how = Shoot(moving=moving)
    arms = [arm for arm in ready.arms if may_fire(state, arm, how)]
    if not arms:
        return {}
    wanted = [target for target in candidates(state, unit.side) if at in {None, target.unit} and not target.spotter]
    lobbed = next((arm for arm in arms if "indirect" in arm.weapon.traits), None)
    if lobbed is not None:
        seen = lobbed_targets(state, number, lobbed, wanted)
    else:
        seen = direct_targets(state, number, ready, arms, wanted, moving=on_the_move(state, number, how))
    return {target.unit: partial(_shoot_at, number, target, moving=moving) for target in seen}


async def _shoot_at(number: int, target: Aimed, play: Play[Battle], *, moving: bool) -> None:
    """Shoot at somebody with everything."""
    await last(shoot(play, number, Shoot(moving=moving, only=(target,), may_hold=False)))
