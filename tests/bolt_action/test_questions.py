"""The questions against independent reckoning: icepool, or counting on one's fingers."""

from fractions import Fraction
from typing import Any

import icepool
import msgspec
import pytest

from sandtable.odds.ask import AnswerView, ask
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.library import questions

EVERY = questions("bolt-action")
D6 = icepool.d6


def put(name: str, given: dict[str, Any] | None = None, **options: Any) -> AnswerView:
    """Ask a question."""
    return ask(EVERY[name], given or {}, Options(**options))


def chance(name: str, outcome: str, value: str, given: dict[str, Any] | None = None, **options: Any) -> Fraction:
    """How likely one value of one outcome is."""
    return Fraction(put(name, given, **options).outcomes[outcome].get(value, "0"))


def share(die: Any) -> Fraction:
    """How likely a truth of icepool is."""
    return Fraction(int(die.quantity(True)), int(die.denominator()))


def table(die: Any) -> dict[str, str]:
    """A die of icepool as an answer shows it."""
    return {str(int(value)): str(Fraction(count, die.denominator())) for value, count in die.items() if count}


@pytest.mark.parametrize(
    ("pins", "officer", "needed"), [(0, "none", 9), (3, "first-lieutenant", 8), (8, "none", 2), (0, "major", 10)]
)
def test_order_tests_are_two_dice_against_morale(pins: int, officer: str, needed: int) -> None:
    """A 2 always passes, 11 and 12 never do, and 12 is FUBAR."""
    given = {"pins": pins, "officer": officer}
    assert put("order-test", given).needed == f"{needed} or less on 2D6"
    assert chance("order-test", "result", "pass", given) == share(needed >= 2 @ D6)
    assert chance("order-test", "result", "fubar", given) == Fraction(1, 36)
    assert chance("morale", "result", "pass", given) == share(needed >= 2 @ D6)
    assert chance("morale", "result", "fubar", given) == 0


def test_reserves_test_at_one_less() -> None:
    """Regulars need an 8, and the modifier is named."""
    answer = put("reserves")
    assert answer.needed == "8 or less on 2D6"
    assert [modifier.clause for modifier in answer.modifiers] == ["ba.gap.reserves"]


def test_fubar_is_friendly_fire_on_two_faces_of_six() -> None:
    """1-2 and 3-6."""
    assert put("fubar").outcomes == {"row": {"friendly-fire": "1/3", "panic": "2/3"}}


def test_a_rally_takes_off_the_pin_of_the_test_and_a_die() -> None:
    """Five pins, regulars: 4 or less passes, then 4 less D6."""
    passes = share(2 @ D6 <= 4)
    assert chance("rally", "pins_left", "3", {"pins": 5}) == passes * Fraction(1, 6)
    assert chance("rally", "pins_left", "0", {"pins": 5}) == passes * Fraction(3, 6)
    assert chance("rally", "pins_left", "5", {"pins": 5}) == 1 - passes
    assert chance("rally", "pins_left", "0", {"pins": 0}) == 1
    assert chance("rally", "pins_left", "0", {"pins": 5}, rally_pins="D6+1") == passes * Fraction(3, 6)


@pytest.mark.parametrize(
    ("given", "hit"),
    [
        ({}, D6 >= 3),
        ({"distance": 20, "cover": "soft"}, D6 >= 5),
        ({"distance": 20, "cover": "hard", "pins": 4}, (D6 >= 6) & (D6 >= 6)),
        ({"distance": 5}, D6 >= 2),
        ({"quality": "inexperienced", "moving": True}, D6 >= 5),
        ({"target_down": True, "target_men": 2}, D6 >= 5),
    ],
)
def test_shots_hit_as_often_as_their_modifiers_say(given: dict[str, Any], hit: Any) -> None:
    """Three riflemen in six situations."""
    assert put("shooting", {"shooters": 3, **given}).outcomes["hits"] == table(3 @ hit)


