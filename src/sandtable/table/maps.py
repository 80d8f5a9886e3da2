"""Maps: a table's size and its terrain, read from TOML in inches."""

from itertools import pairwise
from math import hypot, isfinite
from pathlib import Path

import msgspec

from sandtable.geometry.angle import HALF_TURN
from sandtable.geometry.units import INCH, inches

from .data import DataError, check, parse_toml, read_toml
from .terrain import Piece, Point, kinds, wall_openings

WINDOW_SPACING = 3 * INCH
MOST_FLOORS = 8
MOST = 1000.0  # inches


class TerrainEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece as a map writes it, in one of five ways: points, line, box, circle, or strip (a line with a width)."""

    kind: str
    points: list[tuple[float, float]] | None = None
    line: list[tuple[float, float]] | None = None
    box: tuple[float, float, float, float] | None = None
    circle: tuple[float, float, float] | None = None
    strip: list[tuple[float, float]] | None = None
    width: float = 0
    turn: float = 0
    height: float | None = None
    name: str = ""
    floors: int = 1
    openings: list[tuple[float, float]] | None = None
    traits: list[str] | None = None


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as it is written."""

    name: str
    title: str
    size: tuple[float, float]
    terrain: list[TerrainEntry]


class Battlefield(msgspec.Struct, frozen=True):
    """A table ready to fight on."""

    name: str
    title: str
    width: int
    depth: int
    terrain: tuple[Piece, ...]


def load_map(path: Path) -> Battlefield:
    """A map from a file."""
    return build_map(read_toml(path, MapFile), path.name)


def parse_map(text: str, file: str) -> Battlefield:
    """A map from the text of a file."""
    return build_map(parse_toml(text, file, MapFile), file)


def build_map(written: MapFile, file: str) -> Battlefield:
    """A table from a map as it is written; `file` is named if something is wrong with it."""
    for side, length in enumerate(written.size):
        check(12 <= length <= 144, file, f"size[{side}]", 'a table measures 12" to 144" a side')
    width, depth = inches(written.size[0]), inches(written.size[1])
    terrain = tuple(
        _piece(entry, file, f"terrain[{place}]", width, depth) for place, entry in enumerate(written.terrain)
    )
    field = Battlefield(written.name, written.title, width, depth, terrain)
    check_battlefield(field, file)
    return field


def check_battlefield(field: Battlefield, file: str) -> None:
    """Whether a table can be fought on, however it came here: from a map, or inside a record."""
    for side, length in (("size[0]", field.width), ("size[1]", field.depth)):
        check(12 * INCH <= length <= 144 * INCH, file, side, 'a table measures 12" to 144" a side')
    known = {trait for kind in kinds().values() for trait in kind.traits}
    for place, piece in enumerate(field.terrain):
        key = f"terrain[{place}]"
        check(piece.kind in kinds(), file, f"{key}.kind", f"{piece.kind!r} is none of {', '.join(kinds())}")
        least = 2 if kinds()[piece.kind].form == "line" else 3
        check(len(piece.outline) >= least, file, key, f"a {piece.kind} has at least {least} corners")
        corners = zip(piece.outline, piece.outline[1:] + piece.outline[:1], strict=True)
        check(all(a != b for a, b in corners), file, key, "two neighbouring points are the same")
        on_table = (0 <= x <= field.width and 0 <= y <= field.depth for x, y in piece.outline)
        check(all(on_table), file, key, "it lies off the table")
        check(least == 2 or _area(piece.outline) > 0, file, key, "it covers no ground")
        check(0 <= piece.height <= 24 * INCH, file, f"{key}.height", 'a piece is 0" to 24" high')
        check(0 <= piece.floors <= MOST_FLOORS, file, f"{key}.floors", f"a building has 1 to {MOST_FLOORS} floors")
        strange = [trait for trait in piece.traits if trait not in known]
        check(
            not strange, file, f"{key}.traits", f"{', '.join(map(repr, strange))} is none of {', '.join(sorted(known))}"
        )
        near = (-INCH <= x <= field.width + INCH and -INCH <= y <= field.depth + INCH for x, y in piece.openings)
        check(all(near), file, f"{key}.openings", "an opening lies off the table")


