"""The scenarios: each sets up, its forces are legal, and all troops appear in one of them."""

from typing import Any

import msgspec
import pytest

from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.rulesets.library import common_scenarios, notes
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.setup.forces import muster, troops
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.data import DataError
from tests.clause import clause

NAMES = ("dead-walk", "iron", "meeting", "ruins")
COMMAND, RIFLES, ZOMBIES = "us.command", "us.rifle-squad", "reich.zombies"


def battle(name: str, **options: Any) -> Battle:
    """A scenario before its first step."""
    return RULESET.setup(RULESET.scenario(name), Options(**options))


def spent(state: Battle) -> list[int]:
    """The points of both forces."""
    return [sum(unit.card.points for unit in state.units if unit.side == side) for side in (0, 1)]


def force(*units: str) -> Force:
    """A force of these troops."""
    return Force("A", "US", tuple(Enlisted(unit) for unit in units))


def refusal(*units: str, points: int = 400, **rest: Any) -> str:
    """Why a force is not legal; empty if it is."""
    try:
        muster(force(*units), points, "test", "forces[0]", **rest)
    except DataError as error:
        return str(error)
    return ""


@clause("sotr.gap.scenarios", "sotr.turn.count")
def test_the_scenarios_and_their_turns() -> None:
    """Six turns, seven for the ruins."""
    own = [name for name in RULESET.scenarios() if name not in common_scenarios()]
    assert [name for name in own if not notes(RULESET.name, name).short] == list(NAMES)
    missions = {name: battle(name).mission for name in NAMES}
    assert {name: mission.turns for name, mission in missions.items()} == {
        "dead-walk": 6,
        "iron": 6,
        "meeting": 6,
        "ruins": 7,
    }
    assert [missions[name].name for name in NAMES] == ["dead-walk", "meeting", "meeting", "ruins"]


@clause("sotr.gap.scenarios", "sotr.gap.points", "sotr.gap.platoon")
@pytest.mark.parametrize("name", NAMES)
def test_forces_are_within_their_points(name: str) -> None:
    """Both sides come near to what they may spend; the defender of the ruins has three quarters of it."""
    state = battle(name)
    first, second = spent(state)
    allowed = state.mission.points
    assert 0.8 * allowed <= first <= allowed
    most = allowed * 3 // 4 if name == "ruins" else allowed
    assert 0.8 * most <= second <= most


def test_every_troop_appears() -> None:
    """Somewhere."""
    found = {unit.card.troop for name in RULESET.scenarios() for unit in battle(name).units}
    assert found == set(troops())


@clause("sotr.unit.definition", "sotr.gap.armour-default", "sotr.gap.frenzy-source", "sotr.gap.state-scope")
@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_on_the_table_yet(name: str) -> None:
    """Units wait with all their models; werewolves are frenzied, nobody else is; states of units and of models apart."""
    state = battle(name)
    for number, unit in enumerate(state.units):
        dead = name == "dead-walk" and unit.side == 1
        assert unit.place == ("reserve" if dead else "waiting")
        assert unit.strength == len(unit.men)
        assert all(state.figures[man].unit == number for man in unit.men)
        assert all(state.figures[man].frenzied == (unit.card.troop == "reich.werewolves") for man in unit.men)
        assert not any(state.layout.on_table(man) for man in unit.men)
    of_units = {"disorganized", "fleeing", "suppressed", "hidden", "horrors"}
    of_models = {"down", "prone", "burning", "frenzied", "overwatch"}
    assert of_units <= set(state.units[0].__struct_fields__)
    assert of_models <= set(state.figures[0].__struct_fields__)
    assert state.engaged == ()


@clause("sotr.terrain.feature")
@pytest.mark.parametrize("name", NAMES)
def test_every_piece_of_the_map_is_a_terrain_feature(name: str) -> None:
    """Areas and lines, whatever they are."""
    state = battle(name)
    assert state.terrain == RULESET.scenario(name).battlefield.terrain
    assert {piece.closed for piece in state.terrain} == {True, False}


