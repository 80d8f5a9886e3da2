"""What is shown of units: symbols, markers, poses, bands, cards and the heading."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.shown import SYMBOLS, Band, Marker, Pose, Shown
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.setup.forces import troops
from tests.clause import clause

from .kit import Scene, german, terrain, us


def able(**rest: Any) -> Scene:
    """Four men of a rifle squad, their sergeant first."""
    return Scene(us("us.rifle-squad", (20, 20), name="Able", men=4, **rest))


def shown(scene: Scene, name: str = "Able") -> Shown:
    """A unit as it is drawn."""
    return RULESET.shown(scene.state, scene.number(name))


def labels(scene: Scene, name: str = "Able") -> list[str]:
    """What lies beside it."""
    return [marker.label for marker in shown(scene, name).markers]


@pytest.mark.parametrize(
    ("troop", "symbol"),
    [
        ("us.rifle-squad", "infantry"),
        ("us.mmg-team", "mg"),
        ("us.light-mortar", "mortar"),
        ("us.bazooka-team", "at-team"),
        ("us.medium-at-gun", "gun"),
        ("us.second-lieutenant", "officer"),
        ("us.sniper-team", "sniper"),
        ("us.artillery-observer", "observer"),
        ("us.sherman", "tank"),
        ("de.stug", "tank-destroyer"),
        ("us.half-track", "half-track"),
        ("us.jeep", "jeep"),
        ("de.armoured-car", "armoured-car"),
    ],
)
def test_symbols_say_what_a_unit_is(troop: str, symbol: str) -> None:
    """By its rules and what it carries."""
    assert shown(Scene(us(troop, (20, 20), name="Able"))).symbol == symbol


def test_every_troop_has_a_symbol_that_is_drawn() -> None:
    """Whatever the lists have; a team keeps its own when its gunner has fallen."""
    for troop in troops():
        assert shown(Scene(us(troop, (20, 20), name="Able"))).symbol in SYMBOLS
    scene = Scene(us("us.mmg-team", (20, 20), name="Able"))
    assert shown(scene.change("Able", men=scene.unit("Able").men[1:])).symbol == "mg"


@clause("d10.turn.once", "d10.order.hold", "d10.hit.moved", "d10.morale.panic-unit")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, []),
        ({"done": True}, ["has been activated"]),
        ({"hold": True}, ["on Hold"]),
        ({"moved": True}, ["has moved this turn"]),
        ({"panicked": True}, ["panicked"]),
        ({"done": True, "moved": True, "hold": True}, ["has been activated", "on Hold", "has moved this turn"]),
    ],
)
def test_the_states_of_a_unit_lie_beside_it(fields: dict[str, Any], words: list[str]) -> None:
    """Each while it lasts."""
    assert labels(able(fields=fields)) == words


@clause("d10.gap.tag-one-use", "d10.gap.weapon-barrage")
def test_what_is_left_to_use_up_is_counted() -> None:
    """Items and fire missions."""
    scene = Scene(
        us("us.engineer-squad", (20, 20), name="Able"),
        us("us.artillery-observer", (30, 20), name="Eye"),
        german("de.panzergrenadier-squad", (40, 20), name="Berta"),
    )
    assert shown(scene).markers == (Marker("satchel", "2 demolition charges", 2),)
    assert shown(scene, "Eye").markers == (Marker("missions", "2 fire missions", 2),)
    assert labels(scene, "Berta") == ["1 Panzerfaust"]
    assert labels(scene.change("Berta", items=()), "Berta") == []


@clause("d10.gap.wounds", "d10.gap.line-of-sight", "d10.order.hold-not-in-contact")
def test_poses_say_how_single_models_are() -> None:
    """Wounds of individuals, floors, and whom a model touches; of the others nothing is said."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2, spots=((21.5, 20),)),
        german("de.grenadier-squad", (20, 21), name="Berta", men=1),
        german("de.panzer-iv", (40, 20), name="Panzer", each={"wounds": 3}),
        us("us.rifle-squad", (61, 31), name="Baker", men=1, floor=1),
        ground=[terrain("building", box=(60, 30, 4, 4), floors=2)],
    )
    assert shown(scene).poses == (Pose(0, "in close combat", locked=(2,)),)
    assert shown(scene, "Panzer").poses == (Pose(3, "3 of 4 wounds left", wounds=1),)
    assert shown(scene, "Baker").poses == (Pose(4, "on the first floor", storey=1),)


def test_where_a_unit_is_and_what_is_left_of_it() -> None:
    """Whoever is out of the battle has nothing beside him."""
    places = {
        "table": "on the table",
        "waiting": "not set up yet",
        "aboard": "riding",
        "destroyed": "destroyed",
        "routed": "routed",
        "exited": "left by the far edge",
    }
    for place, words in places.items():
        found = shown(able(fields={"place": place}))
        assert (found.standing, found.in_play) == (words, place not in {"destroyed", "routed", "exited"})
    gone = shown(able(fields={"place": "destroyed", "men": (), "done": True}))
    assert (gone.strength, gone.full_strength, gone.markers, gone.moves, gone.ranges) == (0, 4, (), (), ())


