"""What is shown of a unit: symbol, strength, markers, poses, where it is, how far it goes and shoots; what is secret."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.events import Event
from sandtable.play.scenario import Enlisted
from sandtable.play.shown import GROUND_MARKS, SYMBOLS, Band, Pose, Shown
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.setup.forces import raise_unit, troops
from sandtable.rulesets.sotr.state import Smoke
from sandtable.rulesets.sotr.telling.showing import symbol_of
from sandtable.server.telling import Teller
from tests.clause import clause

from .kit import Scene, Side, reich, terrain, us


def shown(scene: Scene, name: str) -> Shown:
    """A unit as it is drawn and listed."""
    return RULESET.shown(scene.state, scene.number(name))


def labels(scene: Scene, name: str) -> list[str]:
    """What lies beside a unit, in words; grenades left out."""
    return [marker.label for marker in shown(scene, name).markers if "attack" not in marker.label]


def symbol(troop: str) -> str:
    """The symbol of a troop as it comes."""
    raised = raise_unit(Enlisted(troop), "test", troop)
    return symbol_of(raised.card, len(raised.figures), [arm for one in raised.figures for arm in one.weapons])


@pytest.mark.parametrize("troop", troops())
def test_every_troop_has_a_symbol_that_a_page_can_draw(troop: str) -> None:
    """And a card that says its Cool, its armour and how it moves."""
    assert symbol(troop) in SYMBOLS
    card = next(card for card in RULESET.cards() if card.troop == troop)
    assert {"Cool", "armour", "moves"} <= set(card.facts)


@pytest.mark.parametrize(
    ("troop", "drawn"),
    [
        ("us.command", "officer"),
        ("us.rifle-squad", "infantry"),
        ("reich.sturmgrenadiers", "infantry"),
        ("us.hmg-team", "mg"),
        ("us.bazooka-team", "at-team"),
        ("us.sniper-team", "sniper"),
        ("reich.flame-pioneers", "flamethrower"),
        ("us.jeep", "jeep"),
        ("us.tank", "tank"),
        ("reich.zombies", "zombie"),
        ("reich.werewolves", "beast"),
        ("reich.vampire", "vampire"),
        ("reich.panzermech", "mech"),
        ("reich.titan", "mech"),
    ],
)
def test_symbols_say_what_a_unit_is(troop: str, drawn: str) -> None:
    """A small unit is known by its weapon, a large one is not."""
    assert symbol(troop) == drawn


def test_vehicles_that_the_orders_of_battle_lack_would_have_symbols_too() -> None:
    """Wheels that carry a squad are a truck, tracks that carry anybody a carrier."""
    jeep = raise_unit(Enlisted("us.jeep"), "test", "jeep").card
    assert symbol_of(replace(jeep, capacity=10), 1, ()) == "truck"
    assert symbol_of(replace(jeep, mover="tracked"), 1, ()) == "carrier"


def unit(side: int = 0, name: str = "Able", **rest: Any) -> Side:
    """A rifle squad of four, or whatever is asked for."""
    return Side(side=side, troop=rest.pop("troop", "us.rifle-squad"), at=(20, 20), name=name, men=4, **rest)


@clause("sotr.gap.state-scope")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, []),
        ({"activated": 2}, ["activated"]),
        ({"activated": 1}, []),
        ({"disorganized": True, "fleeing": True}, ["Fleeing", "Disorganized"]),
        ({"suppressed": True, "suppressed_by": 1}, ["Suppressed by Sturm"]),
        ({"suppressed": True}, ["Suppressed"]),
        ({"dread": 2}, ["HORROR"]),
        ({"dread": 1}, []),
        ({"dread": 1, "disorganized": True}, ["Disorganized", "HORROR"]),
        ({"hidden": True}, ["Hidden"]),
        ({"freed": "both"}, ["JUST DO IT!"]),
        (
            {"shaken": True, "immobilised": True, "broken": ("hmg",)},
            ["Shaken", "Immobilised", "heavy machine gun destroyed"],
        ),
    ],
)
def test_the_states_of_a_unit_lie_beside_it(fields: dict[str, Any], words: list[str]) -> None:
    """What was so in an earlier turn does not."""
    scene = Scene(unit(fields=fields), reich("reich.sturmgrenadiers", (40, 40), name="Sturm"))
    assert labels(scene, "Able") == words


@clause("sotr.gap.state-scope")
def test_the_states_of_models_are_counted() -> None:
    """All of them alike need no number; a DOWN model is not counted as Prone a second time."""
    scene = Scene(
        unit(models={1: {"down": True, "prone": True, "burning": True}, 2: {"prone": True}, 3: {"overwatch": True}}),
        unit(name="Baker", each={"prone": True}),
        unit(name="Mad", each={"frenzied": True}, models={0: {"jammed": 2}, 1: {"jammed": 1}}),
    )
    assert labels(scene, "Able") == ["1 Overwatch", "1 DOWN", "1 on fire", "1 Prone"]
    assert labels(scene, "Baker") == ["Prone"]
    assert labels(scene, "Mad") == ["Frenzied", "1 jammed"]
    assert [marker.count for marker in shown(scene, "Baker").markers if marker.kind == "prone"] == [4]


@clause("sotr.gap.grenade-supply")
def test_grenade_attacks_left_lie_beside_a_unit() -> None:
    """Two of frag and one of smoke to begin with; what is used up is not shown."""
    scene = Scene(unit(), unit(name="Baker", fields={"frag": 1, "smoke": 0}))
    assert [marker.label for marker in shown(scene, "Able").markers] == ["2 frag attacks", "1 smoke attack"]
    assert [marker.label for marker in shown(scene, "Baker").markers] == ["1 frag attack"]


def test_poses_say_how_single_models_are() -> None:
    """Lying, DOWN, on fire, Engaged; of those who stand there nothing is said."""
    scene = Scene(
        unit(models={1: {"down": True, "burning": True}, 2: {"prone": True, "overwatch": True}}),
        reich("reich.zombies", (20, 19), name="Mob", men=2),
    )
    scene.engage("Able", 0, "Mob", 0).engage("Able", 0, "Mob", 1)
    mob = (scene.row("Mob", 0), scene.row("Mob", 1))
    assert shown(scene, "Able").poses == (
        Pose(0, "Engaged with 2 of Mob", locked=mob),
        Pose(1, "DOWN, on fire", lying=True, out=True, burning=True),
        Pose(2, "Prone, on Overwatch", lying=True),
    )
    assert shown(scene, "Mob").poses[0] == Pose(mob[0], "Engaged with Able", locked=(0,))
    assert "Engaged" in labels(scene, "Able")
    assert "Engaged" in labels(scene, "Mob")


@clause("sotr.gap.buildings")
def test_whoever_is_upstairs_is_shown_with_his_storey() -> None:
    """On a hill nobody is."""
    scene = Scene(
        unit(storey=1),
        unit(name="Hill", spots=((41, 40), (42, 40), (43, 40))),
        ground=[
            terrain("building", box=(18, 18, 8, 6), name="the mill", floors=2),
            terrain("hill", box=(15, 35, 30, 10)),
        ],
    )
    assert [pose.storey for pose in shown(scene, "Able").poses] == [1, 1, 1, 1]
    assert shown(scene, "Able").poses[0].words == "first floor"
    assert shown(scene, "Able").standing == "on the table, in the mill, first floor"
    assert shown(scene, "Hill").poses == ()


def test_where_a_unit_is_is_said_in_words() -> None:
    """On the table, off it, in something."""
    places = {
        "table": "on the table",
        "waiting": "not set up yet",
        "reserve": "in reserve",
        "destroyed": "destroyed",
        "fled": "fled the battlefield",
        "exited": "left the table",
    }
    for place, words in places.items():
        scene = Scene(unit(fields={"place": place}))
        assert shown(scene, "Able").standing == words
        assert shown(scene, "Able").in_play == (place in {"table", "waiting", "reserve"})
    scene = Scene(unit(fields={"place": "aboard", "aboard": 1}), us("us.jeep", (30, 30), name="Jeep"))
    assert (shown(scene, "Able").standing, shown(scene, "Able").aboard) == ("riding in Jeep", 1)


def test_strength_is_models_left_of_those_at_the_start() -> None:
    """DOWN models are still there; whoever is out of the battle has nothing beside him."""
    scene = Scene(
        unit(fields={"men": (0, 2)}, models={2: {"down": True}}),
        unit(name="Gone", fields={"place": "destroyed", "men": ()}),
    )
    assert (shown(scene, "Able").strength, shown(scene, "Able").full_strength) == (2, 4)
    gone = shown(scene, "Gone")
    assert (gone.strength, gone.full_strength, gone.markers, gone.moves, gone.ranges) == (0, 4, (), (), ())


@clause("sotr.hide.effect")
def test_of_a_hidden_enemy_only_that_it_is_there_is_shown() -> None:
    """Its owner sees it all; the other side and spectators a name in the list, as strong as it was listed."""
    scene = Scene(
        unit(fields={"hidden": True, "disorganized": True, "men": (0, 1)}, each={"prone": True}),
        reich("reich.vampire", (40, 40)),
    )
    own = RULESET.shown(RULESET.view(scene.state, 0), 0)
    assert [marker.label for marker in own.markers][:2] == ["Disorganized", "Hidden"]
    assert len(own.poses) == 2
    for seat in (1, None):
        theirs = RULESET.shown(RULESET.view(scene.state, seat), 0)
        assert (theirs.standing, theirs.markers, theirs.poses) == ("Hidden, nobody knows where", (), ())
        assert (theirs.in_play, theirs.strength, theirs.full_strength) == (True, 4, 4)
        drawn = Teller(RULESET, scene.state, seat).table().units[0]
        assert (drawn.figures, drawn.anchor) == ((), None)


@clause("sotr.hide.effect")
def test_a_hidden_suppressor_is_not_named() -> None:
    """To those who do not know where it is."""
    fields = {"suppressed": True, "suppressed_by": 1}
    scene = Scene(unit(fields=fields), reich("reich.mg-team", (40, 40), name="MG", fields={"hidden": True}))
    marks = {seat: [one.label for one in RULESET.shown(RULESET.view(scene.state, seat), 0).markers] for seat in (0, 1)}
    assert marks[0][0] == "Suppressed"
    assert marks[1][0] == "Suppressed by MG"


@clause("sotr.advance.distance", "sotr.double.rate", "sotr.gap.vehicle-damage")
def test_bands_say_how_far_a_unit_goes() -> None:
    """Sneaking only while it is Hidden; not at all if it is immobilised."""
    scene = Scene(
        unit(),
        unit(name="Hid", fields={"hidden": True}),
        us("us.tank", (40, 40), name="Stuck", fields={"immobilised": True}),
    )
    double = Band("On The Double", 8000)
    assert shown(scene, "Able").moves == (Band("Advance", 4000), double)
    assert shown(scene, "Hid").moves == (Band("Sneak", 2000), Band("Advance", 4000), double)
    assert shown(scene, "Stuck").moves == ()


@clause("sotr.officer.command-radius", "sotr.weapon.smg", "sotr.weapon.semi-auto")
def test_bands_say_how_far_commands_grenades_and_weapons_reach() -> None:
    """A weapon that covers the table has one only where its modifier changes; a lost weapon has none."""
    scene = Scene(unit(), us("us.tank", (40, 40), name="Tank", fields={"broken": ("hmg",)}))
    assert shown(scene, "Able").ranges == (
        Band("Command Radius", 8000),
        Band("grenades", 10_000),
        Band("SMG, +1 to hit within", 12_000),
        Band("SMG", 24_000),
        Band("semi-automatic rifle, -1 to hit beyond", 24_000),
    )
    assert shown(scene, "Tank").ranges == ()


def test_the_heading_tells_turn_phase_and_whose_it_is() -> None:
    """Before, during and after the battle."""
    state = Scene(unit(), turn=3).state
    assert RULESET.heading(state) == "Turn 3 of 6, Action Phase: US"
    assert RULESET.heading(replace(state, phase="close")) == "Turn 3 of 6, Close Combat Phase"
    assert RULESET.heading(replace(state, phase="command", half=0)) == "Turn 3 of 6, Command Phase"
    assert RULESET.heading(replace(state, phase="over")) == "The battle is over"
    assert RULESET.heading(replace(state, phase="setup", agenda=("deploy",))) == "Before the battle: deployment"
    assert RULESET.heading(replace(state, phase="setup", agenda=())) == "Before the battle: setting up"


@clause("sotr.flame.ignite", "sotr.smoke.target")
def test_fire_and_smoke_on_terrain_are_shown() -> None:
    """Each once, whatever lies there; a unit in smoke has a marker of its own."""
    woods, burnt = terrain("woods", box=(5, 5, 5, 5)), terrain("brush", box=(15, 5, 5, 5))
    burnt = replace(burnt, traits=frozenset({*burnt.traits, "burnt"}))
    smokes = (Smoke(0, 2, piece=0), Smoke(1, 2, piece=0), Smoke(1, 2, unit=0))
    scene = Scene(
        unit(), ground=[woods, burnt, terrain("hill", box=(30, 5, 5, 5))], fields={"burning": (0,), "smokes": smokes}
    )
    found = RULESET.marked(scene.state)
    assert found == {0: ("burning", "smoke"), 1: ("burnt",)}
    assert {mark for marks in found.values() for mark in marks} == set(GROUND_MARKS)
    assert labels(scene, "Able") == ["in smoke"]


def test_a_page_is_told_of_models_and_terrain_as_they_change() -> None:
    """An event that touches models only, and one that touches the battle only, both change what is drawn."""
    scene = Scene(unit(), reich("reich.vampire", (40, 40)), ground=[terrain("woods", box=(5, 5, 5, 5))])
    teller = Teller(RULESET, scene.state, 0)
    prone = Event("went Prone", ("sotr.dirt.choice",), unit=0, figures=(1, 2), sets={"prone": True})
    state = RULESET.apply(scene.state, prone)
    beat = teller.tell(1, 0, prone, state)
    assert [(one.number, [pose.figure for pose in one.shown.poses]) for one in beat.units] == [(0, [1, 2])]
    assert beat.terrain is None
    fire = Event("left the fight", ("sotr.flame.ignite",), sets={"burning": (0,)})
    beat = teller.tell(2, 0, fire, RULESET.apply(state, fire))
    assert beat.terrain is not None
    assert beat.terrain[0].marks == ("burning",)
    assert beat.units == ()
    assert teller.table().terrain[0].marks == ("burning",)
