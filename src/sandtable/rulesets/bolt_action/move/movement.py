"""Movement on foot: infantry, and guns moved by hand."""

from collections.abc import Callable, Sequence

from sandtable.geometry.angle import FULL_TURN, SCALE, SINE
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import nearest, root_up
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    FINE,
    IGNORED,
    KEEP_OFF,
    LEFT,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    TOO_FAR,
    TOO_NEAR,
    first_shift,
)
from sandtable.geometry.path_kernels import march as judge_march
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.marching import Marching
from sandtable.play.moves import Verdict
from sandtable.play.planned import share
from sandtable.play.refusal import Refusal, about
from sandtable.play.script import Play
from sandtable.play.terms_of_march import NOWHERE
from sandtable.play.walks import March, alike
from sandtable.rulesets.bolt_action.basics.battlefield import COHERENCY, passage, terms
from sandtable.rulesets.bolt_action.basics.charts import printed
from sandtable.rulesets.bolt_action.basics.journey import on_foot
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.table.layout import rows

from .travel import travel

ANYWHERE = inches(200)
BENDS = (0, 150, -150, 300, -300, 450, -450, 600, -600, 750, -750, 900, -900)  # in tenths of a degree


@rule("ba.gap.artillery-movement", "ba.order.run")
def allowance(unit: Unit, options: Options, *, running: bool) -> int:
    """How far a unit may move, in thousandths: its row of the movement table."""
    row = options.tables.movement[unit.card.move]
    return inches(row.run if running else row.advance)


def clause_of_move(unit: Unit) -> str:
    """The row of the movement table that a unit moves by."""
    return printed().movement[unit.card.move].clause


def _who(unit: Unit, figure: int) -> str:
    """A figure as players speak of it."""
    if unit.figures == (figure,):
        return unit.name
    if figure == unit.gun:
        return f"the gun of {unit.name}"
    return f"the spotter of {unit.name}" if figure == unit.spotter else f"a man of {unit.name}"


def explainer(state: Battle, number: int, budget: int) -> Callable[[Verdict], Refusal]:
    """Says in words what is wrong with a move of this unit."""
    unit = state.units[number]

    def who(figure: int) -> str:
        return _who(unit, figure)

    def explain(verdict: Verdict) -> Refusal:
        code, figure, what, amount = verdict
        match code:
            case _ if code == TOO_FAR:
                over = amount - budget
                return Refusal(
                    f"{who(figure)} would move too far",
                    (clause_of_move(unit),),
                    measured=amount,
                    allowed=budget,
                    remedy=f"shorten the way by {about(over)}",
                    figures=(figure,),
                )
            case _ if code == BAD_GROUND:
                title = state.terrain[what].title if 0 <= what < len(state.terrain) else "that ground"
                return Refusal(f"{who(figure)} may not cross {title}", ("ba.gap.terrain-movement",), figures=(figure,))
            case _ if code == TOO_NEAR:
                other = state.units[state.figures[what].unit].name
                allowed = inches(state.options.unit_gap_inches)
                return Refusal(
                    f"{who(figure)} comes too near to {other}",
                    ("ba.gap.separation",),
                    measured=amount,
                    allowed=allowed,
                    figures=(figure, what),
                )
            case _ if code == OVERLAP:
                whom = state.figures[what].unit
                beneath = "another of them" if whom == number else state.units[whom].name
                why = f"{who(figure)} would stand on {beneath}"
                return Refusal(why, ("ba.gap.measuring",), figures=(figure, what))
            case _ if code == SCATTERED:
                return Refusal(
                    f"{who(figure)} would be out of touch with the rest",
                    ("ba.gap.coherency",),
                    remedy="stay within an inch of another figure",
                    figures=(figure,),
                )
            case _ if code == OFF_TABLE:
                return Refusal(
                    f"{who(figure)} would not be where it may be", ("ba.gap.leaving-table",), figures=(figure,)
                )
        raise AssertionError(f"unknown verdict {verdict}")

    return explain


