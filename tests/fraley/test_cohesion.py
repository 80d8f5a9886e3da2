"""Unit Cohesion: distances, how many have to be in touch, stragglers that come back, Units without a leader."""

from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.play.refusal import Refused
from sandtable.rulesets.fraley.move.cohesion import in_cohesion, reference
from sandtable.rulesets.fraley.move.movement import move, moving, who_moves
from tests.clause import clause

from .kit import Scene, keys, march, shift, stay, terrain, us

SPENT = {"used": 3}


def line(*xs: float, troop: str = "us.rifle-platoon", y: float = 20, ground: Any = (), **rest: Any) -> Scene:
    """A Unit in a line: its PL first, the middles of its Teams so far from the left edge."""
    first, *others = [(x, y) for x in xs]
    wanted = {"fields": SPENT, "men": len(xs), **rest}
    return Scene(us(troop, first, name="Able", spots=tuple(others), **wanted), ground=ground)


def places(scene: Scene) -> list[int]:
    """Which Teams are in cohesion, by their place in the Unit."""
    men = scene.unit("Able").men
    return [men.index(man) for man in in_cohesion(scene.state, scene.number("Able"))]


def refusal(scene: Scene, *paths: Any) -> tuple[str, ...]:
    """The clauses by which a march is refused; none if it may go."""
    domain = moving(scene.state, 0)
    try:
        domain.check(march(*paths)(Decision(0, "move", domain, prompt="Move", because=())))
    except Refused as refused:
        return refused.refusal.because
    return ()


# ---- distances. The PL's base is 1.25 inches wide, that of other Teams 2, a Sherman's hull 1.05.


@clause("fraley.cohesion.distance", "fraley.gap.measuring")
def test_six_inches_from_the_leader_or_by_one_team_between() -> None:
    """Six inches from the leader or by one team between."""
    assert places(line(10, 17.625, 25.625, 33.625)) == [0, 1, 2]
    assert places(line(10, 17.625, 25.626, 33.625)) == [0, 1]
    assert places(line(10, 17.626, 25.625)) == [0]


@clause("fraley.cohesion.tank-distance")
def test_ten_inches_between_tanks() -> None:
    """Ten inches between tanks."""
    assert places(line(10, 21.05, 32.1, 43.15, troop="us.sherman-platoon")) == [0, 1, 2]
    assert places(line(10, 21.051, 32.1, troop="us.sherman-platoon")) == [0]
    assert places(line(10, 21.05, 32.101, troop="us.sherman-platoon")) == [0, 1]


@clause("fraley.cohesion.tank-distance")
def test_six_inches_between_a_tank_and_another_team() -> None:
    """Six inches between a tank and another team."""
    truck = {1: {"kind": "tank", "vehicle": "half-track"}}
    assert places(line(10, 17.625, teams=truck)) == [0, 1]
    assert places(line(10, 17.626, teams=truck)) == [0]


# ---- how many


@clause("fraley.cohesion.half")
@pytest.mark.parametrize(
    ("teams", "gone", "fine"),
    [(4, 2, True), (4, 3, False), (5, 2, True), (5, 3, False), (9, 4, True), (9, 5, False)],
)
def test_half_the_unit_has_to_be_in_cohesion_after_a_move(teams: int, gone: int, *, fine: bool) -> None:
    """Half the unit has to be in cohesion after a move."""
    others = [(27.6, 20 + 1.3 * (place - (teams - 1) // 2)) for place in range(teams - 1)]
    scene = Scene(us("us.rifle-platoon", (20, 20), name="Able", spots=tuple(others), men=teams, fields=SPENT))
    assert len(places(scene)) == teams
    # Those who go out of touch go right, the leader and the others left, so that nobody links them.
    ways = [[(x + 6, y)] if place < gone else [(x - 6, y)] for place, (x, y) in enumerate(others)]
    because = refusal(scene, [(14.2, 20)], *ways)
    assert (because == ()) is fine, because
    assert fine or "fraley.cohesion.half" in because


@clause("fraley.cohesion.half")
def test_a_unit_that_is_scattered_already_may_not_get_worse() -> None:
    """Two of five are in touch: they may go together, but not apart."""
    scene = line(10, 17, 40, 50, 60)
    assert places(scene) == [0, 1]
    assert refusal(scene, [(8, 20)], [(15, 20)]) == ()
    assert "fraley.cohesion.half" in refusal(scene, [(6, 20)], [(19, 20)])
    assert refusal(scene) == ()


# ---- coming back


@clause("fraley.cohesion.return")
def test_a_straggler_comes_back_the_shortest_way_and_stops_in_touch() -> None:
    """A straggler comes back the shortest way and stops in touch."""
    scene = line(10, 17, 30, men=3)  # the third is in touch at 25
    assert who_moves(scene.state, 0) == ((0, 1), (2,))
    scene.call(move, "Able", move=stay())
    assert scene.decision("stragglers").usual() == ["m2"]
    assert scene.point("Able", 2) == (25, 20)
    assert places(scene) == [0, 1, 2]


@clause("fraley.cohesion.return")
def test_it_goes_no_farther_than_its_move_and_is_free_to_stay() -> None:
    """It goes no farther than its move and is free to stay."""
    scene = line(10, 17, 40, men=3)
    scene.call(move, "Able", move=stay(), stragglers=keys())
    assert scene.point("Able", 2) == (40, 20)
    scene.call(move, "Able", move=shift(-3, 0), stragglers=keys("m2"))
    assert scene.point("Able", 2) == (34, 20)
    assert scene.team("Able", 2).moved


@clause("fraley.cohesion.return")
def test_it_goes_around_what_is_impassable() -> None:
    """It goes around what is impassable."""
    water = terrain("water", box=(26, 18, 1, 4))
    scene = line(10, 17, 29, men=3, ground=[water])
    scene.call(move, "Able", move=stay())
    path = scene.event("moved").sets["places"][2]
    assert path[0] == 2
    x, y = scene.point("Able", 2)
    assert x < 27
    assert not 18 <= y <= 22 or x < 26
    assert 2 in places(scene)


@clause("fraley.cohesion.return")
def test_it_faces_as_its_unit_is_told_if_there_is_room() -> None:
    """The leader turns; a straggler that comes back turns with him."""
    scene = line(10, 17, 30, men=3)
    scene.call(move, "Able", move=march((), (), face=180))
    assert [scene.state.layout.bearing(man) for man in range(3)] == [1800, 1800, 1800]


@clause("fraley.cohesion.return")
def test_a_straggler_does_not_go_where_it_likes() -> None:
    """A straggler does not go where it likes."""
    scene = line(10, 17, 30, men=3)
    domain = moving(scene.state, 0)
    assert domain.movers == (0, 1)


# ---- without a leader


@clause("fraley.cohesion.without-pl")
def test_without_a_leader_the_team_nearest_the_middle_counts() -> None:
    """Without a leader the team nearest the middle counts."""
    scene = line(10, 18, 26, 34, 42, pick=("Rifle Team",) * 5)
    assert reference(scene.state, 0, scene.state.layout.bodies) == scene.row("Able", 2)
    assert places(scene) == [0, 1, 2, 3, 4]
    led = line(10, 18, 26, 34, 42, pick=("Rifle Team",) * 5, teams={0: {"leader": True}})
    assert places(led) == [0, 1, 2]
