"""Running away (1.6.1.3, 1.6.2.10): from the enemy, from fire, from flames and from a charge."""

from collections.abc import Sequence
from math import isqrt

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import middle_of
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.cover import men_in_cover, unit_in_cover
from sandtable.rulesets.sotr.basics.sight import standing
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units import afterwards
from sandtable.rulesets.sotr.units.conditions import disorganize, lose_overwatch, reveal, stop_fleeing

from .dirt import drop_all, may_hit_the_dirt
from .runners import Point, anywhere, edge_goal, far_from_enemies, find_cover, home_run, homewards, new_run, runners
from .running import Path, towards

AT_EDGE = 50  # how near the edge of the table a Fleeing model has reached it


# ---- a run carried out, and its end


@rule("sotr.overwatch.lost-events")
async def carry_out(
    play: Play[Battle], number: int, paths: dict[int, Path], *because: str, verb: str, watched: bool = False
) -> None:
    """Models run as they must; Overwatch is lost by that, and nobody runs Hidden."""
    state = play.state
    unit = state.units[number]
    reveal(play, number, "sotr.hide.ends-los", why="running")
    going = tuple(figure for figure, path in paths.items() if len(path) > 1)
    lose_overwatch(play, unit.men, "sotr.overwatch.lost-events", why="forced to move")
    if going:
        march = new_run(play.state, number, going, because[0]).march(paths)
        await travel(play, number, march, *because, verb=verb, watched=watched)


@rule("sotr.flee.off-table", "sotr.gap.fallback-edges")
def leave_table(play: Play[Battle], number: int) -> None:
    """Models of a Fleeing unit that have reached an edge of the table are gone for good."""
    state = play.state
    unit = state.units[number]
    if not unit.on_table or not unit.fleeing:
        return
    gone = tuple(man for man in runners(state, number) if _at_edge(state, man))
    if gone:
        left = tuple(man for man in unit.men if man not in gone)
        sets: dict[str, object] = {} if left else {"place": "fled"}
        play.tell("fled the table", "sotr.flee.off-table", "sotr.flee.ends", unit=number, figures=gone, sets=sets)


def _at_edge(state: Battle, figure: int) -> bool:
    x, y = state.layout.point(figure)
    reach = state.layout.radius(figure) + AT_EDGE
    return min(x, y, state.width - x, state.depth - y) <= reach


@rule("sotr.flee.cover-stops", "sotr.flee.ends")
def rest_in_cover(play: Play[Battle], number: int) -> None:
    """A Fleeing unit that has reached cover halts there: it flees no longer, but is still Disorganized."""
    unit = play.state.units[number]
    if unit.on_table and unit.fleeing and unit_in_cover(play.state, number):
        stop_fleeing(play, number, "sotr.flee.cover-stops", "sotr.flee.ends", why="in cover")


def still_there(state: Battle, number: int) -> bool:
    """Whether anybody of a unit is left to run."""
    return state.units[number].on_table and bool(standing(state, number))


# ---- the Compulsory Move


@rule("sotr.flee.compulsory", "sotr.move.fleeing", "sotr.flee.hit-dirt", "sotr.dirt.fleeing-criteria")
async def compulsory_move(play: Play[Battle], number: int) -> None:
    """The Compulsory Move of a Fleeing unit, or Hit the Dirt where it may."""
    rest_in_cover(play, number)
    if not play.state.units[number].fleeing or not runners(play.state, number):
        return
    if may_hit_the_dirt(play.state, number) is None and await _drops(play, number):
        drop_all(play, number, "sotr.flee.hit-dirt", "sotr.dirt.fleeing-stops")
        return
    await compulsory_run(play, number, watched=True)


async def _drops(play: Play[Battle], number: int) -> bool:
    """Ask whether a Fleeing unit that could Hit the Dirt does so rather than run on."""
    unit = play.state.units[number]
    labels = {"dirt": "Hit the Dirt and flee no longer", "run": "run on"}
    choices = OneOf({key: key for key in labels}, label=lambda key: labels[key])
    words = f"{unit.name} is Fleeing, with no enemy near and no cover in reach"
    chosen = await ask(
        play, number, "flee", choices, words, "sotr.flee.hit-dirt", "sotr.dirt.fleeing-criteria", usual="dirt"
    )
    return chosen == "dirt"


@rule("sotr.flee.direction", "sotr.flee.direction-conflict")
async def compulsory_run(play: Play[Battle], number: int, *, watched: bool) -> None:
    """1.6.1.3: to the nearest cover on the way home, else straight for home, and off the table if it comes to that."""
    state = play.state
    found = find_cover(state, number, homewards(state, number), "sotr.flee.direction")
    paths = found.paths if found is not None else home_run(state, number, "sotr.flee.direction")
    because = ("sotr.flee.direction", "sotr.flee.compulsory")
    await carry_out(play, number, paths, *because, verb="fled", watched=watched)
    rest_in_cover(play, number)
    leave_table(play, number)


