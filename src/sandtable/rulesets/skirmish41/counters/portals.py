"""Portals: the places where they can lie, when players drive them back, and when they are eliminated."""

from collections.abc import Generator

from msgspec.structs import replace

from sandtable.geometry.angle import ahead, directions
from sandtable.geometry.line_kernels import COVER, SEEN
from sandtable.geometry.measure_kernels import gap_to_point
from sandtable.geometry.path_kernels import barred_by
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import is_building, middle_of
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.sight import cast_on, eyes, points_seen, with_points
from sandtable.rulesets.skirmish41.basics.terrain import passage
from sandtable.rulesets.skirmish41.basics.units import on_table
from sandtable.rulesets.skirmish41.move.flight import bearing_between, length_between
from sandtable.rulesets.skirmish41.state import Battle, Marker, Point
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

NEAR = inches(8)  # so near players drive a portal back
REACH = inches(12)  # so far it goes
OUTSIDE = inches(0.7)
WIDE = inches(0.5)
APART = INCH
UNSEEN, IN_COVER, IN_THE_OPEN = 0, 1, 2
BEHIND = (inches(1), inches(2), inches(3))  # where dead ground is looked for


@rule("sk.solo.setup")
def is_preset(state: Battle) -> bool:
    """Whether every portal hides one chosen team, and none is a place where more can come on."""
    return state.options.solo_mode == "preset" or state.mission.name == "ambush"


# ---- places


@rule("sk.portal.cover-meaning", "sk.gap.portal-geometry", "sk.portal.rock", "sk.gen.placement", "sk.portal.hill")
def places_of(terrain: tuple[Piece, ...]) -> tuple[Point, ...]:
    """Every place for a portal: corners of houses, outside and in, edges of woods, ends of walls, points below crests.

    Figures can hold a house or a trench, so there is cover within; nobody gets behind a rock unseen, so there is none at it.
    """
    found: list[Point] = []
    for piece in terrain:
        outline = piece.outline
        if is_building(piece) or piece.kind == "ruin":
            found += [_off(outline, corner, off) for off in (OUTSIDE, -INCH) for corner in outline]
        elif piece.kind in {"woods", "brush", "crops", "trench"}:
            found += [_off(outline, corner, -INCH) for corner in outline]
        elif piece.kind == "hill":
            middles = [middle_of((one, other)) for one, other in zip(outline, outline[1:] + outline[:1], strict=True)]
            found += [_off(outline, point, OUTSIDE) for point in middles]
        elif piece.kind in {"wall", "hedge", "sandbags"}:
            found += [_beyond(outline[1], outline[0]), _beyond(outline[-2], outline[-1])]
    return tuple(dict.fromkeys(found))


known_places = Remembered(places_of)


def _off(outline: tuple[Point, ...], point: Point, far: int) -> Point:
    """A point so far outward (or inward) from a point of an outline, seen from its middle."""
    x, y = ahead(*point, bearing_between(middle_of(outline), point), far)
    return int(x), int(y)


def _beyond(inner: Point, end: Point) -> Point:
    x, y = ahead(*end, bearing_between(inner, end), OUTSIDE)
    return int(x), int(y)


def usable_places(state: Battle) -> list[Point]:
    """The places of a table where somebody can stand."""
    ground, where = state.ground, passage(state, vehicle=False)
    return [
        (x, y)
        for x, y in known_places(state.terrain)
        if INCH <= x <= state.width - INCH
        and INCH <= y <= state.depth - INCH
        and int(barred_by(x, y, x, y, WIDE, ground.edges, ground.pieces, where)) < 0
    ]


# ---- what players see of them


def players(state: Battle) -> tuple[int, ...]:
    """From where the players look: their figures and hulls."""
    return tuple(man for team in on_table(state, 0) for man in eyes(state, team))


def nearest_of(state: Battle, viewers: tuple[int, ...], point: Point) -> int:
    """How near the nearest of some figures is to a point."""
    return min(int(gap_to_point(state.layout.bodies, viewer, *point)) for viewer in viewers)


@rule("sk.portal.open", "sk.portal.approach", "sk.portal.hill")
def exposure(state: Battle, point: Point, viewers: tuple[int, ...]) -> int:
    """How players see a portal: not at all, in cover (part of it is hidden), or in the open."""
    if not viewers:
        return UNSEEN
    middle = points_seen(state, viewers, [point])[:, 0].tolist()
    plainly = tuple([viewer for viewer, line in zip(viewers, middle, strict=True) if line[SEEN] and not line[COVER]])
    if any(all(line[SEEN] and not line[COVER] for line in sides) for sides in _sides_seen(state, point, plainly)):
        return IN_THE_OPEN
    if any(line[SEEN] for line in middle):
        return IN_COVER
    return IN_COVER if any(line[SEEN] for sides in _sides_seen(state, point, viewers) for line in sides) else UNSEEN


def _sides_seen(state: Battle, point: Point, viewers: tuple[int, ...]) -> Generator[list[list[int]], None, None]:
    """What each viewer makes of both sides of a base at a point, as he looks at it."""
    if not viewers:
        return
    samples: list[Point] = []
    for viewer in viewers:
        across = bearing_between(state.layout.point(viewer), point) + 900
        for turn in (0, 1800):
            x, y = ahead(*point, (across + turn) % 3600, WIDE)
            samples.append((int(x), int(y)))
    at, more = with_points(state, samples)
    lines = cast_on(at, rows(viewers), more).tolist()
    for place, line in enumerate(lines):
        yield line[2 * place : 2 * place + 2]


