"""Retiring, falling back, rout and rally: how far, whither, and what may be done afterwards."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.rulesets.skirmish41.harm.blasts import caught
from sandtable.rulesets.skirmish41.harm.carrying import casualties_near
from sandtable.rulesets.skirmish41.move.flight import fall_back, retire
from sandtable.rulesets.skirmish41.nerve import morale
from sandtable.rulesets.skirmish41.nerve.morale import rout
from sandtable.rulesets.skirmish41.solo.solo import act
from sandtable.rulesets.skirmish41.state import Mission
from sandtable.rulesets.skirmish41.turn.turn import end_part
from tests.clause import clause

from .kit import Scene, brit, german, terrain

MAN = ("rifleman",)


def men(count: int = 1, *, ground: Any = (), at: tuple[float, float] = (30, 20), **rest: Any) -> Scene:
    """Riflemen with the enemy straight to the north of them."""
    return Scene(
        brit("gb.rifle-team", at, name="Able", pick=MAN * count, **rest),
        german("de.rifle-team", (at[0], 2), name="Berta", pick=MAN),
        ground=ground,
    )


# ---- retiring


@clause("sk.morale.retire")
def test_without_cover_a_team_retires_one_move_straight_back() -> None:
    """Six inches, and its next turn is normal."""
    scene = men()
    scene.call(retire, "Able")
    assert scene.point("Able") == pytest.approx((30, 26), abs=0.01)
    assert scene.unit("Able").retiring
    assert scene.unit("Able").frozen == 0


@clause("sk.morale.retire")
@pytest.mark.parametrize(("top", "y"), [(27, 26), (29, 28), (31, 30)])
def test_it_stops_in_the_first_cover_between_one_move_and_two(top: float, y: float) -> None:
    """However far the brush begins, it goes no nearer than within an inch of it."""
    scene = men(ground=[terrain("brush", box=(10, top, 40, 10))])
    scene.call(retire, "Able")
    assert scene.point("Able") == pytest.approx((30, y), abs=0.01)


@clause("sk.morale.retire")
def test_it_may_go_aside_to_reach_cover() -> None:
    """A wall that is not straight behind."""
    scene = men(ground=[terrain("wall", line=[(36, 25), (40, 25)])])
    scene.call(retire, "Able")
    x, y = scene.point("Able")
    assert x > 34
    assert y > 20


@clause("sk.morale.retire")
def test_cover_beyond_two_moves_is_out_of_reach() -> None:
    """Then it goes one move back, and no more."""
    scene = men(ground=[terrain("hedge", line=[(10, 34), (50, 34)])])
    scene.call(retire, "Able")
    assert scene.point("Able")[1] == pytest.approx(26, abs=0.01)
    near = men(ground=[terrain("hedge", line=[(10, 33), (50, 33)])])
    near.call(retire, "Able")
    assert near.point("Able")[1] > 31


@clause("sk.morale.retire")
def test_suppressed_men_retire_upright() -> None:
    """Even if suppressed: not the two inches of a crawl."""
    scene = men(fields={"suppression": 1})
    scene.call(retire, "Able")
    assert scene.point("Able")[1] == pytest.approx(26, abs=0.01)


@clause("sk.morale.retire")
def test_it_takes_its_prisoner_along() -> None:
    """He goes with his captor."""
    scene = Scene(
        brit("gb.rifle-team", (30, 20), name="Able", pick=MAN, each={"carries": 1}),
        german("de.rifle-team", (31.2, 20), name="Berta", pick=MAN, each={"out": "captured"}),
        german("de.rifle-team", (30, 2), name="Caesar", pick=MAN),
    )
    scene.change("Berta", men=(), place="destroyed")
    scene.call(retire, "Able")
    x, y = (part / 1000 for part in scene.state.layout.point(1))
    assert abs(y - scene.point("Able")[1]) < 2
    assert abs(x - 30) < 2


@clause("sk.morale.retire", "sk.morale.fall-back")
def test_who_rides_stays_aboard() -> None:
    """There is nowhere to go."""
    scene = Scene(
        brit("gb.lorry", (30, 20), name="Lorry"),
        brit("gb.rifle-team", name="Able", pick=MAN, aboard="Lorry"),
        german("de.rifle-team", (30, 2), name="Berta", pick=MAN),
    )
    scene.call(retire, "Able")
    assert scene.told() == [("had nowhere to go", 1)]
    scene.call(fall_back, "Able", dice=[3])
    assert scene.told() == [("had nowhere to go", 1)]
    assert scene.unit("Able").frozen
    assert scene.unit("Able").place == "aboard"


# ---- falling back


@clause("sk.morale.fall-back")
@pytest.mark.parametrize("die", [1, 6])
def test_a_team_falls_back_as_far_as_the_die_says(die: int) -> None:
    """Straight away from the enemy."""
    scene = men()
    scene.call(fall_back, "Able", dice=[die])
    assert scene.point("Able") == pytest.approx((30, 20 + die), abs=0.01)


def frozen(active: int) -> Scene:
    """A team that fell back in one side's part; its own next part begins or its present one ends."""
    scene = men()
    scene.state = _active(scene, active)
    scene.call(fall_back, "Able", dice=[1])
    return scene


