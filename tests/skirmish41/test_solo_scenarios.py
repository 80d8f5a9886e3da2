"""Solo scenarios: what they set out, preset forces, two players on one side, and how they end."""

from typing import Any

import msgspec
import pytest

from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.play.scenario import Force, Scenario
from sandtable.rulesets.skirmish41.actions.leaving import leave, may_leave
from sandtable.rulesets.skirmish41.counters.counters import how_many
from sandtable.rulesets.skirmish41.counters.generation import arrivals
from sandtable.rulesets.skirmish41.counters.markers import disturb
from sandtable.rulesets.skirmish41.harm.carrying import brought_along
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.setup.deployment import edges_to_pick
from sandtable.rulesets.skirmish41.setup.set_up import AMBUSH, set_up_battle
from sandtable.rulesets.skirmish41.setup.victory import (
    at_objective,
    broke_through,
    is_over,
    objectives_met,
    outcome_of,
    players_lost,
    portals_are_gone,
    road_is_clear,
    turns_of,
)
from sandtable.rulesets.skirmish41.state import Battle, Marker, Mission
from sandtable.rulesets.skirmish41.turn.activation import activate
from sandtable.rulesets.skirmish41.turn.turn import finish_turn, next_activation, next_step
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

PATROL, HUNT, ROAD = Mission("patrol"), Mission("tank-hunt"), Mission("ambush")


def team(x: float = 20, y: float = 40, name: str = "Able", men: int = 1, **rest: Any) -> Side:
    """A team of the players."""
    return brit("gb.rifle-team", (x, y), name=name, men=men, **rest)


def set_up(scenario: str, **options: Any) -> Battle:
    """A scenario before the first step."""
    return set_up_battle(RULESET.scenario(scenario), Options(**options))


# ---- what they set out


@clause("sk.gap.scenario-patrol", "sk.gap.scenario-tank-hunt", "sk.gap.scenario-preset")
@pytest.mark.parametrize(
    ("scenario", "counters", "turns"),
    [("patrol", (6, 6), 15), ("patrol-for-two", (6, 6), 15), ("tank-hunt", (8, 8), 15), ("road-ambush", (7, 14), 15)],
)
def test_portals_markers_and_turns(scenario: str, counters: tuple[int, int], turns: int) -> None:
    """As each scenario has them."""
    state = set_up(scenario)
    assert how_many(state) == counters
    assert turns_of(state) == turns


@clause("sk.gap.scenario-patrol")
def test_a_patrol_comes_on_at_a_short_edge_and_the_bridge_is_fifty_inches_away() -> None:
    """The middle of the west edge."""
    state = set_up("patrol")
    assert list(state.mission.objective or ()) == [50, 24]
    assert edges_to_pick(state)[0] == "west"
    assert edges_to_pick(set_up("tank-hunt"))[0] == "south"


@clause("sk.gap.scenario-preset")
def test_the_ambush_has_its_seven_teams() -> None:
    """Whatever the switch says: it is a scenario of preset forces."""
    for mode in ("generated", "preset"):
        state = set_up("road-ambush", solo_mode=mode)
        assert tuple(unit.card.troop for unit in state.units if unit.side == 1) == AMBUSH


# ---- preset forces


@clause("sk.solo.setup", "sk.gap.scenario-preset")
@pytest.mark.parametrize("scenario", ["patrol", "patrol-for-two", "tank-hunt"])
def test_a_scenario_without_a_solo_force_has_the_ambush_where_forces_are_preset(scenario: str) -> None:
    """Seven teams off the table, seven portals; generated it has none."""
    state = set_up(scenario, solo_mode="preset")
    theirs = [unit for unit in state.units if unit.side == 1]
    assert tuple(unit.card.troop for unit in theirs) == AMBUSH
    assert {unit.place for unit in theirs} == {"waiting"}
    assert len({unit.name for unit in state.units}) == len(state.units)
    assert how_many(state)[0] == 7
    assert not any(unit.side == 1 for unit in set_up(scenario).units)


