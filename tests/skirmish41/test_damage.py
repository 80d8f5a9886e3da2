"""Damage to vehicles: modifiers with every worked example, both columns row by row, the switches of the soft column."""

from typing import Any

import pytest

from sandtable.mechanics.modifiers import total
from sandtable.rulesets.skirmish41.basics.facing import Aspect
from sandtable.rulesets.skirmish41.fire.shooters import shooters
from sandtable.rulesets.skirmish41.harm.damage import chart_for, damage, damage_modifiers
from sandtable.rulesets.skirmish41.harm.explosions import burn_down
from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready
from sandtable.rulesets.skirmish41.machines.driving import driver_of, why_not_drive
from sandtable.rulesets.skirmish41.nerve import morale
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Card
from sandtable.rulesets.skirmish41.turn.activation import begin
from sandtable.rulesets.skirmish41.turn.turn import end_part
from tests.clause import clause

from .kit import Scene, Side, brit, german


def card(troop: str, **changes: Any) -> Card:
    """The card of a vehicle."""
    return Scene(brit(troop, (20, 20), name="Able", card=changes)).unit("Able").card


def plus(weapon: str, troop: str, *, flank: bool = False, hull_down: bool = False, flank_soft: bool = True) -> int:
    """What the damage die gets."""
    options = Options(flank_bonus_soft=flank_soft)
    return total(damage_modifiers(weapon, card(troop), options, flank=flank, hull_down=hull_down))


def row(card_: Card, score: int, **options: Any) -> str:
    """The row that a score on the die reads."""
    chart = chart_for(card_, 0, Options(**options))
    return str(chart.read((score,)))


def struck(side: Side, *others: Side, dice: list[int], weapon: str = "gun-57", by: int = -1, **options: Any) -> Scene:
    """A vehicle that was hit from the front."""
    scene = Scene(side, *others, **options)
    scene.call(damage, side.name, weapon, by, dice=dice)
    return scene


# ---- modifiers


@clause("sk.dmg.plus-6", "sk.dmg.plus-4-gun", "sk.dmg.plus-4-flank", "sk.dmg.minus-2-medium")
def test_an_88_on_the_flank_of_a_sherman() -> None:
    """+6 +4 +4 -2 = +12: an 8 explodes it, a 7 does not."""
    assert plus("gun-88", "gb.sherman", flank=True) == 12
    chart = chart_for(card("gb.sherman"), 12, Options())
    assert [chart.read((die,)) for die in (7, 8)] == ["afv-18", "afv-20"]


@clause("sk.dmg.minus-8", "sk.dmg.minus-4-heavy", "sk.dmg.minus-4-poor-gun", "sk.dmg.plus-4-gun")
def test_a_sherman_on_the_front_of_a_panther() -> None:
    """+4 -4 -8 -4 = -12: even a 20 only reaches 8."""
    assert plus("gun-75-poor", "de.panther") == -12
    assert chart_for(card("de.panther"), -12, Options()).read((20,)) == "afv-8"


@clause("sk.at.as-75", "sk.at.damage", "sk.dmg.plus-4-flank")
def test_a_panzerfaust_on_the_flank_of_a_sherman() -> None:
    """+4 +4 -2 = +6, and the bazookas likewise."""
    assert [plus(arm, "gb.sherman", flank=True) for arm in ("panzerfaust", "bazooka", "piat", "panzerschreck")] == [
        6
    ] * 4


@clause("sk.dmg.plus-6")
@pytest.mark.parametrize(
    ("weapon", "expected"),
    [("gun-17pdr", 10), ("gun-88", 10), ("gun-75-long", 10), ("gun-75", 4), ("gun-57", 4), ("gun-37", 0)],
)
def test_guns_that_get_six_more(weapon: str, expected: int) -> None:
    """17 pounder, 85 mm and more, and HVAP: once, on top of the +4; soft targets know no difference."""
    assert plus(weapon, "gb.humber") == expected
    assert plus(weapon, "gb.lorry") == 0


@clause("sk.dmg.plus-4-gun", "sk.at.as-57")
def test_at_rifles_and_grenades_have_no_bonus() -> None:
    """They count as guns up to 57 mm, without the +4 that starts there."""
    assert [plus(weapon, "gb.humber") for weapon in ("at-rifle", "at-grenade", "autocannon")] == [0, 0, 0]


