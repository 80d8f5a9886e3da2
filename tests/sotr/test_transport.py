"""Riding in vehicles, where the table plays it."""

from typing import Any

import msgspec
import pytest

from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.sotr.move.transport import boarding, carriers, get_in, get_out, riders
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.data import DataError
from tests.clause import clause

from .kit import Scene, because, shift, us

JEEP = us("us.jeep", (24, 24), name="Jeep")


def team(x: float, y: float, **rest: Any) -> Any:
    """Two men with a bazooka."""
    return us("us.bazooka-team", (x, y), name="Team", **rest)


def riding(**fields: Any) -> Scene:
    """A jeep with a team in it."""
    scene = Scene(JEEP, team(10, 10), transport=True)
    layout = scene.state.layout.without(scene.unit("Team").men)
    scene.state = msgspec.structs.replace(scene.state, layout=layout)
    return scene.change("Team", place="aboard", aboard=0, **fields)


def mounted(*units: Enlisted, **options: Any) -> Battle:
    """A battle whose first force has these units besides its Command Section."""
    scenario = RULESET.scenario("meeting")
    force = Force("US", "US", (Enlisted("us.command"), *units))
    return RULESET.setup(msgspec.structs.replace(scenario, forces=(force, scenario.forces[1])), Options(**options))


@clause("sotr.gap.transport")
def test_nobody_rides_by_default() -> None:
    """No vehicle can be got into, and nobody begins in one."""
    scene = Scene(JEEP, team(21, 24))
    assert carriers(scene.state, 1) == []
    jeep, men = Enlisted("us.jeep", name="Jeep"), Enlisted("us.bazooka-team", name="Team", aboard="Jeep")
    assert [unit.place for unit in mounted(jeep, men).units[:3]] == ["waiting"] * 3
    ridden = mounted(jeep, men, transport=True)
    assert [unit.place for unit in ridden.units[:3]] == ["waiting", "waiting", "aboard"]
    assert riders(ridden, 1) == [2]


@clause("sotr.gap.transport")
def test_a_jeep_has_three_seats() -> None:
    """A team of three, not of five, nor a second one."""
    jeep = Enlisted("us.jeep", name="Jeep")
    gun = Enlisted("us.hmg-team", name="Gun", aboard="Jeep")
    more = Enlisted("us.bazooka-team", name="Team", aboard="Jeep")
    assert mounted(jeep, gun, transport=True).units[2].aboard == 1
    for units, says in (
        ((jeep, gun, more), "no room for Team"),
        ((jeep, Enlisted("us.rifle-squad", aboard="Jeep")), "no room"),
        ((jeep, Enlisted("us.bazooka-team", aboard="Tank")), "no unit of this force"),
    ):
        with pytest.raises(DataError, match=says):
            mounted(*units, transport=True)


@clause("sotr.gap.transport")
@pytest.mark.parametrize(("x", "able"), [(16.5, True), (16.4, False)])
def test_who_can_get_in(x: float, able: bool) -> None:
    """Everybody within a normal move and an inch of the vehicle; the hull's side is an inch from its middle."""
    spots = ((x, 25.2),)
    scene = Scene(us("us.jeep", (23, 24), name="Jeep"), team(x, 24, spots=spots), transport=True)
    assert carriers(scene.state, 1) == ([0] if able else [])
    assert carriers(scene.change("Team", 0, down=True).state, 1) == []


@clause("sotr.gap.transport")
def test_getting_in_is_a_normal_move_to_within_an_inch() -> None:
    """Elsewhere it is refused; then the unit is aboard and off the table."""
    scene = Scene(JEEP, team(19, 23), transport=True)
    assert scene.call(get_in, "Team", 0) is True
    assert (scene.unit("Team").place, scene.unit("Team").aboard, len(scene.unit("Team").men)) == ("aboard", 0, 2)
    assert not scene.state.layout.on_table(scene.row("Team"))
    assert riders(scene.state, 0) == [1]
    asked = scene.decision("move")
    assert because(asked, shift(-2, 0)) == ("sotr.gap.transport",)
    assert isinstance(boarding(Scene(JEEP, team(19, 23), transport=True).state, 1, 0).budget, int)


@clause("sotr.gap.transport")
def test_getting_out_is_within_an_inch_of_the_vehicle() -> None:
    """The whole of each base within an inch and its own width of the hull; that was its move."""
    scene = riding()
    assert scene.call(get_out, "Team") is True
    assert (scene.unit("Team").place, scene.unit("Team").aboard) == ("table", None)
    for place in (0, 1):
        x, y = scene.point("Team", place)
        assert abs(x - 24) <= 2.5
        assert abs(y - 24) <= 3.25
        assert scene.man("Team", place).moved == scene.state.turn
