"""Moves on foot: how far each figure goes with an action, what the ground takes off, and all the ways a team may go."""

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_

from sandtable.geometry.foot_kernels import hindrances
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap, gap_to_point
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    IGNORED,
    NOT_ON,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    TOO_FAR,
    TOO_NEAR,
)
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.journey import path_length
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms, Verdict
from sandtable.play.refusal import Refusal, about
from sandtable.play.walks import March, Walk
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.sight import groups
from sandtable.rulesets.skirmish41.basics.terrain import line_pieces, locked_pieces, passage, rough_pieces
from sandtable.rulesets.skirmish41.basics.units import LINK, MELEE, actions_of, in_melee, left, on_table, rate, who
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.ground import Ground
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered

LEAST = INCH
HEAVY = inches(3)  # a tripod that is carried, a gun that is pushed
MOST_MOVES = 2
CREW = 3  # men who push a gun
IN_STEP = inches(3)  # how far apart two may be who carry somebody: he lies within an inch of both


@rule("sk.move.six", "sk.move.ten", "sk.move.wounded", "sk.move.dragged-one", "sk.move.dragged-two", "sk.gap.mg-limits")
def allowance(state: Battle, man: int, *, upright: bool = False) -> int:
    """How far a figure goes with one action on open ground: `upright` if suppression does not make it crawl."""
    figure, tables = state.figures[man], state.options.tables
    unit, moves, less = state.units[figure.unit], tables.moves, tables.deductions
    if unit.suppression and not upright:
        return moves.crawl.far
    slow = figure.rating == 1 or (state.options.ten_inch_for_reduced_figures and actions_of(state, man) == 1)
    far = moves.one_action.far if slow else moves.usual.far
    if figure.wounds:
        far -= less.wounded.far
    if figure.carries >= 0 and state.figures[figure.carries].out != "captured":
        carriers = sum(other.carries == figure.carries for other in state.figures)
        far -= less.carried_by_two.far if carriers > 1 else less.carried_by_one.far
    if bears_tripod(figure.arms):
        far = min(far, HEAVY)
    return max(LEAST, far)


@lru_cache(maxsize=256)
def bears_tripod(arms: tuple[str, ...]) -> bool:
    """Whether any of some arms stands on a tripod."""
    return any(weapons()[arm].has("tripod") for arm in arms)


ROUGH, LINE, LOCKED = 1, 2, 4  # what may hinder a way: rough ground, a line that is crossed, a locked door

_MARKS: Remembered[Ground, list[tuple[Ints, Ints]]] = Remembered(lambda _: [], most=16)


def hindrances_of(state: Battle, walks: Sequence[Walk]) -> list[int]:
    """What hinders each of some ways: a line is crossed, or the wall of a house; rough ground is met."""
    ground = state.ground
    marks = _MARKS(ground)
    if not marks:
        marks.append((rough_pieces(state), line_pieces(state) * LINE | locked_pieces(state) * LOCKED))
    met, crossed = marks[0]
    legs = [(*start, *end) for walk in walks for start, end in pairwise(walk.points)]
    if not legs:
        return [0] * len(walks)
    found: list[int] = hindrances(ints(legs), ground.edges, ground.pieces, met, crossed).tolist()
    if {len(walk.points) for walk in walks} == {2}:
        return found
    of_legs = iter(found)
    return [reduce(or_, [next(of_legs) for _ in walk.points[1:]], 0) for walk in walks]


@rule("sk.move.water-rough", "sk.move.linear-obstacle", "sk.move.suppressed-crawl", "sk.move.other-deductions")
def deductions(hindrance: int, options: Options, *, crawls: bool) -> int:
    """What the ground takes off a move: three inches for rough ground or water, three for a line that is crossed."""
    if crawls:
        return 0
    less = options.tables.deductions
    return (less.rough.far if hindrance & ROUGH else 0) + (less.obstacle.far if hindrance & LINE else 0)


@rule("sk.gap.action-costs")
def move_cost(walk: Walk, hindrance: int) -> int:
    """The actions of a move: one, and one more where a locked door has to be opened."""
    if not _goes(walk):
        return 0
    return 2 if hindrance & LOCKED else 1


def _goes(walk: Walk) -> bool:
    points = walk.points
    return points[0] != points[-1] or len(set(points)) > 1