def points_a_weapon(unit: Unit) -> bool:
    """Whether it matters which way a unit faces."""
    return bool(unit.card.team) and "fixed" in printed().weapons[unit.card.team].traits


def going_for(state: Battle, unit: Unit, *, running: bool) -> Ints:
    """What each piece of terrain does to a unit on foot."""
    mover = "infantry" if unit.card.move == "infantry" else "artillery"
    return passage(state, mover, running=running)


def marching(state: Battle, number: int, *, running: bool, budget: int | None = None) -> Marching:
    """All moves on foot that a unit may make from where it stands."""
    unit = state.units[number]
    far = allowance(unit, state.options, running=running) if budget is None else budget
    return Marching(
        terms(state, number, going_for(state, unit, running=running)),
        unit.figures,
        far,
        explain=explainer(state, number, far),
        link=COHERENCY,
        hub=unit.gun,
        beside=() if unit.spotter is None else (unit.spotter,),
        may_face=points_a_weapon(unit),
    )


def coming_out(
    state: Battle, number: int, lines: Ints, *, running: bool, budget: int, left: int | None = None
) -> Marching:
    """All moves on foot that start from lines: a table edge, the sides of a vehicle, the walls of a building."""
    unit = state.units[number]
    through = going_for(state, unit, running=running)
    if left is not None:
        through = through.copy()
        through[left] = LEFT
    return Marching(
        terms(state, number, through),
        unit.figures,
        budget,
        explain=explainer(state, number, budget),
        link=COHERENCY,
        hub=unit.gun,
        entry=lines,
        may_face=points_a_weapon(unit),
    )


@rule("ba.gap.terrain-movement", "ba.gap.separation")
def way_is_clear(
    state: Battle, number: int, man: int, to: tuple[int, int], through: Ints, *, near: Sequence[int] = ()
) -> bool:
    """Whether a man can go straight to a point where he leaves the table or goes into something.

    Neither ground nor enemies nor vehicles may bar the way; he need not be able to stand at its end.
    """
    where = terms(state, number, through, near=near)
    kept_off = ints([KEEP_OFF if code == KEEP_OFF else IGNORED for code in where.avoid])
    walk = ints([state.layout.point(man), to])
    verdict = judge_march(
        state.layout.bodies, rows((man,)), ints([0, 2]), walk, alike(-1, 1), alike(1 << 20, 1), where.ground.edges,
        where.ground.pieces, where.passage, where.groups, kept_off, where.clearance, where.width, where.depth, rows(()),
        COHERENCY, True,
    )  # fmt: skip
    return int(verdict[0]) in {FINE, OFF_TABLE}


async def choose_march(
    play: Play[Battle], number: int, domain: Marching, what: str, *because: str, usual: March | None = None
) -> March:
    """Ask a unit's owner where it goes."""
    unit = play.state.units[number]
    return await ask(play, number, "move", domain, f"{unit.name}: {what}", *because, usual=usual)


async def move_on_foot(play: Play[Battle], number: int, *, running: bool) -> None:
    """A normal move on an Advance or a Run."""
    unit = play.state.units[number]
    clause = clause_of_move(unit)
    domain = marching(play.state, number, running=running)
    if domain.budget or domain.may_face:
        what = "run" if running else "advance"
        march = await choose_march(play, number, domain, what, clause, "ba.gap.terrain-movement", "ba.gap.coherency")
        await travel(play, number, on_foot(play.state, march), clause)
    await _move_spotter(play, number, running=running)


@rule("ba.gap.spotter")
def spotter_moves(state: Battle, number: int, *, running: bool, entry: Ints = NOWHERE) -> Marching:
    """All moves of a spotter on his own feet: anywhere, but not onto his unit."""
    unit = state.units[number]
    assert unit.spotter is not None
    on_foot = state.options.tables.movement["infantry"]
    far = inches(on_foot.run if running else on_foot.advance)
    return Marching(
        terms(state, number, passage(state, "infantry", running=running)),
        (unit.spotter,),
        far,
        explain=explainer(state, number, far),
        linked=(unit.spotter, *unit.figures),
        link=ANYWHERE,
        entry=entry,
    )


