"""Rounds and Initiatives: what comes next.

Everything that moves the battle from one phase to the next is in this file; `next_step` names the next script from the
state alone. A step is one activation, so that little has to be played again when a battle is taken up in the middle of it.
"""

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play, Step
from sandtable.play.stage import Again, rounds
from sandtable.rulesets.fraley.indirect.smoke import lift
from sandtable.rulesets.fraley.setup.set_up import next_on_agenda
from sandtable.rulesets.fraley.setup.victory import outcome_of, scored
from sandtable.rulesets.fraley.state import Battle

from .activation import activate, eligible, pick
from .morale import end_of_round


@rule("fraley.round.structure")
def next_step(state: Battle) -> Step[Battle] | None:
    """What comes next, from the state alone; None when the battle is over."""
    match state.phase:
        case "setup" if state.agenda:
            return Step(f"set-up: {state.agenda[0]}", next_on_agenda)
        case "setup" | "round":
            return ROUND
        case "initiative":
            return ACTIVATION
        case "end":
            return ROUND_END
        case "over":
            return None


# ---- a round begins


def roll_off_die(name: str, seat: int, *because: str) -> Roll[int]:
    """One side's die for the first Initiative."""
    clauses = ("fraley.round.roll-off", *because)
    why = f"{name}: who has the first Initiative"
    return Roll(1, 6, Total(), why=why, because=clauses, seat=seat, needs="the higher die")


@rounds("because")
@rule("fraley.round.roll-off", "fraley.round.roll-off-ties")
async def roll_off(play: Play[Battle], *, because: tuple[str, ...] = ()) -> tuple[int, tuple[int, ...]] | Again:
    """Both roll a die, again while they are equal: the higher one, and the throws that settled it."""
    names = play.state.names
    one = await roll_off_die(names[0], 0, *because)
    other = await roll_off_die(names[1], 1, *because)
    if one.value == other.value:
        return Again(because=("fraley.round.roll-off-ties",))
    return 0 if one.value > other.value else 1, (one.number, other.number)


@rule("fraley.round.structure", "fraley.round.roll-off", "fraley.gap.scenario-hold")
async def begin_round(play: Play[Battle]) -> None:
    """A round begins: who has its first Initiative. By a switch an attacker has it in the first round without a roll."""
    state = play.state
    number = state.round + 1 if state.initiative else 1
    rolls: tuple[int, ...] = ()
    if number == 1 and state.mission.name == "hold" and state.options.attacker_begins:
        first, clause = state.mission.attacker, "fraley.gap.scenario-hold"
    else:
        first, rolls = await roll_off(play)
        clause = "fraley.round.roll-off"
    holder = first if eligible(state, first) or not eligible(state, 1 - first) else 1 - first
    play.tell(
        "a round began",
        "fraley.round.structure",
        clause,
        sets={
            "phase": "initiative",
            "round": number,
            "initiative": state.initiative + 1,
            "first": first,
            "holder": holder,
        },
        tells={"name": state.names[first]},
        rolls=rolls,
    )
    if not eligible(state, holder):
        _all_have_acted(play)


# ---- Initiatives


@rule("fraley.initiative.sequence", "fraley.initiative.ends-on-fail")
async def next_activation(play: Play[Battle]) -> None:
    """The holder of the Initiative picks a Unit and activates it; he goes on until one fails."""
    number = await pick(play)
    if number is None:
        _stop(play)
        goes_on = False
    else:
        goes_on = await activate(play, number)
    if not _settled(play):
        _pass_on(play, goes_on=goes_on)


@rule("fraley.reactivation.who-benefits", "fraley.initiative.sequence")
def _stop(play: Play[Battle]) -> None:
    """The holder stops; if only Units are left that are eligible again, these do not act any more this round."""
    state = play.state
    left = eligible(state, state.holder)
    if all(state.units[number].refreshed for number in left):
        play.tell(
            "declined to act again",
            "fraley.reactivation.who-benefits",
            sets={"units": tuple(left)},
            tells={"name": state.names[state.holder]},
        )


@rule("fraley.initiative.opponent-turn", "fraley.initiative.ends-on-fail")
def _pass_on(play: Play[Battle], *, goes_on: bool) -> None:
    """Who goes on: the holder while he succeeds and has Units, else the other if he has any, else the holder anew."""
    state = play.state
    holder = state.holder
    if goes_on and eligible(state, holder):
        return
    following = next((side for side in (1 - holder, holder) if eligible(state, side)), None)
    if following is None:
        _all_have_acted(play)
        return
    clause = "fraley.initiative.opponent-turn" if goes_on else "fraley.initiative.ends-on-fail"
    play.tell(
        "an Initiative began",
        clause,
        "fraley.initiative.opponent-turn",
        sets={"holder": following, "initiative": state.initiative + 1},
        tells={"name": state.names[following]},
    )


# ---- a round ends


@rule("fraley.round.end", "fraley.cc.reroll")
def _all_have_acted(play: Play[Battle]) -> None:
    """The round is over; what its end allows once an Initiative, it allows once more."""
    sets = {"phase": "end", "initiative": play.state.initiative + 1}
    play.tell("the round was over", "fraley.round.end", sets=sets)


@rule("fraley.round.end")
async def finish_round(play: Play[Battle]) -> None:
    """The end of a round: tests and removals, smoke, scores; then the next one, or the end of the battle."""
    await end_of_round(play)
    lift(play)
    _count(play)
    play.tell("the round ended", "fraley.round.end", sets={"phase": "end"})
    if not _settled(play):
        play.tell("another round was due", "fraley.round.structure", sets={"phase": "round"})


def _count(play: Play[Battle]) -> None:
    """What the scenario scores at the end of a round."""
    state = play.state
    scores = scored(state)
    if scores != state.scores:
        said = f"{state.names[0]} {scores[0]}, {state.names[1]} {scores[1]}"
        clauses = ("fraley.gap.victory", "fraley.gap.objective-control")
        play.tell("objectives were counted", *clauses, sets={"scores": scores}, tells={"score": said})


@rule("fraley.company.fail", "fraley.gap.victory")
def _settled(play: Play[Battle]) -> bool:
    """Whether the battle is over: at once (a company retreats or has no Units), or with the round while it ends."""
    state = play.state
    outcome = outcome_of(state)
    if outcome is None:
        return False
    sets = {"phase": "over", "outcome": outcome}
    play.tell("the battle ended", *outcome.because, sets=sets, tells={"why": outcome.why})
    return True


ROUND = Step("a round begins", begin_round)
ACTIVATION = Step("activation", next_activation)
ROUND_END = Step("the end of the round", finish_round)