@clause("sk.dmg.plus-4-flank")
@pytest.mark.parametrize(
    ("troop", "soft", "expected"), [("gb.lorry", True, 4), ("gb.lorry", False, 0), ("gb.humber", False, 4)]
)
def test_the_flank_of_soft_vehicles_is_a_switch(troop: str, soft: bool, expected: int) -> None:
    """AFVs always suffer it."""
    assert plus("gun-37", troop, flank=True, flank_soft=soft) == expected


@clause("sk.dmg.plus-4-flank")
@pytest.mark.parametrize(("soft", "stopped"), [(True, True), (False, False)])
def test_the_switch_of_soft_flanks_is_played(soft: bool, stopped: bool) -> None:
    """A 10 on the die from the flank: with the bonus 14, a lost wheel."""
    scene = Scene(brit("gb.lorry", (20, 20), name="Able"), flank_bonus_soft=soft)
    dice = [10] if soft else [10, 1]
    scene.call(damage, "Able", "gun-37", -1, Aspect(flank=True), dice=dice)
    assert scene.unit("Able").immobile == stopped


@clause("sk.dmg.schurzen")
@pytest.mark.parametrize(
    ("weapon", "troop", "expected"),
    [("piat", "de.panzer-iv", 2), ("gun-75", "de.panzer-iv", 6), ("piat", "de.tiger", 4), ("piat", "de.stug", 2)],
)
def test_skirts_deny_the_flank_to_what_is_held_in_hand(weapon: str, troop: str, expected: int) -> None:
    """Guns have it all the same, and so has everybody against a tank without skirts."""
    assert plus(weapon, troop, flank=True) == expected


@clause("sk.dmg.minus-8")
@pytest.mark.parametrize(
    ("troop", "front", "side"),
    [("de.panther", -8, 4), ("de.tiger", -8, 4), ("de.tiger-ii", -8, -4), ("gb.churchill", 0, 4)],
)
def test_thick_armour(troop: str, front: int, side: int) -> None:
    """Tiger and Panther from the front, the Tiger II from every side; a Churchill is heavy and no more (57 mm: +4 -4)."""
    assert (plus("gun-57", troop), plus("gun-57", troop, flank=True)) == (front, side)


@clause("sk.dmg.minus-4-hull-down", "sk.dmg.minus-4-heavy", "sk.dmg.minus-2-medium", "sk.dmg.minus-4-poor-gun")
def test_what_is_taken_off() -> None:
    """Hull down for all, soft ones too; heavy -4, medium -2; a poor gun against AFVs only."""
    assert [plus("gun-37", troop) for troop in ("gb.churchill", "gb.sherman", "gb.humber", "gb.lorry")] == [
        -4,
        -2,
        0,
        0,
    ]
    assert [plus("gun-37", troop, hull_down=True) for troop in ("gb.humber", "gb.lorry")] == [-4, -4]
    assert (plus("gun-75-poor", "gb.humber"), plus("gun-75-poor", "gb.lorry")) == (0, 0)


# ---- the columns

SOFT = ["1-6"] * 6 + ["7", "8", "9", "10", "11", "11", "11", "14", "14", "16", "17", "17", "19", "19"]
AFV = ["1-6"] * 6 + ["7", "8", "9", "10", "10", "10", "13", "14", "15", "16", "17", "18", "18", "20"]


@clause("sk.dmg.roll")
@pytest.mark.parametrize(("troop", "column", "rows"), [("gb.lorry", "soft", SOFT), ("gb.sherman", "afv", AFV)])
def test_every_row_of_both_columns(troop: str, column: str, rows: list[str]) -> None:
    """All twenty scores; below 1 and above 20 as the first and the last."""
    assert [row(card(troop), score) for score in range(1, 21)] == [f"{column}-{name}" for name in rows]
    assert (row(card(troop), -30), row(card(troop), 30)) == (f"{column}-1-6", f"{column}-{rows[-1]}")


