"""Artillery barrages: calling one, the chart, and what falls on whom."""

from typing import Any

import msgspec
import pytest

from sandtable.geometry.units import inches
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.state import Support
from tests.clause import clause

from .kit import Scene, Side, de, stay, terrain, us

OBSERVER = us("us.artillery-observer", (10, 40), name="Observer")
POINT = (36, 24)


def medic(distance: float, side: int = 1, **rest: Any) -> Side:
    """One man whose base is so far to the right of the aiming point."""
    return Side(side=side, troop="us.medic", at=(POINT[0] + distance + 0.5, POINT[1]), **rest)


def due(*sides: Side, **rest: Any) -> Scene:
    """A battle at the start of its third turn, with a barrage of side 0 due at the aiming point."""
    scene = Scene(OBSERVER, *sides, turn=3, **rest)
    called = Support("barrage", 0, 0, point=(inches(POINT[0]), inches(POINT[1])))
    scene.state = msgspec.structs.replace(scene.state, phase="start", supports=(called,))
    return scene


def spot(x: float, y: float) -> list[list[int]]:
    """A point as an answer."""
    return [[inches(x), inches(y)]]


# ---- calling


@clause("ba.gap.artillery-observer", "ba.barrage.roll")
def test_an_observer_on_fire_calls_a_barrage_that_is_rolled_for_at_the_start_of_the_next_turn() -> None:
    """He names a point he sees; nothing falls this turn; the chart comes before the first order die of the next."""
    scene = Scene(OBSERVER, de("us.medic", (50, 10), name="Medic"))
    scene.order("Observer", "fire", call_support="call", aim_barrage=spot(36, 24))
    assert not scene.throws()
    assert scene.state.supports == (Support("barrage", 0, 0, point=(36000, 24000)),)
    scene.end_turn()
    scene.start_turn([4, 1])
    assert [why for why, _, _ in scene.thrown()] == ["artillery barrage", "reach of the barrage"]
    assert [verb for verb, _ in scene.told()] == [
        "a turn began",
        "support was due",
        "a barrage was due",
        "the barrage fell",
        "orders began",
    ]
    assert not scene.state.supports


@clause("ba.gap.artillery-observer")
def test_only_one_barrage_is_called_in_a_game() -> None:
    """The second time he is on Fire he is not asked."""
    scene = Scene(OBSERVER, de("us.medic", (50, 10), name="Medic"))
    scene.order("Observer", "fire", call_support="call", aim_barrage=spot(36, 24))
    scene.order("Observer", "fire", target="none")
    assert "call support" not in scene.kinds_asked()


@clause("ba.gap.artillery-observer")
@pytest.mark.parametrize("order", ["ambush", "rally", "down"])
def test_a_barrage_is_called_with_a_fire_order_only(order: str) -> None:
    """No other order lets him call, Ambush neither."""
    scene = Scene(OBSERVER, de("us.medic", (50, 10), name="Medic"))
    scene.order("Observer", order)
    assert scene.asked == []


@clause("ba.gap.artillery-observer", "ba.gap.air-observer")
@pytest.mark.parametrize("order", ["advance", "run"])
@pytest.mark.parametrize("troop", ["us.artillery-observer", "us.air-observer"])
def test_an_observer_on_the_move_does_not_call(troop: str, order: str) -> None:
    """He may shoot after an Advance, but neither barrage nor aircraft are called."""
    scene = Scene(us(troop, (10, 40), name="Observer"), de("us.medic", (50, 10), name="Medic"))
    answers: dict[str, Any] = {"target": "none"} if order == "advance" else {}
    scene.order("Observer", order, move=stay(), **answers)
    assert "call support" not in scene.kinds_asked()


@clause("ba.gap.artillery-observer")
@pytest.mark.parametrize("point", [(36, -0.001), (36, 48.001), (-0.001, 24), (72.001, 24)])
def test_the_point_must_be_on_the_table(point: tuple[float, float]) -> None:
    """A hair beyond an edge is refused."""
    scene = Scene(OBSERVER, de("us.medic", (50, 10)))
    off = scene.refused(lambda: scene.order("Observer", "fire", call_support="call", aim_barrage=spot(*point)))
    assert off.refusal.why == "the point is off the table"


@clause("ba.gap.artillery-observer")
def test_the_point_must_be_in_the_observers_sight() -> None:
    """Behind a house it is refused, before it it is not."""
    scene = Scene(OBSERVER, de("us.medic", (50, 10)), ground=[terrain("building", box=(16, 30, 6, 6))])
    behind = scene.refused(lambda: scene.order("Observer", "fire", call_support="call", aim_barrage=spot(24, 28)))
    assert behind.refusal.why == "the observer does not see that point"
    scene.order("Observer", "fire", call_support="call", aim_barrage=spot(15, 36))
    assert scene.state.supports


