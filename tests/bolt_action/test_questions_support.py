"""Questions about barrages, aircraft and bombardments, against a second reckoning."""

from fractions import Fraction
from functools import partial
from typing import Any

import icepool
import pytest

from .reckon import (
    DAMAGED,
    MORALE,
    SIXTH,
    Chances,
    aftermath,
    assert_agrees,
    chance,
    d3,
    die,
    fallen,
    put,
    share_of,
    sure,
    then,
    total,
    tried,
)
from .reckon_hulls import HULL, State, pinned, told
from .reckon_hulls import struck as hulls_struck

D6 = icepool.d6


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
    """With the reading of one hit the pins of the aircraft lie already when its fire is faced; all hits do far more."""
    given = {"armour": "light-tank"}
    one = put("air-on-armour", given, air_hits_on_armour="1")
    burns = 1 - share_of(2 @ D6 <= 9 - 3)  # two of the aircraft, one of the fire
    knocked = Fraction(1, 6) * Fraction(1, 6) * burns + Fraction(1, 6) * (Fraction(1, 2) + Fraction(1, 6) * burns)
    assert Fraction(one.outcomes["knocked_out"]["yes"]) == knocked
    every = put("air-on-armour", given)
    assert Fraction(every.outcomes["knocked_out"]["yes"]) > 3 * knocked


def test_flak_needs_a_six_and_then_its_penetration() -> None:
    """Two shots of a light automatic cannon: each 1/6, then 4 or more."""
    miss = 1 - Fraction(1, 6) * Fraction(1, 2)
    assert chance("flak", "driven_off", "no") == miss**2
    assert chance("flak", "driven_off", "no", {"guns": 3}) == miss**6


def test_the_opening_bombardment() -> None:
    """It comes on 2+; then nothing, one pin, two pins, or two pins and a hit."""
    answer = put("bombardment")
    assert Fraction(answer.outcomes["pins"]["2"]) == Fraction(5, 6) * Fraction(3, 6)
    assert Fraction(answer.outcomes["casualties"]["1"]) == Fraction(5, 36)
    assert answer.outcomes["row"]["none comes"] == "1/6"


AFTER = ("casualties", "pins", "morale", "destroyed")
AIRCRAFT = {1: ("strafing fighter", 1, 3, 1)} | dict.fromkeys((2, 3), ("fighter-bomber", 2, 2, 2))
AIRCRAFT |= dict.fromkeys((4, 5, 6), ("ground attack aircraft", 3, 3, 4))
MEN: list[dict[str, Any]] = [
    {"target_men": 8},
    {"target_men": 5, "target_quality": "veteran", "target_down": True},
    {"target_men": 10, "target_pins": 5, "target_quality": "inexperienced"},
]


