"""The turn (1.3): its phases, Turn Initiative, and what comes next.

Everything that moves the battle from one phase to the next is in this file; `next_step` names the next script from the
state alone.
"""

from sandtable.geometry.bodies import BEARING, GROUND
from sandtable.mechanics.choices import one_unit
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.script import Play, Step
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.smoke import clear_smoke
from sandtable.rulesets.sotr.command.command import command_phase
from sandtable.rulesets.sotr.melee.hand_to_hand import close_step
from sandtable.rulesets.sotr.setup.arrivals import may_exit
from sandtable.rulesets.sotr.setup.set_up import next_on_agenda
from sandtable.rulesets.sotr.setup.victory import beaten, outcome_at_once, outcome_now
from sandtable.rulesets.sotr.state import Battle, Place5, Unit
from sandtable.rulesets.sotr.units.coherency import judge_coherency

from .activation import activate, may_be_activated
from .initiative import roll_off
from .maintenance import maintain, much_to_maintain

TITLES = {
    "maintenance": "Maintenance Phase",
    "command": "Command Phase",
    "action": "Action Phase",
    "close": "Close Combat",
}


@rule("sotr.turn.phases", "sotr.turn.phase-modes", "sotr.turn.terms")
def next_step(state: Battle) -> Step[Battle] | None:
    """What comes next."""
    if state.phase not in {"setup", "over"} and any(beaten(state)):
        return BEATEN
    match state.phase:
        case "setup":
            return Step(f"set-up: {state.agenda[0]}", next_on_agenda)
        case "initiative":
            return INITIATIVE
        case "maintenance":
            return MAINTENANCE if state.half else WHO_BEGINS
        case "command":
            return COMMAND if state.half else WHO_BEGINS
        case "action":
            if not state.half:
                return WHO_BEGINS
            return ACTIVATION if waiting(state, 0) or waiting(state, 1) else ACTION_END
        case "close":
            return close_step(state) or TURN_END
        case "over":
            return None


# ---- Initiative


@rule("sotr.init.timing", "sotr.turn.phases")
async def begin_turn(play: Play[Battle]) -> None:
    """A turn begins: smoke of the last one goes, Initiative is rolled, Maintenance follows."""
    play.tell("a turn began", "sotr.turn.phases", tells={"turn": play.state.turn})
    clear_smoke(play, "turn-start")
    await roll_off(play)
    _begin_phase(play, "maintenance")


def _begin_phase(play: Play[Battle], phase: str, **sets: object) -> None:
    tells = {"title": TITLES[phase]}
    play.tell("a phase began", "sotr.turn.phases", sets={"phase": phase, "half": 0, **sets}, tells=tells)


# ---- who begins


@rule("sotr.init.choice", "sotr.maint.sides", "sotr.action.first")
async def choose_who_begins(play: Play[Battle]) -> None:
    """The holder of the Initiative says who begins the phase, afresh each time; nobody is asked where it is all one."""
    state = play.state
    holder = state.holder
    first = holder
    clauses = ("sotr.init.choice", "sotr.action.first" if state.phase == "action" else "sotr.maint.sides")
    if _matters(as_seen(state, holder)):
        choices = OneOf({"self": holder, "enemy": 1 - holder}, label=lambda side: state.names[side])
        words = f"{state.names[holder]}: who begins the {TITLES[state.phase]}?"
        first = await ask_seat(holder, "who begins", choices, words, *clauses, usual="self")
    sets: dict[str, object] = {"side": first, "half": 1}
    if state.phase == "action":
        sets["opened"] = opened(state)
    play.tell("was to begin", *clauses, sets=sets, tells={"name": state.names[first]})


def _matters(state: Battle) -> bool:
    """Whether it makes a difference who begins, as far as a side can tell."""
    match state.phase:
        case "maintenance":
            return much_to_maintain(state)
        case "action":
            return bool(waiting(state, 0)) and bool(waiting(state, 1))
        case _:
            return all(any(unit.side == side and takes_commands(unit) for unit in state.units) for side in (0, 1))


def takes_commands(unit: Unit) -> bool:
    """Whether there is anything to command about a unit."""
    return unit.on_table and not unit.mindless


