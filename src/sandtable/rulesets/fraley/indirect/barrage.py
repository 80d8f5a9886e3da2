"""Barrages: observers, ranging in, the template, what comes down; and smoke."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import Barred, OneOf, YesNo
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.fraley.basics.teams import REACH, afoot, between, who
from sandtable.rulesets.fraley.fire.ground import may_go_to_ground
from sandtable.rulesets.fraley.fire.to_hit import at_long_range, least_face, needed, ranging_in, said, spoils_saves
from sandtable.rulesets.fraley.leaders.attached import joined
from sandtable.rulesets.fraley.leaders.leaders import able_leaders, spend
from sandtable.rulesets.fraley.state import Battle

from .battery import GUNS, Firing, Gun, barrage_weapon, fire_points, firing_at, guns_of
from .observing import any_target, chosen_observer, open_fire, posts, targets
from .shelling import Shelling, fall
from .smoke import fire_smoke, some_spot
from .template import laid, lay, shifted, under

IMPOSSIBLE = 7
KINDS = {"barrage": "a barrage", "smoke": "smoke"}


# ---- whether it may


@rule("fraley.action.barrage", "fraley.barrage.single-gun", "fraley.smoke.who")
def may_not_barrage(state: Battle, number: int) -> Refusal | None:
    """Why a Unit cannot fire a barrage or smoke now; None if it can."""
    unit = state.units[number]
    if not any(barrage_weapon(state, man) for man in unit.men):
        return Refusal("only artillery fires barrages", ("fraley.action.barrage",))
    if unit.still:
        return Refusal("it has gone to ground and may not fire this round", ("fraley.gtg.declare-cost",))
    guns = guns_of(state, number)
    if len(guns) < GUNS:
        return Refusal(
            "a barrage takes two guns that are not suppressed and have not fired",
            ("fraley.barrage.single-gun", "fraley.smoke.who", "fraley.suppression.no-fire"),
        )
    if not any_target(state, number, guns) and no_smoke_anywhere(state, number, guns):
        return Refusal("nobody observes what its guns can fire at", ("fraley.barrage.observer", "fraley.barrage.what"))
    return None


def no_smoke_anywhere(state: Battle, number: int, guns: Sequence[Gun]) -> bool:
    """Whether no observer sees a point that smoke could be laid on."""
    return all(some_spot(state, guns, post) is None for post in posts(state, number))


# ---- the action


@action
@rule("fraley.action.barrage", "fraley.smoke.who")
async def barrage(play: Play[Battle], number: int) -> None:
    """A Unit's Barrage action: a barrage or smoke."""
    state = play.state
    guns = guns_of(state, number)
    seen = targets(state, number, guns)
    what = await _what(state, number, guns, seen)
    if what == "smoke":
        await fire_smoke(play, number)
    elif what == "barrage":
        await _fire(play, number, guns, seen)


async def _what(state: Battle, number: int, guns: Sequence[Gun], seen: Mapping[int, list[int]]) -> str:
    """A barrage or smoke; what is not possible stays visible. Empty if neither is."""
    barred: Barred = {}
    if not seen:
        clauses = ("fraley.barrage.observer", "fraley.barrage.what")
        barred = {"barrage": Refusal("nobody sees an enemy that two guns can fire at", clauses)}
    if no_smoke_anywhere(state, number, guns):
        clauses = ("fraley.smoke.procedure", "fraley.smoke.who")
        barred = {**barred, "smoke": Refusal("nobody sees a point that two guns can fire at", clauses)}
    able = {key: key for key in KINDS if key not in barred}
    if not able:
        return ""
    choices = OneOf(able, label=lambda key: KINDS[key], barred=lambda: barred)
    return await ask_seat(
        state.units[number].side,
        "barrage or smoke",
        choices,
        f"{state.units[number].name}: a barrage or smoke?",
        "fraley.action.barrage",
        "fraley.smoke.who",
        unit=number,
        usual=next(iter(able)),
    )


@rule("fraley.barrage.range-in", "fraley.barrage.template-success", "fraley.barrage.template-miss")
async def _fire(play: Play[Battle], number: int, guns: Sequence[Gun], seen: Mapping[int, list[int]]) -> None:
    """A Unit ranges in on an enemy Team, and its barrage comes down there or where the enemy shifts it."""
    state = play.state
    observer = await chosen_observer(state, number, list(seen))
    picked = await _picked(state, number, guns, seen[observer])
    middle = state.layout.point(picked)
    firing = firing_at(state, guns, middle)
    assert firing is not None, "a target out of reach"
    target = state.figures[picked].unit
    open_fire(play, number, firing, observer, middle, f"a barrage at {who(state, picked)}", target)
    host, guests = await joined(play, target)
    await may_go_to_ground(play, host, number)
    ranging = measured(play.state, host, guests, observer, firing)
    passed = await range_in(play, number, ranging)
    template = laid(middle, firing.middle)
    lay(play, number, template)
    if not passed:
        template = await shifted(play.state, number, middle, firing.middle)
    points = fire_points(play.state, firing)
    await last(
        fall(play, Shelling(number, firing.middle, points, template, target, host, easy=spoils_saves(ranging.needs)))
    )


