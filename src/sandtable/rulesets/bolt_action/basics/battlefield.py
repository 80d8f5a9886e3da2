"""The battlefield: what terrain does to sight and movement, where units are, and how far apart.

The sheet says nothing of terrain, sight and measuring; these are the gaps `line-of-sight`, `cover-types`,
`terrain-movement`, `measuring` and their neighbours.
"""

from collections.abc import Hashable, Sequence
from functools import cache, lru_cache
from typing import Any

from sandtable.geometry import ground as flat
from sandtable.geometry.bodies import disc, stack
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap_to_piece, gap_to_point, nearest, root_up, square_between_segments
from sandtable.geometry.path_kernels import BARRED, FREE, IGNORED, KEEP_CLEAR, KEEP_OFF, LEFT, WALLED
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import heights_of_ground, raised
from sandtable.mechanics.sight import Sight
from sandtable.play.moves import Terms
from sandtable.play.walks import out_of_touch
from sandtable.rulesets.bolt_action.state import Battle, Soldier, Unit
from sandtable.table.ground import SightEffect
from sandtable.table.layout import Layout, rows
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

NO_COVER, SOFT, HARD, BUNKER = 0, 1, 2, 3
COHERENCY = INCH
SMOKE_SEEN_INTO = INCH
FLOOR_HEIGHT = inches(3)
WINDOW = 250  # the radius of what can be seen of men at a window


@cache
@rule("ba.gap.line-of-sight", "ba.gap.cover-types", "ba.gap.smoke", "ba.gap.dug-in")
def sight_effect(piece: Piece) -> SightEffect:
    """What a piece does to sight, and which cover it gives."""
    traits = piece.traits
    cover = BUNKER if "bunker" in traits else HARD if "hard" in traits else SOFT if "soft" in traits else NO_COVER
    if "solid" in traits:
        return SightEffect(flat.SOLID, cover)
    if "raised" in traits:  # who stands on a hill sees and is seen; it only blocks what lies beyond it for both
        return SightEffect(flat.AREA)
    if "smoke" in traits:
        return SightEffect(flat.AREA, SOFT, SMOKE_SEEN_INTO)
    if "tall" in traits:
        return SightEffect(flat.AREA, cover)
    if "scrub" in traits:
        return SightEffect(flat.VEIL, cover)
    if "low" in traits:
        return SightEffect(flat.LOW, cover)
    return SightEffect()


@rule("ba.gap.terrain-movement", "ba.gap.wrecks")
def going(piece: Piece, mover: str, *, running: bool) -> int:
    """Whether a kind of mover may enter or cross a piece on an Advance or a Run."""
    traits = piece.traits
    tracked = mover in {"tracked", "slow-tracked"}
    if "building" in traits or "impassable" in traits:
        return WALLED
    if mover == "infantry":
        slow = "rough" in traits or "obstacle" in traits or "wreck" in traits
        if slow and running:
            return BARRED
        return LEFT if "wreck" in traits else FREE
    if "wreck" in traits:
        return WALLED
    if "rough" in traits:
        able = tracked or mover == "half-tracked"
        return WALLED if running or not able else FREE
    if "obstacle" in traits:
        return FREE if tracked and "anti-tank" not in traits else WALLED
    return FREE


def passage(state: Battle, mover: str, *, running: bool) -> Ints:
    """What each piece on the table does to a mover."""
    return state.ground.each(("going", mover, running), lambda piece: going(piece, mover, running=running))


def _groups(figures: tuple[Soldier, ...]) -> Ints:
    return ints([figure.unit for figure in figures])


groups = Remembered(_groups)


def terms(state: Battle, number: int, through: Ints, *, near: Sequence[int] = (), clear: int | None = None) -> Terms:
    """What a unit's move is checked against: its own ground, and an inch between it and every other unit.

    It may come near to the units in `near` (those it assaults or boards).
    """
    return Terms(
        layout=state.layout,
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=through,
        groups=groups(state.figures),
        avoid=_avoid(state, number, near),
        clearance=inches(state.options.unit_gap_inches) if clear is None else clear,
        raised=raised(state),
    )


