"""Portals that are driven back: when, where to, and when there is nowhere left. Both examples of the sheet, drawn."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.forces import bases
from sandtable.rulesets.skirmish41.counters.generation import arrivals
from sandtable.rulesets.skirmish41.counters.markers import disturb
from sandtable.rulesets.skirmish41.counters.portals import (
    IN_COVER,
    IN_THE_OPEN,
    UNSEEN,
    exposure,
    has_dead_ground,
    is_safe,
    places_of,
    players,
    usable_places,
    where_to,
)
from sandtable.rulesets.skirmish41.state import Marker, Mission, Point
from tests.clause import clause

from .kit import Scene, Side, brit, german, march, terrain

PATROL = Mission("patrol")
RADIUS = bases()["foot"].radius


def man(x: float, y: float, name: str = "PF") -> Side:
    """A player's figure."""
    return brit("gb.rifle-team", (x, y), name=name, men=1)


def portal(x: float, y: float) -> Marker:
    """A portal that players know, so that nothing but its falling back is told."""
    return Marker("portal", (inches(x), inches(y)), known=True)


def game(*sides: Side, markers: list[Marker], mission: Mission = PATROL, **rest: Any) -> Scene:
    """A solo game."""
    return Scene(*sides, markers=markers, mission=mission, **rest)


def where(scene: Scene) -> list[tuple[float, float]]:
    """Where the counters lie, in inches."""
    return [(round(one.at[0] / 1000, 1), round(one.at[1] / 1000, 1)) for one in scene.state.markers]


# ---- example 1: a figure at the corner of building A; building B beyond it

A, B = terrain("building", box=(20, 24, 6, 5)), terrain("building", box=(23, 13, 6, 6))
AT_CORNER_A = (26.7, 24.9)
B_FRONT = [(22.5, 19.5), (29.5, 19.5)]
B_REAR = [(22.5, 12.5), (29.5, 12.5)]


def example_1(building: Any = B, *markers: tuple[float, float]) -> Scene:
    """The figure comes round the corner of building A and sees portals at the front corners of building B."""
    x, y = AT_CORNER_A
    found = [portal(*at) for at in markers or B_FRONT]
    scene = game(man(x, y + 1), markers=found, ground=[A, building])
    scene.act("PF", "move", move=march([AT_CORNER_A]))
    return scene


@clause("sk.portal.example-1", "sk.portal.approach")
def test_example_1_the_portal_within_eight_inches_falls_back_behind_the_building() -> None:
    """Portal (a) lies half behind the corner that the figure looks round. It goes at once, (b) not yet."""
    before = game(man(*AT_CORNER_A), markers=[portal(*at) for at in B_FRONT], ground=[A, B])
    seen = [exposure(before.state, one.at, players(before.state)) for one in before.state.markers]
    assert seen == [IN_COVER, IN_THE_OPEN]
    scene = example_1()
    assert where(scene) == [B_REAR[0], B_FRONT[1]]
    assert scene.event("was driven back").because == ("sk.portal.approach",)


@clause("sk.portal.example-1", "sk.portal.approach")
def test_example_1_beyond_eight_inches_it_would_remain() -> None:
    """The building stands two inches farther off: the portal is seen in cover, nine inches away."""
    farther = terrain("building", box=(21.45, 11, 6, 6))
    scene = example_1(farther, (20.95, 17.5))
    assert exposure(scene.state, scene.state.markers[0].at, players(scene.state)) == IN_COVER
    assert where(scene) == [(20.9, 17.5)]
    scene.call(arrivals, dice=[1])
    assert where(scene) == [(20.9, 17.5)]


@clause("sk.portal.example-1", "sk.portal.open")
def test_example_1_the_portal_in_the_open_moves_to_the_rear_after_the_throw() -> None:
    """Portal (b) has its chance to produce first."""
    scene = example_1()
    scene.call(arrivals, dice=[1])
    assert where(scene) == B_REAR
    assert scene.event("was driven back").because == ("sk.portal.open",)
    verbs = [one.verb for one in [*scene.events("nothing came"), *scene.events("was driven back")]]
    assert [verb for verb, _ in scene.told("nothing came", "was driven back")] == verbs


# ---- example 2: two portals at one corner of building B, between two figures