@clause("sotr.maint.strikes-scenario", "sotr.gap.scenarios")
def test_strikes_are_for_those_with_a_radio_where_the_scenario_grants_them() -> None:
    """One artillery strike each in the meeting engagement; none in the ruins; none without a radio."""
    assert battle("meeting").grants == (("artillery",), ("artillery",))
    assert battle("iron").grants == (("air-strike",), ("air-strafe",))
    assert battle("ruins").grants == ((), ())
    scenario = RULESET.scenario("dead-walk")
    rules = {"sotr": {**scenario.rules["sotr"], "strikes": [["artillery"], ["artillery"]]}}
    granted = RULESET.setup(msgspec.structs.replace(scenario, rules=rules), Options())
    assert granted.grants == (("artillery",), ())


def test_units_of_one_name_are_numbered() -> None:
    """The first as it is called, the others with a number."""
    scenario = RULESET.scenario("dead-walk")
    dead = Force("The Dead", "Reich", (Enlisted(ZOMBIES),) * 3)
    state = RULESET.setup(msgspec.structs.replace(scenario, forces=(scenario.forces[0], dead)), Options())
    assert [unit.name for unit in state.units if unit.side == 1] == ["Zombie Mob", "Zombie Mob 2", "Zombie Mob 3"]


# ---- what a force may be


@clause("sotr.gap.platoon", "sotr.unit.infantry")
@pytest.mark.parametrize(
    ("units", "says"),
    [
        ((COMMAND, "us.jeep", "us.jeep"), ""),
        ((COMMAND, *["us.bazooka-team"] * 5), ""),
        ((COMMAND, "us.jeep"), "2 to 5 units"),
        ((COMMAND, *["us.bazooka-team"] * 6), "2 to 5 units"),
        (("us.jeep",) * 3, "one Platoon Command Section, not 0"),
        ((COMMAND, COMMAND, "us.jeep"), "one Platoon Command Section, not 2"),
    ],
)
def test_a_force_is_a_command_section_and_two_to_five_units(units: tuple[str, ...], says: str) -> None:
    """One of them, neither fewer nor more."""
    assert says in refusal(*units)
    assert bool(says) == bool(refusal(*units))


@clause("sotr.gap.points", "sotr.gap.roster-reich-titan")
def test_points_and_titans() -> None:
    """360 points fit into 360 but not into 359; a Titan needs a game of 600, and there is one of it."""
    platoon = (COMMAND, RIFLES, RIFLES)
    assert refusal(*platoon, points=360) == ""
    assert "360 points of troops where 359" in refusal(*platoon, points=359)
    assert "where 300 are allowed" in refusal(*platoon, limit=300)
    giant = ("reich.command", "reich.titan", "reich.vampire")
    assert refusal(*giant, points=600) == ""
    assert "Titanic" in refusal(*giant, points=599)
    assert "Titanic" in refusal(*giant, "reich.titan", points=900)


@clause("sotr.gap.platoon", "sotr.gap.scenarios")
def test_the_dead_have_no_platoon() -> None:
    """Mobs and nothing else."""
    assert refusal(ZOMBIES, ZOMBIES, mobs=True) == ""
    assert "made of mobs" in refusal(ZOMBIES, "reich.vampire", mobs=True)


@clause("sotr.weapon.table-size", "sotr.gap.board")
def test_small_tables_are_refused() -> None:
    """Four feet by four at least."""
    scenario = RULESET.scenario("meeting")

    def sized(width: int, depth: int) -> Scenario:
        field = msgspec.structs.replace(scenario.battlefield, width=width, depth=depth, terrain=())
        return msgspec.structs.replace(scenario, battlefield=field)

    RULESET.setup(sized(48_000, 48_000), Options())
    RULESET.setup(sized(72_000, 48_000), Options())
    with pytest.raises(DataError, match="47 by 48"):
        RULESET.setup(sized(47_999, 48_000), Options())


def test_a_mission_that_nobody_knows_is_refused() -> None:
    """It says where."""
    scenario = msgspec.structs.replace(RULESET.scenario("meeting"), rules={"sotr": {"name": "picnic"}})
    with pytest.raises(DataError, match=r"rules\.sotr"):
        RULESET.setup(scenario, Options())
