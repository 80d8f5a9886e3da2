"""The edges of the table: leaving by them, being forced off, and coming on."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.rulesets.bolt_action.setup.victory import points
from sandtable.rulesets.bolt_action.state import Mission
from tests.clause import clause

from .kit import Scene, Side, de, drive, goal, instead_of, march, shift, terrain, us

BREAKTHROUGH = Mission("breakthrough")
NORTH, EAST, SOUTH = 0, 90, 180


# ---- leaving


def offered(scene: Scene, name: str, order: str) -> bool:
    """Whether a unit may leave the table with this order; it stays where it is."""
    drives = scene.unit(name).is_vehicle
    stay = {"drive": drive()} if drives else {"move": shift(0, 0)}
    scene.order(name, order, **stay)
    return any("exit" in (decision.domain.options() or ()) for decision in scene.asked if decision.kind == "manoeuvre")


@clause("ba.gap.leaving-table")
def test_a_unit_that_leaves_is_safe_and_out_of_play() -> None:
    """An attacker who reaches the defender's edge leaves it: not lost, and no die for him any more."""
    squad = us("us.rifle-squad", (20, 4), name="Able", men=6)
    scene = Scene(squad, us("us.medic", (40, 40)), de("us.medic", (60, 4)), mission=BREAKTHROUGH)
    scene.order("Able", "advance", manoeuvre="exit")
    assert scene.event("left the table").unit == 0
    assert (scene.unit("Able").place, scene.unit("Able").alive, scene.state.losses) == ("left", False, (0, 0))
    assert points(scene.state) == (3, 0)


@clause("ba.gap.leaving-table")
@pytest.mark.parametrize(
    ("mission", "attacker", "leaves"), [("breakthrough", 0, True), ("attrition", 0, False), ("breakthrough", 1, False)]
)
def test_units_leave_only_where_the_scenario_allows_it(mission: str, attacker: int, leaves: bool) -> None:
    """Only the attacker of a breakthrough, by the enemy's edge."""
    scene = Scene(us("us.medic", (20, 5), name="Medic"), mission=Mission(mission), attacker=attacker)  # type: ignore[arg-type]
    assert offered(scene, "Medic", "advance") is leaves
    home = Scene(us("us.medic", (20, 43), name="Medic"), mission=BREAKTHROUGH)
    assert not offered(home, "Medic", "advance")


@clause("ba.gap.leaving-table")
@pytest.mark.parametrize(
    ("troop", "order", "reach"),
    [("medic", "advance", 6.0), ("medic", "run", 12.0), ("jeep", "advance", 12.0), ("jeep", "run", 24.0)],
)
def test_the_move_must_reach_the_edge(troop: str, order: str, reach: float) -> None:
    """All of the unit must come to the edge: a hair too far and it cannot leave."""
    for away, leaves in ((reach, True), (reach + 0.001, False)):
        scene = Scene(us(f"us.{troop}", (20, away), name="One"), mission=BREAKTHROUGH)
        assert offered(scene, "One", order) is leaves


@clause("ba.gap.leaving-table")
@pytest.mark.parametrize(
    ("troop", "order", "bearing", "leaves"),
    [
        ("sherman", "run", NORTH, True),
        ("sherman", "run", EAST, False),  # a tracked Run has no turn
        ("sherman", "advance", EAST, True),
        ("sherman", "advance", SOUTH, False),  # one turn is not enough
        ("jeep", "advance", SOUTH, True),
        ("jeep", "run", SOUTH, False),
    ],
)
def test_a_vehicle_leaves_only_if_its_turns_allow_it(troop: str, order: str, bearing: int, leaves: bool) -> None:
    """It has to drive off ahead, five inches from the edge, with the turns of its move."""
    scene = Scene(us(f"us.{troop}", (20, 5), name="One", bearing=bearing), mission=BREAKTHROUGH)
    assert offered(scene, "One", order) is leaves


@clause("ba.gap.leaving-table")
@pytest.mark.parametrize("troop", ["medic", "jeep"])
def test_the_way_to_the_edge_must_be_open(troop: str) -> None:
    """Water or an enemy before the edge keeps a unit on the table."""
    one = us(f"us.{troop}", (20, 5), name="One")
    assert not offered(
        Scene(one, ground=[terrain("water", box=(15, 1, 10, 1))], mission=BREAKTHROUGH), "One", "advance"
    )
    assert not offered(Scene(one, de("us.medic", (20, 2)), mission=BREAKTHROUGH), "One", "advance")


@clause("ba.gap.leaving-table")
def test_passengers_leave_with_their_vehicle() -> None:
    """A jeep that leaves takes the medic aboard with it."""
    jeep = us("us.jeep", (20, 5), name="Jeep")
    scene = Scene(jeep, us("us.medic", name="Medic", fields={"place": "aboard", "aboard": 0}), mission=BREAKTHROUGH)
    scene.order("Jeep", "advance", manoeuvre="exit")
    assert (scene.unit("Jeep").place, scene.unit("Medic").place) == ("left", "left")


