"""Running (1.6.1.3, 1.6.2.10): where units flee to, and how. Nobody decides a forced run, except where the rules say so."""

from collections.abc import Sequence
from math import isqrt

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import middle_of
from sandtable.mechanics.zones import across_at, from_edge
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.play.stage import stage

from .conditions import disorganize, lose_overwatch, reveal, stop_fleeing
from .dirt import drop_all, may_hit_the_dirt
from .movement import allowances
from .running import Fits, Found, Path, Run, to_cover, towards
from .shelter import covered, shelter_of
from .sight import apart, enemies, is_engaged, standing
from .state import Battle
from .travel import travel

Point = tuple[int, int]

FAR_ENOUGH = inches(12)  # from every enemy, to choose to Hit the Dirt while Fleeing
AT_EDGE = 50  # how near the edge of the table a Fleeing model has reached it


# ---- cover


@rule("sotr.gap.cover-for-units")
def in_cover(state: Battle, figure: int) -> bool:
    """Whether a model is in cover as terrain goes (sotr.gap.cover-for-units)."""
    side = state.units[state.figures[figure].unit].side
    return covered(shelter_of(state, side), state.layout.point(figure), state.layout.radius(figure))


@rule("sotr.gap.cover-for-units")
def unit_in_cover(state: Battle, number: int) -> bool:
    """Whether more than half of a unit's standing models are in cover as terrain goes."""
    men = standing(state, number) or state.units[number].men
    return 2 * len(men_in_cover(state, number, men)) > len(men)


def men_in_cover(state: Battle, number: int, men: Sequence[int]) -> tuple[int, ...]:
    """Those of some models of a unit that are in cover as terrain goes."""
    shelter = shelter_of(state, state.units[number].side)
    layout = state.layout
    return tuple(man for man in men if covered(shelter, layout.point(man), layout.radius(man)))


# ---- what all runs have in common


@rule("sotr.command.jdi")
def runners(state: Battle, number: int) -> tuple[int, ...]:
    """The models that a forced run moves: not those that are DOWN or Engaged, nor one who was told to do otherwise."""
    active = bool(state.units[number].began)
    return tuple(
        man
        for man in standing(state, number)
        if not is_engaged(state, man) and not (active and state.figures[man].freed in {"move", "both"})
    )


def new_run(state: Battle, number: int, movers: Sequence[int], clause: str, *, double: bool = True) -> Run:
    """An On The Double run of models of a unit, or one at the normal rate."""
    budget, less = allowances(state, number, double=double)
    return Run(state, number, movers, budget, less, clause)


def edge_gap(state: Battle, side: int, point: Point) -> int:
    """How far a point is from a side's own edge of the table."""
    return from_edge(state, state.edges[side], point)


def edge_goal(state: Battle, side: int, point: Point) -> Point:
    """The point of a side's own edge straight ahead of one."""
    return across_at(state, state.edges[side], point)


def anywhere(_figure: int, _spot: Point) -> bool:
    """For runs to whatever cover there is."""
    return True


def homewards(state: Battle, number: int) -> Fits:
    """Spots no farther from the unit's own edge than a model stands now."""
    side = state.units[number].side

    def fits(figure: int, spot: Point) -> bool:
        return edge_gap(state, side, spot) <= edge_gap(state, side, state.layout.point(figure))

    return fits


def find_cover(state: Battle, number: int, fits: Fits, clause: str, men: tuple[int, ...] | None = None) -> Found | None:
    """The run of a unit, or of some of it, to the nearest cover within On The Double reach; None if there is none."""
    men = runners(state, number) if men is None else men
    return to_cover(lambda: new_run(state, number, men, clause), shelter_of(state, state.units[number].side), fits)


@rule("sotr.flee.direction", "sotr.break.fail-no-cover")
def home_run(state: Battle, number: int, clause: str, men: tuple[int, ...] | None = None) -> dict[int, Path]:
    """The whole On The Double rate of a unit, or of some of it, towards its deployment zone, those in front first."""
    side = state.units[number].side
    run = new_run(state, number, runners(state, number) if men is None else men, clause)
    points = {figure: state.layout.point(figure) for figure in run.movers}
    order = sorted(run.movers, key=lambda figure: (edge_gap(state, side, points[figure]), figure))
    return {figure: towards(run, figure, edge_goal(state, side, points[figure])) for figure in order}


@rule("sotr.overwatch.lost-events")
async def carry_out(
    play: Play[Battle], number: int, paths: dict[int, Path], *because: str, verb: str, watched: bool = False
) -> None:
    """Models run as they must; Overwatch is lost by that, and nobody runs Hidden."""
    state = play.state
    unit = state.units[number]
    reveal(play, number, "sotr.hide.ends-los", why="it runs")
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


