"""Trying to spot in one's own part: who may, what at, and the tries themselves."""

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from sandtable.geometry.units import INCH, inches, show
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable
from sandtable.play.events import Event
from sandtable.play.script import Play
from sandtable.play.stage import action
from sandtable.rulesets.skirmish41.basics.charts import D10
from sandtable.rulesets.skirmish41.basics.units import on_table, rate, thrower
from sandtable.rulesets.skirmish41.counters.markers import marker_try, point_try, spot_marker
from sandtable.rulesets.skirmish41.fire.offers import Spotting
from sandtable.rulesets.skirmish41.spotting.hidden import UNSEEN, hides_from, known_to, marker_of
from sandtable.rulesets.skirmish41.spotting.spotting import Try, attempt, best_try, far_of, spot_roll
from sandtable.rulesets.skirmish41.state import Battle

ROUGHLY = inches(6)  # a team is not one point
IN_VAIN = "saw nothing there"


class Goal(NamedTuple):
    """Something to spot: a team (-1 if nobody knows which), or a counter of the solo side."""

    at: tuple[int, int]
    team: int = -1
    marker: int = -1


@rule("sk.spot.own-turn")
def lookers(state: Battle, number: int) -> list[int]:
    """The figures of a team that have not tried to spot this turn."""
    return list(_each_looker(state, number))


def _each_looker(state: Battle, number: int) -> Iterator[int]:
    unit, figures = state.units[number], state.figures
    if unit.card.kind != "dummy" and not unit.stunned:
        yield from (man for man in unit.men if not figures[man].looked and rate(figures[man]))


@rule("sk.spot.own-turn", "sk.gap.spotted-status")
def to_spot(state: Battle, number: int) -> list[Goal]:
    """What a team could try to spot, as far as its side knows: markers on the table, and teams that were lost from sight."""
    if next(_each_looker(state, number), None) is None:
        return []
    side, here, far = state.units[number].side, _here(state, number), far_of(state.options) + ROUGHLY
    found = [Goal((x, y)) for owner, x, y in state.unknown if owner != side and _near(here, (x, y), far)]
    if state.solo:
        if side == 0:
            found += [
                Goal(marker.at, marker=place)
                for place, marker in enumerate(state.markers)
                if not marker.known and _near(here, marker.at, far)
            ]
        found += [
            Goal(state.layout.point(state.units[foe].bodies[0]), team=foe)
            for foe in on_table(state, 1 - side)
            if not state.units[foe].spotted
        ]
    return found


def _near(here: tuple[int, int], point: tuple[int, int], far: int) -> bool:
    return (here[0] - point[0]) ** 2 + (here[1] - point[1]) ** 2 <= far**2


def _here(state: Battle, number: int) -> tuple[int, int]:
    """Where a team looks from, roughly; riders from their vehicle."""
    unit = state.units[number]
    return state.layout.point(state.units[unit.aboard].hull if unit.place == "aboard" else unit.bodies[0])


@action
@rule("sk.spot.own-turn", "sk.spot.table")
async def try_to_spot(play: Play[Battle], number: int) -> None:
    """One figure of a team tries to spot something of its choice."""
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    goals = {f"m{place}": goal for place, goal in enumerate(to_spot(seen, number))}
    goal = next(iter(goals.values()))
    if len(goals) > 1:
        choices = Spotting(
            number,
            goals,
            label=lambda goal: _label(seen, number, goal),
            points=lambda goal: OnTable(unit=goal.team) if goal.team >= 0 else OnTable(at=goal.at),
        )
        goal = await ask_seat(
            unit.seat,
            "spot",
            choices,
            f"{unit.name}: try to spot what?",
            "sk.spot.own-turn",
            unit=number,
            usual=lambda: min(goals, key=lambda key: _needs(seen, number, goals[key])),
        )
    await look_for(play, number, goal)


def _label(state: Battle, number: int, goal: Goal) -> str:
    """What there is to spot; of markers that look all the same, how far off each is."""
    if goal.team >= 0:
        return state.units[goal.team].name
    x, y = _here(state, number)
    far = isqrt((x - goal.at[0]) ** 2 + (y - goal.at[1]) ** 2)
    return f"{'a counter' if goal.marker >= 0 else UNSEEN}, {show(far // INCH * INCH)} off"


def _needs(state: Battle, number: int, goal: Goal) -> int:
    """The least die that spots something, as far as a side knows; more than any die where none does."""
    men = lookers(state, number)
    seen = best_try(state, number, men, goal.team) if goal.team >= 0 else point_try(state, number, men, goal.at)
    return D10 + 1 if seen is None else seen[0].score


@rule("sk.spot.impossible")
def _in_vain(play: Play[Battle], number: int, goal: Goal) -> None:
    """Nobody of a team could spot that: told once, however many of it try the same from where they are."""
    what = _label(known_to(play.state, play.state.units[number].side), number, goal)
    tells = {"at": goal.at, "what": what}
    told = (one for one in reversed(play.happenings) if isinstance(one, Event) and one.verb != "looked out")
    before = next(told, None)
    if before is None or before.verb != IN_VAIN or before.unit != number or dict(before.tells) != tells:
        play.tell(IN_VAIN, "sk.spot.impossible", unit=number, tells=tells)


async def look_for(play: Play[Battle], number: int, goal: Goal) -> None:
    """The best placed figure that has not looked yet tries."""
    state = play.state
    men = lookers(state, number)
    team = goal.team if goal.team >= 0 or goal.marker >= 0 else _whose(state, number, goal)
    if goal.marker >= 0:
        one = marker_try(state, number, men, goal.marker)
    elif team is None:  # from a view: a forecast knows no more of a marker than where it lies
        one = point_try(state, number, men, goal.at)
    else:
        one = best_try(state, number, men, team)
    man = men[0] if one is None else one[1]
    sets = {"each": ((man, {"looked": True}),)}
    play.tell(
        "looked out",
        "sk.spot.own-turn",
        unit=number,
        figures=(man,),
        sets=sets,
        tells={"role": state.figures[man].role},
        shows={"at": goal.at},
    )
    if one is None:
        _in_vain(play, number, goal)
    elif goal.marker >= 0:
        await spot_marker(play, number, goal.marker, one[0])
    elif team is None:
        rolled = await spot_roll(state.units[number].name, UNSEEN, one[0], thrower(state, state.units[number].side))
        if rolled.value:
            play.tell("made something out", "sk.spot.own-turn", unit=number, rolls=(rolled.number,))
    else:
        await attempt(play, number, team, one[0], "sk.spot.own-turn")


def _whose(state: Battle, number: int, goal: Goal) -> int | None:
    """The team that a marker stands for; None where that is not known."""
    side = state.units[number].side
    return next(
        (
            other
            for other, unit in enumerate(state.units)
            if unit.place == "table"
            and hides_from(state, unit, side)
            and state.layout.on_table(unit.bodies[0])
            and marker_of(state, other)[1:] == goal.at
        ),
        None,
    )


def best_goal(state: Battle, number: int) -> tuple[Goal, Try] | None:
    """What a team has the best chance to spot; for the solo force, whose view is the state itself."""
    found = []
    for foe in on_table(state, 1 - state.units[number].side):
        if not state.units[foe].spotted:
            one = best_try(state, number, lookers(state, number), foe)
            if one is not None:
                found.append((Goal(state.layout.point(state.units[foe].bodies[0]), team=foe), one[0]))
    return min(found, key=lambda pair: (pair[1].score, pair[0].team), default=None)