def _active(scene: Scene, side: int) -> Any:
    return replace(scene.state, active=side)


@clause("sk.morale.fall-back")
def test_next_turn_it_may_neither_move_nor_fire() -> None:
    """But it may look about; the turn after it is itself again."""
    scene = frozen(1)
    scene.state = _active(scene, 0)
    scene.activate("Able")
    assert scene.asked == []
    scene.call(end_part)
    assert scene.unit("Able").frozen == 0


@clause("sk.morale.fall-back")
def test_falling_back_in_its_own_part_it_loses_the_next() -> None:
    """Not only what is left of this one."""
    scene = frozen(0)
    scene.call(end_part)
    assert scene.unit("Able").frozen == 1
    scene.change("Able", done=False).activate("Able")
    assert scene.asked == []


@clause("sk.morale.fall-back")
def test_between_two_turns_it_loses_one_part_whoever_had_the_last() -> None:
    """A wreck that blows up at the start of a turn makes it fall back: its next part is lost, not two."""
    scene = men(fields={"frozen": 0})
    scene.state = replace(scene.state, active=0, phase="turn")
    scene.call(fall_back, "Able", dice=[2])
    assert scene.unit("Able").frozen == 1


@clause("sk.morale.fall-back")
def test_what_is_barred_says_why() -> None:
    """With somebody to spot, it is asked."""
    scene = frozen(1).change("Berta", spotted=False)
    scene.state = _active(scene, 0)
    scene.activate("Able")
    assert scene.barred("action") == {"move": ("sk.morale.fall-back",), "fire": ("sk.morale.fall-back",)}


# ---- rout


@clause("sk.morale.rout", "sk.morale.routers")
def test_routers_flee_at_once_with_all_their_movement() -> None:
    """Twelve inches for a regular, from the nearest enemy, suppressed or not."""
    for markers in (0, 1):
        scene = men(at=(30, 12), fields={"suppression": markers})
        scene.call(rout, "Able", "sk.morale.rout")
        assert scene.unit("Able").routing
        assert scene.point("Able") == pytest.approx((30, 24), abs=0.01)


@clause("sk.morale.rout")
def test_they_flee_from_the_nearest_enemy() -> None:
    """Not from the one farther off."""
    scene = Scene(
        brit("gb.rifle-team", (30, 20), name="Able", pick=MAN),
        german("de.rifle-team", (30, 2), name="Berta", pick=MAN),
        german("de.rifle-team", (40, 20), name="Caesar", pick=MAN),
    )
    scene.call(rout, "Able", "sk.morale.rout")
    assert scene.point("Able") == pytest.approx((18, 20), abs=0.01)


@clause("sk.morale.rout")
def test_they_run_off_the_table() -> None:
    """When the edge is in reach."""
    scene = men(at=(30, 40))
    scene.call(rout, "Able", "sk.morale.rout")
    assert scene.unit("Able").place == "fled"
    assert scene.event("fled the table").tells["edge"] == "south"


