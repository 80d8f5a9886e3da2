"""The actions of the Success and Fail lists."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.telling import nothing_said
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, aftermath, last
from sandtable.rulesets.fraley.fire.shooting import able, fire
from sandtable.rulesets.fraley.indirect.barrage import barrage, may_not_barrage
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.melee.assault import assault, may_not_assault
from sandtable.rulesets.fraley.move.movement import dig_in, may_place_leader, move, place_leader, run
from sandtable.rulesets.fraley.state import Battle, Unit
from sandtable.rulesets.fraley.verbs import VERBS

SUCCESS = {
    "fire-and-move": "Fire and Move",
    "move-and-fire": "Move and Fire",
    "run": "Run",
    "aimed-fire": "Aimed Fire",
    "assault": "Assault",
    "dig-in": "Dig In",
    "barrage": "Barrage",
}
FAIL = {"move": "Move", "fire": "Fire", "overwatch": "Overwatch"}
NOTHING = "nothing"
PLACE_LEADER = "place-leader"
LABELS = {**SUCCESS, **FAIL, NOTHING: "do nothing", PLACE_LEADER: "place the Platoon Leader"}
CLAUSES = {
    "fire-and-move": "fraley.action.fire-and-move",
    "move-and-fire": "fraley.action.move-and-fire",
    "run": "fraley.action.run",
    "aimed-fire": "fraley.action.aimed-fire",
    "assault": "fraley.action.assault",
    "dig-in": "fraley.action.dig-in",
    "barrage": "fraley.action.barrage",
    "move": "fraley.action.fail-move",
    "fire": "fraley.action.fail-fire",
    "overwatch": "fraley.action.overwatch",
    NOTHING: "fraley.initiative.sequence",
}
MOVES = ("fire-and-move", "move-and-fire", "run", "move")
FIRES = ("aimed-fire", "fire")
IDLE = ("dig-in", "overwatch", NOTHING)  # who is to be placed is placed before these


# ---- which actions are open


@rule("fraley.activation.success", "fraley.activation.fail")
def refusals(state: Battle, number: int, *, passed: bool) -> dict[str, Refusal]:
    """The actions that a Unit may not take now, each with its reason; what takes work to say comes later (`doubts`)."""
    unit = state.units[number]
    no: dict[str, Refusal] = _plain_refusals(state, unit)
    if unit.place == "off-table":
        why = Refusal("it is behind its table edge and can only fire a barrage", ("fraley.gap.roster-us-artillery",))
        no |= {key: why for key in (*SUCCESS, *FAIL) if key != "barrage"}
    if unit.place == "aboard":
        why = Refusal("it is riding and can only get out, with a Move", ("fraley.gap.transport",))
        no |= {key: why for key in (*SUCCESS, *FAIL) if key not in MOVES}
    if unit.still:
        why = Refusal("it has gone to ground: no move and no fire this round", ("fraley.gtg.declare-cost",))
        no |= {key: why for key in (*SUCCESS, *FAIL) if key != "dig-in"}
    if not passed:
        no |= dict.fromkeys(SUCCESS, Refusal("its activation check failed", ("fraley.activation.fail",)))
    elif not state.options.success_may_use_fail_actions:
        no |= dict.fromkeys(FAIL, Refusal("its activation check passed", ("fraley.activation.success",)))
    return no


def _plain_refusals(state: Battle, unit: Unit) -> dict[str, Refusal]:
    """What bars an action whatever the check said."""
    no: dict[str, Refusal] = {}
    teams = [state.figures[man] for man in unit.men]
    if all(team.kind == "tank" for team in teams):
        no["dig-in"] = Refusal("Tank Teams cannot Dig In", ("fraley.action.dig-in-no-tanks",))
    if unit.card.rank == "cc":
        no["assault"] = Refusal("a Company Commander does not assault alone", ("fraley.gap.cc-activation",))
        if unit.watching == state.round:
            why = Refusal("he has observed for a barrage this round", ("fraley.barrage.no-move",))
            no |= dict.fromkeys(MOVES, why)
    only_move = state.options.suppressed_fail_actions == "move_only"
    if only_move and any(team.suppressed for team in teams):
        why = Refusal("with a suppressed Team it may only Move", ("fraley.suppression.recover-fail",))
        no |= dict.fromkeys(("fire", "overwatch"), why)
    return no


def _doubts(state: Battle, number: int) -> dict[str, Callable[[], Refusal | None]]:
    """What it takes some work to say."""

    def silent() -> Refusal | None:
        if any(able(state, man) for man in state.units[number].men):
            return None
        clauses = ("fraley.suppression.no-fire", "fraley.reaction.once-per-initiative")
        return Refusal("no Team can fire: suppressed, or has fired in this Initiative", clauses)

    return {
        **dict.fromkeys(FIRES, silent),
        "assault": lambda: may_not_assault(state, number),
        "barrage": lambda: may_not_barrage(state, number),
    }


def usual(state: Battle, number: int, barred: Mapping[str, Refusal]) -> str:
    """What a Unit would usually do."""
    doubts = _doubts(state, number)
    for key in ("fire-and-move", "fire", "move", "dig-in", "barrage"):
        if key not in barred and (key not in doubts or doubts[key]() is None):
            return key
    return NOTHING


@rule("fraley.leader.free-placement", "fraley.gtg.declare-cost")
def _placeable(state: Battle, number: int) -> bool:
    """Whether a Unit's Platoon Leader may be set down: not where the Unit has gone to ground."""
    return not state.units[number].still and may_place_leader(state, number)


