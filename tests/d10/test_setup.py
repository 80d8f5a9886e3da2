"""Before the battle: forces raised, edges, objectives, zones, who sets up when, scouts, riders, and who begins on Hold."""

from typing import Any

import msgspec
import pytest

from sandtable.dice.chance import Chance
from sandtable.dice.sources import Keyed
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.game import Game
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.rulesets.d10.move.placing import setting_up
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.setup.deployment import (
    edges_to_pick,
    facing_in,
    in_hard_cover,
    may_begin_on_hold,
    to_set_up,
    with_room,
    zone_of,
)
from sandtable.rulesets.d10.setup.set_up import next_on_agenda, points_allowed, set_up_battle
from sandtable.rulesets.d10.setup.victory import buildings_of, objectives_of
from sandtable.rulesets.d10.state import Battle, Mission
from sandtable.table.data import DataError
from sandtable.table.layout import rows
from tests.clause import clause

from .kit import Scene, Side, because, german, takes, terrain, us

CLAUSE = "d10.gap.deployment"
MEETING, VILLAGE, BREAKTHROUGH = Mission("meeting"), Mission("village"), Mission("breakthrough")
ABLE = us("us.rifle-squad", name="Able", men=2)
BERTA = german("de.grenadier-squad", name="Berta", men=2)
HALE, KURZ = us("us.second-lieutenant", name="Hale"), german("de.platoon-sergeant", name="Kurz")
SCOUTS = us("us.reconnaissance-squad", name="Scouts", men=2)


def before(*sides: Side, mission: Mission = MEETING, ground: Any = (), size: Any = (72, 48), **fields: Any) -> Scene:
    """A battle that has not begun, with nobody on the table who is given no place."""
    begun = {"agenda": ("roll-off", "objectives", "deploy"), "phase": "setup", **fields}
    return Scene(*sides, mission=mission, ground=ground, size=size, turn=0, fields=begun)


def at(*spots: tuple[float, float], face: float | None = None) -> Any:
    """An answer to setting up: where each model stands."""

    def answer(decision: Decision[Any]) -> object:
        movers = decision.domain.movers  # type: ignore[attr-defined]
        walks = [
            {"figure": figure, "points": [[inches(x), inches(y)]]} for figure, (x, y) in zip(movers, spots, strict=True)
        ]
        return {"walks": walks, **({} if face is None else {"face": round(face * 10)})}

    return answer


def asked(scene: Scene, name: str, apart: int = inches(24)) -> Decision[Any]:
    """The question where a unit is set up."""
    number = scene.number(name)
    bearing = facing_in(scene.state, scene.unit(name).side)
    domain = setting_up(scene.state, number, zone_of(scene.state, number), CLAUSE, bearing=bearing, apart=apart)
    return Decision(scene.unit(name).side, "set up", domain, prompt="", because=(CLAUSE,))


def with_rules(scenario: Scenario, **rules: Any) -> Scenario:
    """A scenario that asks something else of this book."""
    return msgspec.structs.replace(scenario, rules={"d10": {**scenario.rules["d10"], **rules}})


# ---- forces raised


@clause("d10.gap.sample-forces", "d10.gap.scenario-meeting")
def test_both_forces_are_raised_and_nobody_is_on_the_table() -> None:
    """41 models against 38; every model knows its unit, every unit its strength."""
    state = set_up_battle(RULESET.scenario("meeting"), Options())
    assert [sum(len(unit.men) for unit in state.units if unit.side == side) for side in (0, 1)] == [41, 38]
    able = state.units[1]
    assert (able.name, able.strength, able.place, able.side) == ("Able squad", 10, "waiting", 0)
    assert {state.figures[man].unit for man in able.men} == {1}
    assert (state.phase, state.agenda, state.turn) == ("setup", ("roll-off", "objectives", "deploy"), 0)
    assert not any(state.layout.on_table(figure) for figure in range(len(state.figures)))
    assert state.sides == tuple(state.units[model.unit].side for model in state.figures)


def test_the_base_of_a_gun_fights_for_nobody() -> None:
    """Its crew do; units without names are numbered."""
    scenario = RULESET.scenario("village")
    state = set_up_battle(scenario, Options())
    gun = next(unit for unit in state.units if unit.name == "Pak 40")
    assert (gun.gun, len(gun.men), state.sides[gun.gun]) == (gun.men[0] - 1, 5, -1)
    plain = Force("US", "US", tuple(Enlisted("us.rifle-squad") for _ in range(3)))
    named = set_up_battle(msgspec.structs.replace(scenario, forces=(plain, scenario.forces[1])), Options())
    assert [unit.name for unit in named.units[:3]] == ["Rifle Squad", "Rifle Squad 2", "Rifle Squad 3"]