def opened(state: Battle) -> tuple[Place5, ...]:
    """Where everybody stands as the Action Phase begins, for tables that want LOS kept since then (sotr.shoot.aimed)."""
    if state.options.aimed_los_since != "phase-start":
        return ()
    men = [man for unit in state.units if unit.on_table for man in unit.men]
    bodies = state.layout.bodies
    return tuple((man, *state.layout.point(man), int(bodies[man, BEARING]), int(bodies[man, GROUND])) for man in men)


# ---- Maintenance and Command, side by side


@rule("sotr.turn.phase-modes", "sotr.maint.sides")
async def maintenance_half(play: Play[Battle]) -> None:
    """A side's whole Maintenance; then the other's; then the Command Phase."""
    await maintain(play, play.state.side)
    _next_half(play, "command")


@rule("sotr.turn.phase-modes")
async def command_half(play: Play[Battle]) -> None:
    """A side's whole Command Phase; then the other's; then the Action Phase."""
    await command_phase(play, play.state.side)
    _next_half(play, "action")


def _next_half(play: Play[Battle], after: str) -> None:
    state = play.state
    if state.half == 1:
        play.tell("the other side followed", "sotr.maint.sides", sets={"half": 2, "side": 1 - state.side})
    else:
        _begin_phase(play, after)


# ---- Action


def waiting(state: Battle, side: int) -> list[int]:
    """The units of a side that are still to be activated."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and may_be_activated(state, number)]


@rule("sotr.action.alternate", "sotr.gap.activation-surplus")
def to_act(state: Battle) -> int:
    """Whose unit is activated next: sides alternate, and one that has none left lets the other go on."""
    return state.side if waiting(state, state.side) else 1 - state.side


@rule("sotr.action.alternate", "sotr.unit.definition")
async def activation(play: Play[Battle]) -> None:
    """One unit of the side to act moves and shoots; then it is the other side's turn. Nobody may pass."""
    side = to_act(play.state)
    number = await _pick(play, side)
    await activate(play, number)
    await may_exit(play, number)
    play.tell("the turn to act passed", "sotr.action.alternate", sets={"side": 1 - side})


async def _pick(play: Play[Battle], side: int) -> int:
    state = play.state
    able = waiting(state, side)
    if len(able) == 1:
        return able[0]
    choices = one_unit(state, able)
    words = f"{state.names[side]}: activate which unit?"
    return await ask_seat(side, "unit", choices, words, "sotr.action.alternate", "sotr.gap.activation-surplus")


@rule("sotr.action.until-done", "sotr.turn.phase-modes")
async def end_action(play: Play[Battle]) -> None:
    """Every unit has been activated: Coherency is looked at, and Close Combat begins."""
    judge_coherency(play, range(len(play.state.units)))
    holder = play.state.holder
    _begin_phase(play, "close", side=holder, fought=(), felled=(), downed=(), opened=())


# ---- the end


@rule("sotr.turn.count")
async def end_turn(play: Play[Battle]) -> None:
    """Overwatch that was not used ends, and another turn begins if the scenario has one."""
    state = play.state
    sets: dict[str, object] = {"phase": "initiative", "turn": state.turn + 1, "half": 0}
    over = state.turn >= state.mission.turns
    play.tell("the turn ended", "sotr.turn.count", sets={} if over else sets, tells={"turn": state.turn})
    if over:
        await end_battle(play)


async def end_battle(play: Play[Battle]) -> None:
    """The battle is over: its last turn is, or a side has nobody left standing."""
    outcome = outcome_at_once(play.state) or outcome_now(play.state)
    sets = {"phase": "over", "outcome": outcome}
    play.tell("the battle ended", "sotr.turn.count", *outcome.because, sets=sets, tells={"why": outcome.why})


BEATEN = Step("battle over", end_battle)
INITIATIVE = Step("initiative", begin_turn)
WHO_BEGINS = Step("who begins", choose_who_begins)
MAINTENANCE = Step("maintenance", maintenance_half)
COMMAND = Step("command", command_half)
ACTIVATION = Step("activation", activation)
ACTION_END = Step("end of the Action Phase", end_action)
TURN_END = Step("turn end", end_turn)