def _nothing_yet(_layout: Layout) -> dict[Hashable, Any]:
    return {}


# What follows from where everybody stands is worked out once for each layout: units come, go, enter and leave buildings
# only together with a change of the layout.
_known = Remembered(_nothing_yet, most=8)


@rule("ba.gap.separation")
def _avoid(state: Battle, number: int, near: Sequence[int]) -> Ints:
    """Men may pass through friendly men but not end near them; everybody else is kept off."""
    mover = state.units[number]
    passable = -1 if mover.is_vehicle else mover.side
    known = _known(state.layout)
    usual: Ints | None = known.get(("avoid", passable))
    if usual is None:
        usual = known["avoid", passable] = ints(
            [
                IGNORED
                if unit.place != "table" or unit.building is not None
                else KEEP_CLEAR
                if unit.side == passable and unit.card.kind != "vehicle"
                else KEEP_OFF
                for unit in state.units
            ]
        )
    codes = usual.copy()
    codes[number] = IGNORED
    for other in near:
        codes[other] = IGNORED
    return codes


def sight(state: Battle) -> Sight:
    """Who could see whom now: it changes when somebody moves or terrain does, and vehicles on the table block it."""
    known = _known(state.layout)
    found: tuple[tuple[Piece, ...], Sight] | None = known.get(("sight", id(state.terrain)))
    if found is None:
        ground = state.ground
        screens = tuple(unit.men[0] for unit in state.units if unit.place == "table" and unit.card.kind == "vehicle")
        view = Sight(
            bodies=state.layout.bodies,
            groups=groups(state.figures),
            edges=ground.edges,
            pieces=ground.for_sight(sight_effect),
            screens=rows(screens),
            screen_class=HARD,
        )
        found = known["sight", id(state.terrain)] = state.terrain, view
    return found[1]


def fire_lane(state: Battle) -> int:
    """How near to friends nobody shoots past."""
    return inches(state.options.friendly_fire_lane_inches)


def friends_of(state: Battle, side: int) -> Ints:
    """The figures of a side that its fire may not come near; those of the shooters and the target do not count anyway."""
    known = _known(state.layout)
    found: Ints | None = known.get(("friends", side))
    if found is None:
        figures: list[int] = []
        for unit in state.units:
            if unit.side == side and unit.place == "table" and unit.building is None:
                figures += unit.figures if unit.spotter is None else (*unit.figures, unit.spotter)
        found = known["friends", side] = ints(figures)
    return found


@rule("ba.gap.coherency")
def scattered(state: Battle, number: int) -> bool:
    """Whether losses have split a unit on foot, so that it must close up before it does anything else.

    Men hang together in a chain; the crew of a gun stay by the gun itself.
    """
    unit = state.units[number]
    if unit.is_vehicle or not unit.on_table or unit.building is not None:
        return False
    return out_of_touch(state.layout.bodies, unit.figures, COHERENCY, unit.gun) >= 0


def height_of_ground(state: Battle, x: int, y: int) -> int:
    """How high the ground is at a point."""
    return heights_of_ground(state, [(x, y)])[0]


def windows(state: Battle, unit: Unit) -> Ints:
    """Bodies that stand for the openings of the building a unit is in, on its floor."""
    assert unit.building is not None
    return _windows(state.terrain[unit.building].openings, unit.floor * FLOOR_HEIGHT)


@lru_cache(maxsize=256)
def _windows(openings: tuple[tuple[int, int], ...], ground: int) -> Ints:
    return stack([disc(x, y, WINDOW, ground=ground, height=inches(1.2)) for x, y in openings])


