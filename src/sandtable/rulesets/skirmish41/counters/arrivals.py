"""Teams that come onto the table during a battle: raised, put down around a point, and known to everybody."""

from msgspec.structs import replace

from sandtable.geometry.angle import around
from sandtable.geometry.path_kernels import barred_by
from sandtable.geometry.units import INCH
from sandtable.grammar import numbered
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.forces import Raised, bases
from sandtable.rulesets.skirmish41.basics.placing import nobody_at, place_at, spot_beside
from sandtable.rulesets.skirmish41.basics.sight import eyes, teams_seen
from sandtable.rulesets.skirmish41.basics.terrain import passage
from sandtable.rulesets.skirmish41.basics.units import on_table
from sandtable.rulesets.skirmish41.move.flight import bearing_between
from sandtable.rulesets.skirmish41.state import Battle, Figure, Place5, Point, Unit


def enlist(number: int, side: int, name: str, raised: Raised, figures: list[Figure], shapes: list[str]) -> Unit:
    """A team with its figures, off the table."""
    hull = -1
    if raised.hull:
        hull = len(figures)
        role = "hull" if raised.card.vehicle else "gun"
        figures.append(Figure(number, role, (), 0))
        shapes.append(raised.hull)
    first = len(figures)
    for one in raised.figures:
        figures.append(Figure(number, one.role, one.arms, one.rating))
        shapes.append(one.base)
    men = tuple(range(first, len(figures)))
    return Unit(name, side, men, raised.card, strength=len(men), hull=hull, items=raised.items)


def sides_of(units: list[Unit], figures: list[Figure]) -> tuple[int, ...]:
    """The side of every figure; -1 for guns and hulls, which nobody fights hand to hand."""
    hulls = {unit.hull for unit in units}
    return tuple(-1 if row in hulls else units[figure.unit].side for row, figure in enumerate(figures))


def facing_players(state: Battle, point: Point) -> int:
    """The bearing from a point to the nearest figure of the players."""
    points = [at for team in on_table(state, 0) for at in state.layout.points(state.units[team].bodies)]
    if not points:
        return 0
    near = min(points, key=lambda at: ((at[0] - point[0]) ** 2 + (at[1] - point[1]) ** 2, at))
    return bearing_between(point, near)


@rule("sk.gap.generated-quality", "sk.solo.setup")
def bring_on(play: Play[Battle], raised: Raised, point: Point, side: int, clause: str) -> int:
    """A team that was not there before appears around a point. Gives its number."""
    state = play.state
    number = len(state.units)
    figures, shapes = list(state.figures), list[str]()
    unit = enlist(number, side, numbered(raised.card.title, [one.name for one in state.units]), raised, figures, shapes)
    layout = state.layout.grown(bases()[shape] for shape in shapes)
    units = [*state.units, replace(unit, place="table", spotted=True, aware=True, defends=True)]
    grown = {
        "units": tuple(units),
        "figures": tuple(figures),
        "layout": layout,
        "sides": sides_of(units, figures),
        "contact": True,
        "alert": (True, True),
    }
    after = replace(state, **grown)
    layout = layout.placed(places_around(after, number, point))
    grown["layout"] = layout
    if not _in_sight(replace(after, layout=layout), number):
        grown["units"] = (*units[:-1], replace(units[-1], spotted=False))
    tells = {"name": unit.name, "troop": raised.card.title}
    play.tell("appeared", clause, sets={"battle": grown}, tells=tells, shows={"actor": number})
    return number


@rule("sk.gap.spotted-status", "sk.gen.where-tanks", "sk.gen.result-10")
def _in_sight(state: Battle, number: int) -> bool:
    """Whether players see a team come on: not at a portal that is far off behind something."""
    watchers = tuple(man for team in on_table(state, 0) for man in eyes(state, team))
    return bool(teams_seen(state, watchers, [number]))


def places_around(state: Battle, number: int, point: Point) -> list[Place5]:
    """Where a team is put around a point: its hull there, its figures beside one another."""
    unit = state.units[number]
    bearing = facing_players(state, point)
    places: list[Place5] = []
    there = state
    if unit.hull >= 0:
        places.append(_faced(place_at(there, unit.hull, _hull_spot(there, unit.hull, point)), bearing))
        there = replace(state, layout=state.layout.placed(places))
        if unit.card.vehicle:
            return places
    for man in unit.men:
        taken = bool(places)
        at = spot_beside(there, man, point) if taken or not _free(there, man, point) else point
        places.append(_faced(place_at(there, man, at), bearing))
        there = replace(state, layout=state.layout.placed(places))
    return places


def _faced(place: Place5, bearing: int) -> Place5:
    return place[0], place[1], place[2], bearing, place[4]


def _free(state: Battle, man: int, point: Point) -> bool:
    radius = state.layout.radius(man)
    ground = state.ground
    where = passage(state, vehicle=False)
    barred = int(barred_by(*point, *point, radius, ground.edges, ground.pieces, where)) >= 0
    return not barred and nobody_at(state, man, point)


def _hull_spot(state: Battle, hull: int, point: Point) -> Point:
    """A place for a hull near a point: on the table and clear of houses, looked for in widening rings."""
    radius = state.layout.radius(hull)
    ground, where = state.ground, passage(state, vehicle=True)
    rings = [[point], *(around(*point, far * INCH, 12) for far in range(1, 16))]
    for x, y in (spot for ring in rings for spot in ring):
        if not (radius <= x <= state.width - radius and radius <= y <= state.depth - radius):
            continue
        if int(barred_by(x, y, x, y, radius, ground.edges, ground.pieces, where)) >= 0:
            continue
        if nobody_at(state, hull, (x, y)):
            return x, y
    return point


@rule("sk.solo.setup")
def put_down(play: Play[Battle], number: int, point: Point, clause: str) -> None:
    """A team that waited is put down around a point, and known."""
    state = play.state
    places = tuple(places_around(state, number, point))
    sets: dict[str, object] = {
        "places": places,
        "place": "table",
        "spotted": True,
        "aware": True,
        "defends": True,
        "battle": {"contact": True, "alert": (True, True)},
    }
    play.tell("was put down", clause, unit=number, figures=state.units[number].bodies, sets=sets)
