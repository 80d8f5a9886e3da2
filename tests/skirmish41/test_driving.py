"""Vehicles on the move: classes and speeds, obstacles, roads, getting stuck, driving over men and guns."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.rulesets.skirmish41.basics.forces import troops
from sandtable.rulesets.skirmish41.machines.driving import speed_of, why_not_drive
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.turn.activation import begin
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from sandtable.table.terrain import Piece
from tests.clause import clause

from .kit import Scene, Side, because, brit, drive, german, takes, terrain

ROAD = terrain("road", box=(20, 0, 4, 48))
HEDGE = terrain("hedge", line=[(10, 20), (34, 20)])
WOODS = terrain("woods", box=(15, 10, 14, 10))


def asked(side: Side, *ground: Piece, **fields: Any) -> Decision[Any]:
    """The decision of a vehicle that is to drive."""
    scene = Scene(side, ground=ground, **fields)
    scene.act(side.name, "drive")
    return scene.decision("drive")


def farthest(side: Side, *ground: Piece) -> float:
    """How many inches straight ahead a vehicle may go, to half an inch."""
    decision = asked(side, *ground)
    return max(half / 2 for half in range(1, 72) if takes(decision, drive((0, half / 2))))


def vehicle(troop: str, at: tuple[float, float] = (22, 40), **rest: Any) -> Side:
    """A vehicle that looks north."""
    return brit(troop, at, name="Able", **rest)


def why_not(scene: Scene) -> tuple[str, ...] | None:
    """The clauses by which the first vehicle may not be driven."""
    refusal = why_not_drive(scene.state, 0)
    return refusal.because if refusal else None


@clause("sk.veh.light", "sk.veh.medium", "sk.veh.heavy", "sk.veh.soft-small", "sk.veh.soft-large")
@pytest.mark.parametrize(
    ("size", "members"),
    [
        ("light", ["gb.carrier", "gb.humber", "de.hanomag", "de.sdkfz222"]),
        ("medium", ["gb.sherman", "gb.firefly", "us.sherman", "de.stug", "de.panzer-iv"]),
        ("heavy", ["gb.churchill", "de.panther", "de.tiger", "de.tiger-ii"]),
        ("small soft", ["gb.jeep", "de.kubelwagen"]),
        ("large soft", ["gb.lorry", "de.lorry"]),
    ],
)
def test_every_vehicle_has_its_class(size: str, members: list[str]) -> None:
    """The classes of the lists, all of them."""
    assert sorted(troop.id for troop in troops().values() if troop.size == size) == sorted(members)
    assert all(Scene(vehicle(troop)).unit("Able").card.armoured == ("soft" not in size) for troop in members)


@clause("sk.veh.speed", "sk.veh.speed-heavy")
@pytest.mark.parametrize(
    ("troop", "inches_"), [("gb.sherman", 18), ("gb.jeep", 18), ("gb.lorry", 18), ("gb.churchill", 12)]
)
def test_speeds_in_the_open(troop: str, inches_: float) -> None:
    """Most go 18 inches, heavy AFVs 12."""
    assert farthest(vehicle(troop)) == inches_


@clause("sk.veh.speed-halved", "sk.veh.speed-heavy")
@pytest.mark.parametrize(("troop", "inches_"), [("gb.sherman", 9), ("gb.jeep", 9), ("gb.churchill", 8)])
@pytest.mark.parametrize("piece", [HEDGE, terrain("wall", line=[(10, 20), (34, 20)]), WOODS])
def test_obstacles_and_woods_halve_speed(troop: str, inches_: float, piece: Piece) -> None:
    """A medium tank across a hedge goes 9 inches; a heavy one 8, which is not halved again."""
    assert farthest(vehicle(troop, (22, 24)), piece) == inches_


@clause("sk.veh.speed-heavy", "sk.veh.speed-halved")
def test_rough_ground_slows_only_heavy_afvs() -> None:
    """Crops are not open terrain, but no obstacle either; a hill is open."""
    crops = terrain("crops", box=(15, 10, 14, 20))
    hill = terrain("hill", box=(15, 10, 14, 20), height=2)
    in_it = (22, 29)
    assert (farthest(vehicle("gb.churchill", in_it), crops), farthest(vehicle("gb.sherman", in_it), crops)) == (8, 18)
    assert farthest(vehicle("gb.churchill", in_it), hill) == 12


@clause("sk.veh.speed-road", "sk.veh.speed-small-road")
@pytest.mark.parametrize(
    ("troop", "inches_"),
    [
        ("gb.jeep", 30),
        ("gb.lorry", 24),
        ("gb.humber", 24),
        ("de.hanomag", 18),
        ("gb.carrier", 18),
        ("gb.churchill", 12),
    ],
)
def test_wheels_are_faster_on_a_road(troop: str, inches_: float) -> None:
    """24 inches, small soft vehicles 30; tracks and half-tracks are no faster."""
    assert farthest(vehicle(troop), ROAD) == inches_


@clause("sk.veh.speed-road")
def test_the_whole_move_must_be_on_the_road() -> None:
    """A road that ends before 20 inches, and one that is left by a turn."""
    short = terrain("road", box=(20, 20, 4, 28))
    assert farthest(vehicle("gb.lorry"), short) == 19.5
    decision = asked(vehicle("gb.lorry"), ROAD)
    assert "sk.veh.speed" in because(decision, drive((0, 10), (60, 10)))


@clause("sk.veh.speed-road")
def test_two_roads_that_meet_are_one() -> None:
    """Round the corner of a crossroads, ten inches on each arm."""
    other = terrain("road", box=(20, 28, 40, 4))
    assert takes(asked(vehicle("gb.lorry"), ROAD, other), drive((0, 10), (90, 12)))


@clause("sk.veh.speed-halved", "sk.veh.speed-road", "sk.veh.stuck")
def test_a_road_leads_through_woods() -> None:
    """On the road woods neither slow nor hold a vehicle, at any distance; a hedge across it does."""
    decision = asked(vehicle("gb.lorry"), ROAD, terrain("woods", box=(10, 10, 24, 28)))
    assert takes(decision, drive((0, 12)))
    assert takes(decision, drive((0, 24)))
    assert farthest(vehicle("gb.lorry"), ROAD, terrain("hedge", line=[(10, 35), (34, 35)])) == 12
    scene = Scene(vehicle("gb.lorry"), ground=[ROAD, terrain("woods", box=(10, 10, 24, 28))])
    scene.act("Able", "drive", drive=drive((0, 20)))
    assert not scene.unit("Able").stuck


@clause("sk.veh.speed")
def test_speeds_are_of_the_class() -> None:
    """Without a table: halved on a road as well."""
    jeep = Scene(vehicle("gb.jeep")).unit("Able").card
    assert speed_of(jeep, Options(), slow=True, rough=True, on_road=True) == inches(15)


@clause("sk.gap.vehicle-move")
def test_what_turning_and_reversing_cost() -> None:
    """Ninety degrees are free, each further 45 begun cost three inches; astern counts double."""
    decision = asked(vehicle("gb.sherman", (36, 24)))
    assert takes(decision, drive((45, 9), (45, 9)))
    assert "sk.gap.vehicle-move" in because(decision, drive((46, 9), (45, 9)))
    assert takes(decision, drive((90, 7), (45, 8)))
    assert "sk.gap.vehicle-move" in because(decision, drive((90, 7), (45, 8.1)))
    assert "sk.gap.vehicle-move" in because(decision, drive((90, 7), (46, 8)))
    assert takes(decision, drive((0, -9)))
    assert "sk.gap.vehicle-move" in because(decision, drive((0, -9.1)))


@clause("sk.gap.vehicle-move")
def test_one_drive_a_turn() -> None:
    """A vehicle that moved, were it only to turn on the spot, does not drive again; nor does it leave the table."""
    scene = Scene(vehicle("gb.sherman", (36, 24)), german("de.rifle-team", (36, 4)))
    scene.activate("Able", "drive", drive=drive((30, 0)))
    assert scene.unit("Able").moved > 0
    assert scene.state.layout.bearing(scene.unit("Able").hull) == 300
    assert why_not(scene) == ("sk.gap.vehicle-move",)
    edge = asked(vehicle("gb.sherman", (36, 3)))
    assert "sk.gap.vehicle-move" in because(edge, drive((0, 10)))


# ---- getting stuck


@clause("sk.veh.stuck")
@pytest.mark.parametrize(
    ("troop", "die", "stuck"),
    [("de.hanomag", 5, False), ("de.hanomag", 6, True), ("gb.jeep", 4, False), ("gb.jeep", 5, True)],
)
def test_half_tracks_and_wheels_get_stuck(troop: str, die: int, stuck: bool) -> None:
    """Half-tracks on a 6, wheels on 5 or more; where the obstacle is."""
    scene = Scene(vehicle(troop, (22, 24)), ground=[HEDGE])
    scene.act("Able", "drive", dice=[die], drive=drive((0, 9)))
    assert scene.unit("Able").stuck == stuck
    assert scene.state.layout.point(scene.unit("Able").hull) == (22000, 20000 if stuck else 15000)
    assert scene.throws("stuck")[0].needs == ("6+" if troop == "de.hanomag" else "5+")


@clause("sk.veh.stuck")
def test_tracks_never_get_stuck() -> None:
    """No die for a tank or a carrier."""
    for troop in ("gb.sherman", "gb.carrier"):
        scene = Scene(vehicle(troop, (22, 24)), ground=[HEDGE, WOODS])
        scene.act("Able", "drive", drive=drive((0, 9)))
        assert not scene.unit("Able").stuck


@clause("sk.veh.stuck")
def test_a_die_for_each_obstacle_and_one_for_woods() -> None:
    """Two woods are one risk, two hedges two; the obstacle that comes first is diced for first."""
    near, far = terrain("woods", box=(15, 28, 14, 3)), terrain("woods", box=(15, 22, 14, 3))
    scene = Scene(vehicle("gb.jeep", (22, 33)), ground=[far, near])
    scene.act("Able", "drive", dice=[1], drive=drive((0, 9)))
    assert not scene.unit("Able").stuck
    hedges = [terrain("hedge", line=[(10, y), (34, y)]) for y in (26, 29)]
    scene = Scene(vehicle("gb.jeep", (22, 33)), ground=hedges)
    scene.act("Able", "drive", dice=[1, 6], drive=drive((0, 9)))
    assert scene.state.layout.point(scene.unit("Able").hull) == (22000, 26000)


@clause("sk.veh.unstuck")
def test_a_stuck_vehicle_comes_free_on_5() -> None:
    """It dices at the start of its turn, and cannot be driven before."""
    scene = Scene(vehicle("gb.jeep", fields={"stuck": True}), german("de.rifle-team", (22, 20)))
    scene.call(begin, "Able", dice=[4])
    assert scene.unit("Able").stuck
    assert why_not(scene) == ("sk.veh.unstuck",)
    scene.call(begin, "Able", dice=[5])
    assert not scene.unit("Able").stuck
    assert scene.told("came free")


# ---- crews


@clause("sk.veh.moving-costs-action", "sk.gap.vehicle-crew")
def test_driving_costs_each_crewman_an_action() -> None:
    """Gunner and loader have 4 points standing and 2 after a drive, so the gun fires every second turn."""
    scene = Scene(vehicle("gb.sherman", (36, 40)), german("de.rifle-team", (36, 10), name="Berta"))
    assert orders_of(scene.state, 0).allows("use:gun-75-poor")
    scene.activate("Able", "drive", drive=drive((0, 1)))
    assert not orders_of(scene.state, 0).allows("use:gun-75-poor")
    assert [scene.figure("Able", man).saved for man in range(5)] == [0, 1, 1, 0, 0]


@clause("sk.veh.moving-costs-action")
def test_who_has_fired_everything_does_not_drive() -> None:
    """Once gunner and loader have spent what they have, there is no action left for driving."""
    scene = Scene(vehicle("gb.sherman", (36, 40)), german("de.rifle-team", (36, 10), name="Berta"))
    scene.act("Able", "use:gun-75-poor", dice=[1])
    assert why_not(scene) == ("sk.veh.moving-costs-action",)
    hull_gun = Scene(vehicle("gb.sherman", (36, 40), each={"spent": 1}))
    assert why_not(hull_gun) is None


@clause("sk.veh.moving-costs-action", "sk.gun.cost")
def test_what_is_saved_leaves_actions_to_drive_with() -> None:
    """With two points saved a shot takes one action of each, and the tank may still drive off."""
    saved = {1: {"saved": 1}, 2: {"saved": 1}}
    scene = Scene(vehicle("gb.sherman", (36, 40), figures=saved), german("de.rifle-team", (36, 10), name="Berta"))
    scene.activate("Able", "use:gun-75-poor", "drive", dice=[1], drive=drive((0, 5)))
    assert [scene.figure("Able", man).spent for man in (1, 2)] == [1, 1]
    assert [scene.figure("Able", man).saved for man in (1, 2)] == [0, 0]
    assert scene.unit("Able").moved == inches(5)


# ---- over men and guns


@clause("sk.gap.vehicle-move")
def test_men_jump_aside_and_are_suppressed() -> None:
    """A man in the middle of the way, far before its end: two inches to the side, and a marker for his team."""
    scene = Scene(vehicle("gb.sherman", (36, 40)), german("de.rifle-team", (36.2, 30), name="Berta", men=1))
    scene.act("Able", "drive", drive=drive((0, 18)))
    assert scene.point("Berta") == (38.2, 30)
    assert scene.unit("Berta").suppression == 1
    assert scene.state.layout.point(scene.unit("Able").hull) == (36000, 22000)


@clause("sk.gap.vehicle-move", "sk.gap.disabled")
def test_nobody_is_driven_over_though_his_team_is_gone() -> None:
    """The last man of a team lies disabled in the way: he is got out of it, and nobody spots a team that is no more."""
    scene = Scene(vehicle("gb.sherman", (36, 40)), german("de.rifle-team", (36.2, 30), name="Berta", men=1))
    lies = scene.row("Berta")
    scene.change("Berta", 0, out="disabled").change("Berta", men=(), down=(lies,), place="destroyed", spotted=False)
    scene.act("Able", "drive", drive=drive((0, 10)))
    assert scene.state.layout.point(lies) == (38200, 30000)
    assert not scene.told("was spotted", "was suppressed")


@clause("sk.gap.vehicle-move")
def test_whoever_stands_beside_the_way_stays() -> None:
    """A hull of 2.5 inches passes a man half of whose base is 1.3 inches from its middle line."""
    scene = Scene(vehicle("gb.sherman", (36, 40)), german("de.rifle-team", (37.8, 30), name="Berta", men=1))
    scene.act("Able", "drive", drive=drive((0, 18)))
    assert (scene.point("Berta"), scene.unit("Berta").suppression) == ((37.8, 30), 0)


@clause("sk.gap.vehicle-move")
def test_friends_are_not_driven_over() -> None:
    """The way is barred by them; a hull that ends on men of the other side pushes each of them out."""
    friend = brit("gb.rifle-team", (36, 30), name="Baker", men=1)
    decision = asked_with(vehicle("gb.sherman", (36, 40)), friend)
    assert not takes(decision, drive((0, 12)))
    foe = german("de.rifle-team", (35, 24), name="Berta", gap=0)
    scene = Scene(vehicle("gb.sherman", (36, 40)), foe, brit("gb.rifle-team", (40, 25), name="Baker"))
    scene.act("Able", "drive", drive=drive((0, 16)))
    hull = scene.unit("Able").hull
    bodies = scene.state.layout.bodies
    from sandtable.geometry.measure_kernels import gap  # noqa: PLC0415

    assert all(int(gap(bodies, hull, bodies, man)) > 0 for man in scene.unit("Berta").men)
    assert scene.unit("Berta").suppression == 1
    assert scene.unit("Baker").suppression == 0


def asked_with(side: Side, *others: Side) -> Decision[Any]:
    """The decision of a vehicle that is to drive among others."""
    scene = Scene(side, *others)
    scene.act(side.name, "drive")
    return scene.decision("drive")


@clause("sk.gap.vehicle-move")
def test_a_gun_that_is_run_over_is_wrecked() -> None:
    """The gun is gone, its crew jump aside if they are in the way, and nobody aims it again."""
    spots = ((40, 31), (41.5, 31), (43, 31), (44.5, 31))
    scene = Scene(vehicle("gb.sherman", (36, 40)), german("de.pak40", (36, 30), name="Pak", spots=spots, bearing=180))
    scene.act("Able", "drive", drive=drive((0, 18)))
    pak = scene.unit("Pak")
    assert scene.told("was run over")
    assert (pak.hull, pak.wrecked, len(pak.men), pak.suppression) == (-1, ("gun-75",), 4, 0)
    scene.activate("Pak")
    assert not any(key.startswith("use:") for key in scene.offered("action"))


@clause("sk.gap.vehicle-move")
def test_a_tripod_that_is_run_over_is_crushed() -> None:
    """The gunner jumps aside without his machine gun."""
    scene = Scene(vehicle("gb.sherman", (36, 40)), german("de.hmg-team", (36, 30), name="Emil", pick=("gunner",)))
    assert scene.figure("Emil").arms == ("hmg",)
    scene.act("Able", "drive", drive=drive((0, 18)))
    assert scene.figure("Emil").arms == ()


@clause("sk.gap.vehicle-move")
def test_an_unseen_hull_stops_a_drive() -> None:
    """In a wood a tank comes upon another that nobody knew of: it stops an inch short, and both are seen."""
    woods = terrain("woods", box=(26, 10, 20, 30))
    tank = german("de.panzer-iv", (36, 24), name="Panzer", fields={"spotted": False}, bearing=90)
    scene = Scene(vehicle("gb.sherman", (36, 32), fields={"spotted": False}), tank, ground=[woods])
    scene.act("Able", "drive", drive=drive((0, 9)), dice=[])
    x, y = scene.state.layout.point(scene.unit("Able").hull)
    assert (x, y) == (36000, 28000)
    assert scene.unit("Panzer").spotted
    assert scene.unit("Able").spotted


@clause("sk.gap.vehicle-move")
def test_a_dummy_that_is_driven_over_is_taken_away() -> None:
    """There is nobody to jump aside."""
    woods = terrain("woods", box=(26, 10, 20, 30))
    scene = Scene(vehicle("gb.sherman", (36, 32)), german("dummy", (36, 26), name="Dummy"), ground=[woods])
    scene.act("Able", "drive", drive=drive((0, 9)))
    assert scene.unit("Dummy").place == "destroyed"
    assert not scene.told("jumped aside", "was suppressed")
