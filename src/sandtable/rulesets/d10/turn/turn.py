"""Game turns: markers, initiative, activations in turn; and what comes next.

`next_step` names the next script from the state alone. A step is one activation.
"""

from collections.abc import Sequence
from typing import Any

from sandtable.dice.readings import AtLeast, Each
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play, Step
from sandtable.play.stage import Again, rounds
from sandtable.rulesets.d10.basics.charts import SIDES
from sandtable.rulesets.d10.setup.set_up import next_on_agenda
from sandtable.rulesets.d10.setup.victory import REWARDED, SCENARIOS, broken, outcome_of, score_of, turns_of
from sandtable.rulesets.d10.state import Battle

from .activation import activate

PASSES = "pass"
LAST_TURN = 7  # what the die needs for one more turn


@rule("d10.turn.phases")
def next_step(state: Battle) -> Step[Battle] | None:
    """What comes next, from the state alone; None when the battle is over."""
    match state.phase:
        case "setup" if state.agenda:
            return Step(f"set-up: {state.agenda[0]}", next_on_agenda)
        case "setup" | "turn":
            return TURN
        case "activation":
            return ACTIVATION
        case "end":
            return TURN_END
        case "over":
            return None


# ---- initiative


def initiative_roll(names: Sequence[str]) -> Roll[tuple[int, ...]]:
    """A die for each of several players: the highest wins."""
    why = f"Initiative: {', '.join(names)}"
    return Roll(
        len(names), SIDES, Each(), why=why, because=("d10.turn.initiative-roll",), neutral=True, needs="the highest die"
    )


@rule("d10.turn.initiative-roll")
def leaders_of(dice: Sequence[int]) -> list[int]:
    """The places of the highest dice."""
    return [place for place, die in enumerate(dice) if die == max(dice)]


@rounds("throws")
@rule("d10.turn.initiative-roll")
async def roll_initiative(
    _play: Play[Any],
    names: tuple[str, ...],
    last_winner: int,
    tied: tuple[int, ...] = (),
    *,
    throws: tuple[int, ...] = (),
) -> tuple[int, tuple[int, ...]] | Again:
    """Who of any number of players wins the initiative, and the throws that settled it.

    Those who are tied roll again, or the last winner among them keeps it (-1 if ties are rolled again).
    """
    rolling = tied or tuple(range(len(names)))
    rolled = await initiative_roll([names[place] for place in rolling])
    throws = (*throws, rolled.number)
    tied = tuple(rolling[place] for place in leaders_of(rolled.value))
    if len(tied) == 1:
        return tied[0], throws
    return (last_winner, throws) if last_winner in tied else Again(names, last_winner, tied, throws=throws)


@rule("d10.turn.phases", "d10.turn.marker-phase", "d10.turn.initiative-choice", "d10.gap.scenario-village")
async def begin_turn(play: Play[Battle]) -> None:
    """A turn begins: markers come off, initiative is rolled, its winner says who goes first.

    There is nothing to clear before the first turn: what units begin with they keep. By a switch the attacker of a
    village has its first initiative without a roll.
    """
    state = play.state
    number = state.turn + 1
    if number == 1:
        play.tell("the first turn began", "d10.turn.phases", sets={"turn": 1})
    else:
        play.tell("a turn began", "d10.turn.phases", "d10.turn.marker-phase", sets={"turn": number})
    rolls: tuple[int, ...] = ()
    if number == 1 and state.mission.name == "village" and state.options.attacker_begins:
        winner, clause = state.mission.attacker, "d10.gap.scenario-village"
    else:
        last = state.winner if state.options.initiative_tie == "last-winner" else -1
        winner, rolls = await roll_initiative(play, state.names, last)
        clause = "d10.turn.initiative-roll"
    first = await _who_begins(play, winner)
    choice = "" if first == winner else f": {state.names[first]} go first"
    play.tell(
        "won the initiative",
        clause,
        "d10.turn.initiative-choice",
        sets={"winner": winner, "active": first, "phase": "activation", "passes": 0},
        tells={"name": state.names[winner], "choice": choice},
        rolls=rolls,
    )


@rule("d10.turn.initiative-choice")
async def _who_begins(play: Play[Battle], winner: int) -> int:
    """The winner begins, or names the other."""
    names = play.state.names
    choices = OneOf({f"p{side}": side for side in (winner, 1 - winner)}, label=lambda side: names[side])
    words = f"{names[winner]}: who goes first?"
    return await ask_seat(winner, "initiative", choices, words, "d10.turn.initiative-choice", usual=f"p{winner}")


