"""Setting up (sotr.gap.deployment): zones, placing a unit, and who begins Hidden."""

from sandtable.geometry.angle import around
from sandtable.geometry.kernel import Ints
from sandtable.geometry.path_kernels import OFF_TABLE
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import heights_of_ground
from sandtable.mechanics.setting_up import next_to_set_up
from sandtable.mechanics.zones import along_the_middle, band, ring
from sandtable.play.decision import Decision
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.marching import Also, March, Marching
from sandtable.play.moves import Verdict
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.table.terrain import Piece

from .hiding import may_not_hide
from .scatter import facing_in
from .sight import COHERENCY
from .state import Battle, Place5, Point
from .ways import explainer, terms, who

ANYWHERE = inches(300)
CIRCLE = 72  # corners of a zone that is round
AROUND_THE_RUINS = inches(12)


# ---- zones


@rule("sotr.gap.deployment", "sotr.gap.scenarios")
def zone_of(state: Battle, number: int, *, deeper: int = 0) -> Ints:
    """Where a unit is set up: along its own edge; the defender of the ruins within 12 inches of their middle."""
    unit = state.units[number]
    if state.mission.name == "ruins" and unit.side != state.mission.attacker:
        widest = max(2 * state.layout.radius(man) for man in unit.men)
        radius = AROUND_THE_RUINS + widest + deeper
        return ring(around(state.width // 2, state.depth // 2, radius, CIRCLE))
    return band(state.width, state.depth, state.edges[unit.side], min(state.mission.zone + deeper, state.depth))


# ---- placing


def setting_up(state: Battle, number: int, zone: Ints, clause: str = "sotr.gap.deployment") -> Marching:
    """All places where a unit may stand in a zone."""
    unit = state.units[number]
    loose = unit.machine or unit.mindless
    explain = explainer(state, clause, ANYWHERE)

    def in_words(verdict: Verdict) -> Refusal:
        if verdict[0] == OFF_TABLE:
            return Refusal(f"{who(state, verdict[1])} would stand outside its zone", (clause,), figures=(verdict[1],))
        return explain(verdict)

    return Marching(
        terms(state, number),
        unit.men,
        ANYWHERE,
        explain=in_words,
        link=ANYWHERE if loose else COHERENCY,
        chain=state.options.coherency_chain,
        zone=zone,
        manner=APPEAR,
        may_face=unit.machine,
        faces=facing_in(state, unit.side),
        also=_off_buildings(state, number) if unit.card.size == "titanic" else None,
    )


def _off_buildings(state: Battle, number: int) -> Also:
    """A Titanic model walks over buildings, but it does not stand on one."""
    radius = max(state.layout.radius(man) for man in state.units[number].men)
    houses = [piece for piece in state.terrain if "building" in piece.traits]

    def fits(march: March) -> Refusal | None:
        for walk in march.walks:
            for piece in houses:
                if _on(piece, walk.points[-1], radius):
                    return Refusal(f"it would stand on {piece.title}", ("sotr.gap.buildings",))
        return None

    return fits


def _on(piece: Piece, point: Point, radius: int) -> bool:
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    x, y = min(max(point[0], min(xs)), max(xs)), min(max(point[1], min(ys)), max(ys))
    return (x - point[0]) ** 2 + (y - point[1]) ** 2 < radius * radius


def placed_at(state: Battle, march: March, bearing: int) -> tuple[Place5, ...]:
    """Where everybody stands after a setting-up."""
    points = [walk.points[-1] for walk in march.walks]
    face = bearing if march.face is None else march.face
    ground = heights_of_ground(state, points)
    return tuple(
        (walk.figure, *point, face, height) for walk, point, height in zip(march.walks, points, ground, strict=True)
    )


def usual_place(domain: Marching) -> March | None:
    """A place in a zone: along its middle if there is one, else anywhere."""
    return along_the_middle(domain) or domain.first_place()


def with_room(state: Battle, number: int) -> Marching:
    """The places for a unit in its zone, made deeper inch by inch only where it is crowded."""
    for deeper in range(0, state.depth, inches(4)):
        domain = setting_up(state, number, zone_of(state, number, deeper=deeper))
        if usual_place(domain) is not None:
            return domain
    raise AssertionError("there is no room on the table")


@rule("sotr.gap.deployment")
async def set_up(play: Play[Battle], side: int) -> None:
    """A side places one of its units."""
    left, prompt = to_set_up(play.state, side), f"{play.state.names[side]}: set up which unit next?"
    number = await next_to_set_up(play.state, left, kind="unit to set up", prompt=prompt, clause="sotr.gap.deployment")
    state = play.state
    unit = state.units[number]
    domain = with_room(state, number)
    march = await Decision(
        side,
        "set up",
        domain,
        prompt=f"Set up {unit.name}",
        because=("sotr.gap.deployment",),
        unit=number,
        default=lambda: usual_place(domain),
    )
    places = placed_at(state, march, facing_in(state, side))
    play.tell("was set up", "sotr.gap.deployment", unit=number, sets={"places": places, "place": "table"})


def to_set_up(state: Battle, side: int) -> list[int]:
    """The units that a side has still to set up."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.place == "waiting"]


# ---- Hidden


@rule("sotr.gap.deployment", "sotr.hide.declare")
async def begin_hidden(play: Play[Battle]) -> None:
    """Once everybody stands, units out of enemy sight may begin Hidden; both sides are judged before either hides."""
    state = play.state
    able = [number for number, unit in enumerate(state.units) if unit.on_table and may_not_hide(state, number) is None]
    for side in (state.side, 1 - state.side):
        mine = {f"u{number}": number for number in able if state.units[number].side == side}
        if not mine:
            continue
        chosen = await Decision(
            side,
            "begin hidden",
            SomeOf(mine, 0, len(mine), label=lambda number: state.units[number].name, points=OnTable),
            prompt=f"{state.names[side]}: which units begin Hidden?",
            because=("sotr.gap.deployment", "sotr.hide.declare"),
            default=list(mine),
        )
        for number in sorted(chosen):
            play.tell("began Hidden", "sotr.gap.deployment", unit=number, sets={"hidden": True})
