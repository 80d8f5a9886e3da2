"""Verbs of the turn: set-up, phases, Maintenance, strikes, the end."""

from typing import Any

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.events import Event
from sandtable.play.state import with_figure, with_unit
from sandtable.rulesets.sotr.state import Battle, Soldier, Unit

from .common import Verb, nothing, placed, set_figures, set_state, set_unit, taken_off


@rule("sotr.gap.state-scope")
def end_turn(state: Battle, event: Event) -> Battle:
    """What lasts for a Game Turn is over: Overwatch that was not used, and JUST DO IT; the rest is set."""
    figures = tuple(_rested(figure) for figure in state.figures)
    units = tuple(replace(unit, freed="") if unit.freed else unit for unit in state.units)
    return replace(state, figures=figures, units=units, **event.sets)


def _rested(figure: Soldier) -> Soldier:
    return replace(figure, overwatch=False, freed="") if figure.overwatch or figure.freed else figure


def split(state: Battle, event: Event) -> Battle:
    """The event's figures leave their unit and are a new one, the last of all, led by the first of them."""
    assert event.unit is not None
    squad = state.units[event.unit]
    sets = event.sets
    number = len(state.units)
    for figure in event.figures:
        state = with_figure(state, figure, {"unit": number})
    state = with_figure(state, event.figures[0], {"rank": "corporal", "cool": sets["cool"]})
    stay = tuple(man for man in squad.men if man not in event.figures)
    team = _team(squad, event.figures, sets["second_points"], name=sets["second"])
    state = with_unit(state, event.unit, _fields(_team(squad, stay, sets["first_points"], name=sets["first"])))
    return replace(state, units=(*state.units, team))


def _team(squad: Unit, men: tuple[int, ...], points: int, *, name: str) -> Unit:
    return replace(squad, name=name, men=men, strength=len(men), card=replace(squad.card, points=points))


def _fields(unit: Unit) -> dict[str, Any]:
    return {name: getattr(unit, name) for name in ("name", "men", "strength", "card")}


VERBS: dict[str, Verb] = {
    # before the battle
    "was done": Verb(set_state, ""),
    "objectives were laid out": Verb(set_state, "objective markers laid out: {many}"),
    "a side sets up first": Verb(set_state, "{name} set up first"),
    "the other side sets up": Verb(set_state, ""),
    "was set up": Verb(placed, "{unit:is} set up"),
    "split into fire teams": Verb(split, "{unit:is} split into two fire teams"),
    "will begin Hidden": Verb(set_unit, "{unit} will begin Hidden"),
    "began Hidden": Verb(set_unit, "{unit:begins} Hidden"),
    "cannot begin Hidden": Verb(set_unit, "{unit:finds} no place out of sight"),
    "came on": Verb(placed, "{unit:comes} on from the {edge} edge"),
    "found no room to come on": Verb(nothing, "{unit:finds} no room to come on"),
    # phases
    "a turn began": Verb(nothing, "# Turn {turn}"),
    "won the Initiative": Verb(set_state, "{name} have Turn Initiative"),
    "a phase began": Verb(set_state, "# {title}"),
    "was to begin": Verb(set_state, "{name} begin"),
    "the other side followed": Verb(set_state, ""),
    "the turn to act passed": Verb(set_state, ""),
    "the turn ended": Verb(end_turn, ""),
    "left the table": Verb(taken_off, "{unit:leaves} the table"),
    "left comrades behind": Verb(taken_off, "{unit:leaves} {count} behind"),
    "the battle ended": Verb(set_state, "# The battle is over: {why}"),
    # Maintenance
    "recovered": Verb(set_figures, "{unit}: {count:recovers}"),
    "stayed DOWN": Verb(nothing, "{unit}: {count:stays} DOWN"),
    "a fire burnt out": Verb(set_state, "{piece:has} burnt out and {piece:~gives} no more cover"),
    "a fire burned on": Verb(nothing, "{piece:burns} on"),
    # strikes
    "a strike was due": Verb(set_state, "{name:'s} {what:comes} down"),
    "a shell fell": Verb(nothing, "a shell falls {distance} from its aim"),
    "bombs fell": Verb(nothing, "bombs fall {distance} from their aim"),
    "aircraft strafed": Verb(nothing, "a strip is strafed {distance} to the {hand} of its aim"),
    # riding
    "got in": Verb(taken_off, "{unit:gets} in {vehicle}"),
    "got out": Verb(placed, "{unit:gets} out of {vehicle}"),
}