@clause("sk.solo.setup")
def test_a_force_that_a_scenario_lists_is_left_out_where_forces_are_generated() -> None:
    """The table is the only force list then."""
    scenario = RULESET.scenario("patrol")
    ambush = RULESET.scenario("road-ambush").forces[1]
    listed: Scenario = msgspec.structs.replace(
        scenario, forces=(scenario.forces[0], Force("X", "German", ambush.units))
    )
    assert not any(unit.side == 1 for unit in set_up_battle(listed, Options()).units)
    assert sum(unit.side == 1 for unit in set_up_battle(listed, Options(solo_mode="preset")).units) == 7


@clause("sk.solo.setup")
@pytest.mark.parametrize(("mission", "mode"), [(HUNT, "preset"), (ROAD, "generated")])
def test_no_arrivals_are_diced_for_preset_forces(mission: Mission, mode: str) -> None:
    """Nor do their portals withdraw from the open."""
    marker = Marker("portal", (inches(20), inches(20)), team=1)
    scene = Scene(team(), german("de.rifle-team", name="Anton"), markers=[marker], mission=mission, solo_mode=mode)
    scene.call(arrivals)
    assert not scene.news
    assert scene.state.markers == (marker,)


@clause("sk.solo.setup")
def test_a_preset_team_is_put_down_where_its_portal_lay() -> None:
    """Once it is spotted."""
    marker = Marker("portal", (inches(20), inches(25)), team=1)
    scene = Scene(team(), german("de.mg-team", name="Anton"), markers=[marker], mission=HUNT, solo_mode="preset")
    scene.call(disturb, "Able")
    assert scene.told("was turned up", "was put down") == [("was turned up", None), ("was put down", 1)]
    assert scene.state.markers == ()
    assert scene.unit("Anton").on_table


# ---- two players on one side


def for_two() -> Scene:
    """Three teams, one of them the second player's."""
    return Scene(
        team(name="Able"),
        team(26, name="Baker", fields={"partner": True}),
        team(32, name="Charlie"),
        mission=Mission("patrol", partner=("Baker",)),
    )


@clause("sk.solo.two-player")
def test_all_players_can_be_on_the_same_side() -> None:
    """Both seats play the first side; alone, the rules play the second seat."""
    state = for_two().state
    assert [state.side_of(seat) for seat in (0, 1)] == [0, 0]
    assert RULESET.plays_itself(RULESET.scenario("patrol-for-two")) == ()
    assert RULESET.plays_itself(RULESET.scenario("patrol")) == (1,)
    assert RULESET.plays_itself(RULESET.scenario("crossroads")) == ()
    named = [unit.name for unit in set_up("patrol-for-two").units if unit.seat == 1]
    assert named == ["2nd Rifle team", "Bren team", "PIAT team"]


@clause("sk.solo.two-player")
def test_each_player_commands_his_own_teams() -> None:
    """The first picks among his; when the rest of his stand by, the second still has his turn."""
    scene = for_two()
    scene.call(next_activation, team="rest")
    assert [(one.seat, one.kind) for one in scene.asked] == [(0, "team")]
    assert scene.offered("team") == ["u0", "u2", "rest"]
    assert [scene.unit(name).done for name in ("Able", "Baker", "Charlie")] == [True, False, True]
    assert scene.told("everybody had acted") == []
    scene.call(next_activation, team="rest")
    assert [(one.seat, one.kind) for one in scene.asked] == [(1, "team")]
    assert scene.offered("team") == ["u1", "rest"]
    assert scene.told("everybody had acted") == [("everybody had acted", None)]


@clause("sk.solo.two-player")
def test_the_solo_side_is_asked_nothing() -> None:
    """Its part is played by the rules: the step is another."""
    scene = Scene(team(), german("de.rifle-team", (60, 8), name="Anton"), mission=PATROL, fields={"active": 1})
    step = next_step(scene.state)
    assert step is not None
    assert step.name == "the solo force acts"
    opposed = next_step(msgspec.structs.replace(scene.state, mission=Mission("crossroads")))
    assert opposed is not None
    assert opposed.name == "a team acts"


