"""Before the battle and after it: tables, edges, zones, what a scenario may ask for, and who has won."""

from typing import Any

import msgspec
import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.setup.battleground import lay_out
from sandtable.rulesets.skirmish41.setup.deployment import roll_off, zone_of
from sandtable.rulesets.skirmish41.setup.set_up import points_allowed, set_up_battle
from sandtable.rulesets.skirmish41.setup.victory import (
    holds_building,
    holds_crossing,
    is_broken,
    opposed_outcome,
    score_of,
    turns_of,
)
from sandtable.rulesets.skirmish41.state import Battle, Mission
from sandtable.rulesets.skirmish41.turn.turn import finish_turn
from sandtable.table.data import DataError
from tests.clause import clause

from .kit import Scene, brit, german, terrain


def scenario_with(name: str, **rules: Any) -> Any:
    """A scenario of ours with other rules."""
    found = RULESET.scenario(name)
    return msgspec.structs.replace(found, rules={"skirmish41": {**found.rules["skirmish41"], **rules}})


def battle(name: str, **rules: Any) -> Battle:
    """The battle of a scenario, before its first step."""
    return set_up_battle(scenario_with(name, **rules), Options())


@clause("sk.gap.table")
def test_a_table_has_one_of_two_sizes() -> None:
    """72 by 48 inches, or 48 by 48."""
    found = RULESET.scenario("crossroads")
    field = msgspec.structs.replace(found.battlefield, width=inches(60))
    with pytest.raises(DataError, match="60 by 48 inches: a table measures 72 by 48, or 48 by 48"):
        set_up_battle(msgspec.structs.replace(found, battlefield=field), Options())


@clause("sk.gap.table", "sk.gap.terrain")
@pytest.mark.parametrize("seed", range(4))
def test_a_table_laid_out_from_a_number_has_what_tables_have(seed: int) -> None:
    """Four to six buildings of 5 by 4, three woods, two hills, six to eight walls or hedges, a road and a stream to wade."""
    field = lay_out(seed)
    kinds = [piece.kind for piece in field.terrain]
    lines = sum(kind in {"wall", "hedge"} for kind in kinds)
    assert 4 <= kinds.count("building") <= 6
    assert (kinds.count("woods"), kinds.count("hill"), kinds.count("road"), kinds.count("water")) == (3, 2, 1, 1)
    assert 6 <= lines <= 8
    assert field == lay_out(seed)


@clause("sk.gap.deployment", "sk.turn.opposed")
@pytest.mark.parametrize(
    ("dice", "first", "edges"), [([3, 3, 5, 2], 0, ("south", "north")), ([1, 4], 1, ("south", "north"))]
)
def test_the_higher_die_picks_an_edge_and_is_first(dice: list[int], first: int, edges: tuple[str, str]) -> None:
    """Ties are rolled again; the winner's edge is his choice, the other has the one opposite."""
    scene = Scene(brit("gb.rifle-team"), german("de.rifle-team"))
    scene.call(roll_off, dice=dice, edge="south" if first == 0 else "north")
    assert (scene.state.first, scene.state.edges) == (first, edges)


@clause("sk.gap.deployment", "sk.gap.scenario-farm")
def test_sides_set_up_within_ten_inches_of_their_edge_and_a_defender_in_his_third() -> None:
    """Ten inches for everybody; sixteen for whoever holds the farm."""
    crossroads = battle("crossroads")
    farm = battle("farm")
    zones = [zone_of(crossroads, 0), zone_of(crossroads, 1), zone_of(farm, 0), zone_of(farm, 1)]
    spans = [(int(zone[:, 1].min()), int(zone[:, 1].max())) for zone in zones]
    deep, whole = inches(10), inches(48)
    assert spans == [(whole - deep, whole), (0, deep), (whole - deep, whole), (0, inches(16))]


@clause("sk.gap.scenario-farm", "sk.gap.points")
def test_the_farm_is_attacked_with_140_points_and_held_with_80() -> None:
    """And both forces of ours keep to that; elsewhere both have the same."""
    mission = Mission("farm", points=140)
    assert (points_allowed(mission, 0), points_allowed(mission, 1)) == (140, 80)
    assert (points_allowed(Mission(), 0), points_allowed(Mission(), 1)) == (125, 125)
    state = battle("farm")
    spent = [sum(unit.card.points for unit in state.units if unit.side == side) for side in (0, 1)]
    assert spent[0] <= 140
    assert spent[1] <= 80


@clause("sk.gap.off-table-fire")
def test_a_battery_costs_twenty_points() -> None:
    """Of those who have one."""
    mission = Mission(batteries=1)
    assert (points_allowed(mission, 0), points_allowed(mission, 1)) == (105, 125)


