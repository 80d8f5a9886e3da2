"""Before the battle: sides and edges, the first wave, who is set up last, the opening bombardment."""

from typing import Any

import pytest

from sandtable.dice.sources import Scripted
from sandtable.play.events import Event
from sandtable.play.game import Game
from sandtable.play.refusal import Refused
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.setup.set_up import agenda_of
from sandtable.rulesets.bolt_action.state import Battle, Mission
from tests.clause import clause

from .before import at, before, coming_from, do, wave
from .kit import Scene, de, keys, terrain, us

ATTRITION = Mission("attrition")
HOLD = Mission("hold")
BREAKTHROUGH = Mission("breakthrough", bombardment=True)

PAIR = wave(0, "us.medic", "Medic"), wave(1, "us.medic", "Foe")


# ---- sides and edges


@clause("ba.gap.sides-and-edges")
@pytest.mark.parametrize(
    ("dice", "chooser"),
    [([4, 3], 0), ([3, 4], 1), ([5, 5, 2, 2, 1, 6], 1)],
    ids=["first", "second", "ties are rolled again"],
)
@pytest.mark.parametrize("choice", ["attack", "defend"])
def test_the_higher_die_chooses_to_attack_or_to_defend(dice: list[int], chooser: int, choice: str) -> None:
    """Both roll, the higher one chooses, equal dice are rolled again."""
    scene = do(before(ATTRITION, *PAIR), "sides", dice, attack_or_defend=choice)
    assert scene.asked[0].seat == chooser
    assert scene.state.attacker == (chooser if choice == "attack" else 1 - chooser)


@clause("ba.gap.sides-and-edges")
def test_a_scenario_may_say_who_attacks() -> None:
    """Where the sides are fixed nothing is rolled: the first force attacks."""
    scene = do(before(Mission("breakthrough", fixed_sides=True), *PAIR), "sides")
    assert (scene.throws(), scene.asked, scene.state.attacker) == ([], [], 0)


@clause("ba.gap.sides-and-edges")
@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize("edge", ["north", "south"])
def test_the_defender_picks_his_long_edge_and_the_attacker_has_the_other(attacker: int, edge: str) -> None:
    """Whoever defends is asked."""
    scene = do(before(ATTRITION, *PAIR, attacker=attacker), "edge", edge=edge)
    defender = 1 - attacker
    assert scene.asked[0].seat == defender
    assert scene.state.edges[defender] == edge
    assert set(scene.state.edges) == {"north", "south"}


@clause("ba.gap.sides-and-edges", "ba.gap.scenario-attrition")
def test_a_whole_set_up_is_played_from_the_scenario_of_the_book() -> None:
    """Attrition: sides, edges, both first waves, outflanking; then the first turn begins with nobody on the table."""
    dice = Scripted([2, 5, 1])  # the second side chooses; the first order die
    game: Game[Battle] = Game(RULESET, RULESET.setup(RULESET.scenario("attrition"), Options()), dice)
    answers = {"attack or defend": "defend", "edge": "north"}
    while game.state.phase == "setup":
        decision = game.pending
        assert decision is not None
        usual = decision.usual()
        game.answer(answers[decision.kind] if usual is None else usual)
    done = [one.tells["what"] for one in game.take() if isinstance(one, Event) and one.verb == "was done"]
    assert done == ["sides", "edge", "wave attacker", "wave defender", "outflank"]
    assert (game.state.attacker, game.state.edges, game.state.turn) == (0, ("south", "north"), 1)
    assert {unit.place for unit in game.state.units} == {"wave"}
    assert not dice.left


@clause("ba.gap.sides-and-edges")
@pytest.mark.parametrize("mission", [BREAKTHROUGH, Mission("three-objectives"), HOLD])
def test_the_defender_sets_up_before_the_attacker_and_observers_and_snipers_come_last(mission: Mission) -> None:
    """The order of the agenda, whatever is fought for."""
    agenda = before(mission, *PAIR).state.agenda
    placing = [item for item in agenda if item in {"set up defender", "set up garrison", "wave attacker", "last"}]
    assert placing[0] in {"set up defender", "set up garrison"}
    assert placing[1:] == ["wave attacker", "last"]


def last(*points: tuple[float, float], **rest: Any) -> Scene:
    """An attacking sniper is set up at these points; an enemy stands at (20, 20) and a friend at (50, 30)."""
    others = de("us.medic", (20, 20), name="Enemy"), us("us.medic", (50, 30), name="Friend")
    scene = before(HOLD, wave(0, "us.sniper-team", "Sniper"), *others, **rest)
    return do(scene, "last", set_up=at(*points))


