"""The six orders, each given and carried out."""

import pytest

from tests.clause import clause

from .kit import Scene, de, drive, shift, stay, us
from .turn_kit import MISSES, facing, needs


@clause("ba.order.fire")
def test_fire_is_at_full_effect_without_moving() -> None:
    """Riflemen on Fire ten inches away need 3 or more and are not asked to move."""
    scene = facing(10)
    scene.order("Able", "fire", [1, 1, *MISSES], target="Foes")
    assert needs(scene) == "3+"
    assert scene.kinds_asked() == ["target", "react"]
    assert scene.point("Able") == (20, 20)
    assert scene.unit("Able").order == "fire"


@clause("ba.order.advance")
def test_advance_is_a_move_and_then_shooting_on_the_move() -> None:
    """Six inches ahead, then shots at -1; the assault weapon does not mind."""
    scene = facing(12)
    scene.order("Able", "advance", [1, 1, *MISSES], move=shift(3, 0), target="Foes")
    assert scene.kinds_asked() == ["move", "target", "react"]
    assert scene.point("Able") == (23, 20)
    assert needs(scene) == "4+ (-1 on the move)"
    assert needs(scene, "Sub-machine gun") == "4+ (-1 long range)"
    assert scene.unit("Able").order == "advance"


@clause("ba.order.advance")
def test_shooting_after_an_advance_is_optional() -> None:
    """The unit may hold its fire."""
    scene = facing(12)
    scene.order("Able", "advance", move=shift(6, 0), target="none")
    assert not scene.events("opened fire")


@clause("ba.order.advance")
def test_an_advance_is_six_inches_and_no_more() -> None:
    """A thousandth too much is refused."""
    scene = facing(20)
    refusal = scene.refused(lambda: scene.order("Able", "advance", move=shift(6.001, 0))).refusal
    assert (refusal.measured, refusal.allowed) == (6001, 6000)


@clause("ba.order.advance")
@pytest.mark.parametrize(("counts", "rifles"), [(True, "4+ (-1 on the move)"), (False, "3+")])
def test_an_advance_of_no_inches_counts_as_moving(counts: bool, rifles: str) -> None:
    """Standing still on an Advance costs the -1, unless the table plays it otherwise."""
    scene = facing(12, advance_zero_counts_as_moving=counts)
    scene.order("Able", "advance", [1, 1, *MISSES], move=stay(), target="Foes")
    assert needs(scene) == rifles


@clause("ba.order.advance")
def test_men_in_an_open_vehicle_shoot_on_an_advance_too() -> None:
    """Passengers who stay aboard on an Advance shoot out of their half-track, on the move: four men whose weapons reach."""
    scene = facing(
        12,
        us("us.half-track", (20, 15), name="Track", bearing=90),
        us("us.rifle-squad", name="Riders", men=6, fields={"place": "aboard", "aboard": 2}),
    )
    scene.order("Riders", "advance", [1] * (2 + 3), manoeuvre="stay", target="Foes")
    assert needs(scene, "Automatic rifle") == "4+ (-1 on the move)"


@clause("ba.order.run")
def test_a_run_is_twice_as_far_and_nobody_shoots() -> None:
    """Twelve inches, with the enemy in plain sight, and no shot is offered."""
    scene = facing(20)
    scene.order("Able", "run", move=shift(0, 12))
    assert scene.kinds_asked() == ["move"]
    assert scene.point("Able") == (20, 32)
    refusal = scene.refused(lambda: scene.order("Able", "run", move=shift(0, 12.001))).refusal
    assert refusal.allowed == 12000


@clause("ba.order.run")
@pytest.mark.parametrize(("troop", "far"), [("us.sherman", 18), ("us.half-track", 18), ("us.truck", 24)])
def test_vehicles_run_at_double_speed(troop: str, far: float) -> None:
    """Tracked and half-tracked vehicles run 18 inches, wheeled ones 24, and do not shoot."""
    scene = Scene(us(troop, (10, 30), name="Car", bearing=90), de("us.medic", (60, 5), name="Foes"))
    refusal = scene.refused(lambda: scene.order("Car", "run", drive=drive((0, far + 0.001)))).refusal
    assert refusal.allowed == far * 1000
    scene.order("Car", "run", drive=drive((0, far)))
    assert scene.kinds_asked() == ["drive"]
    assert scene.point("Car") == (10 + far, 30)


