"""What becomes of figures that are hit: wounded, disabled, killed, captured; and what their teams make of it."""

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import DISABLED, KILLED, NOTHING, SUPPRESSED, WOUNDED, weapon_of
from sandtable.rulesets.skirmish41.basics.units import who
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import hides_from
from sandtable.rulesets.skirmish41.state import Battle, Harm, Unit

from .carrying import HELPLESS, PRISONER, let_go
from .wrecks import bale_out

WORTH = {SUPPRESSED: 1, WOUNDED: 2, DISABLED: 3, KILLED: 3}  # harm, as a firefight counts it
CASUALTY = "casualty"


@rule("sk.effect.wound", "sk.gap.wounded", "sk.gap.disabled")
def suffer(play: Play[Battle], man: int, result: str, by: int, clause: str) -> None:
    """A figure suffers a result: a second wound disables it, and whoever lies disabled dies of any wound."""
    figure = play.state.figures[man]
    if result in {NOTHING, SUPPRESSED} or man not in _there(play.state, man):
        if result == SUPPRESSED and man in play.state.units[figure.unit].men:
            suppress(play, figure.unit, by, clause)
        return
    result = worsened(result, wounds=figure.wounds, disabled=figure.out == "disabled")
    note_harm(play, figure.unit, by, WORTH[result])
    if result == WOUNDED:
        _wound(play, man, clause)
    elif result == DISABLED:
        disable(play, man, clause)
    else:
        kill(play, man, clause)


@rule("sk.gap.wounded", "sk.gap.disabled")
def worsened(result: str, *, wounds: int, disabled: bool = False) -> str:
    """What a result is to somebody who was hurt before: a second wound disables, and any wound kills the disabled."""
    if disabled:
        return KILLED
    return DISABLED if result == WOUNDED and wounds else result


def _there(state: Battle, man: int) -> tuple[int, ...]:
    unit = state.units[state.figures[man].unit]
    return (*unit.men, *unit.down)


@rule("sk.gap.wounded", "sk.gap.accumulate", "sk.morale.when-casualty")
def _wound(play: Play[Battle], man: int, clause: str) -> None:
    """A wound takes an action for good, and whatever was saved up."""
    figure = play.state.figures[man]
    unit = play.state.units[figure.unit]
    sets = {"each": ((man, {"wounds": figure.wounds + 1, "saved": 0}),), "tests": _tests(unit, CASUALTY)}
    play.tell(
        "was wounded", clause, "sk.gap.wounded", unit=figure.unit, figures=(man,), sets=sets, tells=_told(play, man)
    )


@rule("sk.gap.disabled", "sk.morale.when-casualty")
def disable(play: Play[Battle], man: int, clause: str) -> None:
    """A figure lies where it fell, and does nothing more. Inside a vehicle it is out of the fight all the same."""
    figure = play.state.figures[man]
    unit = play.state.units[figure.unit]
    lies = play.state.layout.on_table(man)
    sets: dict[str, object] = {
        "men": tuple(other for other in unit.men if other != man),
        "down": tuple(sorted((*unit.down, man))) if lies else unit.down,
        "each": _dropped(play.state, man, {"out": "disabled"}),
        "tests": _tests(unit, CASUALTY),
        "fallen": tuple(sorted((*unit.fallen, *_fallen(play.state, man)))),
    }
    let_go(play, man)
    play.tell(
        "was disabled", clause, "sk.gap.disabled", unit=figure.unit, figures=(man,), sets=sets, tells=_told(play, man)
    )
    out_of_it(play, figure.unit)


@rule("sk.effect.disable-kill", "sk.morale.when-casualty")
def kill(play: Play[Battle], man: int, clause: str) -> None:
    """A figure is killed and taken off the table."""
    figure = play.state.figures[man]
    unit = play.state.units[figure.unit]
    sets: dict[str, object] = {
        "men": tuple(other for other in unit.men if other != man),
        "down": tuple(other for other in unit.down if other != man),
        "each": _dropped(play.state, man, {"out": "disabled"}),
        "gone": (man,),
        "tests": _tests(unit, CASUALTY),
        "fallen": tuple(sorted((*unit.fallen, *_fallen(play.state, man)))),
    }
    let_go(play, man)
    play.tell("was killed", clause, unit=figure.unit, figures=(man,), sets=sets, tells=_told(play, man))
    out_of_it(play, figure.unit)


@rule("sk.gap.action-costs")
def _fallen(state: Battle, man: int) -> tuple[tuple[str, int, int], ...]:
    """The weapons of a figure that others may pick up where it falls."""
    figure = state.figures[man]
    if figure.out or state.layout.bare or not state.layout.on_table(man):
        return ()
    arms = [weapon_of(arm, state.options) for arm in figure.arms]
    wanted = [arm.id for arm in arms if arm.bonus > 1 or arm.kind in {"bomb", "anti-tank"}]
    return tuple((arm, *state.layout.point(man)) for arm in wanted)


def _dropped(state: Battle, man: int, fields: dict[str, object]) -> tuple[tuple[int, dict[str, object]], ...]:
    """The fields of a figure that falls; whoever carries it has his hands free again."""
    found: list[tuple[int, dict[str, object]]] = [(man, {**fields, "saved": 0, "carries": -1, "wounds": 0})]
    for other, figure in enumerate(state.figures):
        if figure.carries == man:
            found.append((other, {"carries": -1}))
    return tuple(found)