ROUND_THE_CORNER = (22, 12)
BRACKET = (29.6, 19.6)
TWO = [(29.495, 12.505), (30.3, 11.6)]
WOOD = terrain("woods", box=(32.5, 1.9, 5.5, 5))
IN_WOOD = (37.3, 2.6)
ROCK = terrain("rocks", points=[(35, 15), (37, 13), (39, 15), (37, 17)], height=4)


def example_2(*others: Side, ground: list[Any]) -> Scene:
    """PF (a) looks round the corner at both portals; after the throw they have to go."""
    markers = [portal(*at) for at in TWO]
    scene = game(man(*ROUND_THE_CORNER, "PFa"), *others, markers=markers, ground=[A, B, *ground])
    seen = [exposure(scene.state, one.at, players(scene.state)) for one in scene.state.markers]
    assert seen == [IN_THE_OPEN, IN_THE_OPEN]
    scene.call(arrivals, dice=[1])
    return scene


@clause("sk.portal.example-2", "sk.portal.eliminated", "sk.portal.cover-meaning", "sk.portal.rock")
def test_example_2_one_goes_to_the_wood_and_the_other_is_eliminated() -> None:
    """PF (b) stands where they would have gone; only portal (b) is near enough to the wood; the rock is no place."""
    scene = example_2(man(*BRACKET, "PFb"), ground=[WOOD, ROCK])
    assert where(scene) == [IN_WOOD]
    assert scene.event("was eliminated").because == ("sk.portal.eliminated", "sk.portal.open")
    assert [verb for verb, _ in scene.told("was eliminated", "was driven back")] == [
        "was eliminated",
        "was driven back",
    ]


@clause("sk.portal.example-2")
def test_example_2_without_the_second_figure_its_place_is_taken() -> None:
    """The portal nearer to PF (a) goes there; that corner holds one, so the other goes to the wood."""
    scene = example_2(ground=[WOOD, ROCK])
    assert where(scene) == [B_FRONT[1], IN_WOOD]


@clause("sk.portal.rock", "sk.portal.example-2")
def test_example_2_without_the_wood_both_are_eliminated() -> None:
    """The rock is near enough to both, and no place for either."""
    scene = example_2(man(*BRACKET, "PFb"), ground=[ROCK])
    assert where(scene) == []
    assert len(scene.events("was eliminated")) == 2


# ---- approaching


HEDGE = terrain("hedge", line=[(26, 20.8), (50, 20.8)])
HOUSE = terrain("building", box=(33, 10, 6, 6))


@clause("sk.portal.approach")
@pytest.mark.parametrize(("distance", "goes"), [(8, True), (8.01, False)])
def test_eight_inches_from_the_base_of_a_figure(distance: float, goes: bool) -> None:
    """A portal in cover behind a hedge."""
    y = 20 + distance + RADIUS / 1000
    scene = game(man(36, y), markers=[portal(36, 20)], ground=[HEDGE, HOUSE])
    scene.call(disturb, "PF")
    assert bool(scene.events("was driven back")) == goes


@clause("sk.portal.approach")
def test_a_portal_that_is_not_visible_stays() -> None:
    """However near the figure is."""
    house = terrain("building", box=(33, 22, 6, 4))
    scene = game(man(36, 27), markers=[portal(36, 21)], ground=[house])
    scene.call(disturb, "PF")
    assert where(scene) == [(36, 21)]


@clause("sk.portal.approach", "sk.portal.open")
def test_a_portal_in_the_open_waits_for_the_throw() -> None:
    """It may yet produce somebody, near as the figure is."""
    scene = game(man(36, 25), markers=[portal(36, 20)], ground=[HOUSE])
    scene.call(disturb, "PF")
    assert where(scene) == [(36, 20)]
    scene.call(arrivals, dice=[1])
    assert scene.events("was driven back")


@clause("sk.portal.open")
def test_in_the_open_counts_at_any_distance() -> None:
    """Thirty-five inches away; behind a hedge it would stay there."""
    scene = game(man(36, 47), markers=[portal(36, 12)], ground=[terrain("building", box=(38, 8, 5, 3))])
    scene.call(arrivals, dice=[1])
    assert scene.events("was driven back")
    covered = game(man(36, 47), markers=[portal(36, 12)], ground=[terrain("hedge", line=[(30, 12.8), (42, 12.8)])])
    covered.call(arrivals, dice=[1])
    assert where(covered) == [(36, 12)]