def struck(given: dict[str, Any], dice: int, pen: int, pins: int, *, halves: bool = True) -> Chances:
    """So many dice of hits on men, halved if they are Down, unless an aircraft makes them."""
    men, quality, had = given["target_men"], given.get("target_quality", "regular"), given.get("target_pins", 0)
    if had + pins >= MORALE[quality]:
        return sure((0, pins, "not tested", True))
    hits = total(dice)
    if halves and given.get("target_down"):
        hits = then(hits, lambda number: sure((number + 1) // 2))

    def after(number: int) -> Chances:
        found: Chances = {}
        for (_, *rest), share in fallen(number, max(1, DAMAGED[quality] - pen), pins, men, quality, had).items():
            found[tuple(rest)] = found.get(tuple(rest), Fraction(0)) + share
        return found

    return then(hits, after)


@pytest.mark.parametrize("given", MEN, ids=tried)
def test_a_barrage_is_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """The chart, its reach, D3 pins or a heavy howitzer's shell."""
    men, quality, had = given["target_men"], given.get("target_quality", "regular"), given.get("target_pins", 0)

    def due(row: str) -> Chances:
        if row == "delay":
            return sure((row, 0, 0, 0, "not tested", False))
        hit = then(die(), lambda pins: struck(given, 3, 4, pins))
        pinned = then(die(d3), lambda pins: aftermath(0, pins, men, quality, had))
        shelled = then(die(), lambda face: hit if face == 6 else pinned)
        return then(die(), lambda reach: {(row, reach + 6, *rest): share for rest, share in shelled.items()})

    rows = die(lambda face: "miscalculation" if face == 1 else "delay" if face <= 3 else "fire-for-effect")
    assert_agrees(put("barrage", given), ("row", "reach", *AFTER), then(rows, due))


@pytest.mark.parametrize("given", MEN, ids=tried)
def test_an_air_strike_is_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """The chart, pins overhead, the aircraft, its hits."""
    quality, had = given.get("target_quality", "regular"), given.get("target_pins", 0)

    def due(row: str) -> Chances:
        if row == "empty-skies":
            return sure((row, "none", 0, 0, "not tested", False))

        def overhead(pins: int) -> Chances:
            if had + pins >= MORALE[quality]:
                return sure((row, "none", 0, pins, "not tested", True))
            return then(die(lambda face: AIRCRAFT[face]), lambda craft: attacked(craft, pins))

        def attacked(craft: tuple[str, int, int, int], pins: int) -> Chances:
            name, more, dice, pen = craft
            return {
                (row, name, *rest): share for rest, share in struck(given, dice, pen, pins + more, halves=False).items()
            }

        return then(die(lambda face: d3(face) - 1), overhead)

    rows = die(lambda face: "rookie-pilot" if face == 1 else "empty-skies" if face <= 3 else "here-it-comes")
    assert_agrees(put("air-strike", given), ("row", "aircraft", *AFTER), then(rows, due))


@pytest.mark.parametrize(
    "given",
    [
        {"aircraft": "fighter-bomber", "crew_pins": 1},
        {"aircraft": "ground attack aircraft", "armour": "super-heavy-tank", "crew": "veteran"},
        {"aircraft": "strafing fighter", "armour": "armoured-car", "open_topped": True},
        {"aircraft": "none yet", "crew": "inexperienced", "crew_pins": 3},
    ],
    ids=tried,
)
def test_hits_from_the_air_are_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """The aircraft's pins, then its hits against the top, no open top being worse for it; one of them, or all."""
    armour, crew, had = given.get("armour", "medium-tank"), given.get("crew", "regular"), given.get("crew_pins", 0)

    def attacked(so: State, craft: tuple[str, int, int, int], *, all_of_them: bool) -> Chances:
        _, pins, dice, pen = craft
        overhead = pinned(so, pins, crew)
        hits = total(dice) if all_of_them else sure(1)
        return (
            sure(overhead) if overhead.out else then(hits, lambda n: hulls_struck(overhead, n, armour, pen + 1, crew))
        )

    def due(row: str, *, all_of_them: bool) -> Chances:
        if row == "empty-skies":
            return {(*key, row, "none"): share for key, share in told(sure(State(pins=had)), had).items()}

        def over(pins: int) -> Chances:
            so = pinned(State(pins=had), pins, crew) if pins else State(pins=had)
            if so.out:
                return {(*key, row, "none"): share for key, share in told(sure(so), had).items()}
            return then(die(lambda face: AIRCRAFT[face]), lambda craft: came(so, craft))

        def came(so: State, craft: tuple[str, int, int, int]) -> Chances:
            ends = told(attacked(so, craft, all_of_them=all_of_them), had)
            return {(*key, row, craft[0]): share for key, share in ends.items()}

        return then(die(lambda face: d3(face) - 1), over)

    for reading in ("1", "all"):
        answer = put("air-on-armour", given, air_hits_on_armour=reading)
        if given["aircraft"] == "none yet":
            rows = die(lambda face: "rookie-pilot" if face == 1 else "empty-skies" if face <= 3 else "here-it-comes")
            joint = then(rows, partial(due, all_of_them=reading == "all"))
            assert_agrees(answer, (*HULL, "row", "aircraft"), joint)
        else:
            craft = next(one for one in AIRCRAFT.values() if one[0] == given["aircraft"])
            assert_agrees(answer, HULL, told(attacked(State(pins=had), craft, all_of_them=reading == "all"), had))


@pytest.mark.parametrize(
    ("given", "shots", "least"),
    [({"weapon": "hmg"}, 3, 5), ({"weapon": "heavy-autocannon", "guns": 2}, 4, 3), ({"guns": 4}, 8, 4)],
)
def test_flak_shot_by_shot(given: dict[str, Any], shots: int, least: int) -> None:
    """Six to hit, then six with its penetration; at its own aircraft only after a one."""
    shot = SIXTH * Fraction(7 - least, 6)
    assert chance("flak", "driven_off", "no", given) == (1 - shot) ** shots
    guns = given.get("guns", 1)
    spared = (1 - SIXTH + SIXTH * (1 - shot) ** (shots // guns)) ** guns
    assert chance("flak", "driven_off", "no", {**given, "own_side": True}) == spared


@pytest.mark.parametrize("given", MEN, ids=tried)
def test_the_bombardment_is_reckoned_a_second_time(given: dict[str, Any]) -> None:
    """It comes on 2 or more; then a die a unit, and one hit of +3 on a six; pins may be too many."""
    men, quality, had = given["target_men"], given.get("target_quality", "regular"), given.get("target_pins", 0)
    falls = Fraction(7 - max(1, DAMAGED[quality] - 3), 6)
    rows = {1: ("nothing", 0), 2: ("one-pin", 1), 3: ("one-pin", 1), 4: ("two-pins", 2), 5: ("two-pins", 2)}

    def fell(face: int) -> Chances:
        row, pins = rows.get(face, ("two-pins-and-hit", 2))
        if had + pins >= MORALE[quality]:
            return sure((row, 0, pins, "not tested", True))
        lost: Chances = {1: falls, 0: 1 - falls} if face == 6 else sure(0)
        after = then(lost, lambda number: aftermath(number, pins, men, quality, had))
        return {(row, *rest): share for rest, share in after.items()}

    joint = then(die(), lambda face: then(die(), fell) if face > 1 else sure(("none comes", 0, 0, "not tested", False)))
    assert_agrees(put("bombardment", given), ("row", *AFTER), joint)
