"""What is shown of a unit: symbol, strength, markers, where it is, how far it goes and shoots."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.scenario import Enlisted
from sandtable.play.shown import SYMBOLS, Band, Marker, Shown
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.setup.forces import raise_unit, troops
from sandtable.rulesets.bolt_action.setup.set_up import ITEMS
from sandtable.rulesets.bolt_action.state import Mount, Ranging
from sandtable.rulesets.bolt_action.telling.showing import BEFORE, symbol_of
from tests.clause import clause

from .houses import house, inside
from .kit import Scene, card, de, us


def shown(scene: Scene, name: str) -> Shown:
    """A unit as it is drawn and listed."""
    return RULESET.shown(scene.state, scene.number(name))


def labels(scene: Scene, name: str) -> list[str]:
    """What lies beside a unit, in words."""
    return [marker.label for marker in shown(scene, name).markers]


@pytest.mark.parametrize("troop", troops())
def test_every_troop_of_the_catalogue_has_a_symbol(troop: str) -> None:
    """One that a page can draw."""
    assert symbol_of(raise_unit(Enlisted(troop), "test", troop).card) in SYMBOLS


def test_cards_name_weapons_and_traits_as_people_do() -> None:
    """And not as the catalogue keeps them."""
    facts = {one.troop: one.facts for one in RULESET.cards()}
    assert facts["us.sherman"]["weapons"] == "1 medium anti-tank gun, 2 medium machine gun"
    assert facts["us.sherman"]["armour"] == "medium tank"
    assert facts["de.panzerschreck-team"]["weapons"].startswith("1 Panzerschreck")
    said = [fact for one in facts.values() for name, fact in one.items() if name != "armour"]
    assert not [words for words in said if "-at-" in words or "mmg" in words or "-observer" in words]


@pytest.mark.parametrize(
    ("troop", "symbol"),
    [
        ("de.grenadier-squad", "infantry"),
        ("su.assault-squad", "infantry"),
        ("us.captain", "officer"),
        ("us.medic", "medic"),
        ("gb.air-observer", "observer"),
        ("de.sniper-team", "sniper"),
        ("de.hmg-team", "mg"),
        ("us.light-mortar", "mortar"),
        ("gb.piat-team", "at-team"),
        ("su.flamethrower-team", "flamethrower"),
        ("de.heavy-at-gun", "gun"),
        ("de.flak-gun", "flak"),
        ("us.medium-howitzer", "howitzer"),
        ("de.tiger", "tank"),
        ("gb.churchill", "tank"),
        ("de.heavy-armoured-car", "armoured-car"),
        ("us.half-track", "half-track"),
        ("us.truck", "truck"),
        ("us.jeep", "jeep"),
    ],
)
def test_symbols_say_what_a_unit_is(troop: str, symbol: str) -> None:
    """At a glance."""
    assert symbol_of(card(troop)) == symbol


def test_vehicles_that_the_catalogue_lacks_would_have_symbols_too() -> None:
    """A heavy gun in the hull and no turret is a tank destroyer, armour on tracks that carries men a carrier."""
    assert symbol_of(card("de.panzer-iv", mounts=(Mount("heavy-at-gun", "hull"),))) == "tank-destroyer"
    assert symbol_of(card("us.half-track", move="tracked")) == "carrier"


def test_the_order_die_and_the_pins_lie_beside_a_unit() -> None:
    """The die first; pins are counted; a unit with neither has nothing."""
    fields = {"order": "advance", "pins": 3, "hidden": True}
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", fields=fields), us("us.rifle-squad", (40, 20), name="Baker")
    )
    assert shown(scene, "Able").markers == (
        Marker("order", "Advance"),
        Marker("pins", "3 pins", 3),
        Marker("hidden", "hidden"),
    )
    assert shown(scene, "Baker").markers == ()


def test_everything_else_that_is_remembered_of_a_unit_is_shown() -> None:
    """Damage, what has been used up, what is still carried, how well a mortar is ranged in."""
    ranging = Ranging(4, 5, 0, 0)
    smoke = Ranging(-1, 4, 0, 0, (9000, 9000))
    scene = Scene(
        us("us.sherman", (5, 5), name="Tank", fields={"immobilised": True, "pins": 1}),
        us("us.medium-mortar", (20, 20), name="Mortar", add=("spotter",), fields={"ranging": ranging}),
        us("us.medium-mortar", (30, 20), name="Smoker", fields={"ranging": smoke}),
        us("us.artillery-observer", (40, 20), name="Observer", fields={"spent": ("artillery-observer",)}),
        de("de.grenadier-squad", (20, 40), name="Group"),
        de("de.tiger", (50, 40), name="Burner", fields={"spent": ("flamethrower-vehicle",)}),
    )
    assert labels(scene, "Tank") == ["1 pin", "immobilised"]
    assert labels(scene, "Mortar") == ["has a spotter", "ranging in on Group, 5+ next"]
    assert labels(scene, "Smoker") == ["ranging in on the smoke, 4+ next"]
    assert labels(scene, "Observer") == ["barrage called"]
    assert labels(scene, "Group") == ["2 Panzerfausts"]
    assert labels(scene, "Burner") == ["out of fuel"]
    assert shown(scene, "Group").markers[0].count == 2


def test_strength_is_men_alive_of_those_at_the_start() -> None:
    """Neither the gun nor a spotter is one of the men, and a vehicle is its own."""
    scene = Scene(
        us("us.light-howitzer", (20, 20), name="Gun", add=("spotter",)),
        us("us.sherman", (40, 40), name="Tank"),
        de("de.grenadier-squad", (20, 30), name="Group", fields={"men": (5, 7, 9)}),
        de("de.medic", (60, 30), name="Gone", fields={"men": (), "place": "destroyed", "pins": 2}),
    )
    sizes = {name: (shown(scene, name).strength, shown(scene, name).full_strength) for name in ("Gun", "Tank", "Group")}
    assert sizes == {"Gun": (3, 3), "Tank": (1, 1), "Group": (3, 10)}
    gone = shown(scene, "Gone")
    assert (gone.strength, gone.full_strength, gone.in_play, gone.markers, gone.moves) == (0, 1, False, (), ())


def test_where_a_unit_is_is_said_in_words() -> None:
    """On the table, off it, in something."""
    scene = Scene(
        inside(name="House", floor=1),
        us("us.medic", (5, 5), name="Open"),
        us("us.medic", name="Reserve"),
        us("us.medic", name="Flank", fields={"outflank": "west"}),
        us("us.medic", name="Wave", fields={"place": "wave"}),
        us("us.medic", name="Left", fields={"place": "left"}),
        us("us.truck", (50, 40), name="Truck"),
        us("us.medic", name="Rider", fields={"place": "aboard", "aboard": 6}),
        us("us.light-at-gun", name="Gun", fields={"place": "aboard", "aboard": 6}),
        inside(name="Attic", floor=5),
        ground=[house(name="the farmhouse", floors=6)],
    )
    assert {unit.name: shown(scene, unit.name).standing for unit in scene.state.units} == {
        "House": "in the farmhouse, first floor",
        "Open": "on the table",
        "Reserve": "in reserve",
        "Flank": "in reserve, to come on from the west",
        "Wave": "first wave",
        "Left": "left the table",
        "Truck": "on the table",
        "Rider": "riding in Truck",
        "Gun": "towed by Truck",
        "Attic": "in the farmhouse, floor 5",
    }
    assert (shown(scene, "House").inside, shown(scene, "Rider").aboard, shown(scene, "Left").in_play) == (0, 6, False)
    assert shown(scene, "Open").in_play


@clause("ba.gap.reserves")
def test_plans_for_outflanking_are_shown_to_their_owner_only() -> None:
    """What the other seat may see says nothing of them."""
    scene = Scene(us("us.medic", name="Flank", fields={"outflank": "west"}))
    for seat, standing in ((0, "in reserve, to come on from the west"), (1, "in reserve"), (None, "in reserve")):
        assert RULESET.shown(RULESET.view(scene.state, seat), 0).standing == standing


@clause("ba.move.infantry", "ba.move.wheeled", "ba.gap.artillery-movement")
@pytest.mark.parametrize(
    ("troop", "moves"),
    [
        ("us.rifle-squad", [("Advance", 6000), ("Run", 12_000)]),
        ("us.truck", [("Advance", 12_000), ("Run", 24_000)]),
        ("us.medium-at-gun", [("Advance", 3000)]),
        ("us.heavy-howitzer", []),
    ],
)
def test_bands_say_how_far_a_unit_goes(troop: str, moves: list[tuple[str, int]]) -> None:
    """On an Advance and on a Run, where it goes at all."""
    scene = Scene(us(troop, (20, 20), name="Unit"), us(troop, (40, 20), name="Stuck", fields={"immobilised": True}))
    assert [(band.label, band.reach) for band in shown(scene, "Unit").moves] == moves
    assert shown(scene, "Stuck").moves == ()


@pytest.mark.parametrize(
    ("troop", "fields", "ranges"),
    [
        ("us.rifle-squad", {}, [("Sub-machine gun", 12), ("Automatic rifle", 30), ("Rifle", 24)]),
        (
            "de.grenadier-squad",
            {},
            [("Sub-machine gun", 12), ("Light machine gun", 30), ("Rifle", 24), ("Panzerfaust", 12)],
        ),
        ("us.mmg-team", {}, [("Medium machine gun", 36)]),
        ("us.sherman", {}, [("Medium anti-tank gun", 60), ("Medium machine gun", 36)]),
        ("us.sherman", {"spent": ("mmg",)}, [("Medium anti-tank gun", 60)]),
        ("us.sniper-team", {}, [("Rifle", 24), ("Sniper's scope", 36)]),
        ("us.light-mortar", {}, [('Light mortar, not nearer than 12"', 24)]),
        ("us.light-howitzer", {}, [('Light howitzer, indirect not nearer than 24"', 48)]),
        ("us.medic", {}, []),
    ],
)
def test_bands_say_how_far_each_weapon_reaches(
    troop: str, fields: dict[str, Any], ranges: list[tuple[str, int]]
) -> None:
    """One band for every kind of weapon."""
    scene = Scene(us(troop, (20, 20), name="Unit", fields=fields))
    assert shown(scene, "Unit").ranges == tuple(Band(label, reach * 1000) for label, reach in ranges)


def test_the_heading_tells_turn_and_phase() -> None:
    """Before, during and after the battle."""
    state = Scene(us("us.medic", (20, 20)), turn=3).state
    assert RULESET.heading(state) == "Turn 3 of 6, orders"
    assert RULESET.heading(replace(state, phase="start", dark=True)) == "Turn 3 of 6, start of the turn, in the dark"
    assert RULESET.heading(replace(state, turn=7)) == "Turn 7 of 7, orders"
    assert RULESET.heading(replace(state, phase="over")) == "The battle is over"
    assert RULESET.heading(replace(state, phase="setup", agenda=("edge",))) == "Before the battle: table edges"
    assert RULESET.heading(replace(state, phase="setup")) == "Before the battle: setting up"
    assert set(ITEMS) == set(BEFORE)


@clause("ba.gap.measuring")
@pytest.mark.parametrize("premeasure", [False, True])
def test_a_table_measures_beforehand_only_if_it_is_played_so(premeasure: bool) -> None:
    """The switch of the book."""
    assert RULESET.premeasures(Scene(us("us.medic", (20, 20)), premeasure=premeasure).state) is premeasure