@clause("sk.dmg.soft-11", "sk.dmg.soft-14")
def test_the_rows_of_lost_traction_are_a_switch() -> None:
    """11-13 or 11-12: a 13 then loses a wheel."""
    assert [row(card("gb.lorry"), score, soft_traction_rows="11-12") for score in (11, 12, 13, 15, 16)] == [
        "soft-11", "soft-11", "soft-14", "soft-14", "soft-16",
    ]  # fmt: skip


@clause("sk.dmg.soft-19", "sk.dmg.soft-17")
def test_where_the_fuel_tank_begins_is_a_switch() -> None:
    """From 19 or from 20: a 19 then is a fire."""
    assert [row(card("gb.lorry"), score, soft_fuel_from=20) for score in (17, 18, 19, 20)] == [
        "soft-17", "soft-17", "soft-17", "soft-19",
    ]  # fmt: skip


# ---- soft vehicles

LORRY = brit("gb.lorry", (20, 20), name="Lorry")
RIDERS = brit("gb.rifle-team", (60, 40), name="Riders", aboard="Lorry")


@clause("sk.dmg.soft-1-6", "sk.gap.vehicle-suppression")
def test_straight_through() -> None:
    """A 6 does nothing at all."""
    scene = struck(LORRY, dice=[6])
    assert (scene.event("was struck").because, scene.unit("Lorry").tests) == (("sk.dmg.soft-1-6",), ())
    assert not scene.unit("Lorry").immobile


@clause("sk.dmg.soft-7", "sk.dmg.soft-8", "sk.dmg.soft-9", "sk.dmg.soft-10")
@pytest.mark.parametrize(("die", "picks", "hit"), [(7, [2], 1), (8, [2, 2], 2), (9, [5, 1, 1, 1], 4), (10, [], 5)])
def test_occupants_dice_as_hit_by_a_machine_gun(die: int, picks: list[int], hit: int) -> None:
    """So many of five, picked at random without one twice: a 4 on the effect die wounds, for it counts 5."""
    scene = struck(LORRY, RIDERS, dice=[die, *picks, *[4] * hit])
    wounded = [figure for figure in scene.state.figures if figure.wounds]
    assert len(wounded) == hit
    assert len(scene.throws("+1 machine gun")) == hit
    assert scene.unit("Lorry").mounted


@clause("sk.flame.operator-hit")
def test_a_flamethrower_goes_up_in_a_vehicle() -> None:
    """The chart strikes its man: he is killed without an effect die, and his mate is caught in the flame."""
    riders = brit("gb.flamethrower-pair", (60, 40), name="Flame", aboard="Lorry")
    foe = german("de.rifle-team", (20, 40), name="Foe", men=1)
    scene = struck(LORRY, riders, foe, dice=[7, 2, 3], by=2)
    assert scene.event("was killed").because == ("sk.flame.operator-hit",)
    assert scene.event("was disabled").because[0] == "sk.flame.effect"
    assert scene.unit("Flame").men == ()


@clause("sk.dmg.soft-10", "sk.gap.vehicle-crew")
def test_all_dice_although_the_driver_is_killed_first() -> None:
    """The lorry is lost with its driver; the others are hit all the same, and stand around the wreck."""
    scene = struck(LORRY, RIDERS, dice=[10, 6, 6, 3, 3, 3])
    assert scene.unit("Lorry").place == "destroyed"
    riders = scene.unit("Riders")
    assert (riders.place, len(riders.men), riders.suppression) == ("table", 3, 1)


@clause("sk.dmg.soft-11", "sk.dmg.soft-14")
@pytest.mark.parametrize(
    ("drive", "die", "stopped", "clause_"),
    [
        ("wheeled", 11, True, "sk.dmg.soft-11"),
        ("wheeled", 13, True, "sk.dmg.soft-11"),
        ("tracked", 13, False, ""),
        ("tracked", 14, True, "sk.dmg.soft-14"),
        ("wheeled", 15, True, "sk.dmg.soft-14"),
    ],
)
def test_stopped_for_the_rest_of_the_game(drive: str, die: int, stopped: bool, clause_: str) -> None:
    """Wheels lose their grip from 11; tracks are lost from 14 only."""
    scene = struck(brit("gb.lorry", (20, 20), name="Lorry", card={"drive": drive}), dice=[die])
    assert scene.unit("Lorry").immobile == stopped
    assert [event.because for event in scene.events("was stopped")] == ([(clause_,)] if stopped else [])
    refusal = why_not_drive(scene.state, 0)
    assert bool(refusal) == stopped


