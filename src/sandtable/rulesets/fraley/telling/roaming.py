"""Where a Unit could go, and whom it could fire at from there: what a map of good and bad ground is made of."""

from collections.abc import Mapping
from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.mechanics.verbs import applied_by
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Begin, Play
from sandtable.play.stage import last
from sandtable.rulesets.fraley.basics.teams import acting, enemies
from sandtable.rulesets.fraley.fire.shooting import fire, ready
from sandtable.rulesets.fraley.fire.targets import targets_of
from sandtable.rulesets.fraley.move.marches import moving as moves
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.turn.activation import begin
from sandtable.rulesets.fraley.verbs import VERBS

MOVE: tuple[str, ...] = ("fraley.move.any-direction", "fraley.activation.whole-unit")


def roams(state: Battle, number: int) -> Marching | Driving:
    """The ordinary move of a Unit from where it stands: one Move."""
    unit = state.units[number]
    why, because = "", MOVE
    if not unit.on_table or not unit.men:
        why = "it is not on the table"
    elif unit.still:
        why, because = "it has gone to ground", ("fraley.gtg.declare-cost",)
    if why:
        raise Refused(Refusal(f"{unit.name} cannot move about: {why}", because))
    return moves(state, number)


@rule("fraley.fire.declare", "fraley.fire.range", "fraley.fire.line-of-sight")
def shots(state: Battle, number: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:
    """Every enemy that a Unit could fire at from where it stands, or one of them, with the script of doing so."""
    unit = state.units[number]
    if not unit.on_table:
        return {}
    _, now = rehearsed(applied_by(VERBS), state, partial(_activated, number, moving=moving))
    foes = [foe for foe in enemies(state, unit.side) if at is None or foe == at]
    seen = targets_of(now, ready(now, number, "moved" if moving else "fire"), foes)
    return {target: partial(_fire_at, number, target, moving=moving) for target in seen}


async def _activated(number: int, play: Play[Battle], *, moving: bool) -> None:
    """A Unit is activated where it stands, or comes there by a Move."""
    begin(play, number)
    if moving:
        men = acting(play.state, number)
        sets = {"teams": {"moved": True, "dug_in": False}, "went": True}
        play.tell("moved", "fraley.action.move-and-fire", unit=number, figures=men, sets=sets, tells={"length": 0})


async def _fire_at(number: int, target: int, play: Play[Battle], *, moving: bool) -> None:
    """Fire at somebody with all that can, after a Move or without one."""
    await _activated(number, play, moving=moving)
    await last(fire(play, number, "moved" if moving else "fire", at=target))