# ---- leaving by one's own edge


@clause("sk.gap.scenario-patrol")
def test_a_team_walks_off_by_its_own_edge() -> None:
    """Near enough for one move each; its figures are home, and none of them is lost."""
    west: dict[str, Any] = {"edges": ("west", "east")}
    west["reached"] = 2
    scene = Scene(team(6, 24, men=1), team(7, 30, "Far", men=1), mission=PATROL, fields=west)
    assert may_leave(scene.state, 0)
    assert not may_leave(scene.state, 1)
    scene.call(leave, "Able")
    assert scene.unit("Able").place == "left"
    assert scene.state.escaped == 1
    assert objectives_met(scene.state) == (2, 2)
    other = Scene(team(6, 24, men=1), mission=HUNT, fields=west)
    assert not may_leave(other.state, 0)


@clause("sk.gap.scenario-patrol", "sk.gap.wounded")
def test_a_helpless_man_of_another_team_is_taken_home() -> None:
    """He is carried off the table and is one of those who got home; his own team is one man smaller."""
    scene = Scene(
        team(6, 24, men=1),
        team(7.2, 24, "Other", men=2, figures={0: {"rating": 1, "wounds": 1}}),
        mission=PATROL,
        fields={"edges": ("west", "east"), "reached": 2},
    )
    helpless, mate = scene.unit("Other").men
    scene.change("Able", 0, carries=helpless)
    scene.call(leave, "Able")
    assert (scene.state.escaped, scene.unit("Able").men[1:]) == (2, (helpless,))
    assert (scene.unit("Other").men, scene.unit("Other").strength) == ((mate,), 1)
    assert not scene.state.layout.on_table(helpless)


@clause("sk.gap.scenario-patrol")
@pytest.mark.parametrize(
    ("fields", "open_"), [({}, False), ({"reached": 1}, False), ({"reached": 2}, True), ({"turn": 10}, True)]
)
def test_nobody_goes_home_before_the_patrol_has_anything_to_tell(fields: dict[str, Any], open_: bool) -> None:
    """It has to hold the bridge for a full turn, or may give up from turn 10 on."""
    west = {"edges": ("west", "east"), **fields}
    scene = Scene(team(6, 24), team(30, 30, "Far"), mission=PATROL, fields=west)
    scene.call(activate, "Able", action=["leave" if open_ else "done"])
    assert ("leave" in scene.offered("action")) == open_
    if not open_:
        assert scene.barred("action")["leave"] == ("sk.gap.scenario-patrol",)


@clause("sk.gap.scenario-patrol")
def test_a_crew_that_goes_home_leaves_no_gun_behind() -> None:
    """Nothing of a team that has left stands in anybody's way."""
    scene = Scene(
        brit("gb.6-pounder", (4, 24), name="Gun", men=1, spots=((3, 27),)),
        mission=PATROL,
        fields={"edges": ("west", "east"), "reached": 2},
    )
    scene.call(leave, "Gun")
    assert not any(scene.state.layout.on_table(body) for body in scene.unit("Gun").bodies)


# ---- how they end


@clause("sk.gap.solo-victory")
@pytest.mark.parametrize(("lost", "over"), [(2, False), (3, True)])
def test_more_than_half_of_the_figures_out_of_action_lose_at_once(lost: int, over: bool) -> None:
    """Half is not more than half; killed, disabled, captured or run away are all the same."""
    scene = Scene(team(20, 40, "Able", men=3), team(40, 40, "Baker", men=1), mission=HUNT, markers=[PORTAL])
    scene.state = msgspec.structs.replace(scene.state, objectives=((inches(36), 0),))
    men = scene.unit("Able").men
    scene.change("Able", men=men[lost:], down=men[:1])
    assert players_lost(scene.state) == over
    assert is_over(scene.state) == over
    if over:
        assert outcome_of(scene.state).winner == 1