@rule("ba.gap.measuring", "ba.gap.buildings")
def distance(state: Battle, one: int, other: int, *, spotter: bool = False) -> int:
    """Between the closest models of two units; from the wall for men in a building, the hull for men in a vehicle.

    With `spotter` it is the distance to the other unit's spotter, who stands apart from it. On a bare table all are near.
    """
    if state.layout.bare:
        return 0
    first, second = _stands_for(state, one), _stands_for(state, other)
    theirs = second.figures if not spotter or second.spotter is None else (second.spotter,)
    if first.building is None and second.building is None:
        return int(nearest(state.layout.bodies, rows(first.figures), rows(theirs))[0])
    if first.building is not None and second.building is not None:
        return between_walls(state, first.building, second.building)
    if first.building is not None:
        return min(to_wall(state, state.layout.bodies, figure, first.building) for figure in theirs)
    assert second.building is not None
    return min(to_wall(state, state.layout.bodies, figure, second.building) for figure in first.figures)


def nearest_of(state: Battle, number: int, others: Sequence[int]) -> int | None:
    """How far the nearest of some units is; None if there are none."""
    plain = state.layout.bodies if not state.layout.bare else None
    stand = [_stands_for(state, one) for one in (number, *others)]
    if plain is None or not others or any(unit.building is not None for unit in stand):
        return min((distance(state, number, other) for other in others), default=None)
    theirs = rows(tuple([figure for unit in stand[1:] for figure in unit.figures]))
    return int(nearest(plain, rows(stand[0].figures), theirs)[0])


@rule("ba.gap.measuring")
def distance_from(state: Battle, figure: int, other: int) -> int:
    """From one figure to the closest model of a unit, or to the wall of the building that it is in."""
    unit = state.units[other]
    if unit.building is not None:
        return to_wall(state, state.layout.bodies, figure, unit.building)
    return int(nearest(state.layout.bodies, rows((figure,)), rows(unit.figures))[0])


def _stands_for(state: Battle, number: int) -> Unit:
    unit = state.units[number]
    return state.units[unit.aboard] if unit.aboard is not None else unit


def to_wall(state: Battle, bodies: Ints, row: int, piece: int) -> int:
    """From the edge of a body to the wall of a building."""
    pieces, edges = state.ground.pieces, state.ground.edges
    first, count = int(pieces[piece, flat.FIRST]), int(pieces[piece, flat.COUNT])
    return int(gap_to_piece(bodies, row, edges, first, count, True))


def between_walls(state: Battle, one: int, other: int) -> int:
    """From the wall of a building to that of another."""
    if one == other:
        return 0
    pieces, edges = state.ground.pieces, state.ground.edges
    walls = []
    for piece in (one, other):
        first, count = int(pieces[piece, flat.FIRST]), int(pieces[piece, flat.COUNT])
        walls.append(edges[first : first + count].tolist())
    return int(root_up(min(int(square_between_segments(*a, *b)) for a in walls[0] for b in walls[1])))


@rule("ba.gap.measuring", "ba.gap.buildings")
def distance_to_point(state: Battle, number: int, point: tuple[int, int]) -> int:
    """How far a point is from the nearest model of a unit, its spotter too, or from the wall of the building it is in.

    On a bare table all are near it.
    """
    if state.layout.bare:
        return 0
    unit = state.units[number]
    bodies = state.layout.bodies
    apart = () if unit.spotter is None else (unit.spotter,)
    if unit.building is None:
        return min(int(gap_to_point(bodies, figure, *point)) for figure in (*unit.figures, *apart))
    return to_wall(state, stack([disc(*point, 0)]), 0, unit.building)


def present(state: Battle, number: int) -> bool:
    """Whether a unit is somewhere on the table, on foot or riding."""
    return state.units[number].place in {"table", "aboard"}


def enemies(state: Battle, side: int) -> list[int]:
    """The units of the other side that stand on the table."""
    return [number for number, unit in enumerate(state.units) if unit.side != side and unit.place == "table"]


def friends(state: Battle, side: int) -> list[int]:
    """The units of a side that stand on the table."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.place == "table"]
