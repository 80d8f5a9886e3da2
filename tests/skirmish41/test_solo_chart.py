"""The action chart of the solo infantry: every cell, and what becomes of an order on the table."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.units import between
from sandtable.rulesets.skirmish41.fire.targets import dispersed
from sandtable.rulesets.skirmish41.nerve.rout import flee
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.solo.action_chart import Posture, action_on, posture_of, row_of
from sandtable.rulesets.skirmish41.solo.moves import advance, attack, friends_behind, retreat
from sandtable.rulesets.skirmish41.solo.solo import act
from sandtable.rulesets.skirmish41.state import Harm, Mission
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

PATROL = Mission("patrol")
CHART = {
    1: "halt advance advance advance advance attack",
    2: "retreat halt halt advance advance advance",
    5: "retreat halt halt advance advance advance",
    6: "rout retreat halt halt halt advance",
    8: "rout retreat halt halt halt advance",
    9: "rout rout rout retreat retreat halt",
    15: "rout rout rout retreat retreat halt",
}
TRENCH = terrain("trench", box=(10, 30, 30, 6))


def solo(*sides: Side, **rest: Any) -> Scene:
    """A scene in the solo force's part."""
    return Scene(*sides, mission=PATROL, fields={"active": 1}, **rest)


def gap(scene: Scene, one: str, other: str) -> float:
    """How far two teams are apart, in inches."""
    return between(scene.state, scene.number(one), scene.number(other)) / 1000


def action(scene: Scene) -> str:
    """What the team that acted was told."""
    return str(scene.event("was told").tells["action"]) if scene.events("was told") else "carry on"


# ---- the cells


@clause("sk.act.rf1", "sk.act.rf2-5", "sk.act.rf6-8", "sk.act.rf9")
@pytest.mark.parametrize(("risk", "printed"), CHART.items())
def test_every_cell_is_as_printed(risk: int, printed: str) -> None:
    """All six dice, at both ends of each row."""
    assert [action_on(risk, die, Posture(), Options()) for die in range(1, 7)] == printed.split()


@clause("sk.act.support")
@pytest.mark.parametrize(("risk", "printed"), CHART.items())
def test_support_weapons_halt_instead_of_going_forward(risk: int, printed: str) -> None:
    """The asterisk is on every advance and attack, and on nothing else."""
    wanted = printed.replace("advance", "halt").replace("attack", "halt").split()
    assert [action_on(risk, die, Posture(support=True), Options()) for die in range(1, 7)] == wanted


@clause("sk.act.rf0", "sk.act.rf1")
def test_rows_begin_where_they_are_printed() -> None:
    """Everything up to 0 is the first row."""
    rows = [row_of(risk, Options()) for risk in (-9, 0, 1, 2, 5, 6, 8, 9, 20)]
    assert [row and row.lowest for row in rows] == [None, None, 1, 2, 2, 6, 6, 9, 9]


@clause("sk.act.rf0", "sk.act.rf0-fortified", "sk.act.rf0-falling-back", "sk.act.support")
@pytest.mark.parametrize(
    ("posture", "wanted"),
    [
        (Posture(), "on on on advance advance advance"),
        (Posture(support=True), "on on on halt halt halt"),
        (Posture(fortified=True), "on on on on on on"),
        (Posture(sees_enemy=False), "on on on on on on"),
        (Posture(falling_back=True), "on on on on cover cover"),
        (Posture(falling_back=True, sees_enemy=False), "on on on on cover cover"),
    ],
)
def test_the_first_row(posture: Posture, wanted: str) -> None:
    """Four and more goes for an enemy in sight; defenders of fortified places stay; who falls back halts on 5 and 6."""
    for risk in (0, -7):
        found = [action_on(risk, die, posture, Options()) for die in range(1, 7)]
        assert [one.split()[-1] for one in found] == wanted.split()