PORTAL = Marker("portal", (inches(36), inches(5)))


@clause("sk.gap.solo-victory")
def test_those_who_ran_off_the_table_are_lost_and_those_who_left_are_not() -> None:
    """But whoever fell before his team left is."""
    scene = Scene(team(20, 40, "Able", men=3), team(40, 40, "Baker", men=2), mission=HUNT, markers=[PORTAL])
    scene.change("Able", place="fled")
    assert players_lost(scene.state)
    scene.change("Able", place="left")
    assert not players_lost(scene.state)
    scene.change("Able", place="left", men=())
    assert players_lost(scene.state)


@clause("sk.gap.scenario-patrol")
@pytest.mark.parametrize(("distance", "there"), [(2, True), (2.01, False)])
def test_within_two_inches_of_the_bridge(distance: float, there: bool) -> None:
    """An unrouted figure, from its base."""
    scene = Scene(team(), mission=PATROL)
    x, y = scene.state.layout.point(0)
    point = (x, y - scene.state.layout.radius(0) - inches(distance))
    scene.state = msgspec.structs.replace(scene.state, objectives=(point,))
    assert at_objective(scene.state) == there
    scene.change("Able", routing=True)
    assert not at_objective(scene.state)


@clause("sk.gap.scenario-patrol")
def test_a_full_turn_at_the_bridge_lies_between_two_ends_of_turns() -> None:
    """Whoever leaves in between begins again."""
    scene = Scene(team(), mission=PATROL, fields={"objectives": ((inches(20), inches(40)),), "phase": "end"})
    scene.call(finish_turn)
    assert (scene.state.reached, objectives_met(scene.state)[0]) == (1, 0)
    away = msgspec.structs.replace(scene.state, objectives=((0, 0),))
    left = Scene(team(), mission=PATROL)
    left.state = away
    left.call(finish_turn)
    assert left.state.reached == 0
    scene.call(finish_turn)
    assert (scene.state.reached, objectives_met(scene.state)[0]) == (2, 1)


@clause("sk.gap.scenario-patrol")
@pytest.mark.parametrize(
    ("reached", "escaped", "winner"), [(2, 2, 0), (2, 1, None), (1, 2, None), (1, 1, 1), (0, 4, None)]
)
def test_both_aims_win_one_draws_none_loses(reached: int, escaped: int, winner: int | None) -> None:
    """Half of four figures have to get home."""
    scene = Scene(team(men=4), mission=PATROL, fields={"reached": reached, "escaped": escaped})
    assert outcome_of(scene.state).winner == winner
    assert is_over(scene.state) == (winner == 0)


@clause("sk.gap.scenario-patrol", "sk.gap.scenario-tank-hunt")
@pytest.mark.parametrize(("turn", "phase"), [(14, "turn"), (15, "over")])
def test_fifteen_turns(turn: int, phase: str) -> None:
    """Then it is over, whatever has been reached."""
    for mission in (PATROL, HUNT):
        scene = Scene(team(), markers=[PORTAL], mission=mission, turn=turn, fields={"objectives": ((0, 0),)})
        scene.call(finish_turn)
        assert scene.state.phase == phase


@clause("sk.gap.scenario-tank-hunt", "sk.portal.eliminated")
def test_with_armour_every_portal_has_to_go() -> None:
    """Face down or not; dummies do not matter."""
    fields = {"objectives": ((inches(36), 0),)}
    scene = Scene(team(), markers=[PORTAL], mission=HUNT, fields=fields)
    assert (portals_are_gone(scene.state), is_over(scene.state)) == (False, False)
    clear = Scene(team(), markers=[Marker("dummy", (0, 0))], mission=HUNT, fields=fields)
    assert (portals_are_gone(clear.state), is_over(clear.state)) == (True, True)
    assert outcome_of(clear.state).winner == 0


