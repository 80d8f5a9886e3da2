"""Terrain (sk.gap.terrain, sk.gap.cover-types, sk.gap.line-of-sight): what each kind of piece is to movers and to lines."""

from functools import cache

from sandtable.geometry import ground as flat
from sandtable.geometry.kernel import Ints
from sandtable.geometry.path_kernels import BARRED, FREE, WALLED
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import USUAL, Feature, is_building, top_of
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.ground import SightEffect
from sandtable.table.terrain import Piece

NO_COVER, SOFT, HARD = 0, 1, 2  # as features have them
COVERS = ("in the open", "in soft cover", "in hard cover")
FLOOR = inches(3)
IN_WOODS = inches(3)  # how much wood is seen through
CLOSE = inches(3)  # so near to the other end nothing is looked over
HUG = inches(1)  # how near one must be to what covers


# By the kinds of our maps: nobody sees through smoke.
FEATURES = {**USUAL, "smoke": Feature(flat.SOLID, SOFT)}
ENCLOSED = ("building", "bunker", "trench")  # where a grenade is thrown into
THICKETS = ("woods", "brush")  # what vehicles are slow and get stuck in
BANKS = ("building", "bunker", "ruin", "hill", "wall", "sandbags")  # what hides half of a hull


@cache
@rule("sk.gap.line-of-sight", "sk.gap.cover-types", "sk.spot.woods", "sk.gren.smoke")
def sight_effect(piece: Piece) -> SightEffect:
    """What a piece does to lines of sight, and which cover it gives."""
    feature = FEATURES[piece.kind]
    top = top_of(piece, FLOOR)
    if feature.stops == flat.LOW:  # nobody is hidden by what he can fire over
        top = min(top, inches(1.1))
    return SightEffect(feature.stops, feature.cover, top=top)


@rule("sk.move.water-rough", "sk.gap.terrain")
def is_rough(piece: Piece) -> bool:
    """Whether a piece is rough ground, or water that is waded."""
    return FEATURES[piece.kind].rough


@rule("sk.move.linear-obstacle")
def is_line(piece: Piece) -> bool:
    """Whether a piece is a linear obstacle; so is the wall of a building, at its doors."""
    return "obstacle" in piece.traits or is_building(piece)


@rule("sk.gap.terrain")
def on_foot(piece: Piece) -> int:
    """Whether a piece bars men on foot: streams are waded, a wreck is gone around."""
    if piece.kind == "water":
        return FREE
    return BARRED if "impassable" in piece.traits or piece.kind == "wreck" else FREE


@rule("sk.veh.speed-halved", "sk.gap.terrain")
def driven(piece: Piece) -> int:
    """Whether a piece bars vehicles: houses, wrecks, tank traps, rocks and water do."""
    barred = {"wreck", "tank-trap", "rocks", "water", "ruin"}
    return WALLED if piece.kind in barred or is_building(piece) or "impassable" in piece.traits else FREE


def passage(state: Battle, *, vehicle: bool) -> Ints:
    """What each piece on the table does to somebody who moves."""
    return state.ground.each("sk drive", driven) if vehicle else state.ground.each("sk foot", on_foot)


def outdoors(state: Battle) -> Ints:
    """What each piece does to somebody who jumps somewhere at once: no door is opened for that."""
    return state.ground.each("sk outdoors", lambda piece: BARRED if is_building(piece) else on_foot(piece))


def rough_pieces(state: Battle) -> Ints:
    """Which pieces are rough ground."""
    return state.ground.each("sk rough", lambda piece: int(is_rough(piece)))


def line_pieces(state: Battle) -> Ints:
    """Which pieces are linear obstacles to men."""
    return state.ground.each("sk line", lambda piece: int(is_line(piece)))


def locked_pieces(state: Battle) -> Ints:
    """Which pieces have locked doors: bunkers."""
    return state.ground.each("sk locked", lambda piece: int(piece.kind == "bunker"))


@rule("sk.veh.speed-halved")
def slow_pieces(state: Battle) -> Ints:
    """Which pieces halve the speed of vehicles: obstacles and woods."""
    return state.ground.each("sk slow", lambda piece: int(is_hurdle(piece) or piece.kind in THICKETS))


@rule("sk.veh.speed-halved", "sk.veh.stuck")
def is_hurdle(piece: Piece) -> bool:
    """Whether a piece is an obstacle that vehicles cross one by one: a wall, a hedge, a trench, a crater."""
    return "obstacle" in piece.traits or piece.kind in {"crater", "trench"}


def hurdles(state: Battle) -> Ints:
    """Which pieces are obstacles to vehicles, without woods: those lie beside the road that leads through them."""
    return state.ground.each("sk hurdle", lambda piece: int(is_hurdle(piece)))


@rule("sk.veh.speed-heavy")
def not_open(state: Battle) -> Ints:
    """Which pieces are anything but open terrain."""
    return state.ground.each("sk not open", lambda piece: int(piece.kind not in {"road", "hill", "smoke"}))
