"""Where a unit could go, and whom it could shoot at from there: what a map of good and bad ground is made of."""

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Begin, Play
from sandtable.play.stage import last
from sandtable.play.state import with_unit
from sandtable.rulesets.sotr.basics.sight import unit_engaged
from sandtable.rulesets.sotr.fire.laying import How
from sandtable.rulesets.sotr.fire.plans import Orders, at_unit, plan
from sandtable.rulesets.sotr.move.movement import advance_domain
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.turn.activation import standing_at
from sandtable.rulesets.sotr.weapons.shooting import means, shoot, shooters

ADVANCE = ("sotr.advance.distance", "sotr.normal.eligible")


def roams(state: Battle, number: int) -> Marching | Driving:
    """The ordinary move of a unit from where it stands: an Advance."""
    unit = state.units[number]
    why = ""
    if not unit.on_table or not unit.men or not state.layout.on_table(unit.men[0]):
        why = "it is not on the table"
    elif unit.immobilised:
        why = "it is Immobilised"
    elif unit.fleeing:
        why = "it is Fleeing"
    elif unit_engaged(state, number):
        why = "it is Engaged"
    if why:
        raise Refused(Refusal(f"{unit.name} cannot move about: {why}", ADVANCE))
    return advance_domain(state, number)


@rule("sotr.target.per-model")
def shots(state: Battle, number: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:
    """Every enemy that a unit could shoot at from where it stands, or one of them, with the script of doing so."""
    if not state.units[number].on_table:
        return {}
    ready = _after_moving(state, number, moving=moving)
    found = means(ready, shooters(ready, number), only=at)
    seen = sorted({view.unit for views in found.laid.values() for view in views})
    return {target: partial(_shoot_at, number, target, moving=moving) for target in seen}


def _after_moving(state: Battle, number: int, *, moving: bool) -> Battle:
    """The state as if a unit had been activated where it stands, and had come there by an Advance if it is `moving`."""
    men = state.units[number].men
    ready = with_unit(state, number, _activated(state, number))
    if not moving:
        return ready
    moved = [replace(man, moved=state.turn) if row in men else man for row, man in enumerate(ready.figures)]
    return replace(ready, figures=tuple(moved))


def _activated(state: Battle, number: int) -> dict[str, object]:
    men = state.units[number].men
    return {"activated": state.turn, "began": standing_at(state, men), "action": "advance"}


async def _shoot_at(number: int, target: int, play: Play[Battle], *, moving: bool) -> None:
    """Shoot at somebody with all that ordinary weapons can, as after an Advance or without one."""
    state = play.state
    play.tell("was activated", "sotr.action.declare-move", unit=number, sets=_activated(state, number))
    if moving:
        men = state.units[number].men
        play.tell("went as told", "sotr.advance.distance", unit=number, figures=men, sets={"moved": state.turn})
    found = means(play.state, shooters(play.state, number), only=target)
    aims = plan(play.state, found, at_unit(target))
    await last(shoot(play, number, Orders(aims), How()))
