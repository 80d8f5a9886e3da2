"""What the rookie of this book expects of checks, fire and blows is what the umpire says of them."""

from fractions import Fraction
from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.odds.ask import ask
from sandtable.rulesets.fraley.basics.terrain import DIFFICULT, HARD, OPEN, VERY_DIFFICULT
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.prices.assaults import blow_does, fought, met, overrun
from sandtable.rulesets.fraley.prices.barrages import ranges_in, shells_do
from sandtable.rulesets.fraley.prices.checks import activates, passes
from sandtable.rulesets.fraley.prices.fire import Foe, Seen, dealt, foe_of, harder, pierced, shot_does, thrown
from sandtable.rulesets.fraley.prices.moves import stuck
from sandtable.rulesets.fraley.umpire import QUESTIONS

from .kit import Scene, german, us

PRINTED = Options()
INFANTRY = Foe("infantry")
SHERMAN = Foe("tank", "m4-sherman")


def asked(question: str, options: Options = PRINTED, **given: Any) -> dict[str, float]:
    """What the umpire expects of a form: of a number its mean, of a yes how likely it is."""
    found = ask(QUESTIONS[question], given, options).outcomes
    return {
        name: float(sum(_worth(value) * Fraction(share) for value, share in odds.items()))
        for name, odds in found.items()
    }


def _worth(value: str) -> int:
    return int(value) if value.lstrip("-").isdigit() else int(value == "yes")


def near(one: float, other: float) -> bool:
    """Equal but for the thousandths that prices are kept in."""
    return abs(one - other) < 0.002


@pytest.mark.parametrize("weapon", ["rifle", "lmg"])
@pytest.mark.parametrize("cover", ["open", "hard"])
def test_dice_of_small_arms_add_up(weapon: str, cover: str) -> None:
    """To what the umpire expects of a Team that fires, at Infantry that has not moved."""
    row, seen = PRINTED.tables.weapons[weapon], Seen(HARD if cover == "hard" else 0)
    price = shot_does(PRINTED, row, row.fp, 3 + harder(PRINTED, hidden=True), INFANTRY, seen)
    told = asked("fire", weapon=weapon, shooters=1, cover=cover, concealed="yes")
    assert near(price.lost, told["lost"])
    assert near(row.fp * thrown(PRINTED, 4).mean, told["hits"])


def test_several_hits_make_markers() -> None:
    """Three a marker, as the umpire has it of a machine gun that always hits: 1 in three, less what dice miss."""
    assert near(dealt(PRINTED, INFANTRY, 0, 3).markers * 3, 1)
    assert dealt(PRINTED, SHERMAN, 0, 3) == (0, 0)
    assert near(dealt(PRINTED, Foe("infantry", ran=True), 0, 3).lost, 1 - (2 / 3) ** 2)
    assert near(dealt(PRINTED, INFANTRY, 0, 1).lost, 1 - (2 / 3) ** 2)


@pytest.mark.parametrize("facing", ["front", "flank"])
@pytest.mark.parametrize("close", [False, True])
def test_a_hit_on_armour_is_what_the_umpire_expects_of_it(facing: str, close: bool) -> None:
    """Of a gun, and of an infantry AT weapon at an assault gun that holds out against those."""
    for vehicle, weapon in (("m4-sherman", "pak40"), ("stug-iii-g", "bazooka")):
        seen = Seen(0, facing == "front", close)
        price = pierced(PRINTED, Foe("tank", vehicle), seen, PRINTED.tables.weapons[weapon], 3)
        told = asked("armour", vehicle=vehicle, weapon=weapon, facing=facing, hits=1, close=close)
        assert near(price.lost, told["destroyed"])
        assert near(price.markers, told["suppressed"])


def test_a_changed_table_changes_what_is_expected() -> None:
    """The Vehicle Damage Table and a Save, which stand nowhere in tactics."""
    deadly = Options(cells=(("damage.destroyed", 5), ("saves.infantry.open", 5)))
    gun = PRINTED.tables.weapons["pak40"]
    assert near(pierced(deadly, SHERMAN, Seen(0), gun, 3).lost, 2 * pierced(PRINTED, SHERMAN, Seen(0), gun, 3).lost)
    assert near(dealt(deadly, INFANTRY, 0, 3).lost, 2 * dealt(PRINTED, INFANTRY, 0, 3).lost)


def test_at_weapons_fire_with_half_their_points_at_men() -> None:
    """And one Save is all that a Team takes from one weapon."""
    gun = PRINTED.tables.weapons["pak40"]
    price = shot_does(PRINTED, gun, gun.fp, 3, INFANTRY, Seen(0))
    told = asked("fire", weapon="pak40", shooters=1, cover="open", concealed="no")
    assert near(price.lost, told["lost"])
    assert thrown(PRINTED, 7, 4) == (0, 0)
    assert near(thrown(PRINTED, 4, 2, aimed=True).mean, 1.5)


