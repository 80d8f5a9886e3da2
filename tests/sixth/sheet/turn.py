"""The turn: units activated in turn, what an active unit does, and what comes next."""

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play, Step

from .charge import charge, in_reach, why_no_charge
from .movement import move
from .setup import pick, set_up_next
from .shooting import aims, shoot, why_no_target
from .state import Battle, on_table
from .victory import TURNS, is_broken, outcome_of

LABELS = {"move": "Move, then shoot", "shoot": "Shoot from here", "charge": "Charge", "stay": "Stay"}


def next_step(state: Battle) -> Step[Battle] | None:
    """What comes next, from the state alone; None when the battle is over."""
    match state.phase:
        case "setup":
            return Step("set-up", set_up_next)
        case "battle":
            return Step("activation", activate_next)
        case "over":
            return None


@rule("sheet.turn.alternate")
def ready(state: Battle, side: int) -> list[int]:
    """A side's units that have not acted this turn."""
    return [number for number in on_table(state, side) if not state.units[number].done]


@rule("sheet.turn.alternate")
async def activate_next(play: Play[Battle]) -> None:
    """A side activates one unit; then it is the other's turn, or the turn is over."""
    state = play.state
    side = state.active if ready(state, state.active) else 1 - state.active
    number = await pick(side, "activate", ready(state, side), state, "activate which unit?")
    play.tell("was activated", "sheet.turn.alternate", unit=number, sets={"done": True})
    await act(play, number)
    state = play.state
    left = any(ready(state, one) for one in (0, 1))
    if any(is_broken(state, one) for one in (0, 1)) or (not left and state.turn == TURNS):
        outcome = outcome_of(state)
        sets = {"phase": "over", "outcome": outcome}
        play.tell("the battle ended", *outcome.because, sets=sets, tells={"why": outcome.why})
    elif left:
        play.tell("play passed", "sheet.turn.alternate", sets={"active": 1 - side})
    else:
        sets = {"turn": state.turn + 1, "active": state.turn % 2, "phase": "battle"}
        play.tell("a turn began", "sheet.turn.alternate", sets=sets)


@rule("sheet.turn.actions")
async def act(play: Play[Battle], number: int) -> None:
    """What an active unit does."""
    state = play.state
    barred: dict[str, Refusal] = {}
    if not aims(state, number, moved=False):
        barred["shoot"] = why_no_target()
    if not in_reach(state, number):
        barred["charge"] = why_no_charge()
    unit = state.units[number]
    choices = OneOf(
        {key: key for key in LABELS if key not in barred},
        label=LABELS.__getitem__,
        barred=lambda: barred,
        every=lambda: {key: key for key in LABELS},
    )
    words = f"What does {unit.name} do?"
    action = await ask(
        play, number, "action", choices, words, "sheet.turn.actions", usual="move" if "shoot" in barred else "shoot"
    )
    match action:
        case "move":
            await move(play, number)
            await shoot(play, number, moved=True)
        case "shoot":
            await shoot(play, number, moved=False)
        case "charge":
            await charge(play, number)
        case _:
            play.tell("stayed", "sheet.turn.actions", unit=number)
