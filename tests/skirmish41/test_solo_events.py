"""Event counters: a sniper's shot, a random round, mines and when they strike again, smoke."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.forces import bases
from sandtable.rulesets.skirmish41.basics.terrain import HARD
from sandtable.rulesets.skirmish41.counters.events import sniper_chance, strike_with
from sandtable.rulesets.skirmish41.counters.markers import disturb, markers_look
from sandtable.rulesets.skirmish41.state import Marker, Mission, Sort
from tests.clause import clause

from .kit import Scene, Side, brit, terrain

PATROL = Mission("patrol")
AT = (inches(30), inches(14))


def able(**fields: Any) -> Side:
    """A team of four close together."""
    return brit("gb.rifle-team", (30, 30), name="Able", men=4, **fields)


def event(sort: Sort, **fields: Any) -> Marker:
    """An event face down, sixteen inches from the team."""
    return Marker(sort, AT, **fields)


def game(*sides: Side, markers: list[Marker] | None = None, **rest: Any) -> Scene:
    """A solo game."""
    return Scene(*sides, markers=markers or (), mission=PATROL, **rest)


# ---- the sniper


@clause("sk.event.sniper", "sk.event.replaces")
@pytest.mark.parametrize(("die", "more"), [(7, []), (8, [3, 4])])
def test_a_sniper_fires_one_careful_shot_at_medium_range(die: int, more: list[int]) -> None:
    """Eight hits, wherever the counter lies; a random figure, and one more on the effect die: a 4 wounds."""
    scene = game(able())
    scene.call(strike_with, "sniper", "Able", AT, dice=[die, *more])
    assert scene.throws("A sniper fires")[0].needs == "8+"
    assert scene.figure("Able", 2).wounds == len(more) // 2
    assert [scene.figure("Able", man).wounds for man in (0, 1, 3)] == [0, 0, 0]


@clause("sk.event.sniper")
def test_a_snipers_shot_has_the_usual_shifts() -> None:
    """A lone man is dispersed: long range, 12. Behind a wall towards the counter: past long, no shot at all."""
    lone = game(brit("gb.rifle-team", (30, 30), name="Able", men=1))
    lone.call(strike_with, "sniper", "Able", AT, dice=[11])
    assert lone.reasons("A sniper") == ["12+ (careful aimed, medium, +1 dispersed)"]
    wall = game(able(), ground=[terrain("wall", line=[(25, 29), (40, 29)])])
    assert not sniper_chance(wall.state, 0, AT).possible
    wall.call(strike_with, "sniper", "Able", AT)
    assert wall.events("was not harmed")


@clause("sk.event.sniper")
def test_the_cover_is_the_teams_not_the_counters() -> None:
    """A counter behind a wall of its own fires at men in the open as ever."""
    scene = game(able(), ground=[terrain("wall", line=[(25, 14.5), (40, 14.5)])])
    assert sniper_chance(scene.state, 0, AT).score == 8


@clause("sk.event.sniper", "sk.veh.occupants")
def test_a_sniper_shoots_at_those_in_an_open_vehicle() -> None:
    """As at men in the soft cover of a jeep; the hard cover of a carrier is too much, and a tank has nobody to shoot at."""
    jeep = Scene(brit("gb.jeep", (30, 20), name="Able"), mission=Mission("patrol"))
    jeep.call(strike_with, "sniper", "Able", AT, dice=[12, 4])
    assert jeep.reasons("A sniper") == ["12+ (careful aimed, medium, +1 in soft cover)"]
    assert jeep.figure("Able").wounds == 1
    for troop in ("gb.carrier", "gb.sherman"):
        closed = Scene(brit(troop, (30, 20), name="Able"), mission=Mission("patrol"))
        closed.call(strike_with, "sniper", "Able", AT)
        assert closed.told("was not harmed")


@clause("sk.event.sniper")
def test_a_sniper_whom_something_hides_counts_the_cover_that_they_stand_in() -> None:
    """A chain may turn up a sniper who sees nobody: he shoots all the same."""
    house = terrain("building", box=(25, 18, 12, 5))
    open_ground = game(able(), ground=[house])
    assert sniper_chance(open_ground.state, 0, AT).score == 8
    trench = terrain("trench", box=(28, 29, 12, 2))
    dug_in = game(able(), ground=[house, trench])
    assert [shift.value for shift in sniper_chance(dug_in.state, 0, AT).shifts] == [HARD]


@clause("sk.event.sniper")
def test_a_sniper_does_no_harm_to_a_closed_vehicle() -> None:
    """No die is thrown."""
    scene = game(brit("gb.sherman", (30, 30), name="Tank"))
    scene.call(strike_with, "sniper", "Tank", AT)
    assert scene.events("was not harmed")


# ---- artillery


@clause("sk.event.artillery", "sk.event.replaces")
def test_a_random_round_needs_sixteen_and_is_a_75_mm_shell() -> None:
    """A miss does nothing; a hit is a D8 for everybody it catches, one more for they are unaware of it."""
    scene = game(able(gap=0.05))
    scene.call(strike_with, "artillery", "Able", AT, dice=[15])
    assert scene.reasons("random artillery") == ["16+ (long)"]
    assert [one.verb for one in scene.events("fell wide")] == ["fell wide"]
    scene.call(strike_with, "artillery", "Able", AT, dice=[16, 2, 2, 3, 1])
    assert [one.sides for one in scene.throws("blast")] == [8] * 4
    assert [scene.figure("Able", man).wounds for man in range(4)] == [1, 1, 1, 0]
    assert scene.unit("Able").suppression == 1


@clause("sk.event.artillery")
def test_a_random_round_strikes_a_vehicle_on_the_damage_chart() -> None:
    """One throw of a D20 for it."""
    scene = game(brit("gb.sherman", (30, 30), name="Tank"))
    scene.call(strike_with, "artillery", "Tank", AT, dice=[16, 1])
    assert [one.sides for one in scene.throws()] == [20, 20]


# ---- mines


@clause("sk.event.mines")
def test_mines_throw_a_die_for_each_member_as_an_aimed_machine_gun() -> None:
    """Four men: a D20 each, hitting on 12 or more; whose die it is suffers, and the effect die has one more."""
    scene = game(able())
    first, second, third, fourth = scene.unit("Able").men
    scene.call(strike_with, "mines", "Able", AT, dice=[11, 12, 4, 1, 20, 6])
    assert [(one.faces, one.needs) for one in scene.throws("Mines")] == [((face,), "12+") for face in (11, 12, 1, 20)]
    assert scene.reasons("Mines") == ["12+ (aimed, medium)"] * 4
    assert scene.event("was wounded").figures == (second,)
    assert scene.unit("Able").men == (first, second, third)
    assert not scene.throws("Which of")
    assert fourth not in scene.unit("Able").men


@clause("sk.event.mines", "sk.flame.operator-hit")
def test_who_burns_before_it_is_his_turn_steps_on_no_mine() -> None:
    """The flamethrower goes up, and the man after it dies of the flame: the two others still have their own dice."""
    scene = game(able())
    scene.change("Able", 0, arms=("flamethrower",))
    left = scene.unit("Able").men[2:]
    scene.call(strike_with, "mines", "Able", AT, dice=[12, 6, 1, 1, 11, 11])
    told = [throw.why.partition(" ")[0] for throw in scene.throws()]
    assert told == ["Mines", "Flame", "Flame", "Flame", "Mines", "Mines"]
    assert scene.unit("Able").men == left


@clause("sk.event.mines")
def test_neither_cover_nor_order_helps_against_mines() -> None:
    """It is a medium range shot, nothing shifts it."""
    scene = game(able(gap=3), ground=[terrain("trench", box=(28, 29, 30, 2))])
    scene.call(strike_with, "mines", "Able", AT, dice=[11, 11, 11, 11])
    assert scene.reasons("Mines") == ["12+ (aimed, medium)"] * 4


@clause("sk.event.mines")
def test_a_vehicle_among_mines_throws_one_die() -> None:
    """A hit is on the damage chart."""
    scene = game(brit("gb.sherman", (30, 30), name="Tank"))
    scene.call(strike_with, "mines", "Tank", AT, dice=[12, 1])
    assert [one.sides for one in scene.throws()] == [20, 20]


@clause("sk.event.mines-repeat", "sk.event.trigger")
def test_mines_stay_and_strike_others_within_ten_inches_in_a_later_turn() -> None:
    """Not in the same turn, not those they have struck already, not beyond ten inches; then they do."""
    near = brit("gb.rifle-team", (30, 20), name="Near", men=1)
    mines = [Marker("mines", AT)]
    scene = game(near, markers=mines)
    scene.call(markers_look, dice=[11])
    (left,) = scene.state.markers
    assert (left.known, left.struck, left.victims) == (True, 2, (0,))
    scene.call(markers_look)  # the same turn
    scene = game(near, markers=[left], turn=3)
    scene.call(markers_look)  # the same team
    assert not scene.events("was turned up")
    fresh = game(near, markers=[Marker("mines", AT, known=True, struck=2)])
    fresh.call(markers_look)  # another team, in the turn in which they went off
    assert not fresh.events("was turned up")


@clause("sk.event.mines-repeat")
@pytest.mark.parametrize(("distance", "strikes"), [(10, True), (10.01, False)])
def test_used_mines_reach_ten_inches(distance: float, strikes: bool) -> None:
    """Edge of base to counter."""
    at = (inches(30), inches(30) - bases()["foot"].radius - inches(distance))
    used = Marker("mines", at, known=True, struck=2)
    scene = game(brit("gb.rifle-team", (30, 30), name="Near", men=1), markers=[used], turn=3)
    scene.call(markers_look, dice=[11] if strikes else [])
    assert bool(scene.throws("Mines")) == strikes


@clause("sk.event.mines-repeat")
@pytest.mark.parametrize(("option", "left"), [("mines-only", 0), ("all-events", 1)])
def test_other_events_are_used_up_unless_all_may_strike_again(option: str, left: int) -> None:
    """A sniper's counter is taken away, or turned over."""
    scene = game(able(), markers=[event("sniper")], event_repeats=option)
    scene.call(markers_look, dice=[7])
    assert len(scene.state.markers) == left
    assert all(one.known and one.struck == 2 for one in scene.state.markers)