@rule("sk.move.max-two", "sk.move.cost", "sk.gap.charging", "sk.flame.no-move-fire", "sk.gap.mg-limits")
def _kept_by(state: Battle, man: int) -> tuple[str, str] | None:
    """What keeps a figure from moving now, and the clause that says so."""
    figure = state.figures[man]
    unit = state.units[figure.unit]
    if figure.moves and figure.moves >= (1 if unit.suppression and not state.options.crawl_per_action else MOST_MOVES):
        clause = "sk.move.suppressed-crawl" if unit.suppression else "sk.move.max-two"
        return "{name} has moved as often as he may", clause
    if figure.spent >= figure.rating or left(state, man) < 1:  # most have spent all that they ever have
        return "{name} has no actions left", "sk.move.cost"
    if in_melee(state, man):
        return "{name} is in melee", "sk.gap.charging"
    if figure.floor:
        return "{name} must come down first", "sk.gap.action-costs"
    if figure.fired and "flamethrower" in figure.arms:
        return "{name} has fired his flamethrower", "sk.flame.no-move-fire"
    if bears_tripod(figure.arms):
        if unit.ready:
            return "{name} must take his weapon down first", "sk.gap.action-costs"
        if len(unit.men) < 2:
            return "two men carry it", "sk.gap.mg-limits"
    return None


def why_not(state: Battle, man: int) -> Refusal | None:
    """Why a figure may not move now."""
    kept = _kept_by(state, man)
    if kept is None:
        return None
    why, clause = kept
    return Refusal(why.format(name=who(state, man)), (clause,), figures=(man,))


def may_move(state: Battle, man: int) -> bool:
    """Whether a figure may move now."""
    return _kept_by(state, man) is None


def movers(state: Battle, number: int) -> tuple[int, ...]:
    """The figures of a team that may move now."""
    return tuple([man for man in state.units[number].men if _kept_by(state, man) is None])


def avoided(state: Battle, number: int) -> Ints:
    """What each team is to one that moves: anybody may be passed and nobody stood on."""
    codes = [NOT_ON if unit.place == "table" else IGNORED for unit in state.units]
    codes[number] = IGNORED
    return rows(tuple(codes))


@rule("sk.gap.base-sizes", "sk.gap.table")
def terms(state: Battle, number: int, *, vehicle: bool = False) -> Terms:
    """What a team's move is checked against: its ground, and nobody's base to stand on."""
    return Terms(
        layout=state.layout,
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=passage(state, vehicle=vehicle),
        groups=groups(state.figures),
        avoid=avoided(state, number),
        clearance=0,
        raised=raised(state),
    )


def explainer(state: Battle, budget: int, clause: str = "sk.move.six") -> Callable[[Verdict], Refusal]:
    """Says in words what is wrong with a move."""

    def explain(verdict: Verdict) -> Refusal:
        code, figure, what, amount = verdict
        name = who(state, figure)
        if code == TOO_FAR:
            return too_far(name, figure, amount, budget, clause)
        if code == BAD_GROUND:
            title = state.terrain[what].title if 0 <= what < len(state.terrain) else "that ground"
            return Refusal(f"{name} may not cross {title}", ("sk.gap.terrain",), figures=(figure,))
        if code in {OVERLAP, TOO_NEAR}:
            why = f"{name} would stand on {who(state, what)}"
            return Refusal(why, ("sk.gap.base-sizes",), figures=(figure, what))
        if code == SCATTERED:
            remedy = "stay within 2 inches of another figure of the team"
            return Refusal(f"{name} would be out of touch", ("sk.gap.fire-team",), remedy=remedy, figures=(figure,))
        if code == OFF_TABLE:
            return Refusal(f"{name} would not be where it may be", (clause,), figures=(figure,))
        raise AssertionError(f"unknown verdict {verdict}")

    return explain


def too_far(name: str, figure: int, amount: int, budget: int, *because: str) -> Refusal:
    """Somebody would go too far."""
    remedy = f"shorten the way by {about(amount - budget)}"
    why = f"{name} would move too far"
    return Refusal(why, because, measured=amount, allowed=budget, remedy=remedy, figures=(figure,))


