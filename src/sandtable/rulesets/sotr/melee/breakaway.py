"""Breaking from hand-to-hand (1.8.4): who cannot get away at all, and which ways the owner may choose from."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.geometry.angle import ahead, directions, turn_between
from sandtable.geometry.measure_kernels import nearest, square_to_segment
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import FACING_OUT
from sandtable.play.asking import ask
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.basics.sight import any_sees, between, enemies
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.harm.wounds import take_out
from sandtable.rulesets.sotr.move.flight import carry_out, compulsory_run, leave_table, rest_in_cover, still_there
from sandtable.rulesets.sotr.move.runners import edge_gap, new_run, runners
from sandtable.rulesets.sotr.move.running import Path, Run, towards
from sandtable.rulesets.sotr.nerve.cool import officers
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.conditions import disengage, disorganize
from sandtable.table.layout import rows

WAYS = 24  # directions in which a way off is looked for
SLACK = 2  # thousandths by which rounding may bring a base nearer


# ---- getting loose


def foes_of(state: Battle, side: int) -> list[int]:
    """The enemy models that a side knows of."""
    return [man for other in enemies(state, side) for man in state.units[other].men]


@rule("sotr.hth.break-surrounded", "sotr.hth.break-no-through")
def surrounded(state: Battle, figure: int) -> bool:
    """Whether enemies leave a model no gap as wide as its base in any direction."""
    side = state.units[state.figures[figure].unit].side
    radius = state.layout.radius(figure)
    near = [foe for foe in foes_of(state, side) if between(state, figure, foe) <= 2 * radius]
    x, y = state.layout.point(figure)
    far = 4 * radius + max((state.layout.radius(foe) for foe in near), default=0)
    return not any(_clear(state, figure, ((x, y), _to((x, y), way, far)), near) for way in directions(4 * WAYS))


def _to(start: Point, bearing: int, distance: int) -> Point:
    x, y = ahead(*start, bearing, distance)
    return int(x), int(y)


def _clear(state: Battle, figure: int, path: Path, foes: Sequence[int]) -> bool:
    """Whether a way passes through no enemy's base: not nearer to one than touching, or than it was to begin with."""
    layout = state.layout
    x, y = layout.point(figure)
    for foe in foes:
        fx, fy = layout.point(foe)
        reach = layout.radius(figure) + layout.radius(foe)
        allowed = min(reach * reach, (fx - x) ** 2 + (fy - y) ** 2) - SLACK * reach
        for (ax, ay), (bx, by) in pairwise(path):
            if square_to_segment(fx, fy, ax, ay, bx, by) < allowed:
                return False
    return True


@rule("sotr.flee.causes", "sotr.hth.break-state", "sotr.hth.break-surrounded")
def break_off(play: Play[Battle], number: int) -> bool:
    """A unit breaks: Fleeing and Disorganized, out of contact, the surrounded among it GONERs; whether anybody is left."""
    because = ("sotr.hth.break-state", "sotr.flee.causes")
    disorganize(play, number, *because, why="broken in hand-to-hand", flees=True)
    state = play.state
    able = [man for man in state.units[number].men if not state.figures[man].down]
    lost = tuple(man for man in able if surrounded(state, man))
    disengage(play, [man for man in able if man not in lost], "sotr.hth.break-state")
    if lost:
        take_out(play, number, lost, "sotr.hth.break-surrounded")
    return play.state.units[number].on_table


# ---- the way


class Ways(NamedTuple):
    """What is asked of a way off: which conditions hold, and the way that is taken unless the owner picks another."""

    apart: bool
    home: bool
    officer: Point | None
    usual: dict[int, Path]


