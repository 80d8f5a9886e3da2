"""Questions about shots at vehicles, against a second reckoning."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from sandtable.odds.ask import AskError

from .reckon import (
    KINDS,
    MORALE,
    VEHICLE,
    Chances,
    assert_agrees,
    hit_on,
    on_table,
    penetrates,
    put,
    scores,
    share_of,
    sure,
    then,
)

D6 = icepool.d6


def test_penetration_and_its_results() -> None:
    """A bazooka (+5) into the side (+1) of a medium tank: 3 superficial, 4 and 5 full, 6 massive."""
    answer = put("damage-armour", {"pen": 5, "facing": "side", "crew_pins": 1})
    assert answer.outcomes["damage"] == {"full": "1/3", "massive": "1/6", "no damage": "1/3", "superficial": "1/6"}
    burns = 1 - share_of(2 @ D6 <= 7)
    superficial = Fraction(1, 6) * burns
    full = Fraction(3, 6) + Fraction(1, 6) * burns
    assert Fraction(put("damage-armour", {"pen": 3}).outcomes["knocked_out"]["yes"]) == Fraction(1, 6) * superficial
    both = put("damage-armour", {"pen": 4, "crew_pins": 1})
    assert Fraction(both.outcomes["knocked_out"]["yes"]) == Fraction(1, 6) * superficial + Fraction(1, 6) * full


def test_a_gun_at_long_range_against_the_front() -> None:
    """Medium gun (+5) at 31 inches against 9: D6 + 4, so 5 is superficial and 6 is full."""
    answer = put("shooting-armour", {"distance": 31})
    hit = Fraction(1, 2)
    assert Fraction(answer.outcomes["damage"]["superficial"]) == hit / 6
    assert Fraction(answer.outcomes["damage"]["full"]) == hit / 6
    shaped = put("shooting-armour", {"weapon": "bazooka", "distance": 20, "facing": "side"})
    assert Fraction(shaped.outcomes["damage"]["massive"]) == hit / 6
    with pytest.raises(AskError, match="cannot be fired at armour"):
        put("shooting-armour", {"weapon": "rifle"})


def test_flame_at_armour_has_dice_of_shots_and_frightens_the_crew() -> None:
    """D6 shots of an infantry flamethrower: six hits are possible, and a crew that breaks is out."""
    answer = put("shooting-armour", {"weapon": "flamethrower-infantry", "distance": 3, "armour": "heavy-tank"})
    assert list(answer.outcomes["hits"]) == [str(hits) for hits in range(7)]
    assert Fraction(answer.outcomes["knocked_out"]["yes"]) > Fraction(1, 4)


def test_what_one_hit_does_stays_done_after_the_next() -> None:
    """A vehicle that is immobilised stays so, whether or not a shot hits it."""
    answer = put("shooting-armour", {"immobilised": True})
    out = Fraction(answer.outcomes["knocked_out"]["yes"])
    assert Fraction(answer.outcomes["immobilised"]["yes"]) == 1 - out
    twice = put("shooting-armour", {"weapon": "light-autocannon", "armour": "armoured-car", "distance": 5})
    forgetting = Fraction(391645, 1679616)  # if a second hit undid what the first did
    assert Fraction(twice.outcomes["halted"]["yes"]) > forgetting


@pytest.mark.parametrize(
    ("given", "bonus"),
    [
        ({"pen": 5, "facing": "rear"}, 7),
        ({"pen": 4, "armour": "light-tank", "long_range": True, "crew": "veteran", "crew_pins": 3}, 3),
        ({"pen": 2, "armour": "armoured-car", "indirect": True, "open_topped": True, "immobilised": True}, 3),
        ({"pen": 7, "facing": "top", "crew_pins": 8}, 8),
    ],
)
def test_a_hit_on_armour_is_reckoned_a_second_time(given: dict[str, Any], bonus: int) -> None:
    """Penetration, results, fire, second immobilisations, and pins that break a crew."""
    more = {
        "immobile": given.get("immobilised", False),
        "more": int(given.get("indirect", False) and given["open_topped"]),
    }
    crew, had = given.get("crew", "regular"), given.get("crew_pins", 1)
    assert_agrees(
        put("damage-armour", given), VEHICLE, hit_on(given.get("armour", "medium-tank"), bonus, crew, had, **more)
    )


def volley(shots: int, least: int, armour: str, bonus: int, crew: str, had: int) -> Chances:
    """Hits one after the other, until the vehicle is out."""

    def struck(hits: int) -> Chances:
        joint: Chances = sure(("no damage", False, False, False, had))
        for _ in range(hits):
            joint = then(joint, again)
        return {
            (hits, worst, out, stuck and not out, halted and not out, pins - had): share
            for (worst, out, stuck, halted, pins), share in folded(joint).items()
        }

    def again(so: Any) -> Chances:
        worst, out, stuck, halted, pins = so
        if out:
            return sure(so)

        def damaged(damage: str) -> Chances:
            after = on_table(damage, crew, pins, immobile=stuck)
            grim = max(worst, damage, key=KINDS.index)
            return then(after, lambda so: sure((grim, so[0], so[1], halted or (so[2] and not so[0]), so[3])))

        return then(penetrates(armour, bonus), damaged)

    return then(scores(shots, least), struck)


def folded(joint: Chances) -> Chances:
    """What is knocked out is neither immobilised nor halted; equal things are one."""
    found: Chances = {}
    for (worst, out, stuck, halted, pins), share in joint.items():
        key = (worst, out, stuck and not out, halted and not out, pins)
        found[key] = found.get(key, Fraction(0)) + share
    return found


@pytest.mark.parametrize(
    ("given", "shots", "least", "bonus"),
    [
        ({"weapon": "panzerfaust", "distance": 8, "facing": "side"}, 1, 4, 7),
        ({"weapon": "light-autocannon", "armour": "armoured-car", "distance": 5, "crew": "veteran"}, 2, 2, 2),
        (
            {"weapon": "heavy-autocannon", "armour": "light-tank", "distance": 40, "facing": "rear", "moving": True},
            2,
            5,
            4,
        ),
        ({"weapon": "heavy-at-gun", "armour": "heavy-tank", "distance": 30, "hard_cover": True}, 1, 5, 6),
    ],
)
def test_shots_at_armour_are_reckoned_a_second_time(given: dict[str, Any], shots: int, least: int, bonus: int) -> None:
    """To hit, to penetrate, and what becomes of it."""
    joint = volley(shots, least, given.get("armour", "medium-tank"), bonus, given.get("crew", "regular"), 1)
    assert_agrees(put("shooting-armour", given), ("hits", *VEHICLE), joint)


@pytest.mark.parametrize(
    ("given", "shots", "hit", "least"),
    [
        ({"shooters": 5}, 5, 3, 6),
        ({"shooters": 3, "crew_pins": 8}, 3, 3, 6),
        ({"weapon": "lmg", "shooters": 2, "distance": 20, "cover": "soft"}, 6, 5, 6),
        ({"weapon": "hmg", "shooters": 1, "pins": 1, "quality": "inexperienced"}, 3, 5, 5),
    ],
)
def test_a_soft_skin_is_destroyed_by_any_damage(given: dict[str, Any], shots: int, hit: int, least: int) -> None:
    """One pin if it is hit at all."""

    def struck(hits: int) -> Chances:
        if hits and given.get("crew_pins", 0) + 1 >= MORALE["regular"]:
            return sure((hits, 1, True))
        spared = Fraction(least - 1, 6) ** hits
        found = {(hits, int(hits > 0), False): spared, (hits, int(hits > 0), True): 1 - spared}
        return {value: share for value, share in found.items() if share}

    joint = then(scores(shots, hit), struck)
    assert_agrees(put("shooting-soft-skin", given), ("hits", "pins", "destroyed"), joint)


@pytest.mark.parametrize(
    ("given", "options", "pinned"),
    [
        ({}, {}, Fraction(1)),
        ({"small_arms": True}, {}, Fraction(0)),
        ({"small_arms": True, "open_topped": True}, {}, Fraction(1)),
        ({"armour": "soft-skin", "small_arms": True}, {}, Fraction(1)),
        ({"pen": 2}, {"vehicle_pins": "crew"}, Fraction(0)),
        ({"pen": 3}, {"vehicle_pins": "crew"}, Fraction(1)),
        ({"pen": 3, "crew": "veteran"}, {"vehicle_pins": "crew"}, Fraction(1, 2)),
        ({"pen": 2, "crew": "inexperienced"}, {"vehicle_pins": "crew"}, Fraction(1)),
    ],
)
def test_which_hits_pin_a_vehicle(given: dict[str, Any], options: dict[str, Any], pinned: Fraction) -> None:
    """Any, heavy ones, dangerous ones, and veterans who shrug on 4 or more."""
    assert Fraction(put("vehicle-pin", given, **options).expected["pins"]) == pinned


@pytest.mark.parametrize(
    ("given", "bonus"),
    [
        ({}, 8),
        ({"armour": "light-tank", "rammer": "armoured-car", "facing": "front", "crew": "inexperienced"}, 4),
        ({"armour": "heavy-tank", "rammer": "light-tank", "facing": "rear", "crew_pins": 0}, 7),
    ],
)
def test_a_collision_is_reckoned_a_second_time(given: dict[str, Any], bonus: int) -> None:
    """D6 and the other's damage value less three, with the facing."""
    armour, crew = given.get("armour", "medium-tank"), given.get("crew", "regular")
    assert_agrees(put("ram", given), VEHICLE, hit_on(armour, bonus, crew, given.get("crew_pins", 1)))


def test_a_rammed_truck_is_destroyed_by_any_damage() -> None:
    """Its side is no armour: a medium tank's D6+6 against 6, and a one does nothing."""
    answer = put("ram", {"armour": "soft-skin", "rammer": "medium-tank"})
    assert answer.outcomes["knocked_out"] == {"no": "1/6", "yes": "5/6"}