@clause("ba.order.run-assault")
def test_an_assault_is_a_run_declared_when_it_is_ordered() -> None:
    """The die shows Run, and the assault is one of the choices when the order is given."""
    scene = facing(4)
    scene.draw([1, *[6, 1, 1, 1, 1, 1, 1], *[1] * 6, 1], order="assault", move=stay())
    assert "assault" in scene.offered("order")
    assert scene.unit("Able").order == "run"
    assert "ba.order.run-assault" in scene.event("was ordered").because
    assert scene.events("fought a round")


@clause("ba.order.run-assault")
@pytest.mark.parametrize("order", ["run", "advance"])
def test_no_other_move_comes_to_grips(order: str) -> None:
    """A Run or Advance that was not declared an assault keeps an inch away."""
    scene = facing(4)
    refusal = scene.refused(lambda: scene.order("Able", order, move=shift(3.5, 0), target="none")).refusal
    assert refusal.because == ("ba.gap.separation",)


@clause("ba.order.ambush")
def test_ambush_waits() -> None:
    """Nothing is asked and nothing is done, but the die shows Ambush, and the next enemy to move can be shot at."""
    scene = facing(12)
    scene.order("Able", "ambush")
    assert (scene.kinds_asked(), scene.thrown(), scene.unit("Able").order) == ([], [], "ambush")
    scene.order("Foes", "run", MISSES, move=shift(0, 2), ambush="station 1")
    assert scene.event("sprang its ambush").unit == scene.number("Able")


@clause("ba.order.rally")
def test_a_rally_takes_off_a_die_of_pins() -> None:
    """Five pins, the order test passed, and a 3 on the rally die: one is left. Nobody moves or shoots."""
    scene = facing(12, pins=5)
    scene.order("Able", "rally", [2, 2, 3])
    assert scene.unit("Able").pins == 1
    assert [event.tells["count"] for event in scene.events("shook off pins")] == [1, 3]
    assert scene.kinds_asked() == []


@clause("ba.order.rally")
@pytest.mark.parametrize(("pins", "dice", "left"), [(3, [2, 2, 6], 0), (8, [1, 1, 1], 6), (1, [2, 2], 0), (0, [], 0)])
def test_a_rally_never_takes_off_more_than_there_are(pins: int, dice: list[int], left: int) -> None:
    """Pins do not go below none, and no die is thrown for none."""
    scene = facing(12, pins=pins)
    scene.order("Able", "rally", dice)
    assert scene.unit("Able").pins == left


@clause("ba.order.down")
@pytest.mark.parametrize(
    ("worth", "rifles"), [(-1, "4+ (-1 target is Down)"), (-2, "5+ (-2 target is Down)"), (0, "3+")]
)
def test_a_unit_that_is_down_is_harder_to_hit_and_does_nothing(worth: int, rifles: str) -> None:
    """Down costs the shooters 1, or what the table says, once and not twice."""
    scene = facing(10, down_to_hit=worth)
    scene.order("Foes", "down")
    assert (scene.kinds_asked(), scene.unit("Foes").order) == ([], "down")
    scene.order("Able", "fire", [1, 1, *MISSES], target="Foes")
    assert needs(scene) == rifles


@clause("ba.gap.coherency", "ba.order.advance")
def test_a_unit_that_is_still_split_after_its_move_does_not_shoot() -> None:
    """Two halves too far apart to close up: they advance, and nobody is asked for a target."""
    halves = ((21.2, 20), (22.4, 20), (60, 20), (61.2, 20), (62.4, 20))
    able = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=halves)
    scene = Scene(able, de("us.medic", (20, 30), name="Foes"))
    scene.order("Able", "advance", move=stay())
    assert scene.kinds_asked() == ["move"]