@clause("d10.gap.scenario-village", "d10.gap.scenario-meeting", "d10.gap.scenario-breakthrough")
@pytest.mark.parametrize(
    ("mission", "allowed"),
    [
        (Mission("meeting", points=550), (550, 550)),
        (Mission("village", points=550), (550, 385)),
        (Mission("village", points=550, attacker=1), (385, 550)),
        (Mission("breakthrough", points=550), (550, 550)),
    ],
)
def test_what_each_side_may_spend(mission: Mission, allowed: tuple[int, int]) -> None:
    """The defender of a village 70 per cent."""
    assert (points_allowed(mission, 0), points_allowed(mission, 1)) == allowed


@clause("d10.gap.scenario-village", "d10.gap.points")
def test_the_defender_of_a_village_is_held_to_his_points() -> None:
    """383 points are within 385, not within 382."""
    scenario = RULESET.scenario("village")
    set_up_battle(with_rules(scenario, points=548), Options())
    poor = msgspec.structs.replace(with_rules(scenario, points=547), forces=(scenario.forces[1], scenario.forces[1]))
    with pytest.raises(DataError, match="383 points of troops where 382 are allowed") as caught:
        set_up_battle(poor, Options())
    assert caught.value.key == "forces[1].units"


def test_a_mission_that_is_none() -> None:
    """What a scenario says of this book is checked."""
    cases = ({"name": "picnic"}, ".name"), ({"points": 1}, ".points"), ({"attacker": 2}, ".attacker"), ({"rain": 1}, "")
    for wrong, key in cases:
        with pytest.raises(DataError) as caught:
            set_up_battle(with_rules(RULESET.scenario("meeting"), **wrong), Options())
        assert caught.value.key == f"rules.d10{key}"


# ---- edges


@clause("d10.gap.deployment")
@pytest.mark.parametrize(("dice", "winner"), [([4, 3], 0), ([3, 4], 1), ([5, 5, 1, 6], 1)])
def test_the_higher_die_picks_an_edge_and_the_lower_one_begins(dice: list[int], winner: int) -> None:
    """Ties are rolled again."""
    scene = before(ABLE, BERTA).run(next_on_agenda, dice, edge="north")
    assert scene.decision("edge").seat == winner
    assert scene.offered("edge") == ["south", "north"]
    assert (scene.state.edges[winner], scene.state.edges[1 - winner]) == ("north", "south")
    assert (scene.state.active, scene.state.agenda) == (1 - winner, ("objectives", "deploy"))


@clause("d10.gap.deployment", "d10.gap.scenario-breakthrough")
def test_long_edges_and_short_ones() -> None:
    """Who breaks through comes in by a short one; everybody looks at the enemy's edge."""
    assert edges_to_pick(before(ABLE).state) == ("south", "north")
    assert edges_to_pick(before(ABLE, size=(48, 48)).state) == ("south", "north")
    assert edges_to_pick(before(ABLE, mission=BREAKTHROUGH).state) == ("west", "east")
    scene = before(ABLE, BERTA, mission=BREAKTHROUGH).run(next_on_agenda, [1, 2], edge="west")
    assert scene.state.edges == ("east", "west")
    assert [facing_in(scene.state, side) for side in (0, 1)] == [2700, 900]
    assert [facing_in(before(ABLE, BERTA).state, side) for side in (0, 1)] == [0, 1800]


# ---- what is fought for


@clause("d10.gap.scenario-meeting")
def test_three_markers_lie_on_the_middle_line() -> None:
    """The table's centre and 18 inches to either side; none in other scenarios."""
    scene = before(ABLE, BERTA, agenda=("objectives", "deploy")).run(next_on_agenda)
    assert scene.state.objectives == ((18_000, 24_000), (36_000, 24_000), (54_000, 24_000))
    small = before(ABLE, BERTA, size=(48, 48)).state
    assert objectives_of(small) == ((6_000, 24_000), (24_000, 24_000), (42_000, 24_000))
    assert objectives_of(before(ABLE, BERTA, mission=VILLAGE).state) == ()
    assert objectives_of(before(ABLE, BERTA, mission=BREAKTHROUGH).state) == ()


