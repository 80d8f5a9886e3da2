"""Questions about shots at vehicles, against a second reckoning."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from sandtable.odds.ask import AskError

from .reckon import MORALE, Chances, assert_agrees, d2, d3, die, put, scores, share_of, sure, then, total
from .reckon_hulls import HULL, State, afraid, burns, pinned, struck, suffers, told

D6 = icepool.d6


def test_penetration_and_its_results() -> None:
    """A bazooka (+5) into the side (+1) of a medium tank: 3 superficial, 4 and 5 full, 6 massive."""
    answer = put("damage-armour", {"pen": 5, "facing": "side"})
    assert answer.outcomes["damage"] == {"full": "1/3", "massive": "1/6", "no damage": "1/3", "superficial": "1/6"}
    burns = 1 - share_of(2 @ D6 <= 7)  # with the pin of the hit and that of the fire
    superficial = Fraction(1, 6) * burns
    full = Fraction(3, 6) + Fraction(1, 6) * burns
    assert Fraction(put("damage-armour", {"pen": 3}).outcomes["knocked_out"]["yes"]) == Fraction(1, 6) * superficial
    both = put("damage-armour", {"pen": 4})
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
    with pytest.raises(AskError, match="ask about flame-at-vehicle"):
        put("shooting-armour", {"weapon": "flamethrower-infantry"})


def test_beyond_its_range_a_weapon_does_nothing() -> None:
    """And the reason is said."""
    answer = put("shooting-armour", {"weapon": "piat", "distance": 12.001})
    assert (answer.needed, answer.outcomes["hits"]) == ('impossible (a PIAT reaches 12", not 12.001")', {"0": "1"})
    assert put("shooting-armour", {"weapon": "piat", "distance": 12}).outcomes["hits"] == {"0": "1/2", "1": "1/2"}


def test_the_first_pin_counts_when_the_vehicle_burns() -> None:
    """A medium gun into the side of a Sherman with no pin: its check of fire is on 7, whoever asks."""
    answer = put("shooting-armour", {"facing": "side"})
    assert {roll.needs for roll in answer.rolls if roll.step == "Morale check"} == {"7 or less", "6 or less"}


def burnt(dice: int, bonus: int, crew: str = "regular", armour: str = "medium-tank", had: int = 0) -> Chances:
    """So many dice of shots that hit on 2, D3 and one pins, penetration, and a check of whoever is left; then the fuel."""

    def by(hits: int) -> Chances:
        if not hits:
            return told(sure(State(pins=had)), had, lambda _: (0,))
        joint = then(die(d3), lambda pins: struck(pinned(State(pins=had), pins + 1, crew), hits, armour, bonus, crew))
        joint = then(joint, lambda so: sure(so) if so.out else afraid(so, crew))
        return told(joint, had, lambda _: (hits,))

    after = then(then(total(dice), lambda shots: scores(shots, 2)), by)
    return then(after, lambda so: {(*so, fuel): share for fuel, share in die(lambda face: face >= 2).items()})


@pytest.mark.parametrize(
    ("given", "joint"),
    [
        ({"distance": 3, "armour": "heavy-tank", "crew_pins": 2}, burnt(1, 3, armour="heavy-tank", had=2)),
        ({"armour": "armoured-car", "crew": "veteran"}, burnt(1, 3, crew="veteran", armour="armoured-car")),
    ],
)
def test_flame_at_a_vehicle_is_reckoned_a_second_time(given: dict[str, Any], joint: Chances) -> None:
    """D6 shots of an infantry flamethrower, D3+1 pins before any damage, and a crew that breaks is out."""
    assert_agrees(put("flame-at-vehicle", given), ("hits", *HULL, "fuel_left"), joint)


def test_what_one_hit_does_stays_done_after_the_next() -> None:
    """A vehicle that is immobilised stays so, whether or not a shot hits it."""
    answer = put("shooting-armour", {"immobilised": True})
    out = Fraction(answer.outcomes["knocked_out"]["yes"])
    assert Fraction(answer.outcomes["immobilised"]["yes"]) == 1 - out
    twice = put("shooting-armour", {"weapon": "light-autocannon", "armour": "armoured-car", "distance": 5})
    forgetting = Fraction(391645, 1679616)  # if a second hit undid what the first did
    assert Fraction(twice.outcomes["halted"]["yes"]) > forgetting


HITS: list[tuple[dict[str, Any], int, Chances]] = [
    ({"pen": 5, "facing": "rear"}, 7, sure(1)),
    ({"pen": 4, "armour": "light-tank", "long_range": True, "crew": "veteran", "crew_pins": 2}, 3, sure(1)),
    ({"shell": "D6", "facing": "top", "armour": "armoured-car", "open_topped": True, "immobilised": True}, 3, die(d2)),
    ({"shell": "D2", "facing": "side", "armour": "armoured-car"}, 2, sure(1)),
    ({"pen": 7, "facing": "top", "crew_pins": 8}, 8, sure(0)),
    ({"hits": 3, "pen": 2, "armour": "light-tank", "crew_pins": 5, "crew_officer": "captain"}, 2, sure(1)),
]


@pytest.mark.parametrize(("given", "bonus", "pins"), HITS)
def test_hits_on_armour_are_reckoned_a_second_time(given: dict[str, Any], bonus: int, pins: Chances) -> None:
    """Pins first, then penetration, results, fire, second immobilisations; an aircraft's hits put no pin on it."""
    more = int(given.get("open_topped", False) and "shell" in given)
    crew, had, armour = given.get("crew", "regular"), given.get("crew_pins", 0), given.get("armour", "medium-tank")
    before = State(stuck=given.get("immobilised", False), pins=had)
    officer = 3 if "crew_officer" in given else 0
    joint = then(
        pins,
        lambda more_pins: struck(
            pinned(before, more_pins, crew), given.get("hits", 1), armour, bonus, crew, more=more, officer=officer
        ),
    )
    assert_agrees(put("damage-armour", given), HULL, told(joint, had))


