"""Terrain (Cover & Terrain; Moving): what each kind of piece is to sight, to cover and to each type of Team."""

from functools import cache
from typing import NamedTuple

from sandtable.geometry import ground as flat
from sandtable.geometry.kernel import Ints
from sandtable.geometry.path_kernels import BARRED, FREE
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.fraley.state import Battle, Team
from sandtable.table.ground import SightEffect
from sandtable.table.terrain import Piece

from .teams import heavy

SOFT, HARD = 1, 2  # classes of cover
OPEN, DIFFICULT, VERY_DIFFICULT, IMPASSABLE = "open", "difficult", "very difficult", "impassable"
TALL = inches(1.2)  # a hedge or wall higher than this on its map is taller than Teams


class Feature(NamedTuple):
    """What a kind of terrain is: area, line or open; its cover; its going; its height in inches where it has one."""

    form: str
    cover: int
    going: str
    height: float = 0


# fraley.gap.terrain-setup and fraley.gap.los-heights, by the kinds of our maps. Fields are crops; bocage is a high hedge.
FEATURES = {
    "woods": Feature("area", SOFT, VERY_DIFFICULT, 3),
    "crops": Feature("field", SOFT, OPEN, 0.75),
    "brush": Feature("field", SOFT, DIFFICULT, 0.75),
    "building": Feature("area", HARD, VERY_DIFFICULT, 2),
    "bunker": Feature("area", HARD, VERY_DIFFICULT, 2),
    "ruin": Feature("area", HARD, VERY_DIFFICULT, 2),
    "rocks": Feature("area", HARD, VERY_DIFFICULT, 2),
    "hedge": Feature("line", SOFT, DIFFICULT, 0.5),
    "fence": Feature("line", SOFT, DIFFICULT, 0.5),
    "wire": Feature("open", 0, DIFFICULT),
    "wall": Feature("line", HARD, DIFFICULT, 0.5),
    "sandbags": Feature("line", HARD, DIFFICULT, 0.5),
    "tank-trap": Feature("line", HARD, VERY_DIFFICULT, 0.5),
    "hill": Feature("hill", 0, OPEN, 2),
    "smoke": Feature("area", SOFT, OPEN, 4),
    "rough": Feature("open", 0, DIFFICULT),
    "crater": Feature("open", 0, DIFFICULT),
    "trench": Feature("trench", HARD, DIFFICULT),
    "road": Feature("open", 0, OPEN),
    "wreck": Feature("open", 0, OPEN),
    "water": Feature("open", 0, IMPASSABLE),
}
BOCAGE = Feature("tall", HARD, VERY_DIFFICULT, 1.25)
HIGH_WALL = Feature("tall", HARD, DIFFICULT, 1.25)


@cache
@rule("fraley.gap.terrain-setup", "fraley.cover.linear", "fraley.los.tall-linear", "fraley.gap.los-heights")
def feature(piece: Piece) -> Feature:
    """What a piece is; a hedge or a wall that is higher than Teams on its map is bocage or a high wall."""
    if piece.kind == "water" and "impassable" not in piece.traits:
        return Feature("open", 0, DIFFICULT)  # a stream
    if piece.kind in {"hedge", "wall"} and piece.height > TALL:
        return BOCAGE if piece.kind == "hedge" else HIGH_WALL
    return FEATURES[piece.kind]


@rule("fraley.gap.los-heights", "fraley.gap.buildings")
def height_of(piece: Piece) -> int:
    """How high a piece stands: buildings two inches a floor, hills two a level."""
    found = feature(piece)
    if "building" in piece.traits:
        return inches(2) * max(1, piece.floors)
    if found.form == "hill":
        return max(inches(2), piece.height)
    return inches(found.height)


@cache
@rule("fraley.los.area-into", "fraley.conceal.area", "fraley.cover.soft", "fraley.cover.hard", "fraley.smoke.effect")
def sight_effect(piece: Piece, *, fields_block: bool) -> SightEffect:
    """What a piece does to lines of sight, and which cover it gives."""
    found = feature(piece)
    match found.form:
        case "area":
            return SightEffect(flat.AREA, found.cover)
        case "field":
            return SightEffect(flat.AREA if fields_block else flat.VEIL, found.cover)
        case "trench":
            return SightEffect(flat.VEIL, found.cover)
        case "hill":
            return SightEffect(flat.AREA)
        case "line":
            return SightEffect(flat.LOW, found.cover)
        case "tall":
            return SightEffect(flat.THICKET, found.cover)
        case _:
            return SightEffect()


def _blocking(piece: Piece) -> SightEffect:
    return sight_effect(piece, fields_block=True)


def _open_fields(piece: Piece) -> SightEffect:
    return sight_effect(piece, fields_block=False)


def for_sight(state: Battle) -> Ints:
    """The pieces on the table as posts see them, with the heights we play with."""
    ground = state.ground
    effect = _blocking if state.options.fields_block_los else _open_fields
    known = ground.for_sight(effect)
    tops = ground.each("fraley height", height_of)
    if len(tops):
        known[:, flat.TOP] = tops
    return known


def hills(state: Battle) -> Ints:
    """Which pieces are hills."""
    return state.ground.each("fraley hill", lambda piece: int(feature(piece).form == "hill"))


@rule("fraley.terrain.infantry-free", "fraley.terrain.gun-very-difficult", "fraley.terrain.gun-difficult")
@rule("fraley.gap.terrain-setup", "fraley.gap.buildings")
def going(piece: Piece, team: Team) -> int:
    """Whether a piece may be entered at all by a Team: what slows Tank Teams is tested for as they come to it."""
    found = feature(piece)
    if found.going == IMPASSABLE:
        return BARRED
    if team.kind == "tank":
        return BARRED if "building" in piece.traits else FREE
    return BARRED if heavy(team) and found.going == VERY_DIFFICULT else FREE


def passage(state: Battle, team: Team) -> Ints:
    """What each piece on the table does to a Team that moves."""
    kind = "tank" if team.kind == "tank" else "heavy gun" if heavy(team) else "foot"
    return state.ground.each(("fraley going", kind), lambda piece: going(piece, team))