@clause("d10.morale.two-kinds", "d10.gap.transport")
def test_squads_count_their_models_and_individuals_their_wounds() -> None:
    """And riders say what carries them."""
    scene = Scene(
        us("us.half-track", (20, 20), name="Track", each={"wounds": 2}),
        us("us.rifle-squad", name="Able", men=4, strength=10, aboard="Track"),
    )
    assert (shown(scene, "Track").strength, shown(scene, "Track").full_strength) == (2, 3)
    assert (shown(scene).strength, shown(scene).full_strength, shown(scene).aboard) == (4, 10, 0)
    assert (shown(scene).standing, shown(scene, "Track").aboard) == ("riding", None)


@clause("d10.order.move-normal", "d10.order.move-rush", "d10.gap.leaders", "d10.gap.guns", "d10.gap.vehicle-damage")
def test_bands_say_how_far_a_unit_goes_and_shoots() -> None:
    """A gun does not Rush; a vehicle at half its wounds goes half as far; a leader's reach; every weapon once."""
    found = shown(able())
    assert found.moves == (Band("Move", 4000), Band("Rush", 12_000))
    assert found.ranges == (Band("submachine gun", 12_000), Band("semi-automatic rifle", 36_000))
    gun = shown(Scene(us("us.medium-at-gun", (20, 20), name="Able")))
    assert gun.moves == (Band("Move", 2000),)
    assert gun.ranges == (Band("57 mm gun", 48_000), Band("carbine", 24_000))
    tank = shown(Scene(us("us.sherman", (20, 20), name="Able", each={"wounds": 2})))
    assert tank.moves == (Band("Move", 4000), Band("Rush", 12_000))
    boss = shown(Scene(us("us.second-lieutenant", (20, 20), name="Able")))
    assert boss.ranges == (Band("lends Command", 12_000), Band("carbine", 24_000), Band("grenade", 6000))


@clause("d10.gap.stat-line", "d10.gap.unit-us-rifle", "d10.gap.unit-de-panther", "d10.gap.unit-us-57")
def test_cards_print_stats_models_and_arms() -> None:
    """Of a unit of a battle, and of every troop of the lists."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able"), german("de.panther", (40, 20), name="Panther"))
    card = RULESET.card(scene.state, 0)
    assert (card.name, card.points) == ("Able", 73)
    assert card.facts["stats"] == "Mv 4, SH 4, AS 4, T 4, W 1, CM 5, Sz 2"
    assert card.facts["models"] == (
        "sergeant (submachine gun), 8 rifleman (semi-automatic rifle), gunner (automatic rifle)"
    )
    assert card.facts["automatic rifle"] == "contact 3, Short 4 x 2, Medium 4 x 2, Long 4 x 2"
    panther = RULESET.card(scene.state, 1).facts
    assert "sides T -2" in panther["rules"]
    assert panther["88 mm class gun"].endswith("AT 3, HE 6 Blast 4")
    cards = {one.troop: one for one in RULESET.cards()}
    assert list(cards) == list(troops())
    assert cards["us.half-track"].facts["carries"] == "10 models"
    assert cards["de.panzergrenadier-squad"].facts["Panzerfaust"].startswith("Short 10 x 1, one use")
    assert cards["us.medium-at-gun"].facts["models"] == "57 mm gun, gunner, 3 crewman (carbine)"


@clause("d10.turn.phases")
def test_the_heading_tells_turn_and_who_activates() -> None:
    """Before, during and after the battle."""
    state = able().state
    assert RULESET.heading(state) == "Turn 2: US activate"
    assert RULESET.heading(replace(state, active=1)) == "Turn 2: Germans activate"
    assert RULESET.heading(replace(state, phase="end")) == "Turn 2: its end"
    assert RULESET.heading(replace(state, phase="turn")) == "Turn 3: initiative"
    assert RULESET.heading(replace(state, phase="over")) == "The battle is over"
    assert RULESET.heading(replace(state, phase="setup", agenda=("deploy",))) == "Before the battle: deployment"
    assert RULESET.heading(replace(state, phase="setup", agenda=())) == "Before the battle: setting up"


def test_smoke_and_objectives_are_shown() -> None:
    """Smoke is a piece of its own; objectives are markers and the middles of buildings that are fought over."""
    ground = [terrain("building", box=(30, 10, 6, 4)), terrain("smoke", box=(30, 30, 6, 6))]
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=1), ground=ground, objectives=[(5, 6)])
    assert RULESET.marked(scene.state) == {1: ("smoke",)}
    assert RULESET.objectives(replace(scene.state, buildings=(0,))) == ((5000, 6000), (33_000, 12_000))
    assert RULESET.laid(scene.state) == ()
