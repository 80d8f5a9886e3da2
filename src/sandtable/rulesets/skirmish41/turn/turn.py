"""Turns: the first side's part, the other's, a round of melee in each; and what comes next.

`next_step` names the next script from the state alone. A step is one team's activation.
"""

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.setting_up import roll_off
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable
from sandtable.play.script import Play, Step
from sandtable.rulesets.skirmish41.actions.travel import reveal_contacts
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.units import is_solo
from sandtable.rulesets.skirmish41.counters.generation import arrivals
from sandtable.rulesets.skirmish41.fire.offers import Picking
from sandtable.rulesets.skirmish41.harm.explosions import burn_down
from sandtable.rulesets.skirmish41.heavy.smoke import clear_smoke
from sandtable.rulesets.skirmish41.melee.melee import combats, fight_melees
from sandtable.rulesets.skirmish41.nerve.morale import tests_due
from sandtable.rulesets.skirmish41.nerve.suppression import dice_off
from sandtable.rulesets.skirmish41.setup.set_up import next_on_agenda
from sandtable.rulesets.skirmish41.setup.victory import DONE, at_objective, is_over, outcome_of, score_of, turns_of
from sandtable.rulesets.skirmish41.solo.solo import act, begin_solo_part, next_to_act
from sandtable.rulesets.skirmish41.spotting.hidden import known_to, lay_marks
from sandtable.rulesets.skirmish41.spotting.spotting import lose_sight, spot_the_obvious
from sandtable.rulesets.skirmish41.state import Battle

from .activation import activate, begin, finish

REST = "rest"


@rule("sk.turn.sequence")
def next_step(state: Battle) -> Step[Battle] | None:
    """What comes next, from the state alone; None when the battle is over."""
    match state.phase:
        case "setup" if state.agenda:
            return Step(f"set-up: {state.agenda[0]}", next_on_agenda)
        case "setup" | "turn":
            return TURN
        case "part":
            return SOLO_PART if is_solo(state, state.active) else PART
        case "melee":
            return MELEE
        case "end":
            return TURN_END
        case "over":
            return None


# ---- a turn begins


def first_roll(names: tuple[str, str]) -> Roll[tuple[int, ...]]:
    """Who has the first part of a turn, where that is diced for every turn."""
    why = f"Who goes first: {names[0]}, {names[1]}"
    return Roll(2, D6, Each(), why=why, because=("sk.turn.opposed",), neutral=True, needs="the higher die")


@rule("sk.turn.sequence", "sk.turn.arrivals", "sk.turn.opposed", "sk.dmg.afv-18")
async def begin_turn(play: Play[Battle]) -> None:
    """A turn begins: whoever is first, fires that burn down, arrivals at portals."""
    state = play.state
    play.tell(
        "a turn began", "sk.turn.sequence", sets={"battle": {"turn": state.turn + 1}}, tells={"turn": state.turn + 1}
    )
    first = state.first
    if state.options.first_side == "dice-each-turn" and not state.solo:
        first = await _dice_for_first(play)
    await burn_down(play)
    await arrivals(play)
    await tests_due(play)
    begin_part(play, first, first=first)


async def _dice_for_first(play: Play[Battle]) -> int:
    names = play.state.names
    return (await roll_off(play, lambda: first_roll(names)))[0]


@rule("sk.gap.actions-per-figure", "sk.turn.player-phase", "sk.turn.solo-phase")
def begin_part(play: Play[Battle], side: int, *, first: int) -> None:
    """A side's part begins: its figures have all their actions."""
    sets = {"side": side, "first": first}
    tells = {"name": play.state.names[side]}
    clause = "sk.turn.solo-phase" if is_solo(play.state, side) else "sk.turn.player-phase"
    play.tell("a part began", clause, sets=sets, tells=tells)


# ---- parts


@rule("sk.turn.player-phase")
def ready(state: Battle, side: int) -> list[int]:
    """A side's teams that have not been activated in this part."""
    return [
        number
        for number, unit in enumerate(state.units)
        if not unit.done and unit.side == side and unit.place in {"table", "aboard"} and unit.men
    ]


@rule("sk.turn.player-phase")
async def next_activation(play: Play[Battle]) -> None:
    """The player picks a team that has not acted; or the rest do no more than they must."""
    state = play.state
    able = ready(state, state.active)
    if not able:
        _to_melee(play)
        return
    number = await _pick(play, able)
    if number is not None:
        await activate(play, number)
    else:
        seat = state.units[able[0]].seat  # a partner's teams wait for their own player
        for team in [team for team in able if state.units[team].seat == seat]:
            await _stand_by(play, team)
    _check(play)
    if play.state.phase == "part" and not ready(play.state, play.state.active):
        _to_melee(play)


