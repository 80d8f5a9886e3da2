"""The movement action of an activated unit (1.6.1): what it must do, or what its owner chooses, and the doing of it."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics import storeys
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.sight import enemies
from sandtable.rulesets.sotr.fire.suppression import suppressing_fire, targets, too_weak, why_not
from sandtable.rulesets.sotr.melee.assault import assault, may_not_charge, why_not_charge
from sandtable.rulesets.sotr.melee.frenzy import must_assault
from sandtable.rulesets.sotr.move.burning_ground import in_flames, leave_fire
from sandtable.rulesets.sotr.move.dirt import hit_the_dirt
from sandtable.rulesets.sotr.move.disorganized import disorganized_action
from sandtable.rulesets.sotr.move.flight import compulsory_move
from sandtable.rulesets.sotr.move.hiding import hide, show, sneak
from sandtable.rulesets.sotr.move.movement import advance, crawl, double, free_to_move, rise, walk
from sandtable.rulesets.sotr.move.suppressed import suppressed_move
from sandtable.rulesets.sotr.move.transport import carriers, get_in
from sandtable.rulesets.sotr.state import Battle

from . import mob
from .compulsion import compelled, engaged_with

MACHINES = "sotr.gap.vehicle-movement"
DAMAGE = "sotr.gap.vehicle-damage"
ENGAGED = "sotr.gap.engaged-activation"
LABELS = {
    "advance": "Advance, or stand still",
    "double": "On The Double",
    "hide": "Hide",
    "sneak": "Sneak",
    "dirt": "Hit the Dirt!",
    "crawl": "crawl, staying Prone",
    "rise": "get up where they are",
    "hold": "stay where they are",
    "show": "come out of hiding",
    "compulsory": "Compulsory Move",
    "suppressed": "Suppressed",
    "disorganized": "Disorganized",
    "fire": "out of the fire",
    "mob": "towards the nearest enemy",
    "engaged": "held in hand-to-hand",
    "down": "nobody is on his feet",
}

AT = {"assault": "Assault on", "suppress": "Suppressing Fire at", "board": "get into"}

# What a unit's `action` says of its movement: by it the shooting rules know what it may still do.
RECORDED = {"crawl": "advance", "rise": "advance", "hold": "advance", "fire": "advance", "mob": "double"}


@rule("sotr.action.declare-move", "sotr.move.choices")
async def declare(play: Play[Battle], number: int, no_hiding: Refusal | None = None) -> str:
    """What the movement action is: forced, or asked for before anybody moves; and it is told.

    `no_hiding` is why it may not Hide, as it stood when it was activated: whoever was on Overwatch then may not.
    """
    action = compelled(play.state, number)
    if not action:
        action = await _choose(play, number, no_hiding)
    if action == "show":
        await show(play, number)
        action = await _choose(play, number, no_hiding)
    word, _, target = action.partition(" ")
    what = LABELS.get(action) or f"{AT[word]} {_name(play, target)}"
    recorded = RECORDED.get(word, word)
    because = _because(action)
    play.tell("declared its action", *because, unit=number, sets={"action": recorded}, tells={"what": what})
    return action


def _because(action: str) -> tuple[str, ...]:
    match action:
        case "compulsory":
            return "sotr.action.declare-move", "sotr.move.fleeing"
        case "engaged" | "hold":
            return "sotr.action.declare-move", ENGAGED
        case "mob":
            return "sotr.action.declare-move", "sotr.gap.roster-reich-zombies"
        case "crawl" | "rise":
            return "sotr.action.declare-move", "sotr.gap.prone-actions"
        case _:
            return "sotr.action.declare-move", "sotr.move.choices"


def _name(play: Play[Battle], key: str) -> str:
    state = play.state
    return state.units[int(key[1:])].name if key[0] == "u" else state.terrain[int(key[1:])].title


# ---- what it may choose


async def _choose(play: Play[Battle], number: int, no_hiding: Refusal | None) -> str:
    state = play.state
    found = choices(state, number)
    if no_hiding is not None and "hide" in found.sure:
        sure = tuple(key for key in found.sure if key != "hide")
        found = found._replace(sure=sure, barred={**found.barred, "hide": no_hiding})
    unit = state.units[number]
    domain = OneOf(
        {key: key for key in (*found.sure, *found.doubts)},
        label=lambda key: named(state, key),
        points=lambda key: _on_table(state, key),
        barred=lambda: found.barred,
        doubts=found.doubts,
        every=lambda: {key: key for key in (*found.sure, *found.doubts, *found.barred)},
    )
    only = domain.forced()
    if only is not None:
        return only
    return await ask(
        play,
        number,
        "action",
        domain,
        f"{unit.name}: which movement action?",
        "sotr.move.choices",
        "sotr.action.declare-move",
        usual=lambda: domain.options()[0],
    )


def named(state: Battle, key: str) -> str:
    """What an action is called."""
    word, _, target = key.partition(" ")
    if not target:
        return LABELS[key]
    at = int(target[1:])
    name = state.units[at].name if target[0] == "u" else state.terrain[at].title
    return f"{AT[word]} {name}"


def _on_table(state: Battle, key: str) -> OnTable | None:
    _, _, target = key.partition(" ")
    if not target:
        return None
    at = int(target[1:])
    return OnTable(unit=at) if target[0] == "u" else OnTable(at=storeys.stair_of(state.terrain[at]))


class Choices(NamedTuple):
    """Movement actions by key: those that may be chosen for sure, those that may not, and why, and doubtful ones.

    Whether a target can be assaulted or suppressed is looked into only where somebody wants to know.
    """

    sure: tuple[str, ...]
    barred: dict[str, Refusal]
    doubts: dict[str, Callable[[], Refusal | None]]


@rule("sotr.move.choices", "sotr.normal.eligible")
def choices(state: Battle, number: int) -> Choices:
    """The movement actions that a unit may choose from, and those that it may not, with reasons."""
    unit = state.units[number]
    fighting = engaged_with(state, number) if state.engaged else []
    prey = must_assault(as_seen(state, unit.side), number)
    if fighting:
        return _joining(state, number, fighting, prey)
    if prey:
        because = Refusal(f"{unit.name} is Frenzied and must Assault", ("sotr.frenzy.assault",))
        barred = dict.fromkeys(("advance", "double", "hide", "sneak", "dirt"), because)
        return Choices(tuple([f"assault u{target}" for target in prey]), barred, {})
    sure, barred = _simple(state, number)
    assaulting, suppressing = _assaults(state, number), _suppressions(state, number)
    return Choices(
        (*sure, *(f"board u{vehicle}" for vehicle in carriers(state, number))),
        {**barred, **assaulting.barred, **suppressing.barred},
        {**assaulting.doubts, **suppressing.doubts},
    )


def _simple(state: Battle, number: int) -> tuple[tuple[str, ...], dict[str, Refusal]]:
    """Actions without a target."""
    unit = state.units[number]
    figures = [state.figures[man] for man in free_to_move(state, number)]
    barred: dict[str, Refusal] = {}
    if unit.machine:
        barred = dict.fromkeys(("hide", "sneak", "dirt"), Refusal(f"{unit.name} is a machine", (MACHINES,)))
        if unit.immobilised:
            barred["double"] = Refusal(f"{unit.name} is immobilised", (DAMAGE,))
        return tuple(key for key in ("advance", "double") if key not in barred), barred
    keys = ["advance", "double", "hide"]
    if unit.hidden:
        keys += ["sneak", "show"]
    else:
        barred["sneak"] = Refusal(f"{unit.name} is not Hidden", ("sotr.sneak.not-hidden", "sotr.sneak.move"))
    if all(figure.prone for figure in figures):
        barred["dirt"] = Refusal(f"{unit.name} lies Prone already", ("sotr.dirt.choose",))
    else:
        keys.append("dirt")
    if any(figure.prone for figure in figures):
        keys += ["crawl", "rise"]
    return tuple(keys), barred


@rule("sotr.gap.vehicle-movement")
def _assaults(state: Battle, number: int) -> Choices:
    """Whom the unit could Assault: vehicles Assault nobody."""
    unit = state.units[number]
    if unit.card.kind == "vehicle":
        return Choices((), {}, {})
    known = as_seen(state, unit.side)
    keys = {f"assault u{target}": target for target in enemies(known, unit.side)}
    refusal = may_not_charge(known, number)
    if refusal is not None:
        return Choices((), dict.fromkeys(keys, refusal), {})
    return Choices((), {}, {key: partial(why_not_charge, known, number, target) for key, target in keys.items()})


def _suppressions(state: Battle, number: int) -> Choices:
    """What the unit could lay down Suppressing Fire on."""
    known = as_seen(state, state.units[number].side)
    keys = {f"suppress {target}": target for target in targets(known, number)}
    refusal = too_weak(known, number)
    if refusal is not None:
        return Choices((), dict.fromkeys(keys, refusal), {})
    return Choices((), {}, {key: partial(why_not, known, number, target) for key, target in keys.items()})


@rule("sotr.gap.engaged-activation", "sotr.frenzy.assault")
def _joining(state: Battle, number: int, fighting: list[int], prey: list[int]) -> Choices:
    """What unengaged models of an Engaged unit may do: join the fight, or stay out of it unless they are Frenzied."""
    name = state.units[number].name
    reason = Refusal(f"{name} is Engaged", (ENGAGED,))
    barred = dict.fromkeys(("advance", "double", "hide", "sneak", "dirt"), reason)
    if any(target in fighting for target in prey):
        barred["hold"] = Refusal(f"{name} is Frenzied and must Assault", ("sotr.frenzy.assault",))
    found = _assaults(state, number)
    own = [f"assault u{target}" for target in fighting]
    barred |= {key: reason for key in (*found.barred, *found.doubts) if key not in own}
    barred |= {key: refusal for key, refusal in found.barred.items() if key in own}
    sure = () if "hold" in barred else ("hold",)
    return Choices(sure, barred, {key: doubt for key, doubt in found.doubts.items() if key in own})


# ---- doing it


# Actions that need nothing but the unit.
PLAIN: dict[str, Callable[[Play[Battle], int], Awaitable[None]]] = {
    "advance": advance,
    "double": double,
    "hide": hide,
    "sneak": sneak,
    "dirt": hit_the_dirt,
    "crawl": crawl,
    "rise": rise,
    "mob": mob.shamble,
    "compulsory": compulsory_move,
    "suppressed": suppressed_move,
}


async def carry_out(play: Play[Battle], number: int, action: str) -> None:
    """Carry out a unit's movement action."""
    word, _, target = action.partition(" ")
    if word in {"compulsory", "suppressed", "disorganized"}:
        await _let_go(play, number)
    if word == "assault":
        await assault(play, number, int(target[1:]))
    elif word == "suppress":
        await suppressing_fire(play, number, target)
    elif word == "board":
        await get_in(play, number, int(target[1:]))
    elif word in PLAIN:
        await PLAIN[word](play, number)


