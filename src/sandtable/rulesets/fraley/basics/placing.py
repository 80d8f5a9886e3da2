"""Setting Teams down on the table: zones, what a place is checked against, and a usual place for a group."""

from collections.abc import Sequence

from sandtable.geometry.angle import FULL_TURN, ahead
from sandtable.geometry.bodies import HALF_LENGTH, HALF_WIDTH
from sandtable.geometry.bodies import OFF_TABLE as NOT_THERE
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import BAD_GROUND, IGNORED, KEEP_CLEAR, NOT_ON, OFF_TABLE, OVERLAP, TOO_NEAR
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.units import inches
from sandtable.mechanics.zones import ring, usual_place
from sandtable.play.marching import Marching
from sandtable.play.moves import Explain, Terms, Verdict
from sandtable.play.refusal import Refusal
from sandtable.play.terms_of_march import Also
from sandtable.play.walks import March
from sandtable.rulesets.fraley.state import Battle, Place5

from .teams import heavy, who
from .terrain import passage

ANYWHERE = inches(300)
CLEAR = inches(2)  # of enemies (fraley.gap.moving-through-teams)


# ---- zones


def around_hull(state: Battle, hull: int, reach: int) -> Ints:
    """The ground within reach of a hull."""
    x, y = state.layout.point(hull)
    bearing = state.layout.bearing(hull)
    bodies = state.layout.bodies
    half_length, half_width = int(bodies[hull, HALF_LENGTH]) + reach, int(bodies[hull, HALF_WIDTH]) + reach
    corners = []
    for along, across in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        front = ahead(x, y, bearing, along * half_length)
        corner = ahead(int(front[0]), int(front[1]), (bearing + 900) % FULL_TURN, across * half_width)
        corners.append((int(corner[0]), int(corner[1])))
    return ring(corners)


# ---- places


def placing_terms(state: Battle, figures: Sequence[int], bearing: int) -> Terms:
    """What setting Teams down is checked against: ground that none of them may be on, other Teams, enemies 2 inches off.

    They face this way unless they are told otherwise. Guns keep their whole group off ground where they cannot go.
    """
    side = state.sides[figures[0]]
    units = {state.figures[figure].unit for figure in figures}
    codes = []
    for number, unit in enumerate(state.units):
        code = NOT_ON if unit.side == side else KEEP_CLEAR
        codes.append(code if unit.on_table and number not in units else IGNORED)
    strictest = next((figure for figure in figures if heavy(state.figures[figure])), figures[-1])
    faced = state.layout.placed([(figure, NOT_THERE, NOT_THERE, bearing, 0) for figure in figures])
    return Terms(
        layout=faced,
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=passage(state, state.figures[strictest]),
        groups=ints([team.unit for team in state.figures]),
        avoid=ints(codes),
        clearance=CLEAR,
    )


def _explainer(state: Battle, clause: str) -> Explain:
    def explain(verdict: Verdict) -> Refusal:
        code, figure, what, amount = verdict
        name = who(state, figure)
        match code:
            case _ if code == OFF_TABLE:
                return Refusal(f"{name} would stand outside its zone", (clause,), figures=(figure,))
            case _ if code == BAD_GROUND:
                piece = state.terrain[what]
                why = f"{name} cannot be set down on {piece.title}"
                return Refusal(why, ("fraley.gap.terrain-setup", clause), figures=(figure,))
            case _ if code == OVERLAP:
                return Refusal(f"{name} would stand on {who(state, what)}", (clause,), figures=(figure, what))
            case _ if code == TOO_NEAR:
                return Refusal(
                    f"{name} would stand too near to {who(state, what)}",
                    ("fraley.gap.moving-through-teams", clause),
                    measured=amount,
                    allowed=CLEAR,
                    figures=(figure, what),
                )
        raise AssertionError(f"unknown verdict {verdict}")

    return explain


def setting_down(
    state: Battle, figures: tuple[int, ...], zone: Ints, clause: str, *, bearing: int, also: Also | None = None
) -> Marching:
    """All places where Teams may be set down in a zone; each may be turned as its owner likes."""
    return Marching(
        placing_terms(state, figures, bearing),
        figures,
        ANYWHERE,
        explain=_explainer(state, clause),
        link=ANYWHERE,
        beside=tuple(
            man for man in state.units[state.figures[figures[0]].unit].men
            if man not in figures and state.layout.on_table(man)
        ),
        zone=zone,
        manner=APPEAR,
        may_face=True,
        faces=bearing,
        also=also,
        turns=True,
    )  # fmt: skip


def placed_at(march: March, bearing: int) -> tuple[Place5, ...]:
    """Where everybody stands, and which way he faces, once he has been set down."""
    found = []
    for walk in march.walks:
        told = walk.face if walk.face is not None else march.face
        found.append((walk.figure, *walk.points[-1], bearing if told is None else told, 0))
    return tuple(found)


def turrets_at(state: Battle, march: March, bearing: int) -> tuple[tuple[int, int], ...]:
    """Which way the turrets of Teams that were set down point: ahead, unless they are told otherwise."""
    turrets = {walk.figure: walk.turret for walk in march.walks}
    return tuple(
        (figure, face if (told := turrets[figure]) is None else told)
        for figure, _, _, face, _ in placed_at(march, bearing)
        if state.figures[figure].turret >= 0
    )


def with_usual(domain: Marching) -> Marching | None:
    """The domain with its usual place, which is what random players fall back on; None if there is no room in it."""
    domain.fixed = usual_place(domain)
    return domain if domain.fixed else None