@clause("sk.gap.scenario-tank-hunt", "sk.solo.setup")
def test_preset_portals_are_eliminated_with_their_teams() -> None:
    """A team that was put down is still there; once it routs, or is destroyed, it is not."""
    fields = {"objectives": ((inches(36), 0),)}
    anton = german("de.rifle-team", (40, 10), name="Anton")
    scene = Scene(team(), anton, mission=HUNT, solo_mode="preset", fields=fields)
    assert not portals_are_gone(scene.state)
    scene.change("Anton", routing=True)
    assert portals_are_gone(scene.state)
    generated = Scene(team(), anton, mission=HUNT, fields=fields)
    assert portals_are_gone(generated.state)


@clause("sk.gap.scenario-tank-hunt")
@pytest.mark.parametrize(("tank", "men", "through"), [(4, 6, True), (4, 5, False), (20, 6, False)])
def test_or_the_tank_and_six_figures_reach_the_middle_of_the_far_edge(tank: float, men: int, through: bool) -> None:
    """The tank within six inches of it, the figures within twelve."""
    teams = [team(30, 10, "Able", men=3), team(38, 10, "Baker", men=men - 3)]
    fields = {"objectives": ((inches(36), 0),)}
    scene = Scene(brit("gb.sherman", (36, tank), name="Tank"), *teams, markers=[PORTAL], mission=HUNT, fields=fields)
    assert broke_through(scene.state) == through
    assert is_over(scene.state) == through


ROAD_PIECE = terrain("road", box=(0, 23, 72, 2))


@clause("sk.gap.scenario-preset")
@pytest.mark.parametrize(("distance", "clear"), [(12, False), (12.01, True)])
def test_the_road_is_clear_when_nobody_is_within_twelve_inches_of_it(distance: float, clear: bool) -> None:
    """No unrouted team, and no counter that hides one: the players do not know, but the umpire does."""
    hidden = Marker("portal", (inches(40), inches(23 - distance)), team=1)
    waiting = german("de.rifle-team", name="Anton")
    scene = Scene(team(y=46), waiting, markers=[hidden], mission=ROAD, ground=[ROAD_PIECE])
    assert road_is_clear(scene.state) == clear
    dummy = msgspec.structs.replace(hidden, sort="dummy", team=-1)
    assert road_is_clear(Scene(team(y=46), waiting, markers=[dummy], mission=ROAD, ground=[ROAD_PIECE]).state)
    there = Scene(team(y=46), german("de.rifle-team", (40, 20), name="Anton", men=1), mission=ROAD, ground=[ROAD_PIECE])
    x, _ = there.state.layout.point(1)
    radius = there.state.layout.radius(1)
    moved = there.state.layout.placed([(1, x, inches(23 - distance) - radius, 0, 0)])
    there.state = msgspec.structs.replace(there.state, layout=moved)
    assert road_is_clear(there.state) == clear
    assert is_over(there.state) == clear
    there.change("Anton", routing=True)
    assert road_is_clear(there.state)


@clause("sk.move.dragged-one")
def test_whom_a_team_brings_along_is_put_down_clear_of_where_the_others_have_got_to() -> None:
    """A man who carries a casualty ends his move beside another of his team: the casualty lies on neither."""
    scene = Scene(team(20, 40, men=3, spots=((20, 42), (21.2, 40)), figures={2: {"out": "disabled"}}), mission=PATROL)
    carrier, mate, casualty = scene.unit("Able").men
    scene.change("Able", men=(carrier, mate), down=(casualty,))
    scene.change("Able", 0, carries=casualty)
    places = ((carrier, inches(20), inches(35), 0, 0), (mate, inches(20), inches(33.9), 0, 0))
    brought = brought_along(scene.state, places)
    layout = scene.state.layout.placed([*places, *brought])
    assert [place[0] for place in brought] == [casualty]
    assert all(int(gap(layout.bodies, casualty, layout.bodies, other)) > 0 for other in (carrier, mate))