@clause("sk.morale.rout", "sk.gap.disabled")
def test_who_lies_disabled_is_left_behind() -> None:
    """He lies where he fell though his team has run off; friends can lift him, and a shell still finds him."""
    scene = Scene(
        brit("gb.rifle-team", (30, 40), name="Able", pick=MAN * 2, figures={1: {"out": "disabled"}}),
        german("de.rifle-team", (30, 2), name="Berta", pick=MAN),
        brit("gb.rifle-team", (32.8, 40), name="Friend", pick=MAN),
    )
    one, other = scene.unit("Able").men
    scene.change("Able", men=(one,), down=(other,))
    scene.call(rout, "Able", "sk.morale.rout")
    assert scene.unit("Able").place == "fled"
    assert [scene.state.layout.on_table(man) for man in (one, other)] == [False, True]
    assert other in caught(scene.state, scene.state.layout.point(other))
    assert casualties_near(scene.state, scene.row("Friend")) == [other]


@clause("sk.morale.routers")
def test_routers_only_run() -> None:
    """No shot is offered; men with one action run ten inches."""
    scene = men(at=(30, 12), each={"rating": 1}, fields={"routing": True})
    scene.activate("Able", dice=[5])
    assert scene.asked == []
    assert scene.point("Able") == pytest.approx((30, 22), abs=0.01)


@clause("sk.morale.routers")
def test_a_router_tests_no_more() -> None:
    """It has no morale left to lose."""
    scene = men(fields={"routing": True, "tests": ("casualty",)})
    scene.call(morale.tests_due)
    assert scene.throws() == []
    assert scene.unit("Able").tests == ()


@clause("sk.morale.rout")
def test_routers_leave_their_prisoners() -> None:
    """Who is free again, unarmed, with one action."""
    scene = Scene(
        brit("gb.rifle-team", (30, 20), name="Able", pick=MAN, each={"carries": 1}),
        german("de.rifle-team", (31.2, 20), name="Berta", pick=MAN, each={"out": "captured"}),
        german("de.rifle-team", (30, 2), name="Caesar", pick=MAN),
    )
    scene.change("Berta", men=(), place="destroyed")
    scene.call(rout, "Able", "sk.morale.rout")
    assert scene.unit("Berta").men == (1,)
    assert scene.unit("Berta").on_table
    freed = scene.figure("Berta")
    assert (freed.out, freed.rating, freed.arms) == ("", 1, ())


@clause("sk.morale.rout")
@pytest.mark.parametrize("place", ["fled", "left"])
def test_a_prisoner_whose_team_is_gone_makes_off(place: str) -> None:
    """He does not bring it back onto the table."""
    scene = Scene(
        brit("gb.rifle-team", (30, 20), name="Able", pick=MAN, each={"carries": 1}),
        german("de.rifle-team", (31.2, 20), name="Berta", pick=MAN * 2, figures={0: {"out": "captured"}}),
        german("de.rifle-team", (30, 2), name="Caesar", pick=MAN),
    )
    scene.change("Berta", men=(2,), place=place)
    scene.call(rout, "Able", "sk.morale.rout")
    assert scene.unit("Berta").place == place
    assert not scene.state.layout.on_table(1)


# ---- rally


@clause("sk.morale.rally")
@pytest.mark.parametrize(("die", "rallies"), [(6, True), (5, False)])
def test_routers_rally_on_a_six(die: int, rallies: bool) -> None:
    """At the start of their turn, and then they act as others do."""
    scene = men(at=(30, 12), fields={"routing": True})
    scene.activate("Able", dice=[die])
    assert scene.unit("Able").routing is not rallies
    assert bool(scene.asked) is rallies
    assert bool(scene.events("fled")) is not rallies


@clause("sk.morale.rally")
@pytest.mark.parametrize(("strength", "dice"), [(4, [6]), (5, [])])
def test_a_team_below_half_never_rallies(strength: int, dice: list[int]) -> None:
    """Two of four are half, two of five are not; a disabled man does not count."""
    scene = men(2, at=(30, 12), strength=strength, fields={"routing": True})
    scene.activate("Able", dice=dice)
    assert scene.unit("Able").routing is (strength == 5)


@clause("sk.morale.rally")
def test_solo_routers_rally_too() -> None:
    """On the same six."""
    scene = Scene(
        brit("gb.rifle-team", (30, 2), name="Able", pick=MAN),
        german("de.rifle-team", (30, 12), name="Berta", pick=MAN, fields={"routing": True, "frozen": 1}),
        mission=Mission("patrol"),
        fields={"active": 1},
    )
    scene.call(act, "Berta", dice=[6])
    assert not scene.unit("Berta").routing