@clause("sk.dmg.soft-16")
def test_the_driver_is_killed_and_it_crashes() -> None:
    """Everybody else rolls the effect die without a modifier: 5 wounds, 4 suppresses. Without a driver it is lost."""
    scene = struck(LORRY, RIDERS, dice=[16, 5, 4, 4, 4])
    assert not scene.throws("+1 machine gun")
    assert scene.unit("Lorry").place == "destroyed"
    riders = scene.unit("Riders")
    assert (riders.place, riders.suppression) == ("table", 1)
    assert [scene.figure("Riders", man).wounds for man in range(4)] == [1, 0, 0, 0]


@clause("sk.dmg.soft-17")
def test_on_fire() -> None:
    """Everybody gets out within two inches; the lorry is lost."""
    scene = struck(LORRY, RIDERS, dice=[17])
    assert scene.unit("Lorry").afoot
    assert [piece.kind for piece in scene.state.terrain] == ["wreck"]
    spots = [scene.point("Riders", man) for man in range(4)] + [scene.point("Lorry")]
    assert len(set(spots)) == 5
    assert all(abs(x - 20) <= 1 + 2.5 and abs(y - 20) <= 2.5 + 2.5 for x, y in spots)
    assert all(abs(x - 20) >= 1.5 or abs(y - 20) >= 3 for x, y in spots)


@clause("sk.dmg.soft-19")
def test_the_fuel_tank_kills_everybody_aboard() -> None:
    """And nobody beside it, for it is no AFV."""
    near = brit("gb.bren-team", (22, 20), name="Near")
    scene = struck(LORRY, RIDERS, near, dice=[19])
    assert [scene.unit(name).place for name in ("Lorry", "Riders")] == ["destroyed", "destroyed"]
    assert scene.event("was wrecked").tells["why"] == "it explodes"
    assert len(scene.unit("Near").men) == 3


# ---- AFVs

TANK = brit("gb.sherman", (20, 20), name="Tank")  # a 57 mm gun from the front: +4 -2, so the row is the die and two


def afv(row_: int) -> list[int]:
    """The die that reads a row against the tank."""
    return [row_ - 2]


@clause("sk.dmg.afv-1-6", "sk.dmg.afv-15", "sk.gap.vehicle-suppression")
@pytest.mark.parametrize("score", [6, 15])
def test_without_effect(score: int) -> None:
    """Bounced off, or a dud."""
    scene = struck(TANK, dice=afv(score))
    before = Scene(TANK).unit("Tank")
    assert scene.unit("Tank") == before


@clause("sk.dmg.afv-7")
@pytest.mark.parametrize("active", [0, 1])
def test_a_stunned_crew_does_nothing_next_turn(active: int) -> None:
    """Struck in the enemy's part it misses its next; struck in its own, the next one too. It saves nothing up meanwhile."""
    foe = german("de.rifle-team", (20, 5), name="Berta")
    scene = struck(TANK, foe, dice=afv(7), fields={"active": active})
    if active == 0:
        scene.call(end_part)
    assert scene.unit("Tank").stunned == 1
    refusal = why_not_drive(scene.state, 0)
    assert refusal is not None
    assert "sk.dmg.afv-7" in refusal.because
    assert (shooters(scene.state, 0), arms_ready(scene.state, 0)) == ([], [])
    scene.activate("Tank")
    assert scene.event("did nothing").because == ("sk.dmg.afv-7",)
    assert sum(figure.saved for figure in scene.state.figures) == 0

    scene.state = replaced(scene, active=0)
    scene.call(end_part)
    assert scene.unit("Tank").stunned == 0


def replaced(scene: Scene, **fields: Any) -> Any:
    """The state with other fields."""
    import msgspec  # noqa: PLC0415

    return msgspec.structs.replace(scene.state, **fields)


@clause("sk.dmg.afv-8")
def test_without_optics_the_main_gun_is_silent() -> None:
    """The machine guns are not."""
    scene = struck(TANK, german("de.rifle-team", (20, 5), name="Berta"), dice=afv(8))
    assert arms_ready(Scene(TANK).state, 0)
    assert arms_ready(scene.state, 0) == []
    assert [gun.mount for gun in shooters(scene.state, 0)] == ["co-axial", "hull"]


