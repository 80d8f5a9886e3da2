"""Before the battle: scenarios and their missions, who sets up where, FOs and CCs, guns behind their own edge."""

import dataclasses
from typing import Any

import msgspec
import pytest

from sandtable.dice.chance import Chance
from sandtable.dice.sources import Keyed
from sandtable.geometry.path_kernels import first_overlap
from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.game import Game
from sandtable.play.scenario import Scenario
from sandtable.play.script import Step
from sandtable.rulesets.fraley.indirect.battery import behind_edge
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.setup.deployment import (
    edges_to_pick,
    facing_in,
    setting_up,
    to_set_up,
    with_room,
    zone_of,
)
from sandtable.rulesets.fraley.setup.set_up import next_on_agenda, objectives_of, points_allowed, set_up_battle
from sandtable.rulesets.fraley.state import Battle, Mission
from sandtable.rulesets.library import scenario_in
from sandtable.table.data import DataError
from sandtable.table.layout import rows
from tests.clause import clause

from .kit import Scene, Side, because, german, goal, takes, terrain, us

PACKAGE = "sandtable.rulesets.fraley"
MEETING, HOLD, BREAKTHROUGH = Mission("meeting"), Mission("hold"), Mission("breakthrough")
ABLE = us("us.rifle-platoon", name="Able", pick=("PL", "Rifle Team", "Rifle Team"))
GUNS = us("us.at-platoon", name="Guns")
TANKS = us("us.sherman-platoon", name="Shermans", men=3)
BERTA = german("de.grenadier-platoon", name="Berta", pick=("PL", "Rifle Team", "LMG Team"))


def before(*sides: Side, mission: Mission = MEETING, **fields: Any) -> Scene:
    """A battle that has not begun, with nobody on the table."""
    begun = {"agenda": ("roll-off", "objectives", "deploy"), "phase": "setup", "round": 0, "initiative": 0}
    return Scene(*sides, mission=mission, quiet=True, fields={**begun, **fields})


def battle(name: str, **options: Any) -> Battle:
    """A scenario of ours before its first step."""
    return set_up_battle(scenario_in(PACKAGE, name), Options(**options))


def at(*spots: tuple[float, float], face: float | None = None) -> Any:
    """An answer to setting up: where each Team stands."""

    def answer(decision: Decision[Any]) -> object:
        return placed(decision.domain, *spots, face=face)

    return answer


def placed(domain: Any, *spots: tuple[float, float], face: float | None = None) -> object:
    """Where each Team of a setting-up stands."""
    walks = [
        {"figure": figure, "points": [[inches(x), inches(y)]]}
        for figure, (x, y) in zip(domain.movers, spots, strict=True)
    ]
    return {"walks": walks, **({} if face is None else {"face": round(face * 10)})}


# ---- companies raised


@clause("fraley.unit.count", "fraley.unit.teams", "fraley.unit.attributes", "fraley.gap.sample-companies")
def test_both_companies_are_raised() -> None:
    """Six Units a side with a CC each; every Team knows its Unit, and every Unit its Training and strength."""
    state = battle("meeting")
    assert state.units_at_start == (6, 6)
    assert [unit.name for unit in state.units if unit.card.rank == "cc"] == ["Captain Harlan", "Hauptmann Voss"]
    able = state.units[1]
    assert (able.name, able.strength, len(able.men), able.place) == ("Able Platoon", 9, 9, "waiting")
    assert {state.figures[man].unit for man in able.men} == {1}
    assert [state.figures[man].weapons for man in able.men] == [("rifle",)] * 7 + [("lmg",), ("bazooka",)]
    assert state.sides == tuple(state.units[team.unit].side for team in state.figures)
    assert (state.phase, state.agenda, state.round) == ("setup", ("roll-off", "objectives", "deploy"), 0)
    assert not any(state.layout.on_table(figure) for figure in range(len(state.figures)))


@clause("fraley.gap.roster-format", "fraley.gap.roster-us-mortar-81")
def test_an_observer_is_a_unit_beside_his_battery() -> None:
    """Of its Training, outside its strength, without points of his own, with a rifle."""
    state = battle("meeting")
    number = next(place for place, unit in enumerate(state.units) if unit.name == "Mortar Platoon FO")
    fo = state.units[number]
    mortars = state.units[fo.battery]
    assert (mortars.name, mortars.strength, fo.strength, len(fo.men)) == ("Mortar Platoon", 5, 1, 1)
    assert (fo.card.rank, fo.card.training, fo.card.points, fo.counts) == ("fo", mortars.card.training, 0, False)
    assert state.figures[fo.men[0]].weapons == ("rifle",)
    assert state.figures[fo.men[0]].role == "FO"
    assert not any(unit.battery >= 0 for unit in battle("skirmish").units)


