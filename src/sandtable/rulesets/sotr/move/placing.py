"""Putting units on the table: where everybody may stand, and where they usually do."""

from sandtable.geometry.kernel import Ints
from sandtable.geometry.path_kernels import OFF_TABLE
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import heights_of_ground
from sandtable.mechanics.zones import along_the_middle
from sandtable.play.marching import Marching
from sandtable.play.moves import Verdict
from sandtable.play.refusal import Refusal
from sandtable.play.terms_of_march import Also
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics.scatter import facing_in
from sandtable.rulesets.sotr.basics.sight import COHERENCY
from sandtable.rulesets.sotr.basics.ways import explainer, terms, who
from sandtable.rulesets.sotr.state import Battle, Place5, Point
from sandtable.table.terrain import Piece

ANYWHERE = inches(300)


def setting_up(
    state: Battle, number: int, zone: Ints, clause: str = "sotr.gap.deployment", also: Also | None = None
) -> Marching:
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
        also=_off_buildings(state, number) if _keeps_off_buildings(state, number) else also,
    )


@rule("sotr.gap.buildings")
def _keeps_off_buildings(state: Battle, number: int) -> bool:
    """Whether a unit is Titanic, on a table where such a model may not stand on a building."""
    return state.units[number].card.size == "titanic" and not state.options.titanic_stops_on_buildings


def _off_buildings(state: Battle, number: int) -> Also:
    """A model that walks over buildings, but does not stand on one."""
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
