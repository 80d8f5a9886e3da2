"""Setting up: placing units on the table before the battle, and finding room for men who must be put somewhere."""

from sandtable.geometry.foot_kernels import covered
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import in_ring
from sandtable.geometry.path_kernels import IGNORED, KEEP_OFF, TOO_NEAR
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.marching import Marching
from sandtable.play.moves import Point, Terms, Verdict
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Play
from sandtable.play.state import with_unit
from sandtable.play.terms_of_march import NOWHERE
from sandtable.play.walks import March
from sandtable.rulesets.bolt_action.basics.battlefield import (
    COHERENCY,
    distance,
    enemies,
    height_of_ground,
    passage,
    sight_effect,
    terms,
)
from sandtable.rulesets.bolt_action.basics.journey import Placing
from sandtable.rulesets.bolt_action.state import Battle, Unit

from .buildings import free_floor, inside_places, is_building, middle_of
from .movement import ANYWHERE, explainer


def facing_in(state: Battle, side: int) -> int:
    """The bearing of somebody who looks from his own table edge at the enemy's."""
    return 1800 if state.edges[side] == "north" else 0


def setting_up(state: Battle, number: int, zone: Ints, *, far_from_enemies: int = 0, spotter: bool = False) -> Marching:
    """All places where a unit may be set up in a zone, or its spotter, who may stand anywhere in it."""
    unit = state.units[number]
    movers = unit.figures
    if spotter:
        assert unit.spotter is not None
        movers = (unit.spotter,)
    mover = unit.card.move if unit.is_vehicle else "infantry"
    where = terms(state, number, passage(state, mover, running=False))
    usual = Marching(
        where,
        movers,
        ANYWHERE,
        explain=explainer(state, number, ANYWHERE),
        linked=(*movers, *unit.figures) if spotter else None,
        link=ANYWHERE if spotter else COHERENCY,
        hub=None if spotter else unit.gun,
        zone=zone,
        manner=APPEAR,
        faces=facing_in(state, unit.side),
    )
    if not far_from_enemies:
        return usual
    return FarFromEnemies(usual, where._replace(clearance=far_from_enemies, avoid=_enemies_only(state, unit.side)))


class FarFromEnemies(Marching):
    """Setting up as usual, and besides at some distance from every enemy."""

    def __init__(self, usual: Marching, apart: Terms) -> None:
        self.usual = usual
        super().__init__(
            apart,
            usual.movers,
            usual.budget,
            explain=self._explain,
            link=usual.link,
            zone=usual.zone,
            manner=APPEAR,
            faces=usual.faces,
        )

    def check(self, answer: object) -> March:
        """The march, if it is legal on both counts."""
        return self.usual.check(super().check(answer))

    def suggest(self, goal: Point, face: int | None = None) -> March | None:
        """A place that is legal on both counts."""
        found = super().suggest(goal, face)
        try:
            return None if found is None else self.usual.check(found)
        except Refused:
            return None

    def _explain(self, verdict: Verdict) -> Refusal:
        if verdict[0] != TOO_NEAR:
            return self.usual.explain(verdict)
        clauses = ("ba.gap.sides-and-edges",)
        return Refusal("it is set up too near to an enemy", clauses, measured=verdict[3], allowed=self.terms.clearance)


def _enemies_only(state: Battle, side: int) -> Ints:
    """Keep off the enemies on the table, and nobody else."""
    return ints([KEEP_OFF if unit.side != side and unit.on_table else IGNORED for unit in state.units])


async def set_up(
    play: Play[Battle], number: int, zone: Ints, *because: str, hidden: bool = False, far_from_enemies: int = 0
) -> None:
    """Let a side place a unit; a unit for which there is no room waits in reserve."""
    state = play.state
    unit = state.units[number]
    indoors = unit.is_infantry and unit.spotter is None
    building = await _into_building(play, number, zone, far_from_enemies) if indoors else None
    if building is not None:
        floor = free_floor(state, building)
        assert floor is not None
        sets: dict[str, object] = {
            "places": inside_places(state, unit, building, floor),
            "place": "table",
            "building": building,
            "floor": floor,
            "hidden": hidden,
        }
        play.tell("was set up", *because, "ba.gap.buildings", unit=number, sets=sets, tells={"hidden": hidden})
        return
    domain = setting_up(state, number, zone, far_from_enemies=far_from_enemies)
    if not domain.has_room():
        play.tell("found no room to set up", *because, unit=number, sets={"place": "reserve"})
        return
    march = await ask(play, number, "set up", domain, f"Set up {unit.name}", *because)
    places = _placed(state, unit, march)
    now_hidden = hidden and not unit.is_vehicle and in_cover(state, places)
    sets = {"places": places, "place": "table", "hidden": now_hidden}
    play.tell("was set up", *because, unit=number, sets=sets, tells={"hidden": now_hidden})
    if unit.spotter is not None:
        await _set_up_spotter(play, number, zone)


