"""Vehicles on the move: ahead and astern, pivots, ground, roads."""

from typing import Any

import pytest

from tests.clause import clause

from .kit import Scene, because, drive, german, takes, terrain, us

CLAUSE, GROUND = "d10.gap.vehicle-move", "d10.gap.movement"
TANK, HALF_TRACK, JEEP = "us.sherman", "us.half-track", "us.jeep"


def wheel(troop: str, *ground: Any, order: str = "move", enemy: tuple[float, float] = (70, 46), **rest: Any) -> Any:
    """What is asked where a vehicle at (20, 24) that looks east moves."""
    options = rest.pop("options", {})
    scene = Scene(
        us(troop, (20, 24), name="Car", bearing=90, **rest),
        german("de.grenadier-squad", enemy, name="Berta", pick=("rifleman",)),
        ground=ground,
        **options,
    )
    scene.order("Car", order)
    return scene.decision("drive")


@clause(CLAUSE, "d10.order.move-normal", "d10.order.move-rush")
@pytest.mark.parametrize(
    ("troop", "order", "far"), [(TANK, "move", 8), (TANK, "rush", 24), (HALF_TRACK, "move", 9), (JEEP, "rush", 30)]
)
def test_how_far_it_drives(troop: str, order: str, far: float) -> None:
    """A Move 8 tank Rushes 24 inches; backward it goes half as far."""
    asked = wheel(troop, order=order)
    assert takes(asked, drive((0, far)))
    assert because(asked, drive((0, far + 0.001))) == (CLAUSE, GROUND)
    if order == "move":
        assert takes(asked, drive((0, -far / 2)))
        assert because(asked, drive((0, -far / 2 - 0.001))) == (CLAUSE, GROUND)
        assert takes(asked, drive((0, -1), (0, far - 2)))
        assert not takes(asked, drive((0, -1), (0, far - 1.999)))


@clause(CLAUSE)
@pytest.mark.parametrize(("order", "turn"), [("move", 90), ("rush", 180)])
def test_how_far_it_pivots(order: str, turn: float) -> None:
    """In all, to either side, at no cost."""
    asked = wheel(TANK, order=order)
    assert takes(asked, drive((turn, 8)))
    assert takes(asked, drive((turn / 2, 1), (-turn / 2, 1)))
    assert because(asked, drive((turn + 0.1, 0))) == (CLAUSE,)
    assert because(asked, drive((turn / 2, 1), (-turn / 2 - 0.1, 1))) == (CLAUSE,)


@clause(CLAUSE)
@pytest.mark.parametrize("kind", ["woods", "ruin", "rocks"])
def test_tracks_go_through_woods_and_rubble_wheels_do_not(kind: str) -> None:
    """At two inches an inch."""
    rough = terrain(kind, box=(20, 18, 30, 12))
    assert takes(wheel(TANK, rough), drive((0, 4)))
    assert because(wheel(TANK, rough), drive((0, 4.001))) == (CLAUSE, GROUND)
    ahead = terrain(kind, box=(24, 18, 30, 12))
    for troop in (HALF_TRACK, JEEP):
        assert because(wheel(troop, ahead), drive((0, 5))) == (GROUND,)
        assert takes(wheel(troop, ahead), drive((0, 1)))


@clause(CLAUSE, GROUND)
@pytest.mark.parametrize("kind", ["crops", "brush", "crater", "rough"])
def test_other_rough_ground_costs_everybody_double(kind: str) -> None:
    """A Rush is at three times the Movement there as anywhere, by the switch at twice."""
    rough = terrain(kind, box=(20, 18, 30, 12))
    for troop, far in ((TANK, 8.0), (HALF_TRACK, 9.0), (JEEP, 10.0)):
        assert takes(wheel(troop, rough), drive((0, far / 2)))
        assert not takes(wheel(troop, rough), drive((0, far / 2 + 0.001)))
        for factor, switch in ((1.5, False), (1, True)):
            rushes = wheel(troop, rough, order="rush", options={"rough_rush_is_double": switch})
            assert takes(rushes, drive((0, far * factor)))
            assert because(rushes, drive((0, far * factor + 0.001))) == (CLAUSE, GROUND)


@clause(CLAUSE)
@pytest.mark.parametrize("kind", ["wall", "hedge", "fence", "sandbags"])
def test_tracks_cross_walls(kind: str) -> None:
    """For two inches; nobody crosses high ones, and wheels none."""
    line = terrain(kind, line=[(24, 18), (24, 30)])
    assert takes(wheel(TANK, line), drive((0, 6)))
    assert not takes(wheel(TANK, line), drive((0, 6.001)))
    assert because(wheel(HALF_TRACK, line), drive((0, 6))) == (GROUND,)
    assert because(wheel(JEEP, line), drive((0, 6))) == (GROUND,)
    high = terrain(kind, line=[(24, 18), (24, 30)], height=1.3)
    assert because(wheel(TANK, high), drive((0, 6))) == (GROUND,)


