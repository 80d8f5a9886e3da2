"""Questions about close quarters, against a second reckoning."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from sandtable.odds.ask import AskError

from .reckon import (
    DAMAGED,
    Chances,
    assert_agrees,
    chance,
    die,
    passing,
    put,
    scores,
    share_of,
    sure,
    table,
    then,
    tried,
)
from .reckon_hulls import HULL, State, pinned, struck, told

D6 = icepool.d6
FIGHT = (
    "winner", "winner_left", "attackers_left", "defenders_left", "attackers_destroyed", "defenders_destroyed", "pins_left",
)  # fmt: skip


def test_one_man_against_one() -> None:
    """The attacker strikes first: he wins on his blow, loses if he misses and the other hits, and otherwise again."""
    answer = put("close-quarters", {"attackers": 1, "defenders": 1})
    assert answer.outcomes["winner"] == _duel(first=True)
    given = {"attackers": 1, "defenders": 1, "defended": True}
    assert put("close-quarters", given).outcomes["winner"] == _duel(first=True)
    assert put("close-quarters", given, defended_simultaneous=True).outcomes["winner"] == _duel(first=False)


def _duel(*, first: bool) -> dict[str, str]:
    """Each blow strikes with 1/2; later rounds are struck together, and a draw round of misses is fought again."""
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    together = {"attacker": Fraction(1, 3), "defender": Fraction(1, 3), "nobody": Fraction(1, 3)}
    if not first:
        return {name: str(value) for name, value in together.items()}
    again = half * half
    found = {"attacker": half + again / 3, "defender": quarter + again / 3, "nobody": again / 3}
    return {name: str(value) for name, value in found.items()}


def test_men_against_a_halted_tank() -> None:
    """Hits on 4+, then hits and a die against 9; nothing hits a tank that runs."""
    answer = put("assault-vehicle", {"men": 4})
    assert answer.outcomes["hits"] == table(4 @ (D6 >= 4))
    some = sum(Fraction(table(4 @ (D6 >= 4))[str(hits)]) * Fraction(max(0, min(5, hits - 2)), 6) for hits in range(5))
    assert 1 - Fraction(answer.outcomes["damage"]["no damage"]) == some
    assert put("assault-vehicle", {"vehicle_order": "run"}).outcomes["hits"] == {"0": "1"}
    soft = put("assault-vehicle", {"men": 1, "armour": "soft-skin"})
    assert Fraction(soft.outcomes["knocked_out"]["yes"]) == Fraction(1, 2) * Fraction(2, 6)


def test_nerve_before_tanks() -> None:
    """Regulars with a pin and nothing against armour: 5 or less."""
    given = {"pins": 1, "without_anti_tank": True}
    assert chance("tank-assault", "result", "pass", given) == share_of(2 @ D6 <= 5)
    assert chance("tank-assault", "result", "pass", {"pins": 1}) == share_of(2 @ D6 <= 8)


def fought(given: dict[str, Any]) -> Chances:
    """Who wins and with how many left: rounds until one side has lost more, a tie without losses divided out."""
    on_attacker = DAMAGED[given.get("attacker_quality", "regular")]
    on_defender = DAMAGED[given.get("defender_quality", "regular")]
    tied = given.get("tied", False)

    def dice(men: int, own: str) -> int:
        return men + (men if given.get(f"{own}_tough") else min(men, given.get(f"{own}_assault", 0)))

    def rounds(attackers: int, defenders: int, *, together: bool, later: bool = False) -> Chances:
        ends: Chances = {}
        again = Fraction(0)
        for blows, likely in scores(dice(attackers, "attacker"), on_defender).items():
            done = min(blows, defenders)
            left = defenders if together else defenders - done
            for answer, share in scores(dice(left, "defender"), on_attacker).items():
                lost = min(answer, attackers)
                weight = likely * share
                if not lost and not done and later and not given.get("one_round"):
                    again += weight
                    continue
                for end, part in after(attackers - lost, defenders - done, done - lost).items():
                    ends[end] = ends.get(end, Fraction(0)) + weight * part
        return {end: share / (1 - again) for end, share in ends.items()}

    def after(attackers: int, defenders: int, better: int) -> Chances:
        attackers = 0 if better < 0 else attackers
        defenders = 0 if better > 0 else defenders
        if attackers and defenders:
            if given.get("one_round"):
                return sure(("undecided", 0, attackers, defenders, False, False, 0))
            return rounds(attackers, defenders, together=True, later=True)
        winner = "attacker" if attackers else "defender" if defenders else "nobody"
        return sure((winner, attackers + defenders, attackers, defenders, not attackers, not defenders, 0))

    return rounds(given["attackers"], given["defenders"], together=tied or given.get("defended", False), later=tied)


@pytest.mark.parametrize(
    "given",
    [
        {"attackers": 2, "defenders": 2},
        {"attackers": 3, "defenders": 2, "defended": True},
        {"attackers": 2, "defenders": 3, "attacker_tough": True, "defender_quality": "veteran"},
        {"attackers": 4, "defenders": 4, "attacker_quality": "inexperienced", "defender_tough": True},
        {"attackers": 4, "defenders": 3, "attacker_assault": 2, "defender_assault": 1},
        {"attackers": 3, "defenders": 3, "tied": True},
        {"attackers": 5, "defenders": 4, "one_round": True, "attacker_assault": 1},
        {"attackers": 2, "defenders": 2, "one_round": True, "tied": True},
    ],
    ids=tried,
)
def test_a_fight_is_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """Round by round; those with assault weapons fall last."""
    assert_agrees(put("close-quarters", given, defended_simultaneous=True), FIGHT, fought(given))


def test_more_assault_weapons_than_men_are_refused() -> None:
    """With the field that is wrong."""
    with pytest.raises(AskError, match="defender_assault: there are 3 men"):
        put("close-quarters", {"defenders": 3, "defender_assault": 4})


@pytest.mark.parametrize(
    ("given", "least"),
    [
        ({"men": 3}, 4),
        ({"men": 5, "vehicle_order": "advance", "armour": "armoured-car", "crew": "veteran"}, 6),
        ({"men": 6, "armour": "light-tank", "immobilised": True, "crew_officer": "captain"}, 4),
        ({"armour": "light-tank", "hits": 6}, 4),
    ],
    ids=tried,
)
def test_an_assault_on_a_vehicle_is_reckoned_a_second_time(given: dict[str, Any], least: int) -> None:
    """Hits by what it did, a pin if anybody hit, one die with the hits added, the table of results."""
    armour, crew = given.get("armour", "medium-tank"), given.get("crew", "regular")
    before = State(stuck=given.get("immobilised", False))
    officer = 3 if "crew_officer" in given else 0

    def assaulted(hits: int) -> Chances:
        joint = struck(pinned(before, 1, crew), 1, armour, hits, crew, officer=officer) if hits else sure(before)
        return told(joint, 0, lambda _: (hits,))

    hits = sure(given["hits"]) if "hits" in given else scores(given["men"], least)
    assert_agrees(put("assault-vehicle", given), ("hits", *HULL), then(hits, assaulted))


def test_soft_skins_and_open_tops_are_destroyed_by_any_damage_where_that_is_played() -> None:
    """Two hits: D6 and 2 against 6, and against 7."""
    soft = put("assault-vehicle", {"hits": 2, "armour": "soft-skin"})
    assert soft.outcomes == {
        "hits": {"2": "1"}, "knocked_out": {"no": "1/2", "yes": "1/2"}, "pins": {"1": "1"}, "morale": {"not tested": "1"},
    }  # fmt: skip
    car = {"hits": 2, "armour": "armoured-car", "open_topped": True}
    torn = put("assault-vehicle", car, open_topped_assault_destroys=True)
    assert Fraction(torn.outcomes["knocked_out"]["yes"]) == Fraction(2, 6)
    assert Fraction(put("assault-vehicle", car).outcomes["knocked_out"]["yes"]) < Fraction(2, 6)


def test_a_tank_that_has_made_a_run_cannot_be_hit() -> None:
    """No dice, and nothing comes of it."""
    answer = put("assault-vehicle", {"vehicle_order": "run"})
    assert (answer.needed, answer.rolls) == ("a vehicle that has made a Run cannot be hit", ())
    assert (answer.outcomes["hits"], answer.outcomes["pins"]) == ({"0": "1"}, {"0": "1"})


def test_each_roll_of_an_assault_says_what_it_needs() -> None:
    """The one die of damage has the hits added."""
    answer = put("assault-vehicle", {"men": 3})
    damage = [roll for roll in answer.rolls if roll.step == "To damage"]
    assert [(roll.modifiers[0].value, roll.thrown) for roll in damage] == [(3, "1/8"), (2, "3/8"), (1, "3/8")]


@pytest.mark.parametrize(("facing", "limit"), [({}, 9), ({"without_anti_tank": True}, 6)])
def test_who_fails_before_a_tank_goes_down_or_is_scattered(facing: dict[str, Any], limit: int) -> None:
    """Soviets try twice by national rules where their lives hang on it, and a gun is crushed without dice."""
    flees = 1 - passing(limit)
    assaults = "without_anti_tank" in facing
    joint = {("pass", False, False): passing(limit), ("fail", not assaults, assaults): flees}
    assert_agrees(put("tank-assault", facing), ("result", "destroyed", "down"), joint)
    soviet = put("tank-assault", {**facing, "nation": "Soviet"}, national_rules=True)
    assert Fraction(soviet.outcomes["result"]["fail"]) == (flees if assaults else flees**2)
    crushed = put("tank-assault", {"gun": True, "pins": 3})
    assert (crushed.needed, crushed.outcomes["destroyed"]) == ("the gun is crushed", {"yes": "1"})
    with pytest.raises(AskError, match="gun: a gun assaults nobody"):
        put("tank-assault", {"gun": True, "without_anti_tank": True})


def test_the_winner_regroups_as_far_as_a_die_says() -> None:
    """Each number of inches once in six."""
    assert_agrees(put("regroup"), ("inches",), die(lambda face: (face,)))