@clause("ba.gap.sides-and-edges")
def test_a_sniper_is_set_up_anywhere_more_than_twelve_inches_from_enemies() -> None:
    """Exactly twelve inches is too near, a hair more is not, and it need not be on his own side of the table."""
    with pytest.raises(Refused) as refused:
        last((33, 20), (34.4, 20))
    assert refused.value.refusal.because == ("ba.gap.sides-and-edges",)
    assert last((33.001, 20), (34.4, 20)).unit("Sniper").place == "table"
    assert last((20, 3), (21.4, 3)).unit("Sniper").place == "table"


@clause("ba.gap.sides-and-edges")
@pytest.mark.parametrize(
    ("points", "clauses"),
    [
        (((50, 30), (51.4, 30)), ("ba.gap.separation",)),
        (((60, 10), (61.4, 10)), ("ba.gap.terrain-movement",)),
        (((60, 20), (64, 20)), ("ba.gap.coherency",)),
    ],
    ids=["on a friend", "in the water", "apart"],
)
def test_setting_up_keeps_to_the_ordinary_rules(points: Any, clauses: tuple[str, ...]) -> None:
    """Clear of friends, on ground that may be walked on, in coherency."""
    with pytest.raises(Refused) as refused:
        last(*points, ground=[terrain("water", box=(58, 8, 8, 8))])
    assert refused.value.refusal.because == clauses


@clause("ba.gap.sides-and-edges")
def test_the_last_are_set_up_by_the_defender_first_and_then_by_the_attacker() -> None:
    """An observer and a sniper of each side, and an officer who is in the first wave and stays off the table."""
    scene = before(
        HOLD,
        wave(0, "us.sniper-team", "Sniper"),
        wave(1, "de.artillery-observer", "Observer"),
        wave(0, "us.second-lieutenant", "Officer"),
    )
    do(scene, "last", set_up=[at((36, 20)), at((36, 40), (37.4, 40))])
    assert [(one.seat, one.unit) for one in scene.asked] == [(1, 1), (0, 0)]
    assert scene.unit("Officer").place == "wave"


@clause("ba.gap.sides-and-edges")
def test_the_last_may_be_set_up_in_a_building_that_is_far_enough_away() -> None:
    """A house within twelve inches of the enemy is not offered, one beyond is."""
    near = terrain("building", box=(26, 17, 6, 6), openings=[(26, 20)])
    far = terrain("building", box=(60, 17, 6, 6), openings=[(60, 20)])
    scene = before(HOLD, wave(0, "us.sniper-team", "Sniper"), de("us.medic", (20, 20)), ground=[near, far])
    do(scene, "last", set_up_where="b1")
    assert scene.asked[0].domain.options() == ["open", "b1"]
    assert scene.unit("Sniper").building == 1


# ---- the first wave


def waves(count: int, mission: Mission = HOLD) -> Scene:
    """So many attacking units, and a sniper."""
    units = [wave(0, "us.medic", f"Medic {number}") for number in range(count)]
    return before(mission, *units, wave(0, "us.sniper-team", "Sniper"), wave(1, "us.medic", "Foe"))


@clause("ba.gap.first-wave")
@pytest.mark.parametrize("count", [4, 5])
def test_at_least_half_of_the_units_rounded_up_are_in_the_first_wave(count: int) -> None:
    """Of four, two are enough; of five, two are too few; the others are in reserve."""
    two, three = keys("u0", "u1"), keys("u0", "u1", "u2")
    if count == 5:
        scene = waves(count)
        refused = scene.refused(lambda: do(scene, "wave attacker", choose_units=two))
        assert refused.refusal.why == "3 to 5 must be chosen, not 2"
    scene = do(waves(count), "wave attacker", choose_units=two if count == 4 else three)
    places = [unit.place for unit in scene.state.units]
    assert places.count("reserve") == 2
    assert scene.unit("Medic 0").place == "wave"


@clause("ba.gap.first-wave")
@pytest.mark.parametrize(("mission", "counted"), [(HOLD, 4), (ATTRITION, 5)])
def test_those_who_are_set_up_last_are_not_counted_for_the_first_wave(mission: Mission, counted: int) -> None:
    """In attrition nobody is set up, so the sniper is in a wave like everybody."""
    scene = do(waves(4, mission), "wave attacker")
    options = scene.asked[0].domain.describe()
    assert len(options.options) == counted  # type: ignore[union-attr]