@clause(CLAUSE)
@pytest.mark.parametrize("kind", ["building", "water", "wreck"])
def test_nobody_drives_into_houses(kind: str) -> None:
    """Nor into deep water, wrecks and tank traps."""
    ahead = terrain(kind, box=(24, 18, 10, 12))
    assert because(wheel(TANK, ahead), drive((0, 4))) == (GROUND,)
    assert because(wheel(TANK, terrain("tank-trap", line=[(24, 18), (24, 30)])), drive((0, 4))) == (GROUND,)


@clause(CLAUSE)
def test_roads_add_half_for_wheels_and_half_tracks() -> None:
    """9 inches become 13.5; a tank gains nothing, nor does whoever leaves the road or goes backward."""
    road = terrain("road", box=(1, 22, 60, 4))
    assert takes(wheel(HALF_TRACK, road), drive((0, 13.5)))
    assert not takes(wheel(HALF_TRACK, road), drive((0, 13.502)))
    assert takes(wheel(JEEP, road), drive((0, 15)))
    assert takes(wheel(HALF_TRACK, road, order="rush"), drive((0, 40.5)))
    assert not takes(wheel(TANK, road), drive((0, 8.001)))
    assert not takes(wheel(HALF_TRACK, road), drive((0, -4.501)))
    assert not takes(wheel(HALF_TRACK, road), drive((90, 10)))
    short = terrain("road", box=(1, 22, 25, 4))
    assert takes(wheel(HALF_TRACK, short), drive((0, 10.999)))  # six of them on the road
    assert not takes(wheel(HALF_TRACK, short), drive((0, 11.002)))


@clause(GROUND, CLAUSE)
def test_a_hull_keeps_an_inch_from_enemies() -> None:
    """Foot models of the enemy are driven over by an Assault alone."""
    asked = wheel(TANK, enemy=(28, 24))  # 5 inches of hull: its front is at 22.5, his base at 27.5
    assert takes(asked, drive((0, 4)))
    assert because(asked, drive((0, 4.001))) == (GROUND,)
    assert because(asked, drive((0, 8))) == (GROUND,)


@clause(GROUND)
def test_a_hull_passes_friends_but_does_not_end_on_them() -> None:
    """What is said is that it would stand on them."""
    scene = Scene(us(JEEP, (20, 24), name="Car", bearing=90), us("us.rifle-squad", (24, 24), name="Able", men=1))
    scene.order("Car", "move")
    asked = scene.decision("drive")
    assert takes(asked, drive((0, 8)))
    assert because(asked, drive((0, 4))) == (GROUND,)
    refused = scene.refused(lambda: asked.domain.check(drive((0, 4))))
    assert "would stand on" in refused.refusal.why


@clause(CLAUSE)
def test_a_hull_stays_on_the_table() -> None:
    """All of it."""
    asked = wheel(TANK, order="rush")
    assert takes(asked, drive((180, 17.5)))
    assert not takes(asked, drive((180, 17.6)))
    assert because(asked, drive((180, 21))) == (CLAUSE,)


@clause(CLAUSE, "d10.hit.moved")
def test_a_pivot_is_a_move() -> None:
    """Not moving is none."""
    scene = Scene(us(TANK, (20, 24), name="Car", bearing=90))
    scene.order("Car", "move", drive=drive((30, 0)))
    assert scene.unit("Car").moved
    assert scene.state.layout.bearing(scene.row("Car")) == 1200
    still = Scene(us(TANK, (20, 24), name="Car", bearing=90)).order("Car", "move")
    assert not still.unit("Car").moved


@clause("d10.gap.panic-move", "d10.gap.vehicle-assault")
def test_a_panicked_vehicle_drives_away_and_out_of_contact() -> None:
    """It ends no nearer to the enemy than it began, and no longer touches him."""
    away = wheel(TANK, enemy=(40, 24), fields={"panicked": True})
    assert because(away, drive((0, 1))) == ("d10.gap.panic-move",)
    assert takes(away, drive((0, -2)))
    touching = wheel(TANK, enemy=(20, 25.75), fields={"panicked": True})
    assert because(touching, drive((0, 0.5))) == ("d10.gap.vehicle-assault",)
    assert takes(touching, drive((0, 4)))
    calm = wheel(TANK, enemy=(20, 25.75))
    assert because(calm, drive((0, 0.5))) == ("d10.gap.vehicle-assault",)