@clause("sk.dmg.afv-9", "sk.gap.wreck-weapon")
@pytest.mark.parametrize(("pick", "lost"), [(1, "gun-75-poor"), (2, "co-axial"), (3, "hull")])
def test_a_random_weapon_is_wrecked(pick: int, lost: str) -> None:
    """Gun, co-axial and hull machine gun are numbered."""
    scene = struck(TANK, dice=[*afv(9), pick])
    assert scene.unit("Tank").wrecked == (lost,)
    assert bool(arms_ready(scene.state, 0)) == (lost != "gun-75-poor")
    assert (lost in [gun.mount for gun in shooters(scene.state, 0)]) is False


@clause("sk.gap.wreck-weapon")
def test_without_weapons_an_occupant_is_hit() -> None:
    """The last weapon needs no die; after it the row is a 13."""
    one_left = brit("gb.sherman", (20, 20), name="Tank", fields={"wrecked": ("gun-75-poor", "hull")})
    scene = struck(one_left, dice=afv(9))
    assert scene.unit("Tank").wrecked == ("gun-75-poor", "hull", "co-axial")
    scene.call(damage, "Tank", "gun-57", -1, dice=[*afv(9), 3, 4])
    assert scene.figure("Tank", 2).wounds == 1


@clause("sk.dmg.afv-10")
@pytest.mark.parametrize("score", [10, 12])
def test_a_track_is_lost(score: int) -> None:
    """From 10 to 12, and armoured cars lose a wheel."""
    scene = struck(TANK, dice=afv(score))
    assert scene.unit("Tank").immobile
    assert scene.event("was stopped").because == ("sk.dmg.afv-10",)
    car = struck(brit("gb.humber", (20, 20), name="Tank"), dice=[score - 4])
    assert car.unit("Tank").immobile


@clause("sk.dmg.afv-13", "sk.dmg.afv-14")
def test_one_or_all_of_a_crew_are_hit() -> None:
    """13: the second of five, wounded by a 4; 14: everybody, and two 6s kill."""
    scene = struck(TANK, dice=[*afv(13), 2, 4])
    assert [figure.wounds for figure in scene.state.figures[1:]] == [0, 1, 0, 0, 0]
    scene = struck(TANK, dice=[*afv(14), 6, 4, 3, 3, 6])
    assert [scene.state.figures[man].role for man in scene.unit("Tank").men] == ["gunner", "loader", "commander"]
    assert scene.unit("Tank").suppression == 0


@clause("sk.dmg.afv-16", "sk.gap.vehicle-crew")
def test_another_takes_the_wheel_after_a_full_turn() -> None:
    """Struck in the enemy's part: nobody drives in the next turn; in the one after it the hull gunner does."""
    scene = struck(TANK, dice=afv(16), fields={"active": 1})
    assert (len(scene.unit("Tank").men), driver_of(scene.state, 0)) == (4, None)
    scene.call(begin, "Tank")
    refusal = why_not_drive(scene.state, 0)
    assert refusal is not None
    assert refusal.because == ("sk.dmg.afv-16",)
    scene.state = replaced(scene, active=0)
    scene.call(end_part)
    scene.call(begin, "Tank")
    assert scene.event("took the wheel").tells["who"] == "hull gunner"
    assert why_not_drive(scene.state, 0) is None
    assert [gun.mount for gun in shooters(scene.state, 0)] == ["co-axial"]


@clause("sk.dmg.afv-17")
@pytest.mark.parametrize(("fuel", "place"), [("petrol", "destroyed"), ("diesel", "table")])
def test_petrol_explodes(fuel: str, place: str) -> None:
    """A diesel takes no harm."""
    scene = struck(brit("gb.sherman", (20, 20), name="Tank", card={"fuel": fuel}), dice=afv(17))
    assert scene.unit("Tank").place == place