@clause("ba.gap.first-wave")
@pytest.mark.parametrize(("order", "far"), [("advance", 6), ("run", 12)])
def test_the_first_wave_enters_from_its_own_edge_without_a_test(order: str, far: int) -> None:
    """No dice though it is pinned; measured from the edge, and a hair farther is refused."""
    pinned = us("us.medic", name="Medic", fields={"place": "wave", "pins": 2})
    scene = Scene(pinned, de("us.medic", (36, 3)), turn=1)
    too_far = coming_from(30, 48, to=(30, 48 - far - 0.001))
    assert scene.refused(lambda: scene.order("Medic", order, move=too_far)).refusal.allowed == far * 1000
    other_edge = coming_from(30, 0, to=(30, 5))
    assert "line of entry" in scene.refused(lambda: scene.order("Medic", order, move=other_edge)).refusal.why
    scene.order("Medic", order, move=coming_from(30, 48, to=(30, 48 - far)))
    assert scene.point("Medic") == (30, 48 - far)
    assert not scene.throws()


@clause("ba.gap.first-wave")
def test_the_first_wave_may_not_wait() -> None:
    """In turn 1 each unit of it comes on with an Advance or a Run; there is no other order for it."""
    scene = Scene(wave(0, "us.medic", "Medic"), de("us.medic", (36, 3), fields={"order": "down"}), turn=1)
    scene.draw(order="run", move=coming_from(30, 48, to=(30, 40)))
    assert scene.asked[0].domain.options() == ["advance", "run"]


# ---- the opening bombardment


def bombarded(*sides: Any, mission: Mission = BREAKTHROUGH) -> Scene:
    """An attacker's medic on the table, and defenders."""
    return before(mission, us("us.medic", (36, 40), name="Medic"), *sides)


SQUAD = de("us.rifle-squad", (30, 5), name="Foes")


@clause("ba.gap.preparatory-bombardment")
def test_no_bombardment_comes_on_a_one() -> None:
    """Nobody else rolls."""
    scene = do(bombarded(SQUAD), "bombardment", [1])
    assert scene.events("no bombardment came")
    assert scene.unit("Foes").pins == 0


@clause("ba.gap.preparatory-bombardment")
@pytest.mark.parametrize(("die", "pins"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_from_two_on_it_comes_and_each_enemy_unit_on_the_table_rolls(die: int, pins: int) -> None:
    """The attacker's own men and reserves do not; nobody is hit below a 6."""
    scene = do(bombarded(SQUAD, de("us.medic", name="Reserve")), "bombardment", [2, die])
    assert [why for why, _, _ in scene.thrown()] == ["is there a preparatory bombardment?", "bombardment on Foes"]
    assert scene.unit("Foes").pins == pins
    assert not scene.events("was hit")


@clause("ba.gap.preparatory-bombardment")
def test_a_six_is_two_pins_and_a_hit_at_three() -> None:
    """One roll to damage: Regulars whatever the die; nothing is rolled to hit."""
    scene = do(bombarded(SQUAD), "bombardment", [2, 6, 2])
    assert scene.thrown()[2:] == [("bombardment on Foes: to damage", (2,), "1+ (+3 penetration)")]
    assert (scene.unit("Foes").pins, len(scene.unit("Foes").men)) == (2, 11)


@clause("ba.gap.preparatory-bombardment", "ba.gap.top-armour")
def test_the_hit_strikes_the_top_of_a_vehicle() -> None:
    """D6 + 3 + 1 against a medium tank."""
    scene = do(bombarded(de("de.panzer-iv", (30, 5), name="Tank")), "bombardment", [2, 6, 4])
    assert scene.thrown()[2][2] == "9+ with +4 (+3 penetration, +1 top armour)"
    assert scene.unit("Tank").pins == 2


@clause("ba.gap.preparatory-bombardment")
def test_a_scenario_without_a_bombardment_rolls_nothing() -> None:
    """Its mission does not have one."""
    scene = do(bombarded(SQUAD, mission=Mission("breakthrough")), "bombardment")
    assert not scene.throws()


# ---- both sides on the table


@clause("ba.gap.first-wave")
def test_where_nobody_walks_on_both_sides_are_set_up_along_their_edges() -> None:
    """A short battle: every unit stands in its own zone before the first turn, the defender's first."""
    mission = Mission("attrition", deployed=True, fixed_sides=True, zone_depth=9000)
    assert agenda_of(mission) == ("sides", "edge", "deploy defender", "deploy attacker")
    scene = do(before(mission, *PAIR), "deploy attacker", set_up=at((10, 40)))
    (asked,) = scene.asked
    assert (asked.kind, asked.seat) == ("set up", 0)
    assert scene.state.units[0].on_table
    depth = scene.state.depth
    assert all(depth - 9000 <= scene.state.layout.point(figure)[1] <= depth for figure in scene.state.units[0].figures)