async def _picked(state: Battle, number: int, guns: Sequence[Gun], able: Sequence[int]) -> int:
    """The enemy Team that a Unit ranges in on."""
    if len(able) == 1:
        return able[0]
    return await ask_seat(
        state.units[number].side,
        "range in on",
        one_figure(able, lambda man: who(state, man)),
        f"{state.units[number].name}: which Team to range in on?",
        "fraley.barrage.range-in",
        "fraley.barrage.observer",
        unit=number,
        usual=lambda: f"m{_best(state, number, guns, able)}",
    )


def _best(state: Battle, number: int, guns: Sequence[Gun], able: Sequence[int]) -> int:
    """The Team with most enemies and fewest friends around it."""
    side = state.units[number].side

    def gain(man: int) -> tuple[int, int]:
        middle = state.layout.point(man)
        firing = firing_at(state, guns, middle)
        struck = under(state, laid(middle, firing.middle if firing else middle))
        return sum(1 if state.sides[figure] != side else -2 for figure in struck), -man

    return max(able, key=gain)


# ---- ranging in


class Ranging(NamedTuple):
    """What is measured before a Unit ranges in: the number and why, whether all its guns are rockets, who may direct it."""

    needs: int
    mods: tuple[Modifier, ...]
    rockets: bool
    director: int | None = None


@rule("fraley.barrage.range-in", "fraley.leader.direct-fire")
def measured(state: Battle, host: int, guests: tuple[int, ...], observer: int, firing: Firing) -> Ranging:
    """What there is to a range-in roll at a Unit."""
    mods = range_in_modifiers(state, host, guests, observer, firing)
    director = _director(state, observer, firing) if state.options.leader_rerolls_range_in else None
    return Ranging(needed(state, host, mods), mods, all(map(is_rocket, firing.guns)), director)


def is_rocket(gun: Gun) -> bool:
    """Whether a gun ranges in again."""
    return "ranges-again" in gun.weapon.traits


@rule("fraley.barrage.range-in", "fraley.hit.cc-observing", "fraley.barrage.what")
def range_in_modifiers(
    state: Battle, host: int, guests: tuple[int, ...], observer: int, firing: Firing
) -> tuple[Modifier, ...]:
    """The modifiers of the range-in roll, judged from the observer; one more if he is the CC."""
    found = ranging_in(state, host, (*afoot(state, host), *guests), observer)
    if firing.long:
        found += at_long_range(state.options)
    return tuple(found)


@rule("fraley.barrage.range-in", "fraley.hit.one-or-less")
def range_in_roll(state: Battle, number: int, ranging: Ranging, *because: str) -> Roll[int]:
    """The one die of a Unit that ranges in: 1 if it succeeds."""
    unit, (needs, mods, _, _) = state.units[number], ranging
    clauses = ("fraley.barrage.range-in", *(modifier.clause for modifier in mods), *because)
    why = f"{unit.name} ranges in{' again' if because else ''}"
    return Roll(
        1, 6, AtLeast(least_face(needs)), why=why, because=clauses, seat=unit.side, needs=said(needs, mods),
        step="ranging in", modifiers=mods,
    )  # fmt: skip


@stage
@rule("fraley.barrage.range-in", "fraley.hit.seven-plus", "fraley.weapon.nebelwerfer-reroll")
async def range_in(play: Play[Battle], number: int, ranging: Ranging) -> bool:
    """Whether a Unit ranges in: never on 7 or more; rockets roll a miss again, others if a leader may direct it."""
    rolls: tuple[int, ...] = ()
    passed, needs = False, ranging.needs
    if needs < IMPOSSIBLE:
        rolled = await range_in_roll(play.state, number, ranging)
        rolls, passed = (rolled.number,), rolled.value == 1
        again = "" if passed else await _rolls_again(play, number, ranging)
        if again:
            rolled = await range_in_roll(play.state, number, ranging, again)
            rolls, passed = (*rolls, rolled.number), rolled.value == 1
    play.tell(
        "ranged in",
        "fraley.barrage.range-in",
        *(() if needs < IMPOSSIBLE else ("fraley.hit.seven-plus",)),
        unit=number,
        tells={"passed": passed, "needs": needs, "how": "has ranged in" if passed else "fails to range in"},
        rolls=rolls,
    )
    return passed


@rule("fraley.weapon.nebelwerfer-reroll", "fraley.leader.direct-fire")
async def _rolls_again(play: Play[Battle], number: int, ranging: Ranging) -> str:
    """The clause by which a missed range-in roll is rolled again; empty if it is not."""
    if ranging.rockets:
        return "fraley.weapon.nebelwerfer-reroll"
    state, leader = play.state, ranging.director
    if leader is None:
        return ""
    words = f"{state.units[number].name} missed: does {who(state, leader)} have it range in again?"
    wanted = await ask(play, number, "range in again", YesNo(), words, "fraley.leader.direct-fire", usual=True)
    if not wanted:
        return ""
    spend(play, leader, f"has {state.units[number].name} range in again", "fraley.leader.direct-fire")
    return "fraley.leader.direct-fire"


@rule("fraley.leader.direct-fire")
def _director(state: Battle, observer: int, firing: Firing) -> int | None:
    """A leader within two inches of the observer or of a gun that fires, who has not used his ability."""
    for figure in (observer, *(gun.figure for gun in firing.guns if gun.front is not None)):
        for leader in able_leaders(state, figure):
            if between(state, leader, figure) <= REACH:
                return leader
    return None