@clause("d10.gap.scenario-village")
def test_two_buildings_in_the_defenders_half_are_fought_over() -> None:
    """The nearest to the middle of the table; not those of the attacker's half, whichever edges were picked."""
    ground = [terrain("building", box=(x, y, 4, 4)) for x, y in ((2, 2), (30, 5), (40, 8), (34, 30), (50, 40))]
    scene = before(ABLE, BERTA, mission=VILLAGE, ground=ground, agenda=("objectives", "deploy")).run(next_on_agenda)
    assert scene.state.buildings == (2, 1)
    turned = msgspec.structs.replace(scene.state, edges=("north", "south"))
    assert buildings_of(turned) == (3, 4)
    assert buildings_of(msgspec.structs.replace(scene.state, mission=Mission("village", attacker=1))) == (3, 4)
    assert buildings_of(before(ABLE, BERTA, ground=ground).state) == ()


# ---- zones


def box(scene: Scene, name: str) -> tuple[float, ...]:
    """A unit's zone in inches: left, upper, right, lower."""
    zone = zone_of(scene.state, scene.number(name)).tolist()
    xs, ys = [edge[0] / 1000 for edge in zone], [edge[1] / 1000 for edge in zone]
    return min(xs), min(ys), max(xs), max(ys)


@clause("d10.gap.deployment", "d10.gap.scenario-meeting", "d10.gap.unit-us-recon")
def test_zones_are_twelve_inches_deep_and_six_more_for_scouts() -> None:
    """From one's own edge."""
    scene = before(ABLE, SCOUTS, BERTA)
    assert box(scene, "Able") == (0, 36, 72, 48)
    assert box(scene, "Scouts") == (0, 30, 72, 48)
    assert box(scene, "Berta") == (0, 0, 72, 12)


@clause("d10.gap.scenario-village", "d10.gap.deployment")
def test_zones_around_a_village() -> None:
    """The defender within 24 inches of his edge, the attacker within 6 of the opposite one."""
    scene = before(ABLE, SCOUTS, BERTA, mission=VILLAGE)
    assert (box(scene, "Able"), box(scene, "Scouts")) == ((0, 42, 72, 48), (0, 36, 72, 48))
    assert box(scene, "Berta") == (0, 0, 72, 24)
    turned = before(ABLE, BERTA, mission=Mission("village", attacker=1))
    assert (box(turned, "Able"), box(turned, "Berta")) == ((0, 24, 72, 48), (0, 0, 72, 6))


@clause("d10.gap.scenario-breakthrough", "d10.gap.deployment")
def test_zones_of_a_breakthrough() -> None:
    """The attacker within 12 inches of one short edge, the defender between 24 and 60 from it."""
    scouts = german("us.reconnaissance-squad", name="Their scouts", men=2)
    scene = before(ABLE, BERTA, scouts, mission=BREAKTHROUGH, edges=("west", "east"))
    assert (box(scene, "Able"), box(scene, "Berta")) == ((0, 0, 12, 48), (24, 0, 60, 48))
    assert box(scene, "Their scouts") == (18, 0, 60, 48)
    back = before(ABLE, BERTA, mission=BREAKTHROUGH, edges=("east", "west"))
    assert (box(back, "Able"), box(back, "Berta")) == ((60, 0, 72, 48), (12, 0, 48, 48))


@clause("d10.gap.deployment")
def test_a_unit_stands_wholly_within_its_zone() -> None:
    """A base that reaches out of it by a thousandth is refused; so is one off the table."""
    question = asked(before(HALE, BERTA), "Hale")
    assert takes(question, at((20, 36.5)))
    assert because(question, at((20, 36.499))) == (CLAUSE,)
    assert because(question, at((20, 47.501))) == (CLAUSE,)


@clause("d10.gap.deployment")
def test_a_unit_is_set_up_in_coherency() -> None:
    """Two inches between bases, not more; nobody on a friend."""
    question = asked(before(ABLE, BERTA, us("us.second-lieutenant", (50, 40), name="Hale")), "Able")
    assert takes(question, at((20, 40), (23, 40)))
    assert because(question, at((20, 40), (23.001, 40))) == ("d10.gap.coherency",)
    assert because(question, at((50.5, 40), (52, 40))) == (CLAUSE,)


@clause("d10.gap.deployment")
def test_nobody_starts_within_24_inches_of_an_enemy() -> None:
    """Exactly 24 from base to base is allowed; a thousandth less is not."""
    scene = before(HALE, german("de.platoon-sergeant", (20, 12), name="Kurz"))
    question = asked(scene, "Hale")
    assert takes(question, at((20, 37)))
    assert because(question, at((20, 36.999))) == (CLAUSE,)
    assert takes(question, at((26, 36.5)))
    domain = with_room(scene.state, 0)
    assert domain.terms.clearance == inches(24)