async def _stand_by(play: Play[Battle], number: int) -> None:
    """A team does what it must: routers rally or flee, suppression is diced off."""
    if not play.state.units[number].men or not play.state.units[number].alive:
        return
    play.tell("stood by", "sk.turn.player-phase", unit=number, sets={"done": True, "battle": {"acting": number}})
    if await begin(play, number) and play.state.options.player_suppression_dice == "after-moving":
        await dice_off(play, number)
    await finish(play, number)


async def _pick(play: Play[Battle], able: list[int]) -> int | None:
    lay_marks(play)
    state = play.state
    seen = known_to(state, state.active)
    values: dict[str, int | None] = {f"u{number}": number for number in able}
    values[REST] = None
    seat = state.units[able[0]].seat
    mine = {key: number for key, number in values.items() if number is None or state.units[number].seat == seat}
    choices = Picking(
        mine,
        label=lambda number: "the rest stand by" if number is None else seen.units[number].name,
        points=lambda number: None if number is None else OnTable(unit=number),
    )
    words = f"{state.names[state.active]}: which team acts?"
    return await ask_seat(seat, "team", choices, words, "sk.turn.player-phase", usual=f"u{able[0]}")


@rule("sk.turn.solo-phase")
async def next_solo(play: Play[Battle]) -> None:
    """The next team of the solo force acts; counters look about first of all."""
    state = play.state
    if state.acting == -1:
        await begin_solo_part(play)
    number = next_to_act(play.state)
    if number is None:
        _to_melee(play)
    else:
        await act(play, number)
    _check(play)


def _to_melee(play: Play[Battle]) -> None:
    play.tell("everybody had acted", "sk.turn.melee-each-phase", sets={"battle": {"phase": "melee", "acting": -1}})


# ---- melee, and the end of a part


@rule("sk.turn.melee-each-phase", "sk.gap.spotted-status", "sk.gren.smoke-duration")
async def end_part(play: Play[Battle]) -> None:
    """A round of every melee; then smoke clears, and who is out of sight may be lost from it."""
    reveal_contacts(play)
    if combats(play.state):
        await fight_melees(play)
    await tests_due(play)
    state = play.state
    side = state.active
    clear_smoke(play, side)
    lose_sight(play)
    spot_the_obvious(play)
    lay_marks(play)
    play.tell("a part ended", "sk.turn.sequence", sets={"side": side})
    _check(play)
    if play.state.phase == "over":
        return
    if side == state.first:
        begin_part(play, 1 - side, first=state.first)
    else:
        play.tell("both parts were done", "sk.turn.sequence", sets={"battle": {"phase": "end", "acting": -1}})


# ---- the end of a turn


@rule("sk.gap.victory", "sk.gap.scenario-patrol")
async def finish_turn(play: Play[Battle]) -> None:
    """The end of a turn: whether the objective was held for a full turn, and whether the battle is over."""
    state = play.state
    if state.mission.name == "patrol" and state.reached < DONE:
        reached = state.reached + 1 if at_objective(state) else 0
        if reached != state.reached:
            verb = "has reached the objective" if reached == DONE else "is at the objective"
            fields = {"battle": {"reached": reached}}
            play.tell(
                verb if reached else "left the objective",
                "sk.gap.scenario-patrol",
                sets=fields,
                tells={"name": state.names[0]},
            )
    _check(play)
    if play.state.phase == "over":
        return
    if state.turn >= turns_of(state):
        _end(play)
        return
    play.tell("another turn was due", "sk.turn.sequence", sets={"battle": {"phase": "turn"}})


@rule("sk.gap.victory", "sk.gap.solo-victory")
def _check(play: Play[Battle]) -> None:
    """Whether the battle ends at once."""
    if play.state.phase != "over" and is_over(play.state):
        _end(play)


def _end(play: Play[Battle]) -> None:
    state = play.state
    if not state.solo:
        for side, name in enumerate(state.names):
            losses, scenario = score_of(state, side)
            tells = {"name": name, "losses": losses, "scenario": scenario}
            play.tell("scored", "sk.gap.victory", tells=tells)
    outcome = outcome_of(state)
    fields = {"phase": "over", "acting": -1, "outcome": outcome}
    play.tell("the battle ended", *outcome.because, sets={"battle": fields}, tells={"why": outcome.why})


TURN = Step("a turn begins", begin_turn)
PART = Step("a team acts", next_activation)
SOLO_PART = Step("the solo force acts", next_solo)
MELEE = Step("melee and the end of a part", end_part)
TURN_END = Step("the end of a turn", finish_turn)