@clause("sk.event.mines-repeat", "sk.event.chain-12")
def test_used_mines_are_not_set_off_by_a_chain() -> None:
    """They strike whom they spot themselves."""
    used = Marker("mines", (inches(32), inches(14)), known=True, struck=1, victims=(0,))
    scene = game(able(), markers=[event("dummy"), used])
    scene.call(markers_look)
    assert [one.tells["sort"] for one in scene.events("was turned up")] == ["nothing"]
    assert scene.state.markers == (used,)


# ---- smoke, contact


@clause("sk.gap.solo-markers")
def test_a_smoke_round_falls_on_the_team() -> None:
    """It lies there as smoke does."""
    scene = game(able())
    scene.call(strike_with, "smoke", "Able", AT)
    assert [piece.kind for piece in scene.state.terrain] == ["smoke"]
    assert scene.told("a smoke round fell") == [("a smoke round fell", 0)]


@clause("sk.gen.no-contact")
@pytest.mark.parametrize(("sort", "contact"), [("sniper", True), ("mines", True), ("dummy", False), ("portal", False)])
def test_an_event_that_strikes_is_contact(sort: Sort, contact: bool) -> None:
    """A dummy or a portal that is turned up is none."""
    scene = game(able(), markers=[event(sort)])
    scene.call(disturb, "Able", dice={"sniper": [7], "mines": [1, 1, 1, 1]}.get(sort, []))
    assert scene.events("was turned up")
    assert scene.state.contact == contact


@clause("sk.event.trigger")
def test_whoever_spots_an_event_suffers_it() -> None:
    """The team that moved, not the one that is nearer."""
    other = brit("gb.rifle-team", (24, 24), name="Baker", men=4)
    scene = game(able(), other, markers=[event("mines")])
    scene.call(disturb, "Able", dice=[1, 1, 1, 1])
    assert scene.unit("Able").shot_by
    assert not scene.unit("Baker").shot_by
