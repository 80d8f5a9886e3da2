"""The Assault order: a target is declared, it may react, the assault move is made, and a round is fought."""

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

from sandtable.geometry.line_kernels import COVER, SEEN
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.d10.basics.sight import cast, sees_any, units_seen
from sandtable.rulesets.d10.basics.terrain import HARD, SOFT
from sandtable.rulesets.d10.basics.units import contacts, engaged, foes_of, on_table
from sandtable.rulesets.d10.fire.arms import arms, shielded
from sandtable.rulesets.d10.fire.targets import in_reach
from sandtable.rulesets.d10.fire.volley import cover_by
from sandtable.rulesets.d10.react.reactions import SHOOTS, attempt, on_hold, shoot_back, spend_hold
from sandtable.rulesets.d10.state import Battle

from .blows import Round, combat_of
from .charge import Charge, charge, fall_short
from .combat import fight

MOVES = "d10.gap.assault-move"
COUNTER = "d10.gap.counter-charge"
SHOOT, COUNTER_CHARGE, NOTHING = "shoot", "counter-charge", "nothing"  # how an assault may be answered


T = TypeVar("T")


class Assaulting(OneOf[T]):
    """Whom a unit assaults."""

    __slots__ = ("attacker",)

    def __init__(self, attacker: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.attacker = attacker


class Answering(OneOf[T]):
    """How a unit answers the assault of another."""

    __slots__ = ("attacker",)

    def __init__(self, attacker: int, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, **rest)
        self.attacker = attacker


@rule("d10.gap.assault-move")
def assault_targets(state: Battle, number: int) -> list[int]:
    """The enemy units that a unit may declare an assault on: in its line of sight."""
    unit = state.units[number]
    return units_seen(state, unit.men, on_table(state, 1 - unit.side))


def sees_enemies(state: Battle, number: int) -> bool:
    """Whether a unit sees any enemy at all."""
    unit = state.units[number]
    foes = [man for other in on_table(state, 1 - unit.side) for man in state.units[other].men]
    return bool(foes) and sees_any(state, unit.men, foes)


async def assault(play: Play[Battle], number: int) -> None:
    """An Assault order of a unit that is not in contact yet, or of one that is."""
    if engaged(play.state, number):
        await press_on(play, number)
        return
    target = await _target(play, number)
    await assail(play, number, target)


async def _target(play: Play[Battle], number: int) -> int:
    state = play.state
    able = assault_targets(state, number)
    if len(able) == 1:
        return able[0]
    unit = state.units[number]
    x, y = state.layout.point(unit.men[0])

    def off(other: int) -> int:
        at_x, at_y = state.layout.point(state.units[other].men[0])
        return (at_x - x) ** 2 + (at_y - y) ** 2

    choices = Assaulting(
        number,
        {f"u{other}": other for other in able},
        label=lambda other: state.units[other].name,
        points=lambda other: OnTable(unit=other),
    )
    words = f"{unit.name}: assault whom?"
    return await ask(
        play, number, "assault", choices, words, MOVES, "d10.order.assault", usual=f"u{min(able, key=off)}"
    )


@action
@rule("d10.order.assault", "d10.cc.sequence")
async def assail(play: Play[Battle], number: int, target: int) -> None:
    """A declared assault: reactions, the move, the round."""
    state = play.state
    tells = {"at": state.units[target].name, "target": target}
    play.tell(
        "declared an assault", "d10.order.assault", "d10.cc.sequence", unit=number, tells=tells, shows=shows_at(target)
    )
    covered = defends_cover(state, number, target)
    answer = await _answer(play, number, target)
    await last(answered(play, number, target, answer, covered=covered))


@stage
async def answered(play: Play[Battle], number: int, target: int, answer: str, *, covered: bool) -> None:
    """An assault to which its target reacts in some way, or in none."""
    countered = answer != NOTHING and await _reaction(play, number, target, answer)
    await last(_go_in(play, number, target, countered=countered, covered=covered))


@stage
async def _go_in(play: Play[Battle], number: int, target: int, *, countered: bool, covered: bool) -> None:
    """The assault move after reactions, and the round if anybody came into contact."""
    unit = play.state.units[number]
    if not unit.on_table or (unit.panicked and not engaged(play.state, number)):
        return
    if not play.state.units[target].on_table or not make_contact(play, number, target):
        return
    now = Round((number,), (target,) if countered else (), (target,) if covered and not countered else ())
    await last(fight(play, number, now))


@rule("d10.cc.defending-cover", "d10.gap.guns")
def defends_cover(state: Battle, number: int, target: int) -> bool:
    """Whether a unit is in cover on the side that its attackers come from: at least half of its visible models.

    A gun shield is cover against those in front of it.
    """
    men = state.units[number].men
    said = cast(state, men, state.units[target].men)
    seen, covers = said[:, :, SEEN], said[:, :, COVER]
    if state.units[target].gun >= 0:
        covers = np.maximum(covers, [[SOFT * shielded(state, target, man)] for man in men])
    best = np.where(seen, covers, -1).max(axis=0).tolist()  # of each model, from whoever sees it
    classes = [cover for cover in best if cover >= 0]
    return bool(classes) and cover_by(classes.count(SOFT), classes.count(HARD), len(classes)) > 0


# ---- reactions


@rule("d10.gap.reaction-shoot", "d10.gap.counter-charge", "d10.morale.panic-no-counter-charge")
def answers(state: Battle, number: int, target: int) -> list[str]:
    """How a unit may react to being assaulted."""
    unit = state.units[target]
    holds = target in on_hold(state, unit.side)
    found = []
    if holds and in_reach(state, target, arms(state, target), number) is not None:
        found.append(SHOOT)
    free = not state.options.counter_charge_needs_hold and not unit.panicked and not engaged(state, target)
    if (holds or (free and target not in state.closed)) and unit.gun < 0:
        found.append(COUNTER_CHARGE)
    return found


async def _answer(play: Play[Battle], number: int, target: int) -> str:
    """How a unit that is assaulted wants to react."""
    state = play.state
    able = answers(state, number, target)
    if not able:
        return NOTHING
    unit, foe = state.units[target], state.units[number]
    choices = Answering(number, {key: key for key in (*able, NOTHING)})
    words = f"{unit.name}: answer the assault of {foe.name}?"
    return await ask(play, target, "answer an assault", choices, words, SHOOTS, COUNTER, usual=able[0])


@stage
async def _reaction(play: Play[Battle], number: int, target: int, answer: str) -> bool:
    """The reaction of a unit that is assaulted; True if it got into contact by a counter-charge or tried to."""
    name = play.state.units[number].name
    clause = SHOOTS if answer == SHOOT else COUNTER
    what = f"shooting at {name}" if answer == SHOOT else f"a counter-charge at {name}"
    if not await attempt(play, target, what, clause):
        return False
    if answer == SHOOT:
        await last(shoot_back(play, target, number), returns=False)
        return False
    counter_charge(play, target, number)
    spend_hold(play, target)
    return True


@rule("d10.gap.counter-charge")
def counter_charge(play: Play[Battle], number: int, attacker: int) -> None:
    """A unit goes straight at the one that charges it; if they cannot meet, it stops after its full move."""
    state = play.state
    made = charge(state, number, attacker) or fall_short(state, number, attacker)
    _carry_out(play, number, attacker, made, "counter-charged", COUNTER)


def _carry_out(
    play: Play[Battle], number: int, foe: int, made: Charge, verb: str, *because: str, **tells: object
) -> None:
    sets: dict[str, object] = {"places": made.places}
    if made.places:
        sets["moved"] = True
    if made.floors:
        sets["floors"] = made.floors
    figures = tuple([place[0] for place in made.places])
    said = {"length": made.length, **tells}
    play.tell(verb, *because, unit=number, figures=figures, sets=sets, tells=said, shows=shows_at(foe))


# ---- the move


@rule("d10.cc.assault-moves", "d10.gap.assault-move")
def make_contact(play: Play[Battle], number: int, target: int) -> bool:
    """The assault move: into contact, else as near as an inch; False if nobody is in contact after it."""
    state = play.state
    if target in foes_of(state, number):  # it was met by a counter-charge: the others still come up
        _come_up(play, number, target)
        return True
    made = charge(state, number, target)
    if made is None:
        short = fall_short(state, number, target)
        _carry_out(play, number, target, short, "fell short", MOVES, at=state.units[target].name)
    else:
        _carry_out(play, number, target, made, "charged", "d10.cc.assault-moves", MOVES)
    return engaged(play.state, number)


def _come_up(play: Play[Battle], number: int, target: int) -> None:
    """The assault move of those whom a counter-charge has not met; those whom it has stay in contact."""
    state = play.state
    apart = _apart(state, number)
    made = charge(state, number, target, apart) if apart else None
    if made is not None:
        _carry_out(play, number, target, made, "charged", "d10.cc.assault-moves", MOVES)


# ---- in contact already


@action
@rule("d10.order.assault-pile-in", "d10.gap.combat-continues")
async def press_on(play: Play[Battle], number: int) -> None:
    """An Assault order of a unit in contact: further models close up if they can, then a round is fought."""
    pile_in(play, number)
    covered = () if play.state.options.cc_cover_first_round_only else _in_cover(play.state, number)
    await last(fight(play, number, Round(covered=covered)))


def _apart(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that are in contact with no enemy."""
    touching = contacts(state).models
    return tuple(man for man in state.units[number].men if man not in touching)


def pile_in(play: Play[Battle], number: int) -> None:
    """Every model out of contact that can reach an enemy of the combat does so: first those that the unit touches."""
    state = play.state
    side = state.units[number].side
    foes = [foe for foe in combat_of(state, number) if state.units[foe].side != side]
    touched = foes_of(state, number)
    for foe in sorted(foes, key=lambda foe: foe not in touched):
        apart = _apart(play.state, number)
        made = _closing_up(play.state, number, foe, apart)
        if made is not None:
            sets: dict[str, object] = {"places": made.places}
            if made.floors:
                sets["floors"] = made.floors
            clause, shows = "d10.order.assault-pile-in", {"says": "closes up to", **shows_at(foe)}
            play.tell("piled in", clause, unit=number, figures=made.touching, sets=sets, shows=shows)


def _closing_up(state: Battle, number: int, foe: int, apart: tuple[int, ...]) -> Charge | None:
    """The moves of those who get into contact; the others stay, and are in the way of those who move."""
    made = charge(state, number, foe, apart) if apart else None
    while made is not None and len(made.touching) < len(apart):
        apart = made.touching
        made = charge(state, number, foe, apart)
    return made


@rule("d10.cc.defending-cover")
def _in_cover(state: Battle, number: int) -> tuple[int, ...]:
    """By a switch cover counts in later rounds, too: for enemies of the unit that strikes who stand in cover from it."""
    return tuple(foe for foe in foes_of(state, number) if defends_cover(state, number, foe))