@clause("ba.gap.artillery-observer")
def test_a_barrage_comes_although_its_observer_is_dead() -> None:
    """It was called, and so it is rolled for."""
    scene = due(medic(3, name="Medic"))
    scene.state = with_unit(scene.state, 0, {"place": "destroyed", "men": ()})
    scene.start_turn([5, 1, 1, 2])
    assert scene.unit("Medic").pins == 1


# ---- the chart


@clause("ba.barrage.miscalculation")
@pytest.mark.parametrize(("distance", "allowed"), [(24.0, True), (24.001, False)])
def test_on_a_one_the_enemy_may_shift_the_point_by_twenty_four_inches(distance: float, allowed: bool) -> None:
    """He shifts it back onto the caller's own mortar, and the barrage falls at once."""
    mortar = us("us.light-mortar", (12, 24), name="Mortar")
    scene = due(mortar, medic(3, name="Medic"))
    aim = spot(POINT[0] - distance, POINT[1])
    if not allowed:
        refused = scene.refused(lambda: scene.start_turn([1], shift_barrage=aim))
        assert refused.refusal.because == ("ba.barrage.miscalculation",)
        return
    scene.start_turn([1, 1, 1, 2], shift_barrage=aim)
    assert scene.asked[0].seat == 1
    assert (scene.unit("Mortar").pins, scene.unit("Medic").pins) == (1, 0)


@clause("ba.barrage.miscalculation")
def test_the_enemy_need_not_shift_the_point() -> None:
    """He may leave it; it falls where it was called."""
    scene = due(medic(3, name="Medic"))
    scene.start_turn([1, 1, 1, 2])
    assert scene.unit("Medic").pins == 1


@clause("ba.barrage.delay", "ba.gap.artillery-observer")
@pytest.mark.parametrize("die", [2, 3])
def test_on_two_or_three_the_caller_may_shift_the_marker_and_rolls_again_next_turn(die: int) -> None:
    """He shifts it twelve inches; it does not fall this turn, and next turn it falls there."""
    scene = due(medic(15, name="Medic"))
    scene.start_turn([die], shift_barrage=spot(POINT[0] + 12, POINT[1]))
    assert scene.asked[0].seat == 0
    assert scene.state.supports == (Support("barrage", 0, 0, point=(48000, 24000)),)
    scene.start_turn([4, 1, 1, 2])
    assert scene.unit("Medic").pins == 1


@clause("ba.barrage.delay")
def test_the_marker_is_shifted_by_twelve_inches_at_most() -> None:
    """A hair more is refused."""
    scene = due(medic(15))
    refused = scene.refused(lambda: scene.start_turn([2], shift_barrage=spot(POINT[0] + 12.001, POINT[1])))
    assert refused.refusal.because == ("ba.barrage.delay",)


@clause("ba.barrage.delay", "ba.barrage.miscalculation")
@pytest.mark.parametrize("die", [1, 2])
@pytest.mark.parametrize(
    ("edge", "aimed"), [((36, 0), (36, 6)), ((36, 48), (36, 42)), ((0, 24), (6, 24)), ((72, 24), (66, 24))]
)
def test_the_point_is_not_shifted_off_the_table(edge: tuple[int, int], aimed: tuple[int, int], die: int) -> None:
    """To the very edge it may be, and not a hair farther."""
    scene = Scene(OBSERVER, turn=3)
    called = Support("barrage", 0, 0, point=(inches(aimed[0]), inches(aimed[1])))
    scene.state = msgspec.structs.replace(scene.state, phase="start", supports=(called,))
    beyond = spot(*(to + (to - start) / 6000 for to, start in zip(edge, aimed, strict=True)))
    off = scene.refused(lambda: scene.start_turn([die], shift_barrage=beyond))
    assert off.refusal.why == "the point is off the table"
    scene.start_turn([die, 1] if die == 1 else [die], shift_barrage=spot(*edge))
    assert scene.event("the aiming point was moved").tells["point"] == [inches(edge[0]), inches(edge[1])]


@clause("ba.barrage.effect-area")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_on_four_or_more_it_falls_at_once_where_it_was_called(die: int) -> None:
    """Nobody is asked anything."""
    scene = due(medic(3, name="Medic"))
    scene.start_turn([die, 1, 1, 2])
    assert scene.asked == []
    assert scene.unit("Medic").pins == 1