@clause("fraley.gap.scenario-hold", "fraley.gap.scenario-breakthrough", "fraley.gap.scenario-meeting")
@pytest.mark.parametrize(
    ("mission", "allowed"),
    [
        (Mission("meeting", points=600), (600, 600)),
        (Mission("hold", points=600), (600, 360)),
        (Mission("breakthrough", points=600), (600, 420)),
        (Mission("hold", points=600, attacker=1), (360, 600)),
    ],
)
def test_what_each_side_may_spend(mission: Mission, allowed: tuple[int, int]) -> None:
    """As much as the other; a defender 60 or 70 percent."""
    assert (points_allowed(mission, 0), points_allowed(mission, 1)) == allowed


@clause("fraley.gap.scenario-hold")
def test_a_defender_is_held_to_his_points() -> None:
    """360 points are allowed of 615, not of 599."""
    scenario = scenario_in(PACKAGE, "hold")

    def with_points(points: int) -> Scenario:
        rules = {"fraley": {**scenario.rules["fraley"], "points": points}}
        return msgspec.structs.replace(scenario, rules=rules)

    set_up_battle(with_points(615), Options())
    poorer = with_points(599)
    poorer = msgspec.structs.replace(poorer, forces=(poorer.forces[1], poorer.forces[1]))
    with pytest.raises(DataError, match="360 points of troops where 359 are allowed"):
        set_up_battle(poorer, Options())


def test_a_mission_that_is_none() -> None:
    """What a scenario says of this book is checked."""
    scenario = scenario_in(PACKAGE, "hold")
    with pytest.raises(DataError, match=r"rules\.fraley"):
        set_up_battle(msgspec.structs.replace(scenario, rules={"fraley": {"name": "picnic"}}), Options())


# ---- edges


@clause("fraley.gap.deployment")
@pytest.mark.parametrize(("dice", "winner"), [([4, 3], 0), ([3, 4], 1), ([5, 5, 1, 6], 1)])
def test_the_winner_picks_an_edge_and_the_loser_begins(dice: list[int], winner: int) -> None:
    """Ties are rolled again."""
    scene = before(ABLE, BERTA)
    scene.run(next_on_agenda, dice, edge="north")
    assert scene.decision("edge").seat == winner
    assert scene.offered("edge") == ["south", "north"]
    assert scene.state.edges[winner] == "north"
    assert scene.state.edges[1 - winner] == "south"
    assert (scene.state.side, scene.state.agenda) == (1 - winner, ("objectives", "deploy"))


@clause("fraley.gap.scenario-breakthrough", "fraley.gap.deployment")
def test_who_breaks_through_enters_by_a_short_edge() -> None:
    """West and east of a wide table; north and south are the long ones."""
    assert edges_to_pick(before(ABLE, mission=BREAKTHROUGH).state) == ("west", "east")
    assert edges_to_pick(before(ABLE, mission=HOLD).state) == ("south", "north")
    scene = before(ABLE, BERTA, mission=BREAKTHROUGH)
    scene.run(next_on_agenda, [1, 2], edge="west")
    assert scene.state.edges == ("east", "west")
    assert [facing_in(scene.state, side) for side in (0, 1)] == [2700, 900]


# ---- objectives


@clause("fraley.gap.scenario-meeting", "fraley.gap.scenario-hold", "fraley.gap.scenario-breakthrough")
def test_where_objectives_lie() -> None:
    """At 18, 36 and 54 inches of the centre line; 12 inches from the defender's edge; nowhere."""
    scene = before(ABLE, BERTA, agenda=("objectives", "deploy"))
    scene.run(next_on_agenda)
    assert scene.state.objectives == ((18_000, 24_000), (36_000, 24_000), (54_000, 24_000))
    assert objectives_of(battle("skirmish")) == ((12_000, 24_000), (24_000, 24_000), (36_000, 24_000))
    holds = before(ABLE, BERTA, mission=HOLD).state
    assert objectives_of(holds) == ((36_000, 12_000),)
    assert objectives_of(msgspec.structs.replace(holds, edges=("north", "south"))) == ((36_000, 36_000),)
    assert objectives_of(msgspec.structs.replace(holds, mission=Mission("hold", attacker=1))) == ((36_000, 36_000),)
    assert objectives_of(before(ABLE, mission=BREAKTHROUGH).state) == ()


