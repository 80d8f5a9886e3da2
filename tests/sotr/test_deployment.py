"""Setting up: who is first, zones, room, who begins Hidden, fire teams."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.move.placing import setting_up, usual_place
from sandtable.rulesets.sotr.setup.deployment import with_room, zone_of
from sandtable.rulesets.sotr.state import Mission
from tests.clause import clause

from .kit import because, goal, instead_of, reich, takes, terrain, us
from .turn_kit import before, change, item, quiet

ABLE = us("us.rifle-squad", name="Able", men=4)
BAKER = us("us.bazooka-team", name="Baker")
STORM = reich("reich.sturmgrenadiers", name="Storm", men=4)
RUINS = Mission("ruins")


def one_at(x: float, y: float) -> Any:
    """An answer to setting up a single model."""

    def answer(decision: Any) -> object:
        (figure,) = decision.domain.movers
        return {"walks": [{"figure": figure, "points": [[round(x * 1000), round(y * 1000)]]}]}

    return answer


# ---- objectives


@clause("sotr.gap.scenarios")
@pytest.mark.parametrize(
    ("mission", "points"),
    [("meeting", ((12_000, 24_000), (24_000, 24_000), (36_000, 24_000))), ("ruins", ((24_000, 24_000),))],
)
def test_where_objectives_lie(mission: Any, points: tuple[tuple[int, int], ...]) -> None:
    """Three on the centre line, or one in the middle."""
    scene = item(before(ABLE, STORM, mission=Mission(mission)), "objectives")
    assert scene.state.objectives == points


# ---- who is first


@clause("sotr.gap.deployment")
@pytest.mark.parametrize(("dice", "first"), [([4, 3], 1), ([3, 4], 0), ([5, 5, 1, 6], 0)])
def test_the_loser_of_a_roll_off_sets_up_first(dice: list[int], first: int) -> None:
    """Ties are rolled again."""
    scene = item(before(ABLE, STORM), "roll-off", dice)
    assert scene.state.side == first


@clause("sotr.gap.deployment")
def test_sides_alternate_unit_by_unit() -> None:
    """One of two units, the enemy's only one, the other one; then the agenda goes on."""
    scene = change(before(ABLE, BAKER, STORM), side=0)
    item(scene, "deploy", unit_to_set_up="Baker")
    assert (scene.unit("Baker").place, scene.unit("Able").place) == ("table", "waiting")
    assert scene.state.agenda[0] == "deploy"
    item(scene, "deploy")
    assert scene.unit("Storm").on_table
    item(scene, "deploy")
    assert scene.unit("Able").on_table
    assert scene.state.agenda == ("hidden",)