@rule("ba.gap.spotter")
async def _set_up_spotter(play: Play[Battle], number: int, zone: Ints) -> None:
    """A spotter is set up apart from his unit, close behind it if his owner has no better idea."""
    state = play.state
    unit = state.units[number]
    assert unit.spotter is not None
    place = beside(state, number, unit.spotter)
    domain = setting_up(state, number, zone, spotter=True)
    first = domain.suggest(place[1:3]) or domain.first_place()
    if first is not None:
        words = f"Set up the spotter of {unit.name}"
        march = await ask(play, number, "set up", domain, words, "ba.gap.spotter", usual=first)
        (place,) = _placed(state, unit, march)
    play.tell("sent its spotter", "ba.gap.spotter", unit=number, sets={"places": [place]})


def _placed(state: Battle, unit: Unit, march: March) -> list[Placing]:
    bearing = facing_in(state, unit.side) if march.face is None else march.face
    places: list[Placing] = []
    for walk in march.walks:
        x, y = walk.points[-1]
        places.append((walk.figure, x, y, bearing, height_of_ground(state, x, y)))
    return places


async def _into_building(play: Play[Battle], number: int, zone: Ints, far_from_enemies: int) -> int | None:
    """Ask whether infantry is set up in one of the buildings of the zone that are far enough from enemies."""
    state = play.state
    unit = state.units[number]
    free = [
        piece
        for piece in range(len(state.terrain))
        if is_building(state, piece)
        and free_floor(state, piece) is not None
        and _in_zone(state, piece, zone)
        and _is_far(state, number, piece, far_from_enemies)
    ]
    if not free:
        return None
    choices = OneOf[int | None](
        {"open": None, **{f"b{piece}": piece for piece in free}},
        label=lambda piece: "in the open" if piece is None else f"in {state.terrain[piece].title}",
        points=lambda piece: None if piece is None else OnTable(at=middle_of(state, piece)),
    )
    words = f"Set up {unit.name}: in the open or in a building?"
    return await ask(play, number, "set up where", choices, words, "ba.gap.buildings", usual="open")


def _in_zone(state: Battle, piece: int, zone: Ints) -> bool:
    if not len(zone):
        return True
    return all(in_ring(zone, 0, len(zone), x, y) for x, y in state.terrain[piece].outline)


def _is_far(state: Battle, number: int, piece: int, far_from_enemies: int) -> bool:
    """Whether a unit in a building would be so far from every enemy."""
    inside = with_unit(state, number, {"place": "table", "building": piece})
    foes = enemies(state, state.units[number].side)
    return all(distance(inside, number, enemy) >= far_from_enemies for enemy in foes)


@rule("ba.gap.hidden-setup")
def in_cover(state: Battle, places: list[Placing]) -> bool:
    """Whether at least half of these figures stand in or at something that gives cover."""
    ground = state.ground
    inside = covered(state.layout.bodies, ints(places), ground.edges, ground.for_sight(sight_effect))
    return int(inside) * 2 >= len(places)


def _near(state: Battle, figure: int, beside_place: Placing, side: int) -> Placing:
    """A place two inches behind another, kept on the table."""
    _, x, y, bearing, _ = beside_place
    back = inches(-2) if state.edges[side] == "north" else inches(2)
    y = min(max(y + back, inches(0.5)), state.depth - inches(0.5))
    return figure, x, y, bearing, height_of_ground(state, x, y)


def beside(state: Battle, number: int, figure: int) -> Placing:
    """Where a figure goes that comes on beside its unit."""
    unit = state.units[number]
    leader = unit.men[0]
    x, y = state.layout.point(leader)
    where = (leader, x, y, state.layout.bearing(leader), 0)
    return _near(state, figure, where, unit.side)


def clear_places(state: Battle, number: int) -> list[Placing]:
    """The nearest places, around where a unit stands, that are clear of everybody else; none if it may stay."""
    unit = state.units[number]
    domain = Marching(
        terms(state, number, passage(state, "infantry", running=False)),
        unit.men,
        ANYWHERE,
        explain=explainer(state, number, ANYWHERE),
        link=COHERENCY,
        zone=NOWHERE,
        manner=APPEAR,
    )
    x, y = state.layout.point(unit.men[0])
    for ring in range(30):
        for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)):
            goal = x + dx * ring * inches(0.5), y + dy * ring * inches(0.5)
            found = domain.suggest(goal)
            if found is not None:
                return [
                    (
                        walk.figure,
                        *walk.points[-1],
                        state.layout.bearing(walk.figure),
                        height_of_ground(state, *walk.points[-1]),
                    )
                    for walk in found.walks
                ]
    return []
