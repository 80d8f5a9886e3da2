"""Pieces of terrain: an outline, a height, and traits whose effects each rulebook supplies."""

import tomllib
from functools import cache
from importlib.resources import files
from math import isqrt

import msgspec

from sandtable.geometry.units import inches

Point = tuple[int, int]


class Kind(msgspec.Struct, frozen=True):
    """What pieces of one kind have in common."""

    form: str
    height: float
    traits: tuple[str, ...]


@cache
def kinds() -> dict[str, Kind]:
    """All kinds of terrain by name."""
    text = files(__package__).joinpath("kinds.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Kind])


class Piece(msgspec.Struct, frozen=True):
    """One piece of terrain on the table."""

    kind: str
    outline: tuple[Point, ...]
    height: int
    traits: tuple[str, ...]
    name: str = ""
    floors: int = 0
    openings: tuple[Point, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether it is an area rather than a line."""
        return kinds()[self.kind].form == "area"

    @property
    def title(self) -> str:
        """How to speak of it."""
        return self.name or f"the {self.kind}"


def piece(kind: str, outline: tuple[Point, ...], *, height: float | None = None, name: str = "") -> Piece:
    """A piece with its kind's height and traits, as rules put them on the table during a game."""
    of_kind = kinds()[kind]
    tall = of_kind.height if height is None else height
    return Piece(kind=kind, outline=outline, height=inches(tall), traits=of_kind.traits, name=name)


def wall_openings(outline: tuple[Point, ...], spacing: int) -> tuple[Point, ...]:
    """Windows and doors for a building whose map names none: evenly along each wall, at least one a wall.

    They stand a hundredth of an inch outside the wall, so that a line from there does not begin by crossing it.
    """
    found: list[Point] = []
    middle_x = sum(x for x, _ in outline) // len(outline)
    middle_y = sum(y for _, y in outline) // len(outline)
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        length = max(1, isqrt((bx - ax) ** 2 + (by - ay) ** 2))
        count = max(1, length // spacing)
        out_x, out_y = by - ay, ax - bx
        if out_x * (ax - middle_x) + out_y * (ay - middle_y) < 0:
            out_x, out_y = -out_x, -out_y
        for number in range(count):
            share = 2 * number + 1
            x = ax + (bx - ax) * share // (2 * count) + out_x * 10 // length
            y = ay + (by - ay) * share // (2 * count) + out_y * 10 // length
            found.append((x, y))
    return tuple(found)
