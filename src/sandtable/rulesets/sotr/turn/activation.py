"""An activation (1.6): the movement action, the move, the shooting."""

from collections.abc import Sequence

from sandtable.geometry.bodies import BEARING, GROUND, X, Y
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.telling import nothing_said
from sandtable.play.asking import ask
from sandtable.play.domains import YesNo
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.smoke import clear_smoke
from sandtable.rulesets.sotr.command.just_do_it import held_back, offer_just_do_it, spend_freed
from sandtable.rulesets.sotr.move.crawling import crawl
from sandtable.rulesets.sotr.move.dragging import drag_and_crawl
from sandtable.rulesets.sotr.move.hiding import barred_from_hiding
from sandtable.rulesets.sotr.move.transport import get_out
from sandtable.rulesets.sotr.state import Battle, Place5
from sandtable.rulesets.sotr.units.coherency import judge_coherency
from sandtable.rulesets.sotr.units.conditions import lose_overwatch
from sandtable.rulesets.sotr.units.crews import after_moving
from sandtable.rulesets.sotr.verbs import VERBS
from sandtable.rulesets.sotr.weapons.shooting import may_not_shoot, shooting_action

from .actions import carry_out, declare

HELPING = ("advance", "double", "hide")  # actions in which some may stay behind to drag a comrade
SILENT = ("double", "engaged", "down", "board")  # actions after which nobody shoots


def may_be_activated(state: Battle, number: int) -> bool:
    """Whether a unit is still to be activated this turn; one that is DOWN or Engaged to the last model may be, too."""
    unit = state.units[number]
    return unit.activated != state.turn and unit.place in {"table", "aboard"} and bool(unit.men)


@rule("sotr.action.then-shoot")
async def activate(play: Play[Battle], number: int) -> None:
    """One unit's whole activation."""
    side = play.state.units[number].side
    for one in (side, 1 - side):
        await offer_just_do_it(play, one, number)
    unit = play.state.units[number]
    if unit.place == "aboard":
        await _ride(play, number)
        return
    if not unit.on_table:
        return
    was_suppressed, was_shaken = unit.suppressed, unit.shaken
    no_hiding = barred_from_hiding(play.state, number)
    _begin(play, number)
    before = held_back(play.state, number)
    action = await declare(play, number, no_hiding)
    since = len(play.happenings)
    await carry_out(play, number, action)
    if play.state.units[number].on_table and nothing_said(play, since, VERBS):
        play.aside("stood still", "sotr.action.declare-move", unit=number)
    if play.state.units[number].on_table:
        await _drag_and_crawl(play, number)
    if play.state.units[number].on_table:
        await after_moving(play, number)
    await _steady(play, number, before)
    if play.state.units[number].on_table and not was_shaken and _may_shoot(play.state, number):
        await shooting_action(play, number)
    _end(play, number, was_suppressed=was_suppressed, was_shaken=was_shaken)


@rule("sotr.gap.transport")
async def _ride(play: Play[Battle], number: int) -> None:
    """A unit that rides gets out with its activation, or rides on."""
    unit = play.state.units[number]
    assert unit.aboard is not None
    sets = {"activated": play.state.turn, "action": "ride"}
    play.tell("was activated", "sotr.action.declare-move", unit=number, sets=sets)
    words = f"{unit.name} rides in {play.state.units[unit.aboard].name}: get out?"
    out = await ask(play, number, "ride", YesNo(), words, "sotr.gap.transport", usual=False)
    if out:
        await get_out(play, number)


@rule("sotr.overwatch.lost-activation")
def _begin(play: Play[Battle], number: int) -> None:
    """A unit is activated: from here on it is on Overwatch no more, and where it stands is remembered."""
    state = play.state
    unit = state.units[number]
    sets = {"activated": state.turn, "began": standing_at(state, unit.men), "action": ""}
    play.tell("was activated", "sotr.action.declare-move", unit=number, sets=sets)
    lose_overwatch(play, unit.men, "sotr.overwatch.lost-activation", why="activated")


def standing_at(state: Battle, men: Sequence[int]) -> tuple[Place5, ...]:
    """Where models stand, and which way they face."""
    table = state.layout.bodies
    return tuple(
        (man, int(table[man, X]), int(table[man, Y]), int(table[man, BEARING]), int(table[man, GROUND])) for man in men
    )


@rule("sotr.down.crawl", "sotr.down.drag", "sotr.gap.engaged-activation")
async def _drag_and_crawl(play: Play[Battle], number: int) -> None:
    """DOWN models crawl, whatever their unit does: that is all that one whose models all lie can do.

    Comrades who have stayed put may drag them, if their unit was free to choose its move.
    """
    state = play.state
    unit = state.units[number]
    if unit.action in HELPING and any(
        figure.down and state.units[figure.unit].side == unit.side for figure in state.figures
    ):
        await drag_and_crawl(play, number)
    elif any(state.figures[man].down for man in unit.men):
        await crawl(play, number)


@rule("sotr.command.jdi-lieutenant", "sotr.command.jdi-unit-officer")
async def _steady(play: Play[Battle], number: int, before: tuple[bool, bool]) -> None:
    """A unit that lost its nerve on its way, under Overwatch or before a HORROR, may be told to shoot all the same."""
    unit = play.state.units[number]
    if unit.on_table and unit.action not in SILENT and held_back(play.state, number)[1] and not before[1]:
        await offer_just_do_it(play, unit.side, number, moved=True)


@rule("sotr.double.no-action", "sotr.double.whole-unit", "sotr.action.then-shoot", "sotr.gap.engaged-activation")
def _may_shoot(state: Battle, number: int) -> bool:
    """Whether the unit goes on to shoot: nobody of it does once On The Double was declared, however little they moved."""
    return state.units[number].action not in SILENT and may_not_shoot(state, number) is None


@rule("sotr.command.jdi-resume")
def _end(play: Play[Battle], number: int, *, was_suppressed: bool, was_shaken: bool) -> None:
    """The activation is over, and with it what lasted for it."""
    unit = play.state.units[number]
    play.tell("ended its activation", "sotr.action.then-shoot", unit=number, sets={"began": ()})
    if not unit.on_table:
        return
    if was_suppressed and unit.suppressed:
        sets = {"suppressed": False, "suppressed_by": -1}
        play.tell("shook off Suppression", "sotr.gap.suppressed-duration", unit=number, sets=sets)
    if was_shaken and unit.shaken:
        play.tell("was shaken no more", "sotr.gap.vehicle-damage", unit=number, sets={"shaken": False})
    spend_freed(play, number)
    clear_smoke(play, "victim-activation", unit=number)
    if play.state.options.coherency_check == "own-move":
        judge_coherency(play, [number])