@rule("sk.portal.cover-meaning")
def has_dead_ground(state: Battle, point: Point, viewers: tuple[int, ...]) -> bool:
    """Whether figures could reach a point unseen: out of sight on a way of three inches to it, from any side."""
    for bearing in directions(8):
        way = [(int(x), int(y)) for x, y in (ahead(*point, bearing, far) for far in BEHIND)]
        if not points_seen(state, viewers, way)[:, :, SEEN].any():
            return True
    return False


@rule("sk.gap.portal-geometry", "sk.portal.cover-meaning")
def is_safe(state: Battle, point: Point, viewers: tuple[int, ...]) -> bool:
    """Whether no figure of the players sees a place, none is within eight inches of it, and there is dead ground behind."""
    if not viewers:
        return True
    if nearest_of(state, viewers, point) <= NEAR:
        return False
    if points_seen(state, viewers, [point])[:, :, SEEN].any():
        return False
    return has_dead_ground(state, point, viewers)


@rule("sk.gap.portal-geometry", "sk.portal.example-2")
def where_to(state: Battle, marker: int) -> Point | None:
    """The nearest free place within twelve inches that is safe; of equals the one farther from the players."""
    at = state.markers[marker].at
    taken = [other.at for place, other in enumerate(state.markers) if place != marker]
    viewers = players(state)

    def far_off(point: Point) -> int:
        return nearest_of(state, viewers, point) if viewers else 0

    near = [point for point in usable_places(state) if point != at and length_between(at, point) <= REACH]
    near = [point for point in near if all(length_between(other, point) > APART for other in taken)]
    for point in sorted(near, key=lambda point: (length_between(at, point), -far_off(point), point)):
        if is_safe(state, point, viewers):
            return point
    return None


# ---- driven back


@rule("sk.portal.approach", "sk.portal.open", "sk.portal.eliminated", "sk.portal.example-1", "sk.portal.example-2")
def drive_back(play: Play[Battle], marker: int, clause: str) -> None:
    """A portal goes to its next place; one that has none is eliminated."""
    state = play.state
    place = where_to(state, marker)
    one = state.markers[marker]
    rest = list(state.markers)
    if place is None:
        rest.pop(marker)
        lay(play, tuple(rest), clause)
        play.tell("was eliminated", "sk.portal.eliminated", clause)
        return
    rest[marker] = replace(one, at=place, known=True)
    tells = {"length": length_between(one.at, place)}
    lay(play, tuple(rest), clause)
    play.tell("was driven back", clause, tells=tells)


@rule("sk.solo.setup")
def lay(play: Play[Battle], markers: tuple[Marker, ...], clause: str, **also: object) -> None:
    """Counters lie otherwise than before. What is told of each is which of the old ones it is, never what it hides."""
    old = play.state.markers
    places = list(range(len(old)))
    if len(markers) < len(old):
        places.pop(next((place for place, one in enumerate(markers) if one != old[place]), len(markers)))
    told = tuple(
        (place, one.at, one.known, one.struck, one.victims) for place, one in zip(places, markers, strict=True)
    )
    play.tell("counters changed", clause, sets={"counters": told, "battle": also})


def portals(state: Battle) -> list[int]:
    """The portals that are left."""
    return [place for place, marker in enumerate(state.markers) if marker.sort == "portal"]


@rule("sk.portal.approach")
def approached(play: Play[Battle], number: int) -> None:
    """After a move: every portal in cover that a figure of the team sees within eight inches moves, the nearest first.

    One in the open waits for the next throw for arrivals. Preset portals hide a team: they stay until they are spotted.
    """
    while not is_preset(play.state):
        state = play.state
        viewers = eyes(state, number) if state.units[number].on_table else ()
        near = []
        for place in portals(state):
            at = state.markers[place].at
            close = tuple(man for man in viewers if nearest_of(state, (man,), at) <= NEAR)
            if close and exposure(state, at, close) == IN_COVER:
                near.append((nearest_of(state, close, at), place))
        if not near:
            return
        drive_back(play, min(near)[1], "sk.portal.approach")


@rule("sk.portal.open", "sk.portal.hill")
def withdraw_from_the_open(play: Play[Battle]) -> None:
    """After the arrivals: every portal that players see in the open moves, at whatever distance, the nearest first."""
    done: list[Point] = []
    while True:
        state = play.state
        viewers = players(state)
        found = [
            (nearest_of(state, viewers, state.markers[place].at), place)
            for place in portals(state)
            if state.markers[place].at not in done and exposure(state, state.markers[place].at, viewers) == IN_THE_OPEN
        ]
        if not found:
            return
        place = min(found)[1]
        done.append(state.markers[place].at)
        drive_back(play, place, "sk.portal.open")
        done += [marker.at for marker in play.state.markers if marker not in state.markers]


@rule("sk.gen.roll", "sk.gen.more-counters")
def in_sight(state: Battle, *, perhaps: bool = False) -> list[int]:
    """The portals that any figure of the players sees; or all counters that could be portals, as far as players know."""
    viewers = players(state)
    wanted = [
        place for place, marker in enumerate(state.markers) if marker.sort == "portal" or (perhaps and not marker.known)
    ]
    if not viewers or not wanted:
        return []
    lines = points_seen(state, viewers, [state.markers[place].at for place in wanted])
    return [place for column, place in enumerate(wanted) if lines[:, column, SEEN].any()]


def without(markers: tuple[Marker, ...], place: int) -> tuple[Marker, ...]:
    """Counters with one taken away."""
    return (*markers[:place], *markers[place + 1 :])