@clause("sk.dmg.afv-20")
def test_an_explosion_strikes_whoever_is_near() -> None:
    """All aboard are killed; within two inches of the hull everybody dices as for a bomb, beyond it nobody."""
    near = brit("gb.rifle-team", (23.7, 20), name="Near", men=1)
    foe = german("de.rifle-team", (16.3, 20), name="Foe", men=1)
    far = german("de.rifle-team", (20, 25.1), name="Far", men=1)
    rider = brit("gb.rifle-team", (60, 40), name="Riders", aboard="Tank")
    scene = struck(TANK, near, foe, far, rider, dice=[18, 4, 5])
    assert [scene.unit(name).place for name in ("Tank", "Riders")] == ["destroyed", "destroyed"]
    assert scene.figure("Near").wounds == 1
    assert scene.unit("Foe").place == "destroyed"
    assert scene.figure("Far").wounds == 0


@clause("sk.dmg.afv-18", "sk.dmg.afv-20")
@pytest.mark.parametrize("score", [18, 19])
def test_burning_ammunition(score: int) -> None:
    """The crew get out; the wreck explodes in a D6 of turns, and hurts who is still there."""
    scene = struck(TANK, dice=[*afv(score), 2])
    assert scene.unit("Tank").afoot
    assert [(fuse.wreck, fuse.turn) for fuse in scene.state.fuses] == [("the wreck of Tank", 4)]
    scene.state = replaced(scene, turn=3)
    scene.call(burn_down)
    assert scene.state.fuses
    scene.state = replaced(scene, turn=4)
    scene.call(burn_down, dice=[6, 4, 1, 1, 1])
    assert not scene.state.fuses
    assert len(scene.unit("Tank").men) == 4


@clause("sk.dmg.afv-20", "sk.dmg.afv-18")
def test_a_wreck_explodes_beside_another_vehicle() -> None:
    """Nothing happens to the crew inside."""
    other = brit("gb.sherman", (23, 20), name="Other")
    scene = struck(TANK, other, dice=[18])
    assert len(scene.unit("Other").men) == 5
    assert scene.unit("Other").mounted


@clause("sk.dmg.afv-20", "sk.gren.effect-unaware")
@pytest.mark.parametrize(("x", "dice"), [(24, [3]), (24.02, [])])
def test_a_wreck_explodes_beside_an_open_vehicle(x: float, dice: list[int]) -> None:
    """Within two inches its driver is caught, in an enclosed space: a 3 wounds. Beyond it nobody is."""
    jeep = brit("gb.jeep", (x, 20), name="Jeep")
    scene = struck(TANK, jeep, dice=[18, *dice])
    assert scene.figure("Jeep").wounds == len(dice)


# ---- morale of crews


@clause("sk.gap.vehicle-suppression")
@pytest.mark.parametrize(
    ("men", "die", "stays"), [(2, 3, True), (2, 4, True), (2, 5, True), (2, 6, False), (4, 0, True)]
)
def test_a_crew_bales_out_on_two_over(men: int, die: int, stays: bool) -> None:
    """A total of 4: 4 and 5 only waver, 6 is two over; eight points cannot fail."""
    scene = struck(brit("gb.sherman", (20, 20), name="Tank", men=men), dice=afv(8))
    assert scene.unit("Tank").tests == ("hit",)
    scene.call(morale.tests_due, dice=[die] if die else [])
    assert scene.unit("Tank").mounted == stays
    if not stays:
        assert scene.unit("Tank").place == "table"
        assert scene.unit("Tank").bodies == scene.unit("Tank").men


@clause("sk.gap.vehicle-suppression")
def test_a_suppressed_open_crew_counts_one_less_each() -> None:
    """A half-track's two men, suppressed: a total of 2, and a 4 is two over."""
    crew = german("de.hanomag", (20, 20), name="Tank", fields={"suppression": 1, "tests": ("suppressed",)})
    scene = Scene(crew)
    scene.call(morale.tests_due, dice=[4])
    assert not scene.unit("Tank").mounted


@clause("sk.gap.vehicle-suppression")
def test_passengers_who_fail_keep_their_heads_down() -> None:
    """They have nowhere to run: a marker, whatever they fail by."""
    scene = Scene(
        LORRY, brit("gb.rifle-team", (60, 40), name="Riders", men=1, aboard="Lorry", fields={"tests": ("casualty",)})
    )
    scene.call(morale.tests_due, dice=[6])
    riders = scene.unit("Riders")
    assert (riders.place, riders.suppression, riders.routing) == ("aboard", 1, False)
