"""What is shown of Units: symbols, markers, poses, bands, cards and the heading."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.shown import SYMBOLS, Band, Pose, Shown
from sandtable.rulesets.fraley.basics.teams import called, who
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.setup.forces import troops
from tests.clause import clause

from .kit import Scene, german, terrain, us


def able(**rest: Any) -> Scene:
    """Four Teams of a rifle platoon, its leader first, and a battery's observer."""
    return Scene(us("us.rifle-platoon", (20, 20), name="Able", men=4, **rest))


def shown(scene: Scene, name: str = "Able") -> Shown:
    """A Unit as it is drawn."""
    return RULESET.shown(scene.state, scene.number(name))


def labels(scene: Scene, name: str = "Able") -> list[str]:
    """What lies beside it."""
    return [marker.label for marker in shown(scene, name).markers]


@pytest.mark.parametrize(
    ("troop", "symbol"),
    [
        ("us.rifle-platoon", "infantry"),
        ("us.mg-platoon", "mg"),
        ("us.mortar-platoon", "mortar"),
        ("de.at-platoon", "gun"),
        ("us.artillery-battery", "howitzer"),
        ("de.tank-hunter-platoon", "at-team"),
        ("us.sherman-platoon", "tank"),
        ("de.stug-platoon", "tank-destroyer"),
        ("us.cc", "officer"),
    ],
)
def test_symbols_say_what_a_unit_is(troop: str, symbol: str) -> None:
    """By most of its Teams, its leader aside."""
    assert shown(Scene(us(troop, (20, 20), name="Able"))).symbol == symbol


def test_every_troop_has_a_symbol_that_is_drawn() -> None:
    """Whatever the lists have; an observer his own."""
    for troop in troops():
        assert shown(Scene(us(troop, (20, 20), name="Able"))).symbol in SYMBOLS
    scene = Scene(us("us.artillery-battery", (20, 20), name="Able", fo=(30, 30)))
    assert shown(scene, "Able FO").symbol == "observer"
    assert shown(scene, "Able FO").standing == "on the table, observes for Able"


@clause("fraley.activation.once", "fraley.gtg.declare", "fraley.action.overwatch", "fraley.leader.no-pl-advance")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, []),
        ({"done": True}, ["has acted"]),
        ({"refreshed": True}, ["may act again"]),
        ({"overwatch": True}, ["Overwatch"]),
        ({"grounded": True}, ["Gone to Ground"]),
        ({"ran": True}, ["ran: passed Saves are rerolled"]),
        ({"men": (1, 2)}, ["without a Platoon Leader"]),
    ],
)
def test_the_states_of_a_unit_lie_beside_it(fields: dict[str, Any], words: list[str]) -> None:
    """Each while it lasts."""
    assert labels(able(fields=fields)) == words


@clause("fraley.suppression.penalty-25", "fraley.action.dig-in")
def test_markers_and_digging_are_counted() -> None:
    """With what suppression costs the next activation."""
    scene = able(teams={1: {"marks": 2}, 2: {"dug_in": True}})
    assert labels(scene) == ["1 dug in", "1 of 4 suppressed, +1 to activate"]
    assert [marker.count for marker in shown(scene).markers] == [1, 2]
    assert labels(able(each={"dug_in": True})) == ["dug in"]


def test_poses_say_how_single_teams_are() -> None:
    """The leader, those suppressed once or twice, those dug in; of the others nothing is said."""
    scene = able(teams={1: {"marks": 1}, 2: {"marks": 2, "dug_in": True}})
    assert shown(scene).poses == (
        Pose(0, "Platoon Leader"),
        Pose(1, "suppressed", lying=True, marks=1),
        Pose(2, "suppressed twice, dug in", lying=True, marks=2),
    )
    tank = Scene(us("us.sherman-platoon", (20, 20), name="Able", men=2, teams={1: {"turret": 900}}))
    assert shown(tank).poses[1] == Pose(1, "its turret is turned", turret=900)


def test_where_a_unit_is_and_what_is_left_of_it() -> None:
    """Whoever is out of the battle has nothing beside him."""
    places = {
        "table": "on the table",
        "waiting": "not set up yet",
        "off-table": "behind its own table edge",
        "aboard": "riding",
        "destroyed": "destroyed",
        "exited": "left by the far edge",
    }
    for place, words in places.items():
        found = shown(able(fields={"place": place}))
        assert (found.standing, found.in_play) == (words, place not in {"destroyed", "exited"})
    gone = shown(able(fields={"place": "destroyed", "men": (), "done": True}))
    assert (gone.strength, gone.full_strength, gone.markers, gone.moves, gone.ranges) == (0, 4, (), (), ())