@clause("ba.gap.leaving-table")
def test_an_ordinary_move_stays_on_the_table() -> None:
    """Bases and hulls end on the table, and nobody goes off and comes back in between."""
    scene = Scene(us("us.medic", (20, 3), name="Medic"), us("us.jeep", (30, 3), name="Jeep"))
    over, round_about = march([(20, 0.499)]), march([(20, -0.5), (21, 1)])
    off = "ba.gap.leaving-table"
    scene.order("Medic", "advance", move=instead_of((over, off), (round_about, off), give=march([(20, 0.5)])))
    back_again = drive((0, 4), (90, 1), (90, 4))
    scene.order("Jeep", "advance", drive=instead_of((drive((0, 1.801)), off), (back_again, off), give=drive((0, 1.8))))
    assert (scene.point("Medic"), scene.point("Jeep")) == ((20, 0.5), (30, 1.2))


# ---- being forced off


def panicking(one: Side, **options: object) -> Scene:
    """A pinned unit that has to flee from an enemy north of it."""
    return Scene(one, de("us.medic", (20, 30), name="Foe"), mission=BREAKTHROUGH, **options)  # type: ignore[arg-type]


@clause("ba.gap.leaving-table")
def test_a_unit_that_flees_stops_at_the_edge() -> None:
    """Straight away from the enemy lies the table's edge: the man runs up to it and no farther."""
    scene = panicking(us("us.medic", (20, 40), name="Medic", fields={"pins": 1}))
    scene.order("Medic", "advance", [6, 6, 3])
    assert scene.point("Medic") == (20, 47.5)
    assert scene.unit("Medic").place == "table"


@clause("ba.gap.leaving-table")
def test_a_unit_at_the_edge_has_nowhere_to_flee() -> None:
    """It cannot move, so it goes Down where it stands."""
    scene = panicking(us("us.medic", (20, 47.5), name="Medic", fields={"pins": 1}))
    scene.order("Medic", "advance", [6, 6, 3])
    assert (scene.point("Medic"), scene.unit("Medic").order) == ((20, 47.5), "down")


@clause("ba.gap.leaving-table")
@pytest.mark.parametrize("away", [40, 47.5])
def test_with_the_switch_a_unit_flees_off_the_table(away: float) -> None:
    """It is out of play but not lost, and it has not broken through."""
    scene = panicking(us("us.medic", (20, away), name="Medic", fields={"pins": 1}), forced_off_table="leave")
    scene.order("Medic", "advance", [6, 6, 3])
    assert (scene.unit("Medic").place, scene.state.losses, points(scene.state)) == ("left", (0, 0), (0, 0))


@clause("ba.gap.leaving-table")
def test_with_the_switch_a_unit_that_stays_on_the_table_is_not_gone() -> None:
    """Far from the edge nothing changes: twelve inches straight away."""
    scene = panicking(us("us.medic", (20, 34), name="Medic", fields={"pins": 1}), forced_off_table="leave")
    scene.order("Medic", "advance", [6, 6, 3])
    assert (scene.unit("Medic").place, scene.point("Medic")) == ("table", (20, 46))


@clause("ba.gap.leaving-table")
@pytest.mark.parametrize(("switch", "place"), [("stop", "table"), ("leave", "left")])
@pytest.mark.parametrize("dice", [[6, 5], [6, 6, 3]])
def test_a_vehicle_that_backs_off_stops_at_the_edge_or_leaves(switch: str, place: str, dice: list[int]) -> None:
    """A tank three inches from the edge fails its order test, or panics, before an enemy: it reverses 4.5 inches."""
    tank = us("us.sherman", (20, 43), name="Tank", fields={"pins": 1}, bearing=NORTH)
    scene = panicking(tank, forced_off_table=switch)
    scene.order("Tank", "advance", dice)
    assert scene.unit("Tank").place == place
    if place == "table":
        assert 45.7 <= scene.point("Tank")[1] <= 45.95  # half a hull is 2.05 inches


# ---- coming on


def from_edge(x: float, *path: tuple[float, float], edge: float = 48) -> Callable[[Decision[Any]], object]:
    """An answer for one man who comes on: from a point of the southern edge along a path."""

    def answer(decision: Decision[Any]) -> object:
        points = [(x, edge), *path]
        domain: Any = decision.domain
        return {
            "walks": [{"figure": domain.movers[0], "points": [[round(a * 1000), round(b * 1000)] for a, b in points]}]
        }

    return answer