@clause("sk.act.rf0-fortified", "sk.act.support", "sk.act.scope", "sk.act.rf0-falling-back")
def test_how_teams_stand_to_the_chart() -> None:
    """A trench that is defended is fortified, one that is passed through or brush is not; tripods and guns are support."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able"),
        german("de.rifle-team", (12, 33), name="Berta", fields={"defends": True}),
        german("de.rifle-team", (30, 33), name="Caesar"),
        german("de.hmg-team", (12, 42), name="Dora", fields={"defends": True, "retiring": True}),
        german("de.pak40", (30, 42), name="Emil"),
        german("de.mg-team", (50, 42), name="Fritz"),
        ground=[TRENCH],
    )
    found = {name: posture_of(scene.state, scene.number(name)) for name in ("Berta", "Caesar", "Dora", "Emil", "Fritz")}
    assert [name for name, one in found.items() if one.fortified] == ["Berta"]
    assert [name for name, one in found.items() if one.support] == ["Dora", "Emil"]
    assert [name for name, one in found.items() if one.falling_back] == ["Dora"]


# ---- carrying on


@clause("sk.act.rf0", "sk.gap.solo-current-action")
def test_who_was_advancing_carries_on_advancing() -> None:
    """Risk -2 and a 1: it goes on as it did, half speed, and keeps its order."""
    scene = solo(
        brit("gb.rifle-team", (20, 4), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 46), name="Berta", pick=("NCO",), fields={"action": "advance"}),
    )
    scene.call(act, "Berta", dice=[1, 1])
    assert scene.event("weighed its risk").tells["risk"] == -2
    assert gap(scene, "Able", "Berta") == pytest.approx(42 - 1 - 6, abs=0.01)
    assert scene.unit("Berta").action == "advance"


@clause("sk.act.rf0", "sk.gap.solo-current-action")
@pytest.mark.parametrize(("action", "moves"), [("", False), ("halt", False), ("advance", True), ("attack", True)])
def test_defenders_hold_their_place(action: str, *, moves: bool) -> None:
    """Who appeared somewhere and has no orders yet defends it; a halt goes on, and so does an attack."""
    scene = solo(
        brit("gb.rifle-team", (5, 4), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (5, 47), name="Berta", pick=("NCO",), fields={"action": action, "defends": True}),
    )
    scene.call(act, "Berta", dice=[1] if not moves or action == "attack" else [1, 1])
    assert bool(scene.unit("Berta").moved) is moves
    assert scene.unit("Berta").defends is not moves


@clause("sk.gap.solo-current-action")
def test_attackers_without_orders_advance_on_the_objective() -> None:
    """Who defends nothing goes for the objective where it knows of no enemy."""
    scene = solo(
        brit("gb.rifle-team", (5, 4), name="Able", pick=("rifleman",), fields={"spotted": False}),
        german("de.rifle-team", (30, 47), name="Berta", pick=("NCO",), fields={"spotted": False}),
        ground=[terrain("building", box=(0, 10, 72, 4))],
    )
    scene.state = scene.state.__class__(**{**_fields(scene.state), "objectives": ((inches(30), inches(30)),)})
    scene.call(act, "Berta")
    assert scene.point("Berta")[1] == pytest.approx(41, abs=0.01)


def _fields(state: Any) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__}


@clause("sk.act.rf0-fortified")
def test_a_fortified_place_is_not_left() -> None:
    """Six on the die, an enemy in sight: they stay in their trench and fire."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 33), name="Berta", pick=("NCO",), fields={"defends": True, "action": "advance"}),
        ground=[TRENCH],
    )
    scene.call(act, "Berta", dice=[6, 1])
    assert scene.unit("Berta").moved == 0
    assert scene.point("Berta") == (20, 33)


@clause("sk.act.rf0", "sk.solo.actions")
def test_without_an_enemy_in_sight_nobody_leaves_his_place() -> None:
    """Six on the die, but there is no visible enemy to move towards."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 33), name="Berta", pick=("NCO",), fields={"defends": True}),
        ground=[terrain("building", box=(0, 10, 72, 4))],
    )
    scene.call(act, "Berta", dice=[6])
    assert scene.event("weighed its risk").tells["risk"] == -4
    assert scene.unit("Berta").moved == 0


@clause("sk.solo.actions", "sk.act.scope")
def test_unspotted_teams_are_not_diced_for() -> None:
    """They carry on with their orders: here none."""
    scene = solo(
        brit("gb.rifle-team", (5, 4), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (5, 47), name="Berta", pick=("NCO",), fields={"spotted": False, "defends": True}),
    )
    scene.call(act, "Berta")
    assert not scene.events("weighed its risk")
    assert scene.event("carried on").because == ("sk.solo.actions",)


# ---- halting


@clause("sk.act.rf0-falling-back")
@pytest.mark.parametrize(("die", "halts"), [(4, False), (5, True)])
def test_who_falls_back_halts_in_the_nearest_cover(die: int, *, halts: bool) -> None:
    """At risk 0 or less: a 5 takes it behind the wall near by, a 4 lets it go on back."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (30, 34), name="Berta", pick=("NCO",), fields={"retiring": True}),
        ground=[terrain("building", box=(0, 12, 72, 4)), terrain("woods", circle=(37, 34, 4))],
    )
    scene.call(act, "Berta", dice=[die])
    assert scene.event("weighed its risk").tells["risk"] == -3
    assert scene.unit("Berta").retiring is not halts
    assert (scene.point("Berta")[0] > 32) is halts


