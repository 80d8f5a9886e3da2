"""What the rookie of Third Reich 1949 expects of shots, hits, blows and tests is what the umpire says of them."""

import pytest

from sandtable.mechanics.prices import SURE, Price, expected
from sandtable.mechanics.questions import Staged
from sandtable.odds.ask import put
from sandtable.rulesets.library import questions
from sandtable.rulesets.sotr.harm.wound_dice import Wounding
from sandtable.rulesets.sotr.melee.blows import Fighter
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.prices.fights import Blows, Body, blows, passes
from sandtable.rulesets.sotr.prices.shots import breaches, comes_back, hits, stays_down, wounds

OPTIONS = Options()


def asked(question: str, options: Options = OPTIONS, **given: object) -> Price:
    """What the umpire expects of a form."""
    found = put(questions("sotr")[question], given, options)
    assert isinstance(found, Staged)
    return expected(found)


@pytest.mark.parametrize(
    ("needed", "heads", "of_6"), [(4, False, 3), (7, False, 0), (1, False, 6), (0, False, 6), (8, True, 1)]
)
def test_a_shot_hits_as_often_as_its_die_does(needed: int, heads: bool, of_6: int) -> None:
    """To the thousandth; a scope needs no more than a six."""
    assert hits(OPTIONS, needed, heads=heads) == round(SURE * of_6 / 6)


@pytest.mark.parametrize("armour", ["unarmored", "light", "heavy"])
def test_a_hit_takes_of_a_man_what_the_umpire_says(armour: str) -> None:
    """By column."""
    level = ("unarmored", "light", "heavy").index(armour)
    found = asked("wound", hits=1, armour=armour)
    assert wounds(OPTIONS, level, Wounding("")) == (found["result goner"], found["result down"])


@pytest.mark.parametrize(("by", "pen", "by_hand"), [("rpg", 4, False), ("hmg", 1, False), ("hand-to-hand", 0, True)])
def test_a_hit_takes_of_a_machine_what_the_umpire_says(by: str, pen: int, by_hand: bool) -> None:
    """Destroyed, damaged, Shaken."""
    found = asked("machine-hit", by=by, hits=1, facing="rear", rear=4)
    hurt = found["immobilised"] + found["weapon_lost"]
    assert breaches(OPTIONS, pen, 4, by_hand=by_hand) == (found["destroyed"], hurt, found["shaken"])


@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (1, 2)])
def test_a_combat_ends_as_the_umpire_says(dice: tuple[int, int]) -> None:
    """A charger with a pistol against a man who lies."""
    one, other = Fighter(charging=True, close_weapon=True), Fighter(prone=True)
    found = asked("fight", attacker_weapon=True, defender_prone=True, attacker_dice=dice[0], defender_dice=dice[1])
    wanted = tuple(Blows(found[f"{who} goner"], found[f"{who} down"]) for who in ("attacker", "defender"))
    assert blows(OPTIONS, one, other, (Body(0), Body(0)), dice) == wanted


def test_nerve_recovery_and_grenades_are_the_books() -> None:
    """Two dice; the wound table once more; a six."""
    assert passes(OPTIONS, 7) == round(SURE * 21 / 36)
    assert (passes(OPTIONS, 1), passes(OPTIONS, 12)) == (0, SURE)
    assert stays_down(OPTIONS, 0, undying=False) == round(SURE * 5 / 6)
    assert stays_down(OPTIONS, 0, undying=True) == round(SURE * 25 / 36)
    assert comes_back(OPTIONS) == round(SURE / 6)


def test_prices_follow_the_tables() -> None:
    """Each of them."""
    other = Options(
        cells=(("wound.light.goner", 6), ("armour.destroyed", 5), ("hth.charging", 4), ("grenades.coming-back", 4))
    )
    assert wounds(other, 1, Wounding("")) != wounds(OPTIONS, 1, Wounding(""))
    assert breaches(other, 4, 7) != breaches(OPTIONS, 4, 7)
    assert comes_back(other) == SURE // 2
    fight = Fighter(charging=True), Fighter(), (Body(0), Body(0)), (1, 1)
    assert blows(other, *fight) != blows(OPTIONS, *fight)