def test_a_volley_from_hits_to_morale() -> None:
    """Two rifles at three regulars: hits at 3+, casualties at 4+, a check if two of three fall."""
    answer = put("shooting", {"shooters": 2, "target_men": 3})
    casualties = 2 @ ((D6 >= 3) & (D6 >= 4))
    assert answer.outcomes["casualties"] == table(casualties)
    falls = Fraction(1, 9)
    fails = 1 - share(2 @ D6 <= 8)
    assert Fraction(answer.outcomes["destroyed"]["yes"]) == falls * fails
    assert Fraction(answer.outcomes["pins"]["1"]) == 1 - Fraction(1, 9)


def test_out_of_range_nothing_happens() -> None:
    """And the reason is said."""
    answer = put("shooting", {"distance": 25})
    assert answer.needed.startswith("impossible (out of range)")
    assert answer.outcomes["hits"] == {"0": "1"}


def test_hits_on_men_and_exceptional_damage() -> None:
    """Five hits on regulars, one of 36 of each being exceptional; penetration and shields move the score."""
    answer = put("damage-troops", {"hits": 5})
    assert answer.outcomes["casualties"] == table(5 @ (D6 >= 4))
    assert answer.outcomes["exceptional"] == table(5 @ ((D6 >= 6) & (D6 >= 6)))
    assert put("damage-troops", {"quality": "veteran", "pen": 1}).needed == "4+"
    assert put("damage-troops", {"quality": "veteran", "gun_shield": True}).needed == "6+"
    assert put("damage-troops", {"quality": "inexperienced", "pen": 5}).needed == "2+"


def test_a_medium_mortar_shell() -> None:
    """D6 hits at 2+ on regulars with D2 pins; half the hits, rounded up, if they are Down."""
    answer = put("he", {"he": "D6"})
    hits = D6.map(lambda count: count @ (D6 >= 2))
    assert answer.outcomes["casualties"] == table(hits)
    assert answer.outcomes["pins"] == {"1": "1/2", "2": "1/2"}
    down = put("he", {"he": "D6", "target_down": True})
    assert down.outcomes["hits"] == {"1": "1/3", "2": "1/3", "3": "1/3"}


@pytest.mark.parametrize("score", [6, 4, 2])
def test_indirect_shots_have_no_modifiers(score: int) -> None:
    """They hit as often as the die says."""
    assert chance("indirect", "hit", "yes", {"score": score}) == Fraction(7 - score, 6)


def test_flame_frightens_and_runs_dry() -> None:
    """D6 shots at 2+ within point blank, a check whenever anybody is hit, and fuel on 2 or more."""
    answer = put("flamethrower", {"distance": 3, "target_men": 10})
    hits = D6.map(lambda shots: shots @ (D6 >= 2))
    assert answer.outcomes["hits"] == table(hits)
    assert answer.outcomes["fuel_left"] == {"no": "1/6", "yes": "5/6"}
    assert Fraction(answer.outcomes["morale"]["none"]) == Fraction(table(hits)["0"])


def test_penetration_and_its_results() -> None:
    """A bazooka (+5) into the side (+1) of a medium tank: 3 superficial, 4 and 5 full, 6 massive."""
    answer = put("damage-armour", {"pen": 5, "facing": "side", "crew_pins": 1})
    assert answer.outcomes["damage"] == {"full": "1/3", "massive": "1/6", "no damage": "1/3", "superficial": "1/6"}
    burns = 1 - share(2 @ D6 <= 7)
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
    with pytest.raises(Exception, match="cannot be fired at armour"):
        put("shooting-armour", {"weapon": "rifle"})


def test_one_man_against_one() -> None:
    """The attacker strikes first: he wins on his blow, loses if he misses and the other hits, and otherwise again."""
    answer = put("close-quarters", {"attackers": 1, "defenders": 1})
    assert answer.outcomes["winner"] == _duel(first=True)
    assert put("close-quarters", {"attackers": 1, "defenders": 1, "defended": True}).outcomes["winner"] == _duel(
        first=False
    )


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
    assert chance("tank-assault", "result", "pass", given) == share(2 @ D6 <= 5)
    assert chance("tank-assault", "result", "pass", {"pins": 1}) == share(2 @ D6 <= 8)