@clause("sk.portal.approach", "sk.solo.setup")
def test_a_portal_that_falls_back_is_known() -> None:
    """A face-down counter that moves by itself can be nothing else."""
    scene = game(man(36, 26), markers=[Marker("portal", (inches(36), inches(20)))], ground=[HEDGE, HOUSE])
    scene.call(disturb, "PF")
    assert [one.known for one in scene.state.markers] == [True]


@clause("sk.portal.approach", "sk.solo.setup")
def test_events_and_dummies_do_not_fall_back_nor_do_preset_portals() -> None:
    """Preset portals hide their team until it spots or is spotted."""
    dummy = Marker("dummy", (inches(36), inches(20)))
    scene = game(man(36, 26), markers=[dummy], ground=[HEDGE, HOUSE])
    scene.call(disturb, "PF")
    assert scene.state.markers == (dummy,)
    hidden = Marker("portal", (inches(36), inches(20)), team=1)
    team = german("de.rifle-team", name="Anton")
    preset = game(man(36, 26), team, markers=[hidden], ground=[HEDGE, HOUSE], mission=Mission("ambush"))
    preset.call(disturb, "PF")
    assert preset.state.markers == (hidden,)


# ---- where to


@clause("sk.gap.portal-geometry")
def test_the_nearest_place_that_nobody_sees() -> None:
    """Both rear corners of the house are out of sight, one is nearer. A counter that lies there bars it."""
    at = portal(33, 17.5)
    scene = game(man(36, 40), markers=[at], ground=[HOUSE])
    assert where_to(scene.state, 0) == (32505, 9505)
    taken = game(man(36, 40), markers=[at, Marker("dummy", (32505, 9505))], ground=[HOUSE])
    assert where_to(taken.state, 0) == (39495, 9505)


@clause("sk.gap.portal-geometry", "sk.portal.eliminated")
@pytest.mark.parametrize(("far", "there"), [(12.0, True), (12.002, False)])
def test_twelve_inches_at_most(far: float, there: bool) -> None:
    """Exactly twelve will do."""
    corner = (32505, 9505)
    other = Marker("dummy", (39495, 9505))
    at = Marker("portal", (corner[0], corner[1] + inches(far)))
    scene = game(man(36, 40), markers=[at, other], ground=[HOUSE])
    assert where_to(scene.state, 0) == (corner if there else None)


@clause("sk.gap.portal-geometry")
def test_no_place_within_eight_inches_of_a_figure() -> None:
    """One stands round the corner: the place is out of sight, and too near."""
    scene = game(man(21, 8), markers=[portal(33, 17.5)], ground=[terrain("building", box=(22, 6, 6, 6))])
    near = (28495, 5505)
    assert near in usable_places(scene.state)
    assert exposure(scene.state, near, players(scene.state)) == UNSEEN
    assert not is_safe(scene.state, near, players(scene.state))


@clause("sk.gap.portal-geometry")
def test_of_equals_the_one_farther_from_the_players() -> None:
    """Both rear corners are as far: the figure stands to the left."""
    at = Marker("portal", (inches(36), inches(17)))
    for x, corner in ((35.2, (39495, 9505)), (36.8, (32505, 9505))):
        scene = game(man(x, 40), markers=[at], ground=[HOUSE])
        assert where_to(scene.state, 0) == corner


@clause("sk.portal.example-2", "sk.gap.portal-geometry")
def test_the_portal_nearest_to_the_players_moves_first() -> None:
    """One place is left for two: the nearer gets it, whichever is listed first."""
    far, near = portal(33, 17), portal(33, 19)
    block = Marker("dummy", (39495, 9505))
    scene = game(man(36, 40), markers=[far, near, block], ground=[HOUSE])
    scene.call(arrivals, dice=[1])
    assert where(scene)[:1] == [(32.5, 9.5)]
    assert len(scene.events("was eliminated")) == 1
    first = [verb for verb, _ in scene.told("was driven back", "was eliminated")]
    assert first == ["was driven back", "was eliminated"]
    assert scene.event("was driven back").tells["length"] > inches(9)  # the nearer one: it came from farther off


