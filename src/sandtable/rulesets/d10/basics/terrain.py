"""Terrain (d10.gap.movement, d10.gap.line-of-sight, d10.gap.cover): what each kind of piece is to movers and to lines."""

from functools import cache

from sandtable.geometry import ground as flat
from sandtable.geometry.kernel import Ints
from sandtable.geometry.path_kernels import BARRED, FREE, TOLL, WALLED
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import USUAL, Feature, is_building, top_of
from sandtable.rulesets.d10.state import Battle
from sandtable.table.ground import SightEffect
from sandtable.table.terrain import Piece

NO_COVER, SOFT, HARD = 0, 1, 2  # as features have them
HIGH = inches(1.2)  # a line above this cannot be crossed on foot: hedges are drawn an inch and a tenth high
FLOOR = inches(3)
THICK = inches(4)  # how much of woods and smoke is seen through
CLOSE = inches(3)  # so near to the other end nothing is looked over
DOOR = inches(2)  # what a door, a window or a stair costs
TWICE = 200  # an inch of rough ground, in per cent
ACROSS = 500  # two inches more to cross a line, which is taken for half an inch of ground


# By the kinds of our maps: crops are rough too.
FEATURES = {**USUAL, "crops": Feature(flat.VEIL, SOFT, rough=True)}


@cache
@rule("d10.gap.line-of-sight", "d10.gap.cover")
def sight_effect(piece: Piece) -> SightEffect:
    """What a piece does to lines of sight, and which cover it gives."""
    feature = FEATURES[piece.kind]
    top = top_of(piece, FLOOR)
    return SightEffect(feature.stops, feature.cover, top=top)


def is_rough(piece: Piece) -> bool:
    """Whether a piece is rough ground."""
    return FEATURES[piece.kind].rough


@rule("d10.gap.movement")
def on_foot(piece: Piece) -> int:
    """What a piece does to models on foot: a cost in per cent of an inch, a toll for doors, or that it is barred."""
    if "impassable" in piece.traits:
        return BARRED
    if piece.kind == "wreck":
        return BARRED
    if is_building(piece):
        return TOLL + DOOR
    if is_rough(piece):
        return TWICE
    if "obstacle" in piece.traits:
        return BARRED if piece.height > HIGH else ACROSS
    return FREE


@rule("d10.gap.vehicle-move")
def driven(piece: Piece, rules: tuple[str, ...]) -> int:
    """What a piece does to a vehicle: tracks go through rough ground and over walls; wheels and half-tracks do not.

    Half-tracks and wheels may not enter woods or rubble; other rough ground costs them double, as everybody.
    """
    tracked = "tracked" in rules
    if "impassable" in piece.traits or is_building(piece) or piece.kind in {"wreck", "tank-trap"}:
        return WALLED
    if piece.kind in {"woods", "ruin", "rocks"} and not tracked:
        return WALLED
    if is_rough(piece):
        return TWICE
    if "obstacle" in piece.traits:
        return ACROSS if tracked and piece.height <= HIGH else WALLED
    return FREE


def passage(state: Battle, number: int) -> Ints:
    """What each piece on the table does to a unit that moves."""
    card = state.units[number].card
    if card.vehicle:
        mover = "tracked" if card.has("tracked") else "wheeled"
        return state.ground.each(("d10 drive", mover), lambda piece: driven(piece, card.rules))
    return state.ground.each("d10 foot", on_foot)


def rough_pieces(state: Battle) -> Ints:
    """Which pieces are rough ground."""
    return state.ground.each("d10 rough", lambda piece: int(is_rough(piece)))