@clause("sk.act.halt")
def test_a_halt_is_a_halt_even_for_who_was_falling_back() -> None:
    """Risk 2 and a 2: it stays where it is, retires no more, and fires all it has: three points are a careful shot."""
    scene = solo(
        brit("gb.rifle-team", (20, 14), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 30), name="Berta", pick=("NCO",), fields={"retiring": True}),
        ground=[terrain("woods", circle=(26, 36, 4))],
    )
    scene.change("Berta", shot_by=(Harm(0, 1, "small arms"),))
    scene.call(act, "Berta", dice=[2, 1])
    assert scene.event("weighed its risk").tells["risk"] == 2
    assert (action(scene), scene.point("Berta")) == ("halt", (20, 30))
    assert not scene.unit("Berta").retiring
    assert scene.figure("Berta").spent == 2


# ---- going forward


@clause("sk.act.advance")
def test_an_advance_is_one_move_in_dispersed_order() -> None:
    """Half speed: six of twelve inches, an inch between all; one action is left to fire with."""
    scene = solo(brit("gb.rifle-team", (20, 5), name="Able"), german("de.rifle-team", (20, 40), name="Berta", gap=0.2))
    assert not dispersed(scene.state, 1)
    scene.call(advance, "Berta")
    assert dispersed(scene.state, 1)
    assert {scene.figure("Berta", man).moves for man in range(4)} == {1}
    assert 28 < gap(scene, "Able", "Berta") < 31


@clause("sk.act.advance")
def test_half_speed_of_men_with_one_action_is_half_their_move() -> None:
    """Ten inches is their speed, so five."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.volkssturm", (20, 40), name="Berta", men=1),
    )
    scene.call(advance, "Berta")
    assert scene.point("Berta")[1] == pytest.approx(35, abs=0.01)


@clause("sk.act.advance", "sk.act.attack")
def test_only_an_attack_closes_with_the_enemy() -> None:
    """Three inches apart: who advances stays out of contact, who attacks charges."""
    sides = (
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman", "rifleman")),
        german("de.rifle-team", (20, 24), name="Berta", men=2),
    )
    scene = solo(*sides)
    scene.call(advance, "Berta")
    assert gap(scene, "Able", "Berta") > 1
    scene = solo(*sides)
    scene.call(attack, "Berta")
    assert gap(scene, "Able", "Berta") <= 1
    assert scene.event("charged").unit == 1


@clause("sk.act.advance")
def test_an_advance_stops_short_of_a_man_who_stands_before_his_team() -> None:
    """The middle of the enemy is nine inches off, his nearest man three."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman", "rifleman"), spots=((20, 20),)),
        german("de.rifle-team", (20, 24), name="Berta", pick=("NCO",)),
    )
    scene.call(advance, "Berta")
    assert gap(scene, "Able", "Berta") > 1