def _still_there(state: Battle, number: int) -> bool:
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
    await _compulsory_run(play, number, watched=True)


async def _drops(play: Play[Battle], number: int) -> bool:
    """Ask whether a Fleeing unit that could Hit the Dirt does so rather than run on."""
    unit = play.state.units[number]
    labels = {"dirt": "Hit the Dirt and flee no longer", "run": "run on"}
    chosen = await Decision(
        unit.side,
        "flee",
        OneOf({key: key for key in labels}, label=lambda key: labels[key]),
        prompt=f"{unit.name} is Fleeing, with no enemy near and no cover in reach",
        because=("sotr.flee.hit-dirt", "sotr.dirt.fleeing-criteria"),
        unit=number,
        default="dirt",
    )
    return chosen == "dirt"


@rule("sotr.flee.direction", "sotr.flee.direction-conflict")
async def _compulsory_run(play: Play[Battle], number: int, *, watched: bool) -> None:
    """1.6.1.3: to the nearest cover on the way home, else straight for home, and off the table if it comes to that."""
    state = play.state
    found = find_cover(state, number, homewards(state, number), "sotr.flee.direction")
    paths = found.paths if found is not None else home_run(state, number, "sotr.flee.direction")
    because = ("sotr.flee.direction", "sotr.flee.compulsory")
    await carry_out(play, number, paths, *because, verb="fled", watched=watched)
    rest_in_cover(play, number)
    leave_table(play, number)


# ---- after a failed break test


@stage
@rule("sotr.break.fail-open", "sotr.break.fail-no-cover", "sotr.flee.causes")
async def flee_from_fire(play: Play[Battle], number: int) -> None:
    """The immediate run of a unit that failed a break test in the open."""
    disorganize(play, number, "sotr.break.fail-open", "sotr.flee.causes", why="broken by fire", flees=True)
    state = play.state
    if not state.units[number].fleeing or not _still_there(state, number):
        return
    if state.options.flee_route == "compulsory":
        await _compulsory_run(play, number, watched=False)
        return
    found = find_cover(state, number, anywhere, "sotr.break.fail-open")
    if found is not None:
        await carry_out(play, number, found.paths, "sotr.break.fail-open", verb="fled")
        rest_in_cover(play, number)
        return
    paths = home_run(state, number, "sotr.break.fail-no-cover")
    await carry_out(play, number, paths, "sotr.break.fail-no-cover", verb="fled")
    leave_table(play, number)
    if _still_there(play.state, number):
        _end_in_the_dirt(play, number)


@rule("sotr.dirt.fleeing-conflict", "sotr.dirt.fleeing-stops")
def _end_in_the_dirt(play: Play[Battle], number: int) -> None:
    """The drop at the end of a flight from fire: unconditional, unless the table wants 12 inches there as well."""
    state = play.state
    near = not far_from_enemies(state, number)
    if not (state.options.break_dirt_needs_12 and near):
        drop_all(play, number, "sotr.break.fail-no-cover", "sotr.dirt.fleeing-conflict")


@rule("sotr.dirt.fleeing-criteria")
def far_from_enemies(state: Battle, number: int) -> bool:
    """Whether every enemy model that its side knows of is farther than 12 inches from a unit."""
    unit = state.units[number]
    foes = [man for other in enemies(state, unit.side) for man in state.units[other].men]
    return not foes or apart(state, unit.men, foes) > FAR_ENOUGH


# ---- from flames


@stage
@rule("sotr.flame.cool-move")
async def run_to_cover(play: Play[Battle], number: int, *because: str, only: tuple[int, ...] | None = None) -> None:
    """The immediate run of a unit that flames have Disorganized: the nearest cover, else towards its own zone.

    Where models are tested apart, `only` those who failed run.
    """
    state = play.state
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
    if not _still_there(state, number) or not runners(state, number):
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


# ---- from hand-to-hand


@rule("sotr.flee.direction-conflict", "sotr.flee.causes")
async def break_away(play: Play[Battle], number: int) -> None:
    """The run of a unit that broke from hand-to-hand (1.8.4): the owner picks a path; surrounded models are GONERs."""
    from .breakaway import break_off, way_off  # noqa: PLC0415

    if not break_off(play, number) or not _still_there(play.state, number):
        return
    if play.state.options.flee_route == "compulsory":
        await _compulsory_run(play, number, watched=False)
        return
    await way_off(play, number)
    rest_in_cover(play, number)
    leave_table(play, number)
