"""What a Unit sees from where it stands: each enemy with his cover and what hides him, and the ground around."""

from collections import Counter

import numpy as np

from sandtable.geometry.angle import bearing_to
from sandtable.geometry.bodies import BEARING, COLUMNS, HALF_LENGTH, HALF_WIDTH, HEIGHT, RADIUS, X, Y
from sandtable.geometry.ground import AREA, STOPS, THICKET, TOP
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import corner
from sandtable.geometry.post_kernels import COVER, SEEN, held_by, line_meets, looks
from sandtable.geometry.units import INCH
from sandtable.play.shown import Field, Ray, Sighting
from sandtable.rulesets.fraley.basics.sight import Sighted, Table, look, table
from sandtable.rulesets.fraley.basics.teams import afoot, enemies, nearest_between
from sandtable.rulesets.fraley.setup.forces import bases
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.layout import rows

CELL = INCH
COVERS = ("in the open", "soft cover", "hard cover")
BLOCKED = ("fraley.fire.line-of-sight", "fraley.los.area-into", "fraley.gap.los-heights")
LINES = 5


def outlook(state: Battle, number: int, *, rays: bool = False) -> list[Sighting]:
    """What a Unit makes of each enemy Unit on the table, from where its Teams stand in this state."""
    unit = state.units[number]
    viewers = tuple(man for man in unit.men if state.layout.on_table(man)) if unit.alive else ()
    if not viewers:
        return []
    return [_sighting(state, viewers, foe, rays=rays) for foe in enemies(state, unit.side)]


def _sighting(state: Battle, viewers: tuple[int, ...], foe: int, *, rays: bool) -> Sighting:
    targets = afoot(state, foe)
    found = look(state, viewers, targets)
    seen = [place for place in range(len(targets)) if any(line[place].seen for line in found)]
    seers = sum(any(one.seen for one in line) for line in found)
    cut = Counter(one.cut_by for line in found for one in line if not one.seen)
    by = "" if seen or not cut else state.terrain[min(cut, key=lambda what: (-cut[what], what))].title
    some = f"{seers} of {len(viewers)} Teams see it" if 0 < seers < len(viewers) else ""
    (x, y), (to_x, to_y) = state.layout.point(viewers[0]), state.layout.point(targets[0])
    return Sighting(
        unit=foe,
        seen=len(seen),
        models=len(targets),
        cover=_cover(found, seen),
        distance=nearest_between(state, viewers, targets),
        bearing=int(bearing_to(to_x - x, to_y - y)),
        blocked_by=by,
        why=some if seen else f"out of sight behind {by}",
        because=() if seen else BLOCKED,
        rays=_rays(state, viewers, targets, found) if rays else (),
    )


def _cover(found: list[list[Sighted]], seen: list[int]) -> str:
    """The cover of those in sight, each as the one who sees him best has it; from the least to the most if it is mixed."""
    levels = sorted({min(line[place].cover for line in found if line[place].seen) for place in seen})
    if not levels:
        return ""
    least, most = COVERS[levels[0]], COVERS[levels[-1]]
    return most if least == most else f"{least} to {most}"


def _rays(
    state: Battle, viewers: tuple[int, ...], targets: tuple[int, ...], found: list[list[Sighted]]
) -> tuple[Ray, ...]:
    """The five lines of the pair that says most: of those who see each other the nearest, else the nearest at all."""
    pairs = [(one, two) for one in range(len(viewers)) for two in range(len(targets))]
    one, two = min(pairs, key=lambda pair: (not found[pair[0]][pair[1]].seen, found[pair[0]][pair[1]].gap, pair))
    at = table(state)
    return tuple(_ray(state, at, viewers[one], targets[two], line) for line in range(LINES))


def _ray(state: Battle, at: Table, viewer: int, target: int, line: int) -> Ray:
    """One of the five lines: to the middle, then to each corner."""
    start = state.layout.point(viewer)
    end = state.layout.point(target)
    if line:
        x, y = corner(at.bodies, target, line - 1)
        end = int(x), int(y)
    met = _cutter(at, viewer, target, start, end)
    if met < 0:
        return Ray(start, end, "clear")
    return Ray(start, end, "cut", by=state.terrain[met].title)


def _cutter(at: Table, viewer: int, target: int, start: tuple[int, int], end: tuple[int, int]) -> int:
    """The first piece that cuts a line; -1 if none does."""
    for piece, row in enumerate(at.pieces):
        if int(row[STOPS]) not in {AREA, THICKET} or at.held[viewer, piece] or at.held[target, piece]:
            continue
        levels = int(at.levels[viewer]), int(at.levels[target])
        if line_meets(*start, *end, at.edges, int(row[0]), int(row[1]), int(row[TOP]), *levels):
            return piece
    return -1


def field_of(state: Battle, number: int) -> Field:
    """Which ground a Unit sees: a stand in the middle of each square inch, unseen, seen in cover, or seen in the open."""
    columns, down = -(-state.width // CELL), -(-state.depth // CELL)
    codes = np.zeros(columns * down, dtype=np.uint8)
    at = table(state)
    stands = _stands_everywhere(columns, down)
    bodies = np.concatenate([at.bodies, stands])
    held = np.concatenate([at.held, held_by(stands, at.edges, at.pieces)])
    levels = _levels(held, at)
    # Those stands have no turret, belong to nobody and are in nobody's way.
    nobody = [np.full(len(stands), value, dtype=np.int64) for value in (-1, -1, 0, 0)]
    teams = [np.concatenate(pair) for pair in zip(at.teams(), nobody, strict=True)]
    for viewer in _outermost(state, number):  # the next looks only at what is not seen plainly yet
        left = np.flatnonzero(codes < 2)
        rest = np.ascontiguousarray(left + len(at.bodies))
        found = looks(bodies, rows((viewer,)), rest, at.edges, at.pieces, held, levels, *teams)[0]
        seen = found[:, SEEN].astype(np.uint8)
        codes[left] = np.maximum(codes[left], seen * (2 - (found[:, COVER] > 0).astype(np.uint8)))
    return Field(CELL, columns, down, (codes + ord("0")).astype(np.uint8).tobytes().decode("ascii"))


def _levels(held: Ints, at: Table) -> Ints:
    """How high the hill is that each body stands on."""
    if not len(at.pieces):
        return ints([0] * len(held))
    return ints((held * (at.pieces[:, TOP] * at.hills)[np.newaxis, :]).max(axis=1))


def _outermost(state: Battle, number: int) -> list[int]:
    """The Teams at the corners of a Unit, and the first of it: those in between see hardly anything that these do not."""
    men = [man for man in state.units[number].men if state.layout.on_table(man)]
    points = {man: state.layout.point(man) for man in men}
    found = men[:1]
    for across, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        if men:
            found.append(max(men, key=lambda man: (across * points[man][0] + down * points[man][1], -man)))
    return list(dict.fromkeys(found))


def _stands_everywhere(columns: int, down: int) -> Ints:
    """A leader's small stand in the middle of every square."""
    stand = bases()["leader"]
    places = np.mgrid[0:down, 0:columns].reshape(2, -1).T[:, ::-1] * CELL + CELL // 2
    found = np.zeros((len(places), COLUMNS), dtype=np.int64)
    found[:, [X, Y]] = places
    row = stand.row()
    for column in (BEARING, RADIUS, HALF_LENGTH, HALF_WIDTH, HEIGHT):
        found[:, column] = row[column]
    return found