@clause("fraley.move.infantry", "fraley.hit.long-range", "fraley.leader.direct-fire")
def test_bands_say_how_far_a_unit_goes_and_fires() -> None:
    """A weapon of one Fire Point has no Long Range."""
    found = shown(Scene(us("us.rifle-platoon", (20, 20), name="Able", pick=("PL", "LMG Team"))))
    assert found.moves == (Band("Move", 6000), Band("Run", 12_000))
    assert found.ranges == (
        Band("leader's reach", 2000),
        Band("Rifle", 18_000),
        Band("LMG", 18_000),
        Band("LMG, Long Range", 36_000),
    )
    boss = shown(Scene(us("us.cc", (20, 20), name="Able")))
    assert Band("joins a Unit when attacked", 6000) in boss.ranges


@clause("fraley.unit.attributes", "fraley.tank.example-stats")
def test_cards_print_training_teams_and_arms() -> None:
    """Of a Unit of a battle, and of every troop of the lists."""
    scene = Scene(german("de.panzer-iv-platoon", (20, 20), name="Panzers"))
    card = RULESET.card(scene.state, 0)
    assert card.facts["training"] == "Veteran: checks 4+, hit on 3+"
    assert card.facts["Panzer IV"] == 'Front 5+, Flank 6+, moves 12"'
    assert card.facts["Teams"] == "4 Panzer IV"
    cards = {one.troop: one for one in RULESET.cards()}
    assert list(cards) == list(troops())
    assert cards["us.artillery-battery"].facts["Forward Observers"] == "1"
    assert cards["us.artillery-battery"].facts["105mm"] == '100", FP 5 (2 in a barrage), TA 2, AT'


@clause("fraley.round.structure")
def test_the_heading_tells_round_and_initiative() -> None:
    """Before, during and after the battle."""
    state = able().state
    assert RULESET.heading(state) == "Round 2 of 8: US hold the Initiative"
    assert RULESET.heading(replace(state, phase="end")) == "Round 2 of 8: its end"
    assert RULESET.heading(replace(state, phase="round")) == "Round 2 of 8: who has the first Initiative"
    assert RULESET.heading(replace(state, phase="over")) == "The battle is over"
    assert RULESET.heading(replace(state, phase="setup", agenda=("deploy",))) == "Before the battle: deployment"
    assert RULESET.heading(replace(state, phase="setup", agenda=())) == "Before the battle: setting up"


@clause("fraley.smoke.effect", "fraley.gap.template-alignment")
def test_smoke_and_the_template_are_shown() -> None:
    """Smoke is a piece of its own; the template lies there while a barrage is fired."""
    scene = Scene(
        us("us.rifle-platoon", (20, 20), name="Able", men=1),
        ground=[terrain("woods", box=(5, 5, 5, 5)), terrain("smoke", box=(30, 5, 6, 6))],
        fields={"template": (20_000, 20_000, 0)},
    )
    assert RULESET.marked(scene.state) == {1: ("smoke",)}
    (square,) = RULESET.laid(scene.state)
    assert sorted(square) == [(17_000, 17_000), (17_000, 23_000), (23_000, 17_000), (23_000, 23_000)]
    assert RULESET.laid(able().state) == ()


def test_teams_that_are_alike_are_numbered() -> None:
    """By their places at the start, so that losses change nobody's name; whoever is alone of his kind has no number."""
    scene = Scene(us("us.rifle-platoon", (10, 10), name="Able"), german("de.cc", (40, 40), name="Voss"))
    men = scene.unit("Able").men
    assert [called(scene.state, man) for man in men[:3]] == ["PL", "Rifle Team 1", "Rifle Team 2"]
    assert [called(scene.state, man) for man in men[6:]] == ["Rifle Team 6", "LMG Team", "Bazooka Team"]
    scene.change("Able", men=(men[0], *men[2:]))
    assert who(scene.state, men[2]) == "Able's Rifle Team 2"
    assert who(scene.state, scene.row("Voss")) == "Voss"


def test_markers_of_single_teams_are_numbers() -> None:
    """A page draws as many as there are."""
    scene = Scene(us("us.rifle-platoon", (10, 10), name="Able", teams={1: {"marks": 1}, 2: {"marks": 2}}))
    poses = {pose.figure: pose.marks for pose in RULESET.shown(scene.state, 0).poses}
    assert [poses.get(man, 0) for man in scene.unit("Able").men[:4]] == [0, 1, 2, 0]