def afford(state: Battle, walk: Walk, far: int, hindrance: int, *, crawls: bool) -> Refusal | None:
    """Whether the ground leaves a figure enough of its move for the way it goes."""
    if not _goes(walk):
        return None
    length = path_length(walk.points)
    if length + deductions(ROUGH | LINE, state.options, crawls=False) <= far:  # whatever the ground is
        return None
    allowed = max(LEAST, far - deductions(hindrance, state.options, crawls=crawls))
    if length <= allowed:
        return None
    because = ("sk.move.suppressed-crawl",) if crawls else ("sk.move.water-rough", "sk.move.linear-obstacle")
    return too_far(who(state, walk.figure), walk.figure, length, allowed, *because)


@rule("sk.move.dragged-two")
def out_of_step(state: Battle, number: int, march: March) -> Refusal | None:
    """Whether two who carry somebody together would part."""
    by_two: dict[int, list[int]] = {}
    for man in state.units[number].men:
        if state.figures[man].carries >= 0:
            by_two.setdefault(state.figures[man].carries, []).append(man)
    pairs = [tuple(men) for men in by_two.values() if len(men) > 1]
    if not pairs:
        return None
    places = [(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks]
    there = state.layout.placed(places).bodies
    for one, other in pairs:
        if int(gap(there, one, there, other)) > IN_STEP:
            why = f"{who(state, one)} and {who(state, other)} carry somebody together"
            return Refusal(why, ("sk.move.dragged-two",), figures=(one, other))
    return None


@rule("sk.gap.suppression-effect")
def charges(state: Battle, number: int, walk: Walk) -> Refusal | None:
    """Whether a way ends within an inch of an enemy: suppressed men do not charge."""
    x, y = walk.points[-1]
    far = MELEE + state.layout.radius(walk.figure)
    foes = (man for foe in on_table(state, 1 - state.units[number].side) for man in state.units[foe].men)
    bodies = state.layout.bodies
    if not any(state.layout.on_table(man) and int(gap_to_point(bodies, man, x, y)) <= far for man in foes):
        return None
    why = f"{who(state, walk.figure)} would charge"
    return Refusal(why, ("sk.gap.suppression-effect",), figures=(walk.figure,))


def marching(
    state: Battle,
    number: int,
    going: Sequence[int],
    *,
    actions: int = 1,
    upright: bool = False,
    more: int = 0,
    spacing: int = 0,
) -> Marching:
    """All moves that some figures of a team may make with so many actions each, of which the ground takes its part."""
    unit = state.units[number]
    crawls = unit.suppression > 0 and not upright
    reach = {man: allowance(state, man, upright=upright) * actions + more for man in going}
    far = max(reach.values())

    def also(march: March) -> Refusal | None:
        for walk, hindrance in zip(march.walks, hindrances_of(state, march.walks), strict=True):
            if (
                not hindrance and not crawls
            ):  # nothing is taken off what he goes, and so far the kernel has looked already
                continue
            if refusal := afford(state, walk, reach[walk.figure], hindrance, crawls=crawls):
                return refusal
            if crawls and _goes(walk) and (refusal := charges(state, number, walk)):
                return refusal
            if not upright and move_cost(walk, hindrance) > left(state, walk.figure):
                return Refusal("the door is locked: that takes another action", ("sk.gap.action-costs",))
        return out_of_step(state, number, march)

    fit = tuple(man for man in unit.men if rate(state.figures[man]))
    beside = tuple(man for man in (*unit.men, *unit.down) if man not in going and state.layout.on_table(man))
    domain = Marching(
        terms(state, number),
        tuple(going),
        far,
        explain=explainer(state, far),
        linked=fit if len(fit) > 1 else (),
        link=LINK,
        chain=False,
        spacing=spacing,
        less={man: far - reach[man] for man in going if reach[man] < far},
        beside=(*beside, unit.hull) if unit.hull >= 0 and not unit.afoot else beside,
        also=also,
    )
    domain.fixed = domain.stay()  # wherever they have been driven to, they may stay there
    return domain


@rule("sk.gap.towed-guns")
def pushing(state: Battle, number: int) -> Marching:
    """All ways to push a gun with those of its crew who can move: three inches."""
    unit = state.units[number]
    domain = Marching(
        terms(state, number, vehicle=False),
        (unit.hull, *movers(state, number)),
        HEAVY,
        explain=explainer(state, HEAVY, "sk.gap.towed-guns"),
        linked=unit.bodies,
        link=LINK,
        may_face=True,
        turns=True,
    )
    domain.fixed = domain.stay()  # though its trail has swung over somebody, or not all are in touch
    return domain