@clause("sk.portal.approach", "sk.portal.example-2")
def test_of_two_that_are_approached_the_nearer_moves_first() -> None:
    """Both behind a hedge within eight inches; one place is left."""
    far, near = portal(36, 19.9), portal(34, 20)
    taken = Marker("dummy", (39495, 9505), known=True)
    scene = game(man(34, 27), markers=[far, near, taken], ground=[HEDGE, HOUSE])
    scene.call(disturb, "PF")
    assert [verb for verb, _ in scene.told("was driven back", "was eliminated")] == [
        "was driven back",
        "was eliminated",
    ]
    assert scene.event("was driven back").tells["length"] < inches(10.7)


@clause("sk.portal.cover-meaning")
def test_a_place_needs_dead_ground_behind_it() -> None:
    """Behind a narrow house between two figures a man could hide, but not come or go."""
    house = terrain("building", box=(35, 20, 2, 2))
    point: Point = (inches(36), inches(19.4))
    one = game(man(22, 34, "Left"), markers=[], ground=[house])
    assert has_dead_ground(one.state, point, players(one.state))
    both = game(man(22, 34, "Left"), man(50, 34, "Right"), markers=[], ground=[house])
    viewers = players(both.state)
    assert not has_dead_ground(both.state, point, viewers)
    assert not is_safe(both.state, point, viewers)


@clause("sk.portal.cover-meaning", "sk.gap.portal-geometry", "sk.portal.rock", "sk.gen.placement")
def test_what_is_a_place() -> None:
    """Corners of a house outside and in, a wood within its edge, the ends of a wall; nothing at a rock, a road, water."""
    house = places_of((terrain("building", box=(10, 10, 4, 4)),))
    assert (9505, 9505) in house
    assert (10707, 10707) in house
    assert len(house) == 8
    wood = places_of((terrain("woods", box=(10, 10, 8, 8)),))
    assert len(wood) == 4
    assert all(inches(10) < x < inches(18) for x, _ in wood)
    assert places_of((terrain("wall", line=[(10, 10), (20, 10)]),)) == (
        (inches(9.3), inches(10)),
        (inches(20.7), inches(10)),
    )
    nothing = [terrain("rocks", box=(10, 10, 4, 4)), terrain("road", box=(0, 4, 40, 2))]
    assert places_of(tuple(nothing)) == ()


@clause("sk.portal.rock")
def test_not_even_a_rock_that_nobody_sees_is_a_place() -> None:
    """It lies behind the house, whose rear corners are taken: the portal has nowhere to go."""
    taken = [Marker("dummy", (x, 9505), known=True) for x in (32505, 39495)]
    scene = game(man(36, 40), markers=[portal(36, 19), *taken], ground=[HOUSE, terrain("rocks", box=(35, 7, 2, 2))])
    assert is_safe(scene.state, (inches(36), inches(9.4)), players(scene.state))
    scene.call(arrivals, dice=[1])
    assert scene.events("was eliminated")


@clause("sk.portal.cover-meaning")
def test_a_portal_in_a_house_is_in_cover() -> None:
    """A building could hold figures: players see it there, and it is in cover."""
    scene = game(man(36, 40), markers=[], ground=[HOUSE])
    inner = (33707, 15293)
    assert inner in usable_places(scene.state)
    assert exposure(scene.state, inner, players(scene.state)) == IN_COVER


# ---- hills


HILL = terrain("hill", box=(26, 16, 20, 6), height=3)


@clause("sk.portal.hill")
def test_a_hill_is_cover_until_somebody_sees_its_far_side() -> None:
    """A figure far round the flank is enough to make the portal one in the open."""
    behind = places_of((HILL,))
    spot = (inches(36), inches(15.3))
    assert spot in behind
    front = game(man(36, 40), markers=[Marker("portal", spot, known=True)], ground=[HILL])
    front.call(arrivals)
    assert front.state.markers[0].at == spot
    flank = game(man(36, 40), man(70, 10, "Flank"), markers=[Marker("portal", spot, known=True)], ground=[HILL])
    assert exposure(flank.state, spot, players(flank.state)) == IN_THE_OPEN
    flank.call(arrivals, dice=[1])
    assert [one.at for one in flank.state.markers] != [spot]
    assert "sk.portal.open" in flank.clauses()