def test_a_barrage_pins_or_strikes() -> None:
    """A third is delayed; otherwise D3 pins on 1-5, and the heavy howitzer's D6 on a 6."""
    answer = put("barrage")
    assert answer.outcomes["row"] == {"delay": "1/3", "fire-for-effect": "1/2", "miscalculation": "1/6"}
    pins = Fraction(2, 3) * (Fraction(5, 6) * Fraction(1, 3) + Fraction(1, 6) * Fraction(1, 6))
    assert Fraction(answer.outcomes["pins"]["3"]) == pins
    assert answer.outcomes["reach"]["7"] == "1/9"


def test_an_air_strike_brings_one_of_three_aircraft() -> None:
    """A third of the time none comes."""
    answer = put("air-strike")
    assert answer.outcomes["aircraft"] == {
        "fighter-bomber": str(Fraction(2, 3) * Fraction(2, 6)),
        "ground attack aircraft": str(Fraction(2, 3) * Fraction(3, 6)),
        "none": "1/3",
        "strafing fighter": str(Fraction(2, 3) * Fraction(1, 6)),
    }


def test_aircraft_against_armour() -> None:
    """With the reading of one hit: a fighter-bomber's D6+3 against 8 penetrates on 5 and 6."""
    given = {"armour": "light-tank", "crew_pins": 0}
    one = put("air-on-armour", given, air_hits_on_armour="1")
    burns = 1 - share(2 @ D6 <= 8)
    knocked = Fraction(1, 6) * Fraction(1, 6) * burns + Fraction(1, 6) * (Fraction(1, 2) + Fraction(1, 6) * burns)
    assert Fraction(one.outcomes["knocked_out"]["yes"]) == knocked
    every = put("air-on-armour", given)
    assert Fraction(every.outcomes["knocked_out"]["yes"]) > 4 * knocked


def test_flak_needs_a_six_and_then_its_penetration() -> None:
    """Two shots of a light automatic cannon: each 1/6, then 4 or more."""
    miss = 1 - Fraction(1, 6) * Fraction(1, 2)
    assert chance("flak", "driven_off", "no") == miss**2
    assert chance("flak", "driven_off", "no", {"guns": 3}) == miss**6


def test_the_opening_bombardment() -> None:
    """It comes on 2+; then nothing, one pin, two pins, or two pins and a hit."""
    answer = put("bombardment")
    assert Fraction(answer.outcomes["pins"]["2"]) == Fraction(5, 6) * Fraction(3, 6)
    assert Fraction(answer.outcomes["casualties"]["1"]) == Fraction(5, 36) * Fraction(5, 6)


@pytest.mark.parametrize(
    "worse",
    [
        {"pins": 1},
        {"cover": "soft"},
        {"cover": "hard"},
        {"target_down": True},
        {"moving": True},
        {"hidden": True},
        {"small": True},
    ],
)
def test_a_hindrance_never_helps(worse: dict[str, Any]) -> None:
    """Whatever hinders the shot does not raise the expected hits."""
    for base in ({}, {"distance": 20}, {"quality": "inexperienced", "pins": 2}):
        before = Fraction(put("shooting", {"shooters": 4, **base}).expected["hits"])
        merged = {**base, **worse}
        if "pins" in base and "pins" in worse:
            merged["pins"] = 3
        assert Fraction(put("shooting", {"shooters": 4, **merged}).expected["hits"]) <= before


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


def test_a_reserve_test_shows_every_modifier() -> None:
    """What was given besides, and the -1 of a reserve."""
    assert [one.value for one in put("reserves", {"other": 2}).modifiers] == [2, -1]


def test_a_flamethrower_is_asked_about_as_such() -> None:
    """Not as a weapon with a number of shots."""
    with pytest.raises(msgspec.ValidationError, match="ask about flamethrower"):
        put("shooting", {"weapon": "flamethrower-infantry"})