def _area(outline: tuple[Point, ...]) -> int:
    """Twice the area of a polygon."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)))


def _piece(entry: TerrainEntry, file: str, key: str, width: int, depth: int) -> Piece:
    if entry.kind not in kinds():
        raise DataError(file, f"{key}.kind", f"{entry.kind!r} is none of {', '.join(kinds())}")
    check(_sane(entry), file, key, f'lengths are numbers up to {MOST:.0f}"')
    kind = kinds()[entry.kind]
    outline = _outline(entry, file, key, line=kind.form == "line")
    if entry.strip is not None:  # a road that ends aslant at the table's edge is cut off there
        outline = tuple((min(max(x, 0), width), min(max(y, 0), depth)) for x, y in outline)
    outline = tuple(point for place, point in enumerate(outline) if point != outline[place - 1] or len(outline) == 1)
    for x, y in outline:
        check(0 <= x <= width and 0 <= y <= depth, file, key, f"({x / INCH}, {y / INCH}) lies off the table")
    check(len(outline) >= (2 if kind.form == "line" else 3), file, key, "it has no extent")
    check(1 <= entry.floors <= MOST_FLOORS, file, f"{key}.floors", f"a building has 1 to {MOST_FLOORS} floors")
    traits = kind.traits if entry.traits is None else tuple(entry.traits)
    enterable = "building" in traits
    if entry.openings is not None:
        openings = tuple((inches(x), inches(y)) for x, y in entry.openings)
    else:
        openings = wall_openings(outline, WINDOW_SPACING) if enterable else ()
    height = kind.height * (entry.floors if enterable else 1) if entry.height is None else entry.height
    check(0 <= height <= 24, file, f"{key}.height", 'a piece is 0" to 24" high')
    return Piece(
        kind=entry.kind,
        outline=outline,
        height=inches(height),
        traits=traits,
        name=entry.name,
        floors=entry.floors if enterable else 0,
        openings=openings,
    )


def _sane(entry: TerrainEntry) -> bool:
    """Whether all lengths of an entry are numbers that a table could have."""
    several = (*(entry.points or ()), *(entry.line or ()), *(entry.strip or ()), *(entry.openings or ()))
    lengths = [length for point in several for length in point]
    lengths += [*(entry.box or ()), *(entry.circle or ()), entry.width, entry.turn, entry.height or 0]
    return all(isfinite(length) and abs(length) <= MOST for length in lengths)


def _outline(entry: TerrainEntry, file: str, key: str, *, line: bool) -> tuple[Point, ...]:
    ways = [way for way in ("points", "line", "box", "circle", "strip") if getattr(entry, way) is not None]
    check(len(ways) == 1, file, key, "exactly one of points, line, box, circle and strip is needed")
    check((ways[0] == "line") == line, file, f"{key}.{ways[0]}", f"a {entry.kind} is {'a line' if line else 'an area'}")
    if entry.line is not None:
        check(len(entry.line) >= 2, file, f"{key}.line", "a line has at least two points")
        return _rounded(entry.line)
    if entry.points is not None:
        check(len(entry.points) >= 3, file, f"{key}.points", "an area has at least three points")
        return _rounded(entry.points)
    if entry.box is not None:
        left, upper, wide, deep = entry.box
        check(wide > 0 and deep > 0, file, f"{key}.box", "a box has a width and a depth above 0")
        corners = [(left, upper), (left + wide, upper), (left + wide, upper + deep), (left, upper + deep)]
        return _turned(corners, (left + wide / 2, upper + deep / 2), entry.turn)
    if entry.circle is not None:
        x, y, radius = entry.circle
        check(radius > 0, file, f"{key}.circle", "a circle has a radius above 0")
        return _rounded([(x + radius * across, y + radius * down) for across, down in _CIRCLE])
    assert entry.strip is not None
    check(len(entry.strip) >= 2, file, f"{key}.strip", "a strip has at least two points")
    check(entry.width > 0, file, f"{key}.width", "a strip has a width above 0")
    try:
        return strip_outline(entry.strip, entry.width)
    except ZeroDivisionError:
        raise DataError(file, f"{key}.strip", "it goes nowhere or straight back") from None


def _rounded(points: list[tuple[float, float]]) -> tuple[Point, ...]:
    return tuple((inches(x), inches(y)) for x, y in points)


# A twelve-sided circle, clockwise from the top.
_HALF, _HIGH = 0.5, 0.8660254
_QUARTER = [(0.0, -1.0), (_HALF, -_HIGH), (_HIGH, -_HALF)]
_CIRCLE = (
    _QUARTER
    + [(-down, across) for across, down in _QUARTER]
    + [(-across, -down) for across, down in _QUARTER]
    + [(down, -across) for across, down in _QUARTER]
)


def _turned(points: list[tuple[float, float]], middle: tuple[float, float], degrees: float) -> tuple[Point, ...]:
    from sandtable.geometry.angle import SCALE, SINE  # noqa: PLC0415  # maps are also read where no kernel is wanted

    turn = round(degrees * 10) % (2 * HALF_TURN)
    sine, cosine = int(SINE[turn]) / SCALE, int(SINE[turn + HALF_TURN // 2]) / SCALE
    out = []
    for x, y in points:
        across, down = x - middle[0], y - middle[1]
        out.append((middle[0] + across * cosine - down * sine, middle[1] + across * sine + down * cosine))
    return _rounded(out)


def strip_outline(line: list[tuple[float, float]], width: float) -> tuple[Point, ...]:
    """The polygon of a road or stream: its middle line widened to both sides, mitred at the bends."""
    half = width / 2
    normals = []
    for (ax, ay), (bx, by) in pairwise(line):
        length = hypot(bx - ax, by - ay)
        normals.append(((by - ay) / length, (ax - bx) / length))
    right: list[tuple[float, float]] = []
    left: list[tuple[float, float]] = []
    for place, (x, y) in enumerate(line):
        before, after = normals[max(0, place - 1)], normals[min(place, len(normals) - 1)]
        nx, ny = before[0] + after[0], before[1] + after[1]
        stretch = 2 * half / (nx * nx + ny * ny)
        right.append((x + nx * stretch, y + ny * stretch))
        left.append((x - nx * stretch, y - ny * stretch))
    return _rounded(right + left[::-1])
