"""Terrain: what each kind of piece is to whoever walks, and to lines of sight."""

from sandtable.geometry import ground as flat
from sandtable.geometry.kernel import Ints
from sandtable.geometry.path_kernels import BARRED, FREE
from sandtable.mechanics.clauses import rule
from sandtable.table.ground import SightEffect
from sandtable.table.terrain import Piece

from .state import Battle

TWICE = 200  # what an inch of rough ground costs, in per cent
ACROSS = 300  # a line is taken for half an inch of such ground, so that crossing it costs an inch more than the way
COVER = 1
STOPS = {"woods": flat.AREA, "smoke": flat.AREA, "building": flat.SOLID, "bunker": flat.SOLID, "hill": flat.SOLID}


@rule("sheet.move.allowance")
def on_foot(piece: Piece) -> int:
    """What a piece does to whoever walks: a cost in per cent of an inch, or that it is barred."""
    if {"building", "impassable", "wreck"} & set(piece.traits):
        return BARRED
    if "obstacle" in piece.traits:
        return ACROSS
    return TWICE if "rough" in piece.traits else FREE


@rule("sheet.shoot.sight", "sheet.shoot.to-hit")
def sight_effect(piece: Piece) -> SightEffect:
    """What a piece does to lines of sight, and whether it is cover."""
    low = flat.VEIL if piece.closed else flat.LOW
    covers = {"soft", "hard"} & set(piece.traits)
    return SightEffect(STOPS.get(piece.kind, low if covers else flat.OPEN), COVER if covers else 0)


def passage(state: Battle) -> Ints:
    """What each piece on the table does to whoever walks."""
    return state.ground.each("sheet foot", on_foot)


def raised(state: Battle) -> Ints:
    """Which pieces are stood on: hills."""
    return state.ground.each("raised", lambda piece: int("raised" in piece.traits))