@clause("ba.barrage.effect-area")
@pytest.mark.parametrize(("distance", "reached"), [(10.0, True), (10.001, False)])
def test_the_barrage_reaches_a_die_and_six_inches(distance: float, reached: bool) -> None:
    """With a 4 it reaches ten inches: a base exactly that far away is inside."""
    scene = due(medic(distance, name="Medic"))
    scene.start_turn([4, 4, *[1, 2] * reached])
    assert scene.event("the barrage fell").tells["reach"] == 10
    assert scene.unit("Medic").pins == int(reached)


@clause("ba.barrage.effect-area")
def test_one_roll_of_reach_and_a_die_for_every_unit_of_either_side() -> None:
    """A squad counts with its nearest man and a tank with its hull; units off the table are spared."""
    squad = us("us.rifle-squad", (POINT[0] - 7.5, POINT[1]), name="Able", men=6, gap=0.5)
    tank = de("de.panzer-iv", (POINT[0], POINT[1] + 8), name="Tank", bearing=90)
    scene = due(squad, tank, medic(3, name="Medic"), de("us.medic", name="Waiting"))
    scene.start_turn([4, 1, 1, 1, 2, 3, 3, 5])
    assert [why.partition(",")[0] for why, _, _ in scene.thrown("the barrage on")] == [
        "the barrage on Able",
        "the barrage on Tank",
        "the barrage on Medic",
    ]
    assert len(scene.throws("reach of the barrage")) == 1
    assert [scene.unit(name).pins for name in ("Able", "Tank", "Medic", "Waiting")] == [1, 2, 3, 0]


@clause("ba.barrage.effect-area", "ba.gap.buildings")
@pytest.mark.parametrize(("left", "reached"), [(7.0, True), (7.001, False)])
def test_men_in_a_building_are_as_far_away_as_its_wall(left: float, reached: bool) -> None:
    """Wherever they stand inside and wherever the windows are."""
    x = POINT[0] + left
    house = terrain("building", box=(x, 21, 6, 6), openings=[(x + 6, 24)])
    scene = due(medic(left + 3, name="Medic", fields={"building": 0}), ground=[house])
    scene.start_turn([4, 1, *[1, 2] * reached])
    assert scene.unit("Medic").pins == int(reached)


@clause("ba.barrage.effect-pins")
@pytest.mark.parametrize(("die", "pins"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_one_to_five_pin_a_unit_with_a_d3(die: int, pins: int) -> None:
    """The D3 is half a die, rounded up; nobody is hit."""
    scene = due(medic(3, name="Medic"))
    scene.start_turn([4, 1, die, die])
    assert scene.unit("Medic").pins == pins
    assert not scene.events("was hit")


@clause("ba.barrage.effect-hit", "ba.he.3d6")
def test_a_six_is_a_hit_by_a_heavy_howitzer_on_men() -> None:
    """It takes the place of the D3 pins: D6 pins, 3D6 hits, each damaging Regulars whatever the die (4+ with +4)."""
    squad = de("us.rifle-squad", (POINT[0] + 2, POINT[1]), name="Foes")
    scene = due(squad)
    scene.start_turn([4, 1, 6, 3, 1, 1, 1, 1, 2, 3])
    assert scene.thrown("Foes")[1:] == [
        ("Foes: D6 pins", (3,), ""),
        ("Foes: 3D6 hits", (1, 1, 1), ""),
        ("heavy howitzer on Foes: to damage", (1, 2, 3), "1+ (+4 penetration)"),
    ]
    assert scene.unit("Foes").pins == 3
    assert len(scene.unit("Foes").men) == 9


@clause("ba.barrage.effect-hit", "ba.gap.he-vs-armour", "ba.gap.top-armour")
def test_a_six_is_a_single_hit_on_the_top_of_an_armoured_vehicle() -> None:
    """One roll at +4 and +1; the pins of the class are taken once."""
    scene = due(de("de.panzer-iv", POINT, name="Tank"))
    scene.start_turn([4, 1, 6, 2, 3])
    assert scene.thrown("on Tank: to penetrate") == [
        ("heavy howitzer on Tank: to penetrate", (3,), "9+ with +5 (+4 penetration, +1 top armour)")
    ]
    assert scene.unit("Tank").pins == 2


@clause("ba.barrage.effect-hit", "ba.result.open-topped")
def test_an_open_topped_vehicle_suffers_more_from_a_barrage() -> None:
    """A barrage is indirect fire: superficial damage on a half-track is rolled with D6-2, and a 6 knocks it out."""
    scene = due(de("de.half-track", POINT, name="Half-track"))
    scene.start_turn([4, 1, 6, 1, 2, 6])
    assert scene.thrown("damage result") == [
        ("Half-track: damage result (-3 superficial damage, +1 open-topped under indirect fire)", (6,), "")
    ]
    assert scene.unit("Half-track").place == "destroyed"