@clause("sk.act.attack")
@pytest.mark.parametrize(("apart", "reaches"), [(11, True), (16, False)])
def test_an_attack_goes_at_full_speed(apart: float, *, reaches: bool) -> None:
    """Twelve inches in two moves, and into the enemy if that is far enough."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 10 + apart), name="Berta", pick=("NCO",)),
    )
    scene.call(attack, "Berta")
    assert (gap(scene, "Able", "Berta") <= 1) is reaches
    assert scene.figure("Berta").moves == 2


@clause("sk.act.attack")
def test_as_many_as_can_charge() -> None:
    """Beside a lone man there is room for more than one."""
    scene = solo(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (18, 24), name="Berta"),
    )
    scene.call(attack, "Berta", dice=[1])
    assert scene.event("charged").tells["men"] >= 2


@clause("sk.act.advance")
def test_a_wall_in_rough_ground_does_not_stop_an_advance_for_good() -> None:
    """A wounded man among rocks at a wall has an inch of his move left: he uses it, and is over in the end."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 31), name="Berta", pick=("NCO",), each={"wounds": 1}),
        ground=[terrain("rough", box=(10, 26, 30, 8)), terrain("wall", line=[(10, 30), (40, 30)])],
    )
    for _ in range(3):
        scene.change("Berta", 0, spent=0, moves=0)
        scene.call(advance, "Berta")
    assert scene.point("Berta")[1] < 29.5


@clause("sk.act.support", "sk.act.rf2-5")
@pytest.mark.parametrize("die", [4, 6])
def test_a_tripod_halts_and_fires(die: int) -> None:
    """Under fire, one man of a team of three: risk 2; a 6 is an advance, for others than gunners at their tripod."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.hmg-team", (20, 35), name="Berta", pick=("gunner",), strength=3),
    )
    scene.change("Berta", shot_by=(Harm(0, 1, "small arms"),))
    scene.call(act, "Berta", dice=[die, 1, 1])
    assert scene.event("weighed its risk").tells["risk"] == 2
    assert action(scene) == "halt"
    assert scene.unit("Berta").moved == 0
    assert len(scene.events("fired")) == 1


# ---- going back


@clause("sk.act.retreat")
def test_a_retreat_leads_away_from_the_nearest_enemy() -> None:
    """Two moves straight back, and it counts as retiring."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 20), name="Berta", pick=("NCO",)),
    )
    scene.call(retreat, "Berta")
    assert scene.point("Berta") == pytest.approx((20, 32), abs=0.02)
    assert scene.unit("Berta").retiring
    assert scene.event("retreats").because == ("sk.act.retreat",)


@clause("sk.act.retreat")
def test_a_retreat_makes_for_cover_farther_from_all_enemies() -> None:
    """Brush to the rear right is cover; brush that is nearer to another enemy is none."""
    sides = (
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 20), name="Berta", pick=("NCO",)),
    )
    scene = solo(*sides, ground=[terrain("brush", box=(22, 22, 4, 4))])
    scene.call(retreat, "Berta")
    x, y = scene.point("Berta")
    assert x > 20.5
    assert y < 27
    other = brit("gb.rifle-team", (36, 24), name="Baker", pick=("rifleman",))
    scene = solo(*sides, other, ground=[terrain("brush", box=(22, 22, 4, 4))])
    scene.call(retreat, "Berta")
    assert scene.point("Berta")[0] < 20.5