@clause("d10.gap.deployment")
def test_where_it_is_crowded_nearer_will_do() -> None:
    """18 inches, then 12, then 6, and only then a deeper zone."""
    wall = [german("de.platoon-sergeant", (x, 30.5), name=f"K{x}") for x in (6, 18, 30, 42, 54, 66)]
    near = with_room(before(HALE, *wall).state, 0)
    assert near.terms.clearance == inches(12)
    wall = [german("de.platoon-sergeant", (x, y), name=f"K{x}-{y}") for x in range(3, 72, 6) for y in (37, 42, 47)]
    deep = with_room(before(HALE, *wall).state, 0)
    assert deep.terms.clearance == inches(6)
    assert int(deep.zone[:, 1].min()) < inches(36)


# ---- in turn


def order_of(scene: Scene) -> list[str]:
    """The names of units in the order in which they are set up with the usual answers."""
    names = []
    while scene.state.agenda:
        scene.run(next_on_agenda)
        names += [scene.state.units[unit or 0].name for _, unit in scene.told("was set up")]
    return names


@clause("d10.gap.deployment", "d10.gap.unit-us-recon")
def test_sides_alternate_the_loser_first_and_scouts_come_last() -> None:
    """One unit each; a side that has none left lets the other go on; scouts after all others of both sides."""
    scene = before(SCOUTS, ABLE, HALE, BERTA, us("us.mmg-team", name="MG"), agenda=("deploy",), active=1)
    assert to_set_up(scene.state, 0) == [1, 2, 4]
    assert order_of(scene) == ["Berta", "Able", "Hale", "MG", "Scouts"]
    assert scene.state.phase == "turn"
    assert all(unit.on_table for unit in scene.state.units)
    first = before(ABLE, BERTA, KURZ, HALE, agenda=("deploy",), active=0)
    assert order_of(first) == ["Able", "Berta", "Hale", "Kurz"]


@clause("d10.gap.deployment")
def test_a_side_picks_which_unit_it_sets_up() -> None:
    """And which way it faces; by itself it looks at the enemy's edge."""
    scene = before(ABLE, us("us.sherman", name="Sherman"), BERTA, agenda=("deploy",))
    scene.run(next_on_agenda, unit_to_set_up="Sherman", set_up=at((30, 42), face=45))
    assert scene.offered("unit to set up") == ["u0", "u1"]
    assert (scene.unit("Sherman").on_table, scene.state.layout.bearing(scene.row("Sherman"))) == (True, 450)
    assert scene.state.active == 1
    scene.run(next_on_agenda)
    assert scene.kinds_asked() == ["set up"]
    assert scene.state.layout.bearing(scene.row("Berta")) == 1800
    assert scene.event("was set up").because == (CLAUSE,)


@clause("d10.gap.transport", "d10.gap.deployment")
def test_riders_are_set_up_with_their_vehicle() -> None:
    """They are no unit to be placed."""
    scene = before(us("us.half-track", name="Track"), ABLE, BERTA, agenda=("deploy",))
    scene.change("Able", aboard=0)
    assert to_set_up(scene.state, 0) == [0]
    assert order_of(scene) == ["Track", "Berta"]
    assert (scene.unit("Able").place, scene.unit("Able").aboard) == ("aboard", 0)


@clause("d10.gap.transport")
def test_who_may_begin_aboard() -> None:
    """A unit that fits, in a vehicle of its force that carries nobody else."""
    scenario = RULESET.scenario("breakthrough")

    def forces(*units: Enlisted) -> Battle:
        ours = Force("US", "US", units)
        return set_up_battle(msgspec.structs.replace(scenario, forces=(ours, scenario.forces[1])), Options())

    track = Enlisted("us.half-track", name="Track")
    state = forces(Enlisted("us.rifle-squad", aboard="Track"), track)
    assert state.units[0].aboard == 1
    for wrong in (
        (Enlisted("us.rifle-squad", aboard="Tram"), track),
        (Enlisted("us.rifle-squad", aboard="Jeep"), Enlisted("us.jeep", name="Jeep")),
        (Enlisted("us.rifle-squad"), Enlisted("us.medium-at-gun", aboard="Track"), track),
        (Enlisted("us.rifle-squad"), Enlisted("us.jeep", aboard="Track"), track),
        (Enlisted("us.reconnaissance-squad", aboard="Track"), Enlisted("us.mmg-team", aboard="Track"), track),
    ):
        with pytest.raises(DataError) as caught:
            forces(*wrong)
        assert caught.value.key.endswith(".aboard")


# ---- on Hold


