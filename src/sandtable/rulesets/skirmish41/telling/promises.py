"""What is to be known of an answer besides its dice: how far it goes, at whom, why it comes to nothing."""

from collections.abc import Mapping
from typing import Any

from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import about
from sandtable.play.shown import Promised
from sandtable.rulesets.skirmish41.actions.tries import Goal, lookers
from sandtable.rulesets.skirmish41.basics.units import nearest_team
from sandtable.rulesets.skirmish41.counters.markers import marker_try, point_try
from sandtable.rulesets.skirmish41.fire.offers import Aims, Spotting
from sandtable.rulesets.skirmish41.fire.shots import fire_targets, ways_to_fire
from sandtable.rulesets.skirmish41.fire.targets import Aim
from sandtable.rulesets.skirmish41.machines.driving import usual_speed
from sandtable.rulesets.skirmish41.move.movement import allowance, movers
from sandtable.rulesets.skirmish41.spotting.spotting import best_try
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.turn.orders import DRIVE, FIRE, MOVE, SPOT

By = Mapping[str, Promised]
TOGETHER = "nobody can hit by himself: all weapons together hit on 20"


def promises(state: Battle, decision: Decision[Any]) -> By:
    """What is to be known of options of a question, by key."""
    number, domain = decision.unit, decision.domain
    if number is None:
        return {}
    match domain:
        case Aims():
            return {key: _fire(state, number, aim) for key, aim in domain.values.items()}
        case Spotting():
            tries = {key: _spot(state, number, goal) for key, goal in domain.values.items()}
            return {key: promise for key, promise in tries.items() if promise is not None}
        case OneOf() if decision.kind == "action":
            actions = {key: _action(state, number, key) for key in domain.values}
            return {key: promise for key, promise in actions.items() if promise is not None}
        case _:
            return {}


@rule("sk.shoot.group-fire")
def _fire(state: Battle, number: int, aim: Aim) -> Promised:
    """Whether anybody of a team can hit by himself."""
    if ways_to_fire(state, number, aim):
        return Promised()
    return Promised(note=TOGETHER, because=("sk.shoot.group-fire",))


@rule("sk.spot.impossible")
def _spot(state: Battle, number: int, goal: Goal) -> Promised | None:
    """Whether there is anything to be tried, as far as the side knows."""
    men = lookers(state, number)
    if goal.marker >= 0:
        found = marker_try(state, number, men, goal.marker)
    elif goal.team >= 0:
        found = best_try(state, number, men, goal.team)
    else:
        found = point_try(state, number, men, goal.at)  # as if it lay still in whatever cover is there
    return Promised(vain="it cannot be seen from here", because=("sk.spot.impossible",)) if found is None else None


def _action(state: Battle, number: int, key: str) -> Promised | None:
    """How far a move goes, who is the nearest target, how many tries there are."""
    unit = state.units[number]
    if key == MOVE and movers(state, number):
        far = max(allowance(state, man) for man in movers(state, number))
        return Promised(gives=about(far), because=("sk.move.six",))
    if key == DRIVE:
        return Promised(gives=about(usual_speed(unit.card, state.options)), because=("sk.veh.speed",))
    if key == FIRE:
        near = nearest_team(state, number, [aim.team for aim in fire_targets(state, number)])
        return None if near is None else Promised(f"at {state.units[near].name}")
    if key == SPOT:
        tries = len(lookers(state, number))
        return Promised(gives=f"{tries} {'try' if tries == 1 else 'tries'}", because=("sk.spot.own-turn",))
    return None
