"""Break tests of hand-to-hand (1.8, 1.8.4): who takes one, the parting blows, and the run."""

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.sight import opponents, standing
from sandtable.rulesets.sotr.harm.wounds import Wounding, wound_models
from sandtable.rulesets.sotr.nerve.cool import cool, cool_test, takes_tests
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import disengage, disorganize
from sandtable.rulesets.sotr.units.grips import Units, held, strikes_back

from .blows import note_losses
from .breakaway import break_away


def still_engaged(state: Battle, number: int) -> bool:
    """Whether a unit still has models in hand-to-hand: standing ones with a standing enemy."""
    return state.units[number].on_table and any(held(state, man) for man in standing(state, number))


@rule("sotr.hth.break-factors")
def outnumbered(state: Battle, units: Units, number: int) -> bool:
    """Whether a unit's side has fewer standing models in an engagement than the enemy; only Engaged ones, by the option."""
    engaged_only = state.options.hth_outnumber_count == "engaged"
    count = [0, 0]
    for unit in units:
        if state.units[unit].on_table:
            there = standing(state, unit)
            count[state.units[unit].side] += sum(1 for man in there if not engaged_only or opponents(state, man))
    side = state.units[number].side
    return count[side] < count[1 - side]


@rule("sotr.hth.break", "sotr.hth.casualties")
def must_test(state: Battle, units: Units) -> Units:
    """The units of an engagement that have to test, the Initiative winner's first."""
    if state.options.hth_break_test == "most-casualties":
        found = _most_casualties(state, units)
    else:
        felled = dict(state.felled)
        found = [number for number in units if felled.get(number) and outnumbered(state, units, number)]
    found = [number for number in found if still_engaged(state, number) and takes_tests(state, number)]
    return tuple(sorted(found, key=lambda number: (state.units[number].side != state.holder, number)))


def _most_casualties(state: Battle, units: Units) -> list[int]:
    """The unit with the most GONER and DOWN results; nobody if two have as many."""
    felled, downed = dict(state.felled), dict(state.downed)
    lost = {number: felled.get(number, 0) + downed.get(number, 0) for number in units}
    most = max(lost.values())
    found = [number for number in units if lost[number] == most]
    return found if most and len(found) == 1 else []


@rule("sotr.hth.break")
async def break_tests(play: Play[Battle], units: Units) -> bool:
    """Those who have to test do, if they are still Engaged when their turn comes; whether any unit broke."""
    broke = False
    for number in must_test(play.state, units):
        if still_engaged(play.state, number):
            broke |= not await stands(play, number)
    return broke


@stage
async def stands(play: Play[Battle], number: int) -> bool:
    """A unit tests whether it breaks; True if it stands."""
    on = cool(play.state, number)
    because = ("sotr.hth.break", "sotr.hth.break-factors")
    if await cool_test(play, number, on, "break test in hand-to-hand", because):
        return True
    await break_off(play, number)
    return False


@stage
@rule("sotr.hth.break-path", "sotr.hth.break-no-through", "sotr.hth.break-surrounded", "sotr.hth.break-state")
async def break_off(play: Play[Battle], number: int) -> None:
    """A unit breaks: a blow from every opponent, then its survivors run, Fleeing and Disorganized; DOWN models stay."""
    play.tell("broke from hand-to-hand", "sotr.hth.break", "sotr.hth.break-state", unit=number)
    await parting_blows(play, number)
    if not play.state.units[number].on_table:
        return
    disorganize(play, number, "sotr.hth.break-state", why="broken in hand-to-hand", flees=True)
    runners = standing(play.state, number)
    disengage(play, runners, "sotr.hth.break-state")
    if runners:
        await break_away(play, number)


@stage
@rule("sotr.hth.break-hit")
async def parting_blows(play: Play[Battle], number: int) -> None:
    """Every enemy Engaged with a model that runs scores one hit on it."""
    state = play.state
    hits, by = [], None
    for man in standing(state, number):
        foes = [foe for foe in opponents(state, man) if not state.figures[foe].down and strikes_back(state, foe)]
        if foes:
            hits.append((man, len(foes)))
            by = state.figures[foes[0]].unit if by is None else by
    if hits:
        how = Wounding("a parting blow", ranged=False)
        await wound_models(play, tuple(hits), how, by, ("sotr.hth.break-hit",))
        note_losses(play, tuple(man for man, _ in hits), ())