HOUSE = terrain("building", box=(20, 10, 8, 6))
WALL = terrain("wall", line=[(40, 12), (48, 12)])
HEDGE = terrain("hedge", line=[(55, 12), (63, 12)])


@clause("d10.gap.scenario-village")
@pytest.mark.parametrize(
    ("spots", "hard"),
    [
        (((22, 12), (24, 12)), True),
        (((27, 12), (29.5, 12)), True),
        (((29.5, 12), (31, 12)), False),
        (((42, 12.5), (44, 12.5)), True),
        (((42, 13), (44, 13)), False),
        (((57, 12.5), (59, 12.5)), False),
    ],
)
def test_what_hard_cover_is(spots: tuple[tuple[float, float], ...], hard: bool) -> None:
    """Half of the models in a house or against a wall; a hedge is none."""
    scene = before(
        ABLE, german("de.grenadier-squad", spots[0], name="Berta", men=2, spots=spots[1:]),
        german("de.grenadier-squad", name="Anton", men=2), mission=VILLAGE, ground=[HOUSE, WALL, HEDGE],
    )  # fmt: skip
    assert in_hard_cover(scene.state, scene.number("Berta")) == hard
    assert may_begin_on_hold(scene.state, scene.number("Berta")) == hard


@clause("d10.gap.scenario-village")
def test_up_to_half_of_the_defenders_units_begin_on_hold() -> None:
    """In hard cover; the owner says yes or no. Not the attacker, and in no other scenario."""
    units = [german("de.platoon-sergeant", name=f"K{place}") for place in range(5)]
    scene = before(*units, ABLE, mission=VILLAGE, ground=[HOUSE], agenda=("deploy",), active=1)
    scene.run(next_on_agenda, unit_to_set_up="K0", set_up=at((22, 12)), begin_on_Hold=False)
    assert not scene.unit("K0").hold
    scene.run(next_on_agenda)
    for place, spot in ((1, (24, 12)), (2, (26, 12))):
        scene.run(next_on_agenda, unit_to_set_up=f"K{place}", set_up=at(spot))
        assert scene.unit(f"K{place}").hold
    assert scene.event("begins on Hold").because == ("d10.gap.scenario-village",)
    scene.run(next_on_agenda, unit_to_set_up="K3", set_up=at((22, 14)))
    assert "begin on Hold" not in scene.kinds_asked()
    assert not scene.unit("K3").hold

    ours = us("us.rifle-squad", (22, 12), name="Able", men=1)
    assert not may_begin_on_hold(before(ours, BERTA, mission=VILLAGE, ground=[HOUSE]).state, 0)
    theirs = german("de.grenadier-squad", (22, 12), name="Berta", men=1)
    assert not may_begin_on_hold(before(ABLE, theirs, KURZ, ground=[HOUSE]).state, 1)


@clause("d10.gap.scenario-village")
def test_a_unit_that_began_on_hold_is_so_until_it_is_activated() -> None:
    """It may be ordered to Hold again."""
    scene = Scene(
        us("us.rifle-squad", (5, 5), name="Able", men=2),
        german("de.grenadier-squad", (50, 40), name="Berta", men=2, fields={"hold": True}),
        mission=VILLAGE,
        turn=1,
    )
    assert not scene.activate("Berta", "nothing").unit("Berta").hold
    assert scene.activate("Berta", "hold").unit("Berta").hold


# ---- whole set-ups


@clause("d10.gap.deployment", "d10.gap.scenario-village", "d10.gap.scenario-breakthrough")
@pytest.mark.parametrize("name", RULESET.scenarios())
@pytest.mark.parametrize("seed", range(3))
def test_everybody_finds_a_place_with_random_answers(name: str, seed: int) -> None:
    """On the table in his zone, in every scenario; and the first turn begins."""
    game: Game[Battle] = Game(RULESET, set_up_battle(RULESET.scenario(name), Options()), Keyed(bytes([seed])))
    chance = Chance(seed)
    while game.state.phase == "setup" and game.state.turn == 0:
        decision = game.pending
        assert decision is not None
        game.answer(decision.domain.sample(chance))
    state = game.state
    assert all(unit.place in {"table", "aboard"} for unit in state.units)
    ours = tuple(man for unit in state.units if unit.side == 0 and unit.on_table for man in unit.bodies)
    theirs = tuple(man for unit in state.units if unit.side == 1 and unit.on_table for man in unit.bodies)
    gap = int(nearest(state.layout.bodies, rows(ours), rows(theirs))[0])
    assert gap >= inches(24 if name in {"meeting", "small"} else 6)