# ---- zones


def box(state: Battle, side: int) -> tuple[float, float, float, float]:
    """A side's zone in inches: left, upper, right, lower."""
    zone = zone_of(state, side).tolist()
    xs, ys = [edge[0] / 1000 for edge in zone], [edge[1] / 1000 for edge in zone]
    return min(xs), min(ys), max(xs), max(ys)


@clause("fraley.gap.deployment", "fraley.gap.scenario-meeting", "fraley.gap.scenario-hold")
@clause("fraley.gap.scenario-breakthrough")
def test_how_deep_zones_are() -> None:
    """12 inches each, or as the scenario says; 10 against 20; 8 of a short edge, and all farther than 24 from it."""
    deep = before(ABLE, BERTA, mission=Mission(zone=inches(20))).state
    assert (box(deep, 0), box(deep, 1)) == ((0, 28, 72, 48), (0, 0, 72, 20))
    meeting, holds = before(ABLE, BERTA).state, before(ABLE, BERTA, mission=HOLD).state
    assert (box(meeting, 0), box(meeting, 1)) == ((0, 36, 72, 48), (0, 0, 72, 12))
    assert (box(holds, 0), box(holds, 1)) == ((0, 38, 72, 48), (0, 0, 72, 20))
    runs = before(ABLE, BERTA, mission=BREAKTHROUGH, edges=("west", "east")).state
    assert (box(runs, 0), box(runs, 1)) == ((0, 0, 8, 48), (24, 0, 72, 48))
    back = before(ABLE, BERTA, mission=BREAKTHROUGH, edges=("east", "west")).state
    assert (box(back, 0), box(back, 1)) == ((64, 0, 72, 48), (0, 0, 48, 48))


@clause("fraley.gap.deployment")
def test_nobody_is_set_up_outside_his_zone() -> None:
    """A base that reaches out of it by a thousandth is refused."""
    scene = before(us("us.cc", name="CC"), BERTA)
    domain = setting_up(scene.state, 0, zone_of(scene.state, 0))
    radius = scene.state.layout.radius(0) / 1000
    asked = Decision(0, "set up", domain, prompt="", because=())
    assert takes(asked, at((20, 36 + radius)))
    assert because(asked, at((20, 36 + radius - 0.001))) == ("fraley.gap.deployment",)


# ---- placing


@clause("fraley.gap.deployment")
def test_units_are_set_up_in_cohesion() -> None:
    """Within 6 inches of the leader, or of a Team that is; 10 for Tank Teams."""
    scene = before(ABLE, BERTA)
    domain = setting_up(scene.state, 0, zone_of(scene.state, 0))
    asked = Decision(0, "set up", domain, prompt="", because=())
    first = 10 + 0.625 + 6 + 1  # the leader is 1.25 wide, the others 2
    assert takes(asked, at((10, 42), (first, 42), (first + 8, 42)))
    refused = because(asked, at((10, 42), (first, 42), (first + 8.001, 42)))
    assert refused == ("fraley.gap.deployment", "fraley.cohesion.distance")
    assert not takes(asked, at((10, 42), (first + 0.001, 42), (first + 8, 42)))

    tanks = before(TANKS, BERTA)
    domain = setting_up(tanks.state, 0, zone_of(tanks.state, 0))
    asked = Decision(0, "set up", domain, prompt="", because=())
    step = 1.05 + 10 - 0.002  # half a width is rounded down
    assert takes(asked, at((10, 42), (10 + step, 42), (10 + 2 * step, 42)))
    assert not takes(asked, at((10, 42), (10 + step + 0.01, 42), (10 + 2 * step, 42)))