# ---- taking one


@rule("fraley.activation.whole-unit", "fraley.initiative.sequence", "fraley.leader.free-placement")
async def take_action(play: Play[Battle], number: int, *, passed: bool) -> None:
    """A Unit is given an order from the list that is open to it, and carries it out; each of its Teams may stay idle.

    Its Platoon Leader may be set down among his men before or after it.
    """
    if not play.state.units[number].men:
        return
    key = await _ordered(play, number, passed=passed)
    since = len(play.happenings) + 1
    await carry_out(play, number, key)
    if key != NOTHING and nothing_said(play, since, VERBS):
        play.aside("did nothing of it", CLAUSES[key], unit=number)
    if key not in IDLE and play.state.units[number].men and _placeable(play.state, number):
        await _after(play, number)


async def _ordered(play: Play[Battle], number: int, *, passed: bool) -> str:
    """The order, once leaders have done what they want to do before it."""
    while True:
        state = play.state
        side = state.units[number].side
        barred = refusals(state, number, passed=passed)
        offers = leaders.offers(state, side)
        more = {PLACE_LEADER: LABELS[PLACE_LEADER]} if _placeable(state, number) else {}
        named = {key: LABELS[key] for key in (*SUCCESS, *FAIL, NOTHING) if key not in barred} | more | offers
        answer = await _asked(state, number, named, barred, passed=passed)
        if answer in offers:
            await leaders.use(play, side, answer)
        elif answer == PLACE_LEADER:
            await place_leader(play, number)
        else:
            return answer


async def _asked(
    state: Battle, number: int, named: Mapping[str, str], barred: Mapping[str, Refusal], *, passed: bool
) -> str:
    unit = state.units[number]
    choices = OneOf(
        {key: key for key in named},
        label=lambda key: named.get(key) or LABELS[key],
        barred=lambda: barred,
        doubts={key: doubt for key, doubt in _doubts(state, number).items() if key in named},
        every=lambda: {key: key for key in LABELS},
    )
    return await ask_seat(
        unit.side,
        "action",
        choices,
        f"{unit.name} {'passed' if passed else 'failed'} its check: what does it do?",
        "fraley.activation.success" if passed else "fraley.activation.fail",
        "fraley.activation.whole-unit",
        unit=number,
        usual=lambda: usual(state, number, barred),
    )


async def _after(play: Play[Battle], number: int) -> None:
    """The Platoon Leader who has not been placed yet may be now."""
    state = play.state
    labels = {"done": "done", PLACE_LEADER: LABELS[PLACE_LEADER]}
    choices = OneOf({key: key for key in labels}, label=lambda key: labels[key])
    words = f"{state.units[number].name}: is its Platoon Leader placed anew?"
    answer = await ask(play, number, "after action", choices, words, "fraley.leader.free-placement", usual="done")
    if answer == PLACE_LEADER:
        await place_leader(play, number)


@action
async def carry_out(play: Play[Battle], number: int, key: str) -> None:
    """An order is carried out."""
    play.tell("declared its action", CLAUSES[key], unit=number, tells={"what": LABELS[key], "key": key})
    if key == "overwatch":
        play.tell("went on Overwatch", "fraley.action.overwatch", unit=number, sets={"overwatch": True})
    elif key != NOTHING:
        await _script_of(key)(play, number)


def _script_of(key: str) -> Callable[[Play[Battle], int], Coroutine[Any, Any, Any]]:
    """The script of an order."""
    return {
        "fire-and-move": _fire_and_move,
        "move-and-fire": _move_and_fire,
        "run": run,
        "aimed-fire": _aimed_fire,
        "assault": assault,
        "dig-in": dig_in,
        "barrage": barrage,
        "move": _move,
        "fire": _fire,
    }[key]


@rule("fraley.action.fire-and-move")
async def _fire_and_move(play: Play[Battle], number: int) -> None:
    """All shooting is resolved before any Team moves."""
    await fire(play, number, "fire")
    if play.state.units[number].men:
        await _then_move(play, number)


@aftermath
async def _then_move(play: Play[Battle], number: int) -> None:
    """The Move after the fire: a forecast of the fire does not wait for it, as its owner may stay."""
    await move(play, number, "fraley.action.fire-and-move")


@rule("fraley.action.move-and-fire")
async def _move_and_fire(play: Play[Battle], number: int) -> None:
    """All movement, with any fire at it, is over before the Unit shoots."""
    if await move(play, number, "fraley.action.move-and-fire"):
        await fire(play, number, "moved")


async def _aimed_fire(play: Play[Battle], number: int) -> None:
    await last(fire(play, number, "aimed"))


@rule("fraley.action.fail-move")
async def _move(play: Play[Battle], number: int) -> None:
    """One Move and no fire."""
    await move(play, number, "fraley.action.fail-move")


@rule("fraley.action.fail-fire")
async def _fire(play: Play[Battle], number: int) -> None:
    """Fire once, without moving and without rerolls."""
    await last(fire(play, number, "fire"))
