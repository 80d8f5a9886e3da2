"""What a team sees from where it stands: each enemy with his cover and what hides him, and the ground around."""

from collections import Counter

import numpy as np

from sandtable.geometry.angle import bearing_to
from sandtable.geometry.bodies import COLUMNS, GROUND, HEIGHT, RADIUS, X, Y
from sandtable.geometry.hug_kernels import hugging_lines
from sandtable.geometry.kernel import Ints
from sandtable.geometry.line_kernels import COVER, SEEN
from sandtable.geometry.path_kernels import heights
from sandtable.geometry.units import INCH
from sandtable.play.shown import Field, Ray, Sighting
from sandtable.table.layout import rows

from .charts import ENDLESS
from .forces import bases
from .sight import Sighted, eyes, look, table
from .state import Battle
from .terrain import HUG, raised
from .units import on_table, who

CELL = INCH
COVERS = ("in the open", "soft cover", "hard cover")
BLOCKED = ("sk.gap.line-of-sight", "sk.spot.woods")
TOO_FAR = -2


def outlook(state: Battle, number: int, *, rays: bool = False) -> list[Sighting]:
    """What a team makes of each enemy team on the table, from where its figures stand in this state."""
    unit = state.units[number]
    viewers = tuple(man for man in eyes(state, number) if state.layout.on_table(man)) if unit.alive else ()
    if not viewers:
        return []
    foes = [foe for foe in on_table(state, 1 - unit.side) if state.layout.on_table(state.units[foe].bodies[0])]
    return [_sighting(state, viewers, foe, rays=rays) for foe in foes]


def _sighting(state: Battle, viewers: tuple[int, ...], foe: int, *, rays: bool) -> Sighting:
    targets = state.units[foe].bodies
    found = look(state, viewers, targets)
    seen = [place for place in range(len(targets)) if any(line[place].seen for line in found)]
    seers = sum(any(one.seen for one in line) for line in found)
    cut = Counter(one.cut_by for line in found for one in line if not one.seen)
    by = "" if seen or not cut else called(state, min(cut, key=lambda what: (-cut[what], what)))
    some = f"{seers} of {len(viewers)} figures see it" if 0 < seers < len(viewers) else ""
    (x, y), (to_x, to_y) = state.layout.point(viewers[0]), state.layout.point(targets[0])
    return Sighting(
        unit=foe,
        seen=len(seen),
        models=len(targets),
        cover=_cover(found, seen),
        distance=min(one.gap for line in found for one in line),
        bearing=int(bearing_to(to_x - x, to_y - y)),
        blocked_by=by,
        why=some if seen else f"out of sight: {by}",
        because=() if seen else BLOCKED,
        rays=(_ray(state, viewers, targets, found),) if rays else (),
    )


def called(state: Battle, what: int) -> str:
    """What cuts a line, in words."""
    if what == TOO_FAR:
        return "too far"
    pieces = len(state.terrain)
    return state.terrain[what].title if what < pieces else who(state, what - pieces)


def _cover(found: list[list[Sighted]], seen: list[int]) -> str:
    """The cover of those in sight, each as the one who sees him best has it; from the least to the most if it is mixed."""
    levels = sorted({min(line[place].cover for line in found if line[place].seen) for place in seen})
    if not levels:
        return ""
    least, most = COVERS[levels[0]], COVERS[levels[-1]]
    return most if least == most else f"{least} to {most}"


def _ray(state: Battle, viewers: tuple[int, ...], targets: tuple[int, ...], found: list[list[Sighted]]) -> Ray:
    """The line of the pair that says most: of those who see each other the nearest, else the nearest at all."""
    pairs = [(one, two) for one in range(len(viewers)) for two in range(len(targets))]
    one, two = min(pairs, key=lambda pair: (not found[pair[0]][pair[1]].seen, found[pair[0]][pair[1]].gap, pair))
    said = found[one][two]
    start, end = state.layout.point(viewers[one]), state.layout.point(targets[two])
    if not said.seen:
        return Ray(start, end, "cut", by=called(state, said.cut_by))
    return Ray(start, end, "covered" if said.cover else "clear")


def field_of(state: Battle, number: int) -> Field:
    """Which ground a team sees: a man in the middle of each square inch, unseen, seen in cover, or seen in the open."""
    columns, down = -(-state.width // CELL), -(-state.depth // CELL)
    codes = np.zeros(columns * down, dtype=np.uint8)
    at = table(state)
    men = _men_everywhere(state, columns, down)
    bodies = np.concatenate([at.bodies, men])
    count = len(at.bodies)
    nobody = np.full(len(men), len(state.units), dtype=np.int64)
    groups, sizes = np.concatenate([at.groups, nobody]), np.concatenate([at.sizes, nobody * 0])
    edges, pieces, _, _, thick, close = at.rest
    for viewer in _outermost(state, number):  # the next looks only at what is not seen plainly yet
        left = np.flatnonzero(codes < 2)
        rest = np.ascontiguousarray(left + count)
        found = hugging_lines(bodies, rows((viewer,)), rest, ENDLESS, edges, pieces, groups, sizes, thick, close, HUG)[
            0
        ]
        seen = found[:, SEEN].astype(np.uint8)
        codes[left] = np.maximum(codes[left], seen * (2 - (found[:, COVER] > 0).astype(np.uint8)))
    return Field(CELL, columns, down, (codes + ord("0")).astype(np.uint8).tobytes().decode("ascii"))


def _outermost(state: Battle, number: int) -> list[int]:
    """The figures at the corners of a team, and its first: those in between see hardly anything that these do not."""
    men = [man for man in eyes(state, number) if state.layout.on_table(man)]
    points = {man: state.layout.point(man) for man in men}
    found = men[:1]
    for across, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        if men:
            found.append(max(men, key=lambda man: (across * points[man][0] + down * points[man][1], -man)))
    return list(dict.fromkeys(found))


def _men_everywhere(state: Battle, columns: int, down: int) -> Ints:
    """A man on foot in the middle of every square."""
    base = bases()["foot"].row()
    places = np.mgrid[0:down, 0:columns].reshape(2, -1).T[:, ::-1] * CELL + CELL // 2
    found = np.zeros((len(places), COLUMNS), dtype=np.int64)
    found[:, [X, Y]] = places
    found[:, RADIUS], found[:, HEIGHT] = base[RADIUS], base[HEIGHT]
    ground = state.ground
    found[:, GROUND] = heights(np.ascontiguousarray(places), ground.edges, ground.pieces, raised(state))
    return found