@clause("fraley.gap.deployment")
def test_a_unit_is_set_up_facing_the_enemy_or_as_its_owner_likes() -> None:
    """Turrets look ahead; nobody has moved, fired, dug in or been suppressed, and nobody is on Overwatch."""
    scene = before(TANKS, BERTA, agenda=("deploy",))
    scene.run(next_on_agenda, set_up=at((10, 42), (15, 42), (20, 42)))
    assert scene.unit("Shermans").on_table
    assert [scene.state.layout.bearing(man) for man in scene.unit("Shermans").men] == [0, 0, 0]
    assert scene.state.agenda == ("deploy",)
    scene.run(next_on_agenda, set_up=at((10, 6), (15, 6), (20, 6)))
    assert [scene.state.layout.bearing(man) for man in scene.unit("Berta").men] == [1800] * 3
    for name in ("Shermans", "Berta"):
        assert not scene.unit(name).overwatch
        for man in scene.unit(name).men:
            team = scene.state.figures[man]
            assert (team.moved, team.fired, team.dug_in, team.marks) == (False, False, False, 0)
    turned = before(TANKS, BERTA, agenda=("deploy",))
    turned.run(next_on_agenda, set_up=at((10, 42), (15, 42), (20, 42), face=45))
    assert [turned.state.layout.bearing(man) for man in turned.unit("Shermans").men] == [450] * 3
    assert [turned.team("Shermans", man).turret for man in range(3)] == [450] * 3


@clause("fraley.gap.deployment")
def test_a_team_is_turned_by_itself() -> None:
    """Each faces, and points its turret, as it is told."""
    scene = before(TANKS, BERTA, agenda=("deploy",))

    def one_by_one(decision: Decision[Any]) -> object:
        answer: Any = placed(decision.domain, (10, 42), (15, 42), (20, 42))
        answer["walks"][1] |= {"face": 900, "turret": 1800}
        return answer

    scene.run(next_on_agenda, set_up=one_by_one)
    assert [scene.state.layout.bearing(man) for man in scene.unit("Shermans").men] == [0, 900, 0]
    assert [scene.team("Shermans", man).turret for man in range(3)] == [0, 1800, 0]


@clause("fraley.gap.deployment")
def test_sides_alternate_and_observers_and_commanders_come_last() -> None:
    """The loser of the roll-off first; Units of both, then FOs, then CCs; then the first round."""
    scene = before(
        us("us.cc", name="CC"),
        us("us.mortar-platoon", name="Mortars"),
        ABLE,
        us("us.cc", name="FO", card={"rank": "fo"}, fields={"battery": 1}),
        german("de.cc", name="Voss"),
        BERTA,
        agenda=("deploy",),
        side=1,
    )
    order = []
    while scene.state.agenda:
        scene.run(next_on_agenda)
        order.append(next(unit for verb, unit in scene.told("was set up") if verb))
    names = [scene.state.units[number].name for number in order if number is not None]
    assert names == ["Berta", "Mortars", "Able", "FO", "Voss", "CC"]
    assert scene.state.phase == "round"
    assert to_set_up(scene.state, 0) == []


@clause("fraley.gap.deployment")
def test_a_side_picks_which_unit_it_sets_up() -> None:
    """Of those that are due."""
    scene = before(us("us.cc", name="CC"), ABLE, GUNS, BERTA, agenda=("deploy",), side=0)
    scene.run(next_on_agenda, unit_to_set_up="Guns", set_up=goal(30, 42))
    assert scene.offered("unit to set up") == ["u1", "u2"]
    assert scene.unit("Guns").on_table
    assert scene.state.side == 1


@clause("fraley.gap.deployment", "fraley.gap.terrain-setup")
def test_ground_and_friends_are_kept_off() -> None:
    """Heavy guns are not set up in woods, nor tanks in a house; infantry is; nobody stands on a friend."""
    ground = (terrain("woods", box=(5, 38, 8, 9)), terrain("building", box=(25, 38, 8, 9)))
    scene = Scene(
        us("us.at-platoon", name="Guns", pick=("57mm Team",)),
        us("us.sherman-platoon", name="Tank", men=1),
        us("us.cc", name="CC"),
        us("us.cc", (50, 42), name="Other"),
        ground=ground,
    )

    def asked(number: int) -> Decision[Any]:
        domain = setting_up(scene.state, number, zone_of(scene.state, 0))
        return Decision(0, "set up", domain, prompt="", because=())

    assert because(asked(0), at((9, 42)))[0] == "fraley.gap.terrain-setup"
    assert because(asked(1), at((29, 42)))[0] == "fraley.gap.terrain-setup"
    assert takes(asked(1), at((9, 42)))
    assert takes(asked(2), at((29, 42)))
    assert because(asked(2), at((50.5, 42))) == ("fraley.gap.deployment",)


