"""Barrages: observers, ranging in, the template, what comes down; and smoke."""

from collections.abc import Mapping, Sequence

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import Barred, OneOf, YesNo
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, last

from .attached import joined
from .battery import GUNS, Firing, Gun, barrage_weapon, fire_points, firing_at, guns_of
from .ground import may_go_to_ground
from .leaders import able_leaders, spend
from .observing import any_target, chosen_observer, open_fire, posts, targets
from .shelling import Shelling, fall
from .smoke import fire_smoke, some_spot
from .state import Battle
from .teams import REACH, afoot, between, who
from .template import laid, lay, shifted, under
from .to_hit import least_face, needed, ranging_in, said, spoils_saves

IMPOSSIBLE = 7
FAR = Modifier(1, "Long Range", "fraley.hit.long-range")
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
    chosen = await Decision(
        state.units[number].side,
        "barrage or smoke",
        OneOf(able, label=lambda key: KINDS[key], barred=lambda: barred),
        prompt=f"{state.units[number].name}: a barrage or smoke?",
        because=("fraley.action.barrage", "fraley.smoke.who"),
        unit=number,
        default=next(iter(able)),
    )
    return chosen  # noqa: RET504  # the awaited type


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
    mods = range_in_modifiers(play.state, host, guests, observer, firing)
    needs = needed(play.state, host, mods)
    passed = await _ranged_in(play, number, observer, firing, mods, needs)
    template = laid(middle, firing.middle)
    lay(play, number, template)
    if not passed:
        template = await shifted(play.state, number, middle, firing.middle)
    points = fire_points(play.state, firing)
    await last(fall(play, Shelling(number, firing.middle, points, template, target, host, easy=spoils_saves(needs))))


async def _picked(state: Battle, number: int, guns: Sequence[Gun], able: Sequence[int]) -> int:
    """The enemy Team that a Unit ranges in on."""
    if len(able) == 1:
        return able[0]
    chosen = await Decision(
        state.units[number].side,
        "range in on",
        one_figure(able, lambda man: who(state, man)),
        prompt=f"{state.units[number].name}: which Team to range in on?",
        because=("fraley.barrage.range-in", "fraley.barrage.observer"),
        unit=number,
        default=lambda: f"m{_best(state, number, guns, able)}",
    )
    return chosen  # noqa: RET504  # the awaited type


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


@rule("fraley.barrage.range-in", "fraley.hit.cc-observing", "fraley.barrage.what")
def range_in_modifiers(
    state: Battle, host: int, guests: tuple[int, ...], observer: int, firing: Firing
) -> tuple[Modifier, ...]:
    """The modifiers of the range-in roll, judged from the observer; one more if he is the CC."""
    found = ranging_in(state, host, (*afoot(state, host), *guests), observer)
    if firing.long:
        found.append(FAR)
    return tuple(found)


@rule("fraley.barrage.range-in", "fraley.hit.one-or-less")
def range_in_roll(state: Battle, number: int, needs: int, mods: Sequence[Modifier], *because: str) -> Roll[int]:
    """The one die of a Unit that ranges in: 1 if it succeeds."""
    unit = state.units[number]
    return ranging_die(f"{unit.name} ranges in", needs, mods, unit.side, *because)


def ranging_die(who_does: str, needs: int, mods: Sequence[Modifier], seat: int, *because: str) -> Roll[int]:
    """The die itself."""
    clauses = ("fraley.barrage.range-in", *(modifier.clause for modifier in mods), *because)
    why = f"{who_does}{' again' if because else ''}"
    return Roll(1, 6, AtLeast(least_face(needs)), why=why, because=clauses, seat=seat, needs=said(needs, mods))


@rule("fraley.barrage.range-in", "fraley.hit.seven-plus", "fraley.weapon.nebelwerfer-reroll")
async def _ranged_in(
    play: Play[Battle], number: int, observer: int, firing: Firing, mods: tuple[Modifier, ...], needs: int
) -> bool:
    """Whether a Unit ranges in: never on 7 or more; rockets roll a miss again, others if a leader may direct it."""
    rolls: tuple[int, ...] = ()
    passed = False
    if needs < IMPOSSIBLE:
        rolled = await range_in_roll(play.state, number, needs, mods)
        rolls, passed = (rolled.number,), rolled.value == 1
        again = "" if passed else await _rolls_again(play, observer, firing)
        if again:
            rolled = await range_in_roll(play.state, number, needs, mods, again)
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
async def _rolls_again(play: Play[Battle], observer: int, firing: Firing) -> str:
    """The clause by which a missed range-in roll is rolled again; empty if it is not."""
    if all("ranges-again" in gun.weapon.traits for gun in firing.guns):
        return "fraley.weapon.nebelwerfer-reroll"
    state = play.state
    leader = _director(state, observer, firing) if state.options.leader_rerolls_range_in else None
    if leader is None:
        return ""
    number = state.figures[firing.guns[0].figure].unit
    wanted = await Decision(
        state.units[number].side,
        "range in again",
        YesNo(),
        prompt=f"{state.units[number].name} missed: does {who(state, leader)} have it range in again?",
        because=("fraley.leader.direct-fire",),
        unit=number,
        default=True,
    )
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
