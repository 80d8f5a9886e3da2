"""Counters and players spot each other: when without a die, what a die needs, and which other counters are turned up."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.actions.tries import to_spot
from sandtable.rulesets.skirmish41.basics.forces import bases
from sandtable.rulesets.skirmish41.counters.markers import chained, disturb, markers_look
from sandtable.rulesets.skirmish41.solo.solo import begin_solo_part
from sandtable.rulesets.skirmish41.state import Marker, Mission
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

PATROL = Mission("patrol")
RADIUS = bases()["foot"].radius


def man(x: float = 36, y: float = 44, name: str = "Able", **rest: Any) -> Side:
    """One man of the players."""
    return brit("gb.rifle-team", (x, y), name=name, men=1, **rest)


def above(distance: float, y: float = 44) -> tuple[int, int]:
    """A point so far north of a man, from the edge of his base."""
    return inches(36), inches(y) - RADIUS - inches(distance)


def game(*sides: Side, markers: list[Marker], **rest: Any) -> Scene:
    """A solo game."""
    return Scene(*sides, markers=markers, mission=PATROL, size=(72, 72), **rest)


# ---- players spot counters


@clause("sk.spot.automatic", "sk.event.trigger")
@pytest.mark.parametrize(("distance", "turned"), [(20, True), (20.01, False)])
def test_a_counter_in_the_open_is_turned_up_by_who_comes_within_twenty_inches(distance: float, turned: bool) -> None:
    """Without a die."""
    scene = game(man(), markers=[Marker("dummy", above(distance))])
    scene.call(disturb, "Able")
    assert bool(scene.events("was turned up")) == turned
    assert len(scene.state.markers) == (0 if turned else 1)


@clause("sk.spot.automatic")
def test_a_counter_in_cover_is_not() -> None:
    """Behind a wall, or half behind the corner of a house."""
    wall = terrain("wall", line=[(30, 34.8), (42, 34.8)])
    scene = game(man(), markers=[Marker("dummy", (inches(36), inches(34)))], ground=[wall])
    scene.call(disturb, "Able")
    assert not scene.events("was turned up")
    house = terrain("building", box=(36, 30, 6, 6))
    scene = game(man(), markers=[Marker("dummy", (inches(36), inches(29)))], ground=[house])
    scene.call(disturb, "Able")
    assert not scene.events("was turned up")


@clause("sk.event.trigger", "sk.spot.own-turn")
@pytest.mark.parametrize(("die", "turned"), [(7, False), (8, True)])
def test_a_try_to_spot_a_counter_turns_it_up(die: int, turned: bool) -> None:
    """Thirty inches off in the open: long range, 8 or more. The sniper then fires at the team that found him."""
    scene = game(man(), markers=[Marker("sniper", above(30))])
    scene.act("Able", "spot", dice=[die, *([2] if turned else [])])
    assert scene.throws("tries to spot a counter")[0].needs == "8+"
    assert bool(scene.throws("A sniper fires")) == turned
    assert bool(scene.unit("Able").shot_by) == turned


@clause("sk.spot.stationary-cover")
def test_a_counter_in_cover_is_harder_to_spot() -> None:
    """It lies still: one band more."""
    wall = terrain("wall", line=[(30, 14.4), (42, 14.4)])
    scene = game(man(), markers=[Marker("dummy", above(30))], ground=[wall])
    scene.act("Able", "spot", dice=[9])
    assert scene.reasons("tries to spot") == ["10+ (long, +1 stationary in cover)"]


@clause("sk.solo.setup", "sk.event.trigger")
def test_a_portal_that_is_spotted_stays_and_is_known() -> None:
    """A dummy goes; of known counters none is tried again."""
    scene = game(man(), markers=[Marker("portal", above(30))])
    scene.act("Able", "spot", dice=[8])
    assert [(one.sort, one.known) for one in scene.state.markers] == [("portal", True)]
    assert to_spot(scene.state, 0) == []


# ---- counters spot players


@clause("sk.spot.solo-markers", "sk.spot.automatic")
@pytest.mark.parametrize(("distance", "dice", "turned"), [(20, [], True), (20.01, [7], False), (36, [8], True)])
def test_a_counter_spots_the_nearest_team(distance: float, dice: list[int], turned: bool) -> None:
    """Plainly up to twenty inches, on an 8 up to 36."""
    scene = game(man(), markers=[Marker("dummy", above(distance))])
    scene.call(markers_look, dice=dice)
    assert bool(scene.events("was turned up")) == turned


@clause("sk.spot.solo-markers")
def test_a_counter_looks_no_farther_than_36_inches() -> None:
    """Not even a die is thrown."""
    scene = game(man(), markers=[Marker("dummy", above(36.01))])
    scene.call(markers_look)
    assert not scene.throws()


@clause("sk.spot.solo-markers")
def test_only_the_nearest_is_looked_for() -> None:
    """The nearest stands behind a house: the other in plain sight is not spotted. Edges of bases count, not middles."""
    house = terrain("building", box=(33, 30, 6, 3))
    hidden, plain = man(36, 34.5, "Hidden"), man(46, 20, "Plain")
    scene = game(hidden, plain, markers=[Marker("dummy", (inches(36), inches(26)))], ground=[house])
    scene.call(markers_look)
    assert not scene.events("was turned up")
    strung = brit("gb.rifle-team", (36, 36), name="Strung", men=3, spots=((36, 50), (36, 60)))
    scene = game(strung, man(20, 26, "Other"), markers=[Marker("sniper", (inches(36), inches(26)))])
    scene.call(markers_look, dice=[2])
    assert scene.unit("Strung").shot_by
    assert not scene.unit("Other").shot_by


@clause("sk.spot.solo-markers", "sk.spot.stationary-cover", "sk.spot.unaware", "sk.spot.target-shooting")
def test_what_shifts_a_counters_try() -> None:
    """A team still behind a wall towards it; the solo side not yet alert; the team has fired."""
    wall = terrain("wall", line=[(30, 43), (42, 43)])
    marker = [Marker("dummy", above(30))]
    scene = game(man(), markers=marker, ground=[wall])
    scene.call(markers_look, dice=[9])
    assert scene.reasons() == ["10+ (long, +1 stationary in cover)"]
    scene = game(man(fields={"moved": 1}), markers=marker, ground=[wall])
    scene.call(markers_look, dice=[7])
    assert scene.reasons() == ["8+ (long)"]
    scene = game(man(fields={"fired": True}), markers=marker)
    scene.call(markers_look, dice=[4])
    assert scene.reasons() == ["5+ (long, -1 shooting)"]
    scene = game(man(), markers=marker, fields={"alert": (True, False)})
    scene.call(markers_look, dice=[9])
    assert scene.reasons() == ["10+ (long, +1 unaware of any enemy)"]


@clause("sk.spot.automatic", "sk.spot.stationary-cover")
def test_cover_is_looked_for_from_the_counter() -> None:
    """A wall behind the team does not hide it from a counter before it."""
    wall = terrain("wall", line=[(30, 44.9), (42, 44.9)])
    scene = game(man(), markers=[Marker("dummy", above(18))], ground=[wall])
    scene.call(markers_look)
    assert scene.events("was turned up")


@clause("sk.spot.solo-markers")
def test_counters_look_at_the_beginning_of_the_solo_part() -> None:
    """And who was struck tests his morale before the solo force acts."""
    scene = game(man(), markers=[Marker("mines", above(18))])
    scene.call(begin_solo_part, dice=[12, 1, 1])
    assert scene.throws("Mines")
    assert len(scene.throws()) == 3
    assert scene.unit("Able").tests == ()


@clause("sk.spot.solo-markers")
def test_known_portals_do_not_look() -> None:
    """There is nobody there."""
    scene = game(man(), markers=[Marker("portal", above(18), known=True)])
    scene.call(markers_look)
    assert not scene.news


# ---- chains


@clause("sk.event.chain-12", "sk.event.chain-30")
@pytest.mark.parametrize(
    ("apart", "walled", "turned"), [(12, True, True), (12.01, True, False), (30, False, True), (30.01, False, False)]
)
def test_counters_within_twelve_or_in_sight_within_thirty_are_turned_up_too(
    apart: float, walled: bool, turned: bool
) -> None:
    """Twelve inches through anything, thirty in sight."""
    house = terrain("building", box=(40, 20, 3, 8))
    first, other = (inches(36), inches(24)), (inches(36 + apart), inches(24))
    scene = game(
        man(36, 30), markers=[Marker("dummy", first), Marker("dummy", other)], ground=[house] if walled else []
    )
    assert bool(chained(scene.state, scene.state.markers[0])) == turned
    scene.call(disturb, "Able")
    assert len(scene.state.markers) == (0 if turned else 1)
    if turned:
        clauses = [one.because for one in scene.events("was turned up")]
        assert clauses[1] == ("sk.event.chain-12" if walled else "sk.event.chain-30",)


@clause("sk.event.chain-12")
@pytest.mark.parametrize(("recursive", "left"), [(False, 1), (True, 0)])
def test_a_chain_goes_on_only_where_it_is_recursive(recursive: bool, left: int) -> None:
    """Three counters in a row, eleven inches and a house between each two."""
    houses = [terrain("building", box=(x, 20, 3, 8)) for x in (30, 41)]
    row = [Marker("dummy", (inches(x), inches(24))) for x in (26, 37, 48)]
    scene = game(man(22, 26), markers=row, ground=houses, chain_reveal_recursive=recursive)
    scene.call(disturb, "Able")
    assert len(scene.state.markers) == left


@clause("sk.event.chain-30")
@pytest.mark.parametrize(("recursive", "left"), [(False, 1), (True, 0)])
def test_a_chain_in_sight_goes_on_only_where_it_is_recursive(recursive: bool, left: int) -> None:
    """Twenty-five inches between each two in the open."""
    row = [Marker("dummy", (inches(x), inches(24))) for x in (10, 35, 60)]
    scene = game(man(6, 26), markers=row, chain_reveal_recursive=recursive)
    scene.call(disturb, "Able")
    assert len(scene.state.markers) == left


@clause("sk.event.chain-12", "sk.event.trigger")
def test_an_event_in_a_chain_strikes_the_team_that_set_it_off() -> None:
    """The dummy that was spotted drags mines along."""
    near = man(50, 24, "Baker")
    row = [Marker("dummy", (inches(36), inches(24))), Marker("mines", (inches(42), inches(24)))]
    scene = game(man(36, 30), near, markers=row)
    scene.call(disturb, "Able", dice=[1])
    assert scene.unit("Able").shot_by
    assert not scene.unit("Baker").shot_by
    assert [(one.sort, one.known) for one in scene.state.markers] == [("mines", True)]


@clause("sk.event.chain-12", "sk.solo.setup")
def test_a_preset_team_in_a_chain_is_put_down() -> None:
    """Replaced by the unit it hides, which is known from then on."""
    row = [Marker("dummy", (inches(36), inches(24))), Marker("portal", (inches(42), inches(24)), team=1)]
    scene = Scene(
        man(36, 30), german("de.rifle-team", name="Anton"), markers=row, mission=Mission("ambush"), size=(72, 72)
    )
    scene.call(disturb, "Able")
    anton = scene.unit("Anton")
    assert (anton.place, anton.spotted, anton.defends) == ("table", True, True)
    assert scene.point("Anton") == (42, 24)
    assert scene.state.markers == ()
    assert scene.state.contact