@rule("sotr.hth.break-path", "sotr.flee.direction-conflict")
def ways_off(state: Battle, number: int) -> Ways:
    """The strictest conditions that can be met: away from every enemy and homewards, or one of these, or to an Officer."""
    men = runners(state, number)
    home_first = _homewards_first(state, state.units[number].side)
    tried: dict[int, dict[int, Path]] = {}
    for apart, home in ((True, True), (True, False), (False, True)):
        for way in home_first:
            if not all(_promises(state, man, way, apart=apart, home=home) for man in men):
                continue
            if way not in tried:
                tried[way] = _all_along(state, number, men, way)
            if all(_meets(state, man, path, apart=apart, home=home) for man, path in tried[way].items()):
                return Ways(apart, home, None, tried[way])
    officer = _officer_seen(state, number)
    if officer is not None:
        run = _Loose(new_run(state, number, men, "sotr.hth.break-path"))
        return Ways(False, False, officer, {man: towards(run, man, officer) for man in men})
    return Ways(False, False, None, _all_along(state, number, men, home_first[0]))


def _homewards_first(state: Battle, side: int) -> list[int]:
    """Directions, those first that lead straight home."""
    home = FACING_OUT[state.edges[side]]
    return sorted(directions(WAYS), key=lambda way: (abs(turn_between(home, way)), way))


def _promises(state: Battle, figure: int, way: int, *, apart: bool, home: bool) -> bool:
    """Whether a model could meet conditions in a direction at all: if it comes nearer going far, it does going less far."""
    start = state.layout.point(figure)
    far = _to(start, way, state.units[state.figures[figure].unit].card.double)
    return _meets(state, figure, (start, far), apart=apart, home=home)


def _all_along(state: Battle, number: int, men: Sequence[int], way: int) -> dict[int, Path]:
    """Everybody as far as he gets in one direction, those in front first."""
    run = _Loose(new_run(state, number, men, "sotr.hth.break-path"))
    dx, dy = _to((0, 0), way, INCH)
    points = {man: state.layout.point(man) for man in men}
    order = sorted(men, key=lambda man: (-(points[man][0] * dx + points[man][1] * dy), man))
    return {man: towards(run, man, _to(points[man], way, run.budget)) for man in order}


class _Loose(Run):
    """A run of models that may start in contact with enemies: they go through none, and end clear of them."""

    def __init__(self, run: Run) -> None:
        self.__dict__.update(run.__dict__)
        self.foes = foes_of(run.state, run.side)

    def allows(self, figure: int, path: Path) -> bool:
        """As for any run; but those whom one touches are in the way, too."""
        near = rows(tuple(self.foes))
        bodies = self.layout.placed([(figure, *path[-1], 0, 0)]).bodies
        clear = not self.foes or int(nearest(bodies, rows((figure,)), near)[0]) >= INCH
        return clear and _clear(self.state, figure, path, self.foes) and super().allows(figure, path)


def _meets(state: Battle, figure: int, path: Path, *, apart: bool, home: bool) -> bool:
    """Whether a way of a model meets conditions: no nearer to any enemy, and nearer to its own edge."""
    side = state.units[state.figures[figure].unit].side
    if len(path) < 2:
        return False
    if home and edge_gap(state, side, path[-1]) >= edge_gap(state, side, path[0]):
        return False
    return not apart or _nearer(state, figure, path) is None


def _nearer(state: Battle, figure: int, path: Path) -> int | None:
    """An enemy that a model would be nearer to somewhere on its way; None if there is none."""
    x, y = state.layout.point(figure)
    side = state.units[state.figures[figure].unit].side
    for foe in foes_of(state, side):
        fx, fy = state.layout.point(foe)
        away = (fx - x) ** 2 + (fy - y) ** 2
        slack = SLACK * (abs(fx - x) + abs(fy - y) + 1)
        if any(square_to_segment(fx, fy, *a, *b) < away - slack for a, b in pairwise(path)):
            return foe
    return None


def _officer_seen(state: Battle, number: int) -> Point | None:
    """Where the nearest friendly Officer stands whom the unit sees."""
    unit = state.units[number]
    men = runners(state, number)
    seen = [man for man in officers(state, unit.side) if man not in unit.men and any_sees(state, men, (man,))]
    best = min(seen, key=lambda man: (min(between(state, one, man) for one in men), man), default=None)
    return None if best is None else state.layout.point(best)