async def _in_disorder(play: Play[Battle], number: int) -> None:
    """What is left to a Disorganized unit; one that ran or dropped has done so as any other, and does not shoot."""
    did = await disorganized_action(play, number)
    if did in {"double", "dirt"}:
        play.tell("did as it could", "sotr.unit.disorganized-movement", unit=number, sets={"action": did})


@rule("sotr.flame.terrain-leave")
async def _out_of_the_fire(play: Play[Battle], number: int) -> None:
    """Models in the flames leave them first; the others then move at the rate that those needed."""
    others = tuple(man for man in free_to_move(play.state, number) if man not in in_flames(play.state, number))
    did = await leave_fire(play, number) or "advance"
    play.tell("did as it could", "sotr.flame.terrain-leave", unit=number, sets={"action": did})
    unit = play.state.units[number]
    if unit.on_table and not (unit.disorganized or unit.fleeing or unit.suppressed):
        rate = unit.card.double if did == "double" else unit.card.advance
        await walk(play, number, rate, "sotr.flame.terrain-leave", "after those who left the flames", only=others)


PLAIN["disorganized"] = _in_disorder
PLAIN["fire"] = _out_of_the_fire


@rule("sotr.command.jdi")
async def _let_go(play: Play[Battle], number: int) -> None:
    """Models told one by one to JUST DO IT move first, as they like; what their unit must do is not for them."""
    state = play.state
    unit = state.units[number]
    told = tuple(man for man in free_to_move(state, number) if state.figures[man].freed in {"move", "both"})
    if not told:
        return
    shoots = state.options.jdi_scope == "activation"  # then he goes no faster than those who shoot
    rate = unit.card.advance if shoots else unit.card.double
    await walk(play, number, rate, "sotr.command.jdi", "JUST DO IT", only=told)
    if not shoots:
        turn = play.state.turn
        play.tell("went as told", "sotr.command.jdi", unit=number, figures=told, sets={"tied": turn})