@rule("ba.gap.spotter")
async def _move_spotter(play: Play[Battle], number: int, *, running: bool) -> None:
    """A spotter moves on his unit's order, on his own feet, under fire from Ambush as anybody else."""
    unit = play.state.units[number]
    if unit.spotter is None or not unit.alive:
        return
    domain = spotter_moves(play.state, number, running=running)
    march = await choose_march(play, number, domain, "move the spotter", "ba.gap.spotter", "ba.move.infantry")
    journey = on_foot(play.state, march)
    if not journey.stays:
        await travel(play, number, journey, "ba.gap.spotter", verb="sent its spotter", spotter=True)


def towards(dx: int, dy: int, bend: int, far: int) -> tuple[int, int]:
    """A shift of at most so far along a line, turned by tenths of a degree."""
    length = max(1, int(root_up(dx * dx + dy * dy))) * SCALE
    sine, cosine = int(SINE[bend % FULL_TURN]), int(SINE[bend % FULL_TURN + 900])
    shift = (dx * cosine - dy * sine) * far, (dx * sine + dy * cosine) * far
    return share(shift[0], 1, length), share(shift[1], 1, length)


@rule("ba.gap.leaving-table")
def stopped_at_edge(state: Battle, figures: tuple[int, ...], shift: tuple[int, int]) -> tuple[int, int]:
    """As much of a shift as leaves all figures on the table."""
    part, whole = 1, 1
    for figure in figures:
        radius = state.layout.radius(figure)
        for place, step, size in zip(state.layout.point(figure), shift, (state.width, state.depth), strict=True):
            room = max(0, size - radius - place if step > 0 else place - radius)
            if abs(step) * part > room * whole:
                part, whole = room, abs(step)
    return share(shift[0], part, whole), share(shift[1], part, whole)


@rule("ba.fubar.panic")
def flight(state: Battle, number: int, enemy: int, distance: int) -> tuple[March | None, bool]:
    """Straight away from the nearest model of an enemy unit, bending only around what cannot be passed.

    Full distance first, then shorter; within each, straight first, then bending by 15 degrees at a time. The table's
    edge stops it and does not bend it; the second part of the answer says whether it did. None if the unit cannot move,
    or not without ending nearer.
    """
    unit = state.units[number]
    bodies = state.layout.bodies
    foes = rows(state.units[enemy].figures)
    before, man, foe = nearest(bodies, rows(unit.figures), foes)
    dx, dy = int(bodies[man, X] - bodies[foe, X]), int(bodies[man, Y] - bodies[foe, Y])
    shifts = [
        stopped_at_edge(state, unit.figures, towards(dx, dy, bend, far))
        for far in range(distance, 0, -INCH)
        for bend in BENDS
    ]
    at_edge = shifts[0] != towards(dx, dy, 0, distance)
    domain = marching(state, number, running=True, budget=distance)
    where = domain.terms
    tried = 0
    while tried < len(shifts):
        chosen = first_shift(
            bodies, rows(unit.figures), ints(shifts[tried:]), domain.budgets, where.ground.edges, where.ground.pieces,
            where.passage, where.groups, where.avoid, where.clearance, where.width, where.depth, rows(domain.linked),
            domain.link, domain.chain,
        )  # fmt: skip
        if chosen < 0:
            return None, False
        tried += int(chosen) + 1
        if shifts[tried - 1] == (0, 0):
            return None, at_edge and tried == 1
        march = domain.shifted(*shifts[tried - 1])
        there = state.layout.placed([(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks])
        if nearest(there.bodies, rows(unit.figures), foes)[0] >= before and domain.allows(march):
            return march, at_edge and tried == 1
    return None, False