@clause("sk.act.retreat-in-cover")
@pytest.mark.parametrize(("men", "stays"), [(2, True), (1, False)])
def test_in_cover_half_a_unit_stays(men: int, *, stays: bool) -> None:
    """Two of four may stay and do; one of four goes back to friends who are not ahead of it."""
    scene = solo(
        brit("gb.rifle-team", (30, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (30, 22), name="Berta", men=men, strength=4),
        german("de.rifle-team", (34, 16), name="Ahead", pick=("NCO",)),
        german("de.rifle-team", (50, 24), name="Behind", pick=("NCO",)),
        ground=[terrain("brush", box=(28, 20, 8, 4))],
    )
    assert friends_behind(scene.state, 1) == 3
    scene.call(retreat, "Berta")
    assert bool(scene.events("stayed in cover")) is stays
    assert scene.unit("Berta").retiring is not stays
    assert (scene.point("Berta")[0] > 35) is not stays


@clause("sk.act.retreat", "sk.act.support")
def test_a_tripod_is_taken_down_before_it_is_carried_off() -> None:
    """Two of the crew take it down; it is set up again once it halts."""
    scene = solo(
        brit("gb.rifle-team", (20, 5), name="Able", pick=("rifleman",)), german("de.hmg-team", (20, 20), name="Berta")
    )
    scene.call(retreat, "Berta")
    assert not scene.unit("Berta").ready
    assert scene.point("Berta", 1)[1] > 22
    for man in range(3):
        scene.change("Berta", man, spent=0, moves=0)
    scene.call(act, "Berta", dice=[5, 1, 1])
    assert scene.unit("Berta").ready


# ---- running


@clause("sk.act.rout")
@pytest.mark.parametrize(("bonus", "far"), [(2, 16), (0, 12)])
def test_a_rout_is_a_run_at_move_and_five_centimetres(bonus: int, far: float) -> None:
    """Two inches more with each move, away from the nearest enemy; and no shot."""
    scene = solo(
        brit("gb.rifle-team", (36, 5), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (36, 20), name="Berta", pick=("NCO",), strength=5, each={"wounds": 0}),
        rout_bonus_inches=bonus,
    )
    scene.change("Berta", shot_by=(Harm(0, 2, "mortar"),), strength=4, took=1, foe=0)
    scene.call(act, "Berta", dice=[1])
    assert scene.event("weighed its risk").tells["risk"] == 7
    assert scene.unit("Berta").routing
    assert scene.point("Berta")[1] == pytest.approx(20 + far, abs=0.02)
    assert "sk.act.rout" in scene.event("fled").because
    assert not scene.events("fired")


@clause("sk.act.rout-surrender")
@pytest.mark.parametrize(("ring", "gives_up"), [(True, True), (False, False)])
def test_routers_who_are_surrounded_surrender(*, ring: bool, gives_up: bool) -> None:
    """Enemies all round at six inches leave no way; without the one in the south there is one."""
    places = [(36, 17), (43, 24), (29, 24), (41, 19), (31, 19), (41, 29), (31, 29), (36, 31)]
    sides = [brit("gb.rifle-team", at, name=f"B{place}", pick=("rifleman",)) for place, at in enumerate(places)]
    scene = solo(
        *(sides if ring else sides[:5]),
        german("de.rifle-team", (36, 24), name="Berta", pick=("NCO",), fields={"routing": True}),
    )
    scene.call(flee, "Berta")
    assert bool(scene.events("surrendered")) is gives_up
    assert (scene.unit("Berta").place == "destroyed") is gives_up


@clause("sk.act.rout-surrender")
def test_a_way_past_an_enemy_is_no_way_out() -> None:
    """Those at the end of the run would not be near, but the way leads within four inches of them."""
    places = [(36, 14), (42, 24), (30, 24), (33, 30), (39, 30), (30, 18), (42, 18)]
    sides = [brit("gb.rifle-team", at, name=f"B{place}", pick=("rifleman",)) for place, at in enumerate(places)]
    scene = solo(*sides, german("de.rifle-team", (36, 24), name="Berta", pick=("NCO",), fields={"routing": True}))
    scene.call(flee, "Berta")
    assert scene.events("surrendered")


@clause("sk.act.rout-surrender")
def test_players_do_not_surrender() -> None:
    """It stands in the chart of the solo force."""
    places = [(36, 17), (43, 24), (29, 24), (41, 19), (31, 19), (41, 29), (31, 29), (36, 31)]
    sides = [german("de.rifle-team", at, name=f"B{place}", pick=("rifleman",)) for place, at in enumerate(places)]
    scene = solo(*sides, brit("gb.rifle-team", (36, 24), name="Able", pick=("NCO",), fields={"routing": True}))
    scene.call(flee, "Able")
    assert scene.events("fled")


# ---- suppression


@clause("sk.gap.suppression-removal", "sk.turn.solo-phase", "sk.gap.solo-shooting")
@pytest.mark.parametrize("when", ["after-shooting", "before-acting"])
def test_suppression_is_diced_off_after_shooting(when: str) -> None:
    """Or before acting, where that is played: then it has all its actions again."""
    scene = solo(
        brit("gb.rifle-team", (20, 14), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 30), name="Berta", pick=("NCO",), fields={"suppression": 1, "defends": True}),
        solo_suppression_dice=when,
    )
    scene.call(act, "Berta", dice=[1, 1, 6] if when == "after-shooting" else [6, 1, 1])
    assert scene.unit("Berta").suppression == 0
    verbs = [verb for verb, _ in scene.told("fired", "shook off its suppression")]
    assert len(verbs) == 2
    assert (verbs[0] == "fired") is (when == "after-shooting")