def test_the_battle_begins_when_the_agenda_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the Initiative of turn 1."""
    quiet(monkeypatch)
    scene = item(before(ABLE, STORM), "hidden")
    assert (scene.state.phase, scene.state.turn, scene.state.half, scene.state.agenda) == ("initiative", 1, 0, ())


# ---- zones


@clause("sotr.gap.deployment")
@pytest.mark.parametrize(("y", "fits"), [(40.5, True), (40.499, False), (47.5, True), (47.501, False)])
def test_a_zone_is_eight_inches_deep(y: float, fits: bool) -> None:
    """Every base lies in it altogether."""
    scene = change(before(us("us.sniper-team", name="Sniper", men=1), STORM), side=0)
    item(scene, "deploy", set_up=one_at(24, 44))
    asked = scene.decision("set up")
    assert takes(asked, one_at(24, y)) is fits
    if not fits:
        assert because(asked, one_at(24, y)) == ("sotr.gap.deployment",)
    assert scene.point("Sniper") == (24, 44)


@clause("sotr.gap.deployment")
def test_each_side_has_its_own_edge_and_looks_at_the_other() -> None:
    """South and north, over the full width."""
    scene = change(before(us("us.jeep", name="Jeep"), reich("reich.panzermech", name="Mech")), side=0)
    item(scene, "deploy", set_up=one_at(45, 45))
    item(scene, "deploy", set_up=one_at(2, 2))
    assert scene.point("Jeep") == (45, 45)
    assert scene.state.layout.bearing(scene.row("Jeep")) == 0
    assert scene.state.layout.bearing(scene.row("Mech")) == 1800


@clause("sotr.gap.scenarios")
def test_the_defender_of_the_ruins_is_around_their_middle() -> None:
    """With some part of every base within 12 inches of it; the attacker in his own zone."""
    scene = change(before(us("us.jeep", name="Jeep"), reich("reich.vampire", name="Count"), mission=RUINS), side=1)
    item(scene, "deploy", set_up=one_at(24, 24))
    asked = scene.decision("set up")
    assert takes(asked, one_at(36.7, 24))
    assert not takes(asked, one_at(36.9, 24))
    assert zone_of(scene.state, 0)[:, 1].min() == 40_000


@clause("sotr.gap.deployment")
def test_models_are_set_up_in_coherency_but_mobs_need_not_be() -> None:
    """Four inches between men; zombies stand where they like."""
    apart = {"walks": [{"figure": 0, "points": [[5000, 44000]]}, {"figure": 1, "points": [[30000, 44000]]}]}
    men = before(us("us.rifle-squad", men=2))
    mob = before(us("reich.zombies", men=2))
    for scene, fits in ((men, False), (mob, True)):
        domain = setting_up(scene.state, 0, zone_of(scene.state, 0))
        try:
            domain.check(apart)
            assert fits
        except Exception as refused:  # noqa: BLE001
            assert not fits
            assert "Coherency" in str(refused)


@clause("sotr.gap.deployment")
def test_nobody_is_set_up_on_others_or_where_he_cannot_go() -> None:
    """Not on a friend, not in water; a jeep not in a house, a squad in one; a Titan on one unless the table says no."""
    ground = [terrain("water", box=(0, 40, 6, 8)), terrain("building", box=(20, 41, 6, 6))]
    sides = [us("reich.titan", name="Titan"), us("us.jeep", name="Jeep"), us("us.rifle-squad", name="Man", men=1)]
    scene = before(*sides, us("us.command", (40, 44), fields={"place": "table"}, men=1), ground=ground)
    keeping_off = before(*sides, ground=ground, titanic_stops_on_buildings=False)
    for number, spot, fits, there in (
        (2, (3, 44), False, scene),
        (2, (23, 44), True, scene),
        (2, (40, 44.5), False, scene),
        (1, (23, 44), False, scene),
        (0, (23, 44), True, scene),
        (0, (23, 44), False, keeping_off),
        (0, (18.5, 44), False, keeping_off),
        (0, (12, 44), True, keeping_off),
    ):
        domain = setting_up(there.state, number, zone_of(there.state, number))
        found = domain.suggest((round(spot[0] * 1000), round(spot[1] * 1000)))
        where = None if found is None else found.walks[0].points[-1]
        assert (where == (round(spot[0] * 1000), round(spot[1] * 1000))) is fits, (number, spot)


def test_a_crowded_zone_grows() -> None:
    """Where eight inches are full of water, the unit stands behind them."""
    scene = before(us("us.jeep", name="Jeep"), ground=[terrain("water", box=(0, 39, 48, 9))])
    found = usual_place(with_room(scene.state, 0))
    assert found is not None
    assert found.walks[0].points[0][1] < 39_000


def test_models_stand_on_hills() -> None:
    """The ground under them is as high as the hill."""
    hill = terrain("hill", box=(20, 40, 8, 8))
    scene = change(before(us("us.sniper-team", name="Sniper", men=1), STORM, ground=[hill]), side=0)
    item(scene, "deploy", set_up=goal(24, 44))
    assert scene.state.layout.bodies[scene.row("Sniper"), 6] == hill.height


# ---- Hidden


@clause("sotr.gap.deployment", "sotr.hide.declare")
def test_who_begins_hidden_is_said_before_anybody_is_set_up() -> None:
    """Machines and mobs are not asked about; small teams usually are Hidden."""
    jeep, mob = us("us.jeep", name="Jeep"), reich("reich.zombies", name="Mob", men=4)
    scene = change(before(ABLE, BAKER, jeep, STORM, mob), side=1)
    item(scene, "hiding", begin_hidden=[["u3"], lambda decision: decision.usual()])
    assert [one.seat for one in scene.asked] == [1, 0]
    assert [list(one.domain.values) for one in scene.asked] == [["u3"], ["u0", "u1"]]  # type: ignore[attr-defined]
    assert [unit.hidden for unit in scene.state.units] == [False, True, False, True, False]
    assert [unit.place for unit in scene.state.units] == ["waiting"] * 5
    assert scene.state.agenda == ("deploy", "hidden")


HID = {"hidden": True}
HOUSE = terrain("building", box=(20, 10, 8, 4))  # between the Reich's zone and whoever stands south of it


@clause("sotr.gap.deployment", "sotr.hide.declare")
def test_units_that_begin_hidden_are_set_up_last_out_of_sight() -> None:
    """Not where an enemy sees them who stands there already; then the battle begins."""
    squad = us("us.rifle-squad", (24, 44), name="Able", men=1, fields={"place": "table"})
    team = reich("reich.mg-team", name="Berta", men=1, fields=HID)
    scene = change(before(squad, team, reich("reich.vampire", name="Count"), ground=[HOUSE]), side=1)
    item(scene, "deploy", set_up=one_at(6, 4))
    assert (scene.unit("Count").place, scene.unit("Berta").place) == ("table", "waiting")
    assert scene.state.agenda == ("hidden",)
    item(scene, "hidden", set_up=instead_of((one_at(4, 4), "sotr.hide.declare"), give=one_at(24, 6)))
    assert scene.point("Berta") == (24, 6)
    assert scene.unit("Berta").hidden
    assert scene.state.phase == "initiative"


@clause("sotr.gap.deployment", "sotr.hide.declare")
def test_where_there_is_no_place_out_of_sight_a_unit_is_set_up_openly() -> None:
    """The enemy looks into every corner of its zone."""
    squad = us("us.rifle-squad", (24, 44), name="Able", men=1, fields={"place": "table"})
    scene = change(before(squad, reich("reich.mg-team", name="Berta", men=1, fields=HID)), side=1)
    item(scene, "hidden", set_up=one_at(24, 6))
    assert scene.told("cannot begin Hidden") == [("cannot begin Hidden", 1)]
    assert scene.unit("Berta").on_table
    assert not scene.unit("Berta").hidden


@clause("sotr.gap.deployment", "sotr.hide.declare")
@pytest.mark.parametrize(("house", "found"), [(False, [0, 1]), (True, [])])
def test_whom_an_enemy_sees_when_all_stand_does_not_begin_hidden(house: bool, found: list[int]) -> None:
    """Even one who is Hidden himself: neither could know of the other, and both are judged before either comes to light."""
    able = us("us.rifle-squad", (24, 44), name="Able", men=1, fields={"place": "table", **HID})
    scene = before(able, reich("reich.mg-team", name="Berta", men=1, fields=HID), ground=[HOUSE] * house)
    item(change(scene, side=1), "hidden", set_up=one_at(24, 6))
    assert [unit for _, unit in scene.told("came into view")] == found
    assert [unit.hidden for unit in scene.state.units] == [not found] * 2


# ---- fire teams


@clause("sotr.gap.fire-teams", "sotr.unit.infantry", "sotr.unit.definition")
def test_a_squad_is_split_into_two_units() -> None:
    """As equal as possible; the second is led by a corporal with the sergeant's Cool."""
    sides = [us("us.rifle-squad", name="Able", men=9), us("us.command", name="HQ"), STORM]
    scene = before(*sides, fire_teams=True)
    assert scene.state.agenda[0] == "fire teams"
    item(scene, "fire teams", fire_teams=[["u0"]])
    assert scene.offered("fire teams") == ["u0"]  # seven or fewer are no squad to be split
    first, second = scene.unit("Able (1)"), scene.unit("Able (2)")
    assert (len(first.men), len(second.men), first.strength, second.strength) == (5, 4, 5, 4)
    corporal = scene.man("Able (2)")
    assert (corporal.rank, corporal.cool, scene.man("Able (1)").rank, scene.man("Able (1)").cool) == (
        "corporal", 8, "sergeant", 8,
    )  # fmt: skip
    assert {scene.state.figures[man].unit for man in second.men} == {scene.number("Able (2)")}
    assert first.card.points + second.card.points == 130
    assert (second.place, second.side, second.frag, second.smoke) == ("waiting", 0, 2, 1)
    item(change(scene, side=0), "deploy", unit_to_set_up="Able (2)")
    assert scene.unit("Able (2)").on_table


@clause("sotr.gap.fire-teams")
@pytest.mark.parametrize(("men", "asked"), [(8, True), (7, False)])
def test_eight_are_needed_to_split(men: int, asked: bool) -> None:
    """And nobody is split unless his owner wants it."""
    scene = before(us("us.rifle-squad", name="Able", men=men), STORM, fire_teams=True)
    item(scene, "fire teams")
    assert bool(scene.asked) is asked
    assert len(scene.state.units) == 2


@clause("sotr.gap.fire-teams")
def test_there_are_no_fire_teams_by_default() -> None:
    """Nothing of them is on the agenda."""
    assert before(us("us.rifle-squad"), STORM).state.agenda == ("objectives", "roll-off", "hiding", "deploy", "hidden")