def _told(play: Play[Battle], man: int) -> dict[str, object]:
    return {"who": who(play.state, man)}


def _tests(unit: Unit, why: str) -> tuple[str, ...]:
    """Why a team has to test, in the same order however it came to it."""
    return unit.tests if why in unit.tests else tuple(sorted((*unit.tests, why), reverse=True))


def out_of_it(play: Play[Battle], number: int) -> None:
    """A team with nobody left in the fight is out of it; its disabled lie where they are."""
    unit = play.state.units[number]
    if unit.men or not unit.alive:
        return
    hull = (unit.hull,) if unit.hull >= 0 and unit.card.kind == "gun" else ()
    if unit.mounted:
        bale_out(play, number, "sk.gap.vehicle-crew", why="nobody of its crew is left")
        return
    sets: dict[str, object] = {"place": "destroyed", "suppression": 0, "aboard": -1, "gone": hull}
    if hull:
        sets["hull"] = -1
    play.tell("was wiped out", "sk.gap.disabled", unit=number, figures=hull, sets=sets)


# ---- prisoners


@rule("sk.gap.captured", "sk.melee.plus-2")
def capture(play: Play[Battle], man: int, captor: int, clause: str) -> None:
    """A figure is captured: it is out of the fight and goes with its captor."""
    state = play.state
    figure = state.figures[man]
    unit = state.units[figure.unit]
    let_go(play, man)
    taken: dict[str, object] = {"out": "captured", "saved": 0, "carries": -1}
    if figure.out == "disabled":
        taken["wounds"] = HELPLESS
    each: list[tuple[int, dict[str, object]]] = [(man, taken)]
    if state.figures[captor].carries < 0:
        each.append((captor, {"carries": man}))
    sets: dict[str, object] = {
        "men": tuple(other for other in unit.men if other != man),
        "down": tuple(other for other in unit.down if other != man),
        "each": tuple(each),
    }
    tells = {"who": who(state, man), "by": who(state, captor)}
    play.tell("was captured", clause, PRISONER, unit=figure.unit, figures=(man,), sets=sets, tells=tells)
    if state.figures[captor].carries >= 0:  # he has a prisoner already: nobody watches this one where he stands
        play.tell("was led away", PRISONER, unit=figure.unit, figures=(man,), sets={"gone": (man,)})
    out_of_it(play, figure.unit)


# ---- suppression


@rule("sk.effect.suppressed")
def marks(options: Options, *, already: bool) -> bool:
    """Whether a hit that suppresses brings a marker: one for each firing team, or one for every such hit."""
    return not already or options.suppression_markers == "per-hit"


@rule("sk.effect.suppressed", "sk.gap.suppression-effect", "sk.gap.accumulate", "sk.morale.when-suppressed")
def suppress(play: Play[Battle], number: int, by: int, clause: str) -> None:
    """A team is suppressed: one marker for each team that fires at it in a part of the turn, or for every hit."""
    state = play.state
    unit = state.units[number]
    if not unit.men or unit.card.kind == "dummy" or (unit.mounted and not unit.card.open):
        return
    if not marks(state.options, already=by in unit.marked_by):
        return
    note_harm(play, number, by, WORTH[SUPPRESSED])
    gain_marker(play, number, clause, marked_by=(*unit.marked_by, by), tests=_tests(unit, "suppressed"))


@rule("sk.gap.suppression-effect", "sk.gap.accumulate", "sk.gun.cost", "sk.at.cost")
def gain_marker(play: Play[Battle], number: int, clause: str, **also: object) -> None:
    """A suppression marker: whatever was saved up for a shot is lost."""
    unit = play.state.units[number]
    each = tuple((man, {"saved": 0}) for man in unit.men if play.state.figures[man].saved)
    sets: dict[str, object] = {"suppression": unit.suppression + 1, "each": each, **also}
    play.tell("was suppressed", clause, unit=number, sets=sets, tells={"markers": unit.suppression + 1})


# ---- firefights


@rule("sk.gap.firefight", "sk.risk.losing", "sk.risk.winning")
def note_harm(play: Play[Battle], target: int, by: int, worth: int) -> None:
    """Two teams keep count of the harm they do each other, as long as it is the same two."""
    if by < 0 or by == target or not play.state.solo:
        return
    units = play.state.units
    one, other = units[by], units[target]
    gave = (one.gave if one.foe == target else 0) + worth
    took = (other.took if other.foe == by else 0) + worth
    teams = (
        (by, {"gave": gave, "took": one.took if one.foe == target else 0, "foe": target}),
        (target, {"took": took, "gave": other.gave if other.foe == by else 0, "foe": by}),
    )
    play.tell("exchanged fire", "sk.gap.firefight", sets={"teams": teams})


@rule("sk.gap.under-fire")
def came_under_fire(play: Play[Battle], number: int, harm: Harm, *, shelled: bool = False) -> None:
    """A team has been shot at, hit or not; `shelled` if by somebody whom it could not see do so."""
    unit = play.state.units[number]
    if harm.team >= 0 and hides_from(play.state, play.state.units[harm.team], unit.side):
        harm = Harm(-1, harm.figures, harm.what, harm.afv)  # it does not know by whom
    if harm in unit.shot_by and (unit.shelled or not shelled):
        return
    known = unit.shot_by if harm in unit.shot_by else (*unit.shot_by, harm)
    sets = {"shot_by": known, "shelled": unit.shelled or shelled}
    play.tell("came under fire", "sk.gap.under-fire", unit=number, sets=sets)