@clause("ba.gap.entering-table")
@pytest.mark.parametrize(("order", "far"), [("advance", 6), ("run", 12)])
def test_men_come_on_with_a_move_measured_from_the_edge(order: str, far: float) -> None:
    """Six inches in on an Advance, twelve on a Run, from anywhere along their own edge."""
    scene = Scene(us("us.medic", name="Medic", fields={"place": "wave"}))
    too_far = (from_edge(33, (33, 47.999 - far)), "ba.move.infantry")
    elsewhere = from_edge(33, (33, 6), edge=0)
    scene.order("Medic", order, move=instead_of(too_far, give=from_edge(33, (33, 48 - far))))
    assert scene.point("Medic") == (33, 48 - far)
    question = scene.asked[0]
    assert "line of entry" in str(scene.refused(lambda: question.domain.check(elsewhere(question))))


@clause("ba.gap.entering-table")
def test_a_vehicle_comes_on_with_a_drive_measured_from_the_edge() -> None:
    """A truck drives twelve inches in, and may turn on the way."""
    scene = Scene(us("us.truck", name="Truck", fields={"place": "wave"}))
    start = [33000, 48000, 0]
    too_far = ({"legs": [[0, 12001]], "start": start}, "ba.move.wheeled")
    scene.order("Truck", "advance", drive=instead_of(too_far, give={"legs": [[0, 8000], [900, 4000]], "start": start}))
    assert scene.point("Truck") == (37, 40)


@clause("ba.gap.separation")
def test_a_vehicle_does_not_come_on_over_men_at_the_edge() -> None:
    """A hull at the edge would stand on a man there: it has never stood so near, so that is no excuse."""
    scene = Scene(us("us.truck", name="Truck", fields={"place": "wave"}), us("us.medic", (33, 46.5), name="Medic"))
    over = ({"legs": [[0, 3000]], "start": [33000, 48000, 0]}, "ba.gap.separation")
    through = ({"legs": [[0, 10000]], "start": [33000, 48000, 0]}, "ba.gap.separation")
    beside = {"legs": [[0, 10000]], "start": [38000, 48000, 0]}
    scene.order("Truck", "advance", drive=instead_of(over, through, give=beside))
    assert scene.point("Truck") == (38, 38)


@clause("ba.gap.entering-table")
def test_the_first_wave_needs_no_order_test_and_a_reserve_does() -> None:
    """No dice for a unit of the wave, whatever its pins; two for one in reserve."""
    scene = Scene(us("us.medic", name="Medic", fields={"place": "wave", "pins": 2}))
    scene.order("Medic", "run", move=from_edge(33, (33, 40)))
    reserve = Scene(us("us.medic", name="Medic"))
    reserve.order("Medic", "run", [4, 4], move=from_edge(33, (33, 40)))
    assert reserve.unit("Medic").on_table
    failed = Scene(us("us.medic", name="Medic"))
    failed.order("Medic", "run", [5, 4])
    assert (failed.unit("Medic").place, failed.unit("Medic").order) == ("reserve", "down")


@clause("ba.gap.entering-table")
def test_units_come_on_with_advance_or_run_and_do_not_assault() -> None:
    """Nothing else can be ordered off the table, with an enemy at the edge or without; and an Advance may shoot."""
    squad = us("us.rifle-squad", name="Able", men=6, fields={"place": "wave"})
    scene = Scene(squad, de("us.rifle-squad", (30, 35), name="Foes", men=6, fields={"order": "down"}))
    barred = [(order, "ba.gap.entering-table") for order in ("fire", "assault", "ambush", "rally", "down")]
    scene.draw([1] * 8, order=instead_of(*barred, give="advance"), move=goal(33, 44), target="Foes")
    assert scene.throws("to hit")
    assert scene.unit("Able").came_on


@clause("ba.gap.entering-table")
def test_a_unit_that_has_just_come_on_does_not_assault() -> None:
    """Should it get another order in its turn of arrival, an assault is refused."""
    squad = us("us.rifle-squad", (30, 30), name="Able", men=6, fields={"came_on": True})
    scene = Scene(squad, de("us.rifle-squad", (30, 35), name="Foes", men=6, fields={"order": "down"}))
    scene.draw(order=instead_of(("assault", "ba.gap.assault-eligibility"), give="down"))
    assert "assault" not in scene.offered("order")


@clause("ba.gap.entering-table", "ba.gap.artillery-movement")
@pytest.mark.parametrize(("gun", "far"), [("light-at-gun", 6), ("medium-at-gun", 3), ("super-heavy-at-gun", 5)])
def test_guns_come_on_by_hand(gun: str, far: float) -> None:
    """Light and medium guns by their rate; a gun that is never moved is at least brought to the edge."""
    scene = Scene(us(f"us.{gun}", name="Gun", fields={"place": "wave"}))
    scene.order("Gun", "advance", move=goal(33, 48 - min(far, 2.5)))
    assert scene.asked[0].domain.budget == far * 1000  # type: ignore[attr-defined]
    assert scene.unit("Gun").on_table