@clause("sk.gap.spotted-status")
def test_each_side_of_an_opposed_game_has_two_dummies() -> None:
    """And nobody has any against the solo enemy."""
    assert [unit.side for unit in battle("crossroads").units if unit.card.kind == "dummy"] == [0, 0, 1, 1]
    assert not [unit for unit in battle("patrol").units if unit.card.kind == "dummy"]


def test_what_is_wrong_with_a_scenario_is_said() -> None:
    """By file and key."""
    with pytest.raises(DataError, match="no team of the players is called 'Nobody'"):
        battle("patrol", partner=["Nobody"])
    with pytest.raises(DataError, match="only against the solo enemy"):
        battle("crossroads", partner=["Sherman"])
    with pytest.raises(DataError, match=r"rules\.skirmish41"):
        battle("crossroads", turns=99)


# ---- winning


@clause("sk.gap.scenario-crossroads", "sk.gap.victory")
def test_the_crossing_is_held_by_more_unsuppressed_figures_within_six_inches() -> None:
    """Suppressed and routing men do not count; an equal number is nobody's."""
    scene = Scene(
        brit("gb.rifle-team", (34, 26), name="Able"),
        german("de.rifle-team", (34, 21), name="Berta", men=3),
        german("de.mg-team", (60, 24), name="Far"),
        fields={"objectives": ((inches(36), inches(24)),)},
    )
    assert holds_crossing(scene.state) == 0
    assert score_of(scene.state, 0) == (0, 10)
    scene.change("Able", suppression=1)
    assert holds_crossing(scene.state) == 1
    scene.change("Berta", routing=True)
    assert holds_crossing(scene.state) is None


@clause("sk.gap.scenario-farm", "sk.gap.victory")
def test_a_building_is_five_points_for_who_alone_is_in_it() -> None:
    """One enemy inside, and it is nobody's."""
    house = terrain("building", box=(20, 20, 6, 5))
    scene = Scene(
        brit("gb.rifle-team", (22, 22), name="Able", men=2),
        german("de.rifle-team", (40, 22), name="Berta", men=2),
        ground=[house],
        mission=Mission("farm"),
    )
    assert holds_building(scene.state, 0) == 0
    assert score_of(scene.state, 0) == (0, 5)
    both = Scene(
        brit("gb.rifle-team", (22, 22), name="Able", men=2),
        german("de.rifle-team", (22, 24), name="Berta", men=1),
        ground=[house],
        mission=Mission("farm"),
    )
    assert holds_building(both.state, 0) is None


@clause("sk.gap.victory")
def test_points_for_losses_and_a_lead_of_five_wins() -> None:
    """A figure is one, an officer or NCO two, a vehicle a quarter of its body's points."""
    scene = Scene(
        brit("gb.rifle-team", (10, 40), name="Able"),
        german("de.command", (10, 5), name="Zugtrupp"),
        german("de.rifle-team", (40, 5), name="Berta"),
        german("de.stug", (60, 5), name="StuG"),
        mission=Mission("farm"),
    )
    officer = scene.row("Zugtrupp")
    scene.change("Zugtrupp", men=scene.unit("Zugtrupp").men[1:], down=(officer,))
    scene.change("Berta", men=scene.unit("Berta").men[:2])
    assert score_of(scene.state, 0) == (2 + 2, 0)
    assert opposed_outcome(scene.state).winner is None
    scene.change("StuG", afoot=True)
    assert score_of(scene.state, 0) == (4 + 7, 0)
    assert opposed_outcome(scene.state).winner == 0
    scene.change("Able", place="fled")
    assert score_of(scene.state, 1) == (5, 0)


@clause("sk.gap.victory")
@pytest.mark.parametrize(("left", "broken"), [(2, False), (1, True)])
def test_a_side_breaks_with_more_than_sixty_per_cent_lost(left: int, broken: bool) -> None:
    """Three of five are exactly sixty per cent."""
    scene = Scene(brit("gb.rifle-team", (10, 40), name="Able"), german("de.panzerfaust-team", (10, 5), name="Faust"))
    scene.change("Faust", men=scene.unit("Faust").men[:left])
    assert is_broken(scene.state, 1) is broken


@clause("sk.gap.victory", "sk.gap.scenario-crossroads", "sk.gap.scenario-farm")
@pytest.mark.parametrize(("name", "turns"), [("crossroads", 10), ("farm", 12)])
def test_battles_end_with_their_last_turn(name: str, turns: int) -> None:
    """Not before; and then the battle is over."""
    scene = Scene(
        brit("gb.rifle-team", (10, 40)),
        german("de.rifle-team", (10, 5)),
        mission=Mission(name),  # type: ignore[arg-type]
        turn=turns - 1,
        fields={"phase": "end"},
    )
    assert turns_of(scene.state) == turns
    scene.call(finish_turn)
    assert scene.state.phase == "turn"
    scene.state = msgspec.structs.replace(scene.state, turn=turns, phase="end")
    scene.call(finish_turn)
    assert scene.state.phase == "over"
