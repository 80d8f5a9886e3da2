"""What is to be known of an answer besides its dice: how far it goes, who is nearest, and why it would come to nothing."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from sandtable.dice.readings import AtLeast
from sandtable.mechanics.chances import say_chance
from sandtable.mechanics.pieces import raised
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.mechanics.verbs import applied_by
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.journey import Journey, places_at
from sandtable.play.refusal import about
from sandtable.play.script import Play
from sandtable.play.shown import Promised
from sandtable.play.state import with_unit
from sandtable.rulesets.d10.basics.charts import SIDES
from sandtable.rulesets.d10.basics.checks import command_score
from sandtable.rulesets.d10.basics.leaders import command_of
from sandtable.rulesets.d10.basics.units import between, engaged
from sandtable.rulesets.d10.fire.arms import arms
from sandtable.rulesets.d10.fire.offers import Targets
from sandtable.rulesets.d10.fire.shooting import plan
from sandtable.rulesets.d10.fire.targets import Aim, in_reach
from sandtable.rulesets.d10.harm.allocation import Victims
from sandtable.rulesets.d10.melee.assault import Assaulting, assault_targets, make_contact
from sandtable.rulesets.d10.move.movement import allowance, move_of
from sandtable.rulesets.d10.react.reactions import Moments, Reacting
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.orders import ASSAULT, HOLD, MOVE, RUSH, SHOOT, can_shoot
from sandtable.rulesets.d10.verbs import VERBS

By = Mapping[str, Promised]
MOVES = ("d10.gap.assault-move", "d10.cc.assault-moves")
SIGHT = ("d10.shoot.check-los-range", "d10.shoot.nearest-target")
SILENT = Promised(note="the main gun stays silent", because=("d10.gap.vehicle-shoot",))


def promises(state: Battle, decision: Decision[Any]) -> By:
    """What is to be known of options of a question, by key."""
    number, domain = decision.unit, decision.domain
    if number is None:
        return {}
    match domain:
        case Targets():
            return {key: _target(value) for key, value in domain.values.items()}
        case Reacting():
            holders = {key: holder for key, holder in domain.values.items() if holder is not None}
            return {key: _reacting(state, holder, domain.mover) for key, holder in holders.items()}
        case Moments():
            return {
                key: _reacting(on_the_way(state, domain.mover, domain.journey, station), number, domain.mover)
                for key, station in domain.values.items()
            }
        case Assaulting():
            return {key: _assault(state, domain.attacker, target) for key, target in domain.values.items()}
        case Victims():
            left = {key: str(state.figures[figure].wounds) for key, figure in domain.values.items()}
            return {key: Promised(known={"wounds left": wounds}) for key, wounds in left.items()}
        case OneOf() if decision.kind == "order":
            orders = {key: _order(state, number, key) for key in domain.values}
            return {key: said for key, said in orders.items() if said is not None}
        case _:
            return {}


def _target(value: Any) -> Promised:
    if value is None:
        return SILENT
    aim = value if isinstance(value, Aim) else value[0]
    return Promised(known={"distance": about(aim.gap)})


def _reacting(state: Battle, number: int, target: int) -> Promised:
    """A unit that may react to one that moves or has shot, as that stands now."""
    apart = {"distance": about(between(state, number, target))}
    if in_reach(state, number, arms(state, number), target) is None:
        return Promised(known=apart, vain="out of sight or reach where it is now", because=SIGHT[:1])
    return Promised(known=apart)


def on_the_way(state: Battle, mover: int, journey: Journey, station: int) -> Battle:
    """How the table looks when a unit has come so far."""
    bodies = state.units[mover].bodies
    places = [place for place in places_at(journey, station, state.ground, raised(state)) if place[0] in bodies]
    return with_unit(replace(state, layout=state.layout.placed(places)), mover, {"moved": True})


# ---- orders


def _order(state: Battle, number: int, order: str) -> Promised | None:
    if order in {MOVE, RUSH}:
        clause = "d10.order.move-rush" if order == RUSH else "d10.order.move-normal"
        return Promised(gives=about(allowance(state, number, rush=order == RUSH)), because=(clause,))
    if order == HOLD:
        command, _ = command_of(state, number)
        faces = AtLeast(command_score(command, state.options)).succeed(SIDES)
        because = ("d10.gap.hold-enables", "d10.gap.reaction-test")
        return Promised("waits for whoever comes", f"{say_chance(Fraction(faces, SIDES))} reacts", because=because)
    if order == SHOOT:
        return _shooting(state, number)
    return _assaulting(state, number) if order == ASSAULT else None


def _shooting(state: Battle, number: int) -> Promised:
    """At whom it would usually fire from where it stands; a vehicle at both its targets."""
    if not can_shoot(state, number):
        return Promised(vain="there is nobody to shoot at", because=SIGHT)
    salvos, _ = rehearsed(applied_by(VERBS), state, plan, number)
    return Promised(f"at {' and '.join(state.units[salvo.target].name for salvo in salvos)}")


def _assaulting(state: Battle, number: int) -> Promised:
    """The nearest unit that may be assaulted, or the round that goes on."""
    if engaged(state, number):
        return Promised("fights on")
    able = assault_targets(state, number)
    if not able:
        return Promised(vain="no enemy is in sight to assault", because=MOVES[:1])
    near = min(able, key=lambda other: (between(state, number, other), other))
    found = _assault(state, number, near)
    return found if found.vain else replace(found, says=f"at {state.units[near].name}")


def _assault(state: Battle, number: int, target: int) -> Promised:
    """How far it is, and whether anybody gets into contact."""
    apart = about(between(state, number, target))
    touches, _ = rehearsed(applied_by(VERBS), state, _closed, number, target)
    if not touches:
        return Promised(known={"distance": apart}, vain="out of reach", because=MOVES)
    return Promised(known={"distance": apart, "move": about(move_of(state, number))})


async def _closed(play: Play[Battle], number: int, target: int) -> bool:
    """The move of an assault; True if it ends in contact."""
    return make_contact(play, number, target)