# ---- after a failed break test


@afterwards.flee_from_fire.handed_in
@stage
@rule("sotr.break.fail-open", "sotr.break.fail-no-cover", "sotr.flee.causes")
async def flee_from_fire(play: Play[Battle], number: int) -> None:
    """The immediate run of a unit that failed a break test in the open."""
    disorganize(play, number, "sotr.break.fail-open", "sotr.flee.causes", why="broken by fire", flees=True)
    state = play.state
    if state.layout.bare:  # where it would run to is for the table to say
        return
    if not state.units[number].fleeing or not still_there(state, number):
        return
    if state.options.flee_route == "compulsory":
        await compulsory_run(play, number, watched=False)
        return
    found = find_cover(state, number, anywhere, "sotr.break.fail-open")
    if found is not None:
        await carry_out(play, number, found.paths, "sotr.break.fail-open", verb="fled")
        rest_in_cover(play, number)
        return
    paths = home_run(state, number, "sotr.break.fail-no-cover")
    await carry_out(play, number, paths, "sotr.break.fail-no-cover", verb="fled")
    leave_table(play, number)
    if still_there(play.state, number):
        _end_in_the_dirt(play, number)


@rule("sotr.dirt.fleeing-conflict", "sotr.dirt.fleeing-stops")
def _end_in_the_dirt(play: Play[Battle], number: int) -> None:
    """The drop at the end of a flight from fire: unconditional, unless the table wants 12 inches there as well."""
    state = play.state
    near = not far_from_enemies(state, number)
    if not (state.options.break_dirt_needs_12 and near):
        drop_all(play, number, "sotr.break.fail-no-cover", "sotr.dirt.fleeing-conflict")


# ---- from flames


@afterwards.run_from_flames.handed_in
@stage
@rule("sotr.flame.cool-move")
async def run_to_cover(play: Play[Battle], number: int, *because: str, only: tuple[int, ...] | None = None) -> None:
    """The immediate run of a unit that flames have Disorganized: the nearest cover, else towards its own zone.

    Where models are tested apart, `only` those who failed run.
    """
    state = play.state
    if state.layout.bare:  # where it would run to is for the table to say
        return
    clause = "sotr.flame.cool-move"
    able = tuple(man for man in runners(state, number) if only is None or man in only)
    sheltered = men_in_cover(state, number, able)
    if not state.units[number].on_table or not able or 2 * len(sheltered) > len(able):
        return
    found = find_cover(state, number, anywhere, clause, able)
    paths = found.paths if found is not None else home_run(state, number, clause, able)
    await carry_out(play, number, paths, clause, *because, verb="ran for cover")


# ---- from a charge


@rule("sotr.assault.fallback-pass", "sotr.assault.fallback-fail", "sotr.gap.fallback-edges", "sotr.flee.causes")
async def fall_back(play: Play[Battle], number: int, charger: int, *, orderly: bool) -> None:
    """An On The Double move straight away from a charging unit; an orderly one stops at the table's edge."""
    clause = "sotr.assault.fallback-pass" if orderly else "sotr.assault.fallback-fail"
    if not orderly:
        disorganize(play, number, clause, "sotr.flee.causes", why="ran from a charge", flees=True)
    state = play.state
    if state.layout.bare:  # where it would run to is for the table to say
        return
    if not still_there(state, number) or not runners(state, number):
        return
    paths = _away(state, number, charger, clause)
    await carry_out(play, number, paths, clause, verb="fell back" if orderly else "fled")
    if not orderly:
        rest_in_cover(play, number)
        leave_table(play, number)


def _middle(state: Battle, men: Sequence[int]) -> Point:
    return middle_of([state.layout.point(man) for man in men])


def _away(state: Battle, number: int, charger: int, clause: str) -> dict[int, Path]:
    """Everybody straight away from the middle of the chargers, those farthest from them first."""
    men = runners(state, number)
    from_x, from_y = _middle(state, standing(state, charger) or state.units[charger].men)
    x, y = _middle(state, men)
    dx, dy = x - from_x, y - from_y
    if dx == 0 and dy == 0:
        goal = edge_goal(state, state.units[number].side, (x, y))
        dx, dy = goal[0] - x, goal[1] - y
    length = max(1, isqrt(dx * dx + dy * dy))
    run = new_run(state, number, men, clause)
    points = {man: state.layout.point(man) for man in men}
    order = sorted(men, key=lambda man: (-(points[man][0] * dx + points[man][1] * dy), man))
    far = run.budget
    return {
        man: towards(run, man, (points[man][0] + dx * far // length, points[man][1] + dy * far // length))
        for man in order
    }