def test_a_crowded_zone_is_made_deeper() -> None:
    """A tank finds its place behind the zone where that is nothing but water."""
    water = terrain("water", box=(0, 34, 72, 14))
    scene = Scene(TANKS, ground=(water,), fields={"agenda": ("deploy",), "phase": "setup"})
    domain = with_room(scene.state, 0)
    assert min(domain.zone[:, 1].tolist()) == inches(48 - 12 - 4)
    assert domain.fixed is not None
    assert all(walk.points[0][1] < inches(34) for walk in domain.fixed.walks)


# ---- dug in, off the table


@clause("fraley.gap.scenario-hold", "fraley.gap.mixed-unit-type")
def test_a_defender_begins_dug_in() -> None:
    """Every Team of his non-Tank Units, his CC too; not his tanks, and not the attacker."""
    scene = before(
        ABLE,
        BERTA,
        german("de.at-platoon", name="Paks"),
        german("de.panzer-iv-platoon", name="Panzers"),
        german("de.cc", name="Voss"),
        mission=HOLD,
        agenda=("deploy",),
    )
    while scene.state.agenda:
        scene.run(next_on_agenda)
    dug_in = {unit.name: {scene.state.figures[man].dug_in for man in unit.men} for unit in scene.state.units}
    assert dug_in == {"Able": {False}, "Berta": {True}, "Paks": {True}, "Panzers": {False}, "Voss": {True}}
    meeting = before(ABLE, BERTA, agenda=("deploy",))
    while meeting.state.agenda:
        meeting.run(next_on_agenda)
    assert not any(team.dug_in for team in meeting.state.figures)


@clause("fraley.gap.roster-us-artillery")
def test_artillery_stays_behind_its_edge_only_if_the_scenario_says_so() -> None:
    """Its owner is asked; it then counts as standing at the middle of his edge, and no Team of it is on the table."""
    battery = us("us.artillery-battery", name="Battery")
    allowed = Mission("hold", off_table=("us.artillery-battery",))
    scene = before(battery, BERTA, mission=allowed, agenda=("deploy",))
    scene.run(next_on_agenda, off_table=True)
    assert scene.unit("Battery").place == "off-table"
    assert not any(scene.state.layout.on_table(man) for man in scene.unit("Battery").men)
    assert behind_edge(scene.state, 0) == (36_000, 48_000)
    assert behind_edge(scene.state, 1) == (36_000, 0)
    ends = msgspec.structs.replace(scene.state, edges=("west", "east"))
    assert (behind_edge(ends, 0), behind_edge(ends, 1)) == ((0, 24_000), (72_000, 24_000))
    scene = before(battery, BERTA, mission=allowed, agenda=("deploy",))
    scene.run(next_on_agenda, off_table=False)
    assert scene.unit("Battery").on_table
    scene = before(battery, BERTA, mission=HOLD, agenda=("deploy",))
    scene.run(next_on_agenda)
    assert scene.unit("Battery").on_table
    assert "off table" not in scene.kinds_asked()


# ---- whole set-ups


# The rulebook, until everybody is set up.
ONLY_SET_UP = dataclasses.replace(
    RULESET, next_step=lambda state: Step("set-up", next_on_agenda) if state.agenda else None
)


@clause("fraley.gap.deployment", "fraley.gap.sample-companies")
@pytest.mark.parametrize("name", RULESET.scenarios())
@pytest.mark.parametrize("seed", range(3))
def test_random_players_set_up_every_scenario(name: str, seed: int) -> None:
    """Everybody finds a place in his zone and on nobody else; the next thing is the first round."""
    chance = Chance("set up", seed)
    game = Game(ONLY_SET_UP, battle(name), Keyed(b"set up %d" % seed))
    while (decision := game.pending) is not None:
        game.answer(decision.domain.sample(chance))
    state = game.checkpoint
    men = tuple(man for unit in state.units if unit.on_table for man in unit.men)
    assert first_overlap(state.layout.bodies, rows(men))[0] < 0
    assert all(unit.place in {"table", "off-table"} for unit in state.units)
    assert state.phase == "round"
