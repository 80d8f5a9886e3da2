"""Single lines of sight as they are shown: what some viewers make of a unit, and which ground they see.

For rulebooks that look from figure to figure along one line; which kernel casts it is each rulebook's business.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from sandtable.geometry.angle import bearing_to
from sandtable.geometry.bodies import COLUMNS, GROUND, HEIGHT, RADIUS, X, Y
from sandtable.geometry.height_kernels import heights
from sandtable.geometry.kernel import Ints
from sandtable.geometry.line_kernels import COVER, SEEN
from sandtable.geometry.units import INCH
from sandtable.play.shown import Field, Ray, Sighting
from sandtable.play.state import State
from sandtable.table.ground import Ground
from sandtable.table.layout import Base, Layout, rows

from .pieces import raised

S = TypeVar("S", bound=State[Any, Any])

CELL = INCH
TOO_FAR = -2  # what cuts a line that is longer than anybody looks
COVERS = ("in the open", "soft cover", "hard cover")


class Sighted(NamedTuple):
    """What one figure makes of another: the gap, whether it sees it, the class of its cover, and what cuts the line.

    `cut_by` is a piece of terrain, or a figure counted on from the pieces; below 0 for nothing, or for being too far.
    """

    gap: int
    seen: bool
    cover: int
    cut_by: int


Lines = Sequence[Sequence[Sighted]]  # [viewer][target]
Called = Callable[[int], str]  # what cuts a line, in words


def sighting(
    layout: Layout,
    foe: int,
    viewers: tuple[int, ...],
    targets: tuple[int, ...],
    found: Lines,
    words: tuple[str, Called, tuple[str, ...]],
    *,
    rays: bool,
) -> Sighting:
    """What viewers make of a unit. `words` are what they are called, what cuts a line, and the clauses of not seeing."""
    some, called, because = words
    seen = [place for place in range(len(targets)) if any(line[place].seen for line in found)]
    seers = sum(any(one.seen for one in line) for line in found)
    cut = Counter(one.cut_by for line in found for one in line if not one.seen)
    by = "" if seen or not cut else called(min(cut, key=lambda what: (-cut[what], what)))
    few = f"{seers} of {len(viewers)} {some} see it" if 0 < seers < len(viewers) else ""
    (x, y), (to_x, to_y) = layout.point(viewers[0]), layout.point(targets[0])
    return Sighting(
        unit=foe,
        seen=len(seen),
        models=len(targets),
        cover=_cover(found, seen),
        distance=min(one.gap for line in found for one in line),
        bearing=int(bearing_to(to_x - x, to_y - y)),
        blocked_by=by,
        why=few if seen else f"out of sight: {by}",
        because=() if seen else because,
        rays=(_ray(layout, viewers, targets, found, called),) if rays else (),
    )


def _cover(found: Lines, seen: list[int]) -> str:
    """The cover of those in sight, each as the one who sees him best has it; from the least to the most if it is mixed."""
    levels = sorted({min(line[place].cover for line in found if line[place].seen) for place in seen})
    if not levels:
        return ""
    least, most = COVERS[levels[0]], COVERS[levels[-1]]
    return most if least == most else f"{least} to {most}"


def _ray(layout: Layout, viewers: tuple[int, ...], targets: tuple[int, ...], found: Lines, called: Called) -> Ray:
    """The line of the pair that says most: of those who see each other the nearest, else the nearest at all."""
    pairs = [(one, two) for one in range(len(viewers)) for two in range(len(targets))]
    one, two = min(pairs, key=lambda pair: (not found[pair[0]][pair[1]].seen, found[pair[0]][pair[1]].gap, pair))
    said = found[one][two]
    start, end = layout.point(viewers[one]), layout.point(targets[two])
    if not said.seen:
        return Ray(start, end, "cut", by=called(said.cut_by))
    return Ray(start, end, "covered" if said.cover else "clear")


def what_cuts(state: S, what: int, who: Callable[[S, int], str], too_far: str) -> str:
    """What cuts a line, in words: a piece of terrain, somebody, or the distance."""
    if what == TOO_FAR:
        return too_far
    pieces = len(state.terrain)
    return state.terrain[what].title if what < pieces else who(state, what - pieces)


# ---- ground


class Watched(NamedTuple):
    """A table with a man in the middle of every square inch: all bodies, their groups and sizes, and how many are real."""

    bodies: Ints
    groups: Ints
    sizes: Ints
    real: int


Kernel = Callable[[Ints, Ints, Ints, tuple[Any, ...]], Ints]  # bodies, who looks, at which rows, on what terms


class Standing(Protocol):
    """Everybody on a table, as kernels that cast lines take them."""

    @property
    def bodies(self) -> Ints:
        """Where each stands."""
        ...

    @property
    def groups(self) -> Ints:
        """Of which group each is."""
        ...

    @property
    def sizes(self) -> Ints:
        """How large each is."""
        ...

    @property
    def rest(self) -> tuple[Any, ...]:
        """The ground: edges, pieces, groups and sizes, and how far one sees in and over."""
        ...


Cast = Callable[[Watched, int, Ints], Ints]  # the table, who looks, and at which rows: what a kernel says of each


def field(
    size: tuple[int, int], ground: Ground, raised: Ints, man: Base, real: tuple[Ints, Ints, Ints], nobody: int,
    viewers: Sequence[int], cast: Cast,
) -> Field:  # fmt: skip
    """Which ground viewers see: a man in each square unseen, seen in cover, or seen in the open.

    `real` are the bodies that are there with their groups and sizes, `nobody` the number of a group that nobody is of.
    """
    columns, down = -(-size[0] // CELL), -(-size[1] // CELL)
    codes = np.zeros(columns * down, dtype=np.uint8)
    men = men_everywhere(columns, down, ground, raised, man)
    strangers = np.full(len(men), nobody, dtype=np.int64)
    bodies, groups, sizes = real
    watched = Watched(
        np.concatenate([bodies, men]),
        np.concatenate([groups, strangers]),
        np.concatenate([sizes, strangers * 0]),
        len(bodies),
    )
    for viewer in viewers:  # the next looks only at what is not seen plainly yet
        left = np.flatnonzero(codes < 2)
        found = cast(watched, viewer, np.ascontiguousarray(left + watched.real))
        seen = found[:, SEEN].astype(np.uint8)
        codes[left] = np.maximum(codes[left], seen * (2 - (found[:, COVER] > 0).astype(np.uint8)))
    return Field(CELL, columns, down, (codes + ord("0")).astype(np.uint8).tobytes().decode("ascii"))


def field_seen(state: State[Any, Any], at: Standing, man: Base, viewers: Sequence[int], kernel: Kernel) -> Field:
    """Which ground viewers see, as everybody stands: `kernel` looks from some bodies at others."""
    edges, pieces, _, _, thick, close = at.rest

    def cast(watched: Watched, viewer: int, rest: Ints) -> Ints:
        terms = (edges, pieces, watched.groups, watched.sizes, thick, close)
        return kernel(watched.bodies, rows((viewer,)), rest, terms)

    return field(
        (state.width, state.depth),
        state.ground,
        raised(state),
        man,
        (at.bodies, at.groups, at.sizes),
        len(state.units),
        outermost(state.layout, viewers),
        cast,
    )


def outermost(layout: Layout, men: Sequence[int]) -> list[int]:
    """The figures at the corners of a group, and its first: those in between see hardly anything that these do not."""
    points = {man: layout.point(man) for man in men}
    found = list(men[:1])
    for across, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        if men:
            found.append(max(men, key=lambda man: (across * points[man][0] + down * points[man][1], -man)))
    return list(dict.fromkeys(found))


def men_everywhere(columns: int, down: int, ground: Ground, raised: Ints, man: Base) -> Ints:
    """A man in the middle of every square inch, as high as the ground is there."""
    base = man.row()
    places = np.mgrid[0:down, 0:columns].reshape(2, -1).T[:, ::-1] * CELL + CELL // 2
    found = np.zeros((len(places), COLUMNS), dtype=np.int64)
    found[:, [X, Y]] = places
    found[:, RADIUS], found[:, HEIGHT] = base[RADIUS], base[HEIGHT]
    found[:, GROUND] = heights(np.ascontiguousarray(places), ground.edges, ground.pieces, raised)
    return found
