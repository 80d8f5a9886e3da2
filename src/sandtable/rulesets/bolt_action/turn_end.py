"""The Turn End Phase: dice kept and given back, smoke, whether there is another turn."""

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.script import Play, Step

from .charts import YES, yes_on
from .pins import remove_pins
from .state import Battle
from .transports import abandon_empty
from .victory import outcome_now

ROLES = ("the attacker", "the defender")
RETAINABLE = {"ambush", "down"}
ANOTHER = 4  # or more on a die: one more turn follows the last


async def end_turn(play: Play[Battle]) -> None:
    """Retain dice, return the rest, clear up, and see whether another turn is played."""
    state = play.state
    play.tell("the turn ended", "ba.turn.phases", "ba.turn.repeat", tells={"turn": state.turn})
    retained: list[int] = []
    for side in await _deciding_order(play):
        retained += await _retain(play, side)
    _return_dice(play, retained)
    await abandon_empty(play)
    await _thin_smoke(play)
    await _next_turn(play)


def deciding_roll(first: str, second: str) -> Roll[str]:
    """Which of two sides with equally many units decides first when the turn ends."""
    why = "who decides first at the end of the turn"
    return Roll(1, 6, Chart(((1, second), (4, first))), why=why, because=("ba.gap.simultaneity",), neutral=True)


@rule("ba.gap.simultaneity")
async def _deciding_order(play: Play[Battle]) -> tuple[int, int]:
    """The side with fewer units decides first; with equal numbers, a die says."""
    alive = [sum(unit.alive and unit.side == side for unit in play.state.units) for side in (0, 1)]
    if alive[0] != alive[1]:
        return (0, 1) if alive[0] < alive[1] else (1, 0)
    if not any(unit.order in RETAINABLE and unit.alive for unit in play.state.units):
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
    kept = await Decision(
        side,
        "retain",
        SomeOf(
            {f"u{number}": number for number in able},
            0,
            len(able),
            label=lambda number: f"{state.units[number].name} ({str(state.units[number].order).capitalize()})",
            points=OnTable,
        ),
        prompt=f"{state.names[side]}: which units keep their Ambush or Down?",
        because=("ba.turn.end-retain",),
        default=[],
    )
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


@rule("ba.gap.smoke")
async def _thin_smoke(play: Play[Battle]) -> None:
    """Each cloud of smoke is gone on 4 or more."""
    clouds = [piece for piece in play.state.terrain if "smoke" in piece.traits]
    for cloud in clouds:
        rolled = await smoke_roll()
        if rolled.value == YES:
            left = tuple(piece for piece in play.state.terrain if piece is not cloud)
            play.tell("smoke cleared", "ba.gap.smoke", sets={"terrain": left}, rolls=(rolled.number,))


def another_turn_roll() -> Roll[str]:
    """Whether one more turn follows the last."""
    why, because = "is another turn played?", ("ba.gap.game-length",)
    return Roll(1, 6, yes_on(ANOTHER), why=why, because=because, needs=f"{ANOTHER}+", neutral=True)


@rule("ba.gap.game-length")
async def _next_turn(play: Play[Battle]) -> None:
    """The last turn may be followed by one more."""
    state = play.state
    last = state.turns
    over = state.turn > last
    if state.turn == last:
        rolled = await another_turn_roll()
        over = rolled.value != YES
    if over:
        await end_battle(play)
        return
    sets = {"phase": "start", "turn": state.turn + 1, "laid_aside": (0, 0)}
    play.tell("a new turn was due", "ba.gap.game-length", sets=sets)


async def end_battle(play: Play[Battle]) -> None:
    """The battle is over: at the end of its last turn, or at once when a side has nobody left."""
    outcome = outcome_now(play.state)
    sets = {"phase": "over", "outcome": outcome}
    play.tell("the battle ended", "ba.gap.game-length", *outcome.because, sets=sets, tells={"why": outcome.why})


TURN_END = Step("turn end", end_turn)
