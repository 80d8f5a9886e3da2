"""Where Teams of a Unit may go and stand beyond what every move is checked for: their own ground, buildings, each other."""

from collections.abc import Sequence
from itertools import pairwise

from sandtable.geometry.bodies import BEARING, X, Y
from sandtable.geometry.drive_kernels import hull_on_ground
from sandtable.geometry.kernel import Ints
from sandtable.geometry.path_kernels import first_overlap
from sandtable.geometry.post_kernels import holds
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.moves import Terms
from sandtable.play.refusal import Refusal
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.teams import standing, who
from sandtable.rulesets.fraley.basics.terrain import passage
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.ground import Ground
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .explaining import bad_ground, on_somebody
from .passing import Box, box_of
from .ways import barred, facing, goes

PER_FLOOR = 4  # Teams that a floor of a building holds


def ends(bodies: Ints, march: March) -> Ints:
    """Where everybody stands after a march."""
    final = bodies.copy()
    walks = march.walks
    if walks:
        movers = rows(tuple([walk.figure for walk in walks]))
        final[movers, X : Y + 1] = [walk.points[-1] for walk in walks]
        for walk in walks:
            if (face := facing(march, walk)) is not None:
                final[walk.figure, BEARING] = face
    return final


@rule("fraley.gap.moving-through-teams")
def on_each_other(state: Battle, final: Ints, movers: Sequence[int]) -> Refusal | None:
    """Nobody ends on another Team that moves with him."""
    one, other = first_overlap(final, rows(tuple(movers)))
    return on_somebody(state, int(one), int(other)) if one >= 0 else None


def own_ground(state: Battle, terms: Terms, figure: int) -> Ints | None:
    """What pieces do to a Team, where that is not what the terms say: those are of whoever is on foot, if anybody is."""
    team = state.figures[figure]
    if team.kind == "infantry":
        return None
    mine = passage(state, team)
    return None if mine is terms.passage else mine


@rule("fraley.terrain.gun-very-difficult", "fraley.gap.buildings")
def on_own_ground(state: Battle, terms: Terms, march: March) -> Refusal | None:
    """Everybody keeps to ground that he may move through, where a Unit's Teams differ in that."""
    for walk in march.walks:
        mine = own_ground(state, terms, walk.figure)
        if mine is None or not goes(walk):
            continue
        for a, b in pairwise(walk.points):
            if a != b and (piece := barred(terms.ground, mine, a, b)) >= 0:
                return bad_ground(state, walk.figure, piece)
    return None


def houses(state: Battle) -> Ints:
    """Which pieces are buildings."""
    return state.ground.each("fraley buildings", lambda piece: int("building" in piece.traits))


@rule("fraley.gap.buildings")
def off_the_walls(state: Battle, terms: Terms, final: Ints, march: March) -> Refusal | None:
    """No hull ends its move touching a building."""
    ground, marked = terms.ground, houses(state)
    bodies = terms.layout.bodies
    for walk in march.walks:
        row = walk.figure
        if state.figures[row].kind != "tank" or (final[row] == bodies[row]).all():
            continue
        piece = int(hull_on_ground(final[row : row + 1], ground.edges, ground.pieces, marked))
        if piece >= 0:
            said = f"{who(state, row)} would touch {state.terrain[piece].title}"
            return Refusal(said, ("fraley.gap.buildings",), figures=(row,))
    return None


def _house_boxes(terrain: tuple[Piece, ...]) -> list[tuple[int, Box]]:
    return [(number, box_of(piece.outline, INCH)) for number, piece in enumerate(terrain) if "building" in piece.traits]


_HOUSE_BOXES: Remembered[tuple[Piece, ...], list[tuple[int, Box]]] = Remembered(_house_boxes)


def house_boxes(state: Battle) -> list[tuple[int, Box]]:
    """The buildings with the box around each, wide enough for a base whose middle is just outside."""
    return _HOUSE_BOXES(state.terrain)


def inside(ground: Ground, bodies: Ints, piece: int, row: int) -> bool:
    """Whether a Team stands in a building."""
    return bool(holds(bodies, row, ground.edges, ground.pieces, piece))


def _middles(bodies: Ints, some: Sequence[int]) -> list[tuple[int, int, int]]:
    """Where the middles of some Teams are."""
    points = bodies[rows(tuple(some)), X : Y + 1].tolist()
    return [(row, x, y) for row, (x, y) in zip(some, points, strict=True)]


def _in_box(middles: Sequence[tuple[int, int, int]], box: Box) -> list[int]:
    """Those whose middle is in a box: nobody else can be in the house that it is drawn around."""
    left, upper, right, lower = box
    return [row for row, x, y in middles if left < x < right and upper < y < lower]


@rule("fraley.gap.buildings")
def room_inside(state: Battle, before: Ints, final: Ints, movers: Sequence[int]) -> Refusal | None:
    """A building holds four Infantry or portable Gun Teams a floor: nobody goes into a full one."""
    ground = state.ground
    middles = _middles(final, movers)
    for number, box in house_boxes(state):
        near = _in_box(middles, box)
        if not near:
            continue
        come = [row for row in near if inside(ground, final, number, row) and not inside(ground, before, number, row)]
        piece = state.terrain[number]
        if not come:
            continue
        most = PER_FLOOR * max(1, piece.floors)
        there = sum([inside(ground, final, number, man) for man in _in_box(_middles(final, standing(state)), box)])
        if there > most:
            said = f"{piece.title} holds {most} Teams, not {there}"
            return Refusal(said, ("fraley.gap.buildings",), figures=tuple(come))
    return None


@rule("fraley.gap.buildings", "fraley.gap.moving-through-teams")
def ill_placed(state: Battle, terms: Terms, final: Ints, march: March) -> Refusal | None:
    """What is wrong with where Teams go and stand, whatever kind of move it is."""
    movers = tuple(walk.figure for walk in march.walks)
    wrong = on_each_other(state, final, movers) or on_own_ground(state, terms, march)
    if wrong is None and state.ground.has("building"):
        wrong = off_the_walls(state, terms, final, march) or room_inside(state, terms.layout.bodies, final, movers)
    return wrong