# ---- activations


@rule("d10.turn.once")
def ready(state: Battle, side: int) -> list[int]:
    """A side's units that have not been activated this turn."""
    return [
        number
        for number, unit in enumerate(state.units)
        if not unit.done and unit.side == side and unit.place in {"table", "aboard"}
    ]


def all_done(state: Battle) -> bool:
    """Whether no unit of either side is left to be activated this turn."""
    return not [1 for unit in state.units if not unit.done and unit.place in {"table", "aboard"}]


@rule("d10.turn.alternate", "d10.turn.once")
async def next_activation(play: Play[Battle]) -> None:
    """The next player activates a unit; one who has none left lets the other go on."""
    state = play.state
    side = state.active
    able = ready(state, side)
    if not able:
        side = 1 - side
        able = ready(state, side)
    if not able:
        play.tell("all units had acted", "d10.turn.alternate", sets={"phase": "end"})
        return
    number = await _pick(play, side, able)
    if number is None:
        passes = state.passes + 1
        over = passes > 1 or not ready(state, 1 - side)
        passed = {"active": 1 - side, "passes": passes, "phase": "end" if over else "activation"}
        play.tell("passed", "d10.turn.alternate", sets=passed, tells={"name": state.names[side]})
        return
    await activate(play, number)
    if broken(play.state):
        _finish(play)
        return
    sets: dict[str, object] = {"active": 1 - side, "acting": -1, "closed": (), "passes": 0}
    if all_done(play.state):
        sets["phase"] = "end"
    play.tell("play passed", "d10.turn.alternate", sets=sets)


async def _pick(play: Play[Battle], side: int, able: Sequence[int]) -> int | None:
    """Which unit a player activates; None if he passes, where that may be done."""
    state = play.state
    values: dict[str, int | None] = {f"u{number}": number for number in able}
    if state.options.allow_pass:
        values[PASSES] = None
    elif len(able) == 1:
        return able[0]
    choices = OneOf(
        values,
        label=lambda number: "pass" if number is None else state.units[number].name,
        points=lambda number: None if number is None else OnTable(unit=number),
    )
    words = f"{state.names[side]}: activate which unit?"
    return await ask_seat(side, "activate", choices, words, "d10.turn.alternate", "d10.turn.once", usual=f"u{able[0]}")


# ---- the end of a turn


def last_turn_roll() -> Roll[int]:
    """Whether there is one last turn."""
    why, clause = "Is there a last turn?", "d10.gap.game-length"
    return Roll(1, SIDES, AtLeast(LAST_TURN), why=why, because=(clause,), neutral=True, needs=f"{LAST_TURN}+")


@rule("d10.gap.game-length")
async def finish_turn(play: Play[Battle]) -> None:
    """The end of a turn: the battle is over after its last one, which in a meeting engagement a die may put off."""
    state = play.state
    if broken(state):
        _finish(play)
        return
    turns, may_go_on = turns_of(state.mission)
    if state.turn < turns:
        play.tell("another turn was due", "d10.turn.phases", sets={"phase": "turn"})
        return
    if state.turn == turns and may_go_on:
        rolled = await last_turn_roll()
        if rolled.value:
            sets = {"phase": "turn", "extra_turn": True}
            play.tell("a last turn was due", "d10.gap.game-length", sets=sets, rolls=(rolled.number,))
            return
    _finish(play)


@rule("d10.gap.victory")
def _finish(play: Play[Battle]) -> None:
    """Count the victory points of both sides, and end the battle."""
    state = play.state
    because = ("d10.gap.victory", SCENARIOS[state.mission.name])
    for side, name in enumerate(state.names):
        score = score_of(state, side)
        play.tell("scored", *because, tells={"name": name, **score._asdict(), "what": REWARDED[state.mission.name]})
    outcome = outcome_of(state)
    sets = {"phase": "over", "acting": -1, "outcome": outcome}
    play.tell("the battle ended", *outcome.because, sets=sets, tells={"why": outcome.why})


TURN = Step("a turn begins", begin_turn)
ACTIVATION = Step("activation", next_activation)
TURN_END = Step("the end of a turn", finish_turn)
