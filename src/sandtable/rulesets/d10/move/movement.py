"""Moves on foot (d10.gap.movement, d10.gap.coherency): how far a unit goes, and all the ways it may go."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    IGNORED,
    KEEP_OFF,
    NOT_ON,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    TOO_FAR,
    TOO_NEAR,
    path_cost,
)
from sandtable.geometry.units import INCH, inches
from sandtable.geometry.way_kernels import any_met
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms, Verdict
from sandtable.play.refusal import Refusal, Refused, about
from sandtable.play.walks import March, Walk
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.basics.sight import groups
from sandtable.rulesets.d10.basics.terrain import DOOR, passage, rough_pieces
from sandtable.rulesets.d10.basics.units import (
    LINK,
    close_by,
    coherent,
    half_or_less,
    loosest,
    served_weapon,
    spans,
    who,
    widest,
)
from sandtable.rulesets.d10.nerve.panic import runs_nearer
from sandtable.rulesets.d10.state import Battle, Unit
from sandtable.table.layout import Layout, rows

CLAUSE = "d10.gap.movement"
AWAY = INCH  # how far from enemies everybody stays who does not assault
GUN_MOVE, LIGHT_GUN_MOVE, GUN_CREW = inches(2), inches(4), 3
RUSH, RUSH_IN_ROUGH = 3, 2


@rule("d10.order.move-normal", "d10.gap.guns", "d10.gap.vehicle-damage")
def move_of(state: Battle, number: int) -> int:
    """The Movement value of a unit: a gun is manhandled, a vehicle at half its wounds or fewer has half."""
    unit = state.units[number]
    if unit.gun >= 0:
        weapon = served_weapon(state, number)
        light = weapon is not None and weapons()[weapon].has("light")
        return LIGHT_GUN_MOVE if light else GUN_MOVE
    return unit.card.move // 2 if unit.card.vehicle and half_or_less(state, number) else unit.card.move


@rule("d10.order.move-rush", "d10.gap.movement")
def allowance(state: Battle, number: int, *, rush: bool, rough: bool = False) -> int:
    """How far a unit may go: a Rush is three times its Movement value, by the switch twice on a way through rough ground."""
    if not rush:
        return move_of(state, number)
    return move_of(state, number) * (RUSH_IN_ROUGH if rough and state.options.rough_rush_is_double else RUSH)


def avoided(state: Battle, number: int, *, enemies: int = KEEP_OFF) -> Ints:
    """What each unit is to one that moves: friends may be passed but not stood on, enemies are kept off."""
    side = state.units[number].side
    codes = [IGNORED if unit.place != "table" else NOT_ON if unit.side == side else enemies for unit in state.units]
    codes[number] = IGNORED
    return rows(tuple(codes))


@rule("d10.gap.movement", "d10.gap.measuring")
def terms(state: Battle, number: int, *, clearance: int = AWAY, enemies: int = KEEP_OFF) -> Terms:
    """What a unit's move is checked against: its ground, an inch between it and enemies, nobody's base to stand on."""
    return Terms(
        layout=state.layout,
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=passage(state, number),
        groups=groups(state.figures),
        avoid=avoided(state, number, enemies=enemies),
        clearance=clearance,
        raised=raised(state),
    )


def explainer(state: Battle, budget: int, clause: str = CLAUSE) -> Callable[[Verdict], Refusal]:
    """Says in words what is wrong with a move."""

    def explain(verdict: Verdict) -> Refusal:
        code, figure, what, amount = verdict
        name = who(state, figure)
        if code == TOO_FAR:
            remedy = f"shorten the way by {about(amount - budget)}"
            return Refusal(
                f"{name} would move too far",
                (clause, CLAUSE),
                measured=amount,
                allowed=budget,
                remedy=remedy,
                figures=(figure,),
            )
        if code == BAD_GROUND:
            title = state.terrain[what].title if 0 <= what < len(state.terrain) else "that ground"
            return Refusal(f"{name} may not cross {title}", (CLAUSE,), figures=(figure,))
        if (
            code == TOO_NEAR
            and state.units[state.figures[what].unit].side != state.units[state.figures[figure].unit].side
        ):
            why = f"{name} would come too near to {who(state, what)}"
            return Refusal(why, (CLAUSE,), measured=amount, allowed=AWAY, figures=(figure, what))
        if code in {OVERLAP, TOO_NEAR}:  # a hull is too near to friends when it stands on them
            return Refusal(f"{name} would stand on {who(state, what)}", (CLAUSE,), figures=(figure, what))
        if code == SCATTERED:
            remedy = "stay within 2 inches of another model of the unit"
            return Refusal(
                f"{name} would be out of coherency", ("d10.gap.coherency",), remedy=remedy, figures=(figure,)
            )
        if code == OFF_TABLE:
            return Refusal(f"{name} would not be where it may be", (CLAUSE,), figures=(figure,))
        raise AssertionError(f"unknown verdict {verdict}")

    return explain


@rule("d10.gap.coherency")
def too_wide(state: Battle, bodies: Sequence[int], march: March) -> Refusal | None:
    """Whether a march would leave models of a unit more than twelve inches apart, and farther than they were."""
    points = _ends(state, bodies, march)
    if close_by(points):
        return None
    radii = state.layout.radii(tuple(bodies))
    if spans(points, radii):
        return None
    on_table = all(state.layout.on_table(body) for body in bodies)
    if on_table and widest(points, radii) <= widest(state.layout.points(tuple(bodies)), radii):
        return None
    return Refusal("two models would be more than 12 inches apart", ("d10.gap.coherency",), remedy="close up")


@rule("d10.gap.coherency")
def scatters(state: Battle, bodies: Sequence[int], march: March) -> Refusal | None:
    """Whether a march would leave a unit that is out of coherency, and cannot close up, still looser than it was."""
    radii = state.layout.radii(tuple(bodies))
    begun = loosest(state.layout.points(tuple(bodies)), radii)
    ended = loosest(_ends(state, bodies, march), radii)
    if ended <= max(LINK, begun):
        return None
    why = "the unit would be farther out of coherency than it is"
    return Refusal(why, ("d10.gap.coherency",), measured=ended, allowed=begun, remedy="close up")


def _ends(state: Battle, bodies: Sequence[int], march: March) -> list[tuple[int, int]]:
    ends = {walk.figure: walk.points[-1] for walk in march.walks}
    return [ends.get(body) or state.layout.point(body) for body in bodies]


def cost_of(state: Battle, number: int, walk: Walk) -> int:
    """What a walk takes of a move."""
    ground = state.ground
    points = walk.points
    return int(path_cost(ints(points), 0, len(points), ground.edges, ground.pieces, passage(state, number)))


def meets_rough(state: Battle, walks: Sequence[Walk]) -> bool:
    """Whether any part of some walks lies in rough ground."""
    legs = [(*start, *end) for walk in walks for start, end in pairwise(walk.points)]
    ground = state.ground
    return bool(legs) and bool(any_met(ints(legs), ground.edges, ground.pieces, rough_pieces(state)))


def longest(state: Battle, number: int, march: March) -> int:
    """What the dearest walk of a march takes, with the stairs that it begins on."""
    down = stairs(state, state.units[number])
    return max(
        (cost_of(state, number, walk) + down.get(walk.figure, 0) for walk in march.walks if _goes(walk)), default=0
    )


@rule("d10.gap.movement")
def at_most(state: Battle, number: int, march: March, *, rush: bool) -> int:
    """How much a march may take: by the switch a Rush that spends any part in rough ground is at double Movement."""
    rough = rush and state.options.rough_rush_is_double and meets_rough(state, march.walks)
    return allowance(state, number, rush=rush, rough=rough)


@rule("d10.gap.movement")
def rough_rush(state: Battle, number: int, march: March) -> Refusal | None:
    """Whether a Rush through rough ground goes farther than the switch has it go: twice the Movement value of the unit."""
    allowed = at_most(state, number, march, rush=True)
    if allowed == allowance(state, number, rush=True):
        return None
    far = longest(state, number, march)
    if far <= allowed:
        return None
    why = "a Rush through rough ground is at double, not triple, Movement"
    return Refusal(why, (CLAUSE, "d10.order.move-rush"), measured=far, allowed=allowed)


def _goes(walk: Walk) -> bool:
    return len(set(walk.points)) > 1


def _stays(march: March) -> bool:
    return not any(_goes(walk) for walk in march.walks)


def downstairs(state: Battle, figures: Sequence[int]) -> Layout:
    """The table with those of these models who are upstairs at the foot of the stairs."""
    layout = state.layout
    down = [figure for figure in figures if state.figures[figure].floor]
    return layout.placed([(figure, *layout.point(figure), 0, 0) for figure in down]) if down else layout


@rule("d10.gap.movement", "d10.gap.line-of-sight")
def coming_down(state: Battle, number: int, march: March) -> Refusal | None:
    """Whether those who come down the stairs are in the way of others on the ground floor."""
    unit = state.units[number]
    down = {man for man in unit.men if state.figures[man].floor}
    walks = tuple(walk for walk in march.walks if walk.figure in down and _goes(walk))
    if not walks:
        return None
    far = longest(state, number, march)
    below = Marching(
        terms(state, number)._replace(layout=downstairs(state, [walk.figure for walk in walks])),
        tuple(walk.figure for walk in walks),
        far,
        explain=explainer(state, far),
        linked=(),
    )
    try:
        below.check(March(walks))
    except Refused as refused:
        return refused.refusal
    return None


def marching(state: Battle, number: int, *, rush: bool, budget: int | None = None) -> Marching:
    """All moves on foot that a unit may make from where it stands."""
    unit = state.units[number]
    far = allowance(state, number, rush=rush) if budget is None else budget
    clause = "d10.order.move-rush" if rush else "d10.order.move-normal"
    upstairs = stairs(state, unit)
    apart = not coherent(state, number)
    stands = gun_stands(unit)

    def also(march: March) -> Refusal | None:
        refusal = None if len(unit.bodies) == 1 else too_wide(state, unit.bodies, march)
        if refusal is None and apart:
            refusal = scatters(state, unit.bodies, march)
        if refusal is None and upstairs:
            refusal = coming_down(state, number, march)
        if refusal is None and rush:
            refusal = rough_rush(state, number, march)
        if refusal is None and unit.panicked and not _stays(march):
            refusal = runs_nearer(state, number, march)
        return refusal

    domain = Marching(
        terms(state, number),
        unit.men if stands else unit.bodies,
        far,
        explain=explainer(state, far, clause),
        linked=unit.bodies,
        link=LINK,
        also=also if len(unit.bodies) > 1 or rush or unit.panicked or upstairs else None,
        less=upstairs,
        may_face=unit.gun >= 0 and not stands,
        beside=(unit.gun,) if stands else (),
    )
    if on_friends(state, number):
        domain.fixed = domain.stay()
    return domain


@rule("d10.gap.guns")
def gun_stands(unit: Unit) -> bool:
    """Whether a unit has a gun and too few men to move it: they walk by themselves, and keep to it."""
    return unit.gun >= 0 and len(unit.men) < GUN_CREW


@rule("d10.gap.reaction-shoot")
def on_friends(state: Battle, number: int) -> bool:
    """Whether a unit stands on friends: it panicked while it passed them, and may stay there until it moves."""
    unit = state.units[number]
    friends = [one for one in state.units if one.side == unit.side and one.place == "table" and one is not unit]
    men = [man for one in friends for man in one.men] + [one.gun for one in friends if one.gun >= 0]
    return bool(men) and int(nearest(state.layout.bodies, rows(unit.bodies), rows(tuple(men)))[0]) == 0


@rule("d10.gap.movement", "d10.gap.line-of-sight")
def stairs(state: Battle, unit: Unit) -> dict[int, int]:
    """What models on upper floors lose of a move if they make one: two inches a floor."""
    return {man: state.figures[man].floor * DOOR for man in unit.men if state.figures[man].floor}
