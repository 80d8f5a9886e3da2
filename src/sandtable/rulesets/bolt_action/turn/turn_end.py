"""The Turn End Phase: dice kept and given back, smoke, whether there is another turn."""

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.script import Play, Step
from sandtable.play.stage import last, stage
from sandtable.rulesets.bolt_action.basics.charts import YES, yes_on
from sandtable.rulesets.bolt_action.machines.transports import abandon_empty
from sandtable.rulesets.bolt_action.nerve.pins import remove_pins
from sandtable.rulesets.bolt_action.setup.victory import outcome_now
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.table.terrain import Piece

ROLES = ("the attacker", "the defender")
RETAINABLE = {"ambush", "down"}
ANOTHER = 4  # or more on a die: one more turn follows the last


async def end_turn(play: Play[Battle]) -> None:
    """Retain dice, return the rest, clear up, and see whether another turn is played."""
    state = play.state
    play.tell("the turn ended", "ba.turn.phases", "ba.turn.repeat", tells={"turn": state.turn})
    retained: list[int] = []
    for side in await deciding_order(play):
        retained += await _retain(play, side)
    _return_dice(play, retained)
    await abandon_empty(play)
    await thin_smoke(play, tuple(piece for piece in play.state.terrain if "smoke" in piece.traits))
    await _next_turn(play)


def deciding_roll(first: str, second: str) -> Roll[str]:
    """Which of two sides with equally many units decides first when the turn ends."""
    why = "who decides first at the end of the turn"
    return Roll(1, 6, Chart(((1, second), (4, first))), why=why, because=("ba.gap.simultaneity",), neutral=True)


@rule("ba.gap.simultaneity")
async def deciding_order(play: Play[Battle]) -> tuple[int, int]:
    """The side with fewer units decides first; with equal numbers, a die says."""
    alive = [0, 0]
    for unit in play.state.units:
        alive[unit.side] += unit.alive
    if alive[0] != alive[1]:
        return (0, 1) if alive[0] < alive[1] else (1, 0)
    if not any(unit.alive for unit in play.state.units if unit.order in RETAINABLE):
        return 0, 1
    first, second = ROLES if play.state.attacker == 0 else reversed(ROLES)
    rolled = await deciding_roll(first, second)
    return (0, 1) if rolled.value == first else (1, 0)


async def _retain(play: Play[Battle], side: int) -> list[int]:
    """Which units of a side keep their Ambush or Down."""
    state = play.state
    able = [
        number
        for number, unit in enumerate(state.units)
        if unit.side == side and unit.order in RETAINABLE and unit.alive and unit.place in {"table", "aboard"}
    ]
    if not able:
        return []
    choices = SomeOf(
        {f"u{number}": number for number in able},
        0,
        len(able),
        label=lambda number: f"{state.units[number].name} ({str(state.units[number].order).capitalize()})",
        points=OnTable,
    )
    words = f"{state.names[side]}: which units keep their Ambush or Down?"
    kept = await ask_seat(side, "retain", choices, words, "ba.turn.end-retain", usual=[])
    for number in kept:
        play.tell("kept its order", "ba.turn.end-retain", unit=number, tells={"order": state.units[number].order})
        if state.units[number].order == "down":
            remove_pins(play, number, 1, "ba.gap.pins-removed")
    return kept


@rule("ba.turn.end-destroyed", "ba.turn.end-return", "ba.gap.down-lasts")
def _return_dice(play: Play[Battle], retained: list[int]) -> None:
    """All dice go back into the cup but those retained; those of destroyed units are out of the game."""
    gone = [number for number, unit in enumerate(play.state.units) if not unit.alive]
    kept = tuple((number, play.state.units[number].order) for number in retained)
    play.tell(
        "dice were returned",
        "ba.turn.end-destroyed",
        "ba.turn.end-return",
        sets={"kept": kept},
        tells={"retained": len(retained), "out": len(gone)},
    )


def smoke_roll() -> Roll[str]:
    """Whether a cloud of smoke is gone."""
    return Roll(1, 6, yes_on(4), why="does the smoke clear?", because=("ba.gap.smoke",), needs="4+", neutral=True)


@stage
@rule("ba.gap.smoke")
async def thin_smoke(play: Play[Battle], clouds: tuple[Piece, ...]) -> None:
    """Each cloud of smoke is gone on 4 or more."""
    if not clouds:
        return
    rolled = await smoke_roll()
    if rolled.value == YES:
        left = list(play.state.terrain)
        left.remove(clouds[0])
        play.tell("smoke cleared", "ba.gap.smoke", sets={"terrain": tuple(left)}, rolls=(rolled.number,))
    await last(thin_smoke(play, clouds[1:]))


def another_turn_roll() -> Roll[str]:
    """Whether one more turn follows the last."""
    why, because = "is another turn played?", ("ba.gap.game-length",)
    return Roll(1, 6, yes_on(ANOTHER), why=why, because=because, needs=f"{ANOTHER}+", neutral=True)


@rule("ba.gap.game-length")
async def another_turn(play: Play[Battle]) -> bool:
    """Whether the battle goes on: the last turn may be followed by one more."""
    state = play.state
    if state.turn != state.turns:
        return state.turn < state.turns
    return (await another_turn_roll()).value == YES


async def _next_turn(play: Play[Battle]) -> None:
    """The battle goes on or is over."""
    if not await another_turn(play):
        await end_battle(play)
        return
    sets = {"phase": "start", "turn": play.state.turn + 1, "laid_aside": (0, 0)}
    play.tell("a new turn was due", "ba.gap.game-length", sets=sets)


async def end_battle(play: Play[Battle]) -> None:
    """The battle is over: at the end of its last turn, or at once when a side has nobody left."""
    outcome = outcome_now(play.state)
    sets = {"phase": "over", "outcome": outcome}
    play.tell("the battle ended", "ba.gap.game-length", *outcome.because, sets=sets, tells={"why": outcome.why})


TURN_END = Step("turn end", end_turn)