def test_checks_are_as_likely_as_the_umpire_says() -> None:
    """Two of eight Teams are suppressed."""
    teams = {0: {"marks": 1}, 1: {"marks": 1}}
    scene = Scene(us("us.rifle-platoon", (20, 40), men=8, teams=teams), german("de.mg-platoon", (20, 20)))
    assert near(activates(scene.state, 0), asked("activation", teams=8, suppressed=2)["passed"])
    assert near(passes(scene.state, 0), asked("training-check", dice=1)["passed"])


def test_a_barrage_is_what_the_umpire_expects_of_it() -> None:
    """One Team under the template, of men and of tanks."""
    assert near(ranges_in(PRINTED, 4, rockets=False), asked("range-in", concealed=True)["ranged_in"])
    rockets = asked("range-in", concealed=True, weapon="nebelwerfer")
    assert near(ranges_in(PRINTED, 4, rockets=True), rockets["ranged_in"])
    for kind, foe in (("infantry", INFANTRY), ("armored", SHERMAN)):
        price = shells_do(PRINTED, "veteran", 2, foe, 0)
        told = asked("barrage", weapon="105mm", guns=3, under=1, teams=5, kind=kind, vehicle="m4-sherman", cover="open")
        assert near(price.lost, told["lost"])
        assert near(price.markers, told["suppressed"])
    assert shells_do(PRINTED, "veteran", 0, INFANTRY, 0) == (0, 0)


def test_blows_at_tanks_are_what_the_umpire_expects_of_them() -> None:
    """By the rating of the better weapon."""
    price = blow_does(PRINTED, "veteran", ("rifle", "panzerschreck"), "m4-sherman")
    told = asked("tank-assault", weapon="panzerschreck", vehicle="m4-sherman")
    assert near(price.lost, told["destroyed"])


def test_a_fight_is_the_one_that_the_umpire_plays() -> None:
    """Three Teams at two; of twice as many on both sides twice as many are lost."""
    told = asked("close-combat", teams=3, enemies=2)
    few, many = (fought(PRINTED, "veteran", "veteran", 3 * times, 2 * times) for times in (1, 2))
    assert near(few.dealt, told["defenders_lost"])
    assert near(few.taken, told["attackers_lost"])
    assert (many.dealt, many.taken) == (2 * few.dealt, 2 * few.taken)
    assert 0 < few.own_flee < few.flee + few.dealt < 2


def test_whoever_breaks_off_is_caught_as_often_as_the_umpire_says() -> None:
    """In contact, a few inches off, far off, and a gun that has to stay."""
    for gap in (0, 3, 8):
        assert near(overrun(PRINTED, inches(gap)), 1 - asked("break-off", gap=gap)["gets_clear"])
    assert overrun(PRINTED, 0, stays=True) == 1


def test_fire_halts_a_charge_from_five_hits_on() -> None:
    """Five dice that all have to hit; four cannot."""
    assert near(met(PRINTED, 4, 5).halted, 1 / 32)
    assert met(PRINTED, 4, 4).halted == 0
    assert met(PRINTED, 7, 9) == met(PRINTED, 4, 0) == (0, 0)


def test_rough_ground_stops_whom_it_stops_in_the_game() -> None:
    """A Panther rolls again."""
    assert near(stuck(PRINTED, "veteran", "m4-sherman", DIFFICULT), 1 / 6)
    assert near(stuck(PRINTED, "green", "m4-sherman", VERY_DIFFICULT), 2 / 3)
    assert near(stuck(PRINTED, "veteran", "panther", VERY_DIFFICULT), 1 / 4)
    assert stuck(PRINTED, "veteran", "panther", OPEN) == 0


def test_a_team_is_priced_as_it_stands() -> None:
    """A gun that has neither moved nor fired, a platoon that ran, a tank."""
    still = {0: {"moved": False, "fired": False}}
    guns = us("us.at-platoon", (20, 40), name="Guns", pick=("57mm Team",), teams=still)
    able = us("us.rifle-platoon", (50, 40), name="Able", men=1, fields={"ran": True})
    state = Scene(guns, able, german("de.panzer-iv-platoon", (20, 10), name="Tanks", men=1)).state
    gun, man, tank = (foe_of(state, figure) for figure in range(3))
    assert (gun.kind, gun.idle, man.ran, tank.armoured) == ("gun", True, True, True)
    assert not (gun.ran or gun.armoured or man.idle or tank.ran)