def test_a_knock_out_puts_no_pin_on_it() -> None:
    """The rear of a light tank by a Panzerfaust: the one pin of the hit where the first result knocks it out."""
    answer = put("damage-armour", {"pen": 6, "facing": "rear", "armour": "light-tank"})
    assert answer.rolls[0].needs == "8+ with +8"
    assert Fraction(answer.outcomes["pins"]["1"]) == Fraction(1, 2)


@pytest.mark.parametrize("damage", ["superficial", "full", "massive", "on-fire"])
@pytest.mark.parametrize("given", [{}, {"crew": "veteran", "crew_pins": 3, "immobilised": True}])
def test_a_result_that_has_come_up_is_reckoned_a_second_time(damage: str, given: dict[str, Any]) -> None:
    """From the middle of a shot: damage of a kind, or a fire."""
    crew, had = given.get("crew", "regular"), given.get("crew_pins", 1)
    before = State(stuck=given.get("immobilised", False), pins=had)
    joint = burns(before, crew) if damage == "on-fire" else suffers(before, damage, crew)
    after = {key[1:]: Fraction(0) for key in told(joint, had)}
    for key, share in told(joint, had).items():
        after[key[1:]] += share
    assert_agrees(put("damage-result", {"damage": damage, **given}), HULL[1:], after)


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
        (
            {"weapon": "bazooka", "armour": "armoured-car", "distance": 10, "short_of_crew": True, "crew_pins": 7},
            1,
            4,
            5,
        ),
    ],
)
def test_shots_at_armour_are_reckoned_a_second_time(given: dict[str, Any], shots: int, least: int, bonus: int) -> None:
    """To hit, one pin however many hit, to penetrate, and what becomes of it."""
    armour, crew, had = given.get("armour", "medium-tank"), given.get("crew", "regular"), given.get("crew_pins", 0)

    def by(hits: int) -> Chances:
        so = pinned(State(pins=had), int(hits > 0), crew)
        return told(struck(so, hits, armour, bonus, crew), had, lambda _: (hits,))

    assert_agrees(put("shooting-armour", given), ("hits", *HULL), then(scores(shots, least), by))


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
    ("given", "bonus", "back"),
    [
        ({}, 8, 6),
        ({"armour": "light-tank", "rammer": "armoured-car", "facing": "front", "crew": "inexperienced"}, 4, 5),
        ({"armour": "heavy-tank", "rammer": "light-tank", "facing": "rear", "crew_pins": 3, "rammer_pins": 1}, 7, 7),
    ],
)
def test_a_collision_is_reckoned_a_second_time(given: dict[str, Any], bonus: int, back: int) -> None:
    """D6 and the other's damage value less three, with the facing: for either, whatever becomes of the other."""
    answer = put("ram", given)
    armour, crew, had = given.get("armour", "medium-tank"), given.get("crew", "regular"), given.get("crew_pins", 0)
    theirs = told(struck(State(pins=had), 1, armour, bonus, crew), had)
    rammer, bumped = given.get("rammer", "heavy-tank"), given.get("rammer_pins", 0)
    ours = told(struck(State(pins=bumped), 1, rammer, back, "regular"), bumped)
    both = then(theirs, lambda one: {(*one, *other): share for other, share in ours.items()})
    assert_agrees(answer, (*HULL, *(f"rammer_{name}" for name in HULL)), both)


def test_a_rammed_truck_is_destroyed_by_any_damage() -> None:
    """Its side is no armour: a medium tank's D6+6 against 6 needs no more than a one."""
    answer = put("ram", {"armour": "soft-skin", "rammer": "medium-tank"})
    assert answer.outcomes["knocked_out"] == {"yes": "1"}
    assert "damage" not in answer.outcomes
