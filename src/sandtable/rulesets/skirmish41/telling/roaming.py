"""Where a team could go, and whom it could shoot at from there: what a map of good and bad ground is made of."""

from collections.abc import Mapping
from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Begin, Play
from sandtable.play.stage import last
from sandtable.rulesets.skirmish41.fire.shooting import carry_out
from sandtable.rulesets.skirmish41.fire.shots import fire_targets, firing, usual_way, ways_to_fire
from sandtable.rulesets.skirmish41.fire.targets import MEN
from sandtable.rulesets.skirmish41.machines.driving import drives, why_not_drive
from sandtable.rulesets.skirmish41.move.movement import marching, movers
from sandtable.rulesets.skirmish41.state import Battle

MOVE = ("sk.move.six",)


def roams(state: Battle, number: int) -> Marching | Driving:
    """The ordinary move of a team from where it stands."""
    unit = state.units[number]
    why = ""
    if not unit.on_table or not unit.men:
        why = "it is not on the table"
    elif unit.mounted:
        refusal = why_not_drive(state, number)
        why = "" if refusal is None else refusal.why
    elif not movers(state, number):
        why = "nobody of it may move now"
    if why:
        raise Refused(Refusal(f"{unit.name} cannot move about: {why}", MOVE))
    return drives(state, number) if unit.mounted else marching(state, number, movers(state, number))


@rule("sk.gap.solo-shooting")
def shots(state: Battle, number: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:  # noqa: ARG001
    """Every enemy that a team could fire at from where it stands, or one of them, with the script of doing so."""
    unit = state.units[number]
    if not unit.on_table or unit.routing or unit.frozen or not unit.men:
        return {}
    found = {aim.team for aim in fire_targets(state, number) if ways_to_fire(state, number, aim)}
    return {team: partial(_fire_at, number, team) for team in sorted(found) if at is None or team == at}


async def _fire_at(number: int, target: int, play: Play[Battle]) -> None:
    """Fire at a team in the way that promises most."""
    state = play.state
    aims = [aim for aim in fire_targets(state, number) if aim.team == target and ways_to_fire(state, number, aim)]
    if not aims:
        return
    aim = next((aim for aim in aims if aim.at == MEN), aims[0])
    way = ways_to_fire(state, number, aim)[usual_way(state, number, aim)]
    await last(carry_out(play, number, aim, way, tuple(firing(state, number, aim, way)), -1))
