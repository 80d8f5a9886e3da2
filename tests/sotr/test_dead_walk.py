"""The Dead Walk: mobs from random edges, more of them later, and leaving by the far edge."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.setup.arrivals import bring_on_the_dead, edge_roll, late_mobs, may_exit, to_edge
from sandtable.rulesets.sotr.state import Mission
from tests.clause import clause

from .kit import Scene, reich, terrain, us
from .turn_kit import before, change, coming, item, quiet, step

DEAD_WALK = Mission("dead-walk")


def mob(name: str, **rest: Any) -> Any:
    """Three zombies that are still to come."""
    return reich("reich.zombies", name=name, men=3, fields={"place": "reserve"}, **rest)


def walk(*more: Any, **rest: Any) -> Scene:
    """A squad and some mobs to come."""
    able = us("us.rifle-squad", (24, 44), name="Able", men=2)
    return Scene(able, *more, mission=DEAD_WALK, **rest)


@clause("sotr.gap.scenarios")
def test_left_right_and_far_are_as_the_living_see_them() -> None:
    """1-2 left, 3-4 right, 5-6 far."""
    south, north = edge_roll("south", "Mob", 1).reading, edge_roll("north", "Mob", 1).reading
    assert [south.read((face,)) for face in range(1, 7)] == ["west", "west", "east", "east", "north", "north"]
    assert [north.read((face,)) for face in (1, 3, 5)] == ["east", "west", "south"]


@clause("sotr.gap.scenarios")
def test_all_but_two_mobs_are_there_from_the_start() -> None:
    """Each by a die of its own, within its Advance of the edge."""
    sides = [us("us.rifle-squad", name="Able", men=2), *(mob(name) for name in "ABCD")]
    scene = item(before(*sides, mission=DEAD_WALK), "mobs", [1, 6])
    assert [unit.place for unit in scene.state.units[1:]] == ["table", "table", "reserve", "reserve"]
    assert all(to_edge(scene.state, man, "west") <= 2000 for man in scene.unit("A").men)
    assert all(to_edge(scene.state, man, "north") <= 2000 for man in scene.unit("B").men)
    assert scene.state.layout.bearing(scene.row("A")) == 900
    assert [late_mobs(mobs) for mobs in (1, 2, 3, 5)] == [0, 1, 2, 2]


@clause("sotr.gap.scenarios", "sotr.maint.scenario")
@pytest.mark.parametrize(("turn", "come"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_one_more_mob_comes_in_turns_two_and_four(turn: int, come: int) -> None:
    """In the Maintenance of the dead; whoever found no room before tries again."""
    scene = walk(mob("C"), mob("D"), turn=turn)
    scene.call(bring_on_the_dead, 1, dice=[3] * come)
    assert [unit.place for unit in scene.state.units[1:]].count("table") == come
    other = walk(mob("C"), mob("D"), turn=turn)
    other.call(bring_on_the_dead, 0)
    assert not other.events("came on")


@clause("sotr.gap.scenarios")
def test_a_mob_that_finds_no_room_waits() -> None:
    """The whole edge is under water."""
    scene = walk(mob("D"), ground=[terrain("water", box=(42, 0, 6, 48))])
    change(scene, turn=4)
    scene.call(bring_on_the_dead, 1, dice=[3])
    assert scene.told() == [("found no room to come on", scene.number("D"))]
    assert scene.unit("D").place == "reserve"


@clause("sotr.gap.scenarios")
@pytest.mark.parametrize(("y", "asked"), [(1.5, True), (1.501, False)])
def test_a_unit_at_the_far_edge_may_leave(y: float, asked: bool) -> None:
    """Everybody who stands is within an inch of it."""
    scene = Scene(us("us.rifle-squad", (24, y), name="Able", men=3), mob("C"), mission=DEAD_WALK)
    scene.call(may_exit, "Able")
    assert bool(scene.asked) is asked
    assert scene.unit("Able").place == ("exited" if asked else "table")
    assert scene.state.layout.on_table(scene.row("Able")) is not asked
    assert len(scene.unit("Able").men) == 3


@clause("sotr.gap.scenarios")
def test_down_comrades_are_left_behind() -> None:
    """They are lost, wherever they lie."""
    models = {2: {"down": True}}
    scene = Scene(
        us("us.rifle-squad", (24, 1), name="Able", men=3, spots=((26, 1), (26, 4)), models=models),
        mob("C"),
        mission=DEAD_WALK,
    )
    scene.call(may_exit, "Able")
    assert scene.unit("Able").men == (0, 1)
    assert scene.unit("Able").place == "exited"


@clause("sotr.gap.scenarios")
@pytest.mark.parametrize("fields", [{"fleeing": True}, {"disorganized": True}, {"side": 1}])
def test_who_may_not_leave(fields: dict[str, Any]) -> None:
    """Units out of order, and the dead; nor anybody in another scenario, or who says no."""
    sides = us("us.rifle-squad", (24, 1), name="Able", men=2, fields=fields), mob("C")
    scene = Scene(*sides, mission=DEAD_WALK)
    scene.call(may_exit, "Able")
    assert scene.asked == []
    meeting = Scene(us("us.rifle-squad", (24, 1), name="Able", men=2), mob("C"))
    meeting.call(may_exit, "Able")
    assert meeting.asked == []
    stays = Scene(us("us.rifle-squad", (24, 1), name="Able", men=2), mob("C"), mission=DEAD_WALK)
    stays.call(may_exit, "Able", exit=False)
    assert stays.unit("Able").on_table


@clause("sotr.gap.scenarios")
def test_it_is_over_when_the_last_of_the_living_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of its activation, and the living have won."""
    quiet(monkeypatch)
    scene = Scene(us("us.rifle-squad", (24, 1), name="Able", men=2), mob("C"), mission=DEAD_WALK)
    step(scene)
    assert coming(scene) == "battle over"
    step(scene)
    assert scene.state.outcome is not None
    assert scene.state.outcome.winner == 0
