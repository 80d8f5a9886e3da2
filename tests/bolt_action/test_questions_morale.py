"""Questions about nerve, against counting the faces of two dice."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from .reckon import (
    FACES,
    MORALE,
    SIXTH,
    Chances,
    assert_agrees,
    chance,
    checked,
    die,
    passing,
    put,
    share_of,
    sure,
    then,
    tried,
)

D6 = icepool.d6


@pytest.mark.parametrize(
    ("pins", "officer", "needed"), [(1, "none", 8), (3, "first-lieutenant", 8), (8, "none", 2), (1, "major", 10)]
)
def test_order_tests_are_two_dice_against_morale(pins: int, officer: str, needed: int) -> None:
    """A 2 always passes, 11 and 12 never do, and 12 is FUBAR."""
    given = {"pins": pins, "officer": officer}
    (test,) = put("order-test", given).rolls
    assert (test.dice, test.sides, test.needs) == ("2", 6, f"{needed} or less")
    assert chance("order-test", "result", "pass", given) == share_of(needed >= 2 @ D6)
    assert chance("order-test", "result", "fubar", given) == Fraction(1, 36)
    assert chance("morale", "result", "pass", given) == share_of(needed >= 2 @ D6)
    assert chance("morale", "result", "fubar", given) == 0


def test_without_a_pin_nobody_tests() -> None:
    """No dice are thrown, and the order is carried out."""
    answer = put("order-test", {"pins": 0})
    assert (answer.rolls, answer.needed) == ((), "no test without pins")
    assert answer.outcomes == {"result": {"not tested": "1"}, "pins_left": {"0": "1"}}


def test_reserves_test_at_one_less() -> None:
    """Regulars need an 8, and the modifier is named; without a pin, too."""
    answer = put("reserves")
    assert answer.needed == "8 or less"
    assert [modifier.clause for modifier in answer.modifiers] == ["ba.gap.reserves"]


def test_fubar_is_friendly_fire_on_two_faces_of_six() -> None:
    """1-2 and 3-6."""
    assert put("fubar").outcomes == {"row": {"friendly-fire": "1/3", "panic": "2/3"}}


def test_a_rally_takes_off_the_pin_of_the_test_and_a_die() -> None:
    """Five pins, regulars: 4 or less passes, then 4 less D6."""
    passes = share_of(2 @ D6 <= 4)
    assert chance("rally", "pins_left", "3", {"pins": 5}) == passes * Fraction(1, 6)
    assert chance("rally", "pins_left", "0", {"pins": 5}) == passes * Fraction(3, 6)
    assert chance("rally", "pins_left", "5", {"pins": 5}) == 1 - passes
    assert put("rally", {"pins": 5}).rolls[-1].thrown == "1/36"  # confused
    assert chance("rally", "pins_left", "0", {"pins": 0}) == 1
    assert chance("rally", "pins_left", "0", {"pins": 5}, rally_pins="D6+1") == passes * Fraction(3, 6)


def test_a_reserve_test_shows_every_modifier() -> None:
    """Its own officer's, and the -1 of a reserve."""
    assert [one.value for one in put("reserves", {"officer": "first-lieutenant"}).modifiers] == [2, -1]


RANKS = {"none": 0, "second-lieutenant": 1, "first-lieutenant": 2, "captain": 3, "major": 4}
NERVES: list[dict[str, Any]] = [
    {"quality": "inexperienced", "pins": 2},
    {"quality": "veteran", "pins": 4, "officer": "captain"},
    {"pins": 3, "nco_lost": True, "last_of_team": True},
    {"pins": 6, "nco_lost": True, "officer": "second-lieutenant"},
]


def limit_of(given: dict[str, Any]) -> int:
    """Morale less pins and losses, with the officer."""
    lost = given.get("nco_lost", False) + given.get("last_of_team", False)
    helped = RANKS[given.get("officer", "none")]
    limit: int = MORALE[given.get("quality", "regular")] - given.get("pins", 0) - lost + helped
    return limit


def ordered(limit: int, pins: int) -> Chances:
    """An order test face by face: passing takes a pin off, two sixes are FUBAR."""
    found: Chances = {}
    for one in FACES:
        for other in FACES:
            good = one + other <= max(2, min(10, limit))
            word = "pass" if good else "fubar" if one + other == 12 else "fail"
            key = (word, max(0, pins - 1) if good else pins)
            found[key] = found.get(key, Fraction(0)) + SIXTH * SIXTH
    return found


@pytest.mark.parametrize("given", NERVES, ids=tried)
def test_order_tests_checks_and_reserves_face_by_face(given: dict[str, Any]) -> None:
    """The same modifiers; a reserve is one worse, and Soviets may try twice."""
    limit, pins = limit_of(given), given["pins"]
    assert_agrees(put("order-test", given), ("result", "pins_left"), ordered(limit, pins))
    assert_agrees(put("reserves", given), ("result", "pins_left"), ordered(limit - 1, pins))
    assert_agrees(put("morale", given), ("result",), {(word,): share for word, share in checked(limit).items()})
    fails = (1 - passing(limit)) ** 2
    soviets = {**given, "nation": "Soviet"}
    assert chance("morale", "result", "fail", soviets, national_rules=True) == fails
    assert chance("morale", "result", "fail", soviets) == 1 - passing(limit)


def test_germans_replace_a_lost_nco() -> None:
    """By national rules only, and nobody else does."""
    for nation, national, needed in (
        ("German", True, 9),
        ("German", False, 8),
        ("Soviet", True, 8),
        ("other", True, 8),
    ):
        given = {"nco_lost": True, "nation": nation}
        test = put("morale", given, national_rules=national).rolls[0]
        assert test.needs.startswith(f"{needed} or less"), (nation, national)


@pytest.mark.parametrize(
    "given", [{"pins": 1}, {"pins": 4, "quality": "veteran"}, {"pins": 9, "officer": "major"}], ids=tried
)
def test_a_rally_face_by_face(given: dict[str, Any]) -> None:
    """The test, its pin, and the die if any pins are left."""
    limit, pins = limit_of(given), given["pins"]
    after = die(lambda face: (max(0, pins - 1 - face), True))
    joint = then(ordered(limit, pins), lambda test: after if test[0] == "pass" else sure((pins, False)))
    assert_agrees(put("rally", given), ("pins_left", "obeyed"), joint)


@pytest.mark.parametrize(
    "given",
    [{"quality": "veteran"}, {"pins": 2, "without_anti_tank": True}, {"pins": 5, "officer": "major"}],
    ids=tried,
)
def test_nerve_before_a_tank_face_by_face(given: dict[str, Any]) -> None:
    """Three worse without anti-tank weapons."""
    limit = limit_of(given) - 3 * given.get("without_anti_tank", False)
    fails = (False, True) if given.get("without_anti_tank") else (True, False)  # Down where they stand, or scattered
    joint = {(word, *(fails if word == "fail" else (False, False))): share for word, share in checked(limit).items()}
    assert_agrees(put("tank-assault", given), ("result", "destroyed", "down"), joint)