@rule("sotr.hth.break-path")
async def way_off(play: Play[Battle], number: int) -> None:
    """The owner picks the way within the conditions, and the unit takes it."""
    state = play.state
    unit = state.units[number]
    men = runners(state, number)
    if not men:
        return
    ways = ways_off(state, number)
    run = _Loose(new_run(state, number, men, "sotr.hth.break-path"))
    domain = run.domain
    usual = March(tuple(Walk(man, path) for man, path in ways.usual.items()))
    domain.also, domain.fixed = _also(state, run, ways), usual
    words = f"{unit.name} has broken and runs On The Double"
    march = await ask(play, number, "run", domain, words, "sotr.hth.break-path", usual=usual)
    paths = {walk.figure: walk.points for walk in march.walks}
    await carry_out(play, number, paths, "sotr.hth.break-path", verb="fled")


def _also(state: Battle, run: _Loose, ways: Ways) -> Callable[[March], Refusal | None]:
    """What else is asked of the way that the owner picks; whoever goes as he usually would is right to."""

    def also(march: March) -> Refusal | None:
        ends = {walk.figure: walk.points[-1] for walk in march.walks}
        for walk in march.walks:
            if ways.usual.get(walk.figure) != walk.points:
                wrong = _wrong(state, run, ways, walk)
                if wrong is not None:
                    return wrong
            clash = _clash(state, run, walk.figure, ends)
            if clash is not None:
                return clash
        return None

    return also


def _wrong(state: Battle, run: _Loose, ways: Ways, walk: Walk) -> Refusal | None:
    """What is wrong with the way of one model."""
    figure, path = walk.figure, walk.points
    name = who(state, figure)
    only = (figure,)
    bodies = run.layout.placed([(figure, *path[-1], 0, 0)]).bodies
    if not _clear(state, figure, path, run.foes):
        return Refusal(f"{name} would run through an enemy", ("sotr.hth.break-no-through",), figures=only)
    if run.foes and int(nearest(bodies, rows(only), rows(tuple(run.foes)))[0]) < INCH:
        return Refusal(f"{name} would not get away", ("sotr.hth.break-path", "sotr.move.one-inch"), figures=only)
    if ways.apart and (foe := _nearer(state, figure, path)) is not None:
        return Refusal(
            f"{name} would come nearer to {who(state, foe)}", ("sotr.hth.break-path",), figures=(figure, foe)
        )
    if ways.home and not _meets(state, figure, path, apart=False, home=True):
        return Refusal(f"{name} would not run towards its deployment zone", ("sotr.hth.break-path",), figures=only)
    if ways.officer is not None and _square(path[-1], ways.officer) >= _square(path[0], ways.officer):
        return Refusal(f"{name} would not run towards an Officer", ("sotr.hth.break-path",), figures=only)
    return None


def _clash(state: Battle, run: Run, figure: int, ends: dict[int, Point]) -> Refusal | None:
    """Somebody of the unit on whose spot a model would end."""
    unit = state.units[state.figures[figure].unit]
    for other in unit.men:
        spot = ends.get(other, state.layout.point(other))
        reach = run.layout.radius(figure) + run.layout.radius(other)
        if other != figure and _square(spot, ends[figure]) < reach * reach:
            why = f"{who(state, figure)} would stand on {who(state, other)}"
            return Refusal(why, ("sotr.gap.fallback-edges",), figures=(figure, other))
    return None


def _square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


# ---- both


@rule("sotr.flee.direction-conflict", "sotr.flee.causes")
async def break_away(play: Play[Battle], number: int) -> None:
    """The run of a unit that broke from hand-to-hand (1.8.4): the owner picks a path; surrounded models are GONERs."""
    if play.state.layout.bare:
        return
    if not break_off(play, number) or not still_there(play.state, number):
        return
    if play.state.options.flee_route == "compulsory":
        await compulsory_run(play, number, watched=False)
        return
    await way_off(play, number)
    rest_in_cover(play, number)
    leave_table(play, number)
